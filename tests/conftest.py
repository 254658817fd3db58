"""What every test run needs: no display, no file of the user's, pure tests first, no leaks."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

GUI_FIXTURES = frozenset({"qtbot", "qapp", "qtmodeltester"})
WHOLE = Path(__file__).parent / "whole"
WORKER_PREFIX = "sg-"
# A pool's threads end a moment after shutdown() has been told to wait for its jobs.
ENDING_S = 2.0


def pytest_configure(config: pytest.Config) -> None:
    """Set the world up before anything is imported that looks at it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    home = Path(tempfile.mkdtemp(prefix="stratagate-tests-"))
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    os.environ["STRATAGATE_DB"] = str(home / "memory.db")
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    os.environ["LC_ALL"] = "C.UTF-8"
    # The same wording and dates on every machine.
    os.environ["LANGUAGE"] = "en"
    # No key of the user's is read or written.
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    os.environ.pop("STRATAGATE_API_KEY", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark by what a test uses and where it lies; cheap tests first."""
    for item in items:
        if WHOLE in item.path.parents:
            item.add_marker(pytest.mark.whole)
        elif GUI_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
    items.sort(key=_cost)


def _cost(item: pytest.Item) -> int:
    if item.get_closest_marker("whole"):
        return 2
    return 1 if item.get_closest_marker("gui") else 0


@pytest.fixture(autouse=True)
def _nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a worker, a window or a running timer behind."""
    with_qt = request.node.get_closest_marker("gui") is not None
    threads = _workers()
    timers = _active_timers() if with_qt else set()
    yield
    left = [f"thread {name}" for name in _still_running(threads)]
    if with_qt:
        _delete_later()
        left += [f"window {name}" for name in _windows()]
        left += [f"timer of {_timer_names(new)}" for new in [_active_timers() - timers] if new]
    if left:
        pytest.fail("left behind: " + ", ".join(left), pytrace=False)


def _workers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name.startswith(WORKER_PREFIX)}


def _still_running(before: set[threading.Thread]) -> list[str]:
    until = time.monotonic() + ENDING_S
    for thread in _workers() - before:
        thread.join(max(0.0, until - time.monotonic()))
    return sorted(thread.name for thread in _workers() - before)


def _delete_later() -> None:
    from PySide6.QtCore import QCoreApplication, QEvent  # noqa: PLC0415

    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _windows() -> list[str]:
    """Return the visible top-level widgets, and close them for the next test."""
    if "PySide6.QtWidgets" not in sys.modules:
        return []
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    found = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    names = [type(widget).__name__ for widget in found]
    for widget in found:
        widget.close()
        widget.deleteLater()
    return names


def _active_timers() -> set[int]:
    return {id(item) for item in _timers()}


def _timers() -> list[object]:
    if "PySide6.QtCore" not in sys.modules:
        return []
    from PySide6.QtCore import QTimer  # noqa: PLC0415
    from shiboken6 import isValid  # noqa: PLC0415

    return [
        item
        for item in gc.get_objects()
        if isinstance(item, QTimer) and isValid(item) and item.isActive()
    ]


def _timer_names(ids: set[int]) -> str:
    from PySide6.QtCore import QTimer  # noqa: PLC0415

    found = [item for item in _timers() if id(item) in ids and isinstance(item, QTimer)]
    return ", ".join(sorted({type(item.parent()).__name__ for item in found}))
