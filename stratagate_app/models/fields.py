"""Reading what an operation tells of itself: fields that may be missing or of another kind."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from stratagate_app.engine import JsonValue

TITLE_CHARS = 80
"""How much of a title a sentence quotes."""

translate = QCoreApplication.translate


def integer(fields: Mapping[str, JsonValue], name: str) -> int:
    """Return a count among the fields; 0 if it is not there."""
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def text(fields: Mapping[str, JsonValue], name: str) -> str:
    """Return a text among the fields on one line; "" if it is not there."""
    value = fields.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def quoted(fields: Mapping[str, JsonValue], name: str) -> str:
    """Return a title among the fields in quotation marks, cut; "" if it is not there."""
    title = text(fields, name)
    if not title:
        return ""
    if len(title) > TITLE_CHARS:
        title = title[: TITLE_CHARS - 1].rstrip() + "…"
    return translate("Operations", "“{title}”").format(title=title)
