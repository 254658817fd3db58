"""Expressions of time: what they name, what stays words, and where they are in a text."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.events import Basis, Precision
from stratagate_app.engine.rules.temporal import find_times, resolve
from tests.engine.rules.temporal_table import FRIDAY, NO_TIME, TABLE, Row

LENGTHS = {Precision.DAY: (1, 1), Precision.MONTH: (28, 31), Precision.YEAR: (365, 366)}
WORDS = [row[0] for row in TABLE] + NO_TIME
PIECES = st.sampled_from(
    [*WORDS, "to", "from", "since", "the", "by", "到", " - ", ",", "9", "at 5"]
)


def found_in(text: str, said: datetime | None = FRIDAY) -> list[tuple[str, str | None]]:
    return [(m.happening.text, m.happening.start) for m in find_times(text, said)]


@pytest.mark.parametrize(("words", "said", "start", "end", "precision"), TABLE)
def test_expression(words: str, said: datetime, start: str, end: str, precision: str) -> None:
    found = resolve(words, said)
    assert (found.start, found.end, found.precision) == (start, end, precision)
    assert found.text == words
    assert found.basis in (Basis.EXPLICIT, Basis.RELATIVE)


@pytest.mark.parametrize("words", NO_TIME)
def test_what_names_no_time_stays_words(words: str) -> None:
    kept = resolve(words, FRIDAY)
    assert (kept.start, kept.end, kept.text) == (None, None, words)
    assert (kept.precision, kept.basis) == (Precision.UNKNOWN, Basis.UNKNOWN)
    assert find_times(words, FRIDAY) == ()


@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row[0]))
def test_without_knowing_when_it_was_said_only_what_is_absolute_resolves(row: Row) -> None:
    words, _, start, end, _ = row
    found = resolve(words, None)
    if found.start is not None:
        assert found.basis is Basis.EXPLICIT
        assert (found.start[:10], found.end and found.end[:10]) == (start[:10], end[:10])


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("3 December 2026", "2026-12-03"),
        ("from 28 April to 3 May 2025", "2025-04-28"),
        ("2026-03-04 10:00", "2026-03-04"),
        ("2026-03-04T10:00Z", "2026-03-04T10:00:00Z"),
        ("2026年9月", "2026-09-01"),
        ("3 December", None),
        ("next week", None),
        ("3月到5月", None),
        ("去年3月到5月", None),
    ],
)
def test_absolute(words: str, start: str | None) -> None:
    assert resolve(words, None).start == start


@pytest.mark.parametrize(
    ("words", "basis"),
    [
        ("3 December", Basis.EXPLICIT),
        ("Q3", Basis.EXPLICIT),
        ("yesterday", Basis.RELATIVE),
        ("Q3 of last year", Basis.RELATIVE),
        ("from Monday to Wednesday", Basis.RELATIVE),
        ("9月14日", Basis.EXPLICIT),
        ("去年十月一日", Basis.RELATIVE),
    ],
)
def test_basis(words: str, basis: Basis) -> None:
    assert resolve(words, FRIDAY).basis is basis


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        (
            "Said on 3 December, moved to 10 December because of next week.",
            [
                ("3 December", "2026-12-03"),
                ("10 December", "2026-12-10"),
                ("next week", "2026-09-21"),
            ],
        ),
        (
            "We moved it from Monday to Wednesday",
            [("Monday", "2026-09-21"), ("Wednesday", "2026-09-23")],
        ),
        (
            "due Friday - Monday works too",
            [("Friday", "2026-09-18"), ("Monday", "2026-09-21")],
        ),
        ("以后从周一改到周三", [("周一", "2026-09-21"), ("周三", "2026-09-23")]),
        ("版本2026年发布，明年Q1上线", [("2026年", "2026-01-01"), ("明年Q1", "2027-01-01")]),
        ("We have 2025 users by 2026, maybe", [("by 2026", "2026-01-01")]),
        (
            "date:2026-03-04 (a Wednesday)",
            [("2026-03-04", "2026-03-04"), ("Wednesday", "2026-09-23")],
        ),
        (
            "I may see May on May 5, or the 6th.",
            [("May 5", "2026-05-05"), ("the 6th", "2026-10-06")],
        ),
        (
            "not yesterday, 明天下午三点",
            [("yesterday", "2026-09-17"), ("明天下午三点", "2026-09-19T13:00:00Z")],
        ),
        ("at 5 pm é, two weeks after next month", [("next month", "2026-10-01")]),
        ("at 9:30 next week, from é", [("next week", "2026-09-21")]),
        ("in 999 years or 999 years ago", []),
    ],
)
def test_in_running_text(text: str, mentions: list[tuple[str, str]]) -> None:
    assert found_in(text) == mentions


def test_the_only_expression_among_other_words_resolves() -> None:
    found = resolve("probably some time next week, they said", FRIDAY)
    assert (found.start, found.text) == ("2026-09-21", "probably some time next week, they said")
    assert resolve("today or tomorrow", FRIDAY).start is None


@pytest.mark.parametrize("year", [1, 1899, 2199, 9999])
def test_at_the_ends_of_the_calendar_nothing_fails(year: int) -> None:
    for said in (
        datetime(year, 1, 1, tzinfo=UTC),
        datetime(year, 12, 31, 23, tzinfo=FRIDAY.tzinfo),
    ):
        for words in WORDS:
            resolve(words, said)


def test_a_moment_before_the_calendar_stays_a_day() -> None:
    found = resolve("today at 1 am", datetime(1, 1, 1, tzinfo=FRIDAY.tzinfo))
    assert (found.start, found.precision) == ("0001-01-01", Precision.DAY)


def check(text: str, said: datetime | None) -> None:
    reached = 0
    for mention in find_times(text, said):
        happening = mention.happening
        assert reached <= mention.start < mention.end
        reached = mention.end
        assert text[mention.start : mention.end] == happening.text
        assert happening.start is not None
        assert happening.end is not None
        assert happening.start <= happening.end
        if happening.precision in LENGTHS:
            first, last = map(date.fromisoformat, (happening.start, happening.end))
            least, most = LENGTHS[happening.precision]
            assert least <= (last - first).days + 1 <= most


@given(st.text(max_size=200), st.none() | st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_safe(text: str, said: datetime | None) -> None:
    check(text, said)
    assert resolve(text, said).text == text


@given(
    st.lists(PIECES, max_size=8),
    st.sampled_from(["", " ", ", "]),
    st.datetimes(datetime(1950, 1, 1), datetime(2150, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
def test_expressions_run_together_are_safe(words: list[str], glue: str, said: datetime) -> None:
    check(glue.join(words), said)


@given(st.datetimes(datetime(1950, 1, 1), datetime(2150, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_relative_days_move_with_the_day_they_were_said(said: datetime) -> None:
    tomorrow = resolve("tomorrow", said).start
    assert (
        tomorrow == resolve("today", said + timedelta(days=1)).start == resolve("明天", said).start
    )
    last, coming = resolve("last Friday", said).start, resolve("Friday", said).start
    assert last is not None
    assert coming is not None
    assert last < said.date().isoformat() <= coming
