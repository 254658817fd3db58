"""Merging events into a new one; engine-rules.md, "Events", Merge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, insert, or_, select

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_TAGS,
    SUMMARY_CHARS,
    Criticality,
    EventEdit,
    EventRow,
    MergePlan,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.ids import EventId, OperationId
from stratagate_app.engine.errors import InputRejected
from stratagate_app.engine.rules import weights
from stratagate_app.engine.rules.event_fields import checked_edit
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_edit import columns_of
from stratagate_app.engine.services.event_rows import (
    STANDING,
    hold,
    listed,
    load_rows,
    mark_superseded,
)
from stratagate_app.engine.store import event_index, journal, records
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import (
    event_quotes,
    event_relations,
    event_sources,
    events,
    workspaces,
)

_STRENGTH = list(Criticality)
# What is seen from few places stays so.
_REACH = (Scope.SESSION, Scope.PROJECT, Scope.USER)


def plan(connection: Connection, ids: Sequence[EventId], text: EventEdit) -> MergePlan:
    """Return what the merge of events would be; see EventCommands.merge.

    Words, time and kind are those of the newest one; tags and people are of all; it is kept as
    strongly as the strongest one and is seen from no further than the narrowest one.
    """
    rows = _parts(connection, ids)
    newest, newest_first = rows[-1], rows[::-1]
    tags = list(dict.fromkeys(tag for row in newest_first for tag in row.tags))
    participants = list(dict.fromkeys(name for row in newest_first for name in row.participants))
    summary, no_room = _together([row.summary for row in rows])
    parts = tuple(row.id for row in rows)
    said = [row.mentioned_at for row in rows if row.mentioned_at is not None]
    timed = (row.happening for row in newest_first if row.happening.start)
    return MergePlan(
        parts=parts,
        edit=_with(
            text,
            title=newest.title,
            summary=summary,
            tags=tuple(tags[:MAX_TAGS]),
            participants=tuple(participants[:MAX_PARTICIPANTS]),
            type=newest.type,
            status=newest.status,
            scope=min((row.scope for row in rows), key=_REACH.index),
            criticality=max((row.criticality for row in rows), key=_STRENGTH.index),
            happening=next(timed, rows[0].happening),
            mentioned_at=min(said, default=None),
            mentioned_unknown=not said,
        ),
        quotes=tuple(dict.fromkeys(row.quote for row in _quotes(connection, parts))),
        sources=len(_sources(connection, parts)),
        conflicts=tuple(EventId(key) for key in sorted(_conflicting(connection, parts))),
        pinned=any(row.pinned for row in rows),
        left_out=(*tags[MAX_TAGS:], *participants[MAX_PARTICIPANTS:], *no_room),
    )


def merge(
    connection: Connection, at: datetime, ids: Sequence[EventId], text: EventEdit
) -> tuple[EventId, ChangeSet]:
    """Make the new event; see EventCommands.merge."""
    planned = plan(connection, ids, text)
    rows = load_rows(connection, planned.parts)
    newer = rows[planned.newer]
    chosen = planned.edit
    turn = connection.execute(
        select(workspaces.c.turns).where(workspaces.c.id == newer.workspace_id)
    ).scalar_one()
    operation = journal.begin_operation(
        connection,
        "merge_event",
        Actor.USER,
        at,
        workspace_id=newer.workspace_id,
        fields={
            "title": rows[planned.older].title,
            "event_id": planned.older,
            "other": newer.title,
            "other_id": planned.newer,
            "into": chosen.title,
            "count": len(planned.parts),
        },
    )
    journal.record_update(connection, operation, events.name, rows)
    mark_superseded(connection, rows)
    values: dict[str, Any] = {
        "happened_text": "",
        **columns_of(chosen),
        "workspace_id": newer.workspace_id,
        "session_id": newer.session_id,
        "block_id": newer.block_id,
        "pinned": int(planned.pinned),
        "decay_rate": weights.decay_rate(1),
        "formed_turn": turn,
        "last_adoption_turn": turn,
        "created_at": to_text(at),
    }
    result = connection.execute(insert(events).values(values))
    key = EventId(int(result.inserted_primary_key[0]))  # type: ignore[index]
    journal.record_insert(connection, operation, events.name, key, key)
    _take_over(connection, operation, key, planned)
    event_index.put_in(connection, [key])
    return key, changes_of(operation, {events.name: [*rows, key]})


def _take_over(
    connection: Connection, operation: OperationId, key: EventId, planned: MergePlan
) -> None:
    parts = planned.parts
    distinct = dict.fromkeys((row.message_id, row.quote) for row in _quotes(connection, parts))
    links = [(RelationKind.SUPERSEDES, other) for other in parts]
    links += [(RelationKind.CONFLICTS, other) for other in planned.conflicts]
    hold(connection, operation, planned.conflicts)
    rows: dict[Table, list[dict[str, object]]] = {
        event_sources: [
            {"event_id": key, "message_id": source} for source in _sources(connection, parts)
        ],
        event_quotes: [
            {"event_id": key, "message_id": message, "quote": quote} for message, quote in distinct
        ],
        event_relations: [
            {"event_id": key, "kind": kind.value, "other_id": other} for kind, other in links
        ],
    }
    journal.insert_rows(connection, operation, rows)


def _parts(connection: Connection, ids: Sequence[EventId]) -> list[EventRow]:
    """Return events that may be merged, in the order they were said."""
    rows = load_rows(connection, ids)
    if len(rows) < len(ids) or len(ids) <= 1:
        raise InputRejected("events", reason="same_event", event=next(iter(ids), None))
    found = [
        records.event({**row._mapping, "workspace_turn": 0, "conflicts": 0})  # noqa: SLF001
        for row in rows.values()
    ]
    for row in found:
        if row.state not in STANDING:
            raise InputRejected("events", reason="not_standing", event=row.id)
    for row in found[1:]:
        if row.workspace_id != found[0].workspace_id:
            raise InputRejected("events", reason="other_workspace", event=row.id)
    narrow = any(row.scope is Scope.SESSION for row in found)
    for row in found[1:]:
        if narrow and row.session_id != found[0].session_id:
            raise InputRejected("events", reason="other_session", event=row.id)
    return sorted(found, key=lambda row: (_when(row), row.id))


def _when(row: EventRow) -> float:
    return row.mentioned_at.timestamp() if row.mentioned_at else float("-inf")


def _with(text: EventEdit, **planned: Any) -> EventEdit:
    """Return the planned fields with those that a text gives in their place, checked."""
    given = {
        field.name: value
        for field in fields(text)
        if (value := getattr(text, field.name)) is not None
    }
    if not text.mentioned_unknown and text.mentioned_at is None:
        del given["mentioned_unknown"]
    return checked_edit(EventEdit(**{**planned, **given}))


def _together(summaries: Sequence[str]) -> tuple[str, list[str]]:
    """Return one text of several, and those for which there was no room.

    The newest ones go in first; one that says no more than another that is in goes without loss.
    """
    kept: list[tuple[str, str]] = []
    no_room: list[str] = []
    for text in reversed(summaries):
        folded = " ".join(text.split()).lower()
        if any(folded in other for _, other in kept):
            continue
        fuller = [pair for pair in kept if pair[1] not in folded]
        if sum(len(other) + 1 for other, _ in fuller) + len(text) <= SUMMARY_CHARS:
            kept = [(text, folded), *fuller]
        else:
            no_room.append(text)
    return "\n".join(text for text, _ in kept), no_room


def _quotes(connection: Connection, ids: Iterable[int]) -> list[Row[Any]]:
    """Return the quotes of events with the messages they are from, in order."""
    statement = (
        select(event_quotes.c.message_id, event_quotes.c.quote)
        .where(listed(event_quotes.c.event_id, ids))
        .order_by(event_quotes.c.id)
    )
    return list(connection.execute(statement))


def _sources(connection: Connection, ids: Iterable[int]) -> list[int]:
    statement = (
        select(event_sources.c.message_id)
        .where(listed(event_sources.c.event_id, ids))
        .group_by(event_sources.c.message_id)
        .order_by(event_sources.c.message_id)
    )
    return list(connection.execute(statement).scalars())


def _conflicting(connection: Connection, ids: Sequence[int]) -> set[int]:
    """Return the standing events that one of these conflicts with."""
    link = event_relations.c
    rows = connection.execute(
        select(link.event_id, link.other_id).where(
            link.kind == RelationKind.CONFLICTS.value,
            or_(listed(link.event_id, ids), listed(link.other_id, ids)),
        )
    )
    named = {key for row in rows for key in (row.event_id, row.other_id)} - set(ids)
    statement = select(events.c.id).where(listed(events.c.id, named), events.c.state.in_(STANDING))
    return set(connection.execute(statement).scalars())
