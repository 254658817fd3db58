"""English expressions that name days: dates, weekdays, what is near, and feasts on a fixed day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Said, Span
from stratagate_app.engine.rules.temporal.english_words import (
    ANY_W,
    BEFORE_DATE,
    ENDS,
    FIRST,
    PART_OF_DAY,
    STEP,
    STEPS,
    TO,
    D,
    M,
    N,
    W,
    Y,
    dated,
    month_of,
    number,
    step_of,
    weekday_of,
    year_of,
)
from stratagate_app.engine.rules.temporal.patterns import Pattern, pattern

_NEAR = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "yesterday": -1,
    "last night": -1,
    "last evening": -1,
    "tomorrow": 1,
    "day before yesterday": -2,
    "day after tomorrow": 2,
}
_FEASTS = {
    "new year's day": (1, 1),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
}
_DATE_PREPOSITIONS = frozenset({"on", "by", "until", "till", "before", "after", "since", "from"})


def _moment(match: re.Match[str], said: Said) -> Span | None:
    found = cal.make_day(int(match["year"]), int(match["m"]), int(match["d"]))
    if found is None:
        return None
    span, zone = cal.day(found, Basis.EXPLICIT), match["zone"]
    try:
        at = datetime.fromisoformat(match[0].replace(" ", "T"))
    except ValueError:
        return None
    if zone is None:
        return cal.at_time(span, at.hour, at.minute, said.at.tzinfo if said.at else None) or span
    return cal.instant(span, at)


def _iso(match: re.Match[str], said: Said) -> Span | None:
    return dated(said, int(match["year"]), int(match["m"]), int(match["d"]))


def _slashed(match: re.Match[str], said: Said) -> Span | None:
    first, second = int(match["first"]), int(match["second"])
    day, month = (first, second) if match["sign"] == "." or first > 12 else (second, first)  # noqa: PLR2004
    # Which of the two is the day must be plain from the numbers or the sign.
    if match["sign"] == "/" and first != second and max(first, second) <= 12:  # noqa: PLR2004
        return None
    return dated(said, int(match["year"]), month, day)


def _day_month(match: re.Match[str], said: Said) -> Span | None:
    return dated(said, year_of(match), month_of(match), int(match["day"]))


def _week_of(match: re.Match[str], said: Said) -> Span | None:
    span = _day_month(match, said)
    return cal.week_of(span.first, Basis.EXPLICIT) if span else None


def _day_range(match: re.Match[str], said: Said) -> Span | None:
    last = _day_month(match, said)
    first = last and cal.make_day(last.first.year, last.first.month, int(match["first"]))
    return cal.days(first, last.first, Basis.EXPLICIT) if first and last else None


def _near(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    words = " ".join(match["near"].lower().split())
    return cal.day(said.day + timedelta(days=_NEAR[words]), Basis.RELATIVE)


def _weekday(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    if said.lean < 0:
        return cal.day(cal.past_weekday(said.day, weekday_of(match), today=True), Basis.RELATIVE)
    return cal.day(cal.coming_weekday(said.day, weekday_of(match)), Basis.RELATIVE)


def _step_weekday(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    step, wanted = step_of(match), weekday_of(match)
    if step in ("last", "past"):
        found = cal.past_weekday(said.day, wanted, today=False)
    elif step == "next":
        found = cal.weekday(said.day, wanted, 1)
    elif step == "coming":
        found = cal.coming_weekday(said.day + timedelta(days=1), wanted)
    else:
        found = cal.coming_weekday(said.day, wanted)
    return cal.day(found, Basis.RELATIVE)


def _beyond_weekday(match: re.Match[str], said: Said) -> Span | None:
    """Return the weekday before the last one, or after the next one."""
    if said.day is None:
        return None
    wanted = weekday_of(match)
    if match["step"].lower() == "last":
        last = cal.past_weekday(said.day, wanted, today=False)
        return cal.day(last - timedelta(weeks=1), Basis.RELATIVE)
    return cal.day(cal.weekday(said.day, wanted, 2), Basis.RELATIVE)


def _weekday_of_week(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    return cal.day(cal.weekday(said.day, weekday_of(match), STEPS[step_of(match)]), Basis.RELATIVE)


def _ago(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None or said.at is None:
        return None
    count, unit = number(match["n"]), match["unit"].lower()
    if unit in ("hour", "minute"):
        # Known to the hour at best: the day is what is sure.
        moved = said.at - timedelta(**{f"{unit}s": count})
        return cal.day(moved.date(), Basis.RELATIVE)
    return cal.day(said.day - timedelta(days=count), Basis.RELATIVE)


def _nth(match: re.Match[str], said: Said) -> Span | None:
    found = cal.day_of_month(said, int(match["day"]))
    return cal.day(found, Basis.RELATIVE) if found else None


def _nth_of_step(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    year, month = cal.shift_months(said.day, STEPS[step_of(match)])
    found = cal.make_day(year, month, int(match["day"]))
    return cal.day(found, Basis.RELATIVE) if found else None


def _feast(match: re.Match[str], said: Said) -> Span | None:
    month, day = _FEASTS[" ".join(match["feast"].lower().replace("’", "'").split())]
    return dated(said, year_of(match), month, day)


def _no_time(match: re.Match[str], said: Said) -> Span | None:
    return None


_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)\b"
_ISO = r"(?P<year>(?:19|20|21)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)"

PATTERNS: tuple[Pattern, ...] = (
    pattern(
        rf"{_ISO}[T ](?P<h>\d\d):(?P<mi>\d\d)(?::\d\d(?:\.\d+)?)?(?P<zone>Z|[+-]\d\d:?\d\d)?"
        r"(?![\d:])",
        _moment,
        "#",
    ),
    pattern(
        r"(?P<year>(?:19|20|21)\d\d)(?P<sign>[-/.])(?P<m>\d{1,2})(?P=sign)(?P<d>\d{1,2})(?![\d-]|\.\d)",
        _iso,
        "#",
    ),
    pattern(
        r"(?P<first>\d{1,2})(?P<sign>[/.])(?P<second>\d{1,2})(?P=sign)(?P<year>(?:19|20)\d\d)(?![\d/]|\.\d)",
        _slashed,
        "#",
    ),
    pattern(rf"(?i:the\s+)?{FIRST}{TO}(?:the\s+)?{D}\s+(?:of\s+)?{M}{Y}", _day_range, "# the"),
    pattern(
        rf"(?i:between)\s+(?:the\s+)?{FIRST}\s+and\s+(?:the\s+)?{D}\s+(?:of\s+)?{M}{Y}",
        _day_range,
        "between",
    ),
    pattern(rf"{M}\s+{FIRST}{TO}{D}(?![:./]\d){Y}", _day_range, "month"),
    pattern(rf"(?i:between)\s+{M}\s+{FIRST}\s+and\s+{D}(?![:./]\d){Y}", _day_range, "between"),
    pattern(rf"{BEFORE_DATE}{D}\s+(?:of\s+)?{M}{Y}", _day_month, "# weekday"),
    pattern(rf"(?i:the)\s+{_NTH}\s+(?:of\s+)?{M}{Y}", _day_month, "the"),
    pattern(rf"{BEFORE_DATE}{M}\s+(?:the\s+)?{D}(?![:./]\d){Y}", _day_month, "month weekday"),
    pattern(rf"(?i:the\s+)?week\s+of\s+(?:the\s+)?{D}\s+(?:of\s+)?{M}{Y}", _week_of, "the week"),
    pattern(rf"(?i:the\s+)?week\s+of\s+{M}\s+{D}(?![:./]\d){Y}", _week_of, "the week"),
    pattern(
        r"(?P<near>(?i:today|tonight|tomorrow|yesterday|this\s+(?:morning|afternoon|evening)"
        rf"|last\s+(?:night|evening)))\b{PART_OF_DAY}",
        _near,
        "today tonight tomorrow yesterday this last",
    ),
    pattern(
        r"(?i:the\s+)?(?P<near>(?i:day\s+(?:before\s+yesterday|after\s+tomorrow)))\b" + PART_OF_DAY,
        _near,
        "the day",
    ),
    pattern(rf"{W}{PART_OF_DAY}", _weekday, "weekday"),
    pattern(rf"{ANY_W}{ENDS}", _weekday, "weekday", after=_DATE_PREPOSITIONS),
    pattern(rf"{STEP}\s+{ANY_W}{PART_OF_DAY}", _step_weekday, "last next this coming past"),
    pattern(
        rf"(?i:the\s+)?{W}\s+(?i:before|after)\s+(?P<step>(?i:last|next))\b(?!\s+[a-z]*\s*week)",
        _beyond_weekday,
        "the weekday",
    ),
    pattern(
        rf"{W}(?:,?\s+(?i:of))?\s+(?P<step>(?i:last|this|next))\s+(?i:week)\b{PART_OF_DAY}",
        _weekday_of_week,
        "weekday",
    ),
    pattern(
        rf"(?P<step>(?i:last|this|next))\s+(?i:week),?\s+(?:(?i:on)\s+)?{W}{PART_OF_DAY}",
        _weekday_of_week,
        "last this next",
    ),
    pattern(
        rf"{N}\s+(?P<unit>(?i:day|hour|minute))s?\s+(?i:ago|earlier\s+today)\b", _ago, "# number"
    ),
    pattern(rf"(?i:the\s+)?{_NTH}{ENDS}", _nth, "the #", after=_DATE_PREPOSITIONS),
    pattern(rf"(?i:the)\s+{_NTH}(?=\s*(?:$|[.,;!?)]))", _nth, "the"),
    pattern(
        rf"(?i:the\s+)?{_NTH}\s+(?:of\s+)?(?P<step>(?i:last|this|next))\s+month\b",
        _nth_of_step,
        "the #",
    ),
    pattern(
        r"(?P<feast>(?i:new\s+year['’]s\s+(?:day|eve)|valentine['’]s\s+day|halloween|boxing\s+day"
        rf"|christmas(?:\s+(?:eve|day))?))\b(?!\s+(?i:tree|card|present|party|gift|market|song))(?:\s+of)?{Y}",
        _feast,
        "new valentine halloween boxing christmas",
    ),
    # What comes again and again is no time; nor is a day that is only a name.
    pattern(rf"(?i:every|each)\s+(?:other\s+|second\s+)?(?:{W}|\w+)", _no_time, "every each"),
    pattern(
        rf"(?:Black|Good|Cyber|Ash|Palm|Easter)\s+{W}", _no_time, "black good cyber ash palm easter"
    ),
    pattern(r"(?:Mon|Monday)(?:\s*[-–]\s*|\s+(?:to|through)\s+)Fri(?:day)?\b", _no_time, "weekday"),
)
