"""Files of older versions: they open, are backed up once, and keep what they hold."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from stratagate_app.engine import EventFilter, EventId, RetrievalKind, public_id
from stratagate_app.engine.store.migrations import SCHEMA_VERSION
from tests.engine.support import open_plain

FILES = Path(__file__).parents[1] / "fixtures" / "files"
HELD = (
    "SELECT id, title, summary, pinned, adoptions, decay_rate, formed_turn FROM events",
    "SELECT id, session_id, number, status, title, l4 FROM blocks",
    "SELECT id, session_id, position, role, content FROM messages",
    "SELECT id, kind, actor, at, fields FROM operations",
    "SELECT operation_id, action, table_name, first_id, last_id, before FROM operation_changes",
)


@pytest.fixture(params=range(1, SCHEMA_VERSION), ids="v{}".format)
def version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def old(tmp_path: Path, version: int) -> Path:
    path = tmp_path / "memory.db"
    shutil.copy(FILES / f"v{version}.db", path)
    return path


def held(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as raw:
        return [raw.execute(statement).fetchall() for statement in HELD]


def layout(path: Path) -> set[tuple[str, str]]:
    # SQLite's own statistics come when a file has been worked with.
    with closing(sqlite3.connect(path)) as raw:
        rows = raw.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_stat%'"
        )
        return {(name, " ".join(sql.split())) for name, sql in rows}


def test_an_old_file_opens_and_keeps_what_it_holds(old: Path) -> None:
    before = held(old)
    with open_plain(old) as memory:
        assert memory.maintenance.check().ok
        assert held(old) == before
        assert memory.search.find("penicillin").events
        (pinned,) = memory.events.find_ids(EventFilter(pinned=True))
        used = memory.events.get(EventId(pinned)).row.adoptions
        ref = public_id("event", pinned)
        batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "penicillin", [ref])
        memory.retrieval.assess(
            batch, {"verdict": "sufficient", "next_strategy": "answer", "evidence_refs": [ref]}
        )
        memory.retrieval.record_use(batch, "r", [ref], "Which medicine?")
        assert memory.events.get(EventId(pinned)).row.adoptions == used + 1
        for _ in range(used + 2):
            memory.history.undo()
        assert not memory.events.find_ids(EventFilter(pinned=True))


def test_an_old_file_is_backed_up_once(old: Path, version: int) -> None:
    backup = old.with_name(f"{old.name}.before-v{SCHEMA_VERSION}")
    before = held(old)
    open_plain(old).close()
    assert held(backup) == before
    with closing(sqlite3.connect(backup)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (version,)
    assert backup.stat().st_mode & 0o777 == 0o600
    written = backup.stat().st_mtime_ns
    open_plain(old).close()
    assert backup.stat().st_mtime_ns == written
    assert [path.name for path in old.parent.glob("*.before-*")] == [backup.name]


def test_an_old_file_ends_up_like_a_new_one(old: Path, tmp_path: Path) -> None:
    open_plain(old).close()
    new = tmp_path / "new.db"
    open_plain(new).close()
    assert layout(old) == layout(new)
