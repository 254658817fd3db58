"""The texts of the blocks of one session, fetched when a card comes into view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Signal

from stratagate_app.engine import BlockId, Level, SessionId
from stratagate_app.ui.sessions.rows import Content, level_rows, message_rows
from stratagate_app.ui.sessions.strata_view import TAIL_KEY

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

KEPT = 240
IN_FLIGHT = 2
TAIL_MESSAGES = 2000

Wanted = tuple[int, int]
"""Key of the card, and the level."""


class ContentStore(QObject):
    """Keeps what was read and reads what cards in view want, two at a time.

    Signals:
        arrived: Key of the card and level whose text is there now.
        failed: The exception of a text that could not be read.
    """

    arrived = Signal(int, int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._session: SessionId | None = None
        self._generation = 0
        self._kept: OrderedDict[Wanted, Content] = OrderedDict()
        self._stale: set[Wanted] = set()
        self._waiting: list[Wanted] = []
        self._in_flight: set[Wanted] = set()
        self._refused: set[Wanted] = set()

    def set_session(self, session_id: SessionId | None) -> None:
        """Forget the texts of another session."""
        if session_id == self._session:
            return
        self._session = session_id
        self._kept.clear()
        self._stale.clear()
        self._restart()

    def outdate(self, keys: frozenset[int] | None) -> None:
        """Read the texts of these cards, or of all, again when wanted; until then they stay."""
        if keys is not None and not keys:
            return
        self._stale |= {wanted for wanted in self._kept if keys is None or wanted[0] in keys}
        self._restart()

    def _restart(self) -> None:
        # What is being read may be from before the change.
        self._generation += 1
        self._in_flight.clear()
        self._waiting.clear()
        self._refused.clear()

    def get(self, key: int, level: int) -> Content | None:
        """Return a text, None where it is not read yet."""
        found = self._kept.get((key, level))
        if found is not None:
            self._kept.move_to_end((key, level))
        return found

    def want(self, wanted: Sequence[Wanted]) -> None:
        """Read these next, the first one first; what was wanted before and is not, is not read."""
        self._waiting = [
            item
            for item in wanted
            if (item not in self._kept or item in self._stale)
            and item not in self._in_flight
            and item not in self._refused
        ]
        self._start()

    def _start(self) -> None:
        while self._waiting and len(self._in_flight) < IN_FLIGHT:
            self._read(self._waiting.pop(0))

    def _read(self, wanted: Wanted) -> None:
        session = self._session
        if session is None:
            return
        self._in_flight.add(wanted)
        generation = self._generation
        job = self._client.query(lambda memory: _load(memory, session, *wanted))

        def settle(content: Content | None, error: Exception | None) -> None:
            if not shiboken6.isValid(self) or generation != self._generation:
                return
            self._in_flight.discard(wanted)
            if content is not None:
                self._kept[wanted] = content
                self._stale.discard(wanted)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
                self.arrived.emit(*wanted)
            elif error is not None:
                self._refused.add(wanted)
                self.failed.emit(error)
            self._start()

        job.succeeded.connect(lambda content: settle(content, None))
        job.failed.connect(lambda error: settle(None, error))


def _load(memory: Memory, session: SessionId, key: int, level: int) -> Content:
    if key == TAIL_KEY:
        return Content(message_rows(memory.sessions.tail_messages(session, TAIL_MESSAGES)))
    block = BlockId(key)
    if level == Level.L5:
        return Content(
            message_rows(memory.blocks.messages(block)), memory.blocks.source_message_ids(block)
        )
    return Content(level_rows(memory.blocks.text(block, Level(level)), Level(level)))
