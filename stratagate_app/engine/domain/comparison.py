"""An operation as what was before it and what was after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stratagate_app.engine.domain.conversation import JsonValue


@dataclass(frozen=True, slots=True)
class RowChange:
    """One thing that an operation changed.

    Attributes:
        kind: event, session, workspace or block.
        id: Its number; it may be gone by now.
        title: What it was called before; empty for a block without a summary.
        before: The fields that became others, as they were; `workspace` by its name.
        after: The same fields as they were right after the operation; empty where it went.
    """

    kind: str
    id: int
    title: str
    before: Mapping[str, JsonValue]
    after: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an operation made of the memory.

    Attributes:
        changes: What became another, in the order it did.
        more: How many more things became others.
        added: How many rows are new, by what they are: event, message, relation ...
        removed: How many went.
    """

    changes: tuple[RowChange, ...]
    more: int
    added: Mapping[str, int]
    removed: Mapping[str, int]
