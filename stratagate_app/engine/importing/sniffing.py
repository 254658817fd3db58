"""What format a stream is, by its first element or its first lines."""

from __future__ import annotations

from typing import Any

from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import as_list, as_object

CHATGPT = "chatgpt"
CLAUDE = "claude"
CLAUDE_CODE = "claude-code"
CODEX = "codex"
DEEPSEEK = "deepseek"
LOCOMO = "locomo"
OPENAI = "openai-messages"
SHAREGPT = "sharegpt"

# So many lines may say nothing before one says what the file is.
_LINES = 50
_CLAUDE_CODE_TYPES = frozenset({"user", "assistant", "system", "summary", "file-history-snapshot"})
_CODEX_TYPES = frozenset(
    {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
)


def format_of(entry: Entry) -> str:
    """Return the format of an entry.

    Raises:
        ImportFormatError: `unknown_format`, or `empty` for an empty list or file, or `damaged`
            where it begins as JSON and breaks off before it says what it is.
    """
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        head = stream.read(4096).lstrip()
    if not head:
        raise place.error("empty", "", "no_content")
    if head[:1] not in (b"{", b"["):
        raise place.error("unknown_format", "", "no_json")
    found = _of_lines(entry) if head[:1] == b"{" else None
    found = found or _of_first_element(entry, place)
    if found is None:
        raise place.error("unknown_format", "", "unknown_shape")
    return found


def _of_first_element(entry: Entry, place: Place) -> str | None:
    with entry.open() as stream:
        elements = Elements(stream, place)
        first = next(iter(elements), None)
        if first is None and elements.is_array:
            raise place.error("empty", "", "no_elements")
    value = as_object(first)
    if isinstance(first, list):
        # JSONL with a conversation a line begins with a bracket as well.
        return OPENAI if _is_message(next(iter(first), None)) else None
    if _is_message(value):
        return OPENAI if elements.is_array else None
    return _of_conversation(value)


def _of_conversation(value: Any) -> str | None:
    mapping = value.get("mapping")
    if isinstance(mapping, dict):
        nodes = [as_object(as_object(node).get("message")) for node in mapping.values()]
        if any("fragments" in message for message in nodes):
            return DEEPSEEK
        return CHATGPT
    if isinstance(value.get("chat_messages"), list):
        return CLAUDE
    if "speaker_a" in as_object(value.get("conversation")):
        return LOCOMO
    messages = value.get("messages")
    if isinstance(messages, list) and (not messages or _is_message(messages[0])):
        return OPENAI
    if "value" in as_object(next(iter(as_list(value.get("conversations"))), None)):
        return SHAREGPT
    return None


def _is_message(value: object) -> bool:
    return "role" in as_object(value) and ("content" in as_object(value) or "tool_calls" in value)  # type: ignore[operator]


def _of_lines(entry: Entry) -> str | None:
    """Return the format of JSONL; None if it is one document over several lines."""
    with entry.open() as stream:
        for line in streams.lines(stream):
            if not line.ok:
                return None
            value = as_object(line.value)
            found = _of_line(value)
            if found:
                return found
            if line.number >= _LINES:
                break
    return None


def _of_line(value: Any) -> str | None:
    kind = value.get("type")
    if kind in _CODEX_TYPES and "payload" in value:
        return CODEX
    if kind in ("message", "function_call", "reasoning") and "role" in value:
        return CODEX
    if kind in _CLAUDE_CODE_TYPES and ("sessionId" in value or "leafUuid" in value):
        return CLAUDE_CODE
    if "instructions" in value and "timestamp" in value and "id" in value:
        return CODEX
    if _is_message(value):
        return OPENAI
    return _of_conversation(value)
