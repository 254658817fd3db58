"""What tests of Ask share: an answerer that follows a script, and a memory to ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from stratagate_app.engine import (
    Answerer,
    AskDecision,
    AskDraft,
    AskMove,
    AskState,
    Found,
    Memory,
    RetrievalKind,
)
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    Talk,
    conversation,
    run_jobs,
    write_conversations,
)

QUESTION = "Why did we move to pnpm, and when?"
CHANGE = "Today we moved atlas-app from npm to pnpm, because CI installs became five times faster."
LOCKFILE = "The npm lockfile stays until the prototype ships. My token is ghp_abcdefghij0123456789."

Line = AskDecision | AskDraft | Exception | Callable[[AskState], AskDecision]


def search(query: str, kind: RetrievalKind = RetrievalKind.SEARCH_EVENTS) -> AskMove:
    return AskMove(kind, query)


def say(
    verdict: str = "partial",
    refs: Sequence[object] = (),
    move: AskMove | None = None,
    **more: object,
) -> AskDecision:
    strategy = "answer" if verdict == "sufficient" else "search_events"
    assessment = {"verdict": verdict, "evidence_refs": list(refs), "next_strategy": strategy}
    return AskDecision(assessment | more, move, tokens=100)


@dataclass
class Script:
    """An answerer that says the next line of a script, and keeps what it was shown."""

    lines: list[Line]
    states: list[AskState] = field(default_factory=list)
    evidence: list[tuple[Found, ...]] = field(default_factory=list)
    name: str = "script-1"

    def decide(self, state: AskState, _check_stop: object) -> AskDecision:
        self.states.append(state)
        line = self.lines.pop(0)
        if callable(line):
            line = line(state)
        if isinstance(line, Exception):
            raise line
        assert isinstance(line, AskDecision)
        return line

    def answer(
        self, question: str, now: datetime, evidence: Sequence[Found], _check_stop: object
    ) -> AskDraft:
        self.evidence.append(tuple(evidence))
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        assert isinstance(line, AskDraft)
        return line


def talk() -> Talk:
    """Return a conversation of twenty turns in which the package manager changes."""
    lines = conversation(20)
    lines[6]["content"] = CHANGE
    lines[8]["content"] = LOCKFILE
    return lines


def asked_memory(folder: Path, answerer: Answerer | None = None) -> Memory:
    """Return a memory with that conversation, and one about tea."""
    memory = Memory.open(
        folder / "memory.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=PlainExtractor(),
        answerer=answerer,
    )
    memory.imports.import_file(
        write_conversations(folder / "talk.jsonl", talk(), conversation(13, "tea"))
    )
    run_jobs(memory)
    return memory
