"""The pane beside the table of events: history of a fact, weight, changes, other workspaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QRectF, Qt, QTranslator
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    EventId,
    Memory,
    OperationId,
    RetrievalKind,
    SessionId,
    public_id,
)
from stratagate_app.models.events import load_shown
from stratagate_app.ui.events import EventsPage
from stratagate_app.ui.events.detail_parts import used_line
from stratagate_app.ui.events.weight_curve import FUTURE_TURNS, WeightCurve, weight_points
from stratagate_app.ui.theme import LIGHT
from tests.engine.support import conversation, write_conversations
from tests.models import test_events_model as tea
from tests.ui.events_support import id_of, remember

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _locale() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("C"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[JobRunner]:
    del qapp
    made = JobRunner()
    yield made
    made.shutdown()


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = remember(tmp_path)
    yield opened
    opened.close()


def open_page(qtbot: QtBot, memory: Memory, runner: JobRunner) -> EventsPage:
    client = MemoryClient(memory, runner)
    page = EventsPage(client, LIGHT)
    client.setParent(page)
    qtbot.addWidget(page)
    client.changed.connect(page.on_changed)
    page.open_event.connect(page.show_event)
    page.resize(1244, 824)
    page.show()
    page.set_workspace(None)
    qtbot.waitUntil(lambda: page.detail.detail is not None)
    return page


def show(qtbot: QtBot, page: EventsPage, event_id: int) -> None:
    page.show_event(event_id)
    qtbot.waitUntil(
        lambda: page.detail.detail is not None and page.detail.detail.row.id == event_id
    )


def words(widget: object) -> list[str]:
    """Return what labels and links say, from left to right."""
    assert hasattr(widget, "findChildren")
    found = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    visible = [part for part in found if part.isVisible()]
    visible.sort(key=lambda part: (part.mapToGlobal(part.rect().center()).y() // 20, part.x()))
    return [str(part.text()) for part in visible]


def test_the_line_of_a_fact_says_when_each_held_and_leads_to_it(
    qtbot: QtBot, tmp_path: Path, runner: JobRunner
) -> None:
    with tea.remember(tmp_path, [], [1], [2]) as memory:
        page = open_page(qtbot, memory, runner)
        show(qtbot, page, id_of(memory, "Tea 3"))
        line = [
            *("Tea 1", "1 Mar – 2 Mar", "→"),
            *("Tea 2", "2 Mar – 3 Mar", "→"),
            *("Tea 3", "since 3 Mar"),
        ]
        qtbot.waitUntil(lambda: words(page.detail.relations) == line)
        first = page.detail.relations.findChildren(QPushButton)[0]
        assert first.font().strikeOut()
        QTest.mouseClick(first, LEFT)
        qtbot.waitUntil(lambda: page.detail._title.text() == "Tea 1")
        qtbot.waitUntil(lambda: words(page.detail.relations) == line)


def test_a_conflict_leads_to_the_other_side(
    qtbot: QtBot, memory: Memory, runner: JobRunner
) -> None:
    page = open_page(qtbot, memory, runner)
    show(qtbot, page, id_of(memory, "Launch is on 3 December"))
    (link,) = page.detail.relations.findChildren(QPushButton)
    both = ["conflicts with", "Launch is on 10 December"]
    qtbot.waitUntil(lambda: words(page.detail.relations) == both)
    QTest.mouseClick(link, LEFT)
    qtbot.waitUntil(lambda: page.detail._title.text() == "Launch is on 10 December")


def test_a_pin_of_many_says_so_before_it_is_undone(
    qtbot: QtBot, memory: Memory, runner: JobRunner
) -> None:
    chosen = [
        EventId(id_of(memory, title))
        for title in ("Never deploy on Fridays", "Launch is on 3 December")
    ]
    memory.events.pin(chosen)
    page = open_page(qtbot, memory, runner)
    show(qtbot, page, chosen[0])
    qtbot.waitUntil(lambda: "You pinned it with 1 other(s)" in words(page.detail.changes))
    (undo,) = page.detail.changes.findChildren(QPushButton)
    QTest.mouseClick(undo, LEFT)
    qtbot.waitUntil(lambda: not memory.events.get(chosen[1]).row.pinned)


def test_a_name_filters_the_table(qtbot: QtBot, memory: Memory, runner: JobRunner) -> None:
    page = open_page(qtbot, memory, runner)
    show(qtbot, page, id_of(memory, "Package manager is npm"))
    link = next(b for b in page.detail.findChildren(QPushButton) if b.text() == "npm")
    QTest.mouseClick(link, LEFT)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)
    assert page.list.filters.name.text() == "npm"


def test_an_event_of_another_workspace_says_where_it_is(
    qtbot: QtBot, memory: Memory, runner: JobRunner
) -> None:
    thesis, _changes = memory.workspaces.create("thesis")
    page = open_page(qtbot, memory, runner)
    page.set_workspace(thesis)
    qtbot.waitUntil(page._empty.isVisible)
    show(qtbot, page, id_of(memory, "Never deploy on Fridays"))
    qtbot.waitUntil(lambda: "General" in words(page.detail._grid))
    nothing = ["No events in this workspace", "The event beside this belongs to another workspace."]
    qtbot.waitUntil(lambda: words(page.list._none) == nothing)
    # What comes later leaves it there, and the filters say what they hide.
    page.list.filters.text.setText("tea")
    qtbot.waitUntil(lambda: "No event matches" in words(page.list._none))
    QTest.mouseClick(page.list._none.buttons[0], LEFT)
    qtbot.waitUntil(lambda: "No event matches" not in words(page.list._none))
    assert page.detail._scroll.isVisible()
    page.set_workspace(memory.workspaces.list()[0].id)
    qtbot.waitUntil(lambda: page.detail.detail is not None and page.list.model.rowCount() > 0)


def test_used_or_not_is_said_in_a_sentence(memory: Memory, qapp: QApplication) -> None:
    del qapp
    shown = load_shown(memory, EventId(id_of(memory, "Never deploy on Fridays")))
    assert used_line(shown.detail) == "Not used in an answer yet. Being found does not count."


def test_the_curve_begins_where_the_event_was_formed(memory: Memory) -> None:
    detail = memory.events.get(EventId(id_of(memory, "Never deploy on Fridays")))
    points = weight_points(detail)
    assert points.past[0] == (-detail.elapsed_turns, 1.0)
    assert points.past[-1] == points.ahead[0]
    assert points.ahead[0][0] == 0
    assert points.ahead[0][1] == pytest.approx(detail.row.weight)
    weights = [weight for _turn, weight in points.past + points.ahead]
    assert weights == sorted(weights, reverse=True)
    assert points.ahead[-1] == (FUTURE_TURNS, detail.floor)
    assert points.uses == []


def use(memory: Memory, event_id: int, receipt: str, question: str, session: int | None) -> None:
    ref = public_id("event", event_id)
    asked_in = None if session is None else SessionId(session)
    batch = memory.retrieval.open_batch(
        RetrievalKind.SEARCH_EVENTS, question, [ref], session_id=asked_in
    )
    judged = {"verdict": "sufficient", "next_strategy": "answer", "evidence_refs": [ref]}
    memory.retrieval.assess(batch, judged)
    memory.retrieval.record_use(batch, receipt, [ref], question)


def test_the_curve_rises_at_each_use_and_each_leads_to_its_receipt(
    qtbot: QtBot, memory: Memory, runner: JobRunner, tmp_path: Path
) -> None:
    event_id = id_of(memory, "Never deploy on Fridays")
    formed = memory.events.get(EventId(event_id))
    before = weight_points(formed).ahead[0][1]
    session = int(formed.row.session_id)
    use(memory, event_id, "first", "When do we deploy?", session)
    later = write_conversations(tmp_path / "later.jsonl", conversation(4, "later"))
    memory.imports.import_file(later)
    use(memory, event_id, "second", "May I deploy?", None)
    shown = load_shown(memory, EventId(event_id))
    points = weight_points(shown.detail, shown.uses)
    assert points.past[0] == (formed.formed_turn - shown.detail.workspace_turn, 1.0)
    first, second = points.uses
    assert first == (formed.workspace_turn - shown.detail.workspace_turn, 1.0)
    assert second == (0, 1.0)
    # Two points of one turn: what it had sunk to, and what the use made of it.
    assert [weight for turn, weight in points.past if turn == first[0]] == [
        pytest.approx(before),
        1.0,
    ]
    page = open_page(qtbot, memory, runner)
    page.show_event(event_id)
    qtbot.waitUntil(lambda: "May I deploy?" in "".join(words(page.detail.uses)))
    assert "When do we deploy?" in "".join(words(page.detail.uses))
    links = [
        button
        for button in page.detail.uses.findChildren(QPushButton)
        if button.accessibleName().startswith("Receipt")
    ]
    with qtbot.waitSignal(page.open_operation) as opened:
        QTest.mouseClick(links[0], LEFT)
    operation = memory.history.get(OperationId(opened.args[0]))
    assert operation.kind == "record_use"
    assert operation.fields["question"] == "May I deploy?"
    conversation_link = next(
        button
        for button in page.detail.uses.findChildren(QPushButton)
        if not button.accessibleName()
    )
    with qtbot.waitSignal(page.open_session) as opened:
        QTest.mouseClick(conversation_link, LEFT)
    assert opened.args == [session]


class _Wordy(QTranslator):
    """Says everything on the curve in long words of another script."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        del disambiguation, n
        return f"在这里{text}轮次" if context == "WeightCurve" else ""


