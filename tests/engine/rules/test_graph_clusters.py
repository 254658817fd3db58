"""What belongs together in a graph, by rule."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.graph import UNDATED, EdgeRow, FactState, NodeRow, NodeType
from stratagate_app.engine.domain.ids import EdgeId, EventId, NodeId, WorkspaceId
from stratagate_app.engine.rules.graph_clusters import find_clusters


def node(number: int, *tags: str, size: float = 0.0) -> NodeRow:
    return NodeRow(
        NodeId(number), WorkspaceId(1), NodeType.TOOL, f"node {number}", tags=tags, size=size
    )


def edge(one: int, other: int, state: FactState = FactState.CURRENT) -> EdgeRow:
    return EdgeRow(
        EdgeId(one * 100 + other),
        NodeId(one),
        NodeId(other),
        "uses",
        UNDATED,
        state,
        1.0,
        (EventId(1),),
    )


def ring(first: int, count: int) -> list[EdgeRow]:
    numbers = range(first, first + count)
    return [edge(one, other) for one in numbers for other in numbers if one < other]


def test_two_groups_with_one_relation_between_them_are_two_clusters() -> None:
    nodes = [node(n, "maps") for n in range(1, 6)] + [node(n, size=n / 20) for n in range(6, 10)]
    numbers, clusters = find_clusters(nodes, [*ring(1, 5), *ring(6, 4), edge(5, 6)])
    assert numbers == (0,) * 5 + (1,) * 4
    assert [(c.number, c.name, c.size) for c in clusters] == [(0, "maps", 5), (1, "node 9", 4)]


def test_what_is_past_or_leads_elsewhere_holds_nothing_together() -> None:
    edges = [edge(1, 2, FactState.PAST), edge(1, 2, FactState.PLANNED), edge(1, 99), edge(1, 1)]
    assert find_clusters([node(1), node(2)], edges) == ((None, None), ())


def test_a_dispute_still_holds_together() -> None:
    numbers, _clusters = find_clusters([node(1), node(2)], [edge(1, 2, FactState.DISPUTED)])
    assert numbers == (0, 0)


def test_a_shared_tag_alone_makes_no_cluster() -> None:
    assert find_clusters([node(1, "maps"), node(2, "maps")], [])[0] == (None, None)


def test_two_clusters_of_one_tag_have_two_names() -> None:
    nodes = [node(n, "maps", size=n / 20) for n in range(1, 9)]
    _numbers, clusters = find_clusters(nodes, [*ring(1, 4), *ring(5, 4)])
    assert [cluster.name for cluster in clusters] == ["maps", "node 8"]


@given(
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=30),
    st.randoms(use_true_random=False),
)
def test_the_order_of_nodes_and_edges_does_not_matter(
    pairs: set[tuple[int, int]],
    random: object,
) -> None:
    nodes = [node(n, "even" if n % 2 else "odd") for n in range(1, 13)]
    edges = [edge(*pair) for pair in sorted(pairs)]
    numbers, clusters = find_clusters(nodes, edges)
    mixed, turned = list(nodes), list(edges)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    random.shuffle(turned)  # type: ignore[attr-defined]
    again, same = find_clusters(mixed, turned)
    assert same == clusters
    assert dict(zip((n.id for n in mixed), again, strict=True)) == dict(
        zip((n.id for n in nodes), numbers, strict=True)
    )
    assert sum(cluster.size for cluster in clusters) == sum(n is not None for n in numbers)
