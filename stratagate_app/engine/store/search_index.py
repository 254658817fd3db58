"""The full-text tables, kept in step with messages and events in the same transaction.

Both are contentless: they hold tokens only, and the words stay where they are. What is deleted
must be named with the very text that was indexed, so that text is always derived here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Integer, Select, literal_column, select, text

from stratagate_app.engine.rules import ranking
from stratagate_app.engine.store import bulk, records

_TOKENIZE = "tokenize = 'porter unicode61 remove_diacritics 2'"
EVENT_COLUMNS = (
    "title",
    "summary",
    "tags",
    "quotes",
    "participants",
    "type",
    "time_words",
    "happened",
)
MATCHED_CHARS = 4000
_EVENT_LIST = ", ".join(EVENT_COLUMNS)
_EVENT_MARKS = ", ".join("?" for _ in EVENT_COLUMNS)

_INSERT_PLAIN = (
    "INSERT INTO message_index (rowid, text) SELECT id, content FROM messages "
    "WHERE id BETWEEN ? AND ? AND id NOT IN (SELECT value FROM json_each(?))"
)
_DELETE_MESSAGE = "INSERT INTO message_index (message_index, rowid, text) VALUES ('delete', ?, ?)"
_INSERT_EVENT = f"INSERT INTO event_index (rowid, {_EVENT_LIST}) VALUES (?, {_EVENT_MARKS})"  # noqa: S608
_DELETE_EVENT = (
    f"INSERT INTO event_index (event_index, rowid, {_EVENT_LIST}) "  # noqa: S608
    f"VALUES ('delete', ?, {_EVENT_MARKS})"
)
CHECKS = (
    "INSERT INTO message_index (message_index) VALUES ('integrity-check')",
    "INSERT INTO event_index (event_index) VALUES ('integrity-check')",
)


def create(connection: Connection) -> None:
    """Create the full-text tables."""
    for statement in (
        f"CREATE VIRTUAL TABLE message_index USING fts5 (text, content = '', {_TOKENIZE})",
        f"CREATE VIRTUAL TABLE event_index USING fts5 ({_EVENT_LIST}, content = '', {_TOKENIZE})",
    ):
        connection.exec_driver_sql(statement)


def message_text(content: str) -> str:
    """Return what is indexed of a message; FTS5 ends a text at its first NUL."""
    text = ranking.index_text(content)
    return text.replace("\0", " ") if "\0" in text else text


def add_messages(connection: Connection, rows: Sequence[tuple[int, str]]) -> None:
    """Index stored messages given as (id, content); what is empty is not indexed."""
    if not rows:
        return
    # What is indexed as it stands is handed over inside SQLite, in one statement for all.
    special = [(key, content) for key, content in rows if not _is_plain(content)]
    connection.exec_driver_sql(
        _INSERT_PLAIN,
        (rows[0][0], rows[-1][0], orjson.dumps([key for key, _ in special]).decode()),
    )
    items = [(key, message_text(content)) for key, content in special if content]
    if items:
        bulk.insert_rows(connection, "message_index", ("rowid", "text"), items)


def _is_plain(content: str) -> bool:
    return content.isascii() and "\0" not in content and content != ""


def remove_messages(connection: Connection, rows: Iterable[tuple[int, str]]) -> None:
    """Take messages given as (id, content) out of the index."""
    items = [(key, message_text(content)) for key, content in rows if content]
    if items:
        connection.exec_driver_sql(_DELETE_MESSAGE, items)


# What event_texts() reads of an event; its quotes stay as long as it does.
INDEXED_OF_EVENTS = (
    *("title", "summary", "tags", "participants", "type"),
    *("happened_text", "happened_start", "happened_end"),
)


def event_texts(row: Mapping[str, Any], quotes: Sequence[str]) -> dict[str, str]:
    """Return the texts of an event by which it is found, by column and in their order."""
    texts = (
        row["title"],
        row["summary"],
        " ".join(records.strings(row["tags"])),
        "\n".join(quotes),
        " ".join(records.strings(row["participants"])),
        row["type"],
        row["happened_text"],
        f"{row['happened_start'] or ''} {row['happened_end'] or ''}",
    )
    return dict(zip(EVENT_COLUMNS, texts, strict=True))


def _indexed_texts(row: Mapping[str, Any], quotes: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(message_text, event_texts(row, quotes).values()))


def add_events(
    connection: Connection, rows: Iterable[tuple[Mapping[str, Any], Sequence[str]]]
) -> None:
    """Index event rows with their quotes."""
    _run_for_each(connection, _INSERT_EVENT, rows)


def remove_events(
    connection: Connection, rows: Iterable[tuple[Mapping[str, Any], Sequence[str]]]
) -> None:
    """Take event rows with their quotes out of the index."""
    _run_for_each(connection, _DELETE_EVENT, rows)


def _run_for_each(
    connection: Connection,
    statement: str,
    rows: Iterable[tuple[Mapping[str, Any], Sequence[str]]],
) -> None:
    given = [(row["id"], *_indexed_texts(row, quotes)) for row, quotes in rows]
    if given:
        connection.exec_driver_sql(statement, given)


def match_all(text: str) -> str | None:
    """Return an FTS5 query for rows that hold every word of text, the last as a prefix.

    Quoted throughout, so that nothing in it is read as query syntax. None if no word is in it.
    Its first 4,000 characters count.
    """
    words = ranking.tokens(text[:MATCHED_CHARS])
    if not words:
        return None
    quoted = [f'"{word.replace(chr(34), "")}"' for word in words]
    return " AND ".join([*quoted[:-1], quoted[-1] + "*"])


def match_phrase(column: str, words: Sequence[str]) -> str:
    """Return an FTS5 query for rows that hold words in this order in a column."""
    return f'{column} : "{" ".join(words).replace(chr(34), "")}"'


def match_any(words: Iterable[str]) -> str:
    """Return an FTS5 query for rows that hold one of the words."""
    return " OR ".join(f'"{word.replace(chr(34), "")}"' for word in words)


def match_word(word: str, *, prefix: bool = False) -> str:
    """Return an FTS5 query for rows that hold one word, or one that begins with it."""
    return f'"{word.replace(chr(34), "")}"{"*" if prefix else ""}'


def newest(table: str, match: str, limit: int) -> Select[int]:
    """Return a query for the newest rows of a full-text table that match."""
    rows = select(literal_column("rowid", Integer)).select_from(text(table))
    matching = rows.where(literal_column(table).op("MATCH")(match))
    return matching.order_by(text("rowid DESC")).limit(limit)


def newest_rows(
    connection: Connection, table: str, match: str, limit: int, spans: Sequence[tuple[int, int]]
) -> list[int]:
    """Return the rows of a full-text table that match, newest first, at most so many.

    That is the order FTS5 keeps them in: it stops as soon as it has enough, and skips what lies
    outside the spans.

    Args:
        connection: Any.
        table: message_index or event_index.
        match: An FTS5 query.
        limit: How many at most.
        spans: First and last row of where to look, ascending.
    """
    # As one JSON text: a row object for each would cost more than finding it.
    statement = (
        "SELECT json_group_array(rowid) FROM ("  # noqa: S608
        f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid BETWEEN ? AND ? "
        "ORDER BY rowid DESC LIMIT ?)"
    )
    found: list[int] = []
    for first, last in reversed(spans):
        rows = connection.exec_driver_sql(statement, (match, first, last, limit - len(found)))
        found += orjson.loads(rows.scalar_one())
        if len(found) >= limit:
            break
    return found
