"""The search field: sessions, events and messages at once."""

from __future__ import annotations

from sqlalchemy import Connection

from stratagate_app.engine.domain.ids import SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import (
    EVERYTHING,
    EventFilter,
    MessageHit,
    SearchFilters,
    SearchHits,
)
from stratagate_app.engine.services import message_search
from stratagate_app.engine.services.events import EventService, find_event_ids
from stratagate_app.engine.services.scopes import shown_events, workspace_of
from stratagate_app.engine.services.sessions import SessionService
from stratagate_app.engine.store.database import Database


class SearchService:
    """One question to sessions, events and messages."""

    def __init__(
        self, database: Database, session_service: SessionService, event_service: EventService
    ) -> None:
        self._database = database
        self._sessions = session_service
        self._events = event_service

    def find(
        self,
        query: str,
        *,
        workspace_id: WorkspaceId | None = None,
        session_id: SessionId | None = None,
        limit: int = 8,
    ) -> SearchHits:
        """Return what a search field shows while somebody types: the last word may be unfinished.

        Sessions by title, newest first; events that hold every word, by weight; messages by
        relevance; at most `limit` of each.

        Args:
            query: The words.
            workspace_id: Where it is asked; None: Everything, which shows all.
            session_id: The session it is asked from, which sees what is kept to it; its workspace
                counts.
            limit: Of each kind.
        Raises:
            NotFoundError: There is no such session.
        """
        workspace_id = self._database.read(lambda c: workspace_of(c, workspace_id, session_id))
        if not query.strip():
            return SearchHits((), (), ())
        session_ids = self._sessions.find_ids(workspace_id, query)[:limit]
        shown = shown_events(workspace_id, session_id)
        event_ids = self._database.read(
            lambda c: find_event_ids(c, EventFilter(text=query), shown)
        )[:limit]
        return SearchHits(
            self._sessions.load_page(session_ids),
            self._events.load_page(event_ids),
            self.find_messages(
                query, SearchFilters(workspace_id=workspace_id), limit=limit, typing=True
            ),
        )

    def find_messages(
        self,
        query: str,
        filters: SearchFilters = EVERYTHING,
        *,
        limit: int = 10,
        typing: bool = False,
    ) -> tuple[MessageHit, ...]:
        """Return the messages that answer a question, best first; nothing where no word matches.

        Args:
            query: A question, or words.
            filters: What to search.
            limit: How many at most.
            typing: The last word may be unfinished.
        """

        def read(connection: Connection) -> tuple[MessageHit, ...]:
            ids = message_search.find_message_ids(
                connection, query, filters, limit=limit, typing=typing
            )
            return message_search.load_message_hits(connection, ids, query, typing=typing)

        return self._database.read(read)
