"""The dialogs the window opens; none of them blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet
from stratagate_app.ui.about_dialog import AboutDialog, ShortcutsDialog
from stratagate_app.ui.model_settings import Estimated, ModelSettings, ProviderDoor
from stratagate_app.ui.settings_dialog import SettingsDialog
from stratagate_app.ui.workspace_dialog import NewWorkspaceDialog, WorkspaceDialog
from stratagate_app.ui.workspace_rules import RulesEditor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import (
        JsonValue,
        Memory,
        WaitingWork,
        Workspace,
        WorkspaceId,
        WorkspaceRule,
    )
    from stratagate_app.ui.theme import Theme


class WindowDialogs(QObject):
    """Opens dialogs and does what was chosen in them.

    Signals:
        settings_chosen: Values by key.
        workspace_created: Its id.
        failed: An exception to tell the user about.
    """

    settings_chosen = Signal(object)
    workspace_created = Signal(object)
    failed = Signal(Exception)

    def __init__(
        self,
        client: MemoryClient,
        theme: Theme,
        settings: Mapping[str, JsonValue],
        window: QWidget,
        door: ProviderDoor | None = None,
    ) -> None:
        super().__init__(window)
        self._door = door
        self._client = client
        self._theme = theme
        self._settings = settings
        self._window = window
        self._latest = Latest(client, self, self.failed.emit)

    def price(self, work: WaitingWork) -> Estimated | None:
        """Return about what some work would take; None where no model does it."""
        return None if self._door is None else self._door.price(work, self._settings)

    def settings(self) -> None:
        """Let the user change settings."""
        door = self._door
        model = None if door is None else ModelSettings(self._settings, self._client, door)
        dialog = SettingsDialog(self._settings, self._client.path, self._window, model=model)

        def accepted() -> None:
            values = dialog.values()
            key = None if model is None else model.new_key()
            if key is None or door is None:
                self.settings_chosen.emit(values)
                return
            whole = {**self._settings, **values}
            job = self._client.command(lambda memory: door.store_key(memory, whole, key), self)
            job.failed.connect(self.failed)
            job.finished.connect(lambda: self.settings_chosen.emit(values))

        dialog.accepted.connect(accepted)
        _open(dialog)

    def workspace(self, workspace: Workspace) -> None:
        """Let the user change a workspace and its rules."""
        self._latest.run(
            lambda memory: (memory.workspaces.rules(), memory.workspaces.list()),
            lambda found: self._open_workspace(workspace, *found),
        )

    def _open_workspace(
        self, workspace: Workspace, rules: Sequence[WorkspaceRule], all_of_them: Sequence[Workspace]
    ) -> None:
        names = {item.id: item.name for item in all_of_them}
        editor = RulesEditor(workspace.id, rules, names)
        dialog = WorkspaceDialog(workspace, editor, self._window)

        def accepted() -> None:
            name, block_turns, decay_lambda = dialog.chosen()
            removed, added = editor.changes()

            def write_rules(memory: Memory) -> ChangeSet:
                changes = ChangeSet()
                for rule_id in removed:
                    changes |= memory.workspaces.remove_rule(rule_id)
                for kind, pattern in added:
                    changes |= memory.workspaces.add_rule(kind, pattern, workspace.id)[1]
                return changes

            job = self._client.command(
                lambda memory: memory.workspaces.configure(
                    workspace.id, name=name, block_turns=block_turns, decay_lambda=decay_lambda
                ),
                self,
            )
            job.failed.connect(self.failed)
            if removed or added:
                ruling = self._client.command(write_rules, self)
                ruling.failed.connect(self.failed)

        dialog.accepted.connect(accepted)
        _open(dialog)

    def new_workspace(self) -> None:
        """Let the user make a workspace."""
        dialog = NewWorkspaceDialog(self._window)

        def accepted() -> None:
            name = dialog.chosen()
            job = self._client.command(lambda memory: memory.workspaces.create(name), self)
            job.succeeded.connect(self._on_created)
            job.failed.connect(self.failed)

        dialog.accepted.connect(accepted)
        _open(dialog)

    def about(self) -> None:
        """Show versions and the file."""
        self._latest.run(
            lambda memory: (
                memory.maintenance.sqlite_version(),
                memory.maintenance.size_bytes(),
            ),
            lambda found: _open(AboutDialog(self._client.path, *found, self._theme, self._window)),
        )

    def shortcuts(self, groups: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Show shortcuts by group."""
        _open(ShortcutsDialog(groups, self._window))

    def _on_created(self, made: tuple[WorkspaceId, ChangeSet]) -> None:
        self.workspace_created.emit(made[0])


def _open(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def open_dialogs(window: QWidget) -> list[QDialog]:
    """Return the dialogs that stand before a window, the newest last."""
    return [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
