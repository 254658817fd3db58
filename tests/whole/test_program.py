"""The whole program as a user starts it: with its window, without a display, in every look."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from stratagate_app.engine import Memory
from tests.engine.support import conversation, write_conversations

ROOT = Path(__file__).parents[2]
PAGES = ("sessions", "events", "activity")
# Less is an empty window; the plainest page has several hundred.
FEWEST_COLOURS = 60

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from stratagate_app import app

def ready(window):
    # What can be undone is looked up once the import has ended; until then Undo does nothing.
    again = QTimer(window, interval=50)
    again.timeout.connect(window.undo.undo)
    window.importer.ended.connect(again.start)
    window.undo.undone.connect(again.stop)
    window.undo.undone.connect(lambda what: (print("undone", what), window.close()))

sys.exit(app.run(Path(sys.argv[1]), files=[Path(sys.argv[2])], on_ready=ready))
"""


def start(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "STRATAGATE_DB": str(home / "own" / "memory.db"),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def colours(image: QImage) -> int:
    """Return how many colours a picture has, looking at every third pixel each way."""
    return len(
        {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    )


# A file that takes longer to open than the window that says so takes to come.
SLOW = """
import time
from stratagate_app import app
from stratagate_app.engine import Memory

app.OPENING_SHOWN_AFTER_MS = 1
opened = Memory.open

def slowly(path, **ports):
    time.sleep(0.5)
    return opened(path, **ports)

Memory.open = slowly
"""


def test_a_file_that_opens_slowly_is_waited_for(tmp_path: Path) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(14))
    done = start("-c", SLOW + WINDOW, str(tmp_path / "memory.db"), str(chat), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("undone import chat.jsonl"), done.stdout


def test_the_window_imports_undoes_and_ends_well(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(14))
    done = start("-c", WINDOW, str(db), str(chat), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("undone "), done.stdout
    with Memory.open(db) as memory:
        assert len(memory.sessions.find_ids(None)) == 0
        kinds = [row.kind for row in memory.history.load_page(memory.history.find_ids())]
    assert (kinds[0], kinds[-1]) == ("undo", "import")


def test_without_a_display_the_main_job_is_done_as_text(tmp_path: Path) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(67), conversation(2, "tea"))
    pictures = tmp_path / "pictures"
    done = start(
        "-m", "stratagate_app", "gui", str(chat), "--pictures", str(pictures), home=tmp_path
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("No display was found")
    assert sum("turns 1-6 " in line for line in lines) == 1
    assert sum("open tail: " in line for line in lines) == 2
    for page in PAGES:
        path = pictures / f"{page}-light-en-1440x900.png"
        assert f"  {path}" in lines
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1440, 900)
        assert colours(image) > FEWEST_COLOURS
    with Memory.open(pictures / "memory.db") as memory:
        assert len(memory.sessions.find_ids(None)) == 2
    assert not (tmp_path / "own").exists()


def test_without_a_display_the_file_that_is_named_is_shown(tmp_path: Path) -> None:
    db = tmp_path / "mine.db"
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(2, "tea"))
    with Memory.open(db) as memory:
        memory.imports.import_file(chat)
    pictures = tmp_path / "pictures"
    named = ("gui", "--db", str(db), "--pictures", str(pictures))
    done = start("-m", "stratagate_app", *named, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"The memory file: {db}" in done.stdout
    assert "tea" in done.stdout
    assert not (pictures / "memory.db").exists()
    with Memory.open(db) as memory:
        assert len(memory.sessions.find_ids(None)) == 1
    db.write_bytes(b"a letter, and no memory file")
    refused = start("-m", "stratagate_app", *named, home=tmp_path)
    assert refused.returncode == 2
    assert str(db) in refused.stderr
    assert "Traceback" not in refused.stderr


def test_without_a_display_a_file_that_is_none_is_refused_like_everywhere(tmp_path: Path) -> None:
    weather = tmp_path / "weather.json"
    weather.write_text('{"wind": "north"}')
    done = start("-m", "stratagate_app", "gui", str(weather), home=tmp_path)
    assert done.returncode == 2
    assert "weather.json is no format that StrataGate knows" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_every_page_is_drawn_in_both_themes_and_languages(tmp_path: Path) -> None:
    done = start(
        "-m", "stratagate_app.screens", "--out", str(tmp_path), "--size", "1024x700", home=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    for page in PAGES:
        found: dict[tuple[str, str], QImage] = {}
        for theme in ("light", "dark"):
            for language in ("en", "zh_CN"):
                image = QImage(str(tmp_path / f"{page}-{theme}-{language}-1024x700.png"))
                assert (image.width(), image.height()) == (1024, 700)
                assert colours(image) > FEWEST_COLOURS
                corner = image.pixelColor(image.width() // 2, image.height() - 3)
                assert (corner.lightnessF() > 0.5) is (theme == "light")
                found[theme, language] = image
            assert found[theme, "en"] != found[theme, "zh_CN"]
