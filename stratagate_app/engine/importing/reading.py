"""The door to the readers: what format a file is, its conversations, and a report on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from stratagate_app.engine.domain.changes import Oddity, SourceWarning, Unread
from stratagate_app.engine.domain.conversation import SourceConversation, SourceMessage
from stratagate_app.engine.domain.memories import MemoryCandidate
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing import sniffing
from stratagate_app.engine.importing.memories.reading import read_memories
from stratagate_app.engine.importing.readers import (
    chatgpt,
    claude,
    claude_code,
    codex,
    deepseek,
    locomo,
    openai_messages,
    sharegpt,
    stratagate,
)
from stratagate_app.engine.importing.source import Entry, entries_of
from stratagate_app.engine.importing.tidying import tidied

ReadItem: TypeAlias = SourceConversation | SourceWarning

_READERS: dict[str, Callable[[Entry], Iterator[ReadItem]]] = {
    sniffing.CHATGPT: chatgpt.read,
    sniffing.CLAUDE: claude.read,
    sniffing.CLAUDE_CODE: claude_code.read,
    sniffing.CODEX: codex.read,
    sniffing.DEEPSEEK: deepseek.read,
    sniffing.LOCOMO: locomo.read,
    sniffing.OPENAI: openai_messages.read,
    sniffing.SHAREGPT: sharegpt.read,
    sniffing.STRATAGATE: stratagate.read,
}
# What a session may come from.
SOURCES = tuple(sorted(_READERS))


def sniff(path: Path) -> str:
    """Return the format of a file, found by its content.

    Raises:
        ImportFormatError: No format that is known, an unsafe archive, damaged, or empty.
        OSError: The file cannot be read.
    """
    return _located(path)[1]


def read(path: Path) -> tuple[str, Iterator[ReadItem]]:
    """Return the format of a file and its conversations, one at a time.

    The iterator raises ImportFormatError where the file breaks off, after it yielded everything
    before that place. A file without a single conversation ends with the code `empty`.

    Raises:
        ImportFormatError: As sniff().
        OSError: The file cannot be read.
    """
    entries, name = _located(path)
    return name, _items(path, entries, _READERS[name])


def _located(path: Path) -> tuple[list[Entry], str]:
    """Return the entries of a file and their format; errors name the file."""
    entries = entries_of(path)
    return entries, sniffing.format_of(entries)


def _items(
    path: Path, entries: list[Entry], reader: Callable[[Entry], Iterator[ReadItem]]
) -> Iterator[ReadItem]:
    found = False
    damage: ImportFormatError | None = None
    for entry in entries:
        try:
            for item in map(_fit, reader(entry)):
                found = found or isinstance(item[-1], SourceConversation)
                yield from item
        except ImportFormatError as error:
            # The other parts of an export are good all the same.
            damage = damage or error
    if damage is not None:
        raise damage
    if not found:
        raise ImportFormatError("empty", path=str(path), where="", reason=Unread.NO_CONVERSATIONS)


def _fit(item: ReadItem) -> tuple[ReadItem, ...]:
    """Return an item as it can be stored, after what is to be said of it."""
    if isinstance(item, SourceWarning):
        return (item,)
    if not item.messages:
        return (SourceWarning(Oddity.EMPTY_CONVERSATION, item.where),)
    if item.source and item.source not in SOURCES:
        item = replace(item, source="")
    conversation, surrogates = tidied(item)
    if surrogates:
        return (SourceWarning(Oddity.LONE_SURROGATE, item.where), conversation)
    return (conversation,)


def inspect_file(path: Path) -> dict[str, Any]:
    """Return what a file holds, as JSON values; formats.md, "What a reader yields".

    Never raises for what is in the file: an error is in the report, after everything that was
    whole before it.
    """
    report: dict[str, Any] = {
        "format": None,
        "conversations": [],
        "candidates": [],
        "rejected": [],
        "warnings": [],
        "error": None,
    }
    try:
        report["format"], items = read(path)
        for item in items:
            if isinstance(item, SourceWarning):
                report["warnings"].append({"code": item.code, "where": item.where})
            else:
                report["conversations"].append(_conversation(item))
    except ImportFormatError as error:
        if error.code != "unknown_format" or not _add_memories(path, report):
            _tell(report, error)
    except OSError as error:
        report["error"] = {"code": "unreadable", "where": "", "reason": error.strerror or ""}
    return report


def _tell(report: dict[str, Any], error: ImportFormatError) -> None:
    report["error"] = {
        "code": error.code,
        "where": error.fields.get("where", ""),
        "reason": error.fields.get("reason", ""),
    }


def _add_memories(path: Path, report: dict[str, Any]) -> bool:
    """Report on memories, where that is what a file holds; returns whether it does."""
    try:
        read_in = read_memories(path)
    except ImportFormatError as error:
        if error.code == "unknown_format":
            return False
        _tell(report, error)
        return True
    report["format"] = read_in.format
    report["repaired"] = read_in.repaired
    report["candidates"] = [_candidate(memory) for memory in read_in.candidates]
    report["rejected"] = [{"where": r.where, "reason": r.reason} for r in read_in.rejected]
    report["warnings"] = [{"code": w.code, "where": w.where} for w in read_in.warnings]
    return True


def _candidate(memory: MemoryCandidate) -> dict[str, Any]:
    return {
        "title": memory.title,
        "summary": memory.summary,
        "kind": memory.kind.value,
        "category": memory.category and memory.category.value,
        "tags": list(memory.tags),
        "quotes": list(memory.quotes),
        "mentioned_at": _time(memory.mentioned_at),
        "happened_start": memory.happened_start,
        "happened_end": memory.happened_end,
        "original_text": memory.original_text,
        "precision": memory.precision.value,
        "basis": memory.basis.value,
        "status": memory.status.value,
        "type": memory.type.value,
        "participants": list(memory.participants),
        "scope": memory.scope.value,
        "criticality": memory.criticality.value,
        "confidence": memory.confidence,
        "where": memory.where,
    }


def _conversation(item: SourceConversation) -> dict[str, Any]:
    return {
        "external_id": item.external_id,
        "title": item.title,
        "started_at": _time(item.started_at),
        "messages": [_message(message) for message in item.messages],
        "dropped": {reason.value: count for reason, count in item.dropped.items()},
        "workspace_hint": item.workspace_hint,
        "where": item.where,
    }


def _message(message: SourceMessage) -> dict[str, Any]:
    return {
        "role": message.role.value,
        "text": message.content,
        "created_at": _time(message.created_at),
        "tool_calls": [
            {
                "name": call.name,
                "arguments": call.arguments,
                "result": call.result,
            }
            for call in message.tool_calls
        ],
    }


def _time(instant: datetime | None) -> str | None:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z") if instant else None
