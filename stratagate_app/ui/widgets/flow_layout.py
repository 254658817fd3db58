"""A layout that goes on in the next line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, then the next line; items keep their size hint."""

    def __init__(self, parent: QWidget | None = None, *, spacing_px: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing_px)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None outside."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Return an item and let it go, None outside."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Delete every widget in it."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: the layout takes the height it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that it does."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rectangle: QRect) -> None:
        """Place the items."""
        super().setGeometry(rectangle)
        self._place(rectangle, move=True)

    def sizeHint(self) -> QSize:
        """Return the size in one line."""
        margins = self.contentsMargins()
        hints = [item.sizeHint() for item in self._items]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        height = max((hint.height() for hint in hints), default=0)
        return QSize(
            width + margins.left() + margins.right(), height + margins.top() + margins.bottom()
        )

    def minimumSize(self) -> QSize:
        """Return the size of the widest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rectangle: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        inside = rectangle.marginsRemoved(margins)
        x, y, line_height = inside.x(), inside.y(), 0
        line: list[tuple[QLayoutItem, QRect]] = []

        def end_line() -> None:
            for item, place in line:
                if move:
                    place.moveTop(y + (line_height - place.height()) // 2)
                    item.setGeometry(place)
            line.clear()

        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            hint = item.sizeHint().boundedTo(QSize(max(1, inside.width()), 1 << 20))
            if line and x + hint.width() > inside.right() + 1:
                end_line()
                x, y, line_height = inside.x(), y + line_height + self.spacing(), 0
            line.append((item, QRect(QPoint(x, y), hint)))
            x += hint.width() + self.spacing()
            line_height = max(line_height, hint.height())
        end_line()
        return y + line_height - rectangle.y() + margins.bottom()
