"""Blocks: what they hold at each level, and moving their decay anchor."""

from __future__ import annotations

from sqlalchemy import Connection, RowMapping, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import (
    Block,
    BlockStatus,
    ForecastStep,
    Level,
    Message,
)
from stratagate_app.engine.domain.events import EventRow
from stratagate_app.engine.domain.ids import BlockId, MessageId
from stratagate_app.engine.errors import ConflictError, NotFoundError
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules import condense, decay
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.job_queue import retry_jobs
from stratagate_app.engine.services.messages import load_messages
from stratagate_app.engine.services.sessions import newest_ready_position, select_blocks
from stratagate_app.engine.services.workspaces import load_workspace
from stratagate_app.engine.store import journal, records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import (
    blocks,
    event_sources,
    events,
    jobs,
    messages,
    sessions,
)


class BlockService:
    """Queries over blocks, and the commands expand and retry."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def get(self, block_id: BlockId) -> Block:
        """Return one block at the level it has now.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: load_block(c, block_id))

    def text(self, block_id: BlockId, level: Level) -> str:
        """Return the text of a level; "" for L0 to L2 of a block that is not ready yet."""
        return self._database.read(lambda c: block_text(c, block_id, level))

    def messages(self, block_id: BlockId) -> tuple[Message, ...]:
        """Return the messages of a block with their tool calls: its L5."""
        return self._database.read(lambda c: _messages(c, block_id))

    def events(self, block_id: BlockId) -> tuple[EventRow, ...]:
        """Return the events that were extracted from a block, in the order they were found."""
        statement = select(events.c.id).where(events.c.block_id == block_id).order_by(events.c.id)
        return self._database.read(lambda c: load_events(c, list(c.execute(statement).scalars())))

    def source_message_ids(self, block_id: BlockId) -> frozenset[int]:
        """Return the messages that an event of the block rests on."""
        statement = (
            select(event_sources.c.message_id)
            .join(events, events.c.id == event_sources.c.event_id)
            .where(events.c.block_id == block_id)
        )
        return self._database.read(lambda c: frozenset(c.execute(statement).scalars()))

    def locate(self, message_id: MessageId) -> BlockId | None:
        """Return the block a message is in; None while it is in the open tail."""
        return self._database.read(lambda c: locate_message(c, message_id))

    def forecast(self, block_id: BlockId) -> tuple[ForecastStep, ...]:
        """Return how the block sinks as more blocks of its session become ready.

        Returns:
            The coming changes of level only, soonest first; empty if it will not change.
        """

        def read(connection: Connection) -> tuple[ForecastStep, ...]:
            block = load_block(connection, block_id)
            if block.status is not BlockStatus.READY:
                return ()
            workspace_id = connection.execute(
                select(sessions.c.workspace_id).where(sessions.c.id == block.session_id)
            ).scalar_one()
            decay_lambda = load_workspace(connection, workspace_id).decay_lambda
            return decay.forecast(block.anchor_level, block.age, decay_lambda)

        return self._database.read(read)

    def expand(
        self, block_id: BlockId, level: Level | None = None, *, actor: Actor = Actor.USER
    ) -> ChangeSet:
        """Lift a block to a level, from which it fades again: its anchor is the newest ready block.

        Rule:
            engine-rules.md, "Decay of blocks", Expand.
        Args:
            block_id: A ready block.
            level: The level, or None for the next one up.
            actor: Who asked.
        Raises:
            ConflictError: The block is not ready, so it is shown in full anyway.
            NotFoundError: There is no such block.
        """

        def work(connection: Connection) -> ChangeSet:
            block = load_block(connection, block_id)
            if block.status is not BlockStatus.READY:
                raise ConflictError("block_not_ready", block=block.number)
            target = Level(min(block.level + 1, Level.L5)) if level is None else level
            now = self._clock.now()
            newest = newest_ready_position(connection, block.session_id)
            if (target, newest) == (block.anchor_level, block.anchor_position) and block.lifted_by:
                return ChangeSet()
            row = connection.execute(
                select(sessions.c.title, sessions.c.workspace_id).where(
                    sessions.c.id == block.session_id
                )
            ).one()
            operation = journal.begin_operation(
                connection,
                "expand_block",
                actor,
                now,
                workspace_id=row.workspace_id,
                fields={
                    "session": row.title,
                    "session_id": block.session_id,
                    "block": block.number,
                    "block_id": block_id,
                    "from": int(block.level),
                    "to": int(target),
                },
            )
            journal.record_update(connection, operation, "blocks", [block_id])
            connection.execute(
                update(blocks)
                .where(blocks.c.id == block_id)
                .values(
                    anchor_level=int(target),
                    anchor_position=newest,
                    lifted_by=actor.value,
                    lifted_at=to_text(now),
                )
            )
            return changes_of(operation, {"blocks": [block_id], "sessions": [block.session_id]})

        return self._database.write(work)

    def retry(self, block_id: BlockId) -> ChangeSet:
        """Let the job a block waits for start over now, with all its attempts.

        Raises:
            NotFoundError: The block waits for nothing.
        """

        def work(connection: Connection) -> ChangeSet:
            found = connection.execute(
                select(jobs.c.id).where(jobs.c.block_id == block_id)
            ).scalars()
            ids = list(found)
            if not ids:
                raise NotFoundError(kind="job", id=block_id)
            return retry_jobs(connection, self._clock.now(), ids)

        return self._database.write(work)


