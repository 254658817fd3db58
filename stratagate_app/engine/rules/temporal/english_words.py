"""The words of English expressions of time, as pieces of patterns and as numbers."""

from __future__ import annotations

import re

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Said, Span

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
MONTHS = {name[:3]: number for number, name in enumerate(_MONTH_NAMES.split(), start=1)}
DAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS = {word: number for number, word in enumerate(_NUMBERS, start=1)} | {"a": 1, "an": 1}
ORDINALS = {
    word: number for number, word in enumerate("first second third fourth".split(), start=1)
}
STEPS = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 1}
PARTS = {"early": "early", "beginning": "early", "start": "early"}
PARTS |= {"mid": "mid", "middle": "mid", "late": "late", "end": "late"}

# "may" and "march" are verbs and "sec", "dec", "mar" are more than months: these want a capital.
M = (
    r"(?P<month>[Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember"
    r"|[Oo]ctober|[Nn]ovember|[Dd]ecember|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
    r"(?![A-Za-z])"
)
D = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)"
FIRST = r"(?P<first>\d{1,2})(?:st|nd|rd|th)?"
Y = r"(?:,?\s+(?P<year>(?:19|20|21)\d\d)(?![\w.:-]?\d))?"
_FULL_DAYS = r"(?i:mon|tues|wednes|thurs|fri|satur|sun)day(?![A-Za-z]|\.[A-Za-z\d])"
_SHORT_DAYS = r"(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?"
W = rf"(?P<weekday>{_FULL_DAYS})"
ANY_W = rf"(?P<weekday>{_FULL_DAYS}|{_SHORT_DAYS})"
BEFORE_DATE = rf"(?:(?:{_FULL_DAYS}|{_SHORT_DAYS}),?\s+(?:the\s+)?)?"
N = r"(?P<n>\d{1,3}|(?i:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))"
UNIT = r"(?P<unit>(?i:day|week|month|year))(?i:s)?\b"
STEP = r"(?P<step>(?i:last|next|this\s+coming|this\s+past|this|coming|past))"
TO = r"\s*(?:-|–|—|~|\b(?i:to|until|till|through)\b)\s*"
PART_OF_DAY = (
    r"(?:\s+(?:(?i:in\s+the)\s+)?(?:(?i:early|late)\s+)?(?i:morning|afternoon|evening|night)\b)?"
)
# What may follow a number that is a year or a day of a month: an end, or a word that counts
# nothing. "in 2000 files" and "on the 4th floor" are no times.
ENDS = (
    r"(?=\s*(?:$|[.,;:!?)\]\"'”’…—–]|[^\x00-\x7f])(?![.,:]\d)|\s+(?i:and|or|but|we|i|you|he|she|it|"
    r"they|the|a|this|that|when|because|so|if|as|at|for|with|by|on|in|is|was|are|were|will|would|"
    r"has|had|have|should|to\s+(?!\d)|after|before|until|since|then|there|my|our|his|her|their|not|"
    r"instead|around)\b)"
)


def number(text: str) -> int:
    """Return a whole number in digits or as a word."""
    return int(text) if text.isdigit() else NUMBERS[text.lower()]


def month_of(match: re.Match[str]) -> int:
    """Return the month a match names, from 1."""
    return MONTHS[match["month"][:3].lower()]


def year_of(match: re.Match[str]) -> int | None:
    """Return the year a match names in digits, if it does."""
    found = match.groupdict().get("year")
    return int(found) if found else None


def weekday_of(match: re.Match[str]) -> int:
    """Return the weekday a match names; 0 is Monday."""
    return DAYS[match["weekday"][:3].lower()]


def step_of(match: re.Match[str]) -> str:
    """Return the word that steps: last, past, this, next or coming."""
    return match["step"].lower().split()[-1]


def dated(said: Said, year: int | None, month: int, day: int) -> Span | None:
    """Return a day and month of a year, of the nearest one where it is not said."""
    found = cal.make_day(year, month, day) if year else cal.nearest_day(said, month, day)
    return cal.day(found, Basis.EXPLICIT) if found else None


def month_span(match: re.Match[str], said: Said) -> Span | None:
    """Return the month a match names, with its year or the nearest."""
    year, wanted = year_of(match), month_of(match)
    if year is not None:
        return cal.month(year, wanted, Basis.EXPLICIT)
    return cal.nearest_month(said, wanted, Basis.EXPLICIT)
