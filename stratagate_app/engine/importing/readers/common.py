"""What the readers share: collecting messages, and giving tool results to their calls."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from stratagate_app.engine.domain.conversation import (
    JsonValue,
    Role,
    SourceConversation,
    SourceMessage,
    ToolCall,
)
from stratagate_app.engine.importing.values import as_object, clean


@dataclass
class Call:
    """A tool call whose result may still come."""

    name: str
    arguments: JsonValue = None
    result: JsonValue = None


@dataclass
class Draft:
    """A message that is being put together."""

    role: Role
    texts: list[str]
    created_at: datetime | None = None
    external_id: str | None = None
    calls: list[Call] = field(default_factory=list)

    def message(self) -> SourceMessage:
        """Return the finished message."""
        return SourceMessage(
            self.role,
            clean("\n".join(text for text in self.texts if text)),
            self.created_at,
            tuple(ToolCall(clean(c.name), c.arguments, c.result) for c in self.calls),
            self.external_id,
        )


class Collector:
    """Takes messages in order and counts what is left out, and why."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.dropped: Counter[str] = Counter()
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
        call.result = result if call.result is None else f"{call.result}\n{result}"
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
            clean(title) if title is not None else None,
            started_at,
            updated_at,
            messages,
            {reason: count for reason, count in self.dropped.items() if count},
            clean(workspace_hint) if workspace_hint else None,
            where,
        )


def parse_arguments(value: object) -> JsonValue:
    """Return arguments that may be JSON inside a text; the text itself where they are none."""
    if not isinstance(value, str):
        return value  # type: ignore[return-value]
    try:
        parsed: JsonValue = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return parsed


MEDIA = {"image": "[image]", "audio": "[audio]", "file": "[file]"}


def media_of(kind: object) -> str:
    """Return the placeholder for a part that is no text."""
    name = kind if isinstance(kind, str) else ""
    return next((mark for word, mark in MEDIA.items() if word in name), MEDIA["file"])


def blocks_text(content: object) -> str:
    """Return the text of content that is a text or a list of typed blocks."""
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for block in content if isinstance(content, list) else []:
        if isinstance(block, str):
            parts.append(block)
            continue
        item = as_object(block)
        text = item.get("text")
        if isinstance(text, str):
            parts.append(text)
        elif item.get("type"):
            parts.append(media_of(item["type"]))
    return "\n".join(part for part in parts if part)
