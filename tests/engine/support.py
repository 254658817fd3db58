"""What engine tests share: conversation files, a clock to turn, ports that fail on request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from stratagate_app.engine import (
    BlockInput,
    BlockSummary,
    ChangeSet,
    Memory,
    ProposedEvent,
    TimelineEvent,
)

START = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


class FakeClock:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.time = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def forward(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class PlainSummariser:
    """Names a block after its first message."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        words = block.messages[0].content or "nothing"
        return BlockSummary(words[:40], ("tag",), words, (words,), should_extract=True)


class PlainExtractor:
    """Finds one event a block: its first message."""

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        first = block.messages[0]
        return (
            ProposedEvent(
                title=first.content[:60] or "nothing",
                summary=first.content or "nothing",
                source_ids=(first.id,),
                quotes=(first.content,) if first.content else (),
            ),
        )


Talk: TypeAlias = list[dict[str, object]]


def turn(number: int, topic: str = "bread") -> Talk:
    """Return one turn in OpenAI form: a user message and its answer."""
    at = START + timedelta(minutes=number)
    return [
        {
            "role": "user",
            "content": f"Question {number} about {topic}",
            "timestamp": at.isoformat(),
        },
        {
            "role": "assistant",
            "content": f"Answer {number} about {topic}",
            "timestamp": (at + timedelta(seconds=20)).isoformat(),
        },
    ]


def conversation(turns: int, topic: str = "bread") -> Talk:
    """Return the messages of a conversation of so many turns."""
    return [message for number in range(1, turns + 1) for message in turn(number, topic)]


def write_conversations(path: Path, *items: Talk) -> Path:
    """Write conversations as OpenAI-style JSONL, one a line, and return the path."""
    path.write_text("".join(json.dumps({"messages": item}) + "\n" for item in items), "utf-8")
    return path


def run_jobs(memory: Memory) -> ChangeSet:
    """Do every job that is due and return all that changed."""
    changes = ChangeSet()
    while (done := memory.jobs.run_some()) is not None:
        changes |= done
    return changes


def open_plain(path: Path, clock: FakeClock | None = None) -> Memory:
    """Open a memory whose ports are as plain as can be."""
    return Memory.open(
        path,
        clock=clock or FakeClock(),
        summariser=PlainSummariser(),
        extractor=PlainExtractor(),
    )
