"""What tests of the readers share: the case files, and files of a given shape."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

from stratagate_app.engine import SourceConversation, SourceWarning
from stratagate_app.engine.importing import read

FOLDER = Path(
    os.environ.get("STRATAGATE_CASES") or Path(__file__).parents[2] / "fixtures" / "cases"
)
SIDECAR = ".expect.json"
FORMATS = (
    "chatgpt",
    "claude",
    "claude-code",
    "codex",
    "deepseek",
    "external-memory",
    "locomo",
    "mcp-memory",
    "mem0",
    "openai",
    "sharegpt",
    "text",
    "unknown",
)


def case_files(*names: str) -> list[Path]:
    """Return the case files of these folders, or of all formats that are read."""
    return sorted(
        path
        for name in names or FORMATS
        if (FOLDER / name).is_dir()
        for path in (FOLDER / name).iterdir()
        if path.is_file() and not path.name.endswith(SIDECAR)
    )


def write_json(path: Path, value: Any) -> Path:
    """Write one JSON document and return its path."""
    path.write_text(json.dumps(value), "utf-8")
    return path


def write_lines(path: Path, *values: Any) -> Path:
    """Write JSONL and return its path."""
    path.write_text("".join(json.dumps(value) + "\n" for value in values), "utf-8")
    return path


def write_zip(path: Path, entries: dict[str, str | bytes]) -> Path:
    """Write a zip of these entries and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def read_all(path: Path) -> tuple[list[SourceConversation], list[SourceWarning]]:
    """Return everything that a file holds."""
    conversations: list[SourceConversation] = []
    warnings: list[SourceWarning] = []
    for item in read(path)[1]:
        if isinstance(item, SourceWarning):
            warnings.append(item)
        else:
            conversations.append(item)
    return conversations, warnings


def read_one(path: Path) -> SourceConversation:
    """Return the only conversation of a file."""
    (found,) = read_all(path)[0]
    return found


def codes(warnings: list[SourceWarning]) -> list[str]:
    """Return the codes of warnings, in order."""
    return [warning.code for warning in warnings]
