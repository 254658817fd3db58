"""Undo and redo, and the words for what they would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, ConflictError, NotFoundError, Operation, OperationId
from stratagate_app.ui.widgets import fit_height, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

SHOWN_DEPENDENTS = 12
WIDTH_PX = 420


class UndoController(QObject):
    """Knows what can be undone and redone, and does it.

    Signals:
        updated: Phrase of what undo would take back, and of what redo would bring back; "" if
            there is nothing.
        undone: The phrase of what was taken back.
        redone: The phrase of what was brought back.
        failed: An exception to tell the user about.
    """

    updated = Signal(str, str)
    undone = Signal(str)
    redone = Signal(str)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, window: QWidget) -> None:
        super().__init__(window)
        self._client = client
        self._window = window
        self._latest = Latest(client, self, self.failed.emit)
        self._busy = False
        self._undo: Operation | None = None
        self._redo: Operation | None = None

    def refresh(self) -> None:
        """Look again at what can be undone."""
        self._latest.run(
            lambda memory: (memory.history.next_undo(), memory.history.next_redo()),
            self._on_next_arrived,
        )

    def undo(self) -> None:
        """Take back the newest operation that stands."""
        if self._busy or self._undo is None:
            return
        operation = self._undo
        self._run(operation.id, phrase_of(operation), with_dependents=False)

    def redo(self) -> None:
        """Bring back what the newest undo took."""
        if self._busy or self._redo is None:
            return
        phrase = phrase_of(self._redo)
        self._busy = True
        job = self._client.command(lambda memory: memory.history.redo(), self)
        job.succeeded.connect(lambda _changes: self.redone.emit(phrase))
        job.failed.connect(self._on_failed)
        job.finished.connect(self._on_finished)

    def _run(self, operation_id: OperationId, phrase: str, *, with_dependents: bool) -> None:
        self._busy = True

        def work(memory: Memory) -> ChangeSet:
            return memory.history.undo(operation_id, with_dependents=with_dependents)

        job = self._client.command(work, self)
        job.succeeded.connect(lambda _changes: self.undone.emit(phrase))
        job.failed.connect(lambda error: self._on_undo_failed(error, operation_id, phrase))
        job.finished.connect(self._on_finished)

    def _on_next_arrived(self, found: tuple[Operation | None, Operation | None]) -> None:
        self._undo, self._redo = found
        self.updated.emit(
            phrase_of(self._undo) if self._undo else "", phrase_of(self._redo) if self._redo else ""
        )

    def _on_undo_failed(self, error: Exception, operation_id: OperationId, phrase: str) -> None:
        dependents = error.fields.get("dependents") if isinstance(error, ConflictError) else None
        if not isinstance(dependents, tuple):
            self._on_failed(error)
            return
        dialog = DependentsDialog(phrase, dependents, self._window)
        dialog.accepted.connect(lambda: self._run(operation_id, phrase, with_dependents=True))
        dialog.open()

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self.refresh()
        else:
            self.failed.emit(error)

    def _on_finished(self) -> None:
        self._busy = False


class DependentsDialog(QDialog):
    """Names what an undo would take along, and asks."""

    def __init__(
        self, phrase: str, dependents: Sequence[Operation], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Undo"))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(8)
        title = self.tr("Undo “{what}” and what came after it?").format(what=phrase)
        column.addWidget(plain_label(title, "title", wrap=True))
        column.addWidget(
            plain_label(
                self.tr("Later changes rest on it. They would be undone as well:"),
                "muted",
                wrap=True,
            )
        )
        for operation in dependents[:SHOWN_DEPENDENTS]:
            column.addWidget(plain_label(f"• {phrase_of(operation)}", wrap=True))
        more = len(dependents) - SHOWN_DEPENDENTS
        if more > 0:
            column.addWidget(plain_label(self.tr("… and %n more", "", more), "muted"))
        buttons = QDialogButtonBox()
        all_of_it = buttons.addButton(
            self.tr("Undo all of it"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        all_of_it.setProperty("role", "primary")
        buttons.addButton(self.tr("Keep everything"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addSpacing(8)
        column.addWidget(buttons)
        self.setMinimumWidth(WIDTH_PX)
        fit_height(self, WIDTH_PX)


def phrase_of(operation: Operation) -> str:
    """Return an operation as two or three words, in the user's language."""
    fields = operation.fields
    kinds = {
        "import": QCoreApplication.translate("UndoPhrase", "import {file}"),
        "import_memories": QCoreApplication.translate("UndoPhrase", "memories of {file}"),
        "pin_event": QCoreApplication.translate("UndoPhrase", "pin event"),
        "unpin_event": QCoreApplication.translate("UndoPhrase", "unpin event"),
        "edit_event": QCoreApplication.translate("UndoPhrase", "edit event"),
        "forget_event": QCoreApplication.translate("UndoPhrase", "forget event"),
        "restore_event": QCoreApplication.translate("UndoPhrase", "restore event"),
        "archive_event": QCoreApplication.translate("UndoPhrase", "archive event"),
        "merge_event": QCoreApplication.translate("UndoPhrase", "merge events"),
        "supersede_event": QCoreApplication.translate("UndoPhrase", "supersede event"),
        "conflict_event": QCoreApplication.translate("UndoPhrase", "conflict of events"),
        "relate_event": QCoreApplication.translate("UndoPhrase", "relate events"),
        "unrelate_event": QCoreApplication.translate("UndoPhrase", "take relation away"),
        "scope_event": QCoreApplication.translate("UndoPhrase", "scope of event"),
        "criticality_event": QCoreApplication.translate("UndoPhrase", "criticality of event"),
        "withdraw_event": QCoreApplication.translate("UndoPhrase", "events taken back"),
        "expand_block": QCoreApplication.translate("UndoPhrase", "expand block {block}"),
        "record_use": QCoreApplication.translate("UndoPhrase", "use in an answer"),
        "configure_workspace": QCoreApplication.translate("UndoPhrase", "settings of {workspace}"),
        "create_workspace": QCoreApplication.translate("UndoPhrase", "new workspace {workspace}"),
        "add_rule": QCoreApplication.translate("UndoPhrase", "rule for {workspace}"),
        "remove_rule": QCoreApplication.translate("UndoPhrase", "remove rule for {workspace}"),
        "move_sessions": QCoreApplication.translate("UndoPhrase", "move to {workspace}"),
        "answer_review": QCoreApplication.translate("UndoPhrase", "answer in the review"),
        "derive": QCoreApplication.translate("UndoPhrase", "summaries and events"),
        "project": QCoreApplication.translate("UndoPhrase", "what went into the graph"),
        "merge_nodes": QCoreApplication.translate("UndoPhrase", "merge nodes"),
        "split_node": QCoreApplication.translate("UndoPhrase", "split node"),
        "rename_node": QCoreApplication.translate("UndoPhrase", "rename node"),
        "add_alias": QCoreApplication.translate("UndoPhrase", "add alias"),
        "remove_alias": QCoreApplication.translate("UndoPhrase", "remove alias"),
        "retype_node": QCoreApplication.translate("UndoPhrase", "type of node"),
        "close_fact": QCoreApplication.translate("UndoPhrase", "close fact"),
        "close_edge": QCoreApplication.translate("UndoPhrase", "close relation"),
        "decide_fact": QCoreApplication.translate("UndoPhrase", "decide fact"),
        "decide_edge": QCoreApplication.translate("UndoPhrase", "decide relation"),
        "rebuild_graph": QCoreApplication.translate("UndoPhrase", "read graph anew"),
        "retry_jobs": QCoreApplication.translate("UndoPhrase", "retry"),
        "undo": QCoreApplication.translate("UndoPhrase", "undo"),
        "redo": QCoreApplication.translate("UndoPhrase", "redo"),
    }
    text = kinds.get(operation.kind, operation.kind)
    for name in ("file", "block", "workspace"):
        text = text.replace("{" + name + "}", str(fields.get(name, "")))
    return text.strip()
