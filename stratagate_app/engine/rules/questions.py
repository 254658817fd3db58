"""What a question asks for: the words to look for, and whether it asks for a time.

Also where a text holds those words, so that a hit can show why it is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from stratagate_app.engine.rules import ranking

# A pasted log is no question: what follows is not looked at.
QUESTION_CHARS = 4000
SHORTEST_PREFIX = 3

# The closed classes of English: pronouns, articles, auxiliaries, prepositions, conjunctions, and
# what asks for a kind or an amount. They are in every text, whatever it is about.
_FUNCTION_WORDS = frozenset(
    """
a about above after again all also am an and any are as at be because been before being both but
by can could did do does doing don down during each few for from further had has have having he
her here hers him his how i if in into is it its just kind ll many me more most much my no nor not
now of off on once only or other our ours out over own re s same she should so some sort such t
than that the their them then there these they this those through to too type under until up ve
very was we were what when where which while who whom whose why will with would you your yours
    """.split()
)
# The same of Chinese: expressions that ask, and characters that only bind.
_ASKING = re.compile(
    "什么时候|为什么|怎么样|是不是|有没有|能不能|会不会|多长时间|什么|怎么|怎样|哪里|哪儿|哪些|哪个|"
    "哪位|哪天|哪年|何时|多少|多久|几个|几次|几号|几点|谁"
)
_BINDING = frozenset(
    "的了是我你您他她它们在和有不就都也很吗呢吧把被这那个一要会能还去来给对从让与及或但而着过得地没再又啊哦嗯"
)

_FIRST = re.compile(
    r"\b(?:first|earliest|originally|initially)\b|第一次|最早|最初|首次|一开始", re.IGNORECASE
)
_LATEST = re.compile(
    r"\b(?:latest|newest|most recent|most recently|recently|currently|current|nowadays)\b|"
    # Last week is a time, the last meeting an order.
    r"\blast\b(?!\s+(?:night|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|"
    r"mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d))|"
    "最近|最新|最后|上次|上一次|目前|如今",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:when|what (?:date|day|time|month|year)|which (?:date|day|month|year)|how long ago)\b|"
    "什么时候|何时|哪天|哪一天|哪年|哪一年|几号|几月|多久",
    re.IGNORECASE,
)


class Intent(StrEnum):
    """What a question wants to know of a time."""

    FIRST = "first"
    LATEST = "latest"
    WHEN = "when"


def intents(question: str) -> frozenset[Intent]:
    """Return what a question wants to know of a time; engine-rules.md, "Search"."""
    found = {Intent.FIRST: _FIRST, Intent.LATEST: _LATEST, Intent.WHEN: _WHEN}
    text = question[:QUESTION_CHARS]
    return frozenset(intent for intent, pattern in found.items() if pattern.search(text))


@dataclass(frozen=True, slots=True)
class Word:
    """A word to look for.

    Attributes:
        text: The token, folded.
        stem: What its forms have in common.
        prefix: It may go on: somebody is still typing it, or it is a single character of a script
            whose texts are kept as pairs.
    """

    text: str
    stem: str
    prefix: bool = False

    @property
    def beginning(self) -> str:
        """What all its forms begin with."""
        return self.stem if self.text.startswith(self.stem) else self.stem[:-1]

    def holds(self, token: str) -> bool:
        """Return whether a folded token is a form of this word."""
        return stem(token) == self.stem or (self.prefix and token.startswith(self.text))


@lru_cache(maxsize=65_536)
def stem(token: str) -> str:
    """Return what the forms of a folded token have in common.

    Accents as well: the full-text tables do not tell them apart either.
    """
    if not token.isascii() and not ranking.is_paired(token):
        parts = unicodedata.normalize("NFD", token)
        token = "".join(char for char in parts if unicodedata.category(char) != "Mn")
    return ranking.stem(token)


def words_of(
    question: str, *, typing: bool = False, telling_only: bool = False
) -> tuple[Word, ...]:
    """Return the words of a question to look for, each once, in order.

    Those that every text has are left out, unless there are no others.

    Args:
        question: The first 4,000 characters count.
        typing: The last word may be unfinished.
        telling_only: Words that every text has are left out even where there are no others.
    """
    text = question[:QUESTION_CHARS]
    every = ranking.tokens(text)
    telling = [word for word in ranking.tokens(_ASKING.sub(" ", text)) if not _says_nothing(word)]
    chosen = telling if telling or telling_only else every
    found: dict[str, Word] = {}
    for word in chosen:
        alone = len(word) == 1 and ranking.is_paired(word)
        found.setdefault(stem(word), Word(word, stem(word), prefix=alone))
    if typing and chosen and chosen[-1] == every[-1] and len(chosen[-1]) >= SHORTEST_PREFIX:
        found[stem(every[-1])] = Word(every[-1], stem(every[-1]), prefix=True)
    return tuple(found.values())


def _says_nothing(word: str) -> bool:
    return word in _FUNCTION_WORDS or _BINDING.issuperset(word)


Mark = tuple[int, int]


def marks(text: str, words: Sequence[Word]) -> tuple[Mark, ...]:
    """Return where a text holds words: start and end, in order, without overlap."""
    if not words:
        return ()
    found: list[Mark] = []
    for start, last in ranking.token_places(text):
        token = ranking.fold(text[start:last])
        word = next((word for word in words if word.holds(token)), None)
        if word is None:
            continue
        # A single character that was found as the first of a pair.
        end = start + 1 if word.prefix and len(word.text) == 1 else last
        if found and start <= found[-1][1] and not text[start].isascii():
            # Pairs of characters overlap: they are one place.
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text on one line, and where it holds what was looked for."""

    text: str
    marks: tuple[Mark, ...] = ()


def passage(text: str, words: Sequence[Word], chars: int) -> Passage:
    """Return the part of a text that holds most of the words, on one line.

    Args:
        text: Any.
        words: What was looked for.
        chars: How long the part may be.
    """
    places = marks(text, words)
    start = max(0, _densest(places, chars) - chars // 4)
    if start:
        # Not from the middle of a word, where there is a space near by.
        space = text.find(" ", start, start + chars // 8)
        start = start if space < 0 else space + 1
    part = " ".join(text[start : start + chars].split())
    part = f"{'…' if start else ''}{part}{'…' if start + chars < len(text) else ''}"
    return Passage(part, marks(part, words))


def _densest(places: Iterable[Mark], chars: int) -> int:
    """Return where a stretch of three quarters of so many characters holds most places."""
    starts = [start for start, _ in places]
    best, most, last = 0, 0, 0
    for first, start in enumerate(starts):
        last = max(last, first)
        while last < len(starts) and starts[last] < start + chars * 3 // 4:
            last += 1
        if last - first > most:
            best, most = start, last - first
    return best
