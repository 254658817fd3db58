"""What the page reads when it opens a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stratagate_app.engine import MessageId, SessionId, SessionSource, Strata
from stratagate_app.ui.sessions.strata_view import TAIL_KEY

if TYPE_CHECKING:
    from stratagate_app.engine import Memory


@dataclass(frozen=True, slots=True)
class Wish:
    """What to show of a session: a block, or a message wherever it is."""

    block_id: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A session, and where in it the wish leads.

    Attributes:
        key: A block id, TAIL_KEY for the open tail, None without a wish.
    """

    strata: Strata
    source: SessionSource
    key: int | None
    message_id: int | None


def find(memory: Memory, session_id: SessionId, wish: Wish) -> Found:
    """Read a session for the page.

    Raises:
        NotFoundError: The session or the message is not there.
    Thread:
        Any worker.
    """
    key = wish.block_id
    if wish.message_id is not None:
        found = memory.blocks.locate(MessageId(wish.message_id))
        key = TAIL_KEY if found is None else int(found)
    return Found(
        memory.sessions.strata(session_id),
        memory.sessions.source(session_id),
        key,
        wish.message_id,
    )
