"""English expressions that name weeks, months, quarters and years, and parts of them."""

from __future__ import annotations

import re

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Said, Span
from stratagate_app.engine.rules.temporal.english_words import (
    ENDS,
    MONTHS,
    ORDINALS,
    PARTS,
    STEP,
    STEPS,
    TO,
    UNIT,
    M,
    N,
    Y,
    month_of,
    month_span,
    number,
    step_of,
    year_of,
)
from stratagate_app.engine.rules.temporal.patterns import Pattern, pattern

_PREPOSITIONS = frozenset(
    "in since until till by during from before after of around through for".split()
)
_YEAR_PREPOSITIONS = frozenset("in since until till by during from before after around".split())
_FORTNIGHT = 14


def _month(match: re.Match[str], said: Said) -> Span | None:
    return month_span(match, said)


def _iso_month(match: re.Match[str], said: Said) -> Span | None:
    return cal.month(int(match["year"]), int(match["m"]), Basis.EXPLICIT)


def _step_month(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    wanted, step = month_of(match), STEPS[step_of(match)]
    year = said.day.year
    if step > 0 and wanted <= said.day.month:
        year += 1
    if step < 0 and wanted >= said.day.month:
        year -= 1
    return cal.month(year, wanted, Basis.RELATIVE)


def _month_of_year(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    return cal.month(said.day.year + STEPS[step_of(match)], month_of(match), Basis.RELATIVE)


def _months(match: re.Match[str], said: Said) -> Span | None:
    last = month_span(match, said)
    if last is None:
        return None
    first_month = MONTHS[match["first"][:3].lower()]
    year = last.first.year - (1 if first_month > last.first.month else 0)
    first = cal.month(year, first_month, Basis.EXPLICIT)
    return cal.days(first.first, last.last, Basis.EXPLICIT) if first else None


def _part_of_month(match: re.Match[str], said: Said) -> Span | None:
    return cal.part_of(month_span(match, said), _part(match))


def _part(match: re.Match[str]) -> str:
    return PARTS[match["part"].lower()]


def _nth_week(match: re.Match[str], said: Said) -> Span | None:
    span = month_span(match, said)
    if span is None:
        return None
    if match["nth"].lower() == "last":
        return cal.days(cal.shifted(span.last, -6, "day"), span.last, Basis.EXPLICIT)
    first = cal.shifted(span.first, 7 * (ORDINALS[match["nth"].lower()] - 1), "day")
    return cal.days(first, cal.shifted(first, 6, "day"), Basis.EXPLICIT)


def _year_meant(match: re.Match[str], said: Said) -> tuple[int | None, Basis]:
    """Return the year in digits or by step; without either the one it was said in."""
    year = year_of(match)
    if year is not None or said.day is None:
        return year, Basis.EXPLICIT
    step = match.groupdict().get("step")
    return said.day.year + (STEPS[step_of(match)] if step else 0), (
        Basis.RELATIVE if step else Basis.EXPLICIT
    )


def _quarter(match: re.Match[str], said: Said) -> Span | None:
    year, basis = _year_meant(match, said)
    named = match["q"].lower()
    which = ORDINALS[named] if named in ORDINALS else int(named[0])
    return cal.quarter(year, which, basis) if year else None


def _part_of_quarter(match: re.Match[str], said: Said) -> Span | None:
    return cal.part_of(_quarter(match, said), _part(match))


def _half(match: re.Match[str], said: Said) -> Span | None:
    year, basis = _year_meant(match, said)
    which = 2 if match["half"].lower() in ("second", "2") else 1
    return cal.half_year(year, which, basis) if year else None


def _year(match: re.Match[str], said: Said) -> Span | None:
    return cal.year_span(int(match["year"]), Basis.EXPLICIT)


def _years(match: re.Match[str], said: Said) -> Span | None:
    return cal.years(int(match["first"]), int(match["year"]), Basis.EXPLICIT)


def _decade(match: re.Match[str], said: Said) -> Span | None:
    first = int(match["year"])
    return cal.years(first, first + 9, Basis.EXPLICIT)


def _part_of_year(match: re.Match[str], said: Said) -> Span | None:
    if match["part"].lower() == "end":
        return cal.month(int(match["year"]), 12, Basis.EXPLICIT)
    return cal.part_of(_year(match, said), _part(match))


def _step_unit(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    step, unit = step_of(match), match["unit"].lower()
    if step == "past" and unit != "weekend":
        months = {"quarter": 3}.get(unit)
        return cal.trailing(said.day, months or 1, "month" if months else unit)
    if step == "coming" and unit == "weekend":
        step = "this"
    return cal.away(said.day, STEPS[step], unit)


def _beyond_unit(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    return cal.away(
        said.day, -2 if match["side"].lower().startswith("before") else 2, match["unit"].lower()
    )


def _the_weekend(match: re.Match[str], said: Said) -> Span | None:
    return cal.away(said.day, 0, "weekend") if said.day else None


def _bounded_unit(match: re.Match[str], said: Said) -> Span | None:
    """Return what is left, or gone, of this week, month or year."""
    if said.day is None:
        return None
    span = cal.away(said.day, 0, match["unit"].lower())
    if span is None:
        return None
    if match["which"].lower() == "later":
        return cal.days(said.day, span.last, Basis.RELATIVE)
    return cal.days(span.first, said.day, Basis.RELATIVE)


def _part_of_unit(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    step, unit = match.groupdict().get("step"), match["unit"].lower()
    span = cal.away(said.day, STEPS[step_of(match)] if step else 0, unit)
    if span is not None and unit == "year" and _part(match) == "late":
        return cal.month(span.first.year, 12, Basis.RELATIVE)
    return cal.part_of(span, _part(match))


def _ago(match: re.Match[str], said: Said) -> Span | None:
    return _away(match, said, -1)


def _ahead(match: re.Match[str], said: Said) -> Span | None:
    return _away(match, said, 1)


def _away(match: re.Match[str], said: Said, sign: int) -> Span | None:
    if said.day is None:
        return None
    count, unit = sign * number(match["n"]), match["unit"].lower()
    if unit == "fortnight":
        count, unit = 2 * count, "week"
    if unit == "decade":
        count, unit = 10 * count, "year"
    return cal.away(said.day, count, unit)


def _half_year_away(match: re.Match[str], said: Said) -> Span | None:
    ago = match[0].lower().endswith(("ago", "earlier"))
    return cal.away(said.day, -6 if ago else 6, "month") if said.day else None


def _running(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    sign = 1 if step_of(match) in ("last", "past") else -1
    return cal.trailing(said.day, sign * number(match["n"]), match["unit"].lower())


_YEAR = r"(?P<year>(?:19|20|21)\d\d)"
_OF_YEAR = rf"(?:\s+(?i:of\s+)?(?:{_YEAR}(?!\d)|(?P<step>(?i:last|this|next))\s+(?i:year)\b))?"
_PART = r"(?P<part>(?i:early|mid|late|beginning|start|middle|end))(?:[\s-]+(?i:of|in))?[\s-]+"
_THE_PART = r"(?i:the\s+)?" + _PART
_PART_STARTS = "early mid late beginning start middle end the"
_FIRST_MONTH = M.replace("<month>", "<first>")

PATTERNS: tuple[Pattern, ...] = (
    pattern(rf"{M},?\s+(?:of\s+)?{_YEAR}(?![\w.-]?\d)", _month, "month"),
    pattern(rf"{_YEAR}-(?P<m>0[1-9]|1[0-2])(?![-\w])", _iso_month, "#"),
    pattern(rf"{M}(?!\s+\d)", _month, "month", after=_PREPOSITIONS),
    pattern(
        rf"{M}\s+(?:of\s+)?(?P<step>(?i:last|this|next))\s+(?i:year)\b", _month_of_year, "month"
    ),
    pattern(rf"(?P<step>(?i:last|this|next))\s+{M}(?!\s+\d)", _step_month, "last this next"),
    pattern(rf"(?i:between)\s+{_FIRST_MONTH}\s+and\s+{M}{Y}", _months, "between"),
    pattern(rf"{_FIRST_MONTH}{TO}{M}{Y}(?!\s+\d)", _months, "month"),
    pattern(rf"{_THE_PART}{M}{Y}", _part_of_month, _PART_STARTS),
    pattern(
        rf"(?i:the\s+)?(?P<nth>(?i:first|second|third|fourth|last))\s+week\s+(?:of|in)\s+{M}{Y}",
        _nth_week,
        "the first second third fourth last",
    ),
    pattern(rf"Q(?P<q>[1-4])(?!\w){_OF_YEAR}(?!\s*[:)])", _quarter, "q"),
    pattern(rf"{_YEAR}[\s-]?Q(?P<q>[1-4])(?!\w)", _quarter, "#"),
    pattern(
        r"(?i:the\s+)?(?P<q>(?i:first|second|third|fourth|1st|2nd|3rd|4th))\s+(?i:quarter)\b"
        + _OF_YEAR,
        _quarter,
        "the first second third fourth #",
    ),
    pattern(rf"{_THE_PART}Q(?P<q>[1-4])(?!\w){_OF_YEAR}", _part_of_quarter, _PART_STARTS),
    pattern(rf"H(?P<half>[12])\s+(?:of\s+)?{_YEAR}(?!\d)", _half, "h"),
    pattern(rf"{_YEAR}[\s-]?H(?P<half>[12])(?!\w)", _half, "#"),
    pattern(
        r"(?i:the\s+)?(?P<half>(?i:first|second))\s+half\s+of\s+"
        rf"(?:{_YEAR}(?!\d)|(?:the|(?P<step>(?i:last|this|next)))\s+(?i:year)\b)",
        _half,
        "the first second",
    ),
    pattern(rf"{_YEAR}(?!\d){ENDS}", _year, "#", after=_YEAR_PREPOSITIONS),
    pattern(
        rf"(?i:from|between)\s+(?P<first>(?:19|20)\d\d)\s*(?:-|–|to|until|and)\s*{_YEAR}{ENDS}",
        _years,
        "from between",
    ),
    pattern(r"(?i:the\s+)?(?P<year>(?:19|20)\d0)['’]?s\b", _decade, "the #"),
    pattern(rf"{_THE_PART}(?:the\s+year\s+)?{_YEAR}(?!\d)", _part_of_year, _PART_STARTS),
    pattern(
        rf"(?i:spring|summer|autumn|fall|winter)\s+(?:of\s+)?{_YEAR}(?!\d)",
        _year,
        "spring summer autumn fall winter",
    ),
    pattern(
        rf"(?:(?i:the)\s+)?{STEP}\s+(?P<unit>(?i:weekend|week|month|quarter|year))\b(?!-)",
        _step_unit,
        "the last next this coming past",
    ),
    pattern(r"(?i:the)\s+(?P<unit>(?i:weekend))\b", _the_weekend, "the"),
    pattern(
        r"(?i:the\s+)?(?P<unit>(?i:weekend|week|month|quarter|year))\s+"
        r"(?i:(?P<side>before\s+last|after\s+next))\b",
        _beyond_unit,
        "the week weekend month quarter year",
    ),
    pattern(
        r"(?P<which>(?i:later|earlier))\s+(?:in\s+)?(?i:this)\s+(?P<unit>(?i:week|month|year|quarter))\b",
        _bounded_unit,
        "later earlier",
    ),
    pattern(
        rf"{_THE_PART}(?:(?:the|{STEP})\s+)?(?P<unit>(?i:week|month|quarter|year))\b",
        _part_of_unit,
        _PART_STARTS,
    ),
    pattern(
        rf"{N}\s+(?P<unit>(?i:week|month|year|fortnight|decade))s?\s+(?i:ago|back)\b",
        _ago,
        "# number",
    ),
    pattern(
        rf"(?i:in)\s+(?!(?i:an?|one)\s+day){N}\s+(?P<unit>(?i:day|week|month|year|fortnight|decade))s?"
        r"(?:['’]s?)?(?:\s+time)?\b(?!\s+(?:of|per|or)\b|-)",
        _ahead,
        "in",
    ),
    pattern(
        rf"{N}\s+(?P<unit>(?i:day|week|month|year|fortnight))s?\s+(?i:from\s+(?:now|today)|hence)\b",
        _ahead,
        "# number",
    ),
    pattern(r"(?i:half\s+a\s+year\s+ago|in\s+half\s+a\s+year)\b", _half_year_away, "half in"),
    pattern(
        rf"(?i:the\s+)?{STEP}\s+{N}\s+{UNIT}(?!\s+of\b|-)",
        _running,
        "the last next past coming",
    ),
)
