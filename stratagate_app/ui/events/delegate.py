"""How a row of the table of events is painted: no widgets, one height."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from stratagate_app.engine import EventRow
from stratagate_app.models import wording
from stratagate_app.models.events import Column
from stratagate_app.models.paged import PagedTableModel
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import BASE_PX, SMALL_PX, TINY_PX, Theme, font_px

ROW_PX = 54
STAR_PX = 16
_PAD_PX = 6
_BAR_PX = 62
_BAR_HEIGHT_PX = 6
_VALUE_PX = 36
_KEPT_WORDS = 600
_SEEN = 0.005
"""Weights below this are shown as nothing, in digits as in the bar."""

ModelIndex: TypeAlias = QModelIndex | QPersistentModelIndex

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class Words(NamedTuple):
    """What the cells of a row say: made once, painted many times."""

    row: EventRow
    title: str
    said: str
    kind: str
    status: str
    tone: str
    happened: str
    weight: str


def _words_of(row: EventRow) -> Words:
    status, tone = wording.status_of(row)
    return Words(
        row,
        one_line(row.title),
        wording.said_line(row),
        wording.event_type(row.type),
        status,
        tone,
        wording.happened(row.happening),
        wording.weight(row.weight),
    )


class EventDelegate(QStyledItemDelegate):
    """Paints the cells of an event.

    Attributes:
        height: Of every row, in px.
        separated: A line below every row.
    """

    height = ROW_PX
    separated = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.plain = font_px(BASE_PX)
        self.title = font_px(BASE_PX, bold=True)
        self.over = QFont(self.title)
        self.over.setStrikeOut(True)
        self.small = font_px(SMALL_PX)
        self.tiny = font_px(TINY_PX, bold=True)
        self._chip_metrics = QFontMetrics(self.tiny)
        self._tones = {
            "neutral": (theme.color("line"), theme.color("muted")),
            "accent": (theme.color("accent_soft"), theme.color("accent")),
            "warn": (theme.color("warn_soft"), theme.color("warn")),
            "info": (theme.color("info_soft"), theme.color("info")),
        }
        self._stars: dict[tuple[bool, float], QPixmap] = {}
        self._words: dict[int, Words] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return the one height all rows have."""
        del option, index
        return QSize(80, self.height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a cell, or a grey hint of one while its row is read."""
        theme = self.theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("panel2"))
        if self.separated:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        row = index.data(PagedTableModel.RowRole)
        inside = rect.adjusted(_PAD_PX, 0, -_PAD_PX, -1)
        column = Column(index.column())
        if isinstance(row, EventRow):
            self._paint_cell(painter, inside, row, column, chosen=chosen)
        elif column is Column.EVENT:
            self._paint_hint(painter, inside)
        view = option.widget
        if (
            column is Column.STAR
            and isinstance(view, QAbstractItemView)
            and view.hasFocus()
            and view.currentIndex().row() == index.row()
        ):
            painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, theme.color("accent"))
        painter.restore()

    def _words_for(self, row: EventRow) -> Words:
        words = self._words.get(row.id)
        if words is None or words.row is not row:
            if len(self._words) >= _KEPT_WORDS:
                self._words.clear()
            words = self._words[row.id] = _words_of(row)
        return words

    def _paint_cell(
        self, painter: QPainter, inside: QRect, row: EventRow, column: Column, *, chosen: bool
    ) -> None:
        words = self._words_for(row)
        match column:
            case Column.STAR:
                self._paint_star(painter, inside, pinned=row.pinned)
            case Column.EVENT:
                self.paint_event(painter, inside, words, chosen=chosen)
            case Column.TYPE:
                self.paint_words(painter, inside, words.kind, "muted")
            case Column.STATUS:
                self.paint_chip(painter, inside, words.status, words.tone, chosen=chosen)
            case Column.WEIGHT:
                self._paint_weight(painter, inside, words, chosen=chosen)
            case Column.HAPPENED:
                token = "faint" if row.happening.start is None else "muted"
                self.paint_words(painter, inside, words.happened, token)
            case Column.USED:
                token = "muted" if row.adoptions else "faint"
                self.paint_words(painter, inside, f"{row.adoptions}×", token)

    def _paint_star(self, painter: QPainter, inside: QRect, *, pinned: bool) -> None:
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        key = (pinned, ratio)
        if key not in self._stars:
            name, token = ("star-filled", "gold") if pinned else ("star", "faint")
            self._stars[key] = self.theme.pixmap(name, token, STAR_PX, ratio=ratio)
        centre = inside.center()
        painter.drawPixmap(
            centre.x() - STAR_PX // 2 + 1, centre.y() - STAR_PX // 2, self._stars[key]
        )

    def paint_event(self, painter: QPainter, inside: QRect, words: Words, *, chosen: bool) -> None:
        """Paint the title and when it was said."""
        del chosen
        above = QRect(inside.left(), inside.top() + 8, inside.width(), 19)
        self.paint_title(painter, above, words)
        painter.setFont(self.small)
        painter.setPen(self.theme.color("faint"))
        below = QRect(inside.left(), above.bottom() + 1, inside.width(), 18)
        painter.drawText(below, LEFT, elided(painter, words.said, inside.width()))

    def paint_title(self, painter: QPainter, place: QRect, words: Words) -> None:
        """Paint the title, struck through where the event no longer holds."""
        over = wording.is_over(words.row.state)
        painter.setFont(self.over if over else self.title)
        painter.setPen(self.theme.color("faint" if over else "text"))
        painter.drawText(place, LEFT, elided(painter, words.title, place.width()))

    def paint_words(self, painter: QPainter, inside: QRect, words: str, token: str) -> None:
        """Paint plain words on one line."""
        painter.setFont(self.plain)
        painter.setPen(self.theme.color(token))
        painter.drawText(inside, LEFT, elided(painter, words, inside.width()))

    def paint_chip(
        self, painter: QPainter, inside: QRect, words: str, tone: str, *, chosen: bool
    ) -> int:
        """Paint words on a coloured ground; return how wide it came."""
        ground, ink = self._tones[tone]
        if chosen and tone == "accent":
            ground = self.theme.color("panel")
        metrics = self._chip_metrics
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inside.width() - 12)
        chip = QRectF(inside.left(), inside.center().y() - 8, metrics.horizontalAdvance(shown), 18)
        chip.setWidth(chip.width() + 12)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(self.tiny)
        painter.setPen(ink)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), shown)
        return round(chip.width())

    def _paint_weight(
        self, painter: QPainter, inside: QRect, words: Words, *, chosen: bool
    ) -> None:
        width = min(_BAR_PX, inside.width() - _VALUE_PX)
        painter.setFont(self.small)
        painter.setPen(self.theme.color("muted"))
        place = QRect(inside.left() + max(0, width) + 8, inside.top(), _VALUE_PX, inside.height())
        painter.drawText(place, LEFT, words.weight)
        value = words.row.weight
        if width <= 0:
            return
        bar = QRectF(inside.left(), inside.center().y() - 2, width, _BAR_HEIGHT_PX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("panel" if chosen else "line"))
        painter.drawRoundedRect(bar, 3, 3)
        if value >= _SEEN:
            bar.setWidth(max(_BAR_HEIGHT_PX, width * min(1.0, value)))
            painter.setBrush(QColor(self.theme.color("accent")))
            painter.drawRoundedRect(bar, 3, 3)

    def _paint_hint(self, painter: QPainter, inside: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("line"))
        painter.drawRoundedRect(inside.left(), inside.top() + 14, inside.width() * 3 // 5, 8, 4, 4)
        painter.drawRoundedRect(inside.left(), inside.top() + 32, inside.width() * 2 // 5, 7, 3, 3)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: ModelIndex,
    ) -> bool:
        """Show what the cell has no room for, and times with their time zone."""
        row = index.data(PagedTableModel.RowRole)
        if event.type() != QEvent.Type.ToolTip or not isinstance(row, EventRow):
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(
            event.globalPos(), plain_tooltip(self._tooltip(row, index.column())), view
        )
        return True

    def _tooltip(self, row: EventRow, column: int) -> str:
        match column:
            case Column.STAR:
                return self.tr("Unpin (Space)") if row.pinned else self.tr("Pin (Space)")
            case Column.EVENT:
                said = self.tr("Said: {time}").format(time=dates.with_zone(row.mentioned_at))
                return f"{one_line(row.title)}\n{said}"
            case Column.STATUS:
                return " · ".join(_chips_in_words(row))
            case Column.HAPPENED:
                parts = [wording.happened(row.happening), wording.exactness(row.happening)]
                if row.happening.text:
                    parts.append(wording.quoted(row.happening.text))
                return "\n".join(dict.fromkeys(part for part in parts if part))
            case Column.USED:
                return self.tr("Used in %n answer(s)", "", row.adoptions)
            case _:
                return wording.criticality(row.criticality) if column == Column.WEIGHT else ""


def _chips_in_words(row: EventRow) -> list[str]:
    parts = [wording.event_state(row.state), wording.happening_status(row.status)]
    if row.conflicts:
        parts.append(wording.conflicts(row.conflicts))
    return parts


def elided(painter: QPainter, text: str, width: int) -> str:
    """Return a text, cut short where it is wider than there is room."""
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
