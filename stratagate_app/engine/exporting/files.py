"""Files that appear only when they are whole."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stratagate_app.engine.exporting.values import dumped

MANIFEST = "manifest.json"
SCHEMA = "stratagate.export.v1"
# Who may read the memory may read what leaves it: its owner.
_FLAGS = os.O_CREAT | os.O_RDWR | os.O_TRUNC
_MODE = 0o600


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """Give a path beside the target to write to; it takes the target's place at the end.

    Raises:
        OSError: It cannot be written; nothing was changed.
    """
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield partial
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def write_text(path: Path, parts: Iterable[str]) -> None:
    """Write text bit by bit as UTF-8, to the disk.

    Raises:
        OSError: It cannot be written.
    """
    with os.fdopen(os.open(path, _FLAGS, _MODE), "wb") as stream:
        stream.writelines(part.encode("utf-8", "replace") for part in parts)
        stream.flush()
        os.fsync(stream.fileno())


def write_archive(path: Path, files: Mapping[str, Iterable[str]], about: Mapping[str, Any]) -> None:
    """Write files into a zip, with a manifest that names each with its size and digest.

    Args:
        path: The zip.
        files: Contents by name.
        about: What the manifest tells besides; read after the files were written.
    Raises:
        OSError: It cannot be written.
    """
    listed: list[dict[str, object]] = []
    with os.fdopen(os.open(path, _FLAGS, _MODE), "w+b") as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, parts in files.items():
                digest, size = hashlib.sha256(), 0
                with archive.open(name, "w", force_zip64=True) as entry:
                    for part in parts:
                        data = part.encode("utf-8", "replace")
                        digest.update(data)
                        size += len(data)
                        entry.write(data)
                listed.append({"name": name, "bytes": size, "sha256": digest.hexdigest()})
            manifest = {"schemaVersion": SCHEMA, **about, "files": listed}
            archive.writestr(MANIFEST, dumped(manifest))
        stream.flush()
        os.fsync(stream.fileno())
