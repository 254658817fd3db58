"""From a memory of another assistant to an event that could be stored."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from stratagate_app.engine.domain.events import EventEdit, Happening
from stratagate_app.engine.domain.memories import MemoryCandidate
from stratagate_app.engine.pipeline.ports import ProposedEvent
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.rules.event_fields import checked_edit
from stratagate_app.engine.rules.happenings import settled


def proposed(memory: MemoryCandidate) -> ProposedEvent:
    """Return the event that a memory would be; it has no sources yet.

    Rule:
        engine-rules.md, "Imports of memories": the fields are those of events, with their limits.
    """
    happening, reason = settled(_given(memory))
    return ProposedEvent(
        title=memory.title,
        summary=memory.summary,
        source_ids=(),
        quotes=memory.quotes,
        tags=memory.tags,
        participants=memory.participants,
        type=memory.type,
        status=memory.status,
        scope=memory.scope,
        criticality=memory.criticality,
        mentioned_at=memory.mentioned_at,
        happening=happening,
        notes=(reason,) if reason else (),
    )


def happening_of_memory(memory: MemoryCandidate) -> Happening:
    """Return when a memory says that something happened, as it would be stored."""
    return settled(_given(memory))[0]


def _given(memory: MemoryCandidate) -> Happening:
    return Happening(
        memory.happened_start,
        memory.happened_end,
        memory.original_text,
        memory.precision,
        memory.basis,
    )


def folded_digest(title: str, summary: str) -> str:
    """Return the same text for every title and summary that are equal when folded.

    Rule:
        engine-rules.md, "Imports of memories", Exact duplicate.
    """
    text = f"{ranking.fold(title)}\n{ranking.fold(summary)}"
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def edited(memory: MemoryCandidate, edit: EventEdit) -> MemoryCandidate:
    """Return a memory with what a person changed of its title, summary and times.

    Raises:
        InputRejected: Code `event_field`, as of events.
    """
    checked = checked_edit(edit)
    changes: dict[str, Any] = {
        name: value
        for name in ("title", "summary", "mentioned_at", "status", "scope", "criticality")
        if (value := getattr(checked, name)) is not None
    }
    if checked.mentioned_unknown:
        changes["mentioned_at"] = None
    if checked.happening is not None:
        when = checked.happening
        changes |= {
            "happened_start": when.start,
            "happened_end": when.end,
            "original_text": when.text,
            "precision": when.precision,
            "basis": when.basis,
        }
    return replace(memory, **changes)
