"""Plain OpenAI-style messages: one conversation a file, a list of them, or JSONL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.readers.claude import result_of
from stratagate_app.engine.importing.readers.common import (
    Call,
    Collector,
    Draft,
    block_text,
    is_jsonl,
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
_TIMES = ("timestamp", "created_at", "create_time")


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of an entry."""
    yield from _lines(entry) if is_jsonl(entry) else _documents(entry)


def _documents(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of lists: of messages, of conversations, or of several lists."""
    with entry.open() as stream:
        elements = Elements(stream, Place(str(entry.path), entry.name))
        loose = _Loose("[0]")
        document = 0
        try:
            for item in elements:
                yield from elements.oddities()
                if elements.document != document:
                    document = elements.document
                    yield from loose.conversation()
                    loose = _Loose(f"list {document + 1}")
                if _is_message(item):
                    loose.take(item)
                else:
                    yield from _conversation(item, elements.where)
        except ImportFormatError:
            # What came before the damage is whole.
            yield from loose.conversation()
            raise
        yield from loose.conversation()


def _lines(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    loose = _Loose("line 1")
    with entry.open() as stream:
        for line in streams.lines(stream):
            yield from line.oddities()
            if _is_message(line.value):
                loose.take(line.value)
            elif line.ok:
                yield from _conversation(line.value, line.where)
    yield from loose.conversation()


def _is_message(item: object) -> bool:
    value = as_object(item)
    return "role" in value and "messages" not in value


class _Loose:
    """Messages that stand on their own in a list or on lines: together one conversation."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._collector: Collector | None = None

    def take(self, message: Object) -> None:
        self._collector = self._collector or Collector()
        _message(self._collector, message)

    def conversation(self) -> Iterator[SourceConversation]:
        if self._collector is not None:
            yield self._collector.conversation(external_id=None, title=None, where=self._where)


def _conversation(item: Any, where: str) -> Iterator[SourceConversation | SourceWarning]:
    value = as_object(item)
    messages = item if isinstance(item, list) else value.get("messages")
    if not isinstance(messages, list):
        yield SourceWarning(Oddity.NOT_A_CONVERSATION, where)
        return
    collector = Collector()
    for message in messages:
        _message(collector, as_object(message))
    title = value.get("title")
    yield collector.conversation(
        external_id=as_id(value.get("id")) or as_id(value.get("conversation_id")),
        title=title if isinstance(title, str) else None,
        started_at=_time_of(value),
        updated_at=as_time(value.get("updated_at")) or as_time(value.get("update_time")),
        where=where,
    )


def _time_of(value: Object) -> Any:
    return next((found for name in _TIMES if (found := as_time(value.get(name)))), None)


def _message(collector: Collector, message: Object) -> None:
    role = _ROLES.get(as_text(message.get("role")))
    if role is None:
        collector.dropped[LeftOut.UNKNOWN_ROLE] += 1
        return
    draft = Draft(role, [], _time_of(message), as_id(message.get("id")))
    content = message.get("content")
    answered = False
    for block in content if isinstance(content, list) else [content]:
        answered = _block(collector, draft, block) or answered
    text = "\n".join(part for part in draft.texts if part)
    if role is Role.TOOL and collector.answer(as_text(message.get("tool_call_id")), text):
        return
    # Before there were tool calls, a message called one function.
    old = [{"function": message["function_call"]}] if message.get("function_call") else []
    for call in map(as_object, chain(as_list(message.get("tool_calls")), old)):
        function = as_object(call.get("function"))
        made = Call(as_text(function.get("name")), parse_arguments(function.get("arguments")))
        collector.call(draft, made, as_text(call.get("id")))
    if text.strip() or draft.calls:
        collector.add(draft)
    elif not answered:
        collector.dropped[LeftOut.EMPTY] += 1


def _block(collector: Collector, draft: Draft, block: object) -> bool:
    """Take a part of a content; True if it is the result of a call."""
    item = as_object(block)
    kind = item.get("type")
    if kind in ("thinking", "reasoning", "redacted_thinking"):
        collector.dropped[LeftOut.THINKING] += 1
    elif kind == "tool_use":
        call = Call(as_text(item.get("name")), item.get("input"))
        collector.call(draft, call, as_text(item.get("id")))
    elif kind == "tool_result" and collector.answer(
        as_text(item.get("tool_use_id")), result_of(item)
    ):
        return True
    elif kind == "tool_result":
        draft.texts.append(as_text(result_of(item)))
    else:
        draft.texts.append(block_text(block))
    return False
