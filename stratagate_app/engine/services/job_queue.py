"""The queue behind durable jobs: what a claim is, and what becomes of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    or_,
    select,
    update,
)

from stratagate_app.engine.domain.changes import Actor, ChangeSet, JobKind
from stratagate_app.engine.domain.ids import JobId, OperationId, WorkspaceId
from stratagate_app.engine.errors import (
    ModelFailedError,
    ModelUnavailableError,
    OperationCancelled,
    StrataGateError,
)
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services.settings import read_setting
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.records import from_json, to_text
from stratagate_app.engine.store.schema import blocks, candidates, jobs

# engine-rules.md, "Deriving".
MAX_ATTEMPTS = 3
FIRST_DELAY_S = 1.0

_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_OURS = select(jobs.c.id).where(
    jobs.c.id.in_(_IDS), jobs.c.status == "running", jobs.c.lease_owner == bindparam("owner")
)
_REMOVE = (
    delete(jobs)
    .where(
        jobs.c.id.in_(_IDS), jobs.c.status == "running", jobs.c.lease_owner == bindparam("owner")
    )
    .returning(jobs.c.id)
)
# What is further along goes first, so that no block waits for the whole queue. The graph comes
# last: by then its jobs are full.
_ORDER = case(
    (jobs.c.kind == JobKind.EXTRACT.value, 0), (jobs.c.kind == JobKind.SUMMARISE.value, 1), else_=2
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that is ours until its lease ends.

    Attributes:
        block_id: 0 of work on the graph.
        workspace_id: Of work on the graph, else 0.
        event_ids: What is to be taken into the graph.
    """

    job_id: JobId
    kind: JobKind
    block_id: int
    operation_id: OperationId
    attempts: int
    workspace_id: WorkspaceId
    event_ids: tuple[int, ...]


