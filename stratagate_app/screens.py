"""The window without a display: pictures of its pages, and the main job shown as text.

Nothing is drawn for the occasion: the real window opens on a memory file of its own, draws itself
offscreen, and is photographed once it stands still.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stratagate_app import cli
from stratagate_app.engine import (
    AskId,
    AskMove,
    BlockStatus,
    EventFilter,
    EventState,
    Level,
    Memory,
    RetrievalKind,
    public_id,
)
from stratagate_app.settings import LANGUAGE, THEME, sample_files

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from stratagate_app.engine import BlockId, EventId, SessionId
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
# Tall enough to be seen, old enough to have sunk.
SHOWN_BLOCK = 3


class Subject(NamedTuple):
    """What the pictures show: a session, one of its blocks, an event, and a question."""

    session: SessionId | None
    block: BlockId | None
    event: EventId | None
    ask: AskId | None = None


class Shot(NamedTuple):
    """One picture: its file, the size of the window, and how to get there."""

    path: Path
    size: tuple[int, int]
    show: Callable[[MainWindow], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Take a picture of every page in every size, theme and language; return 0."""
    parser = argparse.ArgumentParser(prog="stratagate-screens", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screens"), metavar="FOLDER")
    parser.add_argument("--db", type=Path, metavar="FILE", help="default: the sample")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--size", choices=SIZES, action="append")
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.out.resolve()
    with tempfile.TemporaryDirectory(prefix="stratagate-") as own:
        db = Path(own) / "memory.db" if chosen.db is None else chosen.db.resolve()
        subject = prepare(db, sample_files() if chosen.db is None else ())
        for theme in chosen.theme or THEMES:
            for language in chosen.language or LANGUAGES:
                for path in photograph(
                    db,
                    subject,
                    folder,
                    theme=theme,
                    language=language,
                    sizes=chosen.size or tuple(SIZES),
                ):
                    print(path, flush=True)  # noqa: T201
    return 0


def tour(files: Sequence[Path], folder: Path | None, named: Path | None = None) -> int:
    """Do the main job where there is no display: import, print strata, save pictures.

    Args:
        files: What to import; empty for the sample conversations.
        folder: Where the pictures go; None for a new temporary folder.
        named: The memory file to show; None for a new one in that folder.

    Returns:
        0; 1 if there were problems with the files, 2 if nothing could be imported.
    """
    say = _printer()
    try:
        place = folder.resolve() if folder else Path(tempfile.mkdtemp(prefix="stratagate-"))
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"The folder for the pictures cannot be made: {error}")
        return cli.NOT_DONE
    db = _unused(place) if named is None else named.expanduser().absolute()
    say("No display was found, so here is in words what the window would show.")
    say("")
    code = cli.run(["sessions", "--db", str(db), "--limit", "1"]) if db.exists() else 0
    if code != cli.NOT_DONE and (files or not db.exists()):
        code = cli.run(["import", "--db", str(db), "--", *map(str, files or sample_files())])
    if code == cli.NOT_DONE:
        return code
    with Memory.open(db) as memory:
        sessions = list(memory.sessions.find_ids(None, order="oldest"))
    for session_id in sessions:
        say("")
        cli.run(["blocks", "--db", str(db), str(session_id)])
    say("")
    say("Events, those that count most first:")
    cli.run(["events", "--db", str(db), "--limit", "20"])
    say("")
    taken, reason = _photograph_apart(db, place)
    if taken:
        say("Pictures of the window, drawn offscreen:")
        for path in taken:
            say(f"  {path}")
    else:
        say(f"Pictures of the window could not be drawn here: {reason}")
    say(f"The memory file: {db}")
    say(f"With a display, the window opens on it: stratagate --db {db}")
    return code


