"""Batches, judgements and receipts: what is used counts once, and nothing else counts."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    Actor,
    AskMove,
    ConflictError,
    EventFilter,
    EventId,
    InputRejected,
    Level,
    Memory,
    NextStrategy,
    NotFoundError,
    RetrievalId,
    RetrievalKind,
    SessionId,
    Verdict,
    public_id,
)
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

SUFFICIENT = {"verdict": "sufficient", "next_strategy": "answer", "fit": "it says so"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "memory.db") as memory:
        memory.imports.import_file(
            write_conversations(tmp_path / "a.jsonl", conversation(20), conversation(13, "tea"))
        )
        run_jobs(memory)
        yield memory


def event_refs(memory: Memory) -> list[str]:
    return [public_id("event", key) for key in sorted(memory.events.find_ids(EventFilter()))]


def judged(memory: Memory, refs: list[str], *, of: list[str] | None = None) -> RetrievalId:
    """Return a batch that was judged sufficient by some of its results."""
    session = SessionId(memory.sessions.find_ids(None)[0])
    batch = memory.retrieval.open_batch(
        RetrievalKind.SEARCH_EVENTS, "bread", refs, session_id=session
    )
    memory.retrieval.assess(batch, {**SUFFICIENT, "evidence_refs": refs if of is None else of})
    return batch


def weights_of(memory: Memory) -> list[object]:
    """Return each event's weight and all that it is made of."""
    found: list[object] = []
    for key in sorted(memory.events.find_ids(EventFilter())):
        detail = memory.events.get(EventId(key))
        row = detail.row
        found.append((row.weight, row.adoptions, detail.elapsed_turns, detail.floor, detail.cap))
        found.append((row.pinned, memory.retrieval.adoptions_of(row.id)))
    return found


def test_a_used_event_is_adopted_once_at_the_turn_of_its_workspace(memory: Memory) -> None:
    first, second, *_ = event_refs(memory)
    batch = judged(memory, [first, second])
    made = memory.retrieval.record_use(batch, "r-1", [first], "Which bread?", actor=Actor.AGENT)
    detail = memory.events.get(EventId(int(first[1:])))
    assert detail.row.adoptions == 1
    assert detail.elapsed_turns == 0
    assert memory.events.get(EventId(int(second[1:]))).row.adoptions == 0
    (use,) = memory.retrieval.adoptions_of(detail.row.id)
    assert (use.n, use.turn, use.question) == (2, detail.workspace_turn, "Which bread?")
    assert use.receipt_id == "r-1"
    assert use.session_title == memory.sessions.get(SessionId(use.session_id or 0)).title
    assert made.changes.event_ids == {detail.row.id}
    (operation, *_) = memory.events.history(detail.row.id)
    assert (operation.kind, operation.actor, operation.id) == (
        "record_use",
        Actor.AGENT,
        made.operation_id,
    )


def test_only_evidence_of_a_sufficient_judgement_counts(memory: Memory) -> None:
    first, second, third, *_ = event_refs(memory)
    batch = judged(memory, [first, second, "m7"], of=[first, "m7"])
    receipt = memory.retrieval.record_use(batch, "r", [second, third, "m7", first, first], "?")
    assert receipt.refs == ("m7", first)
    assert [(item.place, item.ref, item.reason) for item in receipt.refused] == [
        (0, second, "not_sufficient"),
        (1, third, "not_in_batch"),
        (4, first, "duplicate"),
    ]
    assert memory.events.get(EventId(int(second[1:]))).row.adoptions == 0


@pytest.mark.parametrize("assessment", [{}, {"verdict": "partial"}, {"verdict": "wrong"}])
def test_a_batch_that_is_not_sufficient_lends_nothing(
    memory: Memory, assessment: dict[str, object]
) -> None:
    refs = event_refs(memory)[:2]
    batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "bread", refs)
    made = memory.retrieval.assess(batch, {**assessment, "evidence_refs": [*refs, "e999", 3]})
    assert made.refs == tuple(refs)
    assert [(item.place, item.reason) for item in made.refused] == [
        (2, "not_in_batch"),
        (3, "invalid_ref"),
    ]
    before = weights_of(memory)
    receipt = memory.retrieval.record_use(batch, "r", refs, "?")
    assert receipt.refs == ()
    assert receipt.operation_id is None
    assert weights_of(memory) == before


