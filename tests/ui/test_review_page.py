"""The Review page, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import EventState, HappeningStatus, Memory, ReviewAnswer, ReviewKind
from stratagate_app.models import operations
from stratagate_app.ui.events.detail_parts import EvidenceCard
from stratagate_app.ui.review.page import ReviewPage
from stratagate_app.ui.theme import LIGHT
from tests.engine.test_review import LATER, LAUNCH, PROTOTYPE, SHORT, memory  # noqa: F401


@pytest.fixture
def page(
    qtbot: QtBot,
    qapp: QApplication,
    memory: Memory,  # noqa: F811
) -> Iterator[ReviewPage]:
    del qapp
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    made = ReviewPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    made.set_workspace(None)
    made.view.setFocus()
    qtbot.waitUntil(lambda: made.pane.shown is not None)
    yield made
    runner.shutdown()


def shown(page: ReviewPage) -> ReviewKind | None:
    return page.pane.shown.item.kind if page.pane.shown is not None else None


def words(page: ReviewPage) -> str:
    return "\n".join(label.text() for label in page.pane.findChildren(QLabel))


def press(page: ReviewPage, key: Qt.Key) -> None:
    QTest.keyClick(page.view, key)


def test_every_question_is_answered_with_one_key(
    qtbot: QtBot,
    page: ReviewPage,
    memory: Memory,  # noqa: F811
) -> None:
    counted: list[int] = []
    page.counted.connect(counted.append)
    assert page.model.index(0, 0).data() == "The launch is on 3 December"
    assert "The launch is on 10 December" in words(page)
    assert "A is right" in page.pane.buttons[0].text()
    press(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.UNSURE)
    assert memory.events.get(LAUNCH).row.state is EventState.SUPERSEDED
    assert page.pane.shown is not None
    assert page.pane.shown.item.title == "The launch is on 12 December"
    # 5: ignore it.
    press(page, Qt.Key.Key_5)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.PLAN_DUE)
    press(page, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.DUPLICATE)
    assert memory.events.get(PROTOTYPE).row.status is HappeningStatus.OCCURRED
    assert "2 quotes" in words(page) or "2 quote(s)" in words(page)
    press(page, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    assert memory.events.get(SHORT).row.state is EventState.SUPERSEDED
    assert counted[-1] == 0
    # Taken back in turn, each is asked again.
    press(page, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.DUPLICATE)
    press(page, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert memory.events.get(PROTOTYPE).row.status is HappeningStatus.PLANNED


def test_an_answer_is_given_by_mouse_and_a_source_opened(
    qtbot: QtBot,
    page: ReviewPage,
    memory: Memory,  # noqa: F811
) -> None:
    quote = page.pane.findChildren(EvidenceCard)[0]
    with qtbot.waitSignal(page.open_message) as opened:
        QTest.mouseClick(quote.link, Qt.MouseButton.LeftButton)
    assert opened.args == [1, int(memory.events.get(LAUNCH).evidence[0].message_id)]
    with qtbot.waitSignal(page.open_event) as event:
        press(page, Qt.Key.Key_Return)
    assert event.args == [int(LAUNCH)]
    QTest.mouseClick(page.pane.buttons[2], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.UNSURE)
    assert memory.events.get(LATER).row.conflicts == 0


def test_what_is_put_off_is_asked_last(qtbot: QtBot, page: ReviewPage) -> None:
    first = page.model.row_at(0)
    assert first is not None
    QTest.mouseClick(page.pane.buttons[-1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.UNSURE)
    assert page.model.position_of(first.key) == 3
    page.reload()
    qtbot.wait(200)
    assert page.model.position_of(first.key) == 3
    press(page, Qt.Key.Key_K)
    press(page, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: shown(page) is ReviewKind.PLAN_DUE)


def test_only_some_kinds_are_shown(qtbot: QtBot, page: ReviewPage) -> None:
    page.kinds.set_keys([ReviewKind.PLAN_DUE.value])
    page.reload()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and shown(page) is ReviewKind.PLAN_DUE)
    state = page.save_state()
    page.kinds.set_keys([])
    page.restore_state(state)
    assert page.kinds.keys() == {ReviewKind.PLAN_DUE.value}


def test_an_answer_without_an_effect_is_told_in_the_journal(memory: Memory) -> None:  # noqa: F811
    (plan,) = memory.review.load(kinds=[ReviewKind.PLAN_DUE]).items
    changes = memory.review.answer(plan.key, ReviewAnswer.STILL)
    assert changes.operation_id is not None
    told = operations.sentence(memory.history.get(changes.operation_id))
    assert told == "Answered about “Build the prototype of the map”: Still planned"


def test_an_empty_queue_says_what_will_be_here(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    del qapp
    with Memory.open(tmp_path / "empty.db") as empty:
        runner = JobRunner()
        made = ReviewPage(MemoryClient(empty, runner), LIGHT)
        made.client.setParent(made)
        qtbot.addWidget(made)
        made.show()
        made.set_workspace(None)
        qtbot.waitUntil(lambda: any("Nothing needs you" in t.text() for t in labels(made)))
        runner.shutdown()


def labels(page: ReviewPage) -> list[QLabel]:
    return [label for label in page.findChildren(QLabel) if label.isVisible()]
