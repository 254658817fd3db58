"""`python -m stratagate_app` and the `stratagate` command: the window, or the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def main() -> None:
    """Run the command line; without arguments it opens the window."""
    from stratagate_app.cli import run  # noqa: PLC0415  (keeps an import of this module free)

    sys.exit(run(sys.argv[1:], open_window))


def open_window(db: Path | None, files: Sequence[Path], pictures: Path | None) -> int:
    """Open the window, or do its main job as text where nobody would see it.

    Args:
        db: The memory file to open; None for the user's own, or, without a display, for one
            that is made for the occasion.
        files: What to import.
        pictures: Where pictures go without a display; None for a temporary folder.

    Returns:
        The exit code.
    """
    # Qt takes a moment to load, and the other commands do without it.
    from stratagate_app.adapters.display import has_display  # noqa: PLC0415

    if not has_display():
        from stratagate_app.screens.tour import tour  # noqa: PLC0415

        return tour(files, pictures, db)
    from stratagate_app import app  # noqa: PLC0415

    return app.run(db, files=files)


if __name__ == "__main__":
    main()
