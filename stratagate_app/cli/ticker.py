"""Progress on a terminal, and stopping by Ctrl+C."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Self

from stratagate_app.cli.output import told
from stratagate_app.engine import OperationCancelled


class Ticker:
    """Progress on a terminal's last line; where nobody watches, only what is told.

    Args:
        words: What it says of how far the work is, with {done}: a number, or "3 of 8".

    Attributes:
        stopped: Somebody pressed Ctrl+C: what is saved stays, and nothing more is begun.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self.stopped = False
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        if self._shown:
            told("\r\x1b[K")

    def report(self, done: int, total: int) -> None:
        """Show how far it is; stop where that was asked for."""
        if self.stopped:
            raise OperationCancelled
        self.say(self._words.format(done=f"{done} of {total}" if total else done))

    def say(self, text: str) -> None:
        """Show a few words."""
        if self._shown:
            told(f"\r{text}\x1b[K")

    def tell(self, text: str) -> None:
        """Say something on a line of its own, also where nobody watches."""
        told(f"\r\x1b[K{text}\n" if self._shown else f"{text}\n")

    def _on_interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
