"""English expressions of time: times of day, what moves one, and what joins two."""

from __future__ import annotations

import re
from datetime import UTC, tzinfo

from stratagate_app.engine.rules.temporal import english_days, english_periods
from stratagate_app.engine.rules.temporal.english_words import TO, N, number
from stratagate_app.engine.rules.temporal.patterns import Clock, Language, Offset

_CLOCK = re.compile(
    r"(?:,?\s*@\s*|,?\s+(?:(?:at|around|about)\s+)?)"
    r"(?:(?P<h>\d{1,2})[:.](?P<mi>\d{2})(?::\d\d)?\s*(?P<half>[ap]\.?m\b\.?)?"
    r"|(?P<h2>\d{1,2})\s*(?P<half2>[ap]\.?m\b\.?)"
    r"|(?P<noon>noon)\b"
    r"|(?<=at )(?P<bare>\d{1,2})(?:\s+o['’]clock)?(?!\s*[a-z%]))"
    r"(?![\d:%/]|\.\d|\s*[-–]\s*\d)(?:\s*(?P<zone>utc|gmt|[a-z]{1,4}t\b))?",
    re.IGNORECASE,
)
_CLOCK_FIRST = re.compile(
    r"(?:at\s+)?(?:(?P<h>\d{1,2})[:.](?P<mi>\d{2})\s*(?P<half>[ap]\.?m\b\.?)?"
    r"|(?P<h2>\d{1,2})\s*(?P<half2>[ap]\.?m\b\.?)|(?P<noon>noon)(?P<bare>\b\B)?)"
    r"(?P<zone>\s+(?:utc|gmt))?,?\s+(?:on\s+)?(?=\w)",
    re.IGNORECASE,
)
_LATE = re.compile(r"afternoon|evening|night", re.IGNORECASE)
_EARLY = re.compile(r"morning", re.IGNORECASE)
_AFTER_MIDNIGHT = 5
_NOON = 12


def _clock(match: re.Match[str], words: str, zone: tzinfo | None) -> Clock | None:
    """Return the time of day a match names; None where the words leave open which half it is.

    Args:
        match: Of one of the two shapes.
        words: The words of the day, which may tell the half: "tonight", "Friday morning".
        zone: The zone of what was said.
    """
    if match["zone"]:
        # Abbreviations of other zones mean several.
        named = match["zone"].strip().lower()
        zone = UTC if named in ("utc", "gmt") else None
    if match["noon"]:
        return Clock(_NOON, 0, zone)
    hour = int(match["h"] or match["h2"] or match["bare"])
    half = (match["half"] or match["half2"] or "").lower()[:1]
    if not half and _LATE.search(words):
        if hour < _AFTER_MIDNIGHT and "noon" not in words.lower():
            return None
        half = "p"
    elif not half and _EARLY.search(words):
        half = "a"
    if half:
        if hour > _NOON:
            return Clock(hour, int(match["mi"] or 0), zone)
        return Clock(hour % _NOON + (_NOON if half == "p" else 0), int(match["mi"] or 0), zone)
    if match["bare"] and 0 < hour <= _NOON:
        return None
    return Clock(hour, int(match["mi"] or 0), zone)


def _shift(match: re.Match[str]) -> tuple[int, str, bool]:
    count = number(match["n"]) if match["n"] else 1
    side = match["side"].lower()
    return count * (-1 if side == "before" else 1), match["unit"].lower(), side == "from"


ENGLISH = Language(
    patterns=(*english_days.PATTERNS, *english_periods.PATTERNS),
    clock=_CLOCK,
    clock_first=_CLOCK_FIRST,
    read_clock=_clock,
    opening=re.compile(r"(?:from|between)\s+(?:the\s+)?", re.IGNORECASE),
    between=re.compile(rf"{TO}(?:the\s+)?|\s+and\s+(?:the\s+)?", re.IGNORECASE),
    plain=re.compile(rf"{TO}(?:the\s+)?", re.IGNORECASE),
    offset=Offset(
        re.compile(
            rf"(?:{N}|(?i:the))\s+(?P<unit>(?i:day|week|month|year))s?\s+"
            r"(?P<side>(?i:before|after|from))\s+(?:(?i:the)\s+)?"
        ),
        _shift,
    ),
)
