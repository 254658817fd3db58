"""Our own archives: conversations and memories in one file."""

from __future__ import annotations

import zipfile
from pathlib import Path

import orjson

from stratagate_app.engine.importing.values import as_object

MANIFEST = "manifest.json"
MARK = "stratagate.export.v1"
# A manifest names a few files; what is larger is none.
_MOST_BYTES = 1 << 20


def is_export(path: Path) -> bool:
    """Return whether a file is an archive that an export of everything wrote."""
    # A pipe would be waited for.
    if not path.is_file():
        return False
    try:
        with zipfile.ZipFile(path) as archive, archive.open(MANIFEST) as entry:
            manifest = as_object(orjson.loads(entry.read(_MOST_BYTES)))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, RuntimeError, NotImplementedError):
        return False
    return manifest.get("schemaVersion") == MARK
