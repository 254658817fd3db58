"""How bulk work shares the interpreter with everybody else."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Pace:
    """What was set before the first of several works began, for the last to put back."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running = 0
        self.thresholds = gc.get_threshold()
        self.interval = sys.getswitchinterval()


_PACE = _Pace()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let bulk work run with fewer garbage collections and shorter turns of the threads.

    Conversations are trees: collecting cycles among them every 700 objects finds nothing and
    costs an eighth of the time. Shorter turns let the writer, and the window, come to their own.
    """
    with _PACE.lock:
        _PACE.running += 1
        if _PACE.running == 1:
            _PACE.thresholds, _PACE.interval = gc.get_threshold(), sys.getswitchinterval()
            gc.set_threshold(50_000, 20, 20)
            sys.setswitchinterval(min(_PACE.interval, 0.001))
    try:
        yield
    finally:
        with _PACE.lock:
            _PACE.running -= 1
            if _PACE.running == 0:
                gc.set_threshold(*_PACE.thresholds)
                sys.setswitchinterval(_PACE.interval)
