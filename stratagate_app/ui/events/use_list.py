"""The uses of an event in answers, each with the way to what recorded it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from stratagate_app.engine import Adoption
from stratagate_app.models import wording
from stratagate_app.ui.events.detail_parts import cut, flow_holder
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.widgets import link_button, plain_label

USES_SHOWN = 12


class UseList(QWidget):
    """When it was used, for which question, in which conversation; newest first.

    Signals:
        receipt_opened: Id of the operation that recorded a use.
        session_opened: Id of the conversation it was used in.
    """

    receipt_opened = Signal(int)
    session_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._grid = QWidget()
        self._column.addWidget(self._grid)

    def show_uses(self, uses: Sequence[Adoption]) -> None:
        """Show the uses of an event, given oldest first."""
        self._column.removeWidget(self._grid)
        self._grid.hide()
        self._grid.deleteLater()
        self._grid = QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, 96)
        grid.setColumnStretch(1, 1)
        for row, use in enumerate(list(reversed(uses))[:USES_SHOWN]):
            when = plain_label(f"{dates.short_day(use.at)} {dates.clock(use.at)}", "small")
            when.setToolTip(plain_tooltip(dates.with_zone(use.at)))
            grid.addWidget(when, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._words(use), row, 1)
        more = len(uses) - USES_SHOWN
        if more > 0:
            words = self.tr("%n earlier use(s)", "", more)
            grid.addWidget(plain_label(words, "small"), USES_SHOWN, 1)
        self._column.addWidget(self._grid)
        self.setVisible(bool(uses))

    def _words(self, use: Adoption) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        question = one_line(use.question)
        asked = wording.quoted(question) if question else self.tr("No question was kept")
        label = plain_label(asked, wrap=True)
        label.setStyleSheet("font-size: 12px;")
        column.addWidget(label)
        links, flow = flow_holder()
        turn = self.tr("turn {number}").format(number=use.turn)
        flow.addWidget(plain_label(f"{turn} ·", "faint"))
        if use.session_id is not None:
            title = one_line(use.session_title) or self.tr("Untitled session")
            opened = partial(self.session_opened.emit, int(use.session_id))
            session = link_button(cut(title), opened, small=True)
            session.setToolTip(plain_tooltip(self.tr("Show the conversation it was used in")))
            flow.addWidget(session)
        if use.operation_id is not None:
            opened = partial(self.receipt_opened.emit, int(use.operation_id))
            receipt = link_button(self.tr("receipt"), opened, small=True)
            receipt.setToolTip(plain_tooltip(self.tr("Show the receipt in Activity")))
            receipt.setAccessibleName(self.tr("Receipt: {question}").format(question=asked))
            flow.addWidget(receipt)
        column.addWidget(links)
        return holder
