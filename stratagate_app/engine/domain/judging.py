"""What to make of a memory that comes in: the decision, on which events, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stratagate_app.engine.domain.ids import EventId

# engine-rules.md, "Imports of memories": below this a person decides.
SURE_ENOUGH = 0.85
UNKNOWN_CONFIDENCE = 0.5
DEFAULT_MATCHES = 5
MAX_MATCHES = 20


class Decision(StrEnum):
    """What becomes of an incoming memory."""

    IGNORE = "ignore"
    ADD = "add"
    MERGE = "merge"
    SUPERSEDE = "supersede"
    CONFLICT = "conflict"


class Reason(StrEnum):
    """Why; OWN_WORDS where a model said it in words of its own."""

    DUPLICATE = "duplicate"
    REPEATED = "repeated"
    NOTHING = "nothing"
    NEW = "new"
    SAME = "same"
    SAYS_LESS = "says_less"
    SAYS_MORE = "says_more"
    SIMILAR = "similar"
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    NO_TARGET = "no_target"
    OWN_WORDS = "own_words"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of one incoming memory.

    Attributes:
        targets: The events that it merges with, supersedes or contradicts; for IGNORE those that
            say it already. Empty for ADD.
        confidence: 0 to 1; None where the judge did not say.
        words: The judge's own, "" where the reason says it all.
    """

    decision: Decision
    reason: Reason
    targets: tuple[EventId, ...] = ()
    confidence: float | None = None
    words: str = ""
