"""Previews: memories of another assistant that were read, judged, and not yet written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.changes import Operation
from stratagate_app.engine.domain.events import RelationKind
from stratagate_app.engine.domain.ids import (
    CandidateId,
    EventId,
    OperationId,
    PreviewId,
    WorkspaceId,
)
from stratagate_app.engine.domain.judging import Decision, Reason
from stratagate_app.engine.domain.memories import MemoryCandidate, Rejected


class CandidateStatus(StrEnum):
    """Where the judging of a candidate stands."""

    WAITING = "waiting"
    RUNNING = "running"
    JUDGED = "judged"
    FAILED = "failed"


class ChosenBy(StrEnum):
    """Whose decision it is."""

    NOBODY = ""
    JUDGE = "judge"
    USER = "user"


class PreviewState(StrEnum):
    """What became of a preview."""

    OPEN = "open"
    COMMITTED = "committed"


@dataclass(frozen=True, slots=True)
class Match:
    """An event that is like a candidate. closeness: share of common words, 0 to 1."""

    event_id: EventId
    closeness: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """One incoming memory with what is to become of it.

    Attributes:
        number: Its place in the file, from 1.
        memory: With the words of the user where they changed it.
        edited: The user changed its words.
        decision: None until it is judged.
        words: The judge's own reason; "" where `reason` says it all.
        targets: The events that it merges with, supersedes or contradicts.
        matches: The events that are most like it, the nearest first.
        event_id: The event that a commit made of it.
    """

    id: CandidateId
    preview_id: PreviewId
    number: int
    memory: MemoryCandidate
    edited: bool
    status: CandidateStatus
    attempts: int
    error: str
    error_detail: str
    decision: Decision | None
    reason: Reason | None
    words: str
    confidence: float | None
    targets: tuple[EventId, ...]
    matches: tuple[Match, ...]
    needs_user: bool
    chosen_by: ChosenBy
    event_id: EventId | None


@dataclass(frozen=True, slots=True)
class Preview:
    """A file of memories between reading and commit, and after it.

    Attributes:
        undone: It was committed and the commit was undone since.
        waiting: Candidates that are not judged yet.
        failed: Candidates whose judging failed for good.
        needs_user: Candidates that a person has to decide.
        decisions: How many candidates there are of each decision.
        rejected: What of the file was not taken, with place and reason.
        warnings: Codes of what was odd about the file.
    """

    id: PreviewId
    workspace_id: WorkspaceId
    format: str
    file_name: str
    at: datetime
    state: PreviewState
    operation_id: OperationId | None
    undone: bool
    repaired: bool
    candidates: int
    waiting: int
    failed: int
    needs_user: int
    decisions: Mapping[Decision, int]
    rejected: tuple[Rejected, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CandidateFilter:
    """Which candidates of a preview; None: any."""

    decision: Decision | None = None
    needs_user: bool | None = None


@dataclass(frozen=True, slots=True)
class Released:
    """An event that another one superseded or contradicts, and that is let go with it."""

    event_id: EventId
    title: str
    kind: RelationKind


@dataclass(frozen=True, slots=True)
class MadeEvent:
    """An event that a batch of memories made, and what taking it back would mean.

    Attributes:
        releases: What would count again, or be contradicted no longer.
        later: Operations since that rest on it, the newest first; what they did to it goes too.
    """

    id: EventId
    title: str
    decision: Decision
    releases: tuple[Released, ...]
    later: tuple[Operation, ...]
