"""How sealed blocks sink; engine-rules.md, "Decay of blocks"."""

from __future__ import annotations

import math

from stratagate_app.engine.domain.conversation import ForecastStep, Level

# w above which so many levels are dropped; below the last: five.
_STEPS = ((0.7, 0), (0.5, 1), (0.3, 2), (0.15, 3), (0.08, 4))
_MOST_DROPPED = 5
MAX_LAMBDA = 1.0


def block_weight(age: int, lambda_: float) -> float:
    """Return exp(-lambda * age): 1 at the anchor, falling towards 0.

    Args:
        age: Ready blocks since the anchor; below 0 counts as 0.
        lambda_: Decay a ready block, 0 to 1.
    """
    return math.exp(-lambda_ * max(0, age))


def level_at(anchor: Level, age: int, lambda_: float) -> Level:
    """Return the level a ready block shows `age` ready blocks after its anchor."""
    return Level(max(0, anchor - _dropped(age, lambda_)))


def forecast(anchor: Level, age: int, lambda_: float) -> tuple[ForecastStep, ...]:
    """Return the coming changes of level, soonest first; empty at L0 and without decay.

    Args:
        anchor: The level the block was anchored at.
        age: Ready blocks since the anchor now.
        lambda_: Decay a ready block, 0 to 1.
    """
    if lambda_ <= 0:
        return ()
    now = max(0, age)
    current = level_at(anchor, now, lambda_)
    steps: list[ForecastStep] = []
    for bound, _ in _STEPS:
        reached = _first_age_at_most(bound, lambda_)
        level = level_at(anchor, reached, lambda_)
        if reached > now and level < current:
            steps.append(ForecastStep(reached - now, level))
            current = level
    return tuple(steps)


def same_decay_lambda(lambda_: float, old_turns: int, new_turns: int) -> float:
    """Return the lambda that keeps the decay per turn: lambda * new size / old size, at most 1."""
    return min(MAX_LAMBDA, lambda_ * new_turns / old_turns)


def _dropped(age: int, lambda_: float) -> int:
    weight = block_weight(age, lambda_)
    return next((drop for bound, drop in _STEPS if weight > bound), _MOST_DROPPED)


def _first_age_at_most(bound: float, lambda_: float) -> int:
    """Return the first age whose weight is no longer above a bound."""
    age = max(0, math.ceil(-math.log(bound) / lambda_) - 1)
    # The logarithm may round either way: the weight itself decides.
    while block_weight(age, lambda_) > bound:
        age += 1
    return age
