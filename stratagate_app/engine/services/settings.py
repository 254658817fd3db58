"""Stored settings: raw JSON values under the keys that the program declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import from_json, to_json
from stratagate_app.engine.store.schema import settings

T = TypeVar("T", bool, int, float, str)


class SettingsService:
    """Settings and view state; they are not part of the memory and not journalled."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> JsonValue:
        """Return a stored value; None if it was never set."""
        statement = select(settings.c.value).where(settings.c.key == key)
        return self._database.read(lambda c: from_json(c.execute(statement).scalar()))

    def all(self) -> dict[str, JsonValue]:
        """Return every stored value by key."""
        statement = select(settings.c.key, settings.c.value)
        return self._database.read(
            lambda c: {key: from_json(value) for key, value in c.execute(statement)}
        )

    def set(self, key: str, value: JsonValue) -> None:
        """Store a value; None takes the key away."""
        self.set_many({key: value})

    def set_many(self, values: dict[str, JsonValue]) -> None:
        """Store several values in one transaction; None takes a key away."""
        self._database.write(lambda c: write_settings(c, values))


def write_settings(connection: Connection, values: Mapping[str, JsonValue]) -> None:
    """Store values; None takes a key away."""
    for key, value in values.items():
        if value is None:
            connection.execute(delete(settings).where(settings.c.key == key))
            continue
        put = insert(settings).values(key=key, value=to_json(value))
        connection.execute(put.on_conflict_do_update(set_={"value": put.excluded.value}))


def read_setting(connection: Connection, key: str, default: T) -> T:
    """Return a stored setting of the default's type, or the default."""
    value = from_json(
        connection.execute(select(settings.c.value).where(settings.c.key == key)).scalar()
    )
    wanted = type(default)
    if wanted is float and type(value) is int:
        return wanted(value)
    return value if isinstance(value, wanted) and type(value) is wanted else default
