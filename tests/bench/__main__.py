"""`python -m tests.bench [--quick] [NAME…]`: measure and print a table."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import graph, imports, searching, views
from tests.bench.table import Row, show


def main() -> None:
    """Run the named benchmarks, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="some of: " + ", ".join(_BENCHES))
    parser.add_argument("--quick", action="store_true", help="a tenth of the size")
    given = parser.parse_args()
    unknown = set(given.names) - set(_BENCHES)
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    size = 0.1 if given.quick else 1.0
    sys.stderr.write(
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"{os.cpu_count()} cores, {'a tenth of the size' if given.quick else 'full size'}\n"
    )
    rows: list[Row] = []
    for name in given.names or _BENCHES:
        with tempfile.TemporaryDirectory() as folder:
            found = _BENCHES[name](Path(folder), size)
        rows += found
        sys.stderr.write(show(found) + "\n")
    print(show(rows))


def _scaled(count: int, size: float) -> int:
    return max(1, int(count * size))


_BENCHES: dict[str, Callable[[Path, float], list[Row]]] = {
    "rules-off": lambda folder, size: [imports.rules_off(folder, _scaled(1500, size))],
    "rules-on": lambda folder, size: [imports.rules_on(folder, _scaled(600, size))],
    "turns": lambda folder, size: imports.cost_per_turn(folder, _scaled(200_000, size)),
    "memory": lambda folder, size: [imports.peak_memory(folder, _scaled(500, size))],
    "strata": lambda folder, _: views.strata(folder),
    "events": lambda folder, size: views.events(folder, _scaled(100_000, size)),
    "search-events": lambda folder, size: searching.events(folder, _scaled(100_000, size)),
    "search-messages": lambda folder, size: searching.messages(folder, _scaled(1_000_000, size)),
    "retrieval": lambda _folder, _size: searching.retrieval(),
    "graph": lambda folder, size: graph.graph(folder, _scaled(10_000, size)),
    "window": lambda folder, size: views.window(folder, _scaled(1_000_000, size)),
}

if __name__ == "__main__":
    main()
