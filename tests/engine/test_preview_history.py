"""Lives of a memory into which other assistants' memories come; all of it can be taken back."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from stratagate_app.engine import (
    CandidateId,
    ConflictError,
    Decision,
    EventId,
    InputRejected,
    MemoryFile,
    PreviewState,
    RetrievalKind,
    public_id,
)
from tests.engine.preview_support import candidate
from tests.engine.test_history import Story

SENTENCES = (
    "Question 1 about bread",
    "Question 1 about bread and how long it rests",
    "Question 2 about tea",
    "Maya bakes 12 loaves",
    "Maya bakes 40 loaves",
    "阿宁喜欢喝茶",
)


class PreviewStory(Story):
    """The same, with previews that are opened, decided, written and dropped in between."""

    @rule(sentences=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4))
    def read_memories(self, sentences: list[str]) -> None:
        before = self.memory.maintenance.content_digest()
        read = MemoryFile("text", tuple(map(candidate, sentences)))
        workspaces = self.memory.workspaces.list()
        if workspaces:
            self.memory.previews.open(read, "memories.txt", workspaces[0].id)
            assert self.memory.maintenance.content_digest() == before

    @rule(limit=st.integers(1, 3))
    def judge(self, limit: int) -> None:
        before = self.memory.maintenance.content_digest()
        self.memory.previews.judge_some(limit)
        assert self.memory.maintenance.content_digest() == before

    @precondition(lambda self: bool(self.memory.previews.load()))
    @rule(data=st.data(), decision=st.sampled_from(Decision))
    def decide(self, data: st.DataObject, decision: Decision) -> None:
        preview = data.draw(st.sampled_from(self.memory.previews.load()))
        ids = [CandidateId(key) for key in self.memory.previews.find_ids(preview.id)]
        # There may be no match to name, or it was written already.
        with suppress(InputRejected, ConflictError):
            self.memory.previews.decide(ids, decision)

    @precondition(lambda self: bool(self.memory.previews.load()))
    @rule(data=st.data())
    def commit(self, data: st.DataObject) -> None:
        preview = data.draw(st.sampled_from(self.memory.previews.load()))
        before = self.memory.maintenance.content_digest()
        if preview.state is PreviewState.OPEN:
            self.memory.previews.refresh(preview.id)
            while self.memory.previews.judge_some() is not None:
                pass
        try:
            self.memory.previews.commit(preview.id)
        except ConflictError:
            # Whoever chose a target that went since is told, and nothing was written.
            assert self.memory.maintenance.content_digest() == before
            return
        self.memory.history.undo()
        assert self.memory.maintenance.content_digest() == before
        self.memory.history.redo()

    @precondition(lambda self: bool(self.memory.previews.load()))
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        preview = data.draw(st.sampled_from(self.memory.previews.load()))
        if preview.state is PreviewState.OPEN:
            self.memory.previews.drop(preview.id)

    @rule(word=st.sampled_from(["bread", "loaves", "喝茶"]))
    def use(self, word: str) -> None:
        hits = self.memory.search.find(word).events
        if hits:
            ref = public_id("event", hits[0].event.id)
            batch = self.memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, word, [ref])
            self.memory.retrieval.assess(
                batch, {"verdict": "sufficient", "next_strategy": "answer", "evidence_refs": [ref]}
            )
            self.memory.retrieval.record_use(batch, f"receipt-{batch}", [ref], word)

    @rule(data=st.data())
    def take_some_back(self, data: st.DataObject) -> None:
        done = self.memory.history.load_page(
            self.memory.history.find_ids(kinds=frozenset({"import_memories"}))
        )
        for operation in done:
            made = list(self.memory.previews.find_made(operation.id))
            if made and not operation.undone:
                going = data.draw(st.lists(st.sampled_from(made), unique=True))
                self.memory.previews.withdraw(operation.id, [EventId(key) for key in going])
                break


PreviewStory.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPreviewStory = PreviewStory.TestCase
