"""How sealed blocks sink; engine-rules.md, "Decay of blocks"."""

from __future__ import annotations

import math

from stratagate_app.engine.domain.conversation import ForecastStep, Level

# w above which so many levels are dropped; below the last: five.
_STEPS = ((0.7, 0), (0.5, 1), (0.3, 2), (0.15, 3), (0.08, 4))
_MOST_DROPPED = 5
_HORIZON = 400


def block_weight(age: int, lambda_: float) -> float:
    """Return exp(-lambda * age)."""
    return math.exp(-lambda_ * max(0, age))


def level_at(anchor: Level, age: int, lambda_: float) -> Level:
    """Return the level a ready block shows `age` ready blocks after its anchor."""
    weight = block_weight(age, lambda_)
    dropped = next((drop for bound, drop in _STEPS if weight > bound), _MOST_DROPPED)
    return Level(max(0, anchor - dropped))


def forecast(anchor: Level, age: int, lambda_: float) -> tuple[ForecastStep, ...]:
    """Return the coming changes of level, soonest first."""
    steps: list[ForecastStep] = []
    current = level_at(anchor, age, lambda_)
    for more in range(1, _HORIZON):
        if current == Level.L0:
            break
        level = level_at(anchor, age + more, lambda_)
        if level != current:
            steps.append(ForecastStep(more, level))
            current = level
    return tuple(steps)


def same_decay_lambda(lambda_: float, old_turns: int, new_turns: int) -> float:
    """Return the lambda that keeps the decay per turn: lambda * new size / old size."""
    return min(1.0, lambda_ * new_turns / old_turns)
