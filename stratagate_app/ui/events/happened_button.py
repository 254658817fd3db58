"""The filter by when something happened: from a day to a day."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import (
    QDateEdit,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from stratagate_app.models import wording
from stratagate_app.ui.events.choice_button import FilterButton
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

_WEEK_DAYS = 7
_MONTH_DAYS = 30


class HappenedButton(FilterButton):
    """A span of days the happening may overlap; either end may be missing.

    Args:
        name: What the button says.
        theme: Colours.
        parent: Owns it.
        past: Nothing is still to come.
    """

    def __init__(
        self, name: str, theme: Theme, parent: QWidget | None = None, *, past: bool = False
    ) -> None:
        super().__init__(name, theme, QMenu(), parent)
        self._past = past
        self._first: date | None = None
        self._last: date | None = None
        for words, first, last in self._presets():
            action = self.choices.addAction(words)
            action.triggered.connect(
                lambda _checked=False, first=first, last=last: self._choose(first, last)
            )
        self.choices.addSeparator()
        self.panel = _SpanPanel()
        inside = QWidgetAction(self.choices)
        inside.setDefaultWidget(self.panel)
        self.choices.addAction(inside)
        self.panel.accepted.connect(self._on_panel_accepted)
        self.choices.aboutToShow.connect(self._on_choices_about_to_show)
        self.tell("")

    def span(self) -> tuple[str | None, str | None]:
        """Return first and last day as `YYYY-MM-DD`, None where there is no bound."""
        return (
            None if self._first is None else self._first.isoformat(),
            None if self._last is None else self._last.isoformat(),
        )

    def instants(self) -> tuple[datetime | None, datetime | None]:
        """Return when the first day begins and the last ends here, None where there is no bound."""
        after = None if self._last is None else self._last + timedelta(days=1)
        begun, ended = (
            None if day is None else datetime.combine(day, time()).astimezone()
            for day in (self._first, after)
        )
        return begun, ended

    def set_span(self, first: str | None, last: str | None) -> None:
        """Show a span without telling anybody; what is no day is no bound."""
        self._first, self._last = _to_date(first), _to_date(last)
        self.tell(self._words())

    def _presets(self) -> tuple[tuple[str, date | None, date | None], ...]:
        today = date.today()  # noqa: DTZ011 - the day of this computer is meant
        year = (date(today.year, 1, 1), date(today.year, 12, 31))
        month = timedelta(days=_MONTH_DAYS)
        if self._past:
            return (
                (self.tr("Any time"), None, None),
                (self.tr("Today"), today, today),
                (self.tr("The last 7 days"), today - timedelta(days=_WEEK_DAYS - 1), today),
                (self.tr("The last 30 days"), today - month, today),
                (self.tr("This year"), *year),
            )
        return (
            (self.tr("Any time"), None, None),
            (self.tr("The last 30 days"), today - month, today),
            (self.tr("This year"), *year),
            (self.tr("Still to come"), today, None),
        )

    def _choose(self, first: date | None, last: date | None) -> None:
        if (first, last) == (self._first, self._last):
            return
        self._first, self._last = first, last
        self.tell(self._words())
        self.chosen.emit()

    def _words(self) -> str:
        if self._first is None and self._last is None:
            return ""
        if self._last is None and self._first is not None:
            return self.tr("from {day}").format(day=wording.days(self._first, self._first))
        if self._first is None and self._last is not None:
            return self.tr("until {day}").format(day=wording.days(self._last, self._last))
        assert self._first is not None  # noqa: S101 - the cases above
        assert self._last is not None  # noqa: S101
        return wording.days(self._first, self._last)

    def _on_choices_about_to_show(self) -> None:
        today = date.today()  # noqa: DTZ011 - the day of this computer is meant
        self.panel.show_span(self._first or self._last or today, self._last or self._first or today)

    def _on_panel_accepted(self, first: date, last: date) -> None:
        self.choices.close()
        self._choose(min(first, last), max(first, last))


class _SpanPanel(QWidget):
    """Two days and a button.

    Signals:
        accepted: First and last day (`date`).
    """

    accepted = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        grid = QGridLayout()
        grid.setSpacing(8)
        self.first = QDateEdit()
        self.last = QDateEdit()
        for row, (words, edit) in enumerate(
            ((self.tr("From"), self.first), (self.tr("To"), self.last))
        ):
            edit.setCalendarPopup(True)
            edit.setAccessibleName(words)
            edit.setMinimumWidth(140)
            grid.addWidget(plain_label(words, "small"), row, 0)
            grid.addWidget(edit, row, 1)
        column.addLayout(grid)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        self.button = QPushButton(self.tr("Show"))
        self.button.setProperty("scale", "small")
        self.button.clicked.connect(self._on_button_clicked)
        buttons.addWidget(self.button)
        column.addLayout(buttons)

    def show_span(self, first: date, last: date) -> None:
        """Begin with these days."""
        self.first.setDate(QDate(first.year, first.month, first.day))
        self.last.setDate(QDate(last.year, last.month, last.day))

    def _on_button_clicked(self) -> None:
        days = [edit.date() for edit in (self.first, self.last)]
        first, last = (date(day.year(), day.month(), day.day()) for day in days)
        self.accepted.emit(first, last)


def _to_date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
