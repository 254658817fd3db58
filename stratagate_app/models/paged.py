"""A table of any length: an array of ids, and pages of rows fetched when somebody looks."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import shiboken6
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job
    from stratagate_app.engine import Memory

R = TypeVar("R")

PAGE_ROWS = 128
KEPT_PAGES = 48
PAGES_IN_FLIGHT = 2
PAGES_WAITING = 4

ModelIndex: TypeAlias = QModelIndex | QPersistentModelIndex

_NO_PARENT = QModelIndex()


class PagedTableModel(QAbstractTableModel, Generic[R]):
    """Rows by id, a page at a time.

    A subclass says what a cell shows (`cell`) and, where rows have no `id`, which id a row has
    (`id_of`). A PageLoader answers `page_needed`.

    Signals:
        page_needed: Generation, page number, ids of that page (`array('q')`).
    """

    IdRole = int(Qt.ItemDataRole.UserRole)
    RowRole = IdRole + 1
    page_needed = Signal(int, int, object)

    def __init__(self, headers: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headers = tuple(headers)
        self._ids: array[int] = array("q")
        self._positions: dict[int, int] | None = None
        self._generation = 0
        self._pages: OrderedDict[int, list[R | None]] = OrderedDict()
        self._asked: set[int] = set()

    # What a subclass says.

    def cell(self, row: R, column: int, role: int) -> Any:
        """Return what a loaded row shows in a column; called for every role but the id roles."""
        raise NotImplementedError

    def id_of(self, row: R) -> int:
        """Return the id of a row."""
        return int(row.id)  # type: ignore[attr-defined]

    def placeholder(self, column: int, role: int) -> Any:
        """Return what a row shows until its page is there."""
        return "…" if role == Qt.ItemDataRole.DisplayRole and column == 0 else None

    # Ids.

    @property
    def ids(self) -> array[int]:
        """The ids in order; not to be changed."""
        return self._ids

    @property
    def generation(self) -> int:
        """Number of the search the ids came from."""
        return self._generation

    def set_ids(self, ids: array[int]) -> None:
        """Show another search; pages of the one before are dropped."""
        self.beginResetModel()
        self._ids = ids
        self._positions = None
        self._generation += 1
        self._pages.clear()
        self._asked.clear()
        self.endResetModel()

    def update_ids(self, ids: array[int]) -> bool:
        """Show the same search asked again.

        Returns:
            Whether the ids differ, which resets the model; otherwise rows are only refreshed and
            selection and scrolling stay.
        """
        if ids == self._ids:
            self.refresh()
            return False
        self.set_ids(ids)
        return True

    def refresh(self) -> None:
        """Ask for the rows again; the old ones show until the new ones are there."""
        self._generation += 1
        self._asked.clear()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self._last_index(len(self._ids) - 1))

    def row_of(self, row_id: int) -> int:
        """Return the position of an id, -1 if it is not in this search."""
        if self._positions is None:
            self._positions = {value: place for place, value in enumerate(self._ids)}
        return self._positions.get(row_id, -1)

    def id_at(self, position: int) -> int | None:
        """Return the id at a position, None outside."""
        return self._ids[position] if 0 <= position < len(self._ids) else None

    def row_at(self, position: int) -> R | None:
        """Return the row at a position; None while its page is not there, or if it is gone."""
        page, offset = divmod(position, PAGE_ROWS)
        rows = self._pages.get(page)
        return rows[offset] if rows is not None and offset < len(rows) else None

    # Pages.

    def set_page(self, generation: int, page: int, rows: Sequence[R]) -> bool:
        """Take the rows of a page, in any order; ids without a row stay empty.

        Returns:
            False, with nothing changed, where the page belongs to an older search.
        """
        if generation != self._generation:
            return False
        first = page * PAGE_ROWS
        page_ids = self._ids[first : first + PAGE_ROWS]
        if not page_ids:
            return False
        by_id = {self.id_of(row): row for row in rows}
        self._pages[page] = [by_id.get(row_id) for row_id in page_ids]
        self._pages.move_to_end(page)
        while len(self._pages) > KEPT_PAGES:
            gone, _rows = self._pages.popitem(last=False)
            self._asked.discard(gone)
        self.dataChanged.emit(self.index(first, 0), self._last_index(first + len(page_ids) - 1))
        return True

    def forget_request(self, generation: int, page: int) -> None:
        """Take note that a page will not come: it is asked for again when somebody looks."""
        if generation == self._generation:
            self._asked.discard(page)

    # Qt.

    def rowCount(self, parent: ModelIndex = _NO_PARENT) -> int:
        """Return the number of ids."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: ModelIndex = _NO_PARENT) -> int:
        """Return the number of headers."""
        return 0 if parent.isValid() else len(self._headers)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the header's words; touches no rows."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._headers):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer from the page, or with a placeholder while the page is asked for once."""
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        if role == self.IdRole:
            return self._ids[index.row()]
        page, offset = divmod(index.row(), PAGE_ROWS)
        rows = self._pages.get(page)
        if page not in self._asked and role in (Qt.ItemDataRole.DisplayRole, self.RowRole):
            self._asked.add(page)
            first = page * PAGE_ROWS
            self.page_needed.emit(self._generation, page, self._ids[first : first + PAGE_ROWS])
            rows = self._pages.get(page)
        row = rows[offset] if rows is not None and offset < len(rows) else None
        if role == self.RowRole:
            return row
        if row is None:
            return self.placeholder(index.column(), role)
        return self.cell(row, index.column(), role)

    def _last_index(self, position: int) -> QModelIndex:
        return self.index(position, len(self._headers) - 1)


