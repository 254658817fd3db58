"""Expressions of time with their right intervals, across month, year and leap-day ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.rules.temporal import find_times, resolve

BERLIN = timezone(timedelta(hours=2))
# A Friday.
SAID = datetime(2026, 9, 18, 14, 11, tzinfo=BERLIN)
LEAP = datetime(2024, 2, 28, 9, 0, tzinfo=UTC)  # a Wednesday
YEAR_END = datetime(2026, 12, 30, 9, 0, tzinfo=UTC)  # a Wednesday

TABLE = [
    # words, said, start, end, precision
    ("2026-03-04", SAID, "2026-03-04", "2026-03-04", "day"),
    ("2026-03", SAID, "2026-03-01", "2026-03-31", "month"),
    ("18 September 2026", SAID, "2026-09-18", "2026-09-18", "day"),
    ("September 18, 2026", SAID, "2026-09-18", "2026-09-18", "day"),
    ("3 December", SAID, "2026-12-03", "2026-12-03", "day"),
    ("May 4th", SAID, "2026-05-04", "2026-05-04", "day"),
    ("2 January", YEAR_END, "2027-01-02", "2027-01-02", "day"),
    ("29 February 2024", SAID, "2024-02-29", "2024-02-29", "day"),
    ("in May", SAID, "2026-05-01", "2026-05-31", "month"),
    ("in February 2024", SAID, "2024-02-01", "2024-02-29", "month"),
    ("since April", SAID, "2026-04-01", "2026-04-30", "month"),
    ("mid-June", SAID, "2026-06-11", "2026-06-20", "range"),
    ("late February 2024", SAID, "2024-02-21", "2024-02-29", "range"),
    ("early January", YEAR_END, "2027-01-01", "2027-01-10", "range"),
    ("the first week of December", SAID, "2026-12-01", "2026-12-07", "range"),
    ("between 3 and 5 May", SAID, "2026-05-03", "2026-05-05", "range"),
    ("from 21 to 25 September", SAID, "2026-09-21", "2026-09-25", "range"),
    ("the week of 21 Sep", SAID, "2026-09-21", "2026-09-27", "range"),
    ("Q3", SAID, "2026-07-01", "2026-09-30", "range"),
    ("Q1 2027", SAID, "2027-01-01", "2027-03-31", "range"),
    ("in 2025", SAID, "2025-01-01", "2025-12-31", "year"),
    ("today", SAID, "2026-09-18", "2026-09-18", "day"),
    ("yesterday", SAID, "2026-09-17", "2026-09-17", "day"),
    ("tomorrow", LEAP, "2024-02-29", "2024-02-29", "day"),
    ("the day after tomorrow", LEAP, "2024-03-01", "2024-03-01", "day"),
    (
        "the day before yesterday",
        datetime(2026, 3, 1, tzinfo=UTC),
        "2026-02-27",
        "2026-02-27",
        "day",
    ),
    ("next week", SAID, "2026-09-21", "2026-09-27", "range"),
    ("last week", SAID, "2026-09-07", "2026-09-13", "range"),
    ("this week", SAID, "2026-09-14", "2026-09-20", "range"),
    ("next week", YEAR_END, "2027-01-04", "2027-01-10", "range"),
    ("next month", YEAR_END, "2027-01-01", "2027-01-31", "month"),
    ("last month", datetime(2024, 3, 31, tzinfo=UTC), "2024-02-01", "2024-02-29", "month"),
    ("next year", SAID, "2027-01-01", "2027-12-31", "year"),
    ("last year", SAID, "2025-01-01", "2025-12-31", "year"),
    ("next quarter", SAID, "2026-10-01", "2026-12-31", "range"),
    ("next weekend", SAID, "2026-09-26", "2026-09-27", "range"),
    ("next Friday", SAID, "2026-09-25", "2026-09-25", "day"),
    ("last Monday", SAID, "2026-09-07", "2026-09-07", "day"),
    ("on Monday", SAID, "2026-09-21", "2026-09-21", "day"),
    ("by Friday", SAID, "2026-09-18", "2026-09-18", "day"),
    ("three days ago", SAID, "2026-09-15", "2026-09-15", "day"),
    ("two weeks ago", SAID, "2026-08-31", "2026-09-06", "range"),
    ("a year ago", SAID, "2025-01-01", "2025-12-31", "year"),
    ("in two months", SAID, "2026-11-01", "2026-11-30", "month"),
    ("in 10 days", SAID, "2026-09-28", "2026-09-28", "day"),
    ("three weeks from now", SAID, "2026-10-05", "2026-10-11", "range"),
    ("on the 10th", SAID, "2026-10-10", "2026-10-10", "day"),
    ("on the 31st", datetime(2026, 11, 24, tzinfo=UTC), "2026-12-31", "2026-12-31", "day"),
    ("by the end of the month", SAID, "2026-09-21", "2026-09-30", "range"),
    ("end of next year", SAID, "2027-12-01", "2027-12-31", "month"),
    ("tomorrow at 3 pm", SAID, "2026-09-19T13:00:00Z", "2026-09-19T13:00:00Z", "instant"),
    ("yesterday at 17:40", SAID, "2026-09-17T15:40:00Z", "2026-09-17T15:40:00Z", "instant"),
    ("2026年9月14日", SAID, "2026-09-14", "2026-09-14", "day"),
    ("9月14日", SAID, "2026-09-14", "2026-09-14", "day"),
    ("十月一号", SAID, "2026-10-01", "2026-10-01", "day"),
    ("2024年2月", SAID, "2024-02-01", "2024-02-29", "month"),
    ("十二月", SAID, "2026-12-01", "2026-12-31", "month"),
    ("8月底", SAID, "2026-08-21", "2026-08-31", "range"),
    ("今天", SAID, "2026-09-18", "2026-09-18", "day"),
    ("昨天", SAID, "2026-09-17", "2026-09-17", "day"),
    ("大后天", SAID, "2026-09-21", "2026-09-21", "day"),
    ("上周三", SAID, "2026-09-09", "2026-09-09", "day"),
    ("下周一", SAID, "2026-09-21", "2026-09-21", "day"),
    ("下周五", SAID, "2026-09-25", "2026-09-25", "day"),
    ("这周六", SAID, "2026-09-19", "2026-09-19", "day"),
    ("周二", SAID, "2026-09-22", "2026-09-22", "day"),
    ("周末", SAID, "2026-09-19", "2026-09-20", "range"),
    ("下周", SAID, "2026-09-21", "2026-09-27", "range"),
    ("上上周", SAID, "2026-08-31", "2026-09-06", "range"),
    ("下个月", YEAR_END, "2027-01-01", "2027-01-31", "month"),
    ("上个月底", SAID, "2026-08-21", "2026-08-31", "range"),
    ("去年", SAID, "2025-01-01", "2025-12-31", "year"),
    ("去年国庆", SAID, "2025-10-01", "2025-10-07", "range"),
    ("明年3月", SAID, "2027-03-01", "2027-03-31", "month"),
    ("年底", SAID, "2026-12-01", "2026-12-31", "month"),
    ("三天前", SAID, "2026-09-15", "2026-09-15", "day"),
    ("两周后", SAID, "2026-09-28", "2026-10-04", "range"),
    ("两个月后", SAID, "2026-11-01", "2026-11-30", "month"),
    ("第三季度", SAID, "2026-07-01", "2026-09-30", "range"),
    ("明天下午三点", SAID, "2026-09-19T13:00:00Z", "2026-09-19T13:00:00Z", "instant"),
    ("周二下午三点半", SAID, "2026-09-22T13:30:00Z", "2026-09-22T13:30:00Z", "instant"),
    ("10号", SAID, "2026-10-10", "2026-10-10", "day"),
]

NO_TIME = [
    "You may go now",
    "version 2.10.3",
    "It costs 300",
    "every Tuesday we meet",
    "never deploy on Fridays",
    "每周三晚上不安排会议",
    "a while ago",
    "soon",
    "41 ms a tile",
    "second to none",
]


@pytest.mark.parametrize(("words", "said", "start", "end", "precision"), TABLE)
def test_expression(words: str, said: datetime, start: str, end: str, precision: str) -> None:
    found = resolve(words, said)
    assert (found.start, found.end, found.precision) == (start, end, precision)
    assert found.text == words


@pytest.mark.parametrize("words", NO_TIME)
def test_what_is_no_time_stays_words(words: str) -> None:
    assert find_times(words, SAID) == ()
    kept = resolve(words, SAID)
    assert (kept.start, kept.end, kept.text) == (None, None, words)


def test_without_knowing_when_it_was_said_only_absolute_times_resolve() -> None:
    assert resolve("next week", None).start is None
    assert resolve("3 December", None).start is None
    assert resolve("3 December 2026", None).start == "2026-12-03"


def test_several_in_one_sentence() -> None:
    text = "Said on 3 December, moved to 10 December because of next week."
    found = find_times(text, SAID)
    assert [text[m.start : m.end] for m in found] == ["3 December", "10 December", "next week"]


@given(st.text(max_size=200), st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_safe(text: str, said: datetime) -> None:
    for mention in find_times(text, said):
        assert text[mention.start : mention.end] == mention.happening.text
        assert mention.happening.start is not None
        assert mention.happening.end is not None
        assert mention.happening.start <= mention.happening.end
