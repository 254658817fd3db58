"""The list of background jobs as an item model: never more than a screenful or four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.engine import JobRow

LIMIT = 200
"""Jobs that are listed; the counts say how many there are."""

_NO_PARENT = QModelIndex()


class JobsModel(QAbstractListModel):
    """Jobs in the order of the queue; delegates read the whole row from `RowRole`.

    Args:
        words: Returns the line of a job, for people who do not see the painting.
        parent: Owns it.
    """

    RowRole = int(Qt.ItemDataRole.UserRole) + 1

    def __init__(self, words: Callable[[JobRow], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: tuple[JobRow, ...] = ()

    @property
    def rows(self) -> tuple[JobRow, ...]:
        """The jobs that are listed."""
        return self._rows

    def set_rows(self, rows: Sequence[JobRow]) -> None:
        """Show these jobs; rows that stay in their places are only refreshed."""
        fresh = tuple(rows)
        if [row.id for row in fresh] == [row.id for row in self._rows]:
            self._rows = fresh
            if fresh:
                self.dataChanged.emit(self.index(0), self.index(len(fresh) - 1))
            return
        self.beginResetModel()
        self._rows = fresh
        self.endResetModel()

    def row_of(self, job_id: int) -> int:
        """Return the position of a job, -1 if it is not listed."""
        return next((at for at, row in enumerate(self._rows) if row.id == job_id), -1)

    def row_at(self, position: int) -> JobRow | None:
        """Return the job at a position, None outside."""
        return self._rows[position] if 0 <= position < len(self._rows) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Return the number of jobs listed."""
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the line of a job, or the whole job."""
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == self.RowRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row)
        return None
