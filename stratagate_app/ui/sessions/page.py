"""Sessions: every conversation as strata, each block at any of its six levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    BlockId,
    ChangeSet,
    EventId,
    ExportWhat,
    JsonValue,
    Level,
    NotFoundError,
    SessionId,
    SessionSource,
    WorkspaceId,
)
from stratagate_app.ui.page import Page
from stratagate_app.ui.sessions.finding import Found, Wish, find
from stratagate_app.ui.sessions.mover import SessionMover
from stratagate_app.ui.sessions.session_list import SessionList
from stratagate_app.ui.sessions.session_view import SessionView
from stratagate_app.ui.sessions.side_pane import SidePane
from stratagate_app.ui.sessions.strata_view import TAIL_KEY
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import EmptyState

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

NARROW_PX = 950
"""Below this width the right pane takes the place of the list, and only when asked for."""
_REFRESH_MS = 120
_SIZES_PX = (264, 668, 312)


class SessionsPage(Page):
    """The list of sessions, the chosen one as strata and cards, and what a block left behind."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._session_id: int | None = None
        self._source: SessionSource | None = None
        self._restored: int | None = None
        self._details = True
        self._details_narrow = False
        self._narrow = False
        self._latest = Latest(client, self, self.failed.emit)
        self.list = SessionList(client, theme)
        self.view = SessionView(client, theme)
        self.side = SidePane(client, theme)
        self.mover = SessionMover(client, theme, self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            self.tr("No sessions yet"),
            self.tr(
                "Bring in conversations you had with an assistant. Each becomes a session: you "
                "see what is remembered of it in full, what in short, and why."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )
        self._refresh_list = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_view = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self.setFocusProxy(self.list.view)
        self._keys: Mapping[int, Callable[[], object]] = {
            Qt.Key.Key_E: self.view.cards.press_button,
            Qt.Key.Key_L: self._on_settings_asked,
            Qt.Key.Key_C: self.view.copy_button.click,
            Qt.Key.Key_O: self.list.order_button.showMenu,
            Qt.Key.Key_M: lambda: self.mover.ask(self.list.chosen_ids()),
            Qt.Key.Key_X: lambda: self._on_export_asked(self.list.chosen_ids()),
            Qt.Key.Key_D: self.view.details_button.toggle,
            Qt.Key.Key_J: lambda: self.view.cards.step(1),
            Qt.Key.Key_K: lambda: self.view.cards.step(-1),
        }
        self._connect()
        self._arrange()

    def _lay_out(self) -> None:
        for pane, width in ((self.list, 200), (self.view, 380), (self.side, 250)):
            pane.setMinimumWidth(width)
            self._splitter.addWidget(pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _connect(self) -> None:
        self.list.chosen.connect(self._on_list_chosen)
        self.list.opened.connect(self._on_list_opened)
        self.list.counted.connect(self._on_list_counted)
        self.list.move_asked.connect(self.mover.ask)
        self.list.export_asked.connect(self._on_export_asked)
        self.mover.moved.connect(self._on_moved)
        self.mover.failed.connect(self.failed)
        self.view.selected.connect(self._on_view_selected)
        self.view.expand_asked.connect(self._on_expand_asked)
        self.view.retry_asked.connect(self._on_retry_asked)
        self.view.settings_asked.connect(self._on_settings_asked)
        self.view.details_toggled.connect(self._on_details_toggled)
        self.side.event_opened.connect(self.open_event)
        self.side.operation_opened.connect(self.open_operation)
        self.side.pin_asked.connect(self._on_pin_asked)
        self._refresh_list.timeout.connect(self.list.reload)
        self._refresh_view.timeout.connect(self._reload)
        for part in (self.list, self.view, self.side):
            part.failed.connect(self._on_part_failed)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show the sessions of a workspace, and the first of them."""
        super().set_workspace(workspace_id)
        self._session_id = None
        self.list.set_workspace(workspace_id)

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches."""
        del initiator
        if changes.sessions or changes.workspaces:
            _start(self._refresh_list)
        if self._session_id is None:
            return
        if changes.workspaces or changes.settings or self._touches(changes):
            _start(self._refresh_view)
        elif changes.events:
            self.side.reload_events()

    def focus_search(self) -> None:
        """Put the keyboard into the filter of the list."""
        self.list.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.filter.selectAll()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Next in the list, previous in the list"), "J, K"),
            (self.tr("Look at a level of the block"), "0 – 5"),
            (self.tr("Expand the block, or retry its summary"), "E"),
            (self.tr("Go to the card, then into its text"), "Enter"),
            (self.tr("Move among the bars"), "←, →"),
            (self.tr("Pin or unpin the event"), "Space"),
            (self.tr("Order of the list"), "O"),
            (self.tr("Move sessions to another workspace"), "M"),
            (self.tr("Export the selected sessions"), "X"),
            (self.tr("Decay of the workspace"), "L"),
            (self.tr("Copy the context of the session"), "C"),
            (self.tr("Show or hide what the block left behind"), "D"),
        )

    def show_session(self, session_id: int) -> None:
        """Show a session and go to it in the list."""
        self._go(session_id, Wish())

    def show_message(self, session_id: int, message_id: int) -> None:
        """Show a message in its block at L5, or in the open tail, and point it out."""
        self._go(session_id, Wish(message_id=message_id))

    def show_block(self, block_id: int) -> None:
        """Show a block of whatever session it is in."""
        self._latest.run(
            lambda memory: memory.blocks.get(BlockId(block_id)),
            lambda block: self._go(int(block.session_id), Wish(block_id=block_id)),
        )

    def save_state(self) -> dict[str, JsonValue]:
        """Return the widths of the panes, the order, the session and what is hidden."""
        sizes: list[JsonValue] = list(self._splitter.sizes())
        state: dict[str, JsonValue] = {
            "order": self.list.order,
            "session": self._session_id,
            "details": self._details,
        }
        if not self._narrow and all(self._splitter.sizes()):
            state["sizes"] = sizes
        return state

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        order, session = state.get("order"), state.get("session")
        details, sizes = state.get("details"), state.get("sizes")
        if isinstance(order, str):
            self.list.set_order(order)
        if isinstance(session, int) and not isinstance(session, bool):
            self._restored = session
        if isinstance(details, bool):
            self._details = details
            self._arrange()
        if isinstance(sizes, list) and len(sizes) == 3:  # noqa: PLR2004 - three panes
            widths = [size for size in sizes if isinstance(size, int) and size > 0]
            if len(widths) == len(sizes):
                self._splitter.setSizes(widths)

    # Sessions

    def _on_list_counted(self, count: int, filtered: bool) -> None:
        self._stack.setCurrentWidget(self._splitter if count or filtered else self._empty)
        if self._session_id is not None:
            if self.list.current != self._session_id:
                self.list.select(self._session_id)
            return
        wanted = self._restored
        self._restored = None
        if wanted is None or not self.list.contains(wanted):
            wanted = self.list.first_id()
        if wanted is None:
            self._latest.cancel()
            self.view.show_strata(None)
            self.side.hide()
        else:
            self._go(wanted, Wish())

    def _on_list_chosen(self, session_id: int) -> None:
        self._open(session_id, Wish())

    def _on_list_opened(self) -> None:
        key = self.view.cards.current()
        if key is not None:
            self.view.cards.focus_card(key)

    def _on_moved(self, ids: Sequence[SessionId], workspace_id: WorkspaceId) -> None:
        if self.workspace_id in (None, workspace_id) or self._session_id not in ids:
            return
        # It is no longer of what is shown: on to the first that is.
        self._session_id = None
        self.list.reload()

    def _go(self, session_id: int, wish: Wish) -> None:
        self._stack.setCurrentWidget(self._splitter)
        self.list.select(session_id)
        self._open(session_id, wish)

    def _open(self, session_id: int, wish: Wish) -> None:
        self._session_id = session_id
        self._refresh_view.stop()
        self._latest.run(
            lambda memory: find(memory, SessionId(session_id), wish),
            self._on_found,
            self._on_find_failed,
        )

    def _reload(self) -> None:
        session_id = self._session_id
        if session_id is None:
            return
        if self._latest.running:
            # What is being read may be from before the change, but it may carry a wish.
            self._refresh_view.start()
            return
        self._latest.run(
            lambda memory: find(memory, SessionId(session_id), Wish()),
            self._on_found_again,
            self._on_find_failed,
        )

    def _on_found(self, found: Found) -> None:
        self._source = found.source
        self.view.show_strata(found.strata)
        key = self.view.newest_key() if found.key is None else found.key
        if found.message_id is not None:
            self.view.show_message(key, found.message_id)
        else:
            self.view.select(key)
        self._show_side(key)

    def _on_found_again(self, found: Found) -> None:
        key = self.view.cards.current()
        self._source = found.source
        self.view.show_strata(found.strata)
        if key is None or (key != TAIL_KEY and self.view.block(key) is None):
            key = self.view.newest_key()
        self.view.select(key, scroll=False)
        self._show_side(key)

    def _on_find_failed(self, error: Exception) -> None:
        self.view.show_strata(None)
        self.side.hide()
        self._session_id = None
        if isinstance(error, NotFoundError):
            # It went away by an undo: the list knows what is left.
            self._refresh_list.start()
        else:
            self.failed.emit(error)

    def _on_part_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self._refresh_view.start()
        else:
            self.failed.emit(error)

    def _touches(self, changes: ChangeSet) -> bool:
        if not (changes.sessions or changes.blocks or changes.jobs):
            return False
        if self._session_id in changes.session_ids:
            return True
        strata = self.view.strata
        if strata is not None and changes.block_ids:
            return any(int(block.id) in changes.block_ids for block in strata.blocks)
        return not changes.session_ids and not changes.block_ids

    # Blocks

    def _on_view_selected(self, key: int) -> None:
        self._show_side(key)

    def _show_side(self, key: int) -> None:
        strata = self.view.strata
        if strata is None:
            return
        block = self.view.block(key)
        forecast = () if block is None else self.view.forecast_of(block)
        self.side.show_block(strata, self._source, block, forecast)
        self._arrange()

    def _on_expand_asked(self, block_id: int, level: int) -> None:
        job = self.client.command(
            lambda memory: memory.blocks.expand(BlockId(block_id), Level(level)), self
        )
        job.succeeded.connect(lambda _changes: self.view.cards.forget_peek(block_id))
        job.failed.connect(self.failed)

    def _on_retry_asked(self, block_id: int) -> None:
        job = self.client.command(lambda memory: memory.blocks.retry(BlockId(block_id)), self)
        job.failed.connect(self._on_part_failed)

    def _on_pin_asked(self, event_id: int, pin: bool) -> None:
        ids = [EventId(event_id)]
        job = self.client.command(
            lambda memory: memory.events.pin(ids) if pin else memory.events.unpin(ids), self
        )
        job.failed.connect(self.failed)

    def _on_settings_asked(self) -> None:
        strata = self.view.strata
        if strata is not None:
            self.workspace_settings_requested.emit(int(strata.workspace.id))

    # Room

    def _on_details_toggled(self, shown: bool) -> None:
        if self._narrow:
            self._details_narrow = shown
        else:
            self._details = shown
        self._arrange()

    def _arrange(self) -> None:
        """Show the right pane where there is room for it, or in place of the list."""
        details = self._details_narrow if self._narrow else self._details
        self.side.setVisible(details and self.view.strata is not None)
        self.list.setVisible(not (self._narrow and details))
        button = self.view.details_button
        blocked = button.blockSignals(True)
        button.setChecked(details)
        button.blockSignals(blocked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make room."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW_PX
        if narrow != self._narrow:
            self._narrow = narrow
            self._details_narrow = False
            self._arrange()

    def _on_export_asked(self, ids: list[int]) -> None:
        if ids:
            self.export_asked.emit(ExportWhat.SESSIONS, tuple(ids))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """0 to 5 look at a level, E expands or retries; the others are in shortcuts()."""
        key = event.key()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_5:
            self.view.cards.peek(key - Qt.Key.Key_0)
        elif key in self._keys:
            self._keys[key]()
        else:
            super().keyPressEvent(event)


def _start(timer: QTimer) -> None:
    """Let a timer run out; one that runs already is not held up by more changes."""
    if not timer.isActive():
        timer.start()
