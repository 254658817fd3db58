"""In which order events answer a question; engine-rules.md, "Search"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from stratagate_app.engine.domain.events import EventState, EventType
from stratagate_app.engine.rules import ranking, relevance
from stratagate_app.engine.rules.questions import Intent

# engine-rules.md, "Search", Field weights: in the order of the full-text table.
FIELD_WEIGHTS = {
    "title": 4.0,
    "summary": 3.0,
    "tags": 2.0,
    "quotes": 2.0,
    "participants": 5.0,
    "type": 5.0,
    "time_words": 4.0,
    "happened": 4.0,
}
# Weight and time reorder what answers nearly as well as the best: this part of its score.
STRONG = 0.5
SATURATION = 1.2
LENGTH = 0.75


@dataclass(frozen=True, slots=True)
class Wanted:
    """Structured filters; empty where to nothing.

    Attributes:
        participants: Each must be one of the event's; either name may contain the other.
        first: First day `YYYY-MM-DD` the happening may overlap.
        last: Last such day.
    """

    participants: tuple[str, ...] = ()
    types: tuple[EventType, ...] = ()
    states: tuple[EventState, ...] = ()
    first: str | None = None
    last: str | None = None

    def names(self) -> tuple[str, ...]:
        """Return which filters are given, in words of the code."""
        given = {
            "participants": self.participants,
            "types": self.types,
            "states": self.states,
            "happened": self.first or self.last,
        }
        return tuple(name for name, value in given.items() if value)


@dataclass(frozen=True, slots=True)
class Facts:
    """What filters and orders look at in an event.

    Attributes:
        start: When it happened: day or instant; None if unknown.
        time: When it happened, else when it was said, else when it was formed.
        weight: Now.
    """

    key: int
    participants: tuple[str, ...]
    type: str
    state: str
    start: str | None
    end: str | None
    time: str = ""
    weight: float = 0.0


def met(facts: Facts, wanted: Wanted) -> tuple[str, ...]:
    """Return which of the given filters an event meets."""
    found = []
    if wanted.participants and all(
        _takes_part(name, facts.participants) for name in wanted.participants
    ):
        found.append("participants")
    if wanted.types and facts.type in wanted.types:
        found.append("types")
    if wanted.states and facts.state in wanted.states:
        found.append("states")
    if (wanted.first or wanted.last) and _overlaps(facts, wanted):
        found.append("happened")
    return tuple(found)


def _takes_part(name: str, participants: Collection[str]) -> bool:
    looked_for = ranking.fold(name)
    folded = [ranking.fold(one) for one in participants]
    return bool(looked_for) and any(
        one and (looked_for in one or one in looked_for) for one in folded
    )


def _overlaps(facts: Facts, wanted: Wanted) -> bool:
    if facts.start is None:
        return False
    end = facts.end or facts.start
    # Days are compared: an instant begins with its day.
    return not (
        (wanted.first and end[:10] < wanted.first)
        or (wanted.last and facts.start[:10] > wanted.last)
    )


@dataclass(frozen=True, slots=True)
class Fields:
    """The texts of an event as they are searched.

    Attributes:
        counts: How often each field holds each word, by the word's number.
        length: Of all fields, in tokens.
    """

    counts: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    length: int = 0

    def weighted(self) -> dict[int, float]:
        """Return how often it holds each word, a field counting by its weight."""
        found: dict[int, float] = {}
        for name, counts in self.counts.items():
            for number, count in counts.items():
                found[number] = found.get(number, 0) + FIELD_WEIGHTS[name] * count
        return found


def fields_of(texts: Mapping[str, str], counter: relevance.Counter) -> Fields:
    """Return what of the words the fields of an event hold."""
    counts: dict[str, Mapping[int, float]] = {}
    length = 0
    for name, text in texts.items():
        if not text:
            continue
        said = ranking.tokens(text)
        length += len(said)
        if held := counter.count(said):
            counts[name] = held
    return Fields(counts, length)


def by_relevance(events: Mapping[int, Fields], telling: Sequence[float]) -> list[tuple[int, float]]:
    """Return events with their scores, those above 0, best first; ties by id."""
    average = sum(one.length for one in events.values()) / max(1, len(events)) or 1.0
    scores = {
        key: relevance.frequency_score(
            one.weighted(), telling, one.length / average, saturation=SATURATION, length=LENGTH
        )
        for key, one in events.items()
    }
    return sorted(
        ((key, score) for key, score in scores.items() if score > 0),
        key=lambda item: (-item[1], item[0]),
    )


def structured(facts: Collection[Facts], intents: Collection[Intent]) -> list[int]:
    """Return events by time where the question asks for the first or the latest, else by weight.

    Ties by the newest change, of times by id.
    """
    if Intent.FIRST in intents:
        return [one.key for one in sorted(facts, key=lambda one: (one.time, one.key))]
    if Intent.LATEST in intents:
        return [one.key for one in sorted(facts, key=lambda one: (one.time, one.key), reverse=True)]
    return [one.key for one in sorted(facts, key=lambda one: (one.weight, one.key), reverse=True)]


def order(
    relevant: Sequence[tuple[int, float]],
    facts: Mapping[int, Facts],
    beside: Sequence[Sequence[int]],
    intents: Collection[Intent],
    *,
    filtered: bool,
) -> list[int]:
    """Return events in the order in which they answer.

    Args:
        relevant: What by_relevance() returns.
        facts: Of all of them.
        beside: Rankings of what meets single filters, where nothing meets all.
        intents: What the question wants to know of a time.
        filtered: All meet the given filters.
    """
    rankings = [[key for key, _ in relevant], *beside]
    least = 0.0 if filtered else STRONG * (relevant[0][1] if relevant else 0.0)
    strong = [facts[key] for key, score in relevant if score >= least]
    by_time = Intent.FIRST in intents or Intent.LATEST in intents
    # Whoever asks for the first or the latest asks for a time above all: of two that answer alike
    # it decides.
    rankings += [structured(strong, intents)] * (2 if by_time else 1)
    if Intent.WHEN in intents:
        dated = [one for one in strong if one.start is not None]
        rankings.append(structured(dated, intents))
    return [key for key, _ in ranking.fuse(rankings)]