def block_text(connection: Connection, block_id: BlockId, level: Level) -> str:
    """Return the text of a level; see BlockService.text."""
    row = connection.execute(select(blocks).where(blocks.c.id == block_id)).mappings().first()
    if row is None:
        raise NotFoundError(kind="block", id=block_id)
    stored = _stored_text(row, level)
    return condense.render_block(_messages(connection, block_id)).l5 if stored is None else stored


def _stored_text(row: RowMapping, level: Level) -> str | None:
    """Return the text of a level as the row holds it; None where it is the messages themselves."""
    if level <= Level.L2 and not row["title"]:
        return ""
    texts: dict[Level, str | None] = {
        Level.L0: condense.render_l0(row["title"], records.strings(row["tags"])),
        Level.L1: row["summary"],
        Level.L2: condense.render_l2(records.strings(row["key_facts"]), row["summary"]),
        # A text that equals the next level's is not stored twice.
        Level.L3: row["l3"] if row["l3"] is not None else row["l4"],
        Level.L4: row["l4"],
    }
    return texts.get(level)


def load_block(connection: Connection, block_id: int) -> Block:
    """Return one block; NotFoundError if there is none."""
    row = connection.execute(select_blocks().where(blocks.c.id == block_id)).mappings().first()
    if row is None:
        raise NotFoundError(kind="block", id=block_id)
    workspace_id = connection.execute(
        select(sessions.c.workspace_id).where(sessions.c.id == row["session_id"])
    ).scalar_one()
    return records.block(
        row,
        newest_ready=newest_ready_position(connection, row["session_id"]),
        decay_lambda=load_workspace(connection, workspace_id).decay_lambda,
    )


def _messages(connection: Connection, block_id: int) -> tuple[Message, ...]:
    row = connection.execute(
        select(blocks.c.session_id, blocks.c.first_position, blocks.c.last_position).where(
            blocks.c.id == block_id
        )
    ).first()
    if row is None:
        raise NotFoundError(kind="block", id=block_id)
    return load_messages(connection, row.session_id, row.first_position, row.last_position)


def locate_message(connection: Connection, message_id: int) -> BlockId | None:
    """Return the block a message is in; None while it is in the open tail."""
    row = connection.execute(
        select(messages.c.session_id, messages.c.position).where(messages.c.id == message_id)
    ).first()
    if row is None:
        raise NotFoundError(kind="message", id=message_id)
    found = connection.execute(
        select(blocks.c.id)
        .where(
            blocks.c.session_id == row.session_id,
            blocks.c.last_position >= row.position,
            blocks.c.first_position <= row.position,
        )
        .order_by(blocks.c.last_position)
        .limit(1)
    ).scalar()
    return None if found is None else BlockId(found)
