"""Formats of memories in words."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_FORMATS = {
    "external-memory": QT_TRANSLATE_NOOP("Imports", "external memory"),
    "text": QT_TRANSLATE_NOOP("Imports", "plain sentences"),
    "claude-memory": QT_TRANSLATE_NOOP("Imports", "Claude’s memory"),
    "mem0": "Mem0",
    "mcp-memory": QT_TRANSLATE_NOOP("Imports", "MCP memory server"),
    "letta": "Letta",
    "markdown": QT_TRANSLATE_NOOP("Imports", "Markdown notes"),
    "csv": QT_TRANSLATE_NOOP("Imports", "table"),
}


def format_name(code: str) -> str:
    """Return how a format is called; an unknown one stays a code."""
    return QCoreApplication.translate("Imports", str(_FORMATS.get(code, code)))
