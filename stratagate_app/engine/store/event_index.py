"""The full-text table of events, by the ids of events: out before a change, in after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import DatabaseError

from stratagate_app.engine.store import search_index
from stratagate_app.engine.store.schema import event_quotes, events

_AT_ONCE = 500
_named = func.json_each(bindparam("named")).table_valued("value")
# Built once: putting a statement together costs more than running it.
_EVENTS = select(events).where(events.c.id.in_(select(_named.c.value))).order_by(events.c.id)
_QUOTES = (
    select(event_quotes.c.event_id, event_quotes.c.quote)
    .where(event_quotes.c.event_id.in_(select(_named.c.value)))
    .order_by(event_quotes.c.id)
)
_DELETE_ALL = "INSERT INTO event_index (event_index) VALUES ('delete-all')"


def take_out(connection: Connection, event_ids: Iterable[int]) -> None:
    """Take events out of the index, as they are now.

    What is deleted must be named with the text that was indexed. Where another program changed an
    event in the file that is not so, and SQLite says that the index is damaged: then it is made
    anew, from what the events hold.
    """
    ids = set(event_ids)
    try:
        with connection.begin_nested():
            for rows in _rows(connection, ids):
                search_index.remove_events(connection, rows)
    except DatabaseError as error:
        # A full disk and the like are kinds of their own.
        if type(error) is not DatabaseError:
            raise
        connection.exec_driver_sql(_DELETE_ALL)
        others = connection.execute(select(events.c.id)).scalars().all()
        put_in(connection, set(others) - ids)


def put_in(connection: Connection, event_ids: Iterable[int]) -> None:
    """Index events as they are now; those that are gone are left out."""
    for rows in _rows(connection, event_ids):
        search_index.add_events(connection, rows)


def _rows(
    connection: Connection, event_ids: Iterable[int]
) -> Iterator[list[tuple[Mapping[str, Any], list[str]]]]:
    """Yield the rows of events with their quotes, some at a time."""
    wanted = sorted(event_ids)
    for start in range(0, len(wanted), _AT_ONCE):
        named = orjson.dumps(wanted[start : start + _AT_ONCE]).decode()
        quotes: dict[int, list[str]] = {}
        for row in connection.execute(_QUOTES, {"named": named}):
            quotes.setdefault(row.event_id, []).append(row.quote)
        found = connection.execute(_EVENTS, {"named": named}).mappings().all()
        yield [(dict(event), quotes.get(event["id"], [])) for event in found]
