"""How a block sinks: a small chart of its coming levels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from stratagate_app.engine import Block, ForecastStep
from stratagate_app.ui.sessions import wording
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import TINY_PX, Theme, font_px

_HEIGHT_PX = 118
_LEFT_PX = 30
_PAST_BLOCKS = 1.2


class ForecastChart(QWidget):
    """Level over the number of blocks to come, as steps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._block: Block | None = None
        self._steps: tuple[ForecastStep, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Decay forecast"))

    def sizeHint(self) -> QSize:
        """Return a flat rectangle."""
        return QSize(220, _HEIGHT_PX)

    def set_forecast(self, block: Block, steps: Sequence[ForecastStep]) -> None:
        """Show the coming levels of a block."""
        self._block = block
        self._steps = tuple(steps)
        lines = [wording.why(block, steps)]
        lines += [
            self.tr("after %n more block(s): L{level}", "", step.after_blocks).format(
                level=int(step.level)
            )
            for step in steps
        ]
        text = "\n".join(line[:1].upper() + line[1:] for line in lines)
        self.setAccessibleDescription(text)
        self.setToolTip(plain_tooltip(text))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, levels, steps and the mark of now."""
        del event
        if self._block is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setFont(font_px(TINY_PX))
        self._paint_levels(painter)
        self._paint_steps(painter)
        self._paint_words(painter)

    def _span(self) -> float:
        last = self._steps[-1].after_blocks if self._steps else 6
        return last + max(1.5, last * 0.25)

    def _x(self, blocks: float) -> float:
        room = self.width() - _LEFT_PX - 10
        return _LEFT_PX + room * (blocks + _PAST_BLOCKS) / (self._span() + _PAST_BLOCKS)

    def _y(self, level: int) -> float:
        return 14 + (self.height() - 40) * (5 - level) / 5

    def _paint_levels(self, painter: QPainter) -> None:
        for level in range(6):
            y = self._y(level)
            painter.setPen(QPen(self._theme.color("line"), 1))
            painter.drawLine(QPointF(_LEFT_PX, y), QPointF(self.width() - 10, y))
            if level in (0, 5):
                painter.setPen(self._theme.color("muted"))
                painter.drawText(QPointF(9, y + 4), f"L{level}")

    def _paint_steps(self, painter: QPainter) -> None:
        if self._block is None:
            return
        level = int(self._block.level)
        points = [QPointF(self._x(-_PAST_BLOCKS), self._y(level))]
        for step in self._steps:
            x = self._x(step.after_blocks)
            points += [QPointF(x, self._y(level)), QPointF(x, self._y(int(step.level)))]
            level = int(step.level)
        points.append(QPointF(self._x(self._span()), self._y(level)))
        painter.setPen(QPen(self._theme.color("l4"), 2))
        painter.drawPolyline(QPolygonF(points))

    def _paint_words(self, painter: QPainter) -> None:
        x = self._x(0)
        bottom = self.height() - 8
        painter.setPen(QPen(self._theme.color("faint"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 8), QPointF(x, bottom + 2))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(QPointF(x + 5, bottom), self.tr("now"))
        if not self._steps:
            return
        last = self._steps[-1]
        words = f"+{last.after_blocks}: L{int(last.level)}"
        width = painter.fontMetrics().horizontalAdvance(words)
        painter.drawText(QPointF(self.width() - 12 - width, bottom), words)
