"""The open previews as an item model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from stratagate_app.engine import Preview, PreviewState
from stratagate_app.models import candidates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.engine import Memory

_NO_PARENT = QModelIndex()
_FORMATS = {
    "external-memory": QT_TRANSLATE_NOOP("Previews", "external memory"),
    "text": QT_TRANSLATE_NOOP("Previews", "plain sentences"),
    "claude-memory": QT_TRANSLATE_NOOP("Previews", "Claude’s memory"),
    "mem0": "Mem0",
    "mcp-memory": QT_TRANSLATE_NOOP("Previews", "MCP memory server"),
    "letta": "Letta",
    "markdown": QT_TRANSLATE_NOOP("Previews", "Markdown notes"),
    "csv": QT_TRANSLATE_NOOP("Previews", "table"),
}

translate = QCoreApplication.translate


class PreviewsModel(QAbstractListModel):
    """Previews that are not written yet, newest first; delegates read the whole from `RowRole`."""

    RowRole = int(Qt.ItemDataRole.UserRole) + 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Preview, ...] = ()

    def set_rows(self, rows: Sequence[Preview]) -> None:
        """Show these previews."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_at(self, position: int) -> Preview | None:
        """Return the preview at a position, None outside."""
        return self._rows[position] if 0 <= position < len(self._rows) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Return the number of open previews."""
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the line of a preview, or the whole preview."""
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == self.RowRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{row.file_name}, {progress(row)}"
        return None


def load_open(memory: Memory) -> tuple[Preview, ...]:
    """Return the previews that are not written yet, the newest first."""
    return tuple(
        preview for preview in memory.previews.load() if preview.state is PreviewState.OPEN
    )


def format_name(code: str) -> str:
    """Return how a format of memories is called; an unknown one stays a code."""
    return translate("Previews", str(_FORMATS.get(code, code)))


def progress(preview: Preview) -> str:
    """Return what there is and how far it is: `38 memories · 6 need you`."""
    parts = [candidates.memories(preview.candidates)]
    if preview.waiting:
        parts.append(candidates.waiting(preview.waiting))
    if preview.failed:
        parts.append(candidates.failed(preview.failed))
    if preview.needs_user:
        parts.append(candidates.need_you(preview.needs_user))
    return " · ".join(parts)
