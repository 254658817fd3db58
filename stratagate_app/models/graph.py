"""A graph as arrays: what was true on any day, read off the intervals without asking again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import date

import numpy as np
import numpy.typing as npt

from stratagate_app.engine import (
    FactState,
    GraphView,
    NodeId,
    NodeType,
    find_clusters,
    lay_out_graph,
)
from stratagate_app.models.graph_states import EVERY_STATE, EdgeState

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int32]
Points = npt.NDArray[np.float32]

TYPES = tuple(NodeType)
NO_DAY = 0
"""Before any day: a beginning that nobody knows."""
LAST_DAY = date.max.toordinal() + 1
"""After any day: an end that did not come."""


_CODES = {
    FactState.CURRENT: EdgeState.CURRENT,
    FactState.DISPUTED: EdgeState.DISPUTED,
    FactState.PLANNED: EdgeState.PLANNED,
    FactState.PAST: EdgeState.PAST,
}


@dataclass(frozen=True, slots=True)
class GraphFilter:
    """What is to be seen of a graph.

    Attributes:
        types: Kinds of nodes; none of them: all.
        states: States of edges; nodes are there whether they have one or not.
        tags: At least one of these; none: any.
        since: Only what something began or ended for on this day or later; NO_DAY: ever.
        least: Smallest size of a node, 0 to 1.
    """

    types: frozenset[NodeType] = frozenset()
    states: frozenset[EdgeState] = EVERY_STATE
    tags: frozenset[str] = frozenset()
    since: int = NO_DAY
    least: float = 0.0

    @property
    def active(self) -> bool:
        """Whether it leaves anything out."""
        return self != EVERYTHING


EVERYTHING = GraphFilter()


@dataclass(frozen=True, slots=True, eq=False)
class GraphData:
    """A GraphView as arrays of n nodes and m edges; days are ordinals of `datetime.date`.

    Attributes:
        places: Index of each node by id.
        positions: (n, 2) float32, NaN where a node was not laid out.
        cluster: (n,) number of the cluster, -1 for none.
        ends: (m, 2) int32, from and to, as indices of nodes.
        starts: (m,) first day on which an edge holds.
        stops: (m,) day from which it no longer holds.
        told: (m,) EdgeState of today.
    """

    view: GraphView
    places: dict[NodeId, int]
    types: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.float32]
    since: Places
    positions: Points
    by_hand: Flags
    cluster: Places
    ends: Places
    starts: Places
    stops: Places
    told: npt.NDArray[np.uint8]
    today: int = 0
    tags: dict[str, Places] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.types)

    def states_on(self, day: int) -> npt.NDArray[np.uint8]:
        """Return the EdgeState of each edge on a day."""
        if day == self.today:
            return self.told
        states = np.full(len(self.told), EdgeState.PAST, dtype=np.uint8)
        holds = (self.starts <= day) & (day < self.stops)
        # What is past today was true once; what is disputed or planned is so while it holds.
        was = np.where(self.told == EdgeState.PAST, EdgeState.CURRENT, self.told).astype(np.uint8)
        states[holds] = was[holds]
        states[self.starts > day] = EdgeState.HIDDEN
        return states

    def known_on(self, day: int) -> Flags:
        """Return which nodes were known on a day."""
        return self.since <= day

    def changed_between(self, after: int, until: int) -> Flags:
        """Return which edges began or ended after one day and until another."""
        began = (self.starts > after) & (self.starts <= until)
        ended = (self.stops > after) & (self.stops <= until)
        return began | ended

    def touched(self, edges: Flags) -> Flags:
        """Return which nodes some of these edges belong to."""
        found = np.zeros(len(self), dtype=np.bool_)
        found[self.ends[edges].ravel()] = True
        return found

    def near(self, places: Iterable[int], depth: int, edges: Flags) -> Flags:
        """Return the nodes within some steps over these edges, whichever way they point."""
        found = np.zeros(len(self), dtype=np.bool_)
        found[list(places)] = True
        ends = self.ends[edges]
        for _ in range(depth):
            one, other = found[ends[:, 0]], found[ends[:, 1]]
            found[ends[one, 1]] = True
            found[ends[other, 0]] = True
        return found

    def passing(self, wanted: GraphFilter, day: int) -> Flags:
        """Return which nodes a filter leaves on a day."""
        left = self.known_on(day) & (self.sizes >= wanted.least)
        if wanted.types:
            left &= np.isin(self.types, [TYPES.index(kind) for kind in wanted.types])
        if wanted.tags:
            tagged = np.zeros(len(self), dtype=np.bool_)
            for tag in wanted.tags:
                tagged[self.tags.get(tag, ())] = True
            left &= tagged
        if wanted.since:
            moved = self.touched(self.changed_between(wanted.since - 1, LAST_DAY - 1))
            left &= moved | (self.since >= wanted.since)
        return left

    def change_days(self) -> tuple[tuple[int, int], ...]:
        """Return the days on which something began or ended, with how much, the oldest first."""
        found = ((to_day(day, NO_DAY), count) for day, count in self.view.changes)
        return tuple((day, count) for day, count in found if day != NO_DAY)


def to_day(text: str | None, unknown: int) -> int:
    """Return a day `YYYY-MM-DD` as a number; unknown for None and for what is no day."""
    if text is None:
        return unknown
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return unknown


def day_text(day: int) -> str:
    """Return a number of a day as `YYYY-MM-DD`."""
    return date.fromordinal(day).isoformat()


def load_graph(view: GraphView) -> GraphData:
    """Return a view as arrays; edges whose ends are not in it are left out.

    Clusters are found here where the view has none.

    Thread:
        Any worker.
    """
    nodes = view.nodes
    places = {node.id: place for place, node in enumerate(nodes)}
    cluster: Collection[int | None] = [node.cluster for node in nodes]
    if not view.clusters:
        cluster, clusters = find_clusters(nodes, view.edges)
        view = GraphView(
            nodes, view.edges, clusters, view.changes, view.today, view.disputed, view.unfinished
        )
    edges = tuple(
        edge
        for edge in view.edges
        if edge.source in places and edge.target in places and edge.source != edge.target
    )
    if len(edges) != len(view.edges):
        view = GraphView(
            nodes, edges, view.clusters, view.changes, view.today, view.disputed, view.unfinished
        )
    tags: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        for tag in node.tags:
            tags.setdefault(tag, []).append(place)
    nowhere = float("nan")
    return GraphData(
        view=view,
        places=places,
        types=np.array([TYPES.index(node.type) for node in nodes], dtype=np.uint8),
        sizes=np.array([node.size for node in nodes], dtype=np.float32),
        since=np.array([to_day(node.since, NO_DAY) for node in nodes], dtype=np.int32),
        positions=np.array(
            [
                (nowhere, nowhere) if node.x is None or node.y is None else (node.x, node.y)
                for node in nodes
            ],
            dtype=np.float32,
        ).reshape(-1, 2),
        by_hand=np.array([node.placed for node in nodes], dtype=np.bool_),
        cluster=np.array([-1 if c is None else c for c in cluster], dtype=np.int32),
        ends=np.array(
            [(places[edge.source], places[edge.target]) for edge in edges], dtype=np.int32
        ).reshape(-1, 2),
        starts=np.array([to_day(e.validity.start, NO_DAY) for e in edges], dtype=np.int32),
        stops=np.array([to_day(e.validity.end, LAST_DAY) for e in edges], dtype=np.int32),
        told=np.array([_CODES[edge.state] for edge in edges], dtype=np.uint8),
        today=to_day(view.today, NO_DAY),
        tags={tag: np.array(found, dtype=np.int32) for tag, found in tags.items()},
    )


def place_nodes(
    data: GraphData, *, anew: bool = False, check: Callable[[], object] = lambda: None
) -> Points:
    """Return where every node of a graph stands; what stood somewhere stays.

    Args:
        data: The graph.
        anew: Lay out again everything that no person placed.
        check: Called now and then; what it raises ends the work.
    Thread:
        Any worker.
    """
    before = data.positions.astype(np.float64)
    if anew:
        before[~data.by_hand] = np.nan
    cluster = [None if number < 0 else number for number in data.cluster.tolist()]
    laid = lay_out_graph(data.ends, before, data.by_hand, cluster, check=check)
    return laid.astype(np.float32)
