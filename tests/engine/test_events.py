"""Events: what of a proposal is stored, relations, lists in order of weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stratagate_app.engine import (
    Basis,
    BlockInput,
    Criticality,
    EventFilter,
    EventId,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    Memory,
    MessageId,
    Precision,
    ProposedEvent,
    RelationKind,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.ports import ProposedRelation
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)


class Scripted(PlainExtractor):
    """Returns what a function makes of each block."""

    def __init__(self, make: object) -> None:
        self.make = make
        self.timelines: list[Sequence[TimelineEvent]] = []

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        self.timelines.append(timeline)
        return tuple(self.make(block, timeline))  # type: ignore[operator]


def remember(tmp_path: Path, extractor: PlainExtractor, turns: int = 6) -> Memory:
    memory = Memory.open(
        tmp_path / "memory.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=extractor,
    )
    memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(turns)))
    run_jobs(memory)
    return memory


def test_what_is_not_in_the_source_is_dropped_with_a_note(tmp_path: Path) -> None:
    def make(block: BlockInput, _: object) -> list[ProposedEvent]:
        first = block.messages[0]
        return [
            ProposedEvent(
                "Bread",
                "They spoke of bread",
                (first.id, MessageId(99_999)),
                quotes=("Question 1\n about   bread", "Question 77", "x" * 501),
                tags=("a", "a", " ", *map(str, range(20))),
                participants=tuple(f"p{i}" for i in range(40)),
                happening=Happening(
                    "2026-03-04", "2026-03-04", "some day", Precision.UNKNOWN, Basis.EXPLICIT
                ),
                relations=(ProposedRelation(RelationKind.SUPERSEDES, EventId(12345)),),
            )
        ]

    with remember(tmp_path, Scripted(make)) as memory:
        detail = memory.events.get(EventId(memory.events.find_ids(EventFilter())[0]))
        (evidence,) = detail.evidence
        assert evidence.quotes == ("Question 1\n about   bread",)
        assert len(detail.row.tags) == 12
        assert len(detail.row.participants) == 24
        assert detail.row.happening == Happening(
            None, None, "some day", Precision.UNKNOWN, Basis.UNKNOWN
        )
        assert set(detail.notes) == {
            "unknown_source",
            "quote_not_in_source",
            "unknown_relation",
            "too_many",
        }
        assert detail.relations == ()
        assert detail.row.mentioned_at == evidence.said_at


def test_without_a_known_source_all_messages_of_the_block_are(tmp_path: Path) -> None:
    def make(_: BlockInput, __: object) -> list[ProposedEvent]:
        return [ProposedEvent("Bread", "Bread", (MessageId(99_999),))]

    with remember(tmp_path, Scripted(make)) as memory:
        detail = memory.events.get(EventId(1))
        assert len(detail.evidence) == 12
        assert "no_source" in detail.notes


def test_a_successor_caps_what_it_supersedes_and_undo_lifts_the_cap(tmp_path: Path) -> None:
    def make(block: BlockInput, timeline: Sequence[TimelineEvent]) -> list[ProposedEvent]:
        first = block.messages[0]
        base = ProposedEvent(f"Manager {first.id}", "bread", (first.id,), type=EventType.DECISION)
        if not timeline:
            return [base]
        return [
            replace(base, relations=(ProposedRelation(RelationKind.SUPERSEDES, timeline[-1].id),))
        ]

    with remember(tmp_path, Scripted(make), turns=12) as memory:
        old, new = memory.events.get(EventId(1)), memory.events.get(EventId(2))
        assert (old.row.state, old.cap, new.row.state) == (EventState.SUPERSEDED, 0.1, "active")
        assert old.row.weight == 0.1
        assert [(r.kind, r.outgoing, r.event_id) for r in old.relations] == [
            (RelationKind.SUPERSEDES, False, 2)
        ]
        assert [r.outgoing for r in new.relations] == [True]


def test_conflicts_are_counted_on_both_sides_and_both_stay(tmp_path: Path) -> None:
    def make(block: BlockInput, timeline: Sequence[TimelineEvent]) -> list[ProposedEvent]:
        relations = tuple(
            ProposedRelation(RelationKind.CONFLICTS, event.id) for event in timeline[-1:]
        )
        key = block.messages[0].id
        return [ProposedEvent("Launch", f"Launch {key}", (key,), relations=relations)]

    with remember(tmp_path, Scripted(make), turns=12) as memory:
        rows = memory.events.load_page([1, 2])
        assert [row.conflicts for row in rows] == [1, 1]
        assert {row.state for row in rows} == {EventState.ACTIVE}
        assert set(memory.events.find_ids(EventFilter(conflicts_only=True))) == {1, 2}


def test_the_order_by_weight_is_that_of_the_weights(tmp_path: Path) -> None:
    kinds = list(Criticality)

    def make(block: BlockInput, timeline: Sequence[TimelineEvent]) -> list[ProposedEvent]:
        key = block.messages[0].id
        made = ProposedEvent(
            f"Event {key}", "bread", (key,), criticality=kinds[(key // 12) % len(kinds)]
        )
        if key % 5 == 0 and timeline:
            made = replace(
                made, relations=(ProposedRelation(RelationKind.SUPERSEDES, timeline[0].id),)
            )
        return [made]

    with remember(tmp_path, Scripted(make), turns=140) as memory:
        memory.events.pin([EventId(3), EventId(7)])
        ids = memory.events.find_ids(EventFilter(order="weight"))
        weights = [row.weight for row in memory.events.load_page(ids)]
        assert len(weights) == 23
        assert len({round(w, 6) for w in weights}) > 5
        assert weights == sorted(weights, reverse=True)
        up = memory.events.find_ids(EventFilter(order="weight", descending=False))
        upward = [row.weight for row in memory.events.load_page(up)]
        assert upward == sorted(upward)


def test_events_form_in_the_turn_their_block_was_sealed(tmp_path: Path) -> None:
    with remember(tmp_path, PlainExtractor(), turns=20) as memory:
        formed = [memory.events.get(EventId(key)).formed_turn for key in (1, 2, 3)]
        assert formed == [6, 12, 18]
        assert memory.events.get(EventId(1)).elapsed_turns == 14


def test_filters(tmp_path: Path) -> None:
    def make(block: BlockInput, _: object) -> list[ProposedEvent]:
        key = block.messages[0].id
        return [
            ProposedEvent(
                f"Event {key}",
                "Maya likes 黑面包" if key == 1 else "bread",
                (key,),
                participants=("Maya", "atlas") if key == 1 else ("Jonas",),
                type=EventType.PLAN if key == 1 else EventType.OTHER,
                status=HappeningStatus.PLANNED if key == 1 else HappeningStatus.OCCURRED,
                happening=Happening(
                    "2026-09-21" if key == 1 else "2026-10-05T10:00:00Z",
                    "2026-09-25" if key == 1 else "2026-10-05T10:00:00Z",
                    "next week",
                    Precision.RANGE if key == 1 else Precision.INSTANT,
                    Basis.RELATIVE,
                ),
            )
        ]

    with remember(tmp_path, Scripted(make), turns=12) as memory:

        def found(**wanted: object) -> list[int]:
            return sorted(memory.events.find_ids(EventFilter(**wanted)))  # type: ignore[arg-type]

        assert found(text="面包") == [1]
        assert found(text="maya lik") == [1]
        assert found(text='" OR 1=1 --') == []
        assert found(participant="may") == [1]
        assert found(types=frozenset({EventType.PLAN})) == [1]
        assert found(statuses=frozenset({HappeningStatus.OCCURRED})) == [2]
        assert found(happened_from="2026-09-24", happened_to="2026-09-30") == [1]
        assert found(happened_from="2026-10-05", happened_to="2026-10-05") == [2]
        assert found(happened_from="2026-09-26", happened_to="2026-10-04") == []
        assert memory.events.participants() == ("Jonas", "Maya", "atlas")


def test_a_selection_of_any_size_is_pinned_as_one_change(tmp_path: Path) -> None:
    with remember(tmp_path, PlainExtractor(), turns=12) as memory:
        # More of them than SQLite takes variables in a statement.
        changes = memory.events.pin([EventId(1), EventId(2)] * 140_000)
        assert changes.event_ids == {1, 2}
        assert sorted(memory.events.find_ids(EventFilter(pinned=True))) == [1, 2]
