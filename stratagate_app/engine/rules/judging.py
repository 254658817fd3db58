"""What holds of a judgement; engine-rules.md, "Imports of memories"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from stratagate_app.engine.domain.events import SUMMARY_CHARS
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.domain.judging import (
    SURE_ENOUGH,
    UNKNOWN_CONFIDENCE,
    Decision,
    Judgement,
    Reason,
)

_WITH_TARGETS = frozenset({Decision.MERGE, Decision.SUPERSEDE, Decision.CONFLICT})


def settled(judgement: Judgement, offered: Collection[EventId]) -> Judgement:
    """Return a judgement as it holds.

    Rule:
        Targets only from the matches that were offered; merge, supersede and conflict without a
        target become ignore with 0.5; a confidence that is not known is 0.5.
    """
    sure = judgement.confidence
    confidence = UNKNOWN_CONFIDENCE if sure is None or sure != sure else min(max(sure, 0.0), 1.0)  # noqa: PLR0124  (NaN)
    targets = tuple(key for key in dict.fromkeys(judgement.targets) if key in offered)
    words = judgement.words[:SUMMARY_CHARS]
    if judgement.decision is Decision.ADD:
        targets = ()
    if judgement.decision in _WITH_TARGETS and not targets:
        return Judgement(Decision.IGNORE, Reason.NO_TARGET, (), UNKNOWN_CONFIDENCE, words)
    return replace(judgement, targets=targets, confidence=confidence, words=words)


def needs_user(judgement: Judgement, *, repaired: bool) -> bool:
    """Return whether a person has to decide.

    Rule:
        Sure below 0.85, not known, or of a file whose JSON had to be repaired.
    """
    return repaired or judgement.confidence is None or judgement.confidence < SURE_ENOUGH
