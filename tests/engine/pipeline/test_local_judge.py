"""What becomes of incoming memories by the built-in rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from stratagate_app.engine.domain.events import (
    NO_HAPPENING,
    Criticality,
    EventState,
    EventType,
    HappeningStatus,
)
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.domain.judging import Decision, Reason
from stratagate_app.engine.pipeline.local_judge import LocalJudge
from stratagate_app.engine.pipeline.ports import ProposedEvent, TimelineEvent

ADD, IGNORE, MERGE, CONFLICT = Decision.ADD, Decision.IGNORE, Decision.MERGE, Decision.CONFLICT
ROUTINE, IDENTITY = Criticality.ROUTINE, Criticality.IDENTITY


def memory(text: str, *, day: int = 20, criticality: Criticality = ROUTINE) -> ProposedEvent:
    said = datetime(2026, 11, day, tzinfo=UTC)
    return ProposedEvent(text, text, (), criticality=criticality, mentioned_at=said)


def known(
    text: str,
    number: int = 1,
    *,
    criticality: Criticality = ROUTINE,
    state: EventState = EventState.ACTIVE,
) -> TimelineEvent:
    return TimelineEvent(
        EventId(number),
        text,
        text,
        EventType.OTHER,
        HappeningStatus.UNKNOWN,
        state,
        criticality,
        datetime(2026, 11, 1, tzinfo=UTC),
        NO_HAPPENING,
    )


@pytest.mark.parametrize(
    ("new", "old", "decision", "reason"),
    [
        ("Uses a standing desk", "CI takes 47 seconds", ADD, Reason.NEW),
        ("CI now takes 47 seconds", "CI takes 47 seconds now", IGNORE, Reason.SAME),
        ("The user prefers short answers", "Prefers short answers", IGNORE, Reason.SAME),
        ("Prefers short answers", "Prefers short answers with examples", IGNORE, Reason.SAYS_LESS),
        ("Prefers short answers with examples", "Prefers short answers", MERGE, Reason.SAYS_MORE),
        ("Prefers tabs for Python code", "Prefers spaces for Python code", MERGE, Reason.SIMILAR),
        (
            "The tile cache has 12 entries",
            "The tile cache has 40 entries",
            CONFLICT,
            Reason.CONTRADICTS,
        ),
        (
            "The tile cache is not on by default",
            "The tile cache is on by default",
            CONFLICT,
            Reason.CONTRADICTS,
        ),
        ("阿宁喜欢简短的回答", "阿宁喜欢简短的回答", IGNORE, Reason.SAME),
        ("阿宁在杭州工作", "数据库每天备份", ADD, Reason.NEW),
        ("阿宁不喜欢简短的回答", "阿宁喜欢简短的回答", CONFLICT, Reason.CONTRADICTS),
        ("Hello", "CI takes 47 seconds", IGNORE, Reason.NOTHING),
    ],
)
def test_a_memory_is_judged_by_what_it_shares(
    new: str, old: str, decision: Decision, reason: Reason
) -> None:
    judged = LocalJudge().judge(memory(new), [known(old)])
    assert (judged.decision, judged.reason) == (decision, reason)
    stands = decision is not Decision.ADD and reason is not Reason.NOTHING
    assert judged.targets == ((EventId(1),) if stands else ())


def test_what_only_resembles_another_is_for_a_person_to_decide() -> None:
    judged = LocalJudge().judge(
        memory("Prefers tabs for Python code"), [known("Prefers spaces for Python code")]
    )
    assert judged.confidence is not None
    assert judged.confidence < 0.85


def test_of_two_homes_the_one_said_later_replaces_the_other() -> None:
    berlin = known("Maya lives in Berlin", criticality=IDENTITY)
    judged = LocalJudge().judge(memory("Maya moved to Lisbon", criticality=IDENTITY), [berlin])
    assert (judged.decision, judged.targets) == (Decision.SUPERSEDE, (EventId(1),))


def test_two_homes_without_an_order_are_a_conflict() -> None:
    berlin = known("Maya lives in Berlin", criticality=IDENTITY)
    lisbon = memory("Maya lives in Lisbon", criticality=IDENTITY)
    undated = ProposedEvent(lisbon.title, lisbon.summary, (), criticality=IDENTITY)
    assert LocalJudge().judge(undated, [berlin]).decision is Decision.CONFLICT


def test_what_says_the_same_as_something_superseded_is_ignored() -> None:
    old = known("The package manager is npm", state=EventState.SUPERSEDED)
    judged = LocalJudge().judge(memory("The package manager is npm"), [old])
    assert (judged.decision, judged.reason) == (IGNORE, Reason.SAME)


def test_without_a_match_a_memory_is_new_and_sure() -> None:
    judged = LocalJudge().judge(memory("Uses a standing desk"), [])
    assert (judged.decision, judged.confidence) == (Decision.ADD, 0.94)
