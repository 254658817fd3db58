"""What an expression of time looks like and what it means; what a language is made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo

from stratagate_app.engine.rules.temporal.calendar import Said, Span

Meaning = Callable[[re.Match[str], Said], Span | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression of time.

    Attributes:
        shape: Matches the whole expression from its first word on.
        meaning: Gives the interval; None where the words name none.
        starts: What it can begin with: words, or characters of scripts without spaces; "#" is a
            number in digits.
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


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. zone: None if it is not known which."""

    hour: int
    minute: int
    zone: tzinfo | None


@dataclass(frozen=True, slots=True)
class Offset:
    """What moves the expression after it: "two days before"."""

    shape: re.Pattern[str]
    read: Callable[[re.Match[str]], tuple[int, str, bool]]


@dataclass(frozen=True, slots=True)
class Language:
    """All that is known of the expressions of a language.

    Attributes:
        patterns: The expressions.
        clock: A time of day behind a day.
        clock_first: A time of day before a day; None if that is not said.
        read_clock: The time a match of these names, given the words of the day and the zone.
        opening: The word before the first of two expressions that are an interval: "from".
        between: What joins the two after such a word.
        plain: What joins two without one.
        offset: What moves the expression after it; None if that is not said.
    """

    patterns: tuple[Pattern, ...]
    clock: re.Pattern[str]
    clock_first: re.Pattern[str] | None
    read_clock: Callable[[re.Match[str], str, tzinfo | None], Clock | None]
    opening: re.Pattern[str]
    between: re.Pattern[str]
    plain: re.Pattern[str]
    offset: Offset | None
