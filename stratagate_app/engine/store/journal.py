"""The journal: one row an operation, and what undo needs to take it back exactly.

A change names a table, a run of row ids and an action. `insert` keeps no images: the rows are
there to be read when they must go. `update` and `delete` keep the rows as they were. `count`
keeps a step of a counter that many operations move, so that undoing one does not disturb the
others. Undo is itself an operation with changes of its own, and redo is the undo of an undo.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from stratagate_app.engine.domain.changes import Actor
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.ids import OperationId, WorkspaceId
from stratagate_app.engine.store import search_index
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import (
    JOURNALLED,
    event_quotes,
    messages,
    operation_changes,
    operations,
    sessions,
    workspaces,
)
from stratagate_app.engine.store.schema import events as events_table

# The most rows one change names: bounds what must be read to find who touched a row.
MAX_RUN = 1000
_SQL_VARIABLES = 900

INSERT, UPDATE, DELETE, COUNT = "insert", "update", "delete", "count"

# Built once: putting a statement together costs more than running it.
_ADD_CHANGE = insert(operation_changes)
_SET_FIELDS = (
    update(operations).where(operations.c.id == bindparam("key")).values(fields=bindparam("told"))
)
_ROWS = {
    name: select(table)
    .where(table.c.id.between(bindparam("first"), bindparam("last")))
    .order_by(table.c.id)
    for name, table in JOURNALLED.items()
}


def begin_operation(
    connection: Connection,
    kind: str,
    actor: Actor,
    at: datetime,
    *,
    fields: Mapping[str, JsonValue] | None = None,
    workspace_id: WorkspaceId | None = None,
    cause_id: OperationId | None = None,
    target_id: OperationId | None = None,
) -> OperationId:
    """Record that a command runs, and return its operation."""
    result = connection.execute(
        insert(operations).values(
            kind=kind,
            actor=actor.value,
            at=to_text(at),
            workspace_id=workspace_id,
            cause_id=cause_id,
            target_id=target_id,
            fields=orjson.dumps(fields or {}).decode(),
        )
    )
    return OperationId(int(result.inserted_primary_key[0]))  # type: ignore[index]


def set_fields(
    connection: Connection, operation_id: OperationId, fields: Mapping[str, JsonValue]
) -> None:
    """Replace what is told about a running operation."""
    connection.execute(_SET_FIELDS, {"key": operation_id, "told": orjson.dumps(fields).decode()})


def record_insert(
    connection: Connection, operation_id: OperationId, table: str, first_id: int, last_id: int
) -> None:
    """Record that the rows first_id to last_id are new. An empty run records nothing."""
    rows = [
        {
            "operation_id": operation_id,
            "action": INSERT,
            "table_name": table,
            "first_id": start,
            "last_id": min(start + MAX_RUN - 1, last_id),
        }
        for start in range(first_id, last_id + 1, MAX_RUN)
    ]
    if rows:
        connection.execute(_ADD_CHANGE, rows)


def record_update(
    connection: Connection, operation_id: OperationId, table: str, ids: Iterable[int]
) -> None:
    """Record the rows as they are. Call it before they are changed."""
    _record_images(connection, operation_id, UPDATE, table, ids)


def record_delete(
    connection: Connection, operation_id: OperationId, table: str, ids: Iterable[int]
) -> None:
    """Record the rows as they are. Call it before they are deleted."""
    _record_images(connection, operation_id, DELETE, table, ids)


def record_count(
    connection: Connection,
    operation_id: OperationId,
    table: str,
    row_id: int,
    *,
    column: str,
    step: int,
) -> None:
    """Record that a counter moved by step."""
    connection.execute(
        _ADD_CHANGE,
        {
            "operation_id": operation_id,
            "action": COUNT,
            "table_name": table,
            "first_id": row_id,
            "last_id": row_id,
            "before": orjson.dumps([column, step]),
        },
    )


def _record_images(
    connection: Connection, operation_id: OperationId, action: str, table: str, ids: Iterable[int]
) -> None:
    for run in _runs(sorted(set(ids))):
        rows = _read_rows(connection, table, run[0], run[-1])
        if rows:
            _store_images(connection, operation_id, action, table, rows)


def _store_images(
    connection: Connection,
    operation_id: OperationId,
    action: str,
    table: str,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    connection.execute(
        _ADD_CHANGE,
        {
            "operation_id": operation_id,
            "action": action,
            "table_name": table,
            "first_id": rows[0]["id"],
            "last_id": rows[-1]["id"],
            # Column names are a subclass of str to SQLAlchemy.
            "before": zlib.compress(orjson.dumps(rows, option=orjson.OPT_NON_STR_KEYS), 1),
        },
    )


def _runs(ids: Sequence[int]) -> Iterator[list[int]]:
    """Yield the ids as unbroken runs of at most MAX_RUN."""
    for _, group in groupby(enumerate(ids), key=lambda pair: pair[1] - pair[0]):
        run = [key for _, key in group]
        for start in range(0, len(run), MAX_RUN):
            yield run[start : start + MAX_RUN]


def _read_rows(connection: Connection, table: str, first: int, last: int) -> list[dict[str, Any]]:
    found = connection.execute(_ROWS[table], {"first": first, "last": last})
    return [dict(row) for row in found.mappings()]


# -- taking back


def family(connection: Connection, operation_id: OperationId) -> list[OperationId]:
    """Return the operation and all that followed from it, in the order they began."""
    found = [operation_id]
    level = [operation_id]
    while level:
        statement = select(operations.c.id).where(operations.c.cause_id.in_(level))
        level = [OperationId(key) for key in connection.execute(statement).scalars()]
        found += level
    return sorted(found)


def find_dependents(connection: Connection, members: Sequence[OperationId]) -> list[OperationId]:
    """Return the operations whose later changes touched the same rows, newest first.

    Named is the operation a person knows: of derived work, what it followed from. Undone ones,
    and undo and redo themselves, do not count: their effects cancel.
    """
    own = set(members)
    found: set[OperationId] = set()
    seen = set(own)
    queue = list(members)
    later = operation_changes.alias()
    while queue:
        batch, queue = queue[:_SQL_VARIABLES], queue[_SQL_VARIABLES:]
        statement = (
            select(later.c.operation_id)
            .distinct()
            .select_from(operation_changes)
            .join(
                later,
                and_(
                    later.c.table_name == operation_changes.c.table_name,
                    later.c.first_id.between(
                        operation_changes.c.first_id - MAX_RUN, operation_changes.c.last_id
                    ),
                    later.c.last_id >= operation_changes.c.first_id,
                    later.c.id > operation_changes.c.id,
                    # A step of a counter only rests on the row being there at all.
                    or_(later.c.action != COUNT, operation_changes.c.action == INSERT),
                ),
            )
            .join(operations, operations.c.id == later.c.operation_id)
            .where(
                operation_changes.c.operation_id.in_(batch),
                operation_changes.c.action != COUNT,
                operations.c.undone_by.is_(None),
                operations.c.kind.not_in(("undo", "redo")),
            )
        )
        for key in connection.execute(statement).scalars():
            root = root_of(connection, OperationId(key))
            if root in seen or root in own:
                continue
            seen.add(root)
            found.add(root)
            queue += family(connection, root)
    return sorted(found, reverse=True)


def root_of(connection: Connection, operation_id: OperationId) -> OperationId:
    """Return what an operation followed from in the end; itself if from nothing."""
    current = operation_id
    while True:
        cause = connection.execute(
            select(operations.c.cause_id).where(operations.c.id == current)
        ).scalar()
        if cause is None:
            return current
        current = OperationId(cause)


def was_updated(table: Table) -> ColumnElement[bool]:
    """Return the condition that a standing operation changed a row of the table by its id."""
    return (
        select(operation_changes.c.id)
        .join(operations, operations.c.id == operation_changes.c.operation_id)
        .where(
            operation_changes.c.table_name == table.name,
            operation_changes.c.first_id == table.c.id,
            operation_changes.c.action == UPDATE,
            operations.c.undone_by.is_(None),
            operations.c.kind.not_in(("undo", "redo")),
        )
        .exists()
    )


def missing_workspace(connection: Connection, undo_id: OperationId) -> int | None:
    """Return a workspace that the sessions an undo took would come back to but that is gone."""
    changes = connection.execute(
        select(operation_changes).where(
            operation_changes.c.operation_id == undo_id,
            operation_changes.c.action == DELETE,
            operation_changes.c.table_name.in_((sessions.name, workspaces.name)),
        )
    ).all()
    wanted: set[int] = set()
    restored: set[int] = set()
    for change in changes:
        for row in _images(change):
            if change.table_name == workspaces.name:
                restored.add(row["id"])
            else:
                wanted.add(row["workspace_id"])
    present = set(
        connection.execute(
            select(workspaces.c.id).where(workspaces.c.id.in_(wanted - restored))
        ).scalars()
    )
    return next(iter(sorted(wanted - restored - present)), None)


def take_back(
    connection: Connection, undo_id: OperationId, members: Sequence[OperationId]
) -> dict[str, set[int]]:
    """Take back every change of the members, newest first, recording it under undo_id.

    Returns:
        Table name to the row ids that were touched (only the ends of long runs).
    """
    changes = connection.execute(
        select(operation_changes)
        .where(operation_changes.c.operation_id.in_(members))
        .order_by(operation_changes.c.id.desc())
    ).all()
    touched: dict[str, set[int]] = {}
    event_ids = _event_ids(connection, changes)
    _unindex_events(connection, event_ids)
    for change in changes:
        touched.setdefault(change.table_name, set()).update((change.first_id, change.last_id))
        _APPLY[change.action](connection, undo_id, change)
    _index_events(connection, _event_ids(connection, changes) | event_ids)
    connection.execute(
        update(operations).where(operations.c.id.in_(members)).values(undone_by=undo_id)
    )
    return touched


def _undo_insert(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    rows = _read_rows(connection, change.table_name, change.first_id, change.last_id)
    if not rows:
        return
    _store_images(connection, undo_id, DELETE, change.table_name, rows)
    if table is messages:
        search_index.remove_messages(connection, [(row["id"], row["content"]) for row in rows])
    connection.execute(delete(table).where(table.c.id.between(change.first_id, change.last_id)))


def _undo_update(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    images = _images(change)
    record_update(connection, undo_id, change.table_name, [row["id"] for row in images])
    for row in images:
        values = {key: value for key, value in row.items() if key != "id"}
        connection.execute(update(table).where(table.c.id == row["id"]).values(values))


def _undo_delete(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    images = _images(change)
    connection.execute(insert(table), images)
    if table is messages:
        search_index.add_messages(connection, [(row["id"], row["content"]) for row in images])
    for run in _runs([row["id"] for row in images]):
        record_insert(connection, undo_id, change.table_name, run[0], run[-1])


def _undo_count(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    column, step = orjson.loads(change.before)
    connection.execute(
        update(table).where(table.c.id == change.first_id).values({column: table.c[column] - step})
    )
    record_count(connection, undo_id, change.table_name, change.first_id, column=column, step=-step)


_APPLY = {INSERT: _undo_insert, UPDATE: _undo_update, DELETE: _undo_delete, COUNT: _undo_count}


def _images(change: Row[Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = orjson.loads(zlib.decompress(change.before))
    return rows


# -- the index of events depends on two tables, so it is taken down before and put up after


def _event_ids(connection: Connection, changes: Sequence[Row[Any]]) -> set[int]:
    found: set[int] = set()
    for change in changes:
        if change.table_name == events_table.name and change.action != COUNT:
            statement = select(events_table.c.id).where(
                events_table.c.id.between(change.first_id, change.last_id)
            )
            found.update(connection.execute(statement).scalars())
    return found


def _indexed(
    connection: Connection, event_ids: set[int]
) -> Iterator[tuple[Mapping[str, Any], list[str]]]:
    for run in _runs(sorted(event_ids)):
        between = events_table.c.id.between(run[0], run[-1])
        quotes: dict[int, list[str]] = {}
        for row in connection.execute(
            select(event_quotes.c.event_id, event_quotes.c.quote)
            .where(event_quotes.c.event_id.between(run[0], run[-1]))
            .order_by(event_quotes.c.id)
        ):
            quotes.setdefault(row.event_id, []).append(row.quote)
        for event_row in connection.execute(select(events_table).where(between)).mappings().all():
            yield dict(event_row), quotes.get(event_row["id"], [])


def _unindex_events(connection: Connection, event_ids: set[int]) -> None:
    for row, quotes in _indexed(connection, event_ids):
        search_index.remove_event(connection, row, quotes)


def _index_events(connection: Connection, event_ids: set[int]) -> None:
    for row, quotes in _indexed(connection, event_ids):
        search_index.add_event(connection, row, quotes)
