"""How an event stands to those before it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import starmap

import pytest

from stratagate_app.engine.domain.events import RelationKind
from stratagate_app.engine.pipeline.ports import TimelineEvent
from tests.engine.pipeline.support import block, events_of, remembered

EARLIER = datetime(2026, 9, 1, 9, 0, tzinfo=UTC)


def _before(*texts: str) -> list[TimelineEvent]:
    (events,) = (events_of(block(*texts, at=EARLIER)),)
    return list(starmap(remembered, ((event, key) for key, event in enumerate(events, 1))))


def _relations(text: str, timeline: list[TimelineEvent]) -> list[tuple[RelationKind, int]]:
    (event,) = events_of(block(text), timeline)
    return [(relation.kind, relation.event_id) for relation in event.relations]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Let's use npm as the package manager.", "We switch from npm to pnpm because it is fast."),
        ("Let's use npm as the package manager.", "We replaced npm with pnpm."),
        ("The launch is on 3 December.", "The launch moved to 10 December."),
        ("I live in Berlin.", "I moved to Lisbon in August."),
        ("我们决定数据库备份用每周。", "数据库备份从每周改成每天。"),
        ("我住在上海。", "我上个月搬到杭州了。"),
    ],
)
def test_a_changed_decision_replaces_the_old_one(old: str, new: str) -> None:
    assert _relations(new, _before(old)) == [(RelationKind.SUPERSEDES, 1)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Let us put the launch on 3 December.", "The launch is on 10 December then."),
        ("Let us put the launch on 3 December, after the demo.", "The launch is on 10 December."),
    ],
)
def test_two_days_for_one_thing_are_a_conflict(old: str, new: str) -> None:
    assert _relations(new, _before(old)) == [(RelationKind.CONFLICTS, 1)]


def test_the_same_words_again_are_the_same() -> None:
    text = "Never deploy on Fridays."
    assert _relations(text, _before(text)) == [(RelationKind.SAME, 1)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The launch is on 3 December.", "The demo is on 2 December."),
        ("The release of 0.9 is on 3 December.", "The release of 1.0 is on 10 December."),
        ("Let us put the launch on 3 December, after the demo.", "The demo is on 2 December."),
        ("Let's use Postgres for the index.", "We switch from npm to pnpm for speed."),
        ("I live in Berlin.", "I work at Fjord Labs."),
        ("We switch from npm to pnpm for speed.", "Let's use Postgres for the index."),
    ],
)
def test_what_is_about_something_else_stays_apart(old: str, new: str) -> None:
    assert _relations(new, _before(old)) == []


def test_what_was_said_later_is_not_replaced() -> None:
    (old,) = events_of(block("Let's use npm for atlas-app.", at=datetime(2026, 11, 1, tzinfo=UTC)))
    assert _relations("We switch from npm to pnpm.", [remembered(old)]) == []
