"""What was before an operation and what was after it, also when more came since."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from stratagate_app.engine import (
    BlockId,
    Criticality,
    EventEdit,
    EventFilter,
    EventId,
    Level,
    Memory,
    NotFoundError,
    OperationId,
    RetrievalKind,
    SessionId,
    WorkspaceId,
)
from tests.engine.preview_support import open_known
from tests.engine.support import FakeClock

FIRST = EventId(1)
DAY_S = 86_400


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db") as opened:
        yield opened


def newest(memory: Memory) -> OperationId:
    return OperationId(memory.history.find_ids()[0])


def test_an_edit_is_shown_as_it_was_and_as_it_became(memory: Memory) -> None:
    memory.events.edit(FIRST, EventEdit(title="Wants short answers"))
    edited = newest(memory)
    memory.events.edit(FIRST, EventEdit(title="Wants long answers", tags=("style",)))
    again = newest(memory)
    (change,) = memory.history.compare(edited).changes
    assert (change.kind, change.id, change.title) == ("event", FIRST, "Prefers short answers")
    assert change.before == {"title": "Prefers short answers"}
    assert change.after == {"title": "Wants short answers"}
    (change,) = memory.history.compare(again).changes
    assert change.before == {"title": "Wants short answers", "tags": ["old"]}
    assert change.after == {"title": "Wants long answers", "tags": ["style"]}


def test_an_undone_change_is_shown_as_it_was_while_it_stood(memory: Memory) -> None:
    memory.events.forget([FIRST])
    forgotten = newest(memory)
    memory.history.undo()
    undone = newest(memory)
    (change,) = memory.history.compare(forgotten).changes
    assert (change.before, change.after) == ({"state": "active"}, {"state": "forgotten"})
    (change,) = memory.history.compare(undone).changes
    assert (change.before, change.after) == ({"state": "forgotten"}, {"state": "active"})


def test_a_successor_shows_what_it_did_to_the_one_before(memory: Memory) -> None:
    memory.events.supersede(FIRST, EventId(2))
    found = memory.history.compare(newest(memory))
    (change,) = found.changes
    assert change.before == {"state": "active", "cap": None}
    assert change.after == {"state": "superseded", "cap": 0.1}
    assert found.added == {"relation": 1}


def test_what_was_moved_names_the_workspaces(memory: Memory) -> None:
    home, _ = memory.workspaces.create("Home")
    memory.workspaces.move_sessions([SessionId(1)], home)
    changes = memory.history.compare(newest(memory)).changes
    session = next(change for change in changes if change.kind == "session")
    old = memory.workspaces.get(WorkspaceId(1)).name
    assert (session.before, session.after) == ({"workspace": old}, {"workspace": "Home"})


def test_an_expanded_block_shows_its_level(memory: Memory) -> None:
    (block, *_) = memory.sessions.strata(SessionId(1)).blocks
    memory.blocks.expand(BlockId(block.id), Level.L5)
    found = memory.history.compare(newest(memory)).changes
    assert [change.kind for change in found] in ([], ["block"])


def test_a_use_counts_one_more(memory: Memory) -> None:
    batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "short", ["e1"])
    memory.retrieval.assess(
        batch, {"verdict": "sufficient", "next_strategy": "answer", "evidence_refs": ["e1"]}
    )
    memory.retrieval.record_use(batch, "receipt", ["e1"], "short?")
    found = memory.history.compare(newest(memory))
    assert found.added["use"] == 1
    assert [(c.id, c.after) for c in found.changes if "uses" in c.after] == [(FIRST, {"uses": 1})]


def test_an_import_is_told_in_numbers(memory: Memory) -> None:
    operations = memory.history.find_ids(kinds=frozenset({"import"}))
    found = memory.history.compare(OperationId(operations[0]))
    assert (found.added["session"], found.added["block"], found.changes) == (1, 1, ())


def test_many_changes_are_counted_beyond_the_first(tmp_path: Path) -> None:
    with open_known(tmp_path / "many.db", *(f"Fact number {n}" for n in range(60))) as memory:
        keys = [EventId(key) for key in memory.events.find_ids(EventFilter())]
        memory.events.set_criticality(keys, Criticality.IDENTITY)
        found = memory.history.compare(newest(memory))
    assert len(found.changes) == 40
    assert len(found.changes) + found.more == len(keys)


def test_there_is_nothing_to_compare_of_what_is_not_there(memory: Memory) -> None:
    with pytest.raises(NotFoundError):
        memory.history.compare(OperationId(999))


def test_operations_are_found_by_when_they_were(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_known(tmp_path / "memory.db", clock=clock) as memory:
        start = clock.now()
        clock.forward(2 * DAY_S)
        memory.events.pin([FIRST])
        pinned = newest(memory)
        noon = clock.now()
        clock.forward(2 * DAY_S)
        memory.events.unpin([FIRST])
        unpinned = newest(memory)
        day = timedelta(days=1)
        assert list(memory.history.find_ids(since=start + day)) == [unpinned, pinned]
        assert list(memory.history.find_ids(since=start + day, until=noon + day)) == [pinned]
        assert list(memory.history.find_ids(since=noon + day)) == [unpinned]
        assert pinned not in memory.history.find_ids(until=start + day)
