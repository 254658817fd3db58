"""Events by the built-in rules: extractive, deterministic, from what is said outright."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.events import (
    NO_HAPPENING,
    QUOTE_CHARS,
    Basis,
    Criticality,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    Precision,
    RelationKind,
)
from stratagate_app.engine.pipeline import cues
from stratagate_app.engine.pipeline.ports import (
    BlockMessage,
    ProposedEvent,
    ProposedRelation,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.sentences import (
    STOP_WORDS,
    Sentence,
    capitalised,
    content_words,
    sentences_of,
    shorten,
    without_opening,
)
from stratagate_app.engine.rules.temporal import find_times

MAX_EVENTS = 6
TITLE_LIMIT = 80
# Of two sentences that say nearly the same, the first is kept.
SAME_SHARE = 0.8

_NAME = re.compile(r"(?<![.!?“\"] )(?<!^)\b([A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)?)\b")
_QUOTED = re.compile(r"[\"“”][^\"“”]*[\"“”]?")
_PROJECT = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b")
_VALUES = re.compile(
    r"\bfrom ([\w.+-]+) to ([\w.+-]+)|从([^\s，。]{1,10}?)(?:改成|换成|改为|换到)([^\s，。]{1,10})"
)
_CHINESE_NAME = re.compile(
    r"(?:我叫|朋友叫|同事叫)([\u4e00-\u9fff]{2,3})|([\u4e00-\u9fff]{2,3})负责"
)
_NO_NAMES = frozenset(
    """
I OK Monday Tuesday Wednesday Thursday Friday Saturday Sunday Fridays January February March
April May June July August September October November December CI Next Then The We It
    """.split()
)
_LIMITING = re.compile(r"(?:until|till|before|by|since|直到|之前)\s*(?:the\s+)?$", re.IGNORECASE)
_PROJECT_STOPS = frozenset({"opt-in", "opt-out", "follow-up", "sign-in", "built-in", "up-to-date"})


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that is an event, and what kind."""

    sentence: Sentence
    kind: cues.Kind


def find_events(sentences: Sequence[Sentence]) -> list[Found]:
    """Return the sentences that are events, in order, without repeats, at most six."""
    found: list[Found] = []
    seen: list[set[str]] = []
    for sentence in sentences:
        kind = cues.kind_of(sentence)
        if kind is None:
            continue
        words = set(sentence.words) - STOP_WORDS
        if len(words) < 2 or any(_alike(words, other) for other in seen):  # noqa: PLR2004
            continue
        seen.append(words)
        found.append(Found(sentence, kind))
    if len(found) <= MAX_EVENTS:
        return found
    ranked = sorted(found, key=lambda item: _IMPORTANCE.index(item.kind))
    kept = {id(item) for item in ranked[:MAX_EVENTS]}
    return [item for item in found if id(item) in kept]


_IMPORTANCE = (
    cues.SAFETY,
    cues.RULE,
    cues.SWITCH,
    cues.IDENTITY,
    cues.MOVED,
    cues.DECISION,
    cues.PLAN,
    cues.PREFERENCE,
    cues.INCIDENT,
    cues.RELEASE,
    cues.CANCELLED,
    cues.ROLE,
    cues.COMPLETED,
    cues.MEETING,
    cues.CHANGE,
)


def _alike(words: set[str], other: set[str]) -> bool:
    return len(words & other) >= SAME_SHARE * max(len(words), len(other))


def propose(
    messages: Sequence[BlockMessage], timeline: Sequence[TimelineEvent]
) -> tuple[ProposedEvent, ...]:
    """Return the events of a block, related to those of the timeline and to each other's words."""
    sentences = sentences_of(messages)
    names = names_of(sentences)
    return tuple(_event(found, names, timeline) for found in find_events(sentences))


def title_of(sentence: Sentence) -> str:
    """Return a sentence as a title: without what it only begins with, cut at a clause."""
    return capitalised(shorten(without_opening(sentence.text), TITLE_LIMIT))


def _event(found: Found, names: set[str], timeline: Sequence[TimelineEvent]) -> ProposedEvent:
    sentence, kind = found.sentence, found.kind
    text = sentence.text
    happening = _happening(found)
    event = ProposedEvent(
        title=title_of(sentence),
        summary=capitalised(without_opening(text)),
        source_ids=(sentence.message.id,),
        quotes=(text,) if len(text) <= QUOTE_CHARS else (),
        tags=_tags(text),
        participants=_participants(sentence, names),
        type=kind.type,
        status=kind.status,
        scope=kind.scope,
        criticality=kind.criticality,
        mentioned_at=sentence.message.created_at,
        happening=happening,
    )
    relations = _relations(event, text, timeline)
    if not relations:
        return event
    return ProposedEvent(
        **{
            name: getattr(event, name)
            for name in ProposedEvent.__dataclass_fields__
            if name != "relations"
        },
        relations=relations,
    )


