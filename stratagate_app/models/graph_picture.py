"""What of a graph is drawn: filtered, as of a day, and never more than a window can show."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stratagate_app.models.graph import EVERYTHING, Flags, GraphData, GraphFilter, Places, Points
from stratagate_app.models.graph_states import HOLDING, EdgeState

MOST_NODES = 2000
MOST_EDGES = 6000
# A cluster of less is not worth a disc of its own.
LEAST_FOLDED = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user wants to see.

    Attributes:
        day: The day it is to be true on.
        around: Only these nodes, by index, and what is near them; empty: all.
        depth: How many steps count as near.
        folded: Numbers of clusters to show as one disc each; None: as many as it takes for the
            rest to fit.
        since: What began or ended between this day and the other is marked; None: nothing is.
    """

    day: int
    filter: GraphFilter = EVERYTHING
    around: frozenset[int] = frozenset()
    depth: int = 1
    folded: frozenset[int] | None = None
    since: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """k things that are drawn, and e lines between them.

    Attributes:
        nodes: (k,) index of a node; of a folded cluster -1 - its number.
        positions: (k, 2) in layout units.
        sizes: (k,) from 0 to 1.
        faint: (k,) nothing is true of it on that day, though something was or is to be.
        fresh: (k,) something of it began or ended since the marked day.
        ends: (e, 2) as indices of what is drawn.
        edges: (e,) index of the edge; -1 where a line stands for several.
        states: (e,) EdgeState.
        changed: (e,) it began or ended since the marked day.
        counts: (e,) how many edges it stands for.
        folded: Numbers of the clusters that are folded.
        left_out: How many nodes there was no room for; the smallest.
        lines_left_out: How many edges there was no room for.
    """

    nodes: Places
    positions: Points
    sizes: npt.NDArray[np.float32]
    faint: Flags
    fresh: Flags
    ends: Places
    edges: Places
    states: npt.NDArray[np.uint8]
    changed: Flags
    counts: Places
    folded: frozenset[int]
    left_out: int
    lines_left_out: int


def draw(data: GraphData, positions: Points, wanted: Wanted) -> Picture:
    """Return what is to be drawn of a graph.

    Args:
        data: The graph.
        positions: (n, 2) where its nodes stand; nodes of NaN are not drawn.
        wanted: What to show.
    """
    states = data.states_on(wanted.day)
    visible = np.isin(states, [int(state) for state in wanted.filter.states])
    shown = data.passing(wanted.filter, wanted.day) & np.isfinite(positions[:, 0])
    if wanted.around:
        shown &= data.near(wanted.around, wanted.depth, visible)
    visible &= shown[data.ends[:, 0]] & shown[data.ends[:, 1]]
    folded = _folded(data, shown, visible, wanted)
    group = np.isin(data.cluster, list(folded)) & shown
    single = shown & ~group
    left_out = int(single.sum()) + len(folded) - MOST_NODES
    if left_out > 0:
        small = np.flatnonzero(single)[np.argsort(data.sizes[single], kind="stable")[:left_out]]
        single[small] = False
    return _collect(data, positions, wanted, (states, visible, single, group, max(0, left_out)))


def _folded(data: GraphData, shown: Flags, visible: Flags, wanted: Wanted) -> frozenset[int]:
    """Return the clusters that are folded: those that were asked for, or as many as it takes."""
    count = int(data.cluster.max(initial=-1)) + 1
    if not count:
        return frozenset()
    member = shown & (data.cluster >= 0)
    sizes = np.bincount(data.cluster[member], minlength=count)
    if wanted.folded is not None:
        return frozenset(number for number in wanted.folded if number < count and sizes[number])
    if shown.sum() <= MOST_NODES and visible.sum() <= MOST_EDGES:
        return frozenset()
    return frozenset(int(number) for number in np.flatnonzero(sizes >= LEAST_FOLDED))


