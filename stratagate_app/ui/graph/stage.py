"""The canvas with what stands on it: the map, and words where there is nothing to see."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stratagate_app.engine import NodeId
from stratagate_app.models import graph_wording
from stratagate_app.models.graph import GraphData, Points
from stratagate_app.models.graph_picture import Picture, Wanted, draw, regions
from stratagate_app.models.graph_states import EdgeState
from stratagate_app.ui.graph.canvas import GraphCanvas
from stratagate_app.ui.graph.mini_map import MiniMap
from stratagate_app.ui.graph.nodes import CLUSTER
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import plain_label

_INSET_PX = 12
_REGION_LEAST = 3
_TIP_ALIASES = 4


class Stage(QWidget):
    """Draws a graph as somebody wants to see it, and knows which node is which.

    Signals:
        selection_changed: A person selected something else.
        node_opened: Id of a node that was double-clicked.
        cluster_opened: Number of a folded cluster that was.
        node_moved: Id of a node that was dragged, and where it is now.
    """

    selection_changed = Signal()
    node_opened = Signal(int)
    cluster_opened = Signal(int)
    node_moved = Signal(int, float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = GraphCanvas(theme)
        self.map = MiniMap(theme, self.canvas)
        self.note = plain_label("", "muted", wrap=True)
        self.note.setParent(self.canvas)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.hide()
        self.data: GraphData | None = None
        self.positions: Points = np.zeros((0, 2), np.float32)
        self._place_of: dict[int, int] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas)
        self.setFocusProxy(self.canvas)
        self.canvas.selection_changed.connect(self.selection_changed)
        self.canvas.opened.connect(self._on_canvas_opened)
        self.canvas.moved.connect(self._on_canvas_moved)
        self.canvas.view_changed.connect(self._on_view_changed)
        self.map.pressed.connect(self.canvas.center_on)

    @property
    def picture(self) -> Picture | None:
        """What is drawn."""
        found: Picture | None = self.canvas.picture
        return found

    def set_graph(self, data: GraphData, positions: Points) -> None:
        """Take a graph; nothing is drawn before `show` says how."""
        self.data, self.positions = data, positions

    def draw(self, wanted: Wanted, *, with_regions: bool) -> None:
        """Draw the graph; what was selected stays so as far as it is there."""
        data = self.data
        if data is None:
            return
        selected = self.selected_ids()
        picture = draw(data, self.positions, wanted)
        nodes = picture.nodes
        own = nodes >= 0
        types = np.where(own, data.types[np.maximum(nodes, 0)], CLUSTER).astype(np.uint8)
        names = [
            data.view.nodes[place].name if place >= 0 else self._cluster_name(-1 - place)
            for place in nodes.tolist()
        ]
        self._place_of = {
            int(data.view.nodes[place].id): index
            for index, place in enumerate(nodes.tolist())
            if place >= 0
        }
        self.canvas.show_picture(picture, types, names, self._line_words, self._tip)
        outlines = regions(data, picture, _REGION_LEAST) if with_regions else {}
        self.canvas.set_regions(
            outlines, {number: data.view.clusters[number].name for number in outlines}
        )
        self.select_ids(selected)
        self.map.set_points(picture.positions)
        self._on_view_changed()

    def selected_ids(self) -> list[int]:
        """Return the ids of the nodes that are selected, in the order they were."""
        picture = self.picture
        if picture is None or self.data is None:
            return []
        places = (int(picture.nodes[index]) for index in self.canvas.selected)
        return [int(self.data.view.nodes[place].id) for place in places if place >= 0]

    def select_ids(self, ids: Collection[int]) -> None:
        """Select these nodes, as far as they are drawn."""
        self.canvas.select([self._place_of[key] for key in ids if key in self._place_of])

    def shows(self, node_id: int) -> bool:
        """Return whether a node is drawn."""
        return node_id in self._place_of

    def fly_to(self, node_id: int) -> None:
        """Move to a node that is drawn."""
        index = self._place_of.get(node_id)
        if index is not None:
            self.canvas.fly_to(index)

    def cluster_of(self, node_id: int) -> int | None:
        """Return the number of a node's cluster."""
        if self.data is None or NodeId(node_id) not in self.data.places:
            return None
        number = int(self.data.cluster[self.data.places[NodeId(node_id)]])
        return None if number < 0 else number

    def say(self, words: str) -> None:
        """Say something where the picture would be; "" for nothing."""
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self._place_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the map in its corner."""
        super().resizeEvent(event)
        self._place_parts()

    def _place_parts(self) -> None:
        self.map.move(
            self.width() - self.map.width() - _INSET_PX,
            self.height() - self.map.height() - _INSET_PX,
        )
        width = min(420, max(120, self.width() - 40))
        self.note.setFixedWidth(width)
        self.note.adjustSize()
        self.note.move((self.width() - width) // 2, self.height() // 3)

    def _cluster_name(self, number: int) -> str:
        if self.data is None:
            return ""
        cluster = self.data.view.clusters[number]
        return f"{cluster.name} ({cluster.size})"

    def _line_words(self, line: int) -> str:
        picture, data = self.picture, self.data
        if picture is None or data is None:
            return ""
        place = int(picture.edges[line])
        if place < 0:
            count = int(picture.counts[line])
            return self.tr("%n relation(s)", "", count)
        edge = data.view.edges[place]
        words = graph_wording.relation_text(edge.relation)
        state = EdgeState(int(picture.states[line]))
        if state is EdgeState.PAST and edge.validity.end is not None:
            return self.tr("{relation} until {day}").format(
                relation=words, day=graph_wording.day(edge.validity.end)
            )
        if state in (EdgeState.DISPUTED, EdgeState.PLANNED):
            return f"{words} · {graph_wording.state(state)}"
        return words

    def _tip(self, index: int) -> str:
        picture, data = self.picture, self.data
        if picture is None or data is None:
            return ""
        place = int(picture.nodes[index])
        if place < 0:
            return self.tr("{name}: double-click to unfold").format(
                name=self._cluster_name(-1 - place)
            )
        row = data.view.nodes[place]
        lines = [row.name, graph_wording.node_type(row.type)]
        lines += row.aliases[:_TIP_ALIASES]
        return "\n".join(lines)

    def _on_canvas_opened(self, index: int) -> None:
        picture, data = self.picture, self.data
        if picture is None or data is None:
            return
        place = int(picture.nodes[index])
        if place < 0:
            self.cluster_opened.emit(-1 - place)
        else:
            self.node_opened.emit(int(data.view.nodes[place].id))

    def _on_canvas_moved(self, index: int) -> None:
        picture, data = self.picture, self.data
        if picture is None or data is None:
            return
        place = int(picture.nodes[index])
        x, y = self.canvas.positions[index].tolist()
        self.map.set_points(self.canvas.positions)
        if place >= 0:
            self.positions[place] = (x, y)
            self.node_moved.emit(int(data.view.nodes[place].id), x, y)
        else:
            # A disc takes its nodes along; they are not said to be placed by hand.
            member = data.cluster == -1 - place
            moved = np.array((x, y), np.float32) - picture.positions[index]
            self.positions[member] += moved
            picture.positions[index] = (x, y)

    def _on_view_changed(self) -> None:
        view = QRectF(self.canvas.view_rect())
        self.map.set_view(view)
        # Where everything is in view it would only cover some of it.
        self.map.setVisible(not self.map.all_within(view))
