"""The limits of an event's fields, for words that a person gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_TAGS,
    SUMMARY_CHARS,
    TITLE_CHARS,
    EventEdit,
    Happening,
)
from stratagate_app.engine.errors import InputRejected
from stratagate_app.engine.rules.happenings import settled


def storable(text: str) -> str:
    """Return a text that can be stored: a lone surrogate has no UTF-8, and NUL ends an index."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts trimmed to one line each, without empty ones and repeats."""
    folded = (" ".join(storable(text).split()) for text in texts)
    return tuple(dict.fromkeys(text for text in folded if text))


def checked_edit(edit: EventEdit) -> EventEdit:
    """Return an edit in the form that is stored.

    Rule:
        engine-rules.md, "Events". What an extractor gets wrong is dropped with a note; a person is
        told instead.
    Raises:
        InputRejected: Code `event_field`, with `field`, `reason` (empty, too_long, too_many, or
            that of a time: unknown_precision, not_a_date, incomplete, reversed, too_exact,
            no_offset) and, where there is one, `limit`.
    """
    return replace(
        edit,
        title=None if edit.title is None else _text("title", edit.title, TITLE_CHARS),
        summary=None if edit.summary is None else _text("summary", edit.summary, SUMMARY_CHARS),
        tags=None if edit.tags is None else _names("tags", edit.tags, MAX_TAGS),
        participants=(
            None
            if edit.participants is None
            else _names("participants", edit.participants, MAX_PARTICIPANTS)
        ),
        happening=None if edit.happening is None else _happening(edit.happening),
        mentioned_at=None if edit.mentioned_at is None else _mentioned(edit.mentioned_at),
    )


def _text(field: str, text: str, limit: int) -> str:
    text = storable(text)
    text = " ".join(text.split()) if field == "title" else text.strip()
    if not text:
        raise InputRejected("event_field", field=field, reason="empty", limit=limit)
    if len(text) > limit:
        raise InputRejected("event_field", field=field, reason="too_long", limit=limit)
    return text


def _names(field: str, texts: tuple[str, ...], limit: int) -> tuple[str, ...]:
    found = distinct(texts)
    if len(found) > limit:
        raise InputRejected("event_field", field=field, reason="too_many", limit=limit)
    if any(len(text) > TITLE_CHARS for text in found):
        raise InputRejected("event_field", field=field, reason="too_long", limit=TITLE_CHARS)
    return found


def _happening(given: Happening) -> Happening:
    text = " ".join(storable(given.text).split())
    if len(text) > TITLE_CHARS:
        raise InputRejected("event_field", field="happened", reason="too_long", limit=TITLE_CHARS)
    found, reason = settled(replace(given, text=text))
    if reason:
        raise InputRejected("event_field", field="happened", reason=reason)
    return found


def _mentioned(at: datetime) -> datetime:
    if at.utcoffset() is None:
        raise InputRejected("event_field", field="mentioned_at", reason="no_offset")
    return at
