"""The sections of the pane beside the table: history, evidence, changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from stratagate_app.engine import (
    Actor,
    EventDetail,
    EventState,
    Evidence,
    Operation,
    OperationId,
    RelatedEvent,
    RelationKind,
    Role,
)
from stratagate_app.models import event_operations, operations, wording
from stratagate_app.models.events import Fact, Shown, replaced_at
from stratagate_app.models.fields import integer
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.sessions.wording import role as role_words
from stratagate_app.ui.widgets import Chip, ElidedLabel, FlowLayout, link_button, plain_label
from stratagate_app.ui.widgets.chip import Tone

TITLE_CHARS = 36
"""How much of a title a link or a chip shows: what fits into the narrowest pane."""
_CHANGES_SHOWN = 40


class EvidenceCard(QFrame):
    """What was said, by whom and when, and the way to it.

    Signals:
        opened: Show it in its conversation.
    """

    opened = Signal()

    def __init__(self, evidence: Evidence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "quote")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(2)
        quotes = evidence.quotes or (evidence.excerpt,)
        for quote in quotes:
            words = visible(quote).strip()
            shown = wording.quoted(words) if evidence.quotes else words
            if shown:
                label = plain_label(shown, wrap=True, selectable=True)
                label.setStyleSheet("font-size: 12px;")
                column.addWidget(label)
        line, flow = flow_holder(4)
        title = one_line(evidence.session_title) or self.tr("Untitled session")
        place = (
            self.tr("open tail")
            if evidence.block_number is None
            else self.tr("block {number}").format(number=evidence.block_number)
        )
        where = plain_label(f"{self._who(evidence)} ·", "faint")
        where.setToolTip(plain_tooltip(dates.with_zone(evidence.said_at)))
        session = ElidedLabel(f"{title} · {place} ·", "faint", mode=Qt.TextElideMode.ElideMiddle)
        session.setToolTip(plain_tooltip(title))
        self.link = link_button(self.tr("show in conversation"), self.opened.emit, small=True)
        self.link.setToolTip(self.tr("Show the message in its conversation (Enter)"))
        for widget in (where, session, self.link):
            flow.addWidget(widget)
        column.addWidget(line)

    def _who(self, evidence: Evidence) -> str:
        try:
            who = role_words(Role(evidence.role))
        except ValueError:
            who = evidence.role
        if evidence.role == Role.USER.value:
            who = self.tr("You")
        if evidence.said_at is None:
            return who
        return self.tr("{who}, {time}").format(who=who, time=dates.moment(evidence.said_at))


class RelationList(QWidget):
    """The events before and after this one, and those it contradicts.

    Signals:
        opened: Id of the event that was chosen.
    """

    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_event(self, shown: Shown) -> None:
        """Show what stands in relation to an event."""
        _empty(self._column)
        if shown.before or shown.after:
            self._column.addWidget(self._line(shown))
        others = [r for r in shown.detail.relations if r.kind is not RelationKind.SUPERSEDES]
        for related in sorted(others, key=lambda r: r.kind is not RelationKind.CONFLICTS):
            self._column.addWidget(self._other(related))

    def _line(self, shown: Shown) -> QWidget:
        holder, flow = flow_holder()
        row = shown.detail.row
        for fact in shown.before:
            self._add_fact(flow, fact)
            flow.addWidget(_arrow())
        over = wording.is_over(row.state)
        own = _chip(row.title, "neutral" if over else "accent", struck=over)
        own.setToolTip(plain_tooltip(self.tr("This event")))
        flow.addWidget(own)
        _add_held(flow, row.state, row.mentioned_at, replaced_at(shown.detail))
        for fact in shown.after:
            flow.addWidget(_arrow())
            self._add_fact(flow, fact)
        return holder

    def _add_fact(self, flow: FlowLayout, fact: Fact) -> None:
        flow.addWidget(self._link(fact.event))
        _add_held(flow, fact.event.state, fact.event.mentioned_at, fact.replaced_at)

    def _other(self, related: RelatedEvent) -> QWidget:
        holder, flow = flow_holder()
        words = wording.relation(related.kind, outgoing=related.outgoing)
        tone: Tone = "warn" if related.kind is RelationKind.CONFLICTS else "neutral"
        flow.addWidget(Chip(words, tone))
        flow.addWidget(self._link(related))
        return holder

    def _link(self, related: RelatedEvent) -> QWidget:
        title = one_line(related.title)
        event_id = int(related.event_id)
        button = link_button(cut(title), lambda: self.opened.emit(event_id), small=True)
        font = button.font()
        font.setStrikeOut(wording.is_over(related.state))
        button.setFont(font)
        words = wording.relation(related.kind, outgoing=related.outgoing)
        said = wording.said(related.mentioned_at)
        state = wording.event_state(related.state)
        button.setToolTip(plain_tooltip(f"{words}: {title}\n{said} · {state}"))
        button.setAccessibleName(f"{words}: {title}")
        return button


class ChangeList(QWidget):
    """What happened to the event, newest first, each with its undo.

    Signals:
        undo_asked: Id of an operation.
    """

    undo_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnMinimumWidth(0, 96)
        self._grid.setColumnStretch(1, 1)

    def show_history(self, detail: EventDetail, history: Sequence[Operation]) -> None:
        """Show the operations that touched an event."""
        _empty(self._grid)
        oldest = history[-1].id if history else None
        top = Qt.AlignmentFlag.AlignTop
        for row, operation in enumerate(history[:_CHANGES_SHOWN]):
            when = plain_label(
                f"{dates.short_day(operation.at)} {dates.clock(operation.at)}", "small"
            )
            when.setToolTip(plain_tooltip(dates.with_zone(operation.at)))
            what = plain_label(
                self._sentence(detail, operation, first=operation.id == oldest), wrap=True
            )
            _set_small(what, struck=operation.undone)
            self._grid.addWidget(when, row, 0, top)
            self._grid.addWidget(what, row, 1, top)
            if operation.undoable:
                self._grid.addWidget(self._undo_link(operation.id), row, 2, top)

    def _undo_link(self, operation_id: OperationId) -> QWidget:
        link = link_button(
            self.tr("undo"), lambda: self.undo_asked.emit(int(operation_id)), small=True
        )
        link.setAccessibleName(self.tr("Undo this change"))
        return link

    def _sentence(self, detail: EventDetail, operation: Operation, *, first: bool) -> str:
        match operation.kind:
            case "pin_event" | "unpin_event":
                return self._pinned(operation)
            case "record_use":
                return self.tr("Used in an answer")
            case "derive" if first:
                numbers = [e.block_number for e in detail.evidence if e.block_number is not None]
                if numbers:
                    return self.tr("Extracted from block {number}").format(number=numbers[0])
                return self.tr("Extracted from the conversation")
            case "derive":
                return self.tr("Changed by what was said later")
            case "edit_event":
                names = [name for name, _, _ in event_operations.edited(operation.fields)]
                return self.tr("Edited: {fields}").format(fields=", ".join(names))
            case _:
                return operations.sentence(operation)

    def _pinned(self, operation: Operation) -> str:
        pinned = operation.kind == "pin_event"
        if operation.actor is Actor.USER:
            said = self.tr("You pinned it") if pinned else self.tr("You unpinned it")
        else:
            template = self.tr("{who} pinned it") if pinned else self.tr("{who} unpinned it")
            said = template.format(who=wording.actor(operation.actor))
        # An undo takes them all back, so that it is to be known.
        others = integer(operation.fields, "count") - 1
        if others > 0:
            return self.tr("{what} with %n other(s)", "", others).format(what=said)
        return said


class _Words(QObject):
    """Parts of sentences; see ui/sessions/wording.py for why they are methods."""

    def now(self, weight: str) -> str:
        """Return `now 0.74`."""
        return self.tr("now {weight}").format(weight=weight)

    def floor(self, weight: str) -> str:
        """Return `floor 0.30`."""
        return self.tr("floor {weight}").format(weight=weight)

    def cap(self, weight: str) -> str:
        """Return `cap 0.20`."""
        return self.tr("cap {weight}").format(weight=weight)

    def found(self, time: str | None) -> str:
        """Return that being found does not count, and when it was found."""
        if time is None:
            return self.tr("Being found does not count.")
        return self.tr("Being found does not count: last found {time}.").format(time=time)

    def elapsed(self, turns: int, *, used: bool) -> str:
        """Return since when it fades."""
        if used:
            return self.tr("%n turn(s) since it was last used", "", turns)
        return self.tr("%n turn(s) since it was formed", "", turns)

    def used(self, count: int) -> str:
        """Return how often it was used."""
        if not count:
            return self.tr("Not used in an answer yet.")
        return self.tr("Used in %n answer(s).", "", count)

    def both(self, used: str, found: str) -> str:
        """Return two sentences after each other."""
        return self.tr("{used} {found}").format(used=used, found=found)


_WORDS = _Words()


def weight_line(detail: EventDetail) -> str:
    """Return value, floor, cap and turns of the weight in one line."""
    row = detail.row
    parts = [
        _WORDS.now(wording.weight(row.weight)),
        _WORDS.floor(floor_words(detail)),
    ]
    if detail.cap is not None:
        parts.append(_WORDS.cap(wording.weight(detail.cap)))
    parts.append(_WORDS.elapsed(detail.elapsed_turns, used=row.adoptions > 0))
    return " · ".join(parts)


def floor_words(detail: EventDetail) -> str:
    """Return the lowest weight, without digits where it is nothing."""
    return wording.weight(detail.floor) if detail.floor else "0"


def used_line(detail: EventDetail) -> str:
    """Return how often it was used, and that being found does not count."""
    found_at = detail.last_found_at
    return _WORDS.both(
        _WORDS.used(detail.row.adoptions),
        _WORDS.found(None if found_at is None else dates.moment(found_at)),
    )


def flow_holder(spacing_px: int = 6) -> tuple[QWidget, FlowLayout]:
    """Return a widget that flows its children and never makes the pane wider than it is."""
    holder = QWidget()
    holder.setMinimumWidth(1)
    return holder, FlowLayout(holder, spacing_px=spacing_px)


def cut(title: str) -> str:
    """Return a title as long as a link or a chip can be."""
    return title if len(title) <= TITLE_CHARS else title[: TITLE_CHARS - 1].rstrip() + "…"


def _arrow() -> QWidget:
    return plain_label("→", "small")


def _add_held(
    flow: FlowLayout, state: EventState, first: datetime | None, last: datetime | None
) -> None:
    """Say from when to when it held; of what holds no more without a known end, when it was."""
    end = last if last is not None or not wording.is_over(state) else first
    words = wording.held(first, end)
    if words:
        label = plain_label(words, "faint")
        label.setToolTip(plain_tooltip(dates.with_zone(first)))
        flow.addWidget(label)


def _chip(title: str, tone: Tone, *, struck: bool) -> Chip:
    chip = Chip(cut(one_line(title)), tone)
    chip.set_struck(struck)
    return chip


def _set_small(label: QLabel, *, struck: bool) -> None:
    label.setStyleSheet(
        "font-size: 12px; text-decoration: line-through;" if struck else "font-size: 12px;"
    )


def _empty(layout: QVBoxLayout | QGridLayout | QHBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
