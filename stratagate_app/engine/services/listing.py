"""Ids of a whole list, in order."""

from __future__ import annotations

from array import array

import orjson
from sqlalchemy import Connection, Select, func, select


def load_ids(connection: Connection, statement: Select[tuple[int]]) -> array[int]:
    """Return what a statement over one id column selects, in its order.

    They come as one JSON text: a row object for each of 100,000 ids would cost more than finding
    and sorting them.
    """
    found = statement.subquery()
    text = connection.execute(select(func.json_group_array(found.c[0]))).scalar_one()
    return array("q", orjson.loads(text))
