"""Storing extracted events with their sources, quotes and relations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Table,
    bindparam,
    select,
)

from stratagate_app.engine.domain.events import RelationKind
from stratagate_app.engine.domain.ids import EventId, MessageId, OperationId
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    ProposedEvent,
)
from stratagate_app.engine.rules import weights
from stratagate_app.engine.services.event_rows import hold, mark_superseded
from stratagate_app.engine.store import journal, search_index
from stratagate_app.engine.store.records import offset_of, to_json, to_text
from stratagate_app.engine.store.schema import (
    blocks,
    event_quotes,
    event_relations,
    event_sources,
    events,
    sessions,
)

_HOME = (
    select(blocks.c.session_id, sessions.c.workspace_id, blocks.c.workspace_turn)
    .join(sessions, sessions.c.id == blocks.c.session_id)
    .where(blocks.c.id == bindparam("block_id"))
)


@dataclass(frozen=True, slots=True)
class Home:
    """Where events are kept, and in which turn of the workspace they form."""

    workspace_id: int
    session_id: int
    block_id: int | None
    turn: int


def store_events(
    connection: Connection,
    operation: OperationId,
    block: BlockInput,
    checked: Sequence[tuple[ProposedEvent, tuple[str, ...]]],
    now: datetime,
) -> list[EventId]:
    """Insert the events of a block, with sources, quotes and relations, journalled."""
    row = connection.execute(_HOME, {"block_id": block.block_id}).one()
    home = Home(row.workspace_id, row.session_id, block.block_id, row.workspace_turn)
    return store_at(connection, operation, home, block.messages, checked, now=now)


def store_at(
    connection: Connection,
    operation: OperationId,
    home: Home,
    messages: Sequence[BlockMessage],
    checked: Sequence[tuple[ProposedEvent, tuple[str, ...]]],
    *,
    now: datetime,
) -> list[EventId]:
    """Insert events of some messages, journalled, the index in step; returns their ids in order."""
    said = {message.id: message.created_at for message in messages}
    folded = {message.id: " ".join(message.content.split()) for message in messages}
    first = journal.next_id(connection, events)
    rows: dict[Table, list[dict[str, Any]]] = {
        events: [],
        event_sources: [],
        event_quotes: [],
        event_relations: [],
    }
    for key, (event, notes) in enumerate(checked, start=first):
        mentioned = event.mentioned_at or said.get(event.source_ids[0])
        happening = event.happening
        rows[events].append(
            {
                "workspace_id": home.workspace_id,
                "session_id": home.session_id,
                "block_id": home.block_id,
                "title": event.title,
                "summary": event.summary,
                "type": event.type.value,
                "status": event.status.value,
                "scope": event.scope.value,
                "criticality": event.criticality.value,
                "decay_rate": weights.decay_rate(1),
                "formed_turn": home.turn,
                "last_adoption_turn": home.turn,
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
        )
        rows[event_sources] += [
            {"event_id": key, "message_id": source} for source in event.source_ids
        ]
        rows[event_quotes] += _quotes(key, event, folded)
        rows[event_relations] += [
            {"event_id": key, "kind": r.kind.value, "other_id": r.event_id} for r in event.relations
        ]
    journal.insert_rows(connection, operation, rows)
    search_index.add_events(
        connection,
        [
            ({**values, "id": first + place}, event.quotes)
            for place, (values, (event, _)) in enumerate(zip(rows[events], checked, strict=True))
        ],
    )
    for event, _ in checked:
        _supersede(connection, operation, event)
    return [EventId(first + i) for i in range(len(checked))]


def _quotes(key: int, event: ProposedEvent, folded: dict[MessageId, str]) -> list[dict[str, Any]]:
    """Return the rows of an event's quotes, each with the message that it is from."""
    return [
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


def _supersede(connection: Connection, operation: OperationId, event: ProposedEvent) -> None:
    """Mark the events that a new one replaces; engine-rules.md, "Events"."""
    replaced = [r.event_id for r in event.relations if r.kind is RelationKind.SUPERSEDES]
    if replaced:
        journal.record_update(connection, operation, "events", replaced)
        mark_superseded(connection, replaced)
    hold(connection, operation, [r.event_id for r in event.relations])
