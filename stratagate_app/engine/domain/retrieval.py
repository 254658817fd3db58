"""What was looked for, how it was judged, and what was really used of it.

Results are named by public references: `e12` an event, `b3@5` a block at a level, `m7` a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.events import EventRow
from stratagate_app.engine.domain.graph import NodeRow
from stratagate_app.engine.domain.ids import (
    EventId,
    OperationId,
    RetrievalId,
    SessionId,
    WorkspaceId,
)


class RetrievalKind(StrEnum):
    """What made a batch of results."""

    SEARCH_EVENTS = "search_events"
    SEARCH_MESSAGES = "search_messages"
    SEARCH_ELEMENTS = "search_elements"
    EXPAND_EVENT = "expand_event"
    EXPAND_BLOCK = "expand_block"
    EXPAND_ELEMENT = "expand_element"


class Verdict(StrEnum):
    """Whether the evidence of a batch answers the question."""

    SUFFICIENT = "sufficient"
    PARTIAL = "partial"
    WRONG = "wrong"


class NextStrategy(StrEnum):
    """What to do after a batch was judged."""

    ANSWER = "answer"
    SEARCH_EVENTS = "search_events"
    EXPAND_EVENT = "expand_event"
    SEARCH_ELEMENTS = "search_elements"
    EXPAND_ELEMENT = "expand_element"
    SEARCH_RAW_MEMORY = "search_raw_memory"
    EXPAND_BLOCK = "expand_block"


@dataclass(frozen=True, slots=True)
class RefusedRef:
    """A reference that was not taken.

    Attributes:
        place: Where it stood among those given, from 0.
        ref: As it was given; "" if it was no text.
        reason: Of an assessment: invalid_ref, duplicate, not_in_batch or limit_exceeded. Of a
            receipt: invalid_ref, duplicate, not_in_batch, not_sufficient or gone.
    """

    place: int
    ref: str
    reason: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """A judgement of a batch as it counts; engine-rules.md, "Evidence gate".

    Attributes:
        refs: What holds as evidence, in the order given, at most 8.
        fit: Why it fits.
        missing: What is missing; "" where nothing is.
    """

    verdict: Verdict
    refs: tuple[str, ...]
    refused: tuple[RefusedRef, ...]
    fit: str
    missing: str
    next_strategy: NextStrategy


@dataclass(frozen=True, slots=True)
class Retrieval:
    """One search or expansion with its results and every judgement of them.

    Attributes:
        kind: A RetrievalKind.
        scope: What it was limited to, in the words of who searched; "" if to nothing.
        refs: What it found, best first.
        assessments: Oldest first.
    """

    id: RetrievalId
    kind: str
    query: str
    scope: str
    workspace_id: WorkspaceId | None
    session_id: SessionId | None
    refs: tuple[str, ...]
    at: datetime
    assessments: tuple[Assessment, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was used of a batch in an answer; engine-rules.md, "Receipts".

    Attributes:
        receipt_id: Chosen by who records; the same again has no effect.
        refs: What was used and held, in the order given.
        refused: What was named but does not count.
        turn: The turn of the batch's workspace then; None if the batch has no workspace.
        operation_id: What changed the weights; None if no event was among the evidence.
        undone: The operation was undone: it counts no more.
        changes: What recording it changed just now; empty when it was known already.
    """

    id: int
    receipt_id: str
    retrieval_id: RetrievalId
    question: str
    refs: tuple[str, ...]
    refused: tuple[RefusedRef, ...]
    turn: int | None
    at: datetime
    session_id: SessionId | None = None
    session_title: str = ""
    operation_id: OperationId | None = None
    undone: bool = False
    changes: ChangeSet = field(default_factory=ChangeSet)


@dataclass(frozen=True, slots=True)
class Adoption:
    """One use of an event: a step in its weight curve.

    Attributes:
        turn: Of the event's workspace.
        n: Of the weight's formula after it: 1 + adoptions.
        session_id: The conversation it was used in; None if not known or gone.
        operation_id: What recorded it.
    """

    event_id: EventId
    turn: int
    at: datetime
    n: int
    question: str
    receipt_id: str
    retrieval_id: RetrievalId
    session_id: SessionId | None
    session_title: str
    operation_id: OperationId | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What is put before the next message of a session; engine-rules.md, "Automatic recall".

    Attributes:
        text: The block to put into the context; "" if nothing is relevant.
        events: What stands in it, most valuable first.
        tokens: Estimated tokens of the text.
        nodes: Those that stand in it with what is true of them now.
    """

    text: str
    events: tuple[EventRow, ...]
    tokens: int
    nodes: tuple[NodeRow, ...] = ()


AssessmentInput = Mapping[str, object]
