"""Folders that the system lets nobody write to, also when the tests are run by root."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stratagate_app.engine import Memory
from tests.engine.support import conversation, write_conversations

ROOT = Path(__file__).parents[2]
# <linux/prctl.h> and <linux/capability.h>: what lets root write where permissions forbid it.
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="takes root's rights by prctl")


def as_anybody() -> None:
    """Give up what root may do with files of others; for anybody else this does nothing."""
    system = ctypes.CDLL(None)
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        system.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


def stratagate(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    return subprocess.run(
        [sys.executable, "-m", "stratagate_app", *map(str, arguments)],
        cwd=ROOT,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        preexec_fn=as_anybody,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a memory file and an export, in which nothing can be written or made."""
    closed = tmp_path / "closed"
    closed.mkdir()
    chat = write_conversations(closed / "chat.jsonl", conversation(2))
    with Memory.open(closed / "memory.db") as memory:
        memory.imports.import_file(chat)
    (closed / "memory.db").chmod(0o400)
    closed.chmod(0o500)
    yield closed
    closed.chmod(0o700)


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "{folder}/chat.jsonl", "--db", "{folder}/new.db"),
        ("import", "{folder}/chat.jsonl", "--db", "{folder}/sub/new.db"),
        ("import", "{folder}/chat.jsonl", "--db", "{folder}/memory.db"),
        ("undo", "--db", "{folder}/memory.db"),
        ("gui", "--db", "{folder}/memory.db"),
        ("export", "all", "--out", "{folder}/all.zip", "--db", "{other}"),
    ],
    ids=["import-new", "import-folder", "import", "undo", "gui", "export"],
)
def test_a_read_only_folder_is_named_and_stays_as_it_is(
    folder: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    other = tmp_path / "other.db"
    with Memory.open(other) as memory:
        memory.imports.import_file(folder / "chat.jsonl")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    done = stratagate(*(item.format(folder=folder, other=other) for item in arguments))

    assert done.returncode == 2
    (said,) = [line for line in done.stderr.splitlines() if "cannot be written" in line]
    assert said.startswith(f"stratagate: {folder}")
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_export_in_a_read_only_folder_is_imported_from_there(
    folder: Path, tmp_path: Path
) -> None:
    done = stratagate("import", folder / "chat.jsonl", "--db", tmp_path / "own.db")

    assert (done.returncode, done.stdout.splitlines()[0]) == (
        0,
        "chat.jsonl: 1 new, 0 longer, 0 already there; 4 messages saved",
    )
