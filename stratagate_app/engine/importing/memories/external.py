"""StrataGate external memory v1 and v2: JSON, also in a fence and with words around it."""

from __future__ import annotations

import re
from typing import Any

from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing.memories.draft import Found, as_written, first_of, numbered
from stratagate_app.engine.importing.values import as_object, as_text

NAME = "external-memory"
# What an answer that holds one says somewhere, however damaged it is.
MARK = "stratagate.external-memory"
_VERSION = re.compile(r"stratagate\.external-memory\.v(\d+)")
_VERSIONS = ("1", "2")
_SOURCE_TYPES = ("", "external_ai_memory_export")


def is_one(value: Any) -> bool:
    """Return whether a JSON value is such an export."""
    return MARK in as_text(as_object(value).get("schemaVersion"))


def read(value: Any, found: Found) -> None:
    """Read the candidates of an export.

    Raises:
        ImportFormatError: `unsupported_version`: another schema version or source type.
    """
    export = as_object(value)
    version = _VERSION.fullmatch(as_text(export.get("schemaVersion")).strip())
    if version is None or version[1] not in _VERSIONS:
        raise ImportFormatError(
            "unsupported_version",
            where="schemaVersion",
            reason=as_text(export.get("schemaVersion"))[:80],
        )
    if as_text(export.get("sourceType")) not in _SOURCE_TYPES:
        raise ImportFormatError(
            "unsupported_version", where="sourceType", reason=as_text(export["sourceType"])[:80]
        )
    name = "candidates" if "candidates" in export else "events"
    for where, item in numbered(export.get(name), name):
        if not isinstance(item, dict):
            found.reject(where, "no_object")
            continue
        # What the event is called comes with its time, and in older exports without it.
        times = as_object(item.get("temporal")) or item
        # Our own exports come with the words that an event rests on.
        words = as_text(item.get("sourceText")).strip()
        found.add(
            where,
            words or as_written(item),
            title=item.get("title") or "",
            summary=item.get("summary"),
            kind=item.get("memoryKind"),
            category=item.get("category"),
            tags=item.get("tags"),
            quotes=item.get("quotes"),
            mentioned_at=first_of(times, ("mentionedAt", "mentioned_at")),
            happened_start=first_of(times, ("happenedStart", "happened_start")),
            happened_end=first_of(times, ("happenedEnd", "happened_end")),
            original_text=first_of(times, ("originalText", "original_text")),
            precision=times.get("precision"),
            basis=times.get("basis"),
            status=times.get("status"),
            type=first_of(times, ("eventType", "event_type")),
            participants=times.get("participants") or item.get("participants"),
            scope=item.get("scope"),
            criticality=item.get("criticality"),
            confidence=item.get("confidence"),
            ref=item.get("ref"),
            state=item.get("state"),
            pinned=item.get("pinned"),
            relations=item.get("relations"),
        )
