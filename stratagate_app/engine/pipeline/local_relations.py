"""How an event stands to those before it: it says the same, replaces one, or contradicts one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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


def alike(words: set[str], other: set[str]) -> bool:
    """Return whether two sets of words say nearly the same."""
    return len(words & other) >= SAME_SHARE * max(len(words), len(other), 1)


def relations(
    event: ProposedEvent, text: str, timeline: Sequence[TimelineEvent]
) -> tuple[ProposedRelation, ...]:
    """Return how an event, said in `text`, stands to the active events of the timeline."""
    return tuple(_relations(event, text, timeline))


def _relations(
    event: ProposedEvent, text: str, timeline: Sequence[TimelineEvent]
) -> Iterator[ProposedRelation]:
    words = content_words([event.title, event.summary])
    change = change_in(text)
    for other in timeline:
        if other.state is not EventState.ACTIVE or _is_later(other, event):
            continue
        theirs = content_words([other.title, other.summary])
        if _same(event, words, other, theirs):
            yield ProposedRelation(RelationKind.SAME, other.id)
        elif _replaces(event, text, words, other, theirs, change):
            yield ProposedRelation(RelationKind.SUPERSEDES, other.id)
        elif _disagree(event, other):
            yield ProposedRelation(RelationKind.CONFLICTS, other.id)


def _is_later(other: TimelineEvent, event: ProposedEvent) -> bool:
    if other.mentioned_at is None or event.mentioned_at is None:
        return False
    return other.mentioned_at > event.mentioned_at


def _same(
    event: ProposedEvent, words: set[str], other: TimelineEvent, theirs: set[str]
) -> bool:
    if other.type != event.type or other.status != event.status or not alike(words, theirs):
        return False
    mine, its = event.happening, other.happening
    # A day that was only inferred from when it was said is no difference.
    return not (mine.text and its.text) or (mine.start, mine.end) == (its.start, its.end)


def _replaces(
    event: ProposedEvent,
    text: str,
    words: set[str],
    other: TimelineEvent,
    theirs: set[str],
    change: Change | None,
) -> bool:
    if event.criticality is Criticality.IDENTITY and other.criticality is Criticality.IDENTITY:
        return event.type is EventType.CHANGE and bool(_HOME.search(other.summary))
    decided = (EventType.DECISION, EventType.MIGRATION)
    if event.type in decided and other.type in decided and change is not None and change.old:
        # The old decision is for the old value, and not already for the new one.
        old, new = content_words([change.old]), content_words([change.new])
        if not new or new <= theirs:
            return False
        by_name = change.old.isascii() and not change.old.isdigit()
        return old <= theirs and (by_name or len((words & theirs) - old) >= SUBJECT_WORDS)
    if not _CHANGE.search(text):
        return False
    mine, its = _dated_subject(event.summary, event.happening.text), _subject_of(other)
    return bool(mine) and mine == its and _other_day(event, other) and not _versions_differ(
        event.summary, other.summary
    )


def _disagree(event: ProposedEvent, other: TimelineEvent) -> bool:
    """Return whether both are planned, and for one thing two days are named."""
    if event.status is not HappeningStatus.PLANNED or other.status is not HappeningStatus.PLANNED:
        return False
    if not _other_day(event, other) or _versions_differ(event.summary, other.summary):
        return False
    mine = _dated_subject(event.summary, event.happening.text)
    return bool(mine) and mine == _subject_of(other)


def _other_day(event: ProposedEvent, other: TimelineEvent) -> bool:
    exact = (Precision.DAY, Precision.INSTANT)
    mine, its = event.happening, other.happening
    if mine.precision not in exact or its.precision not in exact:
        return False
    return bool(mine.text and its.text) and (mine.start or "")[:10] != (its.start or "")[:10]


def _versions_differ(text: str, other: str) -> bool:
    mine, its = set(_VERSION.findall(text)), set(_VERSION.findall(other))
    return bool(mine and its and not mine & its)


def _subject_of(other: TimelineEvent) -> str:
    return _dated_subject(other.summary, other.happening.text)


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
