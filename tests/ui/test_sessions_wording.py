"""Sentences of the Sessions page: why a level is what it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from stratagate_app.engine import BlockStatus, ForecastStep, Level, block_level_forecast
from stratagate_app.ui.sessions import dates, wording
from tests.ui.sessions_fake import fake_memory

_, FAKE = fake_memory()
PLAIN = replace(FAKE.block_rows[FAKE.find_ids(None)[0]], number=3)  # type: ignore[index]


def test_a_fading_block_says_how_many_newer_ones_made_it_fade() -> None:
    block = replace(PLAIN, level=Level.L3, age=4)
    steps = block_level_forecast(Level.L5, 4, 0.3)
    assert wording.why(block, steps) == (
        "L3 because 4 newer block(s) are ready; L2 after 1 more block(s), L0 after 5"
    )


def test_an_expanded_block_says_by_whom() -> None:
    block = replace(PLAIN, level=Level.L5, age=0, lifted_by="user")
    steps = block_level_forecast(Level.L5, 0, 0.3)
    assert wording.why(block, steps) == (
        "kept at L5 because you expanded it; L4 after 2 more block(s), L0 after 9"
    )
    by_agent = replace(block, lifted_by="agent")
    assert wording.reason(by_agent) == "kept at L5 because an assistant expanded it"
    assert wording.is_kept(block)
    assert not wording.is_kept(replace(block, lifted_by=None))


def test_a_block_at_the_bottom_says_that_it_fades_no_further() -> None:
    assert wording.outlook(replace(PLAIN, level=Level.L0), ()) == "it fades no further"


def test_a_block_without_decay_says_that_it_does_not_fade() -> None:
    assert wording.outlook(replace(PLAIN, level=Level.L5), ()) == "it does not fade"


def test_one_step_is_told_once() -> None:
    steps = (ForecastStep(1, Level.L0),)
    assert wording.outlook(replace(PLAIN, level=Level.L1), steps) == "L0 after 1 more block(s)"


def test_a_waiting_block_tells_its_attempt() -> None:
    block = replace(PLAIN, status=BlockStatus.PENDING, attempts=1)
    assert wording.status(block) == "pending · attempt 2 of 3"
    assert wording.why(block, ()) == "shown in full until its summary is ready"


def test_an_unknown_error_keeps_its_code() -> None:
    assert "weird_code" in wording.job_error("weird_code")
    assert wording.job_error("reply_schema") == "The reply did not have the expected form."


def test_tooltips_take_nothing_for_markup() -> None:
    assert wording.plain_tooltip("<b>x</b>\ny") == "<qt>&lt;b&gt;x&lt;/b&gt;<br>y</qt>"


@pytest.mark.parametrize(
    ("locale", "short", "full"),
    [
        ("en_US", "Mar 4", "Mar 4, 2026"),
        ("en_GB", "4 Mar", "4 Mar 2026"),
        ("zh_CN", "3月4日", "2026年3月4日"),
        ("de_DE", "4. März", "4. März 2026"),
    ],
)
def test_days_follow_the_locale(
    locale: str, short: str, full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dates, "QLocale", _locale_class(locale))
    at = datetime(2026, 3, 4, 12, tzinfo=UTC)
    assert dates.day(at) == full
    assert dates.short_day(at, at + timedelta(days=100)) == short
    assert dates.short_day(at, at + timedelta(days=400)) == full
    assert dates.short_day(at, at) == "Today"


def test_a_span_names_the_day_once() -> None:
    at = datetime(2026, 3, 4, 12, tzinfo=UTC)
    text = dates.span(at, at + timedelta(minutes=30))
    assert text.count("2026") == 1
    assert dates.span(at, at) == dates.moment(at)
    assert dates.span(None, None) == ""


def test_the_zone_of_the_source_is_told_where_it_is_another() -> None:
    far = datetime.fromisoformat("2026-03-04T12:00:00+13:00")
    assert "UTC+1300" in dates.with_zone(far)
    assert dates.with_zone(None) == "The source does not say when"


def _locale_class(name: str) -> type[QLocale]:
    class Fixed(QLocale):
        def __init__(self) -> None:
            super().__init__(name)

    return Fixed
