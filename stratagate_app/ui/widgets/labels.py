"""Labels that never take words from outside for markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBER_MARGIN_PX = 6


def plain_label(
    text: str = "", role: str = "", *, wrap: bool = False, selectable: bool = False
) -> QLabel:
    """Return a label that shows text as it is.

    Args:
        text: The words.
        role: Role in the style sheet, "" for body text.
        wrap: Break lines at words (and inside long words where needed).
        selectable: Let the mouse and the keyboard select it.
    """
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setOpenExternalLinks(False)
    if role:
        label.setProperty("role", role)
    if wrap:
        label.setWordWrap(True)
        label.setMinimumWidth(1)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class SectionLabel(QLabel):
    """A small heading in capitals; the accessible name keeps the words as written."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "section")
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another heading."""
        self.setText(text.upper())
        self.setAccessibleName(text)


class ElidedLabel(QLabel):
    """One line that ends in … where there is no room; the tooltip then has the whole."""

    def __init__(
        self,
        text: str = "",
        role: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text, its line breaks as spaces."""
        super().setText(" ".join(text.split()))
        self._update_tooltip()

    def minimumSizeHint(self) -> QSize:
        """Return a width that any layout can give."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 24), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take note of whether the whole text fits."""
        super().resizeEvent(event)
        self._update_tooltip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        rectangle = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, rectangle.width())
        painter.drawText(rectangle, int(self.alignment()) | Qt.TextFlag.TextSingleLine, shown)

    def _update_tooltip(self) -> None:
        whole = self.fontMetrics().horizontalAdvance(self.text())
        clipped = whole > self.contentsRect().width() > 0
        self.setToolTip(escape_tooltip(self.text()) if clipped else "")


def link_button(text: str, on_clicked: Callable[[], object], *, small: bool = False) -> QPushButton:
    """Return an underlined word that does something inside the program."""
    button = QPushButton(text)
    button.setProperty("role", "link")
    if small:
        button.setProperty("scale", "small")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    button.clicked.connect(lambda _checked=False: on_clicked())
    return button


def line(*, vertical: bool = False) -> QFrame:
    """Return a hairline."""
    frame = QFrame()
    frame.setProperty("role", "line")
    if vertical:
        frame.setFixedWidth(1)
    else:
        frame.setFixedHeight(1)
    return frame


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property and let the style sheet look at it again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def escape_tooltip(text: str) -> str:
    """Return text for a tooltip, which would take anything that looks like HTML for HTML."""
    if "<" in text:
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return f"<span>{escaped}</span>"
    return text


def pad_number(box: QSpinBox | QDoubleSpinBox) -> None:
    """Keep a number off the border: style sheets do not reach the line inside the box."""
    box.lineEdit().setTextMargins(NUMBER_MARGIN_PX, 0, 0, 0)


def fit_height(window: QWidget, width_px: int) -> None:
    """Give a window a width and just the height its wrapped words need at that width."""
    layout = window.layout()
    if layout is None:
        return
    layout.activate()
    height = (
        layout.totalHeightForWidth(width_px)
        if layout.hasHeightForWidth()
        else layout.totalSizeHint().height()
    )
    window.resize(width_px, height)
