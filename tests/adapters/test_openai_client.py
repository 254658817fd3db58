"""The client of model servers: forms of replies, waits, limits, keys; over real connections."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest

from stratagate_app.adapters.model_errors import retry_after_s
from stratagate_app.adapters.model_wire import Mode
from stratagate_app.adapters.openai_client import ModelClient, ModelConfig
from stratagate_app.engine import (
    ModelFailedError,
    ModelUnavailableError,
    OperationCancelled,
    ReplySchemaError,
    SummaryReply,
)
from tests import model_server as acts
from tests.adapters.support import KEY, Book, client_of
from tests.engine.support import FakeClock
from tests.model_server import Manner, ModelServer

SUMMARY = {
    "title": "Bread",
    "tags": ["bread"],
    "summary": "About bread.",
    "key_facts": [],
    "should_extract": False,
}


def ask(client: ModelClient) -> SummaryReply:
    return client.reply("summarise", "Summarise.", "m1 user: bread", SummaryReply).value


@pytest.mark.parametrize(
    ("manner", "mode"),
    [
        (Manner.OPENAI, Mode.JSON_SCHEMA),
        (Manner.DEEPSEEK, Mode.TOOLS),
        (Manner.LLAMACPP, Mode.JSON_OBJECT),
        # It ignores what it does not know, and is found by the schema that stands in the text.
        (Manner.OLLAMA, Mode.JSON_OBJECT),
    ],
)
def test_how_replies_are_had_is_found_out_once(manner: Manner, mode: Mode) -> None:
    book = Book()
    with ModelServer(manner, key=KEY) as server:
        server.say(SUMMARY, SUMMARY, SUMMARY)
        assert ask(client_of(server, book)).title == "Bread"
        probes = len(server.probes)
        assert ask(client_of(server, book)).title == "Bread"
        assert len(server.probes) == probes
        assert [request.mode for request in server.requests] == [mode, mode]
    assert list(book.modes.values()) == [mode]


def test_a_server_without_json_is_named() -> None:
    book = Book()
    with ModelServer(Manner.WORDS) as server:
        with pytest.raises(ReplySchemaError) as caught:
            ask(client_of(server, book))
        assert caught.value.code == "no_json"
        assert [request.mode for request in server.probes] == list(Mode)
    assert book.modes == {}


@pytest.mark.parametrize("mode", list(Mode))
def test_every_form_is_taken_where_it_is_known(mode: Mode) -> None:
    with ModelServer(key=KEY) as server:
        server.say(SUMMARY)
        assert ask(client_of(server, mode=mode)) == SummaryReply.model_validate(SUMMARY)
        assert [request.mode for request in server.requests] == [mode]
        assert server.probes == []


def test_a_form_that_is_refused_later_is_found_out_anew() -> None:
    book = Book()
    with ModelServer(Manner.DEEPSEEK) as server:
        client = client_of(server, book, mode=Mode.JSON_SCHEMA)
        with pytest.raises(ModelFailedError):
            ask(client)
        server.say(SUMMARY)
        assert ask(client).title == "Bread"
        assert list(book.modes.values()) == [Mode.TOOLS]


def test_tokens_are_counted_or_estimated() -> None:
    book = Book()
    with ModelServer() as server:
        server.say(SUMMARY, SUMMARY)
        client = client_of(server, book, mode=Mode.PLAIN)
        told = client.reply("summarise", "Summarise.", "words", SummaryReply)
        assert (told.input_tokens, told.output_tokens, told.tokens) == (120, 30, 150)
        server.usage = False
        estimated = client.reply("extract", "Summarise.", "words", SummaryReply)
        assert estimated.input_tokens > 50
        assert estimated.output_tokens > 10
        assert [use[0] for use in book.uses] == ["summarise", "extract"]


@pytest.mark.parametrize(
    ("misdeed", "code"),
    [
        (acts.refuse(401), "model_key"),
        (acts.refuse(403), "model_key"),
        (acts.refuse(404, "The model `x` does not exist"), "model_not_found"),
        (acts.refuse(404, "404 page not found"), "model_address"),
        (acts.refuse(405), "model_address"),
        (acts.refuse(413), "model_too_large"),
        (acts.refuse(400, "This model's maximum context length is 8192"), "model_too_large"),
        (acts.refuse(400, "no"), "model_rejected"),
        (acts.refuse(500), "model_failed"),
        (acts.send(b"<html>Welcome</html>", "text/html"), "model_address"),
        (acts.redirect("http://127.0.0.1:9/v1/chat/completions"), "model_address"),
        (acts.close, "model_broken_off"),
        (acts.reset, "model_broken_off"),
        (acts.half_a_body, "model_broken_off"),
        (acts.half_a_stream, "model_broken_off"),
        (acts.hang, "model_timeout"),
        (acts.drip, "model_timeout"),
    ],
)
def test_what_a_server_does_wrong_is_named(misdeed: acts.Misdeed, code: str) -> None:
    with ModelServer() as server:
        server.misbehave(misdeed)
        client = client_of(server, mode=Mode.JSON_SCHEMA, timeout_s=1.0)
        with pytest.raises(ModelFailedError) as caught:
            ask(client)
        assert caught.value.code == code
        assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 502, 503, 504, 529])
def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(status: int) -> None:
    clock = FakeClock()
    with ModelServer() as server:
        server.misbehave(acts.refuse(status, "slow down", Retry_After="30"))
        server.say(SUMMARY)
        client = client_of(server, mode=Mode.JSON_SCHEMA, clock=clock)
        for waited, left in ((0, 30), (10, 20)):
            clock.forward(waited)
            with pytest.raises(ModelUnavailableError) as caught:
                ask(client)
            assert not isinstance(caught.value, ModelFailedError)
            assert (caught.value.code, caught.value.fields["retry_after_s"]) == ("model_busy", left)
        assert len(server.requests) == 1
        clock.forward(20)
        assert ask(client).title == "Bread"


def test_a_server_that_is_away_is_asked_less_and_less() -> None:
    clock = FakeClock()
    with ModelServer() as server:
        client = client_of(server, mode=Mode.JSON_SCHEMA, clock=clock)
    waits = []
    for _ in range(6):
        with pytest.raises(ModelUnavailableError) as caught:
            ask(client)
        assert caught.value.code == "model_unreachable"
        waits.append(caught.value.fields["retry_after_s"])
        clock.forward(waits[-1])  # type: ignore[arg-type]
    assert waits == [5, 10, 20, 40, 60, 60]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "12"}, 12.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Tue, 01 Dec 2026 09:02:00 GMT"}, 120.0),
        ({"retry-after": "Tue, 01 Dec 2026 08:00:00 GMT"}, 0.0),
        ({"retry-after": "99999999999999"}, 3600.0),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_a_wait_is_understood_and_bounded(headers: dict[str, str], wait: float | None) -> None:
    assert retry_after_s(headers, datetime(2026, 12, 1, 9, 0, tzinfo=UTC)) == wait


def test_a_reply_that_is_too_long_is_not_read_to_its_end() -> None:
    with ModelServer() as server:
        server.misbehave(acts.megabytes(10))
        with pytest.raises(ReplySchemaError) as caught:
            ask(client_of(server, mode=Mode.JSON_SCHEMA))
        assert caught.value.fields["reason"] == "too_large"


def test_the_key_stays_out_of_every_word() -> None:
    with ModelServer(key="sk-another") as server:
        client = client_of(server, mode=Mode.JSON_SCHEMA)
        with pytest.raises(ModelFailedError) as caught:
            ask(client)
        # The server says which key it refuses.
        assert caught.value.fields["detail"] == "Incorrect API key provided: [masked]."
        assert KEY not in repr(caught.value) + repr(client) + repr(client.config)


def test_a_server_that_repeats_the_key_gets_it_nowhere() -> None:
    with ModelServer() as server:
        server.say({**SUMMARY, "title": f"Bearer {KEY}"})
        assert ask(client_of(server, mode=Mode.JSON_SCHEMA)).title == "Bearer [masked]"


def test_a_key_that_is_none_is_refused_without_being_shown() -> None:
    with ModelServer() as server:
        client = client_of(server, key="sk-密钥\nX-Other: 1", mode=Mode.JSON_SCHEMA)
        with pytest.raises(ModelFailedError) as caught:
            ask(client)
        assert (caught.value.code, server.requests) == ("model_key", [])
        assert "密" not in str(caught.value)


def test_nothing_is_asked_when_the_limit_is_reached() -> None:
    with ModelServer() as server:
        client = client_of(server, Book(full=True), mode=Mode.JSON_SCHEMA)
        with pytest.raises(ModelUnavailableError) as caught:
            ask(client)
        assert (caught.value.code, server.requests) == ("model_limit", [])


def test_no_more_requests_run_at_once_than_allowed() -> None:
    most, running, lock = 0, 0, threading.Lock()

    def answer(_request: acts.Request) -> object:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        server.ended.wait(0.05)
        with lock:
            running -= 1
        return SUMMARY

    with ModelServer() as server:
        server.answer = answer
        client = client_of(server, mode=Mode.JSON_SCHEMA)
        workers = [threading.Thread(target=ask, args=(client,)) for _ in range(6)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert len(server.requests) == 6
    assert most == client.config.at_once == 2


def test_closing_ends_what_waits() -> None:
    failures: list[BaseException] = []
    asked = threading.Event()

    def misdeed(handler: acts._Handler) -> None:
        asked.set()
        acts.hang(handler)

    with ModelServer() as server:
        server.misbehave(misdeed)
        client = client_of(server, mode=Mode.JSON_SCHEMA)

        def work() -> None:
            try:
                ask(client)
            except OperationCancelled as error:
                failures.append(error)

        worker = threading.Thread(target=work)
        worker.start()
        assert asked.wait(20)
        client.close()
        worker.join(20)
    assert len(failures) == 1


@pytest.mark.parametrize(
    "url",
    ["", "localhost:11434", "ftp://host/v1", "http://", "https://user:pass@host/v1", "http://h:x"],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ModelFailedError) as caught:
        ModelConfig(url, "model")
    assert caught.value.code == "model_address"
    assert "pass@" not in str(caught.value)
