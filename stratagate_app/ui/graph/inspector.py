"""Everything about one node: true now, true before, relations, events; with what puts it right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import EventState, Fact, FactState, NodeDetail, NodeRelation
from stratagate_app.models import graph_wording, wording
from stratagate_app.ui.graph.fact_bars import FactBars
from stratagate_app.ui.graph.looks import type_pixmap
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import (
    Chip,
    ElidedLabel,
    FlowLayout,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)
from stratagate_app.ui.widgets.labels import escape_tooltip

SIDE_PX = 16
_SHAPE_PX = 18
_RELATIONS_MOST, _EVENTS_MOST, _ALIASES_MOST = 60, 60, 20
_TITLE_CHARS, _VALUE_CHARS = 64, 200
NOW = (FactState.CURRENT, FactState.DISPUTED, FactState.PLANNED)


class Inspector(QWidget):
    """The pane beside the canvas.

    Signals:
        event_opened: Id of an event behind it.
        node_opened: Id of a neighbour.
        change_asked: Name of a correction, and the Fact, EdgeRow or alias that it is about, or
            None where it is about the node.
        closed: The user does not want to see it.
    """

    event_opened = Signal(int)
    node_opened = Signal(int)
    change_asked = Signal(str, object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.detail: NodeDetail | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._shape = plain_label()
        self._type = Chip("")
        self._name = plain_label("", "title", wrap=True, selectable=True)
        self._aliases = QWidget()
        self._aliases.setMinimumWidth(1)
        self._alias_flow = FlowLayout(self._aliases, spacing_px=6)
        self.menu = QMenu(self)
        self.more_button = QToolButton()
        self._make_menu()
        self._now, self._before = KeyValueGrid(), KeyValueGrid()
        self.bars = FactBars(theme)
        self._relations, self._events = QVBoxLayout(), QVBoxLayout()
        self._labels = {
            "now": SectionLabel(self.tr("True now")),
            "before": SectionLabel(self.tr("True before")),
            "bars": SectionLabel(self.tr("Facts over time")),
            "relations": SectionLabel(""),
            "events": SectionLabel(""),
        }
        self._hint = plain_label(
            self.tr("Select a node to see what is known of it."), "muted", wrap=True
        )
        self._lay_out()
        self.clear()

    def _make_menu(self) -> None:
        self.rename_button = QPushButton(self.tr("Rename"))
        self.rename_button.clicked.connect(lambda _checked=False: self._ask("rename"))
        for name, words in (
            ("rename", self.tr("Rename…")),
            ("alias", self.tr("Add another name…")),
            ("retype", self.tr("Change the type…")),
            ("merge", self.tr("Merge with another node…")),
            ("split", self.tr("Split into two…")),
        ):
            action = QAction(words, self.menu)
            action.triggered.connect(lambda _checked=False, name=name: self._ask(name))
            self.menu.addAction(action)
        self.more_button.setIcon(self._theme.icon("more"))
        self.more_button.setIconSize(QSize(14, 14))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(self.menu)
        more = self.tr("Put it right: names, type, merge, split")
        self.more_button.setToolTip(more)
        self.more_button.setAccessibleName(more)

    def _lay_out(self) -> None:
        chips = QHBoxLayout()
        chips.setSpacing(6)
        chips.addWidget(self._shape)
        chips.addWidget(self._type)
        chips.addStretch(1)
        chips.addWidget(self.rename_button)
        chips.addWidget(self.more_button)
        top = QWidget()
        top.setProperty("role", "header")
        top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        head = QVBoxLayout(top)
        head.setContentsMargins(SIDE_PX, 12, SIDE_PX, 12)
        head.setSpacing(6)
        head.addLayout(chips)
        head.addWidget(self._name)
        head.addWidget(self._aliases)
        below = QVBoxLayout()
        below.setContentsMargins(SIDE_PX, 6, SIDE_PX, 16)
        below.setSpacing(6)
        for layout in (self._relations, self._events):
            layout.setSpacing(4)
        for key, part in (
            ("now", self._now),
            ("before", self._before),
            ("bars", self.bars),
            ("relations", self._relations),
            ("events", self._events),
        ):
            self._labels[key].setContentsMargins(0, 8, 0, 0)
            below.addWidget(self._labels[key])
            if isinstance(part, QLayout):
                below.addLayout(part)
            else:
                below.addWidget(part)
        below.addStretch(1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addLayout(below, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        self._hint.setContentsMargins(SIDE_PX, 16, SIDE_PX, 16)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._hint)
        whole.addWidget(self._scroll, 1)

    def clear(self, hint: str = "") -> None:
        """Show nothing but what could be done."""
        self.detail = None
        self._scroll.hide()
        self._hint.setText(hint or self.tr("Select a node to see what is known of it."))
        self._hint.show()

    def show_node(self, detail: NodeDetail, day: int) -> None:
        """Show a node as of a day."""
        other = self.detail is None or self.detail.row.id != detail.row.id
        self.detail = detail
        row = detail.row
        self._shape.setPixmap(
            type_pixmap(row.type, self._theme, _SHAPE_PX, self.devicePixelRatioF())
        )
        self._type.setText(graph_wording.node_type(row.type))
        self._name.setText(_line(row.name, 400))
        self._show_aliases(row.aliases)
        now = [fact for fact in detail.facts if fact.state in NOW]
        past = [fact for fact in detail.facts if fact.state is FactState.PAST]
        self._now.set_rows([(self._key(fact), self._value(fact)) for fact in now])
        self._before.set_rows([(self._key(fact), self._value(fact)) for fact in past])
        for key, widget, some in (
            ("now", self._now, bool(now)),
            ("before", self._before, bool(past)),
            ("bars", self.bars, bool(detail.facts)),
        ):
            self._labels[key].setVisible(some)
            widget.setVisible(some)
        if detail.facts:
            self.bars.show_facts(detail.facts, day)
        self._show_relations(detail.relations)
        self._show_events(detail)
        self._hint.hide()
        self._scroll.show()
        if other:
            self._scroll.verticalScrollBar().setValue(0)

    def _show_aliases(self, aliases: Sequence[str]) -> None:
        self._alias_flow.clear()
        self._aliases.setVisible(bool(aliases))
        if aliases:
            self._alias_flow.addWidget(plain_label(self.tr("Also called:"), "small"))
        for alias in aliases[:_ALIASES_MOST]:
            shown = _line(alias, 40)
            button = link_button(shown, partial(self._ask, "unalias", alias), small=True)
            button.setToolTip(
                escape_tooltip(self.tr("Take the name {name} away").format(name=shown))
            )
            self._alias_flow.addWidget(button)

    def _key(self, fact: Fact) -> str:
        return _line(graph_wording.relation_text(fact.key), 60)

    def _value(self, fact: Fact) -> QWidget:
        holder = QWidget()
        holder.setMinimumWidth(1)
        flow = FlowLayout(holder, spacing_px=5)
        if fact.state in (FactState.DISPUTED, FactState.PLANNED):
            tone = "warn" if fact.state is FactState.DISPUTED else "info"
            flow.addWidget(Chip(graph_wording.state(fact.state), tone))  # type: ignore[arg-type]
        value = ElidedLabel(_line(fact.value, _VALUE_CHARS))
        value.setStyleSheet("font-size: 12px;")
        flow.addWidget(value)
        for about in (
            graph_wording.validity(fact.validity),
            self.tr("%n source(s)", "", len(fact.events)),
        ):
            if about:
                flow.addWidget(plain_label(about, "faint"))
        if fact.state is FactState.DISPUTED:
            flow.addWidget(self._small(self.tr("decide"), "decide_fact", fact))
        elif fact.state is FactState.CURRENT:
            flow.addWidget(self._small(self.tr("end"), "close_fact", fact))
        if fact.events:
            first = int(fact.events[-1])
            flow.addWidget(
                link_button(self.tr("event"), partial(self.event_opened.emit, first), small=True)
            )
        return holder

    def _small(self, words: str, name: str, subject: object) -> QPushButton:
        tips = {
            "decide_fact": self.tr("This is what is true; the others are not"),
            "decide_edge": self.tr("This is what is true; the others are not"),
            "close_fact": self.tr("It no longer holds: say since when"),
            "close_edge": self.tr("It no longer holds: say since when"),
        }
        button = link_button(words, partial(self._ask, name, subject), small=True)
        button.setToolTip(tips[name])
        return button

    def _show_relations(self, relations: Sequence[NodeRelation]) -> None:
        _empty(self._relations)
        self._labels["relations"].set_text(
            self.tr("Relations ({count})").format(count=len(relations))
        )
        self._labels["relations"].setVisible(bool(relations))
        order = {state: place for place, state in enumerate((*NOW, FactState.PAST))}
        for relation in sorted(relations, key=lambda item: order[item.edge.state])[
            :_RELATIONS_MOST
        ]:
            self._relations.addWidget(self._relation(relation))
        self._say_more(self._relations, len(relations) - _RELATIONS_MOST)

    def _relation(self, relation: NodeRelation) -> QWidget:
        edge, other = relation.edge, relation.other
        frame = _quote()
        flow = FlowLayout(frame, spacing_px=5)
        flow.setContentsMargins(10, 5, 10, 5)
        words = _line(graph_wording.relation_text(edge.relation), 60)
        # The direction in a sign: the other reads the same words.
        flow.addWidget(plain_label(f"{words} →" if relation.outgoing else f"← {words}", "small"))
        name = _line(other.name, 40)
        link = link_button(name, partial(self.node_opened.emit, int(other.id)), small=True)
        link.setAccessibleName(f"{words}: {name}")
        flow.addWidget(link)
        if edge.state is not FactState.CURRENT:
            tone = "warn" if edge.state is FactState.DISPUTED else "neutral"
            flow.addWidget(Chip(graph_wording.state(edge.state), tone))  # type: ignore[arg-type]
        when = graph_wording.validity(edge.validity)
        if when:
            flow.addWidget(plain_label(when, "faint"))
        if edge.state is FactState.DISPUTED:
            flow.addWidget(self._small(self.tr("decide"), "decide_edge", edge))
        elif edge.state is FactState.CURRENT:
            flow.addWidget(self._small(self.tr("end"), "close_edge", edge))
        if edge.events:
            event_id = int(edge.events[-1])
            flow.addWidget(
                link_button(self.tr("event"), partial(self.event_opened.emit, event_id), small=True)
            )
        return frame

    def _show_events(self, detail: NodeDetail) -> None:
        _empty(self._events)
        self._labels["events"].set_text(
            self.tr("Events behind it ({count})").format(count=detail.row.events)
        )
        self._labels["events"].setVisible(bool(detail.events))
        for event in detail.events[:_EVENTS_MOST]:
            frame = _quote()
            column = QVBoxLayout(frame)
            column.setContentsMargins(10, 4, 10, 4)
            column.setSpacing(0)
            open_it: Callable[[], None] = partial(self.event_opened.emit, int(event.id))
            title = link_button(_line(event.title, _TITLE_CHARS), open_it, small=True)
            title.setToolTip(escape_tooltip(_line(event.title, 400)))
            struck = title.font()
            struck.setStrikeOut(wording.is_over(event.state))
            title.setFont(struck)
            column.addWidget(title)
            said = wording.said(event.mentioned_at)
            if event.state is not EventState.ACTIVE:
                said = f"{said} · {wording.event_state(event.state)}"
            column.addWidget(plain_label(said, "faint"))
            self._events.addWidget(frame)
        self._say_more(self._events, detail.row.events - _EVENTS_MOST)

    def _say_more(self, layout: QVBoxLayout, more: int) -> None:
        if more > 0:
            layout.addWidget(plain_label(self.tr("and %n more", "", more), "faint"))

    def _ask(self, name: str, subject: object = None) -> None:
        self.change_asked.emit(name, subject)


def _quote() -> QFrame:
    frame = QFrame()
    frame.setProperty("role", "quote")
    frame.setMinimumWidth(1)
    return frame


def _line(text: str, most: int) -> str:
    shown = " ".join(text[: most * 4].split())
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"


def _empty(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
