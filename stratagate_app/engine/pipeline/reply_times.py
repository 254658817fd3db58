"""When something happened, as a reply gives it: never more exact than it claims to be."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from datetime import UTC, date, datetime

from stratagate_app.engine.domain.events import NO_HAPPENING, Basis, Happening, Precision
from stratagate_app.engine.rules.temporal import resolve

# The time expression is a few words of a sentence.
TEXT_CHARS = 200
_DAY_CHARS = len("2026-03-04")


def reply_happening(
    *,
    start: str | None,
    end: str | None,
    text: str,
    precision: Precision,
    basis: Basis,
    said: Sequence[datetime | None],
    notes: list[str],
) -> Happening:
    """Return the time of a happening; one that is none is dropped with a note, its words stay.

    Rule:
        engine-rules.md, "Events": an interval as exact as its precision says; of an unknown
        precision or basis only the words. A year is never made into a day. Where the words can be
        resolved against the time they were said, that counts, and not what the reply worked out.
    Args:
        start: First day `YYYY-MM-DD`, or an instant in ISO 8601.
        end: Last day or instant; None for the end of the unit.
        text: The words of the time expression.
        precision: How exact it is.
        basis: What it rests on.
        said: When the sources were said: their offset counts for an instant that has none.
        notes: Gets `bad_time` where a time was dropped.
    """
    words = " ".join(text.split())[:TEXT_CHARS]
    nothing = Happening(None, None, words, Precision.UNKNOWN, Basis.UNKNOWN)
    if words:
        resolved = resolve(words, next((at for at in said if at is not None), None))
        if resolved.start is not None:
            return resolved
    if not start or precision == Precision.UNKNOWN or basis == Basis.UNKNOWN:
        return nothing if words else NO_HAPPENING
    try:
        if precision is Precision.INSTANT:
            return _instant(start, end, words, basis, said)
        first, last = _days(start, end, precision)
    except (ValueError, OverflowError):
        notes.append("bad_time")
        return nothing
    return Happening(first.isoformat(), last.isoformat(), words, precision, basis)


def _days(start: str, end: str | None, precision: Precision) -> tuple[date, date]:
    first = date.fromisoformat(start.strip()[:_DAY_CHARS])
    last = date.fromisoformat(end.strip()[:_DAY_CHARS]) if end else first
    if precision is Precision.YEAR:
        first, last = first.replace(month=1, day=1), last.replace(month=12, day=31)
    elif precision is Precision.MONTH:
        first = first.replace(day=1)
        last = last.replace(day=calendar.monthrange(last.year, last.month)[1])
    elif precision is Precision.RANGE and not end:
        raise ValueError
    if last < first:
        raise ValueError
    return first, last


def _instant(
    start: str, end: str | None, words: str, basis: Basis, said: Sequence[datetime | None]
) -> Happening:
    if len(start.strip()) <= _DAY_CHARS:
        # A day is not an instant, whatever it calls itself.
        first, last = _days(start, end, Precision.DAY)
        return Happening(first.isoformat(), last.isoformat(), words, Precision.DAY, basis)
    zone = next((at.tzinfo for at in said if at is not None), UTC)
    times = [datetime.fromisoformat(text.strip()) for text in (start, end or start)]
    aware = [at if at.tzinfo else at.replace(tzinfo=zone) for at in times]
    begun, ended = (at.astimezone(UTC) for at in aware)
    if ended < begun:
        raise ValueError
    form = "%Y-%m-%dT%H:%M:%SZ"
    return Happening(begun.strftime(form), ended.strftime(form), words, Precision.INSTANT, basis)
