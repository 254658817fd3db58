"""Ask: put a question to the memory, see each step, and what the answer used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.asking import AskRun
from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    DEFAULT_STEPS,
    MAX_STEPS,
    QUESTION_CHARS,
    Ask,
    AskId,
    AskMove,
    AskRow,
    ChangeSet,
    FoundKind,
    JsonValue,
    Level,
    Memory,
    RetrievalKind,
    WorkspaceId,
)
from stratagate_app.models import asks
from stratagate_app.ui.ask.card_area import CardArea
from stratagate_app.ui.ask.cards import is_open
from stratagate_app.ui.ask.hand_bar import HandBar
from stratagate_app.ui.ask.side_pane import WIDTH_PX, SidePane
from stratagate_app.ui.page import Page
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import EmptyState, line, pad_number, plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from stratagate_app.bridge.client import MemoryClient

_BUSY_PX = 6


class AskPage(Page):
    """A question field, the answer, how it got there, and what it used."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._ask: Ask | None = None
        self._chosen: set[str] = set()
        self._wanted: int | None = None
        self._model = ""
        self._watching = False
        self._latest = Latest(client, self, self.failed.emit)
        self._lists = Latest(client, self, self.failed.emit)
        self._names = Latest(client, self, self.failed.emit)
        self.asking = AskRun(client, self)
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
        self.earlier_button.setAccessibleName(self.tr("Earlier questions"))
        self.earlier_button.setToolTip(self.tr("Questions that were asked before"))
        self.earlier_button.setMenu(QMenu(self.earlier_button))
        self.budget = QSpinBox()
        self.budget.setRange(1, MAX_STEPS)
        self.budget.setValue(DEFAULT_STEPS)
        self.budget.setAccessibleName(self.tr("Steps at most"))
        self.budget.setToolTip(self.tr("How many searches and expansions at most"))
        pad_number(self.budget)
        self.who = plain_label("", "faint", wrap=True)
        self.busy = QProgressBar()
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(_BUSY_PX)
        self.busy.setAccessibleName(self.tr("Steps taken"))
        self.busy.hide()
        self.hand = HandBar(theme)
        self.side = SidePane(theme)
        self.cards = CardArea(theme, self.budget)
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
        left = QVBoxLayout()
        left.setContentsMargins(28, 18, 28, 0)
        left.setSpacing(8)
        left.addLayout(row)
        left.addLayout(below)
        left.addWidget(self.busy)
        left.addWidget(self.cards, 1)
        left.addWidget(self.hand)
        holder = QWidget()
        holder.setProperty("role", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        holder.setLayout(left)
        self.side.setFixedWidth(WIDTH_PX)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(holder, 1)
        whole.addWidget(line(vertical=True))
        whole.addWidget(self.side)

    def _connect(self) -> None:
        self.question.returnPressed.connect(self.ask)
        self.ask_button.clicked.connect(lambda _checked=False: self.ask())
        self.stop_button.clicked.connect(lambda _checked=False: self.stop())
        self.cards.opened.connect(self._open)
        self.cards.expanded.connect(self._expand)
        self.cards.marked.connect(self._on_marked)
        self.cards.continued.connect(self.go_on)
        self.hand.searched.connect(self._take)
        self.hand.recorded.connect(self.use)
        self.hand.names_needed.connect(self._on_names_needed)
        self.asking.progressed.connect(self._on_progressed)
        self.asking.stepped.connect(self._show)
        self.asking.ended.connect(self._on_ended)
        self.asking.failed.connect(self._on_failed)
        self.asking.stopped.connect(self._on_stopped)
        self.side.opened.connect(self._open)
        self.side.operation_opened.connect(self.open_operation)

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Ask in one workspace, or everywhere."""
        super().set_workspace(workspace_id)
        self._reload_lists()
        if self._wanted is not None:
            wanted, self._wanted = AskId(self._wanted), None
            # Of another file, or undone meanwhile: then the page begins empty.
            self._latest.run(
                lambda memory: memory.asks.get(wanted), self._on_ask_arrived, lambda _error: None
            )

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read the question again where its evidence changed."""
        if initiator is self:
            return
        if changes.settings:
            self._reload_lists()
        if (changes.events or changes.history) and self._ask is not None and not self.asking.busy:
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
        known, (self._model, rows) = self._model, found
        self._tell_who()
        self.budget.setVisible(bool(self._model))
        self._budget_label.setVisible(bool(self._model))
        menu = self.earlier_button.menu()
        menu.clear()
        for row in rows:
            action = menu.addAction(asks.row_words(row).replace("&", "&&"))
            key = int(row.id)
            action.triggered.connect(lambda _checked=False, key=key: self.show_ask(key))
        self.earlier_button.setEnabled(bool(rows))
        if known != self._model and self._ask is not None and not self.asking.busy:
            self._show(self._ask)

    def _tell_who(self) -> None:
        self.who.setText(
            self.tr("{model} searches and answers; the evidence gate decides what counts.").format(
                model=self._model
            )
            if self._model
            else self.tr("No model is set up: you search, open, and mark what answers it.")
        )

    def show_ask(self, ask_id: int) -> None:
        """Show a question that was asked before; not while another is worked on."""
        if not self.asking.busy:
            key = AskId(ask_id)
            self._latest.run(lambda memory: memory.asks.get(key), self._on_ask_arrived)

    def _on_ask_arrived(self, ask: Ask) -> None:
        if self.asking.busy:
            return
        if self._ask is None or self._ask.id != ask.id:
            self._begin_anew()
            self.question.setText(ask.question)
        if ask != self._ask:
            self._show(ask)

    def _on_names_needed(self) -> None:
        workspace_id = self.workspace_id
        self._names.run(
            lambda memory: memory.events.participants(workspace_id), self.hand.set_names
        )

    # Asking

    def ask(self) -> None:
        """Put the question to the memory: to the model, or begin by hand."""
        question = self.question.text().strip()
        if question and not self.asking.busy:
            self._begin_anew()
            self._ask = None
            self._watching = bool(self._model)
            self.asking.ask(question, self.workspace_id, self.budget.value())
            self._set_busy()
            self._show(None)

    def _begin_anew(self) -> None:
        self._chosen.clear()
        self.hand.clear()
        self.hand.set_marked(0)

    def go_on(self) -> None:
        """Let the model go on from where the question stands."""
        if self._ask is not None and not self.asking.busy:
            self._watching = True
            self.asking.go_on(self._ask.id, self.budget.value())
            self._set_busy()
            self._show(self._ask)

    def _expand(self, ref: str) -> None:
        if ref.startswith("e"):
            self._take(AskMove(RetrievalKind.EXPAND_EVENT, ref=ref))
        else:
            block = ref.partition("@")[0]
            self._take(AskMove(RetrievalKind.EXPAND_BLOCK, ref=block, level=Level.L5))

    def _take(self, move: AskMove) -> None:
        if self._ask is not None and not self.asking.busy:
            self.asking.take(self._ask.id, move)
            self._set_busy()

    def use(self) -> None:
        """Record what the person marked as what answers the question."""
        ask = self._ask
        if ask is None or not ask.steps or not self._chosen or self.asking.busy:
            return
        last = ask.steps[-1]
        refs = [ref for ref in (*last.earlier, *last.found) if ref in self._chosen]
        self.asking.use(ask.id, last.retrieval_id, refs)
        self._set_busy()

    def stop(self) -> None:
        """Stop, also while the model thinks; what was found stays."""
        if self.asking.busy:
            self.asking.stop()
            self.stop_button.setEnabled(False)
            self.who.setText(self.tr("Stopping…"))

    def _set_busy(self) -> None:
        """Show whether something is being worked on."""
        busy = self.asking.busy
        self.busy.setRange(0, 0)
        self.busy.setVisible(busy)
        had_focus = self.window().focusWidget() in (self.ask_button, self.stop_button)
        self.ask_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        self.stop_button.setEnabled(busy)
        if had_focus:
            shown = self.stop_button if busy else self.ask_button
            shown.setFocus(Qt.FocusReason.OtherFocusReason)
        self.earlier_button.setEnabled(not busy and not self.earlier_button.menu().isEmpty())
        self.hand.set_busy(busy=busy)
        if not busy:
            self._watching = False
            self._tell_who()

    def _on_progressed(self, done: int, total: int) -> None:
        if total and self.stop_button.isEnabled():
            # Never full while there is something to come, never empty: it is at work.
            self.busy.setRange(0, total + 1)
            self.busy.setValue(min(done, total) + 1)
            words = self.tr("Searching: {done} of at most {total} steps taken.")
            self.who.setText(words.format(done=done, total=total))

    def _on_ended(self, ask: Ask) -> None:
        self._set_busy()
        self._show(ask)
        self._reload_lists()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(error)
        self._on_stopped()

    def _on_stopped(self) -> None:
        self._set_busy()
        self._show(self._ask)
        self._reload_lists()

    # Showing

    def _show(self, ask: Ask | None) -> None:
        self._ask = ask
        self.side.show_ask(ask)
        self.hand.setVisible(ask is not None and self._by_hand(ask))
        if ask is None:
            self.cards.show_instead(None if self.asking.busy else self._empty())
            return
        self.cards.show_ask(
            ask,
            at_work=self._watching,
            chosen=frozenset(self._chosen) if self._by_hand(ask) else None,
            can_go_on=is_open(ask) and bool(self._model) and not self.asking.busy,
        )

    def _by_hand(self, ask: Ask) -> bool:
        """Return whether a person may work on it: it is open, and no model is at work."""
        return is_open(ask) and not self._watching

    def _empty(self) -> EmptyState:
        return EmptyState(
            self.tr("Ask your memory"),
            self.tr(
                "Put a question above. You see every search, what the evidence gate made "
                "of it, and which memories the answer used. Only these grow in weight."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )

    def _on_marked(self, ref: str, on: bool) -> None:
        if on:
            self._chosen.add(ref)
        else:
            self._chosen.discard(ref)
        self.cards.set_marked(ref, on=on)
        self.hand.set_marked(len(self._chosen))

    def _open(self, ref: str) -> None:
        item = None if self._ask is None else self._ask.items.get(ref)
        if item is None:
            return
        if item.kind is FoundKind.EVENT and item.event is not None:
            self.open_event.emit(int(item.event.id))
        elif item.session_id is not None and item.message_id is not None:
            self.open_message.emit(int(item.session_id), int(item.message_id))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop by Esc."""
        if event.key() == Qt.Key.Key_Escape and self.asking.busy:
            self.stop()
        else:
            super().keyPressEvent(event)
