"""ShareGPT files: `conversations` of `from` and `value`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing.readers.common import Collector, Draft
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place, lines
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
    with entry.open() as stream:
        first = next(lines(stream), None)
        by_line = first is not None and first.ok and isinstance(first.value, dict)
    with entry.open() as stream:
        if by_line:
            for line in lines(stream):
                if line.ok:
                    yield _conversation(line.value, f"line {line.number}")
                else:
                    code = "truncated_last_line" if line.last else "bad_line"
                    yield SourceWarning(code, f"line {line.number}")
            return
        place = Place(str(entry.path), entry.name)
        for index, item in enumerate(Elements(stream, place)):
            yield _conversation(item, f"[{index}]")


def _conversation(item: Any, where: str) -> SourceConversation:
    value = as_object(item)
    collector = Collector()
    for message in map(as_object, as_list(value.get("conversations"))):
        role = _ROLES.get(as_text(message.get("from")))
        text = as_text(message.get("value"))
        if role is None or not text:
            collector.dropped["empty" if role else "unknown_role"] += 1
            continue
        collector.add(Draft(role, [text]))
    return collector.conversation(
        external_id=as_id(value.get("id")), title=as_text(value.get("title")), where=where
    )
