"""The table of events as an item model, and the line of a fact."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.modeltest import ModelTester

from stratagate_app.engine import (
    NO_HAPPENING,
    BlockInput,
    Criticality,
    EventFilter,
    EventId,
    EventRow,
    EventState,
    EventType,
    HappeningStatus,
    Memory,
    NotFoundError,
    ProposedEvent,
    RelationKind,
    Scope,
    SessionId,
    TimelineEvent,
    WorkspaceId,
)
from stratagate_app.engine.pipeline.ports import ProposedRelation
from stratagate_app.models.events import (
    LINE_LENGTH,
    ORDER_OF,
    ORDERS,
    Column,
    EventsModel,
    Shown,
    load_shown,
)
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)

HORIZONTAL = Qt.Orientation.Horizontal


@pytest.fixture(autouse=True)
def _locale() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("C"))
    yield
    QLocale.setDefault(before)


def row(number: int) -> EventRow:
    return EventRow(
        id=EventId(number),
        workspace_id=WorkspaceId(1),
        session_id=SessionId(1),
        block_id=None,
        title=f"Event {number}",
        summary="",
        type=EventType.TASK_COMPLETED,
        status=HappeningStatus.UNKNOWN,
        state=EventState.ACTIVE,
        scope=Scope.PROJECT,
        criticality=Criticality.ROUTINE,
        tags=(),
        participants=(),
        mentioned_at=datetime(2025, 3, 4, 12, tzinfo=UTC),
        happening=NO_HAPPENING,
        pinned=False,
        weight=0.744,
        adoptions=3,
        conflicts=0,
    )


def filled(*rows: EventRow) -> EventsModel:
    model = EventsModel()
    model.set_ids(array("q", [int(item.id) for item in rows]))
    model.set_page(model.generation, 0, rows)
    return model


def cells(model: EventsModel, role: int = Qt.ItemDataRole.DisplayRole) -> list[object]:
    return [model.index(0, column).data(role) for column in Column]


def test_a_row_in_words(qapp: object) -> None:
    del qapp
    plain = filled(row(1))
    assert cells(plain) == ["☆", "Event 1", "task completed", "active", "0.74", "—", "3×"]
    spoken = cells(plain, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken[:2] == ["not pinned", "Event 1, said 4 Mar 2025"]
    pinned = filled(replace(row(1), pinned=True))
    assert cells(pinned)[0] == "★"
    assert cells(pinned, Qt.ItemDataRole.AccessibleTextRole)[0] == "pinned"


@pytest.mark.parametrize(
    ("state", "conflicts", "status", "words"),
    [
        (EventState.SUPERSEDED, 1, HappeningStatus.PLANNED, "superseded"),
        (EventState.FORGOTTEN, 1, HappeningStatus.PLANNED, "forgotten"),
        (EventState.ARCHIVED, 0, HappeningStatus.OCCURRED, "archived"),
        (EventState.ACTIVE, 1, HappeningStatus.PLANNED, "conflict"),
        (EventState.ACTIVE, 0, HappeningStatus.PLANNED, "planned"),
        (EventState.ACTIVE, 0, HappeningStatus.UNKNOWN, "active"),
    ],
)
def test_state_wins_over_conflict_and_conflict_over_status(
    qapp: object, state: EventState, conflicts: int, status: HappeningStatus, words: str
) -> None:
    del qapp
    model = filled(replace(row(1), state=state, conflicts=conflicts, status=status))
    assert cells(model)[Column.STATUS] == words


def test_the_header_marks_the_order(qapp: object) -> None:
    del qapp
    model = EventsModel()
    assert [model.headerData(column, HORIZONTAL) for column in Column] == [
        "",
        "Event",
        "Type",
        "Status",
        "Weight",
        "Happened",
        "Used",
    ]
    model.show_order(Column.USED, descending=True)
    assert model.headerData(Column.USED, HORIZONTAL) == "Used ▾"
    assert model.headerData(Column.WEIGHT, HORIZONTAL) == "Weight"
    model.show_order(None, descending=True)
    assert model.headerData(Column.USED, HORIZONTAL) == "Used"
    assert set(ORDER_OF.values()) <= set(ORDERS)


def test_an_ellipsis_stands_for_a_row_that_is_read(qapp: object) -> None:
    del qapp
    model = EventsModel()
    model.set_ids(array("q", [7]))
    assert cells(model) == [None, "…", None, None, None, None, None]


def test_the_model_keeps_the_rules_of_item_models(qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(filled(*map(row, range(1, 41))))


class Following(PlainExtractor):
    """Finds an event a block, each in place of the one before."""

    def __init__(self, relate_to: Sequence[Sequence[int]]) -> None:
        self._relate_to = relate_to
        self._found = 0

    answers_at_once = False

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        by_title = {event.title: event.id for event in timeline}
        targets = [f"Tea {number}" for number in self._relate_to[self._found]]
        self._found += 1
        return (
            ProposedEvent(
                f"Tea {self._found}",
                f"Tea is drunk at {self._found}.",
                (block.messages[0].id,),
                mentioned_at=datetime(2026, 3, self._found, 12, tzinfo=UTC),
                relations=tuple(
                    ProposedRelation(RelationKind.SUPERSEDES, by_title[title]) for title in targets
                ),
            ),
        )


def remember(folder: Path, *relate_to: Sequence[int]) -> Memory:
    """Return a memory of events `Tea 1`, `Tea 2`, … and what each took the place of."""
    memory = Memory.open(
        folder / "memory.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=Following(relate_to),
    )
    talk = conversation(len(relate_to) * 6)
    memory.imports.import_file(write_conversations(folder / "tea.jsonl", talk))
    run_jobs(memory)
    return memory


def shown(memory: Memory, title: str) -> Shown:
    rows = memory.events.load_page(memory.events.find_ids(EventFilter()))
    return load_shown(memory, next(item.id for item in rows if item.title == title))


def line(memory: Memory, title: str) -> tuple[list[tuple[str, int | None]], ...]:
    """Return what came before and after: titles, and the day each was replaced on."""
    found = shown(memory, title)
    return tuple(
        [(f.event.title, None if f.replaced_at is None else f.replaced_at.day) for f in facts]
        for facts in (found.before, found.after)
    )


def test_the_line_of_a_fact_goes_all_the_way_both_ways(tmp_path: Path) -> None:
    with remember(tmp_path, [], [1], [2], [3]) as memory:
        assert line(memory, "Tea 4") == ([("Tea 1", 2), ("Tea 2", 3), ("Tea 3", 4)], [])
        assert line(memory, "Tea 2") == ([("Tea 1", 2)], [("Tea 3", 4), ("Tea 4", None)])
        found = shown(memory, "Tea 4")
        assert found.workspace == "General"
        assert [operation.kind for operation in found.history] == ["derive"]


def test_two_that_were_replaced_together_end_together(tmp_path: Path) -> None:
    with remember(tmp_path, [], [], [1, 2]) as memory:
        before, after = line(memory, "Tea 3")
        assert sorted(before) == [("Tea 1", 3), ("Tea 2", 3)]
        assert after == []
        assert line(memory, "Tea 1") == ([], [("Tea 3", None)])


def test_a_long_line_is_cut_where_it_is_far(tmp_path: Path) -> None:
    relate_to = [[number] if number else [] for number in range(LINE_LENGTH + 3)]
    with remember(tmp_path, *relate_to) as memory:
        before, _after = line(memory, f"Tea {LINE_LENGTH + 3}")
        assert len(before) == LINE_LENGTH
        assert before[-1][0] == f"Tea {LINE_LENGTH + 2}"


def test_an_event_that_is_gone_is_told(tmp_path: Path) -> None:
    with remember(tmp_path, []) as memory, pytest.raises(NotFoundError):
        load_shown(memory, EventId(99))
