"""A file as its entries: the file itself, or the known names inside an archive."""

from __future__ import annotations

import codecs
import errno
import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, cast

from stratagate_app.engine.domain.changes import Unread
from stratagate_app.engine.errors import ImportFormatError

_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
# What unpacks to more than this, and to more than so many times its packed size, is a bomb.
MOST_UNPACKED = 50 * 1024 * 1024
MOST_RATIO = 200
KNOWN_NAMES = re.compile(r"^(?:conversations|sessions)(-\d+)?\.json$")
MEMORY_NAMES = re.compile(r"^(?:memor(?:y|ies)|events)()\.jsonl?$")
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".7z", ".rar", ".zst")
_DRIVE = re.compile(r"^[A-Za-z]:")
_BUFFER = 1 << 16
# What a damaged archive makes the standard library raise.
_DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    RuntimeError,  # an encrypted entry; a method of packing that is not known
    ValueError,
    OverflowError,
    KeyError,
)


# What bytes that are no text are decoded to, until it is told where they were. No text of UTF-8
# holds it; as UTF-8 it is the byte FF.
NOT_TEXT = "\udcff"
MARKED = "stratagate-marked"


def _mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)  # noqa: S101  (registered for decoding only)
    return NOT_TEXT, error.end


codecs.register_error(MARKED, _mark)


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
        """Open the entry as UTF-8 bytes without a byte order mark.

        Raises:
            ImportFormatError: `damaged`, also while reading, where the archive is.
            OSError: The file cannot be read.
        """
        if not self.name:
            with self.path.open("rb") as stream:
                yield _as_utf8(stream)
            return
        with _telling_damage(self.path, self.name):
            archive = zipfile.ZipFile(self.path)
        with archive:
            with _telling_damage(self.path, self.name):
                packed = archive.open(self.name)
            with packed:
                yield _as_utf8(io.BufferedReader(_Unpacked(self, packed), _BUFFER))


@contextmanager
def _telling_damage(path: Path, where: str) -> Iterator[None]:
    """Turn what a damaged archive makes the standard library raise into `damaged` with a place."""
    try:
        yield
    except _DAMAGE as error:
        raise ImportFormatError(
            "damaged", path=str(path), where=where, reason=str(error)
        ) from error
    except OSError as error:
        # A place that is nowhere in the file, and damage that bzip2 finds; the disk has other ones.
        if error.errno not in (None, errno.EINVAL):
            raise
        raise ImportFormatError(
            "damaged", path=str(path), where=where, reason=str(error)
        ) from error


class _Unpacked(io.RawIOBase):
    """An entry of an archive whose damage is told with its place."""

    def __init__(self, entry: Entry, packed: IO[bytes]) -> None:
        self._entry = entry
        self._packed = packed
        self._offset = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        with _telling_damage(self._entry.path, f"{self._entry.name}: byte {self._offset}"):
            data = self._packed.read(len(buffer))
        buffer[: len(data)] = data
        self._offset += len(data)
        return len(data)


def _as_utf8(stream: io.BufferedReader) -> BinaryIO:
    head = stream.peek(3)[:3]
    if head.startswith(codecs.BOM_UTF8):
        stream.read(3)
    elif head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return cast("BinaryIO", io.BufferedReader(_Recoded(stream), _BUFFER))
    return cast("BinaryIO", stream)


class _Recoded(io.RawIOBase):
    """A UTF-16 stream, read as UTF-8; what is no text in the one is none in the other."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-16")(MARKED)
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._waiting:
            chunk = self._stream.read(_BUFFER)
            self._waiting = self._decoder.decode(chunk, final=not chunk).encode(
                "utf-8", "surrogateescape"
            )
            if not chunk and not self._waiting:
                return 0
        size = min(len(buffer), len(self._waiting))
        buffer[:size] = self._waiting[:size]
        self._waiting = self._waiting[size:]
        return size


def entries_of(path: Path, names: re.Pattern[str] = KNOWN_NAMES) -> list[Entry]:
    """Return what is to be read of a file.

    Rule:
        formats.md: only known names are read from an archive; an unsafe one is refused whole.
    Args:
        path: A file, or an archive.
        names: Of the entries of an archive that are read; a group numbers their parts.
    Raises:
        ImportFormatError: An archive that is unsafe, damaged, or holds nothing we know.
        OSError: The file cannot be read.
    """
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        # A pipe or a device may never end, or never begin.
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    with path.open("rb") as stream:
        head = stream.read(4)
    if head not in _ZIP_MAGIC:
        return [Entry(path, "")]
    with _telling_damage(path, ""), zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
    known = [info for info in infos if _is_known(info.filename, names)]
    for info in infos:
        reason = _unsafe(info)
        if reason:
            raise ImportFormatError(
                "unsafe_archive", path=str(path), where=info.filename, reason=reason
            )
    if _too_far(known):
        raise ImportFormatError(
            "unsafe_archive", path=str(path), where="", reason=Unread.UNPACKS_TOO_FAR
        )
    found = sorted({info.filename for info in known}, key=_in_order)
    if not found:
        raise ImportFormatError(
            "unknown_format", path=str(path), where="", reason=Unread.NO_KNOWN_NAME
        )
    return [Entry(path, name) for name in found]


def _is_known(name: str, names: re.Pattern[str]) -> bool:
    parts = PurePosixPath(name).parts
    return "__MACOSX" not in parts and bool(parts) and bool(names.match(parts[-1]))


def _in_order(name: str) -> tuple[int, str]:
    """Sort parts by their number, however it is written."""
    number = KNOWN_NAMES.match(PurePosixPath(name).name)
    return (int(number[1][1:]) if number and number[1] else -1, name)


def _unsafe(info: zipfile.ZipInfo) -> Unread | None:
    """Return why an entry makes the whole archive unsafe; None if it does not."""
    # What a name says before the library cuts it at a NUL.
    name = (info.orig_filename or info.filename).replace("\\", "/")
    if name.startswith("/") or _DRIVE.match(name):
        return Unread.ABSOLUTE_PATH
    if ".." in name.split("/"):
        return Unread.CLIMBING_PATH
    if stat.S_ISLNK(info.external_attr >> 16):
        return Unread.LINK
    if name.lower().endswith(_ARCHIVES):
        return Unread.NESTED_ARCHIVE
    if _too_far((info,)):
        return Unread.UNPACKS_TOO_FAR
    return None


def _too_far(infos: Sequence[zipfile.ZipInfo]) -> bool:
    """Return whether entries together unpack too far, however many they are split into."""
    unpacked = sum(info.file_size for info in infos)
    packed = max(1, sum(info.compress_size for info in infos))
    return unpacked > MOST_UNPACKED and unpacked > MOST_RATIO * packed
