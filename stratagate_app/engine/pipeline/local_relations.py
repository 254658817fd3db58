"""How an event stands to those before it: it says the same, replaces one, or contradicts one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from stratagate_app.engine.domain.events import (
    Criticality,
    EventState,
    EventType,
    HappeningStatus,
    Precision,
    RelationKind,
)
from stratagate_app.engine.pipeline import kinds
from stratagate_app.engine.pipeline.ports import ProposedEvent, ProposedRelation, TimelineEvent
from stratagate_app.engine.pipeline.words import content_words

# Of two sentences that say nearly the same, the first is kept.
SAME_SHARE = 0.8
# Words that two decisions must share to be about one subject, where no old value is named.
SUBJECT_WORDS = 2

_VALUES = re.compile(
    r"\bfrom (?P<old>[\w.+-]+) to (?P<new>[\w.+-]+)|"
    r"\breplac(?:e|ed|ing) (?P<old2>[\w.+-]+) (?:with|by) (?P<new2>[\w.+-]+)|"
    r"\b(?:use|go with|pick) (?P<new3>[\w.+-]+) instead of (?P<old3>[\w.+-]+)|"
    r"从(?P<old4>[^\s，。]{1,10}?)(?:改成|换成|改为|换到|迁移到|切换到|调整为)(?P<new4>[^\s，。]{1,10})",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:chang|switch|mov|replac|postpon|reschedul|delay|push(?:ed)? back|instead|now|no longer)|"
    r"改成|改为|换成|改用|改到|改在|改去|调整|推迟|提前|延期",
    re.IGNORECASE,
)
_HOME = re.compile(r"\bi (?:live in|moved)|\bi(?:'m| am) from|我.{0,4}(?:住在|搬)", re.IGNORECASE)
_EXACT = (Precision.DAY, Precision.INSTANT)
_VERSION = re.compile(r"\bv?(\d+\.\d+)")


@dataclass(frozen=True, slots=True)
class Change:
    """A value that is replaced, as a sentence names both; "" for what it does not name."""

    old: str
    new: str


def change_in(text: str) -> Change | None:
    """Return what a sentence says was replaced by what ("from npm to pnpm")."""
    found = _VALUES.search(text)
    if found is None:
        return None
    values = {key.rstrip("234"): value for key, value in found.groupdict().items() if value}
    return Change(values.get("old", "").rstrip(".,"), values.get("new", "").rstrip(".,"))


def alike(words: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Return whether two sets of words say nearly the same."""
    return len(words & other) >= SAME_SHARE * max(len(words), len(other), 1)


class Timeline:
    """The events that there are, as a new one is compared with them."""

    def __init__(self, events: Sequence[TimelineEvent]) -> None:
        """Take the active ones."""
        self._events = [
            (event, content_words([event.title, event.summary]), _subject_of(event))
            for event in events
            if event.state is EventState.ACTIVE
        ]

    def relations(self, event: ProposedEvent, text: str) -> tuple[ProposedRelation, ...]:
        """Return how an event, said in `text`, stands to those there are."""
        words = content_words([event.title, event.summary])
        mine = _Said(event, words, _subject(event), change_in(text), bool(_CHANGE.search(text)))
        return tuple(
            ProposedRelation(kind, other.id)
            for other, theirs, subject in self._events
            if not _is_later(other, event) and (kind := _relation(mine, other, theirs, subject))
        )


@dataclass(frozen=True, slots=True)
class _Said:
    """A new event and what was read out of it."""

    event: ProposedEvent
    words: set[str]
    subject: str
    change: Change | None
    changes: bool


def _relation(
    mine: _Said, other: TimelineEvent, theirs: set[str], subject: str
) -> RelationKind | None:
    if _same(mine.event, mine.words, other, theirs):
        return RelationKind.SAME
    if _replaces(mine, other, theirs):
        return RelationKind.SUPERSEDES
    if mine.subject and mine.subject == subject and _other_day(mine.event, other):
        if mine.changes:
            return RelationKind.SUPERSEDES
        planned = HappeningStatus.PLANNED
        if mine.event.status is planned and other.status is planned:
            return RelationKind.CONFLICTS
    return None


def _is_later(other: TimelineEvent, event: ProposedEvent) -> bool:
    if other.mentioned_at is None or event.mentioned_at is None:
        return False
    return other.mentioned_at > event.mentioned_at


def _same(event: ProposedEvent, words: set[str], other: TimelineEvent, theirs: set[str]) -> bool:
    if other.type != event.type or other.status != event.status or not alike(words, theirs):
        return False
    mine, its = event.happening, other.happening
    # A day that was only inferred from when it was said is no difference.
    return not (mine.text and its.text) or (mine.start, mine.end) == (its.start, its.end)


def _replaces(mine: _Said, other: TimelineEvent, theirs: set[str]) -> bool:
    event, change = mine.event, mine.change
    if event.criticality is Criticality.IDENTITY and other.criticality is Criticality.IDENTITY:
        # Whoever moved lives no longer where they lived.
        return event.type is EventType.CHANGE and bool(_HOME.search(other.summary))
    decided = (EventType.DECISION, EventType.MIGRATION)
    if event.type not in decided or other.type not in decided or change is None or not change.old:
        return False
    # The old decision is for the old value, and not already for the new one.
    old, new = content_words([change.old]), content_words([change.new])
    if not new or new <= theirs:
        return False
    by_name = change.old.isascii() and not change.old.isdigit()
    return old <= theirs and (by_name or len((mine.words & theirs) - old) >= SUBJECT_WORDS)


def _other_day(event: ProposedEvent, other: TimelineEvent) -> bool:
    """Return whether both name a day, not the same, and not for two versions of a thing."""
    mine, its = event.happening, other.happening
    if mine.precision not in _EXACT or its.precision not in _EXACT or not (mine.text and its.text):
        return False
    if (mine.start or "")[:10] == (its.start or "")[:10]:
        return False
    versions, others = _VERSION.findall(event.summary), _VERSION.findall(other.summary)
    return not (versions and others and set(versions).isdisjoint(others))


def _subject(event: ProposedEvent) -> str:
    exact = event.happening.precision in _EXACT and event.happening.text
    return _dated_subject(event.summary, event.happening.text) if exact else ""


def _subject_of(event: TimelineEvent) -> str:
    exact = event.happening.precision in _EXACT and event.happening.text
    return _dated_subject(event.summary, event.happening.text) if exact else ""


def _dated_subject(text: str, time_words: str) -> str:
    """Return the dated thing that the time in a sentence is about: the nearest before it."""
    lowered = text.lower()
    place = lowered.find(time_words.lower()) if time_words else -1
    before, after = lowered[:place] if place >= 0 else lowered, lowered[max(place, 0) :]
    best = max(kinds.DATED_THINGS, key=lambda thing: (before.rfind(thing), len(thing)))
    if before.rfind(best) >= 0:
        return best
    following = [thing for thing in kinds.DATED_THINGS if thing in after]
    return min(following, key=lambda thing: (after.find(thing), -len(thing)), default="")
