"""Taking back a part of a batch of memories: what it made, what rests on that, and the way back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet, Operation
from stratagate_app.engine.domain.events import EventState, RelationKind
from stratagate_app.engine.domain.ids import EventId, OperationId, WorkspaceId
from stratagate_app.engine.domain.judging import Decision
from stratagate_app.engine.domain.previews import MadeEvent, Released
from stratagate_app.engine.errors import ConflictError, InputRejected
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_rows import STANDING, hold, listed, successors
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.store import event_index, journal, records, undo
from stratagate_app.engine.store.schema import (
    JOURNALLED,
    candidates,
    event_relations,
    events,
    operation_changes,
    operations,
    previews,
)

_EFFECTS = (RelationKind.SUPERSEDES.value, RelationKind.CONFLICTS.value)


def find_made(
    connection: Connection,
    operation_id: OperationId,
    *,
    changed: bool = False,
    releasing: bool = False,
) -> array[int]:
    """Return the ids of the events that a batch made and that are still there, in its order.

    Args:
        connection: Reads.
        operation_id: The commit.
        changed: Only those that later operations rest on.
        releasing: Only those that superseded or contradict an event.
    """
    statement = (
        select(candidates.c.event_id)
        .join(previews, previews.c.id == candidates.c.preview_id)
        .join(events, events.c.id == candidates.c.event_id)
        .where(previews.c.operation_id == operation_id)
        .order_by(candidates.c.number)
    )
    if changed:
        rests = (
            select(operation_changes.c.id)
            .join(operations, operations.c.id == operation_changes.c.operation_id)
            .where(*_rest_on(operation_id))
        )
        statement = statement.where(rests.exists())
    if releasing:
        link = event_relations.c
        released = select(link.id).where(link.event_id == events.c.id, link.kind.in_(_EFFECTS))
        statement = statement.where(released.exists())
    return load_ids(connection, statement)


def _rest_on(operation_id: OperationId) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a change is a later, standing one of an event."""
    change = operation_changes.c
    return (
        change.table_name == events.name,
        change.first_id.between(events.c.id - journal.MAX_RUN, events.c.id),
        change.last_id >= events.c.id,
        change.operation_id > operation_id,
        operations.c.undone_by.is_(None),
        operations.c.kind.not_in(("undo", "redo")),
    )


def load_made(
    connection: Connection, operation_id: OperationId, ids: Sequence[int]
) -> tuple[MadeEvent, ...]:
    """Return events of a batch in the order of ids, with what taking each back would mean."""
    statement = (
        select(events.c.id, events.c.title, candidates.c.decision)
        .join(candidates, candidates.c.event_id == events.c.id)
        .join(previews, previews.c.id == candidates.c.preview_id)
        .where(previews.c.operation_id == operation_id, listed(events.c.id, ids))
    )
    found = {row.id: row for row in connection.execute(statement)}
    released = _load_released(connection, found)
    later = _load_later(connection, operation_id, found)
    return tuple(
        MadeEvent(
            EventId(key),
            found[key].title,
            Decision(found[key].decision),
            tuple(released.get(key, ())),
            tuple(later.get(key, ())),
        )
        for key in ids
        if key in found
    )


def withdraw(
    connection: Connection, at: datetime, operation_id: OperationId, event_ids: Sequence[EventId]
) -> ChangeSet:
    """Take events of a batch back, with all that was made of them since; the others stay.

    What they superseded counts again unless another successor stands, and what contradicted them
    does so no more. The words that came in stay, as those of ignored memories do.

    Raises:
        ConflictError: Code `already_undone`: the whole batch was.
        InputRejected: Code `events`, reason `not_of_batch`: one is not of it, or is gone.
            Nothing was changed.
    """
    batch = connection.execute(
        select(
            previews.c.file_name,
            operations.c.workspace_id,
            operations.c.undone_by,
        )
        .join(operations, operations.c.id == previews.c.operation_id)
        .where(previews.c.operation_id == operation_id)
    ).first()
    if batch is not None and batch.undone_by is not None:
        raise ConflictError("already_undone", operation=operation_id)
    going = set(event_ids)
    stray = going - set(find_made(connection, operation_id))
    if stray or batch is None:
        raise InputRejected("events", reason="not_of_batch", event=min(stray, default=None))
    if not going:
        return ChangeSet()
    operation = journal.begin_operation(
        connection,
        "withdraw_event",
        Actor.USER,
        at,
        workspace_id=WorkspaceId(batch.workspace_id),
        fields={
            "file": batch.file_name,
            "count": len(going),
            "title": connection.execute(
                select(events.c.title).where(events.c.id == event_ids[0])
            ).scalar_one(),
        },
    )
    others = _others(connection, going)
    freed = _superseded(connection, going)
    event_index.take_out(connection, going)
    _delete(connection, operation, going)
    _count_again(connection, operation, freed)
    hold(connection, operation, others - freed)
    return changes_of(operation, {events.name: [*going, *others]})


