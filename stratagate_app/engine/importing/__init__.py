"""From a file to conversations: sniff, plan and readers; no database."""

from __future__ import annotations

from stratagate_app.engine.importing.reading import SOURCES, ReadItem, inspect_file, read, sniff

__all__ = ["SOURCES", "ReadItem", "inspect_file", "read", "sniff"]
