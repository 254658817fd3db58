"""From a file to conversations or memories: sniff, plan and readers; no database."""

from __future__ import annotations

from stratagate_app.engine.importing.archive import is_export
from stratagate_app.engine.importing.memories.reading import read_memories, read_memory_text
from stratagate_app.engine.importing.reading import SOURCES, ReadItem, inspect_file, read, sniff

__all__ = [
    "SOURCES",
    "ReadItem",
    "inspect_file",
    "is_export",
    "read",
    "read_memories",
    "read_memory_text",
    "sniff",
]
