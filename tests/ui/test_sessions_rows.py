"""Rows of a card: what is shown of messages and level texts."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine import Level, Message, MessageId, Role, SessionId, ToolCall
from stratagate_app.ui.sessions.rows import (
    CODE_LINES,
    SLACK_LINES,
    Segment,
    cut,
    level_rows,
    line_count,
    message_rows,
    one_line,
    visible,
)

AT = datetime(2026, 9, 18, 14, 2, tzinfo=UTC)


def message(content: str, role: Role = Role.USER, *calls: ToolCall) -> Message:
    return Message(MessageId(5), SessionId(1), 1, 1, role, content, AT, "m", calls)


@given(st.text())
def test_shown_text_has_no_control_characters_but_tab_and_line_feed(text: str) -> None:
    shown = visible(text)
    assert not {c for c in shown if ord(c) < 32 or 0x7F <= ord(c) < 0xA0} - {"\t", "\n"}


def test_every_line_break_is_a_line_feed_and_nul_is_left_out() -> None:
    assert visible("a\r\nb\rc\u2028d\0e\tf") == "a\nb\nc\nde\tf"


def test_a_title_is_one_line() -> None:
    assert one_line("  two\nlines\0 ") == "two lines"


def test_a_tool_call_is_a_row_of_its_own_with_its_result() -> None:
    call = ToolCall("run_command", {"command": "pnpm import"}, "exit 0")
    rows = message_rows([message("Done.", Role.ASSISTANT, call)])
    assert [row.role for row in rows] == [Role.ASSISTANT, Role.TOOL]
    assert [part.text for part in rows[1].segments] == [
        'run_command · {"command": "pnpm import"}',
        "→ exit 0",
    ]
    assert rows[1].boxed
    assert all(part.mono for part in rows[1].segments)


def test_a_message_of_calls_alone_has_no_empty_row() -> None:
    rows = message_rows([message("", Role.ASSISTANT, ToolCall("ls"))])
    assert [row.segments[0].text for row in rows] == ["ls"]


def test_pasted_code_is_a_segment_of_its_own() -> None:
    (row,) = message_rows([message("See:\n```js\nlet a = 1\n```\nFine?")])
    assert [(part.text, part.mono) for part in row.segments] == [
        ("See:", False),
        ("```js\nlet a = 1\n```", True),
        ("Fine?", False),
    ]


def test_a_fence_that_never_closes_is_code_to_the_end() -> None:
    (row,) = message_rows([message("```\na\nb")])
    assert [(part.text, part.mono) for part in row.segments] == [("```\na\nb", True)]


def test_key_facts_are_bullets_and_keep_their_further_lines() -> None:
    rows = level_rows("- first\n  more\n- second", Level.L2)
    assert [(row.segments[0].text, row.bullet) for row in rows] == [
        ("first\n  more", True),
        ("second", True),
    ]


def test_l2_without_facts_is_the_summary_without_a_bullet() -> None:
    assert [row.bullet for row in level_rows("Just a summary.", Level.L2)] == [False]


def test_an_empty_level_has_no_rows() -> None:
    assert level_rows("", Level.L1) == ()


def test_a_long_text_is_cut_and_says_how_much_is_hidden() -> None:
    text = "\n".join(str(n) for n in range(40))
    shown, hidden = cut(Segment(text, mono=True, cap=CODE_LINES), CODE_LINES)
    assert shown.split("\n") == [str(n) for n in range(CODE_LINES)]
    assert hidden == 40 - CODE_LINES


def test_one_endless_line_is_cut_too() -> None:
    shown, hidden = cut(Segment("x" * 10_000), 8)
    assert len(shown) == 801
    assert hidden == 92


@given(st.text(alphabet="ab\n", max_size=400), st.integers(1, 30))
def test_what_is_shown_is_the_beginning_of_the_text(text: str, lines: int) -> None:
    shown, hidden = cut(Segment(text), lines)
    assert text.startswith(shown.removesuffix("…"))
    assert (hidden == 0) == (line_count(text) <= lines + SLACK_LINES)
    assert (hidden == 0) == (shown == text)
