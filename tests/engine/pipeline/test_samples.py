"""What the sample conversations are remembered by: the screenshots show it."""

from __future__ import annotations

from functools import cache

from stratagate_app.engine.domain.events import (
    Criticality,
    EventType,
    HappeningStatus,
    RelationKind,
)
from stratagate_app.engine.pipeline.local import LocalSummariser
from stratagate_app.engine.pipeline.ports import BlockSummary, ProposedEvent, TimelineEvent
from stratagate_app.engine.rules.condense import FILLERS
from tests.engine.pipeline.support import (
    SAMPLES,
    blocks_of,
    events_of,
    remembered,
    sample_conversations,
)

GREETINGS = (
    "hi",
    "hello",
    "thanks",
    "thank you",
    "good morning",
    "morning",
    "你好",
    "谢谢",
    "辛苦",
)


@cache
def _summaries() -> tuple[BlockSummary, ...]:
    summariser = LocalSummariser()
    return tuple(
        summariser.summarise(block)
        for conversation in sample_conversations()
        for block in blocks_of(conversation)
    )


@cache
def _events() -> dict[str, ProposedEvent]:
    timeline: list[TimelineEvent] = []
    found: dict[str, ProposedEvent] = {}
    for conversation in sample_conversations():
        for block in blocks_of(conversation):
            for event in events_of(block, timeline):
                found[event.title] = event
                timeline.append(remembered(event, len(timeline) + 1))
    return found


def _number(title: str) -> int:
    return list(_events()).index(title) + 1


def test_the_samples_are_small_and_varied() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.iterdir()) < 600_000
    assert len(sample_conversations()) == 8
    (atlas,) = [c for c in sample_conversations() if c.workspace_hint]
    assert atlas.workspace_hint == "/home/maya/atlas-app"
    assert len(list(blocks_of(atlas))) == 17


def test_the_changed_decision_replaces_the_first() -> None:
    switch = _events()["We switch the package manager from npm to pnpm"]
    assert (switch.type, switch.status) == (EventType.DECISION, HappeningStatus.OCCURRED)
    assert switch.happening.start == "2026-09-18"
    assert "CI installs became five times faster" in switch.quotes[0]
    assert switch.participants == ("npm", "pnpm")
    first = _number("Let's use npm as the package manager for atlas-app")
    assert [(r.kind, r.event_id) for r in switch.relations] == [(RelationKind.SUPERSEDES, first)]


def test_the_two_launch_days_conflict() -> None:
    first, second = (
        "Let us put the launch on 3 December, right after the demo",
        ("The launch is on 10 December"),
    )
    events = _events()
    assert events[first].happening.start == "2026-12-03"
    assert events[second].happening.start == "2026-12-10"
    assert [(r.kind, r.event_id) for r in events[second].relations] == [
        (RelationKind.CONFLICTS, _number(first))
    ]


def test_the_important_events_have_their_type_status_and_time() -> None:
    events = _events()
    expected = {
        "Next week we will build the prototype: sign-in, the map, and offline tiles": (
            EventType.PLAN,
            HappeningStatus.PLANNED,
            "2026-09-21",
        ),
        "The prototype is done, we shipped it to the Bergen team this morning": (
            EventType.RELEASE,
            HappeningStatus.OCCURRED,
            "2026-09-30",
        ),
        "Last weekend we migrated the tile server from Frankfurt to Helsinki": (
            EventType.MIGRATION,
            HappeningStatus.OCCURRED,
            "2026-10-24",
        ),
        "We met the Bergen team on Monday": (
            EventType.MEETING,
            HappeningStatus.OCCURRED,
            "2026-10-26",
        ),
        "Cancel the copy for the Oslo region, we don't need it before January": (
            EventType.CANCELLATION,
            HappeningStatus.CANCELLED,
            None,
        ),
        "我们决定把离线缓存的上限改成200MB": (
            EventType.DECISION,
            HappeningStatus.OCCURRED,
            "2026-09-14",
        ),
        "新版本昨天已经上线了，用户反馈不错": (
            EventType.RELEASE,
            HappeningStatus.OCCURRED,
            "2026-09-13",
        ),
        "下周一要把新的地图样式发给林川看": (
            EventType.PLAN,
            HappeningStatus.PLANNED,
            "2026-09-21",
        ),
    }
    found = {
        title: (events[title].type, events[title].status, events[title].happening.start)
        for title in expected
    }
    assert found == expected
    incident = events["The index rebuild took the site down at 9:10 this morning"]
    assert incident.type is EventType.INCIDENT
    assert (incident.happening.start or "").startswith("2026-11-25")


def test_what_lasts_is_told_apart() -> None:
    lasting = {
        title: event.criticality
        for title, event in _events().items()
        if event.criticality is not Criticality.ROUTINE
    }
    assert lasting["Please always use metric units in examples, never miles"] is (
        Criticality.PREFERENCE
    )
    assert lasting["I prefer short answers with an example over long explanations"] is (
        Criticality.PREFERENCE
    )
    assert lasting["每周三晚上不安排会议，我要陪孩子"] is Criticality.PREFERENCE
    assert lasting["My name is Maya, I lead the project"] is Criticality.IDENTITY
    assert lasting["Never deploy on Fridays"] is Criticality.SAFETY
    assert lasting["I am allergic to peanuts, so nothing with those"] is Criticality.SAFETY


def test_no_greeting_is_a_title_or_a_fact() -> None:
    for summary in _summaries():
        for text in (summary.title, *summary.key_facts):
            bare = text.lower().strip("。！？!?. ")
            assert bare not in FILLERS
            assert not bare.startswith(GREETINGS), text
            assert not text.endswith(("?", "？")), text
