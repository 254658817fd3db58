"""The words of a card: plain, selectable text with who spoke and when beside it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextBlock,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolTip, QWidget

from stratagate_app.ui.sessions import dates, wording
from stratagate_app.ui.sessions.document_writer import (
    BOX_PAD_PX,
    GROUND_PAD_PX,
    LABEL_PX,
    Box,
    DocumentWriter,
    Ground,
    Placed,
)
from stratagate_app.ui.sessions.rows import CHARS_A_LINE, STEP_LINES, Content, Row, Segment, cut
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import SMALL_PX, Theme, font_px, monospace_font

_ROWS_AT_FIRST = 60
_ROWS_MORE = 200


class MessageText(QTextBrowser):
    """Rows of text, as tall as they are; the list around it scrolls.

    Nothing from outside is ever read as markup, loaded or followed: text goes in as text, the only
    links are this widget's own *Show all*.

    Signals:
        grown: More or less is shown than before: the height changed.
    """

    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._content = Content(())
        self._shown: dict[tuple[int, int], int] = {}
        self._rows_shown = _ROWS_AT_FIRST
        self._marked: int | None = None
        self._muted = False
        self._placed: list[Placed] = []
        self._boxes: list[Box] = []
        self._bottom = 0.0
        self._last = -1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        palette.setColor(QPalette.ColorRole.Highlight, theme.color("accent"))
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.color("accent_text"))
        self.setPalette(palette)
        self.viewport().setAutoFillBackground(False)
        self._small = font_px(SMALL_PX)
        self._mono = monospace_font()
        self.anchorClicked.connect(self._on_anchor_clicked)

    # What is shown

    def set_content(
        self, content: Content, *, muted: bool = False, marked: int | None = None
    ) -> None:
        """Show rows from their beginning; nothing happens where they are shown already.

        Args:
            content: The rows.
            muted: In the quieter colour, for what stands in for the original.
            marked: A message to point out.
        """
        if content is self._content and marked == self._marked and muted == self._muted:
            return
        if content is not self._content:
            self._shown.clear()
            self._rows_shown = _ROWS_AT_FIRST
        self._content = content
        self._marked = marked
        self._muted = muted
        for place, row in enumerate(content.rows):
            if marked is not None and row.message_id == marked:
                self._rows_shown = max(self._rows_shown, place + 1)
        self._build()

    def fit(self, width: int) -> int:
        """Lay the text out for a width in px and return the height it needs."""
        document = self.document()
        if document.textWidth() != width:
            document.setTextWidth(width)
        self._make_room_for_labels()
        return int(document.size().height() + self._bottom + 0.999)

    def top_of(self, message_id: int) -> int | None:
        """Return where a message begins, in px from the top; None if it is not shown."""
        for placed in self._placed:
            if placed.row.message_id == message_id:
                return int(self._span(placed.first, placed.last).top())
        return None

    # Building the document

    def _build(self) -> None:
        document = self.document()
        document.clear()
        writer = DocumentWriter(
            document, self._theme, self.font(), self._small, self._mono, muted=self._muted
        )
        rows = self._content.rows[: self._rows_shown]
        for place, row in enumerate(rows):
            texts = [self._cut(place, number, part) for number, part in enumerate(row.segments)]
            writer.add_row(place, row, texts, self._kind(row))
        left = len(self._content.rows) - len(rows)
        if left:
            writer.add_link(self.tr("Show %n more message(s)", "", min(left, _ROWS_MORE)), "rows")
        writer.finish()
        # The margin of the first text block is not kept; the frame's is.
        frame = document.rootFrame().frameFormat()
        frame.setTopMargin(writer.placed[0].pad if writer.placed else 0)
        document.rootFrame().setFrameFormat(frame)
        self._placed, self._boxes = writer.placed, writer.boxes
        self._last, self._bottom = writer.last, writer.pad_below
        self.setAccessibleDescription(self._description())
        self.viewport().update()

    def _kind(self, row: Row) -> Ground:
        if row.message_id is not None and row.message_id == self._marked:
            return "mark"
        if row.boxed:
            return "tool"
        if row.message_id is not None and row.message_id in self._content.sources:
            return "source"
        return ""

    def _cut(self, place: int, number: int, segment: Segment) -> tuple[str, str]:
        """Return what is shown of a segment, and the words of the link to the rest."""
        text, hidden = cut(segment, self._shown.get((place, number), segment.cap))
        if not hidden:
            return text, ""
        if hidden > STEP_LINES:
            return text, self.tr("Show %n more line(s)", "", STEP_LINES)
        if "\n" not in segment.text:
            return text, self.tr("Show all %n character(s)", "", len(segment.text))
        return text, self.tr("Show all %n line(s)", "", segment.text.count("\n") + 1)

    def _make_room_for_labels(self) -> None:
        """Move a row down where the one before is lower than its two lines of label."""
        changed = False
        short = 0.0
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for placed in self._placed:
            if placed.short != short:
                placed.short = short
                block = self.document().findBlockByNumber(placed.first)
                look = block.blockFormat()
                look.setTopMargin(placed.top + short)
                cursor.setPosition(block.position())
                cursor.setBlockFormat(look)
                changed = True
            span = self._span(placed.first, placed.last)
            short = max(0.0, self._label_height(placed.row) - span.height() - 2 * placed.pad)
        cursor.endEditBlock()
        if self._placed and self._last == self._placed[-1].last:
            self._bottom = self._placed[-1].pad + short
        if changed:
            self.viewport().update()

    def _label_height(self, row: Row) -> float:
        if row.role is None:
            return 0.0
        return (2.0 if row.at is not None else 1.0) * (self.fontMetrics().height() + 1)

    def _span(self, first: int, last: int) -> QRectF:
        layout = self.document().documentLayout()
        top = layout.blockBoundingRect(self._block(first))
        return top if first == last else top.united(layout.blockBoundingRect(self._block(last)))

    def _block(self, number: int) -> QTextBlock:
        return self.document().findBlockByNumber(number)

    def _description(self) -> str:
        spoken: list[str] = []
        for row in self._content.rows[:12]:
            if row.role is not None:
                when = dates.clock(row.at) if row.at is not None else ""
                spoken.append(f"{wording.role(row.role)} {when}".strip())
        return ", ".join(spoken)

    # Input

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the list around."""
        event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the exact time and its time zone where the mouse rests on a label."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tooltip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tooltip(text), self.viewport())
            return True
        return super().viewportEvent(event)

    def tooltip_at(self, point: QPointF) -> str:
        """Return what is to be said about a place of the text, "" if nothing."""
        for placed, rect in self._row_rects():
            if rect.top() <= point.y() <= rect.bottom() and placed.row.role is not None:
                if point.x() < LABEL_PX:
                    return dates.with_zone(placed.row.at)
                if self._kind(placed.row) == "source":
                    return self.tr("An event was formed from this message")
        return ""

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected words as plain text and nothing else."""
        data = QMimeData()
        data.setText(self.textCursor().selection().toPlainText())
        return data

    def _on_anchor_clicked(self, url: QUrl) -> None:
        target = url.toString().removeprefix("more:")
        if target == "rows":
            self._rows_shown += _ROWS_MORE
        else:
            place, number = (int(part) for part in target.split("."))
            segment = self._content.rows[place].segments[number]
            lines = self._shown.get((place, number), segment.cap)
            self._shown[place, number] = lines + STEP_LINES
        self._build()
        self.grown.emit()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds and labels, then the text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        view = QRectF(event.rect())
        for box in self._boxes:
            self._paint_box(painter, box, view)
        painter.setFont(self._small)
        painter.setPen(self._theme.color("faint"))
        for placed, rect in self._row_rects():
            if rect.bottom() >= view.top() - 40 and rect.top() <= view.bottom():
                self._paint_label(painter, placed.row, rect)
        painter.end()
        super().paintEvent(event)

    def _paint_box(self, painter: QPainter, box: Box, view: QRectF) -> None:
        boxed = box.kind in ("tool", "code")
        pad = BOX_PAD_PX if boxed else GROUND_PAD_PX
        span = self._span(box.first, box.last)
        rect = QRectF(
            box.indent + 0.5,
            span.top() - pad + 0.5,
            self.viewport().width() - box.indent - 1,
            span.height() + 2 * pad - 1,
        )
        if not rect.intersects(view):
            return
        ground, edge = {
            "tool": ("panel2", "line"),
            "code": ("panel2", "line"),
            "source": ("warn_soft", ""),
            "mark": ("accent_soft", "accent"),
        }[box.kind]
        painter.setPen(QPen(QColor(self._theme.color(edge)), 1) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(ground))
        radius = 6 if boxed else 4
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_label(self, painter: QPainter, row: Row, rect: QRectF) -> None:
        if row.bullet:
            painter.setFont(QFont(self.font()))
            painter.drawText(QPointF(2, rect.top() + self.fontMetrics().ascent()), "•")
            painter.setFont(self._small)
        if row.role is None:
            return
        height = painter.fontMetrics().height() + 1
        top = rect.top() + 1
        words = [wording.role(row.role)]
        if row.at is not None:
            words.append(dates.clock(row.at))
        for line, word in enumerate(words):
            place = QRectF(0, top + line * height, LABEL_PX - 6, height)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft), word)

    def _row_rects(self) -> Iterator[tuple[Placed, QRectF]]:
        for placed in self._placed:
            yield placed, self._span(placed.first, placed.last)


def estimated_height(tokens: int, width: int) -> int:
    """Return about how tall a text of so many estimated tokens is, before it is loaded."""
    characters_a_line = max(20, min(CHARS_A_LINE, width // 7))
    return 20 * max(1, -(-tokens * 4 // characters_a_line))
