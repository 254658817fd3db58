"""The two rows over the canvas: what is shown of the graph, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import JsonValue, NodeType
from stratagate_app.models import graph_wording
from stratagate_app.models.graph import NO_DAY, GraphFilter
from stratagate_app.models.graph_states import EVERY_STATE, EdgeState
from stratagate_app.ui.events.choice_button import Choice, FilterButton, MultiChoiceButton
from stratagate_app.ui.graph.looks import type_pixmap
from stratagate_app.ui.graph.node_field import NodeField
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, FlowLayout, SegmentedSwitch, plain_label

ALL, NEIGHBOURS, CLUSTERS = range(3)
DEPTHS = (1, 2, 3, 4)
_TAGS_MOST = 40
_FIELD_PX = (130, 200)
_SHAPE_PX = 14
_DAYS = {"30": 30, "90": 90, "365": 365}
_SIZES = {"0.1": 0.1, "0.25": 0.25, "0.5": 0.5}


class OneChoice(FilterButton):
    """A filter of which one choice is on; the first one stands for any."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, QMenu(), parent)
        self._group = QActionGroup(self)
        self._key = ""
        self._words: dict[str, str] = {}
        self.tell("")

    @property
    def key(self) -> str:
        """What is on, "" for any."""
        return self._key

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these; what is on stays on if it is one of them."""
        for action in self.choices.actions():
            self._group.removeAction(action)
            self.choices.removeAction(action)
            action.deleteLater()
        self._words = {choice.key: choice.words for choice in choices}
        for choice in choices:
            action = QAction(choice.words.replace("&", "&&"), self._group)
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, key=choice.key: self._on_chosen(key))
            self.choices.addAction(action)
        self.set_key(self._key)

    def set_key(self, key: str) -> None:
        """Turn one on, without telling anybody; one that is not offered is any."""
        self._key = key if key in self._words else ""
        for action, known in zip(self.choices.actions(), self._words, strict=True):
            action.setChecked(known == self._key)
        self.tell(self._words[self._key] if self._key else "")

    def _on_chosen(self, key: str) -> None:
        if key != self._key:
            self.set_key(key)
            self.chosen.emit()
        else:
            self.set_key(key)


class Controls(QWidget):
    """Title, search and mode in one row; kinds of nodes and filters in the other.

    Signals:
        filtered: Something else is to be left out.
        mode_changed: All, neighbours or clusters, or how far neighbours reach.
        fold_asked: Fold all clusters (True) or none.
    """

    filtered = Signal()
    mode_changed = Signal()
    fold_asked = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._folded = False
        self.setProperty("role", "header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.summary = ElidedLabel("", "small")
        self.field = NodeField(theme)
        self.field.setMinimumWidth(_FIELD_PX[0])
        self.field.setMaximumWidth(_FIELD_PX[1])
        self.modes = SegmentedSwitch([self.tr("All"), self.tr("Neighbours"), self.tr("Clusters")])
        self.modes.setAccessibleName(self.tr("What is shown"))
        self.depths = SegmentedSwitch([str(depth) for depth in DEPTHS])
        self.depths.setAccessibleName(self.tr("Steps"))
        self.depths.setToolTip(self.tr("How many steps away neighbours may be"))
        self.fold_button = QPushButton(self.tr("Fold all"))
        self.fit_button = QPushButton(self.tr("Fit"))
        self.fit_button.setToolTip(self.tr("Show everything (F)"))
        self.one_button = QPushButton("1:1")
        self.one_button.setToolTip(self.tr("Show it at its own size (1)"))
        self.menu = QMenu(self)
        self.more_button = QToolButton()
        self.more_button.setIcon(theme.icon("more"))
        self.more_button.setIconSize(QSize(14, 14))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(self.menu)
        self.more_button.setToolTip(self.tr("Save as a picture, lay out again, rebuild"))
        self.more_button.setAccessibleName(self.more_button.toolTip())
        self.types: dict[NodeType, QToolButton] = {}
        states = [
            Choice(str(int(state)), graph_wording.state(state)) for state in sorted(EVERY_STATE)
        ]
        self.states = MultiChoiceButton(self.tr("State"), states, theme)
        self.tags = OneChoice(self.tr("Tag"), theme)
        self.since = OneChoice(self.tr("Changed"), theme)
        self.least = OneChoice(self.tr("Size"), theme)
        self._fill()
        self._lay_out()
        self.show_mode()

    def _fill(self) -> None:
        self.tags.set_choices([Choice("", self.tr("Any"))])
        self.since.set_choices(
            [
                Choice("", self.tr("At any time")),
                Choice("30", self.tr("In the last 30 days")),
                Choice("90", self.tr("In the last 90 days")),
                Choice("365", self.tr("In the last year")),
            ]
        )
        self.least.set_choices(
            [
                Choice("", self.tr("Any")),
                Choice("0.1", self.tr("Not the smallest")),
                Choice("0.25", self.tr("Medium and large")),
                Choice("0.5", self.tr("Only large")),
            ]
        )
        for kind in NodeType:
            button = QToolButton()
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setText(graph_wording.node_type(kind))
            button.setIcon(type_pixmap(kind, self._theme, _SHAPE_PX, 2.0))
            button.setIconSize(QSize(_SHAPE_PX, _SHAPE_PX))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolTip(self.tr("Show only nodes of this kind, and of others that are on"))
            button.toggled.connect(self.filtered)
            self.types[kind] = button
        for filter_button in (self.states, self.tags, self.since, self.least):
            filter_button.chosen.connect(self.filtered)
        for switch in (self.modes, self.depths):
            switch.selected.connect(self._on_mode_selected)
        self.fold_button.clicked.connect(
            lambda _checked=False: self.fold_asked.emit(not self._folded)
        )

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(plain_label(self.tr("Graph"), "heading"))
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        top.addWidget(self.summary, 1)
        top.addWidget(self.field, 1)
        for widget in (self.modes, self.fit_button, self.one_button, self.more_button):
            top.addWidget(widget)
        below = QWidget()
        below.setMinimumWidth(1)
        flow = FlowLayout(below, spacing_px=6)
        parts: tuple[QWidget, ...] = (
            *self.types.values(),
            self.states,
            self.tags,
            self.since,
            self.least,
            self.depths,
            self.fold_button,
        )
        for part in parts:
            flow.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 8)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(below)

    @property
    def mode(self) -> int:
        """ALL, NEIGHBOURS or CLUSTERS."""
        return self.modes.current()

    @property
    def reach(self) -> int:
        """How many steps away neighbours may be."""
        return DEPTHS[max(0, self.depths.current())]

    def set_mode(self, mode: int) -> None:
        """Show all, neighbours or clusters; tells it."""
        if mode != self.mode:
            self.modes.set_current(mode)
            self._on_mode_selected(mode)

    def show_mode(self) -> None:
        """Offer what belongs to the mode."""
        self.depths.setVisible(self.mode == NEIGHBOURS)
        self.fold_button.setVisible(self.mode == CLUSTERS)

    def set_folded(self, folded: bool) -> None:
        """Offer to unfold what is folded, or to fold."""
        self._folded = folded
        self.fold_button.setText(self.tr("Unfold all") if folded else self.tr("Fold all"))

    def set_tags(self, tags: Mapping[str, int]) -> None:
        """Offer these tags, by how many nodes have them."""
        chosen = sorted(tags, key=lambda tag: (-tags[tag], tag))[:_TAGS_MOST]
        words = [Choice(tag, " ".join(tag.split())) for tag in chosen]
        self.tags.set_choices([Choice("", self.tr("Any")), *words])

    def wanted(self, today: int) -> GraphFilter:
        """Return what is to be seen; today as a number."""
        chosen = self.states.keys()
        states = frozenset(EdgeState(int(key)) for key in chosen)
        days = _DAYS.get(self.since.key)
        since = NO_DAY
        if days is not None and today > days:
            since = (date.fromordinal(today) - timedelta(days=days)).toordinal()
        return GraphFilter(
            types=frozenset(kind for kind, button in self.types.items() if button.isChecked()),
            states=states or EVERY_STATE,
            tags=frozenset({self.tags.key} - {""}),
            since=since,
            least=_SIZES.get(self.least.key, 0.0),
        )

    def clear_filters(self) -> None:
        """Leave nothing out; tells nobody."""
        for button in self.types.values():
            button.blockSignals(True)
            button.setChecked(False)
            button.blockSignals(False)
        self.states.set_keys(())
        for one in (self.tags, self.since, self.least):
            one.set_key("")

    def save_state(self) -> dict[str, JsonValue]:
        """Return mode and filters."""
        states: list[JsonValue] = [*sorted(self.states.keys())]
        types: list[JsonValue] = [kind.value for kind, b in self.types.items() if b.isChecked()]
        return {
            "mode": self.mode,
            "depth": self.reach,
            "types": types,
            "states": states,
            "since": self.since.key,
            "least": self.least.key,
        }

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned; wrong values are left alone."""
        mode, depth = state.get("mode"), state.get("depth")
        if mode in (ALL, NEIGHBOURS, CLUSTERS) and isinstance(mode, int):
            self.modes.set_current(mode)
        if depth in DEPTHS and isinstance(depth, int):
            self.depths.set_current(DEPTHS.index(depth))
        types, states = state.get("types"), state.get("states")
        if isinstance(types, list):
            for kind, button in self.types.items():
                button.blockSignals(True)
                button.setChecked(kind.value in types)
                button.blockSignals(False)
        if isinstance(states, list):
            self.states.set_keys([str(key) for key in states])
        self.since.set_key(str(state.get("since", "")))
        self.least.set_key(str(state.get("least", "")))
        self.show_mode()

    def _on_mode_selected(self, _index: int) -> None:
        self.show_mode()
        self.mode_changed.emit()
