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
    Connection,
    Table,
    bindparam,
    insert,
    select,
    update,
)

from stratagate_app.engine.domain.changes import Actor
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.ids import OperationId, WorkspaceId
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import (
    JOURNALLED,
    operation_changes,
    operations,
)

# The most rows one change names: bounds what must be read to find who touched a row.
MAX_RUN = 1000

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
    rows = _inserted(operation_id, table, first_id, last_id)
    if rows:
        connection.execute(_ADD_CHANGE, rows)


def _inserted(
    operation_id: OperationId, table: str, first_id: int, last_id: int
) -> list[dict[str, object]]:
    return [
        {
            "operation_id": operation_id,
            "action": INSERT,
            "table_name": table,
            "first_id": start,
            "last_id": min(start + MAX_RUN - 1, last_id),
        }
        for start in range(first_id, last_id + 1, MAX_RUN)
    ]


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
    record_steps(connection, operation_id, table, [row_id], column=column, step=step)


def record_steps(
    connection: Connection,
    operation_id: OperationId,
    table: str,
    ids: Iterable[int],
    *,
    column: str,
    step: int,
) -> None:
    """Record that the same counter of several rows moved by step."""
    moved = orjson.dumps([column, step])
    rows = [
        {
            "operation_id": operation_id,
            "action": COUNT,
            "table_name": table,
            "first_id": run[0],
            "last_id": run[-1],
            "before": moved,
        }
        for run in runs(sorted(set(ids)))
    ]
    if rows:
        connection.execute(_ADD_CHANGE, rows)


def _record_images(
    connection: Connection, operation_id: OperationId, action: str, table: str, ids: Iterable[int]
) -> None:
    for run in runs(sorted(set(ids))):
        rows = read_rows(connection, table, run[0], run[-1])
        if rows:
            store_images(connection, operation_id, action, table, rows)


def store_images(
    connection: Connection,
    operation_id: OperationId,
    action: str,
    table: str,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Record rows as they were, as one change."""
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


def runs(ids: Sequence[int]) -> Iterator[list[int]]:
    """Yield the ids as unbroken runs of at most MAX_RUN."""
    for _, group in groupby(enumerate(ids), key=lambda pair: pair[1] - pair[0]):
        run = [key for _, key in group]
        for start in range(0, len(run), MAX_RUN):
            yield run[start : start + MAX_RUN]


def read_rows(connection: Connection, table: str, first: int, last: int) -> list[dict[str, Any]]:
    """Return the rows of a run of ids as they are now."""
    found = connection.execute(_ROWS[table], {"first": first, "last": last})
    return [dict(row) for row in found.mappings()]


_LAST_IDS = "SELECT name, seq FROM sqlite_sequence"


def next_id(connection: Connection, table: Table) -> int:
    """Return the id that the next row of a table gets."""
    return _last_ids(connection).get(table.name, 0) + 1


def _last_ids(connection: Connection) -> dict[str, int]:
    return {name: int(last) for name, last in connection.exec_driver_sql(_LAST_IDS)}


def insert_rows(
    connection: Connection,
    operation_id: OperationId,
    rows: Mapping[Table, Sequence[Mapping[str, object]]],
) -> None:
    """Insert rows under the next ids of their tables, in this order; record that they are new."""
    last_ids = _last_ids(connection)
    changes: list[dict[str, object]] = []
    for table, given in rows.items():
        if given:
            first = last_ids.get(table.name, 0) + 1
            connection.execute(
                insert(table), [{"id": first + i, **row} for i, row in enumerate(given)]
            )
            changes += _inserted(operation_id, table.name, first, first + len(given) - 1)
    if changes:
        connection.execute(_ADD_CHANGE, changes)
