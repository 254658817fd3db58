"""How fast memories of another assistant are judged, written and taken back."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime
from pathlib import Path

from stratagate_app.engine import Decision, Memory, MemoryCandidate, MemoryFile, WorkspaceId
from tests.bench.data import sentence
from tests.bench.table import Row


def previews(database: Path, candidates: int) -> list[Row]:
    """Judge, commit and undo memories against a file that already remembers much."""
    rng = random.Random(11)  # noqa: S311  (repeatable, not secret)
    said = datetime(2026, 11, 20, tzinfo=UTC)
    texts = [sentence(rng, rng.randint(6, 14)) for _ in range(candidates)]
    read = MemoryFile(
        "text",
        tuple(
            MemoryCandidate(text, text, f"line {number}", f"- {text}", mentioned_at=said)
            for number, text in enumerate(texts, start=1)
        ),
    )
    with Memory.open(database) as memory:
        events = memory.workspaces.counts(None).events
        start = time.perf_counter()
        preview = memory.previews.open(read, "memories.txt", WorkspaceId(1))
        memory.previews.judge_some()
        first = time.perf_counter() - start
        while memory.previews.judge_some() is not None:
            pass
        judged = time.perf_counter() - start
        # All are written, whatever was judged: the most that a commit can have to do.
        memory.previews.decide(memory.previews.find_ids(preview.id), Decision.ADD)  # type: ignore[arg-type]
        start = time.perf_counter()
        memory.previews.commit(preview.id)
        written = time.perf_counter() - start
        start = time.perf_counter()
        memory.history.undo()
        undone = time.perf_counter() - start
    size = f"{candidates:,} memories, {events:,} events"
    return [
        Row(
            "preview of memories: first rows, all judged",
            size,
            f"{first:.2f} s, {judged:.1f} s",
            "1 s, 10 s",
        ),
        Row("commit of memories, undo", size, f"{written:.2f} s, {undone:.2f} s", "2 s, 2 s"),
    ]
