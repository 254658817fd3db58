"""How edges of the graph stand; apart from its arrays, which take a while to load."""

from __future__ import annotations

from enum import IntEnum


class EdgeState(IntEnum):
    """How an edge stands on a day; HIDDEN had not begun."""

    CURRENT = 0
    DISPUTED = 1
    PLANNED = 2
    PAST = 3
    HIDDEN = 4


HOLDING = (EdgeState.CURRENT, EdgeState.DISPUTED)
EVERY_STATE = frozenset({EdgeState.CURRENT, EdgeState.DISPUTED, EdgeState.PLANNED, EdgeState.PAST})
