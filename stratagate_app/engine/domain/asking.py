"""A question to the memory: its steps, what they found, and what the answer rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.conversation import Level
from stratagate_app.engine.domain.events import EventRow, EventState, EventType
from stratagate_app.engine.domain.ids import (
    AskId,
    BlockId,
    MessageId,
    RetrievalId,
    SessionId,
    WorkspaceId,
)
from stratagate_app.engine.domain.retrieval import Assessment, Receipt, RetrievalKind, Verdict

DEFAULT_STEPS = 8
MAX_STEPS = 32
QUESTION_CHARS = 2000
ANSWER_CHARS = 6000


class AskOutcome(StrEnum):
    """What came of a question. What was not ended counts as stopped."""

    ANSWERED = "answered"
    INSUFFICIENT = "insufficient"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class AskFilters:
    """What a search for events is limited to; empty where to nothing.

    Attributes:
        participants: Each must be named.
        happened_from: First day `YYYY-MM-DD` the happening may overlap.
        happened_to: Last such day.
    """

    participants: tuple[str, ...] = ()
    types: tuple[EventType, ...] = ()
    states: tuple[EventState, ...] = ()
    happened_from: str | None = None
    happened_to: str | None = None


@dataclass(frozen=True, slots=True)
class AskMove:
    """One step to take.

    Attributes:
        kind: SEARCH_EVENTS or SEARCH_MESSAGES for `query`, EXPAND_EVENT or EXPAND_BLOCK of `ref`.
        ref: `e12`; `b3`, or a message of the block to open, `m7`.
        level: Of a block; None for the original words.
        filters: Of a search for events.
    """

    kind: RetrievalKind
    query: str = ""
    ref: str = ""
    level: Level | None = None
    filters: AskFilters = field(default_factory=AskFilters)


class FoundKind(StrEnum):
    """What a reference names."""

    EVENT = "event"
    MESSAGE = "message"
    BLOCK = "block"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Found:
    """Something a step found, as it is now.

    Attributes:
        ref: Its public reference; an answer names evidence by it.
        title: Of an event; of a message and a block the title of its conversation.
        text: The summary, the words, or the block's text at its level; may be cut.
        cut: There is more text than is here.
        quotes: Of an event: words of its sources.
        role: Of a message.
        said_at: When it was said; of a block, when it begins.
        event: Of an event: everything a list shows.
        message_id: The message itself, an event's first source, a block's first message.
        block_number: Of the block it is in; None in the open tail.
        level: Of a block: at which it was read.
    """

    ref: str
    kind: FoundKind
    title: str = ""
    text: str = ""
    cut: bool = False
    quotes: tuple[str, ...] = ()
    role: str = ""
    said_at: datetime | None = None
    event: EventRow | None = None
    session_id: SessionId | None = None
    session_title: str = ""
    message_id: MessageId | None = None
    block_id: BlockId | None = None
    block_number: int | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class AskStep:
    """A search or an expansion, and what it was judged to be worth.

    Attributes:
        number: From 1.
        found: What it found itself, best first.
        earlier: What the steps before found and this batch holds as well, so that evidence may
            rest on several steps.
        beside: Those of found that only stand beside what matched.
        assessment: The last judgement; None while there is none.
    """

    number: int
    move: AskMove
    retrieval_id: RetrievalId
    at: datetime
    found: tuple[str, ...]
    earlier: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    assessment: Assessment | None = None

    @property
    def sufficient(self) -> bool:
        """Whether what it holds may be answered from."""
        return self.assessment is not None and self.assessment.verdict is Verdict.SUFFICIENT


@dataclass(frozen=True, slots=True)
class AskNote:
    """A reply, or a part of one, that was not taken.

    Attributes:
        after: The step it came after; 0 before the first.
        code: reply_schema (no reply of the wanted form), bad_move (a step that cannot be taken),
            not_sufficient (an answer was wanted without evidence), refused_ref (the answer named
            what is no evidence), no_evidence (the answer named none).
        reason: Why, as a code.
        detail: What it was about.
    """

    after: int
    code: str
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class UsedEvidence:
    """What the answer rests on, in the order of its numbers.

    Attributes:
        weight_before: Of an event before its use was recorded; None of anything else.
        weight_after: Right after.
        uses: How often it was used in answers, this one included.
    """

    ref: str
    weight_before: float | None = None
    weight_after: float | None = None
    uses: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with everything that came of it.

    Attributes:
        model: Who answered; "" where a person works by hand.
        receipt_id: Made with the question, so that recording twice counts once.
        answer: With [1] [2] for its evidence; "" while there is none, and by hand.
        tokens: Of requests and replies, as far as they were told.
        error: Why it failed, as a code.
        named: What the answer named as its evidence, what does not count as well.
        evidence: What was used, in the order of the answer's numbers.
        receipt: What was recorded; None if nothing was.
        items: Everything the steps found, by reference.
        changes: What the last command changed.
    """

    id: AskId
    question: str
    outcome: AskOutcome
    model: str
    at: datetime
    workspace_id: WorkspaceId | None
    session_id: SessionId | None
    receipt_id: str
    answer: str = ""
    tokens: int = 0
    error: str = ""
    steps: tuple[AskStep, ...] = ()
    named: tuple[str, ...] = ()
    evidence: tuple[UsedEvidence, ...] = ()
    notes: tuple[AskNote, ...] = ()
    receipt: Receipt | None = None
    items: Mapping[str, Found] = field(default_factory=dict)
    changes: ChangeSet = field(default_factory=ChangeSet)

    @property
    def missing(self) -> str:
        """What the last judgement misses; "" if nothing, or if there is none."""
        last = self.steps[-1].assessment if self.steps else None
        return "" if last is None else last.missing

    @property
    def found_only(self) -> tuple[str, ...]:
        """What was found but not used; events first, then in the order of the steps."""
        used = {item.ref for item in self.evidence}
        refs = dict.fromkeys(ref for step in self.steps for ref in step.found if ref not in used)
        beside = {ref for step in self.steps for ref in step.beside}
        return tuple(sorted(refs, key=lambda ref: (ref[:1] != "e", ref in beside)))


@dataclass(frozen=True, slots=True)
class AskRow:
    """A question in a list."""

    id: AskId
    question: str
    outcome: AskOutcome
    model: str
    at: datetime
    steps: int
    used: int
