"""Storing extracted events with their sources, quotes and relations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    insert,
    select,
    update,
)

from stratagate_app.engine.domain.events import (
    EventState,
    RelationKind,
)
from stratagate_app.engine.domain.ids import EventId, MessageId, OperationId
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    ProposedEvent,
)
from stratagate_app.engine.rules import weights
from stratagate_app.engine.services.events import SUPERSEDED_CAP
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
_ADD_EVENT = insert(events)


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
            "decay_rate": weights.decay_rate(1),
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


def _store_evidence(
    connection: Connection,
    operation: OperationId,
    key: EventId,
    event: ProposedEvent,
    folded: dict[MessageId, str],
) -> None:
    rows = [{"event_id": key, "message_id": source} for source in event.source_ids]
    journal.insert_rows(connection, operation, event_sources, rows)
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
    journal.insert_rows(connection, operation, event_quotes, quoted)


def _store_relations(
    connection: Connection, operation: OperationId, key: EventId, event: ProposedEvent
) -> None:
    """Store relations with their effect on the other side; engine-rules.md, "Events"."""
    rows = [
        {"event_id": key, "kind": r.kind.value, "other_id": r.event_id} for r in event.relations
    ]
    if not rows:
        return
    journal.insert_rows(connection, operation, event_relations, rows)
    replaced = [r.event_id for r in event.relations if r.kind is RelationKind.SUPERSEDES]
    if replaced:
        journal.record_update(connection, operation, "events", replaced)
        connection.execute(
            update(events)
            .where(events.c.id.in_(replaced), events.c.state == EventState.ACTIVE.value)
            .values(state=EventState.SUPERSEDED.value, cap=SUPERSEDED_CAP)
        )
