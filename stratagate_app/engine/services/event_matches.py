"""The events that are most like some words; to look for them leaves no trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    RowMapping,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    text,
)

from stratagate_app.engine.domain.events import EventType, HappeningStatus
from stratagate_app.engine.domain.ids import EventId, WorkspaceId
from stratagate_app.engine.pipeline.ports import TimelineEvent
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.services.event_rows import STANDING, listed
from stratagate_app.engine.services.scopes import visible_events
from stratagate_app.engine.store import records, search_index
from stratagate_app.engine.store.schema import events

# Words in more events than this say little, and would make a look-up grow with the file.
COMMON_EVENTS = 400
QUERY_WORDS = 12
LOOKED_UP_WORDS = 16
_COUNT = f"(SELECT count(*) FROM (SELECT 1 FROM event_index(?) LIMIT {COMMON_EVENTS + 1}))"  # noqa: S608

_MATCHING = (
    select(literal_column("rowid", Integer).label("key"), literal_column("rank").label("r"))
    .select_from(text("event_index"))
    .where(text("event_index MATCH :match"))
    .subquery()
)
# What may be found from a workspace and, where one is given, a session.
SHOWN = (
    visible_events(bindparam("workspace_id"), bindparam("session_id")),
    events.c.state.in_(STANDING),
)
_NEAREST = (
    select(events)
    .join(_MATCHING, _MATCHING.c.key == events.c.id)
    .where(*SHOWN)
    .order_by(_MATCHING.c.r, events.c.id)
    .limit(bindparam("most"))
)
_WHOLE_WORDS = 12
_TWINS = 500


def nearest(
    connection: Connection, place: Mapping[str, int | None], title: str, rest: str, *, most: int
) -> list[TimelineEvent]:
    """Return the events that share the most telling words with some text, the nearest first.

    Args:
        connection: Any.
        place: workspace_id and session_id (None: no session) that it is asked from.
        title: Its words are looked up first.
        rest: Of these the long ones.
        most: How many at most.
    """
    words = _telling_words(connection, title, rest)
    if not words:
        return []
    wanted = {**place, "match": search_index.match_any(words), "most": most}
    return [timeline_event(row) for row in connection.execute(_NEAREST, wanted).mappings()]


def _telling_words(connection: Connection, title: str, rest: str) -> list[str]:
    """Return the words of a text that fewest events hold; those in too many are left out."""
    # Those of the title first: names may be short. Of the others the long ones tell more.
    others = sorted(ranking.tokens(rest), key=len, reverse=True)
    distinct = list(dict.fromkeys([*ranking.tokens(title), *others]))[:LOOKED_UP_WORDS]
    if not distinct:
        return []
    # All in one statement: putting one to SQLite costs more than counting.
    statement = f"SELECT {', '.join([_COUNT] * len(distinct))}"
    matches = tuple(search_index.match_any([word]) for word in distinct)
    counts = connection.exec_driver_sql(statement, matches).one()
    counted = [
        (found, word)
        for found, word in zip(counts, distinct, strict=True)
        if 0 < found <= COMMON_EVENTS
    ]
    return [word for _, word in sorted(counted)[:QUERY_WORDS]]


def find_twins(connection: Connection, workspace_id: WorkspaceId, title: str) -> list[RowMapping]:
    """Return the standing events whose title could be the same when folded, and maybe more.

    An index knows titles but for their case. What else folding makes equal (wide letters and
    signs) is found by the words, of which such a title has rare ones.
    """
    alike = func.lower(events.c.title) == func.lower(title)
    words = ranking.tokens(title)[:_WHOLE_WORDS]
    if not title.isascii() and words:
        match = search_index.match_phrase("title", words)
        keys = connection.exec_driver_sql(
            f"SELECT rowid FROM event_index WHERE event_index MATCH ? LIMIT {_TWINS}",  # noqa: S608
            (match,),
        ).scalars()
        alike = or_(alike, listed(events.c.id, keys.all()))
    statement = select(events).where(
        alike, events.c.workspace_id == workspace_id, events.c.state.in_(STANDING)
    )
    return list(connection.execute(statement.order_by(events.c.id)).mappings())


def timeline_event(row: Any) -> TimelineEvent:
    """Return a row of `events` as whoever derives sees it."""
    return TimelineEvent(
        EventId(row["id"]),
        row["title"],
        row["summary"],
        records.known(EventType, row["type"], EventType.OTHER),
        records.known(HappeningStatus, row["status"], HappeningStatus.UNKNOWN),
        records.state(row["state"]),
        records.criticality(row),
        records.to_time(row["mentioned_at"], row["mentioned_offset"]),
        records.happening(row),
    )
