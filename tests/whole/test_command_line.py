"""The program from outside, in processes of its own: command line, and the first screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from stratagate_app.engine import Memory
from stratagate_app.settings import sample_files

ROOT = Path(__file__).parents[2]
STARTS_WITHIN_S = 60
SAMPLE_SESSIONS_AT_LEAST = 3
LONG_SESSION_BLOCKS = 14

# Opens the window on an empty file, asks for the sample as the first screen does, and closes it
# when the sample is there.
WINDOW = """
import sys
from pathlib import Path
from stratagate_app import app

def ready(window):
    window.importer.imported.connect(lambda results: print("imported", len(results)))
    window.importer.ended.connect(window.close)
    window.sessions_page.sample_requested.emit()

sys.exit(app.run(Path(sys.argv[1]), on_ready=ready))
"""


def start(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python from a folder of its own, without a display."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=STARTS_WITHIN_S,
    )


def stratagate(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return start("-m", "stratagate_app", *arguments, folder=folder)


def test_help_names_the_commands(tmp_path: Path) -> None:
    finished = stratagate("--help", folder=tmp_path)

    assert finished.returncode == 0
    for command in ("inspect", "import", "sessions", "blocks", "events", "undo", "gui"):
        assert f"\n  {command}" in finished.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_sample_on_the_command_line(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"

    imported = stratagate("import", *sample_files(), "--db", db, folder=tmp_path)
    assert imported.returncode == 0, imported.stdout + imported.stderr

    listed = stratagate("sessions", "--json", "--db", db, folder=tmp_path)
    sessions = json.loads(listed.stdout)["sessions"]
    assert len(sessions) >= SAMPLE_SESSIONS_AT_LEAST
    longest = max(sessions, key=lambda session: int(session["blocks"]))
    assert longest["blocks"] >= LONG_SESSION_BLOCKS

    shown = stratagate("blocks", longest["id"], "--db", db, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) > longest["blocks"]

    again = stratagate("import", *sample_files(), "--db", db, "--json", folder=tmp_path)
    files = json.loads(again.stdout)["files"]
    assert [(file["new"], file["longer"], file["messages"]) for file in files] == [
        (0, 0, 0) for _ in sample_files()
    ]


def test_a_wrong_file_is_told_and_changes_nothing(tmp_path: Path) -> None:
    db, wrong = tmp_path / "memory.db", tmp_path / "letter.json"
    wrong.write_text('{"dear": "reader"}', "utf-8")

    finished = stratagate("import", wrong, "--db", db, folder=tmp_path)

    assert finished.returncode == 2
    assert "letter.json" in finished.stdout + finished.stderr
    assert "Traceback" not in finished.stderr
    assert (
        json.loads(stratagate("sessions", "--json", "--db", db, folder=tmp_path).stdout)["sessions"]
        == []
    )


def test_the_window_imports_the_sample_and_ends(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"

    finished = start("-c", WINDOW, db, folder=tmp_path)

    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.split() == ["imported", str(len(sample_files()))]
    assert "Traceback" not in finished.stderr
    with Memory.open(db) as memory:
        assert len(memory.sessions.find_ids(None)) >= SAMPLE_SESSIONS_AT_LEAST
        assert memory.maintenance.check().ok


def test_a_file_that_is_no_memory_is_refused_and_left_alone(
    tmp_path: Path,
) -> None:
    db = tmp_path / "memory.db"
    db.write_text("Dear diary", "utf-8")

    finished = stratagate("check", "--db", db, folder=tmp_path)

    assert finished.returncode == 2
    assert "Traceback" not in finished.stderr
    assert db.read_text("utf-8") == "Dear diary"
