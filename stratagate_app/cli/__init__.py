"""Composition root of the command line: one module a group of commands, --json everywhere.

Exit codes: 0 done, 1 done with problems (they are listed), 2 not done (and why).
"""

from __future__ import annotations

from stratagate_app.cli.output import NOT_DONE
from stratagate_app.cli.program import run

__all__ = ["NOT_DONE", "run"]