@pytest.mark.parametrize("width_px", [220, 300, 430])
@pytest.mark.parametrize("wordy", [False, True])
def test_labels_of_the_curve_are_whole_or_not_there(
    qtbot: QtBot, qapp: QApplication, memory: Memory, width_px: int, wordy: bool
) -> None:
    translator = _Wordy()
    if wordy:
        qapp.installTranslator(translator)
    try:
        curve = WeightCurve(LIGHT)
        qtbot.addWidget(curve)
        detail = memory.events.get(EventId(id_of(memory, "Never deploy on Fridays")))
        curve.resize(width_px, 132)
        curve.show_event(detail, "")
        curve.show()
        curve.grab()
        axis = curve._plot.getAxis("bottom")
        drawn = [(rect, text) for rect, _flags, text in _texts(axis)]
        assert [text for _rect, text in drawn] == curve.labels()
        assert len(drawn) >= (1 if wordy else 2)
        # What can be seen: the frame takes its part of the widget, not of the scene.
        seen = QRectF(curve._plot.viewport().rect())
        for rect, text in drawn:
            whole = QRectF(rect)
            whole.setHeight(curve._label_size(text)[1])
            place = curve._plot.mapFromScene(axis.mapRectToScene(whole)).boundingRect()
            assert seen.contains(QRectF(place)), text
        spans = sorted((rect.left(), rect.right()) for rect, _text in drawn)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
    finally:
        qapp.removeTranslator(translator)


def _texts(axis: Any) -> list[tuple[QRectF, object, str]]:
    picture = QPicture()
    painter = QPainter(picture)
    painter.setFont(axis.style["tickFont"])
    specs = axis.generateDrawSpecs(painter)
    painter.end()
    return list(specs[2])
