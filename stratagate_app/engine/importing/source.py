"""A file as its entries: the file itself, or the known names inside an archive."""

from __future__ import annotations

import codecs
import io
import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from stratagate_app.engine.errors import ImportFormatError

ZIP_MAGIC = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
# What unpacks to more than this, and to more than so many times its packed size, is a bomb.
MOST_UNPACKED = 50 * 1024 * 1024
MOST_RATIO = 200
KNOWN_NAMES = re.compile(r"^conversations(-\d+)?\.json$")
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".zst")
_BOMS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One stream of a source.

    Attributes:
        name: For messages to people: the entry's name, "" for a file that is no archive.
    """

    path: Path
    name: str

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the entry as UTF-8 bytes without a byte order mark."""
        if not self.name:
            with self.path.open("rb") as stream:
                yield _as_utf8(stream)
            return
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self.name) as packed:
                yield _as_utf8(io.BufferedReader(packed))  # type: ignore[type-var]
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise ImportFormatError(
                "damaged", path=str(self.path), where=self.name, reason=str(error)
            ) from error


def _as_utf8(stream: io.BufferedReader | BinaryIO) -> BinaryIO:
    head = stream.peek(3)[:3] if isinstance(stream, io.BufferedReader) else b""
    if head.startswith(codecs.BOM_UTF8):
        stream.read(3)
        return stream
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return _Recoded(stream, encoding)
    return stream


class _Recoded(io.BufferedReader):
    """A stream in another encoding, read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        super().__init__(_RecodedRaw(stream, encoding), 1 << 16)


class _RecodedRaw(io.RawIOBase):
    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._waiting:
            chunk = self._stream.read(1 << 16)
            self._waiting = self._decoder.decode(chunk, final=not chunk).encode("utf-8", "replace")
            if not chunk and not self._waiting:
                return 0
        size = min(len(buffer), len(self._waiting))
        buffer[:size] = self._waiting[:size]
        self._waiting = self._waiting[size:]
        return size


def entries_of(path: Path) -> list[Entry]:
    """Return what is to be read of a file.

    Raises:
        ImportFormatError: An archive that is unsafe, damaged, or holds nothing we know.
        OSError: The file cannot be read.
    """
    with path.open("rb") as stream:
        head = stream.read(4)
    if not head.startswith((ZIP_MAGIC, _EMPTY_ZIP)):
        return [Entry(path, "")]
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise ImportFormatError("damaged", path=str(path), where="", reason=str(error)) from error
    for info in infos:
        reason = _unsafe(info)
        if reason:
            raise ImportFormatError(
                "unsafe_archive", path=str(path), where=info.filename, reason=reason
            )
    names = sorted(info.filename for info in infos if _is_known(info.filename))
    if not names:
        raise ImportFormatError("unknown_format", path=str(path), where="", reason="no_known_name")
    return [Entry(path, name) for name in names]


def _is_known(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return "__MACOSX" not in parts and bool(parts) and bool(KNOWN_NAMES.match(parts[-1]))


def _unsafe(info: zipfile.ZipInfo) -> str:
    """Return why an entry makes the whole archive unsafe; "" if it does not."""
    name = info.filename.replace("\\", "/")
    if name.startswith("/") or re.match(r"^[A-Za-z]:", name):
        return "absolute_path"
    if ".." in name.split("/"):
        return "climbing_path"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "link"
    if name.lower().endswith(_ARCHIVES):
        return "nested_archive"
    if info.file_size > MOST_UNPACKED and info.file_size > MOST_RATIO * max(1, info.compress_size):
        return "unpacks_too_far"
    if info.flag_bits & 1 and _is_known(name):
        return "encrypted"
    return ""
