"""Memories as another assistant kept them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.events import (
    Basis,
    Criticality,
    EventState,
    EventType,
    HappeningStatus,
    Precision,
    RelationKind,
    Scope,
)


class MemoryKind(StrEnum):
    """What a memory is; engine-rules.md, "Imports of memories"."""

    INSTRUCTION = "instruction"
    PREFERENCE = "preference"
    FACT = "fact"
    EVENT = "event"


class MemoryCategory(StrEnum):
    """What a memory is about."""

    INSTRUCTION = "instruction"
    IDENTITY = "identity"
    CAREER = "career"
    PROJECT = "project"
    PREFERENCE = "preference"


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """One memory of a file, as a source that is not trusted gives it.

    Attributes:
        happened_start: As exact as the source says: `2025`, `2025-06`, `2025-06-14` or an instant.
        original_text: The words of the time expression.
        confidence: Of the source, 0 to 1; None where it says nothing.
        where: Its place in the file.
        original: The very text that it was read from.
        ref: What it was called where it comes from, for the relations of others; "" if nothing.
        state: Whether it counted there.
        relations: Kind, and the ref of the memory that it relates to.
    """

    title: str
    summary: str
    where: str
    original: str
    kind: MemoryKind = MemoryKind.FACT
    category: MemoryCategory | None = None
    tags: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    mentioned_at: datetime | None = None
    happened_start: str | None = None
    happened_end: str | None = None
    original_text: str = ""
    precision: Precision = Precision.UNKNOWN
    basis: Basis = Basis.UNKNOWN
    status: HappeningStatus = HappeningStatus.UNKNOWN
    type: EventType = EventType.OTHER
    participants: tuple[str, ...] = ()
    scope: Scope = Scope.USER
    criticality: Criticality = Criticality.ROUTINE
    confidence: float | None = None
    ref: str = ""
    state: EventState = EventState.ACTIVE
    pinned: bool = False
    relations: tuple[tuple[RelationKind, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """What of a file was not taken. reason: a code."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """What was read of a file of memories.

    Attributes:
        repaired: Its JSON was damaged and was put right.
    """

    format: str
    candidates: tuple[MemoryCandidate, ...]
    rejected: tuple[Rejected, ...] = ()
    warnings: tuple[SourceWarning, ...] = ()
    repaired: bool = False
    size_bytes: int = 0
