"""How the weight of an event fades: a curve over turns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from stratagate_app.engine import Adoption, EventDetail, effective_weight
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


class WeightPoints(NamedTuple):
    """A curve: turns relative to now, and the weight at each, 0 to 1.

    Attributes:
        past: From when it was formed to now; a use is two points of one turn, before and after.
        ahead: From now on, if nothing happens.
        uses: Where it was used in answers.
    """

    past: list[tuple[int, float]]
    ahead: list[tuple[int, float]]
    uses: list[tuple[int, float]]


def weight_points(detail: EventDetail, uses: Sequence[Adoption] = ()) -> WeightPoints:
    """Return the curve of an event: at most 240 turns back, 60 turns ahead.

    What only holds now, a pin, a cap, a state, is drawn as if it had always held.

    Rule:
        engine-rules.md, "Event weight".
    Args:
        detail: The event.
        uses: Its uses that stand, oldest first.
    """
    now = detail.workspace_turn
    steps = [(detail.formed_turn - now, 1), *((use.turn - now, use.n) for use in uses)]
    # What counts is what the event itself says; it holds without a single receipt.
    steps[-1] = (-detail.elapsed_turns, detail.row.adoptions + 1)
    begin = max(steps[0][0], -_PAST_TURNS)
    past: list[tuple[int, float]] = []
    for at, (turn, n) in enumerate(steps):
        end = steps[at + 1][0] if at + 1 < len(steps) else 0
        past += [(t, _weight(detail, t - turn, n)) for t in range(max(turn, begin), end + 1)]
    turn, n = steps[-1]
    ahead = [(t, _weight(detail, t - turn, n)) for t in range(FUTURE_TURNS + 1)]
    marks = steps[1:] if uses else steps[: detail.row.adoptions]
    used = [(t, _weight(detail, 0, n)) for t, n in marks if t >= begin]
    return WeightPoints(past, ahead, used)


def _weight(detail: EventDetail, elapsed_turns: int, n: int) -> float:
    row = detail.row
    return effective_weight(
        elapsed_turns=elapsed_turns,
        adoptions_n=n,
        criticality=row.criticality,
        state=row.state,
        pinned=row.pinned,
        cap=detail.cap,
    )


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

    def show_event(
        self, detail: EventDetail, description: str, uses: Sequence[Adoption] = ()
    ) -> None:
        """Draw the curve of an event; the description says in words what it shows."""
        self.setAccessibleName(self.tr("Weight"))
        self.setAccessibleDescription(description)
        points = weight_points(detail, uses)
        plot = self._make_plot() if self._plot is None else self._plot
        plot.clear()
        self._draw_guides(plot, detail)
        accent = self._theme.color("accent")
        self._draw(plot, points.past, QPen(accent, 2))
        self._draw(plot, points.ahead, QPen(accent, 2, Qt.PenStyle.DashLine))
        self._draw_marks(plot, points)
        begin = points.past[0][0]
        self._span = (begin, FUTURE_TURNS)
        self._labels = [
            (begin, self.tr("turn {number}").format(number=detail.workspace_turn + begin)),
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

    def _draw(self, plot: Any, points: Sequence[tuple[int, float]], pen: QPen) -> None:
        pen.setCosmetic(True)
        turns, weights = zip(*points, strict=True)
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

    def _draw_marks(self, plot: Any, points: WeightPoints) -> None:
        marks = [(points.ahead[:1], "accent"), (points.uses, "gold")]
        for places, token in marks:
            plot.plot(
                [turn for turn, _weight in places],
                [weight for _turn, weight in places],
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
