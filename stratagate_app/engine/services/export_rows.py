"""What an export reads: events and sessions with everything that leaves with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from stratagate_app.engine.domain.events import RelationKind
from stratagate_app.engine.domain.exports import ExportedEvent, ExportedSession
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import (
    event_quotes,
    event_relations,
    event_sources,
    import_batches,
    messages,
    operations,
    sessions,
    workspaces,
)

# Of the words that an event rests on as much as says what it is about; the whole is in its session.
SOURCE_CHARS = 16_000
# Kept as the words of memories that came in: no conversations.
_OF_MEMORIES = (
    select(import_batches.c.id)
    .join(operations, operations.c.id == import_batches.c.operation_id)
    .where(operations.c.kind == "import_memories")
)
CONVERSATIONS = sessions.c.batch_id.is_(None) | sessions.c.batch_id.not_in(_OF_MEMORIES)
"""The condition that a session is a conversation, and not the words of memories that came in."""


def load_exported_events(connection: Connection, ids: Sequence[int]) -> list[ExportedEvent]:
    """Return events in the order of ids, with quotes, relations and the words they rest on."""
    rows = load_events(connection, ids)
    quotes: dict[int, list[str]] = {}
    for quote in connection.execute(
        select(event_quotes.c.event_id, event_quotes.c.quote)
        .where(listed(event_quotes.c.event_id, ids))
        .order_by(event_quotes.c.id)
    ):
        quotes.setdefault(quote.event_id, []).append(quote.quote)
    relations: dict[int, list[tuple[RelationKind, EventId]]] = {}
    for link in connection.execute(
        select(event_relations.c.event_id, event_relations.c.kind, event_relations.c.other_id)
        .where(listed(event_relations.c.event_id, ids))
        .order_by(event_relations.c.id)
    ):
        kind = records.known(RelationKind, link.kind, RelationKind.RELATED)
        relations.setdefault(link.event_id, []).append((kind, EventId(link.other_id)))
    texts: dict[int, list[str]] = {}
    for source in connection.execute(
        select(event_sources.c.event_id, messages.c.content)
        .join(messages, messages.c.id == event_sources.c.message_id)
        .where(listed(event_sources.c.event_id, ids))
        .order_by(event_sources.c.id)
    ):
        texts.setdefault(source.event_id, []).append(source.content)
    return [
        ExportedEvent(
            row,
            tuple(dict.fromkeys(quotes.get(row.id, ()))),
            tuple(dict.fromkeys(relations.get(row.id, ()))),
            source_text(texts.get(row.id, ()), quotes.get(row.id, ())),
        )
        for row in rows
    ]


def source_text(texts: Iterable[str], quotes: Iterable[str]) -> str:
    """Return the words of several messages as one text, with every quote in it.

    It is its own source text: what came in by an export leaves as it came.
    """
    text = "\n\n".join(part.strip() for part in texts)[:SOURCE_CHARS].strip()
    for quote in quotes:
        if " ".join(quote.split()) not in " ".join(text.split()):
            text = f"{text}\n\n{quote}".strip()
    return text


def load_exported_session(connection: Connection, session_id: int) -> ExportedSession | None:
    """Return a session with every message; None if it is gone."""
    row = connection.execute(
        select(sessions, workspaces.c.hint)
        .join(workspaces, workspaces.c.id == sessions.c.workspace_id)
        .where(sessions.c.id == session_id)
    ).first()
    if row is None:
        return None
    return ExportedSession(
        row.source,
        row.external_id,
        row.source_title,
        row.title,
        records.to_time(row.started_at),
        records.to_time(row.updated_at),
        row.hint,
        load_messages(connection, session_id, 1, row.messages),
    )
