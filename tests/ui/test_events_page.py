"""The Events page over a real memory file, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import EventFilter, EventId, EventState, Memory
from stratagate_app.models.events import Column, EventView
from stratagate_app.ui.events import EventsPage
from stratagate_app.ui.theme import LIGHT
from tests.engine.support import FakeClock, open_plain
from tests.ui.events_support import EVENTS, id_of, remember

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = remember(tmp_path)
    yield opened
    opened.close()


def make_page(qtbot: QtBot, memory: Memory, runner: JobRunner) -> EventsPage:
    client = MemoryClient(memory, runner)
    made = EventsPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    return made


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[EventsPage]:
    del qapp
    runner = JobRunner()
    made = make_page(qtbot, memory, runner)
    made.open_event.connect(made.show_event)
    made.set_workspace(memory.workspaces.list()[0].id)
    qtbot.waitUntil(lambda: made.detail.detail is not None)
    made.list.table.setFocus()
    yield made
    runner.shutdown()


def titles(page: EventsPage) -> list[str]:
    model = page.list.model
    return [str(model.index(row, Column.EVENT).data()) for row in range(model.rowCount())]


def shown(page: EventsPage) -> str:
    detail = page.detail.detail
    return "" if detail is None else detail.row.title


def go_to(qtbot: QtBot, page: EventsPage, memory: Memory, title: str) -> EventId:
    event_id = EventId(id_of(memory, title))
    page.show_event(event_id)
    qtbot.waitUntil(lambda: shown(page) == title)
    return event_id


def pinned(memory: Memory) -> list[str]:
    ids = memory.events.find_ids(EventFilter(pinned=True, order="title", descending=False))
    return [row.title for row in memory.events.load_page(ids)]


def test_the_table_shows_all_by_weight_and_the_first_beside_it(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    qtbot.waitUntil(lambda: "…" not in titles(page))
    wanted = memory.events.load_page(memory.events.find_ids(EventFilter()))
    assert titles(page) == [row.title for row in wanted]
    assert shown(page) == wanted[0].title
    assert page.list._count.text() == "10 in General"
    assert page.list.table.verticalHeader().sectionSize(0) == 54


def test_cells_say_in_words_what_is_known(qtbot: QtBot, page: EventsPage) -> None:
    qtbot.waitUntil(lambda: "…" not in titles(page))
    model = page.list.model

    def cell(title: str, column: Column) -> str:
        return str(model.index(titles(page).index(title), column).data())

    assert cell("Package manager is npm", Column.HAPPENED) == "Mar 2026"
    assert cell("Package manager is npm", Column.STATUS) == "superseded"
    assert cell("Launch is on 10 December", Column.STATUS) == "conflict"
    assert cell("Prototype planned for the week of 9 March", Column.HAPPENED) == "9–13 Mar 2026"
    assert cell("Prototype planned for the week of 9 March", Column.STATUS) == "planned"
    assert cell("Visit to the customer some time soon", Column.HAPPENED) == "“some time soon”"
    assert cell("Never deploy on Fridays", Column.HAPPENED) == "—"
    assert cell("Never deploy on Fridays", Column.USED) == "0×"


def test_space_pins_and_unpins(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    go_to(qtbot, page, memory, "Never deploy on Fridays")
    QTest.keyClick(page.list.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: pinned(memory) == ["Never deploy on Fridays"])
    qtbot.waitUntil(lambda: page.detail.pin_button.text() == "Pinned")
    assert shown(page) == "Never deploy on Fridays"
    qtbot.waitUntil(lambda: titles(page)[0] == "Never deploy on Fridays")
    # It went to the top; the selection went with it.
    assert page.list.table.currentIndex().row() == 0
    QTest.keyClick(page.list.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: pinned(memory) == [])
    qtbot.waitUntil(lambda: page.detail.pin_button.text() == "Pin")


def test_space_pins_everything_selected_as_one_change(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    qtbot.waitUntil(lambda: "…" not in titles(page))
    before = len(memory.history.find_ids())
    QTest.keyClick(page.list.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(page.list.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.list._hint.text().startswith("3 event(s) selected")
    QTest.keyClick(page.list.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(pinned(memory)) == 3)
    assert len(memory.history.find_ids()) == before + 1


def test_a_click_on_the_star_pins_and_a_click_on_the_button_unpins(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    qtbot.waitUntil(lambda: "…" not in titles(page))
    table = page.list.table
    place = table.visualRect(page.list.model.index(2, Column.STAR)).center()
    QTest.mouseClick(table.viewport(), LEFT, NO_KEYS, place)
    qtbot.waitUntil(lambda: len(pinned(memory)) == 1)
    qtbot.waitUntil(lambda: page.detail.pin_button.text() == "Pinned")
    QTest.mouseClick(page.detail.pin_button, LEFT)
    qtbot.waitUntil(lambda: pinned(memory) == [])


def test_enter_opens_the_message_it_rests_on(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    event_id = go_to(qtbot, page, memory, "Launch is on 10 December")
    first = memory.events.get(event_id).evidence[0]
    with qtbot.waitSignal(page.open_message) as opened:
        QTest.keyClick(page.list.table, Qt.Key.Key_Return)
    assert opened.args == [first.session_id, first.message_id]
    with qtbot.waitSignal(page.open_message) as opened:
        QTest.mouseClick(page.detail.evidence_cards[0].link, LEFT)
    assert opened.args == [first.session_id, first.message_id]


def test_j_and_k_move_and_slash_filters(qtbot: QtBot, page: EventsPage) -> None:
    qtbot.waitUntil(lambda: "…" not in titles(page))
    QTest.keyClick(page.list.table, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: shown(page) == titles(page)[1])
    QTest.keyClick(page.list.table, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: shown(page) == titles(page)[0])
    QTest.keyClick(page.list.table, Qt.Key.Key_Slash)
    field = page.list.filters.text
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "launch")
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)
    assert page.list._count.text() == "10 in General · 2 matching"
    QTest.keyClicks(field, "zzz")
    qtbot.waitUntil(page.list._none.isVisible)
    QTest.mouseClick(page.list._none.buttons[0], LEFT)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == len(EVENTS))


def test_a_click_on_a_header_orders_and_turns_round(qtbot: QtBot, page: EventsPage) -> None:
    header = page.list.table.horizontalHeader()

    def click(column: Column) -> None:
        x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        QTest.mouseClick(header.viewport(), LEFT, NO_KEYS, QPoint(x, header.height() // 2))

    click(Column.EVENT)
    qtbot.waitUntil(lambda: titles(page)[0] == "Index rebuild took the site down")
    assert page.list.model.headerData(Column.EVENT, Qt.Orientation.Horizontal) == "Event ▴"
    click(Column.EVENT)
    qtbot.waitUntil(lambda: titles(page)[0] == "阿宁住在杭州")
    click(Column.HAPPENED)
    qtbot.waitUntil(lambda: titles(page)[0] == "Launch is on 10 December")
    assert page.list.order_button.text() == "Happened"
    click(Column.TYPE)
    assert page.list.order == "happened"


def test_filters_by_status_type_and_conflict(qtbot: QtBot, page: EventsPage) -> None:
    filters = page.list.filters

    def tick(words: str, *, among: object) -> None:
        actions = among.choices.actions()  # type: ignore[attr-defined]
        next(action for action in actions if action.text() == words).trigger()

    tick("planned", among=filters.status)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 3)
    assert filters.status.text() == "Status: planned"
    tick("superseded", among=filters.status)
    # Planned and superseded: no event is both.
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 0)
    tick("Any", among=filters.status)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == len(EVENTS))
    tick("incident", among=filters.type)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 1)
    tick("Any", among=filters.type)
    assert filters.conflicts.text() == "2 conflict(s)"
    QTest.mouseClick(filters.conflicts, LEFT)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)


def test_filters_by_a_span_of_days_and_by_a_name(qtbot: QtBot, page: EventsPage) -> None:
    filters = page.list.filters
    filters.happened._choose(None, None)
    filters.happened.set_span("2026-03-10", "2026-03-31")
    filters.happened.chosen.emit()
    qtbot.waitUntil(
        lambda: (
            sorted(titles(page))
            == ["Package manager is npm", "Prototype planned for the week of 9 March"]
        )
    )
    assert filters.happened.text() == "Happened: 10–31 Mar 2026"
    filters.happened.set_span(None, None)
    filters.name.names_needed.emit()
    panel = filters.name.panel
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 5)
    assert panel.list.model().index(0, 0).data() in ("Maya", "atlas-app")
    panel.line.setText("ma")
    panel.line.textEdited.emit("ma")
    assert panel.list.model().rowCount() == 1
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 3)
    assert filters.name.text() == "ma"


def test_a_superseded_fact_leads_to_the_one_that_holds(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    go_to(qtbot, page, memory, "Package manager is npm")
    detail = page.detail.detail
    assert detail is not None
    assert detail.row.state is EventState.SUPERSEDED
    links = page.detail.relations.findChildren(QPushButton)
    assert [link.text() for link in links] == ["Package manager is pnpm"]
    QTest.mouseClick(links[0], LEFT)
    qtbot.waitUntil(lambda: shown(page) == "Package manager is pnpm")
    row = page.list.model.row_at(page.list.table.currentIndex().row())
    assert row is not None
    assert row.title == "Package manager is pnpm"


def test_changes_of_an_event_are_undone_from_its_pane(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    event_id = go_to(qtbot, page, memory, "Never deploy on Fridays")
    QTest.keyClick(page.list.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.detail.pin_button.text() == "Pinned")
    (link,) = page.detail.changes.findChildren(QPushButton)
    QTest.mouseClick(link, LEFT)
    qtbot.waitUntil(lambda: not memory.events.get(event_id).row.pinned)
    qtbot.waitUntil(lambda: page.detail.pin_button.text() == "Pin")


def test_what_was_dropped_is_said(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    go_to(qtbot, page, memory, "Tile cache kept behind a flag")
    assert page.detail._notes.text() == (
        "A quote that is not word for word in its source was left out."
    )
    go_to(qtbot, page, memory, "Never deploy on Fridays")
    assert page.detail._notes.isHidden()


def test_show_event_takes_away_filters_that_hide_it(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    page.list.filters.text.setText("launch")
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)
    go_to(qtbot, page, memory, "Never deploy on Fridays")
    qtbot.waitUntil(lambda: page.list.model.rowCount() == len(EVENTS))
    qtbot.waitUntil(
        lambda: titles(page)[page.list.table.currentIndex().row()] == "Never deploy on Fridays"
    )


def test_an_undone_import_leaves_an_empty_page_that_teaches(qtbot: QtBot, page: EventsPage) -> None:
    page.set_workspace(None)
    page.client.command(lambda opened: opened.history.undo(with_dependents=True))
    qtbot.waitUntil(page._empty.isVisible)
    with qtbot.waitSignal(page.sample_requested):
        QTest.mouseClick(page._empty.buttons[1], LEFT)


def test_state_survives(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    event_id = go_to(qtbot, page, memory, "Launch is on 3 December")
    page.list.filters.restore({"text": "launch", "status": ["status:planned"], "conflicts": True})
    page.list.set_order("title", descending=False)
    page.list.set_view(EventView.CARDS)
    page.list.table.restore_widths({"type": 130})
    state = page.save_state()
    other = make_page(qtbot, memory, page.client._runner)
    other.restore_state(state)
    other.set_workspace(None)
    qtbot.waitUntil(lambda: titles(other)[:1] == ["Launch is on 10 December"])
    qtbot.waitUntil(lambda: shown(other) == "Launch is on 3 December")
    assert other.save_state()["event"] == event_id
    assert other.save_state()["filters"] == state["filters"]
    assert other.list.table.save_widths()["type"] == 130
    assert other.list.view is EventView.CARDS
    other.restore_state({"filters": 1, "order": "x", "columns": {"type": "a"}, "sizes": [0, 1]})
    assert other.list.order == "title"


def test_v_shows_cards_and_then_the_timeline_where_what_has_no_day_is_left_out(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    rows = memory.events.load_page(memory.events.find_ids(EventFilter(order="happened")))
    dated = [row.title for row in rows if row.happening.start is not None]
    assert 0 < len(dated) < len(rows)
    chosen = next(row for row in rows if row.title == dated[-1])
    page.show_event(chosen.id)
    table_px = page.list.table.rowHeight(0)
    QTest.keyClick(page.list.table, Qt.Key.Key_V)
    assert page.list.view is EventView.CARDS
    assert len(titles(page)) == len(rows)
    assert page.list.table.rowHeight(0) > table_px
    assert page.list.table.isColumnHidden(Column.WEIGHT)
    QTest.keyClick(page.list.table, Qt.Key.Key_V)
    qtbot.waitUntil(lambda: titles(page) == dated)
    current = page.list.table.currentIndex()
    assert page.list.model.id_at(current.row()) == chosen.id
    assert page.list.table.viewport().rect().contains(page.list.table.visualRect(current).center())
    assert page.list.order_button.text() == "Happened"
    QTest.keyClick(page.list.table, Qt.Key.Key_V)
    qtbot.waitUntil(lambda: len(titles(page)) == len(rows))
    assert page.list.order_button.text() == "Weight"


def test_an_event_without_a_day_is_shown_in_the_table(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    rows = memory.events.load_page(memory.events.find_ids(EventFilter()))
    undated = next(row for row in rows if row.happening.start is None)
    page.list.choose_view(EventView.TIMELINE)
    qtbot.waitUntil(lambda: 0 < page.list.model.rowCount() < len(rows))
    page.show_event(undated.id)
    qtbot.waitUntil(
        lambda: page.list.model.id_at(page.list.table.currentIndex().row()) == undated.id
    )
    assert page.list.view is EventView.TABLE


def test_columns_hide_and_nothing_is_clipped_in_a_small_window(
    qtbot: QtBot, page: EventsPage
) -> None:
    page.resize(828, 624)
    qtbot.waitUntil(lambda: page.list.table.isColumnHidden(Column.TYPE))
    table = page.list.table
    header = table.horizontalHeader()
    assert header.length() <= table.viewport().width()
    assert header.sectionSize(Column.EVENT) >= 150
    filters = page.list.filters
    assert filters.name.geometry().right() < filters.width()
    scroll = page.detail._scroll
    inside = scroll.widget()
    assert inside is not None
    assert inside.minimumSizeHint().width() <= scroll.viewport().width()
    page.resize(1244, 824)
    qtbot.waitUntil(lambda: not table.isColumnHidden(Column.TYPE))


def test_an_empty_memory_teaches(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    del qapp
    opened = open_plain(tmp_path / "empty.db", FakeClock())
    runner = JobRunner()
    page = make_page(qtbot, opened, runner)
    page.set_workspace(None)
    qtbot.waitUntil(page._empty.isVisible)
    with qtbot.waitSignal(page.import_requested):
        QTest.mouseClick(page._empty.buttons[0], LEFT)
    runner.shutdown()
    opened.close()