class PageLoader(QObject, Generic[R]):
    """Fetches the pages a model asks for: newest first, two at a time.

    Signals:
        failed: The exception of a page that could not be read; it is asked for again when
            somebody looks.
    """

    failed = Signal(Exception)

    def __init__(
        self,
        client: MemoryClient,
        model: PagedTableModel[R],
        load: Callable[[Memory, Sequence[int]], Sequence[R]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent or model)
        self._client = client
        self._model = model
        self._load = load
        self._waiting: list[tuple[int, int, array[int]]] = []
        self._in_flight: set[Job[Sequence[R]]] = set()
        model.page_needed.connect(self._on_page_needed)

    def _on_page_needed(self, generation: int, page: int, ids: array[int]) -> None:
        self._waiting.append((generation, page, ids))
        while len(self._waiting) > PAGES_WAITING:
            old_generation, old_page, _ids = self._waiting.pop(0)
            self._model.forget_request(old_generation, old_page)
        self._start()

    def _start(self) -> None:
        while self._waiting and len(self._in_flight) < PAGES_IN_FLIGHT:
            generation, page, ids = self._waiting.pop()
            if generation == self._model.generation:
                self._fetch(generation, page, ids)

    def _fetch(self, generation: int, page: int, ids: array[int]) -> None:
        load = self._load
        job = self._client.query(lambda memory: load(memory, ids))
        self._in_flight.add(job)
        model = self._model

        def arrived(rows: Sequence[R]) -> None:
            model.set_page(generation, page, rows)

        def not_arrived(error: Exception) -> None:
            model.forget_request(generation, page)
            self.failed.emit(error)

        def finished() -> None:
            self._in_flight.discard(job)
            self._start()

        for signal, slot in (
            (job.succeeded, arrived),
            (job.failed, not_arrived),
            (job.finished, finished),
        ):
            signal.connect(_while_alive(self, slot))


def _while_alive(owner: QObject, slot: Callable[..., None]) -> Callable[..., None]:
    """Return a slot that does nothing once owner is gone: a window may close meanwhile."""

    def call(*arguments: object) -> None:
        if shiboken6.isValid(owner):
            slot(*arguments)

    return call
