"""JSON of any size, one top-level element or line at a time, with the place of what is wrong."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import orjson

from stratagate_app.engine.domain.changes import Oddity, SourceWarning, Unread
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing.source import MARKED, NOT_TEXT

CHUNK = 1 << 20
# How near to the end of what was read an error may be and still mean: not all there yet.
_NEAR_END = 64
_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"[-+.0-9eE]*")

_decoder = json.JSONDecoder(strict=False)


@dataclass
class Place:
    """Where in a source a reader is, for errors."""

    path: str
    entry: str = ""

    def error(self, code: str, where: str, reason: str) -> ImportFormatError:
        """Return an error that names file, place and reason."""
        place = f"{self.entry}: {where}" if self.entry and where else self.entry or where
        return ImportFormatError(code, path=self.path, where=place, reason=reason)


class Elements:
    """The elements of a stream: those of a top-level array, or top-level values themselves.

    Several values after each other, as in JSONL, are taken as well.
    Only the element that is being read is in memory: the standard library's decoder is given what
    was read so far, and more when it stops near the end, twice as much each time, so that the cost
    stays linear. (Measured on a ChatGPT export of 62 MB: 0.51 s; ijson with yajl2_c takes 0.95 s.)

    Attributes:
        is_array: The value that is being read, or was read last, is an array.
        document: Number of that value among the top-level values, from 0.
        where: Place of the element that was yielded last: "[3]".
    """

    def __init__(self, stream: BinaryIO, place: Place) -> None:
        self._stream = stream
        self._place = place
        self._decode = codecs.getincrementaldecoder("utf-8")(MARKED).decode
        # Where bytes were that are no text, in characters from the beginning.
        self._not_text: list[int] = []
        self._is_odd = False
        self._buffer = ""
        self._start = 0
        self._passed = 0
        self._ended = False
        self._index = -1
        self.is_array = False
        self.document = 0
        self.where = ""

    def _more(self, size: int = CHUNK) -> bool:
        if self._ended:
            return False
        data = self._stream.read(size)
        self._ended = not data
        self._passed += self._start
        text = self._decode(data, final=self._ended)
        rest = self._buffer[self._start :]
        if NOT_TEXT in text:
            begin = self._passed + len(rest)
            self._not_text += [begin + at for at, char in enumerate(text) if char == NOT_TEXT]
            text = text.replace(NOT_TEXT, "\ufffd")
        self._buffer = rest + text
        self._start = 0
        return not self._ended

    def _peek(self) -> str:
        """Return the next character that is no white space, without taking it; "" at the end."""
        while True:
            found = _SPACE.match(self._buffer, self._start)
            self._start = found.end() if found else self._start
            if self._start < len(self._buffer):
                return self._buffer[self._start]
            if not self._more():
                return self._buffer[self._start : self._start + 1]

    def _error(self, position: int, reason: str) -> ImportFormatError:
        where = f"{self.where} at character {self._passed + position}"
        return self._place.error("damaged", where, reason)

    def _value(self) -> Any:
        self._index += 1
        self.where = f"[{self._index}]"
        size = CHUNK
        while True:
            try:
                value, end = _decoder.raw_decode(self._buffer, self._start)
            except json.JSONDecodeError as error:
                unterminated = error.msg.startswith("Unterminated string")
                at_end = error.pos >= len(self._buffer)
                failed = self._error(
                    error.pos, Unread.CUT_OFF if unterminated or at_end else error.msg
                )
                near = error.pos >= len(self._buffer) - _NEAR_END
                if not (unterminated or near) or not self._more(size):
                    raise failed from error
            except (ValueError, RecursionError) as error:
                # A number of thousands of digits, or thousands of brackets.
                reason = Unread.TOO_DEEP if isinstance(error, RecursionError) else Unread.BAD_NUMBER
                raise self._error(self._start, reason) from error
            else:
                # A number may go on in the next chunk; objects, arrays and texts may not.
                closed = isinstance(value, dict | list | str) or not self._in_number(end)
                position, passed = self._start, self._passed + end
                if closed or not self._more(size):
                    self._start += end - position
                    self._is_odd = any(at < passed for at in self._not_text)
                    if self._is_odd:
                        self._not_text = [at for at in self._not_text if at >= passed]
                    return value
            size *= 2

    def oddities(self, where: str = "") -> tuple[SourceWarning, ...]:
        """Return what is odd about the element that was yielded last; where: its place, in full."""
        return (SourceWarning(Oddity.NOT_UTF8, where or self.where),) if self._is_odd else ()

    def _in_number(self, end: int) -> bool:
        found = _NUMBER.match(self._buffer, end)
        return found is not None and found.end() == len(self._buffer)

    def __iter__(self) -> Iterator[Any]:
        """Yield the elements.

        Raises:
            ImportFormatError: `damaged`, after everything that was whole was yielded.
        """
        while first := self._peek():
            self.is_array = first == "["
            if self.is_array:
                self._start += 1
                yield from self._array()
            elif first == "{" or not self.document:
                yield self._value()
            else:
                raise self._error(self._start, f"unexpected {first!r}")
            self.document += 1

    def _array(self) -> Iterator[Any]:
        if self._peek() == "]":
            self._start += 1
            return
        while True:
            if not self._peek():
                self.where = f"[{self._index + 1}]"
                raise self._error(self._start, Unread.CUT_OFF)
            yield self._value()
            mark = self._peek()
            if mark not in ("]", ","):
                reason = f"unexpected {mark!r}" if mark else Unread.CUT_OFF
                self.where = f"after {self.where}"
                raise self._error(self._start, reason)
            self._start += 1
            if mark == "]":
                return


@dataclass(frozen=True, slots=True)
class Line:
    """One line of JSONL.

    Attributes:
        value: None where it is no JSON.
        oddity: What is wrong with it, if anything is.
    """

    number: int
    value: Any
    ok: bool
    oddity: Oddity | None = None

    @property
    def where(self) -> str:
        """Its place."""
        return f"line {self.number}"

    def oddities(self) -> tuple[SourceWarning, ...]:
        """Return what is to be said of it."""
        return () if self.oddity is None else (SourceWarning(self.oddity, self.where),)


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a JSONL stream; blank ones are passed over."""
    for number, raw in enumerate(stream, start=1):
        if raw.isspace():
            continue
        try:
            value, is_utf8 = parse(raw)
            yield Line(number, value, ok=True, oddity=None if is_utf8 else Oddity.NOT_UTF8)
        except (ValueError, RecursionError):
            # A file that is still being written may end in the middle of a line.
            whole = raw.endswith(b"\n")
            oddity = Oddity.BAD_LINE if whole else Oddity.TRUNCATED_LAST_LINE
            yield Line(number, None, ok=False, oddity=oddity)


def parse(raw: bytes) -> tuple[Any, bool]:
    """Return the value of JSON text, and whether that is UTF-8 throughout.

    The fast parser knows no lone surrogates, no control characters in texts and no bytes that are
    no UTF-8; what it refuses is given to the patient one.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deeply.
    """
    try:
        return orjson.loads(raw), True
    except orjson.JSONDecodeError:
        text = raw.decode("utf-8", MARKED)
        return parse_text(text.replace(NOT_TEXT, "\ufffd")), NOT_TEXT not in text


def parse_text(text: str) -> Any:
    """Return the value of JSON text, lone surrogates in it kept.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deeply.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return _decoder.decode(text.strip())
