"""Folding, tokens and rank fusion; engine-rules.md, "Search"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Sequence
from typing import TypeVar

Id = TypeVar("Id", bound=Hashable)

# Scripts written without spaces between words: Thai, Hangul, kana, Bopomofo and Han.
_PAIRED = (
    "\u0e00-\u0e7f\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\U00020000-\U0003134f"
)
_TOKEN = re.compile(f"[{_PAIRED}]+|[^\\W_{_PAIRED}]+")
_IS_PAIRED = re.compile(f"[{_PAIRED}]")
_FUSION_OFFSET = 60


def fold(text: str) -> str:
    """Return text in NFKC, lower case, white space folded to one space."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def tokens(text: str) -> list[str]:
    """Return the tokens of a text: words, and overlapping pairs of scripts without spaces."""
    found: list[str] = []
    for match in _TOKEN.finditer(fold(text)):
        run = match.group()
        if _IS_PAIRED.match(run):
            found += [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]
        else:
            found.append(run)
    return found


def index_text(text: str) -> str:
    """Return what the full-text tables index of a text."""
    return text if text.isascii() else " ".join(tokens(text))


def fuse(rankings: Sequence[Sequence[Id]]) -> list[tuple[Id, float]]:
    """Return ids with their scores, best first.

    Rule:
        engine-rules.md, "Search", Fusion: the sum of 1 / (60 + rank), rank from 1; ties by the
        better best rank, then by id.
    """
    scores: dict[Id, float] = {}
    best: dict[Id, int] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + 1 / (_FUSION_OFFSET + rank)
            best[key] = min(best.get(key, rank), rank)
    ordered = sorted(scores, key=lambda key: (-scores[key], best[key], key))
    return [(key, scores[key]) for key in ordered]
