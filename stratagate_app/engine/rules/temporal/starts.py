"""What an expression of time can begin with, and the patterns to try there."""

from __future__ import annotations

from collections.abc import Sequence

from stratagate_app.engine.rules.temporal.english_words import DAYS, MONTHS, NUMBERS
from stratagate_app.engine.rules.temporal.patterns import Language, Pattern

_FULL_MONTHS = (
    "january february march april may june july august september october november december sept"
)
_FULL_DAYS = "monday tuesday wednesday thursday friday saturday sunday tues thur thurs"
_STANDS_FOR = {
    "month": (*MONTHS, *_FULL_MONTHS.split()),
    "weekday": (*DAYS, *_FULL_DAYS.split()),
    "number": tuple(NUMBERS),
}
# Words that open more than one pattern holds: intervals and times of day.
_MORE = ("from", "between", "at", "noon", "从", "自", "the")
CHINESE_SIGNS = (
    "一二两三四五六七八九十大前去昨今本明后上下这周星礼国元情双平圣跨第过最近未接半年月每从自"
)

Starts = dict[str, tuple[tuple[Pattern, Language], ...]]


def starts_of(languages: Sequence[Language]) -> Starts:
    """Return the patterns of all languages by what they begin with."""
    found: dict[str, list[tuple[Pattern, Language]]] = {word: [] for word in _MORE}
    for language in languages:
        for item in language.patterns:
            for word in item.starts:
                for start in dict.fromkeys(_STANDS_FOR.get(word, (word,))):
                    found.setdefault(start, []).append((item, language))
    return {start: tuple(items) for start, items in found.items()}
