"""Beside a question: what the answer used, what was only found, and the receipt."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.engine import Ask
from stratagate_app.models import asks
from stratagate_app.ui.ask.cards import card, put_in
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import number, plain_tooltip
from stratagate_app.ui.theme import BASE_PX, Theme
from stratagate_app.ui.widgets import KeyValueGrid, SectionLabel, link_button, plain_label
from stratagate_app.ui.widgets.marked_label import MarkedLabel

WIDTH_PX = 320
# So that the receipt below stays in sight.
_FOUND_SHOWN = 3
_ID_CHARS = 16


class SidePane(QWidget):
    """Used, found and not used, receipt.

    Signals:
        opened: Reference to show.
        operation_opened: Operation id of the receipt.
    """

    opened = Signal(str)
    operation_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ask: Ask | None = None
        self._whole = False
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)
        self.show_ask(None)

    def show_ask(self, ask: Ask | None) -> None:
        """Show what stands beside a question; None: nothing yet."""
        if self._ask is None or ask is None or ask.id != self._ask.id:
            self._whole = False
        self._ask = ask
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(18, 20, 18, 18)
        column.setSpacing(10)
        if ask is not None:
            self._add_used(column, ask)
            self._add_found(column, ask)
            self._add_receipt(column, ask)
        column.addStretch(1)
        put_in(self._area, holder)

    def _add_used(self, column: QVBoxLayout, ask: Ask) -> None:
        column.addWidget(SectionLabel(self.tr("Used in the answer")))
        if not ask.evidence:
            column.addWidget(plain_label(self.tr("Nothing was used."), "muted", wrap=True))
        for place, used in enumerate(ask.evidence):
            column.addWidget(self._card(used.ref, asks.used(ask, place)))

    def _add_found(self, column: QVBoxLayout, ask: Ask) -> None:
        refs = [ref for ref in ask.found_only if ref in ask.items]
        if not refs:
            return
        column.addSpacing(8)
        column.addWidget(SectionLabel(self.tr("Found, not used")))
        shown = refs if self._whole else refs[:_FOUND_SHOWN]
        for ref in shown:
            column.addWidget(self._card(ref, asks.only_found(ask.items[ref])))
        if len(refs) > len(shown):
            words = self.tr("Show {count} more").format(count=number(len(refs) - len(shown)))
            self.more = link_button(words, self._show_whole, small=True)
            column.addWidget(self.more)

    def _show_whole(self) -> None:
        place = self._area.verticalScrollBar().value()
        self._whole = True
        self.show_ask(self._ask)
        # The cards have a height of their own only once they are laid out.
        QTimer.singleShot(0, self, lambda: self._area.verticalScrollBar().setValue(place))
        links = self._area.findChildren(QPushButton)
        links[len(self._used_refs()) + _FOUND_SHOWN].setFocus(Qt.FocusReason.OtherFocusReason)

    def _used_refs(self) -> list[str]:
        return [] if self._ask is None else [item.ref for item in self._ask.evidence]

    def _add_receipt(self, column: QVBoxLayout, ask: Ask) -> None:
        column.addSpacing(8)
        column.addWidget(SectionLabel(self.tr("Receipt")))
        receipt = ask.receipt
        if receipt is None:
            words = self.tr("Nothing was recorded: being found changes no weight.")
            column.addWidget(plain_label(words, "muted", wrap=True))
            return
        last = asks.verdict(ask.steps[-1]) if ask.steps else None
        rows: list[tuple[str, QWidget | str]] = []
        if receipt.turn is not None:
            rows.append((self.tr("Turn"), number(receipt.turn)))
        if last is not None:
            rows.append((self.tr("Verdict"), last[0]))
        rows.append((self.tr("Recorded"), dates.moment(receipt.at)))
        whole = receipt.receipt_id
        short = whole if len(whole) <= _ID_CHARS else f"{whole[:8]}…{whole[-4:]}"
        words = self.tr("{id}, undone since") if receipt.undone else self.tr("{id}, saved once")
        label = plain_label(words.format(id=short), selectable=True)
        label.setStyleSheet("font-size: 12px;")
        label.setToolTip(plain_tooltip(whole))
        rows.append((self.tr("Receipt"), label))
        operation = receipt.operation_id
        if operation is not None:
            link = link_button(
                self.tr("show in Activity"),
                lambda: self.operation_opened.emit(operation),
                small=True,
            )
            rows.append(("", link))
        grid = KeyValueGrid(label_width_px=76)
        grid.set_rows(rows)
        column.addWidget(grid)

    def _card(self, ref: str, shown: asks.Weighed) -> QFrame:
        frame, column = card()
        title = one_line(visible(shown.title))
        column.addWidget(
            MarkedLabel(title, (), self._theme, size_px=BASE_PX, bold=True, struck=shown.struck)
        )
        if shown.below:
            column.addWidget(plain_label(visible(shown.below), "small", wrap=True))
        link = link_button(self.tr("show"), lambda: self.opened.emit(ref), small=True)
        link.setAccessibleName(self.tr("Show {title}").format(title=title))
        column.addWidget(link)
        return frame
