"""Commands that change the memory; each can be undone."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from stratagate_app.cli import import_plan, previewing, shapes
from stratagate_app.cli.import_words import left_out_text, problem_sentence, warning_sentence
from stratagate_app.cli.models import (
    estimate_lines,
    estimate_value,
    memory_estimate,
    told_before,
    waiting_problem,
)
from stratagate_app.cli.output import (
    NOT_DONE,
    WITH_PROBLEMS,
    Failure,
    Output,
    changed,
    wanted_id,
)
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import (
    BlockId,
    EnvironmentFailure,
    ImportChoice,
    ImportResult,
    JobRow,
    JobStatus,
    Level,
    Memory,
    WorkspaceId,
    public_id,
)
from stratagate_app.settings import sample_files

# The longest that a command waits for work that another process has claimed, or that failed and
# is due again.
PATIENCE_S = 60.0


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--workspace", help="Put everything into this one, made if need be, instead of by project."
)
@click.option("--no-derive", is_flag=True, help="Store only; summaries are never made for these.")
@click.option("--preview", is_flag=True, help="Only say what would come in; nothing is written.")
@click.option(
    "--only",
    multiple=True,
    metavar="ID",
    help="Import only this conversation, as --preview names it; can be given again.",
)
@click.option(
    "--except",
    "without",
    multiple=True,
    metavar="ID",
    help="Import all but this conversation; can be given again.",
)
@click.pass_context
def import_files(
    context: click.Context,
    files: tuple[Path, ...],
    workspace: str | None,
    only: tuple[str, ...],
    without: tuple[str, ...],
    *,
    no_derive: bool,
    preview: bool,
) -> None:
    """Import conversations from FILES.

    With --preview the JSON is {files, stopped}, each file with {file, format, size,
    conversations, would_import, estimate, dropped, warnings, problems} and each conversation
    with {id, state, chosen, title, workspace, project, started_at, ended_at, messages, added,
    tokens, blocks, where, reason}.
    """
    choice = import_plan.choice_of(only, without)
    if preview:
        import_plan.show_plan(context, files, workspace, choice)
    else:
        _import(context, files, workspace, choice, derive=not no_derive)


@click.command()
@click.pass_context
def sample(context: click.Context) -> None:
    """Import the sample conversations that come with the program."""
    _import(context, sample_files(), None, None, derive=True)


def _import(
    context: click.Context,
    files: Sequence[Path],
    workspace: str | None,
    choice: ImportChoice | None,
    *,
    derive: bool,
) -> None:
    output: Output = context.obj
    results: list[tuple[Path, ImportResult]] = []
    with output.memory(create=True) as memory, Ticker("{done} conversations read") as ticker:
        home = _home(memory, workspace)
        for file in files:
            if ticker.stopped:
                break
            result = memory.import_file(
                file, workspace_id=home, progress=ticker, derive=derive, choice=choice
            )
            results.append((file, result))
        previewing.judge(memory, ticker)
        previews = {
            file: memory.previews.get(result.preview_id)
            for file, result in results
            if result.preview_id is not None
        }
        waits = told_before(memory) if derive else None
        stuck = _worked(memory, ticker) if derive else None
        counts = memory.jobs.counts()
        failed = counts.failed
    value = {"files": [_result(file, result) for file, result in results], "failed_jobs": failed}
    value["problem"] = None if stuck is None else stuck.report
    value |= {"estimate": estimate_value(waits), "paused": counts.paused}
    value["stopped"] = ticker.stopped
    value["previews"] = [previewing.preview_value(found) for found in previews.values()]
    lines = [
        line
        for file, result in results
        for line in (
            previewing.opened_lines(previews[file])
            if file in previews
            else _result_lines(file, result)
        )
    ]
    lines += _stuck_lines(stuck)
    if failed:
        lines.append(f"{failed} jobs failed; see: stratagate jobs")
    if counts.waiting and waits is not None:
        lines.append(f"{counts.waiting} jobs wait. {waiting_problem(counts.paused)}".rstrip())
    if ticker.stopped:
        lines.append("Stopped. What was saved stays; import again to go on.")
    output.show(value, lines)
    problems = [result for _, result in results if result.problems]
    if problems and len(problems) == len(results) and not any(r.new + r.longer for r in problems):
        context.exit(NOT_DONE)
    warned = any(result.warnings for _, result in results)
    unfinished = problems or warned or failed or stuck or ticker.stopped
    unfinished = unfinished or previewing.asks(previews.values())
    context.exit(WITH_PROBLEMS if unfinished else 0)


def _home(memory: Memory, name: str | None) -> WorkspaceId | None:
    """Return the workspace of a name, made where there is none; None for no name."""
    if name is None:
        return None
    found = memory.workspaces.find(name)
    return memory.workspaces.create(name)[0] if found is None else found.id


def _worked(memory: Memory, ticker: Ticker) -> Failure | None:
    """Do the work that is due; return why it could not be done to its end, None if it could.

    What was saved before is saved, so that this is a problem of the work and not of the command.
    """
    try:
        run_jobs(memory, ticker)
    except EnvironmentFailure as error:
        return Failure.of(error)
    return None


def _stuck_lines(stuck: Failure | None) -> list[str]:
    if stuck is None:
        return []
    return [f"Background jobs were left: {stuck.sentence}", "Go on with: stratagate jobs --retry"]


def run_jobs(memory: Memory, ticker: Ticker) -> None:
    """Do the work that is due, and wait a little for what is due soon.

    Raises:
        EnvironmentFailure: The disk or the file refused; what was done before is kept.
    """
    end = time.monotonic() + PATIENCE_S
    told = False
    while not ticker.stopped:
        ticker.say("summarising")
        if memory.jobs.run_some() is not None:
            end = time.monotonic() + PATIENCE_S
            continue
        due = memory.jobs.next_due_s()
        if due is None or time.monotonic() + due > end:
            return
        # Nothing of ours runs now: what is running, another process has claimed.
        claimed = memory.jobs.counts().running
        if claimed and not told:
            told = True
            ticker.tell(
                f"Another process works on {claimed} jobs, or died over them; waiting up to "
                f"{math.ceil(due)} s until they are free."
            )
        time.sleep(min(max(due, 0.05), 1.0))


def _result(file: Path, result: ImportResult) -> dict[str, Any]:
    operation = result.changes.operation_id
    return {
        "file": str(file),
        "operation": None if operation is None else public_id("operation", operation),
        "new": result.new,
        "longer": result.longer,
        "unchanged": result.unchanged,
        "messages": result.messages,
        "not_chosen": result.not_chosen,
        "dropped": dict(result.dropped),
        "sessions": [public_id("session", key) for key in result.session_ids],
        "warnings": [{"code": item.code, "where": item.where} for item in result.warnings],
        "problems": [
            {"code": item.code, "where": item.where, "reason": item.reason}
            for item in result.problems
        ],
    }


def _result_lines(file: Path, result: ImportResult) -> list[str]:
    lines = []
    if result.new or result.longer or result.unchanged or not result.problems:
        lines.append(
            f"{file.name}: {result.new} new, {result.longer} longer, "
            f"{result.unchanged} already there; {result.messages} messages saved"
            + (f"; {result.not_chosen} not chosen" if result.not_chosen else "")
        )
    if result.dropped:
        lines.append(f"  left out: {left_out_text(result.dropped)}")
    lines += [f"  {warning_sentence(item.code, item.where)}" for item in result.warnings]
    lines += [
        "  " + problem_sentence(item.path, item.code, item.where, item.reason)
        for item in result.problems
    ]
    return lines


@click.command()
@click.argument("block")
@click.option("--level", type=click.IntRange(0, 5), help="The level; by default the next one up.")
@click.pass_obj
def expand(output: Output, block: str, level: int | None) -> None:
    """Lift a block to a level; it fades again from there."""
    number = BlockId(wanted_id("block", block))
    with output.memory() as memory:
        changes = memory.blocks.expand(number, None if level is None else Level(level))
        found = memory.blocks.get(number)
    changed(
        output,
        changes,
        f"Block {found.number} is at L{int(found.level)} now and fades again from there.",
        f"Block {found.number} is at L{int(found.level)} already and fades again from there.",
    )


@click.command()
@click.option(
    "--events/--no-events",
    default=None,
    help="Look for events from now on, or only summarise; what waits for it waits no longer.",
)
@click.option("--retry", is_flag=True, help="Let failed jobs start over, and do what is due.")
@click.pass_context
def jobs(context: click.Context, *, retry: bool, events: bool | None) -> None:
    """List background jobs."""
    output: Output = context.obj
    stuck = None
    with output.memory() as memory:
        if events is not None:
            memory.jobs.switch_extraction(on=events)
        if retry:
            memory.jobs.retry()
            told_before(memory)
            with Ticker("{done} conversations read") as ticker:
                stuck = _worked(memory, ticker)
        counts = memory.jobs.counts()
        rows = memory.jobs.load()
        waits = memory_estimate(memory)
    value = {
        "waiting": counts.waiting,
        "running": counts.running,
        "failed": counts.failed,
        "off": counts.off,
        "paused": counts.paused,
        "estimate": estimate_value(waits),
        "jobs": [shapes.job(row) for row in rows],
        "problem": None if stuck is None else stuck.report,
    }
    lines = [f"{counts.waiting} waiting, {counts.running} running, {counts.failed} failed"]
    if counts.off:
        lines.append(f"{counts.off} switched off: `stratagate jobs --events` switches them on")
    if counts.paused:
        lines.append(f"paused: {waiting_problem(counts.paused)}")
    lines += estimate_lines(waits)
    for row in rows:
        error = f": {row.error} ({row.error_detail})" if row.error else ""
        lines.append(
            f"{public_id('job', row.id):>7}  {row.status.value:<8} {row.kind.value:<10} "
            f"{_target(row)} of {row.session_title}, attempt {row.attempts} of 3{error}"
        )
    output.show(value, lines + _stuck_lines(stuck))
    failed = any(row.status is JobStatus.FAILED for row in rows)
    context.exit(WITH_PROBLEMS if failed or stuck else 0)


def _target(row: JobRow) -> str:
    return f"block {row.block_number}" if row.block_id else f"{row.events} events"


COMMANDS = (import_files, sample, expand, jobs)
