"""`python -m stratagate_app` and the `stratagate` command: the window, or the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; without arguments it opens the window."""
    from stratagate_app.cli import run  # noqa: PLC0415  (keeps an import of this module free)

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
