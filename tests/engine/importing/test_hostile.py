"""Whatever is in a file, a reader gives what it can or an ImportFormatError."""

from __future__ import annotations

import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import ImportFormatError, SourceConversation
from stratagate_app.engine.importing import read
from tests.engine.importing import hostile_words
from tests.engine.importing.support import case_files

# Words that lead a reader further in than chance would.
KEYS = st.sampled_from(hostile_words.KEYS)
WORDS = st.sampled_from(hostile_words.VALUES)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**30, 10**31)
    | st.floats()
    | WORDS
    | st.text(st.characters(), max_size=6)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS | st.sampled_from(["a", "b", "root"]), inner, max_size=6)
    ),
    max_leaves=25,
)
NODES = st.dictionaries(
    st.sampled_from(["a", "b", "c", "d"]),
    st.fixed_dictionaries(
        {},
        optional={
            "parent": st.sampled_from(["a", "b", "c", "d", None]) | VALUES,
            "children": VALUES,
            "message": st.dictionaries(KEYS, VALUES, max_size=6) | VALUES,
        },
    ),
)
OBJECT = st.dictionaries(KEYS, VALUES, max_size=6)
BLOCKS = st.lists(OBJECT | VALUES, max_size=4)


def with_keys(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects that surely have these fields, and any others."""
    return st.builds(lambda more, sure: {**more, **sure}, OBJECT, st.fixed_dictionaries(fields))


MESSAGE = with_keys(role=WORDS | VALUES, content=BLOCKS | VALUES)
CONVERSATIONS = {
    "chatgpt": with_keys(mapping=NODES, current_node=st.sampled_from(["a", "b", "z", None])),
    "deepseek": with_keys(mapping=NODES, inserted_at=VALUES),
    "claude": with_keys(chat_messages=st.lists(with_keys(content=BLOCKS) | VALUES, max_size=4)),
    "locomo": with_keys(
        conversation=with_keys(speaker_a=VALUES, session_1=st.lists(OBJECT | VALUES, max_size=3))
    ),
    "openai-messages": with_keys(messages=st.lists(MESSAGE | VALUES, max_size=4)),
    "sharegpt": with_keys(
        conversations=st.lists(st.fixed_dictionaries({"from": WORDS, "value": VALUES}), max_size=4)
    ),
}
LINES = {
    "claude-code": with_keys(
        type=st.sampled_from(["user", "assistant", "summary"]),
        sessionId=VALUES,
        message=with_keys(content=BLOCKS | VALUES),
    ),
    "codex": with_keys(
        type=st.sampled_from(["response_item", "session_meta"]),
        payload=with_keys(
            type=st.sampled_from(
                ["message", "function_call", "function_call_output", "custom_tool_call"]
            )
        ),
    ),
}
HOSTILE = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def take(path: Path, found: list[SourceConversation]) -> ImportFormatError | None:
    """Put every conversation that can be read into a list; return the error that ended it."""
    try:
        found += (item for item in read(path)[1] if isinstance(item, SourceConversation))
    except ImportFormatError as error:
        return error
    return None


def readable(content: bytes) -> list[SourceConversation]:
    """Read content as a file; what comes out can be stored."""
    handle, name = tempfile.mkstemp()
    path = Path(name)
    found: list[SourceConversation] = []
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        error = take(path, found)
    finally:
        path.unlink()
    if error is not None:
        assert error.fields["path"] == name
        assert error.code in ("unknown_format", "damaged", "unsafe_archive", "empty")
    for conversation in found:
        assert conversation.messages
        for message in conversation.messages:
            message.content.encode()
            assert message.created_at is None or message.created_at.utcoffset() is not None
            for call in message.tool_calls:
                orjson.dumps([call.name, call.arguments, call.result])
    return found


@pytest.mark.parametrize("name", CONVERSATIONS)
@HOSTILE
@given(data=st.data())
def test_a_reader_takes_any_values_where_it_expects_others(name: str, data: st.DataObject) -> None:
    items = data.draw(st.lists(CONVERSATIONS[name] | VALUES, min_size=1, max_size=3))
    readable(json.dumps(items).encode())
    readable("\n".join(json.dumps(item) for item in items).encode())


@pytest.mark.parametrize("name", LINES)
@HOSTILE
@given(data=st.data())
def test_a_session_reader_takes_any_lines(name: str, data: st.DataObject) -> None:
    items = data.draw(st.lists(LINES[name] | VALUES, min_size=1, max_size=5))
    readable("\n".join(json.dumps(item) for item in items).encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    readable(content)


@pytest.mark.parametrize("path", case_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_may_end_anywhere(path: Path) -> None:
    content = path.read_bytes()
    for end in range(0, len(content), 97):
        readable(content[:end])


@pytest.mark.parametrize("path", case_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_any_bits_may_be_flipped(path: Path) -> None:
    rng = random.Random(path.name)  # noqa: S311  (repeatable, not secret)
    content = path.read_bytes()
    for _ in range(40):
        damaged = bytearray(content)
        for _ in range(rng.choice((1, 1, 3, 20))):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        readable(bytes(damaged))
