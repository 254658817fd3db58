"""What the pictures show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import orjson

from stratagate_app.engine import (
    AskId,
    AskMove,
    BlockId,
    BlockStatus,
    EventFilter,
    EventId,
    EventState,
    Fact,
    FactState,
    Level,
    LocalProjector,
    Memory,
    NodeDetail,
    NodeId,
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

_CONVERSATIONS = (
    ("Which tiles load first on a slow line", "The ones in the middle of the map.", 8),
    ("How the index is rebuilt without a stop", "By copy and rename, as you decided.", 14),
    ("Release notes for version 2.4", "Shorter, with the changed shortcuts first.", 9),
    ("周末去杭州的行程", "周六上午出发，住在西湖边。", 6),
    ("Why the sign-in redirects twice on Safari", "The cookie is set after the redirect.", 12),
    ("A name for the new map style", "“Harbour” was the one you liked.", 3),
)

# Tall enough to be seen, old enough to have sunk.
SHOWN_BLOCK = 3
_NODES_LOOKED_AT = 40


class Subject(NamedTuple):
    """What the pictures show.

    Attributes:
        preview: Memories that wait to be decided.
        batch: Memories that were written.
        file: Conversations of which some are there already.
        node: The node of the graph with most that is no longer true.
        day: A day, as a number, on which that was true.
    """

    session: SessionId | None
    block: BlockId | None
    event: EventId | None
    ask: AskId | None = None
    preview: PreviewId | None = None
    batch: OperationId | None = None
    file: Path | None = None
    node: NodeId | None = None
    day: int | None = None


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
                file=_export(memory, db.with_name("conversations.json")),
            )
    return subject


def _export(memory: Memory, path: Path) -> Path:
    """Write an export of Claude: some of it new, some longer by now, some there already."""
    said = [
        (title, [(f"{title}? ({turn})", f"{answer} ({turn})") for turn in range(1, turns + 1)])
        for title, answer, turns in _CONVERSATIONS
    ]
    path.write_bytes(_claude([(title, turns[: len(turns) // 2]) for title, turns in said[:2]]))
    memory.imports.import_file(path)
    path.write_bytes(_claude([(said[0][0], said[0][1][: len(said[0][1]) // 2]), *said[1:]]))
    return path


def _claude(conversations: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> bytes:
    def message(key: str, sender: str, text: str, minute: int) -> dict[str, object]:
        at = f"2026-0{3 + minute // 28}-{1 + minute % 28:02}T09:{minute % 60:02}:00Z"
        return {"uuid": key, "sender": sender, "text": text, "created_at": at}

    return orjson.dumps(
        [
            {
                "uuid": title,
                "name": title,
                "chat_messages": [
                    message(f"{title} {place} {sender}", sender, text, 3 * place + number)
                    for place, turn in enumerate(turns)
                    for number, (sender, text) in enumerate(
                        zip(("human", "assistant"), turn, strict=True)
                    )
                ],
            }
            for title, turns in (*conversations, ("Untitled draft", []))
        ]
    )


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
    node, day = _choose_node(memory)
    return Subject(session, block, _choose_event(memory), node=node, day=day)


def _choose_node(memory: Memory) -> tuple[NodeId | None, int | None]:
    """Return the node with most that was true before, and the last day of that."""
    nodes = sorted(memory.graph.view(None).nodes, key=lambda row: -row.size)[:_NODES_LOOKED_AT]
    found = [memory.graph.node(row.id) for row in nodes]
    if not found:
        return None, None
    chosen = max(found, key=lambda detail: len(_past(detail)))
    ends = [date.fromisoformat(fact.validity.end or "") for fact in _past(chosen)]
    return chosen.row.id, max(ends).toordinal() - 1 if ends else None


def _past(detail: NodeDetail) -> list[Fact]:
    return [
        fact
        for fact in detail.facts
        if fact.state is FactState.PAST and fact.validity.end is not None
    ]


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
