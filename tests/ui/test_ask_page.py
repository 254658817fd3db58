"""Questions in the window: answered by a scripted model, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    AskDecision,
    AskDraft,
    AskOutcome,
    AskState,
    EventFilter,
    EventId,
    Memory,
    ModelFailedError,
    RetrievalKind,
    public_id,
)
from stratagate_app.ui.ask.cards import AnswerCard, StepCard
from stratagate_app.ui.ask.page import AskPage
from stratagate_app.ui.theme import LIGHT
from tests.engine.ask_support import CHANGE, QUESTION, Script, asked_memory, say, search

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
    page.search_field.setText("Question 1 about bread")
    QTest.keyClick(page.search_field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(page.findChildren(StepCard)) == 3 and not page.busy.isVisible())
    assert {key: memory.events.get(EventId(key)).row for key in keys} == before
    last = page.findChildren(StepCard)[-1]
    assert not page.use_button.isEnabled()
    box = last.findChildren(QCheckBox)[0]
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert page.use_button.isEnabled()
    (ref,) = page._chosen
    # Sent twice, as by a double click.
    page.use()
    page.use()
    qtbot.waitUntil(lambda: "answered from 1" in shown(page))
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
