"""Names of nodes, words of relations, and rings: what keeps its size at every zoom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from stratagate_app.models.graph import Places, Points
from stratagate_app.models.graph_states import EdgeState
from stratagate_app.ui.theme import SMALL_PX, TINY_PX, Theme, font_px

MOST_NAMES = 120
MOST_RELATIONS = 60
NAME_CHARS = 28
RELATION_CHARS = 40
# A relation is named where its line has room for the word and this much more.
_ROOM_PX = 34.0
_CELL_PX = 48
_FADE = 215
_EVERYWHERE = QRectF(0, 0, 16_384, 16_384)


@dataclass(slots=True)
class Words:
    """What is to be written on a picture.

    Attributes:
        positions: (k, 2) in layout units.
        radius: (k,) in px.
        order: Which to name first; the rest only where there is room.
        names: By index of what is drawn.
        ends: (e, 2) as indices of what is drawn.
        relations: Words of a line by its index; called for those that are written.
        strong: Named and written bold in any case: selected or pointed at.
        rings: Colour token of a ring by index.
        regions: Names of clusters, each at the middle of its upper edge, in layout units.
    """

    positions: Points = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    radius: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    order: Places = field(default_factory=lambda: np.zeros(0, np.int32))
    names: Sequence[str] = ()
    faint: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    ends: Places = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    states: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    relations: Callable[[int], str] = lambda _line: ""
    strong: frozenset[int] = frozenset()
    rings: Mapping[int, str] = field(default_factory=dict)
    regions: Sequence[tuple[str, float, float]] = ()


class LabelItem(pg.GraphicsObject):  # type: ignore[misc]
    """Writes as much as there is room for; labels give way to those of larger nodes."""

    def __init__(self, theme: Theme, box: pg.ViewBox) -> None:
        super().__init__()
        self._theme = theme
        self._box = box
        self.words = Words()
        self.shown_names: list[str] = []
        self._plain = font_px(SMALL_PX)
        self._bold = font_px(SMALL_PX, bold=True)
        self._small = font_px(TINY_PX)
        self._widths: dict[tuple[str, int], float] = {}

    def set_words(self, words: Words) -> None:
        """Write these instead."""
        self.words = words
        self.update()

    def boundingRect(self) -> QRectF:
        """Return more than any screen has: it never changes, whatever the view shows."""
        return _EVERYWHERE

    def paint(self, painter: QPainter, _option: object, _widget: object = None) -> None:
        """Draw rings, then the names of clusters, nodes and relations, the more important first."""
        words = self.words
        area: QRectF = self._box.mapRectToScene(self._box.rect())
        places = self._to_scene(words.positions)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inside = (
            (places[:, 0] > area.left() - 60)
            & (places[:, 0] < area.right() + 60)
            & (places[:, 1] > area.top() - 30)
            & (places[:, 1] < area.bottom() + 30)
        )
        self._draw_rings(painter, places, inside)
        taken = _Taken()
        self._draw_regions(painter, taken)
        self._draw_names(painter, places, inside, taken)
        self._draw_relations(painter, places, area, taken)

    def _to_scene(self, points: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        transform = self._box.childGroup.sceneTransform()
        return np.stack(
            [
                points[:, 0] * transform.m11() + transform.dx(),
                points[:, 1] * transform.m22() + transform.dy(),
            ],
            axis=1,
        )

    def _draw_rings(
        self,
        painter: QPainter,
        places: npt.NDArray[np.float64],
        inside: npt.NDArray[np.bool_],
    ) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index, token in self.words.rings.items():
            if inside[index]:
                painter.setPen(QPen(self._theme.color(token), 2.4))
                radius = float(self.words.radius[index]) + 3.5
                painter.drawEllipse(QPointF(*places[index].tolist()), radius, radius)

    def _draw_regions(self, painter: QPainter, taken: _Taken) -> None:
        painter.setFont(self._bold)
        painter.setPen(self._theme.color("muted"))
        spots = np.array([(x, y) for _name, x, y in self.words.regions], np.float32).reshape(-1, 2)
        for (name, _x, _y), (x, y) in zip(
            self.words.regions, self._to_scene(spots).tolist(), strict=True
        ):
            shown = _cut(name)
            width = self._width(shown, 2)
            place = QRectF(x - width / 2, y - 40, width, 18)
            if taken.take(place):
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, shown)

    def _draw_names(
        self,
        painter: QPainter,
        places: npt.NDArray[np.float64],
        inside: npt.NDArray[np.bool_],
        taken: _Taken,
    ) -> None:
        words = self.words
        self.shown_names = []
        text, muted = self._theme.color("text"), self._theme.color("muted")
        order = [index for index in words.order.tolist() if inside[index]]
        first = [index for index in words.strong if index < len(places) and inside[index]]
        for tried, index in enumerate([*first, *order]):
            if tried > MOST_NAMES * 2 or len(self.shown_names) >= MOST_NAMES:
                break
            strong = index in words.strong
            if strong and tried >= len(first):
                continue
            name = _cut(words.names[index])
            width = self._width(name, 1 if strong else 0)
            x, y = places[index].tolist()
            place = QRectF(x - width / 2, y + float(words.radius[index]) + 2, width, 17)
            if not taken.take(place, force=strong):
                continue
            self.shown_names.append(name)
            painter.setFont(self._bold if strong else self._plain)
            if strong:
                self._clear_ground(painter, place)
            painter.setPen(muted if words.faint[index] and not strong else text)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)

    def _draw_relations(
        self,
        painter: QPainter,
        places: npt.NDArray[np.float64],
        area: QRectF,
        taken: _Taken,
    ) -> None:
        words = self.words
        if not len(words.ends):
            return
        start, stop = places[words.ends[:, 0]], places[words.ends[:, 1]]
        along = stop - start
        length = np.hypot(along[:, 0], along[:, 1])
        middle = (start + stop) / 2
        seen = (
            (length > _ROOM_PX * 2)
            & (middle[:, 0] > area.left())
            & (middle[:, 0] < area.right())
            & (middle[:, 1] > area.top())
            & (middle[:, 1] < area.bottom())
        )
        strong = list(words.strong)
        chosen = np.isin(words.ends[:, 0], strong) | np.isin(words.ends[:, 1], strong)
        disputed = words.states == EdgeState.DISPUTED
        lines = np.flatnonzero(seen)
        rank = np.lexsort((-length[lines], ~disputed[lines], ~chosen[lines]))
        written = 0
        painter.setFont(self._small)
        for line in lines[rank][: MOST_RELATIONS * 3].tolist():
            if written >= MOST_RELATIONS:
                break
            word = _cut(words.relations(line), RELATION_CHARS)
            width = self._width(word, 3)
            if not word or width + _ROOM_PX > length[line]:
                continue
            x, y = middle[line].tolist()
            place = QRectF(x - width / 2 - 3, y - 8, width + 6, 16)
            if not taken.take(place):
                continue
            written += 1
            self._clear_ground(painter, place)
            painter.setPen(self._theme.color("warn" if disputed[line] else "muted"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)

    def _clear_ground(self, painter: QPainter, place: QRectF) -> None:
        ground = QColor(self._theme.color("bg"))
        ground.setAlpha(_FADE)
        painter.fillRect(place, ground)

    def _width(self, text: str, face: int) -> float:
        known = self._widths.get((text, face))
        if known is None:
            font = (self._plain, self._bold, self._bold, self._small)[face]
            known = QFontMetricsF(font).horizontalAdvance(text) + 4
            if len(self._widths) > 20_000:  # noqa: PLR2004 - names of a large graph, some MB
                self._widths.clear()
            self._widths[text, face] = known
        return known


class _Taken:
    """Where something is written already, in squares so that few are compared."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = {}

    def take(self, place: QRectF, *, force: bool = False) -> bool:
        """Return whether there was room, and take it."""
        cells = [
            (column, row)
            for column in range(int(place.left()) // _CELL_PX, int(place.right()) // _CELL_PX + 1)
            for row in range(int(place.top()) // _CELL_PX, int(place.bottom()) // _CELL_PX + 1)
        ]
        if not force and any(
            other.intersects(place) for cell in cells for other in self._cells.get(cell, ())
        ):
            return False
        for cell in cells:
            self._cells.setdefault(cell, []).append(place)
        return True


def _cut(text: str, most: int = NAME_CHARS) -> str:
    """Return a text in one line and as long as a label can be."""
    shown = " ".join(text[: most * 4].split())
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"