def _happening(found: Found) -> Happening:
    """Return when it happened: by the words of time, or, of a decision, the day it was said.

    A limit ("until next week") is no time of the event itself.
    """
    sentence, kind = found.sentence, found.kind
    said = sentence.message.created_at
    if kind.criticality in (Criticality.PREFERENCE, Criticality.SAFETY):
        return NO_HAPPENING
    for mention in find_times(sentence.text, said):
        if not _LIMITING.search(sentence.text[: mention.start]):
            return mention.happening
    if kind.type is EventType.DECISION and said is not None:
        day = said.date().isoformat()
        return Happening(day, day, "", Precision.DAY, Basis.INFERRED)
    return NO_HAPPENING


def _tags(text: str) -> tuple[str, ...]:
    found = [match[0] for match in _PROJECT.finditer(text) if match[0] not in _PROJECT_STOPS]
    values = _VALUES.search(text)
    found += [value for value in values.groups() if value] if values else []
    return tuple(dict.fromkeys(found))


def names_of(sentences: Sequence[Sentence]) -> set[str]:
    """Return the names that occur inside sentences, where a capital means something."""
    return {
        match[1]
        for sentence in sentences
        for match in _NAME.finditer(_QUOTED.sub("", sentence.text))
        if match[1].split(" ", 1)[0] not in _NO_NAMES
        and match[1].lower() not in STOP_WORDS
        and not match[1].isupper()
    }


def _participants(sentence: Sentence, names: set[str]) -> tuple[str, ...]:
    text = sentence.text
    found = [sentence.speaker] if sentence.speaker else []
    found += sorted(
        (name for name in names if re.search(rf"\b{re.escape(name)}\b", text)), key=text.find
    )
    found += [match[0] for match in _PROJECT.finditer(text) if match[0] not in _PROJECT_STOPS]
    values = _VALUES.search(text)
    if values:
        found += [value for value in values.groups() if value]
    found += [name for match in _CHINESE_NAME.finditer(text) for name in match.groups() if name]
    return tuple(dict.fromkeys(found))


def _relations(
    event: ProposedEvent, text: str, timeline: Sequence[TimelineEvent]
) -> tuple[ProposedRelation, ...]:
    """Return how an event stands to those before it.

    It says the same; it replaces a decision whose value it names as the old one; or it gives
    another date for the same thing, without saying that the date was changed.
    """
    words = content_words([event.title, event.summary])
    values = _VALUES.search(text)
    old = {value.lower() for value in (values[1], values[3]) if value} if values else set()
    found: list[ProposedRelation] = []
    for other in timeline:
        if other.state is not EventState.ACTIVE:
            continue
        theirs = content_words([other.title, other.summary])
        if other.type == event.type and _alike(words, theirs):
            same = (other.happening.start, other.happening.end) == (
                event.happening.start,
                event.happening.end,
            )
            if same or event.happening.basis is not Basis.EXPLICIT:
                found.append(ProposedRelation(RelationKind.SAME, other.id))
                continue
        decided = other.type is EventType.DECISION
        if (
            event.type is EventType.DECISION
            and decided
            and old & theirs
            and not _names_both(theirs, values)
        ):
            found.append(ProposedRelation(RelationKind.SUPERSEDES, other.id))
        elif _disagree(event, other):
            found.append(ProposedRelation(RelationKind.CONFLICTS, other.id))
    return tuple(found)


def _names_both(words: set[str], values: re.Match[str] | None) -> bool:
    new = values and (values[2] or values[4])
    return bool(new) and str(new).lower() in words


def _disagree(event: ProposedEvent, other: TimelineEvent) -> bool:
    if HappeningStatus.PLANNED not in (event.status, other.status) or event.status != other.status:
        return False
    mine, theirs = event.happening, other.happening
    if mine.precision is not Precision.DAY or theirs.precision is not Precision.DAY:
        return False
    if mine.start == theirs.start:
        return False
    text, other_text = event.summary.lower(), f"{other.title} {other.summary}".lower()
    return any(thing in text and thing in other_text for thing in cues.DATED_THINGS)
