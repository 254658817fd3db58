"""Taking back: what an operation changed, what rests on it, and the way back itself."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.store import event_index, journal, search_index, steps
from stratagate_app.engine.store.graph_schema import SOURCES
from stratagate_app.engine.store.schema import (
    JOURNALLED,
    NOT_JOURNALLED,
    adoptions,
    event_relations,
    messages,
    operation_changes,
    operations,
    sessions,
    workspace_rules,
    workspaces,
)
from stratagate_app.engine.store.schema import events as events_table

# The most ids that one look-up names.
_IDS_AT_ONCE = 900
# No column is called so.
_ROW_ID = "row_that_changes"


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
        batch, queue = queue[:_IDS_AT_ONCE], queue[_IDS_AT_ONCE:]
        statement = (
            select(later.c.operation_id)
            .distinct()
            .select_from(operation_changes)
            .join(
                later,
                and_(
                    later.c.table_name == operation_changes.c.table_name,
                    later.c.first_id.between(
                        operation_changes.c.first_id - journal.MAX_RUN, operation_changes.c.last_id
                    ),
                    later.c.last_id >= operation_changes.c.first_id,
                    later.c.id > operation_changes.c.id,
                    # A step of a counter only rests on the row being there at all.
                    or_(
                        later.c.action != journal.COUNT,
                        operation_changes.c.action == journal.INSERT,
                    ),
                ),
            )
            .join(operations, operations.c.id == later.c.operation_id)
            .where(
                operation_changes.c.operation_id.in_(batch),
                operation_changes.c.action != journal.COUNT,
                # What events say of the graph rests on nothing but the events.
                operation_changes.c.table_name.not_in(list(SOURCES)),
                operations.c.undone_by.is_(None),
                operations.c.kind.not_in(("undo", "redo")),
            )
        )
        touching = [*connection.execute(statement).scalars(), *_rivals(connection, batch)]
        for key in touching:
            root = root_of(connection, OperationId(key))
            if root in seen or root in own:
                continue
            seen.add(root)
            found.add(root)
            queue += family(connection, root)
    return sorted(found, reverse=True)


def _rivals(connection: Connection, batch: Sequence[OperationId]) -> list[int]:
    """Return the operations that made anew a relation which these operations took away.

    There is one relation of a kind between two events, so the old row cannot come back beside it.
    """
    deleted = connection.execute(
        select(operation_changes).where(
            operation_changes.c.operation_id.in_(batch),
            operation_changes.c.table_name == event_relations.name,
            operation_changes.c.action == journal.DELETE,
        )
    ).all()
    link = event_relations.c
    found: list[int] = []
    for image in [row for change in deleted for row in _images(change)]:
        rival = connection.execute(
            select(link.id).where(
                link.event_id == image["event_id"],
                link.kind == image["kind"],
                link.other_id == image["other_id"],
                link.id != image["id"],
            )
        ).scalar()
        if rival is None:
            continue
        makers = select(operations.c.id).where(
            operations.c.id.in_(
                select(operation_changes.c.operation_id).where(
                    operation_changes.c.table_name == event_relations.name,
                    operation_changes.c.action == journal.INSERT,
                    operation_changes.c.first_id.between(rival - journal.MAX_RUN, rival),
                    operation_changes.c.last_id >= rival,
                )
            ),
            operations.c.kind.not_in(("undo", "redo")),
        )
        found += connection.execute(makers).scalars()
    return found


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


def is_held(table: Table, holders: Collection[str]) -> ColumnElement[bool]:
    """Return the condition that a standing operation changed a row of the table by its id.

    Args:
        table: The table.
        holders: Kinds of operations that need the row to be there, though they do not change it.
    """
    return (
        select(operation_changes.c.id)
        .join(operations, operations.c.id == operation_changes.c.operation_id)
        .where(
            operation_changes.c.table_name == table.name,
            operation_changes.c.first_id == table.c.id,
            or_(operation_changes.c.action == journal.UPDATE, operations.c.kind.in_(holders)),
            operations.c.undone_by.is_(None),
            operations.c.kind.not_in(("undo", "redo")),
        )
        .exists()
    )


def missing_workspace(connection: Connection, undo_id: OperationId) -> int | None:
    """Return a workspace that what an undo took would come back to but that is gone."""
    changes = connection.execute(
        select(operation_changes).where(
            operation_changes.c.operation_id == undo_id,
            operation_changes.c.action.in_((journal.DELETE, journal.UPDATE)),
            operation_changes.c.table_name.in_(
                (sessions.name, workspaces.name, workspace_rules.name)
            ),
        )
    ).all()
    wanted: set[int] = set()
    restored: set[int] = set()
    for change in changes:
        for row in _images(change):
            if change.table_name != workspaces.name:
                wanted.add(row["workspace_id"])
            elif change.action == journal.DELETE:
                restored.add(row["id"])
    present = set(
        connection.execute(
            select(workspaces.c.id).where(workspaces.c.id.in_(wanted - restored))
        ).scalars()
    )
    return next(iter(sorted(wanted - restored - present)), None)


def missing_session(connection: Connection, undo_id: OperationId) -> int | None:
    """Return a session that an undo changed back but that is gone by now."""
    changes = connection.execute(
        select(operation_changes).where(
            operation_changes.c.operation_id == undo_id,
            operation_changes.c.action.in_((journal.DELETE, journal.UPDATE)),
            operation_changes.c.table_name == sessions.name,
        )
    ).all()
    keys = {journal.UPDATE: set[int](), journal.DELETE: set[int]()}
    for change in changes:
        keys[change.action].update(row["id"] for row in _images(change))
    wanted = sorted(keys[journal.UPDATE] - keys[journal.DELETE])
    statement = select(sessions.c.id).where(sessions.c.id.in_(_each(wanted)))
    present = set(connection.execute(statement).scalars())
    return next((key for key in wanted if key not in present), None)


def missing_event(connection: Connection, undo_id: OperationId) -> int | None:
    """Return an event that what an undo took was about but that is gone, so nothing comes back."""
    changes = connection.execute(
        select(operation_changes).where(
            operation_changes.c.operation_id == undo_id,
            operation_changes.c.table_name.in_((adoptions.name, events_table.name)),
        )
    ).all()
    wanted: set[int] = set()
    restored: set[int] = set()
    for change in changes:
        if change.table_name == adoptions.name:
            if change.action == journal.DELETE:
                wanted.update(row["event_id"] for row in _images(change))
        elif change.action == journal.COUNT:
            wanted.update(range(change.first_id, change.last_id + 1))
        elif change.action != journal.INSERT:
            keys = {row["id"] for row in _images(change)}
            (restored if change.action == journal.DELETE else wanted).update(keys)
    missing = sorted(wanted - restored)
    present = set(
        connection.execute(
            select(events_table.c.id).where(events_table.c.id.in_(_each(missing)))
        ).scalars()
    )
    return next((key for key in missing if key not in present), None)


def _each(ids: Sequence[int]) -> Select[Any]:
    """Return any number of ids as a query: SQLite takes 32,766 variables a statement."""
    values = func.json_each(orjson.dumps(list(ids)).decode()).table_valued("value")
    return select(values.c.value)


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
    event_ids = _found_otherwise(connection, changes)
    event_index.take_out(connection, event_ids)
    for change in changes:
        touched.setdefault(change.table_name, set()).update((change.first_id, change.last_id))
        _APPLY[change.action](connection, undo_id, change)
    event_index.put_in(connection, event_ids | _brought_back(changes))
    connection.execute(
        update(operations).where(operations.c.id.in_(members)).values(undone_by=undo_id)
    )
    return touched


def _undo_insert(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    rows = journal.read_rows(connection, change.table_name, change.first_id, change.last_id)
    if not rows:
        return
    journal.store_images(connection, undo_id, journal.DELETE, change.table_name, rows)
    if table is messages:
        search_index.remove_messages(connection, [(row["id"], row["content"]) for row in rows])
    connection.execute(delete(table).where(table.c.id.between(change.first_id, change.last_id)))


def _undo_update(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    images = _images(change)
    journal.record_update(connection, undo_id, change.table_name, [row["id"] for row in images])
    kept = NOT_JOURNALLED.get(change.table_name, frozenset()) | {"id"}
    since = steps.steps_since(connection, change)
    given: list[dict[str, Any]] = []
    for row in images:
        values = {key: value for key, value in row.items() if key not in kept}
        for column, step in since.get(row["id"], {}).items():
            values[column] += step
        given.append({**values, _ROW_ID: row["id"]})
    # What is set are the columns that are given.
    connection.execute(update(table).where(table.c.id == bindparam(_ROW_ID)), given)


def _undo_delete(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    images = _images(change)
    if table is adoptions:
        steps.bring_up_uses(connection, change, images)
    connection.execute(insert(table), images)
    if table is messages:
        search_index.add_messages(connection, [(row["id"], row["content"]) for row in images])
    for run in journal.runs([row["id"] for row in images]):
        journal.record_insert(connection, undo_id, change.table_name, run[0], run[-1])


def _undo_count(connection: Connection, undo_id: OperationId, change: Row[Any]) -> None:
    table = JOURNALLED[change.table_name]
    column, step = orjson.loads(change.before)
    run = range(change.first_id, change.last_id + 1)
    connection.execute(
        update(table)
        .where(table.c.id.between(run[0], run[-1]))
        .values({column: table.c[column] - step})
    )
    journal.record_steps(connection, undo_id, table.name, run, column=column, step=-step)


_APPLY = {
    journal.INSERT: _undo_insert,
    journal.UPDATE: _undo_update,
    journal.DELETE: _undo_delete,
    journal.COUNT: _undo_count,
}


def _images(change: Row[Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = orjson.loads(zlib.decompress(change.before))
    return rows


# -- the index of events depends on two tables, so it is taken down before and put up after


def _found_otherwise(connection: Connection, changes: Sequence[Row[Any]]) -> set[int]:
    """Return the events that are there now and will be found by other words, or not at all."""
    found: set[int] = set()
    for change in changes:
        if change.table_name != events_table.name or change.action == journal.COUNT:
            continue
        rows = {
            row["id"]: row
            for row in journal.read_rows(
                connection, events_table.name, change.first_id, change.last_id
            )
        }
        if change.action == journal.UPDATE:
            same = {image["id"] for image in _images(change) if _reads_as(image, rows)}
            found |= rows.keys() - same
        else:
            found |= rows.keys()
    return found


def _reads_as(image: dict[str, Any], rows: dict[int, dict[str, Any]]) -> bool:
    row = rows.get(image["id"])
    return row is not None and all(
        image.get(column) == row[column] for column in search_index.INDEXED_OF_EVENTS
    )


def _brought_back(changes: Sequence[Row[Any]]) -> set[int]:
    """Return the events that were away."""
    found: set[int] = set()
    for change in changes:
        if change.table_name == events_table.name and change.action == journal.DELETE:
            found.update(range(change.first_id, change.last_id + 1))
    return found
