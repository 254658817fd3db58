"""The picture of the graph: zoom, pan, drag, select."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from stratagate_app.models.graph import Points
from stratagate_app.models.graph_picture import Picture
from stratagate_app.ui.graph import looks
from stratagate_app.ui.graph.edges import EdgeItem, RegionItem
from stratagate_app.ui.graph.labels import LabelItem, Words
from stratagate_app.ui.graph.nodes import NodeItem, draw_nodes
from stratagate_app.ui.graph.view_box import GraphBox
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets.labels import escape_tooltip

_FIT_MARGIN = 0.09
_LONE_HALF_WIDTH = 300.0
_EDGE_REACH_PX = 5.0
_NODE_REACH_PX = 4.0
_FLY_MS, _FLY_STEPS = 16, 16
_NOTHING_HOVERED = -1


class GraphCanvas(pg.GraphicsView):  # type: ignore[misc]
    """Draws a Picture; everything is told by its index there.

    Signals:
        selection_changed: A person selected something else.
        opened: Index of what was double-clicked, or on which Enter was pressed.
        moved: Index of what was dragged; `positions` has where it is now.
        view_changed: Zoomed or moved, or another size.
    """

    selection_changed = Signal()
    opened = Signal(int)
    moved = Signal(int)
    view_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.color("bg"))
        self._theme = theme
        self.picture: Picture | None = None
        self.positions: Points = np.zeros((0, 2), np.float32)
        self.selected: list[int] = []
        self.hovered = _NOTHING_HOVERED
        self._types: npt.NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._names: Sequence[str] = ()
        self._words_of: Callable[[int], str] = lambda _line: ""
        self._tip_of: Callable[[int], str] = lambda _index: ""
        self._outlines: dict[int, Points] = {}
        self._region_names: dict[int, str] = {}
        self._radius = np.zeros(0, np.float32)
        self._scale, self._unit = 0.0, 0.0
        self.box = GraphBox(self)
        self.setCentralItem(self.box)
        self._regions = RegionItem(theme)
        self._edges = EdgeItem(theme)
        self.scatter = NodeItem(pxMode=True, pen=looks.node_pen(theme))
        for item in (self._regions, self._edges, self.scatter):
            self.box.addItem(item, ignoreBounds=True)
        self.labels = LabelItem(theme, self.box)
        self.labels.setZValue(10)
        self.scene().addItem(self.labels)
        self._fly = QTimer(self, interval=_FLY_MS)
        self._fly.timeout.connect(self._on_fly)
        self._flight: list[QRectF] = []
        self.box.sigTransformChanged.connect(self._on_transformed)
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Graph"))
        self.setFrameShape(self.Shape.NoFrame)

    # What is drawn

    def show_picture(
        self,
        picture: Picture,
        types: npt.NDArray[np.uint8],
        names: Sequence[str],
        words_of: Callable[[int], str],
        tip_of: Callable[[int], str],
    ) -> None:
        """Draw something else; what is selected is to be told again.

        Args:
            picture: What to draw.
            types: (k,) place of the NodeType, or CLUSTER.
            names: (k) what is written under them.
            words_of: Returns what to write on a line, by its index.
            tip_of: Returns what to say of a thing that is pointed at, by its index.
        """
        self.picture = picture
        self.positions = picture.positions.copy()
        self._types, self._names = types, names
        self._words_of, self._tip_of = words_of, tip_of
        self.selected = []
        self.hovered = _NOTHING_HOVERED
        self._order = np.argsort(-picture.sizes, kind="stable").astype(np.int32)
        self._refresh(nodes=True)

    def set_regions(self, outlines: dict[int, Points], names: dict[int, str]) -> None:
        """Draw clusters as regions, by their numbers."""
        self._outlines, self._region_names = outlines, names
        self._refresh_regions()
        self._refresh_words()

    def select(self, indices: Sequence[int], *, tell: bool = False) -> None:
        """Mark these as selected; the first is the one that is looked at."""
        if list(indices) != self.selected:
            self.selected = list(indices)
            self._refresh_words()
            names = ", ".join(self._names[index] for index in self.selected[:3])
            self.setAccessibleDescription(names)
        if tell:
            self.selection_changed.emit()

    # Where one looks

    @property
    def unit(self) -> float:
        """How many layout units a px is."""
        width, _height = self.box.viewPixelSize()
        return float(width)

    def fit(self) -> None:
        """Show everything that is drawn."""
        self._flight = []
        if not len(self.positions):
            return
        low, high = self.positions.min(axis=0), self.positions.max(axis=0)
        width, height = (high - low).tolist()
        half = _LONE_HALF_WIDTH
        x, y = ((low + high) / 2).tolist()
        width, height = max(width, half), max(height, half)
        area = QRectF(x - width / 2, y - height / 2, width, height)
        # Room for what is written beneath the lowest and around the outermost.
        room = max(width, height) * _FIT_MARGIN
        self.box.setRange(area.adjusted(-room, -room, room, room), padding=0)

    def one_to_one(self) -> None:
        """Show layout units as px, around the same middle or around what is selected."""
        self._flight = []
        middle = self.box.viewRect().center()
        if self.selected:
            middle = QPointF(*self.positions[self.selected[0]].tolist())
        self.box.setRange(self._around(middle, 1.0), padding=0)

    def zoom(self, factor: float) -> None:
        """Zoom around the middle; less than 1 goes nearer."""
        self._flight = []
        self.box.scaleBy((factor, factor))

    def fly_to(self, index: int) -> None:
        """Move to a thing, near enough to read what is around it."""
        target = self._around(QPointF(*self.positions[index].tolist()), min(self.unit, 1.1))
        start = self.box.viewRect()
        steps = [_eased(step / _FLY_STEPS) for step in range(1, _FLY_STEPS + 1)]
        self._flight = [_between(start, target, step) for step in steps]
        self._fly.start()

    def fly_at_once(self) -> None:
        """End a flight where it goes to."""
        if self._flight:
            self.box.setRange(self._flight[-1], padding=0)
            self._flight = []

    def view_rect(self) -> QRectF:
        """Return what is in view, in layout units."""
        found: QRectF = self.box.viewRect()
        return found

    def show_rect(self, area: QRectF) -> None:
        """Bring an area into view."""
        self._flight = []
        self.box.setRange(area, padding=0)

    def center_on(self, x: float, y: float) -> None:
        """Move without zooming."""
        area = self.view_rect()
        area.moveCenter(QPointF(x, y))
        self.show_rect(area)

    def place_of(self, index: int) -> QPointF:
        """Return where a thing is in the widget, in px."""
        found: QPointF = self.box.mapViewToScene(QPointF(*self.positions[index].tolist()))
        return found

    # What a person does

    def index_at(self, point: QPointF) -> int:
        """Return what is at a point of the widget, -1 for nothing; the topmost of several."""
        if not len(self.positions):
            return _NOTHING_HOVERED
        x, y = self._in_layout(point)
        unit = self.unit
        distance = np.hypot(self.positions[:, 0] - x, self.positions[:, 1] - y) / unit
        over = distance - self._radius
        nearest = int(np.argmin(over))
        return nearest if over[nearest] <= _NODE_REACH_PX else _NOTHING_HOVERED

    def line_at(self, point: QPointF) -> int:
        """Return the line at a point of the widget, -1 for none."""
        picture = self.picture
        if picture is None or not len(picture.ends):
            return _NOTHING_HOVERED
        x, y = self._in_layout(point)
        start = self.positions[picture.ends[:, 0]].astype(np.float64)
        along = self.positions[picture.ends[:, 1]] - start
        length = np.maximum((along**2).sum(axis=1), 1e-9)
        part = np.clip(
            ((x - start[:, 0]) * along[:, 0] + (y - start[:, 1]) * along[:, 1]) / length, 0, 1
        )
        gap = np.hypot(start[:, 0] + part * along[:, 0] - x, start[:, 1] + part * along[:, 1] - y)
        nearest = int(np.argmin(gap))
        return nearest if gap[nearest] <= _EDGE_REACH_PX * self.unit else _NOTHING_HOVERED

    def on_clicked(self, index: int, *, more: bool) -> None:
        """Select what was clicked: alone, or with what is selected already."""
        if index < 0:
            chosen = self.selected if more else []
        elif more:
            chosen = [other for other in self.selected if other != index]
            if len(chosen) == len(self.selected):
                chosen = [*chosen, index]
        else:
            chosen = [index]
        self.select(chosen, tell=True)

    def on_opened(self, index: int) -> None:
        """Tell that something was clicked twice."""
        self.opened.emit(index)

    def on_dropped(self, index: int) -> None:
        """Tell where a thing was put."""
        self.moved.emit(index)

    def on_swept(self, area: QRectF) -> None:
        """Select everything in an area of layout units."""
        inside = (
            (self.positions[:, 0] >= area.left())
            & (self.positions[:, 0] <= area.right())
            & (self.positions[:, 1] >= area.top())
            & (self.positions[:, 1] <= area.bottom())
        )
        self.select(np.flatnonzero(inside).tolist(), tell=True)

    def move_to(self, index: int, x: float, y: float) -> None:
        """Put a thing somewhere else."""
        self.positions[index] = (x, y)
        self._refresh(nodes=True)

    def step(self, dx: int, dy: int) -> None:
        """Select the nearest thing in a direction from the one that is selected."""
        if not len(self.positions):
            return
        if not self.selected:
            self.select([int(self._order[0])], tell=True)
            return
        here = self.positions[self.selected[0]]
        away = (self.positions - here).astype(np.float64)
        ahead = away[:, 0] * dx + away[:, 1] * dy
        aside = np.abs(away[:, 0] * dy + away[:, 1] * dx)
        cost = np.where((ahead > 0) & (ahead >= aside * 0.5), ahead + 2 * aside, np.inf)
        nearest = int(np.argmin(cost))
        if np.isfinite(cost[nearest]):
            self.select([nearest], tell=True)
            if not self.view_rect().contains(QPointF(*self.positions[nearest].tolist())):
                self.fly_to(nearest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the next node, + and - zoom, Enter opens, Escape selects nothing."""
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = Qt.Key(event.key())
        if key in steps:
            self.step(*steps[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(0.8)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1.25)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected:
            self.opened.emit(self.selected[0])
        elif key == Qt.Key.Key_Escape and self.selected:
            self.select([], tell=True)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is written where it belongs."""
        super().resizeEvent(event)
        self.view_changed.emit()

    # Inside

    def _around(self, middle: QPointF, unit: float) -> QRectF:
        width, height = self.box.width() * unit, self.box.height() * unit
        return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)

    def _in_layout(self, point: QPointF) -> tuple[float, float]:
        found = self.box.mapSceneToView(point)
        return found.x(), found.y()

    def _on_fly(self) -> None:
        if not self._flight:
            self._fly.stop()
            return
        self.box.setRange(self._flight.pop(0), padding=0)

    def _on_transformed(self, *_args: object) -> None:
        unit = self.unit
        if abs(unit - self._unit) > 1e-3 * unit:
            self._refresh(nodes=looks.scale_at(unit) != self._scale)
        self.labels.update()
        self.view_changed.emit()

    def _refresh(self, *, nodes: bool) -> None:
        picture = self.picture
        if picture is None:
            return
        # Asking may tell of a transformation that was still due: this is then called within.
        self._unit = self.unit
        if nodes or len(self._radius) != len(self.positions):
            self._scale = looks.scale_at(self._unit)
            self._radius = looks.radii(picture.sizes, self._scale)
            draw_nodes(
                self.scatter,
                picture,
                self.positions,
                types=self._types,
                radius=self._radius,
                theme=self._theme,
            )
        self._edges.set_lines(
            self.positions,
            picture.ends,
            picture.states,
            picture.changed,
            (self._radius, self._unit),
        )
        self._refresh_regions()
        self._refresh_words()

    def _refresh_regions(self) -> None:
        self._regions.set_regions(self._outlines, self._unit or 1.0)

    def _refresh_words(self) -> None:
        picture = self.picture
        if picture is None:
            return
        rings = {int(index): "accent" for index in np.flatnonzero(picture.fresh)}
        if self.hovered >= 0:
            rings[self.hovered] = "muted"
        rings |= dict.fromkeys(self.selected, "text")
        strong = frozenset(self.selected) | ({self.hovered} if self.hovered >= 0 else frozenset())
        tops = [
            (self._region_names[number], float(corners[:, 0].mean()), float(corners[:, 1].min()))
            for number, corners in self._outlines.items()
        ]
        self.labels.set_words(
            Words(
                self.positions,
                self._radius,
                self._order,
                self._names,
                picture.faint,
                picture.ends,
                picture.states,
                self._words_of,
                strong,
                rings,
                tops,
            )
        )

    def _on_mouse_moved(self, point: QPointF) -> None:
        found = self.index_at(point)
        if found != self.hovered:
            self.hovered = found
            shape = Qt.CursorShape.PointingHandCursor if found >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self._refresh_words()
        said = self._tip_of(found) if found >= 0 else ""
        if found < 0:
            line = self.line_at(point)
            said = self._words_of(line) if line >= 0 else ""
        if said:
            place = self.viewport().mapToGlobal(point.toPoint())
            QToolTip.showText(place, escape_tooltip(said), self.viewport())
        else:
            QToolTip.hideText()


def _eased(part: float) -> float:
    return part * part * (3 - 2 * part)


def _between(start: QRectF, stop: QRectF, part: float) -> QRectF:
    def mix(one: float, other: float) -> float:
        return (1 - part) * one + part * other

    return QRectF(
        mix(start.x(), stop.x()),
        mix(start.y(), stop.y()),
        mix(start.width(), stop.width()),
        mix(start.height(), stop.height()),
    )
