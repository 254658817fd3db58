"""What holds of a judgement; engine-rules.md, "Imports of memories"."""

from __future__ import annotations

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.domain.judging import Decision, Judgement, Reason
from stratagate_app.engine.rules.judging import needs_user, settled

ONE, TWO, THREE = EventId(1), EventId(2), EventId(3)


@pytest.mark.parametrize("decision", [Decision.MERGE, Decision.SUPERSEDE, Decision.CONFLICT])
def test_without_a_target_that_was_offered_nothing_is_done(decision: Decision) -> None:
    found = settled(Judgement(decision, Reason.OWN_WORDS, (THREE,), 0.99, "sure"), {ONE, TWO})
    assert found == Judgement(Decision.IGNORE, Reason.NO_TARGET, (), 0.5, "sure")


def test_only_matches_that_were_offered_are_named() -> None:
    found = settled(
        Judgement(Decision.MERGE, Reason.OWN_WORDS, (TWO, THREE, TWO, ONE), 0.9), {ONE, TWO}
    )
    assert found.targets == (TWO, ONE)


@pytest.mark.parametrize(
    ("given_as", "holds"), [(None, 0.5), (nan, 0.5), (-1.0, 0.0), (7.0, 1.0), (0.85, 0.85)]
)
def test_a_confidence_is_between_nothing_and_one(given_as: float | None, holds: float) -> None:
    assert settled(Judgement(Decision.ADD, Reason.NEW, (), given_as), {ONE}).confidence == holds


@pytest.mark.parametrize(
    ("sure", "repaired", "needed"),
    [(0.84, False, True), (0.85, False, False), (0.99, True, True), (None, False, True)],
)
def test_who_is_not_sure_leaves_it_to_a_person(
    sure: float | None, repaired: bool, needed: bool
) -> None:
    assert needs_user(Judgement(Decision.ADD, Reason.NEW, (), sure), repaired=repaired) is needed


@given(
    st.builds(
        Judgement,
        st.sampled_from(Decision),
        st.sampled_from(Reason),
        st.lists(st.integers(1, 6).map(EventId)).map(tuple),
        st.none() | st.floats(),
        st.text(),
    ),
    st.sets(st.integers(1, 6).map(EventId)),
)
def test_what_holds_once_holds_always(judgement: Judgement, offered: set[EventId]) -> None:
    once = settled(judgement, offered)
    assert settled(once, offered) == once
    assert set(once.targets) <= offered
    assert once.targets or once.decision in (Decision.ADD, Decision.IGNORE)
