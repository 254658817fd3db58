"""Durable jobs: attempts, delays, leases, late results; engine-rules.md, "Deriving"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from stratagate_app.engine import (
    BlockInput,
    BlockStatus,
    BlockSummary,
    EventFilter,
    EventId,
    JobCounts,
    JobStatus,
    Level,
    Memory,
    ModelUnavailableError,
    ProposedEvent,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.local import LocalExtractor
from stratagate_app.engine.services import block_inputs
from tests.engine.pipeline.support import SAMPLES
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)


class Moody(PlainSummariser):
    """Fails as often as it is told to."""

    def __init__(self, failures: int, error: Exception | None = None) -> None:
        self.failures = failures
        self.calls = 0
        self.error = error or ValueError("no summary today")

    def summarise(self, block: BlockInput) -> BlockSummary:
        self.calls += 1
        if self.calls <= self.failures:
            raise self.error
        return super().summarise(block)


class Silent(PlainExtractor):
    """Was told to extract and finds nothing."""

    answers_at_once = False

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        return ()


def start(
    tmp_path: Path,
    clock: FakeClock,
    summariser: PlainSummariser,
    extractor: PlainExtractor | None = None,
    turns: int = 6,
) -> Memory:
    memory = Memory.open(
        tmp_path / "memory.db",
        clock=clock,
        summariser=summariser,
        extractor=extractor or PlainExtractor(),
    )
    memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(turns)))
    return memory


def test_a_block_is_pending_until_its_events_are_stored(tmp_path: Path) -> None:
    with start(tmp_path, FakeClock(), PlainSummariser()) as memory:
        (block,) = memory.sessions.strata(memory.sessions.find_ids(None)[0]).blocks  # type: ignore[arg-type]
        assert (block.status, block.level) == (BlockStatus.PENDING, Level.L5)
        assert memory.blocks.text(block.id, Level.L1) == ""
        memory.jobs.run_some()
        assert memory.blocks.get(block.id).status is BlockStatus.PENDING
        memory.jobs.run_some()
        ready = memory.blocks.get(block.id)
        assert (ready.status, ready.ready_position) == (BlockStatus.READY, 1)
        assert len(memory.blocks.events(block.id)) == 1
        assert memory.jobs.run_some() is None


def test_attempts_wait_one_then_two_seconds_then_stay_failed(tmp_path: Path) -> None:
    clock = FakeClock()
    with start(tmp_path, clock, Moody(99)) as memory:
        for attempt, delay in ((1, 1.0), (2, 2.0)):
            assert memory.jobs.run_some() is not None
            (job,) = memory.jobs.load()
            assert (job.status, job.attempts) == (JobStatus.WAITING, attempt)
            assert memory.jobs.next_due_s() == delay
            clock.forward(delay - 0.1)
            assert memory.jobs.run_some() is None
            clock.forward(0.2)
        memory.jobs.run_some()
        (job,) = memory.jobs.load(status=JobStatus.FAILED)
        assert job.attempts == 3
        assert "no summary today" in job.error_detail
        clock.forward(3600)
        assert memory.jobs.run_some() is None
        block = memory.blocks.get(job.block_id)  # type: ignore[arg-type]
        assert (block.status, block.level, block.error) == (
            BlockStatus.FAILED,
            Level.L5,
            "internal_error",
        )


def test_a_failed_job_starts_over_by_hand(tmp_path: Path) -> None:
    clock = FakeClock()
    with start(tmp_path, clock, Moody(3)) as memory:
        for _ in range(3):
            memory.jobs.run_some()
            clock.forward(10)
        (job,) = memory.jobs.load(status=JobStatus.FAILED)
        changes = memory.blocks.retry(job.block_id)  # type: ignore[arg-type]
        assert changes.jobs
        run_jobs(memory)
        assert memory.jobs.load() == ()
        assert memory.blocks.get(job.block_id).status is BlockStatus.READY  # type: ignore[arg-type]


def test_waiting_for_a_provider_costs_no_attempt(tmp_path: Path) -> None:
    clock = FakeClock()
    away = ModelUnavailableError(retry_after_s=30)
    with start(tmp_path, clock, Moody(5, away)) as memory:
        for _ in range(5):
            memory.jobs.run_some()
            assert memory.jobs.next_due_s() == 30
            clock.forward(31)
        run_jobs(memory)
        assert memory.jobs.load() == ()


def test_told_to_extract_but_no_event_is_a_failed_attempt(tmp_path: Path) -> None:
    with start(tmp_path, FakeClock(), PlainSummariser(), Silent()) as memory:
        run_jobs(memory)
        (job,) = memory.jobs.load()
        assert (job.kind, job.attempts, job.error) == ("extract", 1, "no_valid_event")


def test_a_job_whose_process_died_is_free_when_its_lease_ends(tmp_path: Path) -> None:
    clock = FakeClock()
    with start(tmp_path, clock, PlainSummariser()) as memory:
        memory._database.write(lambda c: memory.jobs._claim(c, 10))
        with Memory.open(
            tmp_path / "memory.db",
            clock=clock,
            summariser=PlainSummariser(),
            extractor=PlainExtractor(),
        ) as other:
            assert other.jobs.run_some() is None
            clock.forward(21)
            run_jobs(other)
            assert other.jobs.load() == ()


def test_a_late_result_is_dropped(tmp_path: Path) -> None:
    clock = FakeClock()
    path = tmp_path / "memory.db"

    class Slow(PlainSummariser):
        def summarise(self, block: BlockInput) -> BlockSummary:
            clock.forward(60)
            with Memory.open(
                path, clock=clock, summariser=PlainSummariser(), extractor=PlainExtractor()
            ) as faster:
                run_jobs(faster)
            return BlockSummary("too late", (), "too late", (), should_extract=False)

    with start(tmp_path, clock, Slow()) as memory:
        memory.jobs.run_some()
        (block,) = memory.sessions.strata(memory.sessions.find_ids(None)[0]).blocks  # type: ignore[arg-type]
        assert block.title.startswith("Question 1")
        assert len(memory.blocks.events(block.id)) == 1
        assert memory.maintenance.check().ok


def test_blocks_become_ready_in_block_order(tmp_path: Path) -> None:
    with start(tmp_path, FakeClock(), PlainSummariser(), turns=60) as memory:
        run_jobs(memory)
        strata = memory.sessions.strata(memory.sessions.find_ids(None)[0])  # type: ignore[arg-type]
        assert [b.ready_position for b in strata.blocks] == list(range(1, 11))


def test_an_undone_import_takes_its_jobs_along(tmp_path: Path) -> None:
    with start(tmp_path, FakeClock(), PlainSummariser(), turns=30) as memory:
        memory.jobs.run_some(limit=2)
        memory.history.undo()
        assert memory.jobs.run_some() is None
        memory.history.redo()
        run_jobs(memory)
        strata = memory.sessions.strata(memory.sessions.find_ids(None)[0])  # type: ignore[arg-type]
        assert {b.status for b in strata.blocks} == {BlockStatus.READY}


class PickySummariser(PlainSummariser):
    """Finds nothing to extract in every second block, and fails on the third for good."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        made = super().summarise(block)
        number = int(made.title.split()[1]) // 6 + 1
        if number == 3:
            message = "never"
            raise ValueError(message)
        return BlockSummary(
            made.title, made.tags, made.summary, made.key_facts, should_extract=number % 2 == 1
        )


