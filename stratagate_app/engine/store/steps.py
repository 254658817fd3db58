"""Steps of counters that were taken after a change: an image of a row knows nothing of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Row, select

from stratagate_app.engine.store import journal
from stratagate_app.engine.store.schema import adoptions, events, operation_changes


def steps_since(connection: Connection, change: Row[Any]) -> dict[int, dict[str, int]]:
    """Return what counters of the rows of a change have moved by since: row to column to step.

    What was taken back again is in it both ways and cancels.
    """
    return _steps(connection, change.id, change.table_name, change.first_id, change.last_id)


def bring_up_uses(
    connection: Connection, change: Row[Any], images: Sequence[dict[str, Any]]
) -> None:
    """Count uses that come back from where their events' turns are counted from by now."""
    for image in images:
        key = image["event_id"]
        moved = _steps(connection, change.id, events.name, key, key)
        image[adoptions.c.turn.name] += moved.get(key, {}).get(events.c.last_adoption_turn.name, 0)


def _steps(
    connection: Connection, after: int, table: str, first: int, last: int
) -> dict[int, dict[str, int]]:
    statement = select(
        operation_changes.c.first_id, operation_changes.c.last_id, operation_changes.c.before
    ).where(
        operation_changes.c.table_name == table,
        operation_changes.c.first_id.between(first - journal.MAX_RUN, last),
        operation_changes.c.last_id >= first,
        operation_changes.c.action == journal.COUNT,
        operation_changes.c.id > after,
    )
    found: dict[int, dict[str, int]] = {}
    for row in connection.execute(statement):
        column, step = orjson.loads(row.before)
        for key in range(max(first, row.first_id), min(last, row.last_id) + 1):
            own = found.setdefault(key, {})
            own[column] = own.get(column, 0) + step
    return found
