"""What the commands on events share: rows of a selection, and what supersedes what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Row, func, select, update

from stratagate_app.engine.domain.events import EventState, RelationKind
from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.schema import event_relations, events

# engine-rules.md, "Events", Supersede.
SUPERSEDED_CAP = 0.1
# What counts; a forgotten or archived event supersedes nothing and conflicts with nothing.
STANDING = (EventState.ACTIVE.value, EventState.SUPERSEDED.value)


def listed(column: ColumnElement[int], ids: Iterable[int]) -> ColumnElement[bool]:
    """Return the condition that a column is one of any number of ids.

    They go over as one value: SQLite takes 32,766 variables a statement, and a selection may hold
    more.
    """
    each = func.json_each(orjson.dumps(list(ids)).decode()).table_valued("value")
    return column.in_(select(each.c.value))


def load_rows(connection: Connection, ids: Sequence[int]) -> dict[int, Row[Any]]:
    """Return the rows of a selection by id, in its order.

    Raises:
        NotFoundError: One of the ids names nothing.
    """
    wanted = list(dict.fromkeys(ids))
    found = {
        row.id: row for row in connection.execute(select(events).where(listed(events.c.id, wanted)))
    }
    for key in wanted:
        if key not in found:
            raise NotFoundError(kind="event", id=key)
    return {key: found[key] for key in wanted}


def successors(connection: Connection, ids: Iterable[int]) -> dict[int, dict[int, str]]:
    """Return what supersedes each of the events: id and state, whether it stands or not."""
    found: dict[int, dict[int, str]] = {}
    statement = (
        select(event_relations.c.other_id, events.c.id, events.c.state)
        .join(events, events.c.id == event_relations.c.event_id)
        .where(
            event_relations.c.kind == RelationKind.SUPERSEDES.value,
            listed(event_relations.c.other_id, ids),
        )
    )
    for row in connection.execute(statement):
        found.setdefault(row.other_id, {})[row.id] = row.state
    return found


def superseded_by(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Return the active events that these supersede."""
    statement = (
        select(events.c.id)
        .join(event_relations, event_relations.c.other_id == events.c.id)
        .where(
            event_relations.c.kind == RelationKind.SUPERSEDES.value,
            listed(event_relations.c.event_id, ids),
            events.c.state == EventState.ACTIVE.value,
        )
    )
    return set(connection.execute(statement).scalars())


def mark_superseded(connection: Connection, ids: Iterable[int]) -> None:
    """Let active events count as superseded; they are journalled by the caller."""
    connection.execute(
        update(events)
        .where(listed(events.c.id, ids), events.c.state == EventState.ACTIVE.value)
        .values(state=EventState.SUPERSEDED.value, cap=SUPERSEDED_CAP)
    )


def hold(connection: Connection, operation: OperationId, ids: Iterable[int]) -> None:
    """Record that an operation needs these events to be there, without changing them.

    A step of nothing: what made the event finds this operation among those that rest on it, and
    what changed the event in between does not.
    """
    for key in sorted(set(ids)):
        journal.record_count(
            connection, operation, events.name, key, column=events.c.adoptions.name, step=0
        )
