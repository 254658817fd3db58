"""What format a stream is, by its first elements or its first lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from stratagate_app.engine.domain.changes import Unread
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.readers import stratagate
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import as_list, as_object, as_text

CHATGPT = "chatgpt"
CLAUDE = "claude"
CLAUDE_CODE = "claude-code"
CODEX = "codex"
DEEPSEEK = "deepseek"
LOCOMO = "locomo"
OPENAI = "openai-messages"
SHAREGPT = "sharegpt"
STRATAGATE = "stratagate"

# So many lines or elements may say nothing before one says what the file is.
_MOST_LINES = 50
_MOST_ELEMENTS = 20
_HEAD = 1 << 16
_BEGINS_AS_JSON = re.compile(rb'(\[\s*)*(\{\s*(["}]|$)|\]|$)')
_CLAUDE_CODE_TYPES = frozenset({"user", "assistant", "system", "summary", "file-history-snapshot"})
_CODEX_TYPES = frozenset(
    {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
)
_CODEX_ITEMS = frozenset(
    {
        "function_call",
        "function_call_output",
        "local_shell_call",
        "custom_tool_call",
        "custom_tool_call_output",
    }
)
_CODEX_BLOCKS = frozenset({"input_text", "output_text"})
# Agents' own memory files hold messages as well, and are none of our conversations.
_AGENT_FILE_KEYS = frozenset({"agent_type", "core_memory", "blocks", "schemaVersion"})


def format_of(entries: Sequence[Entry]) -> str:
    """Return the format of the first entry that has one.

    Raises:
        ImportFormatError: `unknown_format`, or `empty` for empty lists or files, or `damaged`
            where it begins as JSON and breaks off before it says what it is.
    """
    problem = ImportFormatError("empty", where="", reason=Unread.NO_CONTENT)
    for entry in entries:
        try:
            return _format_of(entry)
        except ImportFormatError as error:
            # Of a damaged part and an empty one, the damage is to be told.
            if problem.code == "empty":
                problem = error
    raise problem


def _format_of(entry: Entry) -> str:
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        head = stream.read(_HEAD).lstrip()
    if not head:
        raise place.error("empty", "", Unread.NO_CONTENT)
    if head[:1] not in (b"{", b"["):
        raise place.error("unknown_format", "", Unread.NO_JSON)
    found = _of_lines(entry) if head[:1] == b"{" else None
    if found is None:
        try:
            found = _of_elements(entry, place)
        except ImportFormatError as error:
            if error.code == "damaged" and not _BEGINS_AS_JSON.match(head):
                raise place.error("unknown_format", "", Unread.NO_JSON) from error
            raise
    if found is None:
        raise place.error("unknown_format", "", Unread.UNKNOWN_SHAPE)
    return found


def _of_elements(entry: Entry, place: Place) -> str | None:
    seen = False
    with entry.open() as stream:
        elements = Elements(stream, place)
        for element in islice(elements, _MOST_ELEMENTS):
            found = _of_element(element, in_list=elements.is_array)
            if found is not None:
                return found
            seen = True
    if not seen:
        raise place.error("empty", "", Unread.NO_ELEMENTS)
    return None


def _of_element(element: object, *, in_list: bool) -> str | None:
    value = as_object(element)
    if _is_message(value):
        return OPENAI if in_list else None
    if isinstance(element, list):
        # A list of conversations that are lists of messages.
        return OPENAI if element and _is_message(element[0]) else None
    return _of_conversation(value)


def _of_conversation(value: Any) -> str | None:
    if value.get("schemaVersion") == stratagate.MARK:
        return STRATAGATE
    if isinstance(value.get("mapping"), dict):
        return _of_tree(value)
    if isinstance(value.get("chat_messages"), list):
        return CLAUDE
    if "speaker_a" in as_object(value.get("conversation")):
        return LOCOMO
    found = None
    messages = value.get("messages")
    if isinstance(messages, list) and not _AGENT_FILE_KEYS & value.keys():
        found = OPENAI if not messages or any(map(_is_message, messages[:_MOST_ELEMENTS])) else None
    turns = as_list(value.get("conversations"))[:_MOST_ELEMENTS]
    if any("from" in as_object(turn) and "value" in as_object(turn) for turn in turns):
        found = SHAREGPT
    return found


def _of_tree(value: Any) -> str:
    nodes = [as_object(as_object(node).get("message")) for node in value["mapping"].values()]
    in_fragments = any("fragments" in message for message in nodes)
    return DEEPSEEK if in_fragments or "inserted_at" in value else CHATGPT


def _is_message(element: object) -> bool:
    value = as_object(element)
    return isinstance(value.get("role"), str) and ("content" in value or "tool_calls" in value)


def _of_lines(entry: Entry) -> str | None:
    """Return the format of JSONL; None if it is one document over several lines."""
    broken = False
    with entry.open() as stream:
        for line in streams.lines(stream):
            found = _of_line(as_object(line.value)) if line.ok else None
            broken = broken or not line.ok
            if found in (CLAUDE_CODE, CODEX) or (found and not broken):
                return found
            if line.number >= _MOST_LINES:
                break
    return None


def _of_line(value: Any) -> str | None:
    kind = as_text(value.get("type"))
    if _is_codex(value, kind):
        return CODEX
    of_session = "sessionId" in value or (kind == "summary" and "leafUuid" in value)
    if of_session and (kind in _CLAUDE_CODE_TYPES or "isSidechain" in value):
        return CLAUDE_CODE
    return OPENAI if _is_message(value) else _of_conversation(value)


def _is_codex(value: Any, kind: str) -> bool:
    """Return whether a line is of a rollout: in an envelope or, in older files, without one."""
    blocks = as_list(value.get("content")) if kind == "message" else []
    return (
        (kind in _CODEX_TYPES and "payload" in value)
        or (kind in _CODEX_ITEMS and "call_id" in value)
        or any(as_text(as_object(block).get("type")) in _CODEX_BLOCKS for block in blocks)
        or {"instructions", "timestamp", "id"} <= value.keys()
    )
