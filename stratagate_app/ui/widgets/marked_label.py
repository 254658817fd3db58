"""Wrapped plain text with some of its words marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from stratagate_app.ui.theme import BASE_PX, Theme, font_px


class MarkedLabel(QWidget):
    """Shows a text as it is; what stands in a range is bold on a soft colour.

    Args:
        text: The words; never taken for markup.
        marks: Start and length of each marked part.
        theme: Colours.
        size_px: Of the letters.
        bold: All of it.
        struck: All of it is struck through, for what no longer holds.
        tone: Of what is marked: warn on its soft colour, accent in letters alone.
    """

    def __init__(
        self,
        text: str,
        marks: Sequence[tuple[int, int]],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        size_px: int = BASE_PX,
        bold: bool = False,
        struck: bool = False,
        tone: Literal["warn", "accent"] = "warn",
    ) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)
        self._color = theme.color("faint" if struck else "text")
        font = font_px(size_px, bold=bold)
        font.setStrikeOut(struck)
        self._layout = QTextLayout(text.replace("\n", "\u2028"), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        mark = QTextCharFormat()
        if tone == "warn":
            mark.setBackground(theme.color("warn_soft"))
        mark.setForeground(theme.color(tone))
        mark.setFontWeight(700)
        self._layout.setFormats([_format_range(start, length, mark) for start, length in marks])

    def hasHeightForWidth(self) -> bool:
        """Return that the height follows the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped lines."""
        return self._lay_out(width)

    def sizeHint(self) -> QSize:
        """Return a size of about forty letters a line."""
        width = self.fontMetrics().averageCharWidth() * 40
        return QSize(width, self._lay_out(max(self.width(), 40)))

    def minimumSizeHint(self) -> QSize:
        """Return the least that can be read."""
        return QSize(40, self._lay_out(max(self.width(), 40)))

    def _lay_out(self, width: int) -> int:
        height = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, height))
            height += line.height()
        self._layout.endLayout()
        return int(height + 0.5)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        self._lay_out(self.width())
        painter = QPainter(self)
        painter.setPen(self._color)
        self._layout.draw(painter, QPointF(0, 0))


def _format_range(start: int, length: int, mark: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, mark
    return found
