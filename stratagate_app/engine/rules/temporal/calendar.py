"""Intervals of days: weeks, months, quarters, and what is nearest."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from stratagate_app.engine.domain.events import Basis, Precision

FIRST_YEAR, LAST_YEAR = 1900, 2199
SATURDAY = 5
PARTS = ("early", "mid", "late")


@dataclass(frozen=True, slots=True)
class Said:
    """When something was said, as a meaning needs it.

    Attributes:
        at: The moment, in the offset of its source; None if unknown.
        lean: -1 if the time cannot be later ("since"), 1 if it cannot be earlier ("by"), else 0.
    """

    at: datetime | None
    lean: int = 0

    @property
    def day(self) -> date | None:
        """The day, None if unknown."""
        return None if self.at is None else self.at.date()


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of days, both ends included, or one instant (at, in UTC) of the first day."""

    first: date
    last: date
    precision: Precision
    basis: Basis
    at: datetime | None = None

    def bounds(self) -> tuple[str, str]:
        """Return start and end as Happening holds them."""
        if self.at is not None:
            text = self.at.replace(microsecond=0, tzinfo=None).isoformat() + "Z"
            return text, text
        return self.first.isoformat(), self.last.isoformat()


def day(value: date, basis: Basis) -> Span:
    """Return one day."""
    return Span(value, value, Precision.DAY, basis)


def days(first: date, last: date, basis: Basis) -> Span | None:
    """Return a run of days; None if it ends before it begins."""
    return Span(first, last, Precision.RANGE, basis) if first <= last else None


def week_of(value: date, basis: Basis) -> Span:
    """Return the week a day is in, Monday to Sunday."""
    monday = value - timedelta(days=value.weekday())
    return Span(monday, monday + timedelta(days=6), Precision.RANGE, basis)


def month(year: int, number: int, basis: Basis) -> Span | None:
    """Return a month; None if there is no such month."""
    if not 1 <= number <= 12 or not FIRST_YEAR <= year <= LAST_YEAR:  # noqa: PLR2004
        return None
    last = calendar.monthrange(year, number)[1]
    return Span(date(year, number, 1), date(year, number, last), Precision.MONTH, basis)


def year_span(year: int, basis: Basis) -> Span | None:
    """Return a year."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    return Span(date(year, 1, 1), date(year, 12, 31), Precision.YEAR, basis)


def years(first: int, last: int, basis: Basis) -> Span | None:
    """Return the years from one to another, both included."""
    begin, end = year_span(first, basis), year_span(last, basis)
    return days(begin.first, end.last, basis) if begin and end else None


def quarter(year: int, number: int, basis: Basis) -> Span | None:
    """Return the three months of a quarter, 1 to 4."""
    first = month(year, number * 3 - 2, basis)
    last = month(year, number * 3, basis)
    return days(first.first, last.last, basis) if first and last else None


def half_year(year: int, number: int, basis: Basis) -> Span | None:
    """Return the first (1) or second (2) half of a year."""
    first = month(year, number * 6 - 5, basis)
    last = month(year, number * 6, basis)
    return days(first.first, last.last, basis) if first and last else None


def part_of(span: Span | None, part: str) -> Span | None:
    """Return the early, mid or late part of a week, a month or a year.

    Of a month days 1-10, 11-20 and 21 to its end; of a year four months each; of a quarter one
    month each; of a week Monday to Wednesday, Tuesday to Thursday, Friday to Sunday.
    """
    if span is None:
        return None
    year = span.first.year
    if span.precision is Precision.YEAR:
        first, last = {"early": (1, 4), "mid": (5, 8), "late": (9, 12)}[part]
        begin, end = month(year, first, span.basis), month(year, last, span.basis)
        return days(begin.first, end.last, span.basis) if begin and end else None
    if span.precision is Precision.MONTH:
        ends = {"early": (1, 10), "mid": (11, 20), "late": (21, span.last.day)}
        first, last = ends[part]
        return days(span.first.replace(day=first), span.first.replace(day=last), span.basis)
    if span.last - span.first > timedelta(days=6):
        return month(year, span.first.month + PARTS.index(part), span.basis)
    first, last = {"early": (0, 2), "mid": (1, 3), "late": (4, 6)}[part]
    begun = span.first
    return days(begun + timedelta(days=first), begun + timedelta(days=last), span.basis)


def trailing(said: date, count: int, unit: str) -> Span | None:
    """Return the days from so many units before the day to it; a negative count: after it."""
    other = shifted(said, -count, unit)
    return days(min(other, said), max(other, said), Basis.RELATIVE)


def shifted(value: date, count: int, unit: str) -> date:
    """Return the day so many days, weeks, months or years away."""
    if unit == "day":
        return value + timedelta(days=count)
    if unit == "week":
        return value + timedelta(weeks=count)
    return same_day(value, count * (12 if unit == "year" else 1))


def away(said: date, count: int, unit: str) -> Span | None:
    """Return the day, week, month or year that is so many of them away."""
    if unit == "day":
        return day(said + timedelta(days=count), Basis.RELATIVE)
    if unit == "week":
        return week_of(said + timedelta(weeks=count), Basis.RELATIVE)
    if unit == "month":
        return month(*shift_months(said, count), Basis.RELATIVE)
    if unit == "quarter":
        year, number = shift_months(said, 3 * count)
        return quarter(year, (number + 2) // 3, Basis.RELATIVE)
    if unit == "weekend":
        return weekend(weekday(said, SATURDAY, count))
    return year_span(said.year + count, Basis.RELATIVE)


def weekend(saturday: date) -> Span:
    """Return a Saturday and the Sunday after it."""
    return Span(saturday, saturday + timedelta(days=1), Precision.RANGE, Basis.RELATIVE)


def shift_months(value: date, months: int) -> tuple[int, int]:
    """Return year and month so many months from a day's month."""
    total = value.year * 12 + value.month - 1 + months
    return total // 12, total % 12 + 1


