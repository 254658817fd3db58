"""What can be done to events, with the effects on both sides, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from stratagate_app.engine import (
    NO_HAPPENING,
    Basis,
    ConflictError,
    Criticality,
    EventEdit,
    EventFilter,
    EventId,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    InputRejected,
    Memory,
    NotFoundError,
    OperationId,
    Precision,
    RelationKind,
    Scope,
)
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

A, B, C = EventId(1), EventId(2), EventId(3)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Three events of one conversation and one of another, imported later."""
    with open_plain(tmp_path / "memory.db") as opened:
        opened.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(20)))
        run_jobs(opened)
        opened.imports.import_file(
            write_conversations(tmp_path / "b.jsonl", conversation(6, "tea"))
        )
        run_jobs(opened)
        yield opened


def state(memory: Memory, key: EventId) -> tuple[str, float | None]:
    detail = memory.events.get(key)
    return detail.row.state.value, detail.cap


def relations(memory: Memory, key: EventId) -> list[tuple[str, bool, int]]:
    found = memory.events.get(key).relations
    return [(item.kind.value, item.outgoing, item.event_id) for item in found]


def back_to(memory: Memory, digest: str, count: int = 1) -> None:
    """Undo so many operations, check that all is as it was, and do them again."""
    after = memory.maintenance.content_digest()
    for _ in range(count):
        memory.history.undo()
    assert memory.maintenance.content_digest() == digest
    assert memory.maintenance.check().ok
    for _ in range(count):
        memory.history.redo()
    assert memory.maintenance.content_digest() == after
    assert memory.maintenance.check().ok


@pytest.mark.parametrize(
    ("command", "became"),
    [("forget", EventState.FORGOTTEN), ("archive", EventState.ARCHIVED)],
)
def test_what_is_put_away_weighs_nothing_and_comes_back(
    memory: Memory, command: str, became: EventState
) -> None:
    memory.events.set_criticality([A], Criticality.SAFETY)
    memory.events.pin([A])
    digest = memory.maintenance.content_digest()
    act = getattr(memory.events, command)
    changes = act([A, B, A])
    assert changes.event_ids == {A, B}
    row = memory.events.get(A).row
    assert (row.state, row.weight, row.pinned) == (became, 0.0, True)
    assert memory.events.get(A).evidence
    assert act([A, B]).operation_id is None
    back_to(memory, digest)
    memory.events.restore([A, B])
    assert memory.events.get(A).row.weight == 1.0
    assert memory.maintenance.content_digest() == digest


