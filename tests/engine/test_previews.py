"""Memories that come in: judged, decided, written as one operation, and taken back as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from stratagate_app.engine import (
    CandidateFilter,
    CandidateStatus,
    ChosenBy,
    ConflictError,
    Decision,
    EventEdit,
    EventFilter,
    EventId,
    EventState,
    InputRejected,
    Judgement,
    Memory,
    MemoryFile,
    ModelFailedError,
    ModelUnavailableError,
    NotFoundError,
    Ports,
    PreviewState,
    Reason,
    RelationKind,
    TimelineEvent,
    WorkspaceId,
)
from stratagate_app.engine.pipeline.local import LocalExtractor, LocalSummariser
from stratagate_app.engine.pipeline.ports import ProposedEvent
from tests.engine.preview_support import (
    KNOWN,
    candidate,
    event_of,
    judge_all,
    open_known,
    open_preview,
)
from tests.engine.support import FakeClock

SHORT, MAYA, CACHE, NPM, BACKUPS = map(EventId, range(1, 6))
INCOMING = (
    "Prefers short answers",
    "Uses a standing desk",
    "Prefers short answers with examples",
    "The tile cache has 40 entries",
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db") as opened:
        yield opened


def decisions(memory: Memory, preview_id: int) -> list[tuple[Decision | None, Reason | None]]:
    ids = memory.previews.find_ids(preview_id)  # type: ignore[arg-type]
    return [(item.decision, item.reason) for item in memory.previews.load_page(ids)]


def test_memories_are_judged_by_what_is_remembered_already(memory: Memory) -> None:
    preview = open_preview(memory, *INCOMING)
    assert decisions(memory, preview.id) == [
        (Decision.IGNORE, Reason.DUPLICATE),
        (Decision.ADD, Reason.NEW),
        (Decision.MERGE, Reason.SAYS_MORE),
        (Decision.CONFLICT, Reason.CONTRADICTS),
    ]
    assert (preview.candidates, preview.waiting, preview.failed) == (4, 0, 0)
    assert preview.decisions == {
        Decision.IGNORE: 1,
        Decision.ADD: 1,
        Decision.MERGE: 1,
        Decision.SUPERSEDE: 0,
        Decision.CONFLICT: 1,
    }
    first, _, third, last = memory.previews.load_page(memory.previews.find_ids(preview.id))
    assert (first.confidence, first.targets, first.needs_user) == (1.0, (SHORT,), False)
    assert (third.targets, third.matches[0].event_id) == ((SHORT,), SHORT)
    assert (last.targets, last.needs_user) == ((CACHE,), True)
    wanted = CandidateFilter(needs_user=True)
    assert list(memory.previews.find_ids(preview.id, wanted)) == [last.id]


def test_nothing_is_written_before_the_commit(memory: Memory) -> None:
    before = memory.maintenance.content_digest()
    preview = open_preview(memory, *INCOMING)
    (key,) = memory.previews.find_ids(preview.id)[1:2]
    memory.previews.decide([key], Decision.IGNORE)  # type: ignore[list-item]
    assert memory.maintenance.content_digest() == before
    assert not memory.search.find("standing desk").events
    memory.previews.drop(preview.id)
    assert memory.previews.load() == ()
    assert memory.maintenance.content_digest() == before


def test_the_second_of_two_equal_memories_is_ignored(memory: Memory) -> None:
    preview = open_preview(memory, "Uses a standing desk", "uses  a STANDING desk")
    assert decisions(memory, preview.id)[1] == (Decision.IGNORE, Reason.REPEATED)


def test_a_repaired_file_is_looked_at_by_a_person(memory: Memory) -> None:
    assert open_preview(memory, *INCOMING, repaired=True).needs_user == 4


def test_a_commit_writes_what_was_decided_with_its_effects(memory: Memory) -> None:
    before = memory.maintenance.content_digest()
    preview = open_preview(memory, *INCOMING, "The package manager is pnpm")
    ids = memory.previews.find_ids(preview.id)
    memory.previews.decide([ids[4]], Decision.SUPERSEDE, [NPM])  # type: ignore[list-item]
    changes = memory.previews.commit(preview.id)
    assert changes.events
    done = memory.previews.get(preview.id)
    assert (done.state, done.operation_id) == (PreviewState.COMMITTED, changes.operation_id)

    desk = memory.events.get(event_of(memory, preview, 2))
    (source,) = desk.evidence
    assert (desk.row.title, source.excerpt) == ("Uses a standing desk", "- Uses a standing desk")
    merged = memory.events.get(event_of(memory, preview, 3))
    assert {r.event_id: r.kind for r in merged.relations} == {SHORT: RelationKind.SUPERSEDES}
    assert [quote for e in merged.evidence for quote in e.quotes] == ["Prefers short answers"]
    assert len(merged.evidence) == 2
    assert merged.row.tags == ("old",)
    assert memory.events.get(SHORT).row.state is EventState.SUPERSEDED
    conflicting = memory.events.get(event_of(memory, preview, 4))
    assert conflicting.row.conflicts == 1
    assert memory.events.get(CACHE).row.state is EventState.ACTIVE
    npm = memory.events.get(NPM)
    assert (npm.row.state, npm.cap) == (EventState.SUPERSEDED, 0.1)
    assert memory.search.find("standing desk").events
    # Also of what was ignored the words are kept.
    assert memory.search.find("short answers").messages

    after = memory.maintenance.content_digest()
    memory.history.undo()
    assert memory.maintenance.content_digest() == before
    assert memory.previews.get(preview.id).undone
    assert memory.maintenance.check().ok
    memory.history.redo()
    assert memory.maintenance.content_digest() == after
    assert not memory.previews.get(preview.id).undone


def test_a_merge_with_a_pinned_event_is_pinned(memory: Memory) -> None:
    memory.events.pin([SHORT])
    preview = open_preview(memory, "Prefers short answers with examples")
    memory.previews.commit(preview.id)
    assert memory.events.get(event_of(memory, preview, 1)).row.pinned


def test_what_later_work_rests_on_a_batch_is_named_before_it_goes(memory: Memory) -> None:
    preview = open_preview(memory, "Uses a standing desk")
    memory.previews.commit(preview.id)
    memory.events.pin([event_of(memory, preview, 1)])
    committed = memory.previews.get(preview.id).operation_id
    with pytest.raises(ConflictError) as caught:
        memory.history.undo(committed)
    dependents = caught.value.fields["dependents"]
    assert isinstance(dependents, tuple)
    (dependent,) = dependents
    assert dependent.kind == "pin_event"
    before = memory.events.find_ids(EventFilter())
    memory.history.undo(committed, with_dependents=True)
    assert len(memory.events.find_ids(EventFilter())) == len(before) - 1


def test_a_preview_is_committed_once(memory: Memory) -> None:
    preview = open_preview(memory, "Uses a standing desk")
    memory.previews.commit(preview.id)
    with pytest.raises(ConflictError) as caught:
        memory.previews.commit(preview.id)
    assert caught.value.code == "committed"
    with pytest.raises(ConflictError):
        memory.previews.drop(preview.id)
    with pytest.raises(ConflictError):
        memory.previews.decide(memory.previews.find_ids(preview.id), Decision.IGNORE)  # type: ignore[arg-type]


def test_what_is_not_judged_yet_holds_up_the_commit(memory: Memory) -> None:
    read = MemoryFile("text", (candidate("Uses a standing desk"),))
    preview = memory.previews.open(read, "memories.txt", WorkspaceId(1))
    with pytest.raises(ConflictError) as caught:
        memory.previews.commit(preview.id)
    assert (caught.value.code, caught.value.fields["count"]) == ("not_judged", 1)


def test_a_decision_needs_a_match_where_it_names_one(memory: Memory) -> None:
    preview = open_preview(memory, "Uses a standing desk")
    ids = memory.previews.find_ids(preview.id)
    before = memory.previews.load_page(ids)
    for targets in (None, [NPM]):
        with pytest.raises(InputRejected) as caught:
            memory.previews.decide(ids, Decision.MERGE, targets)  # type: ignore[arg-type]
        assert caught.value.code == "no_target"
    assert memory.previews.load_page(ids) == before


def test_the_words_can_be_changed_before_they_are_written(memory: Memory) -> None:
    preview = open_preview(memory, "Uses a standing desk")
    (key,) = memory.previews.find_ids(preview.id)
    memory.previews.edit(key, EventEdit(title="Has a standing desk"))  # type: ignore[arg-type]
    with pytest.raises(InputRejected):
        memory.previews.edit(key, EventEdit(title=" "))  # type: ignore[arg-type]
    (edited,) = memory.previews.load_page([key])
    assert (edited.memory.title, edited.edited) == ("Has a standing desk", True)
    assert edited.memory.original == "- Uses a standing desk"
    memory.previews.commit(preview.id)
    assert memory.events.get(event_of(memory, preview, 1)).row.title == "Has a standing desk"


def test_only_what_the_memory_changed_is_judged_again(memory: Memory) -> None:
    preview = open_preview(
        memory, "The package manager is pnpm", "Maya leads the atlas project now"
    )
    assert memory.previews.refresh(preview.id) == 0
    memory.events.edit(MAYA, EventEdit(title="Maya led the atlas project"))
    assert memory.previews.refresh(preview.id) == 1
    first, second = memory.previews.load_page(memory.previews.find_ids(preview.id))
    assert (first.status, second.status) == (CandidateStatus.JUDGED, CandidateStatus.WAITING)
    judge_all(memory)
    assert memory.previews.refresh(preview.id) == 0


def test_what_the_user_chose_stays_when_it_is_judged_again(memory: Memory) -> None:
    preview = open_preview(memory, "The package manager is pnpm")
    (key,) = memory.previews.find_ids(preview.id)
    memory.previews.decide([key], Decision.CONFLICT, [NPM])  # type: ignore[list-item]
    memory.events.edit(NPM, EventEdit(title="The package manager was npm"))
    assert memory.previews.refresh(preview.id) == 1
    judge_all(memory)
    (found,) = memory.previews.load_page([key])
    assert (found.decision, found.targets) == (Decision.CONFLICT, (NPM,))
    assert (found.chosen_by, found.needs_user) == (ChosenBy.USER, True)


def test_an_event_that_went_in_the_meantime_stops_the_commit(memory: Memory) -> None:
    before = memory.maintenance.content_digest()
    preview = open_preview(memory, "Prefers short answers with examples")
    memory.events.forget([SHORT])
    with pytest.raises(ConflictError) as caught:
        memory.previews.commit(preview.id)
    assert caught.value.code == "stale"
    memory.history.undo()
    assert memory.maintenance.content_digest() == before


def test_an_unknown_workspace_takes_nothing(memory: Memory) -> None:
    with pytest.raises(NotFoundError):
        memory.previews.open(MemoryFile("text", ()), "memories.txt", WorkspaceId(99))
    assert memory.previews.load() == ()


class Judged:
    """Says what it is told to, or fails."""

    answers_at_once = False

    def __init__(self, *outcomes: Judgement | Exception) -> None:
        self.outcomes = list(outcomes)

    def judge(self, memory: ProposedEvent, matches: Sequence[TimelineEvent]) -> Judgement:
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def judged_by(tmp_path: Path, judge: Judged, clock: FakeClock, *memories: str) -> Memory:
    open_known(tmp_path / "memory.db").close()
    memory = Memory.open(tmp_path / "memory.db", clock=clock, judge=judge)
    found = tuple(map(candidate, memories))
    memory.previews.open(MemoryFile("text", found), "memories.txt", WorkspaceId(1))
    return memory


def test_a_judge_may_only_name_what_it_was_offered(tmp_path: Path) -> None:
    judge = Judged(Judgement(Decision.SUPERSEDE, Reason.OWN_WORDS, (BACKUPS,), 0.99, "so"))
    with judged_by(tmp_path, judge, FakeClock(), "The package manager is pnpm") as memory:
        judge_all(memory)
        (found,) = memory.previews.load_page(memory.previews.find_ids(memory.previews.load()[0].id))
        assert (found.decision, found.reason, found.targets) == (
            Decision.IGNORE,
            Reason.NO_TARGET,
            (),
        )
        assert (found.confidence, found.needs_user) == (0.5, True)


def test_a_failed_judgement_is_tried_three_times_and_then_by_hand(tmp_path: Path) -> None:
    clock = FakeClock()
    added = Judgement(Decision.ADD, Reason.OWN_WORDS, (), 0.9, "new")
    judge = Judged(*[ValueError("no")] * 3, added)
    with judged_by(tmp_path, judge, clock, "The package manager is pnpm") as memory:
        for delay in (1.0, 2.0):
            judge_all(memory)
            assert memory.previews.next_due_s() == delay
            clock.forward(delay)
        judge_all(memory)
        clock.forward(3600)
        assert memory.previews.judge_some() is None
        (preview,) = memory.previews.load()
        assert preview.failed == 1
        ids = memory.previews.find_ids(preview.id)
        (failed,) = memory.previews.load_page(ids)
        assert (failed.attempts, failed.error_detail) == (3, "ValueError: no")
        memory.previews.retry([failed.id])
        judge_all(memory)
        (found,) = memory.previews.load_page(ids)
        assert (found.decision, found.words) == (Decision.ADD, "new")


def test_waiting_for_a_provider_costs_no_attempt(tmp_path: Path) -> None:
    clock = FakeClock()
    judge = Judged(ModelUnavailableError("model_busy", retry_after_s=30.0))
    with judged_by(tmp_path, judge, clock, "The package manager is pnpm") as memory:
        judge_all(memory)
        assert memory.previews.next_due_s() == 30.0
        (found,) = memory.previews.load_page(memory.previews.find_ids(memory.previews.load()[0].id))
        assert (found.status, found.attempts) == (CandidateStatus.WAITING, 0)


@pytest.mark.parametrize(
    "error",
    [
        ModelUnavailableError("model_busy", retry_after_s=3000.0),
        ModelFailedError("model_key"),
    ],
)
def test_another_provider_judges_what_waited_for_the_one_before(
    tmp_path: Path, error: ModelUnavailableError
) -> None:
    clock = FakeClock()
    with judged_by(tmp_path, Judged(*[error] * 3), clock, "The package manager is pnpm") as memory:
        for _ in range(3):
            judge_all(memory)
            clock.forward(10)
        assert memory.previews.judge_some() is None
        other = Judged(Judgement(Decision.ADD, Reason.OWN_WORDS, (), 0.9, "new"))
        memory.use_ports(Ports(LocalSummariser(), LocalExtractor(), other))
        assert memory.jobs.provider_changed().previews
        judge_all(memory)
        (found,) = memory.previews.load_page(memory.previews.find_ids(memory.previews.load()[0].id))
        assert (found.status, found.decision) == (CandidateStatus.JUDGED, Decision.ADD)
        assert not memory.jobs.provider_changed().previews


def test_judging_goes_on_after_a_restart_and_a_crash(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_known(tmp_path / "memory.db", clock=clock) as memory:
        read = MemoryFile("text", tuple(candidate(f"Likes tea number {n}") for n in range(120)))
        preview = memory.previews.open(read, "memories.txt", WorkspaceId(1))
        memory.previews.judge_some()
        # As by a process that died in the middle of it.
        memory.previews._judging._database.write(lambda c: memory.previews._judging._claim(c, 50))
        assert memory.previews.get(preview.id).waiting == 70
    clock.forward(60)
    with Memory.open(tmp_path / "memory.db", clock=clock) as memory:
        judge_all(memory)
        done = memory.previews.get(preview.id)
        assert (done.waiting, done.decisions[Decision.ADD]) == (0, 120)


def test_looking_for_matches_leaves_no_trace(memory: Memory) -> None:
    before = [memory.events.get(EventId(key)) for key in range(1, len(KNOWN) + 1)]
    open_preview(memory, *INCOMING)
    assert [memory.events.get(EventId(key)) for key in range(1, len(KNOWN) + 1)] == before


def test_a_preview_outlives_its_workspace(tmp_path: Path) -> None:
    with open_known(tmp_path / "memory.db") as memory:
        preview = open_preview(memory, "Uses a standing desk")
        memory.history.undo()
        assert memory.workspaces.list() == ()
        empty = memory.maintenance.content_digest()
        memory.previews.refresh(preview.id)
        judge_all(memory)
        memory.previews.commit(preview.id)
        desk = memory.events.get(event_of(memory, preview, 1))
        assert memory.workspaces.get(desk.row.workspace_id).name == "General"
        memory.history.undo()
        assert memory.maintenance.content_digest() == empty
