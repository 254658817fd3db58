"""Commands that change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from stratagate_app.cli import operation_words, shapes
from stratagate_app.cli.import_words import left_out_text, problem_sentence, warning_sentence
from stratagate_app.cli.output import (
    NOT_DONE,
    WITH_PROBLEMS,
    Failure,
    Output,
    wanted_id,
)
from stratagate_app.engine import (
    BlockId,
    EventFilter,
    EventId,
    EventState,
    EventType,
    HappeningStatus,
    Level,
    SessionId,
    WorkspaceId,
    inspect_file,
)

PAGE = 50
DAY = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def inspect(context: click.Context, file: Path) -> None:
    """Show what FILE holds; nothing is written."""
    output: Output = context.obj
    report = inspect_file(file)
    error = report["error"]
    unknown = error is not None and error["code"] == "unknown_format"
    held = report["format"] or ("no known format" if unknown else "not read")
    lines = [f"{file.name}: {held}"]
    for item in report["conversations"]:
        dropped = left_out_text(item["dropped"])
        lines.append(
            f"  {item['title'] or '(no title)'}: {len(item['messages'])} messages"
            + (f" from {item['started_at']}" if item["started_at"] else "")
            + (f"; left out: {dropped}" if dropped else "")
        )
    lines += [f"  {c['title']}" for c in report["candidates"]]
    lines += [
        f"  not taken: {r['where']}: {r['reason'].replace('_', ' ')}" for r in report["rejected"]
    ]
    lines += [f"  {warning_sentence(w['code'], w['where'])}" for w in report["warnings"]]
    if error:
        lines.append(
            problem_sentence(str(file), error["code"], error["where"], str(error["reason"]))
        )
    output.show(report, lines)
    if error:
        context.exit(WITH_PROBLEMS if report["conversations"] else NOT_DONE)
    context.exit(WITH_PROBLEMS if report["warnings"] else 0)


def workspace_option(name: str | None, memory: Any) -> WorkspaceId | None:
    """Return the workspace of a name; None for None.

    Raises:
        Failure: There is none of that name.
    """
    if name is None:
        return None
    found = memory.workspaces.find(name)
    if found is None:
        known = ", ".join(workspace.name for workspace in memory.workspaces.list())
        raise Failure("not_found", f"There is no workspace {name!r}. There are: {known or 'none'}.")
    return WorkspaceId(found.id)


@click.command()
@click.option("--workspace", help="Only those of this workspace.")
@click.option("--text", default="", help="Words that must be in the title.")
@click.option(
    "--order", type=click.Choice(["newest", "oldest", "title", "longest"]), default="newest"
)
@click.option("--limit", type=click.IntRange(1, 100_000), default=PAGE, show_default=True)
@click.pass_obj
def sessions(output: Output, workspace: str | None, text: str, order: str, limit: int) -> None:
    """List conversations."""
    with output.memory() as memory:
        ids = memory.sessions.find_ids(workspace_option(workspace, memory), text, order)
        rows = memory.sessions.load_page(ids[:limit])
    value = {"total": len(ids), "sessions": [shapes.session(row) for row in rows]}
    lines = [shapes.session_line(row) for row in rows] or ["No conversations yet. Import a file."]
    if len(ids) > len(rows):
        lines.append(f"... and {len(ids) - len(rows)} more (--limit)")
    output.show(value, lines)


@click.command()
@click.argument("session")
@click.pass_obj
def blocks(output: Output, session: str) -> None:
    """Show a conversation as strata: each block at the level it has now."""
    with output.memory() as memory:
        found = memory.sessions.strata(SessionId(wanted_id("session", session)))
    output.show(shapes.strata(found), shapes.strata_lines(found))


@click.command()
@click.argument("block")
@click.option("--level", type=click.IntRange(0, 5), help="Look at this level; changes nothing.")
@click.pass_obj
def block(output: Output, block: str, level: int | None) -> None:
    """Show one block's text, at its level or at another."""
    with output.memory() as memory:
        found = memory.blocks.get(BlockId(wanted_id("block", block)))
        shown = found.level if level is None else Level(level)
        text = memory.blocks.text(found.id, shown)
        messages = memory.blocks.messages(found.id)
        forecast = memory.blocks.forecast(found.id)
    value = {
        **shapes.block(found),
        "shown_level": int(shown),
        "text": text,
        "forecast": [
            {"after_blocks": step.after_blocks, "level": int(step.level)} for step in forecast
        ],
        "source": [shapes.message(message) for message in messages],
    }
    body = text.split("\n") if text else ["(not made yet)"]
    output.show(value, [shapes.block_line(found, shown), "", *body])


