"""A process to be killed: imports a file and derives from it, telling what is saved.

It reads lines of JSON from stdin, `{"db": …, "file": …, "ahead_s": …}`, or with "preview" in
place of "file" to judge, write and take back the memories of a preview. For each it forks a child
that tells its own id and does the work; it prints "ended" once the child is dead, and goes on
after one more line. The child writes each line in one piece, and only after the commit it
speaks of.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stratagate_app.engine import Memory, PreviewId, SessionId
from stratagate_app.engine.services import imports

# Small, so that there are many commits to be killed between.
BATCH_MESSAGES = 60
JOBS_AT_ONCE = 5


class ClockAhead:
    """The machine's clock, ahead of it: claims of those killed before have ended."""

    def __init__(self, ahead_s: float) -> None:
        self._ahead = timedelta(seconds=ahead_s)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead


def tell(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def work(db: Path, file: Path, ahead_s: float) -> None:
    tell("reading")
    with Memory.open(db, clock=ClockAhead(ahead_s)) as memory:

        def on_saved(ids: Sequence[SessionId]) -> None:
            for row in memory.sessions.load_page(ids):
                tell("saved", json.dumps([row.title, row.messages]))

        result = memory.imports.import_file(file, on_saved=on_saved)
        if result.problems:
            tell("problem", result.problems)
        tell("deriving")
        while memory.jobs.run_some(JOBS_AT_ONCE) is not None:
            pass
    tell("done")


def decide(db: Path, preview_id: int, ahead_s: float) -> None:
    """Judge a preview and write it; undo and redo that until somebody ends it."""
    key = PreviewId(preview_id)
    with Memory.open(db, clock=ClockAhead(ahead_s)) as memory:
        tell("judging")
        while memory.previews.judge_some(JOBS_AT_ONCE) is not None:
            pass
        preview = memory.previews.get(key)
        if preview.operation_id is None:
            tell("committing")
            memory.previews.commit(key)
            preview = memory.previews.get(key)
        operation = preview.operation_id
        assert operation is not None
        while True:
            if memory.previews.get(key).undone:
                tell("redoing")
                memory.history.redo(operation)
            tell("undoing")
            memory.history.undo(operation, with_dependents=True)


def main() -> None:
    imports.BATCH_MESSAGES = BATCH_MESSAGES
    tell("here")
    while line := sys.stdin.readline():
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                tell("child", os.getpid())
                if "preview" in order:
                    decide(Path(order["db"]), order["preview"], order["ahead_s"])
                else:
                    work(Path(order["db"]), Path(order["file"]), order["ahead_s"])
                code = 0
            except BaseException:  # noqa: BLE001 - whatever it is, the test has to see it
                traceback.print_exc()
            finally:
                # Never back into the loop, which belongs to the parent.
                os._exit(code)
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        tell("ended", ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status)
        # Its number stays its own until the one who kills is through with it.
        sys.stdin.readline()
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
