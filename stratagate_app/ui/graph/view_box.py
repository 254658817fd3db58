"""How the mouse moves the picture of the graph, and the nodes on it."""

from __future__ import annotations

from typing import Any, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt

NEAREST, FARTHEST = 20.0, 400_000.0
"""Least and most layout units across the view."""
_SEVERAL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class Hands(Protocol):
    """What the mouse does to a picture."""

    def index_at(self, point: QPointF) -> int:
        """Return what is at a point of the widget, -1 for nothing."""
        ...

    def on_clicked(self, index: int, *, more: bool) -> None:
        """Select what was clicked, -1 for the ground."""
        ...

    def on_opened(self, index: int) -> None:
        """Open what was clicked twice."""
        ...

    def on_swept(self, area: QRectF) -> None:
        """Select everything in an area of layout units."""
        ...

    def move_to(self, index: int, x: float, y: float) -> None:
        """Put a thing somewhere else."""
        ...

    def on_dropped(self, index: int) -> None:
        """Take note that a thing that was dragged stays where it is."""
        ...


class GraphBox(pg.ViewBox):  # type: ignore[misc]
    """Drags a node, or the ground; with Shift it selects what is swept over."""

    def __init__(self, canvas: Hands) -> None:
        super().__init__(lockAspect=True, enableMenu=False, invertY=True, defaultPadding=0.0)
        self._canvas = canvas
        self._dragged = -1
        self._sweeping = False
        self.disableAutoRange()
        self.setLimits(minXRange=NEAREST, maxXRange=FARTHEST)

    def mouseClickEvent(self, event: Any) -> None:
        """Select; twice opens."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        index = self._canvas.index_at(event.scenePos())
        if event.double():
            if index >= 0:
                self._canvas.on_opened(index)
        else:
            self._canvas.on_clicked(index, more=bool(event.modifiers() & _SEVERAL))
        event.accept()

    def mouseDragEvent(self, event: Any, axis: object = None) -> None:
        """Move the node the drag began on; else the ground."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        if event.isStart():
            self._dragged = self._canvas.index_at(event.buttonDownScenePos())
            self._sweeping = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._dragged >= 0 and not self._sweeping:
            event.accept()
            place = self.mapSceneToView(event.scenePos())
            self._canvas.move_to(self._dragged, place.x(), place.y())
            if event.isFinish():
                moved, self._dragged = self._dragged, -1
                self._canvas.on_dropped(moved)
        elif self._sweeping:
            event.accept()
            if event.isFinish():
                self.rbScaleBox.hide()
                one = self.mapSceneToView(event.buttonDownScenePos())
                other = self.mapSceneToView(event.scenePos())
                self._canvas.on_swept(QRectF(one, other).normalized())
            else:
                self.updateScaleBox(event.buttonDownPos(), event.pos())
        else:
            super().mouseDragEvent(event, axis)
