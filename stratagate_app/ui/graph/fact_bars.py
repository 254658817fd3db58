"""The facts of a node as bars over time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from stratagate_app.engine import Fact, FactState
from stratagate_app.models import graph_wording
from stratagate_app.models.graph import LAST_DAY, NO_DAY, to_day
from stratagate_app.ui.theme import TINY_PX, Theme, font_px
from stratagate_app.ui.widgets.labels import escape_tooltip

ROWS_MOST = 14
_ROW_PX = 24
_BAR_PX = 12
_NAME_PX = 92
_TOKENS = {
    FactState.CURRENT: "accent",
    FactState.PAST: "l1",
    FactState.DISPUTED: "warn",
    FactState.PLANNED: "info",
}


class FactBars(QWidget):
    """A row for each key, a bar for each value; the tooltip says which and when."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, list[Fact]]] = []
        self._first, self._last, self._day = 1, 2, 2
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Facts over time"))

    def sizeHint(self) -> QSize:
        """Return a row a key."""
        return QSize(220, max(1, len(self._rows)) * _ROW_PX)

    def show_facts(self, facts: Sequence[Fact], day: int) -> None:
        """Show facts, and where in them a day is."""
        rows: dict[str, list[Fact]] = {}
        for fact in facts:
            rows.setdefault(fact.key, []).append(fact)
        self._rows = list(rows.items())[:ROWS_MOST]
        shown = [fact for _key, part in self._rows for fact in part]
        starts = [to_day(fact.validity.start, NO_DAY) for fact in shown]
        stops = [to_day(fact.validity.end, LAST_DAY) for fact in shown]
        known = [day, *(s for s in starts if s != NO_DAY), *(s for s in stops if s != LAST_DAY)]
        margin = max(3, (max(known) - min(known)) // 12)
        self._first, self._last, self._day = max(1, min(known) - margin), max(known) + margin, day
        said = [
            f"{graph_wording.relation_text(fact.key)}: {fact.value}, "
            f"{graph_wording.validity(fact.validity)}"
            for fact in shown
        ]
        self.setAccessibleDescription("\n".join(said))
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Say what a bar stands for."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            fact = self._fact_at(QPointF(event.pos()))
            said = "" if fact is None else _said(fact)
            QToolTip.showText(event.globalPos(), escape_tooltip(said), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw names, bars and the line of the day."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font_px(TINY_PX))
        metrics = painter.fontMetrics()
        for row, (key, facts) in enumerate(self._rows):
            painter.setPen(self._theme.color("muted"))
            name = metrics.elidedText(
                graph_wording.relation_text(key), Qt.TextElideMode.ElideRight, _NAME_PX - 8
            )
            place = QRectF(0, row * _ROW_PX, _NAME_PX, _ROW_PX)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            painter.setPen(Qt.PenStyle.NoPen)
            for fact in reversed(facts):
                painter.setBrush(self._theme.color(_TOKENS[fact.state]))
                painter.drawRoundedRect(self._bar(row, fact), 3, 3)
        x = self._x(self._day)
        painter.setPen(QPen(self._theme.color("muted"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))

    def _x(self, day: int) -> float:
        room = self.width() - _NAME_PX - 4
        return _NAME_PX + room * (day - self._first) / max(1, self._last - self._first)

    def _bar(self, row: int, fact: Fact) -> QRectF:
        start = max(self._first, to_day(fact.validity.start, self._first))
        stop = min(self._last, to_day(fact.validity.end, self._last))
        left, right = self._x(start), self._x(stop)
        return QRectF(
            left, row * _ROW_PX + (_ROW_PX - _BAR_PX) / 2, max(4, right - left - 1), _BAR_PX
        )

    def _fact_at(self, point: QPointF) -> Fact | None:
        row = int(point.y() // _ROW_PX)
        if not 0 <= row < len(self._rows):
            return None
        return next(
            (fact for fact in self._rows[row][1] if self._bar(row, fact).contains(point)), None
        )


def _said(fact: Fact) -> str:
    when = graph_wording.validity(fact.validity)
    words = f"{graph_wording.relation_text(fact.key)}: {fact.value}"
    state = graph_wording.state(fact.state)
    return "\n".join(part for part in (words, f"{state} · {when}" if when else state) if part)
