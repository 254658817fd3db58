"""The table of incoming memories: what to do with each, how sure that is, and why."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from stratagate_app.engine import CandidateStatus, Decision
from stratagate_app.models.candidates import (
    DECISIONS,
    TONES,
    CandidateLine,
    CandidatesModel,
    Column,
    because,
    decision_or_status,
    sure,
)
from stratagate_app.models.paged import PagedTableModel
from stratagate_app.ui.imports.preview_table import FIRST_PAD_PX, PAD_PX, ROW_PX, PreviewTable
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.theme import BASE_PX, SMALL_PX, TINY_PX, Theme, font_px

_FLAG_PX = 14
_WIDTHS_PX = {Column.DECISION: 128, Column.SURE: 62}
_BECAUSE_SHARE = 0.38

ModelIndex: TypeAlias = QModelIndex | QPersistentModelIndex

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class CandidateDelegate(QStyledItemDelegate):
    """Paints the cells of a candidate; one that needs a person has a flag on a soft ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = font_px(BASE_PX, bold=True)
        self._plain = font_px(BASE_PX)
        self._small = font_px(SMALL_PX)
        self._chip = font_px(TINY_PX, bold=True)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return the one height all rows have."""
        del option, index
        return QSize(80, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a cell, or nothing while its row is read."""
        theme, rect = self._theme, option.rect
        state: QStyle.StateFlag = option.state
        line = index.data(PagedTableModel.RowRole)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif isinstance(line, CandidateLine) and line.candidate.needs_user:
            painter.fillRect(rect, theme.color("warn_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("panel2"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        left = FIRST_PAD_PX if index.column() == Column.MEMORY else PAD_PX
        inside = rect.adjusted(left, 0, -PAD_PX, -1)
        if isinstance(line, CandidateLine):
            self._paint_cell(painter, inside, line, Column(index.column()))
        view = option.widget
        if (
            index.column() == Column.MEMORY
            and isinstance(view, QAbstractItemView)
            and view.hasFocus()
            and view.currentIndex().row() == index.row()
        ):
            painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, theme.color("accent"))
        painter.restore()

    def _paint_cell(
        self, painter: QPainter, inside: QRect, line: CandidateLine, column: Column
    ) -> None:
        candidate = line.candidate
        ignored = candidate.decision is Decision.IGNORE
        match column:
            case Column.MEMORY:
                if candidate.needs_user:
                    self._paint_flag(painter, inside)
                    inside = inside.adjusted(_FLAG_PX + 6, 0, 0, 0)
                title = one_line(candidate.memory.title)
                self._paint_words(
                    painter, inside, title, self._title, "faint" if ignored else "text"
                )
            case Column.DECISION:
                self._paint_chip(painter, inside, line)
            case Column.SURE:
                self._paint_words(painter, inside, sure(candidate), self._plain, "muted")
            case Column.BECAUSE:
                self._paint_words(painter, inside, one_line(because(line)), self._small, "muted")

    def _paint_flag(self, painter: QPainter, inside: QRect) -> None:
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        flag = self._theme.pixmap("flag", "warn", _FLAG_PX, ratio=ratio)
        painter.drawPixmap(inside.left(), inside.center().y() - _FLAG_PX // 2, flag)

    def _paint_words(
        self, painter: QPainter, inside: QRect, words: str, font: QFont, token: str
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, _LEFT, shown)

    def _paint_chip(self, painter: QPainter, inside: QRect, line: CandidateLine) -> None:
        candidate, theme = line.candidate, self._theme
        words = decision_or_status(candidate)
        tone = "neutral"
        if candidate.status is CandidateStatus.FAILED:
            tone = "danger"
        elif candidate.status is CandidateStatus.JUDGED and candidate.decision is not None:
            tone = TONES[candidate.decision]
        ground = theme.color("line" if tone == "neutral" else f"{tone}_soft")
        ink = theme.color("muted" if tone == "neutral" else tone)
        box = QRectF(inside.left(), inside.center().y() - 13, inside.width(), 26)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("line"))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(box, 6, 6)
        metrics = QFontMetrics(self._chip)
        room = int(box.width()) - 36
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        chip = QRectF(box.left() + 6, box.top() + 4, metrics.horizontalAdvance(shown) + 12, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(self._chip)
        painter.setPen(ink)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), shown)
        painter.setPen(theme.color("muted"))
        painter.drawText(
            QRectF(box.right() - 20, box.top(), 14, box.height()),
            int(Qt.AlignmentFlag.AlignCenter),
            "▾",
        )


class CandidateTable(PreviewTable):
    """Shows a CandidatesModel; keys 1 to 5 decide what is selected.

    Signals:
        decided: The Decision that a key asked for.
        menu_asked: Position of a row whose decision was clicked.
        edit_asked: E, or a double click.
    """

    decided = Signal(object)
    menu_asked = Signal(int)
    edit_asked = Signal()

    def __init__(self, model: CandidatesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.setItemDelegate(CandidateDelegate(theme, self))
        self.setAccessibleName(self.tr("Incoming memories"))
        self.setAccessibleDescription(
            self.tr("J and K or the arrows move, 1 to 5 decide, E edits the words")
        )
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._on_double_clicked)

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == Column.DECISION:
            self.menu_asked.emit(index.row())

    def _on_double_clicked(self, index: QModelIndex) -> None:
        if index.column() != Column.DECISION:
            self.edit_asked.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        header = self.horizontalHeader()
        for column, width in _WIDTHS_PX.items():
            header.resizeSection(column, width)
        room = self.viewport().width() - sum(_WIDTHS_PX.values())
        header.resizeSection(Column.BECAUSE, int(room * _BECAUSE_SHARE))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at decisions with a hand."""
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        on_it = self.columnAt(place.x()) == Column.DECISION and self.rowAt(place.y()) >= 0
        shape = Qt.CursorShape.PointingHandCursor if on_it else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by J and K, decide by 1 to 5, edit by E; leave other letters to the dialog."""
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        first, last = Qt.Key.Key_1, Qt.Key.Key_1 + len(DECISIONS) - 1
        if plain and first <= key <= last:
            self.decided.emit(DECISIONS[key - first])
        elif plain and key == Qt.Key.Key_E:
            self.edit_asked.emit()
        else:
            super().keyPressEvent(event)
