"""Reading values of unknown shape: the right type or a harmless default, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Object = Mapping[str, Any]

# Some sources count milliseconds; no conversation is so far in the future in seconds.
_MILLISECONDS_FROM = 1e11
# Earlier and later instants have no form in every offset.
_FIRST_YEAR, _LAST_YEAR = 2, 9998


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
    return as_text(value) or None


def as_time(value: object) -> datetime | None:
    """Return an instant from seconds since 1970 or ISO 8601 text; None if it is neither.

    Zero is what exports write for unknown. A time without an offset is taken as UTC.
    """
    if isinstance(value, str):
        return _from_iso(value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not value:
        return None
    try:
        found = datetime.fromtimestamp(
            value if -_MILLISECONDS_FROM < value < _MILLISECONDS_FROM else value / 1000, UTC
        )
    except (OverflowError, ValueError, OSError):
        return None
    return found if _FIRST_YEAR <= found.year <= _LAST_YEAR else None


def _from_iso(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text.strip())
        if found.utcoffset() is None:
            found = found.replace(tzinfo=UTC)
    except ValueError:
        return None
    return found if _FIRST_YEAR <= found.year <= _LAST_YEAR else None
