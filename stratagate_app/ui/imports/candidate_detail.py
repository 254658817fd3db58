"""An incoming memory beside what is remembered already, with what differs marked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.engine import (
    CandidateStatus,
    Decision,
    EventDetail,
    EventId,
    EventRow,
)
from stratagate_app.models import wording
from stratagate_app.models.candidates import (
    CandidateLine,
    CandidateShown,
    because,
    effect,
    happened_words,
    kind_words,
)
from stratagate_app.models.differences import Ranges, differences
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.theme import BASE_PX, SMALL_PX, Theme
from stratagate_app.ui.widgets import (
    ElidedLabel,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)
from stratagate_app.ui.widgets.marked_label import MarkedLabel

_NAME_PX = 84
_CAP = 0.1
"""Weight that a superseded event keeps at most; engine-rules.md, "Events"."""


class CandidateDetail(QWidget):
    """The right side of a preview.

    Signals:
        edit_asked: The user wants to change the incoming words.
        retry_asked: The user wants it judged again.
        target_chosen: Event id that the decision is to be about.
        source_asked: Session id and message id of an existing event's source.
    """

    edit_asked = Signal()
    retry_asked = Signal()
    target_chosen = Signal(int)
    source_asked = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)
        self.show_words(self.tr("Choose a memory to see it beside what is known."))

    def show_words(self, words: str) -> None:
        """Show a sentence and no candidate."""
        column = self._begin()
        column.addWidget(plain_label(words, "muted", wrap=True))
        column.addStretch(1)

    def show_candidate(self, shown: CandidateShown, *, editable: bool) -> None:
        """Show a candidate beside the events that its decision is about."""
        candidate = shown.candidate
        column = self._begin()
        if candidate.decision is not None:
            column.addWidget(SectionLabel(effect(candidate.decision)))
        if candidate.status is CandidateStatus.FAILED:
            column.addWidget(self._failure(shown, editable=editable))
        first = shown.targets[0] if shown.targets else None
        reason = because(CandidateLine(candidate, first.row if first else None))
        if reason and candidate.status is CandidateStatus.JUDGED:
            column.addWidget(plain_label(visible(reason), "muted", wrap=True, selectable=True))
        marks = (
            differences(candidate.memory.title, first.row.title)
            if first is not None
            else differences("", "")
        )
        said = (
            differences(candidate.memory.summary, first.row.summary)
            if first is not None
            else differences("", "")
        )
        column.addWidget(self._incoming(shown, marks.first, said.first, editable=editable))
        arrow = self._arrow(candidate.decision)
        if shown.targets and arrow:
            label = plain_label(arrow, "muted")
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        for place, target in enumerate(shown.targets):
            title, summary = (marks.second, said.second) if place == 0 else ((), ())
            column.addWidget(self._existing(shown, target, title, summary))
        if shown.others:
            column.addWidget(SectionLabel(self.tr("Other matches")))
            for row, closeness in shown.others:
                column.addWidget(self._other(row, closeness, editable=editable))
        column.addStretch(1)

    def _begin(self) -> QVBoxLayout:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(18, 18, 18, 18)
        column.setSpacing(10)
        self._area.setWidget(holder)
        return column

    def _card(self) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame()
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        return card, column

    def _failure(self, shown: CandidateShown, *, editable: bool) -> QWidget:
        card, column = self._card()
        column.addWidget(plain_label(self.tr("It could not be judged."), "heading"))
        detail = visible(shown.candidate.error_detail or shown.candidate.error)
        column.addWidget(plain_label(detail, "small", wrap=True, selectable=True))
        if editable:
            column.addWidget(link_button(self.tr("Judge again"), self.retry_asked.emit))
        return card

    def _incoming(
        self, shown: CandidateShown, title: Ranges, summary: Ranges, *, editable: bool
    ) -> QWidget:
        candidate = shown.candidate
        memory = candidate.memory
        card, column = self._card()
        head = QHBoxLayout()
        words = self.tr("Incoming, edited") if candidate.edited else self.tr("Incoming")
        head.addWidget(plain_label(words, "small"))
        head.addStretch(1)
        if editable:
            edit = QPushButton(self.tr("Edit"))
            edit.setProperty("role", "ghost")
            edit.setProperty("scale", "small")
            edit.setToolTip(self.tr("Change title, summary and times before it is written (E)"))
            edit.clicked.connect(lambda _checked=False: self.edit_asked.emit())
            head.addWidget(edit)
        column.addLayout(head)
        column.addWidget(self._words(memory.title, title, BASE_PX, bold=True))
        if memory.summary.strip() != memory.title.strip():
            column.addWidget(self._words(memory.summary, summary, SMALL_PX))
        rows: list[tuple[str, QWidget | str]] = [
            (self.tr("Happened"), happened_words(candidate)),
            (self.tr("Mentioned"), _said(memory.mentioned_at)),
            (self.tr("Kind"), kind_words(memory.kind, memory.category)),
            (
                self.tr("Kept"),
                f"{wording.criticality(memory.criticality)} · {wording.scope(memory.scope)}",
            ),
        ]
        rows += [(self.tr("Quote"), wording.quoted(visible(quote))) for quote in memory.quotes[:3]]
        rows.append((self.tr("In the file"), memory.where))
        column.addWidget(_grid(rows))
        return card

    def _existing(
        self, shown: CandidateShown, target: EventDetail, title: Ranges, summary: Ranges
    ) -> QWidget:
        row = target.row
        superseding = shown.candidate.decision in (Decision.SUPERSEDE, Decision.MERGE)
        card, column = self._card()
        closeness = shown.closeness.get(row.id)
        words = self.tr("In your memory")
        if closeness is not None:
            words = self.tr("In your memory · match {share}").format(
                share=wording.weight(closeness)
            )
        column.addWidget(plain_label(words, "small"))
        over = superseding or wording.is_over(row.state)
        column.addWidget(self._words(row.title, title, BASE_PX, bold=True, struck=over))
        if row.summary.strip() != row.title.strip():
            column.addWidget(self._words(row.summary, summary, SMALL_PX))
        weight = wording.weight(row.weight)
        if superseding and row.weight > _CAP:
            weight = self.tr("{weight} → capped at {cap}").format(
                weight=weight, cap=wording.weight(_CAP)
            )
        happened = (wording.happened(row.happening), wording.exactness(row.happening))
        rows: list[tuple[str, QWidget | str]] = [
            (self.tr("Happened"), " · ".join(part for part in happened if part)),
            (self.tr("Mentioned"), _said(row.mentioned_at)),
            (self.tr("Used"), f"{row.adoptions}×"),
            (self.tr("Weight"), weight),
        ]
        if target.evidence:
            evidence = target.evidence[0]
            place = one_line(evidence.session_title) or self.tr("Untitled session")
            link = link_button(
                place[:40],
                lambda: self.source_asked.emit(evidence.session_id, evidence.message_id),
                small=True,
            )
            link.setToolTip(self.tr("Save for later and show the words in their conversation"))
            rows.append((self.tr("Source"), link))
        column.addWidget(_grid(rows))
        return card

    def _other(self, row: EventRow, closeness: float, *, editable: bool) -> QWidget:
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        words = f"{one_line(row.title)} · {wording.weight(closeness)}"
        line.addWidget(ElidedLabel(words, "muted"), 1)
        if editable:
            key = EventId(row.id)
            use = link_button(
                self.tr("compare with this"), lambda: self.target_chosen.emit(key), small=True
            )
            line.addWidget(use)
        return holder

    def _words(
        self, text: str, marks: Ranges, size_px: int, *, bold: bool = False, struck: bool = False
    ) -> MarkedLabel:
        return MarkedLabel(
            visible(text), marks, self._theme, size_px=size_px, bold=bold, struck=struck
        )

    def _arrow(self, decision: Decision | None) -> str:
        return {
            Decision.SUPERSEDE: self.tr("↓ replaces"),
            Decision.MERGE: self.tr("↓ becomes one with"),
            Decision.CONFLICT: self.tr("↓ contradicts"),
            Decision.IGNORE: self.tr("↓ is known as"),
        }.get(decision or Decision.ADD, "")

    def sizeHint(self) -> QSize:
        """Return the width that the drawing gives it."""
        return QSize(400, 400)


def _said(at: datetime | None) -> str:
    return wording.NO_TIME if at is None else dates.moment(at)


def _grid(rows: Sequence[tuple[str, QWidget | str]]) -> KeyValueGrid:
    grid = KeyValueGrid(label_width_px=_NAME_PX)
    grid.set_rows(rows)
    return grid
