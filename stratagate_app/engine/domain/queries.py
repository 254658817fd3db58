"""What queries take and give: filters, counts, hits and reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from stratagate_app.engine.domain.conversation import Role, SessionRow
from stratagate_app.engine.domain.events import EventRow, EventState, EventType, HappeningStatus
from stratagate_app.engine.domain.graph import NodeHit
from stratagate_app.engine.domain.ids import BlockId, MessageId, SessionId, WorkspaceId


class Progress(Protocol):
    """Where a long command says how far it is."""

    def report(self, done: int, total: int) -> None:
        """Tell how far; total 0 means unknown. Raises OperationCancelled when asked to stop."""
        ...


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a workspace (or everything) holds."""

    sessions: int
    events: int
    failed_jobs: int


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events, in which order. Empty sets and None mean no restriction.

    Attributes:
        text: Words that must all occur (prefixes count).
        happened_from: First day `YYYY-MM-DD` the happening may overlap.
        happened_to: Last such day.
        participant: A participant contains it, case ignored.
        order: weight, happened, mentioned, title or used.
    """

    workspace_id: WorkspaceId | None = None
    text: str = ""
    states: frozenset[EventState] = field(default_factory=frozenset)
    types: frozenset[EventType] = field(default_factory=frozenset)
    statuses: frozenset[HappeningStatus] = field(default_factory=frozenset)
    happened_from: str | None = None
    happened_to: str | None = None
    participant: str = ""
    pinned: bool | None = None
    conflicts_only: bool = False
    order: str = "weight"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """What a search is limited to. Empty and None mean no restriction.

    Attributes:
        workspace_id: Of this workspace; events about the user are found from all of them.
        session_id: Of this conversation only.
        asked_in: The conversation it is asked in, which sees what is kept to it; its workspace
            counts.
        participants: Each must be named.
        types: Of events.
        states: Of events; without them active and superseded ones.
        happened_from: First day `YYYY-MM-DD` the happening may overlap; of messages: were said.
        happened_to: Last such day.
    """

    workspace_id: WorkspaceId | None = None
    session_id: SessionId | None = None
    asked_in: SessionId | None = None
    participants: tuple[str, ...] = ()
    types: tuple[EventType, ...] = ()
    states: tuple[EventState, ...] = ()
    happened_from: str | None = None
    happened_to: str | None = None


EVERYTHING = SearchFilters()


@dataclass(frozen=True, slots=True)
class MessageHit:
    """A message that answers a search.

    Attributes:
        excerpt: The part of it that holds most of the words, on one line.
        marks: Where the excerpt holds them: start and end of each.
        words: Which words of the search those are; none where it only stands beside a message
            that holds them.
    """

    message_id: MessageId
    session_id: SessionId
    session_title: str
    block_id: BlockId | None
    role: Role
    said_at: datetime | None
    excerpt: str
    marks: tuple[tuple[int, int], ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventHit:
    """An event that answers a search.

    Attributes:
        fields: Where it holds the words: title, summary, tags, quotes, participants, type,
            time_words, happened.
        words: Which words of the search it holds.
        filters: Which of the given filters it meets: participants, types, states, happened.
        title_marks: Where the title holds words: start and end of each.
        excerpt: The part of the summary that holds most of the words, or of a quote.
        marks: Where the excerpt holds them.
    """

    event: EventRow
    fields: tuple[str, ...]
    words: tuple[str, ...]
    filters: tuple[str, ...]
    title_marks: tuple[tuple[int, int], ...]
    excerpt: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SessionHit:
    """A conversation whose title answers a search; marks: where it holds the words."""

    session: SessionRow
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SearchHits:
    """What the search field found, each kind best first."""

    sessions: tuple[SessionHit, ...]
    events: tuple[EventHit, ...]
    messages: tuple[MessageHit, ...]
    nodes: tuple[NodeHit, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check of the file found."""

    ok: bool
    problems: tuple[str, ...]
    sqlite_version: str
    size_bytes: int
