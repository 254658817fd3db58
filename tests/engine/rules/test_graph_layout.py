"""Where nodes stand, by rule."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.errors import OperationCancelled
from stratagate_app.engine.rules.graph_layout import APART, NEIGHBOURS, Positions, lay_out_graph


def pairs(*given_pairs: tuple[int, int]) -> npt.NDArray[np.int32]:
    return np.array(given_pairs, dtype=np.int32).reshape(-1, 2)


def nowhere(count: int) -> Positions:
    return np.full((count, 2), np.nan)


def nobody(count: int) -> npt.NDArray[np.bool_]:
    return np.zeros(count, dtype=np.bool_)


def nearest(places: Positions) -> float:
    apart = np.hypot(*(places[:, None] - places[None, :]).transpose(2, 0, 1))
    apart[np.diag_indices(len(places))] = np.inf
    return float(apart.min())


CHAIN = pairs(*((n, n + 1) for n in range(19)))


def test_neighbours_are_near_and_nothing_lies_upon_another() -> None:
    places = lay_out_graph(CHAIN, nowhere(20), nobody(20), [None] * 20)
    lengths = np.hypot(*(places[CHAIN[:, 0]] - places[CHAIN[:, 1]]).T)
    assert NEIGHBOURS / 2 < np.median(lengths) < NEIGHBOURS * 2
    assert nearest(places) > APART * 0.9


def test_the_same_graph_is_laid_out_the_same() -> None:
    first = lay_out_graph(CHAIN, nowhere(20), nobody(20), [None] * 20)
    assert (lay_out_graph(CHAIN, nowhere(20), nobody(20), [None] * 20) == first).all()


def test_what_stood_somewhere_stays_and_new_nodes_come_beside_their_neighbours() -> None:
    before = np.vstack([lay_out_graph(CHAIN, nowhere(20), nobody(20), [None] * 20), nowhere(3)])
    edges = np.vstack([CHAIN, pairs((20, 4), (21, 20))])
    after = lay_out_graph(edges, before, nobody(23), [None] * 23)
    assert (after[:20] == before[:20]).all()
    assert np.hypot(*(after[20] - after[4])) < NEIGHBOURS * 2
    assert np.hypot(*(after[21] - after[20])) < NEIGHBOURS * 2
    assert nearest(after) > APART * 0.5


def test_a_graph_that_is_mostly_new_is_laid_out_anew_around_what_a_person_placed() -> None:
    before, by_hand = nowhere(20), nobody(20)
    before[3], by_hand[3] = (500.0, -40.0), True
    before[4] = (9000.0, 9000.0)
    after = lay_out_graph(CHAIN, before, by_hand, [None] * 20)
    assert after[3].tolist() == [500.0, -40.0]
    assert np.hypot(*(after[4] - after[5])) < NEIGHBOURS * 4


def test_parts_do_not_overlap_and_lone_nodes_stand_below() -> None:
    edges = pairs(*((n, n + 1) for n in range(9)), *((n, n + 1) for n in range(10, 14)))
    places = lay_out_graph(edges, nowhere(18), nobody(18), [None] * 18)
    assert nearest(places) > APART * 0.9
    assert places[15:, 1].min() > places[:15, 1].max()


def test_it_can_be_stopped() -> None:
    def stop() -> None:
        raise OperationCancelled

    with pytest.raises(OperationCancelled):
        lay_out_graph(CHAIN, nowhere(20), nobody(20), [None] * 20, check=stop)


def test_nothing_is_laid_out_of_nothing() -> None:
    assert lay_out_graph(pairs(), nowhere(0), nobody(0), []).shape == (0, 2)


@given(
    st.integers(1, 30),
    st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=60),
    st.sets(st.integers(0, 29)),
    st.sets(st.integers(0, 29)),
)
def test_every_graph_has_a_finite_place_for_each_node(
    count: int, ends: list[tuple[int, int]], known: set[int], by_hand: set[int]
) -> None:
    edges = pairs(*((a, b) for a, b in ends if a < count and b < count and a != b))
    before, placed = nowhere(count), nobody(count)
    for place in (place for place in known if place < count):
        # The same spot for all: nothing that is held moves off it.
        before[place] = (7.0, 7.0)
        placed[place] = place in by_hand
    after = lay_out_graph(edges, before, placed, [n % 3 if n % 4 else None for n in range(count)])
    assert np.isfinite(after).all()
    held = placed | (np.isfinite(before).all(axis=1).sum() * 3 >= count) & (
        np.isfinite(before).all(axis=1)
    )
    assert (after[held] == before[held]).all()
