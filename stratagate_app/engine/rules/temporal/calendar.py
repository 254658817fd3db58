"""Intervals of days: weeks, months, quarters, and what is nearest."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from stratagate_app.engine.domain.events import Basis, Precision

FIRST_YEAR, LAST_YEAR = 1900, 2199


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of days, both ends included, or one instant of the first day."""

    first: date
    last: date
    precision: Precision
    basis: Basis
    at: datetime | None = None

    def bounds(self) -> tuple[str, str]:
        """Return start and end as Happening holds them."""
        if self.at is not None:
            text = self.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
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


def quarter(year: int, number: int, basis: Basis) -> Span | None:
    """Return the three months of a quarter, 1 to 4."""
    first = month(year, number * 3 - 2, basis)
    last = month(year, number * 3, basis)
    return days(first.first, last.last, basis) if first and last else None


def part_of_month(span: Span | None, part: str) -> Span | None:
    """Return the early, mid or late third of a month."""
    if span is None:
        return None
    ends = {"early": (1, 10), "mid": (11, 20), "late": (21, span.last.day)}
    first, last = ends[part]
    return days(span.first.replace(day=first), span.first.replace(day=last), span.basis)


def shift_months(value: date, months: int) -> tuple[int, int]:
    """Return year and month so many months from a day's month."""
    total = value.year * 12 + value.month - 1 + months
    return total // 12, total % 12 + 1


def same_day(value: date, months: int) -> date:
    """Return the same day of a month so many months away, or that month's last day."""
    year, number = shift_months(value, months)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return value
    return date(year, number, min(value.day, calendar.monthrange(year, number)[1]))


def make_day(year: int, number: int, day_number: int) -> date | None:
    """Return a day; None if the calendar has no such day."""
    try:
        return date(year, number, day_number) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def nearest_day(said: date, number: int, day_number: int) -> date | None:
    """Return the day and month of the year that is nearest to said."""
    found = [
        candidate
        for year in (said.year - 1, said.year, said.year + 1)
        if (candidate := make_day(year, number, day_number))
    ]
    return min(found, key=lambda candidate: abs((candidate - said).days), default=None)


def nearest_month(said: date, number: int) -> tuple[int, int]:
    """Return year and month of the month of that number that is nearest to said."""
    years = (said.year - 1, said.year, said.year + 1)
    distance = {year: abs((year * 12 + number) - (said.year * 12 + said.month)) for year in years}
    # Six months either way: the coming one.
    return min(reversed(years), key=lambda year: distance[year]), number


def next_day_of_month(said: date, day_number: int) -> date | None:
    """Return the next day of that number, today included; within a year."""
    for months in range(13):
        year, number = shift_months(said, months)
        found = make_day(year, number, day_number)
        if found is not None and found >= said:
            return found
    return None


def weekday(said: date, number: int, weeks: int | None) -> date:
    """Return a weekday (0 is Monday) so many weeks from this one; None: the coming one."""
    if weeks is None:
        return said + timedelta(days=(number - said.weekday()) % 7)
    monday = said - timedelta(days=said.weekday())
    return monday + timedelta(days=number, weeks=weeks)


def at_time(span: Span, hour: int, minute: int, said: datetime | None) -> Span | None:
    """Return the instant of a one-day span in the offset it was said in."""
    if span.precision is not Precision.DAY or not (0 <= hour < 24 and 0 <= minute < 60):  # noqa: PLR2004
        return None
    zone = said.tzinfo if said is not None else UTC
    at = datetime.combine(span.first, time(hour, minute), zone)
    return Span(span.first, span.last, Precision.INSTANT, span.basis, at)
