"""Finding expressions of time in running text, and resolving one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, tzinfo

from stratagate_app.engine.domain.events import Basis, Happening, Precision
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Said, Span
from stratagate_app.engine.rules.temporal.chinese import CHINESE
from stratagate_app.engine.rules.temporal.english import ENGLISH
from stratagate_app.engine.rules.temporal.patterns import Language, Pattern
from stratagate_app.engine.rules.temporal.starts import CHINESE_SIGNS, starts_of

_LANGUAGES = (ENGLISH, CHINESE)
_STARTS = starts_of(_LANGUAGES)
_WORD = re.compile(r"[A-Za-z]+|[0-9]+")
_WORD_OR_SIGN = re.compile(f"[A-Za-z]+|[0-9]+|[{CHINESE_SIGNS}]")
# A word that goes on before: a price, a version, a path, a name.
_GOES_ON = re.compile(r"[\w$€£¥#@%\\/-]|(?<=\d)[.:]", re.ASCII)
_OPENINGS = {"from": ENGLISH, "between": ENGLISH, "从": CHINESE, "自": CHINESE}
_CLOCK_STARTS = frozenset({"#", "at", "noon"})
_WORD_BEFORE = re.compile(r"\b(?P<word>[A-Za-z]+)\s+(?:(?i:the)\s+)?$")
_LEAN = re.compile(
    r"(?:(?P<past>\b(?:since)|自|自从)|\b(?:by|until|till)|截至|直到)\s*(?:the\s+)?$", re.IGNORECASE
)
_LOOK_BACK = 24
# "due Friday - Monday is fine too": such a dash joins dates, but not other days.
_LOOSE_DASH = re.compile(r"\s+[-–—]\s+")
# "moved from Monday to Wednesday" names two days, not the days between them.
_MOVED = re.compile(
    r"\b(?:mov|shift|postpon|push|reschedul|chang|delay|slip|brought|bring)\w*\b[^.!?]{0,60}$",
    re.IGNORECASE,
)
_BEFORE_WORDS = re.compile(
    r"\s*(?:(?:on|in|at|by|since|until|till|before|after|around|about|during|for|of|from)\s+"
    r"(?:about\s+|around\s+)?|大?约|截至|直到|在|于|自|从)?",
    re.IGNORECASE,
)
_AFTER_WORDS = re.compile(
    r"(?:之前|以前|之后|以后|以来|左右|前后|开始|起|前|后)?[\s.,;:!?。，！？]*"
)
_SINCE_BEHIND = re.compile("以来|至今|起")


@dataclass(frozen=True, slots=True)
class TimeMention:
    """An expression in a text: text[start:end], and when it was or will be."""

    start: int
    end: int
    happening: Happening


@dataclass(frozen=True, slots=True)
class _Found:
    """Words that are an expression of time; span None where they name no time."""

    start: int
    end: int
    span: Span | None
    match: re.Match[str]
    item: Pattern
    language: Language


def find_times(text: str, said_at: datetime | None) -> tuple[TimeMention, ...]:
    """Return the expressions of time in a text that can be resolved, in order, not overlapping.

    Args:
        text: Running text.
        said_at: When it was said, in the offset of its source; None: only what is absolute.
    """
    mentions: list[TimeMention] = []
    reached = 0
    for word in (_WORD if text.isascii() else _WORD_OR_SIGN).finditer(text):
        start = word.start()
        if start < reached:
            continue
        key = "#" if word[0][0].isdigit() else word[0].lower()
        if key not in _STARTS or (start and _GOES_ON.match(text, start - 1)):
            continue
        found = _whole(text, start, key, said_at)
        if found is None:
            continue
        reached = found.end
        if found.span is not None:
            happening = _happening(text[found.start : found.end], found.span)
            mentions.append(TimeMention(found.start, found.end, happening))
    return tuple(mentions)


def resolve(words: str, said_at: datetime | None) -> Happening:
    """Return when an expression means; what cannot be resolved stays words.

    Args:
        words: One expression, as it was said: "last week", "by Friday", "明天下午三点".
        said_at: When it was said, in the offset of its source; None: only what is absolute.
    Returns:
        The interval of the words, or of the only expression in them; else no interval, precision
        and basis unknown. The text is always the words as given.
    """
    before = _BEFORE_WORDS.match(words)
    for start in (0, before.end() if before else 0):
        found = _whole(words, start, _key(words, start), said_at, bare=True)
        if found is not None and _AFTER_WORDS.fullmatch(words, found.end):
            return _happening(words, found.span)
    mentions = find_times(words, said_at)
    if len(mentions) == 1:
        return replace(mentions[0].happening, text=words)
    return _happening(words, None)


def _happening(words: str, span: Span | None) -> Happening:
    if span is None:
        return Happening(None, None, words, Precision.UNKNOWN, Basis.UNKNOWN)
    first, last = span.bounds()
    return Happening(first, last, words, span.precision, span.basis)


def _key(text: str, start: int) -> str:
    """Return what _STARTS knows the word at a place by."""
    word = _WORD_OR_SIGN.match(text, start)
    if word is None:
        return ""
    return "#" if word[0][0].isdigit() else word[0].lower()


def _whole(
    text: str, start: int, key: str, said_at: datetime | None, *, bare: bool = False
) -> _Found | None:
    """Return the longest expression at a place, with its time of day or its other end."""
    if key in _OPENINGS:
        opened = _interval_from(text, start, _OPENINGS[key], said_at)
        if opened is not None:
            return opened
    if key in _CLOCK_STARTS:
        found = _after_clock(text, start, said_at)
        if found is not None:
            return found
    found = _moved(text, start, said_at) or _single(text, start, key, said_at, bare=bare)
    if found is None or found.span is None:
        return found
    joint = found.language.plain.match(text, found.end)
    joined = _joined(text, found, joint, said_at) if joint else None
    return joined or _with_clock(text, found, said_at)


def _single(
    text: str, start: int, key: str, said_at: datetime | None, *, bare: bool
) -> _Found | None:
    """Return the longest expression at a place, by itself.

    Of several the longest is meant; what that cannot mean, a shorter one does not mean either.
    """
    best: tuple[int, re.Match[str], Pattern, Language] | None = None
    for item, language in _STARTS.get(key, ()):
        match = item.shape.match(text, start)
        if match is None or (best is not None and match.end() <= best[1].end()):
            continue
        begin = start
        if item.after is not None:
            before = _WORD_BEFORE.search(text[max(0, start - _LOOK_BACK) : start])
            if before is not None and before["word"].lower() in item.after:
                begin = start - len(before[0])
            elif not bare:
                continue
        best = (begin, match, item, language)
    if best is None:
        return None
    begin, match, item, language = best
    span = _meaning(item, match, Said(said_at, _lean(text, start, match.end())))
    return _Found(begin, match.end(), span, match, item, language)


def _meaning(item: Pattern, match: re.Match[str], said: Said) -> Span | None:
    try:
        return item.meaning(match, said)
    except OverflowError:
        # Beyond the calendar: words, not a time.
        return None


def _lean(text: str, start: int, end: int) -> int:
    """Return on which side of now an expression must lie: -1 for "since", 1 for "by"."""
    before = _LEAN.search(text[max(0, start - _LOOK_BACK) : start])
    if before is not None:
        return -1 if before["past"] else 1
    return -1 if _SINCE_BEHIND.match(text, end) else 0


def _zone(said_at: datetime | None) -> tzinfo | None:
    return said_at.tzinfo if said_at is not None else None


def _with_clock(text: str, found: _Found, said_at: datetime | None) -> _Found:
    """Return an expression with the time of day behind it, if one is."""
    if found.span is None or found.span.precision is not Precision.DAY:
        return found
    for language in (found.language, *_LANGUAGES):
        match = language.clock.match(text, found.end)
        if match is not None:
            words = text[found.start : found.end]
            return _timed(found, match, words, language, said_at)
    return found


def _timed(
    found: _Found, match: re.Match[str], words: str, language: Language, said_at: datetime | None
) -> _Found:
    """Return a day with a time of day; the day alone where the time is not sure."""
    clock = language.read_clock(match, words, _zone(said_at))
    end = max(found.end, match.end())
    if clock is None or found.span is None:
        return replace(found, end=end)
    exact = cal.at_time(found.span, clock.hour, clock.minute, clock.zone)
    return replace(found, end=end, span=exact or found.span)


def _after_clock(text: str, start: int, said_at: datetime | None) -> _Found | None:
    """Return a day with the time of day before it: "5 pm tomorrow"."""
    match = ENGLISH.clock_first.match(text, start) if ENGLISH.clock_first else None
    found = _day_behind(text, match, said_at) if match else None
    if match is None or found is None:
        return None
    timed = _timed(found, match, text[found.start : found.end], ENGLISH, said_at)
    return replace(timed, start=start)


def _at_single(text: str, start: int, said_at: datetime | None) -> _Found | None:
    return _single(text, start, _key(text, start), said_at, bare=True)


def _day_behind(text: str, match: re.Match[str], said_at: datetime | None) -> _Found | None:
    """Return the day right behind a match, if one is."""
    found = _at_single(text, match.end(), said_at)
    is_day = found and found.span and found.span.precision is Precision.DAY
    return found if is_day else None


def _moved(text: str, start: int, said_at: datetime | None) -> _Found | None:
    """Return a day so far from another one: "two days after 3 May"."""
    offset = ENGLISH.offset
    match = offset.shape.match(text, start) if offset else None
    found = _day_behind(text, match, said_at) if match else None
    if offset is None or match is None or found is None or found.span is None:
        return None
    count, unit, exact = offset.read(match)
    try:
        day = cal.shifted(found.span.first, count, unit)
        span = cal.day(day, Basis.RELATIVE) if exact else cal.away(day, 0, unit)
    except OverflowError:
        span = None
    return replace(found, start=start, span=span)


def _interval_from(
    text: str, start: int, language: Language, said_at: datetime | None
) -> _Found | None:
    """Return the interval of two expressions after "from" or "between"."""
    opening = language.opening.match(text, start)
    first = _at_single(text, opening.end(), said_at) if opening else None
    joint = language.between.match(text, first.end) if first else None
    if first is None or joint is None:
        return None
    joined = _joined(text, first, joint, said_at)
    return replace(joined, start=start) if joined else None


def _joined(
    text: str, first: _Found, joint: re.Match[str], said_at: datetime | None
) -> _Found | None:
    """Return the interval from one expression to another; None if there is no such."""
    second = _at_single(text, joint.end(), said_at)
    if second is None or _MOVED.search(text[max(0, first.start - 80) : first.start]):
        return None
    begin, end = _agreeing(first, second, said_at)
    if begin is None or end is None:
        return None
    explicit = begin.basis is Basis.EXPLICIT and end.basis is Basis.EXPLICIT
    if not explicit and _LOOSE_DASH.fullmatch(joint[0]):
        return None
    span = cal.days(begin.first, end.last, Basis.EXPLICIT if explicit else Basis.RELATIVE)
    return replace(first, end=second.end, span=span) if span else None


def _agreeing(
    first: _Found, second: _Found, said_at: datetime | None
) -> tuple[Span | None, Span | None]:
    """Return the ends of an interval, the one without a year read from the other one."""
    begin, end = first.span, second.span
    zone = _zone(said_at) or UTC
    if _names_year(second) and end is not None and not _names_year(first):
        if begin is None or begin.basis is Basis.EXPLICIT:
            begin = _meaning(first.item, first.match, Said(_noon(end.last, zone), -1))
    elif begin is not None and not _names_year(second):
        explicit = end is None or end.basis is Basis.EXPLICIT
        if explicit or (end is not None and end.last < begin.first):
            end = _meaning(second.item, second.match, Said(_noon(begin.first, zone), 1))
    return begin, end


def _noon(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(12), zone)


def _names_year(found: _Found) -> bool:
    groups = found.match.groupdict()
    return bool(groups.get("year") or groups.get("y"))
