"""What a card shows, as rows of plain text: no Qt, so that workers can prepare it.

A row is a message or a tool record with its label; it is made of segments, and each segment that
is long is shown in part until somebody asks for all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stratagate_app.engine import JsonValue, Level, Message, Role, ToolCall

TEXT_LINES = 40
"""Lines of prose shown of a long message; the rest waits behind a link."""
CODE_LINES = 8
"""Lines of pasted code or of a tool payload shown before the rest is asked for."""
CHARS_A_LINE = 100
"""What counts as one line of text without line breaks."""
SLACK_LINES = 4
"""A link that would hide fewer lines than this is not worth its own line."""
STEP_LINES = 500
"""Lines one press of a link adds: a payload without an end must not stop the window."""

_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]")
# Control characters stay in L5 and are not shown (formats.md). The last two are what Qt's text
# documents use inside for frames.
_HIDDEN: dict[int, str | None] = {
    **dict.fromkeys((*range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0xFDD0, 0xFDD1)),
    0xFFFC: "\ufffd",
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text in one look.

    Attributes:
        mono: Shown in a fixed-width font: code and tool records.
        cap: Lines shown at first.
        lines: How many lines it counts; see cut. Counted once, on the worker.
    """

    text: str
    mono: bool = False
    cap: int = TEXT_LINES
    lines: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", line_count(self.text))


@dataclass(frozen=True, slots=True)
class Row:
    """One message, one tool record, or a text without a label.

    Attributes:
        message_id: The stored message; None for a rendered text.
        role: Whose words; None for a rendered text.
        boxed: A tool record, shown in a box.
        bullet: A key fact, shown with a bullet.
    """

    segments: tuple[Segment, ...]
    message_id: int | None = None
    role: Role | None = None
    at: datetime | None = None
    boxed: bool = False
    bullet: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    """What a card shows at one level.

    Attributes:
        sources: Messages that are evidence of an event.
    """

    rows: tuple[Row, ...]
    sources: frozenset[int] = frozenset()


def visible(text: str) -> str:
    """Return text as it is shown: every line break a line feed, no other control characters."""
    return _BREAKS.sub("\n", text).translate(_HIDDEN)


def one_line(text: str) -> str:
    """Return text for a title or a label: whitespace folded to single spaces."""
    return " ".join(visible(text).split())


def message_rows(messages: Sequence[Message]) -> tuple[Row, ...]:
    """Return messages as rows, each tool call as a row of its own after its message."""
    return tuple(row for message in messages for row in _rows_of(message))


def level_rows(text: str, level: Level) -> tuple[Row, ...]:
    """Return the rendered text of L0 to L4 as rows; L2 as one row for each key fact."""
    shown = visible(text).strip("\n")
    if not shown.strip():
        return ()
    if level == Level.L2:
        return tuple(_facts(shown))
    return (Row(tuple(_segments(shown))),)


def cut(segment: Segment, lines: int) -> tuple[str, int]:
    """Return the first lines of a segment, and how many lines it has beyond them.

    A text without line breaks counts a line each CHARS_A_LINE characters, so that one long line
    is cut too.
    """
    total = segment.lines
    if total <= lines + SLACK_LINES:
        return segment.text, 0
    kept: list[str] = []
    room = lines
    for line in segment.text.split("\n", lines)[:lines]:
        need = _lines_of(line)
        if need > room:
            kept.append(line[: room * CHARS_A_LINE] + "…")
            break
        kept.append(line)
        room -= need
        if room == 0:
            break
    return "\n".join(kept), total - lines


def line_count(text: str) -> int:
    """Return how many lines a text counts; see cut."""
    if len(text) <= CHARS_A_LINE:
        return text.count("\n") + 1
    return sum(_lines_of(line) for line in text.split("\n"))


def _lines_of(line: str) -> int:
    return max(1, -(-len(line) // CHARS_A_LINE))


def _rows_of(message: Message) -> Iterator[Row]:
    text = visible(message.content).strip("\n")
    boxed = message.role == Role.TOOL
    if text.strip() or not message.tool_calls:
        segments = (Segment(text, mono=True, cap=CODE_LINES),) if boxed else tuple(_segments(text))
        yield Row(segments, message.id, message.role, message.created_at, boxed=boxed)
    for call in message.tool_calls:
        yield Row(_call_segments(call), message.id, Role.TOOL, message.created_at, boxed=True)


def _call_segments(call: ToolCall) -> tuple[Segment, ...]:
    head = one_line(call.name)
    arguments = _payload(call.arguments)
    if arguments:
        head = f"{head} · {arguments}" if head else arguments
    segments = [Segment(head, mono=True, cap=CODE_LINES)]
    result = _payload(call.result)
    if result:
        segments.append(Segment(f"→ {result}", mono=True, cap=CODE_LINES))
    return tuple(segments)


def _payload(value: JsonValue) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return visible(value).strip("\n")
    return visible(json.dumps(value, ensure_ascii=False))


def _segments(text: str) -> Iterator[Segment]:
    position = 0
    for match in _FENCE.finditer(text):
        before = text[position : match.start()].strip("\n")
        if before:
            yield Segment(before)
        yield Segment(match.group().strip("\n"), mono=True, cap=CODE_LINES)
        position = match.end()
    rest = text[position:].strip("\n")
    if rest or position == 0:
        yield Segment(rest)


def _facts(text: str) -> Iterator[Row]:
    fact: list[str] = []
    bullet = False
    for line in text.split("\n"):
        if line.startswith("- "):
            if fact:
                yield Row((Segment("\n".join(fact)),), bullet=bullet)
            fact, bullet = [line[2:]], True
        else:
            fact.append(line)
    if fact:
        yield Row((Segment("\n".join(fact)),), bullet=bullet)
