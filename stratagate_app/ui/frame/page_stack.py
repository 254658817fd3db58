"""The pages of the window, each made when it is first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from stratagate_app.engine import JsonValue, WorkspaceId
    from stratagate_app.ui.page import Page


class PageStack(QStackedWidget):
    """Pages by key. One that nobody opened yet costs nothing: the window is there sooner.

    Signals:
        made: A page, once, when it was made; before anybody gets to see it.
    """

    made = Signal(object)

    def __init__(self, makers: Mapping[str, Callable[[], Page]]) -> None:
        super().__init__()
        self._makers = dict(makers)
        self._pages: dict[str, Page] = {}
        self._states: dict[str, Mapping[str, JsonValue]] = {}
        self._workspace_id: WorkspaceId | None = None
        self._filled = False

    def __contains__(self, key: str) -> bool:
        return key in self._makers

    def __iter__(self) -> Iterator[str]:
        """Return the keys of all pages, in their order."""
        return iter(self._makers)

    def standing(self) -> tuple[Page, ...]:
        """Return the pages that were made so far."""
        return tuple(self._pages.values())

    def page(self, key: str) -> Page:
        """Return a page, made, restored and filled if this is its first use."""
        found = self._pages.get(key)
        if found is None:
            found = self._makers[key]()
            self._pages[key] = found
            self.addWidget(found)
            self.made.emit(found)
            state = self._states.pop(key, None)
            if state is not None:
                found.restore_state(state)
            if self._filled:
                found.set_workspace(self._workspace_id)
        return found

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Fill the pages from one workspace, or everything (None)."""
        self._filled = True
        self._workspace_id = workspace_id
        for page in self.standing():
            page.set_workspace(workspace_id)

    def save_state(self) -> dict[str, JsonValue]:
        """Return what is to survive a restart, by page."""
        waiting: dict[str, JsonValue] = {key: dict(part) for key, part in self._states.items()}
        return waiting | {key: page.save_state() for key, page in self._pages.items()}

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what `save_state` returned; wrong values are left alone."""
        for key in self:
            part = state.get(key)
            if not isinstance(part, dict):
                continue
            if key in self._pages:
                self._pages[key].restore_state(part)
            else:
                self._states[key] = part
