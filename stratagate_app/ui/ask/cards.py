"""The cards of a question: its answer, its steps, and what they found."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import Ask, AskOutcome, AskStep, Found, FoundKind
from stratagate_app.models import asks
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.theme import SMALL_PX, Theme
from stratagate_app.ui.widgets import Chip, ElidedLabel, FlowLayout, link_button, plain_label
from stratagate_app.ui.widgets.chip import Tone
from stratagate_app.ui.widgets.marked_label import MarkedLabel

ANSWER_PX = 14
_EVIDENCE_CHARS = 40
_TEXT_CHARS = 600


def card() -> tuple[QFrame, QVBoxLayout]:
    """Return an empty card and the column in it."""
    frame = QFrame()
    frame.setProperty("role", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(14, 10, 14, 12)
    column.setSpacing(6)
    return frame, column


class AnswerCard(QWidget):
    """What came of a question, with its evidence by number.

    Signals:
        opened: Reference of evidence to show.
    """

    opened = Signal(str)

    def __init__(self, ask: Ask, theme: Theme, parent: QWidget | None = None) -> None:
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
        for found in ask.notes:
            column.addWidget(plain_label(visible(asks.note(found)), "small", wrap=True))
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
        self._found = QWidget()
        rows = QVBoxLayout(self._found)
        rows.setContentsMargins(0, 2, 0, 0)
        rows.setSpacing(8)
        for ref in step.found:
            if ref in ask.items and (chosen is None or ref not in step.beside):
                rows.addWidget(self._row(ask.items[ref], chosen))
        self._found.setVisible(chosen is not None)
        if step.found:
            if chosen is None:
                self.toggle = link_button(self.tr("Show what it found"), self._toggle, small=True)
                column.addWidget(self.toggle)
            column.addWidget(self._found)

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
            head.addWidget(box)
        head.addWidget(ElidedLabel(title), 1)
        if not gone:
            self._add_link(head, self.tr("show"), self.opened.emit, item.ref)
        if chosen is not None and not gone:
            self._add_link(head, self.tr("open here"), self.expanded.emit, item.ref)
        column.addLayout(head)
        text = visible(asks.text_of(item)).strip()
        if text and text != title:
            short = text if len(text) <= _TEXT_CHARS else text[:_TEXT_CHARS].rstrip() + "…"
            column.addWidget(MarkedLabel(short, (), self._theme, size_px=SMALL_PX))
        return holder

    @staticmethod
    def _add_link(row: QHBoxLayout, words: str, act: Callable[[str], object], ref: str) -> None:
        row.addWidget(link_button(words, lambda: act(ref), small=True))


def is_open(ask: Ask) -> bool:
    """Return whether a person may still go on with a question by hand."""
    return ask.outcome is not AskOutcome.ANSWERED
