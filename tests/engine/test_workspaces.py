"""Workspaces: rules for what comes in, sessions moved between them, and the way back."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
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
    ConflictError,
    EventFilter,
    EventId,
    InputRejected,
    Level,
    Memory,
    NotFoundError,
    RetrievalId,
    RetrievalKind,
    RuleKind,
    SessionId,
    WorkspaceId,
    public_id,
)
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations


def claude_code(path: Path, session: str, cwd: str, turns: int = 6) -> Path:
    """Write a Claude Code session of so many turns in a folder."""
    lines = []
    for number, message in enumerate(conversation(turns, session)):
        lines.append(
            {
                "type": message["role"],
                "sessionId": session,
                "cwd": cwd,
                "uuid": f"{session}-{number}",
                "timestamp": message["timestamp"],
                "message": {"role": message["role"], "content": message["content"]},
            }
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "memory.db") as memory:
        yield memory


def name_of_home(memory: Memory, session: int) -> str:
    return memory.workspaces.get(memory.sessions.get(SessionId(session)).workspace_id).name


def home_of(memory: Memory, file: Path, workspace: WorkspaceId | None = None) -> str:
    """Import a file of one session and return the name of the workspace it went to."""
    result = memory.imports.import_file(file, workspace_id=workspace)
    assert not result.problems
    return name_of_home(memory, result.session_ids[0])


# -- rules


def test_a_rule_decides_where_new_conversations_go(memory: Memory, tmp_path: Path) -> None:
    work, _ = memory.workspaces.create("Work")
    talks, _ = memory.workspaces.create("Talks")
    memory.workspaces.add_rule(RuleKind.PROJECT, "/home/maya/work", work)
    memory.workspaces.add_rule(RuleKind.SOURCE, "openai-messages", talks)
    plain = write_conversations(tmp_path / "a.jsonl", conversation(2, "tea"))
    inside = claude_code(tmp_path / "b.jsonl", "one", "/home/maya/work/atlas")
    beside = claude_code(tmp_path / "c.jsonl", "two", "/home/maya/garden")
    assert home_of(memory, inside) == "Work"
    assert home_of(memory, plain) == "Talks"
    assert home_of(memory, beside) == "garden"
    by_hand = claude_code(tmp_path / "d.jsonl", "three", "/home/maya/work")
    assert home_of(memory, by_hand, talks) == "Talks"


def test_what_is_there_already_stays_where_it_is(memory: Memory, tmp_path: Path) -> None:
    file = claude_code(tmp_path / "a.jsonl", "one", "/home/maya/atlas")
    assert home_of(memory, file) == "atlas"
    work, _ = memory.workspaces.create("Work")
    memory.workspaces.add_rule(RuleKind.PROJECT, "/home/maya", work)
    longer = claude_code(tmp_path / "a.jsonl", "one", "/home/maya/atlas", turns=9)
    assert home_of(memory, longer) == "atlas"
    assert memory.workspaces.get(work).turns == 0


def test_rules_that_say_nothing_or_the_same_are_refused(memory: Memory) -> None:
    work, _ = memory.workspaces.create("Work")
    memory.workspaces.add_rule(RuleKind.PROJECT, "/home/maya", work)
    memory.workspaces.add_rule(RuleKind.SOURCE, "chatgpt", work)
    digest = memory.maintenance.content_digest()
    for kind, pattern, code in [
        (RuleKind.PROJECT, "", "rule_path"),
        (RuleKind.PROJECT, "./", "rule_path"),
        (RuleKind.PROJECT, "/a\nb", "rule_path"),
        (RuleKind.PROJECT, "/" + "a" * 1000, "rule_path"),
        (RuleKind.SOURCE, "telegram", "rule_source"),
    ]:
        with pytest.raises(InputRejected) as refused:
            memory.workspaces.add_rule(kind, pattern, work)
        assert refused.value.code == code
    for kind, pattern in [(RuleKind.PROJECT, " /home//maya/ "), (RuleKind.SOURCE, "chatgpt")]:
        with pytest.raises(ConflictError) as clash:
            memory.workspaces.add_rule(kind, pattern, work)
        assert (clash.value.code, clash.value.fields["workspace"]) == ("rule_exists", "Work")
    with pytest.raises(NotFoundError):
        memory.workspaces.add_rule(RuleKind.PROJECT, "/x", WorkspaceId(99))
    assert memory.maintenance.content_digest() == digest


def test_rules_come_and_go_undoably(memory: Memory) -> None:
    work, _ = memory.workspaces.create("Work")
    before = memory.maintenance.content_digest()
    key, added = memory.workspaces.add_rule(RuleKind.PROJECT, "/home/maya", work)
    assert added.workspaces
    (made,) = memory.workspaces.rules()
    assert (made.id, made.kind, made.pattern) == (key, RuleKind.PROJECT, "/home/maya")
    with_rule = memory.maintenance.content_digest()
    memory.workspaces.remove_rule(key)
    assert memory.workspaces.rules() == ()
    with pytest.raises(NotFoundError):
        memory.workspaces.remove_rule(key)
    memory.history.undo()
    assert memory.maintenance.content_digest() == with_rule
    memory.history.undo()
    assert memory.maintenance.content_digest() == before
    memory.history.redo()
    assert memory.maintenance.content_digest() == with_rule


def test_a_workspace_does_not_go_from_under_its_rules(memory: Memory) -> None:
    work, created = memory.workspaces.create("Work")
    key, added = memory.workspaces.add_rule(RuleKind.PROJECT, "/home/maya", work)
    removed = memory.workspaces.remove_rule(key)
    assert created.operation_id is not None
    with pytest.raises(ConflictError) as raised:
        memory.history.undo(created.operation_id)
    assert raised.value.code == "dependents"
    plan = memory.history.plan_undo(created.operation_id)
    assert [item.id for item in plan.dependents] == [removed.operation_id, added.operation_id]
    for operation in (removed, added, created):
        memory.history.undo(operation.operation_id)
    with pytest.raises(ConflictError) as gone:
        memory.history.redo(added.operation_id)
    assert gone.value.code == "workspace_gone"
    assert memory.maintenance.check().ok


# -- moving


def three_workspaces(memory: Memory, folder: Path) -> list[WorkspaceId]:
    """Fill Bread with two sessions and Tea with one; Empty has none."""
    homes = [memory.workspaces.create(name)[0] for name in ("Bread", "Tea", "Empty")]
    for home, topics in zip(homes, (("bread", "rye"), ("tea",), ()), strict=True):
        for number, topic in enumerate(topics):
            file = write_conversations(folder / f"{topic}.jsonl", conversation(20 + number, topic))
            memory.imports.import_file(file, workspace_id=home)
    run_jobs(memory)
    return homes


def weights(memory: Memory) -> dict[EventId, float]:
    found = memory.events.load_page(memory.events.find_ids(EventFilter()))
    return {row.id: row.weight for row in found}


def use(memory: Memory, event: EventId, receipt: str) -> None:
    ref = public_id("event", event)
    batch: RetrievalId = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "q", [ref])
    memory.retrieval.assess(
        batch, {"verdict": "sufficient", "evidence_refs": [ref], "next_strategy": "answer"}
    )
    assert memory.retrieval.record_use(batch, receipt, [ref], "q").refs == (ref,)


def sessions_of(memory: Memory, home: WorkspaceId) -> list[SessionId]:
    return [SessionId(key) for key in memory.sessions.find_ids(home, order="oldest")]


def test_a_move_takes_everything_along_and_changes_no_weight(
    memory: Memory, tmp_path: Path
) -> None:
    bread, tea, empty = three_workspaces(memory, tmp_path)
    moving = sessions_of(memory, bread)
    event = EventId(memory.events.find_ids(EventFilter(workspace_id=bread, text="rye"))[0])
    use(memory, event, "first")
    file = write_conversations(tmp_path / "more.jsonl", conversation(7, "flour"))
    memory.imports.import_file(file, workspace_id=bread)
    run_jobs(memory)
    before, digest = weights(memory), memory.maintenance.content_digest()
    assert len(set(before.values())) > 2
    turns = [memory.workspaces.get(home).turns for home in (bread, tea, empty)]
    curve = memory.events.get(event)
    uses = memory.retrieval.adoptions_of(event)

    changes = memory.workspaces.move_sessions([*moving, moving[0]], empty)

    assert changes.session_ids == frozenset(moving)
    assert weights(memory) == before
    assert [memory.workspaces.get(home).turns for home in (bread, tea, empty)] == turns
    assert set(sessions_of(memory, empty)) == set(moving)
    held = memory.events.load_page(memory.events.find_ids(EventFilter(workspace_id=empty)))
    assert {row.session_id for row in held} == set(moving)
    after = memory.events.get(event)
    assert after.elapsed_turns == curve.elapsed_turns
    assert after.workspace_turn - after.formed_turn == curve.workspace_turn - curve.formed_turn
    (used,) = memory.retrieval.adoptions_of(event)
    assert after.workspace_turn - used.turn == curve.workspace_turn - uses[0].turn
    assert memory.events.history(event)[0].kind == "move_sessions"

    moved = memory.maintenance.content_digest()
    memory.history.undo()
    assert memory.maintenance.content_digest() == digest
    memory.history.redo()
    assert memory.maintenance.content_digest() == moved
    assert memory.maintenance.check().ok


def test_a_move_that_moves_nothing_is_no_operation(memory: Memory, tmp_path: Path) -> None:
    bread, _, _ = three_workspaces(memory, tmp_path)
    session = sessions_of(memory, bread)[0]
    assert memory.workspaces.move_sessions([session], bread).operation_id is None
    assert memory.workspaces.move_sessions([], bread).operation_id is None
    digest = memory.maintenance.content_digest()
    with pytest.raises(NotFoundError):
        memory.workspaces.move_sessions([session, SessionId(99)], bread)
    with pytest.raises(NotFoundError):
        memory.workspaces.move_sessions([session], WorkspaceId(99))
    assert memory.maintenance.content_digest() == digest


def test_what_is_derived_meanwhile_belongs_where_its_session_is(
    memory: Memory, tmp_path: Path
) -> None:
    bread, _, empty = three_workspaces(memory, tmp_path)
    file = write_conversations(tmp_path / "late.jsonl", conversation(20, "late"))
    session = SessionId(memory.imports.import_file(file, workspace_id=bread).session_ids[0])
    moved = memory.workspaces.move_sessions([session], empty).operation_id
    run_jobs(memory)
    late = memory.events.find_ids(EventFilter(workspace_id=empty))
    assert len(late) == 3
    before = weights(memory)
    assert memory.history.plan_undo(moved).dependents == ()
    memory.history.undo(moved)
    assert not memory.events.find_ids(EventFilter(workspace_id=empty))
    assert set(late) <= set(memory.events.find_ids(EventFilter(workspace_id=bread)))
    assert weights(memory) == before
    # The blocks keep their summaries.
    assert all(block.title for block in memory.sessions.strata(session).blocks)
    memory.history.redo(moved)
    assert set(memory.events.find_ids(EventFilter(workspace_id=empty))) == set(late)
    assert weights(memory) == before


def test_undoing_older_work_leaves_a_move_alone(memory: Memory, tmp_path: Path) -> None:
    bread, _, empty = three_workspaces(memory, tmp_path)
    event = EventId(memory.events.find_ids(EventFilter(workspace_id=bread, text="rye"))[0])
    pinned = memory.events.pin([event]).operation_id
    session = memory.events.get(event).row.session_id
    memory.workspaces.move_sessions([session], empty)
    memory.history.undo(pinned)
    row = memory.events.get(event).row
    assert (row.pinned, row.workspace_id) == (False, empty)
    assert row.weight == weights(memory)[event]
    memory.history.redo(pinned)
    assert memory.events.get(event).row.pinned
    assert memory.events.get(event).row.workspace_id == empty


def test_a_use_that_comes_back_counts_from_the_new_workspace(
    memory: Memory, tmp_path: Path
) -> None:
    bread, _, empty = three_workspaces(memory, tmp_path)
    event = EventId(memory.events.find_ids(EventFilter(workspace_id=bread, text="rye"))[0])
    use(memory, event, "first")
    used = memory.history.next_undo()
    assert used is not None
    elapsed = memory.events.get(event).elapsed_turns
    memory.history.undo(used.id)
    memory.workspaces.move_sessions([memory.events.get(event).row.session_id], empty)
    memory.history.redo(used.id)
    detail = memory.events.get(event)
    (adoption,) = memory.retrieval.adoptions_of(event)
    assert detail.elapsed_turns == elapsed
    assert detail.workspace_turn - adoption.turn == elapsed


def test_undoing_settings_keeps_the_turns_that_came_since(memory: Memory, tmp_path: Path) -> None:
    home, _ = memory.workspaces.create("Bread")
    configured = memory.workspaces.configure(home, block_turns=9).operation_id
    file = write_conversations(tmp_path / "a.jsonl", conversation(5))
    memory.imports.import_file(file, workspace_id=home)
    memory.history.undo(configured)
    workspace = memory.workspaces.get(home)
    assert (workspace.turns, workspace.block_turns) == (5, 6)


def test_workspaces_stay_while_a_move_may_lead_back_to_them(memory: Memory, tmp_path: Path) -> None:
    file = claude_code(tmp_path / "a.jsonl", "one", "/home/maya/atlas")
    session = SessionId(memory.imports.import_file(file).session_ids[0])
    other, created = memory.workspaces.create("Other")
    moved = memory.workspaces.move_sessions([session], other)
    # An undo tidies up empty workspaces that imports made: not this one.
    memory.workspaces.configure(other, block_turns=9)
    memory.history.undo()
    assert created.operation_id is not None
    assert memory.history.plan_undo(created.operation_id).dependents[0].id == moved.operation_id
    memory.history.undo(moved.operation_id)
    assert name_of_home(memory, session) == "atlas"
    memory.history.undo(created.operation_id)
    with pytest.raises(ConflictError) as gone:
        memory.history.redo(moved.operation_id)
    assert gone.value.code == "workspace_gone"
    assert memory.maintenance.check().ok


def test_a_session_that_moved_grows_where_it_is(memory: Memory, tmp_path: Path) -> None:
    bread, _, empty = three_workspaces(memory, tmp_path)
    file = claude_code(tmp_path / "a.jsonl", "one", "/home/maya/atlas")
    session = SessionId(memory.imports.import_file(file, workspace_id=bread).session_ids[0])
    memory.workspaces.move_sessions([session], empty)
    claude_code(tmp_path / "a.jsonl", "one", "/home/maya/atlas", turns=9)
    memory.imports.import_file(file, workspace_id=bread)
    assert memory.sessions.get(session).turns == 9
    assert memory.workspaces.get(empty).turns == 3
    assert name_of_home(memory, session) == "Empty"


def test_a_move_comes_back_only_with_its_session(memory: Memory, tmp_path: Path) -> None:
    home, _ = memory.workspaces.create("Home")
    result = memory.imports.import_file(
        write_conversations(tmp_path / "a.jsonl", conversation(7)), workspace_id=home
    )
    other, _ = memory.workspaces.create("Other")
    moved = memory.workspaces.move_sessions([SessionId(result.session_ids[0])], other)
    memory.history.undo(moved.operation_id)
    memory.history.undo(result.changes.operation_id)
    with pytest.raises(ConflictError) as gone:
        memory.history.redo(moved.operation_id)
    assert gone.value.code == "session_gone"


def test_a_workspace_does_not_come_back_under_a_name_that_is_taken(memory: Memory) -> None:
    first, created = memory.workspaces.create("Work")
    renamed = memory.workspaces.configure(first, name="Office")
    memory.workspaces.create("Work")
    digest = memory.maintenance.content_digest()
    for operation in (renamed.operation_id, created.operation_id):
        with pytest.raises(ConflictError) as clash:
            memory.history.undo(operation, with_dependents=True)
        assert (clash.value.code, clash.value.fields["name"]) == ("workspace_exists", "Work")
        assert memory.maintenance.content_digest() == digest


def test_an_import_does_not_come_back_beside_the_same_conversations(
    memory: Memory, tmp_path: Path
) -> None:
    for folder in ("/home/maya/atlas", "/home/maya/garden"):
        file = claude_code(tmp_path / "a.jsonl", "one", folder)
        first = memory.imports.import_file(file).changes.operation_id
        memory.history.undo(first)
        # The same conversation, or another of the same project.
        again = claude_code(tmp_path / "b.jsonl", folder[-3:], "/home/maya/atlas")
        memory.imports.import_file(again if folder.endswith("atlas") else file)
        digest = memory.maintenance.content_digest()
        with pytest.raises(ConflictError) as clash:
            memory.history.redo(first)
        assert clash.value.code in ("made_anew", "workspace_exists")
        assert memory.maintenance.content_digest() == digest


class Places(RuleBasedStateMachine):
    """Random moves, rules, imports and undos; undoing everything ends where it began."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.lengths: dict[str, int] = {}
        self.receipts = 0

    @initialize()
    def begin(self) -> None:
        self.memory = open_plain(self.folder / "memory.db")
        self.start = self.memory.maintenance.content_digest()

    @rule(
        project=st.sampled_from(["/home/a", "/home/a/b", "/srv"]),
        session=st.sampled_from(["one", "two"]),
        more=st.integers(1, 9),
    )
    def bring_in(self, project: str, session: str, more: int) -> None:
        name = f"{session}-{project.replace('/', '-')}"
        self.lengths[name] = self.lengths.get(name, 0) + more
        file = claude_code(self.folder / "talk.jsonl", name, project, self.lengths[name])
        assert not self.memory.imports.import_file(file).problems

    @rule(limit=st.integers(1, 5))
    def work(self, limit: int) -> None:
        self.memory.jobs.run_some(limit)

    @rule(name=st.sampled_from(["Work", "Home"]))
    def create(self, name: str) -> None:
        if self.memory.workspaces.find(name) is None:
            self.memory.workspaces.create(name)

    @precondition(lambda self: bool(self.memory.workspaces.list()))
    @rule(data=st.data(), path=st.sampled_from(["/home", "/home/a", "/srv"]))
    def add_rule(self, data: st.DataObject, path: str) -> None:
        home = data.draw(st.sampled_from(self.memory.workspaces.list())).id
        known = {made.pattern for made in self.memory.workspaces.rules()}
        if path not in known:
            self.memory.workspaces.add_rule(RuleKind.PROJECT, path, home)

    @precondition(lambda self: bool(self.memory.workspaces.rules()))
    @rule(data=st.data())
    def remove_rule(self, data: st.DataObject) -> None:
        made = data.draw(st.sampled_from(self.memory.workspaces.rules()))
        self.memory.workspaces.remove_rule(made.id)

    @precondition(lambda self: bool(self.memory.sessions.find_ids(None)))
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        sessions = [SessionId(key) for key in self.memory.sessions.find_ids(None)]
        chosen = data.draw(st.lists(st.sampled_from(sessions), min_size=1))
        home = data.draw(st.sampled_from(self.memory.workspaces.list())).id
        before = weights(self.memory)
        self.memory.workspaces.move_sessions(chosen, home)
        assert weights(self.memory) == before

    @precondition(lambda self: bool(self.memory.events.find_ids(EventFilter())))
    @rule(data=st.data(), pin=st.booleans())
    def touch(self, data: st.DataObject, pin: bool) -> None:
        keys = list(self.memory.events.find_ids(EventFilter()))
        key = EventId(data.draw(st.sampled_from(keys)))
        if pin:
            self.memory.events.pin([key])
        else:
            self.receipts += 1
            use(self.memory, key, f"use {self.receipts}")

    @precondition(lambda self: bool(self.memory.workspaces.list()))
    @rule(data=st.data(), turns=st.integers(1, 8))
    def configure(self, data: st.DataObject, turns: int) -> None:
        home = data.draw(st.sampled_from(self.memory.workspaces.list())).id
        self.memory.workspaces.configure(home, block_turns=turns)

    @precondition(lambda self: bool(self.memory.sessions.find_ids(None)))
    @rule(data=st.data(), level=st.sampled_from(list(Level)))
    def expand(self, data: st.DataObject, level: Level) -> None:
        key = data.draw(st.sampled_from(list(self.memory.sessions.find_ids(None))))
        ready = [
            block
            for block in self.memory.sessions.strata(SessionId(key)).blocks
            if block.ready_position
        ]
        if ready:
            self.memory.blocks.expand(data.draw(st.sampled_from(ready)).id, level)

    @rule(data=st.data(), again=st.booleans())
    def undo(self, data: st.DataObject, again: bool) -> None:
        operations = self.memory.history.load_page(self.memory.history.find_ids())
        undoable = [operation for operation in operations if operation.undoable]
        if not undoable:
            return
        before = self.memory.maintenance.content_digest()
        self.memory.history.undo(data.draw(st.sampled_from(undoable)).id, with_dependents=True)
        if again:
            self.memory.history.redo()
            assert self.memory.maintenance.content_digest() == before

    @rule(data=st.data())
    def redo_by_name(self, data: st.DataObject) -> None:
        operations = self.memory.history.load_page(self.memory.history.find_ids())
        undone = [
            operation
            for operation in operations
            if operation.undone and operation.kind not in ("undo", "redo")
        ]
        if not undone:
            return
        before = self.memory.maintenance.content_digest()
        try:
            self.memory.history.redo(data.draw(st.sampled_from(undone)).id)
        except ConflictError:
            assert self.memory.maintenance.content_digest() == before

    @invariant()
    def whole(self) -> None:
        report = self.memory.maintenance.check()
        assert report.ok, report.problems

    @invariant()
    def events_are_where_their_sessions_are(self) -> None:
        rows = self.memory.events.load_page(self.memory.events.find_ids(EventFilter()))
        homes = {
            row.id: row.workspace_id
            for row in self.memory.sessions.load_page(self.memory.sessions.find_ids(None))
        }
        assert all(row.workspace_id == homes[row.session_id] for row in rows)

    def teardown(self) -> None:
        if not hasattr(self, "memory"):
            return
        while self.memory.history.next_undo() is not None:
            self.memory.history.undo(with_dependents=True)
        assert self.memory.maintenance.content_digest() == self.start
        self.memory.close()
        shutil.rmtree(self.folder)


Places.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlaces = Places.TestCase
