"""One question with everything that helps to answer it, and its answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import ANSWERS, EventDetail, Evidence, ReviewAnswer, ReviewKind
from stratagate_app.models import review, wording
from stratagate_app.models.review import QuestionShown
from stratagate_app.ui.events.detail_parts import EvidenceCard, used_line
from stratagate_app.ui.imports.candidate_detail import CandidateDetail
from stratagate_app.ui.review.looks import TONES
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import event_state, job_error
from stratagate_app.ui.widgets import (
    Chip,
    FlowLayout,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

_EVIDENCE_SHOWN = 3
_SIDE_PX = 24
_STACKED_PX = 560
"""Below this width the two sides of a question stand below each other."""


class QuestionPane(QWidget):
    """The right side of the page.

    Signals:
        answered: The ReviewAnswer of a button.
        postponed: Decide later.
        event_opened: Event id to show in Events.
        message_opened: Session id and message id of a source.
        preview_opened: Preview id to show.
    """

    answered = Signal(object)
    postponed = Signal()
    event_opened = Signal(int)
    message_opened = Signal(int, int)
    preview_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.shown: QuestionShown | None = None
        self.buttons: list[QPushButton] = []
        self._sides: QFrame | None = None
        self._effect = plain_label("", wrap=True)
        self._effect_title = SectionLabel("")
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.shown = None
        self.buttons = []
        self._area.setWidget(QWidget())

    def show_question(self, shown: QuestionShown) -> None:
        """Show a question."""
        self.shown = shown
        item = shown.item
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(_SIDE_PX, 20, _SIDE_PX, 20)
        column.setSpacing(8)
        column.addWidget(Chip(review.kind_name(item.kind), TONES[item.kind]))
        column.addWidget(plain_label(review.question(item), "title", wrap=True))
        column.addWidget(plain_label(visible(review.explanation(item)), "muted", wrap=True))
        column.addSpacing(4)
        column.addWidget(self._subject(shown))
        if shown.merge is not None:
            words = plain_label(visible(review.merge_words(shown.merge)), "small", wrap=True)
            column.addWidget(words)
        column.addSpacing(4)
        column.addWidget(self._answers(item.kind))
        column.addWidget(self._consequence())
        column.addStretch(1)
        self._area.setWidget(holder)
        self._tell(ANSWERS[item.kind][0])

    # What it is about

    def _subject(self, shown: QuestionShown) -> QWidget:
        item = shown.item
        if shown.candidate is not None:
            return self._incoming(shown)
        if item.kind is ReviewKind.FAILED:
            card, column = _card()
            title = one_line(item.title) or self.tr("Untitled session")
            column.addWidget(plain_label(title, "heading", wrap=True))
            column.addWidget(plain_label(job_error(item.detail), "small", wrap=True))
            return card
        sides = QFrame()
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        names = (self.tr("A · said first"), self.tr("B · said later"))
        for place, event in enumerate(shown.events):
            row.addWidget(self._event(event, names[place] if len(shown.events) > 1 else ""), 1)
        self._sides = sides
        sides.installEventFilter(self)
        return sides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put the two sides below each other where there is no room beside."""
        if watched is self._sides and event.type() == QEvent.Type.Resize and self._sides:
            layout = self._sides.layout()
            if isinstance(layout, QHBoxLayout):
                stacked = self._sides.width() < _STACKED_PX
                layout.setDirection(
                    QHBoxLayout.Direction.TopToBottom
                    if stacked
                    else QHBoxLayout.Direction.LeftToRight
                )
        return super().eventFilter(watched, event)

    def _incoming(self, shown: QuestionShown) -> QWidget:
        assert shown.candidate is not None  # noqa: S101  (asked of it only)
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        detail = CandidateDetail(self._theme)
        detail.setMinimumHeight(360)
        detail.show_candidate(shown.candidate, editable=False)
        detail.source_asked.connect(self.message_opened)
        column.addWidget(detail)
        preview = shown.item.preview
        if preview is not None:
            words = self.tr("Show the whole preview")
            column.addWidget(
                link_button(words, lambda: self.preview_opened.emit(int(preview)), small=True)
            )
        return box

    def _event(self, detail: EventDetail, name: str) -> QWidget:
        card, column = _card()
        if name:
            column.addWidget(plain_label(name, "faint"))
        row = detail.row
        title = plain_label(one_line(row.title), "heading", wrap=True, selectable=True)
        column.addWidget(title)
        if " ".join(row.summary.split()) != " ".join(row.title.split()):
            column.addWidget(plain_label(visible(row.summary), "small", wrap=True, selectable=True))
        words, tone = event_state(row.state, row.status)
        said = plain_label(dates.moment(row.mentioned_at) if row.mentioned_at else wording.NO_TIME)
        said.setToolTip(dates.with_zone(row.mentioned_at))
        grid = KeyValueGrid(label_width_px=84)
        rows: list[tuple[str, QWidget | str]] = [
            (self.tr("Said"), said),
            (self.tr("Status"), Chip(words, tone)),
            (self.tr("Weight"), f"{wording.weight(row.weight)} · {used_line(detail)}"),
        ]
        if row.happening.start or row.happening.text:
            rows.insert(1, (self.tr("Happened"), wording.happened(row.happening)))
        grid.set_rows(rows)
        column.addWidget(grid)
        for evidence in detail.evidence[:_EVIDENCE_SHOWN]:
            quote = EvidenceCard(evidence)
            quote.opened.connect(self._opens(evidence))
            column.addWidget(quote)
        more = len(detail.evidence) - _EVIDENCE_SHOWN
        if more > 0:
            column.addWidget(plain_label(self.tr("… and %n more", "", more), "faint"))
        open_it = link_button(
            self.tr("Show the event"), lambda: self.event_opened.emit(int(row.id)), small=True
        )
        column.addWidget(open_it)
        column.addStretch(1)
        return card

    def _opens(self, evidence: Evidence) -> Callable[[], None]:
        return lambda: self.message_opened.emit(int(evidence.session_id), int(evidence.message_id))

    # Answers

    def _answers(self, kind: ReviewKind) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(spacing_px=8)
        holder.setLayout(flow)
        self.buttons = []
        for key, answer in enumerate(ANSWERS[kind], start=1):
            words = review.answer_name(kind, answer)
            button = QPushButton(self.tr("{key} · {answer}").format(key=key, answer=words))
            button.setToolTip(review.effect(kind, answer))
            button.clicked.connect(lambda _checked=False, a=answer: self.answered.emit(a))
            button.setProperty("answer", answer.value)
            button.installEventFilter(_Attention(button, self, answer))
            self.buttons.append(button)
            flow.addWidget(button)
        later = QPushButton(
            self.tr("{key} · {answer}").format(
                key=len(ANSWERS[kind]) + 1, answer=self.tr("Decide later")
            )
        )
        later.setToolTip(self.tr("Ask the others first"))
        later.clicked.connect(lambda _checked=False: self.postponed.emit())
        self.buttons.append(later)
        flow.addWidget(later)
        return holder

    def _consequence(self) -> QWidget:
        card, column = _card()
        self._effect_title = SectionLabel("")
        self._effect = plain_label("", wrap=True)
        column.addWidget(self._effect_title)
        column.addWidget(self._effect)
        return card

    def _tell(self, answer: ReviewAnswer) -> None:
        """Say what an answer would do."""
        if self.shown is None:
            return
        kind = self.shown.item.kind
        title = self.tr("If you answer “{answer}”")
        self._effect_title.set_text(title.format(answer=review.answer_name(kind, answer)))
        self._effect.setText(review.effect(kind, answer))

    def attend(self, answer: ReviewAnswer) -> None:
        """Say what the answer does that the mouse or the keyboard is on."""
        self._tell(answer)


class _Attention(QObject):
    """Tells the pane which answer somebody looks at."""

    def __init__(self, button: QPushButton, pane: QuestionPane, answer: ReviewAnswer) -> None:
        super().__init__(button)
        self._pane = pane
        self._answer = answer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of the mouse and the focus."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self._pane.attend(self._answer)
        return super().eventFilter(watched, event)


def _card() -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(14, 12, 14, 12)
    column.setSpacing(6)
    return card, column
