"""What a reader yields can be stored, and is otherwise as it was."""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
import pytest

from stratagate_app.engine import (
    Oddity,
    Role,
    SourceConversation,
    SourceMessage,
    SourceWarning,
    ToolCall,
    inspect_file,
)
from stratagate_app.engine.importing.tidying import MAX_DEPTH, tidied
from stratagate_app.engine.importing.values import as_time
from tests.engine.importing.support import case_files, codes, read_all, write_json, write_zip


def conversation(*messages: SourceMessage, title: str = "t") -> SourceConversation:
    return SourceConversation("id", title, None, None, messages)


def test_what_is_fine_is_passed_on_as_it_is() -> None:
    fine = conversation(
        SourceMessage(Role.USER, "Grüße 😀 \x00\x07\ttab", external_id="a"),
        SourceMessage(Role.ASSISTANT, "", tool_calls=(ToolCall("t", {"a": [1, None]}, "r"),)),
    )
    found, surrogates = tidied(fine)
    assert found is fine
    assert surrogates == 0


def test_lone_surrogates_become_replacement_characters_everywhere() -> None:
    found, surrogates = tidied(
        conversation(
            SourceMessage(Role.USER, "a\ud83db\udc00"),
            SourceMessage(Role.TOOL, "", tool_calls=(ToolCall("\ud800", {"\ud800": "\udfff"}),)),
            title="\ud83d",
        )
    )
    assert surrogates == 5
    assert found.title == "\ufffd"
    assert found.messages[0].content == "a\ufffdb\ufffd"
    assert found.messages[1].tool_calls == (ToolCall("\ufffd", {"\ufffd": "\ufffd"}),)


def test_two_halves_side_by_side_are_one_character() -> None:
    found, _ = tidied(conversation(SourceMessage(Role.USER, "\ud83d\ude00")))
    assert found.messages[0].content == "😀"


LOCOMO = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Bob",
        "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hello there, Bob"}],
    },
}


def readable_case(name: str) -> tuple[bytes, bytes]:
    """Return a file of a format and a word of one message in it."""
    if name == "locomo":
        return json.dumps([LOCOMO]).encode(), b"Hello"
    for case in case_files(name):
        content = case.read_bytes()
        if content.startswith(b"PK") or inspect_file(case)["error"]:
            continue
        said = [message.content for found in read_all(case)[0] for message in found.messages]
        for word in re.findall("[A-Za-z]{4,}", " ".join(said)):
            # Claude's exports hold every text twice.
            if sum(word in text for text in said) == 1 and content.count(word.encode()) <= 2:
                return content, word.encode()
    raise AssertionError(name)


@pytest.mark.parametrize(
    "name",
    ["chatgpt", "claude", "claude-code", "codex", "deepseek", "locomo", "openai", "sharegpt"],
)
def test_bytes_that_are_not_utf8_are_warned_of_by_every_reader(name: str, tmp_path: Path) -> None:
    content, words = readable_case(name)
    path = tmp_path / "file"
    path.write_bytes(content)
    before = codes(read_all(path)[1])
    path.write_bytes(content.replace(words, b"caf\xe9"))
    found, warnings = read_all(path)
    texts = [message.content for item in found for message in item.messages]
    assert sum("caf\ufffd" in text for text in texts) == 1
    assert set(codes(warnings)) == {*before, "not_utf8"}
    assert all(warning.where for warning in warnings)


def test_lists_and_lines_and_archives_and_utf16_are_warned_of_with_the_place(
    tmp_path: Path,
) -> None:
    message = b'{"role": "user", "content": "caf\xe9"}'
    good = b'{"role": "user", "content": "fine"}'
    talk = b'{"mapping": {"a": {"message": {"author": {"role": "user"}, "content": '
    talk += b'{"content_type": "text", "parts": ["caf\xe9"]}}}}, "current_node": "a"}'
    wide = '[{"role": "user", "content": "caf'.encode("utf-16") + b"\x00\xd8"
    wide += '"}]'.encode("utf-16-le")
    for content, where in (
        (b"[" + good + b", " + message + b"]", "[1]"),
        (good + b"\n" + message + b"\n", "line 2"),
        (b'{"title": "t",\n "messages": [' + message + b"]}", "[0]"),
        (wide, "[0]"),
    ):
        path = tmp_path / "file"
        path.write_bytes(content)
        found, warnings = read_all(path)
        assert found[0].messages[-1].content == "caf\ufffd"
        assert warnings == [SourceWarning(Oddity.NOT_UTF8, where)]
    packed = write_zip(tmp_path / "export.zip", {"conversations.json": b"[" + talk + b"]"})
    found, warnings = read_all(packed)
    assert found[0].messages[0].content == "caf\ufffd"
    assert warnings == [SourceWarning(Oddity.NOT_UTF8, "conversations.json[0]")]


def test_arguments_with_half_a_character_are_warned_of(tmp_path: Path) -> None:
    call = {"function": {"name": "find", "arguments": '{"word": "\\ud83d"}'}}
    path = write_json(
        tmp_path / "file.json", [{"role": "assistant", "content": "", "tool_calls": [call]}]
    )
    path.write_text(path.read_text("utf-8").replace("\\\\ud83d", "\\ud83d"), "utf-8")
    found, warnings = read_all(path)
    assert found[0].messages[0].tool_calls[0].arguments == {"word": "\ufffd"}
    assert codes(warnings) == ["lone_surrogate"]


def test_a_file_with_lone_surrogates_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"role": "user", "content": "cut \\ud83d and \\u0000 kept"}]', "utf-8")
    (found,), warnings = read_all(path)
    assert found.messages[0].content == "cut \ufffd and \x00 kept"
    assert codes(warnings) == ["lone_surrogate"]


def test_numbers_and_depths_that_json_cannot_store_become_text() -> None:
    deep: object = 1
    for _ in range(MAX_DEPTH * 3):
        deep = [deep]
    call = ToolCall("t", {"big": 10**30, "nan": math.nan, "fine": 2**53}, deep)  # type: ignore[arg-type]
    found, surrogates = tidied(conversation(SourceMessage(Role.ASSISTANT, "", tool_calls=(call,))))
    (tidy,) = found.messages[0].tool_calls
    assert tidy.arguments == {"big": str(10**30), "nan": "NaN", "fine": 2**53}
    assert orjson.dumps(tidy.result)
    assert surrogates == 0


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (1772618401.5, datetime(2026, 3, 4, 10, 0, 1, 500_000, UTC)),
        (1772618401500, datetime(2026, 3, 4, 10, 0, 1, 500_000, UTC)),
        ("2026-03-04T10:00:00Z", datetime(2026, 3, 4, 10, tzinfo=UTC)),
        ("2026-03-04 10:00:00", datetime(2026, 3, 4, 10, tzinfo=UTC)),
        (0, None),
        (None, None),
        (True, None),
        ("", None),
        ("yesterday", None),
        (math.nan, None),
        (10**400, None),
        ("0001-01-01T00:00:00+14:00", None),
        ([], None),
    ],
)
def test_times_are_read_or_unknown(value: object, wanted: datetime | None) -> None:
    assert as_time(value) == wanted


def test_the_offset_of_the_source_is_kept() -> None:
    found = as_time("2025-02-03T04:05:06-08:00")
    assert found is not None
    assert found.utcoffset() == timedelta(hours=-8)
