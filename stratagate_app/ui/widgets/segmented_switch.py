"""A row of joined buttons of which one is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent


class SegmentedSwitch(QWidget):
    """One choice of a few; arrow keys move it.

    Signals:
        selected: Index the user chose (not sent by set_current).
    """

    selected = Signal(int)

    def __init__(self, labels: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        last = len(labels) - 1
        for index, label in enumerate(labels):
            button = _Segment(self)
            button.setText(label)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            place = "only" if last == 0 else {0: "first", last: "last"}.get(index, "middle")
            button.setProperty("place", place)
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if index == 0 else Qt.FocusPolicy.ClickFocus
            )
            self._group.addButton(button, index)
            row.addWidget(button)
        self.set_current(0)
        self._group.idClicked.connect(self._on_group_clicked)

    def current(self) -> int:
        """Return the index that is on."""
        return self._group.checkedId()

    def set_current(self, index: int) -> None:
        """Turn one on without telling anybody."""
        button = self._group.button(index)
        if button is not None:
            button.setChecked(True)
            self._let_tab_reach(index)

    def set_enabled(self, index: int, enabled: bool, reason: str = "") -> None:
        """Offer a choice or not; the reason is its tooltip."""
        button = self._group.button(index)
        button.setEnabled(enabled)
        button.setToolTip(reason)

    def set_tooltip(self, index: int, text: str) -> None:
        """Say what a choice shows."""
        self._group.button(index).setToolTip(text)

    def set_label(self, index: int, text: str) -> None:
        """Show another word on a choice."""
        self._group.button(index).setText(text)

    def setAccessibleName(self, name: str) -> None:
        """Name the switch; every button says the name with its own word."""
        super().setAccessibleName(name)
        for button in self._group.buttons():
            button.setAccessibleName(f"{name}: {button.text()}")

    def step(self, by: int) -> None:
        """Move the choice as the arrow keys do, past what is not offered."""
        index = self.current() + by
        while (button := self._group.button(index)) is not None:
            if button.isEnabled():
                button.setChecked(True)
                self._let_tab_reach(index)
                button.setFocus(Qt.FocusReason.TabFocusReason)
                self.selected.emit(index)
                return
            index += by

    def _let_tab_reach(self, index: int) -> None:
        # One stop for Tab, as for radio buttons: arrows do the rest.
        for button in self._group.buttons():
            reachable = self._group.id(button) == index
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if reachable else Qt.FocusPolicy.ClickFocus
            )

    def _on_group_clicked(self, index: int) -> None:
        self._let_tab_reach(index)
        self.selected.emit(index)


class _Segment(QToolButton):
    def __init__(self, switch: SegmentedSwitch) -> None:
        super().__init__(switch)
        self._switch = switch

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrow keys."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        by = steps.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self._switch.step(by)
