"""What Qt needs of a Linux system: shared libraries that no Python package brings, and fonts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from environment import apt_install, clean_environment, python_path

# Shared library to Debian package; only what PySide6-Essentials loads for a window or offscreen.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FONTS = "fonts-noto-cjk"

# Run by the environment's Python. The loader names one missing library at a time.
_PROBE = """
import ctypes, json, os, pathlib, sys
found = {"core": "", "xcb": "", "chinese": False}
try:
    from PySide6 import QtGui, QtSvg, QtWidgets
    plugins = pathlib.Path(QtGui.__file__).parent / "Qt" / "plugins" / "platforms"
    for name, key in (("offscreen", "core"), ("xcb", "xcb")):
        try:
            ctypes.CDLL(str(plugins / f"libq{name}.so"))
        except OSError as error:
            found[key] = str(error)
    if not found["core"]:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        application = QtGui.QGuiApplication([])
        chinese = QtGui.QFontDatabase.WritingSystem.SimplifiedChinese
        found["chinese"] = bool(QtGui.QFontDatabase.families(chinese))
except ImportError as error:
    found["core"] = str(error)
print(json.dumps(found))
"""


def check() -> list[str]:
    """Install or name what is missing on this system.

    Returns:
        Sentences about what is still missing; empty if the window and offscreen drawing work.
    """
    if not sys.platform.startswith("linux"):
        return []
    found = _probe()
    if found["core"] or found["xcb"]:
        apt_install(sorted(set(PACKAGES.values())))
        found = _probe()
    if not found["chinese"] and not found["core"]:
        apt_install([FONTS])
        found = _probe()
    told: list[str] = []
    if found["core"]:
        told.append(_sentence("Qt cannot start", str(found["core"])))
    elif found["xcb"] and os.environ.get("DISPLAY"):
        told.append(_sentence("Qt cannot open windows on X11", str(found["xcb"])))
    if not found["chinese"]:
        told.append(f"No font with Chinese characters was found. On Debian: {FONTS}")
    return told


def _probe() -> dict[str, str | bool]:
    done = subprocess.run(
        [str(python_path()), "-c", _PROBE],
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        reason = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        return {"core": reason[0], "xcb": "", "chinese": False}


def _sentence(what: str, reason: str) -> str:
    library = reason.split(":", 1)[0].strip()
    package = PACKAGES.get(library)
    way = f" On Debian and Ubuntu: apt-get install {package}" if package else ""
    return f"{what}: {reason}.{way}"
