"""The nodes of the graph, all in one item."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg

from stratagate_app.models.graph import TYPES, Points
from stratagate_app.models.graph_picture import Picture
from stratagate_app.ui.graph import looks
from stratagate_app.ui.theme import Theme

# Of a cluster that is folded, beside the kinds of nodes.
CLUSTER = 255


class NodeItem(pg.ScatterPlotItem):  # type: ignore[misc]
    """All nodes; what the mouse does to them is the business of the view."""

    def mouseClickEvent(self, event: Any) -> None:
        """Leave it to the view, which knows what was hit."""
        event.ignore()


def draw_nodes(
    scatter: Any,
    picture: Picture,
    positions: Points,
    *,
    types: npt.NDArray[np.uint8],
    radius: npt.NDArray[np.float32],
    theme: Theme,
) -> None:
    """Fill a scatter plot with the things of a picture.

    Args:
        scatter: The item.
        picture: What is drawn.
        positions: (k, 2) where, in layout units.
        types: (k,) place of the NodeType, or CLUSTER.
        radius: (k,) in px.
        theme: Has the colours.
    """
    if not len(types):
        scatter.clear()
        return
    brushes = {
        (code, faint): looks.node_brush(kind, theme, faint=faint)
        for code, kind in enumerate(TYPES)
        for faint in (False, True)
    }
    shapes: dict[int, Any] = {code: looks.SHAPES[kind] for code, kind in enumerate(TYPES)}
    shapes[CLUSTER] = looks.CLUSTER_SHAPE
    disc = pg.mkBrush(theme.color("panel2"))
    rim = pg.mkPen(theme.color("muted"), width=1.5)
    line = looks.node_pen(theme)
    codes = types.tolist()
    scatter.setData(
        x=positions[:, 0],
        y=positions[:, 1],
        size=radius * 2,
        symbol=[shapes[code] for code in codes],
        brush=[
            disc if code == CLUSTER else brushes[code, faint]
            for code, faint in zip(codes, picture.faint.tolist(), strict=True)
        ],
        pen=[rim if code == CLUSTER else line for code in codes],
    )
