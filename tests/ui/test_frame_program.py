"""The program as a whole: start, import, another theme and language, close, start again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from stratagate_app.engine import Memory
from tests.ui.frame_support import write_conversation

ROOT = Path(__file__).parents[2]

SESSION = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from stratagate_app import app
from tests.ui.frame_support import plain_pages

app.PAGES = plain_pages()
windows = lambda: [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "MainWindow"]

def ready(window):
    print("page", window._page_key)
    window.importer.ended.connect(lambda: imported(window))
    if len(sys.argv) < 3:
        QTimer.singleShot(0, window.close)

def imported(window):
    window.show_page("events")
    window.settings_changed.emit({"ui.theme": "dark", "ui.language": "zh_CN"})
    QTimer.singleShot(300, rebuilt)

def rebuilt():
    (window,) = [w for w in windows() if w.isVisible()]
    print("theme", window._theme.name, "page", window._page_key)
    window.close()

print("exit", app.run(Path(sys.argv[1]), files=[Path(p) for p in sys.argv[2:]], on_ready=ready))
"""


AFTERWARDS = """
print("left", QApplication.translate("MainWindow", "Events"))
"""


def start(*arguments: Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        [sys.executable, "-c", SESSION + AFTERWARDS, *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_program_starts_imports_changes_its_looks_and_remembers(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    chat = write_conversation(tmp_path / "chat.json")
    first = start(path, chat, home=tmp_path)
    assert first.stdout.splitlines() == [
        "page sessions",
        "theme dark page events",
        "exit 0",
        # The window spoke Chinese; what outlives it does not.
        "left Events",
    ], first.stderr
    with Memory.open(path) as memory:
        assert len(memory.sessions.find_ids(None)) == 1
        assert memory.settings.get("ui.theme") == "dark"
        assert memory.settings.get("ui.language") == "zh_CN"
    second = start(path, home=tmp_path)
    assert second.stdout.splitlines() == ["page events", "exit 0", "left Events"], second.stderr
    assert "Traceback" not in first.stderr + second.stderr


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Ada, this is no database at all. " * 40)
    program = SESSION.replace(
        'print("exit"',
        "dialogs = lambda: [w for w in QApplication.topLevelWidgets()"
        ' if type(w).__name__ == "FailureDialog"]\n'
        "check = QTimer(interval=50)\n"
        "check.timeout.connect(lambda: dialogs() and dialogs()[0].reject())\n"
        "app.make_application()\n"
        "check.start()\n"
        'print("exit"',
    )
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    before = path.read_bytes()
    finished = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert finished.stdout.splitlines() == ["exit 1"], finished.stderr
    assert path.read_bytes() == before


def test_the_system_knows_the_window_by_the_name_of_the_program(tmp_path: Path) -> None:
    """On X11 the first argument is the instance of WM_CLASS; `-m` would make it __main__.py."""
    started = (
        "import sys; sys.argv[0] = 'somewhere/__main__.py'\n"
        "from stratagate_app import app\n"
        "made = app.make_application()\n"
        "print(made.arguments()[0], made.applicationName(), made.desktopFileName())\n"
    )
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", started],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == ["stratagate", "StrataGate", "stratagate"], done.stderr
