"""The model that summarises, finds events and answers: choosing it, its key, testing it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from stratagate_app.adapters import provider, secrets
from stratagate_app.cli.output import WITH_PROBLEMS, Failure, Output
from stratagate_app.engine import EnvironmentFailure, JsonValue, Memory
from stratagate_app.settings import (
    MODEL_AT_ONCE,
    MODEL_LIMIT,
    MODEL_MASK,
    MODEL_NAME,
    MODEL_PRESET,
    MODEL_PRICES,
    MODEL_TIMEOUT,
    MODEL_URL,
    NO_MODEL,
    PRESET_URLS,
    read_settings,
)

# What is wrong with a model, and what to do about it.
PROBLEMS: Mapping[str, str] = {
    "model_unreachable": "Nobody answers at the address. Is the server running, is the port right?",
    "model_address": "The address is not that of a model server. It mostly ends in /v1.",
    "model_key": "The key was refused. Give it anew: `stratagate model key`.",
    "model_not_found": "The server does not know the model. Name another with --model.",
    "model_busy": "The server is too busy now, or limits requests. Try again later.",
    "model_balance": "The account has nothing left to pay with.",
    "model_limit": "The monthly limit is reached.",
    "model_timeout": "No whole reply came in time. Raise --timeout, or take a faster model.",
    "model_broken_off": "The server broke off in the middle of a reply.",
    "model_failed": "The server reports an error of its own.",
    "model_rejected": "The server refuses requests of this kind.",
    "model_too_large": "The model cannot hold a request of this size.",
    "no_json": "The model does not give replies in JSON. Take another one.",
}


@click.group()
def model() -> None:
    """Choose, test and watch the model that summarises, finds events and answers."""


def settings_of(memory: Memory) -> dict[str, JsonValue]:
    """Return every setting by key, the stored ones checked."""
    return read_settings(memory.settings.all())


def _shown(values: Mapping[str, JsonValue], source: str, mode: str) -> dict[str, Any]:
    return {
        "preset": values[MODEL_PRESET.key],
        "url": provider.base_url_of(values),
        "model": values[MODEL_NAME.key],
        "key": source,
        "timeout_s": values[MODEL_TIMEOUT.key],
        "at_once": values[MODEL_AT_ONCE.key],
        "mask_secrets": values[MODEL_MASK.key],
        "prices": values[MODEL_PRICES.key],
        "monthly_limit": values[MODEL_LIMIT.key],
        "mode": mode,
    }


def _show(output: Output, memory: Memory) -> None:
    values = settings_of(memory)
    url = provider.base_url_of(values)
    source = secrets.read_key(url)[1] if provider.is_model_chosen(values) else ""
    mode = provider.known_mode(memory, values)
    value = _shown(values, source, mode)
    if not provider.is_model_chosen(values):
        output.show(value, ["Built-in rules: no model is set up, nothing leaves this computer."])
        return
    where = {
        secrets.KEYRING: "in the system's keyring",
        secrets.VARIABLE: f"from {secrets.KEY_VARIABLE}",
    }.get(source, "none")
    limit = values[MODEL_LIMIT.key]
    lines = [
        f"{value['model'] or '(no model named)'} at {url or '(no address)'}",
        f"key: {where}",
        f"structured replies: {mode or 'not tested yet'}",
        (
            f"at most {value['timeout_s']} s a reply, {value['at_once']} at once, "
            f"secrets {'masked' if value['mask_secrets'] else 'sent as they are'}"
        ),
        (
            f"prices: {json.dumps(value['prices'], ensure_ascii=False)}, "
            f"monthly limit: {limit or 'none'}"
        ),
    ]
    output.show(value, lines)


@model.command()
@click.pass_obj
def show(output: Output) -> None:
    """Show what is set; the key itself is never shown."""
    with output.memory() as memory:
        _show(output, memory)


def _prices(_context: click.Context, _parameter: click.Parameter, text: str | None) -> JsonValue:
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"no JSON: {error}") from error
    if not isinstance(found, dict) or any(
        provider.cost_of(found, name, 1, 1) is None for name in found
    ):
        raise click.BadParameter('expected {"model": {"input": 1.0, "output": 2.0}, …}')
    return found


@model.command(name="set")
@click.option("--preset", type=click.Choice(list(PRESET_URLS)), help="none: the built-in rules.")
@click.option("--url", help="The server's address, up to /v1; by default that of the preset.")
@click.option("--model", "name", help="The model's name, as the provider writes it.")
@click.option("--timeout", type=click.IntRange(5, 1800), help="Seconds for one whole reply.")
@click.option("--at-once", type=click.IntRange(1, 8), help="Requests side by side.")
@click.option("--mask-secrets/--send-secrets", default=None, help="Of what is sent.")
@click.option("--prices", callback=_prices, help="Of a million tokens, by model, as JSON.")
@click.option("--monthly-limit", type=click.FloatRange(0, 1e6), help="0 for none.")
@click.pass_obj
def set_model(output: Output, /, preset: str | None, url: str | None, **given: Any) -> None:
    """Set what is named; the rest stays."""
    chosen: dict[str, JsonValue] = {
        MODEL_PRESET.key: preset,
        MODEL_URL.key: "" if preset is not None and url is None else url,
        MODEL_NAME.key: given["name"],
        MODEL_TIMEOUT.key: given["timeout"],
        MODEL_AT_ONCE.key: given["at_once"],
        MODEL_MASK.key: given["mask_secrets"],
        MODEL_PRICES.key: given["prices"],
        MODEL_LIMIT.key: given["monthly_limit"],
    }
    changed: dict[str, JsonValue] = {
        key: value for key, value in chosen.items() if value is not None
    }
    if not changed:
        raise click.UsageError("Nothing to set: see --help.")
    if url and (problem := provider.address_problem(url)):
        raise click.UsageError(f"--url is {problem}.")
    with output.memory(create=True) as memory:
        values = settings_of(memory)
        if url and preset is None and values[MODEL_PRESET.key] == NO_MODEL:
            changed[MODEL_PRESET.key] = "other"
        memory.settings.set_many(changed)
        provider.apply_settings(memory)
        memory.jobs.provider_changed()
        _show(output, memory)


@model.command()
@click.option("--remove", is_flag=True, help="Take the key away.")
@click.pass_obj
def key(output: Output, *, remove: bool) -> None:
    """Keep the key of the server: it is read from the standard input, or asked for."""
    with output.memory(create=True) as memory:
        url = provider.base_url_of(settings_of(memory))
        if not url:
            raise Failure("no_model", "Choose a server first: `stratagate model set --preset …`.")
        given = "" if remove else _read_key()
        if not given and not remove:
            raise Failure("bad_key", "There was no key in the input.")
        try:
            secrets.store_key(url, given)
        except EnvironmentFailure as error:
            raise Failure(error.code, _key_problem(error)) from None
        memory.jobs.provider_changed()
    done = "Taken away." if remove else f"Kept in the system's keyring for {secrets.account(url)}."
    output.show({"server": secrets.account(url), "kept": not remove}, [done])


def _read_key() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Key", hide_input=True)).strip()
    return sys.stdin.readline().strip()


def _key_problem(error: EnvironmentFailure) -> str:
    if error.code == "bad_key":
        return "That is no key: a key has letters, digits and signs, on one line."
    detail = error.fields.get("detail")
    told = f" ({detail})" if detail else ""
    return (
        f"The system's keyring cannot be used{told}. The key can come from the environment "
        f"variable {secrets.KEY_VARIABLE} instead; no file of ours holds it."
    )


@model.command()
@click.pass_context
def test(context: click.Context) -> None:
    """Ask the model a few small questions, and name what is wrong."""
    output: Output = context.obj
    with output.memory() as memory:
        values = settings_of(memory)
        if not provider.is_model_chosen(values):
            raise Failure("no_model", "No model is set up: see `stratagate model set --help`.")
        report = provider.check_provider(memory, values)
    value = {
        "ok": not report.code,
        "code": report.code,
        "detail": report.detail,
        "mode": report.mode,
        "modes": dict(report.modes),
    }
    lines = [f"{name:<12} {'yes' if works else 'no'}" for name, works in report.modes.items()]
    if report.code:
        detail = f" The server says: {report.detail}" if report.detail else ""
        lines.append(f"{PROBLEMS.get(report.code, report.code)}{detail}")
    else:
        lines.append(f"It works. Structured replies are asked for by {report.mode}.")
    output.show(value, lines)
    context.exit(WITH_PROBLEMS if report.code else 0)


@model.command()
@click.pass_obj
def usage(output: Output) -> None:
    """Show what was spent this month, and what the work that waits would take."""
    with output.memory() as memory:
        used = memory.usage.this_month()
        values = settings_of(memory)
        waits = provider.estimate(memory, values)
        paused = memory.jobs.counts().paused
    cost = sum(line.cost for line in used)
    limit = values[MODEL_LIMIT.key] or None
    value = {
        "lines": [
            {
                "purpose": line.purpose,
                "model": line.model,
                "requests": line.requests,
                "input_tokens": line.input_tokens,
                "output_tokens": line.output_tokens,
                "cost": line.cost,
                "unpriced": line.unpriced,
            }
            for line in used
        ],
        "cost": cost,
        "limit": limit,
        "paused": paused,
        "waiting": estimate_value(waits),
    }
    lines = [
        f"{line.purpose:<10} {line.model}: {line.requests} requests, {line.input_tokens:,} tokens "
        f"sent, {line.output_tokens:,} received, "
        + (f"{line.cost:.4f}" if line.unpriced < line.requests else "no price")
        for line in used
    ]
    lines.append(f"This month: {cost:.4f}" + (f" of {limit}" if limit else ""))
    if paused:
        lines.append(PROBLEMS.get(paused, paused))
    lines += estimate_lines(waits)
    output.show(value, lines)


def estimate_value(waits: provider.Estimate | None) -> dict[str, Any] | None:
    """Return an estimate as JSON."""
    if waits is None:
        return None
    return {
        "blocks": waits.blocks,
        "input_tokens": waits.input_tokens,
        "output_tokens": waits.output_tokens,
        "cost": waits.cost,
    }


def estimate_lines(waits: provider.Estimate | None) -> list[str]:
    """Return an estimate as lines: none where nothing waits for a model."""
    if waits is None or not waits.input_tokens:
        return []
    cost = "no price set" if waits.cost is None else f"about {waits.cost:.2f}"
    what = f"{waits.blocks} blocks" if waits.blocks else "Events of the graph"
    return [
        (
            f"{what} for the model: about {waits.input_tokens:,} tokens to send and "
            f"{waits.output_tokens:,} to receive, {cost}."
        )
    ]


def memory_estimate(memory: Memory) -> provider.Estimate | None:
    """Return what the work that waits would take; None where no model does it."""
    return provider.estimate(memory, settings_of(memory))


def waiting_problem(code: str) -> str:
    """Return why work for a model is not begun; "" for no reason."""
    return PROBLEMS.get(code, code)


def told_before(memory: Memory) -> provider.Estimate | None:
    """Say on stderr what work for a model would take, before it begins; return it."""
    waits = memory_estimate(memory)
    for line in estimate_lines(waits):
        click.echo(line, err=True)
    return waits


COMMANDS = (model,)
