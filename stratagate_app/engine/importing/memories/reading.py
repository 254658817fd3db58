"""The door to the readers of memories: what a file or a pasted answer holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from stratagate_app.engine.domain.changes import Unread
from stratagate_app.engine.domain.memories import MemoryFile
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing.memories import external, notes, services
from stratagate_app.engine.importing.memories.draft import Found
from stratagate_app.engine.importing.source import MEMORY_NAMES, entries_of

# What people remember of themselves is small; a file beyond this is something else.
MOST_BYTES = 256 * 1024 * 1024
# Nothing that is repaired is larger: guessing takes long.
MOST_REPAIRED = 8 * 1024 * 1024
_FENCE = re.compile(r"```[\w-]*\s*\n([\s\S]*?)(?:```|\Z)")
# "[2025-04-01] Has a cat" does not.
_BEGINS_AS_JSON = re.compile(r'(?:\[\s*)*(?:\{\s*(?:["}]|$)|"|-?\d+\s*[,\]]|\]|$)')
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_LETTER = re.compile(r"\w{2}")
# Beyond this a line is no sentence.
_LONGEST_LINE = 20_000


def read_memories(path: Path) -> MemoryFile:
    """Return the memories of a file of any format that is known, found by what it holds.

    Raises:
        ImportFormatError: `unknown_format`, `unsupported_version`, `damaged`, `unsafe_archive` or
            `empty`.
        OSError: The file cannot be read.
    """
    try:
        (entry, *_) = entries_of(path, MEMORY_NAMES)
        with entry.open() as stream:
            return _read(stream.read(MOST_BYTES + 1))
    except ImportFormatError as error:
        raise ImportFormatError(error.code, **{"path": str(path), **error.fields}) from error


def read_memory_text(text: str) -> MemoryFile:
    """Return the memories of what another assistant answered.

    Raises:
        ImportFormatError: As read_memories.
    """
    return _read(text.encode("utf-8", "replace"))


def _read(data: bytes) -> MemoryFile:
    if len(data) > MOST_BYTES:
        raise ImportFormatError("unknown_format", where="", reason=Unread.TOO_LARGE)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        where = f"byte {error.start}"
        raise ImportFormatError("unknown_format", where=where, reason=Unread.NO_TEXT) from error
    if not text.strip():
        raise ImportFormatError("empty", where="", reason=Unread.NO_CONTENT)
    if external.MARK in text:
        return _external(text, len(data))
    found = Found()
    as_json = _BEGINS_AS_JSON.match(text.lstrip())
    name = _read_json(data, found) if as_json else _read_words(text, found)
    return _made(name, found, len(data))


def _made(name: str, found: Found, size: int, *, repaired: bool = False) -> MemoryFile:
    if not found.candidates and not found.rejected:
        raise ImportFormatError("empty", where="", reason=Unread.NO_MEMORIES)
    return MemoryFile(
        name, tuple(found.candidates), tuple(found.rejected), tuple(found.warnings), repaired, size
    )


# External memory, however it is wrapped.


def _external(text: str, size: int) -> MemoryFile:
    found = Found()
    for part in (text, *(match[1] for match in _FENCE.finditer(text)), _braced(text)):
        value = _json(part)
        if external.is_one(value):
            external.read(value, found)
            return _made(external.NAME, found, size)
    inner = _FENCE.search(text)
    part = inner[1] if inner and external.MARK in inner[1] else _braced(text)
    value = _repaired(part) if 0 < len(part) <= MOST_REPAIRED else None
    if not external.is_one(value):
        raise ImportFormatError("damaged", where=_where_broken(part), reason=Unread.NO_JSON)
    external.read(value, found)
    return _made(external.NAME, found, size, repaired=True)


def _repaired(text: str) -> Any:
    # Loaded when it is needed, which is seldom.
    import json_repair  # noqa: PLC0415

    try:
        return json_repair.loads(text)
    except (ValueError, RecursionError):
        return None


def _braced(text: str) -> str:
    """Return what stands between the first and the last brace, to the end if there is no last."""
    begin, end = text.find("{"), text.rfind("}")
    return "" if begin < 0 else text[begin : end + 1] if end > begin else text[begin:]


def _json(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _where_broken(text: str) -> str:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return f"line {error.lineno}, column {error.colno}"
    return ""


# Everything else.


def _read_json(data: bytes, found: Found) -> str:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return _read_json_lines(data, found, error)
    graph = services.mcp_items(value)
    if graph is None and isinstance(value, list) and services.is_mcp(value[:20]):
        graph = value
    if graph is not None:
        services.read_mcp(((f"[{place}]", item) for place, item in enumerate(graph)), found)
        return services.MCP
    if isinstance(value, dict) and services.is_mcp([value]):
        services.read_mcp([("line 1", value)], found)
        return services.MCP
    if services.is_claude(value):
        services.read_claude(value, found)
        return services.CLAUDE
    if services.is_letta(value):
        services.read_letta(value, found)
        return services.LETTA
    if (memories := services.mem0_list(value)) is not None:
        services.read_mem0(*memories, found)
        return services.MEM0
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        for place, sentence in enumerate(value):
            found.add(f"[{place}]", sentence, summary=sentence)
        return notes.TEXT
    raise ImportFormatError("unknown_format", where="", reason=Unread.UNKNOWN_SHAPE)


def _read_json_lines(data: bytes, found: Found, broken: orjson.JSONDecodeError) -> str:
    lines = [line for line in data.splitlines() if line.strip()]
    values: list[tuple[str, Any]] = []
    damaged: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            values.append((f"line {number}", orjson.loads(line)))
        except orjson.JSONDecodeError:
            damaged.append(f"line {number}")
    if len(values) > len(damaged) and services.is_mcp(item for _, item in values[:50]):
        services.read_mcp(values, found)
        for where in damaged:
            found.reject(where, "no_json")
        return services.MCP
    where = f"line {broken.lineno}, column {broken.colno}"
    raise ImportFormatError("unknown_format", where=where, reason=Unread.NO_JSON)


def _read_words(text: str, found: Found) -> str:
    if _CONTROL.search(text) or not _LETTER.search(text):
        raise ImportFormatError("unknown_format", where="", reason=Unread.NO_TEXT)
    if max(map(len, text.splitlines())) > _LONGEST_LINE:
        raise ImportFormatError("unknown_format", where="", reason=Unread.NO_SENTENCES)
    rows = notes.table_of(text)
    if rows is not None:
        notes.read_table(rows, found)
        return notes.CSV
    if notes.is_markdown(text):
        notes.read(text, found)
        return notes.MARKDOWN
    notes.read_lines(text, found)
    return notes.TEXT
