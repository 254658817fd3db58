"""The lists of Activity: two lines a row, painted; letters are left to the page."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import BASE_PX, SMALL_PX, TINY_PX, Theme, font_px
from stratagate_app.ui.widgets.chip import Tone

ROW_PX = 54
SIDE_PX = 14
_CHIP_HEIGHT_PX = 18
_BUTTON_HEIGHT_PX = 24

ModelIndex: TypeAlias = QModelIndex | QPersistentModelIndex

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_CENTRE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


class Looks(NamedTuple):
    """What a row shows: a line, a chip and words below it, a button on the right ("" for none)."""

    title: str
    below: str
    chip: str
    tone: Tone
    struck: bool = False
    button: str = ""
    tooltip: str = ""


class RowDelegate(QStyledItemDelegate):
    """Paints rows of one height; a subclass says what they show."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = font_px(BASE_PX)
        self._struck = QFont(self._title)
        self._struck.setStrikeOut(True)
        self._small = font_px(SMALL_PX)
        self._tiny = font_px(TINY_PX, bold=True)
        self._chip_metrics = QFontMetrics(self._tiny)
        self._button_metrics = QFontMetrics(self._small)
        self._tones: dict[Tone, tuple[str, str]] = {
            "neutral": ("line", "muted"),
            "accent": ("accent_soft", "accent"),
            "warn": ("warn_soft", "warn"),
            "danger": ("danger_soft", "danger"),
            "info": ("info_soft", "info"),
        }

    @abstractmethod
    def looks(self, index: ModelIndex) -> Looks | None:
        """Return what a row shows; None while it is read."""

    def button_rect(self, rect: QRect, words: str) -> QRect:
        """Return where the button of a row is."""
        width = self._button_metrics.horizontalAdvance(words) + 20
        left = rect.right() - SIDE_PX - width + 1
        return QRect(left, rect.center().y() - _BUTTON_HEIGHT_PX // 2, width, _BUTTON_HEIGHT_PX)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return the one height all rows have."""
        del option, index
        return QSize(120, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a row, or a grey hint of one while it is read."""
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("panel2"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        inside = rect.adjusted(SIDE_PX, 0, -SIDE_PX, -1)
        looks = self.looks(index)
        if looks is None:
            self._paint_hint(painter, inside)
        else:
            if looks.button:
                place = self.button_rect(rect, looks.button)
                self._paint_button(painter, place, looks.button)
                inside.setRight(place.left() - 10)
            self._paint_row(painter, inside, looks, chosen=chosen)
        if chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, theme.color("accent"))
        painter.restore()

    def _paint_row(self, painter: QPainter, inside: QRect, looks: Looks, *, chosen: bool) -> None:
        painter.setFont(self._struck if looks.struck else self._title)
        painter.setPen(self._theme.color("faint" if looks.struck else "text"))
        above = QRect(inside.left(), inside.top() + 7, inside.width(), 19)
        painter.drawText(above, _LEFT, _elided(painter, looks.title, inside.width()))
        top = above.bottom() + 2
        ground, ink = self._tones[looks.tone]
        if chosen and looks.tone == "accent":
            ground = "panel"
        width = self._chip_metrics.horizontalAdvance(looks.chip) + 12
        chip = QRectF(inside.left(), top, width, _CHIP_HEIGHT_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(ground))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(self._tiny)
        painter.setPen(self._theme.color(ink))
        painter.drawText(chip, int(_CENTRE), looks.chip)
        painter.setFont(self._small)
        painter.setPen(self._theme.color("muted"))
        left = inside.left() + width + 8
        below = QRect(left, top, max(0, inside.right() - left), _CHIP_HEIGHT_PX)
        painter.drawText(below, _LEFT, _elided(painter, looks.below, below.width()))

    def _paint_button(self, painter: QPainter, place: QRect, words: str) -> None:
        painter.setPen(self._theme.color("line"))
        painter.setBrush(self._theme.color("panel"))
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setFont(self._small)
        painter.setPen(self._theme.color("text"))
        painter.drawText(place, _CENTRE, words)

    def _paint_hint(self, painter: QPainter, inside: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("line"))
        painter.drawRoundedRect(inside.left(), inside.top() + 13, inside.width() // 2, 8, 4, 4)
        painter.drawRoundedRect(inside.left(), inside.top() + 32, inside.width() // 3, 7, 3, 3)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: ModelIndex,
    ) -> bool:
        """Show the whole line, and times with their time zone."""
        looks = self.looks(index) if index.isValid() else None
        if event.type() != QEvent.Type.ToolTip or looks is None:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), plain_tooltip(looks.tooltip), view)
        return True


class RowsView(QListView):
    """A list of such rows.

    Signals:
        button_clicked: Position of a row whose button was clicked.
        opened: Enter on a row.
    """

    button_clicked = Signal(int)
    opened = Signal()

    def __init__(self, delegate: RowDelegate, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = delegate
        self._pressed = -1
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setAccessibleDescription(self.tr("J and K or the arrows move"))

    def go_to(self, position: int) -> None:
        """Stand on a row."""
        index = self.model().index(position, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def button_place(self, position: int) -> QRect:
        """Return where the button of a row is, in the viewport; empty where it has none."""
        index = self.model().index(position, 0)
        looks = self._delegate.looks(index) if index.isValid() else None
        if looks is None or not looks.button:
            return QRect()
        return self._delegate.button_rect(self.visualRect(index), looks.button)

    def _button_at(self, event: QMouseEvent) -> int:
        place = event.position().toPoint()
        row = self.indexAt(place).row()
        return row if row >= 0 and self.button_place(row).contains(place) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take note of which button is pressed; the row is chosen all the same."""
        self._pressed = self._button_at(event)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Press a button that was pressed and released."""
        pressed, self._pressed = self._pressed, -1
        super().mouseReleaseEvent(event)
        if pressed >= 0 and self._button_at(event) == pressed:
            self.button_clicked.emit(pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at buttons with a hand."""
        super().mouseMoveEvent(event)
        hand = self._button_at(event) >= 0
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by J and K, open by Enter; leave other letters to the page."""
        steps = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        by = steps.get(Qt.Key(event.key()))
        if by is not None and not event.modifiers():
            last = self.model().rowCount() - 1
            self.go_to(max(0, min(last, self.currentIndex().row() + by)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.text().strip() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)


def _elided(painter: QPainter, text: str, width: int) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
