"""What a person is asked: questions that the program could not decide, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from stratagate_app.engine.domain.ids import CandidateId, EventId, JobId, PreviewId


class ReviewKind(StrEnum):
    """What a question is about, in the order that they are asked."""

    CONFLICT = "conflict"
    UNSURE = "unsure"
    FAILED = "failed"
    PLAN_DUE = "plan_due"
    DUPLICATE = "duplicate"


class ReviewAnswer(StrEnum):
    """What can be answered.

    FIRST and SECOND: that event holds and supersedes the other. BOTH: both stand, and it was no
    contradiction, or no duplicate. STILL: the plan stands, though its date has passed. LEAVE: the
    failed work stays undone. The last five are decisions on an incoming memory.
    """

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    UNITE = "unite"
    HAPPENED = "happened"
    CANCELLED = "cancelled"
    STILL = "still"
    RETRY = "retry"
    LEAVE = "leave"
    ADD = "add"
    MERGE = "merge"
    SUPERSEDE = "supersede"
    CONFLICT = "conflict"
    IGNORE = "ignore"


ANSWERS: Mapping[ReviewKind, tuple[ReviewAnswer, ...]] = {
    ReviewKind.CONFLICT: (ReviewAnswer.FIRST, ReviewAnswer.SECOND, ReviewAnswer.BOTH),
    ReviewKind.UNSURE: (
        ReviewAnswer.ADD,
        ReviewAnswer.MERGE,
        ReviewAnswer.SUPERSEDE,
        ReviewAnswer.CONFLICT,
        ReviewAnswer.IGNORE,
    ),
    ReviewKind.FAILED: (ReviewAnswer.RETRY, ReviewAnswer.LEAVE),
    ReviewKind.PLAN_DUE: (ReviewAnswer.HAPPENED, ReviewAnswer.CANCELLED, ReviewAnswer.STILL),
    ReviewKind.DUPLICATE: (
        ReviewAnswer.UNITE,
        ReviewAnswer.FIRST,
        ReviewAnswer.SECOND,
        ReviewAnswer.BOTH,
    ),
}
"""What each kind of question can be answered with, in the order of the number keys."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One question.

    Attributes:
        key: Names the question; a question whose subject changed has another.
        title: Of what it is about.
        other: Title of the second event, "" where there is none.
        first: The event it is about; of two the one said first.
        second: The event it is compared with.
        candidate: The incoming memory it is about, of `preview`.
        job: The work that failed.
        day: The last day of a plan that has passed, `YYYY-MM-DD`.
        detail: Of failed work what went wrong; of a memory the name of its file.
    """

    key: str
    kind: ReviewKind
    title: str
    other: str = ""
    first: EventId | None = None
    second: EventId | None = None
    candidate: CandidateId | None = None
    preview: PreviewId | None = None
    job: JobId | None = None
    day: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ReviewQueue:
    """What is asked now.

    Attributes:
        items: By kind, the oldest first; at most as many as were asked for.
        counts: How many questions there are of each kind.
        unscanned: Events that were not compared with the others yet.
    """

    items: tuple[ReviewItem, ...]
    counts: Mapping[ReviewKind, int]
    unscanned: int

    @property
    def total(self) -> int:
        """How many questions there are."""
        return sum(self.counts.values())
