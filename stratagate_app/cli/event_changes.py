"""Commands that change events; each can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import click

from stratagate_app.cli import shapes
from stratagate_app.cli.output import Failure, Output, changed, time_text, wanted_id
from stratagate_app.engine import (
    NO_HAPPENING,
    Basis,
    ChangeSet,
    Criticality,
    EventDetail,
    EventEdit,
    EventId,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    Memory,
    MergePlan,
    RelationKind,
    Scope,
    happening_of,
    public_id,
)

_Choice = TypeVar("_Choice", EventType, HappeningStatus, Scope, Criticality, RelationKind, Basis)
_NOTHING = "Nothing to change."
_events = click.argument("events", nargs=-1, required=True)


def _choice(kind: type[_Choice]) -> click.Choice[str]:
    return click.Choice([value.value for value in kind])


def _id(text: str) -> EventId:
    return EventId(wanted_id("event", text))


def _act(
    output: Output,
    events: Sequence[str],
    act: Callable[[Memory, list[EventId]], ChangeSet],
    done: str,
) -> None:
    numbers = [_id(item) for item in events]
    with output.memory() as memory:
        changes = act(memory, numbers)
    told = len(changes.event_ids) or len(set(numbers))
    changed(output, changes, f"{told} {done}.", _NOTHING)


@click.command()
@_events
@click.pass_obj
def pin(output: Output, events: tuple[str, ...]) -> None:
    """Pin EVENTS: their weight stays 1."""
    _act(output, events, lambda memory, ids: memory.events.pin(ids), "pinned")


@click.command()
@_events
@click.pass_obj
def unpin(output: Output, events: tuple[str, ...]) -> None:
    """Unpin EVENTS."""
    _act(output, events, lambda memory, ids: memory.events.unpin(ids), "unpinned")


@click.command()
@_events
@click.pass_obj
def forget(output: Output, events: tuple[str, ...]) -> None:
    """Forget EVENTS: nothing finds them until they are restored; their sources stay."""
    _act(output, events, lambda memory, ids: memory.events.forget(ids), "forgotten")


@click.command()
@_events
@click.pass_obj
def archive(output: Output, events: tuple[str, ...]) -> None:
    """Put EVENTS away: they count no more, and stay to be looked at."""
    _act(output, events, lambda memory, ids: memory.events.archive(ids), "archived")


@click.command()
@_events
@click.pass_obj
def restore(output: Output, events: tuple[str, ...]) -> None:
    """Let EVENTS count again; what has a successor that stands stays superseded."""
    numbers = [_id(item) for item in events]
    with output.memory() as memory:
        changes = memory.events.restore(numbers)
        rows = memory.events.load_page(numbers)
    active = sum(1 for row in rows if row.state is EventState.ACTIVE)
    kept = len(rows) - active
    more = f", {kept} superseded by an event that stands" if kept else ""
    changed(
        output, changes, f"{active} active{more}.", f"Nothing to change: {active} active{more}."
    )


@click.command()
@_events
@click.option(
    "--to", "scope", type=_choice(Scope), required=True, help="Where they are found from."
)
@click.pass_obj
def scope(output: Output, events: tuple[str, ...], scope: str) -> None:
    """Set where EVENTS may be found from."""
    chosen = Scope(scope)
    _act(output, events, lambda memory, ids: memory.events.set_scope(ids, chosen), "changed")


@click.command()
@_events
@click.option("--to", "level", type=_choice(Criticality), required=True, help="Sets the floor.")
@click.pass_obj
def criticality(output: Output, events: tuple[str, ...], level: str) -> None:
    """Set how much EVENTS are kept: the floor of their weight."""
    chosen = Criticality(level)
    _act(output, events, lambda memory, ids: memory.events.set_criticality(ids, chosen), "changed")


_FIELDS = (
    click.option("--title", help="At most 160 characters."),
    click.option("--summary", help="At most 2,000 characters."),
    click.option("--tag", "tags", multiple=True, help="Its tags from now on; again for more."),
    click.option("--no-tags", is_flag=True, help="Take all tags away."),
    click.option("--person", "people", multiple=True, help="Who takes part; again for more."),
    click.option("--no-people", is_flag=True, help="Take all participants away."),
    click.option("--type", "kind", type=_choice(EventType)),
    click.option("--status", type=_choice(HappeningStatus), help="Whether it happened."),
    click.option("--scope", type=_choice(Scope)),
    click.option("--criticality", type=_choice(Criticality)),
    click.option(
        "--happened",
        metavar="WHEN",
        help="2026, 2026-03, 2026-03-04, 2026-03-04..2026-03-09, an instant with its offset, or "
        "unknown: no more exact than it is known.",
    ),
    click.option("--happened-words", help="The words that tell when it happened."),
    click.option("--basis", type=_choice(Basis), help="What --happened rests on; else explicit."),
    click.option("--said", metavar="WHEN", help="An instant with its offset, or unknown."),
)


def _with_fields(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_FIELDS):
        command = option(command)
    return command


@click.command()
@click.argument("event")
@_with_fields
@click.pass_obj
def edit(output: Output, /, event: str, **given: Any) -> None:
    """Correct EVENT; the old words stay in its history."""
    number = _id(event)
    with output.memory() as memory:
        changes = memory.events.edit(number, _edit(memory.events.get(number), given))
    changed(output, changes, "Changed.", _NOTHING)


@click.command()
@click.argument("events", nargs=-1, required=True)
@_with_fields
@click.option("--dry-run", is_flag=True, help="Only show what would be; nothing is written.")
@click.pass_obj
def merge(output: Output, /, events: tuple[str, ...], *, dry_run: bool, **given: Any) -> None:
    """Merge two or more EVENTS into a new one with the sources and quotes of all."""
    parts = [_id(event) for event in events]
    with output.memory() as memory:
        newer = memory.events.plan_merge(parts).newer
        text = _edit(memory.events.get(newer), given)
        if dry_run:
            plan = memory.events.plan_merge(parts, text)
            output.show(_plan(plan), _plan_lines(plan))
            return
        key, changes = memory.events.merge(parts, text)
    made = public_id("event", key)
    operation = changes.operation_id
    value = {
        "operation": None if operation is None else public_id("operation", operation),
        "event": made,
    }
    output.show(value, [f"Merged into {made}, which supersedes them."])


@click.command()
@click.argument("old")
@click.argument("new")
@click.pass_obj
def supersede(output: Output, old: str, new: str) -> None:
    """Let NEW take the place of OLD."""
    _relate(output, new, old, RelationKind.SUPERSEDES)


@click.command()
@click.argument("one")
@click.argument("other")
@click.pass_obj
def conflict(output: Output, one: str, other: str) -> None:
    """Say that ONE and OTHER contradict each other; both stay active."""
    _relate(output, one, other, RelationKind.CONFLICTS)


@click.command()
@click.argument("one")
@click.argument("kind", type=_choice(RelationKind))
@click.argument("other")
@click.pass_obj
def relate(output: Output, one: str, kind: str, other: str) -> None:
    """Say how ONE stands to OTHER."""
    _relate(output, one, other, RelationKind(kind))


def _relate(output: Output, one: str, other: str, kind: RelationKind) -> None:
    first, second = _id(one), _id(other)
    with output.memory() as memory:
        changes = memory.events.relate(first, second, kind)
    changed(
        output,
        changes,
        f"{public_id('event', first)} {kind.value} {public_id('event', second)}.",
        _NOTHING,
    )


@click.command()
@click.argument("one")
@click.argument("other")
@click.option("--kind", type=_choice(RelationKind), help="Only this; by default all.")
@click.pass_obj
def unrelate(output: Output, one: str, other: str, kind: str | None) -> None:
    """Take the relations between ONE and OTHER away, whoever of them relates."""
    chosen = None if kind is None else RelationKind(kind)
    with output.memory() as memory:
        changes = memory.events.unrelate(_id(one), _id(other), chosen)
    changed(output, changes, "Taken away.", "There is no such relation.")


def _edit(now: EventDetail, given: dict[str, Any]) -> EventEdit:
    """Return what the options say.

    Raises:
        Failure: A time that is none.
    """
    said = given["said"]
    unknown = said == "unknown"
    return EventEdit(
        title=given["title"],
        summary=given["summary"],
        tags=given["tags"] or (() if given["no_tags"] else None),
        participants=given["people"] or (() if given["no_people"] else None),
        type=_enum(EventType, given["kind"]),
        status=_enum(HappeningStatus, given["status"]),
        scope=_enum(Scope, given["scope"]),
        criticality=_enum(Criticality, given["criticality"]),
        happening=_happening(now.row.happening, given),
        mentioned_at=None if said is None or unknown else _instant(said),
        mentioned_unknown=unknown,
    )


def _enum(kind: type[_Choice], value: str | None) -> _Choice | None:
    return None if value is None else kind(value)


def _instant(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Failure(
            "bad_time", f"{text!r} is no time: give one as 2026-03-04T10:00+01:00."
        ) from None


def _happening(now: Happening, given: dict[str, Any]) -> Happening | None:
    when, words, basis = given["happened"], given["happened_words"], given["basis"]
    if when is None and words is None and basis is None:
        return None
    text = now.text if words is None else words
    rests = Basis(basis) if basis else Basis.EXPLICIT if when is not None else now.basis
    if when is None:
        return Happening(now.start, now.end, text, now.precision, rests)
    if when == "unknown":
        return Happening(None, None, text, NO_HAPPENING.precision, NO_HAPPENING.basis)
    found = happening_of(when, basis=rests, words=text)
    if found is None:
        raise Failure(
            "bad_time",
            f"{when!r} is no time: give 2026, 2026-03, 2026-03-04, two of them with .. between, an "
            "instant with its offset, or unknown.",
        )
    return found


def _plan(plan: MergePlan) -> dict[str, Any]:
    edit = plan.edit
    happened = edit.happening or NO_HAPPENING
    return {
        "parts": [public_id("event", key) for key in plan.parts],
        "edit": {
            "title": edit.title,
            "summary": edit.summary,
            "tags": list(edit.tags or ()),
            "participants": list(edit.participants or ()),
            "type": edit.type,
            "status": edit.status,
            "scope": edit.scope,
            "criticality": edit.criticality,
            "mentioned_at": time_text(edit.mentioned_at),
            "happened": shapes.happening(happened),
        },
        "quotes": list(plan.quotes),
        "sources": plan.sources,
        "conflicts": [public_id("event", key) for key in plan.conflicts],
        "pinned": plan.pinned,
        "left_out": list(plan.left_out),
    }


def _plan_lines(plan: MergePlan) -> list[str]:
    edit = plan.edit
    lines = [
        f"{', '.join(public_id('event', key) for key in plan.parts)} would become:",
        edit.title or "",
        edit.summary or "",
        f"type        {edit.type}, {edit.status}, {edit.scope}, {edit.criticality}",
        f"happened    {shapes.happened_text(edit.happening or NO_HAPPENING)}",
        f"people      {', '.join(edit.participants or ()) or '-'}",
        f"tags        {', '.join(edit.tags or ()) or '-'}",
        f"evidence    {plan.sources} messages, {len(plan.quotes)} quotes",
    ]
    if plan.left_out:
        lines.append(f"left out    {', '.join(plan.left_out)}")
    return lines


COMMANDS = (
    pin,
    unpin,
    forget,
    restore,
    archive,
    edit,
    merge,
    supersede,
    conflict,
    relate,
    unrelate,
    scope,
    criticality,
)
