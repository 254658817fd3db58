"""Events in words: what they are called, when they happened, how exact that is known.

When it was said and when it happened are two dates and stay two (interface.md, "Rules"); the
time of a happening is never shown more exactly than its precision.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QLocale, QObject, QTime

from stratagate_app.engine import (
    Actor,
    Basis,
    Criticality,
    EventRow,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    Precision,
    RelationKind,
    Scope,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

NO_TIME = "—"
"""What stands where nothing is known of when it happened."""

K = TypeVar("K")

_TYPES = {
    EventType.DECISION: QT_TRANSLATE_NOOP("Wording", "decision"),
    EventType.RELEASE: QT_TRANSLATE_NOOP("Wording", "release"),
    EventType.TASK_COMPLETED: QT_TRANSLATE_NOOP("Wording", "task completed"),
    EventType.PLAN: QT_TRANSLATE_NOOP("Wording", "plan"),
    EventType.CHANGE: QT_TRANSLATE_NOOP("Wording", "change"),
    EventType.CANCELLATION: QT_TRANSLATE_NOOP("Wording", "cancellation"),
    EventType.INCIDENT: QT_TRANSLATE_NOOP("Wording", "incident"),
    EventType.MEETING: QT_TRANSLATE_NOOP("Wording", "meeting"),
    EventType.COLLABORATION: QT_TRANSLATE_NOOP("Wording", "collaboration"),
    EventType.MIGRATION: QT_TRANSLATE_NOOP("Wording", "migration"),
    EventType.OTHER: QT_TRANSLATE_NOOP("Wording", "other"),
}
_STATES = {
    EventState.ACTIVE: QT_TRANSLATE_NOOP("Wording", "active"),
    EventState.SUPERSEDED: QT_TRANSLATE_NOOP("Wording", "superseded"),
    EventState.FORGOTTEN: QT_TRANSLATE_NOOP("Wording", "forgotten"),
    EventState.ARCHIVED: QT_TRANSLATE_NOOP("Wording", "archived"),
}
_STATUSES = {
    HappeningStatus.OCCURRED: QT_TRANSLATE_NOOP("Wording", "occurred"),
    HappeningStatus.PLANNED: QT_TRANSLATE_NOOP("Wording", "planned"),
    HappeningStatus.CANCELLED: QT_TRANSLATE_NOOP("Wording", "cancelled"),
    HappeningStatus.ONGOING: QT_TRANSLATE_NOOP("Wording", "ongoing"),
    HappeningStatus.UNKNOWN: QT_TRANSLATE_NOOP("Wording", "not known"),
}
_SCOPES = {
    Scope.USER: QT_TRANSLATE_NOOP("Wording", "user"),
    Scope.PROJECT: QT_TRANSLATE_NOOP("Wording", "project"),
    Scope.SESSION: QT_TRANSLATE_NOOP("Wording", "session"),
}
_CRITICALITIES = {
    Criticality.ROUTINE: QT_TRANSLATE_NOOP("Wording", "routine"),
    Criticality.PREFERENCE: QT_TRANSLATE_NOOP("Wording", "preference"),
    Criticality.IDENTITY: QT_TRANSLATE_NOOP("Wording", "identity"),
    Criticality.SAFETY: QT_TRANSLATE_NOOP("Wording", "safety"),
}
_PRECISIONS = {
    Precision.INSTANT: QT_TRANSLATE_NOOP("Wording", "time of day"),
    Precision.DAY: QT_TRANSLATE_NOOP("Wording", "day"),
    Precision.MONTH: QT_TRANSLATE_NOOP("Wording", "month"),
    Precision.YEAR: QT_TRANSLATE_NOOP("Wording", "year"),
    Precision.RANGE: QT_TRANSLATE_NOOP("Wording", "days"),
    Precision.UNKNOWN: QT_TRANSLATE_NOOP("Wording", "not dated"),
}
_BASES = {
    Basis.EXPLICIT: QT_TRANSLATE_NOOP("Wording", "explicit"),
    Basis.RELATIVE: QT_TRANSLATE_NOOP("Wording", "relative"),
    Basis.INFERRED: QT_TRANSLATE_NOOP("Wording", "inferred"),
    Basis.UNKNOWN: QT_TRANSLATE_NOOP("Wording", "no basis"),
}
_ACTORS = {
    Actor.USER: QT_TRANSLATE_NOOP("Wording", "You"),
    Actor.AGENT: QT_TRANSLATE_NOOP("Wording", "Assistant"),
    Actor.IMPORT: QT_TRANSLATE_NOOP("Wording", "Import"),
    Actor.JOB: QT_TRANSLATE_NOOP("Wording", "Background"),
}
_OUTGOING = {
    RelationKind.SUPERSEDES: QT_TRANSLATE_NOOP("Wording", "supersedes"),
    RelationKind.CONFLICTS: QT_TRANSLATE_NOOP("Wording", "conflicts with"),
    RelationKind.SAME: QT_TRANSLATE_NOOP("Wording", "same as"),
    RelationKind.BEFORE: QT_TRANSLATE_NOOP("Wording", "before"),
    RelationKind.AFTER: QT_TRANSLATE_NOOP("Wording", "after"),
    RelationKind.RELATED: QT_TRANSLATE_NOOP("Wording", "related to"),
}
_INCOMING = {
    **_OUTGOING,
    RelationKind.SUPERSEDES: QT_TRANSLATE_NOOP("Wording", "superseded by"),
    RelationKind.BEFORE: _OUTGOING[RelationKind.AFTER],
    RelationKind.AFTER: _OUTGOING[RelationKind.BEFORE],
}
_ODD = "odd_"
_NOTES = {
    "bad_time": QT_TRANSLATE_NOOP("Wording", "A time that is none was left out; its words stay."),
    "too_exact": QT_TRANSLATE_NOOP("Wording", "A time was more exact than its words."),
    "unknown_value": QT_TRANSLATE_NOOP("Wording", "A value that is not known was left out."),
    "too_many": QT_TRANSLATE_NOOP(
        "Wording", "Tags, names or quotes beyond the limits were left out."
    ),
    "cut": QT_TRANSLATE_NOOP("Wording", "Text beyond the limits was cut off."),
    _ODD: QT_TRANSLATE_NOOP(
        "Wording", "A stored value that makes no sense is not shown: {fields}."
    ),
    "unknown_source": QT_TRANSLATE_NOOP(
        "Wording", "A source that is not in the block was left out."
    ),
    "no_source": QT_TRANSLATE_NOOP(
        "Wording", "No source was named; the whole block stands for it."
    ),
    "quote_not_in_source": QT_TRANSLATE_NOOP(
        "Wording", "A quote that is not word for word in its source was left out."
    ),
    "unknown_relation": QT_TRANSLATE_NOOP(
        "Wording", "A relation to an event that is not there was left out."
    ),
}

_WEEKDAY = re.compile(r"[\s,，]*dddd[\s,，.]*")
_YEAR = re.compile(r"[\s,，./-]*yyyy(年|년)?( 'г'\.?| 'de')?[\s,，./-]*")
_DAY = re.compile(r"(?<![dM])d{1,2}(?!d)")
_DAY_OF_MONTH = re.compile(r"[\s,，./-]*(?<!d)d{1,2}(?!d)(日|일|\.)?[\s,，./-]*")


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def conflicts(self, count: int) -> str:
        """Return `2 conflicts`."""
        return self.tr("%n conflict(s)", "", count)


_COUNTED = _Counted()


def event_type(value: EventType) -> str:
    """Return what kind of thing an event tells."""
    return _named(_TYPES, value)


def event_state(value: EventState) -> str:
    """Return what became of an event."""
    return _named(_STATES, value)


def happening_status(value: HappeningStatus) -> str:
    """Return whether it happened."""
    return _named(_STATUSES, value)


def scope(value: Scope) -> str:
    """Return where an event may be found from."""
    return _named(_SCOPES, value)


def criticality(value: Criticality) -> str:
    """Return how much an event is kept."""
    return _named(_CRITICALITIES, value)


def actor(value: Actor) -> str:
    """Return by whom a change was made."""
    return _named(_ACTORS, value)


def relation(kind: RelationKind, *, outgoing: bool) -> str:
    """Return how this event stands to the other one."""
    return _named(_OUTGOING if outgoing else _INCOMING, kind)


def note(code: str) -> str:
    """Return what was dropped of an event, or set aside; an unknown code stays a code."""
    if code.startswith(_ODD):
        field = code.removeprefix(_ODD).replace("_", " ")
        return QCoreApplication.translate("Wording", str(_NOTES[_ODD])).format(fields=field)
    text = _NOTES.get(code)
    if text is None:
        return code.replace("_", " ")
    return QCoreApplication.translate("Wording", str(text))


def conflicts(count: int) -> str:
    """Return `2 conflicts`."""
    return _COUNTED.conflicts(count)


def status_of(row: EventRow) -> tuple[str, str]:
    """Return the words and the tone of the one chip a list shows.

    What became of it counts more than a conflict, and that more than whether it happened.
    """
    if row.state is not EventState.ACTIVE:
        return event_state(row.state), "neutral"
    if row.conflicts:
        return QCoreApplication.translate("Wording", "conflict"), "warn"
    told = {
        HappeningStatus.PLANNED: "info",
        HappeningStatus.CANCELLED: "neutral",
        HappeningStatus.OCCURRED: "accent",
        HappeningStatus.ONGOING: "accent",
    }
    if row.status in told:
        return happening_status(row.status), told[row.status]
    return event_state(row.state), "accent"


def is_over(state: EventState) -> bool:
    """Return whether an event no longer holds, which strikes its title through."""
    return state in (EventState.SUPERSEDED, EventState.FORGOTTEN)


def quoted(words: str) -> str:
    """Return words of the source in quotation marks."""
    return QCoreApplication.translate("Wording", "“{words}”").format(words=words)


def exactness(value: Happening) -> str:
    """Return how exact the time is and what it rests on: `day · explicit`; "" if unknown."""
    if value.start is None:
        return ""
    words = _named(_PRECISIONS, value.precision)
    if value.basis is Basis.UNKNOWN:
        return words
    return f"{words} · {_named(_BASES, value.basis)}"


def happened(value: Happening) -> str:
    """Return when it happened at the precision it is known with.

    `18 Sep 2026`, `21–25 Sep 2026`, `Mar 2026`, `2026`, `25 Nov 2026, 09:10` (time zone of this
    computer); the words of the source in quotation marks where there is no date; `—` where there
    is nothing.
    """
    if value.start is None:
        return quoted(value.text) if value.text else NO_TIME
    if value.precision is Precision.INSTANT:
        return _instants(value.start, value.end)
    first, last = _to_date(value.start), _to_date(value.end or value.start)
    if first is None or last is None:
        return quoted(value.text) if value.text else NO_TIME
    if value.precision is Precision.MONTH:
        return _joined(_format(first, _month_pattern()), _format(last, _month_pattern()))
    if value.precision is Precision.YEAR:
        return _joined(_format(first, _year_pattern()), _format(last, _year_pattern()))
    return days(first, last)


def days(first: date, last: date) -> str:
    """Return a span of days, what both share said once."""
    pattern = _day_pattern()
    if first == last:
        return _format(first, pattern)
    if (first.year, first.month) == (last.year, last.month):
        both = f"'{first.day}–{last.day}'"
        return _format(first, _DAY.sub(both, pattern, count=1))
    if first.year == last.year:
        short = _YEAR.sub("", pattern)
        if pattern.lstrip().startswith("y"):
            return f"{_format(first, pattern)} – {_format(last, short)}"
        return f"{_format(first, short)} – {_format(last, pattern)}"
    return f"{_format(first, pattern)} – {_format(last, pattern)}"


def said(at: datetime | None, now: datetime | None = None) -> str:
    """Return when it was said: `said 18 Sep`; the year where it is another one than now."""
    if at is None:
        return QCoreApplication.translate("Wording", "said at an unknown time")
    today = _today(now)
    local = at.astimezone().date()
    if local == today:
        return QCoreApplication.translate("Wording", "said today")
    return QCoreApplication.translate("Wording", "said {day}").format(day=_short(local, today))


def held(first: datetime | None, last: datetime | None, now: datetime | None = None) -> str:
    """Return from when to when a fact held, by what was said: `4 Mar – 18 Sep`, `since 18 Sep`.

    Args:
        first: When it was said; None if unknown.
        last: When what took its place was said; None while it holds.
        now: Of what year needs no saying; None for this one.
    """
    if first is None:
        return ""
    today, begin = _today(now), first.astimezone().date()
    if last is None:
        return QCoreApplication.translate("Wording", "since {day}").format(day=_short(begin, today))
    end = last.astimezone().date()
    return _joined(_short(begin, today), _short(end, today))


def said_line(row: EventRow) -> str:
    """Return when it was said, with the words a relative time rests on: `said 18 Sep “next week”`."""  # noqa: E501
    text = said(row.mentioned_at)
    told = row.happening.text
    if told and (row.happening.basis is Basis.RELATIVE or row.happening.start is None):
        return f"{text} {quoted(told)}"
    return text


def weight(value: float) -> str:
    """Return a weight with two digits, in the locale's way."""
    return QLocale().toString(value, "f", 2)


