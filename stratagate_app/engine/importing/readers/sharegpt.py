"""ShareGPT files: `conversations` of `from` and `value`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.importing.readers.common import Collector, Draft, is_jsonl, objects_of
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import lines
from stratagate_app.engine.importing.values import as_id, as_list, as_object, as_text

_ROLES = {
    "human": Role.USER,
    "user": Role.USER,
    "gpt": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
    "observation": Role.TOOL,
    "function_call": Role.ASSISTANT,
}


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of a list, of one object, or of JSONL."""
    if is_jsonl(entry):
        yield from _lines(entry)
        return
    for value, where, odd in objects_of(entry):
        yield from odd
        yield from _conversation(value, where)


def _lines(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    with entry.open() as stream:
        for line in lines(stream):
            yield from line.oddities()
            if line.ok:
                yield from _conversation(line.value, line.where)


def _conversation(item: Any, where: str) -> Iterator[SourceConversation | SourceWarning]:
    value = as_object(item)
    if not isinstance(value.get("conversations"), list):
        yield SourceWarning(Oddity.NOT_A_CONVERSATION, where)
        return
    collector = Collector()
    for message in map(as_object, as_list(value.get("conversations"))):
        role = _ROLES.get(as_text(message.get("from")))
        text = as_text(message.get("value"))
        if role is None or not text.strip():
            collector.dropped[LeftOut.EMPTY if role else LeftOut.UNKNOWN_ROLE] += 1
            continue
        collector.add(Draft(role, [text]))
    yield collector.conversation(
        external_id=as_id(value.get("id")), title=as_text(value.get("title")), where=where
    )
