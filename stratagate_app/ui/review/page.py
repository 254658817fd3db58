"""Review: one queue of everything that needs a person, answered with one key each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    ANSWERS,
    ChangeSet,
    InputRejected,
    JsonValue,
    NotFoundError,
    OperationId,
    ReviewAnswer,
    ReviewItem,
    ReviewKind,
    ReviewQueue,
    WorkspaceId,
)
from stratagate_app.models import review
from stratagate_app.models.review import QuestionShown, ReviewModel, load_question
from stratagate_app.ui.activity.rows_view import SIDE_PX, RowsView
from stratagate_app.ui.events.choice_button import Choice, MultiChoiceButton
from stratagate_app.ui.page import Page
from stratagate_app.ui.review.looks import QuestionDelegate
from stratagate_app.ui.review.question_pane import QuestionPane
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

_REFRESH_MS = 200
_SIZES_PX = (360, 884)


class ReviewPage(Page):
    """The questions on the left, the chosen one on the right.

    Signals:
        counted: How many questions there are.
    """

    counted = Signal(int)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._queue = Latest(client, self, self.failed.emit)
        self._question = Latest(client, self, self.failed.emit)
        self._later: list[str] = []
        self._undo: list[OperationId] = []
        self._busy = False
        self.model = ReviewModel(self)
        self.view = RowsView(QuestionDelegate(theme), self.tr("Questions"))
        self.view.setModel(self.model)
        self.kinds = MultiChoiceButton(
            self.tr("Kind"), [Choice(k.value, review.kind_name(k)) for k in ReviewKind], theme
        )
        self.pane = QuestionPane(theme)
        self._count = ElidedLabel("", "small")
        self._hint = ElidedLabel("", "faint")
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            self.tr("Nothing needs you"),
            self.tr(
                "What the program cannot decide is asked here, a question at a time: what "
                "contradicts itself, memories it is unsure about, plans whose date has passed, "
                "what is remembered twice, and work that failed."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Review"), "heading"))
        row.addWidget(self._count, 1)
        self.kinds.setFixedHeight(30)
        row.addWidget(self.kinds)
        footer = QWidget()
        footer.setProperty("role", "status")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        below = QHBoxLayout(footer)
        below.setContentsMargins(SIDE_PX, 5, SIDE_PX, 5)
        below.addWidget(self._hint, 1)
        left = QWidget()
        left.setProperty("role", "panel")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        left.setMinimumWidth(260)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.view, 1)
        column.addWidget(footer)
        self.pane.setMinimumWidth(360)
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    def _connect(self) -> None:
        self._refresh.timeout.connect(self.reload)
        self.kinds.chosen.connect(self.reload)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.opened.connect(self._on_view_opened)
        self.pane.answered.connect(self.answer)
        self.pane.postponed.connect(self.postpone)
        self.pane.event_opened.connect(self.open_event)
        self.pane.message_opened.connect(self.open_message)
        self.pane.preview_opened.connect(self.open_preview)

    # What is asked

    def reload(self) -> None:
        """Ask again what is to be decided."""
        workspace_id = self.workspace_id
        kinds = [ReviewKind(key) for key in self.kinds.keys()]  # noqa: SIM118
        self._queue.run(
            lambda memory: memory.review.load(workspace_id, kinds), self._on_queue_arrived
        )

    def _on_queue_arrived(self, queue: ReviewQueue) -> None:
        current, place = self._current(), self.view.currentIndex().row()
        known = {item.key for item in queue.items}
        self._later = [key for key in self._later if key in known]
        # What was put off comes last, in the order that it was.
        items = sorted(queue.items, key=lambda item: self._rank(item.key))
        self.model.set_rows(items)
        filtered = bool(self.kinds.keys())
        self._stack.setCurrentWidget(self._splitter if items or filtered else self._empty)
        self._count.setText(review.asked(queue.total))
        self.counted.emit(queue.total)
        self._hint.setText(
            self.tr("{count} events still to be compared").format(count=queue.unscanned)
            if queue.unscanned
            else self.tr("J and K move · digits answer · U undoes")
        )
        found = self.model.position_of(current.key if current else None)
        self._stand(found if found >= 0 else max(0, min(place, len(items) - 1)))

    def _rank(self, key: str) -> int:
        return self._later.index(key) + 1 if key in self._later else 0

    def _stand(self, position: int) -> None:
        if self.model.rowCount() == 0:
            self._question.cancel()
            self.pane.clear()
        elif position == self.view.currentIndex().row():
            self._load()
        else:
            self.view.go_to(position)

    def _current(self) -> ReviewItem | None:
        return self.model.row_at(self.view.currentIndex().row())

    def _on_current_changed(self, _index: QModelIndex) -> None:
        self._load()

    def _load(self) -> None:
        item = self._current()
        if item is not None:
            self._question.run(lambda memory: load_question(memory, item), self._show)

    def _show(self, shown: QuestionShown | None) -> None:
        if shown is None:
            # It went in the meantime; the queue knows what is left.
            self._refresh.start()
        else:
            self.pane.show_question(shown)

    def _on_view_opened(self) -> None:
        item = self._current()
        if item is not None and item.first is not None:
            self.open_event.emit(int(item.first))
        elif item is not None and item.preview is not None:
            self.open_preview.emit(int(item.preview))

    # Answering

    def answer(self, answer: ReviewAnswer) -> None:
        """Answer the question that is shown; the next one follows."""
        shown = self.pane.shown
        if self._busy or shown is None or answer not in ANSWERS[shown.item.kind]:
            return
        key = shown.item.key
        self._busy = True
        job = self.client.command(lambda memory: memory.review.answer(key, answer), self)
        job.succeeded.connect(self._on_answered)
        job.failed.connect(self._on_answer_failed)
        job.finished.connect(self._on_answer_finished)

    def _on_answered(self, changes: ChangeSet) -> None:
        if changes.operation_id is not None:
            self._undo.append(changes.operation_id)
        self.reload()

    def _on_answer_failed(self, error: Exception) -> None:
        if not isinstance(error, NotFoundError):
            self.failed.emit(error)
        if isinstance(error, (NotFoundError, InputRejected)):
            self.reload()

    def _on_answer_finished(self) -> None:
        self._busy = False

    def postpone(self) -> None:
        """Ask the others first."""
        item = self._current()
        if item is None:
            return
        self._later = [key for key in self._later if key != item.key] + [item.key]
        place = self.view.currentIndex().row()
        rows = [self.model.row_at(n) for n in range(self.model.rowCount())]
        kept = [row for row in rows if row is not None and row.key != item.key]
        self.model.set_rows([*kept, item])
        self._stand(min(place, len(kept)) if place < len(kept) else 0)

    def undo(self) -> None:
        """Take the newest answer back; it is asked again."""
        if self._busy or not self._undo:
            return
        operation = self._undo.pop()
        self._busy = True
        job = self.client.command(lambda memory: memory.history.undo(operation), self)
        job.succeeded.connect(lambda _changes: self.reload())
        job.failed.connect(self.failed)
        job.finished.connect(self._on_answer_finished)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Ask about one workspace, or everything (None)."""
        super().set_workspace(workspace_id)
        self.reload()

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches."""
        touches = changes.events or changes.jobs or changes.previews or changes.review
        if touches and initiator is not self and not self._refresh.isActive():
            self._refresh.start()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Next question, previous question"), "J, K"),
            (self.tr("Answer the question; the last digit is: later"), "1 – 6"),
            (self.tr("Take the last answer back"), "U"),
            (self.tr("Show the event, or the preview"), "Enter"),
        )

    def save_state(self) -> dict[str, JsonValue]:
        """Return the widths of the panes and the filter."""
        sizes: list[JsonValue] = list(self._splitter.sizes())
        kinds: list[JsonValue] = sorted(self.kinds.keys())  # type: ignore[assignment]
        return {"kinds": kinds, **({"sizes": sizes} if all(sizes) else {})}

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        kinds, sizes = state.get("kinds"), state.get("sizes")
        if isinstance(kinds, list):
            self.kinds.set_keys([key for key in kinds if key in list(ReviewKind)])
        if isinstance(sizes, list) and len(sizes) == 2:  # noqa: PLR2004 - two parts
            widths = [size for size in sizes if isinstance(size, int) and size > 0]
            if len(widths) == len(sizes):
                self._splitter.setSizes(widths)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits answer, U takes back."""
        key, shown = event.key(), self.pane.shown
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and shown is not None:
            place = key - Qt.Key.Key_1
            if place < len(self.pane.buttons):
                self.pane.buttons[place].click()
        elif key == Qt.Key.Key_U:
            self.undo()
        else:
            super().keyPressEvent(event)
