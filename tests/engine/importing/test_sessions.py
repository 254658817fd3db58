"""Claude Code sessions, Codex rollouts, OpenAI-style messages and ShareGPT."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from stratagate_app.engine import Role, SourceConversation, ToolCall, inspect_file
from stratagate_app.engine.importing import sniff
from tests.engine.importing.support import codes, read_all, read_one, write_json, write_lines


def spoken(found: SourceConversation) -> list[tuple[Role, str]]:
    return [(message.role, message.content) for message in found.messages]


def line(kind: str, uuid: str, content: Any, **fields: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content}
    if "message_id" in fields:
        message["id"] = fields.pop("message_id")
    return {
        "type": kind,
        "uuid": uuid,
        "sessionId": "s",
        "cwd": "/home/dev/atlas",
        "timestamp": f"2026-03-04T10:00:{len(uuid):02}Z",
        "message": message,
        **fields,
    }


def use(key: str) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": key, "name": "Bash", "input": {"n": key}}]


def result(key: str, content: Any = "ok", **fields: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": key, "content": content, **fields}]


SESSION = [
    line("user", "1", "Run both"),
    line("assistant", "22", [{"type": "thinking", "thinking": "x"}], message_id="A"),
    line("assistant", "333", use("t1"), message_id="A"),
    line("user", "4", result("t1", [{"type": "text", "text": "one"}, {"type": "image"}])),
    line("assistant", "5", use("t2"), message_id="A"),
    line("user", "6", result("t2", "boom", is_error=True)),
    line("assistant", "7", [{"type": "text", "text": "Both ran."}], message_id="B"),
]


def test_an_answer_spread_over_lines_is_one_message(tmp_path: Path) -> None:
    found = read_one(write_lines(tmp_path / "s.jsonl", *SESSION))
    assert spoken(found) == [
        (Role.USER, "Run both"),
        (Role.ASSISTANT, ""),
        (Role.ASSISTANT, "Both ran."),
    ]
    assert found.messages[1].tool_calls == (
        ToolCall("Bash", {"n": "t1"}, "one\n[image]"),
        ToolCall("Bash", {"n": "t2"}, {"error": "boom"}),
    )
    assert (found.external_id, found.workspace_hint) == ("s", "/home/dev/atlas")
    assert found.started_at == datetime(2026, 3, 4, 10, 0, 1, tzinfo=UTC)
    assert found.updated_at == datetime(2026, 3, 4, 10, 0, 3, tzinfo=UTC)


def test_ids_stay_when_the_session_grows(tmp_path: Path) -> None:
    whole = read_one(write_lines(tmp_path / "s.jsonl", *SESSION))
    wanted = [message.external_id for message in whole.messages]
    assert wanted == ["1", "22", "7"]
    for end in range(1, len(SESSION)):
        part = read_one(write_lines(tmp_path / "s.jsonl", *SESSION[:end]))
        found = [message.external_id for message in part.messages]
        assert found == wanted[: len(found)]


def test_the_title_is_the_summary_of_this_file_or_the_first_words(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    other = {"type": "summary", "summary": "Another session", "leafUuid": "z"}
    mine = {"type": "summary", "summary": "Both runs", "leafUuid": "7"}
    assert read_one(write_lines(path, other, *SESSION)).title == "Run both"
    assert read_one(write_lines(path, other, *SESSION, mine)).title == "Both runs"


def test_lines_that_nobody_said_are_counted(tmp_path: Path) -> None:
    found = read_one(
        write_lines(
            tmp_path / "s.jsonl",
            {"type": "file-history-snapshot", "snapshot": {}},
            {"type": "queue-operation", "sessionId": "s"},
            line("system", "s", "x"),
            line("user", "c", "This session is being continued", isCompactSummary=True),
            line("user", "m", "Caveat", isMeta=True),
            line("user", "n", "<command-name>/clear</command-name>"),
            line("user", "o", "<local-command-stderr>x</local-command-stderr>"),
            line("user", "i", [{"type": "text", "text": "[Request interrupted by user]"}]),
            line("assistant", "a", "side", isSidechain=True),
            line("user", "u", [{"type": "image"}, {"type": "text", "text": "Look"}]),
            line("user", "u", "the same line again"),
            line("user", "r", result("gone", "orphan")),
        )
    )
    assert spoken(found) == [(Role.USER, "[image]\nLook"), (Role.TOOL, "orphan")]
    assert found.messages[1].external_id == "r/1"
    assert found.dropped == {
        "snapshot": 1,
        "other": 1,
        "system": 1,
        "compact_summary": 1,
        "meta": 1,
        "command": 2,
        "interrupt": 1,
        "sidechain": 1,
        "repeated": 1,
    }


def test_a_broken_line_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    lines = [json.dumps(item) for item in SESSION]
    path.write_text("\n".join(["{broken", *lines, "7", '{"cut']), "utf-8")
    conversations, warnings = read_all(path)
    assert len(conversations[0].messages) == 3
    assert [(w.code, w.where) for w in warnings] == [
        ("bad_line", "line 1"),
        ("bad_line", "line 9"),
        ("truncated_last_line", "line 10"),
    ]


def codex(payload_type: str, **payload: Any) -> dict[str, Any]:
    return {
        "timestamp": "2026-03-04T10:00:00Z",
        "type": "response_item",
        "payload": {"type": payload_type, **payload},
    }


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "input_text", "text": text}]}


def test_a_rollout_gives_results_to_calls_and_drops_repeats(tmp_path: Path) -> None:
    patch = "*** Begin Patch"
    found = read_one(
        write_lines(
            tmp_path / "r.jsonl",
            {"type": "session_meta", "payload": {"id": "r", "cwd": "/x"}},
            codex("message", **said("user", "<user_instructions>x</user_instructions>")),
            codex("message", **said("user", "Fix it")),
            {"type": "event_msg", "payload": {"type": "user_message", "message": "Fix it"}},
            codex("reasoning", summary=[]),
            codex("function_call", name="shell", arguments='{"a": 1}', call_id="1"),
            codex("function_call_output", call_id="1", output='{"output": "done", "m": {}}'),
            codex("custom_tool_call", name="patch", input=patch, call_id="2"),
            codex("custom_tool_call_output", call_id="2", output=[{"type": "x", "text": "ok"}]),
            codex("function_call_output", call_id="9", output="12"),
        )
    )
    assert spoken(found) == [
        (Role.USER, "Fix it"),
        (Role.ASSISTANT, ""),
        (Role.ASSISTANT, ""),
        (Role.TOOL, "12"),
    ]
    assert [message.tool_calls for message in found.messages[1:3]] == [
        (ToolCall("shell", {"a": 1}, "done"),),
        (ToolCall("patch", patch, "ok"),),
    ]
    assert found.dropped == {"context": 1, "repeated": 1, "reasoning": 1}


def test_an_older_rollout_has_its_items_at_the_top(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "r.jsonl",
        {"id": "old", "timestamp": "2025-05-01T10:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", **said("user", "Hi")},
        {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "1"},
    )
    assert sniff(path) == "codex"
    found = read_one(path)
    assert found.external_id == "old"
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]


MESSAGES = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "image_url"}]},
    {"role": "assistant", "content": "Hello", "timestamp": "2026-03-04T10:00:00+01:00"},
]
SPOKEN = [(Role.SYSTEM, "Be brief."), (Role.USER, "Hi\n[image]"), (Role.ASSISTANT, "Hello")]


def test_messages_may_be_a_list_an_object_or_lines_in_any_layout(tmp_path: Path) -> None:
    path = tmp_path / "m"
    shapes: list[tuple[str, int]] = [
        (json.dumps(MESSAGES), 1),
        (json.dumps(MESSAGES, indent=1), 1),
        (json.dumps({"messages": MESSAGES}), 1),
        (json.dumps({"messages": MESSAGES}, indent=1), 1),
        (json.dumps([{"messages": MESSAGES}, {"messages": MESSAGES}]), 2),
        (json.dumps([MESSAGES, MESSAGES]), 2),
        ("\n".join(json.dumps(message) for message in MESSAGES), 1),
        (json.dumps(MESSAGES) + "\n" + json.dumps(MESSAGES), 2),
        (json.dumps({"messages": MESSAGES}) + "\n" + json.dumps({"messages": MESSAGES}), 2),
    ]
    for text, count in shapes:
        path.write_text(text, "utf-8")
        assert sniff(path) == "openai-messages"
        conversations, warnings = read_all(path)
        assert [spoken(found) for found in conversations] == [SPOKEN] * count, text
        assert warnings == []


def test_a_list_of_messages_that_breaks_off_gives_what_was_whole(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MESSAGES)[:-20], "utf-8")
    report = inspect_file(path)
    assert len(report["conversations"][0]["messages"]) == 2
    assert report["error"]["code"] == "damaged"


def test_calls_and_results_of_every_age_are_joined(tmp_path: Path) -> None:
    function = {"name": "clock", "arguments": '{"tz": "UTC"}'}
    found = read_one(
        write_json(
            tmp_path / "m.json",
            [
                {"role": "assistant", "tool_calls": [{"id": "1", "function": function}]},
                {"role": "tool", "tool_call_id": "1", "content": "10:00"},
                {"role": "assistant", "content": None, "function_call": function},
                {"role": "function", "name": "clock", "content": "11:00"},
                {"role": "assistant", "content": use("3")},
                {"role": "user", "content": result("3")},
                {
                    "role": "assistant",
                    "tool_calls": [{"function": {"name": "x", "arguments": "{"}}],
                },
                {"role": "assistant", "content": ""},
                {"role": "narrator", "content": "x"},
            ],
        )
    )
    assert [message.tool_calls for message in found.messages] == [
        (ToolCall("clock", {"tz": "UTC"}, "10:00"),),
        (ToolCall("clock", {"tz": "UTC"}),),
        (),
        (ToolCall("Bash", {"n": "3"}, "ok"),),
        (ToolCall("x", "{"),),
    ]
    assert found.messages[2].role is Role.TOOL
    assert found.dropped == {"empty": 1, "unknown_role": 1}
    assert all(message.external_id is None for message in found.messages)


def test_sharegpt_is_read_from_a_list_an_object_or_lines(tmp_path: Path) -> None:
    path = tmp_path / "s"
    item = {
        "id": "sg",
        "conversations": [
            {"from": "human", "value": "Hi"},
            {"from": "gpt", "value": "Hello"},
            {"from": "human", "value": " "},
            {"from": "nobody", "value": "x"},
        ],
    }
    for text in (json.dumps([item]), json.dumps(item, indent=1), json.dumps(item) + "\n{}\n{cut"):
        path.write_text(text, "utf-8")
        assert sniff(path) == "sharegpt"
        (found,), warnings = read_all(path)
        assert spoken(found) == [(Role.USER, "Hi"), (Role.ASSISTANT, "Hello")]
        assert found.dropped == {"empty": 1, "unknown_role": 1}
    assert codes(warnings) == ["not_a_conversation", "truncated_last_line"]
