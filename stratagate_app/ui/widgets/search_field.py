"""A line to filter with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

PAUSE_MS = 180


class SearchField(QLineEdit):
    """Tells what was typed after a short pause; Escape empties it, Down leaves it.

    Signals:
        searched: The text, trimmed, when it changed.
        left_downwards: The Down key: whoever lists the results takes the focus.
    """

    searched = Signal(str)
    left_downwards = Signal()

    def __init__(self, placeholder: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        icon = QAction(theme.icon("search"), "", self)
        self.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)
        self._told = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.textChanged.connect(self._on_text_changed)
        self.returnPressed.connect(self._tell)

    def set_text_quietly(self, text: str) -> None:
        """Show a text without telling anybody."""
        self._told = text.strip()
        self.setText(text)
        self._pause.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty the field by Escape, leave it by Down."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._tell()
        elif event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)

    def _on_text_changed(self, text: str) -> None:
        if text.strip() != self._told:
            self._pause.start()

    def _tell(self) -> None:
        self._pause.stop()
        text = self.text().strip()
        if text != self._told:
            self._told = text
            self.searched.emit(text)
