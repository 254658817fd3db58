"""The events of a batch of memories, and which of them are to be taken back."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from stratagate_app.engine import MadeEvent, RelationKind
from stratagate_app.models import operations
from stratagate_app.models.candidates import decision_name
from stratagate_app.models.paged import ModelIndex, PagedTableModel
from stratagate_app.models.wording import quoted

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

translate = QCoreApplication.translate
_CHECKED = int(Qt.CheckState.Checked.value)


class Column(IntEnum):
    """Columns of the table."""

    EVENT = 0
    DECISION = 1
    RETURNS = 2
    SINCE = 3


class MadeEventsModel(PagedTableModel[MadeEvent]):
    """Events of a batch; a checked one is taken back, the others are kept.

    Signals:
        toggled: What is checked changed.
    """

    toggled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            (
                translate("MadeEvents", "Event"),
                translate("MadeEvents", "Came in as"),
                translate("MadeEvents", "What comes back"),
                translate("MadeEvents", "Changed since"),
            ),
            parent,
        )
        self._kept: set[int] = set()

    def kept(self) -> frozenset[int]:
        """Return the ids of the events that stay."""
        return frozenset(self._kept)

    def check(self, ids: Sequence[int] | array[int], *, checked: bool) -> None:
        """Let events go, or stay."""
        if checked:
            self._kept.difference_update(ids)
        else:
            self._kept.update(ids)
        if self._ids:
            last = self._last_index(len(self._ids) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [int(Qt.ItemDataRole.CheckStateRole)])
        self.toggled.emit()

    def flip(self, positions: Sequence[int]) -> None:
        """Check rows that are not, or the other way round; all do what the first does."""
        ids = [key for key in map(self.id_at, positions) if key is not None]
        if ids:
            self.check(ids, checked=ids[0] in self._kept)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer whether a row is checked without its page."""
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == Column.EVENT:
            kept = self.id_at(index.row()) in self._kept
            return Qt.CheckState.Unchecked if kept else Qt.CheckState.Checked
        return super().data(index, role)

    def setData(self, index: ModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a click on a check box."""
        key = self.id_at(index.row())
        if role != Qt.ItemDataRole.CheckStateRole or key is None:
            return False
        self.check([key], checked=int(getattr(value, "value", value)) == _CHECKED)
        return True

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Return that the first column can be checked."""
        flags = super().flags(index)
        if index.column() == Column.EVENT:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def cell(self, row: MadeEvent, column: int, role: int) -> Any:
        """Return the words of a cell."""
        words = {
            Column.EVENT: row.title,
            Column.DECISION: decision_name(row.decision),
            Column.RETURNS: "; ".join(_released(row)),
            Column.SINCE: "; ".join(map(operations.sentence, row.later)),
        }[Column(column)]
        return " ".join(words.split()) if role == Qt.ItemDataRole.DisplayRole else None


def _released(row: MadeEvent) -> list[str]:
    again = translate("MadeEvents", "Counts again: {title}")
    freed = translate("MadeEvents", "No longer contradicted: {title}")
    return [
        (again if item.kind is RelationKind.SUPERSEDES else freed).format(title=quoted(item.title))
        for item in row.releases
    ]
