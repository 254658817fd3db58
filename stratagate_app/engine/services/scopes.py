"""What may be seen from where: the one place that says which events a place finds."""

from __future__ import annotations

from sqlalchemy import BindParameter, ColumnElement, Connection, and_, or_, select, true

from stratagate_app.engine.domain.events import Scope
from stratagate_app.engine.domain.ids import SessionId, WorkspaceId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.store.schema import events, sessions


def visible_events(
    workspace_id: WorkspaceId | BindParameter[int] | None,
    session_id: SessionId | BindParameter[int] | None = None,
) -> ColumnElement[bool]:
    """Return the condition that an event may be found from a place.

    What is about the user is found everywhere, what is about a project from its workspace, what
    is kept to a session from that session alone. An event of any other scope is found nowhere.

    Rule:
        engine-rules.md, "Events" (scope) and "Automatic recall".
    Args:
        workspace_id: The workspace that is asked from, the session's if there is one; None: all
            workspaces together.
        session_id: The session that is asked from; None: none, so what any session keeps to
            itself stays there.
    """
    project: ColumnElement[bool] = events.c.scope == Scope.PROJECT.value
    if workspace_id is not None:
        project = and_(project, events.c.workspace_id == workspace_id)
    found = [events.c.scope == Scope.USER.value, project]
    if session_id is not None:
        found.append(and_(events.c.scope == Scope.SESSION.value, events.c.session_id == session_id))
    return or_(*found)


def shown_events(
    workspace_id: WorkspaceId | None, session_id: SessionId | None = None
) -> ColumnElement[bool]:
    """Return the condition that a person's own look from a place finds an event.

    With neither workspace nor session they look at Everything, and see all there is.
    """
    if workspace_id is None and session_id is None:
        return true()
    return visible_events(workspace_id, session_id)


def workspace_of(
    connection: Connection, workspace_id: WorkspaceId | None, session_id: SessionId | None
) -> WorkspaceId | None:
    """Return the workspace of a place: where there is a session, its own counts.

    Raises:
        NotFoundError: There is no such session.
    """
    if session_id is None:
        return workspace_id
    statement = select(sessions.c.workspace_id).where(sessions.c.id == session_id)
    found = connection.execute(statement).scalar()
    if found is None:
        raise NotFoundError(kind="session", id=session_id)
    return WorkspaceId(found)
