"""Writes rows into a text document: one text block a segment, margins for labels and boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from stratagate_app.ui.sessions.rows import Row, Segment
from stratagate_app.ui.theme import Theme

LABEL_PX = 74
"""Width of the column with role and time."""
BOX_PAD_PX = 6
"""Room between a box and its text, above and below."""
GROUND_PAD_PX = 3
"""The same for the ground of a marked message."""

_BULLET_PX = 14
_GAP_PX = 8
_PART_PX = 5
_BOX_INSET_PX = 8
_GROUND_INSET_PX = 6

Ground: TypeAlias = Literal["", "tool", "code", "source", "mark"]


@dataclass(slots=True)
class Placed:
    """Where a row stands in the document: its first and last text block.

    Attributes:
        pad: Room its ground has above and below the text, px.
        top: Top margin of its first text block, px.
        short: How much taller the label of the row before is than its text, px.
    """

    row: Row
    first: int
    last: int
    pad: float
    top: float
    short: float = 0.0


@dataclass(frozen=True, slots=True)
class Box:
    """A ground painted behind some text blocks, from indent px to the right edge."""

    first: int
    last: int
    kind: Ground
    indent: float


class DocumentWriter:
    """Fills an empty document; text goes in as text, whatever it looks like.

    Attributes:
        placed: The rows, in order.
        boxes: What is painted behind them, the outer ones first.
        last: Number of the last text block.
        pad_below: Room the last row needs below its text, px.
    """

    def __init__(
        self,
        document: QTextDocument,
        theme: Theme,
        font: QFont,
        small: QFont,
        mono: QFont,
        *,
        muted: bool,
    ) -> None:
        self.placed: list[Placed] = []
        self.boxes: list[Box] = []
        self.last = -1
        self.pad_below = 0.0
        self._cursor = QTextCursor(document)
        self._cursor.beginEditBlock()
        self._text = _look(font, theme, "muted" if muted else "text")
        self._mono = _look(mono, theme, "muted" if muted else "text")
        self._link = _look(small, theme, "accent")
        self._link.setFontUnderline(True)

    def add_row(self, place: int, row: Row, texts: Sequence[tuple[str, str]], kind: Ground) -> None:
        """Write a row.

        Args:
            place: Its number, for the links.
            row: The row.
            texts: For each segment what is shown of it, and the words of a link to the rest.
            kind: The ground behind it.
        """
        pad: float = BOX_PAD_PX if kind == "tool" else GROUND_PAD_PX if kind else 0
        inset = _BOX_INSET_PX if kind == "tool" else _GROUND_INSET_PX if kind else 0
        indent = LABEL_PX if row.role is not None else _BULLET_PX if row.bullet else 0
        top = (_GAP_PX if place else 0) + self.pad_below + pad
        first = self.last + 1
        margin: float = top
        inner: float = 0
        for number, (segment, (text, more)) in enumerate(zip(row.segments, texts, strict=True)):
            boxed = segment.mono and not row.boxed
            inner = BOX_PAD_PX if boxed else 0
            right = inset + (_BOX_INSET_PX if boxed else 0)
            begin = self.last + 1
            self._add(text, self._look_of(segment), margin + inner, (indent + right, right))
            if more:
                self._link.setAnchor(True)
                self._link.setAnchorHref(f"more:{place}.{number}")
                self._add(more, self._link, 2, (indent + right, right))
            if boxed:
                self.boxes.append(Box(begin, self.last, "code", indent + inset))
            margin = 1 if row.boxed else _PART_PX + inner
        if kind:
            # Before the boxes of the code inside it, so that these are painted over it.
            self.boxes.insert(0, Box(first, self.last, kind, indent))
        self.placed.append(Placed(row, first, self.last, pad, top))
        self.pad_below = pad + inner

    def add_link(self, words: str, target: str) -> None:
        """Write a link of the widget's own, below everything."""
        self._link.setAnchor(True)
        self._link.setAnchorHref(f"more:{target}")
        self._add(words, self._link, _GAP_PX + self.pad_below, (0, 0))
        self.pad_below = 0

    def finish(self) -> None:
        """Let the document lay itself out."""
        self._cursor.endEditBlock()

    def _look_of(self, segment: Segment) -> QTextCharFormat:
        return self._mono if segment.mono else self._text

    def _add(
        self, text: str, look: QTextCharFormat, top: float, sides: tuple[float, float]
    ) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(top)
        block.setLeftMargin(sides[0])
        block.setRightMargin(sides[1])
        if self.last < 0:
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.insertBlock(block)
        # Line separators keep a segment one text block, whatever its length.
        self._cursor.insertText(text.replace("\n", "\u2028"), look)
        self.last += 1


def _look(font: QFont, theme: Theme, token: str) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFont(font)
    look.setForeground(theme.color(token))
    return look
