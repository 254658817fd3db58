"""Scrolling the real table of events, frame by frame."""

from __future__ import annotations

import random
import time

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from stratagate_app import app as app_module
from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import Memory
from stratagate_app.ui.events.page import EventsPage
from stratagate_app.ui.events.table import EventTable
from stratagate_app.ui.theme import LIGHT

STEPS = 400
_PAUSE_MS = 4


def _pause(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def scroll_events(memory: Memory) -> list[float]:
    """Return the seconds of each frame: scroll, paint, and whatever arrived in between."""
    app = QApplication.instance() or QApplication([])
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    page = EventsPage(client, LIGHT)
    page.resize(1244, 824)
    page.restore_state({})
    page.set_workspace(None)
    page.show()
    table = page.findChildren(EventTable)[0]
    while table.model().rowCount() == 0:
        _pause(5)
    _pause(300)
    app_module.keep_frames_short()
    bar = table.verticalScrollBar()
    rng = random.Random(5)  # noqa: S311
    frames: list[float] = []
    position = 0
    for step in range(STEPS):
        # Mostly turning the wheel, now and then pulling the bar to somewhere else.
        jump = step % 20 == 0
        position = rng.randrange(bar.maximum()) if jump else position + bar.singleStep() * 3
        start = time.perf_counter()
        bar.setValue(min(position, bar.maximum()))
        table.viewport().repaint()
        frames.append(time.perf_counter() - start)
        before = time.perf_counter()
        _pause(_PAUSE_MS)
        # What the event loop took beyond the pause: pages that arrived, and their repaint.
        frames.append(max(0.0, time.perf_counter() - before - _PAUSE_MS / 1000 - 0.001))
    page.close()
    runner.shutdown()
    page.deleteLater()
    del app
    return frames
