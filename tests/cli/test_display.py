"""Whether somebody would see a window."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from stratagate_app.adapters.display import has_display

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only there a display is named by variables"
)


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_name_there_is_no_display() -> None:
    assert not has_display()


@pytest.mark.parametrize("name", [":98765", "localhost:98765.0", "nonsense", ":", "a:b"])
def test_a_name_that_nobody_answers_to_is_no_display(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("DISPLAY", name)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-987")
    assert not has_display()


def test_a_wayland_server_that_answers_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        assert has_display()
        monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
        assert not has_display()


def test_an_x_server_that_answers_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    number = 10_000 + os.getpid()
    with socket.socket(socket.AF_UNIX) as server:
        # Its abstract name, as X servers have beside the file.
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        monkeypatch.setenv("DISPLAY", f":{number}.0")
        assert has_display()


def test_qt_may_draw_where_no_server_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "linuxfb:fb=/dev/fb0")
    assert has_display()
