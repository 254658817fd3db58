"""How events are painted as cards and on a timeline: by the delegate of the table, only taller."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout, QTextOption

from stratagate_app.engine import EventRow, HappeningStatus, Scope
from stratagate_app.models import wording
from stratagate_app.models.events import Column, EventView
from stratagate_app.models.paged import PagedTableModel
from stratagate_app.ui.events.delegate import LEFT, EventDelegate, Words, elided
from stratagate_app.ui.sessions.rows import one_line

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

    from stratagate_app.ui.events.delegate import ModelIndex
    from stratagate_app.ui.theme import Theme

CARD_PX = 112
MOMENT_PX = 58
_LINE_PX = 19
_CARD_PAD_PX = 12
_DATE_PX = 150
_RAIL_PX = 22
_DOT_PX = 5.0
_SUMMARY_LINES = 2
_STOPS = ".。!！ …"


class CardDelegate(EventDelegate):
    """Paints each event as a card: title, summary, what it is, when, and how much it counts."""

    height = CARD_PX
    separated = False

    def paint_event(self, painter: QPainter, inside: QRect, words: Words, *, chosen: bool) -> None:
        """Paint a card in the place of the title."""
        row, theme = words.row, self.theme
        frame = QRectF(inside.adjusted(0, 5, 0, -5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent" if chosen else "line"), 1))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        left, width = inside.left() + _CARD_PAD_PX, inside.width() - 2 * _CARD_PAD_PX
        top = inside.top() + 13
        self.paint_title(painter, QRect(left, top, width, _LINE_PX), words)
        painter.setFont(self.plain)
        painter.setPen(theme.color("muted"))
        lines = _wrapped(painter, _told(row), width)
        for number, line in enumerate(lines, start=1):
            place = QRect(left, top + number * _LINE_PX + 1, width, _LINE_PX)
            painter.drawText(place, LEFT, line)
        foot = QRect(left, inside.bottom() - 33, width, 20)
        end = self._paint_chips(painter, foot, words)
        told = [words.said]
        if row.happening.start is not None:
            told.append(words.happened)
        told.append(f"{words.weight} · {row.adoptions}×")
        self.paint_words(painter, foot.adjusted(end, 0, 0, 0), " · ".join(told), "faint")

    def _paint_chips(self, painter: QPainter, foot: QRect, words: Words) -> int:
        """Paint what it is; return how much room that took."""
        row = words.row
        chips = [(words.status, words.tone), (words.kind, "neutral")]
        if row.scope is not Scope.PROJECT:
            chips.append((wording.scope(row.scope), "neutral"))
        taken = 0
        for text, tone in chips:
            rest = foot.adjusted(taken, 0, 0, 0)
            taken += self.paint_chip(painter, rest, text, tone, chosen=False) + 6
        return taken + 6


class TimelineDelegate(EventDelegate):
    """Paints each event at its place on a line: a full mark happened, a ring is still planned."""

    height = MOMENT_PX

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a moment, and a mark for today between what was and what is to come."""
        super().paint(painter, option, index)
        row = index.data(PagedTableModel.RowRole)
        above = index.sibling(index.row() - 1, Column.EVENT)
        before = above.data(PagedTableModel.RowRole) if above.isValid() else None
        if isinstance(row, EventRow) and isinstance(before, EventRow):
            today = datetime.now(UTC).astimezone().date().isoformat()
            sides = {(one.happening.start or "")[:10] > today for one in (row, before)}
            if len(sides) > 1:
                rect: QRect = option.rect
                painter.fillRect(
                    rect.left(), rect.top() - 1, rect.width(), 2, self.theme.color("accent")
                )

    def paint_event(self, painter: QPainter, inside: QRect, words: Words, *, chosen: bool) -> None:
        """Paint when, the mark on the line, and what."""
        row, theme = words.row, self.theme
        date_px = min(_DATE_PX, inside.width() // 3)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        upper = QRect(inside.left(), inside.top() + 9, date_px, _LINE_PX)
        painter.setFont(self.plain)
        painter.setPen(theme.color("text"))
        painter.drawText(upper, right, elided(painter, words.happened, date_px))
        lower = upper.translated(0, _LINE_PX + 1)
        painter.setFont(self.small)
        painter.setPen(theme.color("faint"))
        painter.drawText(lower, right, elided(painter, wording.exactness(row.happening), date_px))
        rail = inside.left() + date_px + _RAIL_PX
        # Through the line below each row as well: one line from the first moment to the last.
        painter.fillRect(rail, inside.top(), 2, inside.height() + 1, theme.color("line"))
        self._paint_mark(painter, QPointF(rail + 1, upper.center().y() + 1), row)
        left = rail + _RAIL_PX
        width = inside.right() - left
        self.paint_title(painter, QRect(left, upper.top(), width, _LINE_PX), words)
        below = QRect(left, lower.top(), width, _LINE_PX)
        taken = self.paint_chip(painter, below, words.status, words.tone, chosen=chosen)
        self.paint_words(painter, below.adjusted(taken + 8, 0, 0, 0), words.said, "faint")

    def _paint_mark(self, painter: QPainter, centre: QPointF, row: EventRow) -> None:
        over = wording.is_over(row.state) or row.status is HappeningStatus.CANCELLED
        ink = self.theme.color("faint" if over else "accent")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 2))
        open_mark = row.status in (HappeningStatus.PLANNED, HappeningStatus.CANCELLED)
        painter.setBrush(self.theme.color("panel") if open_mark else ink)
        painter.drawEllipse(centre, _DOT_PX, _DOT_PX)


def make_delegates(theme: Theme, parent: QWidget) -> dict[EventView, EventDelegate]:
    """Return what paints the rows of each view."""
    return {
        EventView.TABLE: EventDelegate(theme, parent),
        EventView.CARDS: CardDelegate(theme, parent),
        EventView.TIMELINE: TimelineDelegate(theme, parent),
    }


def _told(row: EventRow) -> str:
    """Return what a card says below its title: nothing twice."""
    summary = one_line(row.summary)
    if summary.rstrip(_STOPS) != one_line(row.title).rstrip(_STOPS):
        return summary
    return " · ".join(dict.fromkeys((*row.participants, *row.tags)))


def _wrapped(painter: QPainter, text: str, width: int) -> list[str]:
    """Return the first lines of a text that is as wide as there is room; the last one elided."""
    layout = QTextLayout(text, painter.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) < _SUMMARY_LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    cuts = [*starts[1:], len(text)]
    parts = [text[start:end].strip() for start, end in zip(starts, cuts, strict=True)]
    return [elided(painter, part, width) for part in parts]
