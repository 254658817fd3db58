"""Activity: everything that changed the memory, and the work in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.engine import ChangeSet, JobCounts, JsonValue, WorkspaceId
from stratagate_app.ui.activity.jobs_pane import JobsPane
from stratagate_app.ui.activity.operations_pane import OperationsPane
from stratagate_app.ui.activity.rows_view import SIDE_PX
from stratagate_app.ui.page import Page
from stratagate_app.ui.sessions.wording import number
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, SegmentedSwitch, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

CHANGES, JOBS = 0, 1
_REFRESH_MS = 150


class ActivityPage(Page):
    """Two tabs: changes with undo, and background jobs with retry."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self.switch = SegmentedSwitch([self.tr("Changes"), self.tr("Background jobs")])
        self.switch.setAccessibleName(self.tr("Activity"))
        self.switch.set_tooltip(CHANGES, self.tr("Everything that changed the memory (1)"))
        self.switch.set_tooltip(JOBS, self.tr("What waits, runs or failed (2)"))
        self.operations = OperationsPane(client, theme)
        self.jobs = JobsPane(client, theme)
        self._stack = QStackedWidget()
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self.select_tab(CHANGES)

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Activity"), "heading"))
        row.addWidget(ElidedLabel(self.tr("in all workspaces"), "small"), 1)
        row.addWidget(self.switch)
        self._stack.addWidget(self.operations)
        self._stack.addWidget(self.jobs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.switch.selected.connect(self.select_tab)
        self._refresh.timeout.connect(self.operations.reload)
        self.operations.event_opened.connect(self.open_event)
        self.operations.session_opened.connect(self.open_session)
        self.operations.import_requested.connect(self.import_requested)
        self.operations.sample_requested.connect(self.sample_requested)
        self.operations.failed.connect(self.failed)
        self.jobs.session_opened.connect(self.open_session)
        self.jobs.counted.connect(self._on_jobs_counted)
        self.jobs.failed.connect(self.failed)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show everything: what changed is listed for all workspaces together."""
        super().set_workspace(workspace_id)
        self.operations.reload()
        self.jobs.reload()

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches."""
        del initiator
        if (changes.history or changes.operation_id is not None) and not self._refresh.isActive():
            self._refresh.start()
        if changes.jobs or changes.history:
            self.jobs.refresh_soon()

    def focus_search(self) -> None:
        """Put the keyboard on the first filter."""
        if self._stack.currentWidget() is self.operations:
            self.operations.kinds.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.jobs.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Next in the list, previous in the list"), "J, K"),
            (self.tr("Undo the chosen change, or bring it back"), "U"),
            (self.tr("Show what it was about"), "Enter"),
            (self.tr("Retry the chosen job, retry all"), "R, Shift+R"),
            (self.tr("Changes, background jobs"), "1, 2"),
        )

    def show_operation(self, operation_id: int) -> None:
        """Show an operation and go to it in the list."""
        self.select_tab(CHANGES)
        self.operations.show_operation(operation_id)

    def select_tab(self, index: int) -> None:
        """Show the changes (0) or the background jobs (1)."""
        self.switch.set_current(index)
        pane: QWidget = self.jobs if index == JOBS else self.operations
        self._stack.setCurrentWidget(pane)
        self.setFocusProxy(pane)

    def save_state(self) -> dict[str, JsonValue]:
        """Return the tab, the filters and the widths of the panes."""
        state: dict[str, JsonValue] = {
            "tab": self.switch.current(),
            **self.operations.filters(),
        }
        for name, pane in self._panes():
            sizes: list[JsonValue] = list(pane.sizes())
            if all(sizes):
                state[name] = sizes
        return state

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        self.operations.restore_filters(state)
        tab = state.get("tab")
        if tab in (CHANGES, JOBS) and isinstance(tab, int):
            self.select_tab(tab)
        for name, pane in self._panes():
            sizes = state.get(name)
            if isinstance(sizes, list) and len(sizes) == 2:  # noqa: PLR2004 - two parts
                widths = [size for size in sizes if isinstance(size, int) and size > 0]
                if len(widths) == len(sizes):
                    pane.restore_sizes(widths)

    def _panes(self) -> tuple[tuple[str, OperationsPane | JobsPane], ...]:
        return ("sizes", self.operations), ("job_sizes", self.jobs)

    def _on_jobs_counted(self, counts: JobCounts) -> None:
        words = self.tr("Background jobs")
        open_jobs = counts.waiting + counts.running + counts.failed
        if open_jobs:
            words = self.tr("Background jobs {count}").format(count=number(open_jobs))
        self.switch.set_label(JOBS, words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """U undoes or redoes, R retries, Shift+R retries all, 1 and 2 choose the tab."""
        key, shift = event.key(), event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        on_jobs = self._stack.currentWidget() is self.jobs
        if plain and key in (Qt.Key.Key_1, Qt.Key.Key_2):
            self.select_tab(CHANGES if key == Qt.Key.Key_1 else JOBS)
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif plain and key == Qt.Key.Key_U and not on_jobs:
            self.operations.step_current()
        elif plain and key == Qt.Key.Key_R and on_jobs:
            self.jobs.retry_current()
        elif shift and key == Qt.Key.Key_R and on_jobs:
            self.jobs.retry_all()
        else:
            super().keyPressEvent(event)
