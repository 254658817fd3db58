"""What shows while a file takes long to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent

    from stratagate_app.ui.theme import Theme

ICON_PX = 48
BAR_WIDTH_PX = 180


class OpeningWindow(QWidget):
    """Says which file is being opened.

    Signals:
        closed: The user does not want to wait.
    """

    closed = Signal()

    def __init__(self, path: Path, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle("StrataGate")
        self.setProperty("role", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.resize(560, 320)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(1)
        centre = Qt.AlignmentFlag.AlignHCenter
        icon = QLabel()
        icon.setPixmap(theme.pixmap("app", "accent", ICON_PX, ratio=self.devicePixelRatioF()))
        column.addWidget(icon, 0, centre)
        text = self.tr("Opening {file}…").format(file=path.name)
        column.addWidget(plain_label(text, "title"), 0, centre)
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setFixedWidth(BAR_WIDTH_PX)
        bar.setAccessibleName(text)
        column.addWidget(bar, 0, centre)
        column.addStretch(1)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that the user does not want to wait."""
        if self.isVisible():
            self.closed.emit()
        event.accept()
