"""Buttons that open a list to choose from: what a filter is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from stratagate_app.ui.theme import Theme

CHOSEN_CHARS = 24
"""How much of what was chosen a button says."""
_STYLE = "QToolButton:!focus {{ background: {}; color: {}; border-color: {}; }}"


class Choice(NamedTuple):
    """What can be chosen: its key and its words; a key of "" is a heading."""

    key: str
    words: str


class FilterButton(QToolButton):
    """A button with a name and what was chosen, opening its menu.

    A subclass fills `choices` and calls `tell` when something was chosen.

    Signals:
        chosen: Something else was chosen by the user.
    """

    chosen = Signal()

    def __init__(self, name: str, theme: Theme, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setIcon(theme.icon("chevron-down"))
        self.setIconSize(QSize(12, 12))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.choices = menu
        menu.setParent(self, menu.windowFlags())
        self.setMenu(menu)

    def tell(self, words: str) -> None:
        """Say what is chosen; "" for anything."""
        shown = words if len(words) <= CHOSEN_CHARS else words[: CHOSEN_CHARS - 1] + "…"
        text = self.tr("{name}: {chosen}").format(name=self.name, chosen=shown)
        self.setText(text if words else self.name)
        any_of_it = self.tr("any")
        self.setAccessibleName(
            self.tr("{name}: {chosen}").format(name=self.name, chosen=words or any_of_it)
        )
        colors = ("accent_soft", "accent", "accent") if words else ("panel2", "text", "line")
        self.setStyleSheet(_STYLE.format(*(self._theme.value(token) for token in colors)))
        self.updateGeometry()


class MultiChoiceButton(FilterButton):
    """A filter of which several choices may be on; none means any."""

    def __init__(
        self,
        name: str,
        choices: Sequence[Choice],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, theme, _StayingMenu(), parent)
        self._words = {choice.key: choice.words for choice in choices if choice.key}
        self._actions: dict[str, QAction] = {}
        for choice in choices:
            if not choice.key:
                heading = self.choices.addAction(choice.words)
                heading.setEnabled(False)
                continue
            action = self.choices.addAction(choice.words)
            action.setCheckable(True)
            action.toggled.connect(self._on_action_toggled)
            self._actions[choice.key] = action
        self.choices.addSeparator()
        self._clear = self.choices.addAction(self.tr("Any"))
        self._clear.triggered.connect(self._on_clear_triggered)
        self._tell()

    def keys(self) -> frozenset[str]:
        """Return the keys that are on."""
        return frozenset(key for key, action in self._actions.items() if action.isChecked())

    def set_keys(self, keys: Sequence[str]) -> None:
        """Turn these on and the others off, without telling anybody; unknown ones are left out."""
        for key, action in self._actions.items():
            action.blockSignals(True)
            action.setChecked(key in keys)
            action.blockSignals(False)
        self._tell()

    def _on_action_toggled(self, _on: bool) -> None:
        self._tell()
        self.chosen.emit()

    def _on_clear_triggered(self) -> None:
        if self.keys():
            self.set_keys(())
            self.chosen.emit()

    def _tell(self) -> None:
        keys = self.keys()
        self._clear.setEnabled(bool(keys))
        on = [words for key, words in self._words.items() if key in keys]
        words = on[0] if on else ""
        if len(on) > 1:
            words = self.tr("{first} +{more}").format(first=on[0], more=len(on) - 1)
        self.tell(words)


class _StayingMenu(QMenu):
    """A menu that stays open while things in it are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick without closing."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick by Space without closing; Enter ticks and closes."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
        else:
            super().keyPressEvent(event)
