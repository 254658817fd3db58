"""Durable jobs: claim in one transaction, work outside, complete in another."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, delete, func, or_, select, update

from stratagate_app.engine.domain.changes import (
    Actor,
    ChangeSet,
    JobCounts,
    JobKind,
    JobRow,
    JobStatus,
)
from stratagate_app.engine.domain.ids import EventId, JobId, OperationId
from stratagate_app.engine.domain.usage import WaitingWork
from stratagate_app.engine.errors import (
    ModelFailedError,
    ModelUnavailableError,
    OperationCancelled,
    StrataGateError,
)
from stratagate_app.engine.pipeline import checking
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockSummary,
    Clock,
    EventExtractor,
    PortHolder,
    Ports,
    ProposedEvent,
    Summariser,
)
from stratagate_app.engine.services import (
    block_inputs,
    derive,
    event_store,
    job_estimate,
    job_kinds,
)
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.pace import undisturbed
from stratagate_app.engine.services.settings import read_setting
from stratagate_app.engine.store import journal, records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import blocks, jobs, sessions, workspaces

# engine-rules.md, "Deriving".
MAX_ATTEMPTS = 3
FIRST_DELAY_S = 1.0
# How long a claim holds. Whoever claims takes no more than it can do in a fraction of this.
LEASE_S = 20.0
READ_LATELY = 100
# Extractions in one transaction, where the extractor answers at once: some 20 ms, no longer than
# anybody else's write may have to wait.
EXTRACTED_AT_ONCE = 8
# Paused work is looked at again after so long.
PAUSE_S = 600.0


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
_OFF = select(func.count()).where(jobs.c.status == "waiting", jobs.c.kind == JobKind.EXTRACT.value)
_HOMES = select(blocks.c.session_id).where(blocks.c.id.in_(_IDS)).distinct()


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that is ours until its lease ends."""

    job_id: JobId
    kind: JobKind
    block_id: int
    operation_id: OperationId
    attempts: int


