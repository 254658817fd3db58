"""The list of sessions as an item model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt

from stratagate_app.engine import SessionRow
from stratagate_app.models.paged import PagedTableModel

if TYPE_CHECKING:
    from collections.abc import Callable

ORDERS = ("newest", "oldest", "title", "longest")
"""Orders a list of sessions can have; the first is the default."""


class SessionsModel(PagedTableModel[SessionRow]):
    """Sessions by id, one column; delegates read the whole row from `RowRole`.

    Args:
        words: Returns the title and the line below it, for people who do not see the painting.
        parent: Owns it.
    """

    def __init__(
        self, words: Callable[[SessionRow], tuple[str, str]], parent: QObject | None = None
    ) -> None:
        super().__init__(("",), parent)
        self._words = words

    def cell(self, row: SessionRow, column: int, role: int) -> Any:
        """Return the title, and with it the line below for screen readers."""
        del column
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row)[0]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(self._words(row))
        return None
