"""Everything about one event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    Criticality,
    EventDetail,
    EventState,
    Happening,
    HappeningStatus,
)
from stratagate_app.models import wording
from stratagate_app.ui.events.actions import EventActions
from stratagate_app.ui.events.detail_parts import (
    ChangeList,
    EvidenceCard,
    RelationList,
    cut,
    floor_words,
    flow_holder,
    used_line,
    weight_line,
)
from stratagate_app.ui.events.use_list import UseList
from stratagate_app.ui.events.weight_curve import WeightCurve
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import (
    Chip,
    ElidedLabel,
    FlowLayout,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)
from stratagate_app.ui.widgets.chip import Tone

if TYPE_CHECKING:
    from stratagate_app.models.events import Shown

SIDE_PX = 16
_EVIDENCE_SHOWN = 24


class DetailPane(QWidget):
    """Chips and pin, title and summary, times, history, evidence, weight, changes.

    Signals:
        pin_asked: Pin it (True) or unpin it.
        message_opened: Session id and message id of a piece of evidence.
        event_opened: Id of a related event.
        name_chosen: A person or thing to filter by.
        undo_asked: Id of an operation that touched it.
        receipt_opened: Id of an operation that recorded a use of it.
        session_opened: Id of a conversation it was used in.
    """

    pin_asked = Signal(bool)
    message_opened = Signal(int, int)
    event_opened = Signal(int)
    name_chosen = Signal(str)
    undo_asked = Signal(int)
    receipt_opened = Signal(int)
    session_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.detail: EventDetail | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._chips = FlowLayout(spacing_px=6)
        self.pin_button = QPushButton()
        self.pin_button.setIconSize(QSize(14, 14))
        self.edit_button = QPushButton(self.tr("Edit"))
        self.edit_button.setToolTip(self.tr("Correct what is remembered (E)"))
        self.commands = EventActions(self._shown_id, self, several=False)
        self.more_button = QToolButton()
        self.more_button.setIcon(theme.icon("more"))
        self.more_button.setIconSize(QSize(14, 14))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(self.commands.menu)
        more = self.tr("Forget (Delete), archive, restore, scope, criticality")
        self.more_button.setToolTip(more)
        self.more_button.setAccessibleName(more)
        self._title = plain_label("", "title", wrap=True, selectable=True)
        self._summary = plain_label("", wrap=True, selectable=True)
        self._grid = KeyValueGrid()
        self._history_label = SectionLabel(self.tr("History of this fact"))
        self.relations = RelationList()
        self._evidence_label = SectionLabel(self.tr("Evidence"))
        self._evidence = QVBoxLayout()
        self._evidence.setSpacing(8)
        self.evidence_cards: list[EvidenceCard] = []
        self._more = plain_label("", "small", wrap=True)
        self.curve = WeightCurve(theme)
        self._weight = plain_label("", "small", wrap=True)
        self._used = plain_label("", "faint", wrap=True)
        self.uses = UseList()
        self.changes = ChangeList()
        self._notes_label = SectionLabel(self.tr("Left out"))
        self._notes = plain_label("", "small", wrap=True)
        self._lay_out()
        self.pin_button.clicked.connect(self._on_pin_button_clicked)
        self.edit_button.clicked.connect(self.commands.edit.trigger)
        self.relations.opened.connect(self.event_opened)
        self.changes.undo_asked.connect(self.undo_asked)
        self.uses.receipt_opened.connect(self.receipt_opened)
        self.uses.session_opened.connect(self.session_opened)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        chips = QWidget()
        chips.setMinimumWidth(1)
        chips.setLayout(self._chips)
        head.addWidget(chips, 1)
        for button in (self.pin_button, self.edit_button, self.more_button):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        top = QWidget()
        top.setProperty("role", "header")
        top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        above = QVBoxLayout(top)
        above.setContentsMargins(SIDE_PX, 12, SIDE_PX, 12)
        above.setSpacing(8)
        above.addLayout(head)
        above.addWidget(self._title)
        above.addWidget(self._summary)
        below = QVBoxLayout()
        below.setContentsMargins(SIDE_PX, 14, SIDE_PX, 16)
        below.setSpacing(8)
        below.addWidget(self._grid)
        for label, widgets in (
            (self._history_label, [self.relations]),
            (self._evidence_label, []),
            (SectionLabel(self.tr("Weight")), [self._weight, self.curve, self._used, self.uses]),
            (SectionLabel(self.tr("Changes")), [self.changes]),
            (self._notes_label, [self._notes]),
        ):
            label.setContentsMargins(0, 10, 0, 0)
            below.addWidget(label)
            if label is self._evidence_label:
                below.addLayout(self._evidence)
                below.addWidget(self._more)
            for widget in widgets:
                below.addWidget(widget)
        below.addStretch(1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addLayout(below, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self._scroll.hide()

    def clear(self) -> None:
        """Show nothing."""
        self.detail = None
        self._scroll.hide()

    def show_event(self, shown: Shown, workspace: str) -> None:
        """Show an event and what happened to it; workspace is "" where it goes without saying."""
        detail = shown.detail
        other = self.detail is None or self.detail.row.id != detail.row.id
        self.detail = detail
        row = detail.row
        self._show_chips()
        self.commands.refresh()
        self.show_pinned(pinned=row.pinned)
        self._title.setText(one_line(row.title))
        self._summary.setText(visible(row.summary))
        self._summary.setVisible(bool(row.summary.strip()) and row.summary != row.title)
        self._grid.set_rows(self._rows(workspace))
        self._history_label.setVisible(bool(detail.relations))
        self.relations.setVisible(bool(detail.relations))
        self.relations.show_event(shown)
        self._show_evidence()
        weight = weight_line(detail)
        self._weight.setText(weight[:1].upper() + weight[1:])
        self._used.setText(used_line(detail))
        self.curve.show_event(detail, f"{weight}. {used_line(detail)}", shown.uses)
        self.uses.show_uses(shown.uses)
        self.changes.show_history(detail, shown.history)
        self._notes_label.setVisible(bool(detail.notes))
        self._notes.setVisible(bool(detail.notes))
        self._notes.setText("\n".join(wording.note(code) for code in detail.notes))
        self._scroll.show()
        if other:
            self._scroll.verticalScrollBar().setValue(0)

    def show_pinned(self, *, pinned: bool) -> None:
        """Name the button by what is so."""
        name, token = ("star-filled", "gold") if pinned else ("star", "muted")
        self.pin_button.setIcon(self._theme.icon(name, token))
        self.pin_button.setText(self.tr("Pinned") if pinned else self.tr("Pin"))
        self.pin_button.setToolTip(
            self.tr("Let it fade again (Space)")
            if pinned
            else self.tr("Keep it at full weight (Space)")
        )

    def _show_chips(self) -> None:
        self._chips.clear()
        if self.detail is None:
            return
        row = self.detail.row
        chips = [Chip(wording.event_state(row.state), _state_tone(row.state))]
        if row.conflicts:
            chips.append(Chip(wording.conflicts(row.conflicts), "warn"))
        if row.status is not HappeningStatus.UNKNOWN:
            chips.append(Chip(wording.happening_status(row.status)))
        chips += [Chip(wording.event_type(row.type)), Chip(wording.scope(row.scope))]
        for chip in chips:
            self._chips.addWidget(chip)

    def _rows(self, workspace: str) -> list[tuple[str, QWidget | str]]:
        if self.detail is None:
            return []
        row = self.detail.row
        rows: list[tuple[str, QWidget | str]] = [
            (self.tr("Mentioned"), dates.with_zone(row.mentioned_at)),
            (self.tr("Happened"), self._happened(row.happening)),
        ]
        if row.participants:
            rows.append((self.tr("People and things"), self._names(row.participants)))
        if row.tags:
            rows.append((self.tr("Tags"), one_line(", ".join(row.tags))))
        rows.append((self.tr("Kept at least"), self._kept()))
        if workspace:
            rows.append((self.tr("Workspace"), one_line(workspace)))
        return rows

    def _happened(self, value: Happening) -> QWidget:
        holder, flow = flow_holder()
        words = plain_label(wording.happened(value), wrap=False, selectable=True)
        words.setStyleSheet("font-size: 12px;")
        flow.addWidget(words)
        exactness = wording.exactness(value)
        if exactness:
            flow.addWidget(Chip(exactness))
        if value.text and value.start is not None:
            original = ElidedLabel(wording.quoted(one_line(value.text)), "faint")
            original.setToolTip(plain_tooltip(self.tr("The words of the source")))
            flow.addWidget(original)
        return holder

    def _names(self, names: Sequence[str]) -> QWidget:
        holder, flow = flow_holder(8)
        for name in names:
            shown = one_line(name)
            button = link_button(cut(shown), partial(self.name_chosen.emit, name), small=True)
            button.setToolTip(plain_tooltip(self.tr("Events with {name}").format(name=shown)))
            flow.addWidget(button)
        return holder

    def _kept(self) -> str:
        if self.detail is None:
            return ""
        row = self.detail.row
        words = wording.criticality(Criticality(row.criticality))
        floor = floor_words(self.detail)
        if row.pinned:
            return self.tr("{kind} · floor {floor} (pinned: {weight})").format(
                kind=words, floor=floor, weight=wording.weight(1.0)
            )
        return self.tr("{kind} · floor {floor}").format(kind=words, floor=floor)

    def _show_evidence(self) -> None:
        for card in self.evidence_cards:
            card.hide()
            card.deleteLater()
        self.evidence_cards.clear()
        evidence = () if self.detail is None else self.detail.evidence
        for item in evidence[:_EVIDENCE_SHOWN]:
            card = EvidenceCard(item)
            ids = (int(item.session_id), int(item.message_id))
            card.opened.connect(lambda ids=ids: self.message_opened.emit(*ids))
            self._evidence.addWidget(card)
            self.evidence_cards.append(card)
        more = len(evidence) - _EVIDENCE_SHOWN
        self._more.setVisible(more > 0 or not evidence)
        self._more.setText(
            self.tr("%n more message(s)", "", more)
            if more > 0
            else self.tr("No message stands for it any more.")
        )

    def _shown_id(self) -> list[int]:
        return [] if self.detail is None else [int(self.detail.row.id)]

    def _on_pin_button_clicked(self) -> None:
        if self.detail is not None:
            self.pin_asked.emit(not self.detail.row.pinned)


def _state_tone(state: EventState) -> Tone:
    return "accent" if state is EventState.ACTIVE else "neutral"
