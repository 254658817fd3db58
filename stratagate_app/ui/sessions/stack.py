"""Heights of cards one below the other: which are in view, and where each begins."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


class Stack:
    """Keys with heights, from top to bottom, a gap before, between and after them.

    Attributes:
        keys: From top to bottom.
    """

    def __init__(self, gap_px: int) -> None:
        self._gap = gap_px
        self.keys: tuple[int, ...] = ()
        self._places: dict[int, int] = {}
        self._heights: list[int] = []
        self._tops: list[int] = [gap_px]
        self._settled = True

    def set(self, keys: Sequence[int], heights: Sequence[int]) -> None:
        """Take other keys with their heights in px."""
        self.keys = tuple(keys)
        self._places = {key: place for place, key in enumerate(self.keys)}
        self._heights = list(heights)
        self._settled = False

    def place(self, key: int) -> int:
        """Return the place of a key from the top, -1 if it is not there."""
        return self._places.get(key, -1)

    def height(self, place: int) -> int:
        """Return the height at a place."""
        return self._heights[place]

    def heights(self) -> dict[int, int]:
        """Return every key with its height."""
        return dict(zip(self.keys, self._heights, strict=True))

    def set_height(self, place: int, height: int) -> bool:
        """Give a place another height; return whether it is another."""
        if self._heights[place] == height:
            return False
        self._heights[place] = height
        self._settled = False
        return True

    def top(self, place: int) -> int:
        """Return where a place begins."""
        return self._measured()[place]

    def total(self) -> int:
        """Return the height of everything with its gaps, 0 if there is nothing."""
        return self._measured()[-1] if self.keys else 0

    def at(self, y: int) -> int:
        """Return the place y is in (or in the gap below it), the nearest one outside."""
        return max(0, min(len(self.keys) - 1, bisect_right(self._measured(), y) - 1))

    def _measured(self) -> list[int]:
        if not self._settled:
            steps = (height + self._gap for height in self._heights)
            self._tops = list(accumulate(steps, initial=self._gap))
            self._settled = True
        return self._tops
