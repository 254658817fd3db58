"""The preview of memories: see each, decide, and write or leave all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QMenu,
    QProgressBar,
    QPushButton,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    CandidateFilter,
    CandidateId,
    ChangeSet,
    Decision,
    EventEdit,
    EventId,
    Preview,
    PreviewId,
)
from stratagate_app.models.candidates import (
    DECISIONS,
    CandidateLine,
    CandidateShown,
    CandidatesModel,
    Column,
    PreviewState,
    commit_words,
    decision_name,
    effect,
    load_page,
    load_shown,
    load_state,
    memories,
    plan,
    rejected,
)
from stratagate_app.models.paged import PageLoader
from stratagate_app.models.previews import format_name
from stratagate_app.ui.imports.candidate_detail import CandidateDetail
from stratagate_app.ui.imports.candidate_edit import CandidateEdit
from stratagate_app.ui.imports.candidate_table import CandidateTable
from stratagate_app.ui.imports.preview_frame import PreviewFrame
from stratagate_app.ui.sessions.wording import number
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

_REFRESH_MS = 200
_FILTERS = (
    CandidateFilter(),
    CandidateFilter(needs_user=True),
    *(CandidateFilter(decision=decision) for decision in DECISIONS),
)


class PreviewDialog(PreviewFrame):
    """Everything of one preview; nothing is written until the user commits.

    Signals:
        committed: The operation that wrote it.
        source_asked: Session id and message id to show; the dialog closes, all stays as it is.
        failed: The exception of a query or command.
    """

    committed = Signal(int)
    source_asked = Signal(int, int)
    failed = Signal(Exception)

    def __init__(
        self, client: MemoryClient, theme: Theme, preview: Preview, parent: QWidget | None = None
    ) -> None:
        super().__init__(len(_FILTERS), parent)
        self.setWindowTitle(self.tr("Preview import"))
        self._client = client
        self._theme = theme
        self._preview = preview
        self._shown_id: int | None = None
        # Where to stand after a decision; -1 to stay.
        self._next = -1
        self._states = Latest(client, self, self.failed.emit)
        self._details = Latest(client, self, self.failed.emit)
        self.model = CandidatesModel(self)
        self._loader = PageLoader(client, self.model, load_page, self)
        self._loader.failed.connect(self.failed)
        self.table = CandidateTable(self.model, theme)
        self.detail = CandidateDetail(theme)
        self.progress_words = plain_label("", "small")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(110)
        self.set_button = QPushButton(self.tr("Set selected to") + " ▾")
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.later_button = QPushButton(self.tr("Save for later"))
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self._look_again()

    @property
    def preview_id(self) -> PreviewId:
        """What is shown."""
        return self._preview.id

    def _lay_out(self) -> None:
        self.cancel_button.setToolTip(self.tr("Throw the preview away; nothing was written"))
        self.later_button.setToolTip(self.tr("Close; go on from Imports whenever you like (Esc)"))
        self.lay_out(
            self.table,
            self.detail,
            bar=(self.progress_words, self.progress, self.set_button),
            buttons=(self.cancel_button, self.later_button),
        )
        for place, decision in enumerate(DECISIONS, start=2):
            words = self.tr("{decision} ({key})").format(decision=effect(decision), key=place - 1)
            self.filters.set_tooltip(place, words)
        self.set_button.setMenu(self._menu())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        for key, decision in enumerate(DECISIONS, start=1):
            action = menu.addAction(f"{effect(decision)}\t{key}")
            action.triggered.connect(lambda _checked=False, d=decision: self.decide(d))
        return menu

    def _connect(self) -> None:
        self._client.changed.connect(self._on_changed)
        self._refresh.timeout.connect(self.reload)
        self.filters.selected.connect(lambda _index: self.reload())
        self.table.decided.connect(self.decide)
        self.table.menu_asked.connect(self._on_menu_asked)
        self.table.edit_asked.connect(self.edit)
        self.table.selectionModel().currentChanged.connect(self._on_current_changed)
        self.detail.edit_asked.connect(self.edit)
        self.detail.retry_asked.connect(self._on_retry_asked)
        self.detail.target_chosen.connect(self._on_target_chosen)
        self.detail.source_asked.connect(self._on_source_asked)
        self.cancel_button.clicked.connect(lambda _checked=False: self._drop())
        self.later_button.clicked.connect(lambda _checked=False: self.reject())

    # Reading.

    def _look_again(self) -> None:
        """Let those be judged again that the memory has changed for, then show all."""
        preview_id = self.preview_id
        job = self._client.command(lambda memory: memory.previews.refresh(preview_id), self)
        job.succeeded.connect(self._on_refreshed)
        job.failed.connect(self.failed)

    def _on_refreshed(self, _count: int) -> None:
        self._client.wake()
        self.reload()

    def reload(self) -> None:
        """Read counts and candidates again."""
        preview_id, wanted = self.preview_id, _FILTERS[self.filters.current()]
        self._states.run(lambda memory: load_state(memory, preview_id, wanted), self._on_arrived)

    def _on_arrived(self, state: PreviewState) -> None:
        self._preview = state.preview
        stood = self.table.currentIndex().row()
        if self.model.update_ids(state.ids) and state.ids:
            kept = -1 if self._shown_id is None else self.model.row_of(self._shown_id)
            self.table.go_to(kept if kept >= 0 else max(0, min(stood, len(state.ids) - 1)))
        if not state.ids:
            self._shown_id = None
            self.detail.show_words(self.tr("No memory is of this kind."))
        self._show_counts()
        self._show_current()

    def _show_counts(self) -> None:
        preview = self._preview
        parts = [preview.file_name, format_name(preview.format), memories(preview.candidates)]
        if preview.rejected:
            parts.append(rejected(len(preview.rejected)))
        parts.append(self.tr("nothing is written until you commit"))
        self.subtitle.setText(" · ".join(parts))
        labels = [
            self.tr("All {count}").format(count=number(preview.candidates)),
            self.tr("Need you {count}").format(count=number(preview.needs_user)),
        ]
        labels += [
            f"{decision_name(decision)} {number(preview.decisions[decision])}"
            for decision in DECISIONS
        ]
        for place, label in enumerate(labels):
            self.filters.set_label(place, label)
        judged = preview.candidates - preview.waiting
        self.progress.setMaximum(max(1, preview.candidates))
        self.progress.setValue(judged)
        self.progress_words.setText(
            self.tr("Judged {done} of {all}").format(
                done=number(judged), all=number(preview.candidates)
            )
        )
        self.commit_button.setText(commit_words(preview))
        held_up = self._held_up()
        self.commit_button.setEnabled(not held_up)
        self.commit_button.setToolTip(held_up or self.tr("Write all of it (Ctrl+Enter)"))
        self.plan.setText(held_up or plan(preview))

    def _held_up(self) -> str:
        """Return why it cannot be written yet, "" if it can."""
        preview = self._preview
        if preview.waiting:
            return self.tr("Still judging. It can be written when every memory is judged.")
        if preview.failed:
            return self.tr("Some could not be judged. Judge them again, or decide them yourself.")
        return ""

    def _on_changed(self, changes: ChangeSet, _initiator: object) -> None:
        if (changes.previews or changes.events) and not self._refresh.isActive():
            self._refresh.start()

    def _on_current_changed(self, _current: QModelIndex, _before: QModelIndex) -> None:
        self._show_current()

    def _show_current(self) -> None:
        key = self.model.id_at(self.table.currentIndex().row())
        if key is None:
            return
        self._shown_id = key
        candidate_id = CandidateId(key)
        self._details.run(lambda memory: load_shown(memory, candidate_id), self._on_shown)

    def _on_shown(self, shown: CandidateShown | None) -> None:
        if shown is not None:
            self.detail.show_candidate(shown, editable=True)

    # Deciding.

    def selected(self) -> list[CandidateId]:
        """Return the candidates that are selected, in order."""
        found = (self.model.id_at(position) for position in self.table.selected_positions())
        return [CandidateId(key) for key in found if key is not None]

    def decide(self, decision: Decision, targets: list[EventId] | None = None) -> None:
        """Set what becomes of the selected candidates, and go on to the next one."""
        ids = self.selected()
        if not ids:
            return
        last = self.table.selected_positions()[-1]
        all_shown = _FILTERS[self.filters.current()] == CandidateFilter()
        goes_on = len(ids) == 1 and targets is None and all_shown
        self._next = last + 1 if goes_on and last + 1 < self.model.rowCount() else -1
        job = self._client.command(
            lambda memory: memory.previews.decide(ids, decision, targets), self
        )
        job.succeeded.connect(self._on_decided)
        job.failed.connect(self.failed)

    def _on_decided(self, _changes: ChangeSet) -> None:
        if self._next >= 0:
            self.table.go_to(self._next)
            self._next = -1
        self.reload()

    def _on_menu_asked(self, position: int) -> None:
        index = self.model.index(position, Column.DECISION)
        place = self.table.visualRect(index).bottomLeft()
        self._menu().popup(self.table.viewport().mapToGlobal(QPoint(place.x(), place.y())))

    def _on_target_chosen(self, event_id: int) -> None:
        row = self.model.row_at(self.table.currentIndex().row())
        if not isinstance(row, CandidateLine):
            return
        decision = row.candidate.decision
        if decision in (None, Decision.ADD, Decision.IGNORE):
            decision = Decision.MERGE
        self.decide(decision, [EventId(event_id)])

    def _on_retry_asked(self) -> None:
        ids = self.selected()
        job = self._client.command(lambda memory: memory.previews.retry(ids), self)
        job.failed.connect(self.failed)

    def edit(self) -> None:
        """Let the user change title, summary and times of the memory they stand on."""
        row = self.model.row_at(self.table.currentIndex().row())
        if not isinstance(row, CandidateLine):
            return
        dialog = CandidateEdit(row.candidate.memory, self)
        key = row.candidate.id
        dialog.accepted.connect(lambda: self._store_edit(key, dialog.edit()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _store_edit(self, key: CandidateId, edit: EventEdit) -> None:
        job = self._client.command(lambda memory: memory.previews.edit(key, edit), self)
        job.failed.connect(self.failed)

    # Ending.

    def commit(self) -> None:
        """Write what was decided."""
        if self._held_up():
            return
        preview_id = self.preview_id
        self.commit_button.setEnabled(False)
        job = self._client.command(lambda memory: memory.previews.commit(preview_id))
        job.succeeded.connect(self._on_committed)
        job.failed.connect(self._on_commit_failed)

    def _on_committed(self, changes: ChangeSet) -> None:
        if changes.operation_id is not None:
            self.committed.emit(changes.operation_id)
        self.accept()

    def _on_commit_failed(self, error: Exception) -> None:
        self.failed.emit(error)
        # Most likely the memory changed in the meantime.
        self._look_again()

    def _drop(self) -> None:
        preview_id = self.preview_id
        job = self._client.command(lambda memory: memory.previews.drop(preview_id))
        job.succeeded.connect(self._on_dropped)
        job.failed.connect(self.failed)

    def _on_dropped(self, _changes: ChangeSet) -> None:
        self.reject()

    def _on_source_asked(self, session_id: int, message_id: int) -> None:
        self.source_asked.emit(session_id, message_id)
        self.reject()
