"""Events changed in the window, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    Criticality,
    EventFilter,
    EventId,
    EventState,
    HappeningStatus,
    InputRejected,
    Memory,
    OperationId,
    Precision,
    Scope,
)
from stratagate_app.models import operations, refusals
from stratagate_app.settings import read_settings
from stratagate_app.ui.command_palette import CommandPalette
from stratagate_app.ui.events import EventsPage
from stratagate_app.ui.events.edit_dialog import EditDialog
from stratagate_app.ui.failure import describe
from stratagate_app.ui.main_window import MainWindow, PageFactories
from stratagate_app.ui.theme import LIGHT
from tests.ui.events_support import id_of, remember
from tests.ui.frame_support import plain_pages
from tests.ui.test_events_page import make_page

LEFT = Qt.MouseButton.LeftButton
PNPM = "Package manager is pnpm"
FRIDAYS = "Never deploy on Fridays"
CUSTOMER = "Visit to the customer some time soon"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = remember(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[EventsPage]:
    del qapp
    runner = JobRunner()
    made = make_page(qtbot, memory, runner)
    made.open_event.connect(made.show_event)
    made.set_workspace(memory.workspaces.list()[0].id)
    qtbot.waitUntil(lambda: made.detail.detail is not None)
    made.activateWindow()
    made.list.table.setFocus()
    yield made
    runner.shutdown()


def select(qtbot: QtBot, page: EventsPage, memory: Memory, *titles: str) -> list[EventId]:
    """Select events as a person does with Ctrl held; the first stands beside the table."""
    model, table = page.list.model, page.list.table
    ids = [EventId(id_of(memory, title)) for title in titles]
    for number, event_id in enumerate(ids):
        index = model.index(model.row_of(event_id), 1)
        if number == 0:
            table.setCurrentIndex(index)
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        table.selectionModel().select(index, flags)
    qtbot.waitUntil(lambda: shown(page) == titles[0])
    return ids


def shown(page: EventsPage) -> str:
    return "" if page.detail.detail is None else page.detail.detail.row.title


def states(memory: Memory, ids: list[EventId]) -> set[EventState]:
    return {row.state for row in memory.events.load_page(ids)}


def press(page: EventsPage, key: Qt.Key) -> None:
    QTest.keyClick(page.list.table, key)


def choose(menu: QMenu, *words: str) -> None:
    """Choose an entry of a menu, or of a menu in it, by its words."""
    for word in words[:-1]:
        menu = next(
            m for a in menu.actions() if isinstance(m := a.menu(), QMenu) if a.text() == word
        )
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()


def open_dialog(qtbot: QtBot, page: EventsPage) -> EditDialog:
    qtbot.waitUntil(lambda: page.changes.dialog is not None)
    dialog = page.changes.dialog
    assert dialog is not None
    return dialog


def test_delete_forgets_a_selection_and_r_restores_it(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    before = memory.maintenance.content_digest()
    press(page, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: states(memory, ids) == {EventState.FORGOTTEN})
    qtbot.waitUntil(lambda: page.detail.detail.row.state is EventState.FORGOTTEN)  # type: ignore[union-attr]
    assert len(memory.history.find_ids(kinds=frozenset({"forget_event"}))) == 1
    select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    press(page, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: memory.maintenance.content_digest() == before)
    press(page, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: states(memory, ids) == {EventState.ARCHIVED})


def test_e_edits_an_event_and_says_what_is_wrong(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    (key,) = select(qtbot, page, memory, PNPM)
    press(page, Qt.Key.Key_E)
    dialog = open_dialog(qtbot, page)
    assert dialog.happened.text() == "2026-03-04"
    for field, text, words in (
        (dialog.title, " ", "Title must not be empty."),
        (dialog.title, "x" * 161, "Title takes at most 160 characters."),
        (dialog.happened, "next week", "Happened: write a date that there is, such as 2026-03-04."),
        (
            dialog.happened,
            "2026-05..2026-03",
            "Happened: write a date that there is, such as 2026-03-04.",
        ),
        (dialog.mentioned, "2026-03-04T10:00", "Mentioned: give the time zone too, as in +01:00."),
        (dialog.tags, ",".join(map(str, range(13))), "Tags: at most 12."),
    ):
        kept = field.text()
        field.setText(text)
        QTest.mouseClick(dialog.save, LEFT)
        assert dialog.isVisible()
        assert dialog.problem.text() == words
        field.setText(kept)
    dialog.title.selectAll()
    QTest.keyClicks(dialog.title, "Package manager is bun")
    dialog.happened.setText("2026-04")
    dialog.words.setText("in April")
    dialog.people.setText("Maya, atlas-app，bun")
    dialog.status.setCurrentIndex(dialog.status.findData(HappeningStatus.PLANNED))
    dialog.scope.setCurrentIndex(dialog.scope.findData(Scope.USER))
    dialog.criticality.setCurrentIndex(dialog.criticality.findData(Criticality.IDENTITY))
    QTest.mouseClick(dialog.save, LEFT)
    qtbot.waitUntil(lambda: shown(page) == "Package manager is bun")
    row = memory.events.get(key).row
    assert (row.happening.start, row.happening.end) == ("2026-04-01", "2026-04-30")
    assert (row.happening.precision, row.happening.text) == (Precision.MONTH, "in April")
    assert row.participants == ("Maya", "atlas-app", "bun")
    assert (row.status, row.scope, row.criticality) == ("planned", "user", "identity")
    assert memory.history.next_undo().fields["before"]["title"] == PNPM  # type: ignore[union-attr, index, call-overload]


def test_a_dialog_that_changes_nothing_changes_nothing(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    before = len(memory.history.find_ids())
    for title in (PNPM, CUSTOMER, "Index rebuild took the site down", "阿宁住在杭州"):
        select(qtbot, page, memory, title)
        QTest.mouseClick(page.detail.edit_button, LEFT)
        dialog = open_dialog(qtbot, page)
        QTest.mouseClick(dialog.save, LEFT)
        qtbot.waitUntil(lambda: page.changes.dialog is None)
        page.list.table.setFocus()
    assert len(memory.history.find_ids()) == before


def test_two_events_are_merged_after_a_look_at_the_third(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    ids = select(qtbot, page, memory, "Launch is on 3 December", "Launch is on 10 December")
    press(page, Qt.Key.Key_M)
    dialog = open_dialog(qtbot, page)
    assert dialog.title.text() == "Launch is on 10 December"
    dialog.title.setText("Launch in December")
    dialog.happened.setText("2026-12")
    QTest.keyClick(dialog.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(page) == "Launch in December")
    assert states(memory, ids) == {EventState.SUPERSEDED}
    found = page.detail.detail
    assert found is not None
    assert len(found.evidence) == 2
    assert [item.event_id for item in found.relations] == ids


def test_any_number_of_events_are_merged(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER, PNPM)
    press(page, Qt.Key.Key_M)
    dialog = open_dialog(qtbot, page)
    assert "3 event" in dialog.windowTitle()
    QTest.mouseClick(dialog.save, LEFT)
    qtbot.waitUntil(lambda: states(memory, ids) == {EventState.SUPERSEDED})
    qtbot.waitUntil(
        lambda: (
            page.detail.detail is not None
            and {item.event_id for item in page.detail.detail.relations} == set(ids)
        )
    )
    newest = memory.history.get(OperationId(memory.history.find_ids()[0]))
    assert "Merged 3 event" in operations.sentence(newest)
    memory.history.undo(newest.id)
    assert states(memory, ids) == {EventState.ACTIVE}


def test_the_menu_of_the_table_offers_what_can_be_done(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    commands = page.list.commands
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    commands.refresh()
    assert [a.isEnabled() for a in commands.actions()] == [False, True, True, True, True, True]
    assert [a.shortcut().toString() for a in commands.actions()] == ["E", "Del", "A", "R", "M", "X"]
    table = page.list.table
    # A menu that opens grabs the keyboard, which is not to be had without a display.
    table.menu_asked.disconnect()
    asked: list[QPoint] = []
    table.menu_asked.connect(asked.append)
    place = table.visualRect(table.currentIndex()).center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(table.viewport(), event)
    assert asked
    choose(commands.menu, "Scope", "User")
    qtbot.waitUntil(lambda: {row.scope for row in memory.events.load_page(ids)} == {Scope.USER})
    choose(commands.menu, "Criticality", "Safety")
    qtbot.waitUntil(lambda: {row.weight for row in memory.events.load_page(ids)} == {1.0})
    select(qtbot, page, memory, PNPM)
    page.list.table.clearSelection()
    assert [a.text() for a in page.offers() if a.isEnabled()][:1] == ["Edit…"]


def test_the_menu_of_the_detail_is_about_the_event_that_is_shown(
    qtbot: QtBot, page: EventsPage, memory: Memory
) -> None:
    (key,) = select(qtbot, page, memory, PNPM)
    choose(page.detail.commands.menu, "Archive")
    qtbot.waitUntil(lambda: states(memory, [key]) == {EventState.ARCHIVED})
    qtbot.waitUntil(lambda: page.detail.detail.row.state is EventState.ARCHIVED)  # type: ignore[union-attr]
    assert len(memory.events.find_ids(EventFilter(states=frozenset({EventState.ARCHIVED})))) == 1


def test_two_events_are_related_in_the_menu(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    commands = page.list.commands
    commands.refresh()
    name = "How two stand to each other"
    choose(commands.menu, name, "They conflict")
    qtbot.waitUntil(lambda: all(row.conflicts for row in memory.events.load_page(ids)))
    choose(commands.menu, name, "Take their relations away")
    qtbot.waitUntil(lambda: not any(row.conflicts for row in memory.events.load_page(ids)))
    plan = memory.events.plan_merge(ids[:2])
    choose(commands.menu, name, "The newer supersedes the older")
    qtbot.waitUntil(lambda: states(memory, [plan.older]) == {EventState.SUPERSEDED})
    assert states(memory, [plan.newer]) == {EventState.ACTIVE}
    select(qtbot, page, memory, PNPM)
    commands.refresh()
    assert not commands.relation.isEnabled()


def test_a_merge_that_is_refused_is_told(qtbot: QtBot, page: EventsPage, memory: Memory) -> None:
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    memory.events.forget(ids[1:])
    with qtbot.waitSignal(page.failed) as told:
        press(page, Qt.Key.Key_M)
    assert describe(told.args[0]).todo == "One of them is forgotten or archived."


@pytest.mark.parametrize(
    "reason",
    [
        *("empty", "too_long", "too_many", "no_offset", "not_a_date", "incomplete", "reversed"),
        *("too_exact", "unknown_precision", "same_event", "not_standing", "other_workspace"),
        *("other_session", "cycle", "contradiction"),
    ],
)
def test_every_refusal_has_words(reason: str) -> None:
    assert refusals.reason(InputRejected("event_field", field="title", reason=reason, limit=3))


def test_the_palette_offers_what_can_be_done_to_the_selection(
    qtbot: QtBot, qapp: QApplication, memory: Memory
) -> None:
    del qapp
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    factories = PageFactories({**plain_pages().pages, "events": EventsPage})
    window = MainWindow(client, LIGHT, factories, read_settings({}))
    qtbot.addWidget(window)
    window.restore_state({})
    window.show()
    window.show_page("events")
    page = window.events_page
    assert isinstance(page, EventsPage)
    qtbot.waitUntil(lambda: page.detail.detail is not None)
    ids = select(qtbot, page, memory, FRIDAYS, CUSTOMER)
    window.focus_search()
    QTest.keyClicks(window.top_bar.search, "forget")
    palette = window.findChild(CommandPalette)
    assert palette is not None
    qtbot.waitUntil(lambda: "Forget" in palette.titles())
    QTest.keyClick(window.top_bar.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: states(memory, ids) == {EventState.FORGOTTEN})
    client.stop_background()
    runner.shutdown()
