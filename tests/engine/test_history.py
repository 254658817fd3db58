"""Undo and redo of everything, also after a restart, with dependents named beforehand."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from stratagate_app.engine import (
    NO_HAPPENING,
    Basis,
    ConflictError,
    Criticality,
    EventEdit,
    EventFilter,
    EventId,
    EventState,
    Happening,
    InputRejected,
    Level,
    Memory,
    NotFoundError,
    OperationId,
    Precision,
    RelationKind,
    Scope,
    SessionId,
)
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations


def filled(tmp_path: Path) -> Memory:
    memory = open_plain(tmp_path / "memory.db")
    memory.imports.import_file(
        write_conversations(tmp_path / "a.jsonl", conversation(20), conversation(13, "tea"))
    )
    run_jobs(memory)
    return memory


def test_undo_and_redo_survive_a_restart(tmp_path: Path) -> None:
    empty = open_plain(tmp_path / "memory.db")
    start = empty.maintenance.content_digest()
    empty.close()
    with filled(tmp_path) as memory:
        after_import = memory.maintenance.content_digest()
        ids = [EventId(key) for key in memory.events.find_ids(EventFilter())[:2]]
        memory.events.pin(ids)
        after_pin = memory.maintenance.content_digest()
    with open_plain(tmp_path / "memory.db") as memory:
        memory.history.undo()
        assert memory.maintenance.content_digest() == after_import
        memory.history.undo()
        assert memory.maintenance.content_digest() == start
        with pytest.raises(NotFoundError):
            memory.history.undo()
    with open_plain(tmp_path / "memory.db") as memory:
        memory.history.redo()
        assert memory.maintenance.content_digest() == after_import
        assert memory.events.find_ids(EventFilter(text="bread"))
        assert memory.search.find("bread").messages
        memory.history.redo()
        assert memory.maintenance.content_digest() == after_pin
        with pytest.raises(NotFoundError):
            memory.history.redo()
        assert memory.maintenance.check().ok


def test_what_later_work_touched_is_named_first(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        (imported,) = memory.history.load_page(memory.history.find_ids(kinds=frozenset({"import"})))
        (event_id, *_) = memory.events.find_ids(EventFilter())
        pinned = memory.events.pin([EventId(event_id)]).operation_id
        block = memory.sessions.strata(memory.sessions.find_ids(None)[0]).blocks[0]  # type: ignore[arg-type]
        expanded = memory.blocks.expand(block.id, Level.L5).operation_id
        plan = memory.history.plan_undo(imported.id)
        assert [o.id for o in plan.dependents] == [expanded, pinned]
        digest = memory.maintenance.content_digest()
        with pytest.raises(ConflictError) as raised:
            memory.history.undo(imported.id)
        assert raised.value.code == "dependents"
        assert memory.maintenance.content_digest() == digest
        memory.history.undo(imported.id, with_dependents=True)
        assert memory.workspaces.counts(None).sessions == 0
        memory.history.redo()
        assert memory.maintenance.content_digest() == digest


def test_one_of_several_is_undone_by_name(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        first, second, *_ = memory.events.find_ids(EventFilter())
        pin_first = memory.events.pin([EventId(first)]).operation_id
        memory.events.pin([EventId(second)])
        memory.history.undo(pin_first)
        pinned = memory.events.find_ids(EventFilter(pinned=True))
        assert list(pinned) == [second]
        with pytest.raises(ConflictError) as raised:
            memory.history.undo(pin_first)
        assert raised.value.code == "already_undone"
        memory.history.redo(pin_first)
        assert set(memory.events.find_ids(EventFilter(pinned=True))) == {first, second}


def test_a_redo_over_later_changes_is_refused(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        event_id = EventId(memory.events.find_ids(EventFilter())[0])
        pin = memory.events.pin([event_id]).operation_id
        memory.history.undo(pin)
        memory.events.pin([event_id])
        with pytest.raises(ConflictError):
            memory.history.redo(pin)


def test_a_new_change_ends_the_way_back(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        first, second, *_ = memory.events.find_ids(EventFilter())
        memory.events.pin([EventId(first)])
        memory.history.undo()
        assert memory.history.next_redo() is not None
        memory.events.pin([EventId(second)])
        assert memory.history.next_redo() is None


def test_derived_work_is_one_line_and_goes_with_its_import(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        derived, imported = memory.history.load_page(memory.history.find_ids())
        assert (derived.kind, derived.fields["blocks"], derived.fields["events"]) == (
            "derive",
            5,
            5,
        )
        assert not derived.undoable
        memory.history.undo(imported.id)
        assert memory.workspaces.counts(None).events == 0


EDITS = st.builds(
    EventEdit,
    title=st.sampled_from([None, "Sourdough", "茶和面包"]),
    summary=st.sampled_from([None, "They bake", "他们烤面包"]),
    tags=st.sampled_from([None, (), ("rye", "面包")]),
    participants=st.sampled_from([None, ("Maya",)]),
    happening=st.sampled_from(
        [None, NO_HAPPENING, Happening("2026", None, "", Precision.YEAR, Basis.EXPLICIT)]
    ),
)


class Story(RuleBasedStateMachine):
    """Random lives of a memory; undoing everything ends where it began."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.lengths: dict[str, int] = {}

    @initialize()
    def begin(self) -> None:
        self.memory = open_plain(self.folder / "memory.db")
        self.start = self.memory.maintenance.content_digest()

    @rule(topic=st.sampled_from(["bread", "tea", "盐"]), more=st.integers(1, 9))
    def bring_in(self, topic: str, more: int) -> None:
        self.lengths[topic] = self.lengths.get(topic, 0) + more
        file = write_conversations(
            self.folder / f"{topic}.jsonl", conversation(self.lengths[topic], topic)
        )
        assert not self.memory.imports.import_file(file).problems

    @rule(limit=st.integers(1, 5))
    def work(self, limit: int) -> None:
        self.memory.jobs.run_some(limit)

    @precondition(lambda self: bool(self.memory.events.find_ids(EventFilter())))
    @rule(data=st.data(), pinned=st.booleans())
    def pin(self, data: st.DataObject, pinned: bool) -> None:
        key = data.draw(st.sampled_from(list(self.memory.events.find_ids(EventFilter()))))
        (self.memory.events.pin if pinned else self.memory.events.unpin)([EventId(key)])

    @precondition(lambda self: bool(self.memory.events.find_ids(EventFilter())))
    @rule(
        data=st.data(),
        act=st.sampled_from(["forget", "archive", "restore", "scope", "criticality"]),
    )
    def change_some(self, data: st.DataObject, act: str) -> None:
        known = [EventId(key) for key in self.memory.events.find_ids(EventFilter())]
        keys = data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=4))
        if act == "scope":
            self.memory.events.set_scope(keys, data.draw(st.sampled_from(list(Scope))))
        elif act == "criticality":
            criticality = data.draw(st.sampled_from(list(Criticality)))
            self.memory.events.set_criticality(keys, criticality)
        else:
            getattr(self.memory.events, act)(keys)

    @precondition(lambda self: bool(self.memory.events.find_ids(EventFilter())))
    @rule(data=st.data(), edit=EDITS)
    def correct(self, data: st.DataObject, edit: EventEdit) -> None:
        key = data.draw(st.sampled_from(list(self.memory.events.find_ids(EventFilter()))))
        self.memory.events.edit(EventId(key), edit)

    @precondition(lambda self: len(self.memory.events.find_ids(EventFilter())) > 1)
    @rule(data=st.data(), act=st.sampled_from([*RelationKind, "merge", "unrelate"]))
    def link(self, data: st.DataObject, act: str) -> None:
        known = [EventId(key) for key in self.memory.events.find_ids(EventFilter())]
        one, other = data.draw(
            st.lists(st.sampled_from(known), min_size=2, max_size=2, unique=True)
        )
        before = self.memory.maintenance.content_digest()
        try:
            if act == "merge":
                self.memory.events.merge((one, other))
            elif act == "unrelate":
                self.memory.events.unrelate(one, other)
            else:
                self.memory.events.relate(one, other, RelationKind(act))
        except InputRejected:
            assert self.memory.maintenance.content_digest() == before

    @precondition(lambda self: bool(self.memory.sessions.find_ids(None)))
    @rule(data=st.data(), level=st.sampled_from(list(Level)))
    def expand(self, data: st.DataObject, level: Level) -> None:
        key = data.draw(st.sampled_from(list(self.memory.sessions.find_ids(None))))
        strata = self.memory.sessions.strata(SessionId(key))
        ready = [b for b in strata.blocks if b.ready_position]
        if ready:
            self.memory.blocks.expand(data.draw(st.sampled_from(ready)).id, level)

    @precondition(lambda self: bool(self.memory.workspaces.list()))
    @rule(turns=st.integers(1, 8))
    def configure(self, turns: int) -> None:
        self.memory.workspaces.configure(self.memory.workspaces.list()[0].id, block_turns=turns)

    @rule()
    def restart(self) -> None:
        self.memory.close()
        self.memory = open_plain(self.folder / "memory.db")

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        operations = self.memory.history.load_page(self.memory.history.find_ids())
        undoable = [operation for operation in operations if operation.undoable]
        if not undoable:
            return
        before = self.memory.maintenance.content_digest()
        self.memory.history.undo(data.draw(st.sampled_from(undoable)).id, with_dependents=True)
        if data.draw(st.booleans()):
            self.memory.history.redo()
            assert self.memory.maintenance.content_digest() == before

    @rule()
    def redo(self) -> None:
        if self.memory.history.next_redo() is not None:
            self.memory.history.redo()

    @invariant()
    def whole(self) -> None:
        report = self.memory.maintenance.check()
        assert report.ok, report.problems

    @invariant()
    def nothing_counts_beside_its_successor(self) -> None:
        for key in self.memory.events.find_ids(EventFilter()):
            detail = self.memory.events.get(EventId(key))
            counts = any(
                link.kind is RelationKind.SUPERSEDES
                and not link.outgoing
                and link.state in (EventState.ACTIVE, EventState.SUPERSEDED)
                for link in detail.relations
            )
            assert (detail.row.state, counts) != (EventState.ACTIVE, True)
            if detail.row.state in (EventState.ACTIVE, EventState.SUPERSEDED):
                superseded = detail.row.state is EventState.SUPERSEDED
                assert detail.cap == (0.1 if superseded else None)

    def teardown(self) -> None:
        if not hasattr(self, "memory"):
            return
        while self.memory.history.next_undo() is not None:
            self.memory.history.undo(with_dependents=True)
        assert self.memory.maintenance.content_digest() == self.start
        for operation_id in self.memory.history.find_ids(kinds=frozenset({"import"})):
            assert self.memory.history.get(OperationId(operation_id)).undone
        self.memory.close()
        shutil.rmtree(self.folder)


Story.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestStory = Story.TestCase
