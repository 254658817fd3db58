"""Correcting an event: its columns, its place in the index, and the old words in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.events import EventEdit
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.rules.event_fields import checked_edit
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_rows import load_rows
from stratagate_app.engine.store import event_index, journal
from stratagate_app.engine.store.records import from_json, offset_of, to_json, to_text
from stratagate_app.engine.store.schema import event_quotes, events

_LISTS = ("tags", "participants")


def edit(connection: Connection, at: datetime, event_id: EventId, given: EventEdit) -> ChangeSet:
    """Change what is given of an event; see EventCommands.edit."""
    row = dict(load_rows(connection, [event_id])[event_id]._mapping)  # noqa: SLF001  (public)
    values = {
        name: value for name, value in columns_of(checked_edit(given)).items() if row[name] != value
    }
    if not values:
        return ChangeSet()
    operation = journal.begin_operation(
        connection,
        "edit_event",
        Actor.USER,
        at,
        workspace_id=row["workspace_id"],
        fields={
            "title": row["title"],
            "count": 1,
            "event_id": event_id,
            "before": _told(values, row),
            "after": _told(values, values),
        },
    )
    journal.record_update(connection, operation, events.name, [event_id])
    event_index.take_out(connection, [event_id])
    connection.execute(update(events).where(events.c.id == event_id).values(values))
    event_index.put_in(connection, [event_id])
    return changes_of(operation, {events.name: [event_id]})


def columns_of(given: EventEdit) -> dict[str, Any]:
    """Return the columns of `events` that a checked edit sets."""
    values: dict[str, Any] = {
        "title": given.title,
        "summary": given.summary,
        "tags": None if given.tags is None else to_json(given.tags),
        "participants": None if given.participants is None else to_json(given.participants),
        "type": given.type and given.type.value,
        "status": given.status and given.status.value,
        "scope": given.scope and given.scope.value,
        "criticality": given.criticality and given.criticality.value,
    }
    values = {name: value for name, value in values.items() if value is not None}
    if given.happening is not None:
        values |= {
            "happened_start": given.happening.start,
            "happened_end": given.happening.end,
            "happened_text": given.happening.text,
            "precision": given.happening.precision.value,
            "basis": given.happening.basis.value,
        }
    if given.mentioned_at is not None or given.mentioned_unknown:
        at = None if given.mentioned_unknown else given.mentioned_at
        values["mentioned_at"] = to_text(at) if at else None
        values["mentioned_offset"] = offset_of(at)
    return values


def load_quotes(connection: Connection, event_id: int) -> list[str]:
    """Return the quotes of an event as its index holds them."""
    statement = (
        select(event_quotes.c.quote)
        .where(event_quotes.c.event_id == event_id)
        .order_by(event_quotes.c.id)
    )
    return list(connection.execute(statement).scalars())


def _told(changed: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, JsonValue]:
    return {name: from_json(row[name]) if name in _LISTS else row[name] for name in changed}
