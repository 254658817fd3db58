"""Which words of two texts differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]

# Han, kana and Hangul one by one; other scripts word by word.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


class Differences(NamedTuple):
    """What only one of two texts says: start and length of each part, in order."""

    first: Ranges
    second: Ranges


def differences(first: str, second: str) -> Differences:
    """Return the words that only one of two texts has, in the order of the other; case aside."""
    one, other = list(_WORD.finditer(first)), list(_WORD.finditer(second))
    matcher = SequenceMatcher(
        None, [m[0].lower() for m in one], [m[0].lower() for m in other], autojunk=False
    )
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            left += _range(one, a, b)
            right += _range(other, c, d)
    return Differences(tuple(left), tuple(right))


def _range(words: list[re.Match[str]], begin: int, end: int) -> list[tuple[int, int]]:
    if begin == end:
        return []
    start = words[begin].start()
    return [(start, words[end - 1].end() - start)]
