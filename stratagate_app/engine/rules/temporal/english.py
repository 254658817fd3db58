"""English expressions of time: a pattern each, and what it means on the day it was said."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Span

Meaning = Callable[[re.Match[str], date | None], Span | None]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_DAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_NUMBERS = {
    word: number
    for number, words in enumerate(
        [
            "zero",
            "a an one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
    for word in words.split()
}
_STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1, "following": 1}

_M = r"(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?:\.(?=\s*\d))?"
_D = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_Y = r"(?:,?\s+(?P<year>\d{4})\b)?"
_W = r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_N = r"(?P<n>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_STEP = r"(?P<step>last|past|previous|this|next|coming|following)"
# A day of every week is no time: "every Tuesday", "on Fridays".
_NOT_EVERY = r"(?<!every )(?<!each )(?<!Every )"


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


def _year(match: re.Match[str]) -> int | None:
    found = match.groupdict().get("year")
    return int(found) if found else None


def _month(match: re.Match[str]) -> int:
    return _MONTHS[match["month"].lower()]


def _iso(match: re.Match[str], said: date | None) -> Span | None:
    found = cal.make_day(int(match["year"]), int(match["m"]), int(match["d"]))
    return cal.day(found, Basis.EXPLICIT) if found else None


def _iso_month(match: re.Match[str], said: date | None) -> Span | None:
    return cal.month(int(match["year"]), int(match["m"]), Basis.EXPLICIT)


def _dated(said: date | None, year: int | None, number: int, day_number: int) -> date | None:
    if year is not None:
        return cal.make_day(year, number, day_number)
    return cal.nearest_day(said, number, day_number) if said else None


def _day_month(match: re.Match[str], said: date | None) -> Span | None:
    found = _dated(said, _year(match), _month(match), int(match["day"]))
    return cal.day(found, Basis.EXPLICIT) if found else None


def _week_of(match: re.Match[str], said: date | None) -> Span | None:
    found = _dated(said, _year(match), _month(match), int(match["day"]))
    return cal.week_of(found, Basis.EXPLICIT) if found else None


def _day_range(match: re.Match[str], said: date | None) -> Span | None:
    first = _dated(said, _year(match), _month(match), int(match["first"]))
    last = _dated(said, _year(match), _month(match), int(match["day"]))
    return cal.days(first, last, Basis.EXPLICIT) if first and last else None


def _month_span(match: re.Match[str], said: date | None) -> Span | None:
    year, number = _year(match), _month(match)
    if year is not None:
        return cal.month(year, number, Basis.EXPLICIT)
    return cal.month(*cal.nearest_month(said, number), Basis.EXPLICIT) if said else None


def _part(match: re.Match[str], said: date | None) -> Span | None:
    part = match["part"].lower()
    names = {"beginning": "early", "start": "early", "middle": "mid", "end": "late"}
    return cal.part_of_month(_month_span(match, said), names.get(part, part))


def _nth_week(match: re.Match[str], said: date | None) -> Span | None:
    span = _month_span(match, said)
    if span is None:
        return None
    number = {"first": 0, "second": 1, "third": 2, "last": 3}[match["nth"].lower()]
    first = span.first + timedelta(days=7 * number)
    if match["nth"].lower() == "last":
        first = span.last - timedelta(days=6)
    return cal.days(first, first + timedelta(days=6), Basis.EXPLICIT)


def _quarter(match: re.Match[str], said: date | None) -> Span | None:
    year = _year(match) or (said.year if said else None)
    return cal.quarter(year, int(match["q"]), Basis.EXPLICIT) if year else None


def _in_year(match: re.Match[str], said: date | None) -> Span | None:
    return cal.year_span(int(match["year"]), Basis.EXPLICIT)


_NEAR = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "yesterday": -1,
    "last night": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}


def _near(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    return cal.day(said + timedelta(days=_NEAR[match["near"].lower()]), Basis.RELATIVE)


def _step_unit(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    step, unit = _STEPS[match["step"].lower()], match["unit"].lower()
    if unit == "week":
        return cal.week_of(said + timedelta(weeks=step), Basis.RELATIVE)
    if unit == "weekend":
        saturday = cal.weekday(said, 5, step)
        return cal.days(saturday, saturday + timedelta(days=1), Basis.RELATIVE)
    if unit == "month":
        return cal.month(*cal.shift_months(said, step), Basis.RELATIVE)
    if unit == "quarter":
        year, number = cal.shift_months(said, 3 * step)
        return cal.quarter(year, (number + 2) // 3, Basis.RELATIVE)
    return cal.year_span(said.year + step, Basis.RELATIVE)


def _step_weekday(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    word = (match.groupdict().get("step") or "this").lower()
    number = _DAYS[match["weekday"].lower()]
    weeks = None if word in ("this", "coming") else _STEPS[word]
    return cal.day(cal.weekday(said, number, weeks), Basis.RELATIVE)


def _away(match: re.Match[str], said: date | None, sign: int) -> Span | None:
    if said is None:
        return None
    count, unit = sign * _number(match["n"]), match["unit"].lower()
    if abs(count) > 999:  # noqa: PLR2004
        return None
    if unit == "day":
        return cal.day(said + timedelta(days=count), Basis.RELATIVE)
    if unit == "week":
        return cal.week_of(said + timedelta(weeks=count), Basis.RELATIVE)
    if unit == "month":
        return cal.month(*cal.shift_months(said, count), Basis.RELATIVE)
    return cal.year_span(said.year + count, Basis.RELATIVE)


def _ago(match: re.Match[str], said: date | None) -> Span | None:
    return _away(match, said, -1)


def _ahead(match: re.Match[str], said: date | None) -> Span | None:
    return _away(match, said, 1)


def _nth(match: re.Match[str], said: date | None) -> Span | None:
    found = cal.next_day_of_month(said, int(match["day"])) if said else None
    return cal.day(found, Basis.RELATIVE) if found else None


def _end_of(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    step = _STEPS[(match.groupdict().get("step") or "this").lower()]
    if match["unit"].lower() == "year":
        return cal.month(said.year + step, 12, Basis.RELATIVE)
    if match["unit"].lower() == "week":
        friday = cal.weekday(said, 4, step)
        return cal.days(friday, friday + timedelta(days=2), Basis.RELATIVE)
    return cal.part_of_month(cal.month(*cal.shift_months(said, step), Basis.RELATIVE), "late")


def _compile(pattern: str, *, exact_case: bool = False) -> re.Pattern[str]:
    return re.compile(pattern, 0 if exact_case else re.IGNORECASE)


# First those that take more words; of two at one place the longer one is meant.
PATTERNS: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (_compile(r"\b(?P<year>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?!\d)"), _iso),
    (_compile(r"\b(?P<year>\d{4})-(?P<m>0[1-9]|1[0-2])(?![-\d])"), _iso_month),
    (_compile(rf"\b(?:in )?the week of (?:the )?{_D}\s+(?:of\s+)?{_M}{_Y}"), _week_of),
    (_compile(rf"\bthe week of {_M}\s+{_D}\b{_Y}"), _week_of),
    (
        _compile(
            rf"\b(?:between\s+|from\s+)?(?:the\s+)?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?"
            rf"\s*(?:-|–|to|and|until)\s*(?:the\s+)?{_D}\s+(?:of\s+)?{_M}{_Y}"
        ),
        _day_range,
    ),
    (
        _compile(
            rf"\b{_M}\s+(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:-|–|to|and)\s*{_D}\b{_Y}",
            exact_case=True,
        ),
        _day_range,
    ),
    (_compile(rf"\b(?:the\s+)?{_D}\s+(?:of\s+)?{_M}(?![a-z]){_Y}"), _day_month),
    (_compile(rf"\b{_M}\s+{_D}(?![\d:.]*\d){_Y}", exact_case=True), _day_month),
    (
        _compile(rf"\b(?:the )?(?P<nth>first|second|third|last) week (?:of|in) {_M}(?![a-z]){_Y}"),
        _nth_week,
    ),
    (
        _compile(
            rf"\b(?:the )?(?P<part>early|mid|late|beginning|start|middle|end)(?:[- ]of)?[- ]"
            rf"(?:in )?{_M}(?![a-z]){_Y}"
        ),
        _part,
    ),
    (_compile(rf"\b{_M}\s+(?P<year>\d{{4}})\b", exact_case=True), _month_span),
    (
        _compile(
            rf"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Dd]uring|[Ff]rom|[Bb]efore|[Aa]fter|[Ll]ast|"
            rf"[Nn]ext|[Tt]his|[Oo]f)\s+{_M}(?![A-Za-z]){_Y}",
            exact_case=True,
        ),
        _month_span,
    ),
    (
        _compile(r"\bQ(?P<q>[1-4])(?:\s+(?:of\s+)?(?P<year>\d{4})\b)?(?!\w)", exact_case=True),
        _quarter,
    ),
    (
        _compile(
            r"\b(?:in|since|until|by|during|of|before|after)\s+(?P<year>(?:19|20)\d{2})\b(?![-./]\d)"
        ),
        _in_year,
    ),
    (
        _compile(
            r"\b(?P<near>the day before yesterday|the day after tomorrow|this morning|"
            r"this afternoon|this evening|last night|yesterday|tomorrow|today|tonight)\b"
        ),
        _near,
    ),
    (
        _compile(rf"\b(?:the\s+|by\s+)?(?:end of )(?:the |{_STEP} )?(?P<unit>week|month|year)\b"),
        _end_of,
    ),
    (_compile(rf"\b{_STEP}\s+(?P<unit>weekend|week|month|quarter|year)\b"), _step_unit),
    (_compile(rf"\b{_STEP}\s+{_W}\b"), _step_weekday),
    (_compile(rf"\b{_NOT_EVERY}(?:on|by|until|before|after|since)\s+{_W}\b(?!s)"), _step_weekday),
    (_compile(rf"\b{_N}\s+{_UNIT}\s+(?:ago|earlier)\b"), _ago),
    (_compile(rf"\b(?:in\s+{_N}\s+{_UNIT}(?:['’]\s*time)?)\b(?!\s+(?:of|per))"), _ahead),
    (_compile(rf"\b{_N}\s+{_UNIT}\s+from (?:now|today)\b"), _ahead),
    (
        _compile(
            r"\b(?:on |by |until )the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?[A-Z])"
        ),
        _nth,
    ),
    (_compile(r"(?<=the )(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?=[.,;!?]|$)"), _nth),
)

# A clock time right behind a day.
CLOCK = re.compile(
    r",?\s+(?:at\s+)?(?:(?P<h>\d{1,2})[:.](?P<mi>\d{2})\s*(?P<half>am|pm)?|"
    r"(?P<h2>\d{1,2})\s*(?P<half2>am|pm))\b",
    re.IGNORECASE,
)


def clock(match: re.Match[str]) -> tuple[int, int]:
    """Return hour and minute of a CLOCK match."""
    hour = int(match["h"] or match["h2"])
    half = (match["half"] or match["half2"] or "").lower()
    if half == "pm" and hour < 12:  # noqa: PLR2004
        hour += 12
    if half == "am" and hour == 12:  # noqa: PLR2004
        hour = 0
    return hour, int(match["mi"] or 0)
