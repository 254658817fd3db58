"""The ports: what the engine asks of whoever derives memory from words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from stratagate_app.engine.domain.asking import AskMove, AskNote, AskStep, Found
from stratagate_app.engine.domain.conversation import Role, ToolCall
from stratagate_app.engine.domain.events import (
    NO_HAPPENING,
    Criticality,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.graph import UNDATED, NodeType, Validity
from stratagate_app.engine.domain.ids import BlockId, EventId, MessageId
from stratagate_app.engine.domain.judging import Judgement


@dataclass(frozen=True, slots=True)
class BlockMessage:
    """A message of the block to derive from. created_at is aware, in its source's offset."""

    id: MessageId
    role: Role
    content: str
    created_at: datetime | None
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockInput:
    """A block to summarise or to extract from.

    Attributes:
        session_title: The source's own title of the conversation, "" if it has none.
        previous_facts: L2 of the block before, as context only.
        next_facts: L2 of the block after, as context only.
    """

    block_id: BlockId
    session_title: str
    messages: tuple[BlockMessage, ...]
    previous_facts: tuple[str, ...] = ()
    next_facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockSummary:
    """L0 to L2 of a block; title and summary are never empty."""

    title: str
    tags: tuple[str, ...]
    summary: str
    key_facts: tuple[str, ...]
    should_extract: bool


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """An existing event that the extractor may relate to."""

    id: EventId
    title: str
    summary: str
    type: EventType
    status: HappeningStatus
    state: EventState
    criticality: Criticality
    mentioned_at: datetime | None
    happening: Happening


@dataclass(frozen=True, slots=True)
class ProposedRelation:
    """A relation to an event that was shown to the extractor."""

    kind: RelationKind
    event_id: EventId


@dataclass(frozen=True, slots=True)
class ProposedEvent:
    """An event as an extractor proposes it; checked against the block before it is stored.

    Attributes:
        notes: What of it was dropped already, as codes.
    """

    title: str
    summary: str
    source_ids: tuple[MessageId, ...]
    quotes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    participants: tuple[str, ...] = ()
    type: EventType = EventType.OTHER
    status: HappeningStatus = HappeningStatus.UNKNOWN
    scope: Scope = Scope.PROJECT
    criticality: Criticality = Criticality.ROUTINE
    mentioned_at: datetime | None = None
    happening: Happening = NO_HAPPENING
    relations: tuple[ProposedRelation, ...] = ()
    notes: tuple[str, ...] = ()


