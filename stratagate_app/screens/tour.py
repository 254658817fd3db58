"""The main job shown as text, where there is no display."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from stratagate_app import cli
from stratagate_app.engine import Memory
from stratagate_app.screens.camera import DEADLINE_MS, LANGUAGES, SIZES, THEMES
from stratagate_app.settings import sample_files


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