def test_an_id_that_names_nothing_changes_nothing(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    with pytest.raises(NotFoundError):
        memory.events.forget([A, EventId(99)])
    with pytest.raises(NotFoundError):
        memory.events.merge((A, EventId(99)))
    assert memory.maintenance.content_digest() == digest


def test_a_selection_of_any_size_is_one_operation(memory: Memory) -> None:
    before = len(memory.history.find_ids())
    assert memory.events.forget([A, B] * 20_000).event_ids == {A, B}
    assert len(memory.history.find_ids()) == before + 1


def test_an_event_that_is_superseded_names_its_successor_and_is_capped(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    memory.events.supersede(A, B)
    assert state(memory, A) == ("superseded", 0.1)
    assert memory.events.get(A).row.weight <= 0.1
    assert relations(memory, A) == [("supersedes", False, B)]
    assert relations(memory, B) == [("supersedes", True, A)]
    assert state(memory, B) == ("active", None)
    assert memory.events.supersede(A, B).operation_id is None
    back_to(memory, digest)


def test_restoring_under_a_successor_that_stands_keeps_it_superseded(memory: Memory) -> None:
    memory.events.supersede(A, B)
    assert memory.events.restore([A]).operation_id is None
    memory.events.forget([A])
    memory.events.restore([A])
    assert state(memory, A) == ("superseded", 0.1)
    # Without the successor it counts again, and with it no more.
    memory.events.forget([B])
    memory.events.restore([A])
    assert state(memory, A) == ("active", None)
    memory.events.restore([B])
    assert (state(memory, A), state(memory, B)) == (("superseded", 0.1), ("active", None))


def test_both_sides_restored_at_once_stand_as_they_did(memory: Memory) -> None:
    memory.events.supersede(A, B)
    memory.events.forget([A, B])
    memory.events.restore([A, B])
    assert (state(memory, A), state(memory, B)) == (("superseded", 0.1), ("active", None))


def test_bringing_a_successor_back_names_what_was_restored_meanwhile(memory: Memory) -> None:
    memory.events.supersede(A, B)
    forgotten = memory.events.forget([B]).operation_id
    restored = memory.events.restore([A]).operation_id
    assert [item.id for item in memory.history.plan_undo(forgotten).dependents] == [restored]
    memory.history.undo(forgotten, with_dependents=True)
    assert (state(memory, A), state(memory, B)) == (("superseded", 0.1), ("active", None))


def test_a_chain_of_successors_has_no_circle(memory: Memory) -> None:
    memory.events.supersede(A, B)
    memory.events.supersede(B, C)
    assert [state(memory, key)[0] for key in (A, B, C)] == ["superseded", "superseded", "active"]
    # The one in the middle still stands, superseded as it is.
    assert memory.events.restore([A]).operation_id is None
    for old, new in ((C, A), (C, B), (B, A)):
        with pytest.raises(InputRejected) as raised:
            memory.events.supersede(old, new)
        assert raised.value.fields["reason"] == "cycle"
    memory.events.forget([B])
    with pytest.raises(InputRejected) as raised:
        memory.events.supersede(C, B)
    assert raised.value.fields["reason"] == "not_standing"
    with pytest.raises(InputRejected) as raised:
        memory.events.supersede(A, A)
    assert raised.value.fields["reason"] == "same_event"


def test_a_conflict_names_both_and_both_stay(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    memory.events.conflict(A, B)
    assert memory.events.conflict(B, A).operation_id is None
    assert [row.conflicts for row in memory.events.load_page([A, B, C])] == [1, 1, 0]
    assert {row.state for row in memory.events.load_page([A, B])} == {EventState.ACTIVE}
    assert (relations(memory, A), relations(memory, B)) == (
        [("conflicts", True, B)],
        [("conflicts", False, A)],
    )
    # It has ended when one of them no longer counts.
    memory.events.forget([B])
    assert [row.conflicts for row in memory.events.load_page([A, B])] == [0, 0]
    assert list(memory.events.find_ids(EventFilter(conflicts_only=True))) == []
    memory.events.restore([B])
    assert set(memory.events.find_ids(EventFilter(conflicts_only=True))) == {A, B}
    back_to(memory, digest, 3)


def test_relations_are_said_once_and_do_not_contradict(memory: Memory) -> None:
    memory.events.relate(A, B, RelationKind.BEFORE)
    assert memory.events.relate(B, A, RelationKind.AFTER).operation_id is None
    for one, other, kind in ((B, A, RelationKind.BEFORE), (A, B, RelationKind.AFTER)):
        with pytest.raises(InputRejected) as raised:
            memory.events.relate(one, other, kind)
        assert raised.value.fields["reason"] == "contradiction"
    memory.events.relate(A, B, RelationKind.SAME)
    assert memory.events.relate(B, A, RelationKind.SAME).operation_id is None
    assert [kind for kind, _, _ in relations(memory, B)] == ["before", "same"]
    assert memory.events.unrelate(B, A, RelationKind.RELATED).operation_id is None
    memory.events.unrelate(B, A, RelationKind.SAME)
    assert [kind for kind, _, _ in relations(memory, B)] == ["before"]
    memory.events.unrelate(A, B)
    assert relations(memory, B) == []


def test_without_the_relation_what_was_superseded_counts_again(memory: Memory) -> None:
    memory.events.supersede(A, B)
    memory.events.supersede(A, C)
    digest = memory.maintenance.content_digest()
    memory.events.unrelate(A, B)
    assert state(memory, A) == ("superseded", 0.1)
    memory.events.unrelate(C, A)
    assert state(memory, A) == ("active", None)
    back_to(memory, digest, 2)


def test_a_relation_made_anew_stands_in_the_way_of_the_old_one(memory: Memory) -> None:
    first = memory.events.relate(A, B, RelationKind.SAME).operation_id
    gone = memory.events.unrelate(A, B).operation_id
    again = memory.events.relate(A, B, RelationKind.SAME).operation_id
    assert [item.id for item in memory.history.plan_undo(gone).dependents] == [again]
    memory.history.undo(gone, with_dependents=True)
    assert relations(memory, A) == [("same", True, B)]
    memory.history.undo(first)
    memory.events.relate(A, B, RelationKind.SAME)
    with pytest.raises(ConflictError):
        memory.history.redo(first)


def test_a_relation_goes_with_an_event_that_goes(memory: Memory) -> None:
    tea = EventId(memory.events.find_ids(EventFilter(text="tea"))[0])
    related = memory.events.relate(A, tea, RelationKind.RELATED).operation_id
    pinned = memory.events.pin([A]).operation_id
    assert related is not None
    # It needs both events to be there, and nothing else of them.
    assert memory.history.plan_undo(related).dependents == ()
    imports = memory.history.find_ids(kinds=frozenset({"import"}))
    newer, older = (OperationId(key) for key in imports)
    assert [item.id for item in memory.history.plan_undo(newer).dependents] == [related]
    assert [item.id for item in memory.history.plan_undo(older).dependents] == [pinned, related]
    memory.history.undo(related)
    memory.history.undo(newer)
    with pytest.raises(ConflictError) as raised:
        memory.history.redo(related)
    assert raised.value.code == "event_gone"
    memory.history.redo(newer)
    memory.history.redo(related)
    assert relations(memory, tea) == [("related", False, A)]


def test_what_is_about_an_event_that_is_gone_is_not_done_again(memory: Memory) -> None:
    tea = EventId(memory.events.find_ids(EventFilter(text="tea"))[0])
    forgotten = memory.events.forget([tea]).operation_id
    memory.history.undo(forgotten)
    memory.history.undo(OperationId(memory.history.find_ids(kinds=frozenset({"import"}))[0]))
    with pytest.raises(ConflictError) as raised:
        memory.history.redo(forgotten)
    assert raised.value.code == "event_gone"


def test_an_edit_changes_what_is_given_and_keeps_the_old_words(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    before = memory.events.get(A).row
    said = datetime.fromisoformat("2026-03-01T09:30:00+02:00")
    happening = Happening("2026-03", "2026-03", "in March", Precision.MONTH, Basis.EXPLICIT)
    changes = memory.events.edit(
        A,
        EventEdit(
            title="  Sourdough\n for Maya ",
            summary=" Maya bakes 黑面包 ",
            tags=("baking", " baking", "", "home"),
            participants=("Maya",),
            type=EventType.PLAN,
            status=HappeningStatus.PLANNED,
            scope=Scope.USER,
            criticality=Criticality.IDENTITY,
            happening=happening,
            mentioned_at=said,
        ),
    )
    row = memory.events.get(A).row
    assert (row.title, row.summary) == ("Sourdough for Maya", "Maya bakes 黑面包")
    assert (row.tags, row.participants) == (("baking", "home"), ("Maya",))
    assert (row.type, row.status, row.scope) == ("plan", "planned", "user")
    assert row.happening == Happening(
        "2026-03-01", "2026-03-31", "in March", Precision.MONTH, Basis.EXPLICIT
    )
    assert row.mentioned_at == said
    assert row.mentioned_at.utcoffset() == said.utcoffset()
    assert (row.weight, row.adoptions) == (0.9, 0)
    assert changes.operation_id is not None
    told = memory.history.get(changes.operation_id).fields
    assert told["title"] == before.title
    assert told["before"]["summary"] == before.summary  # type: ignore[index, call-overload]
    assert told["after"]["tags"] == ["baking", "home"]  # type: ignore[index, call-overload]
    # The index follows; the quotes are the source's and stay.
    for text in ("sourdough", "面包", "home", "march", before.summary):
        assert A in memory.events.find_ids(EventFilter(text=text)), text
    back_to(memory, digest)
    memory.history.undo()
    assert A not in memory.events.find_ids(EventFilter(text="sourdough"))
    assert memory.events.edit(A, EventEdit(title=before.title)).operation_id is None


def test_an_edit_can_say_that_times_are_not_known(memory: Memory) -> None:
    memory.events.edit(A, EventEdit(happening=NO_HAPPENING, mentioned_unknown=True))
    row = memory.events.get(A).row
    assert (row.happening, row.mentioned_at) == (NO_HAPPENING, None)


def when(start: str | None, end: str | None, precision: Precision) -> Happening:
    return Happening(start, end, "then", precision, Basis.EXPLICIT)


@pytest.mark.parametrize(
    ("edit", "field", "reason"),
    [
        (EventEdit(title=" \n"), "title", "empty"),
        (EventEdit(title="x" * 161), "title", "too_long"),
        (EventEdit(summary=""), "summary", "empty"),
        (EventEdit(summary="x" * 2001), "summary", "too_long"),
        (EventEdit(tags=tuple(map(str, range(13)))), "tags", "too_many"),
        (EventEdit(participants=tuple(map(str, range(25)))), "participants", "too_many"),
        (EventEdit(happening=when("2026", "2026", Precision.DAY)), "happened", "too_exact"),
        (
            EventEdit(happening=when("2026-05-02", "2026-05-01", Precision.RANGE)),
            "happened",
            "reversed",
        ),
        (EventEdit(happening=when("2026-02-30", None, Precision.DAY)), "happened", "not_a_date"),
        (EventEdit(happening=when("2026-02-03", None, Precision.RANGE)), "happened", "incomplete"),
        (
            EventEdit(happening=when("2026-02-03", None, Precision.UNKNOWN)),
            "happened",
            "unknown_precision",
        ),
        (EventEdit(mentioned_at=datetime(2026, 3, 4)), "mentioned_at", "no_offset"),  # noqa: DTZ001
    ],
)
def test_what_is_beyond_the_limits_is_refused_with_its_field(
    memory: Memory, edit: EventEdit, field: str, reason: str
) -> None:
    digest = memory.maintenance.content_digest()
    for act in (partial(memory.events.edit, A), partial(memory.events.merge, (B, A))):
        with pytest.raises(InputRejected) as raised:
            act(edit)
        assert (raised.value.code, raised.value.fields["field"]) == ("event_field", field)
        assert raised.value.fields["reason"] == reason
    assert memory.maintenance.content_digest() == digest


def test_text_that_has_no_utf_8_is_stored_all_the_same(memory: Memory) -> None:
    memory.events.edit(A, EventEdit(title="bread \ud800\0x", tags=("\udfff",)))
    assert memory.events.get(A).row.title == "bread ? x"
    assert memory.maintenance.check().ok


def test_a_merge_keeps_every_source_and_quote_and_supersedes_both(memory: Memory) -> None:
    memory.events.pin([A])
    memory.events.set_criticality([B], Criticality.PREFERENCE)
    memory.events.edit(A, EventEdit(tags=tuple(f"a{n}" for n in range(12)), participants=("Jo",)))
    memory.events.edit(B, EventEdit(tags=("b",), scope=Scope.USER))
    memory.events.conflict(C, A)
    digest = memory.maintenance.content_digest()
    plan = memory.events.plan_merge((B, A))
    assert memory.maintenance.content_digest() == digest
    first, second = memory.events.get(A), memory.events.get(B)
    assert (plan.older, plan.newer, plan.left_out) == (A, B, ("a11",))
    key, _ = memory.events.merge((B, A), EventEdit(title="Bread, in all"))
    merged = memory.events.get(key)
    assert merged.row.title == "Bread, in all"
    assert merged.row.summary == f"{first.row.summary}\n{second.row.summary}"
    assert merged.row.tags == plan.edit.tags == ("b", *(f"a{n}" for n in range(11)))
    assert (merged.row.scope, merged.row.criticality) == (Scope.PROJECT, Criticality.PREFERENCE)
    assert (merged.row.pinned, merged.row.participants) == (True, ("Jo",))
    assert merged.row.mentioned_at == first.row.mentioned_at
    assert merged.evidence == (*first.evidence, *second.evidence)
    assert (merged.formed_turn, merged.row.adoptions) == (merged.workspace_turn, 0)
    assert relations(memory, key) == [
        ("supersedes", True, A),
        ("supersedes", True, B),
        ("conflicts", True, C),
    ]
    assert state(memory, A) == state(memory, B) == ("superseded", 0.1)
    assert [row.conflicts for row in memory.events.load_page([A, C, key])] == [0, 1, 1]
    assert key in memory.events.find_ids(EventFilter(text="bread, in all"))
    back_to(memory, digest)


def test_any_number_of_events_merge_into_one(memory: Memory) -> None:
    """Each quote and source of each is kept, and one undo brings all back."""
    tea = EventId(memory.events.find_ids(EventFilter(text="tea"))[0])
    parts = (tea, C, A, B)
    memory.events.pin([C])
    memory.events.edit(A, EventEdit(summary="Said first."))
    memory.events.edit(B, EventEdit(summary="said FIRST. And more."))
    digest = memory.maintenance.content_digest()
    plan = memory.events.plan_merge(parts)
    known = [memory.events.get(key) for key in plan.parts]
    assert set(plan.parts) == set(parts)
    assert [d.row.mentioned_at for d in known] == sorted(d.row.mentioned_at for d in known)  # type: ignore[type-var]
    key, _ = memory.events.merge(parts)
    merged = memory.events.get(key)
    assert merged.row.title == known[-1].row.title
    assert "said FIRST. And more." in merged.row.summary
    assert "Said first." not in merged.row.summary
    assert merged.row.pinned
    assert {item.message_id for item in merged.evidence} == {
        item.message_id for detail in known for item in detail.evidence
    }
    quotes = sorted(quote for detail in known for item in detail.evidence for quote in item.quotes)
    assert sorted(quote for item in merged.evidence for quote in item.quotes) == quotes
    assert relations(memory, key) == [("supersedes", True, part) for part in plan.parts]
    assert {state(memory, part) for part in parts} == {("superseded", 0.1)}
    back_to(memory, digest)


def test_what_has_no_room_in_a_merge_is_named(memory: Memory) -> None:
    for key, letter in ((A, "a"), (B, "b"), (C, "c")):
        memory.events.edit(key, EventEdit(summary=letter * 900))
    plan = memory.events.plan_merge((A, B, C))
    assert plan.edit.summary == "b" * 900 + "\n" + "c" * 900
    assert plan.left_out == ("a" * 900,)


@pytest.mark.parametrize("parts", [(), (A,), (A, B, A)])
def test_a_merge_needs_different_events(memory: Memory, parts: tuple[EventId, ...]) -> None:
    with pytest.raises(InputRejected) as raised:
        memory.events.plan_merge(parts)
    assert raised.value.fields["reason"] == "same_event"


def test_a_merge_crosses_neither_workspace_nor_session_scope(
    memory: Memory, tmp_path: Path
) -> None:
    other = memory.workspaces.create("Elsewhere")[0]
    memory.imports.import_file(
        write_conversations(tmp_path / "c.jsonl", conversation(6, "salt")), workspace_id=other
    )
    run_jobs(memory)
    salt = EventId(memory.events.find_ids(EventFilter(text="salt"))[0])
    tea = EventId(memory.events.find_ids(EventFilter(text="tea"))[0])
    memory.events.set_scope([tea], Scope.SESSION)
    memory.events.forget([C])
    for two, reason in (
        (salt, "other_workspace"),
        (tea, "other_session"),
        (C, "not_standing"),
        (A, "same_event"),
    ):
        with pytest.raises(InputRejected) as raised:
            memory.events.plan_merge((A, two))
        assert raised.value.fields["reason"] == reason
    memory.events.set_scope([A, B], Scope.SESSION)
    assert memory.events.plan_merge((A, B)).edit.scope is Scope.SESSION


def test_a_merge_is_named_before_an_import_under_it_goes(memory: Memory) -> None:
    tea = EventId(memory.events.find_ids(EventFilter(text="tea"))[0])
    merged = memory.events.merge((A, tea))[1].operation_id
    for imported in memory.history.find_ids(kinds=frozenset({"import"})):
        plan = memory.history.plan_undo(OperationId(imported))
        assert [item.id for item in plan.dependents] == [merged]


def test_times_are_told_in_the_offset_they_were_given_in(memory: Memory) -> None:
    at = Happening("2026-03-04T10:00:00+02:00", None, "at ten", Precision.INSTANT, Basis.EXPLICIT)
    memory.events.edit(A, EventEdit(happening=at, mentioned_at=datetime(2026, 3, 4, tzinfo=UTC)))
    found = memory.events.get(A).row.happening
    assert (found.start, found.end) == ("2026-03-04T08:00:00Z", "2026-03-04T08:00:00Z")
