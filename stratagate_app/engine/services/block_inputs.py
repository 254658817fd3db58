"""What is handed to whoever derives: a block with its neighbours, and the events there are."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    literal_column,
    select,
    text,
)

from stratagate_app.engine.domain.events import (
    Criticality,
    EventState,
    EventType,
    HappeningStatus,
)
from stratagate_app.engine.domain.ids import BlockId, EventId
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    TimelineEvent,
)
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.store import records, search_index
from stratagate_app.engine.store.schema import (
    blocks,
    events,
    sessions,
)

# engine-rules.md, "Deriving": what an extractor is shown of the events there are.
TIMELINE_RELEVANT = 8
TIMELINE_RECENT = 4
# Words in more events than this say little, and would make a look-up grow with the file.
COMMON_EVENTS = 400
QUERY_WORDS = 12
LOOKED_UP_WORDS = 16


_BLOCK = (
    select(
        blocks.c.session_id,
        blocks.c.number,
        blocks.c.first_position,
        blocks.c.last_position,
        sessions.c.source_title,
    )
    .join(sessions, sessions.c.id == blocks.c.session_id)
    .where(blocks.c.id == bindparam("block_id"))
)
_NEIGHBOURS = select(blocks.c.number, blocks.c.key_facts).where(
    blocks.c.session_id == bindparam("session_id"),
    blocks.c.number.in_((bindparam("before"), bindparam("after"))),
)


def load_input(connection: Connection, block_id: int) -> BlockInput | None:
    """Return a block to summarise; None if it is gone (its import was undone)."""
    row = connection.execute(_BLOCK, {"block_id": block_id}).first()
    if row is None:
        return None
    found = load_messages(connection, row.session_id, row.first_position, row.last_position)
    neighbours = connection.execute(
        _NEIGHBOURS,
        {"session_id": row.session_id, "before": row.number - 1, "after": row.number + 1},
    )
    facts = {number: records.strings(text) for number, text in neighbours}
    return BlockInput(
        BlockId(block_id),
        row.source_title,
        tuple(BlockMessage(m.id, m.role, m.content, m.created_at, m.tool_calls) for m in found),
        facts.get(row.number - 1, ()),
        facts.get(row.number + 1, ()),
    )


_SUMMARY = (
    select(sessions.c.workspace_id, blocks.c.title, blocks.c.summary, blocks.c.key_facts)
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
    block = read or load_input(connection, block_id)
    if row is None or block is None:
        return None
    rest = " ".join((row.summary, *records.strings(row.key_facts)))
    return block, _timeline(connection, row.workspace_id, row.title, rest)


_SHOWN = (
    events.c.workspace_id == bindparam("workspace_id"),
    events.c.state.in_((EventState.ACTIVE.value, EventState.SUPERSEDED.value)),
)
_MATCHING = (
    select(literal_column("rowid", Integer).label("key"), literal_column("rank").label("r"))
    .select_from(text("event_index"))
    .where(text("event_index MATCH :match"))
    .subquery()
)
_RELEVANT = (
    select(events.c.id)
    .join(_MATCHING, _MATCHING.c.key == events.c.id)
    .where(*_SHOWN)
    .order_by(_MATCHING.c.r, events.c.id)
    .limit(TIMELINE_RELEVANT)
)
_RECENT = select(events.c.id).where(*_SHOWN).order_by(events.c.id.desc()).limit(TIMELINE_RECENT)
_EVENTS = select(events).where(events.c.id.in_(bindparam("ids", expanding=True)))


def _timeline(
    connection: Connection, workspace_id: int, title: str, rest: str
) -> tuple[TimelineEvent, ...]:
    ids: list[int] = []
    query = _telling_words(connection, title, rest)
    if query:
        wanted = {"workspace_id": workspace_id, "match": search_index.match_any(query)}
        ids += connection.execute(_RELEVANT, wanted).scalars()
    recent = connection.execute(_RECENT, {"workspace_id": workspace_id}).scalars()
    ids += [key for key in recent if key not in ids]
    rows = {row["id"]: row for row in connection.execute(_EVENTS, {"ids": ids}).mappings()}
    return tuple(_timeline_event(rows[key]) for key in ids)


def _timeline_event(row: Any) -> TimelineEvent:
    return TimelineEvent(
        EventId(row["id"]),
        row["title"],
        row["summary"],
        EventType(row["type"]),
        HappeningStatus(row["status"]),
        EventState(row["state"]),
        Criticality(row["criticality"]),
        records.to_time(row["mentioned_at"], row["mentioned_offset"]),
        records.happening(row),
    )


_COUNT_EVENTS = (
    "SELECT count(*) FROM (SELECT rowid FROM event_index WHERE event_index MATCH ? LIMIT ?)"
)


def _telling_words(connection: Connection, title: str, rest: str) -> list[str]:
    """Return the words of a block that fewest events hold; those in too many are left out."""
    counted: list[tuple[int, str]] = []
    # Those of the title first: names may be short. Of the others the long ones tell more.
    others = sorted(ranking.tokens(rest), key=len, reverse=True)
    distinct = list(dict.fromkeys([*ranking.tokens(title), *others]))
    for word in distinct[:LOOKED_UP_WORDS]:
        match = search_index.match_any([word])
        found = connection.exec_driver_sql(_COUNT_EVENTS, (match, COMMON_EVENTS + 1)).scalar_one()
        if 0 < found <= COMMON_EVENTS:
            counted.append((found, word))
    return [word for _, word in sorted(counted)[:QUERY_WORDS]]
