"""The table of conversations that could be imported: a check box, what each is, when and where."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from stratagate_app.engine import PlannedConversation
from stratagate_app.models.conversation_plans import TONES, Column, ConversationPlansModel
from stratagate_app.models.paged import ModelIndex
from stratagate_app.ui.imports.preview_table import FIRST_PAD_PX, PAD_PX, ROW_PX, PreviewTable
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.theme import BASE_PX, SMALL_PX, TINY_PX, Theme, font_px

_BOX_PX = 16
_WIDTHS_PX = {Column.STATE: 92, Column.MESSAGES: 100, Column.DATE: 104}
_WORKSPACE_SHARE = 0.28
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class ConversationDelegate(QStyledItemDelegate):
    """Paints the cells of a conversation; what brings nothing is faint."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = font_px(BASE_PX, bold=True)
        self._small = font_px(SMALL_PX)
        self._chip = font_px(TINY_PX, bold=True)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return the one height all rows have."""
        del option, index
        return QSize(80, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a cell."""
        theme, rect = self._theme, option.rect
        state: QStyle.StateFlag = option.state
        row = index.data(ConversationPlansModel.RowRole)
        if not isinstance(row, PlannedConversation):
            return
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("panel2"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        column = Column(index.column())
        left = FIRST_PAD_PX if column is Column.CONVERSATION else PAD_PX
        inside = rect.adjusted(left, 0, -PAD_PX, -1)
        words = one_line(str(index.data() or ""))
        if column is Column.STATE:
            self._paint_chip(painter, inside, words, TONES[row.state])
        elif column is Column.CONVERSATION:
            self._paint_box(painter, option, index)
            room = inside.adjusted(_BOX_PX + 10, 0, 0, 0)
            self._paint_words(painter, room, words, "text" if row.brings else "faint", bold=True)
        else:
            self._paint_words(painter, inside, words, "muted")
        view = option.widget
        if (
            column is Column.CONVERSATION
            and isinstance(view, QAbstractItemView)
            and view.hasFocus()
            and view.currentIndex().row() == index.row()
        ):
            painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, theme.color("accent"))
        painter.restore()

    def _paint_box(
        self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex
    ) -> None:
        checked = index.data(Qt.ItemDataRole.CheckStateRole)
        if checked is None:
            return
        box = QStyleOptionButton()
        box.rect = box_rect(option.rect)
        on = Qt.CheckState(checked) == Qt.CheckState.Checked
        box.state = QStyle.StateFlag.State_Enabled | (
            QStyle.StateFlag.State_On if on else QStyle.StateFlag.State_Off
        )
        view = option.widget
        style = view.style() if view is not None else QApplication.style()
        style.drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, view
        )

    def _paint_words(
        self, painter: QPainter, inside: QRect, words: str, token: str, *, bold: bool = False
    ) -> None:
        font = self._title if bold else self._small
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, _LEFT, shown)

    def _paint_chip(self, painter: QPainter, inside: QRect, words: str, tone: str) -> None:
        theme = self._theme
        metrics = QFontMetrics(self._chip)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inside.width() - 12)
        chip = QRectF(
            inside.left(), inside.center().y() - 9, metrics.horizontalAdvance(shown) + 12, 18
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("line" if tone == "neutral" else f"{tone}_soft"))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(self._chip)
        painter.setPen(theme.color("muted" if tone == "neutral" else tone))
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), shown)


def box_rect(cell: QRect) -> QRect:
    """Return where the check box of a conversation's first cell is."""
    return QRect(cell.left() + FIRST_PAD_PX, cell.center().y() - _BOX_PX // 2, _BOX_PX, _BOX_PX)


class ConversationTable(PreviewTable):
    """Shows a ConversationPlansModel; Space or a click on the box checks.

    Signals:
        flipped: Positions that are to be checked, or no longer.
        all_asked: Whether everything shown is to be checked (A) or nothing (N).
    """

    flipped = Signal(object)
    all_asked = Signal(bool)

    def __init__(
        self, model: ConversationPlansModel, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, parent)
        self.setItemDelegate(ConversationDelegate(theme, self))
        self.setAccessibleName(self.tr("Conversations of the file"))
        self.setAccessibleDescription(
            self.tr("J and K or the arrows move, Space checks, A checks all, N none")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        header = self.horizontalHeader()
        for column, width in _WIDTHS_PX.items():
            header.resizeSection(column, width)
        room = self.viewport().width() - sum(_WIDTHS_PX.values())
        header.resizeSection(Column.WORKSPACE, int(room * _WORKSPACE_SHARE))

    def _on_box(self, index: QModelIndex, event: QMouseEvent) -> bool:
        if not index.isValid() or index.column() != Column.CONVERSATION:
            return False
        box = box_rect(self.visualRect(index)).adjusted(-6, -6, 6, 6)
        return box.contains(event.position().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Check by a click on the box; elsewhere choose the row."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._on_box(index, event):
            self.go_to(index.row())
            self.flipped.emit([index.row()])
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check by Space, all by A, none by N; the rest moves."""
        key, plain = event.key(), not event.modifiers()
        if plain and key == Qt.Key.Key_Space:
            self.flipped.emit(self.selected_positions())
        elif plain and key in (Qt.Key.Key_A, Qt.Key.Key_N):
            self.all_asked.emit(key == Qt.Key.Key_A)
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Leave double clicks on the box to the single ones."""
        if event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
            self.mousePressEvent(event)
            return True
        return super().viewportEvent(event)
