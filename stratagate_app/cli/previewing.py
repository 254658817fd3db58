"""Memories of other assistants: look, decide, write or drop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

from stratagate_app.cli.output import (
    Failure,
    Output,
    changed,
    fitted,
    wanted_id,
)
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import (
    Candidate,
    CandidateFilter,
    CandidateId,
    CandidateStatus,
    ConflictError,
    Decision,
    EventId,
    Memory,
    Preview,
    PreviewId,
    PreviewState,
    Reason,
    public_id,
)
from stratagate_app.settings import EXPORT_PROMPTS, export_prompt

_REASONS = {
    Reason.DUPLICATE: "word for word {target}",
    Reason.REPEATED: "stands in the file before",
    Reason.NOTHING: "nothing to keep",
    Reason.NEW: "no similar memory",
    Reason.SAME: "same as {target}",
    Reason.SAYS_LESS: "less than {target}",
    Reason.SAYS_MORE: "more than {target}",
    Reason.SIMILAR: "close to {target}",
    Reason.REPLACES: "replaces {target}",
    Reason.CONTRADICTS: "against {target}",
    Reason.NO_TARGET: "no event was named for it",
}
_TITLE = 44
_DECISION = click.Choice([decision.value for decision in Decision])
_HELD_UP = {
    "committed": "It was written already. `stratagate undo` takes the whole batch back.",
    "not_judged": "Some candidates are not judged: see `stratagate preview`, decide them by hand.",
    "stale": "Events that decisions name are no longer there. Look again: `stratagate preview`.",
}


def judge(memory: Memory, ticker: Ticker) -> None:
    """Judge what waits; what cannot be judged now stays for later."""
    while not ticker.stopped and memory.previews.judge_some() is not None:
        ticker.say("judging")


def preview_value(preview: Preview) -> dict[str, Any]:
    """Return a preview as JSON."""
    return {
        "preview": public_id("preview", preview.id),
        "file": preview.file_name,
        "format": preview.format,
        "state": "undone" if preview.undone else preview.state.value,
        "candidates": preview.candidates,
        "waiting": preview.waiting,
        "failed": preview.failed,
        "needs_user": preview.needs_user,
        "decisions": {decision.value: count for decision, count in preview.decisions.items()},
        "rejected": [{"where": r.where, "reason": r.reason} for r in preview.rejected],
        "repaired": preview.repaired,
    }


def preview_line(preview: Preview) -> str:
    """Return a preview as a line."""
    counts = ", ".join(
        f"{decision.value} {count}" for decision, count in preview.decisions.items() if count
    )
    memories = "1 memory" if preview.candidates == 1 else f"{preview.candidates} memories"
    parts = [memories, counts]
    for count, words in (
        (preview.needs_user, "need you"),
        (preview.waiting, "not judged"),
        (preview.failed, "failed"),
        (len(preview.rejected), "not taken"),
    ):
        if count:
            parts.append(f"{count} {words}")
    state = "undone" if preview.undone else preview.state.value
    name = public_id("preview", preview.id)
    return f"{name:>5}  {preview.file_name}  {state}: {', '.join(p for p in parts if p)}"


def _candidate_value(memory: Memory, item: Candidate) -> dict[str, Any]:
    return {
        "candidate": public_id("candidate", item.id),
        "number": item.number,
        "title": item.memory.title,
        "summary": item.memory.summary,
        "where": item.memory.where,
        "status": item.status.value,
        "decision": item.decision and item.decision.value,
        "targets": [public_id("event", key) for key in item.targets],
        "confidence": item.confidence,
        "reason": _reason(memory, item),
        "needs_user": item.needs_user,
        "chosen_by": item.chosen_by.value,
        "matches": [
            {"event": public_id("event", match.event_id), "closeness": match.closeness}
            for match in item.matches
        ],
        "error": item.error or None,
    }


def _reason(memory: Memory, item: Candidate) -> str:
    if item.status is CandidateStatus.FAILED:
        return item.error_detail or item.error
    if item.reason is None or item.words:
        return item.words
    rows = memory.events.load_page(item.targets[:1])
    target = f"{public_id('event', rows[0].id)} “{rows[0].title}”" if rows else "an event"
    return _REASONS.get(item.reason, item.reason.value).replace("{target}", target)


def _line(value: dict[str, Any]) -> str:
    mark = "!" if value["needs_user"] else " "
    sure = "" if value["confidence"] is None else f"{value['confidence']:.2f}"
    done = value["decision"] or value["status"]
    title = fitted(value["title"], _TITLE)
    return f"{mark}{value['candidate']:>6}  {title}  {done:<9}  {sure:>4}  {value['reason']}"


@click.command()
@click.argument("preview", required=False)
@click.option("--needs-you", is_flag=True, help="Only what a person has to decide.")
@click.option("--decision", type=_DECISION, help="Only those of a decision.")
@click.pass_obj
def preview(output: Output, preview: str | None, decision: str | None, *, needs_you: bool) -> None:
    """Show the previews of imported memories, or the candidates of PREVIEW.

    Nothing of a preview is written before its commit.
    """
    with output.memory() as memory:
        if preview is None:
            found = memory.previews.load()
            output.show(
                {"previews": [preview_value(item) for item in found]},
                [preview_line(item) for item in found] or ["There are no previews."],
            )
            return
        key = PreviewId(wanted_id("preview", preview))
        shown = memory.previews.get(key)
        if shown.state is PreviewState.OPEN:
            memory.previews.refresh(key)
            with Ticker("{done}") as ticker:
                judge(memory, ticker)
            shown = memory.previews.get(key)
        wanted = CandidateFilter(
            None if decision is None else Decision(decision), True if needs_you else None
        )
        rows = memory.previews.load_page(memory.previews.find_ids(key, wanted))
        values = [_candidate_value(memory, item) for item in rows]
        lines = [preview_line(shown), *map(_line, values)]
        lines += [f"  not taken: {r.where}: {r.reason.replace('_', ' ')}" for r in shown.rejected]
        output.show({**preview_value(shown), "items": values}, lines)


@click.command()
@click.argument("decision", type=_DECISION)
@click.argument("candidates", nargs=-1, required=True)
@click.option(
    "--target", "targets", multiple=True, help="An event it is about, out of the matches."
)
@click.pass_obj
def decide(
    output: Output, decision: str, candidates: Sequence[str], targets: Sequence[str]
) -> None:
    """Decide what becomes of CANDIDATES: add, merge, supersede, conflict or ignore."""
    ids = [CandidateId(wanted_id("candidate", text)) for text in candidates]
    events = [EventId(wanted_id("event", text)) for text in targets] or None
    with output.memory() as memory:
        memory.previews.decide(ids, Decision(decision), events)
    output.show({"decided": len(ids)}, [f"{len(ids)} set to {decision}."])


@click.command()
@click.argument("preview")
@click.pass_obj
def commit(output: Output, preview: str) -> None:
    """Write what was decided on PREVIEW, as one batch that can be undone."""
    key = PreviewId(wanted_id("preview", preview))
    with output.memory() as memory:
        memory.previews.refresh(key)
        with Ticker("{done}") as ticker:
            judge(memory, ticker)
        try:
            changes = memory.previews.commit(key)
        except ConflictError as error:
            raise Failure(error.code, _HELD_UP.get(error.code, error.code)) from error
        done = preview_line(memory.previews.get(key))
    changed(output, changes, f"Written. {done.strip()}", "")


@click.command()
@click.argument("preview")
@click.pass_obj
def drop(output: Output, preview: str) -> None:
    """Throw PREVIEW away; nothing of it was written."""
    with output.memory() as memory:
        try:
            memory.previews.drop(PreviewId(wanted_id("preview", preview)))
        except ConflictError as error:
            raise Failure(error.code, _HELD_UP.get(error.code, error.code)) from error
    output.show({"dropped": preview}, [f"{preview} was thrown away."])


@click.command(name="export-prompt")
@click.option(
    "--language", type=click.Choice(list(EXPORT_PROMPTS)), default="en", show_default=True
)
@click.pass_obj
def prompt(output: Output, language: str) -> None:
    """Print a prompt that asks another assistant for what it remembers of you.

    Give it its answer as a file: `stratagate import ANSWER.txt`.
    """
    text = export_prompt(language)
    output.show({"prompt": text}, text.rstrip().split("\n"))


def opened_lines(preview: Preview) -> list[str]:
    """Return what is said of a file of memories after it was read and judged."""
    name = public_id("preview", preview.id)
    return [
        preview_line(preview).strip(),
        f"Nothing is written yet. Look: stratagate preview {name}. Write: stratagate commit {name}",
    ]


def asks(previews: Iterable[Preview]) -> bool:
    """Return whether something was not taken or needs a person."""
    return any(p.rejected or p.needs_user or p.failed or p.repaired for p in previews)


COMMANDS = (preview, decide, commit, drop, prompt)
