"""How well messages and events answer a question, by their words; engine-rules.md, "Search".

Measured on conversations with annotated evidence: the windows are worth most, then whom the
question names, then the discount of questions; each number stands on a plateau.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from stratagate_app.engine.rules import ranking
from stratagate_app.engine.rules.questions import Word, stem

# engine-rules.md, "Search": for messages measured better than 1.2 and 0.75.
SATURATION = 0.9
LENGTH = 0.4
# What a word counts for a message that is said one or two messages away.
NEIGHBOURS = {-2: 0.25, -1: 0.5, 1: 0.5, 2: 0.25}
REACH = 2
NAMED_SPEAKER = 1.5
# A message that asks is rarely the answer.
ASKING = 0.8
# What a conversation that is about the question adds to its messages, at most.
SESSION = 0.5
SESSION_SATURATION = 2.0
SESSION_LENGTH = 0.5

# Imported conversations of more than two, or of people by name, say who speaks: `Ann: Hello`.
_SPEAKER = re.compile(r"\s*([^\W\d_][^\n:：]{0,39})[:：]\s")
_ASKED = re.compile(r"[?？][\s\"'”’)]*(?:\[[^\]]*\]\s*)?$")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A message as far as its relevance goes.

    Attributes:
        counts: How often it holds each word of the question, by the word's number.
        length: In tokens.
        speaker: Who speaks, folded; "" if it does not say.
        asks: It ends in a question.
    """

    counts: Mapping[int, float] = field(default_factory=dict)
    length: float = 0
    speaker: str = ""
    asks: bool = False


def rarity(total: int, holding: float) -> float:
    """Return how much a word tells that so many of all texts hold: its idf, never below 0."""
    holding = min(holding, total)
    return math.log1p((total - holding + 0.5) / (holding + 0.5))


class Counter:
    """Counts words in texts.

    Args:
        words: What to count.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self._numbers = {word.stem: number for number, word in enumerate(words)}
        self._open_ended = [(number, word) for number, word in enumerate(words) if word.prefix]

    def count(self, tokens: Sequence[str]) -> dict[int, float]:
        """Return how often folded tokens hold each word, by number; only those they hold."""
        found: dict[int, float] = {}
        numbers = self._numbers
        for token in tokens:
            number = numbers.get(stem(token))
            if number is None:
                if not self._open_ended:
                    continue
                number = next((key for key, word in self._open_ended if word.holds(token)), None)
                if number is None:
                    continue
            found[number] = found.get(number, 0) + 1
        return found


def line_of(text: str, counter: Counter) -> Line:
    """Return a message as its relevance sees it."""
    said = ranking.tokens(text)
    return Line(counter.count(said), len(said), speaker_of(text), bool(_ASKED.search(text)))


def speaker_of(text: str) -> str:
    """Return the name a message begins with, folded; "" if with none."""
    found = _SPEAKER.match(text)
    return ranking.fold(found[1]) if found else ""


def named_speaker(speakers: Collection[str], question: str) -> str:
    """Return the one speaker whom a question names; "" if it names none, or several."""
    asked = set(ranking.tokens(question))
    named = {name for name in speakers if name and asked.issuperset(ranking.tokens(name))}
    return named.pop() if len(named) == 1 else ""


def frequency_score(
    counts: Mapping[int, float],
    telling: Sequence[float],
    relative_length: float,
    *,
    saturation: float = SATURATION,
    length: float = LENGTH,
) -> float:
    """Return the BM25 score of a text.

    Rule:
        Robertson and Zaragoza, The Probabilistic Relevance Framework (2009): sum of
        idf * f (k1 + 1) / (f + k1 (1 - b + b l)).
    Args:
        counts: How often the text holds each word, by number; weighted where it has fields.
        telling: The idf of each word.
        relative_length: Of the text, to the average.
        saturation: k1.
        length: b.
    """
    norm = saturation * (1 - length + length * relative_length)
    # Fixed order, so that equal texts are equal to the last bit.
    return sum(
        telling[number] * counts[number] * (saturation + 1) / (counts[number] + norm)
        for number in sorted(counts)
    )


def window(lines: Mapping[Place, Line], place: Place) -> Line:
    """Return a message with a part of what is said around it in its session.

    Rule:
        A conversation says things once: an answer does not repeat the words of its question. So
        the words of neighbours count as parts of occurrences, and saturate together with its own.
    """
    session, position = place
    own = lines.get(place, Line())
    counts = dict(own.counts)
    length = float(own.length)
    for distance, share in NEIGHBOURS.items():
        beside = lines.get((session, position + distance))
        if beside is None:
            continue
        length += share * beside.length
        for number, count in beside.counts.items():
            counts[number] = counts.get(number, 0) + share * count
    return Line(counts, length, own.speaker, own.asks)


def known_scores(
    held: Mapping[Place, Sequence[int]], telling: Sequence[float], sessions: Mapping[int, float]
) -> dict[Place, float]:
    """Return scores of places by which words they and their neighbours are known to hold.

    What rank_messages() makes of them, as far as that can be told without their texts. Places
    next to those that hold a word are among them.

    Args:
        held: The numbers of the words that messages hold.
        telling: The idf of each word.
        sessions: What session_scores() returns.
    """
    shares = [(0, 1.0), *NEIGHBOURS.items()]
    counts: dict[Place, dict[int, float]] = {}
    for (session, position), numbers in held.items():
        for distance, share in shares:
            beside = counts.setdefault((session, position + distance), {})
            for number in numbers:
                beside[number] = beside.get(number, 0) + share
    return {
        place: sum(
            [telling[number] * count / (count + SATURATION) for number, count in own.items()]
        )
        * (1 + SESSION * sessions.get(place[0], 0))
        for place, own in counts.items()
    }


def session_scores(
    holding: Mapping[int, Mapping[int, float]],
    lengths: Mapping[int, int],
    telling: Sequence[float],
) -> dict[int, float]:
    """Return how much sessions are about a question, 0 to 1, 1 for the one that is most.

    Args:
        holding: Of each session: how many of its messages hold each word.
        lengths: Of each session: how many messages it has.
        telling: The idf of each word.
    """
    average = sum(lengths[key] for key in holding) / max(1, len(holding))
    scores = {
        key: frequency_score(
            counts,
            telling,
            lengths[key] / max(1, average),
            saturation=SESSION_SATURATION,
            length=SESSION_LENGTH,
        )
        for key, counts in holding.items()
    }
    most = max(scores.values(), default=0) or 1.0
    return {key: score / most for key, score in scores.items()}


def rank_messages(
    lines: Mapping[Place, Line],
    wanted: Collection[Place],
    telling: Sequence[float],
    sessions: Mapping[int, float],
    question: str,
) -> dict[Place, float]:
    """Return the scores of messages for a question; those above 0.

    Args:
        lines: The messages with those up to two before and after each.
        wanted: Which of them to rank.
        telling: The idf of each word of the question.
        sessions: What session_scores() returns.
        question: As it was asked.
    """
    windows = {place: window(lines, place) for place in wanted}
    average = sum(line.length for line in windows.values()) / max(1, len(windows)) or 1.0
    named = named_speaker({line.speaker for line in lines.values()}, question)
    found: dict[Place, float] = {}
    for place, line in windows.items():
        score = frequency_score(line.counts, telling, line.length / average)
        score *= 1 + SESSION * sessions.get(place[0], 0)
        if named and line.speaker == named:
            score *= NAMED_SPEAKER
        if line.asks:
            score *= ASKING
        if score > 0:
            found[place] = score
    return found
