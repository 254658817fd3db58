"""Sessions as JSON that is read back in full, or as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from stratagate_app.engine.domain.conversation import Message
from stratagate_app.engine.domain.exports import ExportedSession
from stratagate_app.engine.exporting.values import Mask, in_list, masked_value, time_text

SCHEMA = "stratagate.session.v1"


def as_json(sessions: Iterable[ExportedSession], mask: Mask) -> Iterator[str]:
    """Yield a list of sessions with every message, tool record, time and id."""
    yield "["
    for number, session in enumerate(sessions):
        yield in_list(_session(session, mask), first=number == 0)
    yield "\n]\n"


def _session(session: ExportedSession, mask: Mask) -> dict[str, Any]:
    return {
        "schemaVersion": SCHEMA,
        "source": session.source,
        "externalId": session.external_id,
        "title": mask(session.title),
        "startedAt": time_text(session.started_at),
        "updatedAt": time_text(session.updated_at),
        "project": session.project,
        "messages": [_message(message, mask) for message in session.messages],
    }


def _message(message: Message, mask: Mask) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": message.external_id,
        "role": message.role.value,
        "at": time_text(message.created_at),
        "content": mask(message.content),
    }
    if message.tool_calls:
        told["toolCalls"] = [
            {
                "name": call.name,
                "arguments": masked_value(call.arguments, mask),
                "result": masked_value(call.result, mask),
            }
            for call in message.tool_calls
        ]
    return told


def as_notes(sessions: Iterable[ExportedSession], mask: Mask) -> Iterator[str]:
    """Yield Markdown for people to read: who said what, and what was called."""
    for session in sessions:
        yield f"# {' '.join(mask(session.shown_title).split()) or 'Untitled session'}\n"
        for message in session.messages:
            at = f" · {message.created_at:%Y-%m-%d %H:%M}" if message.created_at else ""
            yield f"\n## {message.role.value.capitalize()}{at}\n\n"
            if message.content.strip():
                yield mask(message.content).strip() + "\n"
            for call in message.tool_calls:
                record = {
                    "name": call.name,
                    "arguments": masked_value(call.arguments, mask),
                    "result": masked_value(call.result, mask),
                }
                text = orjson.dumps(record, option=orjson.OPT_INDENT_2).decode()
                yield f"\n~~~~json\n{text}\n~~~~\n"
        yield "\n"
