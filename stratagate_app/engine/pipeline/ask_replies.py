"""What an answerer that reads text replied: its judgement, its next step, its answer."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import ConfigDict, Field

from stratagate_app.engine.domain.asking import AskFilters, AskMove
from stratagate_app.engine.domain.conversation import MAX_LEVEL, Level
from stratagate_app.engine.domain.events import EventState, EventType
from stratagate_app.engine.domain.retrieval import NextStrategy, RetrievalKind, Verdict
from stratagate_app.engine.pipeline.ports import AskDecision, AskDraft
from stratagate_app.engine.pipeline.replies import Form, one_of


class _Step(StrEnum):
    """What can be done next."""

    SEARCH_EVENTS = "search_events"
    SEARCH_RAW_MEMORY = "search_raw_memory"
    EXPAND_EVENT = "expand_event"
    EXPAND_BLOCK = "expand_block"


_KINDS = {
    _Step.SEARCH_EVENTS: RetrievalKind.SEARCH_EVENTS,
    _Step.SEARCH_RAW_MEMORY: RetrievalKind.SEARCH_MESSAGES,
    _Step.EXPAND_EVENT: RetrievalKind.EXPAND_EVENT,
    _Step.EXPAND_BLOCK: RetrievalKind.EXPAND_BLOCK,
}


class MoveReply(Form):
    """The next step."""

    step: str = one_of(_Step, _Step.SEARCH_EVENTS)
    query: str = ""
    ref: str = ""
    level: int | None = None
    participants: list[str] = Field(default_factory=list)
    types: list[str] = Field(default_factory=list)
    states: list[str] = Field(default_factory=list)
    happened_from: str | None = None
    happened_to: str | None = None


class DecisionReply(Form):
    """A judgement of what was found, and what to do next; null where an answer is wanted."""

    model_config = ConfigDict(title="Decision")

    verdict: str = one_of(Verdict, Verdict.PARTIAL)
    evidence_refs: list[str] = Field(default_factory=list)
    fit: str = ""
    missing: str = ""
    next_strategy: str = one_of(NextStrategy, NextStrategy.SEARCH_EVENTS)
    move: MoveReply | None = None


class AnswerReply(Form):
    """An answer with the evidence it names."""

    model_config = ConfigDict(title="Answer")

    answer: str
    used_refs: list[str] = Field(default_factory=list)


def decision_of(reply: DecisionReply, *, judging: bool, tokens: int) -> AskDecision:
    """Return what a reply decides; the gate judges what holds of it.

    Args:
        reply: What came.
        judging: There is a step to judge.
        tokens: What request and reply came to.
    """
    assessment = {
        "verdict": reply.verdict,
        "evidence_refs": reply.evidence_refs,
        "fit": reply.fit,
        "missing": reply.missing,
        "next_strategy": reply.next_strategy,
    }
    return AskDecision(
        assessment if judging else None,
        None if reply.move is None else _move_of(reply.move),
        tokens,
    )


def _move_of(reply: MoveReply) -> AskMove | None:
    if reply.step not in list(_Step):
        return None
    kind = _KINDS[_Step(reply.step)]
    level = reply.level if reply.level is not None and 0 <= reply.level <= MAX_LEVEL else None
    filters = AskFilters()
    if kind is RetrievalKind.SEARCH_EVENTS:
        # A filter that names no such thing is left out: the words of the query still search.
        filters = AskFilters(
            tuple(name for name in reply.participants if name.strip()),
            tuple(EventType(item) for item in reply.types if item in list(EventType)),
            tuple(EventState(item) for item in reply.states if item in list(EventState)),
            _day(reply.happened_from),
            _day(reply.happened_to),
        )
    return AskMove(
        kind, reply.query, reply.ref.strip(" []"), None if level is None else Level(level), filters
    )


def _day(text: str | None) -> str | None:
    try:
        return date.fromisoformat(text or "").isoformat()
    except ValueError:
        return None


def draft_of(reply: AnswerReply, *, tokens: int) -> AskDraft:
    """Return an answer as it came; what it names is checked against the evidence."""
    return AskDraft(reply.answer, tuple(reply.used_refs), tokens)
