"""The file: one writing connection on its own thread, read-only connections for everybody else."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from stratagate_app.engine.errors import (
    MemoryDamagedError,
    MemoryForeignError,
    MemoryLockedError,
    StorageError,
    StrataGateError,
)
from stratagate_app.engine.store import migrations

T = TypeVar("T")

BUSY_TIMEOUT_MS = 5000
LOCK_TIMEOUT_S = 30.0
READERS = 6
# Checkpoint once the write-ahead log holds this much; automatic checkpoints are off, since no two
# processes may write and checkpoint at the same moment (architecture.md, "Several processes").
CHECKPOINT_BYTES = 16 * 1024 * 1024

# The header of a database: https://www.sqlite.org/fileformat.html, "The Database Header".
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_SCHEMA_COOKIE = slice(40, 44)
_APPLICATION_ID = slice(68, 72)

_STORAGE_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_IOERR: "unreadable",
}


def translate_error(error: BaseException, path: Path) -> StrataGateError | None:
    """Return the engine's error for what SQLite or the system said; None if it is a bug of ours."""
    original = error.orig if isinstance(error, DBAPIError) else error
    detail = str(original)
    if isinstance(original, OSError):
        code = "disk_full" if original.errno == errno.ENOSPC else "read_only"
        return StorageError(code, path=str(path), detail=detail)
    primary = getattr(original, "sqlite_errorcode", 0) & 0xFF
    if primary in _STORAGE_CODES:
        return StorageError(_STORAGE_CODES[primary], path=str(path), detail=detail)
    if primary == sqlite3.SQLITE_CORRUPT:
        return MemoryDamagedError(path=str(path), detail=detail)
    if primary == sqlite3.SQLITE_NOTADB:
        return MemoryForeignError(path=str(path), application_id=0)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return MemoryLockedError(path=str(path))
    return None


