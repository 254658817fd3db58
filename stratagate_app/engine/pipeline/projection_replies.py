"""What a model replied of the graph: of the wanted form as a whole, then checked item by item."""

from __future__ import annotations

from typing import cast

from pydantic import ConfigDict, Field

from stratagate_app.engine.domain.graph import NodeType, Validity
from stratagate_app.engine.domain.ids import EventId, parse_public_id
from stratagate_app.engine.pipeline.ports import (
    Projection,
    ProposedEdge,
    ProposedFact,
    ProposedNode,
)
from stratagate_app.engine.pipeline.replies import Form, one_of

# No event has it: what names an event that is none is refused as naming an unknown one.
_NO_EVENT = EventId(0)
_CERTAIN = 1.0


class NodeReply(Form):
    """A node; an unknown type is refused by itself."""

    type: str = one_of(NodeType, NodeType.PROJECT)
    name: str
    aliases: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)
    event_ids: list[str] = Field(default_factory=list)


class _HeldReply(Form):
    event_ids: list[str] = Field(default_factory=list)
    planned: bool = False
    grows: bool = False
    valid_from: str | None = None
    valid_to: str | None = None
    confidence: float | None = None


class FactReply(_HeldReply):
    """What is true of a node."""

    node: str
    node_type: str = one_of(NodeType, NodeType.PROJECT)
    key: str
    value: str


class EdgeReply(_HeldReply):
    """How a node stands to another."""

    source: str
    source_type: str = one_of(NodeType, NodeType.PROJECT)
    target: str
    target_type: str = one_of(NodeType, NodeType.PROJECT)
    relation: str


class GraphReply(Form):
    """What events say of the world; nothing is an answer."""

    model_config = ConfigDict(title="Graph")

    nodes: list[NodeReply]
    facts: list[FactReply]
    edges: list[EdgeReply]


def projection_of(reply: GraphReply) -> Projection:
    """Return what a reply proposes, as it came: it is checked item by item before it is stored."""
    return Projection(
        tuple(
            ProposedNode(
                _kind(node.type),
                node.name,
                _ids(node.event_ids),
                tuple(node.aliases),
                tuple(node.tags),
            )
            for node in reply.nodes
        ),
        tuple(
            ProposedFact(
                (_kind(fact.node_type), fact.node),
                fact.key,
                fact.value,
                _ids(fact.event_ids),
                grows=fact.grows,
                planned=fact.planned,
                validity=_validity(fact),
                confidence=_confidence(fact),
            )
            for fact in reply.facts
        ),
        tuple(
            ProposedEdge(
                (_kind(edge.source_type), edge.source),
                (_kind(edge.target_type), edge.target),
                edge.relation,
                _ids(edge.event_ids),
                grows=edge.grows,
                planned=edge.planned,
                validity=_validity(edge),
                confidence=_confidence(edge),
            )
            for edge in reply.edges
        ),
    )


def _kind(text: str) -> NodeType:
    """Return a type as it came: the check refuses one that is none, and says so."""
    return cast("NodeType", text.strip().lower())


def _ids(texts: list[str]) -> tuple[EventId, ...]:
    keys = (parse_public_id("event", text) for text in texts)
    return tuple(_NO_EVENT if key is None else EventId(key) for key in keys)


def _validity(held: _HeldReply) -> Validity:
    return Validity(held.valid_from or None, held.valid_to or None)


def _confidence(held: _HeldReply) -> float:
    return _CERTAIN if held.confidence is None else held.confidence
