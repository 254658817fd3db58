"""The strata of a session: a bar for each block, tall as the level an assistant sees of it now."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from stratagate_app.engine import Block, BlockStatus, Level, Strata
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme

TAIL_KEY = 0
"""Stands for the open tail where a block id is asked for; ids begin at 1."""

_PITCH_PX = 44
# So narrow that "#14" still has room; from a hundred blocks on the numbers need more.
_NARROW_PX = 26
_NARROW_HUNDREDS_PX = 33
_HUNDREDS = 100
_GAP_PX = 6
_TAIL_PX = 62
_MARK_PX = 20
_BASE_PX = 14
_LEVEL_PX = 15
_BAR_PX = _BASE_PX + 5 * _LEVEL_PX
_LABEL_PX = 18
_MARGIN_PX = 4
_LABEL_SIZE_PX = 11


class StrataView(QAbstractScrollArea):
    """Paints the strata, only what is in view, and selects among them.

    Signals:
        selected: Key of the bar somebody chose: a block id, or TAIL_KEY.
        activated: Key of the bar whose card should get the focus (Enter).
    """

    selected = Signal(int)
    activated = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._strata: Strata | None = None
        self._current: int | None = None
        self._hovered = -1
        self._describe: Callable[[Block | None], str] = lambda _block: ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setProperty("role", "strata")
        self.setAccessibleName(self.tr("Strata"))
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)
        self._label_font = QFont(self.font())
        self._label_font.setPixelSize(_LABEL_SIZE_PX)

    def set_describer(self, describe: Callable[[Block | None], str]) -> None:
        """Say what a bar means: a function of a block, or of None for the open tail."""
        self._describe = describe

    def set_strata(self, strata: Strata | None) -> None:
        """Show a session; the selected block stays selected if it is in it."""
        self._strata = strata
        if self._current is not None and self.position_of(self._current) < 0:
            self._current = None
        self._hovered = -1
        self._fit()
        self._update_description()
        self.viewport().update()

    def set_current(self, key: int | None) -> None:
        """Select a bar and scroll to it; nothing is emitted."""
        if key == self._current:
            return
        self._current = key
        self._reveal()
        self._update_description()
        self.viewport().update()

    def current(self) -> int | None:
        """Return the key of the selected bar."""
        return self._current

    def keys(self) -> list[int]:
        """Return the keys of the bars from left to right."""
        if self._strata is None:
            return []
        return [*(int(block.id) for block in self._strata.blocks), TAIL_KEY]

    def position_of(self, key: int) -> int:
        """Return the place of a bar from the left, -1 if there is none of that key."""
        blocks = self._blocks()
        if key == TAIL_KEY:
            return len(blocks) if self._strata is not None else -1
        for place, block in enumerate(blocks):
            if block.id == key:
                return place
        return -1

    def level_labels(self) -> list[str]:
        """Return the words below the bars, from left to right."""
        labels = [self._level_label(block) for block in self._blocks()]
        return [*labels, self.tr("tail")] if self._strata is not None else labels

    def bar_rect(self, place: int) -> QRect:
        """Return where a bar is in the viewport, with its labels."""
        pitch = self._pitch()
        width = _TAIL_PX if place == len(self._blocks()) else pitch
        left = place * pitch - self.horizontalScrollBar().value()
        return QRect(left, 0, width, _MARK_PX + _BAR_PX + 2 * _LABEL_PX)

    def sizeHint(self) -> QSize:
        """Return the height of bars, labels and, where needed, scroll bar."""
        return QSize(400, self._height())

    # Geometry

    def _blocks(self) -> tuple[Block, ...]:
        return self._strata.blocks if self._strata is not None else ()

    def _pitch(self) -> int:
        count = len(self._blocks())
        room = self.viewport().width() - _TAIL_PX - _MARGIN_PX
        narrow = _NARROW_PX if count < _HUNDREDS else _NARROW_HUNDREDS_PX
        return max(narrow, min(_PITCH_PX, room // count)) if count else _PITCH_PX

    def _content_width(self) -> int:
        return len(self._blocks()) * self._pitch() + _TAIL_PX + _MARGIN_PX

    def _height(self) -> int:
        height = _MARK_PX + _BAR_PX + 2 * _LABEL_PX + _MARGIN_PX
        bar = self.horizontalScrollBar()
        if self._content_width() > self.width():
            height += bar.sizeHint().height()
        return height

    def _fit(self) -> None:
        bar = self.horizontalScrollBar()
        width = self.viewport().width()
        bar.setRange(0, max(0, self._content_width() - width))
        bar.setPageStep(width)
        bar.setSingleStep(self._pitch())
        if self.minimumHeight() != self._height():
            self.setFixedHeight(self._height())

    def _reveal(self) -> None:
        place = -1 if self._current is None else self.position_of(self._current)
        if place < 0:
            return
        bar = self.horizontalScrollBar()
        rect = self.bar_rect(place).translated(bar.value(), 0)
        pitch = self._pitch()
        if place >= len(self._blocks()) - 1:
            # Beside the last block stands the open tail, which is wider than a block.
            bar.setValue(bar.maximum())
        elif rect.left() - pitch < bar.value():
            bar.setValue(rect.left() - pitch)
        elif rect.right() + pitch > bar.value() + self.viewport().width():
            bar.setValue(rect.right() + pitch - self.viewport().width())

    def _place_at(self, x: int) -> int:
        if self._strata is None:
            return -1
        count = len(self._blocks())
        place = (x + self.horizontalScrollBar().value()) // self._pitch()
        if place < count:
            return place
        return count if self.bar_rect(count).contains(x, 1) else -1

    # Input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the bar under the mouse."""
        place = self._place_at(int(event.position().x()))
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self._choose(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the bar under the mouse."""
        place = self._place_at(int(event.position().x()))
        if place != self._hovered:
            self._hovered = place
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """Mark no bar."""
        self._hovered = -1
        self.viewport().update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Left, Right, Home and End; Enter goes to the card."""
        key = event.key()
        last = len(self._blocks())
        place = -1 if self._current is None else self.position_of(self._current)
        steps = {
            Qt.Key.Key_Left: max(place - 1, 0) if place >= 0 else last,
            Qt.Key.Key_Right: min(place + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if self._strata is None:
            event.ignore()
        elif key in steps:
            self._choose(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current is not None:
            self.activated.emit(self._current)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Say why, where the mouse rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tooltip_at(event.pos().x())
            QToolTip.showText(event.globalPos(), plain_tooltip(text), self.viewport())
            return True
        return super().viewportEvent(event)

    def tooltip_at(self, x: int) -> str:
        """Return what the bar at x means, as plain text; "" where there is none."""
        place = self._place_at(x)
        if place < 0:
            return ""
        blocks = self._blocks()
        return self._describe(blocks[place] if place < len(blocks) else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the bars into the new width."""
        super().resizeEvent(event)
        self._fit()
        self._reveal()

    def _choose(self, place: int) -> None:
        key = self.keys()[place]
        self.set_current(key)
        self.selected.emit(key)

    def _update_description(self) -> None:
        place = -1 if self._current is None else self.position_of(self._current)
        blocks = self._blocks()
        if place < 0:
            self.setAccessibleDescription(
                self.tr("A bar for each block. Left and Right move, Enter opens the card.")
            )
        else:
            self.setAccessibleDescription(
                self._describe(blocks[place] if place < len(blocks) else None)
            )

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars that are in view."""
        if self._strata is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._label_font)
        offset = self.horizontalScrollBar().value()
        pitch = self._pitch()
        blocks = self._blocks()
        first = max(0, (event.rect().left() + offset) // pitch)
        last = min(len(blocks) - 1, (event.rect().right() + offset) // pitch)
        for place in range(first, last + 1):
            self._paint_block(painter, place, blocks[place])
        if self.bar_rect(len(blocks)).left() <= event.rect().right():
            self._paint_tail(painter, len(blocks))

    def _paint_block(self, painter: QPainter, place: int, block: Block) -> None:
        theme = self._theme
        ready = block.status is BlockStatus.READY
        level = block.level if ready else Level.L5
        bar = self._bar(place, _BASE_PX + int(level) * _LEVEL_PX)
        if ready:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"l{int(level)}"))
            painter.drawRoundedRect(bar, 4, 4)
        elif block.status is BlockStatus.PENDING:
            self._paint_hatch(painter, bar)
        else:
            painter.setPen(QPen(theme.color("danger"), 1.5))
            painter.setBrush(theme.color("danger_soft"))
            painter.drawRoundedRect(bar.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)
            painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, "!")
        self._paint_outline(painter, place, int(block.id), bar)
        color = {
            BlockStatus.READY: "muted",
            BlockStatus.PENDING: "warn",
            BlockStatus.FAILED: "danger",
        }[block.status]
        self._paint_labels(painter, place, self._level_label(block), color, f"#{block.number}")
        if ready and block.lifted_by is not None:
            who = self.tr("you") if block.lifted_by == "user" else self.tr("agent")
            self._paint_mark(painter, place, bar, who)

    def _paint_tail(self, painter: QPainter, place: int) -> None:
        if self._strata is None:
            return
        tail = self._strata.tail
        bar = self._bar(place, _BAR_PX)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("faint"), 1.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(bar.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)
        painter.setPen(self._theme.color("muted"))
        text = self.tr("open\n{turns} of {block_turns}\nturns").format(
            turns=tail.turns, block_turns=tail.block_turns
        )
        painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, text)
        self._paint_outline(painter, place, TAIL_KEY, bar)
        self._paint_labels(painter, place, self.tr("tail"), "muted", self.tr("now"))

    def _paint_hatch(self, painter: QPainter, bar: QRectF) -> None:
        frame = bar.adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.addRoundedRect(frame, 4, 4)
        painter.fillPath(path, self._theme.color("panel"))
        painter.save()
        painter.setClipPath(path)
        painter.setPen(QPen(self._theme.color("warn_soft"), 6))
        x = frame.left()
        while x < frame.right() + frame.height():
            painter.drawLine(QPointF(x, frame.top()), QPointF(x - frame.height(), frame.bottom()))
            x += 17
        painter.restore()
        painter.setPen(QPen(self._theme.color("warn"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _paint_outline(self, painter: QPainter, place: int, key: int, bar: QRectF) -> None:
        chosen = key == self._current
        if not chosen and place != self._hovered:
            return
        color = "accent" if chosen and self.hasFocus() else "text" if chosen else "faint"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color(color), 2 if chosen else 1))
        painter.drawRoundedRect(bar.adjusted(-2, -2, 2, 2), 5, 5)

    def _paint_labels(
        self, painter: QPainter, place: int, level: str, color: str, below: str
    ) -> None:
        top = _MARK_PX + _BAR_PX + _MARGIN_PX
        rect = self.bar_rect(place)
        center = Qt.AlignmentFlag.AlignCenter
        painter.setPen(self._theme.color(color))
        painter.drawText(QRect(rect.left(), top, rect.width(), _LABEL_PX), center, level)
        painter.setPen(self._theme.color("muted"))
        painter.drawText(
            QRect(rect.left(), top + _LABEL_PX - 2, rect.width(), _LABEL_PX), center, below
        )

    def _paint_mark(self, painter: QPainter, place: int, bar: QRectF, who: str) -> None:
        metrics = QFontMetrics(self._label_font)
        width = metrics.horizontalAdvance(who) + 11
        rect = self.bar_rect(place)
        left = rect.center().x() - width / 2 + 0.5
        base = bar.top() - 6
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("muted"))
        painter.drawPolygon(
            [QPointF(left, base - 1), QPointF(left + 8, base - 1), QPointF(left + 4, base - 8)]
        )
        painter.setPen(self._theme.color("muted"))
        painter.drawText(QPointF(left + 11, base), who)

    def _bar(self, place: int, height: int) -> QRectF:
        rect = self.bar_rect(place)
        return QRectF(
            rect.left() + _GAP_PX / 2 + 1,
            _MARK_PX + _BAR_PX - height,
            rect.width() - _GAP_PX - 2,
            height,
        )

    def _level_label(self, block: Block) -> str:
        if block.status is BlockStatus.PENDING:
            return self.tr("wait")
        if block.status is BlockStatus.FAILED:
            return self.tr("failed")
        return f"L{int(block.level)}"
