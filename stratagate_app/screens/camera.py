"""The real window before the camera: opened offscreen on a memory file, and photographed."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from stratagate_app.engine import Memory
from stratagate_app.settings import LANGUAGE, THEME

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from stratagate_app.screens.subject import Subject
    from stratagate_app.ui.main_window import MainWindow

SIZES = {"1440x900": (1440, 900), "1024x700": (1024, 700)}
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh_CN")
# A window counts as still when so many looks in a row see the same.
LOOK_MS = 120
SAME_LOOKS = 4
GIVE_UP_MS = 10_000
# What takes longer than this does not work: a dialog waits for somebody, for example.
DEADLINE_MS = 90_000


class Shot(NamedTuple):
    """One picture: its file, the size of the window, and how to get there."""

    path: Path
    size: tuple[int, int]
    show: Callable[[MainWindow, Subject], None]


def photograph(
    db: Path,
    subject: Subject,
    folder: Path,
    *,
    theme: str,
    language: str,
    sizes: Sequence[str],
) -> tuple[Path, ...]:
    """Open the window on a memory file and save a picture of each page.

    Args:
        db: The memory file; its theme and language are set.
        subject: What to open on the pages.
        folder: Where the pictures go, `PAGE-THEME-LANGUAGE-WIDTHxHEIGHT.png`.
        theme: light or dark.
        language: en or zh_CN.
        sizes: Width and height of the window, px: keys of SIZES.

    Raises:
        RuntimeError: The window did not come so far.

    Thread:
        The GUI thread, before anything else of Qt ran.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Only here, so that the words of `tour` come where Qt cannot start.
    from PySide6.QtCore import QTimer  # noqa: PLC0415

    from stratagate_app import app  # noqa: PLC0415
    from stratagate_app.screens.pages import PAGES  # noqa: PLC0415

    with Memory.open(db) as memory:
        memory.settings.set(THEME.key, theme)
        memory.settings.set(LANGUAGE.key, language)
    folder.mkdir(parents=True, exist_ok=True)
    shots = [
        Shot(
            folder / f"{page}-{theme}-{language}-{size}.png",
            SIZES[size],
            show,
        )
        for size in sizes
        for page, show in PAGES.items()
    ]
    session = _Session(shots, subject)
    application = app.make_application()
    deadline = QTimer(application, singleShot=True, interval=DEADLINE_MS)
    deadline.timeout.connect(lambda: application.exit(1))
    deadline.start()
    code = app.run(db, on_ready=session.begin)
    deadline.stop()
    if code != 0 or len(session.taken) != len(shots):
        raise RuntimeError("the window could not be shown; its log says why")
    return tuple(session.taken)


class _Session:
    """One window before the camera, from its opening to its end."""

    def __init__(self, shots: Sequence[Shot], subject: Subject) -> None:
        self._subject = subject
        self.taken: list[Path] = []
        self._waiting = list(shots)
        self._last: QImage | None = None
        self._same = 0
        self._looks = 0

    def begin(self, window: MainWindow) -> None:
        """Start with the first picture; the window closes after the last."""
        from PySide6.QtCore import QTimer  # noqa: PLC0415
        from PySide6.QtGui import QGuiApplication  # noqa: PLC0415

        # A blinking cursor would never stand still.
        QGuiApplication.styleHints().setCursorFlashTime(0)
        self._timer = QTimer(window, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: self._look(window))
        self._next(window)
        self._timer.start()

    def _next(self, window: MainWindow) -> None:
        self._last, self._same, self._looks = None, 0, 0
        for dialog in _open_dialogs(window):
            dialog.reject()
        shot = self._waiting[0]
        window.resize(*shot.size)
        shot.show(window, self._subject)

    def _look(self, window: MainWindow) -> None:
        picture = _seen(window)
        self._looks += 1
        self._same = self._same + 1 if picture == self._last else 0
        self._last = picture
        if self._same < SAME_LOOKS and self._looks * LOOK_MS < GIVE_UP_MS:
            return
        shot = self._waiting.pop(0)
        if not picture.save(str(shot.path)):
            raise OSError(f"{shot.path} could not be written")
        self.taken.append(shot.path)
        if self._waiting:
            self._next(window)
        else:
            self._timer.stop()
            window.close()


def _open_dialogs(window: MainWindow) -> Sequence[Any]:
    # As the pages, only where Qt has started.
    from stratagate_app.ui.frame.window_dialogs import open_dialogs  # noqa: PLC0415

    return open_dialogs(window)


def _seen(window: MainWindow) -> QImage:
    """Return a picture of the window with the dialogs that stand before it."""
    from PySide6.QtGui import QColor, QPainter  # noqa: PLC0415

    picture = window.grab().toImage()
    for dialog in _open_dialogs(window):
        before = dialog.grab().toImage()
        place = picture.rect().center() - before.rect().center()
        painter = QPainter(picture)
        # As a window manager does, so that it is seen what stands in front.
        painter.fillRect(picture.rect(), QColor(0, 0, 0, 90))
        painter.drawImage(place, before)
        painter.end()
    return picture
