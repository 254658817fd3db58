"""What importing a file of conversations would do, worked out without writing anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.changes import FileProblem, Oddity, SourceWarning
from stratagate_app.engine.domain.usage import WaitingWork


class PlanState(StrEnum):
    """What importing would make of a conversation."""

    NEW = "new"
    LONGER = "longer"
    THERE = "there"
    SKIPPED = "skipped"


BRINGS = frozenset({PlanState.NEW, PlanState.LONGER})
"""The states of conversations that an import would store something of."""


@dataclass(frozen=True, slots=True)
class PlannedConversation:
    """One conversation of a file.

    Attributes:
        key: What a choice names it by: its id in the source, else its place in the file.
        title: As the session would be called; "" if nobody says anything in it.
        workspace: Where it would go, or where the session lives that it continues.
        project: The folder or project that the source names for it; "" if none.
        messages: That the file holds of it.
        added: That are not there yet.
        dropped: Messages left out on purpose.
        tokens: Of the messages that are added.
        blocks: That would be sealed, each a job for its summary.
        input_tokens: That a model would be sent for these blocks.
        output_tokens: That it would answer.
        first_words: The beginning of what the user said first, a few lines at most.
        reason: Why it is skipped; None if it is not.
    """

    key: str
    state: PlanState
    where: str
    title: str = ""
    workspace: str = ""
    project: str = ""
    messages: int = 0
    added: int = 0
    dropped: int = 0
    tokens: int = 0
    blocks: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    started_at: datetime | None = None
    ended_at: datetime | None = None
    first_words: str = ""
    reason: Oddity | None = None

    @property
    def brings(self) -> bool:
        """Whether an import would store something of it."""
        return self.state in BRINGS


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """A file of conversations before it is imported.

    Attributes:
        path: As it was given.
        format: "" if it is none that is known.
        size_bytes: Of the file; 0 where it cannot be read.
        conversations: In the order of the file, one a key.
        dropped: Reason to count, of messages left out on purpose.
        warnings: The first of what was odd and belongs to no conversation of its own.
        problems: Why the file, or the rest of it, cannot be imported.
        cancelled: Somebody asked to stop; the conversations are those read until then.
    """

    path: str
    format: str
    size_bytes: int
    conversations: tuple[PlannedConversation, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[SourceWarning, ...] = ()
    problems: tuple[FileProblem, ...] = ()
    cancelled: bool = False

    @property
    def of_no_known_format(self) -> bool:
        """Whether no reader of conversations knows the file; it may hold memories."""
        return [problem.code for problem in self.problems] == ["unknown_format"]


@dataclass(frozen=True, slots=True)
class ImportTotals:
    """What importing some conversations would bring."""

    new: int
    longer: int
    messages: int
    tokens: int
    work: WaitingWork


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """Which conversations of a file to import.

    Attributes:
        keys: See PlannedConversation.key.
        keep: Import only these, rather than all but these.
    """

    keys: frozenset[str]
    keep: bool = True

    def takes(self, key: str) -> bool:
        """Return whether a conversation is to be imported."""
        return (key in self.keys) is self.keep


def totals_of(conversations: Iterable[PlannedConversation]) -> ImportTotals:
    """Return what importing these would bring; those that bring nothing count for nothing."""
    chosen = [row for row in conversations if row.brings]
    new = sum(row.state is PlanState.NEW for row in chosen)
    return ImportTotals(
        new,
        len(chosen) - new,
        sum(row.added for row in chosen),
        sum(row.tokens for row in chosen),
        WaitingWork(
            sum(row.blocks for row in chosen),
            sum(row.input_tokens for row in chosen),
            sum(row.output_tokens for row in chosen),
        ),
    )
