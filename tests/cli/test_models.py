"""`stratagate model`: choosing, testing and watching a model, over a real server."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from tests import model_server as acts
from tests.cli.support import Call
from tests.engine.support import conversation, write_conversations
from tests.keys import FakeKeyring
from tests.model_server import Manner, ModelServer

KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _keyring_of_its_own() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(FakeKeyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(Manner.DEEPSEEK, key=KEY) as running:
        yield running


def give_key(call: Call, monkeypatch: pytest.MonkeyPatch, key: str = KEY) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{key}\n"))
    said = call("model", "key")
    assert said.code == 0
    assert key not in said.out + said.err


def test_a_model_is_chosen_tested_and_used(
    call: Call, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = json.dumps({server.model: {"input": 2, "output": 8}})
    said = call("model", "set", "--url", server.url, "--model", server.model, "--prices", prices)
    assert said.code == 0
    give_key(call, monkeypatch)
    tested = call("model", "test", "--json")
    assert tested.data["mode"] == "tools"
    assert tested.data["modes"] == {
        "json_schema": False,
        "tools": True,
        "json_object": True,
        "plain": True,
    }
    shown = call("model", "show", "--json")
    assert shown.data["preset"] == "other"
    assert (shown.data["key"], shown.data["mode"]) == ("keyring", "tools")
    assert KEY not in shown.out

    path = write_conversations(tmp_path / "talk.jsonl", conversation(12))
    done = call("import", str(path), "--json")
    assert done.data["estimate"]["blocks"] == 2
    assert done.data["estimate"]["cost"] > 0
    assert "2 blocks for the model: about" in done.err
    assert (done.code, done.data["failed_jobs"], done.data["paused"]) == (0, 0, "")
    used = call("model", "usage", "--json")
    lines = {line["purpose"]: line for line in used.data["lines"]}
    assert (lines["summarise"]["requests"], lines["extract"]["requests"]) == (2, 2)
    assert used.data["cost"] > 0
    assert call("events", "--json").data["total"] == 2
    assert KEY.encode() not in (tmp_path / "memory.db").read_bytes()

    asked = call("ask", "What was question 7 about bread?", "--json")
    assert (asked.code, asked.data["outcome"], asked.data["model"]) == (0, "answered", server.model)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (["--model", "another"], "model_not_found"),
        (["--url", "http://127.0.0.1:9/v1"], "model_unreachable"),
    ],
)
def test_a_test_names_what_is_wrong(
    call: Call,
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    change: list[str],
    code: str,
) -> None:
    call("model", "set", "--url", server.url, "--model", server.model)
    give_key(call, monkeypatch, "sk-wrong-0123456789")
    assert call("model", "test", "--json").data["code"] == "model_key"
    give_key(call, monkeypatch)
    call("model", "set", *change)
    said = call("model", "test", "--json")
    assert (said.code, said.data["code"]) == (1, code)
    assert call("model", "test").lines


def test_the_wrong_place_on_the_right_server_is_named(call: Call, server: ModelServer) -> None:
    call("model", "set", "--url", server.url.removesuffix("/v1"), "--model", server.model)
    assert call("model", "test", "--json").data["code"] == "model_address"


def test_a_model_without_json_is_named(call: Call) -> None:
    with ModelServer(Manner.WORDS) as server:
        call("model", "set", "--url", server.url, "--model", server.model)
        said = call("model", "test", "--json")
        assert (said.code, said.data["code"]) == (1, "no_json")
        assert not any(said.data["modes"].values())


def test_jobs_that_wait_for_the_limit_show_as_paused(call: Call, tmp_path: Path) -> None:
    with ModelServer(Manner.OPENAI) as server:
        prices = json.dumps({server.model: {"input": 2000, "output": 8000}})
        limit = ("--prices", prices, "--monthly-limit", "0.5")
        call("model", "set", "--url", server.url, "--model", server.model, "--at-once", "1", *limit)
        path = write_conversations(tmp_path / "talk.jsonl", conversation(30))
        done = call("import", str(path), "--json")
        assert (done.data["paused"], done.data["failed_jobs"]) == ("model_limit", 0)
        jobs = call("jobs", "--json").data
        assert (jobs["paused"], jobs["failed"]) == ("model_limit", 0)
        assert jobs["waiting"] == len(jobs["jobs"]) > 0
        # Without a limit they go on.
        call("model", "set", "--monthly-limit", "0")
        assert call("jobs", "--retry", "--json").data["waiting"] == 0


def test_a_key_that_was_mended_lets_failed_jobs_start_over(
    call: Call, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("model", "set", "--url", server.url, "--model", server.model)
    path = write_conversations(tmp_path / "talk.jsonl", conversation(6))
    done = call("import", str(path), "--json")
    assert (done.code, done.data["failed_jobs"]) == (1, 1)
    assert call("jobs", "--json").data["jobs"][0]["error"] == "model_key"
    give_key(call, monkeypatch)
    jobs = call("jobs", "--retry", "--json").data
    assert (jobs["failed"], jobs["waiting"]) == (0, 0)


def test_back_to_the_rules_the_model_is_not_asked(
    call: Call, server: ModelServer, tmp_path: Path
) -> None:
    server.key = ""
    call("model", "set", "--url", server.url, "--model", server.model)
    call("model", "set", "--preset", "none")
    path = write_conversations(tmp_path / "talk.jsonl", conversation(6))
    assert call("import", str(path)).code == 0
    assert server.requests == server.probes == []


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--url", "localhost:1234"),
        ("--url", "https://me:secret@host/v1"),
        ("--prices", "{"),
        ("--prices", '{"m": {"input": -1, "output": 2}}'),
        ("--monthly-limit", "-1"),
        ("--preset", "another"),
    ],
)
def test_what_cannot_be_set_is_refused(call: Call, arguments: tuple[str, ...]) -> None:
    said = call("model", "set", *arguments)
    assert said.code == 2
    assert "secret" not in said.err


def test_no_keyring_is_told_with_the_way_out(
    call: Call, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from keyring.backends.fail import Keyring  # noqa: PLC0415

    keyring.set_keyring(Keyring())  # type: ignore[no-untyped-call]
    call("model", "set", "--url", server.url, "--model", server.model)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{KEY}\n"))
    said = call("model", "key")
    assert said.code == 2
    assert "STRATAGATE_API_KEY" in said.err
    assert KEY not in said.err
    monkeypatch.setenv("STRATAGATE_API_KEY", KEY)
    assert call("model", "test").code == 0


def test_a_server_that_breaks_off_leaves_the_reason_with_the_job(
    call: Call, server: ModelServer, tmp_path: Path
) -> None:
    server.key = ""
    call("model", "set", "--url", server.url, "--model", server.model)
    call("model", "test")
    server.misbehave(*[acts.half_a_body] * 3)
    path = write_conversations(tmp_path / "talk.jsonl", conversation(6))
    call("import", str(path))
    said = call("jobs")
    assert "model_broken_off" in said.out


def test_events_can_be_switched_off(call: Call, tmp_path: Path) -> None:
    path = write_conversations(tmp_path / "talk.jsonl", conversation(6))
    assert call("import", str(path), "--no-derive").code == 0
    assert call("jobs", "--no-events", "--json").data["off"] == 0
    talk = conversation(6, "tea")
    talk[0]["content"] = "We decided to move from npm to pnpm on 2026-03-02."
    assert call("import", str(write_conversations(tmp_path / "other.jsonl", talk))).code == 0
    said = call("jobs", "--json").data
    assert (said["waiting"], said["off"]) == (0, 1)
    assert [job["status"] for job in said["jobs"]] == ["off"]
    assert call("events", "--json").data["total"] == 0
    call("jobs", "--events", "--retry")
    assert call("jobs", "--json").data["off"] == 0
    assert call("events", "--json").data["total"] > 0
