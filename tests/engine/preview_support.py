"""Memories of another assistant, and a memory file that already remembers something."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from stratagate_app.engine import (
    EventId,
    Memory,
    MemoryCandidate,
    MemoryFile,
    Preview,
    TimelineEvent,
    WorkspaceId,
)
from stratagate_app.engine.pipeline.ports import BlockInput, ProposedEvent
from tests.engine.support import (
    FakeClock,
    PlainSummariser,
    Talk,
    run_jobs,
    write_conversations,
)

SAID = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
# What is remembered before anything comes in: e1, e2, ...
KNOWN = (
    "Prefers short answers",
    "Maya leads the atlas project",
    "The tile cache has 12 entries",
    "The package manager is npm",
    "Backups run every night",
)


class Sentences(PlainSummariser):
    """Makes an event of every user message."""

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        return tuple(
            ProposedEvent(m.content, m.content, (m.id,), quotes=(m.content,), tags=("old",))
            for m in block.messages
            if m.role == "user"
        )


def talk(*texts: str) -> Talk:
    """Return a conversation in which the user says these things."""
    return [
        {"role": role, "content": content, "timestamp": "2026-11-01T10:00:00Z"}
        for text in texts
        for role, content in (("user", text), ("assistant", "Noted."))
    ]


def open_known(path: Path, *texts: str, clock: FakeClock | None = None) -> Memory:
    """Open a memory that remembers some sentences, one event each."""
    plain = Sentences()
    memory = Memory.open(path, clock=clock or FakeClock(), summariser=plain, extractor=plain)
    said = list(texts or KNOWN)
    said += ["Hm."] * (-len(said) % 6)
    file = write_conversations(path.with_suffix(".jsonl"), talk(*said))
    memory.imports.import_file(file)
    run_jobs(memory)
    return memory


def candidate(text: str, **fields: object) -> MemoryCandidate:
    """Return a memory that says one sentence."""
    given: dict[str, object] = {
        "title": text,
        "summary": text,
        "where": "line 1",
        "original": f"- {text}",
        "mentioned_at": SAID,
        **fields,
    }
    return MemoryCandidate(**given)  # type: ignore[arg-type]


def open_preview(
    memory: Memory, *memories: str | MemoryCandidate, repaired: bool = False
) -> Preview:
    """Keep memories for judging, and judge them."""
    found = tuple(m if isinstance(m, MemoryCandidate) else candidate(m) for m in memories)
    read = MemoryFile("text", found, repaired=repaired)
    preview = memory.previews.open(read, "memories.txt", WorkspaceId(1))
    judge_all(memory)
    return memory.previews.get(preview.id)


def judge_all(memory: Memory) -> None:
    """Judge whatever waits."""
    while memory.previews.judge_some() is not None:
        pass


def event_of(memory: Memory, preview: Preview, number: int) -> EventId:
    """Return the event that a commit made of a candidate."""
    ids = memory.previews.find_ids(preview.id)
    (found,) = memory.previews.load_page(ids[number - 1 : number])
    assert found.event_id is not None
    return found.event_id
