"""A message at the bottom of the window that goes by itself, or stays until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.ui.widgets.labels import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.ui.theme import Theme
    from stratagate_app.ui.widgets.chip import Tone

SHOWN_MS = 6000
WIDTH_PX = 440
MARGIN_PX = 16
ABOVE_STATUS_PX = 40


class Toast(QFrame):
    """Floats over its parent's lower right corner.

    Args:
        title: First line.
        text: More, "" for none.
        theme: Colours and icons.
        parent: Floats over it.
        tone: Colour of the border.
        actions: Buttons; any of them also closes the toast.
        stays: Until it is closed, for errors and what somebody has to read.
    """

    def __init__(
        self,
        title: str,
        text: str,
        theme: Theme,
        parent: QWidget,
        *,
        tone: Tone = "neutral",
        actions: Sequence[tuple[str, Callable[[], object]]] = (),
        stays: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "toast")
        self.setProperty("tone", tone)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 8, 12)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(plain_label(title, "heading", wrap=True), 1)
        close = QToolButton()
        close.setProperty("role", "ghost")
        close.setProperty("scale", "small")
        close.setIcon(theme.icon("close"))
        close.setToolTip(self.tr("Close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.dismiss)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        if text:
            body = plain_label(text, "muted", wrap=True)
            body.setContentsMargins(0, 0, 8, 0)
            column.addWidget(body)
        self.buttons: list[QPushButton] = []
        if actions:
            row = QHBoxLayout()
            row.setContentsMargins(0, 6, 0, 0)
            row.setSpacing(8)
            for label, action in actions:
                row.addWidget(self._button(label, action))
            row.addStretch(1)
            column.addLayout(row)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(24)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 120 if theme.dark else 50))
        self.setGraphicsEffect(shadow)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.dismiss)
        self._stays = stays
        parent.installEventFilter(self)

    def present(self) -> None:
        """Show it; an earlier toast of the same parent goes."""
        parent = self.parentWidget()
        if parent is None:
            return
        for other in parent.findChildren(Toast, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if other is not self:
                other.dismiss()
        self._place()
        self.show()
        self.raise_()
        if not self._stays:
            self._timer.start()

    def dismiss(self) -> None:
        """Take it away."""
        self._timer.stop()
        self.hide()
        self.deleteLater()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the window is resized."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def enterEvent(self, event: QEvent) -> None:
        """Do not go while the pointer is on it."""
        self._timer.stop()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Go on with going."""
        if not self._stays and self.isVisible():
            self._timer.start()
        event.accept()

    def _button(self, label: str, action: Callable[[], object]) -> QPushButton:
        button = QPushButton(label)
        button.setProperty("scale", "small")

        def clicked() -> None:
            self.dismiss()
            action()

        button.clicked.connect(clicked)
        self.buttons.append(button)
        return button

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        width = min(WIDTH_PX, parent.width() - 2 * MARGIN_PX)
        layout = self.layout()
        height = self.sizeHint().height()
        if layout is not None and layout.hasHeightForWidth():
            height = layout.totalHeightForWidth(width)
        self.setGeometry(
            parent.width() - width - MARGIN_PX,
            parent.height() - height - ABOVE_STATUS_PX,
            width,
            height,
        )
