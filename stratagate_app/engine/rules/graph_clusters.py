"""Which nodes of the graph belong together, and what they are called by."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from threading import Lock

import igraph

from stratagate_app.engine.domain.graph import Cluster, EdgeRow, FactState, NodeRow

# engine-rules.md, "Graph": tags only strengthen what a relation holds together.
SAME_TYPE = 0.25
SHARED_TAG = 0.25
MOST_SHARED_TAGS = 4
CURRENT = frozenset({FactState.CURRENT, FactState.DISPUTED})
# A tag names a cluster if this part of its nodes, and at least two, have it.
NAMING_PART = 1 / 3
NAMING_LEAST = 2
SEED = 20_240_601
ROUNDS = 4

# igraph draws its chances from one generator of the whole process.
GENERATOR_LOCK = Lock()


def find_clusters(
    nodes: Sequence[NodeRow], edges: Sequence[EdgeRow]
) -> tuple[tuple[int | None, ...], tuple[Cluster, ...]]:
    """Return the cluster of each node, and the clusters, the largest first.

    The same graph gives the same clusters, whatever order its nodes and edges come in.

    Rule:
        Leiden (modularity) over current relations, weighted by shared events, type and tags;
        engine-rules.md, "Graph".
    Args:
        nodes: The nodes.
        edges: Edges between them; those that are past or planned, and those with an end that is
            not among the nodes, hold nothing together.
    Returns:
        A number from 0, or None for a node that stands alone, in the order of the nodes; and the
        clusters in the order of their numbers.
    """
    order = sorted(range(len(nodes)), key=lambda place: nodes[place].id)
    ranked = [nodes[place] for place in order]
    weights = _weights(ranked, edges)
    if not weights:
        return (None,) * len(nodes), ()
    pairs = sorted(weights)
    with GENERATOR_LOCK:
        igraph.set_random_number_generator(random.Random(SEED))  # noqa: S311 - no secret
        graph = igraph.Graph(n=len(ranked), edges=pairs)
        found = graph.community_leiden(
            objective_function="modularity",
            weights=[weights[pair] for pair in pairs],
            n_iterations=ROUNDS,
        )
    together = [members for members in found if len(members) > 1]
    together.sort(key=lambda members: (-len(members), members))
    numbers: list[int | None] = [None] * len(nodes)
    for number, members in enumerate(together):
        for member in members:
            numbers[order[member]] = number
    return tuple(numbers), _named([[ranked[member] for member in part] for part in together])


def _weights(nodes: Sequence[NodeRow], edges: Sequence[EdgeRow]) -> dict[tuple[int, int], float]:
    """Return how strongly each pair is held together, by the places of its nodes."""
    place = {node.id: index for index, node in enumerate(nodes)}
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for edge in edges:
        one, other = place.get(edge.source), place.get(edge.target)
        if edge.state not in CURRENT or one is None or other is None or one == other:
            continue
        shared[min(one, other), max(one, other)] += len(edge.events)
    weights: dict[tuple[int, int], float] = {}
    for pair, events in shared.items():
        first, second = nodes[pair[0]], nodes[pair[1]]
        tags = len(set(first.tags) & set(second.tags))
        weights[pair] = (1.0 + math.log1p(events) + SAME_TYPE * (first.type is second.type)) * (
            1.0 + SHARED_TAG * min(tags, MOST_SHARED_TAGS)
        )
    return weights


def _named(parts: Sequence[Sequence[NodeRow]]) -> tuple[Cluster, ...]:
    """Return the parts with a name each, no name twice where there is another."""
    everywhere = Counter(tag for part in parts for node in part for tag in set(node.tags))
    taken: set[str] = set()
    clusters: list[Cluster] = []
    for number, part in enumerate(parts):
        here = Counter(tag for node in part for tag in set(node.tags))
        least = max(NAMING_LEAST, len(part) * NAMING_PART)
        tags = [tag for tag, count in here.items() if count >= least and tag not in taken]
        if tags:
            # What many have here and few elsewhere says most.
            name = min(tags, key=lambda tag: (-(here[tag] ** 2) / everywhere[tag], tag))
        else:
            name = min(part, key=lambda node: (-node.size, -node.events, node.id)).name
        taken.add(name)
        clusters.append(Cluster(number, name, len(part)))
    return tuple(clusters)
