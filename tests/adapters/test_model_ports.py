"""Questions answered through a model server, as a person would have them answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratagate_app.adapters.model_ports import ModelAnswerer
from stratagate_app.adapters.model_wire import Mode
from stratagate_app.engine import AskOutcome, EventFilter, EventId
from tests import model_server as acts
from tests.adapters.support import client_of
from tests.engine.ask_support import QUESTION, asked_memory
from tests.model_server import Manner, ModelServer


@pytest.mark.parametrize("manner", [Manner.OPENAI, Manner.DEEPSEEK, Manner.LLAMACPP, Manner.OLLAMA])
def test_a_question_is_answered_with_its_receipt(tmp_path: Path, manner: Manner) -> None:
    with ModelServer(manner) as server:
        answerer = ModelAnswerer(client_of(server))
        with asked_memory(tmp_path, answerer) as memory:
            assert memory.asks.model == "test-model"
            found = memory.asks.ask(QUESTION)
            assert found.outcome is AskOutcome.ANSWERED
            assert found.answer == "That is what was said [1]."
            assert found.receipt is not None
            assert found.receipt.refs == (found.evidence[0].ref,)
            # A probe is not of the question; decide, judge, answer are: 150 tokens each.
            assert found.tokens == 150 * len(server.requests)
            assert "ghp_" not in "".join(request.text for request in server.requests)


def test_a_question_that_broke_off_goes_on_and_counts_once(tmp_path: Path) -> None:
    with ModelServer() as server:
        answerer = ModelAnswerer(client_of(server, mode=Mode.JSON_SCHEMA))
        with asked_memory(tmp_path, answerer) as memory:
            # After the judgement, when it is about to answer.
            server.answer = _without_answers
            broken = memory.asks.ask("What was question 7 about bread?")
            assert (broken.outcome, broken.error) == (AskOutcome.FAILED, "reply_schema")
            assert len(broken.steps) == 1
            server.answer = acts.sensible
            for _ in range(2):
                found = memory.asks.resume(broken.id)
                assert found.outcome is AskOutcome.ANSWERED
            keys = memory.events.find_ids(EventFilter())
            uses = {f"e{key}": memory.events.get(EventId(key)).row.adoptions for key in keys}
            assert found.receipt is not None
            assert [ref for ref, count in uses.items() if count] == list(found.receipt.refs)
            assert sum(uses.values()) == 1


def _without_answers(request: acts.Request) -> object:
    return "no" if request.wants == "Answer" else acts.sensible(request)


@pytest.mark.parametrize(
    ("misdeed", "code"),
    [
        (acts.refuse(401), "model_key"),
        (acts.refuse(429, Retry_After="5"), "model_busy"),
        (acts.half_a_body, "model_broken_off"),
    ],
)
def test_a_question_says_why_nobody_answered(
    tmp_path: Path, misdeed: acts.Misdeed, code: str
) -> None:
    with ModelServer() as server:
        server.misbehave(misdeed)
        answerer = ModelAnswerer(client_of(server, mode=Mode.JSON_SCHEMA))
        with asked_memory(tmp_path, answerer) as memory:
            found = memory.asks.ask(QUESTION)
            assert (found.outcome, found.error) == (AskOutcome.FAILED, code)
