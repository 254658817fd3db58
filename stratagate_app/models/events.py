"""The table of events as an item model, and what is read of a single one."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Qt

from stratagate_app.engine import (
    Adoption,
    EventDetail,
    EventId,
    EventRow,
    NotFoundError,
    Operation,
    RelatedEvent,
    RelationKind,
)
from stratagate_app.models import wording
from stratagate_app.models.paged import PagedTableModel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from stratagate_app.engine import Memory

ORDERS = ("weight", "happened", "mentioned", "title", "used")
"""Orders a list of events can have; the first is the default."""
ASCENDING_FIRST = frozenset({"title"})
"""Orders that begin with the smallest; the others begin with the largest or newest."""
LINE_LENGTH = 12
"""Facts before and after one that are looked up, each way."""


class EventView(StrEnum):
    """How the list of events is shown; on the timeline by when they happened."""

    TABLE = "table"
    CARDS = "cards"
    TIMELINE = "timeline"


class Column(IntEnum):
    """Columns of the table."""

    STAR = 0
    EVENT = 1
    TYPE = 2
    STATUS = 3
    WEIGHT = 4
    HAPPENED = 5
    USED = 6


ORDER_OF = {
    Column.EVENT: "title",
    Column.WEIGHT: "weight",
    Column.HAPPENED: "happened",
    Column.USED: "used",
}
"""Columns whose header orders the table."""


class EventsModel(PagedTableModel[EventRow]):
    """Events by id; delegates read the whole row from `RowRole`."""

    def __init__(self, parent: QObject | None = None) -> None:
        words = (
            "",
            QCoreApplication.translate("EventsModel", "Event"),
            QCoreApplication.translate("EventsModel", "Type"),
            QCoreApplication.translate("EventsModel", "Status"),
            QCoreApplication.translate("EventsModel", "Weight"),
            QCoreApplication.translate("EventsModel", "Happened"),
            QCoreApplication.translate("EventsModel", "Used"),
        )
        super().__init__(words, parent)
        self._ordered: tuple[Column, bool] | None = None

    def show_order(self, column: Column | None, *, descending: bool) -> None:
        """Mark the header of the column the events are ordered by; None: of none."""
        self._ordered = None if column is None else (column, descending)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the header's words, with an arrow where the events are ordered by it."""
        words = super().headerData(section, orientation, role)
        if role != Qt.ItemDataRole.DisplayRole or self._ordered is None or words is None:
            return words
        column, descending = self._ordered
        return f"{words} {'▾' if descending else '▴'}" if section == column else words

    def cell(self, row: EventRow, column: int, role: int) -> Any:
        """Return the words of a cell; for screen readers with what is painted besides."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        spoken = role == Qt.ItemDataRole.AccessibleTextRole
        match Column(column):
            case Column.STAR:
                return _pinned(row, spoken=spoken)
            case Column.EVENT:
                return f"{row.title}, {wording.said_line(row)}" if spoken else row.title
            case Column.TYPE:
                return wording.event_type(row.type)
            case Column.STATUS:
                return wording.status_of(row)[0]
            case Column.WEIGHT:
                return wording.weight(row.weight)
            case Column.HAPPENED:
                return wording.happened(row.happening)
            case Column.USED:
                return f"{row.adoptions}×"

    def placeholder(self, column: int, role: int) -> Any:
        """Return an ellipsis in the place of the title."""
        if role == Qt.ItemDataRole.DisplayRole and column == Column.EVENT:
            return "…"
        return None


def load_page(memory: Memory, ids: Sequence[int]) -> tuple[EventRow, ...]:
    """Return the rows of a page of the table."""
    return memory.events.load_page(ids)


class Fact(NamedTuple):
    """An event in the line of a fact.

    Attributes:
        event: As it stands to its neighbour in the line.
        replaced_at: When what took its place was said; None if nothing did, or nobody knows.
    """

    event: RelatedEvent
    replaced_at: datetime | None


class Shown(NamedTuple):
    """Everything that is shown of an event.

    Attributes:
        history: Operations that touched it, newest first.
        before: What it took the place of, and what that had, oldest first.
        after: What took its place, and the place of that, in this order.
        workspace: Name of where it is.
        uses: Its uses in answers that stand, oldest first.
    """

    detail: EventDetail
    history: tuple[Operation, ...]
    before: tuple[Fact, ...]
    after: tuple[Fact, ...]
    workspace: str
    uses: tuple[Adoption, ...] = ()


def load_shown(memory: Memory, event_id: EventId) -> Shown:
    """Return everything that is shown of an event.

    Raises:
        NotFoundError: There is none of that id.

    Thread:
        Any worker.
    """
    detail = memory.events.get(event_id)
    return Shown(
        detail,
        memory.events.history(event_id),
        _line(memory, detail, outgoing=True)[::-1],
        _line(memory, detail, outgoing=False),
        memory.workspaces.get(detail.row.workspace_id).name,
        memory.retrieval.adoptions_of(event_id),
    )


def replaced_at(detail: EventDetail) -> datetime | None:
    """Return when what took the place of an event was said; None if nothing did."""
    times = [
        related.mentioned_at
        for related in detail.relations
        if _supersedes(related, outgoing=False) and related.mentioned_at is not None
    ]
    return min(times, default=None)


def _line(memory: Memory, detail: EventDetail, *, outgoing: bool) -> tuple[Fact, ...]:
    """Return the events that were superseded on the way here, or since; nearest first."""
    found: list[Fact] = []
    seen = {detail.row.id}
    waiting = [detail]
    while waiting:
        for related in waiting.pop(0).relations:
            # A wrong extractor may have made a ring of it.
            known = related.event_id in seen or len(found) == LINE_LENGTH
            if known or not _supersedes(related, outgoing=outgoing):
                continue
            seen.add(related.event_id)
            try:
                other = memory.events.get(related.event_id)
            except NotFoundError:
                continue  # An undo took it away in this moment.
            found.append(Fact(related, replaced_at(other)))
            waiting.append(other)
    return tuple(found)


def _supersedes(related: RelatedEvent, *, outgoing: bool) -> bool:
    return related.kind is RelationKind.SUPERSEDES and related.outgoing is outgoing


def _pinned(row: EventRow, *, spoken: bool) -> str:
    if spoken:
        return (
            QCoreApplication.translate("EventsModel", "pinned")
            if row.pinned
            else QCoreApplication.translate("EventsModel", "not pinned")
        )
    return "★" if row.pinned else "☆"
