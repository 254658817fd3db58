"""What a person does with files and the whole window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stratagate_app.ui.imports.conversations_dialog import ConversationsDialog
from stratagate_app.ui.main_window import MainWindow


def drop(window: MainWindow, path: Path) -> None:
    """Drop a file on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    common = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    keys = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(50, 50), *common, keys))
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), *common, keys))


def preview(qtbot: QtBot, window: MainWindow, path: Path) -> ConversationsDialog:
    """Drop a file of conversations on the window, and return the preview that opens."""
    drop(window, path)
    qtbot.waitUntil(lambda: window.findChild(ConversationsDialog) is not None, timeout=60_000)
    dialog = window.findChild(ConversationsDialog)
    assert isinstance(dialog, ConversationsDialog)
    return dialog


def press_import(dialog: ConversationsDialog) -> None:
    """Import what is checked, by the keyboard."""
    QTest.keyClick(dialog.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
