"""L3, L4 and L5: what the golden vectors leave open, and what holds of any block."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.conversation import JsonValue, Role, SourceMessage, ToolCall
from stratagate_app.engine.rules.condense import (
    FILLERS,
    REPEAT_NOTE,
    render_block,
    render_l0,
    render_l2,
)
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.rules.toolrecords import as_json, result_summary, tool_record

LONG = "The tile cache is copied to the staging bucket before the alias is switched over to it."


def said(content: str, role: Role = Role.USER, *calls: ToolCall) -> SourceMessage:
    return SourceMessage(role, content, None, calls)


def l3(*contents: str) -> str:
    return render_block([said(content) for content in contents]).l3


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("thank you" + "." * 40, ""),
        ("谢谢" + "～" * 30, ""),
        ("  ok  ", ""),
        ("Sure. We ship on Friday.", "User: Sure. We ship on Friday."),
        ("好的！ 我们改用 pnpm。 谢谢～", "User: 我们改用 pnpm。"),
        ("Thanks! " * 3 + "Done?", "User: Done?"),
        ("ok\n\n\n   \nWe go on", "User: We go on"),
        ("okay then we go on", "User: okay then we go on"),
    ],
)
def test_fillers_are_dropped_as_whole_sentences_only(content: str, kept: str) -> None:
    assert l3(content) == kept


def test_a_repeat_is_seen_through_case_and_white_space() -> None:
    assert l3(LONG, LONG.upper().replace(" ", "\n  ")) == f"User: {LONG}\n\nUser: {REPEAT_NOTE}"


def test_short_text_is_never_a_repeat() -> None:
    assert l3("We ship.", "We ship.") == "User: We ship.\n\nUser: We ship."


def test_l0_and_l2_as_text() -> None:
    assert render_l0("Tiles", ["maps", "cache"]) == "Tiles\nTags: maps, cache"
    assert render_l2(["One.", "Two."], "Short.") == "- One.\n- Two."
    assert render_l2([], "Short.") == "Short."


@pytest.mark.parametrize(
    ("value", "summary"),
    [
        (None, ""),
        ("", ""),
        ("null", ""),
        ("  two\n words ", "two words"),
        ("x" * 200, "x" * 160),
        ('"in  quotes"', "in quotes"),
        ('{"error": "no such file"}', "failed: no such file"),
        ('{"error": "no such', '{"error": "no such'),
        ("1.0", "1.0"),
        ("12345678901234567890123", "12345678901234567890123"),
        ("true", "true"),
        (True, "true"),
        (False, "false"),
        (2**70, str(2**70)),
        (1.5, "1.5"),
        ([1, 2], "structured result"),
        ({}, "structured result"),
        ({"error": "e" * 200}, "failed: " + "e" * 140),
        ({"error": {"code": 5}}, 'failed: {"code":5}'),
        ({"error": None, "summary": " ", "message": "sent"}, "sent"),
        ({"files": [1, 2, 3], "dirs": [], "arguments": [1], "input": [1]}, "files: 3, dirs: 0"),
        ({"ok": True}, "completed"),
        ({"ok": False}, "not completed"),
        ({"ok": "yes"}, "structured result"),
    ],
)
def test_result_summary(value: JsonValue, summary: str) -> None:
    assert result_summary(value) == summary


@pytest.mark.parametrize(
    ("content", "record"),
    [
        ("plain words", None),
        ('she said "yes"', None),
        ('{"value": 3}', None),
        ('"tool_calls"', None),
        ('{"name": "a", "parameters": {}}', "Tool call: a"),
        ('{"tool": "ls", "result": ["x"]}', "Tool call: ls (structured result)"),
        ('{"tool": "ls", "result": null, "content": "ok"}', "Tool call: ls (ok)"),
        ('[{"tool": "b"}, {"function": {"name": "a"}}, {"tool": "b"}]', "Tool call: b, a"),
        ('```json\n{"tool": "ls"}\n```', "Tool call: ls"),
        ('```\n{"tool": "ls"}\n```', "Tool call: ls"),
        ('```{"tool": "ls"}', None),
        ('{"function": {"name": 3}, "tool": null}', None),
        ('{"tool_calls": [{"name": "ls"', "Tool call: ls (arguments omitted)"),
        ("see tool_calls", "Tool call (arguments omitted)"),
    ],
)
def test_tool_record(content: str, record: str | None) -> None:
    assert tool_record(content) == record


@pytest.mark.timeout(5)
def test_a_long_run_of_white_space_in_a_fence_costs_no_time() -> None:
    assert tool_record("```" + "\n" * 200_000 + '"x" y') is None


def test_what_the_fast_encoder_refuses_is_still_shown() -> None:
    call = ToolCall("big", {"n": 2**70}, None)
    text = f'Tool call (raw): {{"name":"big","arguments":{{"n":{2**70}}}}}'
    assert render_block([said("", Role.ASSISTANT, call)]).l5.endswith(text)
    assert as_json("\ud800") == '"\ud800"'


TEXTS = st.lists(
    st.sampled_from(
        [*sorted(FILLERS), LONG, "```py\nx = 1;\n```", "a => b\nc", "\n\n", "。", "! ", "\n"]
    )
    | st.text(max_size=30),
    max_size=8,
).map("".join)
MESSAGES = st.builds(
    SourceMessage,
    st.sampled_from(Role),
    TEXTS | st.sampled_from(['{"tool": "ls", "result": {"ok": true}}', '{"tool_calls": [']),
    tool_calls=st.lists(
        st.builds(ToolCall, st.text(max_size=5), st.none(), st.none() | st.text(max_size=9)),
        max_size=2,
    ).map(tuple),
)


@given(st.lists(MESSAGES, max_size=8))
def test_no_level_is_longer_than_the_next(messages: list[SourceMessage]) -> None:
    made = render_block(messages)
    assert made.t3 <= made.t4 <= made.t5
    assert (made.t3, made.t4, made.t5) == tuple(map(estimate_tokens, (made.l3, made.l4, made.l5)))
    for message in messages:
        assert message.content in made.l5


@given(st.text())
def test_estimate_is_by_runs(text: str) -> None:
    total, run = 0, 0
    for char in f"{text}é":
        if char.isascii():
            run += 1
        else:
            total += -(-run // 4) + 1
            run = 0
    assert estimate_tokens(text) == total - 1