class Summariser(Protocol):
    """Makes L0 to L2 of a block."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        """Return a valid summary, or raise ReplySchemaError or ModelUnavailableError."""
        ...


class EventExtractor(Protocol):
    """Finds the events of a block."""

    @property
    def answers_at_once(self) -> bool:
        """Whether it neither calls anybody nor waits, so that it may be asked while writing."""
        ...

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        """Return the events, or raise ReplySchemaError or ModelUnavailableError."""
        ...


class Judge(Protocol):
    """Says what becomes of a memory that another assistant kept."""

    @property
    def answers_at_once(self) -> bool:
        """Whether it neither calls anybody nor waits."""
        ...

    def judge(self, memory: ProposedEvent, matches: Sequence[TimelineEvent]) -> Judgement:
        """Return a judgement, or raise ReplySchemaError or ModelUnavailableError.

        Args:
            memory: What comes in; it has no sources yet.
            matches: The events that are most like it, the nearest first: no other may be named.
        """
        ...


@dataclass(frozen=True, slots=True)
class ProjectedEvent:
    """An event whose people, things and facts are wanted.

    Attributes:
        home: The project that "we" and "the project" mean: its workspace's name, "" if unknown.
    """

    id: EventId
    title: str
    summary: str
    quotes: tuple[str, ...]
    tags: tuple[str, ...]
    participants: tuple[str, ...]
    type: EventType
    status: HappeningStatus
    mentioned_at: datetime | None
    happening: Happening
    home: str = ""


@dataclass(frozen=True, slots=True)
class KnownNode:
    """A node that is there already, for names that mean it."""

    type: NodeType
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProposedNode:
    """A node that events speak of; the same type and folded name mean the same node."""

    type: NodeType
    name: str
    event_ids: tuple[EventId, ...]
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedFact:
    """A fact as a projector proposes it; checked before it is stored.

    Attributes:
        node: Type and name of the node that it is of.
        grows: The value is one of a set: it stands beside the others of its key.
        planned: It is meant to become true.
        validity: The days that are known; without a start, the time of its events counts.
    """

    node: tuple[NodeType, str]
    key: str
    value: str
    event_ids: tuple[EventId, ...]
    grows: bool = False
    planned: bool = False
    validity: Validity = UNDATED
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ProposedEdge:
    """A relation as a projector proposes it; fields as those of ProposedFact.

    Attributes:
        grows: The source can stand so to many at a time.
    """

    source: tuple[NodeType, str]
    target: tuple[NodeType, str]
    relation: str
    event_ids: tuple[EventId, ...]
    grows: bool = False
    planned: bool = False
    validity: Validity = UNDATED
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Projection:
    """What events say of the world.

    Attributes:
        notes: What of a reply was dropped already, as codes.
    """

    nodes: tuple[ProposedNode, ...] = ()
    facts: tuple[ProposedFact, ...] = ()
    edges: tuple[ProposedEdge, ...] = ()
    notes: tuple[str, ...] = ()


class Projector(Protocol):
    """Finds people, projects, organizations, tools and places, and what is true of them."""

    @property
    def answers_at_once(self) -> bool:
        """Whether it neither calls anybody nor waits."""
        ...

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        """Return what the events say, or raise ReplySchemaError or ModelUnavailableError.

        Args:
            events: At most 8 (engine-rules.md, "Graph").
            known: Nodes whose names occur in the events.
        """
        ...


@dataclass(frozen=True, slots=True)
class AskState:
    """How far a question is.

    Attributes:
        now: When it is asked, for words such as "last week".
        items: Everything the steps found, by reference.
        notes: What of earlier replies was not taken.
        steps_left: How many more steps may be taken; at 0 only a judgement is wanted.
    """

    question: str
    now: datetime
    steps: tuple[AskStep, ...]
    items: Mapping[str, Found]
    notes: tuple[AskNote, ...]
    steps_left: int


@dataclass(frozen=True, slots=True)
class AskDecision:
    """What to make of the last step, and which to take next.

    Attributes:
        assessment: Of everything found so far: verdict, evidence_refs, fit, missing and
            next_strategy, as they came; the gate decides what holds of it. None before the
            first step.
        move: The next step; None where an answer is wanted.
        tokens: What request and reply came to, as far as it is known.
    """

    assessment: Mapping[str, object] | None
    move: AskMove | None
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class AskDraft:
    """An answer as it came: [1] [2] in the text name the evidence by its place, from 1."""

    answer: str
    used_refs: tuple[str, ...]
    tokens: int = 0


class Answerer(Protocol):
    """Finds its way to an answer, step by step; everything it says is checked."""

    @property
    def name(self) -> str:
        """Who answers, e.g. the model's name."""
        ...

    def decide(self, state: AskState, check_stop: Callable[[], None]) -> AskDecision:
        """Judge what was found and choose the next step.

        Args:
            state: How far the question is.
            check_stop: To be called while waiting for somebody else: raises OperationCancelled
                once whoever asked wants no more of it.
        Raises:
            ReplySchemaError: No reply of the wanted form.
            ModelUnavailableError: Nobody there to decide.
        """
        ...

    def answer(
        self,
        question: str,
        now: datetime,
        evidence: Sequence[Found],
        check_stop: Callable[[], None],
    ) -> AskDraft:
        """Answer from the evidence that the gate let through, and from nothing else.

        Args:
            question: What was asked.
            now: When.
            evidence: What may be used, and may be named.
            check_stop: See `decide`.
        Raises:
            ReplySchemaError: No reply of the wanted form.
            ModelUnavailableError: Nobody there to answer.
        """
        ...


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current instant, aware, in UTC."""
        ...


def _never() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Ports:
    """Who derives memory from words, and how it is to be worked with.

    Attributes:
        judge: Of memories that come in.
        answerer: None where nobody answers questions.
        projector: None where no event is taken into the graph.
        at_once: How many calls may run side by side; 0 for rules that are done in no time.
        longest_s: The longest that one call can take.
        paused: Returns why no work is to be begun now, as a code; "" where it may.
        close: Ends calls that still wait.
    """

    summariser: Summariser
    extractor: EventExtractor
    judge: Judge
    answerer: Answerer | None = None
    projector: Projector | None = None
    at_once: int = 0
    longest_s: float = 0.0
    paused: Callable[[], str] = _never
    close: Callable[[], object] = _never


class PortHolder:
    """The ports in use; they can be changed while work goes on, and count from the next call."""

    def __init__(self, ports: Ports) -> None:
        self.current = ports
