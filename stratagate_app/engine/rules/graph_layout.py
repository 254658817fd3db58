"""Where the nodes of a graph stand: near what they belong to, and where they stood before."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import igraph
import numpy as np
import numpy.typing as npt

from stratagate_app.engine.rules.graph_clusters import GENERATOR_LOCK, SEED

Positions = npt.NDArray[np.float64]

# Layout units: neighbours are about this far apart, and nothing stands nearer than APART.
NEIGHBOURS = 100.0
APART = 64.0
NEARLY = 0.1
# A graph of which less than this part stood somewhere is another picture: it is laid out anew.
KNOWN_PART = 1 / 3
# Relations within a cluster pull more, so that clusters are regions.
WITHIN_CLUSTER = 3.0
# igraph keeps the interpreter to itself while it works: after so many rounds others may run.
ROUNDS = 60
ROUNDS_AT_ONCE = 10
SPREAD_ROUNDS = 24
# Up to here every pair repels each other; beyond, only those nearby.
EXACT_MOST = 3000
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))


def lay_out_graph(
    edges: npt.NDArray[np.int32],
    before: Positions,
    by_hand: npt.NDArray[np.bool_],
    clusters: Sequence[int | None],
    *,
    check: Callable[[], object] = lambda: None,
) -> Positions:
    """Return where every node stands.

    What stood somewhere stays there exactly; what is new comes beside its neighbours. Only where
    less than a third stood somewhere is everything laid out that no person placed. The same
    arguments give the same places.

    Args:
        edges: (m, 2) places of the nodes in the other arguments.
        before: (n, 2) where they stood, in layout units; NaN where they did not yet.
        by_hand: (n,) which a person placed: they stay in any case.
        clusters: Numbers of their clusters, None for none; in the order of the nodes.
        check: Called now and then; what it raises ends the work.
    Returns:
        (n, 2), all finite.
    Thread:
        Any worker; 2,000 nodes take less than 3 s.
    """
    count = len(before)
    known = np.isfinite(before[:, 0]) & np.isfinite(before[:, 1])
    if not count or known.all():
        return before.copy()
    if known.sum() < count * KNOWN_PART:
        held = known & by_hand
        fresh = _anew(edges, count, clusters, check)
        fresh[held] = before[held]
    else:
        held = known
        fresh = _beside(edges, before, known)
    return _spread(fresh, held, check)


def _anew(
    edges: npt.NDArray[np.int32],
    count: int,
    clusters: Sequence[int | None],
    check: Callable[[], object],
) -> Positions:
    """Lay out each part by forces, the smaller around the largest, what is alone below them."""
    if count > EXACT_MOST:
        # More than anybody can follow at once: its clusters stand side by side.
        number = np.array([-1 if one is None else one for one in clusters], dtype=np.int64)
        edges = edges[number[edges[:, 0]] == number[edges[:, 1]]]
    graph = igraph.Graph(n=count, edges=edges.tolist()).simplify()
    parts = sorted(graph.connected_components(), key=lambda part: (-len(part), part))
    result = np.zeros((count, 2))
    discs: list[tuple[float, float, float]] = []
    for part in (part for part in parts if len(part) > 1):
        check()
        places = _part(graph.induced_subgraph(part), [clusters[node] for node in part], check)
        radius = float(np.hypot(*places.T).max()) + NEIGHBOURS * 0.6
        x, y = _free_place(discs, radius)
        discs.append((x, y, radius))
        result[part] = places + np.array((x, y))
    alone = [part[0] for part in parts if len(part) == 1]
    lowest = max((y + radius for _x, y, radius in discs), default=0.0)
    across = max(1, math.ceil(math.sqrt(len(alone) * 3)))
    for place, node in enumerate(alone):
        row, column = divmod(place, across)
        in_row = min(across, len(alone) - row * across)
        result[node] = ((column - (in_row - 1) / 2) * NEIGHBOURS, lowest + (row + 0.5) * NEIGHBOURS)
    return result


def _part(
    graph: igraph.Graph, clusters: Sequence[int | None], check: Callable[[], object]
) -> Positions:
    """Return the places of a connected part around its middle."""
    count = graph.vcount()
    weights = [
        WITHIN_CLUSTER
        if clusters[edge.source] is not None and clusters[edge.source] == clusters[edge.target]
        else 1.0
        for edge in graph.es
    ]
    steps = np.arange(count)
    radius = np.sqrt(steps + 0.5)
    # Clusters start side by side: the forces need not untangle them.
    by_cluster = sorted(range(count), key=lambda node: (clusters[node] or 0, node))
    rank = np.empty(count, dtype=np.int64)
    rank[by_cluster] = steps
    turn = 2 * math.pi * rank / count if count > ROUNDS else GOLDEN_ANGLE * steps
    places = np.stack([radius * np.cos(turn), radius * np.sin(turn)], axis=1)
    warmth = math.sqrt(count)
    for done in range(0, ROUNDS, ROUNDS_AT_ONCE):
        check()
        with GENERATOR_LOCK:
            igraph.set_random_number_generator(random.Random(SEED))  # noqa: S311 - no secret
            laid = graph.layout_fruchterman_reingold(
                weights=weights,
                niter=ROUNDS_AT_ONCE,
                seed=places.tolist(),
                start_temp=warmth * (1.0 - done / ROUNDS),
                grid="nogrid" if count <= EXACT_MOST else "grid",
            )
        places = np.asarray(laid.coords)
    places -= places.mean(axis=0)
    ends = np.asarray(graph.get_edgelist())
    lengths = np.hypot(*(places[ends[:, 0]] - places[ends[:, 1]]).T)
    places *= NEIGHBOURS / max(float(np.median(lengths)), 1e-6)
    # As much room as its nodes need, however tightly its relations pull.
    crowded = math.pi * float(np.quantile(np.hypot(*places.T), 0.9)) ** 2 / count
    return places * max(1.0, APART / math.sqrt(max(crowded, 1e-6)) * 1.2)


def _free_place(discs: Sequence[tuple[float, float, float]], radius: float) -> tuple[float, float]:
    """Return the nearest place along a spiral where a disc touches no other."""
    if not discs:
        return 0.0, 0.0
    taken = np.asarray(discs)
    start = float(taken[0, 2]) + radius
    for step in range(100_000):
        turn = GOLDEN_ANGLE * step
        # As many tries to each piece of the plane.
        distance = math.sqrt(start**2 + 2 * NEIGHBOURS**2 * 0.2 * step)
        # Windows are wider than high.
        x, y = distance * math.cos(turn) * 1.3, distance * math.sin(turn)
        if (np.hypot(taken[:, 0] - x, taken[:, 1] - y) >= taken[:, 2] + radius).all():
            return x, y
    return start * len(discs), 0.0


def _beside(
    edges: npt.NDArray[np.int32], before: Positions, known: npt.NDArray[np.bool_]
) -> Positions:
    """Put what is new beside those neighbours that stand, one ring of neighbours after another."""
    places = before.copy()
    standing = known.copy()
    beside: dict[int, list[int]] = {int(node): [] for node in np.flatnonzero(~known)}
    for one, other in edges.tolist():
        if one in beside:
            beside[one].append(other)
        if other in beside:
            beside[other].append(one)
    waiting = list(beside)
    while waiting:
        ready = [node for node in waiting if any(standing[near] for near in beside[node])]
        if not ready:
            # Nothing known is near it: it begins a row under the picture.
            ready = waiting[:1]
            left, bottom = places[standing, 0].min(), places[standing, 1].max()
            places[ready[0]] = (left, bottom + NEIGHBOURS)
        for turn, node in enumerate(ready):
            near = [other for other in beside[node] if standing[other]]
            if near:
                angle = GOLDEN_ANGLE * (turn + node)
                reach = NEIGHBOURS if len(near) == 1 else NEIGHBOURS / 2
                places[node] = places[near].mean(axis=0)
                places[node] += (reach * math.cos(angle), reach * math.sin(angle))
        standing[ready] = True
        came = set(ready)
        waiting = [node for node in waiting if node not in came]
    return places


def _spread(
    places: Positions, held: npt.NDArray[np.bool_], check: Callable[[], object]
) -> Positions:
    """Push apart what stands too near; what is held does not move."""
    moved = places.copy()
    free = ~held
    if not free.any():
        return moved
    # Two on the very same spot part in a direction of their own.
    turn = GOLDEN_ANGLE * np.arange(len(places))
    moved[free] += np.stack([np.cos(turn), np.sin(turn)], axis=1)[free] * 0.5
    for _ in range(SPREAD_ROUNDS):
        check()
        one, other = _near_pairs(moved)
        apart = moved[one] - moved[other]
        distance = np.maximum(np.hypot(apart[:, 0], apart[:, 1]), 1e-6)
        short = APART - distance
        close = (short > NEARLY) & (free[one] | free[other])
        if not close.any():
            break
        one, other = one[close], other[close]
        push = apart[close] * (short / distance)[close, None]
        step = np.zeros_like(moved)
        # Of two that may move, each goes half the way.
        np.add.at(step, one, push * np.where(free[other], 0.5, 1.0)[:, None])
        np.add.at(step, other, -push * np.where(free[one], 0.5, 1.0)[:, None])
        reach = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-9)
        moved[free] += (step * np.minimum(1.0, APART / reach)[:, None])[free]
    return moved


def _near_pairs(places: Positions) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the pairs in the same or in neighbouring squares of APART, each pair once."""
    squares = np.floor(places / APART).astype(np.int64)
    squares -= squares.min(axis=0) - 1
    high = int(squares[:, 1].max()) + 2
    keys = squares[:, 0] * high + squares[:, 1]
    order = np.argsort(keys, kind="stable")
    ranked = keys[order]
    everyone = np.arange(len(places))
    ones, others = [], []
    for step in (0, 1, high - 1, high, high + 1):
        first = np.searchsorted(ranked, keys + step, "left")
        counts = np.searchsorted(ranked, keys + step, "right") - first
        one = np.repeat(everyone, counts)
        within = np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)
        other = order[np.repeat(first, counts) + within]
        wanted = one < other if step == 0 else slice(None)
        ones.append(one[wanted])
        others.append(other[wanted])
    return np.concatenate(ones), np.concatenate(others)
