"""Working out what storing conversations will do: which sessions they continue, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, select

from stratagate_app.engine.domain.conversation import (
    Message,
    SourceConversation,
    SourceMessage,
    Workspace,
)
from stratagate_app.engine.domain.ids import SessionId
from stratagate_app.engine.importing import plan
from stratagate_app.engine.importing.growth import LAST_MESSAGES, grown_messages
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.services.workspaces import load_workspace
from stratagate_app.engine.store.schema import messages, sessions


@dataclass(frozen=True, slots=True)
class Prepared:
    """A conversation with what storing it will do.

    Attributes:
        session_id: The session it continues; None for a new one.
        stored_messages: What that session held when this was worked out.
        plan: None when the session has everything already.
    """

    conversation: SourceConversation
    workspace: Workspace
    session_id: SessionId | None
    stored_messages: int
    plan: plan.SessionPlan | None


class Finder:
    """Finds the sessions that conversations continue: one look-up for a whole batch.

    A conversation is known by its source and id, or, where the source gives it none, by its
    messages: it continues a session if it begins with all that the session holds.
    """

    def __init__(
        self, connection: Connection, source: str, conversations: Sequence[SourceConversation]
    ) -> None:
        self._connection = connection
        self._source = source
        keys = [self._key(conversation) for conversation in conversations]
        self._rows: dict[tuple[str, str, str], list[RowMapping]] = {}
        for name, origin in {(column, origin) for column, origin, _ in keys}:
            wanted = {value for column, of, value in keys if (column, of) == (name, origin)}
            statement = select(sessions).where(
                sessions.c.source == origin, sessions.c[name].in_(wanted)
            )
            for row in connection.execute(statement).mappings():
                self._rows.setdefault((name, origin, row[name]), []).append(row)

    def find(self, conversation: SourceConversation, ids: Sequence[str]) -> RowMapping | None:
        """Return the session that a conversation continues; None if it is new."""
        key = self._key(conversation)
        candidates = self._rows.get(key, [])
        if key[0] == "external_id":
            return candidates[0] if candidates else None
        for row in candidates:
            stored = _stored_ids(self._connection, row["id"])
            shared = min(len(stored), len(ids))
            if stored[:shared] == ids[:shared]:
                return row
        return None

    def is_stale(self, prepared: Prepared) -> bool:
        """Return whether a session is no longer what or where it was when this was prepared."""
        candidates = self._rows.get(self._key(prepared.conversation), [])
        if prepared.session_id is None:
            return bool(candidates)
        stored = [
            (row["messages"], row["workspace_id"])
            for row in candidates
            if row["id"] == prepared.session_id
        ]
        return stored != [(prepared.stored_messages, prepared.workspace.id)]

    def _key(self, conversation: SourceConversation) -> tuple[str, str, str]:
        origin = conversation.source or self._source
        if conversation.external_id is not None:
            return "external_id", origin, conversation.external_id
        return "head_digest", origin, plan.head_digest(conversation.messages)


def prepare(
    connection: Connection, finder: Finder, conversation: SourceConversation, workspace: Workspace
) -> Prepared:
    """Return what storing a conversation will do; reads only."""
    ids = plan.with_ids(conversation.messages)
    row = finder.find(conversation, ids)
    if row is None:
        made = plan.plan_messages(
            plan.SessionState(),
            conversation.messages,
            ids,
            block_turns=workspace.block_turns,
            imported=True,
        )
        return Prepared(conversation, workspace, None, 0, made)
    known = set(_stored_ids(connection, row["id"]))
    missing = [index for index, key in enumerate(ids) if key not in known]
    session_id = SessionId(row["id"])
    added = _grown(connection, row, dict(zip(ids, conversation.messages, strict=True)))
    added += [(ids[i], conversation.messages[i]) for i in missing]
    # Turns a block are those of the workspace the session lives in, wherever this file points.
    home = load_workspace(connection, row["workspace_id"])
    if not added:
        return Prepared(conversation, home, session_id, row["messages"], None)
    made = plan.plan_messages(
        _state(connection, row),
        [message for _, message in added],
        [key for key, _ in added],
        block_turns=home.block_turns,
        imported=True,
    )
    return Prepared(conversation, home, session_id, row["messages"], made)


def _grown(
    connection: Connection, row: RowMapping, incoming: dict[str, SourceMessage]
) -> list[tuple[str, SourceMessage]]:
    count = row["messages"]
    last = load_messages(connection, row["id"], count - LAST_MESSAGES + 1, count)
    return grown_messages(last, incoming)


def _stored_ids(connection: Connection, session_id: int) -> list[str]:
    statement = (
        select(messages.c.external_id)
        .where(messages.c.session_id == session_id)
        .order_by(messages.c.position)
    )
    return list(connection.execute(statement).scalars())


def _state(connection: Connection, row: RowMapping) -> plan.SessionState:
    tail = load_messages(connection, row["id"], row["sealed_position"] + 1, row["messages"])
    return plan.SessionState(
        messages=row["messages"],
        turns=row["turns"],
        complete_turns=row["complete_turns"],
        blocks=row["blocks"],
        sealed_position=row["sealed_position"],
        sealed_turn=row["sealed_turn"],
        tail=tuple(_planned(message) for message in tail),
    )


def _planned(message: Message) -> plan.PlannedMessage:
    return plan.PlannedMessage(
        message.position,
        message.turn,
        message.role,
        message.content,
        message.created_at,
        message.external_id,
        message.tool_calls,
    )
