"""The token estimate; engine-rules.md, "Levels", Token estimate."""

from __future__ import annotations

import re

_ASCII_RUN = re.compile(r"[\x00-\x7f]+")


def estimate_tokens(text: str) -> int:
    """Return the estimated tokens of a text.

    Rule:
        Each run of ASCII characters counts its length divided by 4, rounded up; every other
        code point counts 1; engine-rules.md, "Levels", Token estimate.
    """
    if text.isascii():
        return (len(text) + 3) // 4
    runs = map(len, _ASCII_RUN.findall(text))
    return len(text) + sum([(length + 3) // 4 - length for length in runs])
