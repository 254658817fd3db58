"""JSON of any size, one top-level element or line at a time, with the place of what is wrong."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from stratagate_app.engine.errors import ImportFormatError

CHUNK = 1 << 20
# How near to the end of what was read an error may be and still mean: not all there yet.
_NEAR_END = 64
_SPACE = " \t\r\n"

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
    """The elements of a top-level array (or a top-level value as the only one), in order.

    Only the element that is being read is in memory. The standard library's decoder is given what
    was read so far, and more of it when it stops near the end: twice as much each time, so that
    the cost stays linear.
    """

    def __init__(self, stream: BinaryIO, place: Place) -> None:
        self._stream = stream
        self._place = place
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._buffer = ""
        self._start = 0
        self._passed = 0
        self._ended = False
        self.is_array = False

    def _more(self, size: int = CHUNK) -> bool:
        if self._ended:
            return False
        data = self._stream.read(size)
        self._ended = not data
        self._passed += self._start
        self._buffer = self._buffer[self._start :] + self._decode(data, final=self._ended)
        self._start = 0
        return not self._ended

    def _peek(self) -> str:
        """Return the next character that is no white space, without taking it; "" at the end."""
        while True:
            buffer, start = self._buffer, self._start
            while start < len(buffer) and buffer[start] in _SPACE:
                start += 1
            self._start = start
            if start < len(buffer):
                return buffer[start]
            if not self._more():
                return self._buffer[self._start : self._start + 1]

    def _value(self, where: str) -> Any:
        size = CHUNK
        while True:
            try:
                value, self._start = _decoder.raw_decode(self._buffer, self._start)
            except json.JSONDecodeError as error:
                unterminated = error.msg.startswith("Unterminated string")
                near = error.pos >= len(self._buffer) - _NEAR_END
                if (unterminated or near) and self._more(size):
                    size *= 2
                    continue
                offset = self._passed + error.pos
                raise self._place.error(
                    "damaged", f"{where} at character {offset}", error.msg
                ) from error
            except (ValueError, RecursionError) as error:
                raise self._place.error("damaged", where, type(error).__name__) from error
            # A number may go on in the next chunk; objects and arrays may not.
            if self._start == len(self._buffer) and not isinstance(value, dict | list | str):
                self._more()
            return value

    def __iter__(self) -> Iterator[Any]:
        """Yield the elements.

        Raises:
            ImportFormatError: `damaged`, after everything that was whole was yielded.
        """
        first = self._peek()
        if first != "[":
            if first:
                yield self._value("the document")
            return
        self.is_array = True
        self._start += 1
        index = 0
        if self._peek() == "]":
            return
        while True:
            where = f"[{index}]"
            if not self._peek():
                raise self._place.error("damaged", where, "the file ends here")
            yield self._value(where)
            index += 1
            mark = self._peek()
            if mark == "]":
                return
            if mark != ",":
                reason = "the file ends here" if not mark else f"unexpected {mark!r}"
                raise self._place.error("damaged", f"after [{index - 1}]", reason)
            self._start += 1


@dataclass(frozen=True, slots=True)
class Line:
    """One line of JSONL. value is None where it is no JSON; last tells it ends the file unended."""

    number: int
    value: Any
    ok: bool
    last: bool


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a JSONL stream; blank ones are passed over."""
    for number, raw in enumerate(stream, start=1):
        text = raw.decode("utf-8", "replace").strip()
        if not text:
            continue
        try:
            yield Line(number, _decoder.decode(text), ok=True, last=False)
        except (ValueError, RecursionError):
            yield Line(number, None, ok=False, last=not raw.endswith(b"\n"))
