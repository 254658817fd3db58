"""The day that the graph is shown for, on a line with marks where things changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from stratagate_app.models import graph_wording
from stratagate_app.models.graph import day_text
from stratagate_app.ui.theme import TINY_PX, Theme, font_px

_HEIGHT_PX = 46
_SIDE_PX = 10
_TRACK_Y = 18
_HANDLE_PX = 7.0
_MARK_PX = 9.0
_TICK_ROOM_PX = 74
_LONG_YEARS = 3


class TimeSlider(QWidget):
    """Chooses a day between two; arrows go to the next day on which something changed.

    Signals:
        chosen: The day as a number, while it is dragged too.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._first, self._last, self._day = 1, 2, 2
        self._days: tuple[int, ...] = ()
        self._counts: tuple[int, ...] = ()
        self._mark: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Day that the graph is shown for"))
        self.setToolTip(self.tr("Drag to see what was true then; ← and → go to the next change"))

    def sizeHint(self) -> QSize:
        """Return a flat line."""
        return QSize(300, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        """Return what is still usable."""
        return QSize(120, _HEIGHT_PX)

    @property
    def day(self) -> int:
        """The chosen day."""
        return self._day

    def set_range(self, changes: Sequence[tuple[int, int]], today: int) -> None:
        """Offer the days from the first change until the last, or today; marks where they are."""
        self._days = tuple(day for day, _count in changes)
        self._counts = tuple(count for _day, count in changes)
        first = min([*self._days, today])
        self._first = max(1, first - max(1, (today - first) // 50))
        self._last = max([*self._days, today])
        self.set_day(min(max(self._day, self._first), self._last))

    def set_day(self, day: int) -> None:
        """Stand on a day, without telling anybody."""
        self._day = min(max(day, self._first), self._last)
        self.setAccessibleDescription(graph_wording.day(day_text(self._day)))
        self.update()

    def set_mark(self, day: int | None) -> None:
        """Mark the day that others are compared with."""
        self._mark = day
        self.update()

    def next_change(self, by: int) -> int | None:
        """Return the next day on which something changed, before or after; None at the end."""
        if by > 0:
            place = bisect_right(self._days, self._day)
            return self._days[place] if place < len(self._days) else None
        place = bisect_left(self._days, self._day) - 1
        return self._days[place] if place >= 0 else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next change, a day, the beginning, the end."""
        key = Qt.Key(event.key())
        plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if by is not None:
            change = self.next_change(by) if plain else None
            edge = self._last if by > 0 else self._first
            self._choose(self._day + by if not plain else edge if change is None else change)
        elif key == Qt.Key.Key_Home:
            self._choose(self._first)
        elif key == Qt.Key.Key_End:
            self._choose(self._last)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the day under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._day_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self._day_at(event.position().x()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line, its marks, the dates below and the handle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        left, right, here = self._x(self._first), self._x(self._last), self._x(self._day)
        for start, stop, token in ((left, right, "line"), (left, here, "accent")):
            pen = QPen(theme.color(token), 4)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(start, _TRACK_Y), QPointF(stop, _TRACK_Y))
        self._paint_marks(painter)
        painter.setPen(theme.color("muted"))
        painter.setFont(font_px(TINY_PX))
        for day in self._ticks():
            words = self._tick_words(day)
            width = painter.fontMetrics().horizontalAdvance(words)
            x = min(max(self._x(day) - width / 2, 0), self.width() - width)
            painter.drawText(QPointF(x, _HEIGHT_PX - 5), words)
        if self._mark is not None:
            x = self._x(self._mark)
            painter.setPen(QPen(theme.color("warn"), 2))
            painter.drawLine(QPointF(x, 3), QPointF(x, _TRACK_Y + 8))
            painter.fillRect(QRectF(x, 3, 8, 6), theme.color("warn"))
        painter.setPen(QPen(theme.color("text" if self.hasFocus() else "panel"), 2))
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(QPointF(here, _TRACK_Y), _HANDLE_PX, _HANDLE_PX)

    def _paint_marks(self, painter: QPainter) -> None:
        # As many marks as there are px: those of one px are one.
        heights: dict[int, int] = {}
        for day, count in zip(self._days, self._counts, strict=True):
            x = round(self._x(day))
            heights[x] = heights.get(x, 0) + count
        most = max(heights.values(), default=1)
        painter.setPen(QPen(self._theme.color("faint"), 1.5))
        for x, count in heights.items():
            height = 3 + _MARK_PX * count / most
            painter.drawLine(QPointF(x, _TRACK_Y - 4), QPointF(x, _TRACK_Y - 4 - height))

    def _ticks(self) -> list[int]:
        most = max(2, int((self.width() - 2 * _SIDE_PX) // _TICK_ROOM_PX))
        count = min(most, self._last - self._first + 1)
        if count < 2:  # noqa: PLR2004 - one day has no span
            return [self._first]
        span = self._last - self._first
        return [self._first + round(span * step / (count - 1)) for step in range(count)]

    def _tick_words(self, day: int) -> str:
        value = date.fromordinal(day)
        shown = QDate(value.year, value.month, value.day)
        span = self._last - self._first
        if span > 366 * _LONG_YEARS:
            return QLocale().toString(shown, "yyyy")
        if span > 200:  # noqa: PLR2004 - days are too fine then
            return QLocale().toString(shown, self.tr("MMM yyyy", "Date format of months"))
        return QLocale().toString(shown, self.tr("d MMM", "Date format of days"))

    def _x(self, day: int) -> float:
        room = self.width() - 2 * _SIDE_PX
        return _SIDE_PX + room * (day - self._first) / max(1, self._last - self._first)

    def _day_at(self, x: float) -> int:
        room = max(1, self.width() - 2 * _SIDE_PX)
        return self._first + round((x - _SIDE_PX) / room * (self._last - self._first))

    def _choose(self, day: int) -> None:
        before = self._day
        self.set_day(day)
        if self._day != before:
            self.chosen.emit(self._day)
