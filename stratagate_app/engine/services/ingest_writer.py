"""Storing conversations: raw messages first, blocks sealed in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, text, update

from stratagate_app.engine.domain.changes import JobKind
from stratagate_app.engine.domain.conversation import (
    Role,
    SourceConversation,
    ToolCall,
)
from stratagate_app.engine.domain.ids import BatchId, OperationId, SessionId
from stratagate_app.engine.importing import plan
from stratagate_app.engine.services.ingest import Prepared
from stratagate_app.engine.store import bulk, journal, search_index
from stratagate_app.engine.store.records import offset_of, to_json, to_text
from stratagate_app.engine.store.schema import sessions, workspaces

_SESSION = (
    *("id", "workspace_id", "source", "external_id", "head_digest", "title", "source_title"),
    *("started_at", "updated_at", "batch_id", "turns", "complete_turns", "messages", "blocks"),
    *("sealed_position", "sealed_turn"),
)
_MESSAGE = (
    *("id", "session_id", "position", "turn", "role", "created_at", "offset_minutes"),
    *("external_id", "tool_calls", "content"),
)
_TOOL_CALL = ("id", "message_id", "position", "name", "arguments", "result")
_BLOCK = (
    *("id", "session_id", "number", "first_turn", "last_turn", "first_position", "last_position"),
    *("status", "messages", "tool_calls", "started_at", "started_offset", "ended_at"),
    *(
        "ended_offset",
        "sealed_at",
        "workspace_turn",
        "tokens_3",
        "tokens_4",
        "tokens_5",
        "l3",
        "l4",
    ),
)
_JOB = ("id", "kind", "block_id", "operation_id", "status", "not_before", "updated_at")
_ROLES = {role: role.value for role in Role}


@dataclass(frozen=True, slots=True)
class Stored:
    """What one write stored."""

    new: int
    longer: int
    unchanged: int
    messages: int
    session_ids: tuple[SessionId, ...]


class Writer:
    """Collects the rows of one transaction, so that each table is written once."""

    def __init__(
        self, connection: Connection, operation_id: OperationId, at: datetime, *, derive: bool
    ) -> None:
        """Take ids from where every table stands.

        Args:
            connection: The writer's, in a transaction.
            operation_id: What records this.
            at: Now.
            derive: Whether sealed blocks queue their summary.
        """
        self._connection = connection
        self._operation_id = operation_id
        self._at = to_text(at)
        self._derive = derive
        self._sequence: dict[str, int] = {
            name: int(seq)
            for name, seq in connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        }
        self._first: dict[str, int] = {}
        self._sessions: list[tuple[object, ...]] = []
        self._messages: list[tuple[object, ...]] = []
        self._texts: list[tuple[int, str]] = []
        self._tool_calls: list[tuple[object, ...]] = []
        self._blocks: list[tuple[object, ...]] = []
        self._jobs: list[tuple[object, ...]] = []
        self._turns: dict[int, int] = {}
        self._base: dict[int, int] = {}

    def _next(self, table: str) -> int:
        key = self._sequence.get(table, 0) + 1
        self._sequence[table] = key
        self._first.setdefault(table, key)
        return key

    def add(self, source: str, prepared: Prepared, batch_id: BatchId) -> SessionId:
        """Add what a prepared conversation brings; returns its session."""
        made = prepared.plan
        assert made is not None  # noqa: S101  (the caller leaves out what brings nothing)
        session_id = prepared.session_id
        if session_id is None:
            session_id = SessionId(self._next("sessions"))
            self._sessions.append(self._session_row(source, prepared, made, session_id, batch_id))
            before = 0
        else:
            before = self._extend_session(prepared, made, session_id)
        workspace_id = prepared.workspace.id
        counter = self._counter(workspace_id)
        self._add_messages(session_id, made.messages)
        for block in made.blocks:
            self._add_block(session_id, block, counter + block.complete_turns - before)
        self._turns[workspace_id] += made.after.complete_turns - before
        return session_id

    def _counter(self, workspace_id: int) -> int:
        """Return where a workspace's turn counter stands with what was added so far."""
        if workspace_id not in self._base:
            self._base[workspace_id] = int(
                self._connection.execute(
                    select(workspaces.c.turns).where(workspaces.c.id == workspace_id)
                ).scalar_one()
            )
            self._turns[workspace_id] = 0
        return self._base[workspace_id] + self._turns[workspace_id]

    def _session_row(
        self,
        source: str,
        prepared: Prepared,
        made: plan.SessionPlan,
        session_id: SessionId,
        batch_id: BatchId,
    ) -> tuple[object, ...]:
        conversation = prepared.conversation
        times = [m.created_at for m in conversation.messages if m.created_at is not None]
        started = conversation.started_at or (min(times) if times else None)
        updated = max(times) if times else conversation.updated_at or started
        known = conversation.external_id is not None
        return (
            session_id,
            prepared.workspace.id,
            conversation.source or source,
            conversation.external_id,
            None if known else plan.head_digest(conversation.messages),
            plan.title_of(conversation.title, conversation.messages),
            (conversation.title or "").strip(),
            to_text(started) if started else None,
            to_text(updated) if updated else None,
            batch_id,
            *_progress(made.after).values(),
        )

    def _extend_session(
        self, prepared: Prepared, made: plan.SessionPlan, session_id: SessionId
    ) -> int:
        journal.record_update(self._connection, self._operation_id, "sessions", [session_id])
        row = self._connection.execute(
            select(sessions.c.complete_turns, sessions.c.updated_at).where(
                sessions.c.id == session_id
            )
        ).one()
        times = [to_text(m.created_at) for m in made.messages if m.created_at is not None]
        self._connection.execute(
            update(sessions)
            .where(sessions.c.id == session_id)
            .values(
                updated_at=max([*times, row.updated_at or ""]) or None,
                **_progress(made.after),
                **_later_title(prepared.conversation),
            )
        )
        return int(row.complete_turns)

    def _add_messages(self, session_id: SessionId, made: Sequence[plan.PlannedMessage]) -> None:
        # The hottest loop of an import: nothing is looked up twice.
        rows, texts = self._messages, self._texts
        for message in made:
            key = self._next("messages")
            created, calls, content = message.created_at, message.tool_calls, message.content
            rows.append(
                (
                    key,
                    session_id,
                    message.position,
                    message.turn,
                    _ROLES[message.role],
                    None if created is None else to_text(created),
                    None if created is None else offset_of(created),
                    message.external_id,
                    len(calls),
                    content,
                )
            )
            texts.append((key, content))
            if calls:
                self._add_calls(key, calls)

    def _add_calls(self, message_id: int, calls: Sequence[ToolCall]) -> None:
        for position, call in enumerate(calls, start=1):
            self._tool_calls.append(
                (
                    self._next("tool_calls"),
                    message_id,
                    position,
                    call.name,
                    None if call.arguments is None else to_json(call.arguments),
                    None if call.result is None else to_json(call.result),
                )
            )

    def _add_block(
        self, session_id: SessionId, block: plan.PlannedBlock, workspace_turn: int
    ) -> None:
        key = self._next("blocks")
        timed = [m.created_at for m in block.messages if m.created_at is not None]
        started, ended = (timed[0], timed[-1]) if timed else (None, None)
        made = block.texts
        self._blocks.append(
            (
                key,
                session_id,
                block.number,
                block.first_turn,
                block.last_turn,
                block.messages[0].position,
                block.messages[-1].position,
                "pending",
                len(block.messages),
                sum(len(m.tool_calls) for m in block.messages),
                to_text(started) if started else None,
                offset_of(started),
                to_text(ended) if ended else None,
                offset_of(ended),
                self._at,
                workspace_turn,
                made.t3,
                made.t4,
                made.t5,
                None if made.l3 == made.l4 else made.l3,
                None if made.l4 == made.l5 else made.l4,
            )
        )
        if self._derive:
            kind = JobKind.SUMMARISE.value
            self._jobs.append(
                (self._next("jobs"), kind, key, self._operation_id, "waiting", self._at, self._at)
            )

    def flush(self) -> None:
        """Write everything that was added, journalled, the index in step."""
        for table, columns, rows in (
            ("sessions", _SESSION, self._sessions),
            ("messages", _MESSAGE, self._messages),
            ("tool_calls", _TOOL_CALL, self._tool_calls),
            ("blocks", _BLOCK, self._blocks),
            ("jobs", _JOB, self._jobs),
        ):
            bulk.insert_rows(self._connection, table, columns, rows)
        search_index.add_messages(self._connection, self._texts)
        for table in ("sessions", "messages", "tool_calls", "blocks", "jobs"):
            if table in self._first:
                journal.record_insert(
                    self._connection,
                    self._operation_id,
                    table,
                    self._first[table],
                    self._sequence[table],
                )
        for workspace_id, turns in self._turns.items():
            self._connection.execute(
                update(workspaces)
                .where(workspaces.c.id == workspace_id)
                .values(turns=workspaces.c.turns + turns)
            )
            journal.record_count(
                self._connection,
                self._operation_id,
                "workspaces",
                workspace_id,
                column="turns",
                step=turns,
            )


def _later_title(conversation: SourceConversation) -> dict[str, str]:
    """Return the title that a longer version brings; nothing if its source names none.

    The first words of a conversation, which some readers put in the place of a title, are none.
    """
    title = plan.title_of(conversation.title, conversation.messages)
    if not conversation.title or title == plan.title_of(None, conversation.messages):
        return {}
    return {"title": title, "source_title": conversation.title.strip()}


def _progress(after: plan.SessionState) -> dict[str, int]:
    return {
        "turns": after.turns,
        "complete_turns": after.complete_turns,
        "messages": after.messages,
        "blocks": after.blocks,
        "sealed_position": after.sealed_position,
        "sealed_turn": after.sealed_turn,
    }