def test_a_receipt_that_says_the_same_has_no_effect_and_otherwise_is_refused(
    memory: Memory,
) -> None:
    refs = event_refs(memory)[:2]
    batch = judged(memory, refs)
    first = memory.retrieval.record_use(batch, "r", refs, "Which  bread?")
    digest = memory.maintenance.content_digest()
    again = memory.retrieval.record_use(batch, " r ", refs[::-1], "Which bread? ")
    assert (again.id, again.refs) == (first.id, first.refs)
    assert again.changes.operation_id is None
    for other, used, question in (
        (batch, refs[:1], "Which bread?"),
        (batch, refs, "Which tea?"),
        (judged(memory, refs), refs, "Which bread?"),
    ):
        with pytest.raises(ConflictError) as raised:
            memory.retrieval.record_use(other, "r", used, question)
        assert raised.value.code == "receipt_differs"
    assert memory.maintenance.content_digest() == digest


def test_a_receipt_without_evidence_and_one_of_messages_are_kept(memory: Memory) -> None:
    before = weights_of(memory)
    batch = judged(memory, ["m7", "b1@5"])
    memory.retrieval.record_use(batch, "none", [], "Anything?")
    memory.retrieval.record_use(batch, "source", ["b1@5", "m7"], "What was said?")
    rows = memory.retrieval.load_receipts(memory.retrieval.find_receipt_ids())
    assert [(row.receipt_id, row.refs) for row in rows] == [
        ("source", ("b1@5", "m7")),
        ("none", ()),
    ]
    assert weights_of(memory) == before
    assert memory.history.next_undo() is not None
    kept = memory.retrieval.get(batch)
    assert [made.verdict for made in kept.assessments] == [Verdict.SUFFICIENT]
    assert kept.assessments[0].next_strategy is NextStrategy.ANSWER


def test_undo_of_a_use_brings_everything_back_and_redo_counts_it_again(memory: Memory) -> None:
    refs = event_refs(memory)[:3]
    memory.retrieval.record_use(judged(memory, refs[:1]), "earlier", refs[:1], "First?")
    before, made_of = memory.maintenance.content_digest(), weights_of(memory)
    batch = judged(memory, refs)
    memory.retrieval.record_use(batch, "r", refs, "Which?")
    after = memory.maintenance.content_digest()
    assert after != before
    memory.history.undo()
    assert memory.maintenance.content_digest() == before
    assert weights_of(memory) == made_of
    assert memory.retrieval.receipt("r").undone
    # The agent that repeats itself does not undo what the user undid.
    memory.retrieval.record_use(batch, "r", refs, "Which?")
    assert memory.maintenance.content_digest() == before
    memory.history.redo()
    assert memory.maintenance.content_digest() == after
    assert memory.maintenance.check().ok


def test_undo_of_an_import_takes_what_was_used_of_it_along(memory: Memory) -> None:
    refs = event_refs(memory)[:1]
    memory.retrieval.record_use(judged(memory, refs), "r", refs, "Which?")
    digest = memory.maintenance.content_digest()
    (imported,) = memory.history.find_ids(kinds=frozenset({"import"}))
    (use,) = memory.history.find_ids(kinds=frozenset({"record_use"}))
    plan = memory.history.plan_undo(memory.history.get(imported).id)  # type: ignore[arg-type]
    assert [operation.id for operation in plan.dependents] == [use]
    memory.history.undo(plan.operation.id, with_dependents=True)
    assert memory.workspaces.counts(None).events == 0
    assert memory.retrieval.receipt("r").session_id is None
    assert memory.maintenance.check().ok
    memory.history.redo()
    assert memory.maintenance.content_digest() == digest


def test_a_use_of_what_is_gone_cannot_be_redone(memory: Memory) -> None:
    refs = event_refs(memory)[:1]
    memory.retrieval.record_use(judged(memory, refs), "r", refs, "Which?")
    use = memory.history.undo().operation_id
    assert use is not None
    target = memory.history.get(use).target
    memory.history.undo()
    assert memory.workspaces.counts(None).events == 0
    with pytest.raises(ConflictError) as raised:
        memory.history.redo(target)
    assert raised.value.code == "event_gone"
    assert memory.maintenance.check().ok


def test_being_found_is_kept_for_display_and_survives_undo(memory: Memory) -> None:
    ref = event_refs(memory)[0]
    key = EventId(int(ref[1:]))
    pin = memory.events.pin([key]).operation_id
    digest = memory.maintenance.content_digest()
    memory.retrieval.open_batch(RetrievalKind.EXPAND_EVENT, "bread", [ref, ref, "e987654321"])
    assert memory.maintenance.content_digest() == digest
    found_at = memory.events.get(key).last_found_at
    assert found_at is not None
    memory.history.undo(pin)
    assert memory.events.get(key).last_found_at == found_at


