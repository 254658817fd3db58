"""Events by the built-in rules: extractive, deterministic, from what is said outright."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from stratagate_app.engine.domain.events import (
    NO_HAPPENING,
    QUOTE_CHARS,
    Basis,
    Criticality,
    EventType,
    Happening,
    HappeningStatus,
    Precision,
)
from stratagate_app.engine.pipeline import cues, kinds
from stratagate_app.engine.pipeline.kinds import Kind
from stratagate_app.engine.pipeline.local_analysis import analyse
from stratagate_app.engine.pipeline.local_people import chinese_people, participants, projects_in
from stratagate_app.engine.pipeline.local_relations import Timeline, change_in
from stratagate_app.engine.pipeline.ports import BlockMessage, ProposedEvent, TimelineEvent
from stratagate_app.engine.pipeline.sentences import (
    Sentence,
    as_title,
    capitalised,
    without_opening,
)
from stratagate_app.engine.rules.temporal import TimeMention, find_times

TITLE_LIMIT = 80
MAX_TAGS = 6

_LIMITING = re.compile(
    r"(?:until|till|before|by|since|for|直到|截至)\s*(?:the\s+)?$|^(?:until|till|before|since)\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:周|星期|礼拜)[一二三四五六日天末]$",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:soon|eventually|recently|some ?day|sometime|later this \w+|the other day|lately|"
    r"in the coming (?:days|weeks|months)|in a few (?:days|weeks|months)|a few \w+ ago|"
    r"last (?:mon|tues?|wed|thurs?|fri|sat|sun)\b|not so long ago)\b|"
    r"过几天|最近|不久|前几天|改天|过段时间|将来",
    re.IGNORECASE,
)


def propose(
    messages: Sequence[BlockMessage], timeline: Sequence[TimelineEvent]
) -> tuple[ProposedEvent, ...]:
    """Return the events of a block, related to those of the timeline."""
    analysis = analyse(messages)
    if not analysis.found:
        return ()
    names, topics = analysis.names, analysis.tags
    people = chinese_people(analysis.sentences)
    before = Timeline(timeline)
    proposed: list[ProposedEvent] = []
    for found in analysis.found:
        sentence, kind = found.sentence, found.kind
        text = sentence.text
        happening, status = _happening(sentence, kind)
        summary = capitalised(without_opening(text))
        event = ProposedEvent(
            title=as_title(text, TITLE_LIMIT),
            summary=summary,
            source_ids=(sentence.message.id,),
            quotes=(text,) if len(text) <= QUOTE_CHARS else (),
            tags=_tags(summary, topics),
            participants=participants(sentence, names, people),
            type=kind.type,
            status=status,
            scope=kind.scope,
            criticality=kind.criticality,
            mentioned_at=sentence.message.created_at,
            happening=happening,
        )
        proposed.append(replace(event, relations=before.relations(event, text)))
    return tuple(proposed)


def _tags(summary: str, topics: Sequence[str]) -> tuple[str, ...]:
    """Return the projects, tools and values an event names, then the block's topics in it."""
    change = change_in(summary)
    values = [value for value in (change.old, change.new) if value] if change else []
    lowered = summary.lower()
    told = [topic for topic in topics if topic.lower() in lowered]
    found = [*projects_in(summary), *values, *told]
    return tuple({tag.lower(): tag for tag in reversed(found)}.values())[::-1][:MAX_TAGS]


def _happening(sentence: Sentence, kind: Kind) -> tuple[Happening, HappeningStatus]:
    """Return when it happened or is planned to, and which of the two.

    Rule:
        By the words of time, unless they are a limit ("until next week"); of a decision without
        any, the day it was said. Words that name no day stay words.
    """
    said, text = sentence.message.created_at, sentence.text
    if kind.criticality is not Criticality.ROUTINE and kind.status is HappeningStatus.ONGOING:
        return NO_HAPPENING, kind.status
    status = kind.status
    if kind in kinds.MAY_BE_PLANNED and cues.is_ahead(text):
        status = HappeningStatus.PLANNED
    for mention in find_times(text, said):
        if _is_limit(text, mention):
            continue
        return _settled(mention, text, said, kind, status)
    if vague := _VAGUE.search(text):
        return Happening(None, None, vague[0], Precision.UNKNOWN, Basis.UNKNOWN), status
    if kind.type is EventType.DECISION and said is not None:
        day = said.date().isoformat()
        return Happening(day, day, "", Precision.DAY, Basis.INFERRED), HappeningStatus.OCCURRED
    return NO_HAPPENING, status


def _is_limit(text: str, mention: TimeMention) -> bool:
    return bool(_LIMITING.search(text[: mention.start]) or _LIMITING.match(mention.happening.text))


def _settled(
    mention: TimeMention,
    text: str,
    said: datetime | None,
    kind: Kind,
    status: HappeningStatus,
) -> tuple[Happening, HappeningStatus]:
    """Return a time that agrees with what the sentence says of it: past or to come."""
    happening = mention.happening
    if said is None or happening.start is None or happening.end is None:
        return happening, status
    today = said.date().isoformat()
    if status is HappeningStatus.OCCURRED and happening.start[:10] > today:
        if kind.type is EventType.DECISION:
            # Decided now, for later.
            return happening, HappeningStatus.PLANNED
        weekday = _WEEKDAY.match(happening.text)
        earlier = said - timedelta(days=7 if weekday else 183)
        return _read_again(mention, text, earlier) or _only_words(happening), status
    if status is HappeningStatus.PLANNED and happening.end[:10] < today:
        later = said + timedelta(days=183)
        return _read_again(mention, text, later) or _only_words(happening), status
    return happening, status


def _read_again(mention: TimeMention, text: str, moment: datetime) -> Happening | None:
    """Return what the same words mean at another time; None where that makes no difference."""
    happening = mention.happening
    weekday = _WEEKDAY.match(happening.text)
    if happening.basis is not Basis.EXPLICIT and not weekday:
        return None
    again = [found.happening for found in find_times(text, moment) if found.start == mention.start]
    return again[0] if again and again[0] != happening else None


def _only_words(happening: Happening) -> Happening:
    return Happening(None, None, happening.text, Precision.UNKNOWN, Basis.UNKNOWN)
