"""How fast conversations come in, with and without the built-in rules, and in how much memory."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from stratagate_app.engine import Memory
from tests.bench.data import write_export
from tests.bench.table import Row

# The figure at a mark is the median of so many steps: one alone tells more of the machine.
LAST_STEPS = 20

_PEAK = """
import resource, sys
from pathlib import Path
from stratagate_app.engine import Memory
with Memory.open(Path(sys.argv[2])) as memory:
    result = memory.imports.import_file(Path(sys.argv[1]), derive=False)
assert not result.problems, result.problems
print(result.messages, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def rules_off(folder: Path, conversations: int) -> Row:
    """Import without deriving: parse, seal, L3 and L4, full-text index, journal."""
    export = write_export(folder / "off.json", conversations, 20)
    with Memory.open(folder / "off.db") as memory:
        start = time.perf_counter()
        result = memory.imports.import_file(export, derive=False)
        seconds = time.perf_counter() - start
    return Row(
        "import, built-in rules off",
        f"{result.messages:,} messages, {export.stat().st_size / 1e6:.0f} MB",
        f"{result.messages / seconds:,.0f} messages/s",
        "20,000 messages/s",
    )


def rules_on(folder: Path, conversations: int) -> Row:
    """Import and derive every block."""
    export = write_export(folder / "on.json", conversations, 20)
    with Memory.open(folder / "on.db") as memory:
        start = time.perf_counter()
        result = memory.imports.import_file(export)
        while memory.jobs.run_some() is not None:
            pass
        seconds = time.perf_counter() - start
        events = memory.workspaces.counts(None).events
    return Row(
        "import, built-in rules on",
        f"{result.messages:,} messages, {events:,} events",
        f"{result.messages / seconds:,.0f} messages/s",
        "3,000 messages/s",
    )


def cost_per_turn(folder: Path, turns: int) -> list[Row]:
    """Grow a file to many turns, 500 at a time, and time the steps up to each mark."""
    rows: list[Row] = []
    with Memory.open(folder / "turns.db") as memory:
        marks = [mark for mark in (1_000, 10_000, 50_000, 100_000, 200_000) if mark <= turns]
        number = 0
        done = 0
        steps: list[float] = []
        for mark in marks:
            while done < mark:
                # 500 turns a step; a new conversation each, into one growing file.
                export = write_export(folder / "step.json", 1, 500, 120, seed=number)
                text = export.read_text("utf-8").replace('"c-0"', f'"c-{number}"')
                export.write_text(text, "utf-8")
                start = time.perf_counter()
                memory.imports.import_file(export, derive=False)
                steps.append(time.perf_counter() - start)
                number += 1
                done += 500
            rows.append(
                Row(
                    "cost of a turn (import of 500)",
                    f"file of {mark:,} turns",
                    f"{statistics.median(steps[-LAST_STEPS:]) / 500 * 1e6:,.0f} µs/turn",
                    "flat",
                )
            )
    return rows


def peak_memory(folder: Path, megabytes: int) -> Row:
    """Import a large export in a process of its own and ask the system for its peak."""
    export = write_export(folder / "large.json", megabytes * 5, 60, 1200)
    output = subprocess.run(
        [sys.executable, "-c", _PEAK, str(export), str(folder / "large.db")],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return Row(
        "peak memory of an import",
        f"{export.stat().st_size / 1e6:,.0f} MB ChatGPT export, {int(output[0]):,} messages",
        f"{output[1]} MB",
        "400 MB",
    )
