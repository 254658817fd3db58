"""The searches of a question: which events, which messages."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Subquery,
    literal_column,
    select,
    text,
)

from stratagate_app.engine.domain.asking import AskFilters
from stratagate_app.engine.domain.events import EventState
from stratagate_app.engine.domain.ids import SessionId, WorkspaceId
from stratagate_app.engine.pipeline.words import STOP_WORDS
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.services.scopes import visible_events
from stratagate_app.engine.store import search_index
from stratagate_app.engine.store.schema import events, messages, sessions

MAX_WORDS = 24
# Matches that are looked at before those of another workspace are given up on.
_SCANNED = 2000
_FIELD_WEIGHTS = "4.0, 3.0, 2.0, 2.0, 5.0, 5.0, 4.0, 4.0"


def find_events(
    connection: Connection,
    query: str,
    filters: AskFilters,
    *,
    workspace_id: WorkspaceId | None,
    session_id: SessionId | None,
    limit: int,
) -> list[int]:
    """Return the ids of the events that match a query and all filters, best first.

    Args:
        connection: To read through.
        query: Any of its words; may be empty where there are filters.
        filters: All must hold.
        workspace_id: Only of this workspace and what is about the user; None for all.
        session_id: What is kept to a session is found from that session only.
        limit: How many at most.
    """
    conditions = [*allowed(workspace_id, session_id), *_filtered(filters)]
    words = _words(query)
    if not words:
        if filters == AskFilters():
            return []
        statement = select(events.c.id).where(*conditions).order_by(events.c.id.desc())
        return list(connection.execute(statement.limit(limit)).scalars())
    matching = _matching("event_index", f"bm25(event_index, {_FIELD_WEIGHTS})")
    statement = (
        select(events.c.id)
        .join(matching, matching.c.key == events.c.id)
        .where(*conditions)
        .order_by(matching.c.score, events.c.id)
        .limit(limit)
    )
    match = search_index.match_any(words)
    return list(connection.execute(statement, {"match": match}).scalars())


def find_messages(
    connection: Connection, query: str, *, workspace_id: WorkspaceId | None, limit: int
) -> list[int]:
    """Return the ids of the messages that match any word of a query, best first."""
    words = _words(query)
    if not words:
        return []
    matching = _matching("message_index", "bm25(message_index, 1.0)")
    statement = (
        select(messages.c.id)
        .join(matching, matching.c.key == messages.c.id)
        .order_by(matching.c.score, messages.c.id)
        .limit(limit)
    )
    if workspace_id is not None:
        statement = statement.join(sessions, sessions.c.id == messages.c.session_id).where(
            sessions.c.workspace_id == workspace_id
        )
    match = search_index.match_any(words)
    return list(connection.execute(statement, {"match": match}).scalars())


def _matching(table: str, score: str) -> Subquery:
    return (
        select(
            literal_column("rowid", Integer).label("key"),
            literal_column(score).label("score"),
        )
        .select_from(text(table))
        .where(text(f"{table} MATCH :match"))
        .order_by(text("score"))
        .limit(_SCANNED)
        .subquery()
    )


def _words(query: str) -> Sequence[str]:
    found = [word for word in dict.fromkeys(ranking.tokens(query)) if word not in STOP_WORDS]
    return found[:MAX_WORDS]


def allowed(
    workspace_id: WorkspaceId | None, session_id: SessionId | None
) -> list[ColumnElement[bool]]:
    """Return the conditions for events that are candidates of a question asked from a place."""
    return [
        events.c.state.in_((EventState.ACTIVE.value, EventState.SUPERSEDED.value)),
        visible_events(workspace_id, session_id),
    ]


def _filtered(filters: AskFilters) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [
        events.c.participants.icontains(name, autoescape=True) for name in filters.participants
    ]
    if filters.types:
        found.append(events.c.type.in_([kind.value for kind in filters.types]))
    if filters.states:
        found.append(events.c.state.in_([state.value for state in filters.states]))
    if filters.happened_from:
        found.append(events.c.happened_end >= filters.happened_from)
    if filters.happened_to:
        # An instant of that day sorts behind the day itself.
        found.append(events.c.happened_start < f"{filters.happened_to}U")
    return found
