"""The table of events as an item model."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from stratagate_app.engine import EventRow
from stratagate_app.models import wording
from stratagate_app.models.paged import PagedTableModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.engine import Memory

ORDERS = ("weight", "happened", "mentioned", "title", "used")
"""Orders a list of events can have; the first is the default."""
ASCENDING_FIRST = frozenset({"title"})
"""Orders that begin with the smallest; the others begin with the largest or newest."""


class Column(IntEnum):
    """Columns of the table."""

    STAR = 0
    EVENT = 1
    TYPE = 2
    STATUS = 3
    WEIGHT = 4
    HAPPENED = 5
    USED = 6


ORDER_OF = {
    Column.EVENT: "title",
    Column.WEIGHT: "weight",
    Column.HAPPENED: "happened",
    Column.USED: "used",
}
"""Columns whose header orders the table."""


class EventsModel(PagedTableModel[EventRow]):
    """Events by id; delegates read the whole row from `RowRole`."""

    def __init__(self, parent: QObject | None = None) -> None:
        words = (
            "",
            QCoreApplication.translate("EventsModel", "Event"),
            QCoreApplication.translate("EventsModel", "Type"),
            QCoreApplication.translate("EventsModel", "Status"),
            QCoreApplication.translate("EventsModel", "Weight"),
            QCoreApplication.translate("EventsModel", "Happened"),
            QCoreApplication.translate("EventsModel", "Used"),
        )
        super().__init__(words, parent)
        self._ordered: tuple[Column, bool] | None = None

    def show_order(self, column: Column | None, *, descending: bool) -> None:
        """Mark the header of the column the events are ordered by; None: of none."""
        self._ordered = None if column is None else (column, descending)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the header's words, with an arrow where the events are ordered by it."""
        words = super().headerData(section, orientation, role)
        if role != Qt.ItemDataRole.DisplayRole or self._ordered is None or words is None:
            return words
        column, descending = self._ordered
        return f"{words} {'▾' if descending else '▴'}" if section == column else words

    def cell(self, row: EventRow, column: int, role: int) -> Any:
        """Return the words of a cell; for screen readers with what is painted besides."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        spoken = role == Qt.ItemDataRole.AccessibleTextRole
        match Column(column):
            case Column.STAR:
                return _pinned(row, spoken=spoken)
            case Column.EVENT:
                return f"{row.title}, {wording.said_line(row)}" if spoken else row.title
            case Column.TYPE:
                return wording.event_type(row.type)
            case Column.STATUS:
                return wording.status_of(row)[0]
            case Column.WEIGHT:
                return wording.weight(row.weight)
            case Column.HAPPENED:
                return wording.happened(row.happening)
            case Column.USED:
                return f"{row.adoptions}×"

    def placeholder(self, column: int, role: int) -> Any:
        """Return an ellipsis in the place of the title."""
        if role == Qt.ItemDataRole.DisplayRole and column == Column.EVENT:
            return "…"
        return None


def load_page(memory: Memory, ids: Sequence[int]) -> tuple[EventRow, ...]:
    """Return the rows of a page of the table."""
    return memory.events.load_page(ids)


def _pinned(row: EventRow, *, spoken: bool) -> str:
    if spoken:
        return (
            QCoreApplication.translate("EventsModel", "pinned")
            if row.pinned
            else QCoreApplication.translate("EventsModel", "not pinned")
        )
    return "★" if row.pinned else "☆"
