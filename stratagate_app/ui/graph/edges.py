"""The lines of the graph, their arrows, and the regions of its clusters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPen

from stratagate_app.models.graph import Places, Points
from stratagate_app.models.graph_states import EdgeState
from stratagate_app.ui.graph.looks import edge_pen
from stratagate_app.ui.theme import Theme

# Smooth and dashed lines take several times as long: only as long as there are not too many.
SMOOTH_MOST = 1500
DASHED_MOST = 600
# Of an edge that is shorter than this on the screen the arrow would hide the line.
ARROW_LEAST_PX = 26.0
_ARROW_PX = 7.0
_ARROW_HALF_WIDTH = 0.42
_REGION_WIDTH_PX = 46.0
_REGION_ALPHA = 26
_ORDER = (EdgeState.PAST, EdgeState.PLANNED, EdgeState.CURRENT, EdgeState.DISPUTED)


class EdgeItem(pg.GraphicsObject):  # type: ignore[misc]
    """All lines of a picture, one call of the painter for each state."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bounds = QRectF()
        self._groups: list[tuple[QPen, Any, bool]] = []

    def set_lines(
        self,
        points: Points,
        ends: Places,
        states: npt.NDArray[np.uint8],
        strong: npt.NDArray[np.bool_],
        gap: tuple[npt.NDArray[np.float32], float],
    ) -> None:
        """Draw lines between points.

        Args:
            points: (k, 2) in layout units.
            ends: (e, 2) from and to.
            states: (e,) EdgeState.
            strong: (e,) drawn in the accent colour.
            gap: Radius of each point in px, and how many layout units a px is.
        """
        self.prepareGeometryChange()
        self._groups = []
        radius, unit = gap
        start, stop = points[ends[:, 0]].astype(np.float64), points[ends[:, 1]].astype(np.float64)
        along = stop - start
        length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
        along /= length[:, None]
        tip = stop - along * ((radius[ends[:, 1]] + 1.5) * unit)[:, None]
        pointed = length > ARROW_LEAST_PX * unit
        for state in _ORDER:
            chosen = states == state
            for marked in (False, True):
                group = chosen & (strong == marked)
                if not group.any():
                    continue
                count = int(group.sum())
                pen = edge_pen(state, self._theme, dashed=count <= DASHED_MOST)
                if marked:
                    pen.setColor(self._theme.color("accent"))
                    pen.setWidthF(2.4)
                smooth = count <= SMOOTH_MOST
                if not smooth:
                    pen.setWidthF(1.0)
                lines = np.concatenate([start[group], tip[group]], axis=1)
                self._groups.append((pen, _primitives(lines), smooth))
                arrows = _arrows(tip[group & pointed], along[group & pointed], unit)
                if len(arrows):
                    solid = QPen(pen)
                    solid.setStyle(Qt.PenStyle.SolidLine)
                    self._groups.append((solid, _primitives(arrows), smooth))
        self._bounds = _bounds(points)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return where lines may be."""
        return self._bounds

    def paint(self, painter: QPainter, _option: object, _widget: object = None) -> None:
        """Draw what is current over what is past, and what is disputed over all."""
        for pen, lines, smooth in self._groups:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
            painter.setPen(pen)
            painter.drawLines(*lines.drawargs())


class RegionItem(pg.GraphicsObject):  # type: ignore[misc]
    """A soft ground under the nodes of each cluster."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bounds = QRectF()
        self._paths: list[tuple[QPainterPath, int]] = []

    def set_regions(self, outlines: Mapping[int, Points], unit: float) -> None:
        """Draw the outlines of clusters by their numbers; unit: layout units a px."""
        self.prepareGeometryChange()
        self._paths = []
        every: list[Points] = []
        for number, corners in outlines.items():
            path = QPainterPath(QPointF(*corners[0].tolist()))
            for corner in corners[1:].tolist():
                path.lineTo(QPointF(*corner))
            path.closeSubpath()
            self._paths.append((_widened(path, _REGION_WIDTH_PX * unit), number))
            every.append(corners)
        self._bounds = _bounds(np.concatenate(every)) if every else QRectF()
        self.update()

    def boundingRect(self) -> QRectF:
        """Return where regions may be."""
        return self._bounds

    def paint(self, painter: QPainter, _option: object, _widget: object = None) -> None:
        """Fill each with its own soft colour; its name says which it is."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens = ("project", "tool", "organization", "person", "place")
        for path, number in self._paths:
            color = self._theme.color(tokens[number % len(tokens)])
            color.setAlpha(_REGION_ALPHA)
            painter.fillPath(path, color)


def _widened(path: QPainterPath, width: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return path.united(stroker.createStroke(path))


def _arrows(
    tips: npt.NDArray[np.float64], along: npt.NDArray[np.float64], unit: float
) -> npt.NDArray[np.float64]:
    """Return two strokes for each arrow, as (2 a, 4) ends."""
    back = along * (_ARROW_PX * unit)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) * (_ARROW_PX * _ARROW_HALF_WIDTH * unit)
    base = tips - back
    return np.concatenate(
        [
            np.concatenate([tips, base + across], axis=1),
            np.concatenate([tips, base - across], axis=1),
        ]
    )


def _primitives(lines: npt.NDArray[np.float64]) -> Any:
    """Return lines as the painter takes them, without an object for each."""
    made = internals.PrimitiveArray(QLineF, 4)
    made.resize(len(lines))
    made.ndarray()[:] = lines
    return made


def _bounds(points: Points) -> QRectF:
    if not len(points):
        return QRectF()
    low, high = points.min(axis=0), points.max(axis=0)
    margin = 200.0
    return QRectF(
        float(low[0]) - margin,
        float(low[1]) - margin,
        float(high[0] - low[0]) + 2 * margin,
        float(high[1] - low[1]) + 2 * margin,
    )
