"""Questions in the window: answered by a scripted model, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    MAX_REFS,
    AskDecision,
    AskDraft,
    AskFilters,
    AskId,
    AskOutcome,
    AskState,
    EventFilter,
    EventId,
    EventType,
    Memory,
    ModelFailedError,
    RetrievalKind,
    public_id,
)
from stratagate_app.ui.ask.cards import AnswerCard, StepCard
from stratagate_app.ui.ask.page import AskPage
from stratagate_app.ui.theme import LIGHT
from tests.engine.ask_support import CHANGE, QUESTION, Line, Script, asked_memory, say, search

Opener = Callable[[Script | None], tuple[AskPage, Memory]]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Opener]:
    """Return what opens the page over a memory, with somebody who answers or nobody."""
    del qapp
    kept: list[tuple[JobRunner, Memory]] = []

    def make(answerer: Script | None) -> tuple[AskPage, Memory]:
        memory = asked_memory(tmp_path, answerer)
        runner = JobRunner()
        kept.append((runner, memory))
        client = MemoryClient(memory, runner)
        page = AskPage(client, LIGHT)
        client.setParent(page)
        qtbot.addWidget(page)
        client.changed.connect(page.on_changed)
        page.resize(1244, 824)
        page.show()
        page.set_workspace(None)
        qtbot.waitUntil(lambda: page.who.text() != "")
        return page, memory

    yield make
    for runner, memory in kept:
        runner.shutdown()
        memory.close()


def put(page: AskPage, question: str) -> None:
    page.question.clear()
    QTest.keyClicks(page.question, question)
    QTest.keyClick(page.question, Qt.Key.Key_Return)


def shown(widget: QWidget) -> str:
    """Return every word that a widget shows, and what it says to those who do not see it."""
    labels = [label.text() for label in widget.findChildren(QLabel)]
    named = [child.accessibleName() for child in widget.findChildren(QWidget)]
    return "\n".join([*labels, *named])


def change_in(state: AskState) -> str:
    return next(ref for ref, item in state.items.items() if CHANGE in item.text)


def answering() -> Script:
    """Finds the message that tells of the change at the second try."""
    return Script(
        [
            AskDecision(None, search("bread")),
            say("partial", [], search("pnpm", RetrievalKind.SEARCH_MESSAGES), missing="why"),
            lambda state: say("sufficient", [change_in(state)], fit="it says so"),
            AskDraft("Because installs became faster [1].", ("1",)),
        ]
    )


def test_a_model_answers_with_its_steps_and_evidence(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(answering())
    put(page, QUESTION)
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None and not page.busy.isVisible())
    (card,) = page.findChildren(AnswerCard)
    assert "Because installs became faster [1]." in shown(card)
    assert "answered from 1" in shown(card)
    first, second = page.findChildren(StepCard)
    assert "partial" in shown(first)
    assert "Missing: why." in shown(first)
    assert "sufficient" in shown(second)
    (evidence,) = [b for b in card.findChildren(QPushButton) if b.text().startswith("[1]")]
    with qtbot.waitSignal(page.open_message):
        QTest.mouseClick(evidence, Qt.MouseButton.LeftButton)
    (wrong,) = [b for b in card.findChildren(QPushButton) if b.text().startswith("This is wrong")]
    with qtbot.waitSignal(page.open_message):
        wrong.menu().actions()[0].trigger()
    assert "saved once" in shown(page.side)
    (row,) = memory.asks.load_page(memory.asks.find_ids())
    assert row.outcome is AskOutcome.ANSWERED


def test_what_is_missing_is_said(qtbot: QtBot, opened: Opener) -> None:
    script = Script(
        [
            AskDecision(None, search("bread")),
            say("wrong", [], None, missing="who baked it"),
            say("wrong", [], None, missing="who baked it"),
        ]
    )
    page, _memory = opened(script)
    page.budget.setValue(1)
    put(page, "Who baked the bread?")
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None and not page.busy.isVisible())
    (card,) = page.findChildren(AnswerCard)
    assert "not enough evidence" in shown(card)
    assert "Missing: who baked it" in shown(card)
    assert "Nothing was recorded" in shown(page.side)


def test_why_nobody_answered_is_said(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(Script([ModelFailedError("model_key")]))
    put(page, QUESTION)
    qtbot.waitUntil(lambda: "The server refused the key." in shown(page))


def test_by_hand_only_what_is_marked_counts_and_counts_once(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(None)
    put(page, "Question 7 about bread")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    keys = memory.events.find_ids(EventFilter())
    before = {key: memory.events.get(EventId(key)).row for key in keys}
    page.hand.field.setFocus()
    QTest.keyClicks(page.hand.field, "Question 1 about bread")
    QTest.keyClick(page.hand.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 3 and not page.busy.isVisible())
    # The keyboard stays where the next search is typed.
    assert page.focusWidget() is page.hand.field
    assert {key: memory.events.get(EventId(key)).row for key in keys} == before
    last = page.findChildren(StepCard)[-1]
    assert not page.hand.use_button.isEnabled()
    box = last.findChildren(QCheckBox)[0]
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert page.hand.use_button.isEnabled()
    (ref,) = page._chosen
    # What another step found as well is marked there too.
    boxes = [
        box for card in page.findChildren(StepCard) for key, box in card.boxes.items() if key == ref
    ]
    assert all(box.isChecked() for box in boxes)
    for _ in range(2):
        QTest.mouseClick(page.hand.use_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "answered from 1" in shown(page))
    assert not page.hand.isVisible()
    # Sent again, as by another window that has not heard of it.
    (asked,) = memory.asks.find_ids()
    memory.asks.use(memory.asks.get(AskId(asked)).steps[-1].retrieval_id, [ref])
    used = {public_id("event", key): memory.events.get(EventId(key)).row.adoptions for key in keys}
    assert {name: count for name, count in used.items() if count} == {ref: 1}
    assert len(memory.retrieval.find_receipt_ids()) == 1
    assert f"weight {before[int(ref[1:])].weight:.2f} → 1.00 · used 0× → 1×" in shown(page.side)


def test_what_was_found_can_be_opened_as_a_step(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(None)
    put(page, "pnpm installs")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    card = next(c for c in page.findChildren(StepCard) if c.findChildren(QCheckBox))
    link = next(b for b in card.findChildren(QPushButton) if b.text() == "open here")
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 3)
    assert "Opened block" in shown(page.findChildren(StepCard)[-1])


def test_a_question_that_is_gone_is_not_shown_after_a_restart(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(None)
    failures: list[object] = []
    again = AskPage(page.client, LIGHT)
    qtbot.addWidget(again)
    again.failed.connect(failures.append)
    again.restore_state({"ask": 999, "steps": 3})
    again.set_workspace(None)
    qtbot.waitUntil(lambda: again.who.text() != "" and not again._latest.running)
    assert failures == []
    assert again.save_state() == {"steps": 3}


def test_a_search_is_limited_by_the_filters_of_events(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(None)
    put(page, "bread")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    page.hand.type.set_keys(["decision"])
    page.hand.happened.set_span("2026-03-01", None)
    page.hand.name.set_text("Ada")
    QTest.mouseClick(page.hand.search_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 3 and not page.busy.isVisible())
    (asked,) = memory.asks.find_ids()
    taken = memory.asks.get(AskId(asked)).steps[-1].move
    assert taken.filters == AskFilters(
        participants=("Ada",), types=(EventType.DECISION,), happened_from="2026-03-01"
    )
    assert "Ada" in shown(page.findChildren(StepCard)[-1])
    # Messages have none of it.
    page.hand.kind.setCurrentIndex(1)
    assert not page.hand.type.isVisible()
    assert page.hand.wanted() is None


def test_what_was_only_found_shows_in_full_on_request(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(None)
    put(page, "Question about bread")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    (asked,) = memory.asks.find_ids()
    found = memory.asks.get(AskId(asked)).found_only
    shows = [b for b in page.side.findChildren(QPushButton) if b.text() == "show"]
    assert (len(shows), page.side.more.text()) == (3, f"Show {len(found) - 3} more")
    QTest.keyClick(page.side.more, Qt.Key.Key_Space)
    links = page.side.findChildren(QPushButton)
    assert [b.text() for b in links] == ["show"] * len(found)
    # The keyboard goes on with the first that was not shown before.
    assert page.focusWidget() is links[3]


def test_more_than_the_gate_takes_cannot_be_recorded(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(None)
    put(page, "bread")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    page.hand.set_marked(MAX_REFS + 1)
    assert not page.hand.use_button.isEnabled()
    assert "At most 8" in page.hand.told.text()
    page.hand.set_marked(MAX_REFS)
    assert page.hand.use_button.isEnabled()


class Waiting(Script):
    """Waits before it decides, until it is let go."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__(lines)
        self.free = Event()
        self.reached = Event()

    def decide(self, state: AskState, check_stop: object) -> AskDecision:
        if state.steps:
            self.reached.set()
            assert self.free.wait(20)
        return super().decide(state, check_stop)