def _named(table: Mapping[K, object], value: K) -> str:
    return QCoreApplication.translate("Wording", str(table[value]))


def _instants(start: str, end: str | None) -> str:
    first, last = instant_of(start), instant_of(end or start)
    if first is None or last is None:
        return NO_TIME
    if first == last:
        return _moment(first)
    if first.date() == last.date():
        return f"{_moment(first)}–{_clock(last)}"
    return f"{_moment(first)} – {_moment(last)}"


def _moment(at: datetime) -> str:
    return QCoreApplication.translate("Wording", "{day}, {time}").format(
        day=_format(at.date(), _day_pattern()), time=_clock(at)
    )


def _clock(at: datetime) -> str:
    return QLocale().toString(QTime(at.hour, at.minute), QLocale.FormatType.ShortFormat)


def instant_of(text: str) -> datetime | None:
    """Return a stored instant in the time zone of this computer; None if it is none."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _to_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _today(now: datetime | None) -> date:
    return (now or datetime.now().astimezone()).astimezone().date()


def _short(value: date, today: date) -> str:
    pattern = _day_pattern()
    return _format(value, _YEAR.sub("", pattern) if value.year == today.year else pattern)


def _joined(first: str, last: str) -> str:
    return first if first == last else f"{first} – {last}"


def _day_pattern() -> str:
    pattern = QLocale().dateFormat(QLocale.FormatType.LongFormat)
    return _WEEKDAY.sub("", pattern).replace("MMMM", "MMM")


def _month_pattern() -> str:
    return _DAY_OF_MONTH.sub(" ", _day_pattern()).strip()


def _year_pattern() -> str:
    found = re.search(r"yyyy(年|년)?", _day_pattern())
    return found.group() if found else "yyyy"


def _format(value: date, pattern: str) -> str:
    return QLocale().toString(QDate(value.year, value.month, value.day), pattern)
