"""When something happened: never more exact than it is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine import Basis, Happening, Precision, happening_of
from stratagate_app.engine.rules.happenings import settled
from stratagate_app.engine.rules.temporal import resolve
from tests.engine.rules.temporal_table import TABLE

DAY, MONTH, YEAR = Precision.DAY, Precision.MONTH, Precision.YEAR
RANGE, INSTANT, UNKNOWN = Precision.RANGE, Precision.INSTANT, Precision.UNKNOWN


@pytest.mark.parametrize(
    ("start", "end", "precision", "right", "reason"),
    [
        ("2026-03-04", "2026-03-04", DAY, ("2026-03-04", "2026-03-04", DAY), ""),
        ("2026-03-04", None, DAY, ("2026-03-04", "2026-03-04", DAY), ""),
        (None, "2026-03-04", DAY, ("2026-03-04", "2026-03-04", DAY), ""),
        ("2026-03-04", "2026-03-09", DAY, ("2026-03-04", "2026-03-09", RANGE), ""),
        # A year is never made into a day, nor a month.
        ("2026", None, DAY, ("2026-01-01", "2026-12-31", YEAR), "too_exact"),
        ("2026", "2026", INSTANT, ("2026-01-01", "2026-12-31", YEAR), "too_exact"),
        ("2026-02", None, DAY, ("2026-02-01", "2026-02-28", MONTH), "too_exact"),
        ("2024-02-29", "2024-02", DAY, ("2024-02-01", "2024-02-29", MONTH), "too_exact"),
        ("2026-03-04", None, YEAR, ("2026-01-01", "2026-12-31", YEAR), ""),
        ("2024-02-10", "2024-02-10", MONTH, ("2024-02-01", "2024-02-29", MONTH), ""),
        ("2026-03", "2026-05", MONTH, ("2026-03-01", "2026-05-31", RANGE), ""),
        ("2024", "2026", YEAR, ("2024-01-01", "2026-12-31", RANGE), ""),
        ("2024", "2026-03", RANGE, ("2024-01-01", "2026-03-31", RANGE), ""),
        (
            "2026-03-04T10:00:00+02:00",
            None,
            INSTANT,
            ("2026-03-04T08:00:00Z", "2026-03-04T08:00:00Z", INSTANT),
            "",
        ),
        ("2026-03-04T10:00:00", None, INSTANT, ("2026-03-04", "2026-03-04", DAY), "too_exact"),
        (
            "2026-03-04T10:00:00Z",
            "2026-03-05T10:00:00Z",
            INSTANT,
            ("2026-03-04", "2026-03-05", RANGE),
            "",
        ),
        ("2026-03-04", None, RANGE, (None, None, UNKNOWN), "incomplete"),
        ("2026-03-09", "2026-03-04", RANGE, (None, None, UNKNOWN), "reversed"),
        ("2026-02-30", None, DAY, (None, None, UNKNOWN), "not_a_date"),
        ("0000", None, YEAR, (None, None, UNKNOWN), "not_a_date"),
        ("９９９９-01-01", None, DAY, (None, None, UNKNOWN), "not_a_date"),
        ("0001-01-01T00:00:00+14:00", None, INSTANT, (None, None, UNKNOWN), "not_a_date"),
        ("soon", None, DAY, (None, None, UNKNOWN), "not_a_date"),
        ("2026-03-04", "2026-03-04", UNKNOWN, (None, None, UNKNOWN), "unknown_precision"),
        (["2026-03-04"], None, DAY, (None, None, UNKNOWN), "not_a_date"),
    ],
)
def test_dates_are_as_exact_as_they_are_known(
    start: str,
    end: str,
    precision: Precision,
    right: tuple[str | None, str | None, Precision],
    reason: str,
) -> None:
    found, said = settled(Happening(start, end, "then", precision, Basis.EXPLICIT))
    assert (found.start, found.end, found.precision) == right
    assert (found.text, said) == ("then", reason)
    assert found.basis is (Basis.EXPLICIT if found.start else Basis.UNKNOWN)


def test_without_a_basis_only_the_words_stay() -> None:
    found, _ = settled(Happening("2026", "2026", "once", YEAR, Basis.UNKNOWN))
    assert found == Happening(None, None, "once", UNKNOWN, Basis.UNKNOWN)


@given(
    st.one_of(st.none(), st.dates().map(str), st.text(max_size=30), st.datetimes().map(str)),
    st.one_of(st.none(), st.dates().map(str), st.text(max_size=30), st.datetimes().map(str)),
    st.sampled_from(list(Precision)),
)
def test_what_is_settled_stays(start: str | None, end: str | None, precision: Precision) -> None:
    found, _ = settled(Happening(start, end, "", precision, Basis.INFERRED))
    assert settled(found) == (found, "")


def test_what_words_of_time_mean_is_settled() -> None:
    for words, said, *_ in TABLE:
        found = resolve(words, said)
        assert settled(found) == (found, ""), words


@pytest.mark.parametrize(
    ("when", "start", "end", "precision"),
    [
        ("2026", "2026-01-01", "2026-12-31", YEAR),
        (" 2026-03 ", "2026-03-01", "2026-03-31", MONTH),
        ("2026-03-04", "2026-03-04", "2026-03-04", DAY),
        ("2026-03-04..2026-03-09", "2026-03-04", "2026-03-09", RANGE),
        ("2026-03 – 2026-05", "2026-03-01", "2026-05-31", RANGE),
        ("2026-03-04 to 2026-03-09", "2026-03-04", "2026-03-09", RANGE),
        ("2026-03-04 至 2026-03-09", "2026-03-04", "2026-03-09", RANGE),
        ("2026-03-04T10:00+02:00", "2026-03-04T08:00:00Z", "2026-03-04T08:00:00Z", INSTANT),
    ],
)
def test_a_time_that_is_typed_is_as_exact_as_it_is_typed(
    when: str, start: str, end: str, precision: Precision
) -> None:
    assert happening_of(when) == Happening(start, end, "", precision, Basis.EXPLICIT)


@pytest.mark.parametrize("when", ["", "soon", "2026-03-09..2026-03-04", "2026..2027..2028"])
def test_what_is_no_time_is_none(when: str) -> None:
    assert happening_of(when) is None
