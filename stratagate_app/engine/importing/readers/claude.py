"""Claude exports: `conversations.json` with its messages as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import JsonValue, LeftOut, Role, SourceConversation
from stratagate_app.engine.importing.readers.common import (
    Call,
    Collector,
    Draft,
    blocks_text,
    objects_of,
)
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)

_NO_PARENT = "00000000-0000-4000-8000-000000000000"


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of an entry."""
    for value, where, odd in objects_of(entry):
        yield from odd
        if isinstance(value.get("chat_messages"), list):
            yield _conversation(value, where)
        else:
            yield SourceWarning(Oddity.NOT_A_CONVERSATION, where)


def _conversation(value: Object, where: str) -> SourceConversation:
    collector = Collector()
    messages = [as_object(message) for message in as_list(value.get("chat_messages"))]
    kept = _latest_branch(messages)
    collector.dropped[LeftOut.BRANCH] = len(messages) - len(kept)
    for message in kept:
        _message(collector, message)
    return collector.conversation(
        external_id=as_id(value.get("uuid")),
        title=as_text(value.get("name")),
        started_at=as_time(value.get("created_at")),
        updated_at=as_time(value.get("updated_at")),
        where=where,
    )


def _latest_branch(messages: list[Object]) -> list[Object]:
    """Return the messages on the way to the last one, where messages say what they follow."""
    by_id = {as_text(message.get("uuid")): message for message in messages}
    parents = [as_text(message.get("parent_message_uuid")) for message in messages]
    branches = len(set(parents)) < len(parents)
    if not branches or not all(p == _NO_PARENT or p in by_id for p in parents):
        return messages
    path: list[Object] = []
    current: str = as_text(messages[-1].get("uuid"))
    while current in by_id:
        message = by_id.pop(current)
        path.append(message)
        current = as_text(message.get("parent_message_uuid"))
    return path[::-1]


def _message(collector: Collector, message: Object) -> None:
    role = Role.USER if message.get("sender") == "human" else Role.ASSISTANT
    draft = Draft(role, [], as_time(message.get("created_at")), as_id(message.get("uuid")))
    blocks = [as_object(block) for block in as_list(message.get("content"))]
    for block in blocks:
        _block(collector, draft, block)
    if not any(draft.texts):
        draft.texts.append(as_text(message.get("text")))
    for attachment in map(as_object, as_list(message.get("attachments"))):
        name = as_text(attachment.get("file_name")) or "attachment"
        draft.texts.append(f"[attachment: {name}]")
        content = as_text(attachment.get("extracted_content"))
        if content:
            draft.calls.append(Call("attachment", {"file_name": name}, content))
    for file in map(as_object, as_list(message.get("files"))):
        name = as_text(file.get("file_name"))
        if name:
            draft.texts.append(f"[attachment: {name}]")
    if any(text.strip() for text in draft.texts) or draft.calls:
        collector.add(draft)
    else:
        collector.dropped[LeftOut.EMPTY] += 1


def _block(collector: Collector, draft: Draft, block: Object) -> None:
    kind = block.get("type")
    if kind == "text":
        draft.texts.append(as_text(block.get("text")))
    elif kind in ("thinking", "redacted_thinking"):
        collector.dropped[LeftOut.THINKING] += 1
    elif kind == "tool_use":
        call = Call(as_text(block.get("name")), block.get("input"))
        collector.call(draft, call, as_text(block.get("id")))
    elif kind == "tool_result":
        result = result_of(block)
        if not collector.answer(as_text(block.get("tool_use_id")), result) and not _fill_last(
            draft, result
        ):
            draft.calls.append(Call(as_text(block.get("name")), None, result))
    elif kind == "voice_note":
        draft.texts.append(as_text(block.get("text")) or "[audio]")


def _fill_last(draft: Draft, result: JsonValue) -> bool:
    """Give a result that names no call to the last one of the message that has none."""
    for call in reversed(draft.calls):
        if call.result is None:
            call.result = result
            return True
    return False


def result_of(block: Any) -> JsonValue:
    """Return what a tool_result block says; a failure as an object with `error`."""
    content = block.get("content")
    result: JsonValue = blocks_text(content) if isinstance(content, str | list) else content
    if block.get("is_error") is True:
        return {"error": result or ""}
    return "" if result is None else result
