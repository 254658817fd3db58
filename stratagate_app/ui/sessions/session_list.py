"""The left pane: every session of the workspace, filtered and ordered."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QHelpEvent,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import SessionId, SessionRow, WorkspaceId
from stratagate_app.models.paged import PagedTableModel, PageLoader
from stratagate_app.models.sessions import ORDERS, SessionsModel
from stratagate_app.ui.sessions import dates, wording
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import SMALL_PX, Theme, font_px
from stratagate_app.ui.widgets import EmptyState, SearchField, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

_ROW_PX = 55
_SIDE_PX = 14

ModelIndex = QModelIndex | QPersistentModelIndex


class SessionDelegate(QStyledItemDelegate):
    """Paints a session: title and day, below them source, turns and blocks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = font_px(13, bold=True)
        self._small = font_px(SMALL_PX)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        """Return the one height all rows have."""
        del option, index
        return QSize(120, _ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Paint a row, or a grey hint of one while it is read."""
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("panel2"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        row = index.data(PagedTableModel.RowRole)
        inside = rect.adjusted(_SIDE_PX, 8, -_SIDE_PX, -8)
        if isinstance(row, SessionRow):
            self._paint_row(painter, inside, row)
        else:
            self._paint_hint(painter, inside)
        if chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, theme.color("accent"))
        painter.restore()

    def _paint_row(self, painter: QPainter, inside: QRect, row: SessionRow) -> None:
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        day = dates.short_day(row.updated_at) if row.updated_at is not None else ""
        painter.setFont(self._small)
        painter.setPen(self._theme.color("faint"))
        day_width = painter.fontMetrics().horizontalAdvance(day)
        painter.drawText(
            inside.adjusted(0, 1, 0, 0),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop,
            day,
        )
        line = painter.fontMetrics().elidedText(
            wording.session_line(row), Qt.TextElideMode.ElideRight, inside.width()
        )
        below = QRect(inside.left(), inside.top() + 20, inside.width(), 20)
        painter.setPen(self._theme.color("muted"))
        painter.drawText(below, left, line)
        painter.setFont(self._title)
        painter.setPen(self._theme.color("text"))
        title = painter.fontMetrics().elidedText(
            wording.session_title(row),
            Qt.TextElideMode.ElideRight,
            inside.width() - (day_width + 8 if day else 0),
        )
        painter.drawText(inside, left, title)

    def _paint_hint(self, painter: QPainter, inside: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("line"))
        painter.drawRoundedRect(inside.left(), inside.top() + 4, inside.width() * 3 // 5, 8, 4, 4)
        painter.drawRoundedRect(inside.left(), inside.top() + 24, inside.width() * 2 // 5, 7, 3, 3)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: ModelIndex,
    ) -> bool:
        """Show the whole title, and when it was with its time zone."""
        row = index.data(PagedTableModel.RowRole)
        if event.type() != QEvent.Type.ToolTip or not isinstance(row, SessionRow):
            return super().helpEvent(event, view, option, index)
        text = "\n".join(
            (wording.session_title(row), wording.session_line(row), dates.with_zone(row.updated_at))
        )
        QToolTip.showText(event.globalPos(), plain_tooltip(text), view)
        return True


class SessionListView(QListView):
    """The list itself: J and K move too; other letters are for the page.

    Signals:
        opened: Enter: the user wants to go into the session.
    """

    opened = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(SessionDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Sessions"))
        self.setAccessibleDescription(
            self.tr("J and K or the arrows move, Enter opens, Shift and Ctrl choose several")
        )
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by J and K as by arrows; leave letters and digits to the page."""
        steps = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        by = steps.get(Qt.Key(event.key()))
        if by is not None and not event.modifiers():
            index = self.model().index(max(0, self.currentIndex().row() + by), 0)
            if index.isValid():
                self.setCurrentIndex(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.text().strip() and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)


class SessionList(QWidget):
    """Header with count and order, filter, list.

    Signals:
        chosen: Id of the session the user moved to.
        opened: Enter on a session.
        move_asked: Ids of the sessions that are to go to another workspace.
        export_asked: Ids of the sessions that are to be written to a file.
        counted: How many sessions there are with this filter, and whether there is a filter.
        failed: The exception of a query.
    """

    chosen = Signal(int)
    opened = Signal()
    move_asked = Signal(object)
    export_asked = Signal(object)
    counted = Signal(int, bool)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._workspace: WorkspaceId | None = None
        self._order = ORDERS[0]
        self._wanted: int | None = None
        self._moving = False
        self._ids = Latest(client, self, self.failed.emit)
        self.model = SessionsModel(
            lambda row: (wording.session_title(row), wording.session_line(row)), self
        )
        loader: PageLoader[SessionRow] = PageLoader(client, self.model, _load_page, self)
        loader.failed.connect(self.failed)
        self.view = SessionListView(theme)
        self.view.setModel(self.model)
        self.filter = SearchField(self.tr("Filter sessions"), theme)
        self.filter.setToolTip(self.tr("Words of the title (Ctrl+F)"))
        self._count = plain_label("", "small")
        self.order_button = self._make_order_button(theme)
        self._empty = EmptyState(
            self.tr("No session matches"),
            self.tr("No title has these words. Ctrl+K also looks into the messages."),
            [(self.tr("Clear filter"), self._clear_filter)],
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        self._lay_out()
        self.filter.searched.connect(self._on_filter_searched)
        self.filter.left_downwards.connect(self.view.setFocus)
        self.view.opened.connect(self.opened)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        row = QHBoxLayout(header)
        row.setContentsMargins(_SIDE_PX, 0, 8, 0)
        row.setSpacing(8)
        header.setFixedHeight(46)
        row.addWidget(plain_label(self.tr("Sessions"), "heading"))
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self.order_button)
        filter_row = QVBoxLayout()
        filter_row.setContentsMargins(_SIDE_PX, 8, _SIDE_PX, 8)
        filter_row.addWidget(self.filter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addLayout(filter_row)
        column.addWidget(self._stack, 1)

    def _make_order_button(self, theme: Theme) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "ghost")
        button.setProperty("scale", "small")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setIcon(theme.icon("chevron-down"))
        button.setIconSize(QSize(12, 12))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip(self.tr("Order of the list (O)"))
        menu = QMenu(button)
        group = QActionGroup(menu)
        self._order_actions: dict[str, QAction] = {}
        for order in ORDERS:
            action = menu.addAction(self._order_words(order))
            action.setCheckable(True)
            action.setChecked(order == self._order)
            action.triggered.connect(lambda _checked=False, order=order: self.set_order(order))
            group.addAction(action)
            self._order_actions[order] = action
        button.setMenu(menu)
        self._name_order_button(button)
        return button

    def _name_order_button(self, button: QToolButton) -> None:
        words = self._order_words(self._order)
        button.setText(words)
        button.setAccessibleName(self.tr("Order: {order}").format(order=words))

    def _order_words(self, order: str) -> str:
        return {
            "newest": self.tr("Newest"),
            "oldest": self.tr("Oldest"),
            "title": self.tr("Title"),
            "longest": self.tr("Longest"),
        }[order]

    # What is shown

    @property
    def order(self) -> str:
        """The order of the list, one of ORDERS."""
        return self._order

    @property
    def current(self) -> int | None:
        """Id of the session the list stands on."""
        return self.model.id_at(self.view.currentIndex().row())

    def chosen_ids(self) -> list[int]:
        """Return the ids of the sessions that are marked, in the order of the list."""
        parts = self.view.selectionModel().selection()
        ranges = [parts.at(number) for number in range(parts.size())]
        rows = sorted(row for part in ranges for row in range(part.top(), part.bottom() + 1))
        found = (self.model.id_at(row) for row in rows)
        return [key for key in found if key is not None]

    def _show_menu(self, at: QPoint) -> None:
        if not self.chosen_ids():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        move = menu.addAction(self.tr("Move to workspace… (M)"))
        move.triggered.connect(lambda: self.move_asked.emit(self.chosen_ids()))
        export = menu.addAction(self.tr("Export… (X)"))
        export.triggered.connect(lambda: self.export_asked.emit(self.chosen_ids()))
        menu.popup(self.view.viewport().mapToGlobal(at))

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show the sessions of a workspace, None: of all."""
        self._workspace = workspace_id
        self.reload()

    def set_order(self, order: str) -> None:
        """Order the list anew."""
        if order == self._order or order not in ORDERS:
            return
        self._order = order
        self._order_actions[order].setChecked(True)
        self._name_order_button(self.order_button)
        self.reload()

    def select(self, session_id: int) -> None:
        """Stand on a session, now or when it is in the list; nothing is emitted."""
        self._wanted = session_id
        self._stand()

    def reload(self) -> None:
        """Ask for the sessions again; what is selected stays selected if it is still there."""
        workspace, text, order = self._workspace, self.filter.text().strip(), self._order
        self._ids.run(
            lambda memory: memory.sessions.find_ids(workspace, text, order), self._on_ids_arrived
        )

    def _on_ids_arrived(self, ids: array[int]) -> None:
        scrolled = None
        if self._wanted is None:
            # The same place again: neither the selection nor the view moves.
            self._wanted = self.current
            scrolled = self.view.verticalScrollBar().value()
        self._moving = True
        self.model.update_ids(ids)
        self._moving = False
        filtered = bool(self.filter.text().strip())
        self._count.setText(wording.number(len(ids)))
        self._stack.setCurrentWidget(self.view if ids or not filtered else self._empty)
        self._stand()
        if scrolled is not None:
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(scrolled)
        self.counted.emit(len(ids), filtered)

    def _stand(self) -> None:
        """Move to the wanted session if it is in the list."""
        if self._wanted is None:
            return
        row = self.model.row_of(self._wanted)
        if row < 0:
            return
        self._wanted = None
        self._moving = True
        index = self.model.index(row, 0)
        if index != self.view.currentIndex() or not self.view.selectionModel().hasSelection():
            self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        self._moving = False

    def first_id(self) -> int | None:
        """Return the id of the first session in the list."""
        return self.model.id_at(0)

    def contains(self, session_id: int) -> bool:
        """Return whether a session is in the list as it is filtered now."""
        return self.model.row_of(session_id) >= 0

    def _on_current_changed(self, index: QModelIndex) -> None:
        session_id = self.model.id_at(index.row())
        if session_id is not None and not self._moving:
            self._wanted = None
            marked = self.view.selectionModel()
            if not marked.hasSelection():
                # The keyboard came to a list that stood nowhere: Qt moves there and marks nothing.
                marked.select(index, QItemSelectionModel.SelectionFlag.Select)
            self.chosen.emit(SessionId(session_id))

    def _on_filter_searched(self, _text: str) -> None:
        self.reload()

    def _clear_filter(self) -> None:
        self.filter.clear()
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)


def _load_page(memory: Memory, ids: Sequence[int]) -> tuple[SessionRow, ...]:
    return memory.sessions.load_page(ids)
