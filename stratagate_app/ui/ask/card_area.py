"""The cards of a question one below the other; place and keyboard stay when it is shown again."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.engine import Ask
from stratagate_app.ui.ask.cards import AnswerCard, StepCard, put_in
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import SectionLabel


class CardArea(QScrollArea):
    """The answer and its steps.

    Signals:
        opened: Reference to show where it stands.
        expanded: Reference to open as the next step.
        marked: Reference, and whether the person answers with it.
        continued: The model is to go on.
    """

    opened = Signal(str)
    expanded = Signal(str)
    marked = Signal(str, bool)
    continued = Signal()

    def __init__(self, theme: Theme, before: QWidget, parent: QWidget | None = None) -> None:
        """Make the area; Tab comes from `before` to its first card."""
        super().__init__(parent)
        self._theme = theme
        self._before = before
        self._ask: Ask | None = None
        self._steps: list[StepCard] = []
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_instead(self, widget: QWidget | None) -> None:
        """Show no question but this, or nothing."""
        self._ask, self._steps = None, []
        put_in(self, widget or QWidget())

    def show_ask(
        self, ask: Ask, *, at_work: bool, chosen: frozenset[str] | None, can_go_on: bool
    ) -> None:
        """Show a question.

        Args:
            ask: The question.
            at_work: The model works on it, so that nothing has come of it yet.
            chosen: What the person has marked; None where nobody is to mark anything.
            can_go_on: Offer to let the model go on.
        """
        same = self._ask is not None and self._ask.id == ask.id
        place = self.verticalScrollBar().value() if same else 0
        steps_before, focused = len(self._steps), self._focused()
        self._ask, self._steps = ask, []
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 8, 0, 18)
        column.setSpacing(10)
        if not at_work:
            answer = AnswerCard(ask, self._theme, can_go_on=can_go_on)
            answer.opened.connect(self.opened)
            answer.continued.connect(self.continued)
            column.addWidget(answer)
        if ask.steps:
            column.addWidget(SectionLabel(self.tr("How it got there")))
        for step in ask.steps:
            card = StepCard(ask, step, self._theme, chosen=chosen)
            card.opened.connect(self.opened)
            card.expanded.connect(self.expanded)
            card.marked.connect(self.marked)
            self._steps.append(card)
            column.addWidget(card)
        column.addStretch(1)
        put_in(self, holder)
        self._order_tabs(holder)
        grown = same and len(self._steps) > steps_before
        self._focus_again(holder, focused, to_last=grown)
        # Only when the new cards have their places.
        QTimer.singleShot(0, holder, lambda: self._scroll(place, to_last=grown))

    def set_marked(self, ref: str, *, on: bool) -> None:
        """Show a mark in every step that found it."""
        for card in self._steps:
            card.set_marked(ref, on=on)

    def _focused(self) -> int | None:
        """Return which of the buttons has the keyboard; None if none has."""
        focused = self.window().focusWidget()
        buttons = self.findChildren(QAbstractButton)
        return next((place for place, b in enumerate(buttons) if b is focused), None)

    def _order_tabs(self, holder: QWidget) -> None:
        """Let Tab go through the cards in reading order: new widgets come last otherwise."""
        before = self._before
        for button in holder.findChildren(QAbstractButton):
            self.setTabOrder(before, button)
            before = button

    def _focus_again(self, holder: QWidget, focused: int | None, *, to_last: bool) -> None:
        if focused is None:
            return
        if to_last:
            self._steps[-1].focus_first()
            return
        buttons = holder.findChildren(QAbstractButton)
        if buttons:
            last = len(buttons) - 1
            buttons[min(focused, last)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _scroll(self, place: int, *, to_last: bool) -> None:
        if to_last:
            place = self._steps[-1].y()
        self.verticalScrollBar().setValue(place)
