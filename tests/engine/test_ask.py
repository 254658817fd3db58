"""Ask: steps and judgements, answers from accepted evidence only, and the receipt once."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    Answerer,
    Ask,
    AskDraft,
    AskFilters,
    AskId,
    AskMove,
    AskOutcome,
    ConflictError,
    EventFilter,
    EventId,
    EventType,
    FoundKind,
    InputRejected,
    Level,
    Memory,
    ModelUnavailableError,
    NotFoundError,
    OperationCancelled,
    ReplySchemaError,
    RetrievalKind,
    SessionId,
    Verdict,
    decide_text,
)
from tests.engine.ask_support import CHANGE, QUESTION, Line, Script, asked_memory, say, search
from tests.engine.test_retrieval import weights_of

MESSAGES = RetrievalKind.SEARCH_MESSAGES


class Opened:
    """A memory whose answerer follows a script that comes later."""

    def __init__(self, folder: Path) -> None:
        self.script = Script([])
        self.memory = asked_memory(folder, self.script)

    def ask(self, *lines: Line, max_steps: int = 8, **how: object) -> Ask:
        self.script.lines[:] = lines
        return self.memory.asks.ask(QUESTION, max_steps=max_steps, **how)  # type: ignore[arg-type]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = Opened(tmp_path)
    yield made
    made.memory.close()


def ref_of(memory: Memory, words: str) -> str:
    """Return the reference of the message that says these words."""
    (hit, *_) = memory.search.find(words).messages
    return f"m{hit.message_id}"


def test_an_answer_rests_on_what_the_gate_let_through(opened: Opened) -> None:
    memory = opened.memory
    change = ref_of(memory, "five times faster")
    seen: list[tuple[int, str]] = []

    def follow(ask: Ask) -> None:
        last = ask.steps[-1] if ask.steps else None
        verdict = "" if last is None or last.assessment is None else last.assessment.verdict.value
        seen.append((len(ask.steps), verdict))

    ask = opened.ask(
        say(move=search("pnpm move reason", MESSAGES)),
        say("partial", [change, "m999"], AskMove(RetrievalKind.EXPAND_BLOCK, ref=change)),
        say("sufficient", [change], fit="reason and date"),
        AskDraft("You moved on 4 March, because CI installs became faster [1].", ("1",), 300),
        on_step=follow,
    )
    assert ask.outcome is AskOutcome.ANSWERED
    assert ask.answer.endswith("faster [1].")
    assert [item.ref for item in ask.evidence] == [change]
    assert [step.move.kind for step in ask.steps] == [MESSAGES, RetrievalKind.EXPAND_BLOCK]
    first, second = ask.steps
    assert first.assessment is not None
    assert first.assessment.verdict is Verdict.PARTIAL
    assert [(item.ref, item.reason) for item in first.assessment.refused] == [
        ("m999", "not_in_batch")
    ]
    assert second.sufficient
    assert second.found[0] == "b1@5"
    assert change in second.found
    assert ask.items["b1@5"].kind is FoundKind.BLOCK
    assert ask.items[change].text == CHANGE
    assert ask.tokens == 600
    assert seen == [(1, ""), (2, ""), (2, "sufficient")]
    assert ask.receipt is not None
    assert ask.receipt.refs == (change,)
    assert ask.receipt.receipt_id == ask.receipt_id
    assert [row.question for row in memory.asks.load_page(memory.asks.find_ids())] == [QUESTION]
    assert memory.asks.get(ask.id).answer == ask.answer


def test_evidence_may_rest_on_several_steps_and_events_count_once(opened: Opened) -> None:
    memory = opened.memory
    change = ref_of(memory, "five times faster")
    (event, *_) = memory.events.find_ids(EventFilter())
    title = memory.events.get(EventId(event)).row.title
    before = memory.events.get(EventId(event)).row
    ask = opened.ask(
        say(move=search(title)),
        say("partial", [f"e{event}"], search("pnpm", MESSAGES)),
        say("sufficient", [change, f"e{event}"]),
        AskDraft(f"First [e{event}], then [1]; [9] is not there.", (f"e{event}", change, "e77")),
    )
    assert ask.outcome is AskOutcome.ANSWERED
    assert ask.answer == "First [1], then [2]; is not there."
    assert [item.ref for item in ask.evidence] == [f"e{event}", change]
    used = ask.evidence[0]
    assert used.weight_before == before.weight < 1.0
    assert (used.weight_after, used.uses) == (1.0, 1)
    assert {note.detail for note in ask.notes if note.code == "refused_ref"} == {"9", "e77"}
    assert ask.receipt is not None
    assert {item.ref for item in ask.receipt.refused} == {"9", "e77"}
    assert memory.events.get(EventId(event)).row.adoptions == 1
    assert ask.changes.event_ids == {event}
    assert change not in ask.found_only
    assert f"e{event}" not in ask.found_only
    assert ask.found_only


def test_a_claim_without_evidence_is_no_answer(opened: Opened) -> None:
    memory = opened.memory
    before = weights_of(memory)
    ask = opened.ask(
        say(move=search("pnpm")),
        say("sufficient", ["e999"], missing="everything"),
        say("sufficient", [7, ""]),
        max_steps=2,
    )
    assert ask.outcome is AskOutcome.INSUFFICIENT
    assert ask.answer == ""
    assert ask.missing
    assert [note.code for note in ask.notes] == ["not_sufficient", "not_sufficient"]
    assert ask.receipt is None
    assert not memory.retrieval.find_receipt_ids()
    assert weights_of(memory) == before


def test_the_budget_ends_a_search_that_finds_nothing(opened: Opened) -> None:
    lines = [say("wrong", (), search(f"word{number}")) for number in range(9)]
    ask = opened.ask(*lines, max_steps=3)
    assert ask.outcome is AskOutcome.INSUFFICIENT
    assert len(ask.steps) == 3
    assert [state.steps_left for state in opened.script.states] == [3, 2, 1, 0]
    assert all(step.assessment for step in ask.steps)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (AskMove(RetrievalKind.EXPAND_EVENT, ref="e999"), "not_shown"),
        (AskMove(RetrievalKind.EXPAND_BLOCK, ref="b1@5; DROP TABLE"), "not_shown"),
        (search("  "), "empty_query"),
        (AskMove(RetrievalKind.SEARCH_ELEMENTS, "atlas"), "unknown_kind"),
        (None, "none_named"),
    ],
)
def test_a_step_that_cannot_be_taken_is_told_and_costs_one(
    opened: Opened, move: AskMove | None, reason: str
) -> None:
    ask = opened.ask(say(move=move), say("partial", (), move), max_steps=1)
    assert ask.outcome is AskOutcome.INSUFFICIENT
    assert [(note.code, note.reason) for note in ask.notes] == [("bad_move", reason)]
    assert ask.steps == ()


def test_the_same_step_is_not_taken_twice(opened: Opened) -> None:
    lines = [say(move=search("pnpm")), say(move=search(" PNPM ")), say()]
    ask = opened.ask(*lines, max_steps=2)
    assert len(ask.steps) == 1
    assert [note.reason for note in ask.notes] == ["repeated"]


def test_replies_of_no_form_are_failed_attempts_that_are_kept(opened: Opened) -> None:
    broken = ReplySchemaError(where="verdict", reason="not_json")
    ask = opened.ask(broken, say(move=search("bread")), broken, broken)
    assert ask.outcome is AskOutcome.FAILED
    assert ask.error == "reply_schema"
    assert [(note.code, note.reason) for note in ask.notes] == [
        ("reply_schema", "not_json"),
        ("reply_schema", "not_json"),
        ("failed", "reply_schema"),
    ]
    assert len(ask.steps) == 1
    assert ask.items


def test_an_answer_that_names_nothing_that_holds_is_not_taken(opened: Opened) -> None:
    memory = opened.memory
    change = ref_of(memory, "five times faster")
    ask = opened.ask(
        say(move=search("pnpm", MESSAGES)),
        say("sufficient", [change]),
        AskDraft("Because I say so [3].", ("m999",)),
        AskDraft("", (change,)),
    )
    assert ask.outcome is AskOutcome.FAILED
    assert ask.answer == ""
    assert not memory.retrieval.find_receipt_ids()


def test_the_last_request_sent_twice_counts_once(opened: Opened) -> None:
    memory = opened.memory
    (event, *_) = memory.events.find_ids(EventFilter())
    ref, title = f"e{event}", memory.events.get(EventId(event)).row.title
    gone = ModelUnavailableError("timeout", server="http://localhost")
    ask = opened.ask(say(move=search(title)), say("sufficient", [ref]), gone)
    assert (ask.outcome, ask.error) == (AskOutcome.FAILED, "timeout")
    assert len(ask.steps) == 1
    assert memory.events.get(EventId(event)).row.adoptions == 0
    opened.script.lines[:] = [AskDraft("So [1].", ("1",))]
    again = memory.asks.resume(ask.id)
    assert (again.outcome, again.error) == (AskOutcome.ANSWERED, "")
    assert again.receipt_id == ask.receipt_id
    assert memory.events.get(EventId(event)).row.adoptions == 1
    # An answer that is there is neither asked for nor counted again.
    assert memory.asks.resume(ask.id).receipt == again.receipt
    assert memory.events.get(EventId(event)).row.adoptions == 1
    assert len(memory.retrieval.find_receipt_ids()) == 1


def test_two_that_finish_the_same_question_count_once(opened: Opened) -> None:
    memory = opened.memory
    first, second, *_ = memory.events.find_ids(EventFilter())
    titles = " ".join(memory.events.get(EventId(key)).row.title for key in (first, second))
    refs = [f"e{first}", f"e{second}"]
    stop = OperationCancelled()
    ask = opened.ask(say(move=search(titles)), say("sufficient", refs), stop)
    assert ask.outcome is AskOutcome.STOPPED
    both = threading.Barrier(2, timeout=20)

    class Slow(Script):
        def answer(self, *given: object) -> AskDraft:
            both.wait()
            return AskDraft(f"Only [{self.name}].", ())

    others = [asked_by(memory, Slow([], name=name)) for name in ("1", "2")]
    threads = [threading.Thread(target=other.asks.resume, args=(ask.id,)) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for other in others:
        other.close()
    done = memory.asks.get(ask.id)
    assert done.outcome is AskOutcome.ANSWERED
    assert len(memory.retrieval.find_receipt_ids()) == 1
    counts = [memory.events.get(EventId(key)).row.adoptions for key in (first, second)]
    assert sorted(counts) == [0, 1]
    assert done.receipt is not None
    assert [item.ref for item in done.evidence] == list(done.receipt.refs)


def asked_by(memory: Memory, answerer: Answerer) -> Memory:
    return Memory.open(memory.path, answerer=answerer)


def test_a_crash_between_answer_and_receipt_is_made_good(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened.memory
    (event, *_) = memory.events.find_ids(EventFilter())
    ref, title = f"e{event}", memory.events.get(EventId(event)).row.title
    real = memory.retrieval.record_use
    monkeypatch.setattr(memory.retrieval, "record_use", _crash)
    with pytest.raises(KeyboardInterrupt):
        opened.ask(say(move=search(title)), say("sufficient", [ref]), AskDraft("So [1].", ("1",)))
    monkeypatch.setattr(memory.retrieval, "record_use", real)
    (ask_id,) = memory.asks.find_ids()
    assert memory.asks.get(AskId(ask_id)).outcome is AskOutcome.STOPPED
    # No line is left: the answer that was kept is not asked for again.
    done = memory.asks.resume(AskId(ask_id))
    assert (done.outcome, done.answer) == (AskOutcome.ANSWERED, "So [1].")
    assert memory.events.get(EventId(event)).row.adoptions == 1


def _crash(*_given: object, **_named: object) -> None:
    raise KeyboardInterrupt


class Stopping:
    """Progress that stops at a number of reports."""

    def __init__(self, at: int) -> None:
        self.reports: list[tuple[int, int]] = []
        self._at = at

    def report(self, done: int, total: int) -> None:
        if len(self.reports) == self._at:
            raise OperationCancelled
        self.reports.append((done, total))


def test_stopping_between_steps_keeps_what_was_found(opened: Opened) -> None:
    progress = Stopping(1)
    ask = opened.ask(say(move=search("pnpm")), say(move=search("npm")), progress=progress)
    assert ask.outcome is AskOutcome.STOPPED
    assert len(ask.steps) == 1
    assert progress.reports == [(0, 8)]
    opened.script.lines[:] = [say("wrong", (), search("lockfile")), say("wrong")]
    more = opened.memory.asks.resume(ask.id, max_steps=1)
    assert more.outcome is AskOutcome.INSUFFICIENT
    assert [step.move.query for step in more.steps] == ["pnpm", "lockfile"]


def test_what_an_answerer_sees_is_masked_and_fenced(opened: Opened) -> None:
    opened.ask(say(move=search("lockfile token", MESSAGES)), say(), max_steps=1)
    text = decide_text(opened.script.states[-1])
    assert "ghp_" not in text
    assert "[masked]" in text
    assert text.count("<memory>") == text.count("</memory>") == 1


def test_by_hand_the_same_steps_lead_to_a_receipt(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        assert memory.asks.model == ""
        with pytest.raises(ModelUnavailableError) as raised:
            memory.asks.ask(QUESTION)
        assert raised.value.code == "no_model"
        assert not memory.asks.find_ids()
        before = weights_of(memory)
        ask = memory.asks.begin(QUESTION)
        ask = memory.asks.take(ask.id, search("question bread"))
        event = ask.steps[0].found[0]
        ask = memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_EVENT, ref=event))
        ask = memory.asks.take(ask.id, search("pnpm", MESSAGES))
        assert weights_of(memory) == before
        change = ask.steps[2].found[0]
        assert event in ask.steps[2].earlier
        receipt = memory.asks.use(ask.steps[-1].retrieval_id, [event, change])
        assert receipt.refs == (event, change)
        again = memory.asks.use(ask.steps[-1].retrieval_id, [event, change])
        assert again.id == receipt.id
        with pytest.raises(ConflictError):
            memory.asks.use(ask.steps[-1].retrieval_id, [change])
        done = memory.asks.get(ask.id)
        assert done.outcome is AskOutcome.ANSWERED
        assert (done.answer, done.model) == ("", "")
        assert [(item.ref, item.uses) for item in done.evidence] == [(event, 1), (change, 0)]
        assert done.evidence[0].weight_after == 1.0
        assert memory.events.get(EventId(int(event[1:]))).row.adoptions == 1
        assert memory.maintenance.check().ok


def test_a_batch_of_no_question_can_be_used(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        (event, *_) = memory.events.find_ids(EventFilter())
        batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "bread", [f"e{event}"])
        receipt = memory.asks.use(batch, [f"e{event}", "e99"], receipt_id="mine")
        assert receipt.receipt_id == "mine"
        assert receipt.question == "bread"
        assert [item.reason for item in receipt.refused] == ["not_in_batch"]


@pytest.mark.parametrize("question", ["", "  ", "x" * 2001])
def test_a_question_has_a_length(tmp_path: Path, question: str) -> None:
    with asked_memory(tmp_path) as memory, pytest.raises(InputRejected):
        memory.asks.begin(question)


def test_what_names_nothing_is_an_error(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        with pytest.raises(NotFoundError):
            memory.asks.get(AskId(9))
        with pytest.raises(NotFoundError):
            memory.asks.begin("Where?", session_id=SessionId(99))
        ask = memory.asks.begin("Where?")
        with pytest.raises(NotFoundError):
            memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_BLOCK, ref="b99@5"))
        for ref in ("", "x1", "m", "b1@9"):
            with pytest.raises(InputRejected):
                memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_BLOCK, ref=ref))


def test_an_expansion_reads_a_block_and_leaves_it_as_it_is(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        block = memory.sessions.strata(SessionId(1)).blocks[0]
        digest = memory.maintenance.content_digest()
        ask = memory.asks.begin(QUESTION)
        move = AskMove(RetrievalKind.EXPAND_BLOCK, ref=f"b{block.id}", level=Level.L1)
        ask = memory.asks.take(ask.id, move)
        item = ask.items[ask.steps[0].found[0]]
        assert (item.level, item.block_number) == (Level.L1, 1)
        assert item.text == memory.blocks.text(block.id, Level.L1)
        ask = memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_BLOCK, ref="m1"))
        inside = [ref for ref in ask.steps[1].found if ref[0] == "m"]
        assert len(inside) == len(memory.blocks.messages(block.id))
        assert memory.maintenance.content_digest() == digest
        assert memory.blocks.get(block.id) == block


def test_filters_alone_find_events(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        ask = memory.asks.begin(QUESTION)
        move = AskMove(RetrievalKind.SEARCH_EVENTS, filters=AskFilters(types=(EventType.OTHER,)))
        ask = memory.asks.take(ask.id, move)
        assert ask.steps[0].found
        assert ask.steps[0].move == move
        assert memory.retrieval.get(ask.steps[0].retrieval_id).scope == "types: other"


def test_nothing_leaks_from_another_workspace(tmp_path: Path) -> None:
    with asked_memory(tmp_path) as memory:
        workspace, _ = memory.workspaces.create("elsewhere")
        ask = memory.asks.begin(QUESTION, workspace_id=workspace)
        for kind in (RetrievalKind.SEARCH_EVENTS, MESSAGES):
            ask = memory.asks.take(ask.id, search("pnpm bread question", kind))
        assert [step.found for step in ask.steps] == [(), ()]
        assert list(memory.asks.find_ids(workspace)) == [ask.id]
        here = memory.asks.begin(QUESTION, session_id=SessionId(1))
        assert here.workspace_id == memory.sessions.get(SessionId(1)).workspace_id


MOVES = st.one_of(
    st.builds(search, st.sampled_from(["bread", "pnpm", "tea question", "?"])),
    st.builds(search, st.sampled_from(["bread", "pnpm answer"]), st.just(MESSAGES)),
    st.builds(
        lambda kind, ref: AskMove(kind, ref=ref),
        st.sampled_from([RetrievalKind.EXPAND_EVENT, RetrievalKind.EXPAND_BLOCK]),
        st.sampled_from(["e1", "e2", "m3", "b1@5", "b2", "e999", ""]),
    ),
    st.none(),
)
DECISIONS = st.one_of(
    st.builds(
        say,
        st.sampled_from(["partial", "wrong", "sufficient", "perhaps"]),
        st.lists(st.sampled_from(["e999", "m0", "", 7, None]), max_size=3),
        MOVES,
    ),
    st.just(ReplySchemaError(where="move", reason="shape")),
)


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(DECISIONS, min_size=7, max_size=7), st.integers(1, 5), st.lists(MOVES, max_size=4))
def test_asking_without_a_receipt_changes_no_weight(
    lines: list[Line], max_steps: int, by_hand: list[AskMove | None]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        opened = Opened(Path(folder))
        memory = opened.memory
        with closing(memory):
            titled = memory.events.find_ids(EventFilter())[0]
            batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "a", [f"e{titled}"])
            memory.asks.use(batch, [f"e{titled}"])
            before, digest = weights_of(memory), memory.maintenance.content_digest()
            ask = opened.ask(*lines, max_steps=max_steps)
            assert ask.outcome in (AskOutcome.INSUFFICIENT, AskOutcome.FAILED)
            ask = memory.asks.begin(QUESTION)
            for move in by_hand:
                if move is not None:
                    with suppress(InputRejected, NotFoundError):
                        memory.asks.take(ask.id, move)
            assert weights_of(memory) == before
            assert memory.maintenance.content_digest() == digest
            assert len(memory.retrieval.find_receipt_ids()) == 1
