"""Labels on the left, values on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from stratagate_app.ui.widgets.labels import plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

LABEL_WIDTH_PX = 96
_TIGHT = (QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)


class KeyValueGrid(QWidget):
    """Rows of a name and a value; values are words or widgets."""

    def __init__(
        self, parent: QWidget | None = None, *, label_width_px: int = LABEL_WIDTH_PX
    ) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnMinimumWidth(0, label_width_px)
        self._grid.setColumnStretch(1, 1)

    def set_rows(self, rows: Sequence[tuple[str, QWidget | str]]) -> None:
        """Show these rows instead; widgets of the ones before are deleted."""
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        top = Qt.AlignmentFlag.AlignTop
        for row, (name, value) in enumerate(rows):
            label = plain_label(name, "small")
            self._grid.addWidget(label, row, 0, top)
            if isinstance(value, str):
                shown = plain_label(value, wrap=True, selectable=True)
                shown.setStyleSheet("font-size: 12px;")
                shown.setAccessibleName(f"{name}: {value}")
                self._grid.addWidget(shown, row, 1)
            elif value.sizePolicy().horizontalPolicy() in _TIGHT:
                # Without an alignment a narrow widget would keep the whole column narrow.
                self._grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignLeft)
            else:
                self._grid.addWidget(value, row, 1)
