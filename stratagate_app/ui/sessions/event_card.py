"""An event in the pane beside a block."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from stratagate_app.engine import EventRow
from stratagate_app.ui.sessions import dates, wording
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import Chip, FlowLayout, plain_label


class EventCard(QFrame):
    """Title, star, summary and chips of an event.

    Signals:
        opened: The user wants to see the event.
        pin_asked: Pin it (True) or unpin it.
        stepped: Go to the next (1) or the previous (-1) card.
    """

    opened = Signal()
    pin_asked = Signal(bool)
    stepped = Signal(int)

    def __init__(self, event: EventRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.event_row = event
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        title = one_line(event.title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(visible(event.summary))
        self.star = QToolButton()
        # A star is a shape, not a button with a frame.
        self.star.setStyleSheet(
            "QToolButton { border: 0; background: transparent; padding: 0; min-height: 18px; }"
        )
        self.star.setIconSize(QSize(16, 16))
        self.star.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.star.setIcon(
            theme.icon("star-filled", "gold") if event.pinned else theme.icon("star", "faint")
        )
        word = self.tr("Unpin (Space)") if event.pinned else self.tr("Pin (Space)")
        self.star.setToolTip(word)
        self.star.setAccessibleName(word)
        self.star.setFixedSize(22, 20)
        head = QHBoxLayout()
        head.setSpacing(4)
        heading = plain_label(title, "heading", wrap=True)
        head.addWidget(heading, 1)
        head.addWidget(self.star, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 8, 10)
        column.setSpacing(4)
        column.addLayout(head)
        summary = plain_label(visible(event.summary), "small", wrap=True)
        summary.setContentsMargins(0, 0, 6, 0)
        column.addWidget(summary)
        chips = FlowLayout()
        for chip in self._chips(event):
            chips.addWidget(chip)
        column.addLayout(chips)
        said = dates.with_zone(event.mentioned_at)
        self.setToolTip(
            plain_tooltip(
                self.tr("Said: {time}\nEnter opens it, Space pins or unpins it").format(time=said)
            )
        )
        self.star.clicked.connect(lambda: self.pin_asked.emit(not self.event_row.pinned))

    def _chips(self, event: EventRow) -> list[Chip]:
        words, tone = wording.event_state(event.state, event.status)
        chips = [Chip(words, tone), Chip(wording.event_type(event.type))]
        if event.adoptions:
            used = Chip(self.tr("used {count}×").format(count=event.adoptions))
            used.setToolTip(self.tr("Used in %n answer(s)", "", event.adoptions))
            chips.append(used)
        if event.conflicts:
            chips.append(Chip(self.tr("%n conflict(s)", "", event.conflicts), "warn"))
        return chips

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the event."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Space pins, J and K and the arrows move."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif key == Qt.Key.Key_Space:
            self.pin_asked.emit(not self.event_row.pinned)
        elif key in (Qt.Key.Key_J, Qt.Key.Key_Down):
            self.stepped.emit(1)
        elif key in (Qt.Key.Key_K, Qt.Key.Key_Up):
            self.stepped.emit(-1)
        else:
            super().keyPressEvent(event)
