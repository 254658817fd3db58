"""Moving sessions to another workspace: where to, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, OperationId, SessionId, Workspace, WorkspaceId
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.widgets import Toast, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.ui.theme import Theme

WIDTH_PX = 380
SHOWN_ROWS = 8


class SessionMover(QObject):
    """Asks where sessions go, moves them, and offers to undo it.

    Signals:
        moved: Ids of the sessions, and the workspace they went to.
        failed: An exception to tell the user about.
    """

    moved = Signal(object, object)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, page: QWidget) -> None:
        super().__init__(page)
        self._client = client
        self._theme = theme
        self._page = page
        self._latest = Latest(client, self, self.failed.emit)

    def ask(self, ids: Sequence[int]) -> None:
        """Let the user choose where these sessions go; nothing happens without any."""
        chosen = tuple(SessionId(key) for key in ids)
        if not chosen:
            return
        self._latest.run(
            lambda memory: (
                memory.workspaces.list(),
                {row.workspace_id for row in memory.sessions.load_page(chosen)},
            ),
            lambda found: self._open(chosen, *found),
        )

    def _open(
        self, ids: Sequence[SessionId], workspaces: Sequence[Workspace], homes: set[WorkspaceId]
    ) -> None:
        # Where all of them are already is no place to move them to.
        offered = [row for row in workspaces if homes != {row.id}]
        dialog = MoveDialog(len(ids), offered, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def accepted() -> None:
            home = dialog.chosen()
            if home is not None:
                self._move(ids, home)

        dialog.accepted.connect(accepted)
        dialog.open()

    def _move(self, ids: Sequence[SessionId], home: Workspace) -> None:
        job = self._client.command(
            lambda memory: memory.workspaces.move_sessions(ids, home.id), self
        )
        job.succeeded.connect(lambda changes: self._on_moved(ids, home, changes))
        job.failed.connect(self.failed)

    def _on_moved(self, ids: Sequence[SessionId], home: Workspace, changes: ChangeSet) -> None:
        operation = changes.operation_id
        if operation is None:
            return
        self.moved.emit(ids, home.id)
        Toast(
            self.tr("Moved %n session(s) to {workspace}", "", len(ids)).format(
                workspace=one_line(home.name)
            ),
            self.tr("With their blocks and events. No weight has changed."),
            self._theme,
            self._page.window(),
            actions=[(self.tr("Undo"), lambda: self._undo(operation))],
        ).present()

    def _undo(self, operation: OperationId) -> None:
        job = self._client.command(lambda memory: memory.history.undo(operation), self)
        job.failed.connect(self.failed)


class MoveDialog(QDialog):
    """A list of workspaces to choose one from."""

    def __init__(
        self, count: int, workspaces: Sequence[Workspace], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspaces = list(workspaces)
        self.setWindowTitle(self.tr("Move to workspace"))
        self.setMinimumWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        column.addWidget(
            plain_label(self.tr("Move %n session(s) to", "", count), "heading", wrap=True)
        )
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Workspaces"))
        for workspace in self._workspaces:
            self.list.addItem(QListWidgetItem(one_line(workspace.name)))
        self.list.setCurrentRow(0)
        self.list.itemDoubleClicked.connect(self.accept)
        row_px = max(self.list.sizeHintForRow(0), 24)
        self.list.setMinimumHeight(row_px * min(SHOWN_ROWS, max(2, len(self._workspaces))) + 6)
        column.addWidget(self.list, 1)
        if not self._workspaces:
            self.list.hide()
            text = self.tr("There is no other workspace yet. Make one with + beside Workspaces.")
            column.addWidget(plain_label(text, "muted", wrap=True))
        column.addWidget(
            plain_label(
                self.tr(
                    "Blocks and events go along, and no weight changes. Blocks that are "
                    "sealed keep their size. You can undo this."
                ),
                "faint",
                wrap=True,
            )
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.move_button = buttons.addButton(
            self.tr("Move"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.move_button.setProperty("role", "primary")
        self.move_button.setEnabled(bool(self._workspaces))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        # Not before it is in the dialog: the first button of all would stay its default.
        self.move_button.setDefault(True)
        self.list.setFocus()

    def chosen(self) -> Workspace | None:
        """Return the workspace that is marked; None where there is none."""
        row = self.list.currentRow()
        return self._workspaces[row] if 0 <= row < len(self._workspaces) else None
