"""The button that copies what an assistant would see of a session now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from stratagate_app.bridge.latest import Latest

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import SessionId

TOLD_MS = 2000


class CopyContextButton(QPushButton):
    """Puts the layered context of a session on the clipboard, secrets masked.

    Signals:
        failed: The exception of the query.
    """

    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest(client, self, self.failed.emit)
        self._session_id: SessionId | None = None
        self._told = QTimer(self, singleShot=True, interval=TOLD_MS)
        self._told.timeout.connect(self._show_name)
        self.setProperty("scale", "small")
        self.setToolTip(
            self.tr("Copy what an assistant sees of this session now, secrets masked (C)")
        )
        self._show_name()
        self.clicked.connect(self._on_clicked)

    def set_session(self, session_id: SessionId | None) -> None:
        """Say whose context is copied."""
        self._session_id = session_id
        self.setEnabled(session_id is not None)

    def _show_name(self) -> None:
        self.setText(self.tr("Copy context"))

    def _on_clicked(self) -> None:
        session_id = self._session_id
        if session_id is not None:
            self._latest.run(lambda memory: memory.recall.context(session_id), self._on_arrived)

    def _on_arrived(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.setText(self.tr("Copied"))
        self._told.start()
