"""Actions of the window: shortcuts, the palette's commands and the list of shortcuts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from stratagate_app.ui.command_palette import Command
from stratagate_app.ui.frame.entries import key_of, page_entries

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from stratagate_app.engine import WorkspaceId
    from stratagate_app.ui.frame.importer import Importer
    from stratagate_app.ui.frame.page_stack import PageStack
    from stratagate_app.ui.frame.undo import UndoController
    from stratagate_app.ui.frame.window_dialogs import WindowDialogs
    from stratagate_app.ui.page import Page


class ActionTarget(Protocol):
    """What the actions need of the window."""

    importer: Importer
    undo: UndoController
    dialogs: WindowDialogs
    pages: PageStack

    def show_page(self, key: str) -> None:
        """Open a page."""
        ...

    def current_page(self) -> Page:
        """Return the page that is open."""
        ...

    def focus_search(self) -> None:
        """Put the keyboard into the search field."""
        ...

    def choose_files(self) -> None:
        """Let the user choose files to import."""
        ...

    @property
    def workspace_id(self) -> WorkspaceId | None:
        """The chosen workspace; None for everything."""
        ...

    def export(self, workspace_id: WorkspaceId | None) -> None:
        """Let the user choose what to write to a file."""
        ...

    def choose_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show one workspace, or everything (None)."""
        ...

    def close(self) -> bool:
        """Close the window."""
        ...


class WindowActions(QObject):
    """Everything the window can do by key or by name."""

    def __init__(self, widget: QWidget, window: ActionTarget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._window = window
        self._actions: list[QAction] = []
        for place, entry in enumerate(page_entries()):
            words = self.tr("Go to {page}").format(page=entry.title)
            self._add(words, [key_of(place)], partial(window.show_page, entry.key))
        self._search = self._add(self.tr("Search everything"), ["Ctrl+K"], window.focus_search)
        self._add(
            self.tr("Filter this page"), ["Ctrl+F"], lambda: window.current_page().focus_search()
        )
        self._add(self.tr("Import…"), ["Ctrl+O"], window.choose_files)
        self._add(self.tr("Export…"), ["Ctrl+E"], lambda: window.export(window.workspace_id))
        self._add(self.tr("Open the sample"), [], window.importer.open_sample)
        self._undo = self._add(self.tr("Undo"), ["Ctrl+Z"], window.undo.undo)
        self._redo = self._add(self.tr("Redo"), ["Ctrl+Shift+Z", "Ctrl+Y"], window.undo.redo)
        self._add(self.tr("Show everything"), [], lambda: window.choose_workspace(None))
        self._add(self.tr("New workspace…"), [], window.dialogs.new_workspace)
        self._add(self.tr("Settings…"), ["Ctrl+,"], window.dialogs.settings)
        self._add(self.tr("Keyboard shortcuts"), ["F1"], self.show_shortcuts)
        self._add(self.tr("About StrataGate"), [], window.dialogs.about)
        self._add(self.tr("Quit"), ["Ctrl+Q"], window.close)

    def set_undo(self, undo: str, redo: str) -> None:
        """Name what undo and redo would do; "" when there is nothing."""
        self._undo.setEnabled(bool(undo))
        self._redo.setEnabled(bool(redo))
        self._undo.setText(self.tr("Undo: {what}").format(what=undo) if undo else self.tr("Undo"))
        self._redo.setText(self.tr("Redo: {what}").format(what=redo) if redo else self.tr("Redo"))

    def commands(self) -> list[Command]:
        """Return what the palette offers: everything that can be done now."""
        offered = self._window.current_page().offers()
        return [
            Command(action.text(), _key_of(action), action.trigger)
            for action in (*offered, *self._actions)
            if action.isEnabled() and action is not self._search
        ]

    def show_shortcuts(self) -> None:
        """Show every shortcut."""
        window = self._window
        groups = {
            self.tr("Everywhere"): [
                (str(action.property("title")), _key_of(action))
                for action in self._actions
                if _key_of(action)
            ]
        }
        for entry in page_entries():
            groups[entry.title] = list(window.pages.page(entry.key).shortcuts())
        window.dialogs.shortcuts(groups)

    def _add(self, text: str, keys: list[str], run: Callable[[], object]) -> QAction:
        action = QAction(text, self._widget)
        action.setProperty("title", text)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: run())
        self._widget.addAction(action)
        self._actions.append(action)
        return action


def _key_of(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
