"""Checking what a projector proposes, item by item, before anything of it is stored."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from stratagate_app.engine.domain.graph import (
    MAX_ALIASES,
    MAX_NODE_TAGS,
    NAME_CHARS,
    NodeType,
    Validity,
)
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.pipeline.ports import (
    Projection,
    ProposedEdge,
    ProposedFact,
    ProposedNode,
)
from stratagate_app.engine.rules.event_fields import storable
from stratagate_app.engine.rules.graph_names import fold_name

T = TypeVar("T")

# What eight events say is a fraction of this; more is a reply gone wrong.
MAX_ITEMS = 200
KEY_CHARS = 80
VALUE_CHARS = 500
TAG_CHARS = 80
_TOLD_CHARS = 80


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was not taken of a proposal, and why.

    Attributes:
        what: node, alias, tag, fact, edge, or reply.
        name: Of what it is, at most 80 characters.
        reason: Code: dropped (whoever read the reply did), unknown_event, no_event, unknown_type,
            empty_name, long_name, empty_key, long_key, empty_value, long_value, empty_relation,
            long_relation, self_edge, bad_date, ends_before_start, bad_confidence, unknown_shape,
            limit_exceeded.
    """

    what: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedProjection:
    """What may be stored, and what not."""

    nodes: tuple[ProposedNode, ...]
    facts: tuple[ProposedFact, ...]
    edges: tuple[ProposedEdge, ...]
    refused: tuple[Refusal, ...]


