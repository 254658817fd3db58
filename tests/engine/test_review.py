"""The review: what is asked, what an answer does, and that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    ANSWERS,
    Decision,
    EventEdit,
    EventId,
    EventState,
    Happening,
    HappeningStatus,
    InputRejected,
    Memory,
    NotFoundError,
    Precision,
    RelationKind,
    ReviewAnswer,
    ReviewItem,
    ReviewKind,
    TimelineEvent,
)
from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.pipeline.ports import BlockInput, ProposedEvent
from tests.engine.preview_support import open_known, open_preview
from tests.engine.support import (
    FakeClock,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)

SAID = (
    "The launch is on 3 December",
    "The launch is on 10 December",
    "Maya likes short answers with an example",
    "Maya likes short answers with one example",
    "Build the prototype of the map",
    "Backups run every night",
)
LAUNCH, LATER, SHORT, SHORT_TOO, PROTOTYPE, BACKUPS = map(EventId, range(1, 7))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db", *SAID) as opened:
        opened.events.conflict(LAUNCH, LATER)
        day = Happening("2026-09-21", "2026-09-27", "", Precision.RANGE, Basis.EXPLICIT)
        edit = EventEdit(status=HappeningStatus.PLANNED, happening=day)
        opened.events.edit(PROTOTYPE, edit)
        open_preview(opened, "The launch is on 12 December")
        while opened.review.scan_some() is not None:
            pass
        yield opened


def asked(memory: Memory) -> dict[ReviewKind, ReviewItem]:
    queue = memory.review.load()
    found = {item.kind: item for item in queue.items}
    assert {kind: queue.counts[kind] for kind in found} == dict.fromkeys(found, 1)
    assert queue.total == len(queue.items)
    return found


def test_everything_that_needs_a_person_is_asked_once(memory: Memory) -> None:
    found = asked(memory)
    assert list(found) == [
        ReviewKind.CONFLICT,
        ReviewKind.UNSURE,
        ReviewKind.PLAN_DUE,
        ReviewKind.DUPLICATE,
    ]
    conflict, unsure, plan, same = found.values()
    assert (conflict.first, conflict.second) == (LAUNCH, LATER)
    assert (conflict.title, conflict.other) == SAID[:2]
    assert (unsure.title, unsure.detail) == ("The launch is on 12 December", "memories.txt")
    assert (plan.first, plan.day) == (PROTOTYPE, "2026-09-27")
    assert {same.first, same.second} == {SHORT, SHORT_TOO}
    assert memory.review.load().unscanned == 0
    only = memory.review.load(kinds=[ReviewKind.PLAN_DUE])
    assert [item.kind for item in only.items] == [ReviewKind.PLAN_DUE]
    assert only.total == 4
    assert len(memory.review.load(limit=2).items) == 2


def test_a_conflict_is_decided(memory: Memory) -> None:
    memory.review.answer(asked(memory)[ReviewKind.CONFLICT].key, ReviewAnswer.SECOND)
    first = memory.events.get(LAUNCH)
    assert (first.row.state, first.cap) == (EventState.SUPERSEDED, 0.1)
    assert ReviewKind.CONFLICT not in asked(memory)
    memory.history.undo()
    assert ReviewKind.CONFLICT in asked(memory)
    memory.review.answer(asked(memory)[ReviewKind.CONFLICT].key, ReviewAnswer.BOTH)
    assert memory.events.get(LAUNCH).row.conflicts == 0
    assert memory.events.get(LAUNCH).row.state is EventState.ACTIVE


def test_a_plan_is_asked_again_only_when_its_day_is_another(memory: Memory) -> None:
    memory.review.answer(asked(memory)[ReviewKind.PLAN_DUE].key, ReviewAnswer.STILL)
    assert ReviewKind.PLAN_DUE not in asked(memory)
    moved = Happening("2026-10-05", "2026-10-05", "", Precision.DAY, Basis.EXPLICIT)
    memory.events.edit(PROTOTYPE, EventEdit(happening=moved))
    assert asked(memory)[ReviewKind.PLAN_DUE].day == "2026-10-05"
    memory.review.answer(asked(memory)[ReviewKind.PLAN_DUE].key, ReviewAnswer.HAPPENED)
    assert memory.events.get(PROTOTYPE).row.status is HappeningStatus.OCCURRED
    assert ReviewKind.PLAN_DUE not in asked(memory)


def test_a_duplicate_is_merged_with_the_sources_of_both(memory: Memory) -> None:
    changes = memory.review.answer(asked(memory)[ReviewKind.DUPLICATE].key, ReviewAnswer.UNITE)
    merged = memory.events.get(EventId(max(changes.event_ids)))
    assert len(merged.evidence) == 2
    assert {r.event_id for r in merged.relations} == {SHORT, SHORT_TOO}
    while memory.review.scan_some() is not None:
        pass
    assert ReviewKind.DUPLICATE not in asked(memory)


def test_two_that_are_related_are_no_duplicates(memory: Memory) -> None:
    memory.events.relate(SHORT, SHORT_TOO, RelationKind.RELATED)
    assert ReviewKind.DUPLICATE not in asked(memory)


def test_an_incoming_memory_is_decided_and_not_written(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    item = asked(memory)[ReviewKind.UNSURE]
    memory.review.answer(item.key, ReviewAnswer.IGNORE)
    assert memory.maintenance.content_digest() == digest
    assert item.candidate is not None
    (found,) = memory.previews.load_page([item.candidate])
    assert found.decision is Decision.IGNORE
    assert ReviewKind.UNSURE not in asked(memory)


def test_failed_work_is_asked_for_until_it_is_left_alone(tmp_path: Path) -> None:
    clock = FakeClock()
    path = tmp_path / "memory.db"
    with Memory.open(path, clock=clock, summariser=PlainSummariser(), extractor=Broken()) as memory:
        memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(6)))
        fail(memory, clock)
        (item,) = memory.review.load().items
        assert (item.kind, bool(item.detail)) == (ReviewKind.FAILED, True)
        memory.review.answer(item.key, ReviewAnswer.RETRY)
        assert not memory.review.load().items
        clock.forward(60)
        fail(memory, clock)
        (again,) = memory.review.load().items
        assert again.key != item.key
        memory.review.answer(again.key, ReviewAnswer.LEAVE)
        assert not memory.review.load().items
        memory.history.undo()
        assert [i.key for i in memory.review.load().items] == [again.key]


class Broken:
    """Never finds anything."""

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        raise ValueError("no")


def fail(memory: Memory, clock: FakeClock) -> None:
    for _ in range(8):
        run_jobs(memory)
        clock.forward(10)


def test_only_what_is_asked_can_be_answered(memory: Memory) -> None:
    for key in ("conflict:1:6", "plan_due:1:2026-01-01", "nonsense", "", "unsure:x"):
        with pytest.raises(NotFoundError):
            memory.review.answer(key, ReviewAnswer.BOTH)
    with pytest.raises(InputRejected):
        memory.review.answer(asked(memory)[ReviewKind.CONFLICT].key, ReviewAnswer.RETRY)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_answers_are_given_once_and_taken_back_without_a_trace(
    memory: Memory, data: st.DataObject
) -> None:
    start, operations = memory.maintenance.content_digest(), []
    before = {item.key for item in memory.review.load().items}
    while items := [i for i in memory.review.load().items if i.kind is not ReviewKind.UNSURE]:
        item = data.draw(st.sampled_from(items))
        answer = data.draw(st.sampled_from(ANSWERS[item.kind]))
        changes = memory.review.answer(item.key, answer)
        assert changes.operation_id is not None
        operations.append(changes.operation_id)
        assert item.key not in {left.key for left in memory.review.load().items}
        with Memory.open(memory.path) as elsewhere:
            assert item.key not in {left.key for left in elsewhere.review.load().items}
        assert memory.maintenance.check().ok
    for operation in reversed(operations):
        memory.history.undo(operation)
    assert memory.maintenance.content_digest() == start
    assert {item.key for item in memory.review.load().items} == before
