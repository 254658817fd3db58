"""The token estimate; engine-rules.md, "Levels", Token estimate."""

from __future__ import annotations

import re

_ASCII_RUN = re.compile(r"[\x00-\x7f]+")


def estimate_tokens(text: str) -> int:
    """Return the estimated tokens of a text: a quarter of each ASCII run, 1 for all else."""
    if text.isascii():
        return (len(text) + 3) // 4
    total = len(text)
    for run in _ASCII_RUN.finditer(text):
        length = run.end() - run.start()
        total += (length + 3) // 4 - length
    return total
