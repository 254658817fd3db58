"""Sessions: lists, and a conversation as strata."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Select, func, select

from stratagate_app.engine.domain.conversation import (
    Block,
    Message,
    OpenTail,
    SessionRow,
    SessionSource,
    Strata,
)
from stratagate_app.engine.domain.ids import BatchId, SessionId, WorkspaceId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.importing.plan import complete_turn_ends
from stratagate_app.engine.rules.condense import render_block
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.services.workspaces import load_workspace
from stratagate_app.engine.store import records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import blocks, import_batches, jobs, sessions

# Whole columns but the wide texts: a list of 500 blocks must not read them.
BLOCK_COLUMNS = [column for column in blocks.c if column.name not in ("l3", "l4")]

NEWEST_FIRST = (sessions.c.updated_at.desc(), sessions.c.id.desc())
_ORDERS: dict[str, tuple[ColumnElement[object], ...]] = {
    "newest": NEWEST_FIRST,
    "oldest": (sessions.c.updated_at.asc(), sessions.c.id.asc()),
    "title": (func.lower(sessions.c.title).asc(), sessions.c.id.asc()),
    "longest": (sessions.c.turns.desc(), sessions.c.id.desc()),
}

# Of a text that titles are compared with.
TITLE_CHARS = 500


class SessionService:
    """Queries over sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_ids(
        self, workspace_id: WorkspaceId | None, text: str = "", order: str = "newest"
    ) -> array[int]:
        """Return the ids of the sessions of a workspace (None: of all), in order.

        Args:
            workspace_id: None for every workspace.
            text: Every word of its first 500 characters must be in the title, case ignored.
            order: newest, oldest, title or longest.
        """
        statement = select(sessions.c.id).order_by(*_ORDERS[order])
        if workspace_id is not None:
            statement = statement.where(sessions.c.workspace_id == workspace_id)
        # No lone surrogates, which have no UTF-8, and no more than SQLite compares.
        for word in text[:TITLE_CHARS].encode("utf-8", "replace").decode().split():
            statement = statement.where(sessions.c.title.icontains(word, autoescape=True))
        return self._database.read(lambda c: load_ids(c, statement))

    def load_page(self, ids: Sequence[int]) -> tuple[SessionRow, ...]:
        """Return sessions in the order of ids; those that are gone are left out."""
        statement = select(sessions).where(sessions.c.id.in_(list(ids)))

        def read(connection: Connection) -> tuple[SessionRow, ...]:
            found = {row["id"]: row for row in connection.execute(statement).mappings()}
            return tuple(records.session(found[key]) for key in ids if key in found)

        return self._database.read(read)

    def get(self, session_id: SessionId) -> SessionRow:
        """Return one session.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: load_session(c, session_id))

    def source(self, session_id: SessionId) -> SessionSource:
        """Return where a session came from."""
        statement = (
            select(
                sessions.c.source,
                import_batches.c.file_name,
                import_batches.c.operation_id,
                import_batches.c.at,
            )
            .select_from(sessions)
            .outerjoin(import_batches, import_batches.c.id == sessions.c.batch_id)
            .where(sessions.c.id == session_id)
        )

        def read(connection: Connection) -> SessionSource:
            row = connection.execute(statement).first()
            if row is None:
                raise NotFoundError(kind="session", id=session_id)
            # The batch is known by the operation that made it: that is what can be undone.
            batch = BatchId(row.operation_id) if row.operation_id is not None else None
            return SessionSource(row.source, row.file_name or "", batch, records.to_time(row.at))

        return self._database.read(read)

    def strata(self, session_id: SessionId) -> Strata:
        """Return a session as strata: each block at the level it has now, and the open tail.

        Raises:
            NotFoundError: There is no such session.
        """

        def read(connection: Connection) -> Strata:
            session = load_session(connection, session_id)
            workspace = load_workspace(connection, session.workspace_id)
            found = load_blocks(connection, session_id, workspace.decay_lambda)
            tail = _load_tail(connection, session_id, workspace.block_turns)
            shown = sum(block.tokens[block.level] for block in found) + tail.tokens
            total = sum(block.tokens[5] for block in found) + tail.tokens
            return Strata(session, workspace, found, tail, shown, total)

        return self._database.read(read)

    def tail_messages(self, session_id: SessionId, limit: int = 200) -> tuple[Message, ...]:
        """Return the messages of the open tail, the last `limit` of them, in order."""

        def read(connection: Connection) -> tuple[Message, ...]:
            first, last = _tail_positions(connection, session_id)
            return load_messages(connection, session_id, max(first, last - limit + 1), last)

        return self._database.read(read)


def load_session(connection: Connection, session_id: int) -> SessionRow:
    """Return one session; NotFoundError if there is none."""
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).mappings().first()
    if row is None:
        raise NotFoundError(kind="session", id=session_id)
    return records.session(row)


def select_blocks() -> Select[tuple[object, ...]]:
    """Return the statement for blocks with what their job says; filter it."""
    return select(
        *BLOCK_COLUMNS,
        select(func.max(jobs.c.attempts))
        .where(jobs.c.block_id == blocks.c.id)
        .scalar_subquery()
        .label("attempts"),
        select(func.max(jobs.c.error))
        .where(jobs.c.block_id == blocks.c.id)
        .scalar_subquery()
        .label("error"),
    )


def newest_ready_position(connection: Connection, session_id: int) -> int:
    """Return the position of the newest ready block of a session; 0 if none is ready."""
    statement = select(func.max(blocks.c.ready_position)).where(blocks.c.session_id == session_id)
    return int(connection.execute(statement).scalar() or 0)


def load_blocks(connection: Connection, session_id: int, decay_lambda: float) -> tuple[Block, ...]:
    """Return the blocks of a session by block order."""
    newest = newest_ready_position(connection, session_id)
    statement = select_blocks().where(blocks.c.session_id == session_id).order_by(blocks.c.number)
    return tuple(
        records.block(row, newest_ready=newest, decay_lambda=decay_lambda)
        for row in connection.execute(statement).mappings()
    )


def _tail_positions(connection: Connection, session_id: int) -> tuple[int, int]:
    row = connection.execute(
        select(sessions.c.sealed_position, sessions.c.messages).where(sessions.c.id == session_id)
    ).first()
    if row is None:
        raise NotFoundError(kind="session", id=session_id)
    return row.sealed_position + 1, row.messages


def _load_tail(connection: Connection, session_id: int, block_turns: int) -> OpenTail:
    first, last = _tail_positions(connection, session_id)
    tail = load_messages(connection, session_id, first, last)
    sealed_turn = connection.execute(
        select(sessions.c.sealed_turn).where(sessions.c.id == session_id)
    ).scalar_one()
    turns = len(complete_turn_ends(tail, sealed_turn, imported=True))
    return OpenTail(turns, block_turns, len(tail), render_block(tail).t5 if tail else 0)
