"""What the pictures show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from stratagate_app.engine import (
    AskId,
    AskMove,
    BlockId,
    BlockStatus,
    EventFilter,
    EventId,
    EventState,
    Level,
    Memory,
    RetrievalKind,
    SessionId,
    public_id,
)

# Tall enough to be seen, old enough to have sunk.
SHOWN_BLOCK = 3


class Subject(NamedTuple):
    """What the pictures show: a session, one of its blocks, an event, and a question."""

    session: SessionId | None
    block: BlockId | None
    event: EventId | None
    ask: AskId | None = None


def prepare(db: Path, files: Sequence[Path]) -> Subject:
    """Import files and choose what to show; with files, also expand a block and pin an event."""
    with Memory.open(db) as memory:
        for file in files:
            memory.imports.import_file(file)
        while memory.jobs.run_some() is not None:
            pass
        subject = _choose(memory)
        if files and subject.block is not None:
            memory.blocks.expand(subject.block, Level.L5)
        if files and subject.event is not None:
            memory.events.pin([subject.event])
            subject = subject._replace(ask=_ask(memory, subject.event))
    return subject


def _ask(memory: Memory, event_id: EventId) -> AskId | None:
    """Ask by hand for an event, by its own words, and answer with it."""
    title = memory.events.get(event_id).row.title
    begun = memory.asks.begin(title)
    asked = memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_MESSAGES, title))
    asked = memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_EVENTS, title))
    last, ref = asked.steps[-1], public_id("event", event_id)
    if ref in last.found:
        memory.asks.use(last.retrieval_id, [ref])
    return begun.id


def _choose(memory: Memory) -> Subject:
    longest = memory.sessions.find_ids(None, order="longest")
    if not longest:
        return Subject(None, None, None)
    session: SessionId = memory.sessions.load_page(longest[:1])[0].id
    ready = [
        block.id
        for block in memory.sessions.strata(session).blocks
        if block.status is BlockStatus.READY
    ]
    block = ready[min(SHOWN_BLOCK, len(ready)) - 1] if ready else None
    return Subject(session, block, _choose_event(memory))


def _choose_event(memory: Memory) -> EventId | None:
    """Return the event with most to see: one with relations, else the newest."""
    superseded = EventFilter(states=frozenset({EventState.SUPERSEDED}))
    for row in memory.events.load_page(memory.events.find_ids(superseded)[:1]):
        for relation in memory.events.get(row.id).relations:
            if not relation.outgoing:
                return relation.event_id
        return row.id
    for wanted in (EventFilter(conflicts_only=True), EventFilter(order="mentioned")):
        for row in memory.events.load_page(memory.events.find_ids(wanted)[:1]):
            return row.id
    return None
