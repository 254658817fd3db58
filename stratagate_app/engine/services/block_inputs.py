"""What is handed to whoever derives: a block with its neighbours, and the events there are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    select,
)

from stratagate_app.engine.domain.ids import BlockId
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    TimelineEvent,
)
from stratagate_app.engine.services.event_matches import SHOWN, nearest, timeline_event
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import (
    blocks,
    events,
    sessions,
)

# engine-rules.md, "Deriving": what an extractor is shown of the events there are.
TIMELINE_RELEVANT = 8
TIMELINE_RECENT = 4
# The newest events of a workspace among which those that may be shown are looked for.
LOOKED_UP_NEWEST = 400


_BLOCKS = (
    select(
        blocks.c.id,
        blocks.c.session_id,
        blocks.c.number,
        blocks.c.first_position,
        blocks.c.last_position,
        sessions.c.source_title,
    )
    .join(sessions, sessions.c.id == blocks.c.session_id)
    .where(blocks.c.id.in_(bindparam("block_ids", expanding=True)))
    .order_by(blocks.c.session_id, blocks.c.number)
)
_FACTS = select(blocks.c.number, blocks.c.key_facts).where(
    blocks.c.session_id == bindparam("session_id"),
    blocks.c.number.between(bindparam("first"), bindparam("last")),
)


def load_inputs(connection: Connection, block_ids: Sequence[int]) -> dict[int, BlockInput]:
    """Return blocks to summarise; those that are gone (their import was undone) are left out."""
    found: dict[int, BlockInput] = {}
    rows = connection.execute(_BLOCKS, {"block_ids": block_ids}).all()
    # Blocks that follow each other are read at once.
    for _, numbered in groupby(enumerate(rows), key=lambda item: item[1].number - item[0]):
        for session_id, run in groupby((row for _, row in numbered), key=lambda r: r.session_id):
            found.update(_load_run(connection, session_id, list(run)))
    return found


def _load_run(
    connection: Connection, session_id: int, run: Sequence[Any]
) -> Iterator[tuple[int, BlockInput]]:
    first, last = run[0], run[-1]
    ends = {"session_id": session_id, "first": first.number - 1, "last": last.number + 1}
    facts = {number: records.strings(text) for number, text in connection.execute(_FACTS, ends)}
    messages = load_messages(connection, session_id, first.first_position, last.last_position)
    positions = [message.position for message in messages]
    for row in run:
        begin = bisect_left(positions, row.first_position)
        end = bisect_right(positions, row.last_position)
        block = BlockInput(
            BlockId(row.id),
            row.source_title,
            tuple(
                BlockMessage(m.id, m.role, m.content, m.created_at, m.tool_calls)
                for m in messages[begin:end]
            ),
            facts.get(row.number - 1, ()),
            facts.get(row.number + 1, ()),
        )
        yield row.id, block


_SUMMARY = (
    select(
        sessions.c.workspace_id,
        blocks.c.session_id,
        blocks.c.title,
        blocks.c.summary,
        blocks.c.key_facts,
    )
    .join(sessions, sessions.c.id == blocks.c.session_id)
    .where(blocks.c.id == bindparam("block_id"))
)


def load_extraction_input(
    connection: Connection, block_id: int, read: BlockInput | None = None
) -> tuple[BlockInput, tuple[TimelineEvent, ...]] | None:
    """Return a block to extract from with the events it may relate to; None if it is gone.

    Args:
        connection: Any.
        block_id: The block.
        read: The block as it was read before: its messages never change.
    """
    row = connection.execute(_SUMMARY, {"block_id": block_id}).first()
    block = read or load_inputs(connection, [block_id]).get(block_id)
    if row is None or block is None:
        return None
    rest = " ".join((row.summary, *records.strings(row.key_facts)))
    return block, _timeline(connection, row, rest)


# Those of the workspace: what is about the user and was said elsewhere comes in by relevance.
_NEWEST = (
    select(events.c.id.label("key"))
    .where(events.c.workspace_id == bindparam("workspace_id"))
    .order_by(events.c.id.desc())
    .limit(LOOKED_UP_NEWEST)
    .subquery()
)
_RECENT = (
    select(events)
    .join(_NEWEST, _NEWEST.c.key == events.c.id)
    .where(*SHOWN)
    .order_by(events.c.id.desc())
    .limit(TIMELINE_RECENT)
)


def _timeline(connection: Connection, block: Any, rest: str) -> tuple[TimelineEvent, ...]:
    place = {"workspace_id": block.workspace_id, "session_id": block.session_id}
    found = nearest(connection, place, block.title, rest, most=TIMELINE_RELEVANT)
    known = {event.id for event in found}
    recent = connection.execute(_RECENT, place).mappings()
    return (*found, *(timeline_event(row) for row in recent if row["id"] not in known))
