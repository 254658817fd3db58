"""How much an event counts; engine-rules.md, "Event weight"."""

from __future__ import annotations

import math

from stratagate_app.engine.domain.events import Criticality, EventState

DECAY_PER_TURN = 0.15
ADOPTION_SLOWING = 1.5
_FLOORS = {
    Criticality.ROUTINE: 0.0,
    Criticality.PREFERENCE: 0.3,
    Criticality.IDENTITY: 0.9,
    Criticality.SAFETY: 1.0,
}


def floor_of(criticality: Criticality) -> float:
    """Return the lowest weight of an event of this criticality."""
    return _FLOORS[criticality]


def decay_rate(adoptions_n: int) -> float:
    """Return how fast an event sinks per turn: k(n) of the rule, n = 1 + adoptions."""
    return DECAY_PER_TURN / (1 + ADOPTION_SLOWING * math.log(max(1, adoptions_n)))


def effective_weight(
    *,
    elapsed_turns: int,
    adoptions_n: int,
    criticality: Criticality,
    state: EventState,
    pinned: bool,
    cap: float | None,
) -> float:
    """Return how strongly an event counts now, 0 to 1; never rises as turns pass.

    Rule:
        w = max(floor, exp(-k * t)), k = 0.15 / (1 + 1.5 ln n); then the cap; pinned 1; forgotten
        and archived 0, whatever else; engine-rules.md, "Event weight".
    Args:
        elapsed_turns: Workspace turns since the last adoption; below 0 counts as 0.
        adoptions_n: The n of the formula: 1 + adoptions.
        criticality: Sets the floor.
        state: What became of the event.
        pinned: Whether the user pinned it.
        cap: Highest weight, None if none.
    """
    if state in (EventState.FORGOTTEN, EventState.ARCHIVED):
        return 0.0
    if pinned:
        return 1.0
    decayed = math.exp(-decay_rate(adoptions_n) * max(0, elapsed_turns))
    weight = max(floor_of(criticality), decayed)
    return weight if cap is None else min(weight, max(0.0, cap))
