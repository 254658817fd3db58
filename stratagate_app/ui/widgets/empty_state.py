"""What a view without data says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from stratagate_app.ui.widgets.labels import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TEXT_WIDTH_PX = 380


class EmptyState(QWidget):
    """Says what will be here and offers what brings it; the first action is the main one."""

    def __init__(
        self,
        title: str,
        text: str,
        actions: Sequence[tuple[str, Callable[[], object]]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(2)
        self._title = plain_label(title, "title", wrap=True)
        self._text = plain_label(text, "muted", wrap=True)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setMaximumWidth(TEXT_WIDTH_PX)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(label, 100)
            row.addStretch(1)
            column.addLayout(row)
        self.buttons: list[QPushButton] = []
        if actions:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.setContentsMargins(0, 8, 0, 0)
            row.addStretch(1)
            for index, (label_text, action) in enumerate(actions):
                row.addWidget(self._button(label_text, action, primary=index == 0))
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(3)

    def set_text(self, title: str, text: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._text.setText(text)

    def _button(self, text: str, action: Callable[[], object], *, primary: bool) -> QPushButton:
        button = QPushButton(text)
        if primary:
            button.setProperty("role", "primary")
        button.clicked.connect(lambda _checked=False: action())
        self.buttons.append(button)
        return button
