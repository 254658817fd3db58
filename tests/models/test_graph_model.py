"""A graph as arrays: days, filters, neighbours, and never more than can be drawn."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine import (
    EdgeId,
    EdgeRow,
    EventId,
    FactState,
    GraphView,
    NodeId,
    NodeRow,
    NodeType,
    Validity,
    WorkspaceId,
)
from stratagate_app.models.graph import (
    GraphData,
    GraphFilter,
    day_text,
    load_graph,
    place_nodes,
    to_day,
)
from stratagate_app.models.graph_picture import (
    MOST_EDGES,
    MOST_NODES,
    Wanted,
    draw,
    outline,
    regions,
)
from stratagate_app.models.graph_states import EdgeState

TODAY = "2026-12-01"


def node(number: int, kind: NodeType = NodeType.TOOL, **fields: object) -> NodeRow:
    made = NodeRow(NodeId(number), WorkspaceId(1), kind, f"node {number}", since="2026-01-01")
    return replace(made, **fields)  # type: ignore[arg-type]


def edge(
    one: int,
    other: int,
    start: str | None = "2026-02-01",
    end: str | None = None,
    state: FactState = FactState.CURRENT,
) -> EdgeRow:
    ids = EdgeId(one * 1000 + other)
    ends = NodeId(one), NodeId(other)
    return EdgeRow(ids, *ends, "uses", Validity(start, end), state, 1.0, (EventId(1),))


def graph(nodes: list[NodeRow], edges: list[EdgeRow]) -> GraphData:
    return load_graph(GraphView(tuple(nodes), tuple(edges), (), (), TODAY, 0, 0))


def on(text: str) -> int:
    return date.fromisoformat(text).toordinal()


CHAIN = graph(
    [node(n, tags=("maps",) if n < 3 else (), size=n / 10) for n in range(1, 6)],
    [
        edge(1, 2),
        edge(2, 3, "2026-03-01", "2026-06-01", FactState.PAST),
        edge(3, 4, "2026-07-01"),
        edge(4, 5, None, None, FactState.DISPUTED),
        edge(5, 99),
    ],
)


def states(day: str) -> list[int]:
    return [int(state) for state in CHAIN.states_on(on(day))]


def test_states_of_any_day_are_read_off_the_intervals() -> None:
    current, disputed = EdgeState.CURRENT, EdgeState.DISPUTED
    past, hidden = EdgeState.PAST, EdgeState.HIDDEN
    assert states(TODAY) == [current, past, current, disputed]
    assert states("2026-04-01") == [current, current, hidden, disputed]
    assert states("2026-06-01") == [current, past, hidden, disputed]
    assert states("2026-01-15") == [hidden, hidden, hidden, disputed]


def test_what_began_or_ended_between_two_days_is_known() -> None:
    changed = CHAIN.changed_between(on("2026-05-01"), on("2026-07-01"))
    assert changed.tolist() == [False, True, True, False]


def test_neighbours_are_found_over_as_many_steps_as_wanted() -> None:
    every = np.ones(4, dtype=np.bool_)
    assert CHAIN.near([0], 1, every).tolist() == [True, True, False, False, False]
    assert CHAIN.near([0], 3, every).tolist() == [True, True, True, True, False]
    assert CHAIN.near([4], 1, every).tolist() == [False, False, False, True, True]


def test_filters_leave_what_fits() -> None:
    day = on(TODAY)
    assert CHAIN.passing(GraphFilter(tags=frozenset({"maps"})), day).sum() == 2
    assert CHAIN.passing(GraphFilter(types=frozenset({NodeType.PLACE})), day).sum() == 0
    assert CHAIN.passing(GraphFilter(least=0.35), day).sum() == 2
    assert CHAIN.passing(GraphFilter(since=on("2026-06-15")), day).sum() == 2
    assert CHAIN.passing(GraphFilter(), on("2025-01-01")).sum() == 0


def test_a_picture_has_the_edges_of_wanted_states_only() -> None:
    only = GraphFilter(states=frozenset({EdgeState.PAST}))
    picture = draw(CHAIN, place_nodes(CHAIN), Wanted(on(TODAY), only))
    assert picture.states.tolist() == [EdgeState.PAST]
    assert len(picture.nodes) == 5


def test_a_node_of_which_nothing_is_true_any_more_is_faint() -> None:
    data = graph([node(1), node(2)], [edge(1, 2, "2026-02-01", "2026-03-01", FactState.PAST)])
    places = place_nodes(data)
    assert draw(data, places, Wanted(on(TODAY))).faint.tolist() == [True, True]
    assert draw(data, places, Wanted(on("2026-02-10"))).faint.tolist() == [False, False]


def groups(count: int, each: int) -> GraphData:
    nodes = [node(n, size=(n % 7) / 7) for n in range(count * each)]
    edges = [
        edge(first * each + one, first * each + other)
        for first in range(count)
        for one in range(each)
        for other in ((one + 1) % each, (one + 2) % each)
        if one != other
    ]
    bridges = [edge(first * each, (first + 1) * each) for first in range(count - 1)]
    return graph(nodes, [*edges, *bridges])


def test_a_large_graph_is_drawn_as_clusters_first() -> None:
    data = groups(450, 6)
    picture = draw(data, place_nodes(data), Wanted(on(TODAY)))
    assert len(picture.nodes) <= MOST_NODES
    assert len(picture.ends) <= MOST_EDGES
    assert picture.folded
    assert (picture.nodes < 0).sum() == len(picture.folded)
    assert picture.counts.max() >= 1


def test_what_there_is_no_room_for_is_counted() -> None:
    data = graph([node(n, size=n / 3000) for n in range(2300)], [])
    places = np.zeros((2300, 2), np.float32)
    picture = draw(data, places, Wanted(on(TODAY)))
    assert len(picture.nodes) == MOST_NODES
    assert picture.left_out == 300
    assert picture.nodes.min() == 300


def test_a_folded_cluster_is_one_disc_with_lines_for_several() -> None:
    data = groups(2, 6)
    places = place_nodes(data)
    whole = draw(data, places, Wanted(on(TODAY), folded=frozenset()))
    assert len(whole.nodes) == 12
    folded = draw(data, places, Wanted(on(TODAY), folded=frozenset({0, 1})))
    assert folded.nodes.tolist() == [-1, -2]
    assert len(folded.ends) == 1
    assert len(regions(data, whole, 3)) == 2


def test_what_stood_somewhere_is_not_moved_by_a_new_node() -> None:
    data = groups(2, 6)
    places = place_nodes(data)
    rows = [
        replace(row, x=float(x), y=float(y))
        for row, (x, y) in zip(data.view.nodes, places.tolist(), strict=True)
    ]
    grown = graph([*rows, node(99)], [*data.view.edges, edge(99, 3)])
    assert (place_nodes(grown)[:12] == places).all()
    assert np.isfinite(place_nodes(grown, anew=True)).all()


@given(st.none() | st.text(max_size=12) | st.dates().map(lambda day: day.isoformat()))
def test_a_day_that_is_none_is_unknown(text: str | None) -> None:
    day = to_day(text, 0)
    assert day == 0 or to_day(day_text(day), 0) == day


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), max_size=30))
def test_an_outline_holds_all_its_points(points: list[tuple[int, int]]) -> None:
    given_points = np.array(points, dtype=np.float32).reshape(-1, 2)
    corners = outline(given_points)
    if len(corners) < 3:
        return
    along = np.roll(corners, -1, axis=0) - corners
    for point in given_points:
        off = point - corners
        assert (along[:, 0] * off[:, 1] - along[:, 1] * off[:, 0] >= -1e-3).all()
