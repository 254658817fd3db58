"""What every preview of an import looks like: filters above, rows beside what one of them holds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.ui.widgets import ElidedLabel, SegmentedSwitch, line, plain_label

SIZE_PX = (1220, 790)
_SIZES_PX = (770, 430)


class PreviewFrame(QDialog):
    """The frame of a preview; nothing is written before `commit`.

    Attributes:
        subtitle: What the file is.
        filters: Which rows are shown.
        bar: The row with the filters; what a preview adds comes behind them.
        plan: A sentence about what the main button would do.
        commit_button: The main button; Ctrl+Enter presses it.
    """

    def __init__(self, filters: int, parent: QWidget | None = None) -> None:
        """Make the parts.

        Args:
            filters: How many filters there are.
            parent: The dialog fits into its window.
        """
        super().__init__(parent)
        self.subtitle = ElidedLabel("", "muted")
        self.filters = SegmentedSwitch([""] * filters)
        self.filters.setAccessibleName(self.tr("Show"))
        self.bar = QHBoxLayout()
        self.plan = plain_label("", "small", wrap=True)
        self.commit_button = QPushButton()
        self.commit_button.setProperty("role", "primary")
        self.commit_button.setDefault(False)
        self.commit_button.setEnabled(False)
        self.commit_button.clicked.connect(lambda _checked=False: self.commit())

    def lay_out(
        self,
        rows: QWidget,
        detail: QWidget,
        *,
        bar: Sequence[QWidget],
        buttons: Sequence[QPushButton],
    ) -> None:
        """Put everything in its place, under the window's title.

        Args:
            rows: The table.
            detail: What the row one stands on holds.
            bar: Behind the filters, at the right.
            buttons: Before the main one.
        """
        head = QVBoxLayout()
        head.setContentsMargins(18, 16, 18, 14)
        head.setSpacing(4)
        head.addWidget(plain_label(self.windowTitle(), "title"))
        head.addWidget(self.subtitle)
        self.bar.setContentsMargins(18, 10, 18, 10)
        self.bar.setSpacing(10)
        self.bar.addWidget(self.filters)
        self.bar.addStretch(1)
        for widget in bar:
            self.bar.addWidget(widget)
            if isinstance(widget, QPushButton):
                widget.setAutoDefault(False)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(rows)
        splitter.addWidget(detail)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes(list(_SIZES_PX))
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 12, 18, 12)
        foot.setSpacing(10)
        foot.addWidget(self.plan, 1)
        for button in (*buttons, self.commit_button):
            button.setAutoDefault(False)
            foot.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(line())
        whole.addLayout(self.bar)
        whole.addWidget(line())
        whole.addWidget(splitter, 1)
        whole.addWidget(line())
        whole.addLayout(foot)
        self.resize(*SIZE_PX)
        parent = self.parentWidget()
        if parent is not None:
            self.resize(
                min(SIZE_PX[0], parent.window().width() - 40),
                min(SIZE_PX[1], parent.window().height() - 40),
            )
        rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def commit(self) -> None:
        """Do what `plan` says."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter does it; Enter alone does nothing by accident."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.commit()
            return
        super().keyPressEvent(event)
