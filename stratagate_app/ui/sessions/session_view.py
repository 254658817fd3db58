"""The middle of the page: one session as strata, and the cards of its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import Block, ForecastStep, SessionId, Strata, block_level_forecast
from stratagate_app.ui.sessions import dates, wording
from stratagate_app.ui.sessions.card_list import CardList
from stratagate_app.ui.sessions.content_store import ContentStore
from stratagate_app.ui.sessions.copy_button import CopyContextButton
from stratagate_app.ui.sessions.strata_view import TAIL_KEY, StrataView
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

_SIDE_PX = 14


class SessionView(QWidget):
    """Header, strata and cards of a session; they share one selection.

    Signals:
        selected: Key of the selected block, or TAIL_KEY.
        expand_asked: Block id and level to lift it to.
        retry_asked: Block id whose job should run again.
        settings_asked: The user wants to change the decay.
        details_toggled: The user shows or hides the pane on the right.
        failed: The exception of a query.
    """

    selected = Signal(int)
    expand_asked = Signal(int, int)
    retry_asked = Signal(int)
    settings_asked = Signal()
    details_toggled = Signal(bool)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strata: Strata | None = None
        self._store = ContentStore(client, self)
        self._store.failed.connect(self.failed)
        self._title = ElidedLabel("", "heading")
        self._subtitle = ElidedLabel("", "small")
        self.decay_button = QToolButton()
        self.copy_button = CopyContextButton(client)
        self.copy_button.failed.connect(self.failed)
        self.details_button = QToolButton()
        self.strata_view = StrataView(theme)
        self.strata_view.set_describer(self._describe)
        self._caption = ElidedLabel(
            self.tr("Strata: what an assistant sees of this session now. Taller is more detail."),
            "faint",
        )
        self._tokens = plain_label("", "faint")
        self._tokens.setToolTip(
            self.tr("Estimated tokens an assistant gets of this session now, of all it holds")
        )
        self.cards = CardList(self._store, theme, self.forecast_of)
        self._stack = QStackedWidget()
        self._lay_out(theme)
        self.strata_view.selected.connect(self._on_bar_selected)
        self.strata_view.activated.connect(self.cards.focus_card)
        self.cards.chosen.connect(self._on_card_chosen)
        self.cards.expand_asked.connect(self.expand_asked)
        self.cards.retry_asked.connect(self.retry_asked)
        self.decay_button.clicked.connect(self.settings_asked)
        self.details_button.toggled.connect(self.details_toggled)

    def _lay_out(self, theme: Theme) -> None:
        for button in (self.decay_button, self.details_button):
            button.setProperty("role", "ghost")
            button.setProperty("scale", "small")
        self.details_button.setIcon(theme.icon("info"))
        self.details_button.setCheckable(True)
        self.details_button.setToolTip(self.tr("Show what the block left behind (D)"))
        self.details_button.setAccessibleName(self.tr("Details of the block"))
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(_SIDE_PX, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._subtitle, 1)
        row.addWidget(self.decay_button)
        row.addWidget(self.copy_button)
        row.addWidget(self.details_button)
        panel = QWidget()
        panel.setProperty("role", "header")
        panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        column = QVBoxLayout(panel)
        column.setContentsMargins(_SIDE_PX, 8, _SIDE_PX, 6)
        column.setSpacing(4)
        words = QHBoxLayout()
        words.setSpacing(12)
        words.addWidget(self._caption, 1)
        words.addWidget(self._tokens)
        column.addLayout(words)
        column.addWidget(self.strata_view)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(header)
        inside.addWidget(panel)
        inside.addWidget(self.cards, 1)
        self._stack.addWidget(
            EmptyState(
                self.tr("No session chosen"),
                self.tr("Choose one on the left to see what an assistant remembers of it."),
            )
        )
        self._stack.addWidget(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    # What is shown

    @property
    def strata(self) -> Strata | None:
        """The session that is shown."""
        return self._strata

    def show_strata(self, strata: Strata | None) -> None:
        """Show a session, or the same session as it is now, or none."""
        before = self._strata
        self._strata = strata
        session_id = None if strata is None else SessionId(strata.session.id)
        self._store.set_session(session_id)
        self.copy_button.set_session(session_id)
        if strata is None:
            self.strata_view.set_strata(None)
            self.cards.set_strata(None)
            self._stack.setCurrentIndex(0)
            return
        if before is not None and before.session.id == strata.session.id:
            self._store.outdate(_changed(before, strata))
        self._show_header(strata)
        self.strata_view.set_strata(strata)
        self.cards.set_strata(strata)
        self._stack.setCurrentIndex(1)

    def select(self, key: int, *, scroll: bool = True) -> None:
        """Select a block or the tail; nothing is emitted."""
        self.strata_view.set_current(key)
        self.cards.set_current(key, scroll=scroll)

    def show_message(self, key: int, message_id: int) -> None:
        """Select a block and show one of its messages."""
        self.select(key, scroll=False)
        self.cards.show_message(key, message_id)

    def outdate_texts(self) -> None:
        """Read the texts in view again."""
        self._store.outdate(None)
        self.cards.refresh()

    def newest_key(self) -> int:
        """Return the key of the newest ready block, else of the newest block, else the tail."""
        blocks = self._strata.blocks if self._strata is not None else ()
        ready = [block for block in blocks if block.ready_position is not None]
        if ready:
            return int(ready[-1].id)
        return int(blocks[-1].id) if blocks else TAIL_KEY

    def block(self, key: int | None) -> Block | None:
        """Return a block of the session; None for the tail or an id that is not in it."""
        blocks = self._strata.blocks if self._strata is not None else ()
        return next((block for block in blocks if block.id == key), None)

    def forecast_of(self, block: Block) -> tuple[ForecastStep, ...]:
        """Return the coming levels of a block."""
        if self._strata is None or block.ready_position is None:
            return ()
        decay_lambda = self._strata.workspace.decay_lambda
        return block_level_forecast(block.anchor_level, block.age, decay_lambda)

    def _show_header(self, strata: Strata) -> None:
        session, workspace = strata.session, strata.workspace
        self._title.setText(wording.session_title(session))
        parts = (
            wording.source_name(session.source),
            dates.day_span(session.started_at, session.updated_at),
            wording.turns(session.turns),
        )
        self._subtitle.setText(" · ".join(part for part in parts if part))
        self._subtitle.setToolTip(
            plain_tooltip(
                f"{dates.with_zone(session.started_at)}\n{dates.with_zone(session.updated_at)}"
            )
        )
        self.decay_button.setText(f"λ {workspace.decay_lambda:.2f}")
        self.decay_button.setAccessibleName(
            self.tr("Decay {value}").format(value=f"{workspace.decay_lambda:.2f}")
        )
        self.decay_button.setToolTip(
            self.tr(
                "How fast blocks fade with every newer block. Opens the settings of the "
                "workspace (L)"
            )
        )
        total = strata.tokens_total
        self._tokens.setText(
            self.tr("{shown} of {total} tokens shown ({percent}%)").format(
                shown=wording.number(strata.tokens_shown),
                total=wording.number(total),
                percent=round(100 * strata.tokens_shown / total) if total else 100,
            )
        )

    def _describe(self, block: Block | None) -> str:
        if block is not None:
            return wording.bar_tooltip(block, self.forecast_of(block))
        return "" if self._strata is None else wording.tail(self._strata.tail)

    def _on_bar_selected(self, key: int) -> None:
        self.cards.set_current(key, scroll=True)
        self.selected.emit(key)

    def _on_card_chosen(self, key: int) -> None:
        self.strata_view.set_current(key)
        self.selected.emit(key)


def _changed(before: Strata, after: Strata) -> frozenset[int]:
    """Return the keys of cards whose texts may be other ones now."""
    old = {block.id: (block.status, block.title, block.tokens) for block in before.blocks}
    keys = {
        int(block.id)
        for block in after.blocks
        if old.get(block.id) != (block.status, block.title, block.tokens)
    }
    return frozenset({*keys, TAIL_KEY} if before.tail != after.tail else keys)
