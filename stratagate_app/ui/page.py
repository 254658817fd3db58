"""What every page of the window has in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QAction

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import ChangeSet, JsonValue, WorkspaceId
    from stratagate_app.ui.theme import Theme


class Page(QWidget):
    """A page: it reads through its client and asks the window for everything else.

    Signals:
        open_session: Session id to show in Sessions.
        open_message: Session id and message id to show in Sessions.
        open_event: Event id to show in Events.
        open_operation: Operation id to show in Activity.
        open_preview: Preview id to show in Imports.
        workspace_settings_requested: Workspace id whose settings the user wants.
        import_requested: The user wants to choose files.
        export_asked: An ExportWhat, and the ids of what is selected (none: all of it).
        sample_requested: The user wants the sample conversations.
        failed: An exception to tell the user about.
    """

    open_session = Signal(int)
    open_message = Signal(int, int)
    open_event = Signal(int)
    open_operation = Signal(int)
    open_preview = Signal(int)
    workspace_settings_requested = Signal(int)
    import_requested = Signal()
    export_asked = Signal(object, object)
    sample_requested = Signal()
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.client = client
        self.theme = theme
        self.workspace_id: WorkspaceId | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.setProperty("role", "ground")

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show one workspace, or everything (None)."""
        self.workspace_id = workspace_id

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Refresh what a change touches; initiator is whoever asked for it."""

    def focus_search(self) -> None:
        """Put the keyboard into the page's own filter."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the page's own keys do: words and key, for the list of shortcuts."""
        return ()

    def offers(self) -> Sequence[QAction]:
        """Return what can be done on the page now, for the list of commands."""
        return ()

    def save_state(self) -> dict[str, JsonValue]:
        """Return splitters, columns, filters and selection, to be restored after a restart."""
        return {}

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what `save_state` returned; unknown or wrong values are left alone."""
