"""Many rows in one statement.

One statement for thousands of rows is faster than one a row, and the interpreter's lock is given
away once instead of at every row: whoever reads the next conversations meanwhile is not stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sqlalchemy import Connection

# SQLite takes 32,766 variables a statement.
MAX_VARIABLES = 32_000
MAX_ROWS = 2_000


@lru_cache(maxsize=64)
def _statement(table: str, columns: tuple[str, ...], rows: int) -> str:
    marks = f"({', '.join('?' for _ in columns)})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([marks] * rows)}"  # noqa: S608


def insert_rows(
    connection: Connection, table: str, columns: tuple[str, ...], rows: Sequence[Sequence[object]]
) -> None:
    """Insert rows given as values in the order of columns.

    Args:
        connection: The writer's.
        table: A table of ours; never a name from outside.
        columns: Its columns that are given; the others take their defaults.
        rows: Any number.
    """
    most = min(MAX_ROWS, MAX_VARIABLES // len(columns))
    for start in range(0, len(rows), most):
        part = rows[start : start + most]
        values = [value for row in part for value in row]
        connection.exec_driver_sql(_statement(table, columns, len(part)), tuple(values))
