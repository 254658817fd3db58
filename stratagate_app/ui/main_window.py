"""The main window: top bar, navigation, pages, status strip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, Workspace, WorkspaceId
from stratagate_app.ui.command_palette import CommandPalette
from stratagate_app.ui.export_dialog import ExportOffer
from stratagate_app.ui.failure import present_failure
from stratagate_app.ui.frame.actions import WindowActions
from stratagate_app.ui.frame.counts import FrameCounter, FrameCounts
from stratagate_app.ui.frame.drop_overlay import DropOverlay, local_paths
from stratagate_app.ui.frame.entries import page_entries
from stratagate_app.ui.frame.exporter import Exporter
from stratagate_app.ui.frame.importer import Importer
from stratagate_app.ui.frame.navigation import Navigation
from stratagate_app.ui.frame.page_stack import PageStack
from stratagate_app.ui.frame.status_strip import StatusStrip, Task
from stratagate_app.ui.frame.top_bar import TopBar
from stratagate_app.ui.frame.undo import UndoController
from stratagate_app.ui.frame.window_dialogs import WindowDialogs
from stratagate_app.ui.widgets import Toast

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDragLeaveEvent,
        QDropEvent,
        QResizeEvent,
    )

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import ExportWhat, JsonValue
    from stratagate_app.ui.activity.page import ActivityPage
    from stratagate_app.ui.ask.page import AskPage
    from stratagate_app.ui.events.page import EventsPage
    from stratagate_app.ui.graph.page import GraphPage
    from stratagate_app.ui.imports.page import ImportsPage
    from stratagate_app.ui.model_settings import ProviderDoor
    from stratagate_app.ui.page import Page
    from stratagate_app.ui.review.page import ReviewPage
    from stratagate_app.ui.sessions.page import SessionsPage
    from stratagate_app.ui.theme import Theme

MINIMUM_WIDTH_PX = 960
MINIMUM_HEIGHT_PX = 560
DEFAULT_SIZE_PX = (1280, 820)
SIZE_PAUSE_MS = 1500
STATE_PAUSE_MS = 1500
DEFAULT_PAGE = "sessions"


class PageFactories(NamedTuple):
    """How the pages are made, by their keys, and how model servers are reached."""

    pages: Mapping[str, Callable[[MemoryClient, Theme], Page]]
    provider: ProviderDoor | None = None


class MainWindow(QMainWindow):
    """The frame around the pages.

    Signals:
        closed: The user closed it; `save_state` still answers.
        settings_changed: Chosen values by key, to be stored and applied.
        state_changed: What `save_state` returns is worth storing.
    """

    closed = Signal()
    settings_changed = Signal(object)
    state_changed = Signal()

    def __init__(
        self,
        client: MemoryClient,
        theme: Theme,
        factories: PageFactories,
        settings: Mapping[str, JsonValue],
    ) -> None:
        super().__init__()
        self._client = client
        self._theme = theme
        self._workspaces: tuple[Workspace, ...] = ()
        self._workspace_id: WorkspaceId | None = None
        self._held: Mapping[WorkspaceId | None, int] = {}
        self._page_key = ""
        self._counts = FrameCounter(client, self)
        self._sizes = Latest(client, self)
        self.setWindowTitle("StrataGate")
        self.setMinimumSize(MINIMUM_WIDTH_PX, MINIMUM_HEIGHT_PX)
        self.resize(*DEFAULT_SIZE_PX)
        self.setAcceptDrops(True)
        self.undo = UndoController(client, self)
        self.dialogs = WindowDialogs(client, theme, settings, self, factories.provider)
        self.exporter = Exporter(client, theme, self)
        self.importer = Importer(client, theme, self, self.dialogs.price)
        self.pages = PageStack(
            {
                entry.key: partial(factories.pages[entry.key], client, theme)
                for entry in page_entries()
            }
        )
        self._settings = settings
        self._build()
        self.show_model()
        self._actions = WindowActions(self, self)
        self._connect()
        self.show_page(DEFAULT_PAGE)
        self.undo.refresh()
        self._size_pause.start()

    # Building.

    def _build(self) -> None:
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.top_bar = TopBar(self._theme)
        column.addWidget(self.top_bar)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        self.navigation = Navigation(page_entries(), self._theme)
        middle.addWidget(self.navigation)
        middle.addWidget(self.pages, 1)
        column.addLayout(middle, 1)
        self.status = StatusStrip(self._theme, self._client.path)
        column.addWidget(self.status)
        self.setCentralWidget(central)
        self._palette = CommandPalette(self._client, self._theme, central)
        self._drop_overlay = DropOverlay(self._theme, central)
        self._size_pause = QTimer(self, singleShot=True, interval=SIZE_PAUSE_MS)
        self._state_pause = QTimer(self, singleShot=True, interval=STATE_PAUSE_MS)

    def show_model(self) -> None:
        """Show who derives, by the settings as they are now."""
        self.status.set_model(self._settings)

    def _connect(self) -> None:
        self._client.changed.connect(self._on_changed)
        self._client.jobs_changed.connect(self.status.set_jobs)
        self._client.background_failed.connect(self.show_failure)
        self._size_pause.timeout.connect(self._ask_size)
        self._counts.arrived.connect(self._on_counts_arrived)
        self._counts.failed.connect(self.show_failure)
        self._state_pause.timeout.connect(self.state_changed)
        self.top_bar.workspace_chosen.connect(self.choose_workspace)
        self.top_bar.undo_requested.connect(self.undo.undo)
        self.top_bar.import_requested.connect(self.choose_files)
        self.navigation.page_chosen.connect(self.show_page)
        self.navigation.workspace_chosen.connect(self.choose_workspace)
        self.navigation.workspace_settings_requested.connect(self._on_workspace_settings_requested)
        self.navigation.new_workspace_requested.connect(self.dialogs.new_workspace)
        self.navigation.settings_requested.connect(self.dialogs.settings)
        self.dialogs.settings_chosen.connect(self.settings_changed)
        self.dialogs.workspace_created.connect(self.choose_workspace)
        self.dialogs.failed.connect(self.show_failure)
        self.status.cancel_requested.connect(self._on_cancel_requested)
        self.status.failed_jobs_requested.connect(lambda: self.show_page("activity"))
        self.importer.reading.connect(self.status.set_reading)
        self.importer.progressed.connect(self.status.set_import)
        self.importer.ended.connect(lambda: self.status.end(Task.IMPORT))
        self.exporter.progressed.connect(self.status.set_export)
        self.exporter.ended.connect(lambda: self.status.end(Task.EXPORT))
        self.exporter.failed.connect(self.show_failure)
        self.navigation.export_requested.connect(self.export)
        self.importer.failed.connect(self.show_failure)
        self.importer.previewed.connect(self.open_preview)
        self.undo.updated.connect(self._on_undo_updated)
        self.undo.undone.connect(self._on_undone)
        self.undo.redone.connect(self._on_redone)
        self.undo.failed.connect(self.show_failure)
        self._connect_search()
        self.pages.made.connect(self._on_page_made)

    def _on_page_made(self, page: Page) -> None:
        page.open_session.connect(self.open_session)
        page.open_message.connect(self.open_message)
        page.open_event.connect(self.open_event)
        page.open_operation.connect(self.open_operation)
        page.open_preview.connect(self.open_preview)
        page.workspace_settings_requested.connect(self._on_workspace_settings_requested)
        page.import_requested.connect(self.choose_files)
        page.export_asked.connect(self._on_export_asked)
        page.sample_requested.connect(self.importer.open_sample)
        page.failed.connect(self.show_failure)

    def _connect_search(self) -> None:
        field = self.top_bar.search
        field.entered.connect(self._open_palette)
        field.textEdited.connect(self._open_palette)
        field.moved.connect(self._palette.step)
        field.accepted.connect(self._palette.accept)
        field.left.connect(self._palette.dismiss)
        self._palette.session_chosen.connect(self.open_session)
        self._palette.event_chosen.connect(self.open_event)
        self._palette.message_chosen.connect(self.open_message)
        self._palette.node_chosen.connect(self.open_node)
        self._palette.done.connect(self._on_palette_done)
        self._palette.failed.connect(self.show_failure)

    # What other parts ask for.

    @property
    def review_page(self) -> ReviewPage:
        """What needs a decision."""
        return cast("ReviewPage", self.pages.page("review"))

    @property
    def sessions_page(self) -> SessionsPage:
        """Conversations as strata."""
        return cast("SessionsPage", self.pages.page("sessions"))

    @property
    def events_page(self) -> EventsPage:
        """What is remembered."""
        return cast("EventsPage", self.pages.page("events"))

    @property
    def graph_page(self) -> GraphPage:
        """Who and what the events speak of."""
        return cast("GraphPage", self.pages.page("graph"))

    @property
    def imports_page(self) -> ImportsPage:
        """What came in, and what waits to be decided."""
        return cast("ImportsPage", self.pages.page("imports"))

    @property
    def ask_page(self) -> AskPage:
        """Questions to the memory."""
        return cast("AskPage", self.pages.page("ask"))

    @property
    def activity_page(self) -> ActivityPage:
        """Everything that changed, and jobs."""
        return cast("ActivityPage", self.pages.page("activity"))

    @property
    def client(self) -> MemoryClient:
        """The client of the file that is shown."""
        return self._client

    @property
    def workspace_id(self) -> WorkspaceId | None:
        """The chosen workspace; None for everything."""
        return self._workspace_id

    def show_page(self, key: str) -> None:
        """Open a page."""
        if key not in self.pages:
            return
        page = self.pages.page(key)
        self._page_key = key
        self.pages.setCurrentWidget(page)
        # Each page hands the focus to its list: J and K move at once.
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.navigation.set_page(key)
        self._state_pause.start()

    def current_page(self) -> Page:
        """Return the page that is open."""
        return self.pages.page(self._page_key)

    def choose_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show one workspace, or everything (None)."""
        self._workspace_id = workspace_id
        self._palette.set_workspace(workspace_id)
        self.pages.set_workspace(workspace_id)
        self._show_workspaces()
        self._counts.refresh(workspace_id)
        self._state_pause.start()

    def choose_files(self) -> None:
        """Let the user choose files to import."""
        self.importer.choose(self._workspace_id)

    def export(self, workspace_id: WorkspaceId | None) -> None:
        """Let the user choose what of a workspace to write to a file; None: of everything."""
        self.exporter.ask(ExportOffer(workspace_id=workspace_id))

    def open_session(self, session_id: int) -> None:
        """Show a session."""
        self.show_page("sessions")
        self.sessions_page.show_session(session_id)

    def open_message(self, session_id: int, message_id: int) -> None:
        """Show a message in its conversation."""
        self.show_page("sessions")
        self.sessions_page.show_message(session_id, message_id)

    def open_event(self, event_id: int) -> None:
        """Show an event."""
        self.show_page("events")
        self.events_page.show_event(event_id)

    def open_node(self, node_id: int) -> None:
        """Show a node of the graph."""
        self.show_page("graph")
        self.graph_page.show_node(node_id)

    def open_operation(self, operation_id: int) -> None:
        """Show an operation."""
        self.show_page("activity")
        self.activity_page.show_operation(operation_id)

    def open_preview(self, preview_id: int) -> None:
        """Show memories that wait to be decided."""
        self.show_page("imports")
        self.imports_page.show_preview(preview_id)

    def focus_search(self) -> None:
        """Put the keyboard into the search field at the top."""
        self.top_bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top_bar.search.selectAll()

    def show_failure(self, error: Exception) -> None:
        """Tell what failed, what was kept, what to do; details on request."""
        present_failure(error, self._theme, self)

    # State.

    def save_state(self) -> dict[str, JsonValue]:
        """Return what is to survive a restart."""
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        return {
            "geometry": geometry,
            "page": self._page_key,
            "workspace": self._workspace_id,
            "pages": self.pages.save_state(),
        }

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what `save_state` returned and fill the pages; wrong values are left alone."""
        geometry = state.get("geometry")
        if isinstance(geometry, str):
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(geometry.encode("ascii"))))
        pages = state.get("pages")
        if isinstance(pages, Mapping):
            self.pages.restore_state(pages)
        workspace = state.get("workspace")
        self.choose_workspace(WorkspaceId(workspace) if isinstance(workspace, int) else None)
        self.show_page(str(state.get("page", DEFAULT_PAGE)))

    # Refreshing.

    def _on_counts_arrived(self, found: FrameCounts) -> None:
        self._workspaces = found.workspaces
        if self._workspace_id is not None and self._workspace_id not in found.held:
            # Undone meanwhile, or of another file.
            self.choose_workspace(None)
            return
        self._held = found.held
        self._show_workspaces()
        self.navigation.set_counts(found.pages)

    def _show_workspaces(self) -> None:
        self.top_bar.set_workspaces(self._workspaces, self._workspace_id, self._held)
        self.navigation.set_workspaces(self._workspaces, self._workspace_id, self._held)

    def _on_changed(self, changes: ChangeSet, initiator: object) -> None:
        for page in self.pages.standing():
            page.on_changed(changes, initiator)
        self._counts.on_changed(changes)
        if changes.history:
            self.undo.refresh()
        if not self._size_pause.isActive():
            self._size_pause.start()

    def _ask_size(self) -> None:
        self._sizes.run(lambda memory: memory.maintenance.size_bytes(), self.status.set_size)

    # Answers of the parts.

    def _on_cancel_requested(self, task: Task) -> None:
        (self.importer if task is Task.IMPORT else self.exporter).cancel()

    def _on_export_asked(self, what: ExportWhat, ids: tuple[int, ...]) -> None:
        self.exporter.ask(ExportOffer(what, ids, self._workspace_id))

    def _on_workspace_settings_requested(self, workspace_id: int) -> None:
        for workspace in self._workspaces:
            if workspace.id == workspace_id:
                self.dialogs.workspace(workspace)

    def _open_palette(self) -> None:
        # What a page offers depends on what is selected there.
        self._palette.set_commands(self._actions.commands())
        field = self.top_bar.search
        self._palette.open_below(field, field.text())

    def _on_palette_done(self) -> None:
        self.top_bar.search.clear()
        self.current_page().setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_undo_updated(self, undo: str, redo: str) -> None:
        self.top_bar.undo_button.set_phrase(undo)
        self._actions.set_undo(undo, redo)

    def _on_undone(self, phrase: str) -> None:
        Toast(
            self.tr("Undone: {what}").format(what=phrase),
            "",
            self._theme,
            self,
            actions=[(self.tr("Redo"), self.undo.redo)],
        ).present()

    def _on_redone(self, phrase: str) -> None:
        text = self.tr("Done again: {what}").format(what=phrase)
        Toast(text, "", self._theme, self).present()

    # Qt.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if local_paths(event.mimeData()):
            event.acceptProposedAction()
            self._drop_overlay.present()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Forget about it."""
        self._drop_overlay.hide()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show what was dropped, to be imported."""
        self._drop_overlay.hide()
        paths = local_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.importer.look(paths, self._workspace_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Close the search list, which would hang in the air."""
        super().resizeEvent(event)
        self._palette.dismiss()
        self._drop_overlay.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell whoever owns the window; the file is closed there."""
        event.accept()
        self.closed.emit()
