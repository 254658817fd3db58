"""Every case file is read as its sidecar says."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from stratagate_app.engine import inspect_file

FOLDER = Path(
    os.environ.get("STRATAGATE_CASES") or Path(__file__).parents[2] / "fixtures" / "cases"
)
FORMATS = (
    "chatgpt",
    "claude",
    "claude-code",
    "codex",
    "deepseek",
    "openai",
    "sharegpt",
    "unknown",
)
SIDECAR = ".expect.json"
CASES = sorted(
    path
    for name in FORMATS
    for path in (FOLDER / name).iterdir()
    if not path.name.endswith(SIDECAR)
)


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


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_case(path: Path) -> None:
    wanted = json.loads(path.with_name(path.name + SIDECAR).read_text("utf-8"))
    found = inspect_file(path)
    text = json.dumps(found, ensure_ascii=False)
    for words in wanted.pop("contains", []):
        assert words in text
    for warning in wanted.pop("warnings", []):
        assert warning["code"] in [w["code"] for w in found["warnings"]]
    for field, count in wanted.pop("count", {}).items():
        assert len(found[field]) == count
    compare(found, wanted, path.name)
