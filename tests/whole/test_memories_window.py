"""Memories through the real window: from the dropped file over the commit and back again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stratagate_app.engine import EventFilter, Memory
from stratagate_app.models.candidates import Column
from stratagate_app.ui.activity.take_back_dialog import TakeBackDialog
from stratagate_app.ui.imports.preview_dialog import PreviewDialog
from stratagate_app.ui.main_window import MainWindow
from tests.whole.window_support import drop

FILE = Path(__file__).parents[1] / "fixtures" / "cases" / "external-memory" / "01-v2.json"
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def test_memories_from_drop_to_commit_to_undo(
    qtbot: QtBot, window: MainWindow, memory: Memory
) -> None:
    start = memory.maintenance.content_digest()
    drop(window, FILE)
    qtbot.waitUntil(lambda: window.imports_page.findChild(PreviewDialog) is not None)
    dialog = window.imports_page.findChild(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    qtbot.waitUntil(dialog.commit_button.isEnabled)
    assert not memory.events.find_ids(EventFilter())
    # Not the second one.
    place = dialog.table.visualRect(dialog.model.index(1, Column.MEMORY)).center()
    QTest.mouseClick(
        dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y())
    )
    QTest.keyClick(dialog.table, Qt.Key.Key_5)
    qtbot.waitUntil(lambda: dialog.model.index(1, Column.DECISION).data() == "Ignore")
    qtbot.waitUntil(dialog.commit_button.isEnabled)
    with qtbot.waitSignal(dialog.committed):
        QTest.mouseClick(dialog.commit_button, Qt.MouseButton.LeftButton)
    (event_id,) = memory.events.find_ids(EventFilter())
    assert memory.events.get(event_id).row.title == "Lives in Ghent"  # type: ignore[arg-type]

    batches = window.imports_page.batches
    qtbot.waitUntil(
        lambda: batches.detail.operation is not None and batches.detail.undo_button.isVisible()
    )
    QTest.mouseClick(batches.detail.undo_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: batches.findChild(TakeBackDialog) is not None)
    back = batches.findChild(TakeBackDialog)
    assert isinstance(back, TakeBackDialog)
    qtbot.waitUntil(lambda: back.model.index(0, 0).data() == "Lives in Ghent")
    QTest.keyClick(back, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: memory.maintenance.content_digest() == start)
    redo_button = batches.detail.redo_button
    qtbot.waitUntil(redo_button.isVisible)
    QTest.mouseClick(redo_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: list(memory.events.find_ids(EventFilter())) == [event_id])
    assert QApplication.activeModalWidget() is None
