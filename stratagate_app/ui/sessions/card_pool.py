"""The cards that exist: those in view, and a few to use again."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from stratagate_app.ui.sessions.card import BlockCard
from stratagate_app.ui.theme import Theme

_SPARE_CARDS = 4


class CardPool:
    """Hands out cards by key and takes them back.

    Attributes:
        cards: The cards in use, by key.
    """

    def __init__(self, theme: Theme, ground: QWidget, refuge: QWidget) -> None:
        """Make cards as children of ground; refuge gets the focus of a card that goes."""
        self.cards: dict[int, BlockCard] = {}
        self._theme = theme
        self._ground = ground
        self._refuge = refuge
        self._spare: list[BlockCard] = []

    def __len__(self) -> int:
        return len(self.cards) + len(self._spare)

    def take(self, key: int) -> BlockCard:
        """Return a card for a key that has none; nothing is connected to it."""
        card = self._spare.pop() if self._spare else BlockCard(self._theme, self._ground)
        self.cards[key] = card
        return card

    def retire(self, key: int) -> None:
        """Take back the card of a key."""
        card = self.cards.pop(key)
        focus = QApplication.focusWidget()
        if focus is not None and (focus is card or card.isAncestorOf(focus)):
            self._refuge.setFocus(Qt.FocusReason.OtherFocusReason)
        card.hide()
        for signal in (card.chosen, card.peeked, card.expand_asked, card.retry_asked, card.grown):
            signal.disconnect()
        if len(self._spare) < _SPARE_CARDS:
            self._spare.append(card)
        else:
            card.deleteLater()

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Let Tab visit the cards from top to bottom, whenever they were made."""
        chain = [self._refuge]
        for key in keys:
            card = self.cards.get(key)
            if card is not None:
                chain.extend(card.focus_chain())
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)
