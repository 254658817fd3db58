"""Dates and times in the words of the locale, and the time zone for the tooltip.

Times are stored in UTC with the offset of their source; they are shown in the time zone of this
computer (interface.md, "Dates").
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime, QTimeZone

translate = QCoreApplication.translate

_WEEKDAY = re.compile(r"[\s,，]*dddd[\s,，.]*")
_YEAR = re.compile(r"[\s,，./-]*yyyy(年|년)?( 'г'\.?| 'de')?[\s,，./-]*")


def day(at: datetime) -> str:
    """Return the day with its year: `18 Sep 2026`, `2026年9月18日`."""
    return _format(at.astimezone().date(), _day_pattern())


def short_day(at: datetime, now: datetime | None = None) -> str:
    """Return `Today`, `Yesterday`, the day without its year in this year, else with it."""
    today = (now or datetime.now().astimezone()).astimezone().date()
    local = at.astimezone().date()
    if local == today:
        return translate("Sessions", "Today")
    if local == today - timedelta(days=1):
        return translate("Sessions", "Yesterday")
    if local.year == today.year:
        return _format(local, _YEAR.sub("", _day_pattern()))
    return _format(local, _day_pattern())


def clock(at: datetime) -> str:
    """Return the time of day in hours and minutes."""
    local = at.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)


def moment(at: datetime) -> str:
    """Return day and time."""
    return translate("Sessions", "{day}, {time}").format(day=day(at), time=clock(at))


def span(start: datetime | None, end: datetime | None) -> str:
    """Return from when to when; the day once where it is the same; "" if both are unknown."""
    if start is None or end is None:
        known = start or end
        return "" if known is None else moment(known)
    if start.astimezone().date() != end.astimezone().date():
        return f"{moment(start)} – {moment(end)}"
    if clock(start) == clock(end):
        return moment(start)
    return f"{moment(start)}–{clock(end)}"


def day_span(start: datetime | None, end: datetime | None) -> str:
    """Return the days from first to last in short words; "" if both are unknown."""
    first = start or end
    last = end or start
    if first is None or last is None:
        return ""
    if first.astimezone().date() == last.astimezone().date():
        return short_day(first)
    return f"{short_day(first)} – {short_day(last)}"


def with_zone(at: datetime | None) -> str:
    """Return a tooltip: the exact time, its time zone, and the offset of the source."""
    if at is None:
        return translate("Sessions", "The source does not say when")
    local = at.astimezone()
    zone = bytes(QTimeZone.systemTimeZoneId().data()).decode() or local.tzname() or "UTC"
    text = f"{moment(at)} ({zone})"
    offset = at.utcoffset()
    if offset is None or offset == local.utcoffset():
        return text
    return translate("Sessions", "{time}; at the source {source} ({offset})").format(
        time=text, source=f"{at:%Y-%m-%d %H:%M}", offset=f"UTC{at:%z}"
    )


def _day_pattern() -> str:
    pattern = QLocale().dateFormat(QLocale.FormatType.LongFormat)
    return _WEEKDAY.sub("", pattern).replace("MMMM", "MMM")


def _format(value: date, pattern: str) -> str:
    return QLocale().toString(QDate(value.year, value.month, value.day), pattern)
