"""From an empty or older file to the current schema, one transaction a step."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.schema import CreateIndex, DropIndex

from stratagate_app.engine.errors import MemoryDamagedError, MemoryForeignError, MemoryTooNewError
from stratagate_app.engine.store import columns, graph_schema, review_schema, schema, search_index

# Four ASCII letters, "STGA".
APPLICATION_ID = 0x53544741


def _create(connection: Connection) -> None:
    columns.metadata.create_all(connection)
    search_index.create(connection)
    connection.execute(schema.meta.insert().values(key="min_reader_version", value="1"))


def _add_receipts(connection: Connection) -> None:
    """Version 2: retrievals, their assessments, receipts and adoptions."""
    for table in (schema.retrievals, schema.assessments, schema.receipts, schema.adoptions):
        table.create(connection, checkfirst=True)
    _add_indexes(connection, schema.events)


def _add_asks(connection: Connection) -> None:
    """Version 3: questions, rules for workspaces, use of models."""
    for table in (schema.asks, schema.workspace_rules, schema.model_usage):
        table.create(connection, checkfirst=True)


def _add_weight_index(connection: Connection) -> None:
    """Version 4: the order of events by weight."""
    _add_indexes(connection, schema.events)


def _add_previews(connection: Connection) -> None:
    """Version 5: memories that are being judged."""
    for table in (schema.previews, schema.candidates):
        table.create(connection, checkfirst=True)
    _add_indexes(connection, schema.events)


def _add_graph(connection: Connection) -> None:
    """Version 6: the graph, and jobs that belong to no block."""
    for table in graph_schema.TABLES:
        table.create(connection, checkfirst=True)
    found = connection.exec_driver_sql("PRAGMA table_info(jobs)").all()
    if any(column.name == schema.jobs.c.event_ids.name for column in found):
        _add_indexes(connection, schema.jobs)
        return
    old = ", ".join(column.name for column in found)
    last = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'")
    used = last.scalar()
    for index in schema.jobs.indexes:
        connection.execute(DropIndex(index, if_exists=True))
    connection.exec_driver_sql("ALTER TABLE jobs RENAME TO old_jobs")
    schema.jobs.create(connection)
    connection.exec_driver_sql(f"INSERT INTO jobs ({old}) SELECT {old} FROM old_jobs")  # noqa: S608
    connection.exec_driver_sql("DROP TABLE old_jobs")
    # No id is ever used twice, also not those of jobs that are done.
    connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = 'jobs'")
    if used is not None:
        connection.exec_driver_sql("INSERT INTO sqlite_sequence VALUES ('jobs', ?)", (used,))


def _add_review(connection: Connection) -> None:
    """Version 7: answers to questions, likely duplicates, and what finds questions."""
    for table in review_schema.TABLES:
        table.create(connection, checkfirst=True)
    for table in (schema.events, schema.event_relations, schema.candidates, schema.jobs):
        _add_indexes(connection, table)


def _add_indexes(connection: Connection, table: Table) -> None:
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        connection.execute(CreateIndex(index, if_not_exists=True))


# The first makes a new file as it is today; the others find their work done there.
STEPS: tuple[Callable[[Connection], None], ...] = (
    _create,
    _add_receipts,
    _add_asks,
    _add_weight_index,
    _add_previews,
    _add_graph,
    _add_review,
)
SCHEMA_VERSION = len(STEPS)


def prepare(connection: Connection, path: Path) -> None:
    """Check that the file is ours and usable, back it up before a change of schema, migrate.

    Raises:
        MemoryForeignError: A database of another program, or no database at all.
        MemoryTooNewError: Written by a program that knows a newer schema.
        MemoryDamagedError: SQLite's quick check fails before a migration.

    Thread:
        The writer only, with the lock between processes held.
    """
    raw: Any = connection.connection.dbapi_connection
    try:
        application_id = _pragma(raw, "application_id")
        found = _pragma(raw, "user_version")
        tables = raw.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            raise MemoryForeignError(path=str(path), application_id=0) from error
        raise
    if application_id not in (0, APPLICATION_ID) or (application_id == 0 and tables):
        raise MemoryForeignError(path=str(path), application_id=application_id)
    if found > SCHEMA_VERSION:
        raise MemoryTooNewError(path=str(path), found=found, supported=SCHEMA_VERSION)
    raw.execute("PRAGMA journal_mode = WAL").fetchone()
    if found and found < SCHEMA_VERSION:
        _check(raw, path)
        back_up(raw, path.with_name(f"{path.name}.before-v{SCHEMA_VERSION}"))
    for number, step in enumerate(STEPS[found:], start=found + 1):
        with connection.begin():
            step(connection)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def back_up(raw: sqlite3.Connection, target: Path) -> None:
    """Copy the whole file, log included, to a target that appears only when it is complete.

    A target that exists is left alone: one forced backup per schema version, so that a failing
    migration that is tried again cannot rotate the good copy away.
    """
    if target.exists():
        return
    partial = target.with_name(target.name + ".tmp")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial)) as copy:
        raw.backup(copy)
        _check(copy, partial)
    partial.chmod(0o600)
    partial.replace(target)


def _check(raw: sqlite3.Connection, path: Path) -> None:
    result = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if result != "ok":
        raise MemoryDamagedError(path=str(path), detail=str(result))


def _pragma(raw: sqlite3.Connection, name: str) -> int:
    return int(raw.execute(f"PRAGMA {name}").fetchone()[0])
