"""What becomes of an incoming memory, by the built-in rules: by the words it shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.events import Criticality, EventState, RelationKind
from stratagate_app.engine.domain.judging import Decision, Judgement, Reason
from stratagate_app.engine.pipeline.local_relations import Timeline
from stratagate_app.engine.pipeline.ports import ProposedEvent, TimelineEvent
from stratagate_app.engine.pipeline.words import STOP_WORDS
from stratagate_app.engine.rules import ranking

# With less in common two memories are about different things, with more they may be one.
_UNRELATED_SHARE, _SIMILAR_SHARE = 0.3, 0.5
_LEAST_WORDS = 2
# Of two events that stand already more is asked before they are taken for one.
_DUPLICATE_SHARE = 0.75
_LEAST_TELLING = 3

# Whoever writes memories down speaks of "the user"; that tells nothing of what is remembered.
_FRAME = frozenset({"user", "users", "用户"})
_DENIAL = re.compile(
    r"\b(?:not|never|no longer|no|without|stopped|quit)\b|n['’]t\b|不|没|别|停止", re.IGNORECASE
)
_HOME = re.compile(
    r"\b(?:lives?|living|moved|relocated|is based|resides?)\b|住在|搬到|搬去|定居", re.IGNORECASE
)


class LocalJudge:
    """Decisions by shared words, replaced values and contradicting days."""

    answers_at_once = True

    def judge(self, memory: ProposedEvent, matches: Sequence[TimelineEvent]) -> Judgement:
        """Return what to do with a memory; ADD where nothing says anything like it."""
        if len(_telling(memory.title, memory.summary)) < _LEAST_WORDS:
            return Judgement(Decision.IGNORE, Reason.NOTHING, (), 0.9)
        compared = [_compare(memory, match) for match in matches]
        return (
            _as_related(memory, matches)
            or _as_home(memory, compared)
            or _as_alike(compared)
            or _as_new(compared)
        )


@dataclass(frozen=True, slots=True)
class _Compared:
    """A match beside a memory.

    Attributes:
        share: Of the telling words of the longer one, those in both; 0 to 1.
        only_memory: The memory says what the match does not.
        only_match: The match says what the memory does not.
        opposed: One denies, or names other figures: few words, and another meaning.
    """

    match: TimelineEvent
    share: float
    only_memory: bool
    only_match: bool
    opposed: bool


def _telling(*texts: str) -> frozenset[str]:
    found = {ranking.stem(word) for text in texts for word in ranking.tokens(text)}
    return frozenset(found - STOP_WORDS - _FRAME)


def _compare(memory: ProposedEvent, match: TimelineEvent) -> _Compared:
    mine = _telling(memory.title, memory.summary)
    theirs = _telling(match.title, match.summary)
    figures = {word for word in mine if word[0].isdigit()}
    others = {word for word in theirs if word[0].isdigit()}
    return _Compared(
        match,
        len(mine & theirs) / max(len(mine), len(theirs), 1),
        bool(mine - theirs),
        bool(theirs - mine),
        bool(figures and others and figures.isdisjoint(others))
        or _denies(memory.summary) != _denies(match.summary),
    )


def closeness(memory: ProposedEvent, match: TimelineEvent) -> float:
    """Return which share of its telling words a memory has in common with an event, 0 to 1."""
    return _compare(memory, match).share


def likely_same(one: TimelineEvent, other: TimelineEvent) -> float:
    """Return how likely two events say the same, as their share of telling words; 0 if they don't.

    One that says nothing the other does not, or nearly the same words; no other figures, no denial
    of what the other says, and no other day.
    """
    memory = ProposedEvent(one.title, one.summary, ())
    compared = _compare(memory, other)
    days = (one.happening.start, other.happening.start)
    if compared.opposed or (None not in days and days[0] != days[1]):
        return 0.0
    words = min(len(_telling(item.title, item.summary)) for item in (one, other))
    inside = not compared.only_memory or not compared.only_match
    if words < _LEAST_TELLING or not (inside or compared.share >= _DUPLICATE_SHARE):
        return 0.0
    return compared.share if compared.share >= _SIMILAR_SHARE else 0.0


def _denies(text: str) -> bool:
    return bool(_DENIAL.search(text))


def _as_related(memory: ProposedEvent, matches: Sequence[TimelineEvent]) -> Judgement | None:
    """Judge as if it had been said in a conversation: it replaces a value, or gives another day."""
    relations = Timeline(matches).relations(memory, memory.summary)
    for kind, decision, reason, sure in (
        (RelationKind.SUPERSEDES, Decision.SUPERSEDE, Reason.REPLACES, 0.9),
        (RelationKind.CONFLICTS, Decision.CONFLICT, Reason.CONTRADICTS, 0.7),
    ):
        targets = tuple(r.event_id for r in relations if r.kind is kind)
        if targets:
            return Judgement(decision, reason, targets, sure)
    return None


def _as_home(memory: ProposedEvent, compared: Sequence[_Compared]) -> Judgement | None:
    """Judge where somebody lives: of two places the one said later holds, if it is said when."""
    if memory.criticality is not Criticality.IDENTITY or not _HOME.search(memory.summary):
        return None
    for item in compared:
        match = item.match
        if match.criticality is not Criticality.IDENTITY or not _HOME.search(match.summary):
            continue
        if match.state is not EventState.ACTIVE or not (item.only_memory and item.only_match):
            continue
        said, before = memory.mentioned_at, match.mentioned_at
        if said is not None and before is not None and said > before:
            return Judgement(Decision.SUPERSEDE, Reason.REPLACES, (match.id,), 0.8)
        return Judgement(Decision.CONFLICT, Reason.CONTRADICTS, (match.id,), 0.6)
    return None


def _as_alike(compared: Sequence[_Compared]) -> Judgement | None:
    """Judge by the nearest: it says the same, less, more, or nearly the same."""
    best = max(compared, key=lambda item: item.share, default=None)
    if best is None:
        return None
    target = (best.match.id,)
    stands = best.match.state is EventState.ACTIVE
    if best.opposed and best.share >= _SIMILAR_SHARE and stands:
        return Judgement(Decision.CONFLICT, Reason.CONTRADICTS, target, 0.6)
    if not best.only_memory and not best.opposed:
        reason, sure = (Reason.SAYS_LESS, 0.86) if best.only_match else (Reason.SAME, 0.97)
        return Judgement(Decision.IGNORE, reason, target, sure)
    if not best.only_match and stands:
        return Judgement(Decision.MERGE, Reason.SAYS_MORE, target, 0.88)
    if best.share >= _SIMILAR_SHARE and stands:
        return Judgement(Decision.MERGE, Reason.SIMILAR, target, 0.6)
    return None


def _as_new(compared: Sequence[_Compared]) -> Judgement:
    nearest = max((item.share for item in compared), default=0.0)
    return Judgement(Decision.ADD, Reason.NEW, (), 0.94 if nearest < _UNRELATED_SHARE else 0.75)
