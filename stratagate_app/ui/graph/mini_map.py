"""The whole graph in a corner, and which part of it is in view."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from stratagate_app.models.graph import Points
from stratagate_app.ui.theme import Theme

SIZE_PX = (132, 92)
_MARGIN_PX = 8
_DOTS_MOST = 4000


class MiniMap(QWidget):
    """A small map; pressing it moves the view there.

    Signals:
        pressed: Where, in layout units.
    """

    pressed = Signal(float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: Points = np.zeros((0, 2), np.float32)
        self._view = QRectF()
        self._dots: QPixmap | None = None
        self.setFixedSize(*SIZE_PX)
        self.setAccessibleName(self.tr("Map of the whole graph"))
        self.setToolTip(self.tr("Press to go there"))

    def sizeHint(self) -> QSize:
        """Return its size."""
        return QSize(*SIZE_PX)

    def set_points(self, points: Points) -> None:
        """Show these things, (k, 2) in layout units."""
        self._points = points[:: max(1, len(points) // _DOTS_MOST)]
        self._dots = None
        self.update()

    def all_within(self, area: QRectF) -> bool:
        """Return whether everything on the map is in an area of layout units."""
        if not len(self._points):
            return True
        low, high = self._points.min(axis=0).tolist(), self._points.max(axis=0).tolist()
        return area.contains(QPointF(*low)) and area.contains(QPointF(*high))

    def set_view(self, area: QRectF) -> None:
        """Show which part is in view, in layout units."""
        self._view = area
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._tell(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._tell(event.position())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, a dot for each thing, and a frame around what is in view."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color("panel"))
        painter.drawRoundedRect(frame, 6, 6)
        if not len(self._points):
            return
        if self._dots is None:
            self._dots = self._drawn_dots()
        painter.drawPixmap(0, 0, self._dots)
        scale, left, top = self._measures()
        view = QRectF(
            (self._view.x() - left) * scale + _MARGIN_PX,
            (self._view.y() - top) * scale + _MARGIN_PX,
            self._view.width() * scale,
            self._view.height() * scale,
        ).intersected(frame.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("accent"), 1.5))
        painter.drawRect(view)

    def _drawn_dots(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        scale, left, top = self._measures()
        painter = QPainter(pixmap)
        painter.setPen(QPen(self._theme.color("muted"), 1.6))
        places = (self._points - np.array((left, top), np.float32)) * scale + _MARGIN_PX
        painter.drawPoints([QPointF(x, y) for x, y in places.tolist()])
        painter.end()
        return pixmap

    def _measures(self) -> tuple[float, float, float]:
        """Return px for a layout unit, and what stands at the left and the top."""
        low, high = self._points.min(axis=0), self._points.max(axis=0)
        room = np.array(SIZE_PX, np.float32) - 2 * _MARGIN_PX
        span = np.maximum(high - low, 1.0)
        scale = float((room / span).min())
        left, top = ((low + high) / 2 - room / scale / 2).tolist()
        return scale, left, top

    def _tell(self, point: QPointF) -> None:
        if len(self._points):
            scale, left, top = self._measures()
            self.pressed.emit(
                (point.x() - _MARGIN_PX) / scale + left, (point.y() - _MARGIN_PX) / scale + top
            )
