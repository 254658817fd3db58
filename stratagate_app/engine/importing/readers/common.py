"""What the readers share: collecting messages, and giving tool results to their calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import (
    JsonValue,
    LeftOut,
    Role,
    SourceConversation,
    SourceMessage,
    ToolCall,
)
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place, lines, parse_text
from stratagate_app.engine.importing.values import Object, as_object

_HEAD = 1 << 16


@dataclass(slots=True)
class Call:
    """A tool call whose result may still come."""

    name: str
    arguments: JsonValue = None
    result: JsonValue = None


@dataclass(slots=True)
class Draft:
    """A message that is being put together."""

    role: Role
    texts: list[str]
    created_at: datetime | None = None
    external_id: str | None = None
    calls: list[Call] = field(default_factory=list)

    def message(self) -> SourceMessage:
        """Return the finished message."""
        texts, calls = self.texts, self.calls
        return SourceMessage(
            self.role,
            texts[0] if len(texts) == 1 else "\n".join(text for text in texts if text),
            self.created_at,
            tuple([ToolCall(c.name, c.arguments, c.result) for c in calls]) if calls else (),
            self.external_id,
        )


class Collector:
    """Takes messages in order and counts what is left out, and why."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.dropped: Counter[LeftOut] = Counter()
        self._open: dict[str, Call] = {}

    def add(self, draft: Draft) -> Draft:
        """Add a message and return it."""
        self.drafts.append(draft)
        return draft

    def call(self, draft: Draft, call: Call, key: str | None) -> None:
        """Add a tool call to a message; key is how its result will name it."""
        draft.calls.append(call)
        if key:
            self._open[key] = call

    def answer(self, key: str | None, result: JsonValue) -> bool:
        """Fill in the result of the call of that key; False if there is no such call."""
        call = self._open.get(key or "")
        if call is None:
            return False
        if isinstance(call.result, str) and isinstance(result, str):
            call.result = f"{call.result}\n{result}"
        else:
            call.result = result
        return True

    def conversation(
        self,
        *,
        external_id: str | None,
        title: str | None,
        started_at: datetime | None = None,
        updated_at: datetime | None = None,
        workspace_hint: str | None = None,
        where: str = "",
    ) -> SourceConversation:
        """Return the conversation of all that was added."""
        messages = tuple(draft.message() for draft in self.drafts)
        return SourceConversation(
            external_id,
            title,
            started_at,
            updated_at,
            messages,
            {reason: count for reason, count in self.dropped.items() if count},
            workspace_hint or None,
            where,
        )


def objects_of(entry: Entry) -> Iterator[tuple[Object, str, Sequence[SourceWarning]]]:
    """Yield each element of a list, its place, and what is odd about it.

    What is no object is an empty one.
    """
    with entry.open() as stream:
        elements = Elements(stream, Place(str(entry.path), entry.name))
        for item in elements:
            where = f"{entry.name or 'conversations.json'}{elements.where}"
            yield as_object(item), where, elements.oddities(where)


def is_jsonl(entry: Entry) -> bool:
    """Return whether an entry has an object a line; False where it is one document."""
    with entry.open() as stream:
        head = stream.read(_HEAD).lstrip()
    if head[:1] != b"{":
        return False
    with entry.open() as stream:
        first = next(lines(stream), None)
    return first is not None and first.ok and isinstance(first.value, dict)


def parse_arguments(value: object) -> JsonValue:
    """Return arguments that may be JSON inside a text; the text itself where they are none."""
    if not isinstance(value, str):
        return value  # type: ignore[return-value]
    try:
        parsed: JsonValue = parse_text(value)
    except (ValueError, RecursionError):
        return value
    return parsed


_MARKS = {"image": "[image]", "audio": "[audio]", "voice": "[audio]"}


def media_of(kind: object) -> str:
    """Return the placeholder for a part that is no text."""
    name = kind if isinstance(kind, str) else ""
    return next((mark for word, mark in _MARKS.items() if word in name), "[file]")


def block_text(block: object) -> str:
    """Return the text of one part of a content, or the placeholder for what it holds."""
    if isinstance(block, str):
        return block
    item = as_object(block)
    for name in ("text", "refusal", "transcript"):
        text = item.get(name)
        if isinstance(text, str):
            return text
    return media_of(item["type"]) if item.get("type") else ""


def blocks_text(content: object) -> str:
    """Return the text of content that is a text or a list of typed blocks."""
    if isinstance(content, str):
        return content
    parts = map(block_text, content if isinstance(content, list) else [])
    return "\n".join(part for part in parts if part)
