"""The log: a file of the user's own, that grows no further than a bound."""

from __future__ import annotations

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler

from stratagate_app.adapters import paths

LOG_BYTES = 1_000_000
LOG_FILES = 3


def start() -> None:
    """Log warnings to a file of the user's own; no content of conversations goes there."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for name in ("httpx", "httpx2", "openai"):
        # They tell of every request.
        logging.getLogger(name).setLevel(logging.WARNING)
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    with suppress(OSError):
        folder = paths.log_folder()
        paths.prepare_folder(folder)
        handler = RotatingFileHandler(
            folder / "stratagate.log",
            maxBytes=LOG_BYTES,
            backupCount=LOG_FILES,
            encoding="utf-8",
            delay=True,
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
