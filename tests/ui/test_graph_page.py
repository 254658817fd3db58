"""The Graph page over a real memory file, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import FactState, Memory, NodeType
from stratagate_app.models.graph_states import EdgeState
from stratagate_app.ui.graph.controls import CLUSTERS, NEIGHBOURS
from stratagate_app.ui.graph.dialogs import DayDialog, MergeDialog, NameDialog, SplitDialog
from stratagate_app.ui.graph.page import GraphPage
from stratagate_app.ui.theme import LIGHT
from tests.engine.graph_support import HOME, node_named, open_graph
from tests.ui.graph_support import graph_memory

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = graph_memory(tmp_path)
    yield opened
    opened.close()


def make_page(qtbot: QtBot, memory: Memory, runner: JobRunner) -> GraphPage:
    client = MemoryClient(memory, runner)
    made = GraphPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    return made


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[GraphPage]:
    del qapp
    runner = JobRunner()
    made = make_page(qtbot, memory, runner)
    made.set_workspace(HOME)
    qtbot.waitUntil(lambda: shown(made) > 0)
    qtbot.waitUntil(lambda: all(row.x is not None for row in memory.graph.view(HOME).nodes))
    made.stage.setFocus()
    yield made
    runner.shutdown()


def shown(page: GraphPage) -> int:
    picture = page.stage.picture
    return 0 if picture is None else len(picture.nodes)


def names(page: GraphPage) -> set[str]:
    picture, data = page.stage.picture, page.data
    assert picture is not None
    assert data is not None
    return {data.view.nodes[place].name for place in picture.nodes.tolist() if place >= 0}


def point_of(page: GraphPage, node_id: int) -> QPoint:
    index = page.stage._place_of[node_id]
    return page.stage.canvas.place_of(index).toPoint()


def select(qtbot: QtBot, page: GraphPage, memory: Memory, name: str) -> int:
    node_id = int(node_named(memory, name))
    page.show_node(node_id)
    page.stage.canvas.fly_at_once()
    qtbot.waitUntil(
        lambda: page.inspector.detail is not None and page.inspector.detail.row.id == node_id
    )
    return node_id


def links(page: GraphPage, words: str) -> list[QPushButton]:
    buttons = page.inspector.findChildren(QPushButton)
    return [button for button in buttons if button.text() == words and button.isVisible()]


def test_a_click_selects_a_node_and_the_inspector_tells_what_is_true_of_it(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    node_id = int(node_named(memory, "atlas"))
    QTest.mouseClick(page.stage.canvas.viewport(), LEFT, NO_KEYS, point_of(page, node_id))
    qtbot.waitUntil(lambda: page.inspector.detail is not None)
    detail = page.inspector.detail
    assert detail is not None
    assert detail.row.name == "atlas"
    values = {fact.value: fact.state for fact in detail.facts}
    assert values["pnpm"] is FactState.CURRENT
    assert values["npm"] is FactState.PAST


def test_an_earlier_day_shows_what_was_true_then(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    select(qtbot, page, memory, "atlas")
    page.time.go_to(date(2026, 3, 10).toordinal())
    qtbot.waitUntil(
        lambda: (
            page.inspector.detail is not None
            and {f.value for f in page.inspector.detail.facts if f.state is FactState.CURRENT}
            == {"npm"}
        )
    )
    assert "indexer" not in names(page)
    assert "3月" in page.time._title.text() or "Mar" in page.time._title.text()
    page.time.today_button.click()
    assert "indexer" in names(page)


def test_what_was_replaced_is_past_in_the_picture(page: GraphPage) -> None:
    picture, data = page.stage.picture, page.data
    assert picture is not None
    assert data is not None
    past = {
        data.view.edges[int(edge)].relation
        for edge, state in zip(picture.edges, picture.states, strict=True)
        if state == EdgeState.PAST
    }
    assert "builds with" in past


def test_a_dragged_node_stays_where_it_was_put(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    node_id = int(node_named(memory, "npm"))
    page.stage.canvas.one_to_one()
    page.show_node(node_id)
    page.stage.canvas.fly_at_once()
    start = point_of(page, node_id)
    view = page.stage.canvas.viewport()
    QTest.mousePress(view, LEFT, NO_KEYS, start)
    for step in range(1, 9):
        QTest.mouseMove(view, start + QPoint(step * 8, step * 4))
        qtbot.wait(5)
    QTest.mouseRelease(view, LEFT, NO_KEYS, start + QPoint(64, 32))
    qtbot.waitUntil(
        lambda: next(row for row in memory.graph.view(HOME).nodes if row.id == node_id).placed
    )
    row = next(row for row in memory.graph.view(HOME).nodes if row.id == node_id)
    index = page.stage._place_of[node_id]
    assert (row.x, row.y) == pytest.approx(tuple(page.stage.canvas.positions[index].tolist()))


def test_neighbours_are_shown_alone_and_further_ones_with_more_steps(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    select(qtbot, page, memory, "Berlin")
    QTest.keyClick(page.stage.canvas, Qt.Key.Key_N)
    assert page.controls.mode == NEIGHBOURS
    assert names(page) == {"Berlin", "Fjord", "Maya"}
    page.controls.depths.step(1)
    assert {"Jonas", "atlas"} <= names(page)


def test_kinds_states_and_tags_filter_the_picture(page: GraphPage) -> None:
    page.controls.types[NodeType.PERSON].click()
    assert names(page) == {"Maya", "Jonas", "阿宁"}
    page.controls.types[NodeType.PERSON].click()
    page.controls.tags._on_chosen("maps")
    assert names(page) == {"atlas"}


def test_clusters_are_regions_that_fold(page: GraphPage) -> None:
    before = shown(page)
    page.controls.modes.step(1)
    page.controls.modes.step(1)
    assert page.controls.mode == CLUSTERS
    assert page.stage.canvas._outlines
    page.controls.fold_button.click()
    assert shown(page) < before
    picture = page.stage.picture
    assert picture is not None
    disc = next(i for i, place in enumerate(picture.nodes.tolist()) if place < 0)
    page.stage.canvas.on_opened(disc)
    assert shown(page) > len(picture.nodes)


def test_the_field_finds_a_node_and_flies_there(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    QTest.keyClick(page.stage.canvas, Qt.Key.Key_Slash)
    field = page.controls.field
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "postg")
    qtbot.waitUntil(field.list.isVisible)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert page.stage.selected_ids() == [int(node_named(memory, "Postgres"))]
    assert not field.text()
    assert not field.list.isVisible()


def test_arrows_go_to_the_next_node_and_escape_selects_nothing(page: GraphPage) -> None:
    canvas = page.stage.canvas
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    first = list(canvas.selected)
    assert len(first) == 1
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(canvas, key)
    assert canvas.selected != []
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selected == []


def test_a_name_that_is_put_right_shows_at_once(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    select(qtbot, page, memory, "indexer")
    page.inspector.rename_button.click()
    dialog = page.corrections.dialog
    assert isinstance(dialog, NameDialog)
    dialog.name.setText("index service")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "index service" in names(page))
    assert memory.history.next_undo() is not None
    memory.history.undo(memory.history.next_undo().id)  # type: ignore[union-attr]
    assert node_named(memory, "indexer")


def test_two_selected_nodes_become_one(qtbot: QtBot, page: GraphPage, memory: Memory) -> None:
    pair = [int(node_named(memory, name)) for name in ("pnpm", "npm")]
    page.stage.select_ids(pair)
    page._on_selection_changed()
    QTest.keyClick(page.stage.canvas, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: "npm" not in names(page))
    assert "pnpm" in names(page)


def test_another_node_is_found_to_merge_with(qtbot: QtBot, page: GraphPage, memory: Memory) -> None:
    select(qtbot, page, memory, "Jonas")
    page.inspector.change_asked.emit("merge", None)
    dialog = page.corrections.dialog
    assert isinstance(dialog, MergeDialog)
    QTest.keyClicks(dialog.field, "maya")
    qtbot.waitUntil(lambda: dialog.hits.count() > 0)
    assert dialog.hits.currentItem().text().startswith("Maya")
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: "Maya" not in names(page))


def test_a_node_is_split_in_two(qtbot: QtBot, page: GraphPage, memory: Memory) -> None:
    select(qtbot, page, memory, "Fjord")
    page.inspector.change_asked.emit("split", None)
    dialog = page.corrections.dialog
    assert isinstance(dialog, SplitDialog)
    assert not dialog.accept_button.isEnabled()
    dialog.name.setText("Fjord Berlin")
    dialog.parts.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: {"Fjord", "Fjord Berlin"} <= names(page))


def test_a_fact_that_ended_is_past_and_an_event_behind_it_opens(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    select(qtbot, page, memory, "atlas")
    with qtbot.waitSignal(page.open_event):
        links(page, "event")[0].click()
    links(page, "end")[0].click()
    dialog = page.corrections.dialog
    assert isinstance(dialog, DayDialog)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: memory.history.next_undo() is not None)
    qtbot.waitUntil(
        lambda: (
            page.inspector.detail is not None
            and any(fact.closed_by_hand for fact in page.inspector.detail.facts)
        )
    )


def test_comparing_highlights_what_changed(page: GraphPage) -> None:
    page.time.go_to(date(2026, 4, 1).toordinal())
    page.time.compare_button.click()
    page.time.go_to(date(2026, 4, 20).toordinal())
    picture = page.stage.picture
    assert picture is not None
    assert picture.changed.any()
    assert not picture.changed.all()
    page.time.compare_button.click()
    assert page.stage.picture is not None
    assert not page.stage.picture.changed.any()


def test_playing_goes_from_change_to_change_until_today(qtbot: QtBot, page: GraphPage) -> None:
    page.time._play.setInterval(10)
    page.time.go_to(date(2026, 3, 4).toordinal())
    QTest.keyClick(page.stage.canvas, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: page.time.day > date(2026, 5, 1).toordinal())
    qtbot.waitUntil(lambda: not page.time._play.isActive())


def test_arrows_on_the_slider_go_to_the_next_change(page: GraphPage) -> None:
    slider = page.time.slider
    page.time.go_to(date(2026, 4, 1).toordinal())
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert page.time.day == date(2026, 4, 10).toordinal()
    QTest.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.time.day == date(2026, 4, 11).toordinal()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    QTest.mouseClick(slider, LEFT, NO_KEYS, QPoint(slider.width() // 2, 18))
    assert slider._first < page.time.day < slider._last


def test_the_picture_is_saved_as_png_and_svg(page: GraphPage, tmp_path: Path) -> None:
    for kind in ("png", "svg"):
        path = tmp_path / f"picture.{kind}"
        page.choose_file = lambda _kind, path=path: path  # type: ignore[method-assign, misc]
        getattr(page.actions_, kind).trigger()
        assert path.stat().st_size > 1000
    assert QImage(str(tmp_path / "picture.png")).width() > 1000
    drawing = (tmp_path / "picture.svg").read_text("utf-8")
    assert "atlas" in drawing
    assert "<image" not in drawing


def test_what_cannot_be_saved_is_told(qtbot: QtBot, page: GraphPage, tmp_path: Path) -> None:
    path = tmp_path / "missing" / "x.png"
    page.choose_file = lambda _kind: path  # type: ignore[method-assign, assignment]
    with qtbot.waitSignal(page.failed):
        page.actions_.png.trigger()


def test_the_map_moves_the_view(qtbot: QtBot, page: GraphPage) -> None:
    assert not page.stage.map.isVisible()
    page.stage.canvas.zoom(0.2)
    qtbot.waitUntil(page.stage.map.isVisible)
    before = page.stage.canvas.view_rect().center()
    QTest.mouseClick(page.stage.map, LEFT, NO_KEYS, QPoint(12, 12))
    assert page.stage.canvas.view_rect().center() != before


def test_mode_filters_and_node_survive_a_restart(
    qtbot: QtBot, page: GraphPage, memory: Memory
) -> None:
    node_id = select(qtbot, page, memory, "Maya")
    page.controls.types[NodeType.PERSON].click()
    page.controls.modes.step(1)
    state = page.save_state()
    runner = JobRunner()
    other = make_page(qtbot, memory, runner)
    other.restore_state(state)
    other.set_workspace(HOME)
    qtbot.waitUntil(lambda: other.stage.selected_ids() == [node_id])
    assert other.controls.mode == NEIGHBOURS
    assert names(other) <= {"Maya", "Jonas", "阿宁"}
    runner.shutdown()


def test_an_empty_graph_says_what_will_be_here(qtbot: QtBot, tmp_path: Path) -> None:
    runner = JobRunner()
    with open_graph(tmp_path / "empty.db") as memory:
        page = make_page(qtbot, memory, runner)
        page.set_workspace(None)
        qtbot.waitUntil(page._empty.isVisible)
        with qtbot.waitSignal(page.sample_requested):
            page._empty.buttons[1].click()
        runner.shutdown()
