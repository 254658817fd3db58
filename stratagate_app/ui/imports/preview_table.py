"""The table of a preview: rows of one height that J and K move through."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelectionRange

ROW_PX = 46
PAD_PX = 6
FIRST_PAD_PX = 18


class PreviewTable(QTableView):
    """Shows the rows of a preview, the first column as wide as there is room."""

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(ROW_PX)
        rows.setDefaultSectionSize(ROW_PX)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStyleSheet(f"QHeaderView::section:first {{ padding-left: {FIRST_PAD_PX}px; }}")
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def selected_positions(self) -> list[int]:
        """Return the positions of the selected rows, in order."""
        parts = cast("list[QItemSelectionRange]", self.selectionModel().selection())
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})

    def go_to(self, position: int) -> None:
        """Stand on a row and select it alone."""
        index = self.model().index(position, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by J and K; leave other letters, and Enter, to the dialog."""
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in (Qt.Key.Key_J, Qt.Key.Key_K):
            step = 1 if key == Qt.Key.Key_J else -1
            end = self.model().rowCount() - 1
            self.go_to(max(0, min(end, self.currentIndex().row() + step)))
        elif plain and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)
