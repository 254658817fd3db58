"""The search field: sessions, events and messages at once."""

from __future__ import annotations

import re

from sqlalchemy import Connection, Integer, literal_column, select, text

from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.domain.ids import MessageId, SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import EventFilter, MessageHit, SearchHits
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.services.blocks import locate_message
from stratagate_app.engine.services.events import EventService
from stratagate_app.engine.services.sessions import SessionService
from stratagate_app.engine.store import records, search_index
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import messages, sessions

EXCERPT_CHARS = 160
# Matches that are looked at before one of another workspace is given up on.
_SCANNED = 2000


class SearchService:
    """One question to sessions, events and messages."""

    def __init__(
        self, database: Database, session_service: SessionService, event_service: EventService
    ) -> None:
        self._database = database
        self._sessions = session_service
        self._events = event_service

    def find(
        self, query: str, *, workspace_id: WorkspaceId | None = None, limit: int = 8
    ) -> SearchHits:
        """Return what holds every word of the query, the last as a prefix.

        Sessions by title and messages newest first, events by weight; at most `limit` of each.
        """
        if not query.strip():
            return SearchHits((), (), ())
        session_ids = self._sessions.find_ids(workspace_id, query)[:limit]
        event_ids = self._events.find_ids(EventFilter(workspace_id=workspace_id, text=query))[
            :limit
        ]
        match = search_index.match_all(query)
        return SearchHits(
            self._sessions.load_page(session_ids),
            self._events.load_page(event_ids),
            ()
            if match is None
            else self._database.read(
                lambda c: _find_messages(c, match, query, workspace_id, limit)
            ),
        )


def _find_messages(
    connection: Connection, match: str, query: str, workspace_id: WorkspaceId | None, limit: int
) -> tuple[MessageHit, ...]:
    # Newest first is the order FTS5 keeps its rows in: it stops as soon as it has enough.
    newest = (
        select(literal_column("rowid", Integer).label("key"))
        .select_from(text("message_index"))
        .where(text("message_index MATCH :match").bindparams(match=match))
        .order_by(text("rowid DESC"))
        .limit(limit if workspace_id is None else _SCANNED)
        .subquery()
    )
    statement = (
        select(messages, sessions.c.title)
        .join(newest, newest.c.key == messages.c.id)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .order_by(messages.c.id.desc())
        .limit(limit)
    )
    if workspace_id is not None:
        statement = statement.where(sessions.c.workspace_id == workspace_id)
    words = ranking.tokens(query)
    return tuple(
        MessageHit(
            MessageId(row["id"]),
            SessionId(row["session_id"]),
            row["title"],
            locate_message(connection, row["id"]),
            Role(row["role"]),
            records.to_time(row["created_at"], row["offset_minutes"]),
            excerpt(row["content"], words),
        )
        for row in connection.execute(statement).mappings()
    )


def excerpt(content: str, words: list[str]) -> str:
    """Return the part of a text around the first of the words, on one line."""
    found = re.search("|".join(map(re.escape, words)), content, re.IGNORECASE) if words else None
    start = max(0, found.start() - EXCERPT_CHARS // 3) if found else 0
    part = " ".join(content[start : start + EXCERPT_CHARS].split())
    return f"{'…' if start else ''}{part}{'…' if start + EXCERPT_CHARS < len(content) else ''}"
