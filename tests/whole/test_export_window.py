"""From the window to files and back in: a selection, everything, and what is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from stratagate_app.engine import (
    EventFilter,
    EventId,
    ExportChoice,
    ExportFormat,
    ExportWhat,
    Memory,
    SessionId,
)
from stratagate_app.settings import sample_files
from stratagate_app.ui.export_dialog import ExportDialog
from stratagate_app.ui.imports.conversations_dialog import ConversationsDialog
from stratagate_app.ui.imports.preview_dialog import PreviewDialog
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.widgets import Toast
from tests.whole.window_support import press_import, preview

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WAIT_MS = 30_000
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def save_as(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return where the system's file dialog says to write."""
    target = tmp_path / "out" / "written"
    target.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(target), ""))
    return target


@pytest.fixture
def filled(window: MainWindow, memory: Memory) -> MainWindow:
    """Return the window with events of the sample."""
    memory.import_file(sample_files()[0])
    while memory.jobs.run_some(50) is not None:
        pass
    window.choose_workspace(None)
    return window


def ask(qtbot: QtBot, window: MainWindow, open_it: Callable[[], object]) -> ExportDialog:
    open_it()
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is not None, timeout=WAIT_MS)
    dialog = window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    return dialog


def save(qtbot: QtBot, window: MainWindow, dialog: ExportDialog) -> Toast:
    with qtbot.waitSignal(window.exporter.ended, timeout=WAIT_MS):
        QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    (toast,) = (toast for toast in window.findChildren(Toast) if toast.isVisible())
    return toast


def test_the_selected_events_alone_are_written(
    qtbot: QtBot, filled: MainWindow, memory: Memory, save_as: Path
) -> None:
    window = filled
    window.show_page("events")
    table = window.events_page.list.table
    qtbot.waitUntil(lambda: window.events_page.list.model.rowCount() > 3, timeout=WAIT_MS)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    wanted = window.events_page.list.chosen_ids()
    assert len(wanted) == 2
    dialog = ask(qtbot, window, lambda: QTest.keyClick(table, Qt.Key.Key_X))
    assert dialog.which.currentText() == "2 selected event(s)"
    assert dialog.format.currentText() == "JSON"
    toast = save(qtbot, window, dialog)
    written = json.loads(save_as.read_text("utf-8"))["candidates"]
    titles = {memory.events.get(EventId(key)).row.title for key in wanted}
    assert {item["title"] for item in written} == titles
    assert toast.accessibleName() == "Exported to written"
    assert "2 event(s)" in toast.accessibleDescription()


def test_the_selected_session_alone_is_written_for_reading(
    qtbot: QtBot, filled: MainWindow, memory: Memory, save_as: Path
) -> None:
    window = filled
    sessions = window.sessions_page.list
    qtbot.waitUntil(lambda: sessions.current is not None, timeout=WAIT_MS)
    dialog = ask(qtbot, window, lambda: QTest.keyClick(sessions.view, Qt.Key.Key_X))
    assert dialog.which.currentText() == "1 selected conversation(s)"
    dialog.format.setCurrentText("Markdown")
    save(qtbot, window, dialog)
    title = memory.sessions.get(SessionId(sessions.current or 0)).title
    assert title in save_as.read_text("utf-8")


def test_everything_goes_out_and_comes_in_again_through_the_window(
    qtbot: QtBot, window: MainWindow, memory: Memory, save_as: Path, tmp_path: Path
) -> None:
    with Memory.open(tmp_path / "other.db") as other:
        other.import_file(sample_files()[0])
        while other.jobs.run_some(50) is not None:
            pass
        count = len(other.events.find_ids(EventFilter()))
        archive = tmp_path / "all.zip"
        other.exports.write(ExportChoice(ExportWhat.ALL, ExportFormat.ZIP), archive)
    dialog = preview(qtbot, window, archive)
    assert isinstance(dialog, ConversationsDialog)
    press_import(dialog)
    qtbot.waitUntil(
        lambda: window.imports_page.findChild(PreviewDialog) is not None, timeout=WAIT_MS
    )
    memories = window.imports_page.findChild(PreviewDialog)
    assert isinstance(memories, PreviewDialog)
    qtbot.waitUntil(lambda: memories.model.rowCount() == count, timeout=WAIT_MS)
    told = [toast.accessibleName() for toast in window.findChildren(Toast) if toast.isVisible()]
    assert any("Imported" in words for words in told)
    assert len(memory.sessions.find_ids(None)) > 0
    assert not save_as.exists()


def test_formats_and_places_follow_what_is_chosen(
    qtbot: QtBot, filled: MainWindow, memory: Memory
) -> None:
    window = filled
    workspace = memory.workspaces.list()[-1]
    dialog = ask(qtbot, window, lambda: window.export(workspace.id))
    assert (dialog.what.currentText(), dialog.format.currentText()) == (
        "Everything",
        "Zip of JSON files",
    )
    assert not dialog.format.isEnabled()
    assert dialog.which.currentText() == workspace.name
    dialog.what.setCurrentText("Graph")
    formats = [dialog.format.itemText(place) for place in range(dialog.format.count())]
    assert formats == ["JSON", "GraphML"]
    dialog.masked.setChecked(True)
    assert dialog.chosen() == ExportChoice(
        ExportWhat.GRAPH, ExportFormat.JSON, workspace_id=workspace.id, masked=True
    )
    dialog.which.setCurrentText("All workspaces")
    assert dialog.chosen().workspace_id is None


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_left(
    qtbot: QtBot, filled: MainWindow, save_as: Path
) -> None:
    save_as.mkdir()
    dialog = ask(qtbot, filled, lambda: QTest.keyClick(filled, Qt.Key.Key_E, CONTROL))
    with qtbot.waitSignal(filled.exporter.failed, timeout=WAIT_MS):
        QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert [path.name for path in save_as.parent.iterdir()] == ["written"]
