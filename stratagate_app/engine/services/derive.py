"""What derived work writes: summaries, queued extraction, readiness.

What it changes of blocks and jobs is not journalled: these rows are of the operation that derived
work follows from, which takes them away, or brings them back as they were, as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    exists,
    func,
    or_,
    select,
    update,
)

from stratagate_app.engine.domain.changes import Actor, JobKind
from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.pipeline.ports import (
    BlockSummary,
)
from stratagate_app.engine.rules import condense
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services.settings import read_setting
from stratagate_app.engine.store import journal, records
from stratagate_app.engine.store.records import to_json, to_text
from stratagate_app.engine.store.schema import (
    blocks,
    jobs,
    operations,
)

# The setting that says whether events are looked for.
EXTRACTION_KEY = "jobs.extract"

_DERIVED = select(operations.c.id).where(
    operations.c.cause_id == bindparam("cause"),
    operations.c.kind == bindparam("kind"),
    operations.c.undone_by.is_(None),
)
_TOLD = select(operations.c.fields).where(operations.c.id == bindparam("key"))


def operation_for(
    connection: Connection, cause: OperationId, now: datetime, *, kind: str = "derive"
) -> OperationId:
    """Return the operation that records what is derived because of another one.

    One for each cause, however many transactions it takes: Activity shows one line for it, and
    undoing the cause takes it along.
    """
    found = connection.execute(_DERIVED, {"cause": cause, "kind": kind}).scalar()
    if found is not None:
        return OperationId(found)
    row = connection.execute(
        select(operations.c.workspace_id, operations.c.fields).where(operations.c.id == cause)
    ).one()
    fields = records.from_json(row.fields)
    name = fields.get("file", "") if isinstance(fields, dict) else ""
    return journal.begin_operation(
        connection,
        kind,
        Actor.JOB,
        now,
        workspace_id=row.workspace_id,
        cause_id=cause,
        fields={"file": name, **({"blocks": 0, "events": 0} if kind == "derive" else {})},
    )


_SUMMARISE = (
    update(blocks)
    .where(blocks.c.id == bindparam("key"))
    .values(
        title=bindparam("new_title"),
        tags=bindparam("new_tags"),
        summary=bindparam("new_summary"),
        key_facts=bindparam("new_facts"),
        tokens_0=bindparam("t0"),
        tokens_1=bindparam("t1"),
        tokens_2=bindparam("t2"),
    )
)


def store_summary(connection: Connection, block_id: int, summary: BlockSummary) -> None:
    """Write L0 to L2 of a block."""
    connection.execute(
        _SUMMARISE,
        {
            "key": block_id,
            "new_title": summary.title,
            "new_tags": to_json(summary.tags),
            "new_summary": summary.summary,
            "new_facts": to_json(summary.key_facts),
            "t0": estimate_tokens(condense.render_l0(summary.title, summary.tags)),
            "t1": estimate_tokens(summary.summary),
            "t2": estimate_tokens(condense.render_l2(summary.key_facts, summary.summary)),
        },
    )


def queue_extraction(
    connection: Connection,
    operation: OperationId,
    block_ids: Sequence[int],
    *,
    cause: OperationId,
    at: datetime,
) -> None:
    """Queue the extraction of blocks, in block order."""
    now = to_text(at)
    rows: list[dict[str, Any]] = [
        {
            "kind": JobKind.EXTRACT.value,
            "block_id": block_id,
            "operation_id": cause,
            "status": "waiting",
            "not_before": now,
            "updated_at": now,
        }
        for block_id in sorted(block_ids)
    ]
    journal.insert_rows(connection, operation, {jobs: rows})


_SETTLED_AT_ONCE = 8
_NEWEST = (
    select(func.max(blocks.c.ready_position))
    .where(blocks.c.session_id == bindparam("session_id"))
    .scalar_subquery()
)
_WAITING = (
    select(
        blocks.c.id,
        exists()
        .where(
            jobs.c.block_id == blocks.c.id,
            # For what is switched off nobody waits.
            or_(
                bindparam("extracting"),
                jobs.c.kind != JobKind.EXTRACT.value,
                jobs.c.status != "waiting",
            ),
        )
        .label("busy"),
        func.coalesce(_NEWEST, 0).label("newest"),
    )
    .where(
        blocks.c.session_id == bindparam("session_id"),
        blocks.c.status == "pending",
    )
    .order_by(blocks.c.number)
    .limit(_SETTLED_AT_ONCE)
)
_MAKE_READY = (
    update(blocks)
    .where(blocks.c.id == bindparam("key"))
    .values(
        status="ready",
        ready_position=bindparam("place"),
        anchor_level=5,
        anchor_position=bindparam("place"),
    )
)


def settle(connection: Connection, session_ids: Iterable[int]) -> list[int]:
    """Make ready the blocks of sessions whose work is done, in block order; returns them.

    A block that is done waits for those before it, so that positions follow the conversation;
    for one that failed for good nobody waits.

    Rule:
        engine-rules.md, "Decay of blocks": positions count in order of becoming ready; the anchor
        is at first L5 and the block's own position.
    """
    made: list[int] = []
    extracting = read_setting(connection, EXTRACTION_KEY, default=True)
    for session_id in dict.fromkeys(session_ids):
        while True:
            wanted = {"session_id": session_id, "extracting": extracting}
            pending = connection.execute(_WAITING, wanted).all()
            first = next((i for i, row in enumerate(pending) if row.busy), len(pending))
            done = [int(row.id) for row in pending[:first]]
            if not done:
                break
            next_place = pending[0].newest + 1
            connection.execute(
                _MAKE_READY,
                [{"key": key, "place": next_place + i} for i, key in enumerate(done)],
            )
            made += done
            if len(done) < len(pending) or len(pending) < _SETTLED_AT_ONCE:
                break
    return made


def count(
    connection: Connection, operation: OperationId, *, blocks_ready: int, events_found: int
) -> None:
    """Add to what is told of derived work."""
    if not blocks_ready and not events_found:
        return
    fields = records.from_json(connection.execute(_TOLD, {"key": operation}).scalar_one())
    told = dict(fields) if isinstance(fields, dict) else {}
    told["blocks"] = told.get("blocks", 0) + blocks_ready
    told["events"] = told.get("events", 0) + events_found
    journal.set_fields(connection, operation, told)
