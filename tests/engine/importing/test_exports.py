"""ChatGPT, Claude and DeepSeek exports, and LoCoMo: oddities beside those of the case files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from stratagate_app.engine import Role, SourceConversation, SourceMessage, ToolCall
from tests.engine.importing.support import codes, read_all, read_one, write_json


def node(
    key: str, parent: str | None, role: str = "user", text: Any = "", **fields: Any
) -> dict[str, Any]:
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    author = {"role": role, "name": fields.pop("name", None)}
    message = {"id": f"m-{key}", "author": author, "content": content, **fields}
    return {"id": key, "parent": parent, "children": [], "message": message}


def chatgpt(path: Path, *nodes: dict[str, Any], **fields: Any) -> SourceConversation:
    mapping = {item["id"]: item for item in nodes}
    for item in nodes:
        if item["parent"] in mapping:
            mapping[item["parent"]]["children"].append(item["id"])
    value = {"id": "c", "current_node": nodes[-1]["id"], "mapping": mapping, **fields}
    return read_one(write_json(path / "export.json", [value]))


def spoken(found: SourceConversation) -> list[tuple[Role, str]]:
    return [(message.role, message.content) for message in found.messages]


def test_a_message_is_known_by_its_own_id(tmp_path: Path) -> None:
    found = chatgpt(tmp_path, node("a", None, text="Hi", create_time=0))
    assert found.messages == (SourceMessage(Role.USER, "Hi", external_id="m-a"),)
    assert (found.external_id, found.title, found.where) == ("c", None, "conversations.json[0]")


def test_results_go_to_the_call_that_names_the_tool(tmp_path: Path) -> None:
    code = {"content_type": "code", "language": "unknown", "text": "1+1"}
    found = chatgpt(
        tmp_path,
        node("a", None, text="Go"),
        node("b", "a", "assistant", code, recipient="python"),
        node("c", "b", "assistant", "look it up", recipient="browser"),
        node("d", "c", "tool", {"content_type": "execution_output", "text": "2"}, name="python"),
        node("e", "d", "tool", "page one", name="browser"),
        node("f", "e", "tool", "page two", name="browser"),
        node("g", "f", "assistant", "Done"),
        node("h", "g", "tool", "by itself", name="browser"),
    )
    assert [message.tool_calls for message in found.messages[1:3]] == [
        (ToolCall("python", "1+1", "2"),),
        (ToolCall("browser", "look it up", "page one\npage two"),),
    ]
    assert spoken(found)[3:] == [(Role.ASSISTANT, "Done"), (Role.TOOL, "by itself")]


def test_a_call_without_arguments_is_still_a_call(tmp_path: Path) -> None:
    found = chatgpt(
        tmp_path,
        node("a", None, "assistant", "", recipient="clock"),
        node("b", "a", "tool", "10:00", name="clock"),
    )
    assert found.messages[0].tool_calls == (ToolCall("clock", "", "10:00"),)


def test_every_kind_of_content_is_read(tmp_path: Path) -> None:
    media = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "image_asset_pointer", "asset_pointer": "file://x"},
            {"content_type": "audio_transcription", "text": "said aloud"},
            {"content_type": "real_time_user_audio_video_asset_pointer", "asset_pointer": "y"},
            {"content_type": "other_asset_pointer", "asset_pointer": "z"},
            "",
            7,
        ],
    }
    quote = {"content_type": "tether_quote", "title": "T", "text": "words", "url": "http://x"}
    display = {"content_type": "tether_browsing_display", "result": "", "summary": "found it"}
    found = chatgpt(
        tmp_path,
        node("a", None, text=media),
        node("b", "a", "tool", quote),
        node("c", "b", "tool", display),
        node("d", "c", "tool", {"content_type": "system_error", "text": "it broke"}),
        node("e", "d", "assistant", {"content_type": "code", "text": "print(1)"}),
    )
    assert [message.content for message in found.messages] == [
        "[image]\nsaid aloud\n[audio]\n[file]",
        "T\nwords\nhttp://x",
        "found it",
        "it broke",
        "print(1)",
    ]


def test_what_is_left_out_is_counted_by_its_reason(tmp_path: Path) -> None:
    context = {"content_type": "user_editable_context", "user_profile": "x"}
    found = chatgpt(
        tmp_path,
        {"id": "root", "parent": None, "children": [], "message": None},
        node("s", "root", "system", ""),
        node("p", "s", "user", context),
        node("a", "p", text="Hi"),
        node("x", "a", "assistant", "other answer"),
        node("t", "a", "assistant", {"content_type": "thoughts", "thoughts": []}),
        node("r", "t", "assistant", {"content_type": "reasoning_recap", "content": "4 s"}),
        node("w", "r", "assistant", "draft", weight=0.0),
        node("h", "w", "user", "h", metadata={"is_visually_hidden_from_conversation": True}),
        node("e", "h", "assistant", "  "),
        node("b", "e", "assistant", "Hello"),
    )
    assert spoken(found) == [(Role.USER, "Hi"), (Role.ASSISTANT, "Hello")]
    assert found.dropped == {
        "root": 1,
        "empty_system": 1,
        "hidden": 2,
        "branch": 1,
        "thoughts": 2,
        "weight": 1,
        "empty": 1,
    }


def test_without_a_current_node_the_newest_leaf_is_what_was_seen(tmp_path: Path) -> None:
    nodes = (
        node("a", None, text="Hi", create_time=10.0),
        node("new", "a", "assistant", "new", create_time=30.0),
        node("old", "a", "assistant", "old", create_time=20.0),
    )
    for current in (None, "not there", 7):
        found = chatgpt(tmp_path, *nodes, current_node=current)
        assert spoken(found) == [(Role.USER, "Hi"), (Role.ASSISTANT, "new")]
        nodes[0]["children"].clear()


def test_one_bad_conversation_costs_no_other(tmp_path: Path) -> None:
    good = {"id": "g", "mapping": {"a": node("a", None, text="Hi")}}
    cycle = {"id": "y", "mapping": {"a": node("a", "b", text="1"), "b": node("b", "a", text="2")}}
    nothing = {"id": "n", "mapping": {}}
    orphan = {"id": "o", "current_node": "b", "mapping": {"b": node("b", "gone", text="3")}}
    path = write_json(tmp_path / "a.json", [None, cycle, {"mapping": 3}, nothing, orphan, good])
    conversations, warnings = read_all(path)
    assert [c.external_id for c in conversations] == ["y", "o", "g"]
    assert [(w.code, w.where) for w in warnings] == [
        ("not_a_conversation", "conversations.json[0]"),
        ("broken_path", "conversations.json[1]"),
        ("not_a_conversation", "conversations.json[2]"),
        ("empty_conversation", "conversations.json[3]"),
        ("broken_path", "conversations.json[4]"),
    ]


def claude(path: Path, *messages: dict[str, Any], **fields: Any) -> SourceConversation:
    value = {"uuid": "k", "name": "", "chat_messages": list(messages), **fields}
    return read_one(write_json(path / "export.json", [value]))


def test_claude_text_is_taken_where_there_are_no_text_blocks(tmp_path: Path) -> None:
    found = claude(
        tmp_path,
        {"uuid": "1", "sender": "human", "text": "plain", "content": []},
        {"uuid": "2", "sender": "assistant", "text": "x", "content": [{"type": "thinking"}]},
        {"uuid": "3", "sender": "human", "text": "", "content": [{"type": "voice_note"}]},
        {"uuid": "4", "sender": "assistant", "text": "", "content": []},
    )
    assert spoken(found) == [
        (Role.USER, "plain"),
        (Role.ASSISTANT, "x"),
        (Role.USER, "[audio]"),
    ]
    assert [message.external_id for message in found.messages] == ["1", "2", "3"]
    assert found.dropped == {"thinking": 1, "empty": 1}


def test_claude_results_find_their_calls_with_and_without_ids(tmp_path: Path) -> None:
    content = [
        {"type": "tool_use", "name": "a", "id": "1", "input": {}},
        {"type": "tool_use", "name": "b", "id": "2", "input": {"x": 1}},
        {"type": "tool_result", "tool_use_id": "1", "content": "first"},
        {"type": "tool_result", "content": [{"type": "text", "text": "second"}], "is_error": True},
        {"type": "tool_result", "name": "c", "content": None},
    ]
    found = claude(tmp_path, {"uuid": "1", "sender": "assistant", "content": content})
    assert found.messages[0].tool_calls == (
        ToolCall("a", {}, "first"),
        ToolCall("b", {"x": 1}, {"error": "second"}),
        ToolCall("c", None, ""),
    )


def test_claude_attachments_are_named_and_their_text_is_a_tool_record(tmp_path: Path) -> None:
    found = claude(
        tmp_path,
        {
            "uuid": "1",
            "sender": "human",
            "text": "Read",
            "attachments": [{"file_name": "lease.txt", "extracted_content": "Rent is 900."}],
            "files": [{"file_name": "plan.png"}],
        },
    )
    assert found.messages[0].content == "Read\n[attachment: lease.txt]\n[attachment: plan.png]"
    (call,) = found.messages[0].tool_calls
    assert call.result == "Rent is 900."


def test_of_edited_claude_turns_the_last_ones_are_kept(tmp_path: Path) -> None:
    root = "00000000-0000-4000-8000-000000000000"
    found = claude(
        tmp_path,
        {"uuid": "1", "sender": "human", "text": "Hi", "parent_message_uuid": root},
        {"uuid": "2", "sender": "assistant", "text": "old", "parent_message_uuid": "1"},
        {"uuid": "3", "sender": "assistant", "text": "new", "parent_message_uuid": "1"},
    )
    assert [text for _, text in spoken(found)] == ["Hi", "new"]
    assert found.dropped == {"branch": 1}


def test_deepseek_fragments_become_words_and_tool_records(tmp_path: Path) -> None:
    fragments = [
        {"type": "THINK", "content": "hm"},
        {"type": "SEARCH", "content": "", "results": [{"url": "x"}]},
        {"type": "RESPONSE", "content": "Done"},
    ]
    mapping = {
        "root": {"id": "root", "parent": None, "children": ["1"], "message": None},
        "1": {
            "id": "1",
            "parent": "root",
            "children": [],
            "message": {"inserted_at": "2026-03-04T18:00:00+08:00", "fragments": fragments},
        },
    }
    found = read_one(write_json(tmp_path / "d.json", [{"id": "d", "mapping": mapping}]))
    (message,) = found.messages
    assert (message.role, message.content) == (Role.ASSISTANT, "Done")
    assert message.created_at == datetime(2026, 3, 4, 10, tzinfo=UTC)
    assert message.tool_calls == (ToolCall("search", None, [{"url": "x"}]),)
    assert found.dropped == {"root": 1, "thinking": 1}


def test_locomo_sessions_are_conversations_in_order(tmp_path: Path) -> None:
    talk = {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Late"}],
        "session_2_date_time": "12:09 am on 8 May, 2023",
        "session_2": [
            {"speaker": "Ann", "dia_id": "D2:1", "text": "Hi!"},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "Look", "blip_caption": "a cat"},
            {"speaker": "Ann", "dia_id": "D2:3", "text": ""},
        ],
        "session_3_date_time": "1:56 pm on 9 May, 2023",
    }
    path = write_json(tmp_path / "l.json", [{"sample_id": "conv-1", "conversation": talk}, 3])
    conversations, warnings = read_all(path)
    second, tenth = conversations
    assert (second.external_id, tenth.external_id) == ("conv-1/session_2", "conv-1/session_10")
    assert second.started_at == datetime(2023, 5, 8, 0, 9, tzinfo=UTC)
    assert second.messages == (
        SourceMessage(
            Role.USER, "Ann: Hi!", datetime(2023, 5, 8, 0, 9, tzinfo=UTC), external_id="D2:1"
        ),
        SourceMessage(
            Role.ASSISTANT,
            "Ben: Look [image: a cat]",
            datetime(2023, 5, 8, 0, 9, 1, tzinfo=UTC),
            external_id="D2:2",
        ),
    )
    assert tenth.started_at is None
    assert second.dropped == {"empty": 1}
    assert codes(warnings) == ["not_a_conversation"]