def same_day(value: date, months: int) -> date:
    """Return the same day of a month so many months away, or that month's last day.

    Raises:
        OverflowError: When that is beyond the calendar.
    """
    year, number = shift_months(value, months)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise OverflowError
    return date(year, number, min(value.day, calendar.monthrange(year, number)[1]))


def make_day(year: int, number: int, day_number: int) -> date | None:
    """Return a day; None if the calendar has no such day."""
    try:
        return date(year, number, day_number) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def nearest_day(said: Said, number: int, day_number: int) -> date | None:
    """Return the day and month of the year that is nearest, as said.lean allows."""
    if said.day is None:
        return None
    today = said.day
    found = [
        candidate
        for year in (today.year - 1, today.year, today.year + 1)
        if (candidate := make_day(year, number, day_number))
        and (candidate - today).days * said.lean >= 0
    ]
    return min(found, key=lambda candidate: abs((candidate - today).days), default=None)


def nearest_month(said: Said, number: int, basis: Basis) -> Span | None:
    """Return the month of that number that is nearest, as said.lean allows."""
    if said.day is None or not 1 <= number <= 12:  # noqa: PLR2004
        return None
    today = said.day
    distance = {year: (year - today.year) * 12 + number - today.month for year in _around(today)}
    allowed = [year for year in distance if distance[year] * said.lean >= 0]
    # Six months either way: the coming one.
    year = min(reversed(allowed), key=lambda year: abs(distance[year]))
    return month(year, number, basis)


def _around(today: date) -> tuple[int, int, int]:
    return today.year - 1, today.year, today.year + 1


def day_of_month(said: Said, day_number: int) -> date | None:
    """Return the next day of that number, today included; the last one if said.lean is -1."""
    if said.day is None:
        return None
    step = -1 if said.lean < 0 else 1
    for months in range(13):
        found = make_day(*shift_months(said.day, step * months), day_number)
        if found is not None and (found - said.day).days * step >= 0:
            return found
    return None


def weekday(said: date, number: int, weeks: int) -> date:
    """Return a weekday (0 is Monday) of the week that is so many weeks from this one."""
    monday = said - timedelta(days=said.weekday())
    return monday + timedelta(days=number, weeks=weeks)


def coming_weekday(said: date, number: int) -> date:
    """Return the coming weekday, today included."""
    return said + timedelta(days=(number - said.weekday()) % 7)


def past_weekday(said: date, number: int, *, today: bool) -> date:
    """Return the most recent weekday; today: whether that may be today."""
    latest = said if today else said - timedelta(days=1)
    return latest - timedelta(days=(latest.weekday() - number) % 7)


def instant(span: Span, at: datetime) -> Span:
    """Return a moment of a one-day span.

    Raises:
        OverflowError: When that is beyond the calendar.
    """
    return Span(span.first, span.last, Precision.INSTANT, span.basis, at.astimezone(UTC))


def at_time(span: Span, hour: int, minute: int, zone: tzinfo | None) -> Span | None:
    """Return the instant of a one-day span; None without a zone, or if there is none such."""
    if zone is None or span.precision is not Precision.DAY:
        return None
    if not (0 <= hour < 24 and 0 <= minute < 60):  # noqa: PLR2004
        return None
    try:
        return instant(span, datetime.combine(span.first, time(hour, minute), zone))
    except OverflowError:
        return None