def _refuse_foreign(path: Path) -> None:
    """Refuse what can be seen to be none of ours without a lock beside it.

    What is in the header counts, not what a log beside the file may add: a file of ours whose first
    transaction was not folded in yet has neither an id nor a schema there.

    Raises:
        MemoryForeignError: No regular file, no database, or one of another program.
        OSError: It cannot be read.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(kind):
        raise MemoryForeignError(path=str(path), application_id=0)
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if not header:
        return
    found = int.from_bytes(header[_APPLICATION_ID], "big")
    # A file of ours has its id from the transaction that made its first table.
    ours = found == migrations.APPLICATION_ID or not (found or any(header[_SCHEMA_COOKIE]))
    if not header.startswith(_MAGIC) or not ours:
        raise MemoryForeignError(path=str(path), application_id=found)


class Database:
    """One open memory file.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file, check that it is ours, and bring it to the current schema."""
        self.path = path
        self._lock = FileLock(
            str(path) + ".lock", timeout=LOCK_TIMEOUT_S, mode=0o600, thread_local=False
        )
        self._closed = False
        self._close_lock = threading.Lock()
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="sg-writer")
        self._write_engine = create_engine(
            "sqlite+pysqlite://", creator=self._connect_writer, poolclass=NullPool
        )
        self._read_engine = create_engine(
            "sqlite+pysqlite://",
            creator=self._connect_reader,
            poolclass=QueuePool,
            pool_size=READERS,
            max_overflow=READERS,
        )
        event.listen(self._write_engine, "begin", _begin_immediate)
        event.listen(self._read_engine, "begin", _begin)
        self._writer: Connection | None = None
        try:
            self._executor.submit(self._open).result()
        except BaseException:
            self._executor.shutdown(wait=True)
            raise

    # -- opening and closing

    def _open(self) -> None:
        with self._translated():
            _refuse_foreign(self.path)
            with suppress(FileExistsError):
                # The file is the user's alone from its first byte.
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            if not self.path.stat().st_size:
                self.path.chmod(0o600)
            with self._locked():
                connection = self._write_engine.connect()
                try:
                    migrations.prepare(connection, self.path)
                except BaseException:
                    connection.close()
                    raise
            self._writer = connection

    def _connect_writer(self) -> sqlite3.Connection:
        return _configure(
            sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, cached_statements=256
            )
        )

    def _connect_reader(self) -> sqlite3.Connection:
        uri = self.path.absolute().as_uri() + "?mode=ro"
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        connection.execute("PRAGMA query_only = ON")
        return _configure(connection)

    def close(self) -> None:
        """Finish writing, fold the write-ahead log into the file, close. Idempotent."""
        with self._close_lock:
            if self._closed:
                return
            self._closed = True
        # The readers first: only one who may write can take the log away, and the last one does.
        self._read_engine.dispose()
        self._executor.submit(self._close_writer).result()
        self._executor.shutdown(wait=True)
        self._write_engine.dispose()

    def _close_writer(self) -> None:
        if self._writer is None:
            return
        # Somebody else may be writing, or the disk may be full: then the log stays, and the next
        # one folds it.
        raw: Any = self._writer.connection.dbapi_connection
        with suppress(MemoryLockedError, sqlite3.Error, OSError), self._locked():
            # Outside any transaction: within one, SQLite does not fold the log.
            raw.execute("PRAGMA optimize")
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            # Within the lock: the last connection to close folds and removes the log by itself.
            self._writer.close()
        self._writer.close()
        self._writer = None

    # -- using

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in one immediate transaction and return what it returns.

        Raises:
            StorageError, MemoryLockedError, MemoryDamagedError: The world refused; nothing of
                this transaction was kept.

        Thread:
            Any worker; the work itself runs on the writer thread.
        """
        return self.submit(work).result()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Queue work for the writer; see write()."""
        return self._executor.submit(self._write, work)

    def _write(self, work: Callable[[Connection], T]) -> T:
        assert self._writer is not None, "the file is closed"  # noqa: S101  (a bug of ours)
        with self._translated(), self._locked():
            with self._writer.begin():
                result = work(self._writer)
            self._checkpoint_if_long()
        return result

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run work on a snapshot of the file that cannot be written through.

        Thread:
            Any worker.
        """
        with self._translated(), self._read_engine.connect() as connection:
            return work(connection)

    def on_writer(self, work: Callable[[Connection], T]) -> T:
        """Run work on the writing connection, outside any transaction (pragmas, backup)."""

        def run() -> T:
            assert self._writer is not None, "the file is closed"  # noqa: S101
            with self._translated(), self._locked():
                return work(self._writer)

        return self._executor.submit(run).result()

    def data_version(self) -> int:
        """Return a number that changes when another connection than our writer has written."""

        def run() -> int:
            assert self._writer is not None, "the file is closed"  # noqa: S101
            raw: Any = self._writer.connection.dbapi_connection
            return int(raw.execute("PRAGMA data_version").fetchone()[0])

        return self._executor.submit(run).result()

    def _checkpoint_if_long(self) -> None:
        try:
            length = os.stat(f"{self.path}-wal").st_size  # noqa: PTH116  (on the hot path)
        except OSError:
            return
        if length > CHECKPOINT_BYTES and self._writer is not None:
            raw: Any = self._writer.connection.dbapi_connection
            raw.execute(
                "PRAGMA wal_checkpoint(RESTART)"
                if length > 8 * CHECKPOINT_BYTES
                else "PRAGMA wal_checkpoint(PASSIVE)"
            ).fetchall()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self._lock.acquire()
        except Timeout as error:
            raise MemoryLockedError(path=str(self.path)) from error
        try:
            yield
        finally:
            self._lock.release()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, sqlite3.Error, OSError) as error:
            known = translate_error(error, self.path)
            if known is None:
                raise
            raise known from error


def _configure(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    # A log that was folded in shrinks when it starts anew, so that its length tells what is left.
    connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_BYTES // 2}")
    connection.execute("PRAGMA cache_size = -32768")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
