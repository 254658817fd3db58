"""What a person works on a question with: search, limit, and record what answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from stratagate_app.engine import (
    MAX_REFS,
    QUESTION_CHARS,
    AskFilters,
    AskMove,
    EventState,
    EventType,
    RetrievalKind,
)
from stratagate_app.models import wording
from stratagate_app.ui.events.choice_button import Choice, MultiChoiceButton
from stratagate_app.ui.events.happened_button import HappenedButton
from stratagate_app.ui.events.name_button import NameButton
from stratagate_app.ui.widgets import FlowLayout, plain_label

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

_BUTTON_PX = 30


class HandBar(QWidget):
    """A search with its filters, and the button that records.

    Signals:
        searched: An AskMove to take.
        recorded: The person answered with what is marked.
        names_needed: Names are to be offered: `name.set_names` is to be called.
    """

    searched = Signal(object)
    recorded = Signal()
    names_needed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._busy = False
        self._count = 0
        self.kind = QComboBox()
        # Qt hands an enumeration of texts back as a text.
        self.kind.addItem(self.tr("Events"), RetrievalKind.SEARCH_EVENTS.value)
        self.kind.addItem(self.tr("Messages"), RetrievalKind.SEARCH_MESSAGES.value)
        self.kind.setAccessibleName(self.tr("Search in"))
        self.field = QLineEdit()
        self.field.setMaxLength(QUESTION_CHARS)
        self.field.setAccessibleName(self.tr("Words to search for"))
        self.field.setPlaceholderText(self.tr("Words to search for"))
        self.search_button = QPushButton(self.tr("Search"))
        self.search_button.setToolTip(self.tr("Search, as the next step (Enter)"))
        self.status = MultiChoiceButton(
            self.tr("Status"), [Choice(s.value, wording.event_state(s)) for s in EventState], theme
        )
        self.type = MultiChoiceButton(
            self.tr("Type"), [Choice(t.value, wording.event_type(t)) for t in EventType], theme
        )
        self.happened = HappenedButton(self.tr("Happened"), theme)
        self.name = NameButton(self.tr("Person or thing"), theme)
        self.told = plain_label("", "small", wrap=True)
        self.use_button = QPushButton(self.tr("Record what answers it"))
        self.use_button.setProperty("role", "primary")
        self.use_button.setToolTip(
            self.tr("Write a receipt: only what was really used grows in weight")
        )
        self._filters = QWidget()
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._on_kind_changed)
        self.field.returnPressed.connect(self.search)
        self.search_button.clicked.connect(lambda _checked=False: self.search())
        self.use_button.clicked.connect(lambda _checked=False: self.recorded.emit())
        self.name.names_needed.connect(self.names_needed)
        self._refresh()

    def _lay_out(self) -> None:
        search = QHBoxLayout()
        search.setSpacing(8)
        search.addWidget(self.kind)
        search.addWidget(self.field, 1)
        search.addWidget(self.search_button)
        flow = FlowLayout(self._filters, spacing_px=8)
        for button in (self.status, self.type, self.happened, self.name):
            button.setFixedHeight(_BUTTON_PX)
            flow.addWidget(button)
        record = QHBoxLayout()
        record.setSpacing(8)
        record.addWidget(self.told, 1)
        record.addWidget(self.use_button, 0, Qt.AlignmentFlag.AlignRight)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 8, 0, 14)
        whole.setSpacing(8)
        whole.addLayout(search)
        whole.addWidget(self._filters)
        whole.addLayout(record)

    def wanted(self) -> AskMove | None:
        """Return the search that is asked for; None where it looks for nothing."""
        kind = RetrievalKind(self.kind.currentData())
        filters = self._limits() if kind is RetrievalKind.SEARCH_EVENTS else AskFilters()
        query = self.field.text().strip()
        if not query and filters == AskFilters():
            return None
        return AskMove(kind, query, filters=filters)

    def _limits(self) -> AskFilters:
        first, last = self.happened.span()
        name, states, types = self.name.text(), self.status.keys(), self.type.keys()
        return AskFilters(
            participants=(name,) if name else (),
            types=tuple(kind for kind in EventType if kind.value in types),
            states=tuple(state for state in EventState if state.value in states),
            happened_from=first,
            happened_to=last,
        )

    def search(self) -> None:
        """Ask for the next step."""
        move = self.wanted()
        if move is None:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self._busy:
            self.searched.emit(move)

    def clear(self) -> None:
        """Begin anew, for another question."""
        self.field.clear()
        self.status.set_keys(())
        self.type.set_keys(())
        self.happened.set_span(None, None)
        self.name.set_text("")

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these names."""
        self.name.set_names(names)

    def set_busy(self, *, busy: bool) -> None:
        """Take no more while something is being worked on; the keyboard stays where it is."""
        self._busy = busy
        self._refresh()

    def set_marked(self, count: int) -> None:
        """Say how much is marked."""
        self._count = count
        self._refresh()

    def _refresh(self) -> None:
        if not self._count:
            words = self.tr("Mark above what answers the question.")
        elif self._count > MAX_REFS:
            words = self.tr("At most {count} can be recorded.").format(count=MAX_REFS)
        else:
            words = self.tr("%n marked", "", self._count)
        self.told.setText(words)
        self.use_button.setEnabled(0 < self._count <= MAX_REFS and not self._busy)
        self.search_button.setEnabled(not self._busy)

    def _on_kind_changed(self) -> None:
        events = self.kind.currentData() == RetrievalKind.SEARCH_EVENTS.value
        self._filters.setVisible(events)
