"""How fast the views are on files of the size to design for."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from stratagate_app.engine import (
    BlockInput,
    BlockSummary,
    EventFilter,
    EventId,
    EventType,
    Memory,
    ProposedEvent,
    TimelineEvent,
)
from tests.bench.data import write_export
from tests.bench.previews import previews
from tests.bench.table import Row

STRATA_BLOCKS = 500
EVENTS_A_BLOCK = 20

_WINDOW = """
import sys, time
started = time.perf_counter()
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication
from stratagate_app import app
def usable(window):
    # Usable: the window shows its file and a list with rows that answers.
    def look():
        lists = window.sessions_page.findChildren(QAbstractItemView)
        if not any(view.model() and view.model().rowCount() for view in lists):
            QTimer.singleShot(5, look)
            return
        print(time.perf_counter() - started, flush=True)
        window.close()
        QApplication.quit()
    QTimer.singleShot(0, look)
sys.exit(app.run(Path(sys.argv[1]), on_ready=usable))
"""


class _Naming:
    def summarise(self, block: BlockInput) -> BlockSummary:
        words = block.messages[0].content[:60] or "nothing"
        return BlockSummary(words, ("tag",), words, (words,), should_extract=True)


class _Many:
    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        del timeline
        kinds = list(EventType)
        return tuple(
            ProposedEvent(
                f"{block.messages[i % len(block.messages)].content[:50]} {block.block_id}-{i}",
                block.messages[i % len(block.messages)].content[:200],
                (block.messages[i % len(block.messages)].id,),
                type=kinds[i % len(kinds)],
                participants=(f"Person {i}",),
            )
            for i in range(EVENTS_A_BLOCK)
        )


def _fill(memory: Memory) -> None:
    while memory.jobs.run_some() is not None:
        pass


def strata(folder: Path) -> list[Row]:
    """Load and paint the strata of one long session."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from stratagate_app.ui.sessions.strata_view import StrataView  # noqa: PLC0415
    from stratagate_app.ui.theme import LIGHT  # noqa: PLC0415

    app = QApplication.instance() or QApplication([])
    export = write_export(folder / "long.json", 1, STRATA_BLOCKS * 6)
    with Memory.open(folder / "long.db", summariser=_Naming(), extractor=_Many()) as memory:
        (session_id,) = memory.imports.import_file(export).session_ids
        _fill(memory)
        loads, paints = [], []
        view = StrataView(LIGHT)
        view.resize(800, 180)
        view.show()
        for _ in range(9):
            start = time.perf_counter()
            found = memory.sessions.strata(session_id)  # type: ignore[arg-type]
            middle = time.perf_counter()
            view.set_strata(found)
            view.grab()
            loads.append(middle - start)
            paints.append(time.perf_counter() - middle)
        view.close()
        del app
    both = statistics.median(a + b for a, b in zip(loads, paints, strict=True))
    return [
        Row(
            "strata of one session, loaded and painted",
            f"{len(found.blocks)} blocks",
            f"{both * 1000:.0f} ms (load {statistics.median(loads) * 1000:.0f}, "
            f"paint {statistics.median(paints) * 1000:.0f})",
            "100 ms",
        )
    ]


def event_file(folder: Path, count: int) -> Path:
    """Write a memory file with so many events, and return its path."""
    export = write_export(folder / "events.json", count // EVENTS_A_BLOCK // 5, 30)
    with Memory.open(folder / "events.db", summariser=_Naming(), extractor=_Many()) as memory:
        memory.imports.import_file(export)
        _fill(memory)
    return folder / "events.db"


def events(folder: Path, count: int) -> list[Row]:
    """Scroll the table of events, and ask for its ids and first page."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.bench.scrolling import scroll_events  # noqa: PLC0415

    path = event_file(folder, count)
    # As at a start of the program: SQLite takes its statistics when a file is closed.
    with Memory.open(path) as memory:
        ids = memory.events.find_ids(EventFilter())
        times: dict[str, list[float]] = {"ids": [], "page": [], "text": []}
        for _ in range(5):
            start = time.perf_counter()
            ids = memory.events.find_ids(EventFilter())
            times["ids"].append(time.perf_counter() - start)
            start = time.perf_counter()
            memory.events.load_page(ids[:100])
            times["page"].append(time.perf_counter() - start)
            start = time.perf_counter()
            memory.events.find_ids(EventFilter(text="bread window"))
            times["text"].append(time.perf_counter() - start)
        median = {name: statistics.median(values) * 1000 for name, values in times.items()}
        frames = scroll_events(memory)
        acts = _acts(memory, [EventId(key) for key in ids[: count // 10]])
    size = f"{len(ids):,} events"
    return [
        *previews(folder / "events.db", count // 100),
        Row(
            "events: all ids by weight, a page, a text filter",
            size,
            f"{median['ids']:.0f}, {median['page']:.0f}, {median['text']:.0f} ms",
            "100 ms a page",
        ),
        Row(
            f"forget {count // 10:,} at once, undo, merge, undo",
            size,
            " · ".join(f"{seconds:.2f} s" for seconds in acts),
            "2 s",
        ),
        Row(
            "scrolling the table of events, a frame",
            size,
            f"median {statistics.median(frames) * 1000:.1f} ms, worst {max(frames) * 1000:.1f} ms",
            "32 ms",
        ),
    ]


def _acts(memory: Memory, ids: Sequence[EventId]) -> list[float]:
    """Return how long acts on a selection take: forget it, undo, merge it, undo."""
    acts: tuple[Callable[[], object], ...] = (
        lambda: memory.events.forget(ids),
        memory.history.undo,
        lambda: memory.events.merge(ids),
        memory.history.undo,
    )
    taken: list[float] = []
    for act in acts:
        start = time.perf_counter()
        act()
        taken.append(time.perf_counter() - start)
    return taken


def window(folder: Path, messages: int) -> list[Row]:
    """Start the program on a large file, in a process of its own."""
    export = write_export(folder / "file.json", max(1, messages // 50), 25)
    database = folder / "file.db"
    with Memory.open(database) as memory:
        memory.imports.import_file(export, derive=False)
    export.unlink()
    size = database.stat().st_size / 1e6
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    # A user's Python keeps what it compiled.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    seen = []
    for _ in range(4):
        output = subprocess.run(
            [sys.executable, "-c", _WINDOW, str(database)],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        ).stdout
        seen.append(float(output.split()[0]))
    # The first start also reads the program itself from the disk.
    return [
        Row(
            "window usable, from the start of the process",
            f"{messages:,} messages, {size:,.0f} MB",
            f"{statistics.median(seen[1:]):.2f} s (first {seen[0]:.2f} s)",
            "2 s",
        )
    ]
