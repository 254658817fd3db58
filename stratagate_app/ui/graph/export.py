"""The picture of the graph as a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from stratagate_app.engine import StorageError
from stratagate_app.ui.graph.canvas import GraphCanvas

PNG_SCALE = 2


def export_picture(canvas: GraphCanvas, path: Path, ground: QColor, title: str) -> None:
    """Write what is in view to a file: SVG if its name ends so, else PNG of twice the size.

    Raises:
        StorageError: It could not be written there.
    """
    size = canvas.viewport().size()
    # Shapes, not the pictures of them that are kept for speed.
    canvas.scatter.setExportMode(True, {"resolutionScale": 1.0, "antialias": True})
    try:
        if path.suffix.lower() == ".svg":
            _write_svg(canvas, path, size, ground, title)
        else:
            _write_png(canvas, path, size, ground)
    finally:
        canvas.scatter.setExportMode(False)


def _write_png(canvas: GraphCanvas, path: Path, size: QSize, ground: QColor) -> None:
    image = QImage(size * PNG_SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(PNG_SCALE)
    image.fill(ground)
    painter = QPainter(image)
    _render(canvas, painter, size)
    painter.end()
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(image):
        raise StorageError("read_only", path=str(path), detail=writer.errorString())


def _write_svg(canvas: GraphCanvas, path: Path, size: QSize, ground: QColor, title: str) -> None:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    painter = QPainter()
    if not painter.begin(generator):
        raise StorageError("read_only", path=str(path), detail="the picture was not written")
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), ground)
    _render(canvas, painter, size)
    painter.end()


def _render(canvas: GraphCanvas, painter: QPainter, size: QSize) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = QRectF(0, 0, size.width(), size.height())
    canvas.scene().prepareForPaint()
    canvas.scene().render(painter, area, area)
