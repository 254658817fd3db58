"""Workspaces in the window: rules in their dialog, sessions moved from the list, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import SOURCES, Memory, RuleKind, SessionId, WorkspaceId
from stratagate_app.settings import read_settings
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.sessions import SessionsPage
from stratagate_app.ui.sessions.mover import MoveDialog
from stratagate_app.ui.theme import LIGHT
from stratagate_app.ui.widgets import Toast
from stratagate_app.ui.workspace_dialog import WorkspaceDialog
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations
from tests.ui.frame_support import plain_pages

WAIT_MS = 10_000
# What the offscreen platform says of windows with a least size, and of menus.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Three sessions in Bread, none in Work."""
    opened = open_plain(tmp_path / "memory.db")
    bread, _ = opened.workspaces.create("Bread")
    opened.workspaces.create("Work")
    talks = [conversation(8, topic) for topic in ("rye", "salt", "yeast")]
    path = write_conversations(tmp_path / "talks.jsonl", *talks)
    assert opened.imports.import_file(path, workspace_id=bread).new == 3
    run_jobs(opened)
    yield opened
    opened.close()


@pytest.fixture
def client(qapp: QApplication, memory: Memory) -> Iterator[MemoryClient]:
    del qapp
    runner = JobRunner()
    made = MemoryClient(memory, runner)
    yield made
    made.stop_background()
    runner.shutdown()


@pytest.fixture
def page(qtbot: QtBot, client: MemoryClient, memory: Memory) -> SessionsPage:
    made = SessionsPage(client, LIGHT)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    made.set_workspace(home(memory, "Bread"))
    qtbot.waitUntil(lambda: made.view.cards.current() is not None, timeout=WAIT_MS)
    return made


@pytest.fixture
def window(client: MemoryClient, qtbot: QtBot) -> MainWindow:
    made = MainWindow(client, LIGHT, plain_pages(), read_settings({}))
    qtbot.addWidget(made)
    made.restore_state({})
    made.show()
    return made


def home(memory: Memory, name: str) -> WorkspaceId:
    found = memory.workspaces.find(name)
    assert found is not None
    return found.id


def held(memory: Memory, name: str) -> int:
    return len(memory.sessions.find_ids(home(memory, name)))


def move_dialog(page: SessionsPage, qtbot: QtBot) -> MoveDialog:
    qtbot.waitUntil(lambda: bool(page.findChildren(MoveDialog)), timeout=WAIT_MS)
    return page.findChildren(MoveDialog)[-1]


def test_a_session_is_moved_by_keyboard_and_the_toast_takes_it_back(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    moved = page.list.current
    page.list.view.setFocus()
    QTest.keyClick(page.list.view, Qt.Key.Key_M)
    dialog = move_dialog(page, qtbot)
    # Where it is already is not offered.
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Work"]
    with qtbot.waitSignal(page.mover.moved, timeout=WAIT_MS):
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert list(memory.sessions.find_ids(home(memory, "Work"))) == [moved]
    # The list goes on without it, and the page shows the first of the others.
    qtbot.waitUntil(lambda: page.list.model.rowCount(QModelIndex()) == 2, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.list.current not in (None, moved), timeout=WAIT_MS)
    (toast,) = [toast for toast in page.findChildren(Toast) if toast.isVisible()]
    assert "Work" in toast.accessibleName()
    with qtbot.waitSignal(page.client.changed, timeout=WAIT_MS):
        QTest.mouseClick(toast.buttons[0], Qt.MouseButton.LeftButton)
    assert (held(memory, "Bread"), held(memory, "Work")) == (3, 0)
    qtbot.waitUntil(lambda: page.list.model.rowCount(QModelIndex()) == 3, timeout=WAIT_MS)


def test_several_are_marked_and_moved_by_the_menu(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    view = page.list.view
    first, last = (view.visualRect(page.list.model.index(row, 0)).center() for row in (0, 2))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, last
    )
    assert len(page.list.chosen_ids()) == 3
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, last, view.viewport().mapToGlobal(last)
    )
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = page.list.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert len(page.list.chosen_ids()) == 3
    menu.actions()[0].trigger()
    menu.close()
    dialog = move_dialog(page, qtbot)
    with qtbot.waitSignal(page.mover.moved, timeout=WAIT_MS):
        QTest.mouseClick(dialog.move_button, Qt.MouseButton.LeftButton)
    assert (held(memory, "Bread"), held(memory, "Work")) == (0, 3)
    newest = memory.history.next_undo()
    assert newest is not None
    assert (newest.kind, newest.fields["count"]) == ("move_sessions", 3)


