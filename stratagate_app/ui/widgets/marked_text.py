"""A line of plain text with the words marked that a search found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout


def draw_marked(
    painter: QPainter, area: QRect, text: str, marks: Sequence[tuple[int, int]]
) -> None:
    """Paint a text on one line, as plain text, its marks bold."""
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.Bold)
    heavy = QFont(painter.font())
    heavy.setBold(True)
    # One space for one: the marks stay where they are.
    line = "".join(" " if char.isspace() else char for char in text)
    metrics = QFontMetrics(heavy if marks else painter.font())
    shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, area.width())
    ranges: list[QTextLayout.FormatRange] = []
    for start, end in marks:
        part = QTextLayout.FormatRange()
        # Qt counts in UTF-16.
        part.start = _units(line[:start])
        part.length = min(_units(line[:end]), _units(shown)) - part.start
        part.format = bold
        if part.length > 0:
            ranges.append(part)
    layout = QTextLayout(shown, painter.font())
    layout.setFormats(ranges)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    height = layout.boundingRect().height()
    layout.draw(painter, QPointF(area.x(), area.y() + (area.height() - height) / 2))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