def test_a_question_can_be_stopped_and_goes_on_from_there(qtbot: QtBot, opened: Opener) -> None:
    script = Waiting(answering().lines)
    page, memory = opened(script)
    put(page, QUESTION)
    qtbot.waitUntil(script.reached.is_set)
    assert page.stop_button.isVisible()
    # The step that was taken shows while the model still thinks of the next.
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 1)
    assert page.findChild(AnswerCard) is None
    assert "of at most 8 steps" in page.who.text()
    QTest.keyClick(page.question, Qt.Key.Key_Escape)
    assert not page.stop_button.isEnabled()
    script.free.set()
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None)
    assert "not answered yet" in shown(page.findChildren(AnswerCard)[0])
    assert not memory.retrieval.find_receipt_ids()
    (card,) = page.findChildren(AnswerCard)
    card.go_on.setFocus()
    QTest.keyClick(card.go_on, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Because installs became faster [1]." in shown(page))
    assert len(memory.asks.find_ids()) == 1
    assert len(memory.retrieval.find_receipt_ids()) == 1
    assert "was taken before" not in shown(page)


def test_where_the_model_finds_nothing_a_person_can(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(Script([ModelFailedError("model_key")]))
    put(page, "pnpm installs")
    qtbot.waitUntil(page.hand.isVisible)
    page.hand.kind.setCurrentIndex(1)
    QTest.keyClicks(page.hand.field, "pnpm")
    QTest.keyClick(page.hand.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 1 and not page.busy.isVisible())
    box = page.findChildren(QCheckBox)[0]
    QTest.keyClick(box, Qt.Key.Key_Space)
    QTest.mouseClick(page.hand.use_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "answered from 1" in shown(page))
    assert len(memory.retrieval.find_receipt_ids()) == 1


def test_what_the_gate_refused_is_said_in_words(qtbot: QtBot, opened: Opener) -> None:
    script = Script(
        [
            AskDecision(None, search("bread")),
            say("sufficient", ["e999"], None),
            say("wrong", ["e999", 7], None),
        ]
    )
    page, _memory = opened(script)
    page.budget.setValue(2)
    put(page, QUESTION)
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None)
    assert "Refused e999: it was not found." in shown(page)
    assert "Refused –: it is no reference." in shown(page)
    assert "An answer was wanted without evidence" in shown(page)
    assert "The evidence so far does not answer the question." in shown(page)


def test_everything_is_reached_and_named(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(None)
    put(page, "bread")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2 and not page.busy.isVisible())
    qtbot.waitUntil(page.earlier_button.isEnabled)
    reached: list[QWidget] = []
    widget: QWidget = page.question
    while widget not in reached:
        reached.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        focused = page.focusWidget()
        assert focused is not None
        widget = focused
    for button in page.findChildren(QAbstractButton):
        if button.isVisible() and button.isEnabled():
            assert button in reached, button.text()
            assert button.accessibleName() or button.text()
    places = [reached.index(w) for w in (page.question, page.earlier_button, page.hand.field)]
    first_box = page.findChildren(QCheckBox)[0]
    places.insert(2, reached.index(first_box))
    assert places == sorted(places)


def test_an_earlier_question_comes_back_also_after_a_restart(qtbot: QtBot, opened: Opener) -> None:
    page, memory = opened(answering())
    put(page, QUESTION)
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None and not page.busy.isVisible())
    state = page.save_state()
    page._show(None)
    qtbot.waitUntil(page.earlier_button.isEnabled)
    page.earlier_button.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None)
    again = AskPage(page.client, LIGHT)
    qtbot.addWidget(again)
    again.restore_state(state)
    again.set_workspace(None)
    qtbot.waitUntil(lambda: again.question.text() == QUESTION)
    del memory


def test_hostile_words_stay_words(qtbot: QtBot, opened: Opener) -> None:
    page, _memory = opened(None)
    put(page, "<img src=x> <b>bread</b> & more")
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 2)
    for label in page.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText or not label.text()
