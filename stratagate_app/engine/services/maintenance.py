"""Looking after the file: check, size, backup, and a digest of what it holds."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from stratagate_app.engine.domain.queries import CheckReport
from stratagate_app.engine.store import migrations, schema, search_index
from stratagate_app.engine.store.database import Database

MAX_PROBLEMS = 50
# Work in progress, not content: what a job still has to do says nothing of what is remembered.
_NOT_CONTENT = frozenset({"jobs"})


class MaintenanceService:
    """Queries about the file as a file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def check(self) -> CheckReport:
        """Return what is wrong with the file.

        Checked are the pages and indexes, that every reference leads somewhere, and that the
        full-text tables agree with themselves.
        """
        problems: list[str] = []

        def read(connection: Connection) -> None:
            for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MAX_PROBLEMS})"):
                if line != "ok":
                    problems.append(str(line))
            for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                problems.append(f"{table} row {row}: no such row in {parent}")

        self._database.read(read)

        def verify(connection: Connection) -> None:
            raw: Any = connection.connection.dbapi_connection
            for statement in search_index.CHECKS:
                try:
                    raw.execute(statement)
                except sqlite3.DatabaseError as error:
                    problems.append(f"{statement}: {error}")

        self._database.on_writer(verify)
        return CheckReport(
            not problems,
            tuple(problems[:MAX_PROBLEMS]),
            sqlite3.sqlite_version,
            self.size_bytes(),
        )

    def sqlite_version(self) -> str:
        """Return the version of the SQLite library in use."""
        return sqlite3.sqlite_version

    def size_bytes(self) -> int:
        """Return how much room the file takes, its write-ahead log included."""
        total = 0
        for suffix in ("", "-wal"):
            try:
                total += os.stat(f"{self._database.path}{suffix}").st_size  # noqa: PTH116
            except FileNotFoundError:
                continue
        return total

    def backup(self, target: Path) -> None:
        """Write a complete copy of the file; it appears under its name only when it is whole.

        Raises:
            FileExistsError: There is something of that name.
            StorageError: The disk refused.
        """
        if target.exists():
            raise FileExistsError(target)

        def work(connection: Connection) -> None:
            raw: Any = connection.connection.dbapi_connection
            migrations.back_up(raw, target)

        self._database.on_writer(work)

    def content_digest(self) -> str:
        """Return a digest of everything that is remembered: equal digests, equal content.

        The journal itself, queued work, and what was looked at are left out.
        """

        def read(connection: Connection) -> str:
            digest = hashlib.sha256()
            for name, table in sorted(schema.JOURNALLED.items()):
                if name in _NOT_CONTENT:
                    continue
                digest.update(name.encode())
                left_out = schema.NOT_JOURNALLED.get(name, frozenset())
                columns = [column for column in table.c if column.name not in left_out]
                for row in connection.execute(select(*columns).order_by(table.c.id)):
                    digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
            return digest.hexdigest()

        return self._database.read(read)
