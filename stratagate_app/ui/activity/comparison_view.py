"""What was before an operation beside what was after it, with what differs marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from stratagate_app.models import comparisons
from stratagate_app.models.differences import differences
from stratagate_app.ui.sessions.rows import visible
from stratagate_app.ui.theme import SMALL_PX, Theme
from stratagate_app.ui.widgets import SectionLabel, link_button, plain_label
from stratagate_app.ui.widgets.marked_label import MarkedLabel

if TYPE_CHECKING:
    from stratagate_app.engine import Comparison, RowChange

_NAME_PX = 110


class ComparisonView(QWidget):
    """Each thing that became another, field by field; and how many came and went.

    Signals:
        event_opened: Id of an event that changed.
        session_opened: Id of a session that changed.
    """

    event_opened = Signal(int)
    session_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_comparison(self, found: Comparison) -> None:
        """Show before and after; nothing where nothing that can be read became another."""
        while (item := self._column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        lines = [
            (self.tr("New: {counts}"), comparisons.counts(found.added)),
            (self.tr("Gone: {counts}"), comparisons.counts(found.removed)),
        ]
        told = [words.format(counts=counts) for words, counts in lines if counts]
        self.setVisible(bool(found.changes or told))
        self._column.addWidget(SectionLabel(self.tr("Before and after")))
        for words in told:
            self._column.addWidget(plain_label(words, "small", wrap=True, selectable=True))
        for change in found.changes:
            self._column.addWidget(self._change(change))
        if found.more:
            words = self.tr("… and %n more", "", found.more)
            self._column.addWidget(plain_label(words, "small"))

    def _change(self, change: RowChange) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        opened: dict[str, Callable[[int], object]] = {
            "event": self.event_opened.emit,
            "session": self.session_opened.emit,
        }
        words, show = visible(comparisons.heading(change)), opened.get(change.kind)
        head = plain_label(words, wrap=True, selectable=True)
        column.addWidget(head)
        if not change.after:
            column.addWidget(plain_label(self.tr("It went with this change."), "small"))
            return holder
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(0, _NAME_PX)
        grid.setColumnStretch(1, 1)
        for name, before, after in comparisons.rows(change):
            self._add_field(grid, name, visible(before), visible(after))
        column.addLayout(grid)
        if show is not None:
            button = link_button(self.tr("Show it"), lambda: show(change.id), small=True)
            button.setAccessibleName(self.tr("Show {what}").format(what=words))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return holder

    def _add_field(self, grid: QGridLayout, name: str, before: str, after: str) -> None:
        """Add a field: before struck through over after, words that differ marked."""
        row = grid.rowCount()
        label: QLabel = plain_label(name[:1].upper() + name[1:], "small", wrap=True)
        grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        marks = differences(before, after)
        if before:
            old = MarkedLabel(before, (), self._theme, size_px=SMALL_PX, struck=True)
            old.setAccessibleName(self.tr("{name} before: {value}").format(name=name, value=before))
            grid.addWidget(old, row, 1)
            row += 1
        if after or not before:
            shown = after or self.tr("nothing")
            new = MarkedLabel(
                shown, marks.second if after and before else (), self._theme, size_px=SMALL_PX
            )
            new.setAccessibleName(self.tr("{name} after: {value}").format(name=name, value=shown))
            grid.addWidget(new, row, 1)
