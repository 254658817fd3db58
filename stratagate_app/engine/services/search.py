"""One question to everything, for whoever asks; engine-rules.md, "Search".

Looking only: to be found changes nothing, and the score never leaves.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import add

from sqlalchemy import ColumnElement, Connection, case, func, select

from stratagate_app.engine.domain.ids import EventId, SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import (
    EVERYTHING,
    EventHit,
    MessageHit,
    SearchFilters,
    SearchHits,
    SessionHit,
)
from stratagate_app.engine.rules.questions import marks, words_of
from stratagate_app.engine.services import event_search, message_search
from stratagate_app.engine.services.graph import GraphService
from stratagate_app.engine.services.scopes import shown_events, workspace_of
from stratagate_app.engine.services.sessions import NEWEST_FIRST, SessionService
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import sessions

# engine-rules.md, "Search", Limits.
EVENTS = 6
MESSAGES = 10
SESSIONS = 10
# Words of a query that titles are compared with.
TITLE_WORDS = 8


class SearchService:
    """Queries for what answers a question."""

    def __init__(
        self, database: Database, session_service: SessionService, graph: GraphService
    ) -> None:
        self._database = database
        self._sessions = session_service
        self._graph = graph

    def find(
        self,
        query: str,
        *,
        workspace_id: WorkspaceId | None = None,
        session_id: SessionId | None = None,
        limit: int = 8,
    ) -> SearchHits:
        """Return what a search field shows while somebody types: the last word may be unfinished.

        Sessions by their titles, events, messages and nodes best first; at most `limit` of each.

        Args:
            query: The words.
            workspace_id: Where it is asked; None: Everything, which shows all.
            session_id: The session it is asked from, which sees what is kept to it; its workspace
                counts.
            limit: Of each kind.
        Raises:
            NotFoundError: There is no such session.
        """
        home = self._database.read(lambda c: workspace_of(c, workspace_id, session_id))
        filters = SearchFilters(workspace_id=home, asked_in=session_id)
        return SearchHits(
            self.find_sessions(query, workspace_id=home, limit=limit),
            self.find_events(query, filters, limit=limit, typing=True),
            self.find_messages(query, filters, limit=limit, typing=True),
            self._graph.find(query, home, limit),
        )

    def find_events(
        self,
        query: str,
        filters: SearchFilters = EVERYTHING,
        *,
        limit: int = EVENTS,
        typing: bool = False,
    ) -> tuple[EventHit, ...]:
        """Return the events that answer a question, best first, with why.

        Nothing where no word matches and no filter is given.

        Args:
            query: A question, or words; may be empty where there are filters.
            filters: If some answers meet all of them, only these are given; otherwise what meets
                one of them counts beside what answers.
            limit: How many at most.
            typing: The last word may be unfinished.
        Raises:
            NotFoundError: There is no such session.
        """

        def read(connection: Connection) -> tuple[EventHit, ...]:
            here, place = _place(connection, filters)
            ids = event_search.find_event_ids(
                connection, query, here, place, limit=limit, typing=typing
            )
            return event_search.load_event_hits(connection, ids, query, here, typing=typing)

        return self._database.read(read)

    def find_event_ids(
        self, query: str, filters: SearchFilters = EVERYTHING
    ) -> tuple[EventId, ...]:
        """Return the ids of all events that answer a question, best first; see find_events()."""

        def read(connection: Connection) -> tuple[EventId, ...]:
            found = event_search.find_event_ids(connection, query, *_place(connection, filters))
            return tuple(map(EventId, found))

        return self._database.read(read)

    def find_messages(
        self,
        query: str,
        filters: SearchFilters = EVERYTHING,
        *,
        limit: int = MESSAGES,
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

    def find_sessions(
        self, query: str, *, workspace_id: WorkspaceId | None = None, limit: int = SESSIONS
    ) -> tuple[SessionHit, ...]:
        """Return the sessions whose titles hold most words of a query, newest first of equals."""
        words = words_of(query, typing=True)[:TITLE_WORDS]
        if not words:
            return ()
        # What the forms of a word begin with; the marks then tell whether it is one.
        parts = [word.beginning for word in words]
        title = func.lower(sessions.c.title)
        held = [case((func.instr(title, part) > 0, 1), else_=0) for part in parts]
        score = reduce(add, held)
        statement = select(sessions.c.id).where(score > 0)
        if workspace_id is not None:
            statement = statement.where(sessions.c.workspace_id == workspace_id)
        statement = statement.order_by(score.desc(), *NEWEST_FIRST).limit(limit)
        ids = self._database.read(lambda c: list(c.execute(statement).scalars()))
        hits = [SessionHit(row, marks(row.title, words)) for row in self._sessions.load_page(ids)]
        return tuple(hit for hit in hits if hit.marks)


def _place(
    connection: Connection, filters: SearchFilters
) -> tuple[SearchFilters, ColumnElement[bool]]:
    """Return filters with the workspace they come to, and what a person sees from there."""
    asker = filters.asked_in or filters.session_id
    home = workspace_of(connection, filters.workspace_id, asker)
    return replace(filters, workspace_id=home), shown_events(home, asker)
