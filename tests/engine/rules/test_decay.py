"""Sinking of blocks and weight of events: forecasts, bounds and monotony."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.conversation import ForecastStep, Level
from stratagate_app.engine.domain.events import Criticality, EventState
from stratagate_app.engine.rules.decay import block_weight, forecast, level_at, same_decay_lambda
from stratagate_app.engine.rules.weights import effective_weight, floor_of

LAMBDAS = st.sampled_from([step / 20 for step in range(21)]) | st.floats(0, 1)
LEVELS = st.sampled_from(Level)
AGES = st.integers(-3, 500)


def test_a_block_that_was_never_expanded() -> None:
    shown = [level_at(Level.L5, age, 0.30) for age in range(11)]
    assert shown == [5, 5, 4, 3, 3, 2, 2, 1, 1, 0, 0]


def test_forecast_names_the_changes_that_come() -> None:
    assert forecast(Level.L5, 0, 0.30) == (
        ForecastStep(2, Level.L4),
        ForecastStep(3, Level.L3),
        ForecastStep(5, Level.L2),
        ForecastStep(7, Level.L1),
        ForecastStep(9, Level.L0),
    )
    assert forecast(Level.L2, 4, 0.30) == ()
    assert forecast(Level.L5, 9, 0.30) == ()
    assert forecast(Level.L5, 0, 0.0) == ()
    # Two levels at once, where the decay jumps over one.
    assert forecast(Level.L5, 0, 1.0) == (
        ForecastStep(1, Level.L3),
        ForecastStep(2, Level.L1),
        ForecastStep(3, Level.L0),
    )


def test_forecast_sees_as_far_as_the_slowest_decay() -> None:
    # exp(-0.001 * age) is at most 0.08 from 2526 on.
    assert forecast(Level.L5, 0, 0.001)[-1] == ForecastStep(2526, Level.L0)


@pytest.mark.parametrize(
    ("lambda_", "old", "new", "same"), [(0.3, 6, 12, 0.6), (0.3, 6, 3, 0.15), (0.3, 6, 60, 1.0)]
)
def test_the_decay_per_turn_can_be_kept(lambda_: float, old: int, new: int, same: float) -> None:
    assert same_decay_lambda(lambda_, old, new) == pytest.approx(same)


@given(LEVELS, AGES, AGES, LAMBDAS)
def test_a_block_only_sinks(anchor: Level, one: int, other: int, lambda_: float) -> None:
    young, old = sorted((one, other))
    assert 0 <= block_weight(old, lambda_) <= block_weight(young, lambda_) <= 1
    assert Level.L0 <= level_at(anchor, old, lambda_) <= level_at(anchor, young, lambda_) <= anchor


@given(LEVELS, st.integers(0, 60), LAMBDAS.filter(lambda value: value > 0.01))
def test_forecast_agrees_with_the_levels(anchor: Level, age: int, lambda_: float) -> None:
    current = level_at(anchor, age, lambda_)
    walked = []
    for more in range(1, 300):
        level = level_at(anchor, age + more, lambda_)
        if level != current:
            walked.append(ForecastStep(more, level))
            current = level
    assert forecast(anchor, age, lambda_) == tuple(walked)


@given(
    st.fixed_dictionaries(
        {
            "adoptions_n": st.integers(0, 200),
            "criticality": st.sampled_from(Criticality),
            "state": st.sampled_from(EventState),
            "pinned": st.booleans(),
            "cap": st.none() | st.floats(0, 1),
        }
    ),
    st.integers(-3, 3000),
)
def test_weight_stays_in_its_bounds(event: dict[str, Any], turns: int) -> None:
    now = effective_weight(elapsed_turns=turns, **event)
    assert 0 <= effective_weight(elapsed_turns=turns + 7, **event) <= now <= 1
    if event["state"] in (EventState.FORGOTTEN, EventState.ARCHIVED):
        assert now == 0
    elif event["pinned"]:
        assert now == 1
    else:
        cap = 1 if event["cap"] is None else event["cap"]
        assert min(floor_of(event["criticality"]), cap) <= now <= cap
