"""Folding, tokens and rank fusion; engine-rules.md, "Search"."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Hashable, Sequence
from math import fsum
from operator import add
from typing import TypeVar

Id = TypeVar("Id", bound=Hashable)

# Scripts that are cut into pairs: Thai, Hangul, kana, Bopomofo and Han.
_PAIRED = (
    "\u0e00-\u0e7f\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\U00020000-\U0003134f"
)
_TOKEN = re.compile(f"([{_PAIRED}]+)|([^\\W_{_PAIRED}]+)")
# What NFKC makes of the signs of nearly every Chinese text. Without them such a text is in NFKC
# already, which is seen forty times sooner than it is made.
_WIDE_SIGNS = tuple(zip("，！？：；（）", ",!?:;()", strict=True))
_LONG_RUN = 16
_ENCODING = "utf-32-le"
_FUSION_OFFSET = 60

_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_SHORTEST_STEMMED = 4


def fold(text: str) -> str:
    """Return text in NFKC, lower case, white space folded to one space; folding twice is once."""
    if text.isascii():
        return " ".join(text.lower().split())
    for wide, narrow in _WIDE_SIGNS:
        if wide in text:
            text = text.replace(wide, narrow)
    lowered = unicodedata.normalize("NFKC", text).lower()
    # Lower case can compose where upper case cannot: an H with a line below.
    return " ".join(unicodedata.normalize("NFKC", lowered).split())


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, folded.

    Rule:
        Words of scripts that use spaces; of runs of Han, kana, Hangul and Thai the overlapping
        pairs, a single character as itself; engine-rules.md, "Search".
    """
    found: list[str] = []
    for run, word in _TOKEN.findall(fold(text)):
        if word:
            found.append(word)
        elif len(run) == 1:
            found.append(run)
        else:
            found += map(add, run, run[1:])
    return found


def token_places(text: str) -> list[tuple[int, int]]:
    """Return start and end of each token of a text as it is written, in order; pairs overlap."""
    found: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if match[2] or end - start == 1:
            found.append((start, end))
        else:
            found += [(at, at + 2) for at in range(start, end - 1)]
    return found


def is_paired(word: str) -> bool:
    """Return whether a token is of a script that is cut into pairs."""
    found = _TOKEN.match(word)
    return found is not None and found[1] is not None


def index_text(text: str) -> str:
    """Return what the full-text tables index of a text.

    ASCII text as it is, because the table's own tokeniser finds the same words; else the tokens,
    separated by spaces.
    """
    if text.isascii():
        return text
    found = _TOKEN.findall(fold(text))
    return " ".join([word or _pairs(run) for run, word in found])


def _pairs(run: str) -> str:
    """Return the overlapping pairs of a run, separated by spaces."""
    if len(run) < _LONG_RUN:
        return " ".join(map(add, run, run[1:])) or run
    # The characters as numbers, moved by slices: a tenth of the time of a string for each pair.
    signs = array("I", run.encode(_ENCODING))
    pairs = array("I", " ".encode(_ENCODING)) * (3 * len(signs) - 4)
    pairs[0::3] = signs[:-1]
    pairs[1::3] = signs[1:]
    return pairs.tobytes().decode(_ENCODING)


def stem(word: str) -> str:
    """Return what the forms of an English word have in common; other words as they are.

    Args:
        word: One folded token.
    Returns:
        The word without its plural, -ed, -ing and final e. Not always a word itself.
    """
    if len(word) < _SHORTEST_STEMMED or not word.isascii() or not word.isalpha():
        return word
    bare = _singular(word)
    for ending in ("ing", "ed"):
        rest = bare.removesuffix(ending)
        if rest != bare and not bare.endswith("eed") and len(rest) > 1 and _VOWEL.search(rest):
            bare = _DOUBLED.sub(r"\1", rest)
            break
    if len(bare) >= _SHORTEST_STEMMED:
        bare = bare.removesuffix("e")
        if bare.endswith("y") and not _VOWEL.match(bare[-2:]):
            bare = f"{bare[:-1]}i"
    return bare


def _singular(word: str) -> str:
    if word.endswith(("ies", "ied")):
        return f"{word[:-3]}y" if len(word) > _SHORTEST_STEMMED else word[:-1]
    if word.endswith("sses"):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")


def fuse(rankings: Sequence[Sequence[Id]]) -> list[tuple[Id, float]]:
    """Return ids with their scores, best first.

    The score orders; it is neither probability nor truth.

    Rule:
        engine-rules.md, "Search", Fusion: the sum of 1 / (60 + rank), rank from 1; ties by the
        better best rank, then by id.
    Args:
        rankings: Each best first; an id at most once in each.
    """
    ranks: dict[Id, list[int]] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            ranks.setdefault(key, []).append(rank)
    # An exact sum: equal ranks in another order are a tie.
    scores = {key: fsum(1 / (_FUSION_OFFSET + rank) for rank in ranks[key]) for key in ranks}
    ordered = sorted(scores, key=lambda key: (-scores[key], min(ranks[key]), key))
    return [(key, scores[key]) for key in ordered]