def test_what_names_nothing_is_an_error(memory: Memory) -> None:
    with pytest.raises(NotFoundError):
        memory.retrieval.assess(RetrievalId(99), SUFFICIENT)
    with pytest.raises(NotFoundError):
        memory.retrieval.record_use(RetrievalId(99), "r", [], "?")
    with pytest.raises(NotFoundError):
        memory.retrieval.receipt("r")
    with pytest.raises(InputRejected):
        memory.retrieval.record_use(judged(memory, []), " ", [], "?")


PROCESS = """
import sys
from pathlib import Path
from stratagate_app.engine import Memory, RetrievalId
with Memory.open(Path(sys.argv[1])) as memory:
    for _ in range(5):
        memory.retrieval.record_use(RetrievalId(int(sys.argv[2])), "r", sys.argv[3:], "Which?")
"""


@pytest.mark.slow
def test_a_receipt_recorded_by_many_processes_counts_once(memory: Memory) -> None:
    refs = event_refs(memory)[:2]
    batch = judged(memory, refs)
    running = [
        subprocess.Popen([sys.executable, "-c", PROCESS, str(memory.path), str(batch), *refs])
        for _ in range(4)
    ]
    memory.retrieval.record_use(batch, "r", refs, "Which?")
    assert [process.wait(timeout=120) for process in running] == [0, 0, 0, 0]
    for ref in refs:
        key = EventId(int(ref[1:]))
        assert memory.events.get(key).row.adoptions == 1
        assert len(memory.retrieval.adoptions_of(key)) == 1
    assert len(memory.retrieval.find_receipt_ids()) == 1
    assert len(memory.history.find_ids(kinds=frozenset({"record_use"}))) == 1


LOOKING = st.one_of(
    st.tuples(st.just("search"), st.sampled_from(["bread", "tea", "question answer", "?"])),
    st.tuples(st.just("recall"), st.sampled_from(["about bread", "Question 3 about tea"])),
    st.tuples(st.just("expand"), st.sampled_from(["2", "5"])),
    st.tuples(st.just("look"), st.sampled_from(["0", "3"])),
    st.tuples(st.just("ask"), st.sampled_from(["bread", "Which tea was it?"])),
    st.tuples(st.just("assess"), st.sampled_from(["sufficient", "partial", "wrong"])),
)


def look(memory: Memory, what: str, how: str) -> None:
    sessions = memory.sessions.find_ids(None)
    block = memory.sessions.strata(SessionId(sessions[0])).blocks[0].id
    if what == "search":
        hits = memory.search.find(how)
        refs = [public_id("event", hit.event.id) for hit in hits.events]
        memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, how, refs)
    elif what == "recall":
        memory.recall.recall(how, session_id=SessionId(sessions[0]))
        memory.recall.context(SessionId(sessions[-1]))
    elif what == "expand":
        memory.blocks.expand(block, Level(int(how)), actor=Actor.AGENT)
    elif what == "look":
        memory.blocks.text(block, Level(int(how)))
        first, second, *_ = map(EventId, memory.events.find_ids(EventFilter()))
        memory.events.get(first)
        memory.events.plan_merge((first, second))
    elif what == "ask":
        # Without a receipt: nothing of what was found is said to have been used.
        ask = memory.asks.begin(how)
        ask = memory.asks.take(ask.id, AskMove(RetrievalKind.SEARCH_EVENTS, how))
        ref = event_refs(memory)[0]
        memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_EVENT, ref=ref))
    else:
        refs = event_refs(memory)
        batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "bread", refs)
        memory.retrieval.assess(batch, {**SUFFICIENT, "verdict": how, "evidence_refs": refs[:8]})


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(LOOKING, min_size=1, max_size=8))
def test_nothing_but_a_receipt_changes_a_weight(looks: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder, open_plain(Path(folder) / "memory.db") as memory:
        memory.imports.import_file(
            write_conversations(Path(folder) / "a.jsonl", conversation(13), conversation(7, "tea"))
        )
        run_jobs(memory)
        refs = event_refs(memory)[:1]
        memory.retrieval.record_use(judged(memory, refs), "r", refs, "Which?")
        before = weights_of(memory)
        for what, how in looks:
            look(memory, what, how)
        assert weights_of(memory) == before