class _RefusedError(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def checked_projection(projection: Projection, batch: Collection[EventId]) -> CheckedProjection:
    """Return what of a proposal may be stored, and what not, each with its reason.

    Rule:
        engine-rules.md, "Graph": an item is taken only if every source event that it names belongs
        to the batch; at most 20 aliases and 12 tags a node.
    Args:
        projection: As it came.
        batch: The events it is of.
    """
    events = frozenset(batch)
    refused = [Refusal("reply", note[:_TOLD_CHARS], "dropped") for note in projection.notes]
    nodes: dict[tuple[NodeType, str], ProposedNode] = {}
    for node in _first(projection.nodes, "node", refused):
        try:
            checked = _node(node, events, refused)
        except (_RefusedError, TypeError, AttributeError, ValueError) as error:
            refused.append(_refusal("node", getattr(node, "name", ""), error))
            continue
        key = (checked.type, fold_name(checked.name))
        nodes[key] = _both(nodes[key], checked, refused) if key in nodes else checked
    facts: list[ProposedFact] = []
    for fact in _first(projection.facts, "fact", refused):
        try:
            facts.append(_fact(fact, events))
        except (_RefusedError, TypeError, AttributeError, ValueError) as error:
            refused.append(_refusal("fact", getattr(fact, "key", ""), error))
    edges: list[ProposedEdge] = []
    for edge in _first(projection.edges, "edge", refused):
        try:
            edges.append(_edge(edge, events))
        except (_RefusedError, TypeError, AttributeError, ValueError) as error:
            refused.append(_refusal("edge", getattr(edge, "relation", ""), error))
    return CheckedProjection(tuple(nodes.values()), tuple(facts), tuple(edges), tuple(refused))


def _first(items: Iterable[T], what: str, refused: list[Refusal]) -> list[T]:
    found = list(items)
    if len(found) > MAX_ITEMS:
        refused.append(Refusal(what, str(len(found) - MAX_ITEMS), "limit_exceeded"))
    return found[:MAX_ITEMS]


def _refusal(what: str, name: object, error: Exception) -> Refusal:
    reason = error.reason if isinstance(error, _RefusedError) else "unknown_shape"
    return Refusal(what, " ".join(storable(str(name)[:_TOLD_CHARS]).split()), reason)


def _line(text: str, what: str, limit: int) -> str:
    line = " ".join(storable(text[: limit * 4]).split())
    if not line:
        raise _RefusedError(f"empty_{what}")
    if len(line) > limit or len(text) > limit * 4:
        raise _RefusedError(f"long_{what}")
    return line


def _name(text: str) -> str:
    name = _line(text, "name", NAME_CHARS)
    if not fold_name(name):
        raise _RefusedError("empty_name")
    return name


def _named(node: tuple[NodeType, str]) -> tuple[NodeType, str]:
    kind, name = node
    return _type(kind), _name(name)


def _type(kind: object) -> NodeType:
    try:
        return NodeType(str(kind))
    except ValueError as error:
        raise _RefusedError("unknown_type") from error


def _sources(ids: Iterable[EventId], events: frozenset[EventId]) -> tuple[EventId, ...]:
    found = tuple(dict.fromkeys(ids))
    if not found:
        raise _RefusedError("no_event")
    if not events.issuperset(found):
        raise _RefusedError("unknown_event")
    return tuple(sorted(found))


def _node(node: ProposedNode, events: frozenset[EventId], refused: list[Refusal]) -> ProposedNode:
    kind, name = _named((node.type, node.name))
    sources = _sources(node.event_ids, events)
    aliases = {fold_name(name): ""}
    for alias in node.aliases[: MAX_ALIASES * 4]:
        try:
            text = _name(alias)
        except (_RefusedError, TypeError, AttributeError) as error:
            refused.append(_refusal("alias", alias, error))
        else:
            aliases.setdefault(fold_name(text), text)
    tags: dict[str, str] = {}
    for tag in node.tags[: MAX_NODE_TAGS * 4]:
        try:
            text = _line(tag, "tag", TAG_CHARS)
        except (_RefusedError, TypeError, AttributeError) as error:
            refused.append(_refusal("tag", tag, error))
        else:
            tags.setdefault(text.lower(), text)
    del aliases[fold_name(name)]
    return _limited(
        ProposedNode(kind, name, sources, tuple(aliases.values()), tuple(tags.values())),
        max(len(node.aliases) - MAX_ALIASES * 4, 0),
        max(len(node.tags) - MAX_NODE_TAGS * 4, 0),
        refused,
    )


def _limited(
    node: ProposedNode, more_aliases: int, more_tags: int, refused: list[Refusal]
) -> ProposedNode:
    for what, items, limit, more in (
        ("alias", node.aliases, MAX_ALIASES, more_aliases),
        ("tag", node.tags, MAX_NODE_TAGS, more_tags),
    ):
        beyond = max(0, len(items) - limit) + more
        if beyond:
            refused.append(Refusal(what, f"{node.name[:_TOLD_CHARS]}: {beyond}", "limit_exceeded"))
    return replace(node, aliases=node.aliases[:MAX_ALIASES], tags=node.tags[:MAX_NODE_TAGS])


def _both(one: ProposedNode, other: ProposedNode, refused: list[Refusal]) -> ProposedNode:
    """Return one node for two of the same name."""
    aliases = {fold_name(text): text for text in (*other.aliases, *one.aliases)}
    return _limited(
        replace(
            one,
            event_ids=tuple(sorted({*one.event_ids, *other.event_ids})),
            aliases=tuple(aliases.values()),
            tags=tuple(dict.fromkeys((*one.tags, *other.tags))),
        ),
        0,
        0,
        refused,
    )


def _fact(fact: ProposedFact, events: frozenset[EventId]) -> ProposedFact:
    return replace(
        fact,
        node=_named(fact.node),
        key=_line(fact.key, "key", KEY_CHARS),
        value=_line(fact.value, "value", VALUE_CHARS),
        event_ids=_sources(fact.event_ids, events),
        grows=bool(fact.grows),
        planned=bool(fact.planned),
        validity=_validity(fact.validity),
        confidence=_confidence(fact.confidence),
    )


def _edge(edge: ProposedEdge, events: frozenset[EventId]) -> ProposedEdge:
    source, target = _named(edge.source), _named(edge.target)
    if (source[0], fold_name(source[1])) == (target[0], fold_name(target[1])):
        raise _RefusedError("self_edge")
    return replace(
        edge,
        source=source,
        target=target,
        relation=_line(edge.relation, "relation", KEY_CHARS),
        event_ids=_sources(edge.event_ids, events),
        grows=bool(edge.grows),
        planned=bool(edge.planned),
        validity=_validity(edge.validity),
        confidence=_confidence(edge.confidence),
    )


def _validity(given: Validity) -> Validity:
    start, end = _day(given.start), _day(given.end)
    if start is not None and end is not None and end < start:
        raise _RefusedError("ends_before_start")
    return Validity(start, end)


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError as error:
        raise _RefusedError("bad_date") from error


def _confidence(given: float) -> float:
    value = float(given)
    if not math.isfinite(value) or not 0 <= value <= 1:
        raise _RefusedError("bad_confidence")
    return value
