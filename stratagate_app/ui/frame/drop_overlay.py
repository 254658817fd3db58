"""What shows while files are dragged over the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from stratagate_app.ui.theme import font_px

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

MARGIN_PX = 16


class DropOverlay(QWidget):
    """A dashed frame over its parent with one sentence."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def present(self) -> None:
        """Cover the parent."""
        self.fit()
        self.show()
        self.raise_()

    def fit(self) -> None:
        """Be as large as the parent."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(QRect(0, 0, parent.width(), parent.height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame and the sentence."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self._theme.color("bg"))
        ground.setAlpha(225)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(self._theme.color("accent"), 2, Qt.PenStyle.DashLine))
        inside = self.rect().adjusted(MARGIN_PX, MARGIN_PX, -MARGIN_PX, -MARGIN_PX)
        painter.drawRoundedRect(inside, 8, 8)
        painter.setPen(self._theme.color("text"))
        painter.setFont(font_px(18, bold=True))
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, self.tr("Drop to import"))


def local_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders of a drop; links to elsewhere are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
