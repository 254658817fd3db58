"""Events: what is remembered, with what was said kept apart from when it happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.ids import (
    BlockId,
    EventId,
    MessageId,
    SessionId,
    WorkspaceId,
)

# Limits of engine-rules.md, "Events".
TITLE_CHARS = 160
SUMMARY_CHARS = 2000
MAX_TAGS = 12
MAX_QUOTES = 12
QUOTE_CHARS = 500
MAX_PARTICIPANTS = 24


class Precision(StrEnum):
    """How exact the time of a happening is known."""

    INSTANT = "instant"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    RANGE = "range"
    UNKNOWN = "unknown"


class Basis(StrEnum):
    """What the time of a happening rests on."""

    EXPLICIT = "explicit"
    RELATIVE = "relative"
    INFERRED = "inferred"
    UNKNOWN = "unknown"


class HappeningStatus(StrEnum):
    """Whether it happened."""

    OCCURRED = "occurred"
    PLANNED = "planned"
    CANCELLED = "cancelled"
    ONGOING = "ongoing"
    UNKNOWN = "unknown"


class EventType(StrEnum):
    """What kind of thing an event tells."""

    DECISION = "decision"
    RELEASE = "release"
    TASK_COMPLETED = "task_completed"
    PLAN = "plan"
    CHANGE = "change"
    CANCELLATION = "cancellation"
    INCIDENT = "incident"
    MEETING = "meeting"
    COLLABORATION = "collaboration"
    MIGRATION = "migration"
    OTHER = "other"


class Scope(StrEnum):
    """Where an event may be found from."""

    USER = "user"
    PROJECT = "project"
    SESSION = "session"


class Criticality(StrEnum):
    """How much an event is kept; sets the floor of its weight."""

    ROUTINE = "routine"
    PREFERENCE = "preference"
    IDENTITY = "identity"
    SAFETY = "safety"


class EventState(StrEnum):
    """What became of an event."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"
    ARCHIVED = "archived"


class RelationKind(StrEnum):
    """How one event stands to another."""

    SUPERSEDES = "supersedes"
    CONFLICTS = "conflicts"
    SAME = "same"
    BEFORE = "before"
    AFTER = "after"
    RELATED = "related"


@dataclass(frozen=True, slots=True)
class Happening:
    """When something happened or is planned to.

    Attributes:
        start: First day `YYYY-MM-DD`, or for `instant` UTC `YYYY-MM-DDTHH:MM:SSZ`; None if
            unknown.
        end: Last day (inclusive) or instant; None if unknown. A month is its first to its last
            day: never read more exactness out of it than `precision` says.
        text: The words of the time expression, "" if there were none.
    """

    start: str | None
    end: str | None
    text: str
    precision: Precision
    basis: Basis


NO_HAPPENING = Happening(None, None, "", Precision.UNKNOWN, Basis.UNKNOWN)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as a list shows it.

    Attributes:
        mentioned_at: When it was said; None if the source has no times.
        weight: Effective weight now.
        adoptions: Times it was used in an answer (0 = never).
        conflicts: Conflicts that stand: with active events, of an active one.
        odd: Fields whose stored value made no sense and was set aside.
    """

    id: EventId
    workspace_id: WorkspaceId
    session_id: SessionId
    block_id: BlockId | None
    title: str
    summary: str
    type: EventType
    status: HappeningStatus
    state: EventState
    scope: Scope
    criticality: Criticality
    tags: tuple[str, ...]
    participants: tuple[str, ...]
    mentioned_at: datetime | None
    happening: Happening
    pinned: bool
    weight: float
    adoptions: int
    conflicts: int
    odd: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source message of an event, with the quotes that were taken from it.

    Attributes:
        quotes: Verbatim; empty where the message is a source without a quote.
    """

    message_id: MessageId
    session_id: SessionId
    session_title: str
    block_id: BlockId | None
    block_number: int | None
    role: str
    said_at: datetime | None
    quotes: tuple[str, ...]
    excerpt: str


@dataclass(frozen=True, slots=True)
class RelatedEvent:
    """The other side of a relation. outgoing: this event is the one that relates."""

    kind: RelationKind
    outgoing: bool
    event_id: EventId
    title: str
    state: EventState
    mentioned_at: datetime | None


@dataclass(frozen=True, slots=True)
class EventDetail:
    """Everything about one event.

    Attributes:
        floor: Lowest weight by criticality.
        cap: Highest weight, None if none.
        elapsed_turns: Workspace turns since it was last used (or formed).
        formed_turn: Workspace turn it was formed in.
        workspace_turn: The workspace's turn now.
        notes: What was dropped on extraction or set aside on reading, and why.
    """

    row: EventRow
    evidence: tuple[Evidence, ...]
    relations: tuple[RelatedEvent, ...]
    floor: float
    cap: float | None
    elapsed_turns: int
    formed_turn: int
    workspace_turn: int
    last_found_at: datetime | None
    created_at: datetime
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventEdit:
    """What to change of an event; None leaves a field as it is.

    Attributes:
        happening: NO_HAPPENING says that the time is not known; its text holds the words.
        mentioned_at: Aware, in the offset of its source.
        mentioned_unknown: Say that it is not known when it was said.
    """

    title: str | None = None
    summary: str | None = None
    tags: tuple[str, ...] | None = None
    participants: tuple[str, ...] | None = None
    type: EventType | None = None
    status: HappeningStatus | None = None
    scope: Scope | None = None
    criticality: Criticality | None = None
    happening: Happening | None = None
    mentioned_at: datetime | None = None
    mentioned_unknown: bool = False


NO_EDIT = EventEdit()


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What the event would be that some are merged into.

    Attributes:
        parts: What it is made of, in the order it was said; all are superseded by the merge.
        edit: Its fields, all of them given.
        quotes: Every quote of each.
        sources: How many messages it rests on: every source of each.
        conflicts: Events that one of them conflicts with: it conflicts with them as well.
        pinned: One of them is pinned, so it is.
        left_out: Tags, participants and summaries beyond what one event may hold; its parts keep
            them.
    """

    parts: tuple[EventId, ...]
    edit: EventEdit
    quotes: tuple[str, ...]
    sources: int
    conflicts: tuple[EventId, ...]
    pinned: bool
    left_out: tuple[str, ...]

    @property
    def older(self) -> EventId:
        """What was said first."""
        return self.parts[0]

    @property
    def newer(self) -> EventId:
        """What was said last."""
        return self.parts[-1]
