"""Ask: put a question to the memory, see each step, and what the answer used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    DEFAULT_STEPS,
    MAX_STEPS,
    QUESTION_CHARS,
    Ask,
    AskId,
    AskMove,
    AskOutcome,
    AskRow,
    ChangeSet,
    FoundKind,
    JsonValue,
    Level,
    Memory,
    Receipt,
    RetrievalKind,
    WorkspaceId,
)
from stratagate_app.models import asks
from stratagate_app.models.model_errors import model_error
from stratagate_app.ui.ask.cards import AnswerCard, StepCard, is_open
from stratagate_app.ui.ask.side_pane import WIDTH_PX, SidePane
from stratagate_app.ui.page import Page
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import EmptyState, SectionLabel, pad_number, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job, Progress

_MOST_PX = 900


class AskPage(Page):
    """A question field, the answer, how it got there, and what it used."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._ask: Ask | None = None
        self._chosen: set[str] = set()
        self._job: Job[Ask] | None = None
        self._wanted: int | None = None
        self._model = ""
        self._latest = Latest(client, self, self.failed.emit)
        self._lists = Latest(client, self, self.failed.emit)
        self.question = QLineEdit()
        self.question.setMaxLength(QUESTION_CHARS)
        self.question.setPlaceholderText(self.tr("Ask your memory a question"))
        self.question.setAccessibleName(self.tr("Question"))
        self.question.setFixedHeight(38)
        self.ask_button = QPushButton(self.tr("Ask"))
        self.ask_button.setProperty("role", "primary")
        self.ask_button.setToolTip(self.tr("Ask (Enter)"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setToolTip(self.tr("Stop; what was found stays (Esc)"))
        self.stop_button.hide()
        self.earlier_button = QPushButton(self.tr("Earlier") + " ▾")
        self.earlier_button.setToolTip(self.tr("Questions that were asked before"))
        self.budget = QSpinBox()
        self.budget.setRange(1, MAX_STEPS)
        self.budget.setValue(DEFAULT_STEPS)
        self.budget.setAccessibleName(self.tr("Steps at most"))
        self.budget.setToolTip(self.tr("How many searches and expansions at most"))
        pad_number(self.budget)
        self.who = plain_label("", "faint")
        self.busy = QProgressBar()
        self.busy.setTextVisible(False)
        self.busy.hide()
        self.side = SidePane(theme)
        self.search_kind = QComboBox()
        self.search_field = QLineEdit()
        self.search_button = QPushButton(self.tr("Search"))
        self.use_button = QPushButton(self.tr("Record what answers it"))
        self._area = QScrollArea()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.question)
        self._show(None)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.question, 1)
        row.addWidget(self.ask_button)
        row.addWidget(self.stop_button)
        row.addWidget(self.earlier_button)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.who, 1)
        self._budget_label = plain_label(self.tr("Steps at most"), "faint")
        below.addWidget(self._budget_label)
        below.addWidget(self.budget)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QVBoxLayout()
        left.setContentsMargins(28, 18, 28, 0)
        left.setSpacing(8)
        left.addLayout(row)
        left.addLayout(below)
        left.addWidget(self.busy)
        left.addWidget(self._area, 1)
        holder = QWidget()
        holder.setProperty("role", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        holder.setLayout(left)
        self.side.setFixedWidth(WIDTH_PX)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(holder, 1)
        whole.addWidget(self.side)
        for kind, words in (
            (RetrievalKind.SEARCH_EVENTS, self.tr("Events")),
            (RetrievalKind.SEARCH_MESSAGES, self.tr("Messages")),
        ):
            self.search_kind.addItem(words, kind)
        self.search_kind.setAccessibleName(self.tr("Search in"))
        self.search_field.setAccessibleName(self.tr("Words to search for"))
        self.search_field.setPlaceholderText(self.tr("Words to search for"))
        self.use_button.setProperty("role", "primary")
        self.use_button.setToolTip(
            self.tr("Write a receipt: only what was really used grows in weight")
        )

    def _connect(self) -> None:
        self.question.returnPressed.connect(self.ask)
        self.ask_button.clicked.connect(lambda _checked=False: self.ask())
        self.stop_button.clicked.connect(lambda _checked=False: self.stop())
        self.search_button.clicked.connect(lambda _checked=False: self.search())
        self.search_field.returnPressed.connect(self.search)
        self.use_button.clicked.connect(lambda _checked=False: self.use())
        self.side.opened.connect(self._open)
        self.side.operation_opened.connect(self.open_operation)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Ask in one workspace, or everywhere."""
        super().set_workspace(workspace_id)
        self._reload_lists()
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.show_ask(wanted)

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read the question again where its evidence changed."""
        if initiator is self:
            return
        if changes.settings:
            self._reload_lists()
        if (changes.events or changes.history) and self._ask is not None and self._job is None:
            self.show_ask(int(self._ask.id))

    def focus_search(self) -> None:
        """Put the keyboard into the question."""
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.question.selectAll()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Ask, or search again"), "Enter"),
            (self.tr("Stop"), "Esc"),
        )

    def save_state(self) -> dict[str, JsonValue]:
        """Return the question that is shown."""
        state: dict[str, JsonValue] = {"steps": self.budget.value()}
        if self._ask is not None:
            state["ask"] = int(self._ask.id)
        return state

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        steps, wanted = state.get("steps"), state.get("ask")
        if isinstance(steps, int):
            self.budget.setValue(steps)
        if isinstance(wanted, int):
            self._wanted = wanted

    # Reading

    def _reload_lists(self) -> None:
        workspace_id = self.workspace_id

        def work(memory: Memory) -> tuple[str, tuple[AskRow, ...]]:
            return memory.asks.model, asks.load_earlier(memory, workspace_id)

        self._lists.run(work, self._on_lists_arrived)

    def _on_lists_arrived(self, found: tuple[str, tuple[AskRow, ...]]) -> None:
        self._model, rows = found
        self.who.setText(
            self.tr("{model} searches and answers; the evidence gate decides what counts.").format(
                model=self._model
            )
            if self._model
            else self.tr("No model is set up: you search, open, and mark what answers it.")
        )
        self.budget.setVisible(bool(self._model))
        self._budget_label.setVisible(bool(self._model))
        menu = QMenu(self)
        for row in rows:
            action = menu.addAction(asks.row_words(row).replace("&", "&&"))
            key = int(row.id)
            action.triggered.connect(lambda _checked=False, key=key: self.show_ask(key))
        self.earlier_button.setMenu(menu)
        self.earlier_button.setEnabled(bool(rows))

    def show_ask(self, ask_id: int) -> None:
        """Show a question that was asked before."""
        key = AskId(ask_id)
        self._latest.run(lambda memory: memory.asks.get(key), self._on_ask_arrived)

    def _on_ask_arrived(self, ask: Ask) -> None:
        if self._ask is None or self._ask.id != ask.id:
            self._chosen.clear()
            self.question.setText(ask.question)
        self._show(ask)

    # Asking

    def ask(self) -> None:
        """Put the question to the memory: to the model, or begin by hand."""
        question = self.question.text().strip()
        if not question or self._job is not None:
            return
        workspace_id, most = self.workspace_id, self.budget.value()
        self._chosen.clear()

        def with_model(memory: Memory, progress: Progress) -> Ask:
            return memory.asks.ask(
                question,
                workspace_id=workspace_id,
                max_steps=most,
                progress=progress,
            )

        def by_hand(memory: Memory, _progress: Progress) -> Ask:
            begun = memory.asks.begin(question, workspace_id=workspace_id)
            memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_EVENTS, question))
            return memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_MESSAGES, question))

        self._run(self.client.run(with_model if self._model else by_hand))

    def search(self) -> None:
        """Take another step by hand: a search."""
        query = self.search_field.text().strip() or self.question.text().strip()
        if query:
            # Qt hands an enumeration of texts back as a text.
            self._take(AskMove(RetrievalKind(self.search_kind.currentData()), query))

    def _expand(self, ref: str) -> None:
        if ref.startswith("e"):
            self._take(AskMove(RetrievalKind.EXPAND_EVENT, ref=ref))
        else:
            block = ref.partition("@")[0]
            self._take(AskMove(RetrievalKind.EXPAND_BLOCK, ref=block, level=Level.L5))

    def _take(self, move: AskMove) -> None:
        ask = self._ask
        if ask is not None and self._job is None:
            key = ask.id
            self._run(self.client.run(lambda memory, _progress: memory.asks.take(key, move)))

    def use(self) -> None:
        """Record what the person marked as what answers the question."""
        ask = self._ask
        if ask is None or not ask.steps or not self._chosen or self._job is not None:
            return
        last = ask.steps[-1]
        held = (*last.earlier, *last.found)
        refs = [ref for ref in held if ref in self._chosen]

        def work(memory: Memory) -> Receipt:
            return memory.asks.use(last.retrieval_id, refs)

        job = self.client.command(work, self)
        job.succeeded.connect(self._on_recorded)
        job.failed.connect(self.failed)

    def stop(self) -> None:
        """Stop between two steps; what was found stays."""
        if self._job is not None:
            self._job.cancel()

    def _run(self, job: Job[Ask]) -> None:
        self._job = job
        self._set_busy(busy=True)
        job.progressed.connect(self._on_progressed)
        job.succeeded.connect(self._on_ended)
        job.failed.connect(self._on_failed)
        job.cancelled.connect(self._on_cancelled)

    def _set_busy(self, *, busy: bool) -> None:
        self.busy.setRange(0, 0 if busy else 1)
        self.busy.setVisible(busy)
        self.ask_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        for widget in (self.search_button, self.use_button):
            widget.setEnabled(not busy)

    def _on_progressed(self, _done: int, _total: int) -> None:
        """Show the question as it stands after a step; it is the newest there is."""
        workspace_id = self.workspace_id

        def newest(memory: Memory) -> Ask | None:
            ids = memory.asks.find_ids(workspace_id)[:1]
            return memory.asks.get(AskId(ids[0])) if ids else None

        self._latest.run(newest, self._on_newest_arrived)

    def _on_newest_arrived(self, ask: Ask | None) -> None:
        if self._job is not None and ask is not None:
            self._show(ask)

    def _on_ended(self, ask: Ask) -> None:
        self._job = None
        self._set_busy(busy=False)
        self._show(ask)
        self._reload_lists()
        if ask.changes != ChangeSet():
            self.client.changed.emit(ask.changes, self)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._set_busy(busy=False)
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        self._job = None
        self._set_busy(busy=False)
        self._reload_lists()
        if self._ask is not None:
            self.show_ask(int(self._ask.id))

    def _on_recorded(self, _receipt: Receipt) -> None:
        if self._ask is not None:
            self.show_ask(int(self._ask.id))
        self._reload_lists()

    # Showing

    def _show(self, ask: Ask | None) -> None:
        self._ask = ask
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 8, 0, 18)
        column.setSpacing(10)
        if ask is None:
            column.addWidget(
                EmptyState(
                    self.tr("Ask your memory"),
                    self.tr(
                        "Put a question above. You see every search, what the evidence gate made "
                        "of it, and which memories the answer used. Only these grow in weight."
                    ),
                    [
                        (self.tr("Import…"), self.import_requested.emit),
                        (self.tr("Open the sample"), self.sample_requested.emit),
                    ],
                ),
                1,
            )
        else:
            self._add_cards(column, ask)
            column.addStretch(1)
        # What is used again must not go with the old cards.
        for widget in (self.search_kind, self.search_field, self.search_button, self.use_button):
            if ask is None or not self._by_hand(ask):
                widget.setParent(None)
        self._area.setWidget(holder)
        self.side.show_ask(ask)

    def _by_hand(self, ask: Ask) -> bool:
        return is_open(ask) and self._job is None

    def _add_cards(self, column: QVBoxLayout, ask: Ask) -> None:
        answer = AnswerCard(ask, self.theme)
        answer.opened.connect(self._open)
        column.addWidget(answer)
        if ask.outcome is AskOutcome.FAILED and ask.error:
            column.addWidget(self._failure(ask))
        by_hand = self._by_hand(ask)
        if ask.steps:
            column.addWidget(SectionLabel(self.tr("How it got there")))
        for step in ask.steps:
            chosen = frozenset(self._chosen) if by_hand else None
            shown = StepCard(ask, step, self.theme, chosen=chosen)
            shown.opened.connect(self._open)
            shown.expanded.connect(self._expand)
            shown.marked.connect(self._on_marked)
            column.addWidget(shown)
        if by_hand:
            column.addLayout(self._controls())

    def _failure(self, ask: Ask) -> QLabel:
        return plain_label(model_error(ask.error), "error", wrap=True)

    def _controls(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.search_kind)
        row.addWidget(self.search_field, 1)
        row.addWidget(self.search_button)
        row.addWidget(self.use_button)
        for widget in (self.search_kind, self.search_field, self.search_button, self.use_button):
            widget.show()
        self._show_use()
        return row

    def _show_use(self) -> None:
        self.use_button.setEnabled(bool(self._chosen) and self._job is None)

    def _on_marked(self, ref: str, on: bool) -> None:
        if on:
            self._chosen.add(ref)
        else:
            self._chosen.discard(ref)
        self._show_use()

    def _open(self, ref: str) -> None:
        item = None if self._ask is None else self._ask.items.get(ref)
        if item is None:
            return
        if item.kind is FoundKind.EVENT and item.event is not None:
            self.open_event.emit(int(item.event.id))
        elif item.session_id is not None and item.message_id is not None:
            self.open_message.emit(int(item.session_id), int(item.message_id))
