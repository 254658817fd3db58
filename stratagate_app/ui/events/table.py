"""The list of events, as a table, cards or a timeline: one height for all rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from stratagate_app.models.events import ORDER_OF, Column, EventsModel, EventView
from stratagate_app.ui.events.looks import make_delegates
from stratagate_app.ui.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelectionRange

    from stratagate_app.engine import JsonValue

_WIDTHS_PX = {
    Column.STAR: 40,
    Column.TYPE: 90,
    Column.STATUS: 94,
    Column.WEIGHT: 114,
    Column.HAPPENED: 152,
    Column.USED: 56,
}
_EVENT_PX = 180
_HIDDEN_BELOW = {Column.TYPE: 660, Column.USED: 560}
"""Columns that go first where there is no room, and the width of the table they need."""


class EventTable(QTableView):
    """Shows an EventsModel.

    Signals:
        opened: Enter or a double click on an event: show its source.
        pin_asked: Space: pin or unpin what is selected.
        star_clicked: Position of a row whose star was clicked.
        order_asked: The order whose header was clicked.
        menu_asked: Where on the screen the menu of what is selected was asked for.
    """

    opened = Signal()
    pin_asked = Signal()
    star_clicked = Signal(int)
    order_asked = Signal(str)
    menu_asked = Signal(QPoint)

    def __init__(self, model: EventsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widths = dict(_WIDTHS_PX)
        self._arranging = False
        self._events = model
        self.setModel(model)
        self._delegates = make_delegates(theme, self)
        self.view = EventView.TABLE
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
        self.setAccessibleName(self.tr("Events"))
        self.setAccessibleDescription(
            self.tr(
                "J and K or the arrows move, Space pins, E edits, Delete forgets, "
                "Enter opens the source"
            )
        )
        self._set_up_headers()
        self.set_view(self.view)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._on_double_clicked)

    def _set_up_headers(self) -> None:
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(36)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.STAR, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.EVENT, QHeaderView.ResizeMode.Stretch)
        header.setToolTip(self.tr("Event, weight, happened and used order the table"))
        for column, width in self._widths.items():
            header.resizeSection(column, width)
        header.sectionClicked.connect(self._on_header_clicked)
        header.sectionResized.connect(self._on_header_resized)

    def set_view(self, view: EventView) -> None:
        """Show the events as a table, as cards or on a timeline; where it stands stays in sight."""
        self.view = view
        delegate = self._delegates[view]
        self.setItemDelegate(delegate)
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(delegate.height)
        rows.setDefaultSectionSize(delegate.height)
        self.horizontalHeader().setVisible(view is EventView.TABLE)
        self._arrange()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)

    def show_order(self, order: str, *, descending: bool) -> None:
        """Mark the column the table is ordered by, if there is one."""
        column = next((c for c, name in ORDER_OF.items() if name == order), None)
        self._events.show_order(column, descending=descending)

    def selected_ranges(self) -> list[tuple[int, int]]:
        """Return what is selected as first and last positions."""
        parts = cast("list[QItemSelectionRange]", self.selectionModel().selection())
        return sorted({(part.top(), part.bottom()) for part in parts})

    def selected_count(self) -> int:
        """Return how many events are selected."""
        return sum(last - first + 1 for first, last in self.selected_ranges())

    def go_to(self, position: int) -> None:
        """Stand on a row and select it alone."""
        index = self.model().index(position, Column.EVENT)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def save_widths(self) -> dict[str, JsonValue]:
        """Return the widths of the columns."""
        return {column.name.lower(): width for column, width in self._widths.items()}

    def restore_widths(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_widths returned; wrong values are left alone."""
        for column in self._widths:
            width = state.get(column.name.lower())
            if isinstance(width, int) and 36 <= width <= 600:  # noqa: PLR2004 - px that can be seen
                self._widths[column] = width
        self._arrange()

    def _on_header_clicked(self, section: int) -> None:
        order = ORDER_OF.get(Column(section))
        if order is not None:
            self.order_asked.emit(order)

    def _on_header_resized(self, section: int, _old: int, new: int) -> None:
        column = Column(section)
        if not self._arranging and column in self._widths and new > 0:
            self._widths[column] = new

    def _on_clicked(self, index: object) -> None:
        position = self.currentIndex()
        if index == position and position.column() == Column.STAR:
            self.star_clicked.emit(position.row())

    def _on_double_clicked(self, _index: object) -> None:
        if self.currentIndex().column() != Column.STAR:
            self.opened.emit()

    def _arrange(self) -> None:
        """Give the columns their widths; hide what there is no room for."""
        self._arranging = True
        header = self.horizontalHeader()
        room = self.viewport().width()
        for column in self._widths:
            whole = self.view is EventView.TABLE or column is Column.STAR
            self.setColumnHidden(column, not whole or room < _HIDDEN_BELOW.get(column, 0))
        shown = {c: w for c, w in self._widths.items() if not self.isColumnHidden(c)}
        over = sum(shown.values()) + _EVENT_PX - room
        for column, width in shown.items():
            # A table narrower than its columns takes it from the two widest.
            least = {Column.HAPPENED: 118, Column.WEIGHT: 84}.get(column, width)
            cut = max(0, min(over, width - least))
            over -= cut
            header.resizeSection(column, width - cut)
        self._arranging = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make room."""
        super().resizeEvent(event)
        self._arrange()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at stars with a hand."""
        super().mouseMoveEvent(event)
        place: QPoint = event.position().toPoint()
        on_star = self.columnAt(place.x()) == Column.STAR and self.rowAt(place.y()) >= 0
        shape = Qt.CursorShape.PointingHandCursor if on_star else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu: at the mouse, or by the key at the current row."""
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            below = self.visualRect(self.currentIndex()).bottomLeft()
            place = self.viewport().mapToGlobal(below)
        if self.currentIndex().isValid():
            self.menu_asked.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by J and K, pin by Space, open by Enter; leave other letters to the page."""
        key = event.key()
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if plain and key in (Qt.Key.Key_J, Qt.Key.Key_K):
            step = 1 if key == Qt.Key.Key_J else -1
            last = self.model().rowCount() - 1
            self.go_to(max(0, min(last, self.currentIndex().row() + step)))
        elif plain and key == Qt.Key.Key_Space:
            self.pin_asked.emit()
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif plain and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)
