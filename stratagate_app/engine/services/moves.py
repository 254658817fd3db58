"""Sessions from one workspace to another, with all that came of them.

A workspace's turns count what was ever added to it, so a move changes no counter: what tells a
turn of the workspace is counted from the other one's counter instead. So no weight changes, of
what moves or of what stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, Table, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.ids import OperationId, SessionId, WorkspaceId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.services.commands import changes_of, hold_workspace
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.schema import (
    adoptions,
    blocks,
    events,
    operation_changes,
    sessions,
    workspaces,
)

_EVENT_TURNS = ("formed_turn", "last_adoption_turn")


def move(
    connection: Connection, at: datetime, ids: Sequence[SessionId], workspace_id: WorkspaceId
) -> tuple[ChangeSet, list[int]]:
    """Move sessions; see WorkspaceService.move_sessions. Returns the events that came along."""
    target = connection.execute(
        select(workspaces.c.name, workspaces.c.turns).where(workspaces.c.id == workspace_id)
    ).first()
    if target is None:
        raise NotFoundError(kind="workspace", id=workspace_id)
    statement = (
        select(
            sessions.c.id,
            sessions.c.title,
            sessions.c.workspace_id,
            workspaces.c.name,
            workspaces.c.turns,
        )
        .join(workspaces, workspaces.c.id == sessions.c.workspace_id)
        .where(listed(sessions.c.id, ids))
    )
    found = {row.id: row for row in connection.execute(statement)}
    for key in ids:
        if key not in found:
            raise NotFoundError(kind="session", id=key)
    moving = [found[key] for key in dict.fromkeys(ids) if found[key].workspace_id != workspace_id]
    if not moving:
        return ChangeSet(), []
    homes = {row.workspace_id: row for row in moving}
    operation = journal.begin_operation(
        connection,
        "move_sessions",
        Actor.USER,
        at,
        workspace_id=workspace_id,
        fields={
            "title": moving[0].title,
            "count": len(moving),
            "session_id": moving[0].id,
            "workspace": target.name,
            "from": moving[0].name if len(homes) == 1 else "",
        },
    )
    keys = [row.id for row in moving]
    journal.record_update(connection, operation, sessions.name, keys)
    hold_workspace(connection, operation, workspace_id)
    for home_id, home in sorted(homes.items()):
        hold_workspace(connection, operation, home_id)
        own = [row.id for row in moving if row.workspace_id == home_id]
        connection.execute(
            update(sessions).where(listed(sessions.c.id, own)).values(workspace_id=workspace_id)
        )
        turns = target.turns - home.turns
        inside = select(blocks.c.id).where(listed(blocks.c.session_id, own))
        _step(connection, operation, blocks, inside, {"workspace_turn": turns})
        came = select(events.c.id).where(listed(events.c.session_id, own))
        _step_events(connection, operation, came, workspace_id - home_id, turns)
    changes = changes_of(operation, {"workspaces": (), "sessions": keys, "events": ()})
    return changes, _ids(connection, select(events.c.id).where(listed(events.c.session_id, keys)))


def follow(connection: Connection, operation: OperationId, members: Sequence[OperationId]) -> None:
    """Let events follow the sessions that an undo or redo of these operations took elsewhere.

    Those that were there at the move went with it. This is for what came of the sessions since.
    """
    rows = connection.execute(
        select(operation_changes.c.first_id, operation_changes.c.last_id).where(
            operation_changes.c.operation_id.in_(members),
            operation_changes.c.table_name == sessions.name,
            operation_changes.c.action == journal.UPDATE,
        )
    ).all()
    here, there = workspaces.alias(), workspaces.alias()
    for first, last in rows:
        astray = connection.execute(
            select(
                events.c.workspace_id,
                sessions.c.workspace_id.label("home_id"),
                (here.c.turns - there.c.turns).label("turns"),
            )
            .join(sessions, sessions.c.id == events.c.session_id)
            .join(here, here.c.id == sessions.c.workspace_id)
            .join(there, there.c.id == events.c.workspace_id)
            .where(
                events.c.session_id.between(first, last),
                events.c.workspace_id != sessions.c.workspace_id,
            )
            .distinct()
        ).all()
        for row in astray:
            came = (
                select(events.c.id)
                .join(sessions, sessions.c.id == events.c.session_id)
                .where(
                    events.c.session_id.between(first, last),
                    events.c.workspace_id == row.workspace_id,
                    sessions.c.workspace_id == row.home_id,
                )
            )
            _step_events(connection, operation, came, row.home_id - row.workspace_id, row.turns)


def _step_events(
    connection: Connection,
    operation: OperationId,
    wanted: Select[Any],
    workspace: int,
    turns: int,
) -> None:
    """Move events so many workspaces and turns on, with what tells of their uses."""
    keys = _ids(connection, wanted)
    used = select(adoptions.c.id).where(listed(adoptions.c.event_id, keys))
    _step(connection, operation, adoptions, used, {"turn": turns})
    steps = {"workspace_id": workspace, **dict.fromkeys(_EVENT_TURNS, turns)}
    moved = select(events.c.id).where(listed(events.c.id, keys))
    _step(connection, operation, events, moved, steps)


def _step(
    connection: Connection,
    operation: OperationId,
    table: Table,
    wanted: Select[Any],
    steps: dict[str, int],
) -> None:
    # Steps, not images: a summary, a pin or a use in between stands when the move is undone.
    keys = _ids(connection, wanted)
    moved = {name: step for name, step in steps.items() if step}
    if not keys or not moved:
        return
    for name, step in moved.items():
        journal.record_steps(connection, operation, table.name, keys, column=name, step=step)
    connection.execute(
        update(table)
        .where(listed(table.c.id, keys))
        .values({name: table.c[name] + step for name, step in moved.items()})
    )


def _ids(connection: Connection, wanted: Select[Any]) -> list[int]:
    return list(connection.execute(wanted).scalars())
