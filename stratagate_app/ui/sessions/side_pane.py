"""The right pane: what a block left behind, how it will fade, and where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    Block,
    BlockStatus,
    EventId,
    EventRow,
    ForecastStep,
    SessionSource,
    Strata,
)
from stratagate_app.ui.sessions import dates, wording
from stratagate_app.ui.sessions.event_card import EventCard
from stratagate_app.ui.sessions.forecast_chart import ForecastChart
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import (
    ElidedLabel,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

_EVENTS_SHOWN = 40
_SIDE_PX = 14


class SidePane(QWidget):
    """Reads and shows what belongs to one block, or to the session where none is chosen.

    Signals:
        event_opened: Id of an event to show.
        pin_asked: Event id, and whether to pin it.
        operation_opened: Id of the operation of an import.
        failed: The exception of a query.
    """

    event_opened = Signal(int)
    pin_asked = Signal(int, bool)
    operation_opened = Signal(int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._block: Block | None = None
        self._strata: Strata | None = None
        self._source: SessionSource | None = None
        self._focused: int | None = None
        self._events = Latest(client, self, self.failed.emit)
        self._cards: list[EventCard] = []
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._name = plain_label("", "heading")
        self._what = ElidedLabel("", "small")
        self._events_label = SectionLabel(self.tr("Events from this block"))
        self._none = plain_label("", "small", wrap=True)
        self._chart_label = SectionLabel(self.tr("Decay forecast"))
        self.chart = ForecastChart(theme)
        self._grid = KeyValueGrid()
        self._lay_out()

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(_SIDE_PX, 0, _SIDE_PX, 0)
        row.setSpacing(8)
        row.addWidget(self._name)
        row.addWidget(self._what, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(_SIDE_PX, 12, _SIDE_PX, 16)
        column.setSpacing(8)
        column.addWidget(self._events_label)
        column.addWidget(self._none)
        self._events_column = QVBoxLayout()
        self._events_column.setSpacing(8)
        column.addLayout(self._events_column)
        column.addSpacing(6)
        column.addWidget(self._chart_label)
        column.addWidget(self.chart)
        column.addSpacing(6)
        column.addWidget(SectionLabel(self.tr("Source")))
        column.addWidget(self._grid)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(header)
        whole.addWidget(self._scroll, 1)

    # What is shown

    @property
    def event_cards(self) -> tuple[EventCard, ...]:
        """The cards of the events, in the order they were found."""
        return tuple(self._cards)

    def show_block(
        self,
        strata: Strata,
        source: SessionSource | None,
        block: Block | None,
        forecast: Sequence[ForecastStep],
    ) -> None:
        """Show a block of a session; None: the open tail."""
        other = block is None or self._block is None or block.id != self._block.id
        self._strata, self._source, self._block = strata, source, block
        if other:
            self._focused = None
            self._scroll.verticalScrollBar().setValue(0)
        ready = block is not None and block.status is BlockStatus.READY
        self._chart_label.setVisible(ready)
        self.chart.setVisible(ready)
        if block is None:
            self._name.setText(self.tr("Open tail"))
            self._what.setText(self.tr("left nothing behind yet"))
            self._events.cancel()
            self._show_events(())
        else:
            self._name.setText(wording.block_name(block))
            self._what.setText(self.tr("what it left behind"))
            self.chart.set_forecast(block, forecast)
            if other:
                self._show_events(None)
            self.reload_events()
        self._show_source()

    def reload_events(self) -> None:
        """Read the events of the block again."""
        block = self._block
        if block is not None:
            self._events.run(lambda memory: memory.blocks.events(block.id), self._show_events)

    def _show_events(self, events: tuple[EventRow, ...] | None) -> None:
        """Show events; None: they are being read."""
        focused = next((c.event_row.id for c in self._cards if c.hasFocus()), self._focused)
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards.clear()
        self._none.setVisible(not events)
        self._none.setText("" if events is None else self._no_events())
        for event in (events or ())[:_EVENTS_SHOWN]:
            card = EventCard(event, self._theme)
            event_id = EventId(event.id)
            card.opened.connect(lambda event_id=event_id: self.event_opened.emit(event_id))
            card.pin_asked.connect(
                lambda pin, event_id=event_id: self.pin_asked.emit(event_id, pin)
            )
            card.stepped.connect(self._on_card_stepped)
            self._events_column.addWidget(card)
            self._cards.append(card)
            if event.id == focused:
                # The layout would show it later, and what is hidden takes no focus.
                card.show()
                card.setFocus(Qt.FocusReason.OtherFocusReason)
        # While they are read again, remember which one had the keyboard.
        self._focused = focused if events is None else None
        if events is not None and len(events) > _EVENTS_SHOWN:
            self._none.setText(
                self.tr("%n more event(s) are in Events", "", len(events) - _EVENTS_SHOWN)
            )
            self._none.show()

    def _no_events(self) -> str:
        if self._block is None:
            return self.tr("Events are found when a block is sealed.")
        if self._block.status is BlockStatus.PENDING:
            return self.tr("Events are looked for after the summary.")
        if self._block.status is BlockStatus.FAILED:
            return self.tr("Without a summary no events were looked for.")
        return self.tr("Nothing here was worth remembering as an event.")

    def _show_source(self) -> None:
        rows: list[tuple[str, QWidget | str]] = []
        source, block, strata = self._source, self._block, self._strata
        if source is not None:
            name = one_line(source.file_name) or wording.source_name(source.format)
            rows.append((self.tr("Imported from"), name))
            if source.imported_at is not None:
                rows.append((self.tr("Batch"), self._batch(source)))
        if block is not None:
            count = self.tr("%n message(s)", "", block.messages)
            if block.tool_calls:
                calls = self.tr("with %n tool call(s)", "", block.tool_calls)
                count = self.tr("{messages}, {calls}").format(messages=count, calls=calls)
            rows.append((self.tr("Messages"), count))
            sealed = plain_label(dates.moment(block.sealed_at), wrap=True)
            sealed.setStyleSheet("font-size: 12px;")
            sealed.setToolTip(plain_tooltip(dates.with_zone(block.sealed_at)))
            rows.append((self.tr("Sealed"), sealed))
            if block.tags:
                rows.append((self.tr("Tags"), one_line(", ".join(block.tags))))
        elif strata is not None:
            rows.append((self.tr("Messages"), self.tr("%n message(s)", "", strata.tail.messages)))
        self._grid.set_rows(rows)

    def _batch(self, source: SessionSource) -> QWidget:
        when = source.imported_at
        words = "" if when is None else dates.moment(when)
        if source.batch_id is None:
            return plain_label(words, "small")
        operation = int(source.batch_id)
        button = link_button(words, lambda: self.operation_opened.emit(operation), small=True)
        says = self.tr("Show this import in Activity")
        button.setToolTip(plain_tooltip(f"{says}\n{dates.with_zone(when)}"))
        return button

    def _on_card_stepped(self, by: int) -> None:
        focused = [place for place, card in enumerate(self._cards) if card.hasFocus()]
        if not focused:
            return
        place = max(0, min(len(self._cards) - 1, focused[0] + by))
        card = self._cards[place]
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(card)
