"""The preview of conversations: see which are new, choose, and import those that are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QLocale, QModelIndex, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ImportPlan, WaitingWork, Workspace, WorkspaceId
from stratagate_app.models import conversation_plans as words
from stratagate_app.models.conversation_plans import STATES, ConversationPlansModel
from stratagate_app.ui.failure import problem_line
from stratagate_app.ui.imports.conversation_detail import ConversationDetail
from stratagate_app.ui.imports.conversation_table import ConversationTable
from stratagate_app.ui.imports.preview_frame import PreviewFrame
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import number, source_name
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job

_FILTERS = (None, *STATES)
_SHOWN_PROBLEMS = 2


class Priced(Protocol):
    """What some work would cost with the model that is chosen."""

    @property
    def cost(self) -> float | None:
        """What it costs; None where the model has no price."""
        ...


Price = Callable[[WaitingWork], Priced | None]
"""Returns what some work would take; None where no model does it."""


class ConversationsDialog(PreviewFrame):
    """Every conversation of some files; nothing is written until the user imports.

    Signals:
        chosen: A list of ImportRequest, and the workspace they go to (None: by the rules).
        failed: The exception of a query.
    """

    chosen = Signal(object, object)
    failed = Signal(Exception)

    def __init__(
        self,
        client: MemoryClient,
        theme: Theme,
        plans: Sequence[ImportPlan],
        workspace_id: WorkspaceId | None,
        parent: QWidget | None = None,
        *,
        price: Price,
    ) -> None:
        super().__init__(len(_FILTERS), parent)
        self.setWindowTitle(self.tr("Preview import"))
        self._client = client
        self._plans = tuple(plans)
        self._paths = tuple(Path(plan.path) for plan in plans)
        self._workspace_id = workspace_id
        self._price = price
        self._places = Latest(client, self, self.failed.emit)
        self._planning: Job[tuple[ImportPlan, ...]] | None = None
        self.model = ConversationPlansModel(self)
        self.table = ConversationTable(self.model, theme)
        self.detail = ConversationDetail()
        self.workspace = QComboBox()
        self.all_button = QPushButton(self.tr("Check all"))
        self.none_button = QPushButton(self.tr("Check none"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.notice = plain_label("", "warn", wrap=True)
        self._lay_out()
        self._connect()
        self._show_plans()
        self._places.run(lambda memory: memory.workspaces.list(), self._on_workspaces)

    def _lay_out(self) -> None:
        self.workspace.setAccessibleName(self.tr("Workspace"))
        self.workspace.setToolTip(
            self.tr("Where new conversations go; what is there already stays where it is")
        )
        self.workspace.addItem(self.tr("By the rules"), None)
        self.all_button.setToolTip(self.tr("Check everything that is shown (A)"))
        self.none_button.setToolTip(self.tr("Check nothing of what is shown (N)"))
        self.cancel_button.setToolTip(self.tr("Close; nothing was written (Esc)"))
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.notice.setContentsMargins(18, 8, 18, 8)
        column.addWidget(self.notice)
        column.addWidget(self.table, 1)
        rows.setFocusProxy(self.table)
        place = QWidget()
        inside = QHBoxLayout(place)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(6)
        label: QLabel = plain_label(self.tr("Into"), "small")
        label.setBuddy(self.workspace)
        inside.addWidget(label)
        inside.addWidget(self.workspace)
        self.lay_out(
            rows,
            self.detail,
            bar=(place, self.all_button, self.none_button),
            buttons=(self.cancel_button,),
        )

    def _connect(self) -> None:
        self.filters.selected.connect(lambda _index: self._filter())
        self.workspace.activated.connect(lambda _index: self._plan_again())
        self.all_button.clicked.connect(lambda _checked=False: self.model.check_all(checked=True))
        self.none_button.clicked.connect(lambda _checked=False: self.model.check_all(checked=False))
        self.table.flipped.connect(self.model.flip)
        self.table.all_asked.connect(lambda checked: self.model.check_all(checked=checked))
        self.table.selectionModel().currentChanged.connect(self._on_current_changed)
        self.model.toggled.connect(self._tell)
        self.cancel_button.clicked.connect(lambda _checked=False: self.reject())

    # What there is

    def _show_plans(self) -> None:
        self.model.set_plans(self._plans)
        counts = self.model.counts()
        every = sum(counts.values())
        sources = dict.fromkeys(source_name(plan.format) for plan in self._plans if plan.format)
        size = QLocale().formattedDataSize(sum(plan.size_bytes for plan in self._plans))
        parts = [
            one_line(words.files_words(self._plans)),
            ", ".join(sources),
            size,
            words.conversations(every),
            self.tr("nothing is written until you import"),
        ]
        self.subtitle.setText(" · ".join(part for part in parts if part))
        self.filters.set_label(0, self.tr("All {count}").format(count=number(every)))
        for place, state in enumerate(STATES, start=1):
            label = f"{words.state_name(state)} {number(counts[state])}"
            self.filters.set_label(place, label)
            self.filters.set_tooltip(place, words.effect(state))
        problems = [problem for plan in self._plans for problem in plan.problems]
        lines = [problem_line(problem, full=False) for problem in problems[:_SHOWN_PROBLEMS]]
        if len(problems) > _SHOWN_PROBLEMS:
            lines.append("…")
        self.notice.setText("\n".join(lines))
        self.notice.setVisible(bool(lines))
        self._filter()

    def _filter(self) -> None:
        self.model.show_state(_FILTERS[self.filters.current()])
        if self.model.rowCount():
            self.table.go_to(0)
        else:
            self.detail.show_words(self.tr("No conversation is of this kind."))

    def _on_current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        row = self.model.row_at(current.row())
        if row is not None:
            self.detail.show_conversation(row, self.model.file_at(current.row()))

    def _tell(self) -> None:
        """Say what the main button would do."""
        totals = words.chosen_totals(self.model)
        priced = self._price(totals.work) if totals.work.blocks else None
        cost = None if priced is None else priced.cost
        count = totals.new + totals.longer
        planning = self._planning is not None
        said = words.plan_words(totals, self.model.not_chosen(), cost)
        self.plan.setText(self.tr("Looking…") if planning else said)
        self.commit_button.setText(words.press_words(count))
        self.commit_button.setEnabled(bool(count) and not planning)
        self.commit_button.setToolTip(self.tr("Import what is checked (Ctrl+Enter)"))

    # Where it goes

    def _on_workspaces(self, found: tuple[Workspace, ...]) -> None:
        for item in found:
            self.workspace.addItem(one_line(item.name), int(item.id))
        at = self.workspace.findData(self._workspace_id)
        self.workspace.setCurrentIndex(max(0, at))

    def _plan_again(self) -> None:
        chosen = self.workspace.currentData()
        wanted = None if chosen is None else WorkspaceId(int(chosen))
        if wanted == self._workspace_id:
            return
        self._workspace_id = wanted
        if self._planning is not None:
            self._planning.cancel()
        job = self._client.plan_files(self._paths, wanted)
        self._planning = job
        job.succeeded.connect(lambda plans: self._on_planned(job, plans))
        job.failed.connect(self.failed)
        self._tell()

    def _on_planned(self, job: Job[tuple[ImportPlan, ...]], plans: tuple[ImportPlan, ...]) -> None:
        if job is self._planning:
            self._planning = None
            self._plans = plans
            self._show_plans()

    # Ending

    def commit(self) -> None:
        """Import what is checked."""
        if not self.commit_button.isEnabled():
            return
        self.chosen.emit(self.model.chosen_files(self._paths), self._workspace_id)
        self.accept()

    def done(self, result: int) -> None:
        """Stop reading with the dialog."""
        planning, self._planning = self._planning, None
        if planning is not None:
            planning.cancel()
        super().done(result)