def test_a_move_that_is_called_off_moves_nothing(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    QTest.keyClick(page.list.view, Qt.Key.Key_M)
    dialog = move_dialog(page, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.findChildren(MoveDialog), timeout=WAIT_MS)
    assert held(memory, "Bread") == 3


def settings_of(window: MainWindow, qtbot: QtBot, workspace: WorkspaceId) -> WorkspaceDialog:
    qtbot.waitUntil(lambda: workspace in window.navigation.workspace_buttons, timeout=WAIT_MS)
    window.navigation.workspace_settings_requested.emit(workspace)
    qtbot.waitUntil(lambda: bool(window.findChildren(WorkspaceDialog)), timeout=WAIT_MS)
    return window.findChildren(WorkspaceDialog)[-1]


def rules_of(memory: Memory) -> list[tuple[RuleKind, str]]:
    return [(rule.kind, rule.pattern) for rule in memory.workspaces.rules()]


def test_rules_are_made_and_removed_in_the_dialog(
    qtbot: QtBot, window: MainWindow, memory: Memory
) -> None:
    work = home(memory, "Work")
    dialog = settings_of(window, qtbot, work)
    rules = dialog.rules
    assert not rules.add.isEnabled()
    assert not rules.remove.isEnabled()
    QTest.keyClicks(rules.path, "/home/maya/work")
    # Return adds the rule; it does not save the dialog.
    QTest.keyClick(rules.path, Qt.Key.Key_Return)
    assert dialog.isVisible()
    QTest.keyClicks(rules.path, "/home/maya/work/")
    assert not rules.add.isEnabled()
    rules.kind.setFocus()
    QTest.keyClick(rules.kind, Qt.Key.Key_Down)
    assert not rules.path.isEnabled()
    QTest.mouseClick(rules.add, Qt.MouseButton.LeftButton)
    assert rules.list.count() == 2
    assert rules_of(memory) == []
    with qtbot.waitSignals([window.client.changed] * 1, timeout=WAIT_MS):
        dialog.accept()
    wanted = [(RuleKind.PROJECT, "/home/maya/work"), (RuleKind.SOURCE, SOURCES[0])]
    qtbot.waitUntil(lambda: rules_of(memory) == wanted, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not window.findChildren(WorkspaceDialog), timeout=WAIT_MS)

    # Elsewhere it is told who has it.
    other = settings_of(window, qtbot, home(memory, "Bread"))
    assert other.rules.list.count() == 0
    QTest.keyClicks(other.rules.path, "/home/maya//work")
    assert other.rules.problem.isVisible()
    assert "Work" in other.rules.problem.text()
    assert not other.rules.add.isEnabled()
    other.reject()
    qtbot.waitUntil(lambda: not window.findChildren(WorkspaceDialog), timeout=WAIT_MS)

    again = settings_of(window, qtbot, work)
    again.rules.list.setFocus()
    QTest.keyClick(again.rules.list, Qt.Key.Key_Delete)
    QTest.mouseClick(
        again.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Save),
        Qt.MouseButton.LeftButton,
    )
    qtbot.waitUntil(lambda: rules_of(memory) == wanted[1:], timeout=WAIT_MS)
    button = window.top_bar.undo_button
    qtbot.waitUntil(lambda: "remove rule" in button.accessibleName(), timeout=WAIT_MS)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rules_of(memory) == wanted, timeout=WAIT_MS)


def test_a_dialog_that_is_called_off_writes_no_rule(
    qtbot: QtBot, window: MainWindow, memory: Memory
) -> None:
    dialog = settings_of(window, qtbot, home(memory, "Work"))
    QTest.keyClicks(dialog.rules.path, "/home")
    QTest.mouseClick(dialog.rules.add, Qt.MouseButton.LeftButton)
    dialog.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert rules_of(memory) == []


def test_the_switcher_shows_what_is_there(qtbot: QtBot, window: MainWindow, memory: Memory) -> None:
    bread, work = home(memory, "Bread"), home(memory, "Work")
    buttons = window.navigation.workspace_buttons

    def shown() -> list[str]:
        keys = (None, bread, work)
        return [buttons[key].accessibleDescription() if key in buttons else "" for key in keys]

    qtbot.waitUntil(lambda: shown() == ["3", "3", ""], timeout=WAIT_MS)
    menu = window.top_bar.workspace_button.menu()
    assert [action.text() for action in menu.actions()] == ["Everything\t3", "Bread\t3", "Work\t0"]
    ids = [SessionId(key) for key in memory.sessions.find_ids(bread)[:2]]
    window.client.command(lambda engine: engine.workspaces.move_sessions(ids, work))
    qtbot.waitUntil(lambda: shown() == ["3", "1", "2"], timeout=WAIT_MS)


def test_a_menu_by_keyboard_is_for_the_session_that_is_marked(
    qtbot: QtBot, page: SessionsPage
) -> None:
    view = page.list.view
    qtbot.waitUntil(lambda: bool(page.list.chosen_ids()), timeout=WAIT_MS)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(view, event)
    (menu,) = page.list.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert menu.actions()[0].text().startswith("Move to workspace")
    menu.close()


def test_a_long_name_ends_before_its_number(
    qtbot: QtBot, window: MainWindow, memory: Memory
) -> None:
    long, _ = memory.workspaces.create("Reading and research of all kinds")
    ids = [SessionId(key) for key in memory.sessions.find_ids(None)]
    window.client.command(lambda engine: engine.workspaces.move_sessions(ids, long))
    buttons = window.navigation.workspace_buttons
    qtbot.waitUntil(
        lambda: long in buttons and buttons[long].accessibleDescription() == "3", timeout=WAIT_MS
    )
    button = buttons[long]

    def ends_before() -> bool:
        words = button.fontMetrics().horizontalAdvance(button.text())
        return words + button.iconSize().width() < button.width() - button._badge.width() - 10

    # A button that is new has its name before its place.
    qtbot.waitUntil(ends_before, timeout=WAIT_MS)
    assert button.toolTip() == "Reading and research of all kinds"
