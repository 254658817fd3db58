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
    LocalProjector,
    Memory,
    OperationId,
    PreviewId,
    RetrievalKind,
    SessionId,
    public_id,
)

# What another assistant answered, to be shown waiting, and to be shown written.
_WAITING = """\
- Lives in Lisbon and works an hour behind Berlin
- Prefers short answers
- We use pnpm as the package manager for atlas-app
- Deploys on Fridays are fine again
- The launch is on 10 December
- Uses a standing desk
- 不喜欢太辣的菜
- 数据库备份改成每小时一次
- Jonas leads the index service alone since April
- Likes window seats on trains
"""
_WRITTEN = """\
- Reads release notes before every update
- I am allergic to peanuts and to cashews
- The legend uses 16 px
- 每周三晚上陪孩子
"""

# Tall enough to be seen, old enough to have sunk.
SHOWN_BLOCK = 3


class Subject(NamedTuple):
    """What the pictures show.

    Attributes:
        preview: Memories that wait to be decided.
        batch: Memories that were written.
    """

    session: SessionId | None
    block: BlockId | None
    event: EventId | None
    ask: AskId | None = None
    preview: PreviewId | None = None
    batch: OperationId | None = None


def prepare(db: Path, files: Sequence[Path]) -> Subject:
    """Import files and choose what to show; with files, also expand a block and pin an event."""
    with Memory.open(db, projector=LocalProjector()) as memory:
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
        if files:
            written = _judged(memory, _WRITTEN, "memories-claude.txt")
            memory.previews.commit(written)
            subject = subject._replace(
                preview=_judged(memory, _WAITING, "memories-chatgpt.txt"),
                batch=memory.previews.get(written).operation_id,
            )
    return subject


def _judged(memory: Memory, text: str, name: str) -> PreviewId:
    """Return a preview of what an assistant answered, judged."""
    preview = memory.previews.open_text(text, name, memory.workspaces.list()[0].id)
    while memory.previews.judge_some() is not None:
        pass
    return preview.id


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