def _photograph_apart(db: Path, folder: Path) -> tuple[list[str], str]:
    """Return the pictures, or why there are none.

    In a process of its own, since Qt ends the process where it cannot start.
    """
    command = [sys.executable, "-m", "stratagate_app.screens", "--db", str(db)]
    command += ["--out", str(folder), "--theme", THEMES[0], "--language", LANGUAGES[0]]
    command += ["--size", next(iter(SIZES))]
    try:
        done = subprocess.run(  # noqa: S603  (ourselves)
            command, capture_output=True, text=True, timeout=2 * DEADLINE_MS / 1000, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [], str(error)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return [], said[-1]
    return done.stdout.splitlines(), ""


def _printer() -> Callable[[str], None]:
    def say(text: str) -> None:
        encoding = sys.stdout.encoding or "utf-8"
        # At once, so that it stands before what Qt itself may have to say.
        print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201

    return say


def _unused(folder: Path) -> Path:
    """Return the path of a memory file that does not exist yet."""
    path, number = folder / "memory.db", 1
    while path.exists():
        number += 1
        path = folder / f"memory-{number}.db"
    return path


def prepare(db: Path, files: Sequence[Path]) -> Subject:
    """Import files and choose what to show; with files, also expand a block and pin an event."""
    with Memory.open(db) as memory:
        for file in files:
            memory.imports.import_file(file)
        while memory.jobs.run_some() is not None:
            pass
        subject = _choose(memory)
        if files and subject.block is not None:
            memory.blocks.expand(subject.block, Level.L5)
        if files and subject.event is not None:
            memory.events.pin([subject.event])
            subject = subject._replace(ask=_ask(memory, subject.event))
    return subject


def _ask(memory: Memory, event_id: EventId) -> AskId | None:
    """Ask by hand for an event, by its own words, and answer with it."""
    title = memory.events.get(event_id).row.title
    begun = memory.asks.begin(title)
    asked = memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_MESSAGES, title))
    asked = memory.asks.take(begun.id, AskMove(RetrievalKind.SEARCH_EVENTS, title))
    last, ref = asked.steps[-1], public_id("event", event_id)
    if ref in last.found:
        memory.asks.use(last.retrieval_id, [ref])
    return begun.id


def _choose(memory: Memory) -> Subject:
    longest = memory.sessions.find_ids(None, order="longest")
    if not longest:
        return Subject(None, None, None)
    session: SessionId = memory.sessions.load_page(longest[:1])[0].id
    ready = [
        block.id
        for block in memory.sessions.strata(session).blocks
        if block.status is BlockStatus.READY
    ]
    block = ready[min(SHOWN_BLOCK, len(ready)) - 1] if ready else None
    return Subject(session, block, _choose_event(memory))


def _choose_event(memory: Memory) -> EventId | None:
    """Return the event with most to see: one with relations, else the newest."""
    superseded = EventFilter(states=frozenset({EventState.SUPERSEDED}))
    for row in memory.events.load_page(memory.events.find_ids(superseded)[:1]):
        for relation in memory.events.get(row.id).relations:
            if not relation.outgoing:
                return relation.event_id
        return row.id
    for wanted in (EventFilter(conflicts_only=True), EventFilter(order="mentioned")):
        for row in memory.events.load_page(memory.events.find_ids(wanted)[:1]):
            return row.id
    return None


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

    with Memory.open(db) as memory:
        memory.settings.set(THEME.key, theme)
        memory.settings.set(LANGUAGE.key, language)
    folder.mkdir(parents=True, exist_ok=True)
    shots = [
        Shot(folder / f"{page}-{theme}-{language}-{size}.png", SIZES[size], show)
        for size in sizes
        for page, show in _pages(subject).items()
    ]
    session = _Session(shots)
    application = app.make_application()
    deadline = QTimer(application, singleShot=True, interval=DEADLINE_MS)
    deadline.timeout.connect(lambda: application.exit(1))
    deadline.start()
    code = app.run(db, on_ready=session.begin)
    deadline.stop()
    if code != 0 or len(session.taken) != len(shots):
        raise RuntimeError("the window could not be shown; its log says why")
    return tuple(session.taken)


def _pages(subject: Subject) -> dict[str, Callable[[MainWindow], None]]:
    def sessions(window: MainWindow) -> None:
        window.show_page("sessions")
        if subject.session is not None:
            window.open_session(subject.session)
        if subject.block is not None:
            window.sessions_page.show_block(subject.block)

    def events(window: MainWindow) -> None:
        window.show_page("events")
        if subject.event is not None:
            window.open_event(subject.event)

    def ask(window: MainWindow) -> None:
        window.show_page("ask")
        if subject.ask is not None:
            window.ask_page.show_ask(int(subject.ask))

    def imports(window: MainWindow) -> None:
        window.show_page("imports")

    def activity(window: MainWindow) -> None:
        window.show_page("activity")

    return {
        "sessions": sessions,
        "events": events,
        "imports": imports,
        "ask": ask,
        "activity": activity,
    }


class _Session:
    """One window before the camera, from its opening to its end."""

    def __init__(self, shots: Sequence[Shot]) -> None:
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
        shot = self._waiting[0]
        window.resize(*shot.size)
        shot.show(window)

    def _look(self, window: MainWindow) -> None:
        picture = window.grab().toImage()
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


if __name__ == "__main__":
    sys.exit(main())
