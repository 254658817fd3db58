"""Before and after: what one operation changed, read back from the journal.

Before is what the operation kept of a row; after is what the next one kept that changed it, or
the row itself where none did.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Row, select

from stratagate_app.engine.domain.comparison import Comparison, RowChange
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.graph_schema import graph_corrections
from stratagate_app.engine.store.review_schema import review_answers
from stratagate_app.engine.store.schema import (
    adoptions,
    blocks,
    event_relations,
    events,
    messages,
    operation_changes,
    sessions,
    workspace_rules,
    workspaces,
)

# Things that are shown with their fields; a page of them is all that anybody reads.
SHOWN = 40
# The fields that tell a person something. Counters that many operations move are left to the
# steps of each.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    events.name: (
        *("title", "summary", "type", "status", "state", "scope", "criticality", "pinned", "cap"),
        *("happened_start", "happened_end", "happened_text", "precision", "basis"),
        *("mentioned_at", "tags", "participants", "workspace"),
    ),
    sessions.name: ("title", "workspace", "turns", "messages", "blocks"),
    workspaces.name: ("name", "block_turns", "decay_lambda"),
    blocks.name: ("status", "anchor_level", "title", "summary"),
}
_KINDS = {
    events.name: "event",
    sessions.name: "session",
    workspaces.name: "workspace",
    blocks.name: "block",
    messages.name: "message",
    event_relations.name: "relation",
    adoptions.name: "use",
    workspace_rules.name: "rule",
    graph_corrections.name: "correction",
    review_answers.name: "answer",
}
_LISTS = ("tags", "participants")
_IMAGE = operation_changes.c.before


def compare(connection: Connection, operation_id: OperationId) -> Comparison:
    """Return what an operation changed; what followed from it is not counted in."""
    # Without the rows that it kept: what took an import back kept all of its messages.
    statement = (
        select(*(column for column in operation_changes.c if column is not _IMAGE))
        .where(operation_changes.c.operation_id == operation_id)
        .order_by(operation_changes.c.id)
    )
    names = {row.id: row.name for row in connection.execute(select(workspaces))}
    made = connection.execute(statement).all()
    found: dict[tuple[str, int], RowChange] = {}
    more = 0
    for change in made:
        if len(found) < SHOWN:
            for row in _row_changes(connection, change, names):
                found.setdefault((row.kind, row.id), row)
        elif change.table_name in _FIELDS and change.action in (journal.UPDATE, journal.DELETE):
            more += change.last_id - change.first_id + 1
    rows = tuple(found.values())
    return Comparison(
        rows[:SHOWN],
        more + len(rows[SHOWN:]),
        _count(made, journal.INSERT),
        _count(made, journal.DELETE),
    )


def _count(made: Sequence[Row[Any]], action: str) -> dict[str, int]:
    """Return how many rows changes of one action name, by what these are."""
    found: Counter[str] = Counter()
    for change in made:
        if change.action == action and change.table_name in _KINDS:
            found[_KINDS[change.table_name]] += change.last_id - change.first_id + 1
    return dict(found)


def _row_changes(
    connection: Connection, change: Row[Any], names: Mapping[int, str]
) -> Iterator[RowChange]:
    """Yield what a change made of things that are shown with their fields."""
    table = events.name if _is_use(change) else change.table_name
    if table not in _FIELDS or (change.action == journal.INSERT and not _is_use(change)):
        return
    for key, before, after in _pairs(connection, change):
        row = _row_change(table, key, before, after, names)
        if row is not None:
            yield row


def _pairs(
    connection: Connection, change: Row[Any]
) -> Iterator[tuple[int, dict[str, Any], dict[str, Any] | None]]:
    """Yield the rows of a change as they were before and after it; None where they went."""
    if _is_use(change):
        yield from _uses(connection, change)
        return
    if change.action == journal.COUNT:
        yield from _steps(connection, change)
        return
    for row in orjson.loads(zlib.decompress(_kept(connection, change))):
        if change.action == journal.DELETE:
            yield row["id"], row, None
        else:
            yield row["id"], row, _after(connection, change, row["id"])


def _kept(connection: Connection, change: Row[Any]) -> bytes:
    statement = select(_IMAGE).where(operation_changes.c.id == change.id)
    return bytes(connection.execute(statement).scalar_one())


def _steps(
    connection: Connection, change: Row[Any]
) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Yield how often events had been used, where that is the counter that moved."""
    column, step = orjson.loads(_kept(connection, change))
    if (change.table_name, column) != (events.name, events.c.adoptions.name) or not step:
        return
    statement = select(events).where(events.c.id.between(change.first_id, change.last_id))
    for row in connection.execute(statement).mappings():
        # Many move it: what is sure is by how much this one did.
        yield row["id"], {**row, "uses": None}, {**row, "uses": step}


def _is_use(change: Row[Any]) -> bool:
    return (change.table_name, change.action) == (adoptions.name, journal.INSERT)


def _uses(
    connection: Connection, change: Row[Any]
) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Yield the events that were used, as far as the uses still stand."""
    statement = (
        select(events)
        .join(adoptions, adoptions.c.event_id == events.c.id)
        .where(adoptions.c.id.between(change.first_id, change.last_id))
    )
    for row in connection.execute(statement).mappings():
        yield row["id"], {**row, "uses": None}, {**row, "uses": 1}


def _after(connection: Connection, change: Row[Any], key: int) -> dict[str, Any] | None:
    """Return a row as the operation left it."""
    later = (
        select(_IMAGE)
        .where(
            operation_changes.c.table_name == change.table_name,
            operation_changes.c.first_id.between(key - journal.MAX_RUN, key),
            operation_changes.c.last_id >= key,
            operation_changes.c.id > change.id,
            operation_changes.c.operation_id != change.operation_id,
            operation_changes.c.action.in_((journal.UPDATE, journal.DELETE)),
        )
        .order_by(operation_changes.c.id)
    )
    for image in connection.execute(later).scalars():
        for row in orjson.loads(zlib.decompress(image)):
            if row["id"] == key:
                return dict(row)
    rows = journal.read_rows(connection, change.table_name, key, key)
    return rows[0] if rows else None


def _row_change(
    table: str,
    key: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any] | None,
    names: Mapping[int, str],
) -> RowChange | None:
    """Return what of a row became another; None where nothing that is shown did."""
    old, new = ({} if row is None else _shown(table, row, names) for row in (before, after))
    if after is not None:
        differing = [name for name in old if old[name] != new.get(name)]
        old, new = ({name: row.get(name) for name in differing} for row in (old, new))
        if not differing:
            return None
    title = str(before["name"] if table == workspaces.name else before["title"])
    return RowChange(_KINDS[table], key, title, old, new)


def _shown(table: str, row: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, JsonValue]:
    known = {**row, "workspace": names.get(row.get("workspace_id", 0), "")}
    fields = (*_FIELDS[table], *(("uses",) if "uses" in row else ()))
    return {
        name: orjson.loads(known[name]) if name in _LISTS else known[name]
        for name in fields
        if name in known
    }
