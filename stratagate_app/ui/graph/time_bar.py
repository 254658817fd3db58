"""The bar under the graph: its day, playing through, and what changed since another day."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from stratagate_app.models import graph_wording
from stratagate_app.models.graph import day_text
from stratagate_app.ui.graph.time_slider import TimeSlider
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, plain_label

_PLAY_MS = 700


class TimeBar(QFrame):
    """Chooses the day.

    Signals:
        changed: The day, or the one it is compared with, is another.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._today = 0
        self.since: int | None = None
        self.setProperty("role", "card")
        self.slider = TimeSlider(theme)
        self._title = plain_label("", "heading")
        self._said = ElidedLabel("", "small")
        self.play_button = QToolButton()
        self.play_button.setIconSize(QSize(14, 14))
        self.compare_button = QPushButton(self.tr("Compare from here"))
        self.compare_button.setProperty("scale", "small")
        self.compare_button.setCheckable(True)
        self.compare_button.setToolTip(
            self.tr("Mark this day; what changes between it and another day is then highlighted")
        )
        self.today_button = QPushButton(self.tr("Today"))
        self.today_button.setProperty("scale", "small")
        self._play = QTimer(self, interval=_PLAY_MS)
        self._play.timeout.connect(self._on_play)
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (self.play_button, self._title):
            top.addWidget(widget)
        top.addWidget(self._said, 1)
        for button in (self.compare_button, self.today_button):
            top.addWidget(button)
        self._said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 6)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.slider)
        self.slider.chosen.connect(self._on_slider_chosen)
        self.play_button.clicked.connect(self.toggle_play)
        self.compare_button.toggled.connect(self._on_compare_toggled)
        self.today_button.clicked.connect(lambda _checked=False: self.go_to(self._today))
        self._show_playing()

    @property
    def day(self) -> int:
        """The chosen day, as a number."""
        return self.slider.day

    @property
    def is_today(self) -> bool:
        """Whether it is the present that is shown."""
        return self.day == self._today

    def set_range(self, changes: Sequence[tuple[int, int]], today: int) -> None:
        """Offer the days of a graph; who looks at the present goes on doing so."""
        follows = self.is_today or not self._today
        self._today = today
        self.slider.set_range(changes, today)
        if follows:
            self.slider.set_day(today)
        self._show()

    def go_to(self, day: int) -> None:
        """Show another day."""
        before = self.day
        self.slider.set_day(day)
        self._show()
        if self.day != before:
            self.changed.emit()

    def say(self, words: str) -> None:
        """Say what there is to say of the day."""
        self._said.setText(words)

    def toggle_play(self) -> None:
        """Go through the days on which something changed, or stop."""
        if self._play.isActive():
            self._play.stop()
        else:
            if self.slider.next_change(1) is None:
                self.go_to(1)
            self._play.start()
        self._show_playing()

    def stop(self) -> None:
        """Stop going through the days."""
        self._play.stop()
        self._show_playing()

    def _on_play(self) -> None:
        day = self.slider.next_change(1)
        if day is None:
            self.stop()
            self.go_to(max(self._today, self.day))
        else:
            self.go_to(day)

    def _on_slider_chosen(self) -> None:
        self.stop()
        self._show()
        self.changed.emit()

    def _on_compare_toggled(self, on: bool) -> None:
        self.since = self.day if on else None
        self.slider.set_mark(self.since)
        self.compare_button.setText(
            self.tr("Since {day}").format(day=graph_wording.day(day_text(self.day)))
            if on
            else self.tr("Compare from here")
        )
        self.changed.emit()

    def _show(self) -> None:
        shown = graph_wording.day(day_text(max(1, self.day)))
        self._title.setText(self.tr("As of {day}").format(day=shown))
        self.today_button.setEnabled(not self.is_today)

    def _show_playing(self) -> None:
        playing = self._play.isActive()
        words = self.tr("Stop") if playing else self.tr("Play through the changes (P)")
        self.play_button.setIcon(self._theme.icon("pause" if playing else "play"))
        self.play_button.setToolTip(words)
        self.play_button.setAccessibleName(words)
