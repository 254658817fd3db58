"""What may be kept of when something happened: never more exact than it is known."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import NamedTuple

from stratagate_app.engine.domain.events import NO_HAPPENING, Basis, Happening, Precision

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_EXACTNESS = (Precision.YEAR, Precision.MONTH, Precision.DAY, Precision.INSTANT)
_DAY_CHARS = 10


class _Time(NamedTuple):
    """What one end says: its first and last day, or twice the instant."""

    first: str
    last: str
    exactness: int


def settled(found: Happening) -> tuple[Happening, str]:
    """Return a happening as it is stored, and why its dates do not stand as they came.

    Rule:
        engine-rules.md, "Events": with precision or basis unknown, start and end are removed and
        the words stay; a year is never made into a day. Dates that are less exact than the
        precision lower it; dates that are more exact are widened to it.
    Returns:
        The happening, and "" or one of `unknown_precision`, `not_a_date`, `incomplete`, `reversed`
        (the dates were removed) and `too_exact` (the precision was lowered).
    """
    words = replace(NO_HAPPENING, text=found.text)
    start, end = found.start, found.end
    if start is None and end is None:
        return words, ""
    if found.precision == Precision.UNKNOWN or found.basis == Basis.UNKNOWN:
        return words, "unknown_precision"
    if found.precision == Precision.RANGE and (start is None or end is None):
        # One end for the whole would be more exact than the words.
        return words, "incomplete"
    begin, finish = _read(end if start is None else start), _read(start if end is None else end)
    if begin is None or finish is None:
        return words, "not_a_date"
    if begin.first > finish.last:
        return words, "reversed"
    return _fitted(found, begin, finish)


def _fitted(found: Happening, begin: _Time, finish: _Time) -> tuple[Happening, str]:
    reason = ""
    precision = found.precision
    if precision != Precision.RANGE:
        known = min(begin.exactness, finish.exactness)
        if known < _EXACTNESS.index(precision):
            precision, reason = _EXACTNESS[known], "too_exact"
    if precision == Precision.INSTANT:
        if begin.first == finish.last:
            return replace(found, start=begin.first, end=finish.last, precision=precision), reason
        precision = Precision.RANGE
    first, last = begin.first[:_DAY_CHARS], finish.last[:_DAY_CHARS]
    if precision in (Precision.YEAR, Precision.MONTH):
        first, last = _widened(first, precision)[0], _widened(last, precision)[1]
    if precision != Precision.RANGE and _widened(first, precision) != (first, last):
        precision = Precision.RANGE
    return replace(found, start=first, end=last, precision=precision), reason


def _widened(day: str, precision: Precision) -> tuple[str, str]:
    """Return the first and the last day of the period that a day is in."""
    if precision == Precision.YEAR:
        return f"{day[:4]}-01-01", f"{day[:4]}-12-31"
    if precision == Precision.MONTH:
        last = calendar.monthrange(int(day[:4]), int(day[5:7]))[1]
        return f"{day[:7]}-01", f"{day[:7]}-{last:02}"
    return day, day


def _read(text: object) -> _Time | None:
    """Return what a year, a month, a day or an instant says; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        match = _DATE.fullmatch(text)
        if match is None:
            return _instant(text)
        year, month, day = match.groups()
        whole = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except (ValueError, OverflowError):
        return None
    if day:
        return _Time(whole, whole, _EXACTNESS.index(Precision.DAY))
    precision = Precision.MONTH if month else Precision.YEAR
    return _Time(*_widened(whole, precision), _EXACTNESS.index(precision))


def _instant(text: str) -> _Time | None:
    if text[_DAY_CHARS : _DAY_CHARS + 1] not in ("T", " "):
        return None
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        # Of an hour without a zone only the day is sure.
        day = at.date().isoformat()
        return _Time(day, day, _EXACTNESS.index(Precision.DAY))
    told = at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
    return _Time(told, told, _EXACTNESS.index(Precision.INSTANT))


_UNTIL = re.compile(r"\s*(?:\.\.|\bto\b|[–—至到])\s*")


def happening_of(when: str, *, basis: Basis = Basis.EXPLICIT, words: str = "") -> Happening | None:
    """Return the happening of a year, month, day, instant, or two of them with `..` between.

    Args:
        when: `2026`, `2026-03`, `2026-03-04`, `2026-03-04T10:00+02:00`, `2026-03-04..2026-03-09`;
            between them also `to`, a dash or 至.
        basis: What it rests on.
        words: The original words.
    Returns:
        The interval with the precision of what was given; None where it is no such time.
    """
    ends = _UNTIL.split(when.strip())
    times = [_read(end) for end in ends]
    if len(ends) > 2 or None in times:  # noqa: PLR2004  (a start and an end)
        return None
    exactness = times[0].exactness if times[0] is not None else 0
    precision = _EXACTNESS[exactness] if len(ends) == 1 else Precision.RANGE
    found, reason = settled(Happening(ends[0], ends[-1], words, precision, basis))
    return None if reason else found
