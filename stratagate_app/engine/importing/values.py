"""Reading values of unknown shape: the right type or a harmless default, never an exception."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Object = Mapping[str, Any]


def as_object(value: object) -> Object:
    """Return a JSON object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return a JSON array, or an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return a text; numbers as they are written, anything else as ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def as_id(value: object) -> str | None:
    """Return a non-empty text or whole number as an id, else None."""
    return clean(as_text(value)) or None


def clean(text: str) -> str:
    """Return text that can be stored: lone surrogates become U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def as_time(value: object) -> datetime | None:
    """Return an instant from seconds since 1970 or ISO 8601 text; None if it is neither.

    Zero is what exports write for unknown. A time without an offset is taken as UTC.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not value or not math.isfinite(value):
            return None
        # Some sources count milliseconds; no conversation is older than computers are.
        seconds = value / 1000 if abs(value) > 1e11 else value  # noqa: PLR2004
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError):
            return None
    if isinstance(value, str) and value:
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        if found.tzinfo is None or found.utcoffset() is None:
            return found.replace(tzinfo=UTC)
        # The edges of the calendar have no UTC form.
        return found if 1 < found.year < 9999 else None  # noqa: PLR2004
    return None
