"""Making what a reader found fit to be stored: text without lone surrogates, JSON within bounds."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

from stratagate_app.engine.domain.conversation import (
    JsonValue,
    SourceConversation,
    SourceMessage,
    ToolCall,
)

MAX_DEPTH = 100
# What JSON can say in 64 bits.
_LEAST, _MOST = -(2**63), 2**63 - 1


def tidied(conversation: SourceConversation) -> tuple[SourceConversation, int]:
    """Return a conversation that can be stored, and in how many texts lone surrogates were.

    Rule:
        formats.md: lone surrogates become U+FFFD; control characters are kept.
    """
    tidy = _Tidy()
    messages = tuple(map(tidy.message, conversation.messages))
    external_id = tidy.optional(conversation.external_id)
    title = tidy.optional(conversation.title)
    hint = tidy.optional(conversation.workspace_hint)
    if not tidy.changes:
        return conversation, 0
    return (
        replace(
            conversation,
            messages=messages,
            external_id=external_id,
            title=title,
            workspace_hint=hint,
        ),
        tidy.surrogates,
    )


class _Tidy:
    """Counts what had to be changed, so that what is fine is passed on as it is."""

    def __init__(self) -> None:
        self.changes = 0
        self.surrogates = 0

    def message(self, message: SourceMessage) -> SourceMessage:
        before = self.changes
        content = self.text(message.content)
        key = self.optional(message.external_id)
        calls = message.tool_calls and tuple(map(self._call, message.tool_calls))
        if self.changes == before:
            return message
        return replace(message, content=content, external_id=key, tool_calls=calls)

    def _call(self, call: ToolCall) -> ToolCall:
        name = self.text(call.name)
        return ToolCall(name, self._value(call.arguments, 0), self._value(call.result, 0))

    def optional(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    def text(self, text: str) -> str:
        if text.isascii():
            return text
        try:
            text.encode()
        except UnicodeEncodeError:
            self.changes += 1
            self.surrogates += 1
            # Two halves that stand together are one character.
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return text

    def _value(self, value: JsonValue, depth: int) -> JsonValue:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict | list):
            return self._as_text(value) if depth >= MAX_DEPTH else self._items(value, depth + 1)
        # Infinity and NaN are no JSON, and greater numbers do not fit.
        odd = isinstance(value, int) and not _LEAST <= value <= _MOST
        odd = odd or (isinstance(value, float) and not math.isfinite(value))
        return self._as_text(value) if odd else value

    def _items(self, value: dict[str, Any] | list[Any], depth: int) -> JsonValue:
        if isinstance(value, dict):
            return {self.text(key): self._value(item, depth) for key, item in value.items()}
        return [self._value(item, depth) for item in value]

    def _as_text(self, value: Any) -> str:
        """Return what is no JSON, or too deep for the store, in words."""
        self.changes += 1
        try:
            return self.text(json.dumps(value, ensure_ascii=False))
        except (RecursionError, ValueError):
            return "…"
