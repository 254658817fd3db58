"""The queue of events that are to be taken into the graph."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import Connection, and_, exists, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet, JobKind
from stratagate_app.engine.domain.ids import OperationId, WorkspaceId
from stratagate_app.engine.pipeline.ports import Clock, PortHolder
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.records import to_json, to_text
from stratagate_app.engine.store.schema import events, jobs, operations, workspaces

# engine-rules.md, "Graph".
EVENTS_A_JOB = 8

_NEVER_BEGUN = and_(
    exists().where(events.c.id > 0),
    ~exists().where(operations.c.kind.in_(("project", "rebuild_graph"))),
    ~exists().where(jobs.c.workspace_id.is_not(None)),
)


class GraphQueue:
    """Queues events for the graph, where there is anybody to take them in."""

    def __init__(self, clock: Clock, holder: PortHolder) -> None:
        self._clock = clock
        self._holder = holder

    @property
    def is_on(self) -> bool:
        """Whether there is anybody to take events in."""
        return self._holder.current.projector is not None

    def add(
        self,
        connection: Connection,
        operation: OperationId | None,
        event_ids: Sequence[int],
        *,
        cause: OperationId | None = None,
    ) -> ChangeSet:
        """Queue events that an operation made or changed.

        Args:
            connection: The transaction of the operation.
            operation: Records that they are queued; None where nothing was changed.
            event_ids: Any number.
            cause: What the work follows from; None for the operation itself.
        """
        if operation is None or not event_ids or not self.is_on:
            return ChangeSet()
        queue_events(
            connection, operation, event_ids, cause=cause or operation, at=self._clock.now()
        )
        return ChangeSet(jobs=True)

    def catch_up(self, connection: Connection) -> ChangeSet:
        """Queue every event of a file that was written before there was a graph.

        Only where nothing was ever taken in: afterwards each event is queued as it comes, and who
        undoes this has no graph. Not where it has its price: then a person asks for it.
        """
        projector = self._holder.current.projector
        if projector is None or not projector.answers_at_once:
            return ChangeSet()
        if not connection.execute(select(_NEVER_BEGUN)).scalar():
            return ChangeSet()
        changes = ChangeSet()
        for key, name in connection.execute(select(workspaces.c.id, workspaces.c.name)).all():
            changes |= self.read_anew(connection, WorkspaceId(key), name, Actor.JOB)
        return changes

    def read_anew(
        self, connection: Connection, workspace_id: WorkspaceId, name: str, actor: Actor
    ) -> ChangeSet:
        """Queue every event of a workspace, as one operation; see GraphService.rebuild."""
        held = select(events.c.id).where(events.c.workspace_id == workspace_id)
        ids = connection.execute(held.order_by(events.c.id)).scalars().all()
        if not ids or not self.is_on:
            return ChangeSet()
        operation = journal.begin_operation(
            connection,
            "rebuild_graph",
            actor,
            self._clock.now(),
            workspace_id=workspace_id,
            fields={"workspace": name, "count": len(ids)},
        )
        queued = self.add(connection, operation, ids)
        return queued | ChangeSet(operation_id=operation, history=True, graph=True)


def queue_events(
    connection: Connection,
    operation: OperationId,
    event_ids: Sequence[int],
    *,
    cause: OperationId,
    at: datetime,
) -> None:
    """Queue that events are taken into the graphs of their workspaces, eight a job.

    A job of the same cause that still waits and has room takes them first.
    """
    homes: dict[int, list[int]] = {}
    statement = (
        select(events.c.workspace_id, events.c.id)
        .where(listed(events.c.id, event_ids))
        .order_by(events.c.id)
    )
    for home, key in connection.execute(statement):
        homes.setdefault(home, []).append(key)
    now = to_text(at)
    rows: list[dict[str, Any]] = []
    for home, keys in homes.items():
        room = _fill(connection, cause, home, keys)
        rows += [
            {
                "kind": JobKind.PROJECT.value,
                "workspace_id": home,
                "event_ids": to_json(keys[start : start + EVENTS_A_JOB]),
                "operation_id": cause,
                "status": "waiting",
                "not_before": now,
                "updated_at": now,
            }
            for start in range(room, len(keys), EVENTS_A_JOB)
        ]
    journal.insert_rows(connection, operation, {jobs: rows})


def _fill(
    connection: Connection, cause: OperationId, workspace_id: int, keys: Sequence[int]
) -> int:
    """Put events into a job that has room for them; return how many it took."""
    waiting = connection.execute(
        select(jobs.c.id, jobs.c.event_ids)
        .where(
            jobs.c.workspace_id == workspace_id,
            jobs.c.operation_id == cause,
            jobs.c.status == "waiting",
            jobs.c.attempts == 0,
        )
        .order_by(jobs.c.id.desc())
        .limit(1)
    ).first()
    if waiting is None:
        return 0
    held = orjson.loads(waiting.event_ids)
    room = max(0, EVENTS_A_JOB - len(held))
    if room:
        connection.execute(
            update(jobs)
            .where(jobs.c.id == waiting.id)
            .values(event_ids=to_json([*held, *keys[:room]]))
        )
    return room
