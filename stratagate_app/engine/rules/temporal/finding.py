"""Finding expressions of time in running text, and resolving one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from stratagate_app.engine.domain.events import NO_HAPPENING, Happening
from stratagate_app.engine.rules.temporal import chinese, english
from stratagate_app.engine.rules.temporal.calendar import Span, at_time

# What every expression has one of; most sentences have none and are done with one search.
_ANY = re.compile(
    r"\d|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|day\b|\bweek|\bmonth|\byear|"
    r"\bquarter|morning|evening|afternoon|night|tomorrow|\bago\b|[周月年天号]|星期|礼拜|季度|国庆|元旦|"
    r"五一|[今昨明]晚|[今明]早",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TimeMention:
    """An expression in a text: text[start:end], and when it was or will be."""

    start: int
    end: int
    happening: Happening


def find_times(text: str, said_at: datetime | None) -> tuple[TimeMention, ...]:
    """Return the expressions of time in a text that can be resolved, in order.

    Args:
        text: Running text.
        said_at: When it was said, in the offset of its source; None: only what is absolute.
    """
    if not _ANY.search(text):
        return ()
    said = said_at.date() if said_at is not None else None
    found: list[tuple[int, int, Span]] = []
    languages = (english,) if text.isascii() else (english, chinese)
    for language in languages:
        for pattern, meaning in language.PATTERNS:
            for match in pattern.finditer(text):
                try:
                    span = meaning(match, said)
                except OverflowError:
                    # Beyond the calendar: words, not a time.
                    span = None
                if span is not None:
                    found.append((*_with_clock(text, match, span, said_at),))
    found.sort(key=lambda item: (item[0], -item[1]))
    mentions: list[TimeMention] = []
    reached = 0
    for start, end, span in found:
        if start < reached:
            continue
        reached = end
        first, last = span.bounds()
        happening = Happening(first, last, text[start:end], span.precision, span.basis)
        mentions.append(TimeMention(start, end, happening))
    return tuple(mentions)


def _with_clock(
    text: str, match: re.Match[str], span: Span, said_at: datetime | None
) -> tuple[int, int, Span]:
    """Return the place and span of a match, with the clock time that follows it, if one does."""
    for language in (english, chinese):
        following = language.CLOCK.match(text, match.end())
        if following is not None:
            hour, minute = language.clock(following)
            exact = at_time(span, hour, minute, said_at)
            if exact is not None:
                return match.start(), following.end(), exact
    return match.start(), match.end(), span


def resolve(words: str, said_at: datetime | None) -> Happening:
    """Return when an expression means; what cannot be resolved stays words.

    Returns:
        The interval of the only expression in the words; else no interval, precision and basis
        unknown, and the words as they are.
    """
    mentions = find_times(words, said_at)
    if len(mentions) == 1:
        found = mentions[0].happening
        return Happening(found.start, found.end, words, found.precision, found.basis)
    return Happening(None, None, words, NO_HAPPENING.precision, NO_HAPPENING.basis)
