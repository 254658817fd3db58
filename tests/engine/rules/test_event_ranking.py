"""In which order events answer, by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stratagate_app.engine.domain.events import EventType
from stratagate_app.engine.rules import event_ranking, questions, relevance
from stratagate_app.engine.rules.event_ranking import Facts, Wanted
from stratagate_app.engine.rules.questions import Intent

EVENT = Facts(1, ("Ann Lee",), "plan", "active", "2026-03-01", "2026-03-31", "2026-03-01", 0.5)


@pytest.mark.parametrize(
    ("wanted", "met"),
    [
        (Wanted(participants=("ann",)), ("participants",)),
        (Wanted(participants=("Dr. Ann Lee",)), ("participants",)),
        (Wanted(participants=("ann", "bo")), ()),
        (Wanted(participants=("",)), ()),
        (Wanted(types=(EventType.PLAN, EventType.OTHER)), ("types",)),
        (Wanted(types=(EventType.OTHER,)), ()),
        (Wanted(first="2026-03-31"), ("happened",)),
        (Wanted(first="2026-04-01"), ()),
        (Wanted(last="2026-03-01"), ("happened",)),
        (Wanted(last="2026-02-28"), ()),
        (Wanted(), ()),
    ],
)
def test_which_filters_an_event_meets(wanted: Wanted, met: tuple[str, ...]) -> None:
    assert event_ranking.met(EVENT, wanted) == met


def test_what_has_no_time_overlaps_none() -> None:
    assert event_ranking.met(replace(EVENT, start=None), Wanted(last="2026-12-31")) == ()


def test_fields_count_by_their_weights() -> None:
    counter = relevance.Counter(questions.words_of("bread"))
    fields = event_ranking.fields_of(
        {"title": "Bread and bread", "summary": "bread", "tags": "", "participants": "bread"},
        counter,
    )
    assert fields.weighted() == {0: 2 * 4 + 3 + 5}
    assert fields.length == 5


def test_the_order_is_by_relevance_and_weight_of_what_answers_well() -> None:
    facts = {key: replace(EVENT, key=key, weight=weight) for key, weight in ((1, 0.1), (2, 0.9))}
    facts[3] = replace(EVENT, key=3, weight=1.0)
    # The third answers too little for its weight to count.
    near = [(1, 10.0), (2, 9.0), (3, 1.0)]
    assert event_ranking.order(near, facts, [], (), filtered=False) == [1, 2, 3]
    # Third by relevance and first by weight stands above second and second.
    near = [(1, 10.0), (2, 9.0), (3, 8.0)]
    assert event_ranking.order(near, facts, [], (), filtered=False) == [1, 3, 2]


def test_first_and_latest_order_by_time() -> None:
    facts = [replace(EVENT, key=key, time=f"2026-0{key}-01") for key in (1, 2, 3)]
    assert event_ranking.structured(facts, {Intent.FIRST}) == [1, 2, 3]
    assert event_ranking.structured(facts, {Intent.LATEST}) == [3, 2, 1]
    alike = {one.key: one for one in facts}
    scored = [(1, 5.0), (2, 5.0), (3, 5.0)]
    assert event_ranking.order(scored, alike, [], {Intent.LATEST}, filtered=False)[0] == 3


def test_equal_events_stand_by_id() -> None:
    counter = relevance.Counter(questions.words_of("bread"))
    same = event_ranking.fields_of({"title": "bread"}, counter)
    assert [key for key, _ in event_ranking.by_relevance({5: same, 2: same, 9: same}, (1.0,))] == [
        2,
        5,
        9,
    ]