def _load_released(connection: Connection, ids: Iterable[int]) -> Mapping[int, Sequence[Released]]:
    link = event_relations.c
    statement = (
        select(link.event_id, link.kind, events.c.id, events.c.title)
        .join(events, events.c.id == link.other_id)
        .where(listed(link.event_id, ids), link.kind.in_(_EFFECTS))
        .order_by(link.id)
    )
    found: dict[int, list[Released]] = {}
    for row in connection.execute(statement):
        released = Released(EventId(row.id), row.title, RelationKind(row.kind))
        found.setdefault(row.event_id, []).append(released)
    return found


def _load_later(
    connection: Connection, operation_id: OperationId, ids: Iterable[int]
) -> Mapping[int, Sequence[Operation]]:
    """Return the later operations that rest on each event, the newest first; each once."""
    statement = (
        select(events.c.id, operations.c.id.label("operation_id"))
        .distinct()
        .select_from(events)
        .join(operation_changes, operation_changes.c.table_name == events.name)
        .join(operations, operations.c.id == operation_changes.c.operation_id)
        .where(listed(events.c.id, ids), *_rest_on(operation_id))
        .order_by(operations.c.id.desc())
    )
    pairs = [
        (row.id, undo.root_of(connection, OperationId(row.operation_id)))
        for row in connection.execute(statement).all()
    ]
    named = {key for _, key in pairs if key != operation_id}
    rows = connection.execute(select(operations).where(listed(operations.c.id, named))).mappings()
    told = {row["id"]: records.operation(row) for row in rows}
    found: dict[int, dict[int, Operation]] = {}
    for event_id, key in pairs:
        if key in told:
            found.setdefault(event_id, {})[key] = told[key]
    return {key: tuple(each.values()) for key, each in found.items()}


def _others(connection: Connection, ids: set[int] | set[EventId]) -> set[int]:
    """Return the events outside of ids that a relation ties to one of them."""
    link = event_relations.c
    found: set[int] = set()
    for one, other in ((link.event_id, link.other_id), (link.other_id, link.event_id)):
        found.update(connection.execute(select(other).where(listed(one, ids))).scalars())
    return found - set(ids)


def _superseded(connection: Connection, ids: set[EventId]) -> set[int]:
    link = event_relations.c
    statement = select(link.other_id).where(
        listed(link.event_id, ids), link.kind == RelationKind.SUPERSEDES.value
    )
    return set(connection.execute(statement).scalars()) - set(ids)


def _delete(connection: Connection, operation: OperationId, ids: set[EventId]) -> None:
    """Delete events with every row that names one of them."""
    for table in JOURNALLED.values():
        for column in table.c:
            if column.references(events.c.id):
                going = connection.execute(select(table.c.id).where(listed(column, ids)))
                keys = going.scalars().all()
                journal.record_delete(connection, operation, table.name, keys)
                connection.execute(delete(table).where(listed(table.c.id, keys)))
    journal.record_delete(connection, operation, events.name, ids)
    connection.execute(delete(events).where(listed(events.c.id, ids)))


def _count_again(connection: Connection, operation: OperationId, freed: set[int]) -> None:
    """Let superseded events count again that no standing event supersedes any more."""
    after = successors(connection, freed)
    counting = {
        key for key in freed if not any(state in STANDING for state in after.get(key, {}).values())
    }
    journal.record_update(connection, operation, events.name, counting)
    connection.execute(
        update(events)
        .where(listed(events.c.id, counting), events.c.state == EventState.SUPERSEDED.value)
        .values(state=EventState.ACTIVE.value, cap=None)
    )
    hold(connection, operation, freed - counting)
