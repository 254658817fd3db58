"""Paged models: exact counts, pages on demand, late pages dropped."""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.models.paged import PAGE_ROWS, PAGES_IN_FLIGHT, PagedTableModel, PageLoader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from stratagate_app.engine import Memory


@dataclass(frozen=True)
class Row:
    """A row of the model under test."""

    id: int
    name: str


class RowModel(PagedTableModel[Row]):
    """Two columns: number and name."""

    def cell(self, row: Row, column: int, role: int) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return row.id if column == 0 else row.name


def rows_of(ids: Sequence[int]) -> list[Row]:
    return [Row(number, f"row {number}") for number in ids]


@pytest.fixture
def model(qapp: object) -> RowModel:
    del qapp
    return RowModel(("Number", "Name"))


def answer(model: RowModel) -> None:
    model.page_needed.connect(
        lambda generation, page, ids: model.set_page(generation, page, rows_of(ids))
    )


def shown(model: RowModel, row: int, column: int = 0) -> Any:
    return model.data(model.index(row, column))


def check(tester: ModelTester, model: RowModel) -> None:
    tester.check(model)


def test_the_model_keeps_the_contract_of_qt(model: RowModel, qtmodeltester: ModelTester) -> None:
    answer(model)
    model.set_ids(array("q", range(300)))
    check(qtmodeltester, model)
    model.set_ids(array("q"))
    check(qtmodeltester, model)


def test_a_page_is_asked_for_once_and_shows_when_it_is_there(model: RowModel) -> None:
    asked: list[tuple[int, int, array[int]]] = []
    model.page_needed.connect(lambda *request: asked.append(request))
    model.set_ids(array("q", range(1000, 1000 + 3 * PAGE_ROWS)))
    row = PAGE_ROWS + 5
    assert shown(model, row) == "…"
    assert shown(model, row + 1) == "…"
    assert [page for _generation, page, _ids in asked] == [1]
    generation, page, ids = asked[0]
    assert model.set_page(generation, page, rows_of(ids))
    assert shown(model, row) == 1000 + row
    assert shown(model, row, 1) == f"row {1000 + row}"


def test_a_page_of_an_older_search_is_dropped(model: RowModel) -> None:
    asked: list[tuple[int, int, array[int]]] = []
    model.page_needed.connect(lambda *request: asked.append(request))
    model.set_ids(array("q", [1, 2, 3]))
    shown(model, 0)
    model.set_ids(array("q", [7, 8]))
    generation, page, ids = asked[0]
    assert not model.set_page(generation, page, rows_of(ids))
    assert shown(model, 0) == "…"


def test_a_row_that_is_gone_stays_empty_and_moves_no_other(model: RowModel) -> None:
    model.set_ids(array("q", [1, 2, 3]))
    model.set_page(model.generation, 0, rows_of([1, 3]))
    assert [shown(model, row) for row in range(3)] == [1, "…", 3]
    assert model.row_at(1) is None


def test_refresh_keeps_the_old_rows_until_the_new_ones_are_there(model: RowModel) -> None:
    asked: list[tuple[int, int, array[int]]] = []
    model.page_needed.connect(lambda *request: asked.append(request))
    ids = array("q", [1, 2])
    model.set_ids(ids)
    model.set_page(model.generation, 0, rows_of(ids))
    assert not model.update_ids(array("q", [1, 2]))
    assert shown(model, 1, 1) == "row 2"
    generation, page, _ids = asked[-1]
    assert model.set_page(generation, page, [Row(1, "row 1"), Row(2, "changed")])
    assert shown(model, 1, 1) == "changed"


def test_headers_and_ids_need_no_page(model: RowModel) -> None:
    asked: list[object] = []
    model.page_needed.connect(lambda *request: asked.append(request))
    model.set_ids(array("q", range(200_000)))
    assert model.rowCount() == 200_000
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Name"
    assert model.data(model.index(150_000, 0), model.IdRole) == 150_000
    assert asked == []


@given(st.lists(st.integers(min_value=1, max_value=2**62), unique=True, max_size=400))
def test_every_id_is_found_at_its_place(ids: list[int]) -> None:
    model = RowModel(("Number", "Name"))
    answer(model)
    model.set_ids(array("q", ids))
    for place, number in enumerate(ids):
        assert model.row_of(number) == place
        assert model.id_at(place) == number
        assert shown(model, place) == number
    assert model.row_of(0) == -1


@pytest.fixture
def client(qapp: object) -> Iterator[MemoryClient]:
    del qapp
    runner = JobRunner()
    yield MemoryClient(cast("Memory", object()), runner)
    runner.shutdown()


def loader_of(
    client: MemoryClient, model: RowModel, load: Callable[[Sequence[int]], Sequence[Row]]
) -> PageLoader[Row]:
    return PageLoader(client, model, lambda _memory, ids: load(ids))


def test_the_loader_fetches_two_at_a_time_newest_first(
    client: MemoryClient, model: RowModel, qtbot: QtBot
) -> None:
    gate = threading.Event()
    began: list[int] = []

    def load(ids: Sequence[int]) -> Sequence[Row]:
        began.append(ids[0] // PAGE_ROWS)
        gate.wait(5)
        return rows_of(ids)

    loader = loader_of(client, model, load)
    model.set_ids(array("q", range(6 * PAGE_ROWS)))
    for page in range(6):
        shown(model, page * PAGE_ROWS)
    qtbot.waitUntil(lambda: len(began) == PAGES_IN_FLIGHT, timeout=5000)
    qtbot.wait(50)
    assert sorted(began) == [0, 1]
    gate.set()
    qtbot.waitUntil(lambda: len(began) == 6, timeout=5000)
    assert sorted(began[2:4]) == [4, 5]
    qtbot.waitUntil(lambda: shown(model, 5 * PAGE_ROWS) == 5 * PAGE_ROWS, timeout=5000)
    assert loader.parent() is model


def test_a_page_that_failed_is_told_and_asked_for_again(
    client: MemoryClient, model: RowModel, qtbot: QtBot
) -> None:
    calls: list[int] = []

    def load(ids: Sequence[int]) -> Sequence[Row]:
        calls.append(len(ids))
        if len(calls) == 1:
            raise OSError
        return rows_of(ids)

    loader = loader_of(client, model, load)
    model.set_ids(array("q", [1, 2]))
    with qtbot.waitSignal(loader.failed, timeout=5000):
        shown(model, 0)
    assert shown(model, 0) == "…"
    qtbot.waitUntil(lambda: shown(model, 0) == 1, timeout=5000)