class JobQueue:
    """Claims of one process, each good until its lease ends."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._owner = uuid.uuid4().hex

    def claim(
        self, connection: Connection, limit: int, lease_s: float, on: ColumnElement[bool]
    ) -> list[Claim]:
        """Take due jobs of one kind and one cause, oldest first, blocks of a session in order.

        Args:
            connection: A transaction.
            limit: How many at most.
            lease_s: How long they are ours.
            on: What holds of the jobs that may be begun.
        """
        now = self._clock.now()
        due = or_(
            and_(jobs.c.status == "waiting", jobs.c.not_before <= to_text(now)),
            and_(jobs.c.status == "running", jobs.c.lease_until <= to_text(now)),
        )
        rows = connection.execute(
            select(
                jobs.c.id,
                jobs.c.kind,
                jobs.c.block_id,
                jobs.c.operation_id,
                jobs.c.attempts,
                jobs.c.workspace_id,
                jobs.c.event_ids,
            )
            .where(due, on)
            .order_by(_ORDER, jobs.c.id)
            .limit(limit)
        ).all()
        claims = [
            _claim(row)
            for row in rows
            if (row.kind, row.operation_id) == (rows[0].kind, rows[0].operation_id)
        ]
        if claims:
            connection.execute(
                update(jobs)
                .where(jobs.c.id.in_([claim.job_id for claim in claims]))
                .values(
                    status="running",
                    lease_owner=self._owner,
                    lease_until=to_text(now + timedelta(seconds=lease_s)),
                    updated_at=to_text(now),
                )
            )
        return claims

    def still_ours(self, connection: Connection, claim: Claim) -> bool:
        """Return whether a claim still holds; late results are dropped."""
        wanted = {"ids": [claim.job_id], "owner": self._owner}
        return connection.execute(_OURS, wanted).first() is not None

    def remove(self, connection: Connection, claims: Sequence[Claim]) -> frozenset[int]:
        """Take done jobs out of the queue; return those whose claim still held."""
        done = {"ids": [claim.job_id for claim in claims], "owner": self._owner}
        return frozenset(connection.execute(_REMOVE, done).scalars())

    def fail(self, connection: Connection, claim: Claim, error: Exception) -> bool | None:
        """Record a failed attempt; waiting for a provider, or being stopped, costs none.

        Returns:
            Whether it was the last one; None where the claim no longer holds.
        """
        if not self.still_ours(connection, claim):
            return None
        now = self._clock.now()
        stopped = isinstance(error, OperationCancelled)
        waiting = stopped or (
            isinstance(error, ModelUnavailableError) and not isinstance(error, ModelFailedError)
        )
        attempts = claim.attempts if waiting else claim.attempts + 1
        final = attempts >= MAX_ATTEMPTS
        code = error.code if isinstance(error, StrataGateError) else "internal_error"
        scale = read_setting(connection, "jobs.retry_delay_s", FIRST_DELAY_S)
        asked = error.fields.get("retry_after_s") if waiting else None  # type: ignore[attr-defined]
        delay = (
            float(asked) if isinstance(asked, int | float) else scale * 2 ** max(0, attempts - 1)
        )
        delay = 0.0 if stopped else delay
        connection.execute(
            update(jobs)
            .where(jobs.c.id == claim.job_id)
            .values(
                status="failed" if final else "waiting",
                attempts=attempts,
                not_before=to_text(now + timedelta(seconds=delay)),
                lease_owner=None,
                lease_until=None,
                error="" if stopped else code,
                error_detail="" if stopped else f"{type(error).__name__}: {error}"[:2000],
                updated_at=to_text(now),
            )
        )
        return final


def _claim(row: Any) -> Claim:
    ids = from_json(row.event_ids)
    return Claim(
        JobId(row.id),
        JobKind(row.kind),
        row.block_id or 0,
        OperationId(row.operation_id),
        row.attempts,
        WorkspaceId(row.workspace_id or 0),
        tuple(key for key in ids if isinstance(key, int)) if isinstance(ids, list) else (),
    )


# What a change of the provider may mend: those that wait are due, those that failed start over.
_MENDED = ("model_key", "model_not_found", "model_address", "model_rejected", "no_json")


def provider_changed(connection: Connection, now: datetime) -> ChangeSet:
    """Let what stands still because of the provider go on; return what changed.

    That is jobs, and memories of a preview that wait to be judged.
    """
    connection.execute(
        update(jobs)
        .where(jobs.c.status == "waiting", jobs.c.error.like(r"model\_%", escape="\\"))
        .values(not_before=to_text(now))
    )
    failed = select(jobs.c.id).where(jobs.c.status == "failed", jobs.c.error.in_(_MENDED))
    ids = list(connection.execute(failed).scalars())
    retried = retry_jobs(connection, now, ids) if ids else ChangeSet()
    released = _release_candidates(connection, now)
    return retried | ChangeSet(jobs=True, settings=True, previews=released)


def _release_candidates(connection: Connection, now: datetime) -> bool:
    """Let candidates be judged that the provider held up; return whether there were any."""
    row = candidates.c
    held = and_(row.status == "waiting", row.error.like(r"model\_%", escape="\\"))
    failed = and_(row.status == "failed", row.error.in_(_MENDED))
    found = connection.execute(
        update(candidates)
        .where(or_(held, failed))
        .values(status="waiting", attempts=0, not_before=to_text(now))
    )
    return found.rowcount > 0


def retry_jobs(connection: Connection, now: datetime, job_ids: Iterable[int] | None) -> ChangeSet:
    """Let jobs start over with all their attempts: those named, or every failed one."""
    statement = select(jobs.c.id, jobs.c.block_id).where(jobs.c.status != "running")
    if job_ids is None:
        statement = statement.where(jobs.c.status == "failed")
    else:
        statement = statement.where(jobs.c.id.in_(list(job_ids)))
    rows: list[Any] = list(connection.execute(statement))
    if not rows:
        return ChangeSet()
    journal.begin_operation(connection, "retry_jobs", Actor.USER, now, fields={"count": len(rows)})
    connection.execute(
        update(jobs)
        .where(jobs.c.id.in_([row.id for row in rows]))
        .values(
            status="waiting",
            attempts=0,
            error="",
            error_detail="",
            not_before=to_text(now),
            updated_at=to_text(now),
        )
    )
    block_ids = [row.block_id for row in rows if row.block_id is not None]
    connection.execute(
        update(blocks)
        .where(blocks.c.id.in_(block_ids), blocks.c.status == "failed")
        .values(status="pending")
    )
    return ChangeSet(jobs=True, blocks=True, history=True, block_ids=frozenset(block_ids))