@click.command()
@click.option("--workspace", help="Only those of this workspace.")
@click.option("--text", default="", help="Words that must all occur.")
@click.option("--state", type=click.Choice([state.value for state in EventState]))
@click.option("--type", "kind", type=click.Choice([kind.value for kind in EventType]))
@click.option("--status", type=click.Choice([status.value for status in HappeningStatus]))
@click.option("--person", default="", help="A person or thing it names.")
@click.option("--from", "first", type=DAY, help="Happened on this day or later: YYYY-MM-DD.")
@click.option("--to", "last", type=DAY, help="Happened on this day or before: YYYY-MM-DD.")
@click.option("--pinned", is_flag=True, help="Only pinned ones.")
@click.option("--conflicts", is_flag=True, help="Only those in conflict.")
@click.option(
    "--order",
    type=click.Choice(["weight", "happened", "mentioned", "title", "used"]),
    default="weight",
)
@click.option("--limit", type=click.IntRange(1, 100_000), default=PAGE, show_default=True)
@click.pass_obj
def events(output: Output, /, workspace: str | None, limit: int, **wanted: Any) -> None:
    """List what is remembered."""
    with output.memory() as memory:
        ids = memory.events.find_ids(
            EventFilter(
                workspace_id=workspace_option(workspace, memory),
                text=wanted["text"],
                states=frozenset({EventState(wanted["state"])} if wanted["state"] else ()),
                types=frozenset({EventType(wanted["kind"])} if wanted["kind"] else ()),
                statuses=frozenset({HappeningStatus(wanted["status"])} if wanted["status"] else ()),
                happened_from=wanted["first"] and wanted["first"].strftime("%Y-%m-%d"),
                happened_to=wanted["last"] and wanted["last"].strftime("%Y-%m-%d"),
                participant=wanted["person"],
                pinned=True if wanted["pinned"] else None,
                conflicts_only=wanted["conflicts"],
                order=wanted["order"],
                descending=wanted["order"] != "title",
            )
        )
        rows = memory.events.load_page(ids[:limit])
    value = {"total": len(ids), "events": [shapes.event(row) for row in rows]}
    lines = [shapes.event_line(row) for row in rows] or ["No events match."]
    if len(ids) > len(rows):
        lines.append(f"... and {len(ids) - len(rows)} more (--limit)")
    output.show(value, lines)


@click.command()
@click.argument("event")
@click.pass_obj
def event(output: Output, event: str) -> None:
    """Show everything about one event, with the words it came from."""
    with output.memory() as memory:
        number = EventId(wanted_id("event", event))
        found = memory.events.get(number)
        history = memory.events.history(number)
    value = {
        **shapes.event_detail(found),
        "history": [operation_words.operation(row) for row in history],
    }
    lines = shapes.event_detail_lines(found)
    lines += ["", *(operation_words.operation_line(row) for row in history)]
    output.show(value, lines)


@click.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Check the memory file: pages, references and full-text tables."""
    output: Output = context.obj
    with output.memory() as memory:
        report = memory.maintenance.check()
        path = memory.path
    value = {
        "path": str(path),
        "ok": report.ok,
        "problems": list(report.problems),
        "sqlite_version": report.sqlite_version,
        "size_bytes": report.size_bytes,
    }
    lines = [f"{path}: {'whole' if report.ok else 'not whole'}, {report.size_bytes:,} bytes"]
    output.show(value, [*lines, *report.problems])
    context.exit(0 if report.ok else WITH_PROBLEMS)


COMMANDS = (inspect, sessions, blocks, block, events, event, check)
