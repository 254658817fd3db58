"""The graph of a workspace as it is shown, kept until something of it changes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection

from stratagate_app.engine.domain.graph import (
    Cluster,
    EdgeRow,
    Fact,
    FactState,
    NodeRow,
    Validity,
)
from stratagate_app.engine.domain.ids import EdgeId, EventId, FactId, NodeId, WorkspaceId
from stratagate_app.engine.errors import InputRejected
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules import graph as rules
from stratagate_app.engine.rules.graph import Graph, Node
from stratagate_app.engine.rules.graph_search import NodeIndex
from stratagate_app.engine.rules.graph_time import Statement, state_on
from stratagate_app.engine.services import graph_rows
from stratagate_app.engine.services.pace import undisturbed

# Graphs that are kept: more workspaces than anybody looks at together.
_KEPT = 8


class Picture:
    """The graph of a workspace with its rows, each made once.

    Attributes:
        stamp: The newest change of the journal that it knows of.
        today: The day that it was made on.
        facts: Every claim to the fact that it supports.
        edges: Every claim to the edge that it supports.
    """

    def __init__(
        self,
        workspace_id: WorkspaceId,
        graph: Graph,
        stamp: int,
        today: str,
        places: dict[int, tuple[float, float, bool]],
    ) -> None:
        self.workspace_id = workspace_id
        self.graph = graph
        self.stamp = stamp
        self.today = today
        self.facts = {key: item for item in graph.facts for key in item.claims}
        self.edges = {key: item for item in graph.edges for key in item.claims}
        self.changes = rules.changes(graph)
        self._index: NodeIndex | None = None
        self._clusters: tuple[Cluster, ...] | None = None
        self._cluster_of: dict[int, int | None] = {}
        self._edge_rows: dict[tuple[int, FactState], EdgeRow] = {}
        self._nodes: dict[int, NodeRow] = {}
        self.set_places(places)

    def set_places(self, places: dict[int, tuple[float, float, bool]]) -> None:
        """Show nodes where they stand now."""
        self.places = places
        self._nodes = {key: self._row(node) for key, node in self.graph.nodes.items()}

    def _row(self, node: Node) -> NodeRow:
        x, y, placed = next(
            (self.places[key] for key in node.names if key in self.places), (None, None, False)
        )
        return NodeRow(
            NodeId(node.id),
            self.workspace_id,
            node.type,
            node.name,
            node.aliases,
            node.tags,
            node.size,
            len(node.events),
            node.since,
            x,
            y,
            placed,
            self._cluster_of.get(node.id),
        )

    def clusters(self) -> tuple[Cluster, ...]:
        """Return what belongs together today; from then on the rows of nodes say so as well."""
        if self._clusters is None:
            # It takes some 60 ms to import, which only who looks at the graph has to wait for.
            from stratagate_app.engine.rules.graph_clusters import (  # noqa: PLC0415
                find_clusters,
            )

            nodes = list(self._nodes.values())
            with undisturbed():
                edges = self.edges_on(self.today)
            numbers, self._clusters = find_clusters(nodes, edges)
            self._cluster_of = dict(zip((row.id for row in nodes), numbers, strict=True))
            self.set_places(self.places)
        return self._clusters

    def node(self, node_id: int) -> NodeRow:
        """Return the row of a node."""
        return self._nodes[node_id]

    def nodes_on(self, day: str) -> list[NodeRow]:
        """Return the nodes that were known on a day, by id."""
        return [
            row for _, row in sorted(self._nodes.items()) if row.since is None or row.since <= day
        ]

    def edges_on(self, day: str) -> list[EdgeRow]:
        """Return the edges of which there is something to say on a day."""
        found: list[EdgeRow] = []
        rows = self._edge_rows
        for item in self.graph.edges:
            state = state_on(item, day)
            if state is not None:
                row = rows.get((item.id, state))
                if row is None:
                    row = rows[item.id, state] = _edge(item, state)
                found.append(row)
        return found

    def edge(self, item: Statement, day: str) -> EdgeRow | None:
        """Return the row of an edge on a day; None if there is nothing to say of it then."""
        state = state_on(item, day)
        return None if state is None else _edge(item, state)

    def facts_of(self, node_id: int, day: str) -> list[Fact]:
        """Return the facts of a node, by key, in each the newest first."""
        found = [
            _fact(item, state)
            for item in self.graph.nodes[node_id].facts
            if (state := state_on(item, day)) is not None
        ]
        newest = sorted(found, key=lambda fact: (fact.validity.start or "", fact.id), reverse=True)
        return sorted(newest, key=lambda fact: fact.key.lower())

    def index(self) -> NodeIndex:
        """Return the words of the graph, for questions."""
        if self._index is None:
            self._index = NodeIndex(self.graph, self.today)
        return self._index


def _fact(item: Statement, state: FactState) -> Fact:
    return Fact(
        FactId(item.id),
        NodeId(item.owner),
        item.key,
        item.value,
        Validity(item.start, item.end),
        state,
        item.confidence,
        tuple(EventId(key) for key in sorted(item.events)),
        item.by_hand,
    )


def _edge(item: Statement, state: FactState) -> EdgeRow:
    return EdgeRow(
        EdgeId(item.id),
        NodeId(item.owner),
        NodeId(item.target),
        item.key,
        Validity(item.start, item.end),
        state,
        item.confidence,
        tuple(EventId(key) for key in sorted(item.events)),
        item.by_hand,
    )


class Pictures:
    """The graphs that were looked at lately."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[int, Picture] = {}

    def today(self) -> str:
        """Return the day it is here."""
        return self._clock.now().astimezone().date().isoformat()

    def get(self, connection: Connection, workspace_id: WorkspaceId) -> Picture:
        """Return the graph of a workspace as it is now.

        Raises:
            NotFoundError: There is no such workspace.
        """
        stamp, today = graph_rows.stamp(connection), self.today()
        with self._lock:
            kept = self._kept.get(workspace_id)
        if kept is not None and kept.today == today and kept.stamp <= stamp:
            touched = kept.stamp < stamp and graph_rows.is_touched(connection, kept.stamp)
            if not touched:
                kept.stamp = stamp
                return kept
        with undisturbed():
            graph = rules.build(graph_rows.load_source(connection, workspace_id, today), today)
            places = graph_rows.load_places(connection, workspace_id)
            made = Picture(workspace_id, graph, stamp, today, places)
        with self._lock:
            self._kept.pop(workspace_id, None)
            while len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[workspace_id] = made
        return made

    def moved(self, connection: Connection, workspace_ids: Iterable[int]) -> None:
        """Show the nodes of workspaces where they were put."""
        with self._lock:
            kept = [self._kept[key] for key in set(workspace_ids) if key in self._kept]
        for picture in kept:
            picture.set_places(graph_rows.load_places(connection, picture.workspace_id))


def checked_day(text: str) -> str:
    """Return a day `YYYY-MM-DD` as given.

    Raises:
        InputRejected: Code `graph`, reason bad_date.
    """
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError as error:
        raise InputRejected("graph", reason="bad_date", text=text[:40]) from error
