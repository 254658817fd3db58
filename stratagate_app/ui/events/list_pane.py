"""The left pane: header with counts and order, filters, table, hint."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from stratagate_app.engine import EventFilter, EventRow, WorkspaceId
from stratagate_app.models.events import ASCENDING_FIRST, ORDERS, EventsModel, EventView, load_page
from stratagate_app.models.paged import PageLoader
from stratagate_app.ui.events.actions import EventActions
from stratagate_app.ui.events.filters import SIDE_PX, FilterBar
from stratagate_app.ui.events.table import EventTable
from stratagate_app.ui.sessions.wording import number
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState, SegmentedSwitch, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import JsonValue


# Before every day that an event can have happened on.
_EARLIEST_DAY = "0001-01-01"


class ListPane(QWidget):
    """Everything left of the detail.

    Signals:
        search_asked: The filters or the order changed: `wanted` is to be asked for.
        view_changed: Another view is to be filled, where the chosen event is in sight.
    """

    search_asked = Signal()
    view_changed = Signal()

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.order = ORDERS[0]
        self.descending = True
        self.model = EventsModel(self)
        self.loader: PageLoader[EventRow] = PageLoader(client, self.model, load_page, self)
        self.table = EventTable(self.model, theme)
        self.commands = EventActions(self.chosen_ids, self.table, several=True)
        self.filters = FilterBar(theme)
        self.views = SegmentedSwitch([self.tr("Table"), self.tr("Cards"), self.tr("Timeline")])
        self.views.setAccessibleName(self.tr("View"))
        self._count = ElidedLabel("", "small")
        self._hint = ElidedLabel("", "faint")
        self._order_actions: dict[str, QAction] = {}
        self._way_actions: dict[bool, QAction] = {}
        self.order_button = self._make_order_button(theme)
        self._none = EmptyState("", "", [(self.tr("Clear filters"), self._on_clear)])
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._none)
        self._lay_out()
        self.set_order(self.order, descending=self.descending)
        self._show_hint()
        for place, tip in enumerate(
            (
                self.tr("Every event in a line (V for the next view)"),
                self.tr("Events with their summaries (V for the next view)"),
                self.tr("Events by when they happened (V for the next view)"),
            )
        ):
            self.views.set_tooltip(place, tip)
        self.views.selected.connect(lambda place: self.choose_view(list(EventView)[place]))
        self.filters.changed.connect(self.search_asked)
        self.filters.left_downwards.connect(self.table.setFocus)
        self.table.menu_asked.connect(self.commands.menu.popup)
        self.table.order_asked.connect(self._on_order_asked)
        self.table.selectionModel().selectionChanged.connect(self._show_hint)
        self.model.modelReset.connect(self._show_hint)

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(SIDE_PX, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Events"), "heading"))
        row.addWidget(self._count, 1)
        row.addWidget(self.order_button)
        row.addWidget(self.views)
        footer = QWidget()
        footer.setProperty("role", "status")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        below = QHBoxLayout(footer)
        below.setContentsMargins(SIDE_PX, 5, SIDE_PX, 5)
        below.addWidget(self._hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.filters)
        column.addWidget(self._stack, 1)
        column.addWidget(footer)

    def _make_order_button(self, theme: Theme) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "ghost")
        button.setProperty("scale", "small")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setIcon(theme.icon("chevron-down"))
        button.setIconSize(QSize(12, 12))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip(self.tr("Order of the table (O)"))
        menu = QMenu(button)
        orders, ways = QActionGroup(menu), QActionGroup(menu)
        for order in ORDERS:
            action = menu.addAction(self._order_words(order))
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, order=order: self._choose(order, None))
            orders.addAction(action)
            self._order_actions[order] = action
        menu.addSeparator()
        for descending, words in (
            (True, self.tr("Largest or newest first")),
            (False, self.tr("Smallest or oldest first")),
        ):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(
                lambda _checked=False, way=descending: self._choose(self.order, way)
            )
            ways.addAction(action)
            self._way_actions[descending] = action
        button.setMenu(menu)
        return button

    def _order_words(self, order: str) -> str:
        return {
            "weight": self.tr("Weight"),
            "happened": self.tr("Happened"),
            "mentioned": self.tr("Said"),
            "title": self.tr("Title"),
            "used": self.tr("Used"),
        }[order]

    # What is asked for

    def wanted(self, workspace_id: WorkspaceId | None) -> EventFilter:
        """Return what filters and order ask for."""
        wanted = self.filters.filter_of(workspace_id, self.order, descending=self.descending)
        if self.view is not EventView.TIMELINE:
            return wanted
        first = wanted.happened_from or _EARLIEST_DAY
        return replace(wanted, order="happened", happened_from=first)

    @property
    def view(self) -> EventView:
        """How the events are shown."""
        return self.table.view

    def set_view(self, view: EventView) -> None:
        """Show the events otherwise, without telling anybody."""
        self.views.set_current(list(EventView).index(view))
        self.table.set_view(view)
        by_time = view is EventView.TIMELINE
        for order, action in self._order_actions.items():
            action.setEnabled(not by_time or order == "happened")
        self._show_order()

    def next_view(self) -> None:
        """Show the events in the next of the views, and after the last in the first."""
        views = list(EventView)
        self.choose_view(views[(views.index(self.view) + 1) % len(views)])

    def choose_view(self, view: EventView) -> None:
        """Show the events otherwise, and ask for those that belong there."""
        self.set_view(view)
        self.view_changed.emit()

    def set_order(self, order: str, *, descending: bool) -> None:
        """Order otherwise, without telling anybody."""
        self.order, self.descending = order, descending
        self._show_order()

    def _show_order(self) -> None:
        order = "happened" if self.view is EventView.TIMELINE else self.order
        self._order_actions[order].setChecked(True)
        self._way_actions[self.descending].setChecked(True)
        words = self._order_words(order)
        self.order_button.setText(words)
        self.order_button.setAccessibleName(self.tr("Order: {order}").format(order=words))
        self.table.show_order(order, descending=self.descending)

    def _choose(self, order: str, descending: bool | None) -> None:
        falling = order not in ASCENDING_FIRST if descending is None else descending
        if (order, falling) != (self.order, self.descending):
            self.set_order(order, descending=falling)
            self.search_asked.emit()

    def _on_order_asked(self, order: str) -> None:
        # A click on the column the table is ordered by turns it round.
        self._choose(order, not self.descending if order == self.order else None)

    def show_all(self) -> bool:
        """Take away what hides events; return whether there was anything."""
        dated_only = self.view is EventView.TIMELINE
        if not self.filters.active and not dated_only:
            return False
        self.filters.clear()
        if dated_only:
            self.set_view(EventView.TABLE)
        return True

    def save_state(self) -> dict[str, JsonValue]:
        """Return filters, order, view and columns."""
        return {
            "filters": self.filters.save(),
            "order": self.order,
            "descending": self.descending,
            "view": self.view.value,
            "columns": self.table.save_widths(),
        }

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned; wrong values are left alone."""
        filters, columns = state.get("filters"), state.get("columns")
        order, descending = state.get("order"), state.get("descending")
        if isinstance(filters, Mapping):
            self.filters.restore(filters)
        if isinstance(columns, Mapping):
            self.table.restore_widths(columns)
        if isinstance(order, str) and order in ORDERS:
            falling = descending if isinstance(descending, bool) else order not in ASCENDING_FIRST
            self.set_order(order, descending=falling)
        for view in EventView:
            if view.value == state.get("view"):
                self.set_view(view)

    def _on_clear(self) -> None:
        self.filters.clear()
        self.filters.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search_asked.emit()

    # What is shown

    def show_found(self, ids: array[int], total: int, conflicts: int, workspace: str) -> bool:
        """Show what was found; return whether it is the same as before."""
        kept = not self.model.update_ids(ids)
        self.filters.set_conflicts(conflicts)
        where = (
            self.tr("{count} in {workspace}").format(count=number(total), workspace=workspace)
            if workspace
            else self.tr("{count} in all workspaces").format(count=number(total))
        )
        if self.view is EventView.TIMELINE:
            dated = self.tr("{count} with a date").format(count=number(len(ids)))
            where = f"{where} · {dated}"
        elif self.filters.active:
            matching = self.tr("{count} matching").format(count=number(len(ids)))
            where = f"{where} · {matching}"
        self._count.setText(where)
        self._tell_none()
        self._stack.setCurrentWidget(self.table if ids else self._none)
        return kept

    def _tell_none(self) -> None:
        """Say why the table would be empty: by the filters, or because nothing is here."""
        filtered = self.filters.active
        self._none.buttons[0].setVisible(filtered)
        if filtered:
            self._none.set_text(
                self.tr("No event matches"), self.tr("No event fits all of these filters.")
            )
        elif self.view is EventView.TIMELINE:
            self._none.set_text(
                self.tr("No event has a date"),
                self.tr(
                    "Here is what happened or is planned, by its day. The table shows the rest."
                ),
            )
        else:
            self._none.set_text(
                self.tr("No events in this workspace"),
                self.tr("The event beside this belongs to another workspace."),
            )

    def selected_ids(self) -> list[int]:
        """Return the ids of the selected events, in the order of the table."""
        ids = self.model.ids
        return [
            event_id
            for first, last in self.table.selected_ranges()
            for event_id in ids[first : last + 1]
        ]

    def chosen_ids(self) -> list[int]:
        """Return the ids of the selected events, or of the one that the keyboard is on."""
        ids = self.selected_ids()
        current = self.model.id_at(self.table.currentIndex().row())
        return ids or ([] if current is None else [current])

    def _show_hint(self, *_changed: object) -> None:
        count = self.table.selected_count()
        self.commands.refresh()
        if count > 1:
            self._hint.setText(
                self.tr(
                    "%n event(s) selected · Space pins or unpins, Delete forgets them", "", count
                )
            )
        else:
            self._hint.setText(
                self.tr(
                    "Space pins · E edits · Delete forgets · Enter opens the source · "
                    "J and K move · / filters"
                )
            )
