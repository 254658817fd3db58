"""The tab of changes: operations newest first, the chosen one beside them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    Actor,
    Comparison,
    ConflictError,
    NotFoundError,
    Operation,
    OperationId,
)
from stratagate_app.models import operations, wording
from stratagate_app.models.operations import OperationsModel
from stratagate_app.models.paged import PageLoader
from stratagate_app.ui.activity import operation_words
from stratagate_app.ui.activity.operation_delegate import OperationDelegate
from stratagate_app.ui.activity.operation_detail import OperationDetail, can_redo
from stratagate_app.ui.activity.rows_view import SIDE_PX, RowsView
from stratagate_app.ui.activity.take_back_dialog import TakeBackDialog
from stratagate_app.ui.events.choice_button import Choice, MultiChoiceButton
from stratagate_app.ui.events.happened_button import HappenedButton
from stratagate_app.ui.sessions.wording import number
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import ChangeSet, JsonValue, Memory

_SIZES_PX = (744, 484)
_LIST_LEAST_PX = 400
_DETAIL_LEAST_PX = 280


class OperationsPane(QWidget):
    """List with filters, detail, undo and redo of anything.

    Args:
        client: Reads and undoes.
        theme: Colours.
        parent: Owns it.
        only: Kinds to show; empty: all.
        empty: Shown where there is none; None for what Activity says.

    Signals:
        event_opened: Id of an event to show.
        session_opened: Id of a session to show.
        failed: The exception of a query or command.
        import_requested: The user wants to choose files.
        sample_requested: The user wants the sample conversations.
    """

    event_opened = Signal(int)
    session_opened = Signal(int)
    failed = Signal(Exception)
    import_requested = Signal()
    sample_requested = Signal()

    def __init__(
        self,
        client: MemoryClient,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        only: frozenset[str] = frozenset(),
        empty: EmptyState | None = None,
    ) -> None:
        super().__init__(parent)
        self._only = only
        self._client = client
        self._wanted: int | None = None
        self._busy = False
        self._workspaces: dict[int, str] = {}
        self._ids = Latest(client, self, self.failed.emit)
        self._one = Latest(client, self)
        self.model = OperationsModel(operation_words.below, self)
        loader: PageLoader[Operation] = PageLoader(client, self.model, operations.load_page, self)
        self.view = RowsView(OperationDelegate(theme), self.tr("Changes, newest first"))
        self.view.setModel(self.model)
        self.kinds = MultiChoiceButton(
            self.tr("Kind"),
            [
                Choice(kind, operations.kind_name(kind))
                for kind in operations.KINDS
                if not only or kind in only
            ],
            theme,
        )
        self.actors = MultiChoiceButton(
            self.tr("By"), [Choice(a.value, wording.actor(a)) for a in Actor], theme
        )
        self.days = HappenedButton(self.tr("When"), theme, past=True)
        self.detail = OperationDetail(theme)
        self._hint = ElidedLabel(self.tr("U undoes or redoes · J and K move"), "faint")
        self._count = ElidedLabel("", "small")
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._none = EmptyState(
            self.tr("No change matches"),
            self.tr("No change is of that kind, by that hand and of that time."),
            [(self.tr("Clear filters"), self._on_clear)],
        )
        self._empty = empty or EmptyState(
            self.tr("Nothing has happened yet"),
            self.tr(
                "Every import, summary, pin and setting is listed here, newest first. Whatever "
                "changed the memory can be undone from here, also after a restart."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )
        self._list_stack = QStackedWidget()
        self._stack = QStackedWidget()
        self._lay_out()
        self.setFocusProxy(self.view)
        loader.failed.connect(self.failed)
        self._connect()

    def _lay_out(self) -> None:
        filters = QWidget()
        filters.setProperty("role", "header")
        filters.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        row = QHBoxLayout(filters)
        row.setContentsMargins(SIDE_PX, 8, SIDE_PX, 8)
        row.setSpacing(8)
        for button in (self.kinds, self.actors, self.days):
            button.setFixedHeight(30)
            row.addWidget(button)
        row.addWidget(self._count, 1)
        footer = QWidget()
        footer.setProperty("role", "status")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        below = QHBoxLayout(footer)
        below.setContentsMargins(SIDE_PX, 5, SIDE_PX, 5)
        below.addWidget(self._hint, 1)
        self._list_stack.addWidget(self.view)
        self._list_stack.addWidget(self._none)
        left = QWidget()
        left.setProperty("role", "panel")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(filters)
        column.addWidget(self._list_stack, 1)
        column.addWidget(footer)
        for pane, width in ((left, _LIST_LEAST_PX), (self.detail, _DETAIL_LEAST_PX)):
            pane.setMinimumWidth(width)
            self._splitter.addWidget(pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    def _connect(self) -> None:
        for button in (self.kinds, self.actors, self.days):
            button.chosen.connect(self.reload)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.button_clicked.connect(self._on_row_button_clicked)
        self.view.opened.connect(self._on_view_opened)
        self.detail.undo_asked.connect(self._on_detail_undo_asked)
        self.detail.redo_asked.connect(self._on_detail_redo_asked)
        self.detail.event_opened.connect(self.event_opened)
        self.detail.session_opened.connect(self.session_opened)
        self.detail.operation_opened.connect(self.show_operation)

    # What is shown

    def reload(self) -> None:
        """Ask for the operations again; what is chosen stays chosen if it is still there."""
        kinds = frozenset(self.kinds.keys()) or self._only
        actors = frozenset(Actor(value) for value in self.actors.keys())  # noqa: SIM118
        since, until = self.days.instants()

        def work(memory: Memory) -> tuple[array[int], dict[int, str]]:
            names = {int(w.id): w.name for w in memory.workspaces.list()}
            found = memory.history.find_ids(kinds=kinds, actors=actors, since=since, until=until)
            return found, names

        self._ids.run(work, self._on_ids_arrived)

    def show_operation(self, operation_id: int) -> None:
        """Show an operation and go to it in the list; filters that hide it are taken away."""
        self._wanted = operation_id
        self._stack.setCurrentWidget(self._splitter)
        self._load(operation_id)
        if self.model.row_of(operation_id) >= 0:
            self._stand()
        else:
            self._clear_filters()
            self.reload()

    def filters(self) -> dict[str, JsonValue]:
        """Return what is filtered."""
        return {
            "kinds": sorted(self.kinds.keys()),
            "actors": sorted(self.actors.keys()),
            "days": list(self.days.span()),
        }

    def restore_filters(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what filters returned, without asking."""
        for name, button in (("kinds", self.kinds), ("actors", self.actors)):
            value = state.get(name)
            if isinstance(value, list):
                button.set_keys([key for key in value if isinstance(key, str)])
        match state.get("days"):
            case [str() | None as first, str() | None as last]:
                self.days.set_span(first, last)

    def sizes(self) -> list[int]:
        """Return the widths of list and detail."""
        return self._splitter.sizes()

    def restore_sizes(self, sizes: list[int]) -> None:
        """Take back what sizes returned."""
        self._splitter.setSizes(sizes)

    def _on_ids_arrived(self, found: tuple[array[int], dict[int, str]]) -> None:
        ids, self._workspaces = found
        first_before = self.model.id_at(0)
        place = self.view.verticalScrollBar().value()
        current = self._current_id()
        if self._wanted is None:
            # Who looks at the newest sees what comes; who looks at another one stays there.
            newest = current is None or (current == first_before and place == 0)
            self._wanted = (ids[0] if ids else None) if newest else current
        reset = self.model.update_ids(ids)
        filtered = bool(self.kinds.keys() or self.actors.keys() or any(self.days.span()))
        self._stack.setCurrentWidget(self._splitter if ids or filtered else self._empty)
        self._list_stack.setCurrentWidget(self.view if ids else self._none)
        self._count.setText(self.tr("{count} changes").format(count=number(len(ids))))
        self._stand()
        if reset and place:
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(place)
        if not ids:
            self._one.cancel()
            self.detail.clear()

    def _stand(self) -> None:
        wanted, self._wanted = self._wanted, None
        position = -1 if wanted is None else self.model.row_of(wanted)
        position = max(position, 0)
        index = self.model.index(position, 0)
        if index.isValid() and index != self.view.currentIndex():
            self.view.go_to(position)
        elif index.isValid():
            self._reload_current()

    def _current_id(self) -> int | None:
        return self.model.id_at(self.view.currentIndex().row())

    def _on_current_changed(self, _index: QModelIndex) -> None:
        self._reload_current()

    def _reload_current(self) -> None:
        current = self._current_id()
        if current is not None:
            self._load(current)

    def _load(self, operation_id: int) -> None:
        key = OperationId(operation_id)
        self._one.run(
            lambda memory: (memory.history.get(key), memory.history.compare(key)),
            self._show,
            self._on_load_failed,
        )

    def _show(self, found: tuple[Operation, Comparison]) -> None:
        operation, comparison = found
        workspace = operation.workspace_id
        name = "" if workspace is None else self._workspaces.get(int(workspace), "")
        self.detail.show_operation(operation, name, comparison)

    def _on_load_failed(self, error: Exception) -> None:
        self.detail.clear()
        if not isinstance(error, NotFoundError):
            self.failed.emit(error)

    def _on_clear(self) -> None:
        self._clear_filters()
        self.reload()
        self.kinds.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear_filters(self) -> None:
        self.kinds.set_keys(())
        self.actors.set_keys(())
        self.days.set_span(None, None)

    # Undo and redo

    def step_current(self) -> None:
        """Undo the chosen operation, or bring it back if it was undone."""
        operation = self.detail.operation
        if operation is None or operation.id != self._current_id():
            return
        if operation.undoable:
            self._undo(operation)
        elif can_redo(operation):
            self._redo(operation.id)

    def _on_row_button_clicked(self, position: int) -> None:
        row = self.model.row_at(position)
        if row is None:
            return
        self.view.go_to(position)
        if row.undoable:
            self._undo(row)
        elif can_redo(row):
            self._redo(row.id)

    def _on_view_opened(self) -> None:
        fields = {} if self.detail.operation is None else self.detail.operation.fields
        event_id, session_id = fields.get("event_id"), fields.get("session_id")
        if isinstance(event_id, int):
            self.event_opened.emit(event_id)
        elif isinstance(session_id, int):
            self.session_opened.emit(session_id)

    def _on_detail_undo_asked(self, with_dependents: bool) -> None:
        if self.detail.operation is not None:
            self._undo(self.detail.operation, with_dependents=with_dependents)

    def _on_detail_redo_asked(self) -> None:
        if self.detail.operation is not None:
            self._redo(self.detail.operation.id)

    def _undo(self, operation: Operation, *, with_dependents: bool = False) -> None:
        if operation.kind == "import_memories":
            self._ask_what_to_keep(operation)
            return
        operation_id = operation.id

        def work(memory: Memory) -> ChangeSet:
            return memory.history.undo(operation_id, with_dependents=with_dependents)

        def failed(error: Exception) -> None:
            dependents = (
                error.fields.get("dependents") if isinstance(error, ConflictError) else None
            )
            if isinstance(dependents, tuple):
                self._ask(operation_id, dependents)
            else:
                self._on_step_failed(error)

        if not self._busy:
            self._run(work, failed)

    def ask_what_to_keep(self, operation_id: OperationId) -> None:
        """Ask what of a batch of memories is to be taken back."""
        self._one.run(
            lambda memory: memory.history.get(operation_id),
            self._ask_what_to_keep,
            self._on_load_failed,
        )

    def _ask_what_to_keep(self, operation: Operation) -> None:
        dialog = TakeBackDialog(self._client, operation, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.failed.connect(self.failed)
        dialog.open()

    def _ask(self, operation_id: OperationId, dependents: tuple[Operation, ...]) -> None:
        def ask(found: tuple[Operation, Comparison]) -> None:
            self._show(found)
            self.detail.ask(dependents)

        self._one.run(
            lambda memory: (memory.history.get(operation_id), memory.history.compare(operation_id)),
            ask,
            self._on_load_failed,
        )

    def _redo(self, operation_id: OperationId) -> None:
        if not self._busy:
            self._run(lambda memory: memory.history.redo(operation_id), self._on_step_failed)

    def _run(
        self, work: Callable[[Memory], ChangeSet], on_failure: Callable[[Exception], None]
    ) -> None:
        self._busy = True
        self.detail.question.hide()
        job = self._client.command(work, self)
        job.failed.connect(on_failure)
        job.finished.connect(self._on_step_finished)

    def _on_step_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self.reload()
        self.failed.emit(error)

    def _on_step_finished(self) -> None:
        self._busy = False
