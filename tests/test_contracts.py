"""Each layer contract of pyproject.toml notices what it is there for: broken once, it says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    shutil.copytree(
        ROOT / "stratagate_app",
        folder / "stratagate_app",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return folder


def broken_contracts(folder: Path) -> set[str]:
    done = subprocess.run(
        [str(LINT), "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    return {
        line.removesuffix(" BROKEN").strip()
        for line in done.stdout.splitlines()
        if line.endswith(" BROKEN")
    }


def test_the_code_as_it_is_keeps_them_all(copy: Path) -> None:
    assert broken_contracts(copy) == set()


@pytest.mark.parametrize(
    ("contract", "module", "line"),
    [
        ("Layers", "models/wording.py", "import stratagate_app.ui.theme"),
        ("Layers", "cli/output.py", "import stratagate_app.app"),
        ("Layers", "brand_new.py", ""),
        ("Engine layers", "engine/rules/decay.py", "import stratagate_app.engine.store.schema"),
        ("Engine layers", "engine/store/schema.py", "import stratagate_app.engine.importing.plan"),
        (
            "The engine knows no Qt, no network client, no operating-system service",
            "engine/services/blocks.py",
            "import PySide6.QtCore",
        ),
        (
            "The engine knows no Qt, no network client, no operating-system service",
            "engine/memory.py",
            "import platformdirs",
        ),
        ("Only store and services speak SQL", "engine/rules/decay.py", "import sqlite3"),
        ("Only store and services speak SQL", "cli/reading.py", "import sqlalchemy"),
        (
            "Widgets, item models and the bridge reach no adapter",
            "ui/theme.py",
            "import stratagate_app.adapters.paths",
        ),
        (
            "Outside the engine, only its public names",
            "bridge/client.py",
            "import stratagate_app.engine.memory",
        ),
        (
            "No cycles between siblings",
            "ui/widgets/chip.py",
            "import stratagate_app.ui.main_window",
        ),
    ],
)
def test_a_breach_is_noticed(copy: Path, contract: str, module: str, line: str) -> None:
    path = copy / "stratagate_app" / module
    before = path.read_text("utf-8") if path.exists() else None
    path.write_text(f"{before or ''}\n{line}\n", "utf-8")
    try:
        assert contract in broken_contracts(copy)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, "utf-8")
