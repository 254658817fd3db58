"""The whole window over a fresh memory file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stratagate_app import app
from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import Memory
from stratagate_app.settings import read_settings
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.theme import LIGHT


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[MainWindow]:
    del qapp
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    made = MainWindow(client, LIGHT, app.PAGES, read_settings({}))
    qtbot.addWidget(made)
    made.restore_state({})
    made.resize(1440, 900)
    made.show()
    client.start_background()
    yield made
    client.stop_background()
    runner.shutdown()
