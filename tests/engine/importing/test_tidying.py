"""What a reader yields can be stored, and is otherwise as it was."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
import pytest

from stratagate_app.engine import Role, SourceConversation, SourceMessage, ToolCall
from stratagate_app.engine.importing.tidying import MAX_DEPTH, tidied
from stratagate_app.engine.importing.values import as_time
from tests.engine.importing.support import codes, read_all


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
