"""The cards of a session, one below the other; only those in view exist."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from stratagate_app.engine import Block, BlockStatus, ForecastStep, Level, Strata
from stratagate_app.ui.sessions.card import BlockCard
from stratagate_app.ui.sessions.card_pool import CardPool
from stratagate_app.ui.sessions.content_store import ContentStore, Wanted
from stratagate_app.ui.sessions.message_text import estimated_height
from stratagate_app.ui.sessions.stack import Stack
from stratagate_app.ui.sessions.strata_view import TAIL_KEY
from stratagate_app.ui.theme import Theme

_GAP_PX = 12
_SIDE_PX = 14
_CARD_PX = 92
_STEP_PX = 40

Forecaster = Callable[[Block], Sequence[ForecastStep]]


class CardList(QAbstractScrollArea):
    """A list of cards of different heights that stays smooth at any length.

    A card's height is estimated from its tokens until it was in view once; what is in view stays
    where it is while estimates above it become heights.

    Signals:
        chosen: Key of the card the user chose: a block id, or TAIL_KEY.
        expand_asked: Block id and level to lift it to.
        retry_asked: Block id whose job should run again.
    """

    chosen = Signal(int)
    expand_asked = Signal(int, int)
    retry_asked = Signal(int)

    def __init__(
        self,
        store: ContentStore,
        theme: Theme,
        forecast: Forecaster,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._forecast = forecast
        self._strata: Strata | None = None
        self._blocks: dict[int, Block] = {}
        self._stack = Stack(_GAP_PX)
        self._peeks: dict[int, int] = {}
        self._current: int | None = None
        self._marked: int | None = None
        self._target: tuple[int, int | None] | None = None
        self._pool = CardPool(theme, self.viewport(), self)
        self._cards = self._pool.cards
        self._placing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.setProperty("role", "cards")
        self.setAccessibleName(self.tr("Blocks"))
        self.verticalScrollBar().setSingleStep(_STEP_PX)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled_by_user)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._place)
        store.arrived.connect(self._on_store_arrived)

    # What is shown

    def set_strata(self, strata: Strata | None) -> None:
        """Show the blocks of a session and its open tail.

        The same session again keeps scrolling, selection and what is peeked at; another one
        begins at its top.
        """
        old = self._strata
        same = old is not None and strata is not None and old.session.id == strata.session.id
        anchor = self._anchor() if same else None
        known = self._stack.heights() if same else {}
        self._strata = strata
        self._blocks = {int(b.id): b for b in strata.blocks} if strata is not None else {}
        keys = list(self._blocks)
        if strata is not None and strata.tail.messages:
            keys.append(TAIL_KEY)
        if not same:
            self._peeks.clear()
            self._marked = self._current = self._target = None
        self._stack.set(keys, [known.get(key) or self._estimate(key) for key in keys])
        self._measure()
        for key in [key for key in self._cards if not same or key not in keys]:
            self._pool.retire(key)
        for key in self._cards:
            self._fill(key)
        if anchor is not None:
            self._restore(anchor)
        else:
            self.verticalScrollBar().setValue(0)
        self._place()

    def current(self) -> int | None:
        """Return the key of the chosen card."""
        return self._current

    def keys(self) -> list[int]:
        """Return the keys of the cards from top to bottom."""
        return list(self._stack.keys)

    def card(self, key: int) -> BlockCard | None:
        """Return the card of a key while it is in view."""
        return self._cards.get(key)

    def card_count(self) -> int:
        """Return how many cards exist now."""
        return len(self._pool)

    def set_current(self, key: int | None, *, scroll: bool = False) -> None:
        """Choose a card without telling anybody; scroll to its top if asked."""
        before, self._current = self._current, key
        for changed in (before, key):
            if changed is not None and changed in self._cards:
                self._cards[changed].set_chosen(changed == key)
        if scroll and key is not None:
            self._scroll_to(key, None)

    def show_message(self, key: int, message_id: int) -> None:
        """Show the message of a card at L5 and point it out."""
        self._marked = message_id
        self._peek(key, int(Level.L5))
        self._scroll_to(key, message_id)

    def focus_card(self, key: int) -> None:
        """Put the keyboard on a card."""
        self._scroll_to(key, None)
        card = self._cards.get(key)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)

    def peek(self, level: int) -> None:
        """Look at a level of the chosen block; nothing is changed."""
        block = self._blocks.get(self._current or 0)
        if block is None or not 0 <= level <= Level.L5:
            return
        if block.status is not BlockStatus.READY and level < Level.L3:
            return
        self._peek(int(block.id), level)

    def press_button(self) -> None:
        """Do what the button of the chosen card does."""
        if self._current is None:
            return
        if self._current not in self._cards:
            self._scroll_to(self._current, None)
        card = self._cards.get(self._current)
        if card is not None:
            card.press_button()

    def forget_peek(self, key: int) -> None:
        """Show a block at its own level again."""
        if self._peeks.pop(key, None) is not None:
            self._refill(key)

    def refresh(self) -> None:
        """Ask for the texts of the cards in view again."""
        for key in self._cards:
            self._fill(key)
        self._place()

    def level_of(self, key: int) -> int | None:
        """Return the level a card shows; None where it shows no text."""
        if key == TAIL_KEY:
            return int(Level.L5)
        block = self._blocks[key]
        peeked = self._peeks.get(key)
        if peeked is not None:
            return None if peeked < 0 else peeked
        return int(block.level) if block.status is BlockStatus.READY else None

    # Heights

    def _estimate(self, key: int) -> int:
        level = self.level_of(key)
        if level is None or self._strata is None:
            return _CARD_PX
        tokens = self._blocks[key].tokens[level] if key else self._strata.tail.tokens
        return _CARD_PX + min(estimated_height(tokens, self._card_width() - 30), 4000)

    def _measure(self) -> None:
        bar = self.verticalScrollBar()
        room = self.viewport().height()
        bar.setPageStep(max(room - _STEP_PX, 1))
        bar.setRange(0, max(0, self._stack.total() - room))

    def _card_width(self) -> int:
        return max(200, self.viewport().width() - 2 * _SIDE_PX)

    def _anchor(self) -> tuple[int, int] | None:
        """Return the key of the first card in view and how far it is from the top."""
        if not self._stack.keys:
            return None
        value = self.verticalScrollBar().value()
        place = self._stack.at(value)
        return self._stack.keys[place], self._stack.top(place) - value

    def _restore(self, anchor: tuple[int, int]) -> None:
        key, offset = anchor
        place = self._stack.place(key)
        if place >= 0:
            self.verticalScrollBar().setValue(self._stack.top(place) - offset)

    def _in_view(self) -> range:
        if not self._stack.keys:
            return range(0)
        value = self.verticalScrollBar().value()
        last = self._stack.at(value + self.viewport().height())
        return range(self._stack.at(value), last + 1)

    # Cards

    def _place(self) -> None:
        """Make, fill and place the cards in view, and let the others go."""
        if self._placing:
            return
        self._placing = True
        try:
            for _ in range(4):
                if not self._settle():
                    break
            self._hide_far_cards()
        finally:
            self._placing = False
        self._pool.order_focus(self._stack.keys)
        self._want()

    def _settle(self) -> bool:
        """Place the cards in view once; return whether a height turned out to be another."""
        width = self._card_width()
        anchor = self._anchor()
        value = self.verticalScrollBar().value()
        changed = False
        for place in self._in_view():
            key = self._stack.keys[place]
            card = self._cards.get(key) or self._make(key)
            top = self._stack.top(place) - value
            height = card.fit(width)
            changed |= self._stack.set_height(place, height)
            card.setGeometry(_SIDE_PX, top, width, height)
            card.show()
        if changed:
            self._measure()
            if anchor is not None:
                self._restore(anchor)
            self._aim()
        return changed

    def _hide_far_cards(self) -> None:
        near = {self._stack.keys[place] for place in self._in_view()}
        for key in [key for key in self._cards if key not in near]:
            self._pool.retire(key)

    def _make(self, key: int) -> BlockCard:
        card = self._pool.take(key)
        card.chosen.connect(lambda: self._choose(key))
        card.peeked.connect(lambda level: self._peek(key, level))
        card.expand_asked.connect(lambda level: self.expand_asked.emit(key, level))
        card.retry_asked.connect(lambda: self.retry_asked.emit(key))
        card.grown.connect(self._later.start)
        self._fill(key)
        card.set_chosen(key == self._current)
        return card

    def _fill(self, key: int) -> None:
        card = self._cards.get(key)
        if card is None or self._strata is None:
            return
        level = self.level_of(key)
        content = None if level is None else self._store.get(key, level)
        if key == TAIL_KEY:
            card.show_tail(self._strata.tail, content, marked=self._marked)
            return
        block = self._blocks[key]
        shown = None if level is None else Level(level)
        card.show_block(block, shown, self._forecast(block), content, marked=self._marked)

    def _refill(self, key: int) -> None:
        if key in self._cards:
            self._fill(key)
        elif (place := self._stack.place(key)) >= 0:
            self._stack.set_height(place, self._estimate(key))
            self._measure()
        self._place()

    def _want(self) -> None:
        wanted: list[Wanted] = []
        for key in sorted(self._cards, key=lambda key: key != self._current):
            level = self.level_of(key)
            if level is not None:
                wanted.append((key, level))
        self._store.want(wanted)

    # What the user does

    def _choose(self, key: int) -> None:
        if key != self._current:
            self._target = None
            self.set_current(key)
            self.chosen.emit(key)

    def _peek(self, key: int, level: int) -> None:
        self._target = None
        self._peeks[key] = level
        self._refill(key)

    def _scroll_to(self, key: int, message_id: int | None) -> None:
        self._target = (key, message_id)
        self._aim()
        self._place()

    def _aim(self) -> None:
        """Scroll to the target; it stays one until its text is there and nothing moves."""
        if self._target is None or self._stack.place(self._target[0]) < 0:
            return
        key, message_id = self._target
        top = self._stack.top(self._stack.place(key)) - _GAP_PX
        card = self._cards.get(key)
        if message_id is not None and card is not None:
            inside = card.body.top_of(message_id)
            if inside is not None:
                offset = card.body.y() + inside
                # The message with some lines before it, the card's head where there is room.
                if offset > self.viewport().height() * 2 // 3:
                    top += _GAP_PX + offset - self.viewport().height() // 4
        self.verticalScrollBar().setValue(top)

    def _on_scrolled(self) -> None:
        self._place()

    def _on_store_arrived(self, key: int, level: int) -> None:
        if key in self._cards and self.level_of(key) == level:
            self._fill(key)
            self._place()
            if self._target is not None:
                self._aim()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """J, K and arrows choose a card, pages and ends scroll."""
        key = event.key()
        bar = self.verticalScrollBar()
        if key in (Qt.Key.Key_J, Qt.Key.Key_Down):
            self.step(1)
        elif key in (Qt.Key.Key_K, Qt.Key.Key_Up):
            self.step(-1)
        elif key == Qt.Key.Key_PageDown:
            bar.setValue(bar.value() + bar.pageStep())
        elif key == Qt.Key.Key_PageUp:
            bar.setValue(bar.value() - bar.pageStep())
        elif key == Qt.Key.Key_Home:
            bar.setValue(0)
        elif key == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current is not None:
            self.focus_card(self._current)
        else:
            event.ignore()

    def step(self, by: int) -> None:
        """Choose the next card (1) or the one before (-1) and go there."""
        keys = self._stack.keys
        if not keys:
            return
        place = -1 if self._current is None else self._stack.place(self._current)
        key = keys[max(0, min(len(keys) - 1, place + by if place >= 0 else 0))]
        self._choose(key)
        self.focus_card(key)

    def _on_scrolled_by_user(self, _action: int) -> None:
        self._target = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        anchor = self._anchor()
        if event.size().width() != event.oldSize().width():
            for place, key in enumerate(self._stack.keys):
                if key not in self._cards:
                    self._stack.set_height(place, self._estimate(key))
        self._measure()
        if anchor is not None:
            self._restore(anchor)
        self._place()
