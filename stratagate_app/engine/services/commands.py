"""What every command shares: one transaction, one operation, one change set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.schema import workspaces

# Beyond this many ids a change set only says which kinds changed.
FEW = 200

_FLAGS = {
    "workspaces": "workspaces",
    "sessions": "sessions",
    "messages": "sessions",
    "tool_calls": "sessions",
    "blocks": "blocks",
    "jobs": "jobs",
    "events": "events",
    "event_sources": "events",
    "event_quotes": "events",
    "event_relations": "events",
    "adoptions": "events",
    "workspace_rules": "workspaces",
    "node_sources": "graph",
    "fact_sources": "graph",
    "edge_sources": "graph",
    "graph_corrections": "graph",
    "review_answers": "review",
}
# What is true now follows from the events.
_WITH_GRAPH = frozenset({"events", "event_relations"})


def changes_of(operation_id: OperationId, touched: Mapping[str, Iterable[int]]) -> ChangeSet:
    """Return the change set of an operation that touched these rows of these tables."""
    flags = {_FLAGS[table]: True for table in touched}
    if _WITH_GRAPH.intersection(touched):
        flags["graph"] = True
    return ChangeSet(
        operation_id=operation_id,
        history=True,
        session_ids=_few(touched.get("sessions", ())),
        block_ids=_few(touched.get("blocks", ())),
        event_ids=_few(touched.get("events", ())),
        **flags,
    )


def hold_workspace(connection: Connection, operation: OperationId, workspace_id: int) -> None:
    """Record that an operation needs a workspace to be there, without changing it.

    A step of nothing: what made the workspace finds this operation among those that rest on it,
    and what changed the workspace in between does not.
    """
    journal.record_count(
        connection,
        operation,
        workspaces.name,
        workspace_id,
        column=workspaces.c.turns.name,
        step=0,
    )


def _few(ids: Iterable[int]) -> frozenset[int]:
    found = frozenset(ids)
    return found if len(found) <= FEW else frozenset()