def test_positions_follow_the_conversation_whatever_is_done_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with start(tmp_path, clock, PickySummariser(), turns=36) as memory:
        session_id = memory.sessions.find_ids(None)[0]

        def positions() -> list[int | None]:
            return [b.ready_position for b in memory.sessions.strata(session_id).blocks]  # type: ignore[arg-type]

        memory.jobs.run_some()
        # Blocks 2, 4 and 6 are done, but those before them are not.
        assert positions() == [None] * 6
        run_jobs(memory)
        assert positions() == [1, 2, None, None, None, None]
        for _ in range(2):
            clock.forward(5)
            run_jobs(memory)
        # The third has failed for good: nobody waits for it.
        assert positions() == [1, 2, None, 3, 4, 5]


class Unable(PlainExtractor):
    """Finds an event in every block but those that speak of a topic."""

    def __init__(self, topic: str, *, at_once: bool) -> None:
        self.topic = topic
        self.answers_at_once = at_once

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        if self.topic in block.messages[0].content:
            raise ValueError(self.topic)
        return super().extract(block, timeline)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_block_that_cannot_be_extracted_from_is_no_harm_to_the_others(
    tmp_path: Path, at_once: bool
) -> None:
    talks = [conversation(6, topic) for topic in ("bread", "tea", "soup", "rice")]
    file = write_conversations(tmp_path / "four.jsonl", *talks)
    with Memory.open(
        tmp_path / "memory.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=Unable("tea", at_once=at_once),
    ) as memory:
        memory.imports.import_file(file)
        run_jobs(memory)
        (job,) = memory.jobs.load()
        assert (job.session_title, job.attempts, job.error_detail) == (
            "Question 1 about tea",
            1,
            "ValueError: tea",
        )
        titles = [
            event.title for event in memory.events.load_page(memory.events.find_ids(EventFilter()))
        ]
        assert sorted(titles) == [
            "Question 1 about bread",
            "Question 1 about rice",
            "Question 1 about soup",
        ]


