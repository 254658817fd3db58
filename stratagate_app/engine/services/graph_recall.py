"""Nodes that a next message is reminded of, with what is true of them now."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, select

from stratagate_app.engine.domain.graph import FactState, NodeRow
from stratagate_app.engine.domain.ids import WorkspaceId, public_id
from stratagate_app.engine.rules import recall as rules
from stratagate_app.engine.rules.graph_search import statement_text
from stratagate_app.engine.rules.graph_time import Statement, state_on
from stratagate_app.engine.rules.questions import words_of
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.services.graph import GraphService
from stratagate_app.engine.services.graph_views import Picture
from stratagate_app.engine.store.schema import events

# Nodes that are looked at, and what is told of each.
_LOOKED_AT = 12
_TOLD = 8
_COUNTS = frozenset({FactState.CURRENT, FactState.DISPUTED})


def find_nodes(
    connection: Connection,
    graph: GraphService,
    message: str,
    workspace_id: WorkspaceId | None,
    allowed: Sequence[ColumnElement[bool]],
) -> list[tuple[NodeRow, rules.RecallItem]]:
    """Return the nodes that matter for a message, most valuable first.

    Rule:
        engine-rules.md, "Automatic recall": of other sessions; relevance gates, then relevance and
        weight, which is the size of a node, are fused. What rests only on events that may not be
        seen from there is not told.
    """
    if not words_of(message, telling_only=True):
        return []
    found: dict[int, tuple[NodeRow, rules.RecallItem]] = {}
    for picture in graph.pictures(connection, workspace_id):
        for hit in picture.index().find(message, limit=_LOOKED_AT):
            told = _told(connection, picture, hit.node, allowed)
            if told:
                row = picture.node(hit.node)
                item = rules.RecallItem(
                    public_id("node", row.id), row.name, row.type.value, "; ".join(told), True
                )
                found[row.id] = (row, item)
    relevant = list(found)
    largest = sorted(relevant, key=lambda key: (-found[key][0].size, key))
    return [found[key] for key in rules.order(relevant, largest)]


def _told(
    connection: Connection,
    picture: Picture,
    node_id: int,
    allowed: Sequence[ColumnElement[bool]],
) -> list[str]:
    node = picture.graph.nodes[node_id]
    current = [
        item
        for item in node.facts + node.edges
        if state_on(item, picture.today) in _COUNTS and item.active
    ]
    ids = sorted({key for item in current for key in item.events})
    seen = set(
        connection.execute(select(events.c.id).where(listed(events.c.id, ids), *allowed)).scalars()
    )
    shown = [item for item in current if seen.intersection(item.events)]
    shown.sort(key=lambda item: (item.start or "", item.id), reverse=True)
    return [_words(item, picture, node_id) for item in shown[:_TOLD]]


def _words(item: Statement, picture: Picture, node_id: int) -> str:
    text = statement_text(item, picture.graph, node_id)
    about = [f"since {item.start}"] if item.start else []
    if state_on(item, picture.today) is FactState.DISPUTED:
        about.append("contradicted elsewhere")
    return f"{text} ({', '.join(about)})" if about else text
