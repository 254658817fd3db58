"""Reading stored messages with their tool calls."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from stratagate_app.engine.domain.conversation import Message, ToolCall
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import messages, tool_calls

_WITHIN = (
    messages.c.session_id == bindparam("session_id"),
    messages.c.position.between(bindparam("first"), bindparam("last")),
)
_MESSAGES = select(messages).where(*_WITHIN).order_by(messages.c.position)
_CALLS = (
    select(tool_calls.c.message_id, tool_calls.c.name, tool_calls.c.arguments, tool_calls.c.result)
    .join(messages, messages.c.id == tool_calls.c.message_id)
    .where(*_WITHIN)
    .order_by(tool_calls.c.message_id, tool_calls.c.position)
)


def load_messages(
    connection: Connection, session_id: int, first_position: int, last_position: int
) -> tuple[Message, ...]:
    """Return the messages of a run of positions, both ends included, in order."""
    within = {"session_id": session_id, "first": first_position, "last": last_position}
    found = connection.execute(_MESSAGES, within).mappings().all()
    calls: dict[int, list[ToolCall]] = {}
    if any(row["tool_calls"] for row in found):
        for row in connection.execute(_CALLS, within):
            call = ToolCall(
                row.name, records.from_json(row.arguments), records.from_json(row.result)
            )
            calls.setdefault(row.message_id, []).append(call)
    return tuple(records.message(row, tuple(calls.get(row["id"], ()))) for row in found)