def test_a_block_that_cannot_be_read_is_no_harm_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talks = [conversation(6, topic) for topic in ("bread", "tea", "soup")]
    load = block_inputs.load_inputs

    def fail(connection: Connection, block_ids: Sequence[int]) -> Mapping[int, BlockInput]:
        found = load(connection, block_ids)
        if any("tea" in block.messages[0].content for block in found.values()):
            message = "never"
            raise ValueError(message)
        return found

    with start(tmp_path, FakeClock(), PlainSummariser(), turns=0) as memory:
        memory.imports.import_file(write_conversations(tmp_path / "three.jsonl", *talks))
        monkeypatch.setattr(block_inputs, "load_inputs", fail)
        run_jobs(memory)
        (job,) = memory.jobs.load()
        assert (job.session_title, job.attempts) == ("Question 1 about tea", 1)
        assert "never" in job.error_detail
        assert len(memory.events.find_ids(EventFilter())) == 2


def test_events_are_the_same_whether_extracted_one_by_one_or_at_once(tmp_path: Path) -> None:
    sample = SAMPLES / "atlas-claude-code.jsonl"
    found = []
    for at_once in (True, False):
        extractor = LocalExtractor()
        extractor.answers_at_once = at_once
        with Memory.open(
            tmp_path / f"{at_once}.db", clock=FakeClock(), extractor=extractor
        ) as memory:
            memory.imports.import_file(sample)
            run_jobs(memory)
            ids = sorted(memory.events.find_ids(EventFilter()))
            found.append([memory.events.get(EventId(key)) for key in ids])
    assert len(found[0]) > 10
    assert found[0] == found[1]


def test_what_is_switched_off_does_not_wait(tmp_path: Path) -> None:
    with start(tmp_path, FakeClock(), PlainSummariser(), turns=18) as memory:
        # Three blocks are summarised, the events of the first are found.
        memory.jobs.run_some()
        memory.jobs.run_some(limit=1)
        (session_id,) = memory.sessions.find_ids(None)
        assert memory.jobs.counts() == JobCounts(2, 0, 0)
        changes = memory.jobs.switch_extraction(on=False)
        assert (changes.blocks, changes.jobs, len(changes.block_ids)) == (True, True, 2)
        blocks = memory.sessions.strata(session_id).blocks  # type: ignore[arg-type]
        assert [block.ready_position for block in blocks] == [1, 2, 3]
        assert memory.jobs.counts() == JobCounts(0, 0, 0, off=2)
        assert [job.status for job in memory.jobs.load()] == [JobStatus.OFF, JobStatus.OFF]
        assert memory.jobs.run_some() is None
        assert memory.jobs.next_due_s() is None
        assert memory.jobs.estimate().blocks == 0
        # What comes in now is summarised, and ready with that.
        path = write_conversations(tmp_path / "b.jsonl", conversation(6, "tea"))
        memory.imports.import_file(path)
        assert memory.jobs.estimate().blocks == 1
        run_jobs(memory)
        assert memory.jobs.counts() == JobCounts(0, 0, 0, off=3)
        (other,) = set(memory.sessions.find_ids(None)) - {session_id}
        (block,) = memory.sessions.strata(other).blocks  # type: ignore[arg-type]
        assert block.status is BlockStatus.READY
        assert len(memory.events.find_ids(EventFilter())) == 1
        # Switched on again, nothing is lost and no position moves.
        memory.jobs.switch_extraction(on=True)
        assert memory.jobs.counts() == JobCounts(3, 0, 0)
        run_jobs(memory)
        assert memory.jobs.load() == ()
        assert len(memory.events.find_ids(EventFilter())) == 4
        blocks = memory.sessions.strata(session_id).blocks  # type: ignore[arg-type]
        assert [block.ready_position for block in blocks] == [1, 2, 3]
        assert memory.maintenance.check().ok


def test_a_ready_block_stays_ready_when_its_events_are_not_found_later(tmp_path: Path) -> None:
    clock = FakeClock()
    with start(tmp_path, clock, PlainSummariser(), Silent()) as memory:
        memory.jobs.run_some()
        memory.jobs.switch_extraction(on=False)
        memory.jobs.switch_extraction(on=True)
        for _ in range(3):
            memory.jobs.run_some()
            clock.forward(10)
        (job,) = memory.jobs.load(status=JobStatus.FAILED)
        assert memory.blocks.get(job.block_id).status is BlockStatus.READY  # type: ignore[arg-type]
