"""Reading stored messages with their tool calls."""

from __future__ import annotations

from sqlalchemy import Connection, select

from stratagate_app.engine.domain.conversation import Message, ToolCall
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import messages, tool_calls


def load_messages(
    connection: Connection, session_id: int, first_position: int, last_position: int
) -> tuple[Message, ...]:
    """Return the messages of a run of positions, both ends included, in order."""
    within = (
        messages.c.session_id == session_id,
        messages.c.position.between(first_position, last_position),
    )
    rows = connection.execute(
        select(messages).where(*within).order_by(messages.c.position)
    ).mappings()
    found = list(rows)
    calls: dict[int, list[ToolCall]] = {}
    if any(row["tool_calls"] for row in found):
        statement = (
            select(
                tool_calls.c.message_id,
                tool_calls.c.name,
                tool_calls.c.arguments,
                tool_calls.c.result,
            )
            .join(messages, messages.c.id == tool_calls.c.message_id)
            .where(*within)
            .order_by(tool_calls.c.message_id, tool_calls.c.position)
        )
        for row in connection.execute(statement):
            call = ToolCall(
                row.name, records.from_json(row.arguments), records.from_json(row.result)
            )
            calls.setdefault(row.message_id, []).append(call)
    return tuple(records.message(row, tuple(calls.get(row["id"], ()))) for row in found)
