"""Whether there is a display to open a window on, asked without loading Qt."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

# Qt draws with these, but nobody sees it.
UNSEEN_PLATFORMS = frozenset({"offscreen", "minimal"})
CONNECT_S = 2.0
X11_PORT = 6000


def has_display() -> bool:
    """Return whether a window would be seen.

    Qt ends the process where a display is named that nobody serves; so it is tried first.
    """
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0].strip()
    if platform in UNSEEN_PLATFORMS:
        return False
    if os.name == "nt" or sys.platform == "darwin":
        return True
    if platform not in ("", "xcb", "wayland", "wayland-egl"):
        # Drawn by Qt itself: on a frame buffer, or for viewers over the network.
        return True
    return _wayland_answers() or _x11_answers()


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return _answers(socket.AF_UNIX, str(Path(folder) / name))


def _x11_answers() -> bool:
    host, _, rest = os.environ.get("DISPLAY", "").rpartition(":")
    number = rest.split(".")[0]
    if not number.isdigit():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108  (where X servers listen)
        return _answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, "\0" + path)
    if host.startswith("/"):
        return _answers(socket.AF_UNIX, f"{host}:{number}")
    return _answers(socket.AF_INET, (host, X11_PORT + int(number)))


def _answers(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(CONNECT_S)
            connection.connect(address)
    except (OSError, OverflowError, ValueError):
        # Also a number that is no port, or a name that is no path.
        return False
    return True
