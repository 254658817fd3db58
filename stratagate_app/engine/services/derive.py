"""What derived work reads and writes: block inputs, summaries, events, readiness."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)

from stratagate_app.engine.domain.changes import Actor, JobKind
from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_QUOTES,
    MAX_TAGS,
    NO_HAPPENING,
    QUOTE_CHARS,
    SUMMARY_CHARS,
    TITLE_CHARS,
    Basis,
    EventState,
    EventType,
    HappeningStatus,
    Precision,
    RelationKind,
)
from stratagate_app.engine.domain.ids import BlockId, EventId, MessageId, OperationId
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    BlockSummary,
    ProposedEvent,
    TimelineEvent,
)
from stratagate_app.engine.rules import condense, ranking, weights
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services.events import SUPERSEDED_CAP
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.store import journal, records, search_index
from stratagate_app.engine.store.records import offset_of, to_json, to_text
from stratagate_app.engine.store.schema import (
    blocks,
    event_quotes,
    event_relations,
    event_sources,
    events,
    jobs,
    operations,
    sessions,
)

# engine-rules.md, "Deriving": what an extractor is shown of the events there are.
TIMELINE_RELEVANT = 8
TIMELINE_RECENT = 4
# Words in more events than this say little, and would make a look-up grow with the file.
COMMON_EVENTS = 400
QUERY_WORDS = 12
LOOKED_UP_WORDS = 12


# -- reading


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
    connection: Connection, block_id: int
) -> tuple[BlockInput, tuple[TimelineEvent, ...]] | None:
    """Return a block to extract from with the events it may relate to; None if it is gone."""
    block = load_input(connection, block_id)
    if block is None:
        return None
    row = connection.execute(_SUMMARY, {"block_id": block_id}).one()
    words = " ".join((row.title, row.summary, *records.strings(row.key_facts)))
    return block, _timeline(connection, row.workspace_id, words)


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


def _timeline(connection: Connection, workspace_id: int, words: str) -> tuple[TimelineEvent, ...]:
    ids: list[int] = []
    query = _telling_words(connection, words)
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
        records.to_time(row["mentioned_at"], row["mentioned_offset"]),
        records.happening(row),
    )


_COUNT_EVENTS = (
    "SELECT count(*) FROM (SELECT rowid FROM event_index WHERE event_index MATCH ? LIMIT ?)"
)


def _telling_words(connection: Connection, words: str) -> list[str]:
    """Return the words of a text that fewest events hold; those in too many are left out."""
    counted: list[tuple[int, str]] = []
    # Long words tell more; pairs of Han characters are all of one length and keep their order.
    distinct = sorted(dict.fromkeys(ranking.tokens(words)), key=len, reverse=True)
    for word in distinct[:LOOKED_UP_WORDS]:
        match = search_index.match_any([word])
        found = connection.exec_driver_sql(_COUNT_EVENTS, (match, COMMON_EVENTS + 1)).scalar_one()
        if 0 < found <= COMMON_EVENTS:
            counted.append((found, word))
    return [word for _, word in sorted(counted)[:QUERY_WORDS]]


# -- checking what came back


def checked_summary(summary: BlockSummary) -> BlockSummary:
    """Return a summary within the limits.

    Rule:
        engine-rules.md, "Deriving": non-empty title and summary, at most 12 tags.
    Raises:
        ReplySchemaError: The title or the summary is empty.
    """
    title = " ".join(summary.title.split())[:TITLE_CHARS]
    body = summary.summary.strip()[:SUMMARY_CHARS]
    if not title or not body:
        raise ReplySchemaError("empty_field", where="title" if not title else "summary")
    tags = tuple(dict.fromkeys(tag.strip() for tag in summary.tags if tag.strip()))[:MAX_TAGS]
    facts = tuple(fact.strip() for fact in summary.key_facts if fact.strip())
    return BlockSummary(title, tags, body, facts, summary.should_extract)


def checked_events(
    block: BlockInput, timeline: Sequence[TimelineEvent], proposed: Sequence[ProposedEvent]
) -> list[tuple[ProposedEvent, tuple[str, ...]]]:
    """Return the events that may be stored, each with notes on what was dropped of it.

    Rule:
        engine-rules.md, "Events" and "Deriving".
    Raises:
        ReplySchemaError: No valid event, although the block was to be extracted from.
    """
    known = {message.id: " ".join(message.content.split()) for message in block.messages}
    offered = {event.id for event in timeline}
    checked = [
        _checked_event(event, known, offered)
        for event in proposed
        if event.title.strip() and event.summary.strip()
    ]
    if not checked:
        raise ReplySchemaError("no_valid_event", where="events")
    return checked


def _checked_event(
    event: ProposedEvent, known: dict[MessageId, str], offered: set[EventId]
) -> tuple[ProposedEvent, tuple[str, ...]]:
    notes: list[str] = []
    sources = tuple(key for key in dict.fromkeys(event.source_ids) if key in known)
    if len(sources) < len(set(event.source_ids)):
        notes.append("unknown_source")
    if not sources:
        sources = tuple(known)
        notes.append("no_source")
    quotes: list[str] = []
    for quote in event.quotes:
        folded = " ".join(quote.split())
        if folded and len(folded) <= QUOTE_CHARS and any(folded in known[s] for s in sources):
            quotes.append(quote.strip())
        else:
            notes.append("quote_not_in_source")
    happening = event.happening
    if happening.precision == Precision.UNKNOWN or happening.basis == Basis.UNKNOWN:
        happening = replace(NO_HAPPENING, text=happening.text)
    relations = tuple(r for r in event.relations if r.event_id in offered)
    if len(relations) < len(event.relations):
        notes.append("unknown_relation")
    return (
        replace(
            event,
            title=" ".join(event.title.split())[:TITLE_CHARS],
            summary=event.summary.strip()[:SUMMARY_CHARS],
            source_ids=sources,
            quotes=tuple(dict.fromkeys(quotes))[:MAX_QUOTES],
            tags=tuple(dict.fromkeys(t.strip() for t in event.tags if t.strip()))[:MAX_TAGS],
            participants=tuple(dict.fromkeys(p.strip() for p in event.participants if p.strip()))[
                :MAX_PARTICIPANTS
            ],
            happening=happening,
            relations=relations,
        ),
        tuple(dict.fromkeys(notes)),
    )


# -- writing


_DERIVED = select(operations.c.id).where(
    operations.c.cause_id == bindparam("cause"),
    operations.c.kind == "derive",
    operations.c.undone_by.is_(None),
)
_TOLD = select(operations.c.fields).where(operations.c.id == bindparam("key"))


def operation_for(connection: Connection, cause: OperationId, now: datetime) -> OperationId:
    """Return the operation that records what is derived because of another one.

    One for each cause, however many transactions it takes: Activity shows one line for it, and
    undoing the cause takes it along.
    """
    found = connection.execute(_DERIVED, {"cause": cause}).scalar()
    if found is not None:
        return OperationId(found)
    row = connection.execute(
        select(operations.c.workspace_id, operations.c.fields).where(operations.c.id == cause)
    ).one()
    fields = records.from_json(row.fields)
    name = fields.get("file", "") if isinstance(fields, dict) else ""
    return journal.begin_operation(
        connection,
        "derive",
        Actor.JOB,
        now,
        workspace_id=row.workspace_id,
        cause_id=cause,
        fields={"file": name, "blocks": 0, "events": 0},
    )


_SUMMARISE = (
    update(blocks)
    .where(blocks.c.id == bindparam("key"))
    .values(
        title=bindparam("new_title"),
        tags=bindparam("new_tags"),
        summary=bindparam("new_summary"),
        key_facts=bindparam("new_facts"),
        tokens_0=bindparam("t0"),
        tokens_1=bindparam("t1"),
        tokens_2=bindparam("t2"),
    )
)


def store_summary(connection: Connection, block_id: int, summary: BlockSummary) -> None:
    """Write L0 to L2 of a block. The caller has journalled the row."""
    connection.execute(
        _SUMMARISE,
        {
            "key": block_id,
            "new_title": summary.title,
            "new_tags": to_json(summary.tags),
            "new_summary": summary.summary,
            "new_facts": to_json(summary.key_facts),
            "t0": estimate_tokens(condense.render_l0(summary.title, summary.tags)),
            "t1": estimate_tokens(summary.summary),
            "t2": estimate_tokens(condense.render_l2(summary.key_facts, summary.summary)),
        },
    )


def queue_extraction(
    connection: Connection,
    operation: OperationId,
    block_ids: Sequence[int],
    *,
    cause: OperationId,
    at: datetime,
) -> None:
    """Queue the extraction of blocks, in block order."""
    now = to_text(at)
    rows: list[dict[str, Any]] = [
        {
            "kind": JobKind.EXTRACT.value,
            "block_id": block_id,
            "operation_id": cause,
            "status": "waiting",
            "not_before": now,
            "updated_at": now,
        }
        for block_id in sorted(block_ids)
    ]
    if rows:
        _insert_journalled(connection, operation, jobs, rows)


_SETTLED_AT_ONCE = 8
_WAITING = (
    select(blocks.c.id, exists().where(jobs.c.block_id == blocks.c.id).label("busy"))
    .where(
        blocks.c.session_id == bindparam("session_id"),
        blocks.c.status == "pending",
    )
    .order_by(blocks.c.number)
    .limit(_SETTLED_AT_ONCE)
)
_NEWEST = select(func.max(blocks.c.ready_position)).where(
    blocks.c.session_id == bindparam("session_id")
)
_MAKE_READY = (
    update(blocks)
    .where(blocks.c.id == bindparam("key"))
    .values(
        status="ready",
        ready_position=bindparam("place"),
        anchor_level=5,
        anchor_position=bindparam("place"),
    )
)


def settle(connection: Connection, operation: OperationId, session_ids: Iterable[int]) -> list[int]:
    """Make ready the blocks of sessions whose work is done, in block order; returns them.

    A block that is done waits for those before it, so that positions follow the conversation;
    for one that failed for good nobody waits.

    Rule:
        engine-rules.md, "Decay of blocks": positions count in order of becoming ready; the anchor
        is at first L5 and the block's own position.
    """
    made: list[int] = []
    for session_id in dict.fromkeys(session_ids):
        while True:
            pending = connection.execute(_WAITING, {"session_id": session_id}).all()
            first = next((i for i, row in enumerate(pending) if row.busy), len(pending))
            done = [int(row.id) for row in pending[:first]]
            if not done:
                break
            newest = connection.execute(_NEWEST, {"session_id": session_id}).scalar() or 0
            journal.record_update(connection, operation, "blocks", done)
            connection.execute(
                _MAKE_READY,
                [{"key": key, "place": newest + i} for i, key in enumerate(done, start=1)],
            )
            made += done
            if len(done) < len(pending) or len(pending) < _SETTLED_AT_ONCE:
                break
    return made


def count(
    connection: Connection, operation: OperationId, *, blocks_ready: int, events_found: int
) -> None:
    """Add to what is told of derived work."""
    if not blocks_ready and not events_found:
        return
    fields = records.from_json(connection.execute(_TOLD, {"key": operation}).scalar_one())
    told = dict(fields) if isinstance(fields, dict) else {}
    told["blocks"] = told.get("blocks", 0) + blocks_ready
    told["events"] = told.get("events", 0) + events_found
    journal.set_fields(connection, operation, told)


_HOME = (
    select(blocks.c.session_id, sessions.c.workspace_id, blocks.c.workspace_turn)
    .join(sessions, sessions.c.id == blocks.c.session_id)
    .where(blocks.c.id == bindparam("block_id"))
)
_ADD_EVENT = insert(events)
_LAST_ID = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?"


def store_events(
    connection: Connection,
    operation: OperationId,
    block: BlockInput,
    checked: Sequence[tuple[ProposedEvent, tuple[str, ...]]],
    now: datetime,
) -> list[EventId]:
    """Insert events with sources, quotes and relations, journalled, the index in step."""
    home = connection.execute(_HOME, {"block_id": block.block_id}).one()
    said = {message.id: message.created_at for message in block.messages}
    folded = {message.id: " ".join(message.content.split()) for message in block.messages}
    stored: list[EventId] = []
    for event, notes in checked:
        mentioned = event.mentioned_at or said.get(event.source_ids[0])
        happening = event.happening
        values: dict[str, Any] = {
            "workspace_id": home.workspace_id,
            "session_id": home.session_id,
            "block_id": block.block_id,
            "title": event.title,
            "summary": event.summary,
            "type": event.type.value,
            "status": event.status.value,
            "scope": event.scope.value,
            "criticality": event.criticality.value,
            "decay_rate": decay_rate(1),
            "formed_turn": home.workspace_turn,
            "last_adoption_turn": home.workspace_turn,
            "mentioned_at": to_text(mentioned) if mentioned else None,
            "mentioned_offset": offset_of(mentioned),
            "happened_start": happening.start,
            "happened_end": happening.end,
            "happened_text": happening.text,
            "precision": happening.precision.value,
            "basis": happening.basis.value,
            "created_at": to_text(now),
            "tags": to_json(event.tags),
            "participants": to_json(event.participants),
            "notes": to_json(notes),
        }
        result = connection.execute(_ADD_EVENT, values)
        key = EventId(int(result.inserted_primary_key[0]))  # type: ignore[index]
        stored.append(key)
        journal.record_insert(connection, operation, "events", key, key)
        _store_evidence(connection, operation, key, event, folded)
        search_index.add_event(connection, {**values, "id": key}, event.quotes)
        _store_relations(connection, operation, key, event)
    return stored


def decay_rate(n: int) -> float:
    """Return k(n) of engine-rules.md, "Event weight"."""
    return weights.DECAY_PER_TURN / (1 + weights.ADOPTION_SLOWING * math.log(n))


def _store_evidence(
    connection: Connection,
    operation: OperationId,
    key: EventId,
    event: ProposedEvent,
    folded: dict[MessageId, str],
) -> None:
    rows = [{"event_id": key, "message_id": source} for source in event.source_ids]
    _insert_journalled(connection, operation, event_sources, rows)
    if not event.quotes:
        return
    quoted = [
        {
            "event_id": key,
            "message_id": next(
                source
                for source in event.source_ids
                if " ".join(quote.split()) in folded.get(source, "")
            ),
            "quote": quote,
        }
        for quote in event.quotes
    ]
    _insert_journalled(connection, operation, event_quotes, quoted)


def _insert_journalled(
    connection: Connection, operation: OperationId, table: Any, rows: Sequence[dict[str, Any]]
) -> None:
    first = int(connection.exec_driver_sql(_LAST_ID, (table.name,)).scalar_one())
    connection.execute(
        insert(table), [{"id": first + i, **row} for i, row in enumerate(rows, start=1)]
    )
    journal.record_insert(connection, operation, table.name, first + 1, first + len(rows))


def _store_relations(
    connection: Connection, operation: OperationId, key: EventId, event: ProposedEvent
) -> None:
    """Store relations with their effect on the other side; engine-rules.md, "Events"."""
    rows = [
        {"event_id": key, "kind": r.kind.value, "other_id": r.event_id} for r in event.relations
    ]
    if not rows:
        return
    _insert_journalled(connection, operation, event_relations, rows)
    replaced = [r.event_id for r in event.relations if r.kind is RelationKind.SUPERSEDES]
    if replaced:
        journal.record_update(connection, operation, "events", replaced)
        connection.execute(
            update(events)
            .where(events.c.id.in_(replaced), events.c.state == EventState.ACTIVE.value)
            .values(state=EventState.SUPERSEDED.value, cap=SUPERSEDED_CAP)
        )
