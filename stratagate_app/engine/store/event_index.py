"""The full-text table of events, by the ids of events: out before a change, in after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from stratagate_app.engine.store import journal, search_index
from stratagate_app.engine.store.schema import event_quotes, events

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
            for row, quotes in _rows(connection, ids):
                search_index.remove_event(connection, row, quotes)
    except DatabaseError as error:
        # A full disk and the like are kinds of their own.
        if type(error) is not DatabaseError:
            raise
        connection.exec_driver_sql(_DELETE_ALL)
        others = connection.execute(select(events.c.id)).scalars().all()
        put_in(connection, set(others) - ids)


def put_in(connection: Connection, event_ids: Iterable[int]) -> None:
    """Index events as they are now; those that are gone are left out."""
    for row, quotes in _rows(connection, event_ids):
        search_index.add_event(connection, row, quotes)


def _rows(
    connection: Connection, event_ids: Iterable[int]
) -> Iterator[tuple[Mapping[str, Any], list[str]]]:
    for run in journal.runs(sorted(event_ids)):
        quotes: dict[int, list[str]] = {}
        for row in connection.execute(
            select(event_quotes.c.event_id, event_quotes.c.quote)
            .where(event_quotes.c.event_id.between(run[0], run[-1]))
            .order_by(event_quotes.c.id)
        ):
            quotes.setdefault(row.event_id, []).append(row.quote)
        statement = select(events).where(events.c.id.between(run[0], run[-1]))
        for event in connection.execute(statement).mappings().all():
            yield dict(event), quotes.get(event["id"], [])
