"""What a block is about: its telling words, terms of two words, names; and its best sentences."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, repeat

from stratagate_app.engine.pipeline import cues
from stratagate_app.engine.pipeline.local_people import TOOLS
from stratagate_app.engine.pipeline.sentences import Sentence
from stratagate_app.engine.pipeline.words import STOP_WORDS, WEAK_HAN, WEAK_WORDS

MAX_TAGS = 6
# So long a run of one alphabet is no word but a key, a hash or a path.
_LONGEST_WORD = 24
_SHORTEST_TAG = 3
_ENOUGH = 6
_FIRST_HAN = "\u4e00"
_GAP = ""
# After one of these and a space a word is inside a sentence.
_GOES_ON = ",;:_"

_HAN = re.compile(r"[\u4e00-\u9fff]{2,}")
_COUNTING = frozenset("零一二三四五六七八九十百千万点元天周月年两号")
_INTERJECTION = re.compile(
    r"(?:wow|aw+|oh|yay|haha|lol|omg|hey|congrats|glad|sounds?|love|thanks?|great|nice|cool|"
    r"awesome|amazing|wishing|you|your|you're|i'm (?:so|really|glad|happy)|i (?:100% )?agree|"
    r"i feel|i felt|i was so|let me|take a look|check out|look at|here'?s|what an?)\b",
    re.IGNORECASE,
)


class Topics:
    """The words of a block, weighed by how often they are said; the user's count twice."""

    def __init__(self, sentences: Sequence[Sentence], names: set[str]) -> None:
        """Count the words of the sentences; `names` are written with capitals."""
        self._sentences = sentences
        self._names = {name.lower(): name for name in names}
        self._grams: Counter[str] = Counter()
        self._scores: dict[int, float] = {}
        # All words in a row, and a gap where a term of two words must not reach across.
        row: list[str] = []
        said_twice: list[str] = []
        for sentence in sentences:
            telling = [
                _GAP if word in WEAK_WORDS or len(word) > _LONGEST_WORD else word
                for word in sentence.words
            ]
            row += telling
            row.append(_GAP)
            if sentence.is_user:
                said_twice += telling
            if not sentence.text.isascii():
                self._grams.update(_grams(sentence.text))
        self._counts = Counter(row)
        self._pairs = Counter(pairwise(row))
        weights = Counter(row)
        weights.update(said_twice)
        del weights[_GAP]
        self._weights = {word: min(weight, _ENOUGH) for word, weight in weights.items()}

    def score(self, sentence: Sentence) -> float:
        """Return how well a sentence of the block says what it is about."""
        known = self._scores.get(id(sentence))
        if known is None:
            known = self._scores[id(sentence)] = self._score(sentence)
        return known

    def _score(self, sentence: Sentence) -> float:
        words = sentence.bag
        total = sum(map(self._weights.get, words, repeat(0)))
        text = sentence.text
        # Neither the longest sentence nor one of two words says best what it is about.
        score = total / math.sqrt(max(len(words), 5))
        if cues.leans(text):
            score *= 0.5
        if _INTERJECTION.match(text):
            score *= 0.4
        if text.endswith("!"):
            score *= 0.7
        if text.endswith(("?", "？")):
            score *= 0.6
        return score * 1.3 if sentence.is_user else score

    def tags(self) -> tuple[str, ...]:
        """Return what comes back: terms of two words, names, words; the most telling first."""
        ranked = [*self._ranked_pairs(), *self._ranked_words()]
        ranked += [
            (count * float(len(gram)), gram) for gram, count in self._grams.items() if count > 1
        ]
        ranked.sort(key=lambda item: (-item[0], item[1]))
        chosen: list[str] = []
        for _, term in ranked:
            if not _repeats(term, chosen):
                chosen.append(term)
                if len(chosen) == MAX_TAGS:
                    break
        return tuple(self._as_written(term) for term in chosen)

    def _ranked_pairs(self) -> Iterator[tuple[float, str]]:
        for (first, second), count in self._pairs.items():
            if count > 1 and _GAP < first < _FIRST_HAN and _GAP < second < _FIRST_HAN:
                yield count * 4.0, f"{first} {second}"

    def _ranked_words(self) -> Iterator[tuple[float, str]]:
        for word, count in self._counts.items():
            tool = word in TOOLS
            if (count > 1 or tool) and len(word) >= _SHORTEST_TAG and word < _FIRST_HAN:
                named = tool or word in self._names
                yield count * (2.0 if named else 1.0) * len(word) ** 0.5 / 2, word

    def _as_written(self, term: str) -> str:
        """Return a term in the letters it has inside a sentence (GPX, Norwegian)."""
        if term in self._names:
            return self._names[term]
        if not term.isascii():
            return term
        for sentence in self._sentences:
            if written := _inside(sentence.text, term):
                return written
        return term


def _inside(text: str, term: str) -> str:
    """Return a term of small letters as a text writes it inside a sentence, "" if it does not."""
    lowered = text.lower()
    if len(lowered) != len(text):
        # A letter of which the small form is two: places would not agree.
        return ""
    place = lowered.find(f" {term}", 1)
    while place > 0:
        end = place + 1 + len(term)
        goes_on = text[place - 1].isalnum() or text[place - 1] in _GOES_ON
        if goes_on and _is_of_word(text[end - 1]) != _is_of_word(text[end : end + 1]):
            return text[place + 1 : end]
        place = lowered.find(f" {term}", place + 1)
    return ""


def _is_of_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _repeats(term: str, chosen: Sequence[str]) -> bool:
    """Return whether a term says what a chosen one says, or is the seam of two of them."""
    for other in chosen:
        if term in other or other in term:
            return True
        if not term.isascii() and (other.endswith(term[0]) or other.startswith(term[-1])):
            return True
        if not set(term.split(" ")).isdisjoint(other.split(" ")):
            return True
        stem, other_stem = term.rstrip("s"), other.rstrip("s")
        if stem == other_stem:
            return True
    return False


def _grams(text: str) -> Iterator[str]:
    """Yield the runs of two to five Han characters that could be a word."""
    for run in _HAN.findall(text):
        for size in (5, 4, 3, 2):
            for start in range(len(run) - size + 1):
                gram = run[start : start + size]
                if gram in WEAK_HAN or any(c in STOP_WORDS or c in _COUNTING for c in gram):
                    continue
                if size > 2 and (gram[:2] in WEAK_HAN or gram[-2:] in WEAK_HAN):  # noqa: PLR2004
                    continue
                yield gram
