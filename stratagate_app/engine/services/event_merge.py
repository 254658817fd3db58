"""Merging two events into a third; engine-rules.md, "Events", Merge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert, or_, select

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
from stratagate_app.engine.services.event_edit import columns_of, load_quotes
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


def plan(connection: Connection, one: EventId, other: EventId, text: EventEdit) -> MergePlan:
    """Return what the merge of two events would be; see EventCommands.merge.

    Words, time and kind are those of the newer one; tags and people are of both; it is kept as
    strongly as the stronger one and is seen from no further than the narrower one.
    """
    older, newer = _pair(connection, one, other)
    tags, participants = (
        list(dict.fromkeys([*newer.tags, *older.tags])),
        list(dict.fromkeys([*newer.participants, *older.participants])),
    )
    pair = (older.id, newer.id)
    said = [row.mentioned_at for row in (older, newer) if row.mentioned_at is not None]
    return MergePlan(
        older=older.id,
        newer=newer.id,
        edit=_with(
            text,
            title=newer.title,
            summary=_both(older.summary, newer.summary),
            tags=tuple(tags[:MAX_TAGS]),
            participants=tuple(participants[:MAX_PARTICIPANTS]),
            type=newer.type,
            status=newer.status,
            scope=min(older.scope, newer.scope, key=_REACH.index),
            criticality=max(older.criticality, newer.criticality, key=_STRENGTH.index),
            happening=newer.happening if newer.happening.start else older.happening,
            mentioned_at=min(said, default=None),
            mentioned_unknown=not said,
        ),
        quotes=tuple(
            dict.fromkeys(quote for key in pair for quote in load_quotes(connection, key))
        ),
        sources=len(_sources(connection, pair)),
        conflicts=tuple(EventId(key) for key in sorted(_conflicting(connection, pair))),
        pinned=older.pinned or newer.pinned,
        left_out=(*tags[MAX_TAGS:], *participants[MAX_PARTICIPANTS:]),
    )


def merge(
    connection: Connection, at: datetime, one: EventId, other: EventId, text: EventEdit
) -> ChangeSet:
    """Make the third event; see EventCommands.merge."""
    planned = plan(connection, one, other, text)
    rows = load_rows(connection, [planned.older, planned.newer])
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
    return changes_of(operation, {events.name: [*rows, key]})


def _take_over(
    connection: Connection, operation: OperationId, key: EventId, planned: MergePlan
) -> None:
    pair = (planned.older, planned.newer)
    quotes = connection.execute(
        select(event_quotes.c.message_id, event_quotes.c.quote)
        .where(event_quotes.c.event_id.in_(pair))
        .order_by(event_quotes.c.id)
    )
    distinct = dict.fromkeys((row.message_id, row.quote) for row in quotes)
    links = [(RelationKind.SUPERSEDES, other) for other in pair]
    links += [(RelationKind.CONFLICTS, other) for other in planned.conflicts]
    hold(connection, operation, planned.conflicts)
    rows: dict[Table, list[dict[str, object]]] = {
        event_sources: [
            {"event_id": key, "message_id": source} for source in _sources(connection, pair)
        ],
        event_quotes: [
            {"event_id": key, "message_id": message, "quote": quote} for message, quote in distinct
        ],
        event_relations: [
            {"event_id": key, "kind": kind.value, "other_id": other} for kind, other in links
        ],
    }
    journal.insert_rows(connection, operation, rows)


def _pair(connection: Connection, one: EventId, other: EventId) -> tuple[EventRow, EventRow]:
    """Return two events that may be merged, the one said first before the other."""
    if one == other:
        raise InputRejected("events", reason="same_event", event=one)
    rows = load_rows(connection, [one, other])
    found = [
        records.event({**row._mapping, "workspace_turn": 0, "conflicts": 0})  # noqa: SLF001
        for row in rows.values()
    ]
    for row in found:
        if row.state not in STANDING:
            raise InputRejected("events", reason="not_standing", event=row.id)
    first, second = found
    if first.workspace_id != second.workspace_id:
        raise InputRejected("events", reason="other_workspace", event=second.id)
    if Scope.SESSION in (first.scope, second.scope) and first.session_id != second.session_id:
        raise InputRejected("events", reason="other_session", event=second.id)
    first, second = sorted(found, key=lambda row: (_when(row), row.id))
    return first, second


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


def _both(older: str, newer: str) -> str:
    """Return one text for two; the newer one alone where it says as much, or there is no room."""
    folded, other = " ".join(older.split()).lower(), " ".join(newer.split()).lower()
    if folded in other:
        return newer
    if other in folded:
        return older
    joined = f"{older}\n{newer}"
    return joined if len(joined) <= SUMMARY_CHARS else newer


def _sources(connection: Connection, ids: Iterable[int]) -> list[int]:
    statement = (
        select(event_sources.c.message_id)
        .where(event_sources.c.event_id.in_(list(ids)))
        .group_by(event_sources.c.message_id)
        .order_by(event_sources.c.message_id)
    )
    return list(connection.execute(statement).scalars())


def _conflicting(connection: Connection, ids: tuple[int, int]) -> set[int]:
    """Return the standing events that one of these conflicts with."""
    link = event_relations.c
    rows = connection.execute(
        select(link.event_id, link.other_id).where(
            link.kind == RelationKind.CONFLICTS.value,
            or_(link.event_id.in_(ids), link.other_id.in_(ids)),
        )
    )
    named = {key for row in rows for key in (row.event_id, row.other_id)} - set(ids)
    statement = select(events.c.id).where(listed(events.c.id, named), events.c.state.in_(STANDING))
    return set(connection.execute(statement).scalars())