def _collect(
    data: GraphData,
    positions: Points,
    wanted: Wanted,
    parts: tuple[npt.NDArray[np.uint8], Flags, Flags, Flags, int],
) -> Picture:
    states, visible, single, group, left_out = parts
    alone = np.flatnonzero(single)
    numbers, member = np.unique(data.cluster[group], return_inverse=True)
    nodes = np.concatenate([alone, -1 - numbers]).astype(np.int32)
    drawn = np.full(len(data), -1, dtype=np.int32)
    drawn[alone] = np.arange(len(alone))
    drawn[group] = len(alone) + member
    middle = np.zeros((len(numbers), 2), dtype=np.float32)
    np.add.at(middle, member, positions[group])
    sizes = np.bincount(member, minlength=len(numbers)).astype(np.float32)
    if len(numbers):
        middle /= sizes[:, None]
    true_now = visible & np.isin(states, [int(state) for state in HOLDING])
    # Its relations that a filter hides count too: it is faint only by what it is.
    holding = np.isin(states, [int(state) for state in HOLDING])
    some = data.touched(states != EdgeState.HIDDEN)
    faint = some & ~data.touched(holding)
    changed = (
        np.zeros(len(states), dtype=np.bool_)
        if wanted.since is None
        else data.changed_between(*sorted((wanted.since, wanted.day)))
    )
    fresh = data.touched(changed)
    if wanted.since is not None:
        first, last = sorted((wanted.since, wanted.day))
        fresh |= (data.since > first) & (data.since <= last)
    ends = drawn[data.ends]
    lines = np.flatnonzero(visible & (ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1]))
    lines, counts = _bundle(ends, lines, len(alone), states)
    lines_left_out = len(lines) - MOST_EDGES
    if lines_left_out > 0:
        # What is true stays before what was.
        kept = np.sort(np.argsort(~true_now[lines], kind="stable")[:MOST_EDGES])
        lines, counts = lines[kept], counts[kept]
    several = counts > 1
    return Picture(
        nodes=nodes,
        positions=np.concatenate([positions[alone], middle]).astype(np.float32),
        sizes=np.concatenate([data.sizes[alone], np.minimum(1.0, 0.5 + sizes / 100)]).astype(
            np.float32
        ),
        faint=np.concatenate([faint[alone], np.zeros(len(numbers), dtype=np.bool_)]),
        fresh=np.concatenate([fresh[alone], np.bincount(member, fresh[group], len(numbers)) > 0]),
        ends=ends[lines],
        edges=np.where(several, -1, lines).astype(np.int32),
        states=states[lines],
        changed=changed[lines],
        counts=counts.astype(np.int32),
        folded=frozenset(int(number) for number in numbers),
        left_out=left_out,
        lines_left_out=max(0, lines_left_out),
    )


def _bundle(
    ends: Places, lines: npt.NDArray[np.intp], singles: int, states: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Return one line for all edges between a folded cluster and another thing, with how many."""
    folded = (ends[lines] >= singles).any(axis=1)
    own, shared = lines[~folded], lines[folded]
    if not len(shared):
        return own, np.ones(len(own), dtype=np.int64)
    # What holds stands for the others: it comes first among those of a pair.
    shared = shared[np.argsort(states[shared], kind="stable")]
    pair = np.sort(ends[shared], axis=1).astype(np.int64)
    keys = pair[:, 0] * (int(ends.max()) + 1) + pair[:, 1]
    _keys, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return (
        np.concatenate([own, shared[first]]),
        np.concatenate([np.ones(len(own), dtype=np.int64), counts]),
    )


def outline(points: Points) -> Points:
    """Return the corners of the smallest convex region around points, in order; (h, 2)."""
    unique = np.unique(points.astype(np.float64), axis=0)
    if len(unique) < 3:  # noqa: PLR2004 - two points have no inside
        return unique.astype(np.float32)

    def half(ordered: npt.NDArray[np.float64]) -> list[tuple[float, float]]:
        corners: list[tuple[float, float]] = []
        for x, y in ordered.tolist():
            while len(corners) > 1:
                (ax, ay), (bx, by) = corners[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                corners.pop()
            corners.append((x, y))
        return corners[:-1]

    return np.array(half(unique) + half(unique[::-1]), dtype=np.float32)


def regions(data: GraphData, picture: Picture, least: int) -> dict[int, Points]:
    """Return the outline of each cluster of which at least so many nodes are drawn, by number."""
    own = picture.nodes >= 0
    numbers = np.full(len(picture.nodes), -1, dtype=np.int32)
    numbers[own] = data.cluster[picture.nodes[own]]
    order = np.argsort(numbers, kind="stable")
    ranked = numbers[order]
    found: dict[int, Points] = {}
    for number in np.unique(ranked[ranked >= 0]).tolist():
        first, last = np.searchsorted(ranked, (number, number + 1))
        if last - first >= least:
            found[number] = outline(picture.positions[order[first:last]])
    return found


def chosen_around(ids: Collection[int], data: GraphData) -> frozenset[int]:
    """Return the indices of nodes by their ids; those that are gone are left out."""
    known = {int(node_id): place for node_id, place in data.places.items()}
    return frozenset(known[node_id] for node_id in ids if node_id in known)
