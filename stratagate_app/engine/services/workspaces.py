"""Workspaces and their settings."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import PurePath, PureWindowsPath

from sqlalchemy import Connection, Table, func, insert, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import JsonValue, Workspace
from stratagate_app.engine.domain.ids import SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import Counts
from stratagate_app.engine.errors import ConflictError, InputRejected, NotFoundError
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules.placing import fitting_rule
from stratagate_app.engine.services import moves
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.settings import read_setting
from stratagate_app.engine.services.workspace_rules import RuleCommands, load_rules
from stratagate_app.engine.store import journal, records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import events, jobs, sessions, workspaces

DEFAULT_NAME = "General"
# engine-rules.md, "Conversations" and "Decay of blocks".
DEFAULT_BLOCK_TURNS = 6
MAX_BLOCK_TURNS = 200
DEFAULT_LAMBDA = 0.30
NAME_CHARS = 80


class WorkspaceService(RuleCommands):
    """Workspaces: list, create, configure, move sessions between them, rules for new ones."""

    def __init__(self, database: Database, clock: Clock, intake: GraphQueue) -> None:
        super().__init__(database, clock)
        self._intake = intake

    def list(self) -> tuple[Workspace, ...]:
        """Return all workspaces by name."""
        statement = select(workspaces).order_by(func.lower(workspaces.c.name), workspaces.c.id)
        return self._database.read(
            lambda c: tuple(records.workspace(row) for row in c.execute(statement).mappings())
        )

    def get(self, workspace_id: WorkspaceId) -> Workspace:
        """Return one workspace.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: load_workspace(c, workspace_id))

    def find(self, name: str) -> Workspace | None:
        """Return the workspace of that name, case ignored; None if there is none."""
        statement = select(workspaces).where(func.lower(workspaces.c.name) == name.strip().lower())

        def read(connection: Connection) -> Workspace | None:
            row = connection.execute(statement).mappings().first()
            return records.workspace(row) if row is not None else None

        return self._database.read(read)

    def counts(self, workspace_id: WorkspaceId | None) -> Counts:
        """Return how much a workspace, or with None everything, holds."""
        of_sessions = select(func.count()).select_from(sessions)
        of_events = select(func.count()).select_from(events)
        of_jobs = select(func.count()).select_from(jobs).where(jobs.c.status == "failed")
        if workspace_id is not None:
            of_sessions = of_sessions.where(sessions.c.workspace_id == workspace_id)
            of_events = of_events.where(events.c.workspace_id == workspace_id)

        def read(connection: Connection) -> Counts:
            found = [
                int(connection.execute(statement).scalar_one())
                for statement in (of_sessions, of_events, of_jobs)
            ]
            return Counts(*found)

        return self._database.read(read)

    def sizes(self) -> dict[WorkspaceId, tuple[int, int]]:
        """Return how many sessions and events each workspace holds."""

        def count(connection: Connection, table: Table) -> dict[int, int]:
            statement = select(table.c.workspace_id, func.count()).group_by(table.c.workspace_id)
            return {int(key): int(number) for key, number in connection.execute(statement)}

        def read(connection: Connection) -> dict[WorkspaceId, tuple[int, int]]:
            held = [count(connection, table) for table in (sessions, events)]
            keys = connection.execute(select(workspaces.c.id)).scalars()
            return {WorkspaceId(key): (held[0].get(key, 0), held[1].get(key, 0)) for key in keys}

        return self._database.read(read)

    def create(self, name: str) -> tuple[WorkspaceId, ChangeSet]:
        """Create a workspace with the default settings.

        Raises:
            InputRejected: The name is empty or longer than 80 characters.
            ConflictError: There is one of that name.
        """
        wanted = " ".join(name.split())
        if not 0 < len(wanted) <= NAME_CHARS:
            raise InputRejected("workspace_name", limit=NAME_CHARS)

        def work(connection: Connection) -> tuple[WorkspaceId, ChangeSet]:
            if _find_named(connection, wanted) is not None:
                raise ConflictError("workspace_exists", name=wanted)
            operation = journal.begin_operation(
                connection,
                "create_workspace",
                Actor.USER,
                self._clock.now(),
                fields={"workspace": wanted},
            )
            key = add_workspace(connection, wanted, to_text(self._clock.now()))
            journal.record_insert(connection, operation, "workspaces", key, key)
            return key, changes_of(operation, {"workspaces": [key]})

        return self._database.write(work)

    def configure(
        self,
        workspace_id: WorkspaceId,
        *,
        name: str | None = None,
        block_turns: int | None = None,
        decay_lambda: float | None = None,
    ) -> ChangeSet:
        """Change the name or settings of a workspace; blocks that are sealed stay as they are.

        Raises:
            InputRejected: block_turns is not 1 to 200, lambda not 0 to 1, or the name unusable.
            ConflictError: Another workspace has the name.
            NotFoundError: There is no such workspace.
        """
        if block_turns is not None and not 1 <= block_turns <= MAX_BLOCK_TURNS:
            raise InputRejected("block_turns", value=block_turns, minimum=1, maximum=200)
        if decay_lambda is not None and not 0 <= decay_lambda <= 1:
            raise InputRejected("decay_lambda", value=decay_lambda, minimum=0, maximum=1)
        wanted = " ".join(name.split()) if name is not None else None
        if wanted is not None and not 0 < len(wanted) <= NAME_CHARS:
            raise InputRejected("workspace_name", limit=NAME_CHARS)

        def work(connection: Connection) -> ChangeSet:
            before = load_workspace(connection, workspace_id)
            values: dict[str, JsonValue] = {}
            if wanted is not None and wanted != before.name:
                other = _find_named(connection, wanted)
                if other is not None and other != workspace_id:
                    raise ConflictError("workspace_exists", name=wanted)
                values["name"] = wanted
            if block_turns is not None and block_turns != before.block_turns:
                values["block_turns"] = block_turns
            if decay_lambda is not None and decay_lambda != before.decay_lambda:
                values["decay_lambda"] = round(decay_lambda, 4)
            if not values:
                return ChangeSet()
            operation = journal.begin_operation(
                connection,
                "configure_workspace",
                Actor.USER,
                self._clock.now(),
                workspace_id=workspace_id,
                fields={
                    "workspace": before.name,
                    **values,
                    "before": {key: getattr(before, key) for key in values},
                },
            )
            journal.record_update(connection, operation, "workspaces", [workspace_id])
            connection.execute(
                update(workspaces).where(workspaces.c.id == workspace_id).values(values)
            )
            # Every level of every block may have changed with lambda.
            return changes_of(operation, {"workspaces": [workspace_id], "blocks": ()})

        return self._database.write(work)

    def move_sessions(self, ids: Sequence[SessionId], workspace_id: WorkspaceId) -> ChangeSet:
        """Move sessions to a workspace, with all that came of them; one operation.

        No weight changes. Blocks that are sealed stay as they are; the workspace's own block size
        and decay hold from now on. Sessions that are there already are left alone.

        Rule:
            engine-rules.md, "Conversations" and "Event weight": a workspace's turns are those
            that were ever added to it.
        Raises:
            NotFoundError: No such workspace, or one of the ids names nothing; nothing was changed.
        """

        def work(connection: Connection) -> ChangeSet:
            changes, moved = moves.move(connection, self._clock.now(), ids, workspace_id)
            # The graph of the one workspace no longer knows them, that of the other not yet.
            return self._intake.add(connection, changes.operation_id, moved) | changes

        return self._database.write(work)


