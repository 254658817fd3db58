"""How nodes and edges look: a shape and a colour for each kind, a stroke for each state."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from stratagate_app.engine import NodeType
from stratagate_app.models.graph_states import EdgeState
from stratagate_app.ui.theme import Theme

# Radius of the smallest node, and what the largest has more, in px at 1:1.
LEAST_RADIUS_PX = 7.0
MORE_RADIUS_PX = 19.0
# Nodes grow and shrink more slowly than the picture, and in steps: each step is drawn once.
SMALLEST_SCALE, LARGEST_SCALE = 0.45, 1.5
_STEPS_PER_OCTAVE = 3
_FAINT = 0.4
_STATE_TOKENS = {
    EdgeState.CURRENT: "faint",
    EdgeState.DISPUTED: "warn",
    EdgeState.PLANNED: "info",
    EdgeState.PAST: "faint",
}


def _rounded(half: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(-half, -half, 2 * half, 2 * half), 0.14, 0.14)
    return path


def _corners(count: int, turn: float, radius: float) -> QPainterPath:
    path = QPainterPath()
    angles = [turn + 2 * math.pi * n / count for n in range(count)]
    path.addPolygon(
        QPolygonF([QPointF(radius * math.cos(a), radius * math.sin(a)) for a in angles])
    )
    path.closeSubpath()
    return path


def _circle() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-0.5, -0.5, 1, 1))
    return path


# Of about one area, within a square of side 1.
SHAPES = {
    NodeType.PERSON: _circle(),
    NodeType.PROJECT: _rounded(0.45),
    NodeType.ORGANIZATION: _corners(6, 0.0, 0.54),
    NodeType.TOOL: _corners(4, 0.0, 0.6),
    NodeType.PLACE: _corners(3, -math.pi / 2, 0.64),
}
CLUSTER_SHAPE = _circle()


def scale_at(world_per_px: float) -> float:
    """Return how much larger than at 1:1 nodes are drawn, in steps."""
    wanted = math.sqrt(1.0 / max(world_per_px, 1e-9))
    step = round(math.log2(min(LARGEST_SCALE, max(SMALLEST_SCALE, wanted))) * _STEPS_PER_OCTAVE)
    return float(2.0 ** (step / _STEPS_PER_OCTAVE))


def radii(sizes: npt.NDArray[np.float32], scale: float) -> npt.NDArray[np.float32]:
    """Return the radius of each node in px, in few steps."""
    steps = np.round(sizes * 8) / 8
    return ((LEAST_RADIUS_PX + MORE_RADIUS_PX * steps) * scale).astype(np.float32)


def node_brush(kind: NodeType, theme: Theme, *, faint: bool) -> QBrush:
    """Return what fills a node."""
    color = theme.color(kind.value)
    return QBrush(mixed(color, theme.color("bg"), _FAINT) if faint else color)


def node_pen(theme: Theme) -> QPen:
    """Return the line around a node: it parts nodes that touch."""
    pen = QPen(theme.color("bg"), 1)
    # Else it would grow with the shape, which has a side of 1.
    pen.setCosmetic(True)
    return pen


def edge_pen(state: EdgeState, theme: Theme, *, dashed: bool = True) -> QPen:
    """Return the stroke of an edge: past dashed, planned dotted, disputed in the warning colour."""
    color = theme.color(_STATE_TOKENS[state])
    if state is not EdgeState.DISPUTED:
        color = mixed(color, theme.color("bg"), 0.62 if state is EdgeState.CURRENT else 0.5)
    pen = QPen(color, 1.6 if state is EdgeState.DISPUTED else 1.2)
    pen.setCosmetic(True)
    if dashed and state is EdgeState.PAST:
        pen.setDashPattern([5, 4])
    elif dashed and state is EdgeState.PLANNED:
        pen.setDashPattern([1.5, 3])
    return pen


def mixed(color: QColor, ground: QColor, part: float) -> QColor:
    """Return a part of a colour on a ground, without transparency."""
    return QColor.fromRgbF(
        *(
            part * one + (1 - part) * other
            for one, other in zip(
                (color.redF(), color.greenF(), color.blueF()),
                (ground.redF(), ground.greenF(), ground.blueF()),
                strict=True,
            )
        )
    )


def type_pixmap(kind: NodeType, theme: Theme, size_px: int, ratio: float) -> QPixmap:
    """Return the shape of a kind of node, for legends and lists."""
    pixmap = QPixmap(round(size_px * ratio), round(size_px * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side, middle = size_px * 0.82, size_px / 2
    painter.setTransform(QTransform(side, 0, 0, side, middle, middle))
    painter.fillPath(SHAPES[kind], node_brush(kind, theme, faint=False))
    painter.end()
    return pixmap
