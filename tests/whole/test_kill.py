"""An import killed at any moment loses nothing that was reported as saved and repeats nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from stratagate_app.engine import Decision, Memory, MemoryFile, PreviewId, SessionId, WorkspaceId
from tests.bench.data import chatgpt_conversation
from tests.engine.preview_support import KNOWN, candidate, open_known
from tests.whole.victim import ClockAhead

KILLS = 200
KILLS_A_FILE = 25
CONVERSATIONS = 24
TURNS_BEFORE, TURNS_AFTER = 8, 14
# Longer than a claim holds; every attempt's clock is so much later than the one before.
LATER_S = 30.0
LONGEST_S = 20.0
STAGES = ("reading", "deriving", "done", "judging", "committing", "undoing", "redoing")
# Share of kills at any time; the others come this soon after a word of the child's.
BY_THE_CLOCK = 0.6
CLOSE_S = 0.002


@dataclass
class Attempt:
    """What a child told before it ended."""

    saved: dict[str, int] = field(default_factory=dict)
    stage: str = "starting"
    code: int = 0


class Victims:
    """Children that import, and the hand that kills them."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.whole.victim"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert self._line() == "here"

    def attempt(
        self,
        db: Path,
        file: Path | int,
        ahead_s: float,
        kill_after_s: float | None = None,
        kill_after_word: int = 1,
    ) -> Attempt:
        """Let a child work, and kill it so long after its n-th word (None: let it finish).

        Its work is to import a file, or to write and take back a preview.
        """
        stdin = self._process.stdin
        assert stdin is not None
        what = {"preview": file} if isinstance(file, int) else {"file": str(file)}
        stdin.write(json.dumps({"db": str(db), **what, "ahead_s": ahead_s}) + "\n")
        stdin.flush()
        made = Attempt()
        killer: threading.Timer | None = None
        child = 0
        words = 0
        while True:
            word, _, rest = self._line().partition(" ")
            words += 1
            if word == "child":
                child = int(rest)
            if child and word != "ended" and words == kill_after_word and kill_after_s is not None:
                killer = threading.Timer(kill_after_s, _kill, [child])
                killer.start()
            if word == "saved":
                title, messages = json.loads(rest)
                made.saved[title] = messages
                made.stage = "writing"
            elif word == "ended":
                made.code = int(rest)
                break
            elif word in STAGES:
                made.stage = word
            else:
                assert word == "child", f"{word} {rest}"
        if killer is not None:
            # The child may have been quicker.
            killer.cancel()
            killer.join()
        stdin.write("\n")
        stdin.flush()
        return made

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(LONGEST_S) == 0

    def _line(self) -> str:
        stdout: IO[str] | None = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        assert line, "the process that forks the children ended"
        return line.rstrip("\n")


def _kill(pid: int) -> None:
    # 0 and below would be whole groups of processes.
    assert pid > 1
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def write_export(path: Path, turns: int) -> dict[str, int]:
    """Write conversations and return the messages of each by its title."""
    items = []
    for number in range(CONVERSATIONS):
        # The same beginning whatever the number of turns: the longer export continues the shorter.
        rng = random.Random(number)  # noqa: S311 - repeatable, not secret
        items.append({**chatgpt_conversation(rng, number, turns, 120), "title": f"Talk {number}"})
    path.write_text(json.dumps(items), "utf-8")
    return {f"Talk {number}": turns * 2 for number in range(CONVERSATIONS)}


def stored(db: Path) -> dict[str, int]:
    """Return messages by title as the file has them; nothing may be there twice."""
    with closing(sqlite3.connect(db)) as connection:
        rows = connection.execute(
            "SELECT sessions.title, sessions.external_id, count(messages.id), max(position) "
            "FROM sessions JOIN messages ON messages.session_id = sessions.id GROUP BY sessions.id"
        ).fetchall()
        again = connection.execute(
            "SELECT session_id, external_id FROM messages GROUP BY 1, 2 HAVING count(*) > 1"
        ).fetchall()
    titles = Counter(title for title, *_ in rows)
    ids = Counter(external_id for _, external_id, *_ in rows)
    assert all(count == 1 for count in (titles + ids).values())
    assert again == []
    assert all(count == last for *_, count, last in rows)
    return {title: count for title, _, count, _ in rows}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "waitid"), reason="children are forked, to kill 200 in time")
