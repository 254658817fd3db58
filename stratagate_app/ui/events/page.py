"""Events: what is remembered, where it comes from, and how much it counts."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    ChangeSet,
    ConflictError,
    EventDetail,
    EventFilter,
    EventId,
    ExportWhat,
    JsonValue,
    NotFoundError,
    OperationId,
    WorkspaceId,
)
from stratagate_app.models.events import Shown, load_shown
from stratagate_app.ui.events.changes import EventChanges
from stratagate_app.ui.events.detail_pane import DetailPane
from stratagate_app.ui.events.list_pane import ListPane
from stratagate_app.ui.page import Page
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import EmptyState

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

_REFRESH_MS = 120
_SIZES_PX = (776, 452)
_LIST_LEAST_PX = 420
_DETAIL_LEAST_PX = 280


class Found(NamedTuple):
    """What a search brought: ids in order, how many there are in all, where, how many clash."""

    ids: array[int]
    total: int
    conflicts: int
    workspace: str


class EventsPage(Page):
    """The table of events with its filters, and the chosen one with its evidence."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._event_id: int | None = None
        self._wanted: int | None = None
        self._restored: int | None = None
        self._same_view = True
        self._ids = Latest(client, self, self.failed.emit)
        self._detail = Latest(client, self)
        self._names = Latest(client, self, self.failed.emit)
        self.list = ListPane(client, theme)
        self.detail = DetailPane(theme)
        self.changes = EventChanges(client, self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            self.tr("No events yet"),
            self.tr(
                "Decisions, plans, meetings and incidents are found in conversations when a "
                "block of them is summarised. Each keeps the words it rests on."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )
        self._refresh_list = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_detail = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self.setFocusProxy(self.list.table)
        self._connect()

    def _lay_out(self) -> None:
        for pane, width in ((self.list, _LIST_LEAST_PX), (self.detail, _DETAIL_LEAST_PX)):
            pane.setMinimumWidth(width)
            self._splitter.addWidget(pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _connect(self) -> None:
        self.list.search_asked.connect(self._reload)
        self.list.view_changed.connect(self._on_list_view_changed)
        self.list.filters.name.names_needed.connect(self._on_names_needed)
        self.list.loader.failed.connect(self.failed)
        table = self.list.table
        table.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        table.pin_asked.connect(self._on_table_pin_asked)
        table.star_clicked.connect(self._on_table_star_clicked)
        table.opened.connect(self._on_table_opened)
        for actions in (self.list.commands, self.detail.commands):
            self.changes.listen_to(actions)
            actions.export_asked.connect(self._on_export_asked)
        self.changes.merged.connect(self.show_event)
        self.changes.failed.connect(self._on_command_failed)
        self.detail.pin_asked.connect(self._on_detail_pin_asked)
        self.detail.message_opened.connect(self.open_message)
        self.detail.event_opened.connect(self.open_event)
        self.detail.name_chosen.connect(self._on_detail_name_chosen)
        self.detail.undo_asked.connect(self._on_detail_undo_asked)
        self.detail.receipt_opened.connect(self.open_operation)
        self.detail.session_opened.connect(self.open_session)
        self._refresh_list.timeout.connect(self._reload)
        self._refresh_detail.timeout.connect(self._reload_detail)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show the events of a workspace, and the first of them."""
        super().set_workspace(workspace_id)
        self._event_id = None
        self._wanted = None
        self._reload()

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches; weights move with every turn that comes."""
        del initiator
        if changes.events or changes.sessions or changes.workspaces:
            _start(self._refresh_list)
        if self._event_id is None:
            return
        mine = not changes.event_ids or self._event_id in changes.event_ids
        if (changes.events and mine) or changes.sessions or changes.workspaces:
            _start(self._refresh_detail)

    def focus_search(self) -> None:
        """Put the keyboard into the filter."""
        self.list.filters.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.filters.text.selectAll()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Next event, previous event"), "J, K"),
            (self.tr("Pin or unpin what is selected"), "Space"),
            (self.tr("Show the source in its conversation"), "Enter"),
            *((action.text(), action.shortcut().toString()) for action in self.offers()),
            (self.tr("Filter events"), "/"),
            (self.tr("Order of the table"), "O"),
            (self.tr("Table, cards, timeline"), "V"),
        )

    def offers(self) -> Sequence[QAction]:
        """Return what can be done to the events that are selected."""
        self.list.commands.refresh()
        return self.list.commands.actions()

    def show_event(self, event_id: int) -> None:
        """Show an event, and go to it in the table; filters that hide it are taken away."""
        self._wanted = event_id
        self._stack.setCurrentWidget(self._splitter)
        self._show(event_id)
        if self.list.model.row_of(event_id) >= 0:
            self._stand()
        elif self.list.show_all():
            self._reload()

    def save_state(self) -> dict[str, JsonValue]:
        """Return filters, order, columns, the widths of the panes and the event."""
        sizes: list[JsonValue] = list(self._splitter.sizes())
        state = self.list.save_state() | {"event": self._event_id}
        if all(self._splitter.sizes()):
            state["sizes"] = sizes
        return state

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        self.list.restore_state(state)
        event, sizes = state.get("event"), state.get("sizes")
        if isinstance(event, int) and not isinstance(event, bool):
            self._restored = event
        if isinstance(sizes, list) and len(sizes) == 2:  # noqa: PLR2004 - two panes
            widths = [size for size in sizes if isinstance(size, int) and size > 0]
            if len(widths) == len(sizes):
                self._splitter.setSizes(widths)

    # The table

    def _reload(self) -> None:
        workspace_id = self.workspace_id
        wanted = self.list.wanted(workspace_id)
        self._refresh_list.stop()
        self._ids.run(lambda memory: _find(memory, wanted, workspace_id), self._on_found)

    def _on_list_view_changed(self) -> None:
        self._same_view = False
        self._reload()

    def _on_found(self, found: Found) -> None:
        place = None
        if self._wanted is None:
            self._wanted = self._event_id or self._restored
            if self._same_view:
                # The same place again: neither the selection nor the view moves.
                place = self.list.table.verticalScrollBar().value()
        self._restored, self._same_view = None, True
        kept = self.list.show_found(found.ids, found.total, found.conflicts, found.workspace)
        filtered = self.list.filters.active
        # An event of another workspace may be looked at from one that has none.
        elsewhere = self._event_id is not None and self.workspace_id is not None
        shown = bool(found.total) or filtered or elsewhere
        self._stack.setCurrentWidget(self._splitter if shown else self._empty)
        if kept and self._event_id is not None:
            self._wanted = None
            return
        self._stand()
        if place is not None and self._event_id is not None:
            self.list.table.verticalScrollBar().setValue(place)
        if not found.ids and not (self._event_id is not None and self._wanted is not None):
            self._clear()

    def _stand(self) -> None:
        """Go to the wanted event, or to the first one."""
        wanted = self._wanted
        position = -1 if wanted is None else self.list.model.row_of(wanted)
        if position >= 0:
            self._wanted = None
            self.list.table.go_to(position)
        elif wanted is None or wanted != self._event_id:
            self._wanted = None
            if self.list.model.ids:
                self.list.table.go_to(0)
            else:
                self._clear()

    def _on_current_row_changed(self, index: QModelIndex) -> None:
        event_id = self.list.model.id_at(index.row()) if index.isValid() else None
        if event_id is not None:
            self._show(event_id)

    # One event

    def _show(self, event_id: int) -> None:
        if event_id == self._event_id and self.detail.detail is not None:
            return
        self._event_id = event_id
        self._reload_detail()

    def _reload_detail(self) -> None:
        event_id = self._event_id
        if event_id is None:
            return
        self._refresh_detail.stop()
        self._detail.run(
            lambda memory: load_shown(memory, EventId(event_id)),
            self._on_detail_arrived,
            self._on_detail_failed,
        )

    def _on_detail_arrived(self, shown: Shown) -> None:
        here = shown.detail.row.workspace_id == self.workspace_id
        self.detail.show_event(shown, "" if here else shown.workspace)

    def _on_detail_failed(self, error: Exception) -> None:
        self._clear()
        if isinstance(error, NotFoundError):
            # It went away by an undo: the table knows what is left.
            self._refresh_list.start()
        else:
            self.failed.emit(error)

    def _clear(self) -> None:
        self._event_id = None
        self._detail.cancel()
        self.detail.clear()

    # Pinning, exporting, opening, undoing

    def _on_export_asked(self, ids: list[int]) -> None:
        self.export_asked.emit(ExportWhat.EVENTS, tuple(ids))

    def _on_table_pin_asked(self) -> None:
        ids = self.list.chosen_ids()
        position = self.list.table.currentIndex().row()
        if ids:
            self.changes.pin(ids, pin=not self._is_pinned(position))

    def _is_pinned(self, position: int) -> bool:
        """Return whether the event of a row is pinned; its page may have been let go."""
        row, detail = self.list.model.row_at(position), self.detail.detail
        if row is None and detail is not None and detail.row.id == self.list.model.id_at(position):
            row = detail.row
        return row is not None and row.pinned

    def _on_table_star_clicked(self, position: int) -> None:
        event_id, row = self.list.model.id_at(position), self.list.model.row_at(position)
        if event_id is not None and row is not None:
            self.changes.pin([event_id], pin=not row.pinned)

    def _on_detail_pin_asked(self, pin: bool) -> None:
        if self._event_id is not None:
            self.changes.pin([self._event_id], pin=pin)

    def _on_table_opened(self) -> None:
        detail = self.detail.detail
        event_id = self.list.model.id_at(self.list.table.currentIndex().row())
        if event_id is None:
            return
        if detail is not None and detail.row.id == event_id:
            self._open_source(detail)
            return
        job = self.client.query(lambda memory: memory.events.get(EventId(event_id)))
        job.succeeded.connect(self._open_source)
        job.failed.connect(self._on_command_failed)

    def _open_source(self, detail: EventDetail) -> None:
        if detail.evidence:
            first = detail.evidence[0]
            self.open_message.emit(int(first.session_id), int(first.message_id))
        else:
            self.open_session.emit(int(detail.row.session_id))

    def _on_detail_name_chosen(self, name: str) -> None:
        self.list.filters.name.set_text(name)
        self.list.filters.name.chosen.emit()

    def _on_names_needed(self) -> None:
        workspace_id = self.workspace_id
        self._names.run(
            lambda memory: memory.events.participants(workspace_id),
            self.list.filters.name.set_names,
        )

    def _on_detail_undo_asked(self, operation_id: int) -> None:
        job = self.client.command(
            lambda memory: memory.history.undo(OperationId(operation_id)), self
        )

        def failed(error: Exception) -> None:
            if isinstance(error, ConflictError) and error.code == "dependents":
                # Activity names what would go along, and asks there.
                self.open_operation.emit(operation_id)
            else:
                self._on_command_failed(error)

        job.failed.connect(failed)

    def _on_command_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self._refresh_list.start()
            self._refresh_detail.start()
        else:
            self.failed.emit(error)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """/ goes to the filter, O to the order, V to the next view."""
        if event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Slash:
            self.focus_search()
        elif event.key() == Qt.Key.Key_O:
            self.list.order_button.showMenu()
        elif event.key() == Qt.Key.Key_V:
            self.list.next_view()
        else:
            super().keyPressEvent(event)


def _start(timer: QTimer) -> None:
    """Let a timer run out; one that runs already is not held up by more changes."""
    if not timer.isActive():
        timer.start()


def _find(memory: Memory, wanted: EventFilter, workspace_id: WorkspaceId | None) -> Found:
    clashing = EventFilter(workspace_id=workspace_id, conflicts_only=True, order="mentioned")
    return Found(
        memory.events.find_ids(wanted),
        memory.workspaces.counts(workspace_id).events,
        len(memory.events.find_ids(clashing)),
        "" if workspace_id is None else memory.workspaces.get(workspace_id).name,
    )
