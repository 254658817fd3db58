"""Plain OpenAI-style messages: one conversation a file, a list of them, or JSONL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.readers.common import (
    Call,
    Collector,
    Draft,
    blocks_text,
    parse_arguments,
)
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)

_ROLES = {
    **{role.value: role for role in Role},
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
    "human": Role.USER,
}


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of an entry."""
    with entry.open() as stream:
        document = _is_document(stream)
    yield from _document(entry) if document else _lines(entry)


def _is_document(stream: Any) -> bool:
    """Return whether the stream is one JSON document; False for a value a line."""
    found = list(zip(range(2), streams.lines(stream), strict=False))
    return not (found and found[0][1].ok and (len(found) > 1 or found[0][1].value is None))


def _document(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        elements = Elements(stream, place)
        loose: list[Any] = []
        for index, item in enumerate(elements):
            value = as_object(item)
            if "role" in value:
                loose.append(value)
            else:
                yield from _conversation(item, f"[{index}]")
        if loose:
            yield from _conversation(loose, "[0]")


def _lines(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    loose: list[Any] = []
    with entry.open() as stream:
        for line in streams.lines(stream):
            where = f"line {line.number}"
            if not line.ok:
                yield SourceWarning("truncated_last_line" if line.last else "bad_line", where)
            elif "role" in as_object(line.value):
                loose.append(line.value)
            else:
                yield from _conversation(line.value, where)
    if loose:
        yield from _conversation(loose, "line 1")


def _conversation(item: Any, where: str) -> Iterator[SourceConversation | SourceWarning]:
    value = as_object(item)
    messages = item if isinstance(item, list) else value.get("messages")
    if not isinstance(messages, list):
        yield SourceWarning("not_a_conversation", where)
        return
    collector = Collector()
    for message in messages:
        _message(collector, as_object(message))
    title = value.get("title")
    yield collector.conversation(
        external_id=as_id(value.get("id")) or as_id(value.get("conversation_id")),
        title=title if isinstance(title, str) else None,
        started_at=as_time(value.get("created_at") or value.get("create_time")),
        where=where,
    )


def _message(collector: Collector, message: Object) -> None:
    role = _ROLES.get(as_text(message.get("role")))
    if role is None:
        collector.dropped["unknown_role"] += 1
        return
    text = blocks_text(message.get("content"))
    at = next(
        (
            found
            for name in ("timestamp", "created_at", "create_time")
            if (found := as_time(message.get(name)))
        ),
        None,
    )
    if role is Role.TOOL and collector.answer(as_text(message.get("tool_call_id")), text):
        return
    draft = Draft(role, [text], at, as_id(message.get("id")))
    calls = [as_object(call) for call in as_list(message.get("tool_calls"))]
    for call in calls:
        function = as_object(call.get("function"))
        made = Call(as_text(function.get("name")), parse_arguments(function.get("arguments")))
        collector.call(draft, made, as_text(call.get("id")))
    if text or calls:
        collector.add(draft)
    else:
        collector.dropped["empty"] += 1
