"""Every case file is read as its sidecar says."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from stratagate_app.engine import inspect_file
from tests.engine.importing.support import SIDECAR, case_files

CASES = case_files()
MEMORIES = case_files("external-memory", "mcp-memory", "mem0", "text")


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def is_time(value: object) -> bool:
    return isinstance(value, str) and value.endswith("Z") and "T" in value


def compare(found: Any, wanted: Any, where: str) -> None:
    """Check what the sidecar names; a field that it does not name is free."""
    if isinstance(wanted, dict):
        assert isinstance(found, dict), where
        for key, value in wanted.items():
            assert key in found, f"{where}.{key}"
            compare(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), f"{where}: {found}"
        for index, value in enumerate(wanted):
            compare(found[index], value, f"{where}[{index}]")
    elif is_time(wanted):
        assert datetime.fromisoformat(found) == datetime.fromisoformat(wanted), where
    else:
        assert found == wanted, where


def texts_in(value: Any) -> list[str]:
    """Return every text of a report, however deep."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inner for text in texts_in(item)]


def test_there_are_cases() -> None:
    assert CASES


@pytest.mark.parametrize("path", CASES, ids=label)
def test_a_case_is_read_as_its_sidecar_says(path: Path) -> None:
    wanted = json.loads(path.with_name(path.name + SIDECAR).read_text("utf-8"))
    found = json.loads(json.dumps(inspect_file(path)))
    for words in wanted.pop("contains", []):
        assert any(words in text for text in texts_in(found)), words
    for warning in wanted.pop("warnings", []):
        assert warning["code"] in [w["code"] for w in found["warnings"]]
    for field, count in wanted.pop("count", {}).items():
        assert len(found[field]) == count
    compare(found, wanted, path.name)


@pytest.mark.parametrize("path", MEMORIES, ids=label)
def test_memories_are_not_taken_for_conversations(path: Path) -> None:
    assert inspect_file(path)["conversations"] == []
