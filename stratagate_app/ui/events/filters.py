"""The row of filters above the table of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from stratagate_app.engine import (
    EventFilter,
    EventState,
    EventType,
    HappeningStatus,
    JsonValue,
    WorkspaceId,
)
from stratagate_app.models import wording
from stratagate_app.ui.events.choice_button import Choice, FilterButton, MultiChoiceButton
from stratagate_app.ui.events.happened_button import HappenedButton
from stratagate_app.ui.events.name_button import NameButton
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import FlowLayout, SearchField

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

SIDE_PX = 14
_SEARCH_PX = 150
_BUTTON_PX = 30
_CHIP_PX = 24
_PINNED = "pinned"


class FilterBar(QWidget):
    """Words, status, type, when it happened, who or what, conflicts.

    Signals:
        changed: The user filters otherwise.
        left_downwards: The Down key in the text: the table takes the keyboard.
    """

    changed = Signal()
    left_downwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.text = SearchField(self.tr("Words of the event"), theme)
        self.text.setToolTip(self.tr("Words of title, summary and names (/ or Ctrl+F)"))
        self.text.setMinimumWidth(_SEARCH_PX)
        self.status = MultiChoiceButton(self.tr("Status"), self._statuses(), theme)
        self.type = MultiChoiceButton(
            self.tr("Type"), [Choice(t.value, wording.event_type(t)) for t in EventType], theme
        )
        self.happened = HappenedButton(self.tr("Happened"), theme)
        self.name = NameButton(self.tr("Person or thing"), theme)
        self.conflicts = _ConflictToggle(theme)
        self._buttons: tuple[FilterButton, ...] = (
            self.status,
            self.type,
            self.happened,
            self.name,
        )
        self._two_rows: bool | None = None
        self._flow_holder = QWidget()
        self._flow = FlowLayout(self._flow_holder, spacing_px=8)
        for button in self._buttons:
            button.setFixedHeight(_BUTTON_PX)
            self._flow.addWidget(button)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(SIDE_PX, 8, SIDE_PX, 8)
        self._grid.setSpacing(8)
        self._arrange()
        self.text.searched.connect(lambda _text: self.changed.emit())
        self.text.left_downwards.connect(self.left_downwards)
        for button in self._buttons:
            button.chosen.connect(self._on_button_chosen)
        self.conflicts.toggled.connect(self._on_conflicts_toggled)

    def _statuses(self) -> Sequence[Choice]:
        return (
            Choice("", self.tr("What became of it")),
            *(Choice(f"state:{s.value}", wording.event_state(s)) for s in EventState),
            Choice("", self.tr("Whether it happened")),
            *(Choice(f"status:{s.value}", wording.happening_status(s)) for s in HappeningStatus),
            Choice("", self.tr("Kept")),
            Choice(_PINNED, self.tr("pinned")),
        )

    # What is asked for

    def filter_of(
        self, workspace_id: WorkspaceId | None, order: str, *, descending: bool
    ) -> EventFilter:
        """Return what the filters ask for."""
        keys = self.status.keys()
        first, last = self.happened.span()
        return EventFilter(
            workspace_id=workspace_id,
            text=self.text.text().strip(),
            states=frozenset(s for s in EventState if f"state:{s.value}" in keys),
            types=frozenset(EventType(key) for key in self.type.keys()),  # noqa: SIM118
            statuses=frozenset(s for s in HappeningStatus if f"status:{s.value}" in keys),
            happened_from=first,
            happened_to=last,
            participant=self.name.text(),
            pinned=True if _PINNED in keys else None,
            conflicts_only=self.conflicts.isChecked(),
            order=order,
            descending=descending,
        )

    @property
    def active(self) -> bool:
        """Whether anything is filtered."""
        plain = EventFilter()
        return self.filter_of(None, plain.order, descending=plain.descending) != plain

    def clear(self) -> None:
        """Ask for everything, without telling anybody."""
        self.restore({})

    def save(self) -> dict[str, JsonValue]:
        """Return what is filtered."""
        first, last = self.happened.span()
        return {
            "text": self.text.text().strip(),
            "status": sorted(self.status.keys()),
            "type": sorted(self.type.keys()),
            "from": first,
            "to": last,
            "name": self.name.text(),
            "conflicts": self.conflicts.isChecked(),
        }

    def restore(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save returned, without telling anybody; wrong values mean anything."""
        self.text.set_text_quietly(_text(state, "text"))
        self.status.set_keys(_texts(state, "status"))
        self.type.set_keys(_texts(state, "type"))
        self.happened.set_span(_text(state, "from") or None, _text(state, "to") or None)
        self.name.set_text(_text(state, "name"))
        self.conflicts.blockSignals(True)
        self.conflicts.setChecked(state.get("conflicts") is True)
        self.conflicts.blockSignals(False)
        self.conflicts.refresh()
        self._arrange()

    def set_conflicts(self, count: int) -> None:
        """Offer the conflicts there are."""
        if self.conflicts.count != count:
            self.conflicts.count = count
            self.conflicts.refresh()
            self._arrange()

    # Room

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the text where there is no room beside it."""
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Return a width any layout can give."""
        hint = super().minimumSizeHint()
        hint.setWidth(_SEARCH_PX)
        return hint

    def _arrange(self) -> None:
        needed = self._flow.sizeHint().width() + 8 + _SEARCH_PX + 2 * SIDE_PX
        if not self.conflicts.isHidden():
            needed += self.conflicts.sizeHint().width() + 8
        two_rows = needed > self.width()
        if two_rows == self._two_rows:
            return
        self._two_rows = two_rows
        for widget in (self.text, self._flow_holder, self.conflicts):
            self._grid.removeWidget(widget)
        self._grid.addWidget(self.text, 0, 0)
        self._grid.addWidget(self.conflicts, 0, 2)
        if two_rows:
            self._grid.addWidget(self._flow_holder, 1, 0, 1, 3)
        else:
            self._grid.addWidget(self._flow_holder, 0, 1)
        self._flow_holder.setMinimumWidth(0 if two_rows else self._flow.sizeHint().width())
        self._grid.setColumnStretch(0, 1)

    def _on_button_chosen(self) -> None:
        self._two_rows = None
        self._arrange()
        self.changed.emit()

    def _on_conflicts_toggled(self, _on: bool) -> None:
        self.conflicts.refresh()
        self.changed.emit()


class _ConflictToggle(QToolButton):
    """A chip that leaves only events in conflict; hidden where there are none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self._theme = theme
        self.setCheckable(True)
        self.setFixedHeight(_CHIP_PX)
        self.setToolTip(self.tr("Show only events that contradict another one"))
        self.hide()

    def refresh(self) -> None:
        """Say how many there are."""
        value = self._theme.value
        self.setText(wording.conflicts(self.count))
        self.setStyleSheet(
            f"QToolButton {{ background: {value('warn_soft')}; color: {value('warn')};"
            f" border: 1px solid {value('warn_soft')}; font-size: 11px; font-weight: 600;"
            " min-height: 22px; }"
            f"QToolButton:hover, QToolButton:focus {{ border: 1px solid {value('warn')};"
            " padding: 0 8px; }"
            f"QToolButton:checked {{ background: {value('warn')}; color: {value('panel')}; }}"
        )
        self.setVisible(self.count > 0 or self.isChecked())


def _text(state: Mapping[str, JsonValue], key: str) -> str:
    value = state.get(key)
    return value if isinstance(value, str) else ""


def _texts(state: Mapping[str, JsonValue], key: str) -> list[str]:
    value = state.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
