"""The work that takes events into the graph; engine-rules.md, "Graph"."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.pipeline.ports import Clock, Projection, Projector
from stratagate_app.engine.pipeline.projection_checks import CheckedProjection, checked_projection
from stratagate_app.engine.services import derive, graph_store
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.job_queue import Claim, JobQueue
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.graph_schema import node_sources
from stratagate_app.engine.store.schema import jobs


class GraphWork:
    """Projects events to the graph, eight at a time."""

    def __init__(self, database: Database, clock: Clock, queue: JobQueue) -> None:
        self._database = database
        self._clock = clock
        self._queue = queue

    def project(self, projector: Projector, claims: Sequence[Claim]) -> ChangeSet:
        """Take in the events of jobs; each that cannot be done keeps its error."""
        changes = ChangeSet()
        for claim in claims:
            changes |= self._project(projector, claim)
        return changes

    def _project(self, projector: Projector, claim: Claim) -> ChangeSet:
        try:
            events, known = self._database.read(
                lambda c: graph_store.load_input(c, claim.workspace_id, claim.event_ids)
            )
            batch = [event.id for event in events]
            proposed = projector.project(events, known) if events else Projection()
            checked = checked_projection(proposed, batch)
            return self._database.write(lambda c: self._complete(c, claim, batch, checked))
        except Exception as error:  # noqa: BLE001  (whatever it was, the job keeps it)
            failed = error
        self._database.write(lambda c: self._queue.fail(c, claim, failed))
        return ChangeSet(jobs=True)

    def _complete(
        self,
        connection: Connection,
        claim: Claim,
        batch: Sequence[EventId],
        checked: CheckedProjection,
    ) -> ChangeSet:
        if not self._queue.remove(connection, [claim]):
            return ChangeSet()
        if not batch:
            return ChangeSet(jobs=True, graph=True)
        operation = derive.operation_for(
            connection, claim.operation_id, self._clock.now(), kind="project"
        )
        new = graph_store.store(connection, operation, claim.workspace_id, batch, checked)
        graph_store.tell(connection, operation, checked, new)
        return changes_of(operation, {node_sources.name: (), jobs.name: ()})
