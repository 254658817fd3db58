"""Taking some events of a batch of memories back, and keeping the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    ConflictError,
    Decision,
    EventEdit,
    EventId,
    EventState,
    InputRejected,
    Memory,
    NotFoundError,
    OperationId,
    RelationKind,
)
from tests.engine.preview_support import event_of, open_known, open_preview

SHORT, MAYA, CACHE, NPM, BACKUPS = map(EventId, range(1, 6))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db") as opened:
        yield opened


def commit(memory: Memory) -> tuple[OperationId, EventId, EventId, EventId]:
    """Write an addition, something that replaces npm, and a contradiction of the cache."""
    preview = open_preview(
        memory,
        "Uses a standing desk",
        "The package manager is pnpm",
        "The tile cache has 40 entries",
    )
    ids = memory.previews.find_ids(preview.id)
    memory.previews.decide([ids[1]], Decision.SUPERSEDE, [NPM])  # type: ignore[list-item]
    memory.previews.decide([ids[2]], Decision.CONFLICT, [CACHE])  # type: ignore[list-item]
    memory.previews.commit(preview.id)
    operation = memory.previews.get(preview.id).operation_id
    assert operation is not None
    return (operation, *(event_of(memory, preview, number) for number in (1, 2, 3)))  # type: ignore[return-value]


def titles(memory: Memory, operation: OperationId) -> Sequence[str]:
    ids = memory.previews.find_made(operation)
    return [made.title for made in memory.previews.load_made(operation, ids)]


def test_what_each_event_would_release_and_what_rests_on_it_is_told(memory: Memory) -> None:
    operation, desk, pnpm, _ = commit(memory)
    memory.events.pin([desk])
    memory.events.edit(desk, EventEdit(summary="Uses a desk for standing."))
    memory.events.pin([pnpm])
    memory.history.undo()
    first, second, third = memory.previews.load_made(
        operation, memory.previews.find_made(operation)
    )
    assert [item.kind for item in first.later] == ["edit_event", "pin_event"]
    assert (first.decision, first.releases) == (Decision.ADD, ())
    assert [(r.event_id, r.kind) for r in second.releases] == [(NPM, RelationKind.SUPERSEDES)]
    assert second.later == ()
    assert [(r.event_id, r.kind) for r in third.releases] == [(CACHE, RelationKind.CONFLICTS)]
    assert list(memory.previews.find_made(operation, changed=True)) == [desk]
    assert list(memory.previews.find_made(operation, releasing=True)) == [second.id, third.id]


def test_what_is_taken_back_goes_with_its_effects_and_the_others_stay(memory: Memory) -> None:
    operation, desk, pnpm, cache = commit(memory)
    memory.events.pin([pnpm])
    before = memory.maintenance.content_digest()
    memory.previews.withdraw(operation, [pnpm, cache])
    assert titles(memory, operation) == ["Uses a standing desk"]
    with pytest.raises(NotFoundError):
        memory.events.get(pnpm)
    npm = memory.events.get(NPM)
    assert (npm.row.state, npm.cap) == (EventState.ACTIVE, None)
    assert memory.events.get(CACHE).row.conflicts == 0
    assert not memory.search.find("pnpm").events
    # The words that came in are a source that stays.
    assert memory.search.find("pnpm").messages
    assert memory.events.get(desk).row.title == "Uses a standing desk"
    assert memory.maintenance.check().ok
    gone = memory.maintenance.content_digest()
    memory.history.undo()
    assert memory.maintenance.content_digest() == before
    assert memory.search.find("pnpm").events
    memory.history.redo()
    assert memory.maintenance.content_digest() == gone


def test_what_another_event_supersedes_too_does_not_count_again(memory: Memory) -> None:
    operation, _, pnpm, _ = commit(memory)
    memory.events.relate(BACKUPS, NPM, RelationKind.SUPERSEDES)
    memory.previews.withdraw(operation, [pnpm])
    assert memory.events.get(NPM).row.state is EventState.SUPERSEDED


def test_the_whole_batch_can_still_be_undone_after_a_part(memory: Memory) -> None:
    before = memory.maintenance.content_digest()
    operation, desk, *_ = commit(memory)
    memory.previews.withdraw(operation, [desk])
    with pytest.raises(ConflictError):
        memory.history.undo(operation)
    memory.history.undo(operation, with_dependents=True)
    assert memory.maintenance.content_digest() == before
    with pytest.raises(ConflictError) as caught:
        memory.previews.withdraw(operation, [])
    assert caught.value.code == "already_undone"


def test_only_events_of_the_batch_go(memory: Memory) -> None:
    operation, desk, *_ = commit(memory)
    digest = memory.maintenance.content_digest()
    for wanted in ([desk, NPM], [EventId(999)]):
        with pytest.raises(InputRejected):
            memory.previews.withdraw(operation, wanted)
    with pytest.raises(InputRejected):
        memory.previews.withdraw(OperationId(1), [desk])
    assert not memory.previews.withdraw(operation, []).events
    assert memory.maintenance.content_digest() == digest


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(going=st.sets(st.integers(0, 2)), later=st.lists(st.integers(0, 5), max_size=4))
def test_a_part_and_its_way_back_leave_no_trace(
    memory: Memory, going: set[int], later: list[int]
) -> None:
    start = memory.maintenance.content_digest()
    operation, *made = commit(memory)
    acts = (
        lambda key: memory.events.pin([key]),
        lambda key: memory.events.forget([key]),
        lambda key: memory.events.edit(key, EventEdit(title=f"Changed {key}")),
        lambda key: memory.events.relate(key, MAYA, RelationKind.CONFLICTS),
        lambda key: memory.events.relate(MAYA, key, RelationKind.RELATED),
        lambda key: memory.events.merge((key, BACKUPS)),
    )
    for number, act in enumerate(later):
        try:
            acts[act](made[number % 3])
        except InputRejected:
            continue
    before = memory.maintenance.content_digest()
    changes = memory.previews.withdraw(operation, [made[place] for place in sorted(going)])
    assert memory.maintenance.check().ok
    assert len(memory.previews.find_made(operation)) == 3 - len(going)
    if changes.operation_id is not None:
        memory.history.undo(changes.operation_id)
    assert memory.maintenance.content_digest() == before
    memory.history.undo(operation, with_dependents=True)
    assert memory.maintenance.content_digest() == start
