"""Durable jobs: claim in one transaction, work outside, complete in another."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, and_, func, select

from stratagate_app.engine.domain.changes import (
    ChangeSet,
    JobCounts,
    JobKind,
    JobRow,
    JobStatus,
)
from stratagate_app.engine.domain.ids import JobId
from stratagate_app.engine.domain.usage import WaitingWork
from stratagate_app.engine.pipeline.ports import (
    Clock,
    PortHolder,
    Ports,
)
from stratagate_app.engine.services import (
    job_estimate,
    job_kinds,
)
from stratagate_app.engine.services.block_work import BlockWork
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.graph_work import GraphWork
from stratagate_app.engine.services.job_queue import Claim, JobQueue, provider_changed, retry_jobs
from stratagate_app.engine.services.pace import undisturbed
from stratagate_app.engine.store import records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import blocks, jobs, sessions, workspaces

# How long a claim holds. Whoever claims takes no more than it can do in a fraction of this.
LEASE_S = 20.0
# Paused work is looked at again after so long.
PAUSE_S = 600.0


_OFF = select(func.count()).where(jobs.c.status == "waiting", jobs.c.kind == JobKind.EXTRACT.value)


class JobService:
    """The queue of work that derives memory from sealed blocks."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        holder: PortHolder,
        intake: GraphQueue,
    ) -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._intake = intake
        self._caught_up = False
        self._queue = JobQueue(clock)
        self._blocks = BlockWork(database, clock, self._queue, intake)
        self._graph = GraphWork(database, clock, self._queue)

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
            on = self._on(connection)
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
            return self._catch_up()
        with undisturbed():
            return self._do(ports, claims)

    def _run_side_by_side(self, ports: Ports, limit: int) -> ChangeSet | None:
        """Do jobs that wait for somebody else, each for itself: what is done is kept at once."""
        if ports.paused():
            return None
        lease_s = LEASE_S + ports.longest_s
        claims = self._database.write(lambda c: self._claim(c, limit, lease_s))
        if not claims:
            return self._catch_up()
        changes = ChangeSet()
        with ThreadPoolExecutor(len(claims), thread_name_prefix="sg-model") as pool:
            for made in pool.map(lambda claim: self._do(ports, [claim]), claims):
                changes |= made
        return changes

    def _catch_up(self) -> ChangeSet | None:
        """Queue what was never taken into the graph, the first time that nothing else is due."""
        if self._caught_up or not self._intake.is_on:
            return None
        self._caught_up = True
        changes = self._database.write(self._intake.catch_up)
        return changes if changes.operation_id is not None else None

    def _do(self, ports: Ports, claims: Sequence[Claim]) -> ChangeSet:
        kind = claims[0].kind
        if kind is JobKind.SUMMARISE:
            return self._blocks.summarise(ports.summariser, claims)
        if kind is JobKind.EXTRACT:
            return self._blocks.extract(ports.extractor, claims)
        # Without a projector none is claimed; this one was changed in between.
        if ports.projector is None:
            return ChangeSet()
        return self._graph.project(ports.projector, claims)

    def _claim(
        self, connection: Connection, limit: int, lease_s: float | None = None
    ) -> list[Claim]:
        return self._queue.claim(
            connection, limit, LEASE_S if lease_s is None else lease_s, self._on(connection)
        )

    def _on(self, connection: Connection) -> ColumnElement[bool]:
        """Return what holds of the jobs that may be begun."""
        on = job_kinds.that_are_on(connection)
        if self._holder.current.projector is None:
            return and_(on, jobs.c.kind != JobKind.PROJECT.value)
        return on
