"""Our own sessions, as an export writes them: read back in full."""

from __future__ import annotations

from collections.abc import Iterator

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import (
    LeftOut,
    Role,
    SourceConversation,
    SourceMessage,
    ToolCall,
)
from stratagate_app.engine.importing.readers.common import objects_of
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)

MARK = "stratagate.session.v1"


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the sessions of an export."""
    for value, where, odd in objects_of(entry):
        yield from odd
        session = as_object(value)
        if session.get("schemaVersion") != MARK or not isinstance(session.get("messages"), list):
            yield SourceWarning(Oddity.NOT_A_CONVERSATION, where)
            continue
        dropped = 0
        messages: list[SourceMessage] = []
        for item in map(as_object, as_list(session["messages"])):
            role = as_text(item.get("role"))
            if role not in list(Role):
                dropped += 1
                continue
            messages.append(_message(item, Role(role)))
        yield SourceConversation(
            external_id=as_id(session.get("externalId")),
            title=as_text(session.get("title")) or None,
            started_at=as_time(session.get("startedAt")),
            updated_at=as_time(session.get("updatedAt")),
            messages=tuple(messages),
            dropped={LeftOut.UNKNOWN_ROLE: dropped} if dropped else {},
            workspace_hint=as_text(session.get("project")) or None,
            where=where,
            source=as_text(session.get("source")),
        )


def _message(item: Object, role: Role) -> SourceMessage:
    calls = map(as_object, as_list(item.get("toolCalls")))
    return SourceMessage(
        role,
        as_text(item.get("content")),
        as_time(item.get("at")),
        tuple(
            ToolCall(as_text(call.get("name")), call.get("arguments"), call.get("result"))
            for call in calls
        ),
        as_id(item.get("id")),
    )
