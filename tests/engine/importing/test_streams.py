"""Reading JSON piece by piece gives what reading it at once gives."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine import ImportFormatError, Oddity, SourceWarning
from stratagate_app.engine.importing.streams import CHUNK, Elements, Place, lines, parse, parse_text

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


class Trickle(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__(content)
        self._size = size

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._size if size is None or size < 0 else min(size, self._size))


def elements(text: str | bytes, size: int = CHUNK) -> list[Any]:
    content = text if isinstance(text, bytes) else text.encode()
    return list(Elements(Trickle(content, size), Place("file.json")))


def failure(text: str) -> tuple[list[Any], ImportFormatError]:
    """Return what was read before the damage, and the error."""
    found: list[Any] = []
    with pytest.raises(ImportFormatError) as caught:
        found += Elements(io.BytesIO(text.encode()), Place("file.json"))
    return found, caught.value


@given(
    st.lists(JSON, max_size=5),
    st.integers(1, 9),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_elements_are_the_same_however_they_arrive(
    items: list[Any], size: int, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(items, indent=indent, ensure_ascii=ascii_only)
    assert elements(text, size) == items


@given(st.lists(st.dictionaries(st.text(max_size=5), JSON, max_size=3), min_size=1, max_size=5))
def test_several_objects_in_a_row_are_all_read(items: list[Any]) -> None:
    assert elements("\n".join(json.dumps(item) for item in items)) == items


def test_several_lists_in_a_row_are_told_apart() -> None:
    reader = Elements(io.BytesIO(b"[1, 2]\n[]\n[3]"), Place("file.json"))
    assert [(reader.document, item) for item in reader] == [(0, 1), (0, 2), (2, 3)]


@pytest.mark.parametrize(
    ("text", "whole", "where"),
    [
        ('[{"a": 1}, {"a": ', [{"a": 1}], "[1] at character 17"),
        ('[{"a": 1}, {"a": "un', [{"a": 1}], "[1] at character 17"),
        ('[{"a": 1}', [{"a": 1}], "after [0] at character 9"),
        ('[{"a": 1},', [{"a": 1}], "[1] at character 10"),
        ('[{"a": 1} {"a": 2}]', [{"a": 1}], "after [0] at character 10"),
        ('[{"a": 1}, {"a": }]', [{"a": 1}], "[1] at character 17"),
        ('[{"a": 1}] end', [{"a": 1}], "[0] at character 11"),
    ],
)
def test_what_is_whole_is_given_before_the_damage_is_told(
    text: str, whole: list[Any], where: str
) -> None:
    found, error = failure(text)
    assert found == whole
    assert (error.code, error.fields["where"]) == ("damaged", where)


def test_too_many_brackets_are_damage() -> None:
    assert failure("[" * 200_000)[1].code == "damaged"
    assert failure("[" + "9" * 10_000 + "]")[1].code == "damaged"


def test_a_large_element_costs_no_more_than_its_size() -> None:
    def seconds(megabytes: int) -> float:
        text = b'[{"a": "' + b"x" * (megabytes << 20) + b'"}]'
        start = time.perf_counter()
        (found,) = Elements(io.BytesIO(text), Place("file.json"))
        assert len(found["a"]) == megabytes << 20
        return time.perf_counter() - start

    seconds(1)
    assert seconds(32) < 40 * max(seconds(4), 0.01)


def test_only_the_element_that_is_read_is_in_memory() -> None:
    element = b'{"a": "' + b"x" * 10_000 + b'"}'
    stream = io.BytesIO(b"[" + b",".join([element] * 3000) + b"]")
    tracemalloc.start()
    count = sum(1 for _ in Elements(stream, Place("file.json")))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3000
    assert peak < 8 * CHUNK


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.integers(1, 9))
def test_only_elements_that_are_not_utf8_are_told(bad: list[bool], size: int) -> None:
    # A character that stands for lost ones in the source itself is a character like others.
    items = [b'{"a": "caf\xe9"}' if odd else '{"a": "cafe\ufffd 面"}'.encode() for odd in bad]
    reader = Elements(Trickle(b"[" + b", ".join(items) + b"]", size), Place("file.json"))
    found = [(item["a"], reader.oddities("there")) for item in reader]
    told = (SourceWarning(Oddity.NOT_UTF8, "there"),)
    assert found == [("caf\ufffd", told) if odd else ("cafe\ufffd 面", ()) for odd in bad]
    in_lines = [line.oddity for line in lines(io.BytesIO(b"\n".join(items)))]
    assert in_lines == [Oddity.NOT_UTF8 if odd else None for odd in bad]


def test_lines_tell_a_broken_line_from_one_that_is_cut_off() -> None:
    found = list(lines(io.BytesIO(b'{"a": 1}\n\n{"a":\n{"b": 2}\n{"c')))
    assert [(line.number, line.value, line.ok, line.oddity) for line in found] == [
        (1, {"a": 1}, True, None),
        (3, None, False, Oddity.BAD_LINE),
        (4, {"b": 2}, True, None),
        (5, None, False, Oddity.TRUNCATED_LAST_LINE),
    ]
    assert found[1].oddities() == (SourceWarning(Oddity.BAD_LINE, "line 3"),)


def test_what_the_fast_parser_refuses_is_still_read() -> None:
    assert parse(b'"\\ud83d"') == ("\ud83d", True)
    assert parse(b'"a\x00b\nc"') == ("a\x00b\nc", True)
    assert parse(b'"\xff"') == ("\ufffd", False)
    assert parse_text('"\ud83d"') == "\ud83d"
    with pytest.raises(ValueError, match="Expecting"):
        parse(b"{")
