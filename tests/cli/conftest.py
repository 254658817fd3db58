"""A command line on an empty memory file, and one on a file with two conversations."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from stratagate_app import cli
from stratagate_app.engine import Memory
from tests.cli.support import Call, caller
from tests.engine.support import conversation

SAID_ON = "2026-03-04T10:00:00Z"


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    return caller(tmp_path / "memory.db", capsys)


@pytest.fixture
def filled(call: Call, filled_file: Path, tmp_path: Path) -> Call:
    """A long conversation (eleven blocks and a bit) and a short one with a decision in it."""
    shutil.copyfile(filled_file, tmp_path / "memory.db")
    return call


@pytest.fixture(scope="session")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    long = folder / "long.json"
    long.write_text(json.dumps({"messages": conversation(67)}), "utf-8")
    short = folder / "short.json"
    decision = "We decided to use pnpm for the atlas app."
    messages = [{"role": "user", "content": decision, "timestamp": SAID_ON}]
    messages += [
        {"role": role, "content": f"Fine, step {number}.", "timestamp": SAID_ON}
        for number in range(7)
        for role in ("assistant", "user")
    ]
    short.write_text(json.dumps({"messages": messages}), "utf-8")
    db = folder / "memory.db"
    assert cli.run(["import", str(long), str(short), "--db", str(db)]) == 0
    whole = folder / "whole.db"
    with Memory.open(db) as memory:
        # One file, without a log beside it.
        memory.maintenance.backup(whole)
    return whole
