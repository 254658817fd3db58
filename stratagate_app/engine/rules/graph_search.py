"""Nodes that answer a question, and why; engine-rules.md, "Search"."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from stratagate_app.engine.domain.graph import FactState
from stratagate_app.engine.rules.graph import Graph, Node
from stratagate_app.engine.rules.graph_time import Statement, state_on
from stratagate_app.engine.rules.questions import Word, stem, words_of
from stratagate_app.engine.rules.ranking import tokens

# engine-rules.md, "Search": field weights of nodes.
WEIGHTS = {
    "name": 6.0,
    "aliases": 5.0,
    "tags": 5.0,
    "type": 2.0,
    "facts": 4.0,
    "past_facts": 2.0,
    "neighbours": 4.0,
    "past_neighbours": 2.0,
    "relations": 1.0,
}
# A hit in these alone is no hit.
_ALONE_NO_HIT = frozenset({"relations"})
_K1, _B = 1.2, 0.75
# Texts of a node that are looked through for the one that says why.
_LOOKED_THROUGH = 200


@dataclass(frozen=True, slots=True)
class Found:
    """A node that answers: the higher the score, the better."""

    node: int
    score: float
    fields: tuple[str, ...]
    words: tuple[str, ...]
    why: str


class NodeIndex:
    """The words of a graph on a day, for questions."""

    def __init__(self, graph: Graph, day: str) -> None:
        """Read every node once."""
        self._graph = graph
        self._day = day
        self._forms: dict[str, set[str]] = {}
        self._postings: dict[str, dict[int, dict[str, float]]] = {}
        lengths: dict[str, float] = dict.fromkeys(WEIGHTS, 0.0)
        read: list[tuple[int, dict[str, Counter[str]]]] = []
        names = {key: tuple(tokens(node.name)) for key, node in graph.nodes.items()}
        for key, node in graph.nodes.items():
            held = _fields(node, names, day)
            read.append((key, held))
            for name, counter in held.items():
                lengths[name] += counter.total()
        count = max(1, len(read))
        means = {name: max(1.0, total / count) for name, total in lengths.items()}
        for key, held in read:
            for name, counter in held.items():
                norm = 1 - _B + _B * counter.total() / means[name]
                for token, times in counter.items():
                    by_node = self._postings.get(token)
                    if by_node is None:
                        by_node = self._postings[token] = {}
                        self._forms.setdefault(stem(token), set()).add(token)
                    by_node.setdefault(key, {})[name] = times / norm
        self._sorted = sorted(self._postings)

    def find(self, question: str, *, limit: int, typing: bool = False) -> list[Found]:
        """Return the nodes that answer, best first; ties by id.

        Args:
            question: Any of its words.
            limit: How many at most.
            typing: The last word may be unfinished.
        """
        words = words_of(question, typing=typing)
        scores: dict[int, float] = {}
        fields: dict[int, set[str]] = {}
        held: dict[int, list[str]] = {}
        count = max(1, len(self._graph.nodes))
        for word in words:
            hits: dict[int, dict[str, float]] = {}
            for token in self._tokens(word):
                for node, weights in self._postings[token].items():
                    own = hits.setdefault(node, {})
                    for name, times in weights.items():
                        own[name] = own.get(name, 0.0) + times
            rarity = math.log(1 + (count - len(hits) + 0.5) / (len(hits) + 0.5))
            for node, weights in hits.items():
                weight = sum(WEIGHTS[name] * times for name, times in weights.items())
                scores[node] = scores.get(node, 0.0) + rarity * weight * (_K1 + 1) / (weight + _K1)
                fields.setdefault(node, set()).update(weights)
                held.setdefault(node, []).append(word.text)
        best = sorted(
            (node for node in scores if not fields[node] <= _ALONE_NO_HIT),
            key=lambda node: (-scores[node], node),
        )
        return [
            Found(
                node,
                scores[node],
                tuple(name for name in WEIGHTS if name in fields[node]),
                tuple(held[node]),
                self._why(node, words, fields[node]),
            )
            for node in best[:limit]
        ]

    def _tokens(self, word: Word) -> Iterable[str]:
        forms = self._forms.get(word.stem, set())
        if not word.prefix:
            return forms
        first = bisect_left(self._sorted, word.text)
        beginning = takewhile(
            lambda token: token.startswith(word.text), islice(self._sorted, first, None)
        )
        return forms.union(beginning)

    def _why(self, node_id: int, words: Sequence[Word], fields: set[str]) -> str:
        """Return the fact or relation that holds most words; "" if the name holds as many."""
        node = self._graph.nodes[node_id]
        best, most = "", _held(words, node.name)
        if not fields - {"name"}:
            return ""
        for item in sorted(node.facts + node.edges, key=lambda item: item.end is not None)[
            :_LOOKED_THROUGH
        ]:
            if state_on(item, self._day) is None:
                continue
            text = statement_text(item, self._graph, node_id)
            count = _held(words, text)
            if count > most:
                best, most = text, count
        return best


def statement_text(item: Statement, graph: Graph, node_id: int) -> str:
    """Return a fact as `key: value`, a relation as its words and the node at its other end."""
    if not item.target:
        return f"{item.key}: {item.value}"
    if item.owner == node_id:
        return f"{item.key} {graph.nodes[item.target].name}"
    return f"{graph.nodes[item.owner].name} {item.key} {graph.nodes[item.target].name}"


def _held(words: Sequence[Word], text: str) -> int:
    found = tokens(text)
    return sum(1 for word in words if any(word.holds(token) for token in found))


def _fields(node: Node, names: Mapping[int, Sequence[str]], day: str) -> dict[str, Counter[str]]:
    held: dict[str, Counter[str]] = {"name": Counter(names[node.id])}
    held["type"] = Counter(tokens(node.type.value))
    for name, texts in (("aliases", node.aliases), ("tags", node.tags)):
        if texts:
            held[name] = Counter(token for text in texts for token in tokens(text))
    for item in node.facts:
        state = state_on(item, day)
        if state is not None:
            name = "past_facts" if state is FactState.PAST else "facts"
            held.setdefault(name, Counter()).update(tokens(f"{item.key} {item.value}"))
    for item in node.edges:
        state = state_on(item, day)
        if state is None:
            continue
        other = item.target if item.owner == node.id else item.owner
        name = "past_neighbours" if state is FactState.PAST else "neighbours"
        held.setdefault(name, Counter()).update(names[other])
        held.setdefault("relations", Counter()).update(tokens(item.key))
    return held
