"""The file itself: whose it is, how old, what the disk says, who else has it open."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from stratagate_app.engine import (
    Memory,
    MemoryForeignError,
    MemoryTooNewError,
    StorageError,
)
from stratagate_app.engine.store.database import Database
from tests.engine.support import conversation, open_plain, write_conversations


def test_the_file_says_whose_it_is_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with open_plain(path):
        assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes()[68:72] == b"STGA"


def test_a_file_that_was_closed_is_whole_without_its_log(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with open_plain(path) as memory:
        memory.imports.import_file(write_conversations(tmp_path / "c.jsonl", conversation(3)))
        memory.sessions.find_ids(None)
        assert (tmp_path / "memory.db-wal").stat().st_size > 0
    assert not (tmp_path / "memory.db-wal").exists()
    assert not (tmp_path / "memory.db-shm").exists()
    with sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True) as raw:
        assert raw.execute("SELECT count(*) FROM sessions").fetchone() == (1,)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (text)")
    before = path.read_bytes()
    with pytest.raises(MemoryForeignError) as raised:
        Memory.open(path)
    assert raised.value.fields["path"] == str(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photo.db"
    path.write_bytes(b"\x89PNG" * 1000)
    with pytest.raises(MemoryForeignError):
        Memory.open(path)
    assert path.read_bytes() == b"\x89PNG" * 1000


def test_a_newer_file_is_refused_with_the_version_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    open_plain(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    with pytest.raises(MemoryTooNewError) as raised:
        Memory.open(path)
    assert raised.value.fields["found"] == 99


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as raised:
        Memory.open(tmp_path / "missing" / "memory.db")
    assert raised.value.code == "read_only"


def test_a_full_disk_stops_an_import_with_what_was_saved_kept(tmp_path: Path) -> None:
    with open_plain(tmp_path / "memory.db") as memory:
        small = write_conversations(tmp_path / "small.jsonl", conversation(3))
        memory.imports.import_file(small)
        database = memory._database

        def limit(pages: int) -> None:
            def work(connection: object) -> None:
                raw = connection.connection.dbapi_connection  # type: ignore[attr-defined]
                raw.execute(f"PRAGMA max_page_count = {pages}")

            database.on_writer(work)

        limit(120)
        many = write_conversations(
            tmp_path / "many.jsonl", *(conversation(400, f"topic {i}") for i in range(20))
        )
        result = memory.imports.import_file(many)
        assert [p.code for p in result.problems] == ["disk_full"]
        assert memory.workspaces.counts(None).sessions == 1 + result.new
        limit(1_000_000)
        assert memory.maintenance.check().ok
        assert memory.imports.import_file(many).new == 20 - result.new


def test_a_failing_command_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db")
    try:

        def work(connection: object) -> None:
            connection.exec_driver_sql(  # type: ignore[attr-defined]
                "INSERT INTO settings (key, value) VALUES ('a', '1')"
            )
            message = "stop"
            raise RuntimeError(message)

        with pytest.raises(RuntimeError):
            database.write(work)
        count = database.read(lambda c: c.exec_driver_sql("SELECT count(*) FROM settings").scalar())
        assert count == 0
    finally:
        database.close()


def test_readers_cannot_write(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db")
    try:
        with pytest.raises(StorageError):
            database.read(lambda c: c.exec_driver_sql("DELETE FROM settings"))
    finally:
        database.close()


WRITER = """
import sys
from pathlib import Path
from stratagate_app.engine import Memory
with Memory.open(Path(sys.argv[1])) as memory:
    for number in range(60):
        memory.settings.set(f"{sys.argv[2]}.{number}", number)
"""


def test_several_processes_write_without_losing_anything(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with open_plain(path) as memory:
        before = memory.data_version()
        others = [
            subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in "abc"
        ]
        for number in range(60):
            memory.settings.set(f"own.{number}", number)
        assert [other.wait(60) for other in others] == [0, 0, 0]
        assert len(memory.settings.all()) == 240
        assert memory.data_version() != before
        seen = memory.data_version()
        memory.settings.set("own.last", 1)
        assert memory.data_version() == seen
        assert memory.maintenance.check().ok


def test_a_backup_holds_everything_that_the_log_still_holds(tmp_path: Path) -> None:
    with open_plain(tmp_path / "memory.db") as memory:
        file = write_conversations(tmp_path / "a.jsonl", conversation(8))
        memory.imports.import_file(file)
        digest = memory.maintenance.content_digest()
        memory.maintenance.backup(tmp_path / "copy.db")
        with pytest.raises(FileExistsError):
            memory.maintenance.backup(tmp_path / "copy.db")
    with open_plain(tmp_path / "copy.db") as copy:
        assert copy.maintenance.content_digest() == digest
        assert copy.maintenance.check().ok


def test_a_closed_file_is_whole_without_its_log(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with open_plain(path) as memory:
        memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(40)))
        memory.sessions.find_ids(None)
        digest = memory.maintenance.content_digest()
    log = tmp_path / "memory.db-wal"
    assert not log.exists() or log.stat().st_size == 0
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with open_plain(copy) as memory:
        assert memory.maintenance.content_digest() == digest


def test_check_tells_of_a_reference_that_leads_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with open_plain(path) as memory:
        memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(8)))
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM sessions")
    with open_plain(path) as memory:
        report = memory.maintenance.check()
        assert not report.ok
        assert any("messages" in problem for problem in report.problems)
