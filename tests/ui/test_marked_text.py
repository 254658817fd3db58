"""The words that a search found are painted bold, as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from stratagate_app.ui.theme import font_px
from stratagate_app.ui.widgets.marked_text import draw_marked

WIDTH, HEIGHT = 300, 24


def painted(text: str, marks: Sequence[tuple[int, int]], width: int = WIDTH) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font_px(13))
    draw_marked(painter, QRect(0, 0, width, HEIGHT), text, marks)
    painter.end()
    return image


def ink(image: QImage, first: int = 0, last: int = WIDTH) -> int:
    """Return how dark the columns of a picture are together."""
    return sum(
        255 - (image.pixel(x, y) & 0xFF) for x in range(first, last) for y in range(image.height())
    )


def test_marked_words_are_darker_and_others_are_not(qapp: QApplication) -> None:
    del qapp
    plain, marked = painted("rye bread", ()), painted("rye bread", ((4, 9),))
    assert ink(marked) > ink(plain) > 0
    assert painted("rye bread", ((0, 3), (4, 9))) != marked


def test_markup_in_a_text_is_shown_as_it_is(qapp: QApplication) -> None:
    del qapp
    assert painted("<b>bread</b>", ()) != painted("bread", ((0, 5),))
    assert ink(painted("<b>bread</b>", ())) > ink(painted("bread", ()))


def test_a_long_text_ends_at_its_area_whatever_is_marked(qapp: QApplication) -> None:
    del qapp
    text = "rye\nbread " * 40
    for marks in ((), ((0, 3),), ((0, len(text)),), ((300, 309),)):
        image = painted(text, marks, width=100)
        assert ink(image, 0, 100) > 0
        assert ink(image, 104) == 0


def test_marks_hold_behind_signs_that_take_two_units(qapp: QApplication) -> None:
    del qapp
    shifted = painted("😀 rye bread", ((2, 5),))
    assert shifted != painted("😀 rye bread", ((1, 4),))
    assert ink(shifted) > ink(painted("😀 rye bread", ()))
