"""The field that finds a node, with what it found below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from stratagate_app.engine import NodeHit
from stratagate_app.models import graph_wording
from stratagate_app.ui.graph.looks import type_pixmap
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import SearchField
from stratagate_app.ui.widgets.labels import escape_tooltip

_ROWS = 8
_ROW_PX = 30
_LEAST_WIDTH_PX = 300
_SHAPE_PX = 16
_NAME_CHARS, _WHY_CHARS = 60, 80


class NodeField(SearchField):
    """Type, and choose with the arrows and Enter, or the mouse.

    Signals:
        chosen: Id of a node.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme, parent)
        self.setPlaceholderText(self.tr("Find a node"))
        self.setAccessibleName(self.placeholderText())
        self._theme = theme
        self.list = QListWidget()
        self.list.setParent(self, Qt.WindowType.ToolTip)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("Nodes that were found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._on_item_clicked)
        self.list.hide()

    def show_hits(self, hits: Sequence[NodeHit]) -> None:
        """Offer these nodes, the best first."""
        self.list.clear()
        ratio = self.devicePixelRatioF()
        for hit in hits:
            name = " ".join(hit.node.name[: _NAME_CHARS * 2].split())[:_NAME_CHARS]
            why = " ".join(hit.why[: _WHY_CHARS * 2].split())[:_WHY_CHARS]
            item = QListWidgetItem(f"{name}  ·  {why}" if why else name)
            item.setIcon(type_pixmap(hit.node.type, self._theme, _SHAPE_PX, ratio))
            item.setToolTip(escape_tooltip(f"{name}, {graph_wording.node_type(hit.node.type)}"))
            item.setData(Qt.ItemDataRole.UserRole, int(hit.node.id))
            self.list.addItem(item)
        if not hits:
            nothing = QListWidgetItem(self.tr("Nothing found"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.setCurrentRow(0 if hits else -1)
        if self.text().strip() and self.hasFocus():
            rows = min(_ROWS, max(1, self.list.count()))
            self.list.resize(max(_LEAST_WIDTH_PX, self.width()), rows * _ROW_PX + 6)
            self.list.move(self.mapToGlobal(QPoint(0, self.height() + 2)))
            self.list.show()
        else:
            self.list.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list, choose, close it."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if self.list.isVisible() and key in steps:
            row = self.list.currentRow() + steps[key]
            if 0 <= row < self.list.count():
                self.list.setCurrentRow(row)
        elif (
            self.list.isVisible()
            and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and self.list.currentItem() is not None
        ):
            self._on_item_clicked(self.list.currentItem())
        else:
            if key == Qt.Key.Key_Escape:
                self.list.hide()
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Close the list."""
        self.list.hide()
        super().focusOutEvent(event)

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        node_id = item.data(Qt.ItemDataRole.UserRole)
        self.list.hide()
        if node_id is not None:
            self.set_text_quietly("")
            self.chosen.emit(int(node_id))
