"""The main window over a real memory file."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMainWindow

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import Memory
from stratagate_app.settings import read_settings
from stratagate_app.ui.frame.undo import DependentsDialog
from stratagate_app.ui.imports.conversations_dialog import ConversationsDialog
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.settings_dialog import SettingsDialog
from stratagate_app.ui.theme import LIGHT
from stratagate_app.ui.widgets import Toast
from stratagate_app.ui.workspace_dialog import NewWorkspaceDialog, WorkspaceDialog
from tests.ui.frame_support import PlainPage, plain_pages, write_conversation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

WAIT_MS = 10_000
# The offscreen platform says so of every window with a least size.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(tmp_path / "memory.db")
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
def window(client: MemoryClient, qtbot: QtBot) -> MainWindow:
    made = MainWindow(client, LIGHT, plain_pages(), read_settings({}))
    qtbot.addWidget(made)
    made.restore_state({})
    made.show()
    return made


def drop(window: QMainWindow, paths: list[Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    common = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    modifiers = Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(50, 50), *common, modifiers)
    QApplication.sendEvent(window, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), *common, modifiers))


def import_file(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    """Drop a file and press Import in its preview."""
    with qtbot.waitSignal(window.importer.ended, timeout=WAIT_MS):
        drop(window, [path])
    qtbot.waitUntil(lambda: bool(window.findChildren(ConversationsDialog)), timeout=WAIT_MS)
    with qtbot.waitSignal(window.importer.ended, timeout=WAIT_MS):
        dialog = window.findChildren(ConversationsDialog)[-1]
        QTest.keyClick(dialog.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        del dialog
    qtbot.waitUntil(lambda: not window.findChildren(ConversationsDialog), timeout=WAIT_MS)
    # As a window manager does when a dialog closes.
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=WAIT_MS)


def toast_of(window: MainWindow) -> Toast:
    shown = [toast for toast in window.findChildren(Toast) if toast.isVisible()]
    assert len(shown) == 1
    return shown[0]


def test_a_dropped_file_is_imported_and_told(
    window: MainWindow, memory: Memory, qtbot: QtBot, tmp_path: Path
) -> None:
    import_file(window, qtbot, write_conversation(tmp_path / "chat.json"))
    assert len(memory.sessions.find_ids(None)) == 1
    assert "1" in toast_of(window).accessibleName()
    badge = window.navigation.page_buttons["sessions"]
    qtbot.waitUntil(lambda: badge.accessibleDescription() == "1", timeout=WAIT_MS)
    told = cast("PlainPage", window.sessions_page).told
    assert any(what[0] == "changed" for what in told)


def test_a_bad_file_is_told_with_its_place_and_changes_nothing(
    window: MainWindow, memory: Memory, qtbot: QtBot, tmp_path: Path
) -> None:
    bad = tmp_path / "picture.png"
    bad.write_bytes(b"\x89PNG\r\n")
    with qtbot.waitSignal(window.importer.ended, timeout=WAIT_MS):
        drop(window, [bad])
    toast = toast_of(window)
    assert "picture.png" in toast.accessibleDescription()
    assert [button.text() for button in toast.buttons] == ["Details"]
    assert len(memory.sessions.find_ids(None)) == 0


def test_undo_names_what_it_takes_back_and_redo_brings_it_again(
    window: MainWindow, memory: Memory, qtbot: QtBot, tmp_path: Path
) -> None:
    button = window.top_bar.undo_button
    assert not button.isEnabled()
    import_file(window, qtbot, write_conversation(tmp_path / "chat.json"))
    qtbot.waitUntil(lambda: "import chat.json" in button.accessibleName(), timeout=WAIT_MS)
    with qtbot.waitSignal(window.undo.undone, timeout=WAIT_MS):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(memory.sessions.find_ids(None)) == 0
    qtbot.waitUntil(lambda: not button.isEnabled(), timeout=WAIT_MS)
    with qtbot.waitSignal(window.undo.redone, timeout=WAIT_MS):
        QTest.mouseClick(toast_of(window).buttons[0], Qt.MouseButton.LeftButton)
    assert len(memory.sessions.find_ids(None)) == 1


def test_the_search_field_finds_sessions_messages_and_commands(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    import_file(window, qtbot, write_conversation(tmp_path / "chat.json", topic="einkorn"))
    window.focus_search()
    field, palette = window.top_bar.search, window._palette
    palette.open_below(field, "")
    assert "Import…" in palette.titles()
    QTest.keyClicks(field, "einkorn")
    qtbot.waitUntil(lambda: "Messages" in palette.titles(), timeout=WAIT_MS)
    assert "Sessions" in palette.titles()
    assert palette.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return)
    told = cast("PlainPage", window.sessions_page).told
    assert told[-1][0] == "session"
    assert not palette.isVisible()
    assert field.text() == ""


def test_a_command_runs_by_name(window: MainWindow) -> None:
    field = window.top_bar.search
    QTest.keyClicks(field, "go to act")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.current_page() is window.activity_page


def test_pages_open_by_button_and_ask_the_window_for_the_rest(window: MainWindow) -> None:
    button = window.navigation.page_buttons["events"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.current_page() is window.events_page
    assert button.isChecked()
    window.events_page.open_message.emit(3, 14)
    assert window.current_page() is window.sessions_page
    assert cast("PlainPage", window.sessions_page).told[-1] == ("message", 3, 14)
    assert not button.isChecked()


def test_a_new_workspace_is_chosen_and_its_settings_can_be_changed(
    window: MainWindow, memory: Memory, qtbot: QtBot
) -> None:
    window.dialogs.new_workspace()
    asked = window.findChildren(NewWorkspaceDialog)[0]
    QTest.keyClicks(asked.name, "thesis")
    with qtbot.waitSignal(window.dialogs.workspace_created, timeout=WAIT_MS):
        asked.accept()
    qtbot.waitUntil(lambda: len(window.navigation.workspace_buttons) == 2, timeout=WAIT_MS)
    assert window.workspace_id is not None
    window.navigation.workspace_settings_requested.emit(window.workspace_id)
    qtbot.waitUntil(lambda: bool(window.findChildren(WorkspaceDialog)), timeout=WAIT_MS)
    dialog = window.findChildren(WorkspaceDialog)[0]
    assert not dialog.offer.isVisible()
    dialog.block_turns.setValue(3)
    assert dialog.offer.isVisible()
    QTest.mouseClick(dialog.offer, Qt.MouseButton.LeftButton)
    assert dialog.decay.value() == pytest.approx(0.15)
    dialog.decay.setValue(0.45)
    assert dialog.warning.isVisible()
    dialog.decay.setValue(0.4)
    assert not dialog.warning.isVisible()
    with qtbot.waitSignal(window.client.changed, timeout=WAIT_MS):
        dialog.accept()
    changed = memory.workspaces.get(window.workspace_id)
    assert (changed.block_turns, changed.decay_lambda) == (3, 0.4)


def test_what_is_imported_goes_into_the_chosen_workspace(
    window: MainWindow, memory: Memory, qtbot: QtBot, tmp_path: Path
) -> None:
    workspace_id, _changes = memory.workspaces.create("thesis")
    window.choose_workspace(workspace_id)
    import_file(window, qtbot, write_conversation(tmp_path / "chat.json"))
    assert len(memory.sessions.find_ids(workspace_id)) == 1


def test_page_and_workspace_survive(
    window: MainWindow, client: MemoryClient, memory: Memory, qtbot: QtBot
) -> None:
    workspace_id, _changes = memory.workspaces.create("thesis")
    window.choose_workspace(workspace_id)
    window.show_page("events")
    window.resize(960, 610)
    state = window.save_state()
    again = MainWindow(client, LIGHT, plain_pages(), read_settings({}))
    qtbot.addWidget(again)
    again.restore_state(state)
    # The other pages wait until somebody wants them, and lose nothing by it.
    assert again.pages.standing() == (again.sessions_page, again.current_page())
    assert again.save_state()["pages"] == state["pages"]
    assert again.current_page() is again.events_page
    assert again.workspace_id == workspace_id
    assert (again.width(), again.height()) == (960, 610)
    assert cast("PlainPage", again.events_page).told[0] == ("workspace", workspace_id)


def test_a_workspace_that_is_gone_shows_everything(window: MainWindow, qtbot: QtBot) -> None:
    window.restore_state({"workspace": 999, "page": "no such page", "geometry": "?"})
    qtbot.waitUntil(lambda: window.workspace_id is None, timeout=WAIT_MS)
    assert window.current_page() is window.sessions_page


def test_saving_the_settings_tells_what_was_chosen(window: MainWindow, qtbot: QtBot) -> None:
    QTest.mouseClick(window.navigation.settings_button, Qt.MouseButton.LeftButton)
    dialog = window.findChildren(SettingsDialog)[0]
    QTest.keyClick(dialog.control("ui.theme"), Qt.Key.Key_End)
    save = dialog.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Save)
    with qtbot.waitSignal(window.settings_changed, timeout=WAIT_MS) as caught:
        QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    assert caught.args is not None
    assert caught.args[0]["ui.theme"] == "dark"


def test_an_undo_that_would_take_more_along_asks_first(
    window: MainWindow, memory: Memory, qtbot: QtBot
) -> None:
    operations = memory.history.load_page(memory.history.find_ids())
    assert operations == ()
    workspace_id, _changes = memory.workspaces.create("thesis")
    memory.workspaces.configure(workspace_id, block_turns=4)
    dialog = DependentsDialog(
        "new workspace thesis", memory.history.load_page(memory.history.find_ids())[:1], window
    )
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.accepted, timeout=WAIT_MS):
        dialog.findChildren(QDialogButtonBox)[0].accepted.emit()


def test_every_control_of_the_frame_has_a_name_and_the_window_fits_1024(
    window: MainWindow,
) -> None:
    window.resize(1024, 700)
    assert (window.width(), window.height()) == (1024, 700)
    for button in (
        window.top_bar.workspace_button,
        window.top_bar.undo_button,
        window.top_bar.import_button,
        window.navigation.settings_button,
        *window.navigation.page_buttons.values(),
    ):
        assert button.accessibleName() or button.text()
        assert button.toolTip()
        assert button.focusPolicy() != Qt.FocusPolicy.NoFocus
        assert window.rect().contains(button.mapTo(window, button.rect().bottomRight()))
