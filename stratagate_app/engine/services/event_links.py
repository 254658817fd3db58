"""Relations between events, with what they do to both sides; engine-rules.md, "Events"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, or_, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.events import EventState, RelationKind
from stratagate_app.engine.domain.ids import EventId, OperationId
from stratagate_app.engine.errors import InputRejected
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_rows import (
    STANDING,
    hold,
    load_rows,
    mark_superseded,
    successors,
)
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.schema import event_relations, events

_OPERATIONS = {
    RelationKind.SUPERSEDES: "supersede_event",
    RelationKind.CONFLICTS: "conflict_event",
}
# What says the same with the events in the other order.
_MIRRORED = {
    RelationKind.CONFLICTS: RelationKind.CONFLICTS,
    RelationKind.SAME: RelationKind.SAME,
    RelationKind.RELATED: RelationKind.RELATED,
    RelationKind.BEFORE: RelationKind.AFTER,
    RelationKind.AFTER: RelationKind.BEFORE,
}
_OPPOSITE = {
    RelationKind.BEFORE: RelationKind.AFTER,
    RelationKind.AFTER: RelationKind.BEFORE,
}


def relate(
    connection: Connection, at: datetime, one: EventId, other: EventId, kind: RelationKind
) -> ChangeSet:
    """Add a relation and its effects; see EventCommands.relate."""
    if one == other:
        raise InputRejected("events", reason="same_event", event=one)
    rows = load_rows(connection, [one, other])
    standing = {(row.event_id, row.kind) for row in _between(connection, one, other)}
    if (one, kind) in standing or (other, _MIRRORED.get(kind)) in standing:
        return ChangeSet()
    opposite = _OPPOSITE.get(kind)
    if opposite and ((one, opposite) in standing or (other, kind) in standing):
        raise InputRejected("events", reason="contradiction", event=one)
    superseding = kind is RelationKind.SUPERSEDES
    if superseding:
        if rows[one].state not in STANDING:
            raise InputRejected("events", reason="not_standing", event=one)
        if other in _all_successors(connection, one):
            raise InputRejected("events", reason="cycle", event=one)
    operation = _begin(connection, _OPERATIONS.get(kind, "relate_event"), at, rows, kind)
    if superseding:
        journal.record_update(connection, operation, events.name, [other])
        mark_superseded(connection, [other])
    hold(connection, operation, [one, other])
    journal.insert_rows(
        connection,
        operation,
        {event_relations: [{"event_id": one, "kind": kind.value, "other_id": other}]},
    )
    return changes_of(operation, {events.name: [one, other]})


def unrelate(
    connection: Connection,
    at: datetime,
    one: EventId,
    other: EventId,
    kind: RelationKind | None,
) -> ChangeSet:
    """Take relations away, and their effects; see EventCommands.unrelate."""
    rows = load_rows(connection, [one, other])
    going = [
        row for row in _between(connection, one, other) if kind is None or row.kind == kind.value
    ]
    if not going:
        return ChangeSet()
    keys = [row.id for row in going]
    operation = _begin(connection, "unrelate_event", at, rows, kind)
    journal.record_delete(connection, operation, event_relations.name, keys)
    connection.execute(delete(event_relations).where(event_relations.c.id.in_(keys)))
    freed = [row.other_id for row in going if row.kind == RelationKind.SUPERSEDES.value]
    if freed:
        journal.record_update(connection, operation, events.name, freed)
        after = successors(connection, freed)
        counting = [
            key
            for key in freed
            if not any(state in STANDING for state in after.get(key, {}).values())
        ]
        connection.execute(
            update(events)
            .where(events.c.id.in_(counting), events.c.state == EventState.SUPERSEDED.value)
            .values(state=EventState.ACTIVE.value, cap=None)
        )
    hold(connection, operation, [one, other])
    return changes_of(operation, {events.name: [one, other]})


def _begin(
    connection: Connection,
    name: str,
    at: datetime,
    rows: Mapping[int, Row[Any]],
    kind: RelationKind | None,
) -> OperationId:
    one, other = rows.values()
    return journal.begin_operation(
        connection,
        name,
        Actor.USER,
        at,
        workspace_id=one.workspace_id,
        fields={
            "title": one.title,
            "event_id": one.id,
            "other": other.title,
            "other_id": other.id,
            "relation": kind and kind.value,
        },
    )


def _between(connection: Connection, one: int, other: int) -> list[Row[Any]]:
    """Return the relations of two events, whoever of them relates."""
    link = event_relations.c
    statement = select(event_relations).where(
        or_(
            and_(link.event_id == one, link.other_id == other),
            and_(link.event_id == other, link.other_id == one),
        )
    )
    return list(connection.execute(statement))


def _all_successors(connection: Connection, event_id: int) -> set[int]:
    found: set[int] = set()
    level = {event_id}
    while level:
        level = {new for news in successors(connection, level).values() for new in news} - found
        found |= level
    return found
