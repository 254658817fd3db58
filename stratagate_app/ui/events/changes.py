"""Changing events: the commands, and the dialogs that come before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from stratagate_app.engine import (
    NO_EDIT,
    ChangeSet,
    Criticality,
    EventDetail,
    EventEdit,
    EventId,
    MergePlan,
    RelationKind,
    Scope,
)
from stratagate_app.ui.events.actions import EventActions
from stratagate_app.ui.events.edit_dialog import EditDialog

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

T = TypeVar("T")


class EventChanges(QObject):
    """Does what actions on events ask for.

    Signals:
        merged: Id of the event that others were merged into.
        failed: What went wrong.
    """

    merged = Signal(int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, parent: QWidget) -> None:
        super().__init__(parent)
        self._client = client
        self._widget = parent
        self.dialog: EditDialog | None = None

    def listen_to(self, actions: EventActions) -> None:
        """Do what these actions ask for."""
        actions.edit_asked.connect(self.edit)
        actions.merge_asked.connect(self.merge)
        actions.change_asked.connect(self._on_change_asked)

    def pin(self, ids: Sequence[int], *, pin: bool) -> None:
        """Pin or unpin events."""
        self._on_change_asked("pin" if pin else "unpin", ids, None)

    def edit(self, event_id: int) -> None:
        """Open the fields of an event."""
        job = self._client.query(lambda memory: memory.events.get(EventId(event_id)))
        job.succeeded.connect(self._on_event_read)
        job.failed.connect(self.failed)

    def merge(self, ids: Sequence[int]) -> None:
        """Open what events would become together."""
        parts = [EventId(key) for key in ids]
        job = self._client.query(lambda memory: memory.events.plan_merge(parts))
        job.succeeded.connect(self._on_merge_planned)
        job.failed.connect(self.failed)

    def _on_event_read(self, detail: EventDetail) -> None:
        row = detail.row
        given = EventEdit(
            title=row.title,
            summary=row.summary,
            tags=row.tags,
            participants=row.participants,
            type=row.type,
            status=row.status,
            scope=row.scope,
            criticality=row.criticality,
            happening=row.happening,
            mentioned_at=row.mentioned_at,
            mentioned_unknown=row.mentioned_at is None,
        )
        dialog = EditDialog(
            self.tr("Edit event"),
            given,
            about=self.tr("The evidence stays as it is. Activity keeps the words from before."),
            done=self.tr("Save"),
            parent=self._widget,
        )

        def save(edit: EventEdit) -> None:
            if edit != NO_EDIT:
                self._run(lambda memory: memory.events.edit(row.id, edit))

        self._open(dialog, save)

    def _on_merge_planned(self, plan: MergePlan) -> None:
        about = [
            self.tr("The new event keeps all evidence: %n message(s).", "", plan.sources),
            self.tr("It supersedes %n event(s); you can undo this.", "", len(plan.parts)),
        ]
        if plan.left_out:
            left_out = ", ".join(plan.left_out)
            about.append(self.tr("There is no room for: {names}").format(names=left_out))
        dialog = EditDialog(
            self.tr("Merge %n event(s)", "", len(plan.parts)),
            plan.edit,
            about=" ".join(about),
            done=self.tr("Merge"),
            parent=self._widget,
        )

        def save(text: EventEdit) -> None:
            self._run(
                lambda memory: memory.events.merge(plan.parts, text),
                lambda made: self.merged.emit(int(made[0])),
            )

        self._open(dialog, save)

    def _open(self, dialog: EditDialog, save: Callable[[EventEdit], None]) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(save)
        dialog.finished.connect(self._on_dialog_finished)
        self.dialog = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        self.dialog = None

    def _on_change_asked(self, name: str, ids: Sequence[int], value: object) -> None:
        chosen = [EventId(event_id) for event_id in ids]

        def work(memory: Memory) -> ChangeSet:
            events = memory.events
            if isinstance(value, Scope):
                return events.set_scope(chosen, value)
            if isinstance(value, Criticality):
                return events.set_criticality(chosen, value)
            if isinstance(value, RelationKind):
                return _relate(memory, chosen[0], chosen[1], value)
            if name == "unrelate":
                return events.unrelate(chosen[0], chosen[1])
            commands = {
                "pin": events.pin,
                "unpin": events.unpin,
                "forget": events.forget,
                "archive": events.archive,
                "restore": events.restore,
            }
            return commands[name](chosen)

        self._run(work)

    def _run(self, work: Callable[[Memory], T], done: Callable[[T], object] | None = None) -> None:
        job = self._client.command(work, self)
        job.failed.connect(self.failed)
        if done is not None:
            job.succeeded.connect(done)


def _relate(memory: Memory, one: EventId, other: EventId, kind: RelationKind) -> ChangeSet:
    """Relate two events, the newer to the older."""
    plan = memory.events.plan_merge((one, other))
    return memory.events.relate(plan.newer, plan.older, kind)