def test_killed_at_any_moment_nothing_is_lost_and_nothing_is_twice(tmp_path: Path) -> None:
    shorter, longer = tmp_path / "shorter.json", tmp_path / "longer.json"
    before = write_export(shorter, TURNS_BEFORE)
    after = write_export(longer, TURNS_AFTER)
    rng = random.Random()  # noqa: S311 - a moment nobody chose; the seed is of no use again
    victims = Victims()
    begun = time.monotonic()
    assert victims.attempt(tmp_path / "whole.db", longer, 0.0).stage == "done"
    whole_s = time.monotonic() - begun

    killed: Counter[str] = Counter()
    number = 0
    while sum(killed.values()) < KILLS:
        number += 1
        db = tmp_path / f"{number}.db"
        reported: dict[str, int] = {}
        ahead_s = 0.0
        kills = 0
        for file, complete in ((shorter, before), (longer, after)):
            # In turn early ones and ones that get far.
            reach_s = whole_s * rng.choice((0.25, 0.6, 1.0))
            while kills < KILLS_A_FILE:
                ahead_s += LATER_S
                # By the clock, or at once when it speaks: then it is close to a commit.
                moment = (
                    (rng.uniform(0, reach_s), 1)
                    if rng.random() < BY_THE_CLOCK
                    else (rng.uniform(0, CLOSE_S), rng.randint(3, 8))
                )
                made = victims.attempt(db, file, ahead_s, *moment)
                reported |= made.saved
                if made.code == 0:
                    break
                assert made.code == -signal.SIGKILL
                kills += 1
                killed[made.stage] += 1
                if db.exists() and reported:
                    found = stored(db)
                    # A longer version may have been written and not yet be told of.
                    assert all(found[title] >= count for title, count in reported.items())
            made = victims.attempt(db, file, ahead_s + LATER_S, None)
            assert made.stage == "done"
            assert stored(db) == complete
        _assert_whole(db, ahead_s + 2 * LATER_S)
    victims.close()
    print(f"\n{sum(killed.values())} kills, {number} files, {dict(killed)}")  # noqa: T201
    assert min(killed[stage] for stage in ("reading", "writing", "deriving")) >= KILLS // 40


def _assert_whole(db: Path, ahead_s: float) -> None:
    """Check what a file is in the end: consistent, all derived, each block once."""
    with Memory.open(db, clock=ClockAhead(ahead_s)) as memory:
        report = memory.maintenance.check()
        assert report.ok, report.problems
        counts = memory.jobs.counts()
        assert (counts.waiting, counts.running, counts.failed) == (0, 0, 0)
        for session_id in memory.sessions.find_ids(None):
            strata = memory.sessions.strata(SessionId(session_id))
            assert [block.number for block in strata.blocks] == [1, 2]
            assert {block.status.value for block in strata.blocks} == {"ready"}


MEMORIES = 60
MEMORY_KILLS = 60


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "waitid"), reason="children are forked, to kill many in time")
def test_a_batch_killed_at_any_moment_is_whole_or_not_there(tmp_path: Path) -> None:
    rng = random.Random()  # noqa: S311 - a moment nobody chose
    victims = Victims()
    killed: Counter[str] = Counter()
    number = 0
    while sum(killed.values()) < MEMORY_KILLS:
        number += 1
        db = tmp_path / f"{number}.db"
        preview_id = _remember(db)
        with Memory.open(db) as memory:
            before = memory.maintenance.content_digest()
        after = ""
        for turn in range(10):
            # First while it judges, then while it writes, then while it undoes and redoes.
            moment = (rng.uniform(0, 0.02), rng.randint(2, 8))
            if turn == 3:
                moment = (rng.uniform(0, 0.03), 3)
            elif turn < 3:
                moment = (rng.uniform(0, 0.1), 2)
            made = victims.attempt(db, preview_id, LATER_S * (turn + 1), *moment)
            assert made.code == -signal.SIGKILL
            killed[made.stage] += 1
            with Memory.open(db, clock=ClockAhead(LATER_S * (turn + 1))) as memory:
                assert memory.maintenance.check().ok
                preview = memory.previews.get(PreviewId(preview_id))
                assert preview.candidates == MEMORIES
                written = preview.operation_id is not None and not preview.undone
                digest = memory.maintenance.content_digest()
                if not written:
                    assert digest == before
                    continue
                # Every event of it is there, and each redo brings the same back.
                assert preview.operation_id is not None
                ignored = preview.decisions[Decision.IGNORE]
                made_of_it = memory.previews.find_made(preview.operation_id)
                assert len(made_of_it) == MEMORIES - ignored
                after = after or digest
                assert digest == after
    victims.close()
    print(f"\n{sum(killed.values())} kills, {number} files, {dict(killed)}")  # noqa: T201
    assert min(killed[stage] for stage in ("judging", "committing", "undoing", "redoing")) > 0


def _remember(db: Path) -> int:
    """Make a file with a preview of memories; return the preview."""
    with open_known(db) as memory:
        texts = [f"Likes tea number {n}" for n in range(MEMORIES - 2)]
        found = tuple(map(candidate, [*texts, "The package manager is pnpm", KNOWN[0]]))
        return memory.previews.open(MemoryFile("text", found), "memories.txt", WorkspaceId(1)).id
