"""The cards of a question: its answer, its steps, and what they found."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import Ask, AskOutcome, AskStep, Found, FoundKind
from stratagate_app.models import asks
from stratagate_app.models.model_errors import model_error
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.theme import SMALL_PX, Theme
from stratagate_app.ui.widgets import Chip, ElidedLabel, FlowLayout, link_button, plain_label
from stratagate_app.ui.widgets.chip import Tone
from stratagate_app.ui.widgets.marked_label import MarkedLabel

ANSWER_PX = 14
_EVIDENCE_CHARS = 40
_TEXT_CHARS = 600
# What stands below a title begins where the title does, beside its box.
_BOX_PX = 32


def card() -> tuple[QFrame, QVBoxLayout]:
    """Return an empty card and the column in it."""
    frame = QFrame()
    frame.setProperty("role", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(14, 10, 14, 12)
    column.setSpacing(6)
    return frame, column


def put_in(area: QScrollArea, widget: QWidget) -> None:
    """Show a widget in an area; what was in it goes later, as it may be what was just pressed."""
    old = area.takeWidget()
    area.setWidget(widget)
    if old is not None:
        old.deleteLater()


class AnswerCard(QWidget):
    """What came of a question, with its evidence by number.

    Signals:
        opened: Reference of evidence to show.
        continued: The model is to go on with the question.
    """

    opened = Signal(str)
    continued = Signal()

    def __init__(
        self, ask: Ask, theme: Theme, parent: QWidget | None = None, *, can_go_on: bool = False
    ) -> None:
        """Make the card; can_go_on offers to let the model go on."""
        super().__init__(parent)
        frame, column = card()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)
        head = QHBoxLayout()
        words, tone = asks.outcome(ask)
        head.addWidget(Chip(words, cast("Tone", tone)))
        head.addStretch(1)
        if ask.steps:
            head.addWidget(plain_label(asks.work(ask), "faint"))
        column.addLayout(head)
        text = visible(asks.answer(ask))
        self.answer = MarkedLabel(
            text, asks.numbers(text) if ask.answer else (), theme, size_px=ANSWER_PX, tone="accent"
        )
        column.addWidget(self.answer)
        if ask.outcome is AskOutcome.FAILED and ask.error:
            column.addWidget(plain_label(model_error(ask.error), "error", wrap=True))
        for found in ask.notes:
            column.addWidget(plain_label(visible(asks.note(found)), "small", wrap=True))
        if can_go_on:
            self.go_on = QPushButton(self.tr("Go on"))
            self.go_on.setProperty("scale", "small")
            self.go_on.setToolTip(self.tr("Let the model search further from where it stands"))
            self.go_on.clicked.connect(lambda _checked=False: self.continued.emit())
            column.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        if ask.evidence:
            column.addLayout(self._evidence(ask))

    def _evidence(self, ask: Ask) -> QHBoxLayout:
        holder = QWidget()
        flow = FlowLayout(holder)
        for number, used in enumerate(ask.evidence, start=1):
            item = ask.items.get(used.ref, Found(used.ref, FoundKind.GONE))
            title = one_line(asks.title_of(item))
            short = title if len(title) <= _EVIDENCE_CHARS else title[: _EVIDENCE_CHARS - 1] + "…"
            button = QPushButton(f"[{number}] {short}")
            button.setProperty("scale", "small")
            button.setToolTip(self.tr("Show it"))
            button.setAccessibleName(self.tr("Show {title}").format(title=f"[{number}] {title}"))
            button.clicked.connect(lambda _checked=False, ref=used.ref: self.opened.emit(ref))
            flow.addWidget(button)
        row = QHBoxLayout()
        row.addWidget(holder, 1)
        wrong = QPushButton(self.tr("This is wrong…"))
        wrong.setProperty("scale", "small")
        wrong.setToolTip(self.tr("Go to what the answer rests on, and correct it there"))
        menu = QMenu(wrong)
        for number, used in enumerate(ask.evidence, start=1):
            item = ask.items.get(used.ref, Found(used.ref, FoundKind.GONE))
            words = self.tr("Correct [{number}] {title}").format(
                number=number, title=one_line(asks.title_of(item))[:_EVIDENCE_CHARS]
            )
            action = menu.addAction(words.replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, ref=used.ref: self.opened.emit(ref))
        wrong.setMenu(menu)
        row.addWidget(wrong, 0, Qt.AlignmentFlag.AlignTop)
        return row


class StepCard(QWidget):
    """A step: what it did, what it found, how it was judged.

    Signals:
        opened: Reference to show where it stands.
        expanded: Reference to open as the next step.
        marked: Reference, and whether the person answers with it.
    """

    opened = Signal(str)
    expanded = Signal(str)
    marked = Signal(str, bool)

    def __init__(
        self,
        ask: Ask,
        step: AskStep,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        chosen: frozenset[str] | None = None,
    ) -> None:
        """Make the card.

        Args:
            ask: The question.
            step: One of its steps.
            theme: Colours.
            parent: Owns it.
            chosen: What the person has marked; None where nobody is to mark anything.
        """
        super().__init__(parent)
        self._theme = theme
        self.boxes: dict[str, QCheckBox] = {}
        frame, column = card()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(plain_label(str(step.number), "heading"))
        head.addWidget(plain_label(asks.step_title(step), "heading"))
        head.addWidget(ElidedLabel(visible(asks.step_about(ask, step)), "muted"), 1)
        head.addWidget(plain_label(asks.step_found(step), "faint"))
        if (verdict := asks.verdict(step)) is not None:
            head.addWidget(Chip(verdict[0], cast("Tone", verdict[1])))
        column.addLayout(head)
        if words := asks.judged(step):
            column.addWidget(plain_label(visible(words), "muted", wrap=True))
        if step.found:
            self._add_found(column, ask, step, chosen)

    def _add_found(
        self, column: QVBoxLayout, ask: Ask, step: AskStep, chosen: frozenset[str] | None
    ) -> None:
        if chosen is None:
            self.toggle = link_button(self.tr("Show what it found"), self._toggle, small=True)
            column.addWidget(self.toggle)
        self._found = QWidget()
        column.addWidget(self._found)
        rows = QVBoxLayout(self._found)
        rows.setContentsMargins(0, 2, 0, 0)
        rows.setSpacing(8)
        for ref in step.found:
            if ref in ask.items and (chosen is None or ref not in step.beside):
                rows.addWidget(self._row(ask.items[ref], chosen))
        # Not before it has a parent: it would be a window of its own.
        self._found.setVisible(chosen is not None)

    def set_marked(self, ref: str, *, on: bool) -> None:
        """Show a mark that was set where another step found the same."""
        box = self.boxes.get(ref)
        if box is not None and box.isChecked() is not on:
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)

    def focus_first(self) -> None:
        """Put the keyboard on the first thing that was found, or on what shows it."""
        for button in self.findChildren(QAbstractButton):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _toggle(self) -> None:
        shown = not self._found.isVisible()
        self._found.setVisible(shown)
        self.toggle.setText(
            self.tr("Hide what it found") if shown else self.tr("Show what it found")
        )

    def _row(self, item: Found, chosen: frozenset[str] | None) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        title = one_line(visible(asks.title_of(item)))
        gone = item.kind is FoundKind.GONE
        if chosen is not None and not gone:
            box = QCheckBox()
            box.setChecked(item.ref in chosen)
            box.setAccessibleName(self.tr("Answers the question: {title}").format(title=title))
            box.setToolTip(self.tr("Mark it as what answers the question"))
            box.toggled.connect(lambda on, ref=item.ref: self.marked.emit(ref, on))
            self.boxes[item.ref] = box
            head.addWidget(box)
        head.addWidget(ElidedLabel(title), 1)
        if not gone:
            show = link_button(self.tr("show"), lambda: self.opened.emit(item.ref), small=True)
            show.setAccessibleName(self.tr("Show {title}").format(title=title))
            show.setToolTip(self.tr("Show it where it stands; correct it there if it is wrong"))
            head.addWidget(show)
        # What is in no block yet is whole as it stands here.
        in_tail = item.kind is FoundKind.MESSAGE and item.block_id is None
        if chosen is not None and not gone and not in_tail:
            more = link_button(
                self.tr("open here"), lambda: self.expanded.emit(item.ref), small=True
            )
            more.setAccessibleName(self.tr("Open {title} here").format(title=title))
            more.setToolTip(self.tr("Read more of it, as the next step"))
            head.addWidget(more)
        column.addLayout(head)
        text = visible(asks.text_of(item)).strip()
        if text and text.rstrip(".。") != title:
            short = text if len(text) <= _TEXT_CHARS else text[:_TEXT_CHARS].rstrip() + "…"
            words = MarkedLabel(short, (), self._theme, size_px=SMALL_PX)
            below = QVBoxLayout()
            below.setContentsMargins(_BOX_PX if item.ref in self.boxes else 0, 0, 0, 0)
            below.addWidget(words)
            column.addLayout(below)
        return holder


def is_open(ask: Ask) -> bool:
    """Return whether a person may still go on with a question by hand."""
    return ask.outcome is not AskOutcome.ANSWERED