class JobService:
    """The queue of work that derives memory from sealed blocks."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        holder: PortHolder,
    ) -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._owner = uuid.uuid4().hex
        self._read_lately: dict[int, BlockInput] = {}

    def counts(self) -> JobCounts:
        """Return how many jobs stand where, and why none of them is begun."""
        statement = (
            select(jobs.c.status, func.count().label("jobs"))
            .group_by(jobs.c.status)
            .order_by(jobs.c.status)
        )

        def read(connection: Connection) -> JobCounts:
            found = {row.status: int(row.jobs) for row in connection.execute(statement)}
            waiting, off = found.get("waiting", 0), 0
            if waiting and not job_kinds.is_extraction_on(connection):
                off = connection.execute(_OFF).scalar_one()
            return JobCounts(
                waiting - off, found.get("running", 0), found.get("failed", 0), off=off
            )

        counts = self._database.read(read)
        return replace(counts, paused=self._holder.current.paused()) if counts.waiting else counts

    def load(self, *, status: JobStatus | None = None, limit: int = 200) -> tuple[JobRow, ...]:
        """Return the first jobs of the queue: failed ones first, then by age."""
        statement = (
            select(
                jobs,
                blocks.c.number.label("block_number"),
                blocks.c.session_id,
                sessions.c.title.label("session_title"),
                workspaces.c.name.label("workspace_name"),
            )
            .outerjoin(blocks, blocks.c.id == jobs.c.block_id)
            .outerjoin(sessions, sessions.c.id == blocks.c.session_id)
            .outerjoin(workspaces, workspaces.c.id == jobs.c.workspace_id)
            # "failed" before "running" before "waiting": also the order of the index.
            .order_by(jobs.c.status, jobs.c.id)
            .limit(limit)
        )
        if status is not None:
            statement = statement.where(jobs.c.status == status.value)

        def read(connection: Connection) -> tuple[JobRow, ...]:
            on = job_kinds.is_extraction_on(connection)
            rows = [records.job(row) for row in connection.execute(statement).mappings()]
            return tuple(
                replace(row, status=JobStatus.OFF)
                if not on and (row.kind, row.status) == (JobKind.EXTRACT, JobStatus.WAITING)
                else row
                for row in rows
            )

        return self._database.read(read)

    def retry(self, job_ids: Sequence[JobId] | None = None) -> ChangeSet:
        """Let failed jobs (None: all of them) start over, with all their attempts."""
        return self._database.write(lambda c: retry_jobs(c, self._clock.now(), job_ids))

    def switch_extraction(self, *, on: bool) -> ChangeSet:
        """Look for events, or no longer; blocks that only waited for that are ready then."""
        return self._database.write(lambda c: job_kinds.switch_extraction(c, on=on))

    def provider_changed(self) -> ChangeSet:
        """Let jobs that stand still because of the provider go on."""
        return self._database.write(lambda c: provider_changed(c, self._clock.now()))

    def next_due_s(self) -> float | None:
        """Return in how many seconds the next job can run; 0 if now, None if there is none.

        While work is paused: when to look again whether it still is.
        """
        now = self._clock.now()
        waiting = select(func.min(jobs.c.not_before)).where(jobs.c.status == "waiting")
        leased = select(func.min(jobs.c.lease_until)).where(jobs.c.status == "running")

        def read(connection: Connection) -> float | None:
            on = job_kinds.that_are_on(connection)
            times = [connection.execute(s.where(on)).scalar() for s in (waiting, leased)]
            due = [records.to_time(text) for text in times if text]
            if not due:
                return None
            return max(0.0, min((t - now).total_seconds() for t in due if t is not None))

        due_s = self._database.read(read)
        if due_s is not None and self._holder.current.paused():
            return max(due_s, PAUSE_S)
        return due_s

    def estimate(self) -> WaitingWork:
        """Return what waits, and about how many tokens it would take."""
        return self._database.read(job_estimate.estimate)

    def run_some(self, limit: int = 50) -> ChangeSet | None:
        """Do up to `limit` jobs that are due; return what changed, None if none was due.

        A job that fails waits longer each time, and after three attempts stays failed with its
        error until it is retried by hand. A job whose process died is free again when its lease
        ends; a result that comes later than that is dropped.

        Thread:
            Any worker; several may run at once, in several processes.
        """
        ports = self._holder.current
        if ports.at_once:
            return self._run_side_by_side(ports, min(limit, ports.at_once))
        claims = self._database.write(lambda c: self._claim(c, limit))
        if not claims:
            return None
        with undisturbed():
            if claims[0].kind is JobKind.SUMMARISE:
                return self._summarise(ports.summariser, claims)
            changes = ChangeSet()
            size = EXTRACTED_AT_ONCE if ports.extractor.answers_at_once else 1
            for start in range(0, len(claims), size):
                changes |= self._extract_run(ports.extractor, claims[start : start + size])
            return changes

    def _run_side_by_side(self, ports: Ports, limit: int) -> ChangeSet | None:
        """Do jobs that wait for somebody else, each for itself: what is done is kept at once."""
        if ports.paused():
            return None
        lease_s = LEASE_S + ports.longest_s
        claims = self._database.write(lambda c: self._claim(c, limit, lease_s))
        if not claims:
            return None
        changes = ChangeSet()
        with ThreadPoolExecutor(len(claims), thread_name_prefix="sg-model") as pool:
            for made in pool.map(lambda claim: self._do(ports, claim), claims):
                changes |= made
        return changes

    def _do(self, ports: Ports, claim: Claim) -> ChangeSet:
        if claim.kind is JobKind.SUMMARISE:
            return self._summarise(ports.summariser, [claim])
        return self._extract(ports.extractor, claim)

    def _claim(self, connection: Connection, limit: int, lease_s: float = LEASE_S) -> list[Claim]:
        """Take due jobs of one kind and one cause, oldest first, blocks of a session in order."""
        now = self._clock.now()
        due = or_(
            and_(jobs.c.status == "waiting", jobs.c.not_before <= to_text(now)),
            and_(jobs.c.status == "running", jobs.c.lease_until <= to_text(now)),
        )
        # What is further along goes first, so that no block waits for the whole queue.
        rows = connection.execute(
            select(jobs.c.id, jobs.c.kind, jobs.c.block_id, jobs.c.operation_id, jobs.c.attempts)
            .where(due, job_kinds.that_are_on(connection))
            .order_by(jobs.c.kind != JobKind.EXTRACT.value, jobs.c.id)
            .limit(limit)
        ).all()
        claims = [
            Claim(
                JobId(row.id),
                JobKind(row.kind),
                row.block_id,
                OperationId(row.operation_id),
                row.attempts,
            )
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

    # -- summarise

    def _summarise(self, summariser: Summariser, claims: Sequence[Claim]) -> ChangeSet:
        done: list[tuple[Claim, BlockSummary]] = []
        changes = ChangeSet()
        block_ids = [claim.block_id for claim in claims]
        try:
            read = self._database.read(lambda c: block_inputs.load_inputs(c, block_ids))
        except Exception as error:  # noqa: BLE001  (one block's harm is not the others')
            if len(claims) == 1:
                return self._fail(claims[0], error)
            for claim in claims:
                changes |= self._summarise(summariser, [claim])
            return changes
        for claim in claims:
            try:
                block = read.get(claim.block_id)
                if block is not None:
                    summary = checking.checked_summary(summariser.summarise(block))
                    done.append((claim, summary))
                    self._remember(block, summary)
            except Exception as error:  # noqa: BLE001  (whatever it was, the job keeps it)
                changes |= self._fail(claim, error)
        if done:
            changes |= self._database.write(lambda c: self._complete_summaries(c, done))
        return changes

    def _remember(self, block: BlockInput, summary: BlockSummary) -> None:
        """Keep a block that will be extracted from next, so that it is not read twice."""
        if len(self._read_lately) >= READ_LATELY:
            self._read_lately.clear()
        if summary.should_extract:
            self._read_lately[block.block_id] = block

    def _complete_summaries(
        self, connection: Connection, done: Sequence[tuple[Claim, BlockSummary]]
    ) -> ChangeSet:
        kept = self._remove(connection, [claim for claim, _ in done])
        ours = [(claim, summary) for claim, summary in done if claim.job_id in kept]
        if not ours:
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, ours[0][0].operation_id, now)
        block_ids = [claim.block_id for claim, _ in ours]
        for claim, summary in ours:
            derive.store_summary(connection, claim.block_id, summary)
        derive.queue_extraction(
            connection,
            operation,
            [claim.block_id for claim, summary in ours if summary.should_extract],
            cause=ours[0][0].operation_id,
            at=now,
        )
        return self._settle(connection, operation, block_ids, [])

    def _settle(
        self,
        connection: Connection,
        operation: OperationId,
        block_ids: Sequence[int],
        event_ids: Sequence[int],
    ) -> ChangeSet:
        """Make ready what can be, and return everything that a transaction of work changed."""
        session_ids = list(connection.execute(_HOMES, {"ids": block_ids}).scalars())
        ready = derive.settle(connection, session_ids)
        derive.count(connection, operation, blocks_ready=len(ready), events_found=len(event_ids))
        return changes_of(
            operation,
            {
                "blocks": [*block_ids, *ready],
                "events": event_ids,
                "jobs": (),
                "sessions": session_ids,
            },
        )

    # -- extract

    def _extract_run(self, extractor: EventExtractor, claims: Sequence[Claim]) -> ChangeSet:
        """Extract from blocks in order, each knowing the events of those before it."""
        if len(claims) > 1:
            # Where one cannot be done nothing is kept, and one by one each has its own outcome.
            with suppress(Exception):
                return self._database.write(lambda c: self._extract_within(c, extractor, claims))
        changes = ChangeSet()
        for claim in claims:
            changes |= self._extract(extractor, claim)
        return changes

    def _extract_within(
        self, connection: Connection, extractor: EventExtractor, claims: Sequence[Claim]
    ) -> ChangeSet:
        """Do several extractions in one transaction, by who answers at once."""
        kept = self._remove(connection, claims)
        ours = [claim for claim in claims if claim.job_id in kept]
        if not ours:
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, ours[0].operation_id, now)
        event_ids: list[EventId] = []
        for claim in ours:
            found = block_inputs.load_extraction_input(
                connection, claim.block_id, self._read_lately.pop(claim.block_id, None)
            )
            if found is not None:
                block, timeline = found
                proposed = extractor.extract(block, timeline)
                checked = checking.checked_events(block, timeline, proposed)
                event_ids += event_store.store_events(connection, operation, block, checked, now)
        return self._settle(connection, operation, [claim.block_id for claim in ours], event_ids)

    def _extract(self, extractor: EventExtractor, claim: Claim) -> ChangeSet:
        try:
            read = self._read_lately.pop(claim.block_id, None)
            found = self._database.read(
                lambda c: block_inputs.load_extraction_input(c, claim.block_id, read)
            )
            if found is None:
                return ChangeSet()
            block, timeline = found
            proposed = extractor.extract(block, timeline)
            checked = checking.checked_events(block, timeline, proposed)
            return self._database.write(
                lambda c: self._complete_extraction(c, claim, block, checked)
            )
        except Exception as error:  # noqa: BLE001  (whatever it was, the job keeps it)
            return self._fail(claim, error)

    def _complete_extraction(
        self,
        connection: Connection,
        claim: Claim,
        block: BlockInput,
        checked: Sequence[tuple[ProposedEvent, tuple[str, ...]]],
    ) -> ChangeSet:
        if not self._remove(connection, [claim]):
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, claim.operation_id, now)
        event_ids = event_store.store_events(connection, operation, block, checked, now)
        return self._settle(connection, operation, [claim.block_id], event_ids)

    # -- both

    def _still_ours(self, connection: Connection, claim: Claim) -> bool:
        """Return whether a claim still holds; late results are dropped."""
        wanted = {"ids": [claim.job_id], "owner": self._owner}
        return connection.execute(_OURS, wanted).first() is not None

    def _remove(self, connection: Connection, claims: Sequence[Claim]) -> frozenset[int]:
        """Take done jobs out of the queue; return those whose claim still held."""
        done = {"ids": [claim.job_id for claim in claims], "owner": self._owner}
        return frozenset(connection.execute(_REMOVE, done).scalars())

    def _fail(self, claim: Claim, error: Exception) -> ChangeSet:
        """Record a failed attempt; waiting for a provider, or being stopped, costs none."""
        now = self._clock.now()
        stopped = isinstance(error, OperationCancelled)
        waiting = stopped or (
            isinstance(error, ModelUnavailableError) and not isinstance(error, ModelFailedError)
        )
        attempts = claim.attempts if waiting else claim.attempts + 1
        final = attempts >= MAX_ATTEMPTS
        code = error.code if isinstance(error, StrataGateError) else "internal_error"

        def work(connection: Connection) -> ChangeSet:
            if not self._still_ours(connection, claim):
                return ChangeSet()
            scale = read_setting(connection, "jobs.retry_delay_s", FIRST_DELAY_S)
            asked = error.fields.get("retry_after_s") if waiting else None  # type: ignore[attr-defined]
            delay = (
                float(asked)
                if isinstance(asked, int | float)
                else scale * 2 ** max(0, attempts - 1)
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
            if final:
                connection.execute(
                    update(blocks)
                    .where(blocks.c.id == claim.block_id, blocks.c.status == "pending")
                    .values(status="failed")
                )
                # Those behind it need not wait any longer.
                operation = derive.operation_for(connection, claim.operation_id, now)
                self._settle(connection, operation, [claim.block_id], [])
            return ChangeSet(
                jobs=True, blocks=True, sessions=True, block_ids=frozenset({claim.block_id})
            )

        return self._database.write(work)


# What a change of the provider may mend: those that wait are due, those that failed start over.
_MENDED = ("model_key", "model_not_found", "model_address", "model_rejected", "no_json")


def provider_changed(connection: Connection, now: datetime) -> ChangeSet:
    """Let jobs that stand still because of the provider go on; return what changed."""
    connection.execute(
        update(jobs)
        .where(jobs.c.status == "waiting", jobs.c.error.like(r"model\_%", escape="\\"))
        .values(not_before=to_text(now))
    )
    failed = select(jobs.c.id).where(jobs.c.status == "failed", jobs.c.error.in_(_MENDED))
    ids = list(connection.execute(failed).scalars())
    retried = retry_jobs(connection, now, ids) if ids else ChangeSet()
    return retried | ChangeSet(jobs=True, settings=True)


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
    block_ids = [row.block_id for row in rows]
    connection.execute(
        update(blocks)
        .where(blocks.c.id.in_(block_ids), blocks.c.status == "failed")
        .values(status="pending")
    )
    return ChangeSet(jobs=True, blocks=True, history=True, block_ids=frozenset(block_ids))
