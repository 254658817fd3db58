"""What a next message gets to see of the past: recalled events, and a session's own layers.

Everything here reads only: neither finds nor strengthens anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, select, text

from stratagate_app.engine.domain.conversation import BlockStatus, Level
from stratagate_app.engine.domain.events import EventRow, EventState, HappeningStatus
from stratagate_app.engine.domain.ids import SessionId, WorkspaceId, public_id
from stratagate_app.engine.domain.retrieval import Recall
from stratagate_app.engine.rules import condense, secrets
from stratagate_app.engine.rules import recall as rules
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services import graph_recall
from stratagate_app.engine.services.blocks import BlockService
from stratagate_app.engine.services.event_search import find_relevant_ids
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.graph import GraphService
from stratagate_app.engine.services.scopes import visible_events, workspace_of
from stratagate_app.engine.services.sessions import SessionService
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import events

RELEVANT = 40
# Of each of the two kinds that need no relevance.
KEPT = 8


class RecallService:
    """Queries for contexts."""

    def __init__(
        self,
        database: Database,
        sessions: SessionService,
        blocks: BlockService,
        graph: GraphService,
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._blocks = blocks
        self._graph = graph

    def context(self, session_id: SessionId) -> str:
        """Return a session in layers: what a model needs to go on with it.

        Each ready block at the level it has now, pending blocks and the open tail as they are,
        one after another; secrets are masked.

        Rule:
            engine-rules.md, "Levels", "Decay of blocks" and "Secrets".
        Raises:
            NotFoundError: There is no such session.
        """
        strata = self._sessions.strata(session_id)
        parts = [
            self._blocks.text(
                block.id, block.level if block.status is BlockStatus.READY else Level.L5
            )
            for block in strata.blocks
        ]
        if strata.tail.messages:
            tail = self._sessions.tail_messages(session_id, strata.tail.messages)
            parts.append(condense.render_block(tail).l5)
        return "\n\n".join(secrets.mask(part) for part in parts if part)

    def recall(
        self,
        message: str,
        *,
        session_id: SessionId | None = None,
        workspace_id: WorkspaceId | None = None,
    ) -> Recall:
        """Return what of other sessions matters for a next message.

        Rule:
            engine-rules.md, "Automatic recall".
        Args:
            message: The next message.
            session_id: The session it is for: its own events are left out, and its workspace
                counts.
            workspace_id: Where there is no session; None for all workspaces.
        Raises:
            NotFoundError: There is no such session.
        """

        def read(connection: Connection) -> Recall:
            home = workspace_of(connection, workspace_id, session_id)
            allowed = _allowed(home, session_id)
            relevant = find_relevant_ids(connection, message, home, allowed, limit=RELEVANT)
            candidates = dict.fromkeys([*relevant, *_kept(connection, allowed)])
            rows = {int(row.id): row for row in load_events(connection, list(candidates))}
            heaviest = sorted(rows, key=lambda key: (-rows[key].weight, -key))
            chosen = rules.order([key for key in relevant if key in rows], list(heaviest))
            by_ref = {public_id("event", key): rows[key] for key in chosen}
            nodes = graph_recall.find_nodes(connection, self._graph, message, home, allowed)
            composed, taken = rules.compose(
                rules.interleave(
                    [_item(ref, row) for ref, row in by_ref.items()], [item for _, item in nodes]
                )
            )
            return Recall(
                composed,
                tuple(by_ref[ref] for ref in taken if ref in by_ref),
                estimate_tokens(composed),
                tuple(row for row, item in nodes if item.ref in taken),
            )

        return self._database.read(read)


def _allowed(
    workspace_id: WorkspaceId | None, session_id: SessionId | None
) -> list[ColumnElement[bool]]:
    """Return the conditions for events that a session is reminded of: those of others alone."""
    found = [events.c.state == EventState.ACTIVE.value, visible_events(workspace_id)]
    if session_id is not None:
        found.append(events.c.session_id != session_id)
    return found


def _kept(connection: Connection, allowed: Sequence[ColumnElement[bool]]) -> list[int]:
    """Return the newest pinned events and those of safety: they need no relevance."""
    found: list[int] = []
    # Literal, so that SQLite sees that its partial indexes hold them all.
    for condition in ("events.pinned = 1", "events.criticality = 'safety'"):
        statement = (
            select(events.c.id)
            .where(text(condition), *allowed)
            .order_by(events.c.id.desc())
            .limit(KEPT)
        )
        found += connection.execute(statement).scalars()
    return found


def _item(ref: str, row: EventRow) -> rules.RecallItem:
    happening = row.happening
    about: list[str] = []
    if row.status not in (HappeningStatus.UNKNOWN, HappeningStatus.OCCURRED):
        about.append(row.status.value)
    if happening.start is not None:
        end = happening.end or happening.start
        about.append(happening.start if end == happening.start else f"{happening.start} to {end}")
    elif happening.text:
        about.append(happening.text)
    if row.mentioned_at is not None:
        about.append(f"said {row.mentioned_at:%Y-%m-%d}")
    if row.conflicts:
        about.append("contradicted elsewhere")
    return rules.RecallItem(ref, row.title, ", ".join(about), row.summary)
