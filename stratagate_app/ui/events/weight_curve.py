"""How the weight of an event fades: a curve over turns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from stratagate_app.engine import EventDetail, effective_weight
from stratagate_app.ui.theme import TINY_PX, Theme, font_px

if TYPE_CHECKING:
    from collections.abc import Sequence

FUTURE_TURNS = 60
"""How far the curve looks ahead."""
_PAST_TURNS = 240
"""How far it looks back: what is flat for longer says nothing."""
_HEIGHT_PX = 132
_AXIS_PX = 30
_MARGIN_PX = 4
_FRAME_PX = 2 * _MARGIN_PX + 4
"""What margins and the plot's own edges take of the width."""
_GAP_PX = 8
"""Between two labels below the curve."""
_SLACK_PX = 4
"""How far a label may stand out of its axis before the plot leaves it out."""


def weight_points(detail: EventDetail) -> tuple[list[int], list[float]]:
    """Return turns relative to now and the weight at each.

    From the last use (or from when it was formed), at most 240 turns back, to 60 turns ahead if
    nothing happens; engine-rules.md, "Event weight".
    """
    row = detail.row
    past = min(detail.elapsed_turns, _PAST_TURNS)
    turns = list(range(-past, FUTURE_TURNS + 1))
    weights = [
        effective_weight(
            elapsed_turns=detail.elapsed_turns + turn,
            adoptions_n=row.adoptions + 1,
            criticality=row.criticality,
            state=row.state,
            pinned=row.pinned,
            cap=detail.cap,
        )
        for turn in turns
    ]
    return turns, weights


class WeightCurve(QWidget):
    """The curve, with where it stands now, its floor and its cap."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._plot: Any = None
        self._span = (0, FUTURE_TURNS)
        self._labels: list[tuple[int, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT_PX)
        # The frame is this widget's own: a plot with one paints under it.
        self.setObjectName("curve")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.setStyleSheet(
            f"#curve {{ background: {theme.value('panel')}; border-radius: 6px;"
            f" border: 1px solid {theme.value('line')}; }}"
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)

    def sizeHint(self) -> QSize:
        """Return a flat rectangle."""
        return QSize(220, _HEIGHT_PX)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the pane scroll."""
        event.ignore()

    def show_event(self, detail: EventDetail, description: str) -> None:
        """Draw the curve of an event; the description says in words what it shows."""
        self.setAccessibleName(self.tr("Weight"))
        self.setAccessibleDescription(description)
        turns, weights = weight_points(detail)
        plot = self._make_plot() if self._plot is None else self._plot
        plot.clear()
        now = turns.index(0)
        self._draw_guides(plot, detail)
        accent = self._theme.color("accent")
        self._draw(plot, turns[: now + 1], weights[: now + 1], QPen(accent, 2))
        self._draw(plot, turns[now:], weights[now:], QPen(accent, 2, Qt.PenStyle.DashLine))
        self._draw_marks(plot, detail, turns, weights)
        first = detail.workspace_turn + turns[0]
        self._span = (turns[0], turns[-1])
        self._labels = [
            (turns[0], self.tr("turn {number}").format(number=first)),
            (0, self.tr("now")),
            (FUTURE_TURNS, self.tr("in %n turn(s)", "", FUTURE_TURNS)),
        ]
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the labels room."""
        super().resizeEvent(event)
        self._fit()

    def labels(self) -> list[str]:
        """Return the labels below the curve that there is room for."""
        return [] if self._plot is None else [words for _turn, words in self._room()[0]]

    def _fit(self) -> None:
        """Show the labels there is room for, whole, with the curve between them."""
        if self._plot is None:
            return
        labels, left, right = self._room()
        axis = self._plot.getAxis("bottom")
        axis.setTicks([labels])
        # Letters that come from another font may be higher than those of the font itself.
        axis.setHeight(_SLACK_PX + max(self._label_size(words)[1] for _turn, words in labels))
        first, last = self._span
        self._plot.setXRange(first - left, last + right, padding=0)

    def _room(self) -> tuple[list[tuple[int, str]], float, float]:
        """Return labels, and how many turns of room are left and right of the curve."""
        first, now, last = self._labels
        room = max(1.0, self.width() - _AXIS_PX - _FRAME_PX)
        length = self._span[1] - self._span[0]
        for labels in ([first, now, last], [now, last], [now]):
            halves = [self._label_size(words)[0] / 2 for _turn, words in labels]
            scale = max(0.1, (room - halves[0] - halves[-1]) / length)
            near = any(
                (after[0] - before[0]) * scale < halves[at] + halves[at + 1] + _GAP_PX
                for at, (before, after) in enumerate(pairwise(labels))
            )
            if not near:
                break
        return labels, halves[0] / scale, halves[-1] / scale

    def _label_size(self, words: str) -> tuple[int, int]:
        metrics = QFontMetrics(font_px(TINY_PX))
        size = metrics.boundingRect(QRect(0, 0, 1000, 100), 0, words).size()
        return size.width(), max(size.height(), metrics.height())

    def _draw(self, plot: Any, turns: Sequence[int], weights: Sequence[float], pen: QPen) -> None:
        pen.setCosmetic(True)
        plot.plot(list(turns), list(weights), pen=pen, antialias=True)

    def _draw_guides(self, plot: Any, detail: EventDetail) -> None:
        import pyqtgraph  # noqa: PLC0415 - see _make_plot

        line, faint = self._theme.color("line"), self._theme.color("faint")
        for guide in (0, 0.5, 1):
            plot.addItem(pyqtgraph.InfiniteLine(guide, angle=0, pen=_pen(line)))
        plot.addItem(pyqtgraph.InfiniteLine(0, angle=90, pen=_pen(faint, Qt.PenStyle.DotLine)))
        for height in (detail.floor, detail.cap):
            if height:
                pen = _pen(self._theme.color("warn"), Qt.PenStyle.DashLine)
                plot.addItem(pyqtgraph.InfiniteLine(height, angle=0, pen=pen))

    def _draw_marks(
        self, plot: Any, detail: EventDetail, turns: Sequence[int], weights: Sequence[float]
    ) -> None:
        marks = [(0, weights[turns.index(0)], "accent")]
        if detail.row.adoptions and -turns[0] == detail.elapsed_turns:
            marks.append((turns[0], weights[0], "gold"))
        for turn, weight, token in marks:
            plot.plot(
                [turn],
                [weight],
                pen=None,
                symbol="o",
                symbolSize=7,
                symbolBrush=self._theme.color(token),
                symbolPen=None,
                antialias=True,
            )

    def _make_plot(self) -> Any:
        # Loading it takes a third of a second that a window without an event need not wait for.
        import pyqtgraph  # noqa: PLC0415

        plot = pyqtgraph.PlotWidget(background=self._theme.color("panel"))
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(x=False, y=False)
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        plot.setYRange(-0.04, 1.08, padding=0)
        plot.setStyleSheet("border: none; padding: 0;")
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setPen(_pen(self._theme.color("panel")))
            axis.setTextPen(self._theme.color("muted"))
            axis.setStyle(tickFont=font_px(TINY_PX), tickLength=0, hideOverlappingLabels=_SLACK_PX)
        plot.getAxis("left").setTicks([[(0, "0"), (0.5, "0.5"), (1, "1.0")]])
        plot.getAxis("left").setWidth(_AXIS_PX)
        self._column.addWidget(plot)
        self._plot = plot
        return plot


def _pen(color: Any, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    pen = QPen(color, 1, style)
    pen.setCosmetic(True)
    return pen
