"""What an expression of time looks like and what it means: one pattern and its meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from stratagate_app.engine.rules.temporal.calendar import Said, Span

Meaning = Callable[[re.Match[str], Said], Span | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression of time.

    Attributes:
        shape: Matches the whole expression from its first word on.
        meaning: Gives the interval; None where the words name none.
        starts: The words it can begin with; "#" is a number, "month", "weekday" and "number" stand
            for all of these.
        after: The words of which one must stand before it, or it is no time; None if none must.
    """

    shape: re.Pattern[str]
    meaning: Meaning
    starts: tuple[str, ...]
    after: frozenset[str] | None = None


def pattern(
    shape: str, meaning: Meaning, starts: str, *, after: frozenset[str] | None = None
) -> Pattern:
    """Return a pattern; starts are separated by spaces."""
    return Pattern(re.compile(shape), meaning, tuple(starts.split()), after)
