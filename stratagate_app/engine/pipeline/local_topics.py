"""What a block is about: its telling words, terms of two words, names; and its best sentences."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

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

_HAN = re.compile(r"[\u4e00-\u9fff]{2,}")
_COUNTING = frozenset("零一二三四五六七八九十百千万点元天周月年两号")
_INTERJECTION = re.compile(
    r"(?:wow|aw+|oh|yay|haha|lol|omg|hey|congrats|glad|sounds?|love|thanks?|great|nice|cool|"
    r"awesome|amazing|wishing|you|your|you're|i'm (?:so|really|glad|happy)|i (?:100% )?agree|"
    r"i feel|i felt|i was so|let me|take a look|check out|look at|here'?s|what an?)\b",
    re.IGNORECASE,
)


class Topics:
    """The words of a block, weighed.

    Attributes:
        weights: How often each telling word is said; the user's words count twice.
    """

    def __init__(self, sentences: Sequence[Sentence], names: set[str]) -> None:
        """Count the words of the sentences; `names` are written with capitals."""
        self._sentences = sentences
        self._names = {name.lower(): name for name in names}
        self._counts: Counter[str] = Counter()
        self._pairs: Counter[str] = Counter()
        self._grams: Counter[str] = Counter()
        self.weights: Counter[str] = Counter()
        for sentence in sentences:
            self._count(sentence)

    def _count(self, sentence: Sentence) -> None:
        weight = 2 if sentence.is_user else 1
        weights, counts, pairs = self.weights, self._counts, self._pairs
        before = ""
        for word in sentence.words:
            if word in WEAK_WORDS or len(word) > _LONGEST_WORD:
                before = ""
                continue
            weights[word] += weight
            if word >= _FIRST_HAN:
                before = ""
                continue
            counts[word] += 1
            if before:
                pairs[f"{before} {word}"] += 1
            before = word
        if not sentence.text.isascii():
            self._grams.update(_grams(sentence.text))

    def score(self, sentence: Sentence) -> float:
        """Return how well a sentence says what the block is about."""
        weights = self.weights
        words = sentence.bag
        total = 0
        for word in words:
            if word in weights:
                total += min(weights[word], _ENOUGH)
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
        ranked: list[tuple[float, str]] = []
        for term, count in self._pairs.items():
            if count > 1:
                ranked.append((count * 4.0, term))
        for word, count in self._counts.items():
            named = word in self._names or word in TOOLS
            if (count > 1 or word in TOOLS) and len(word) >= _SHORTEST_TAG:
                ranked.append((count * (2.0 if named else 1.0) * len(word) ** 0.5 / 2, word))
        for gram, count in self._grams.items():
            if count > 1:
                ranked.append((count * float(len(gram)), gram))
        ranked.sort(key=lambda item: (-item[0], item[1]))
        chosen: list[str] = []
        for _, term in ranked:
            if not _repeats(term, chosen):
                chosen.append(term)
                if len(chosen) == MAX_TAGS:
                    break
        return tuple(self._as_written(term) for term in chosen)

    def _as_written(self, term: str) -> str:
        """Return a term in the letters it has inside a sentence (GPX, Norwegian)."""
        if term in self._names:
            return self._names[term]
        if not term.isascii():
            return term
        pattern = re.compile(rf"(?<=[\w,;:] ){re.escape(term)}\b", re.IGNORECASE)
        for sentence in self._sentences:
            if found := pattern.search(sentence.text):
                return found[0]
        return term


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
