"""A question to an imported conversation, answered over HTTP: by command line and window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from stratagate_app.adapters import provider
from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import EventFilter, EventId, Memory, public_id
from stratagate_app.ui.ask.cards import AnswerCard, StepCard
from stratagate_app.ui.ask.page import AskPage
from stratagate_app.ui.theme import LIGHT
from tests import model_server as acts
from tests.cli.support import Call, caller
from tests.engine.ask_support import talk
from tests.engine.support import write_conversations
from tests.model_server import ModelServer

QUESTION = "What was question 7 about bread?"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Return a server that breaks off when it is asked for an answer for the first time."""
    with ModelServer() as served:
        broken_off: list[bool] = []

        def answer(request: acts.Request) -> object:
            said = acts.sensible(request)
            if isinstance(said, dict) and said.get("verdict") == "sufficient" and not broken_off:
                broken_off.append(True)
                served.misbehave(acts.half_a_body)
            return said

        served.answer = answer
        yield served


def answers_wanted(server: ModelServer) -> int:
    return sum(request.wants == "Answer" for request in server.requests)


def uses(memory: Memory) -> dict[str, int]:
    """Return how often each event was used that was used at all."""
    keys = memory.events.find_ids(EventFilter())
    counts = {
        public_id("event", key): memory.events.get(EventId(key)).row.adoptions for key in keys
    }
    return {ref: count for ref, count in counts.items() if count}


@pytest.fixture
def call(tmp_path: Path, server: ModelServer, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return the command line on a file with a conversation, whose settings name the server."""
    made = caller(tmp_path / "memory.db", capsys)
    assert made("model", "set", "--url", server.url, "--model", server.model).code == 0
    assert made("import", str(write_conversations(tmp_path / "talk.jsonl", talk()))).code == 0
    return made


def test_the_command_line_answers_and_counts_once(
    tmp_path: Path, server: ModelServer, call: Call
) -> None:
    broken = call("ask", QUESTION, "--json")
    assert broken.code == 2
    assert broken.data["error"]["code"] == "model_broken_off"
    assert call("receipts", "--json").data["receipts"] == []

    for _ in range(2):
        again = call("ask", "--resume", broken.data["ask"], "--json")
        assert again.code == 0
        assert again.data["answer"] == "That is what was said [1]."
    assert answers_wanted(server) == 2
    (receipt,) = call("receipts", "--json").data["receipts"]
    (evidence,) = again.data["evidence"]
    assert receipt["used"] == [evidence["ref"]]
    with Memory.open(tmp_path / "memory.db") as memory:
        assert uses(memory) == {evidence["ref"]: 1}


@pytest.fixture
def memory(tmp_path: Path, call: Call) -> Iterator[Memory]:
    """Return that file, open."""
    del call
    with Memory.open(tmp_path / "memory.db") as opened:
        provider.apply_settings(opened)
        yield opened


@pytest.fixture
def page(qtbot: QtBot, memory: Memory) -> Iterator[AskPage]:
    """Return the Ask page on it."""
    runner = JobRunner()
    made = AskPage(MemoryClient(memory, runner), LIGHT)
    made.client.setParent(made)
    qtbot.addWidget(made)
    made.show()
    made.set_workspace(None)
    qtbot.waitUntil(lambda: "test-model" in made.who.text())
    yield made
    runner.shutdown()


def test_a_question_is_stopped_while_the_server_says_nothing(
    qtbot: QtBot, server: ModelServer, page: AskPage
) -> None:
    before = len(server.requests)
    server.misbehave(acts.hang)
    QTest.keyClicks(page.question, QUESTION)
    QTest.keyClick(page.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(server.requests) > before)

    QTest.keyClick(page.question, Qt.Key.Key_Escape)

    # Long before the minutes after which the request is given up.
    qtbot.waitUntil(lambda: not page.asking.busy, timeout=5000)
    assert page.ask_button.isVisible()
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None)
    (card,) = page.findChildren(AnswerCard)
    QTest.mouseClick(card.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: answers_wanted(server) == 1 and not page.asking.busy)


def test_the_window_answers_and_counts_once(
    qtbot: QtBot, memory: Memory, server: ModelServer, page: AskPage
) -> None:
    QTest.keyClicks(page.question, QUESTION)
    QTest.keyClick(page.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.findChild(AnswerCard) is not None)
    assert len(memory.retrieval.find_receipt_ids()) == 0
    (card,) = page.findChildren(AnswerCard)
    QTest.mouseClick(card.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(memory.retrieval.find_receipt_ids()) == 1 and not page.asking.busy)

    assert answers_wanted(server) == 2
    (key,) = memory.asks.find_ids()
    asked = memory.asks.get(memory.asks.load_page([key])[0].id)
    assert asked.receipt is not None
    assert asked.receipt.refs == (asked.evidence[0].ref,)
    assert uses(memory) == {asked.evidence[0].ref: 1}
    # Sent again by whoever did not hear of the end.
    page.go_on()
    qtbot.waitUntil(lambda: not page.asking.busy)
    assert uses(memory) == {asked.evidence[0].ref: 1}
    assert len(memory.retrieval.find_receipt_ids()) == 1
    (card,) = page.findChildren(AnswerCard)
    assert "That is what was said [1]." in card.answer.accessibleName()
    assert len(page.findChildren(StepCard)) == len(asked.steps)
    (link,) = [b for b in card.findChildren(QPushButton) if b.text().startswith("[1]")]
    with qtbot.waitSignal(page.open_event):
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
