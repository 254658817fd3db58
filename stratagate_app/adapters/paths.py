"""Where a user's data belongs: the memory file and the log."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP_FOLDER = "StrataGate"
FILE_NAME = "memory.db"
FILE_VARIABLE = "STRATAGATE_DB"
PRIVATE_FOLDER = 0o700


def data_folder() -> Path:
    """Return the user's data folder of the program; it need not exist."""
    return platformdirs.user_data_path(APP_FOLDER, appauthor=False)


def log_folder() -> Path:
    """Return the folder for logs; it need not exist."""
    return platformdirs.user_log_path(APP_FOLDER, appauthor=False)


def memory_path(chosen: Path | None = None) -> Path:
    """Return the memory file to open.

    Rule:
        `--db`, else the variable STRATAGATE_DB, else `memory.db` in the user's data folder;
        architecture.md, "The store".
    Args:
        chosen: What the user named; None if nothing.
    """
    if chosen is not None:
        return chosen.expanduser().absolute()
    named = os.environ.get(FILE_VARIABLE, "").strip()
    if named:
        return Path(named).expanduser().absolute()
    return data_folder() / FILE_NAME


def prepare_folder(folder: Path) -> None:
    """Make a folder that only the user can look into; one that exists is left as it is.

    The program's own data and log folders are always made private.

    Raises:
        OSError: The folder cannot be made.
    """
    if not folder.is_dir():
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    if folder in (data_folder(), log_folder()) and os.name == "posix":
        folder.chmod(PRIVATE_FOLDER)
