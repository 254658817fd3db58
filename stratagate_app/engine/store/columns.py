"""What all tables have in common."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def table(name: str, *items: Column[Any] | Index | UniqueConstraint | CheckConstraint) -> Table:
    """Return a strict table whose integer `id` is never used twice."""
    return Table(
        name,
        metadata,
        Column("id", Integer, primary_key=True),
        *items,
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )


def json_column(name: str, default: str) -> Column[str]:
    """Return a column that holds valid JSON."""
    return Column(
        name, Text, CheckConstraint(f"json_valid({name})"), nullable=False, server_default=default
    )