def load_workspace(connection: Connection, workspace_id: int) -> Workspace:
    """Return one workspace; NotFoundError if there is none."""
    row = (
        connection.execute(select(workspaces).where(workspaces.c.id == workspace_id))
        .mappings()
        .first()
    )
    if row is None:
        raise NotFoundError(kind="workspace", id=workspace_id)
    return records.workspace(row)


def add_workspace(
    connection: Connection, name: str, at: str, *, hint: str | None = None, auto: bool = False
) -> WorkspaceId:
    """Insert a workspace with the defaults of the settings and return its id."""
    block_turns, decay_lambda = _defaults(connection)
    result = connection.execute(
        insert(workspaces).values(
            name=name,
            block_turns=block_turns,
            decay_lambda=decay_lambda,
            hint=hint,
            auto=int(auto),
            created_at=at,
        )
    )
    return WorkspaceId(int(result.inserted_primary_key[0]))  # type: ignore[index]


def find_workspace_for(connection: Connection, source: str, hint: str | None) -> Workspace | None:
    """Return the workspace that conversations with this hint belong to; None if not made yet."""
    rule = fitting_rule(load_rules(connection), source, hint)
    if rule is not None:
        return load_workspace(connection, rule.workspace_id)
    key: int | None = (
        _find_named(connection, DEFAULT_NAME)
        if hint is None
        else connection.execute(select(workspaces.c.id).where(workspaces.c.hint == hint)).scalar()
    )
    return None if key is None else load_workspace(connection, key)


def workspace_for_import(
    connection: Connection, source: str, hint: str | None, at: str
) -> Workspace:
    """Return the workspace that conversations with this hint belong to, made if need be.

    A rule decides first. Else a project folder has a workspace of its own, named after the
    folder, and what names no project goes to the general one.
    """
    found = find_workspace_for(connection, source, hint)
    if found is not None:
        return found
    name = _free_name(connection, hint)
    return load_workspace(connection, add_workspace(connection, name, at, hint=hint, auto=True))


def workspace_to_be(
    connection: Connection, source: str, hint: str | None, promised: Iterable[Workspace]
) -> Workspace:
    """Return the workspace that workspace_for_import would, id 0 where it is not made yet.

    Args:
        connection: Reads only.
        source: Format of the file.
        hint: Of the conversations.
        promised: Those that were returned for other hints before.
    """
    found = find_workspace_for(connection, source, hint)
    if found is not None:
        return found
    block_turns, decay_lambda = _defaults(connection)
    name = _free_name(connection, hint, {item.name.lower() for item in promised})
    return Workspace(WorkspaceId(0), name, block_turns, decay_lambda, 0)


def _free_name(
    connection: Connection, hint: str | None, taken: Container[str] = frozenset()
) -> str:
    base = DEFAULT_NAME if hint is None else _folder_name(hint)
    name, number = base, 1
    while name.lower() in taken or _find_named(connection, name) is not None:
        number += 1
        name = f"{base} {number}"
    return name


def _defaults(connection: Connection) -> tuple[int, float]:
    """Return turns a block and decay of a new workspace, as the settings say."""
    return (
        int(str(read_setting(connection, "new_workspace.block_turns", DEFAULT_BLOCK_TURNS))),
        float(str(read_setting(connection, "new_workspace.decay_lambda", DEFAULT_LAMBDA))),
    )


def _folder_name(hint: str) -> str:
    path = PureWindowsPath(hint) if "\\" in hint else PurePath(hint)
    return " ".join(path.name.split())[:NAME_CHARS] or hint[:NAME_CHARS] or DEFAULT_NAME


def _find_named(connection: Connection, name: str) -> WorkspaceId | None:
    found = connection.execute(
        select(workspaces.c.id).where(func.lower(workspaces.c.name) == name.lower())
    ).scalar()
    return None if found is None else WorkspaceId(found)
