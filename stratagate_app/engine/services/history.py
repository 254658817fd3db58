"""The journal as people see it: operations, and undo and redo of any of them."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import IntegrityError

from stratagate_app.engine.domain.changes import Actor, ChangeSet, Operation, UndoPlan
from stratagate_app.engine.domain.comparison import Comparison
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.errors import ConflictError, NotFoundError
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services import comparison, graph_sweep, moves
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.store import journal, records, undo
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import operations, sessions, workspaces

# Kinds that Ctrl+Z walks back through; derived work goes with what it followed from.
_STEPS = (
    "import",
    "import_memories",
    "pin_event",
    "unpin_event",
    "forget_event",
    "restore_event",
    "archive_event",
    "edit_event",
    "merge_event",
    "supersede_event",
    "conflict_event",
    "relate_event",
    "unrelate_event",
    "scope_event",
    "criticality_event",
    "withdraw_event",
    "answer_review",
    "expand_block",
    "record_use",
    "configure_workspace",
    "create_workspace",
    "add_rule",
    "remove_rule",
    "move_sessions",
    "merge_nodes",
    "split_node",
    "rename_node",
    "add_alias",
    "remove_alias",
    "retype_node",
    "close_fact",
    "close_edge",
    "decide_fact",
    "decide_edge",
    "rebuild_graph",
)
# Need their workspaces to be there: one of them may be the way back.
_HOLDERS = ("add_rule", "move_sessions")


class HistoryService:
    """Queries over operations, and the commands undo and redo."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def find_ids(
        self,
        *,
        kinds: frozenset[str] = frozenset(),
        actors: frozenset[Actor] = frozenset(),
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> array[int]:
        """Return the ids of operations, newest first.

        Args:
            kinds: Of these; empty: of all.
            actors: By these; empty: by anybody.
            since: Not before.
            until: Before this instant.
        """
        statement = select(operations.c.id).order_by(operations.c.id.desc())
        if kinds:
            statement = statement.where(operations.c.kind.in_(kinds))
        if actors:
            statement = statement.where(operations.c.actor.in_([a.value for a in actors]))
        if since is not None:
            statement = statement.where(operations.c.at >= records.to_text(since))
        if until is not None:
            statement = statement.where(operations.c.at < records.to_text(until))
        return self._database.read(lambda c: load_ids(c, statement))

    def load_page(self, ids: Sequence[int]) -> tuple[Operation, ...]:
        """Return operations in the order of ids."""
        statement = select(operations).where(operations.c.id.in_(list(ids)))

        def read(connection: Connection) -> tuple[Operation, ...]:
            found = {row["id"]: row for row in connection.execute(statement).mappings()}
            return tuple(records.operation(found[key]) for key in ids if key in found)

        return self._database.read(read)

    def get(self, operation_id: OperationId) -> Operation:
        """Return one operation.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: _load(c, operation_id))

    def compare(self, operation_id: OperationId) -> Comparison:
        """Return what was before an operation, and what was after it.

        Raises:
            NotFoundError: There is none of that id.
        """

        def read(connection: Connection) -> Comparison:
            _load(connection, operation_id)
            return comparison.compare(connection, operation_id)

        return self._database.read(read)

    def next_undo(self) -> Operation | None:
        """Return the newest operation that stands and can be undone; None if there is none."""
        return self._database.read(_next_undo)

    def next_redo(self) -> Operation | None:
        """Return the operation that redo would bring back; None if there is none."""
        return self._database.read(_next_redo)

    def plan_undo(self, operation_id: OperationId | None = None) -> UndoPlan:
        """Return what undoing an operation (None: the newest) would take along.

        Raises:
            NotFoundError: Nothing to undo.
            ConflictError: That operation cannot be undone, or was already.
        """

        def read(connection: Connection) -> UndoPlan:
            operation = _chosen(connection, operation_id)
            return UndoPlan(operation, _dependents(connection, operation.id))

        return self._database.read(read)

    def undo(
        self, operation_id: OperationId | None = None, *, with_dependents: bool = False
    ) -> ChangeSet:
        """Undo an operation (None: the newest) with all that followed from it.

        Rule:
            architecture.md, "Writing": what later work touched is named before anything happens.
        Args:
            operation_id: None for the newest that stands.
            with_dependents: Undo later operations on the same rows as well, newest first.
        Raises:
            NotFoundError: Nothing to undo.
            ConflictError: It cannot be undone; with code `dependents`, field `dependents` (a
                tuple of Operation) names what stands in the way. Nothing was changed.
        """

        def work(connection: Connection) -> ChangeSet:
            operation = _chosen(connection, operation_id)
            dependents = _dependents(connection, operation.id)
            if dependents and not with_dependents:
                raise ConflictError("dependents", operation=operation, dependents=dependents)
            members = undo.family(connection, operation.id)
            for dependent in dependents:
                members += undo.family(connection, dependent.id)
            undo_id = journal.begin_operation(
                connection,
                "undo",
                Actor.USER,
                self._clock.now(),
                workspace_id=operation.workspace_id,
                target_id=operation.id,
                fields={**_about(operation), "also": [_about(item) for item in dependents]},
            )
            standing = _standing(connection, members)
            with _clash_told(operation):
                touched = undo.take_back(connection, undo_id, standing)
            moves.follow(connection, undo_id, standing)
            graph_sweep.sweep(connection, undo_id)
            _drop_empty_workspaces(connection, undo_id)
            return changes_of(undo_id, touched)

        return self._database.write(work)

    def redo(self, operation_id: OperationId | None = None) -> ChangeSet:
        """Bring back what an undo took (None: the newest undo).

        Raises:
            NotFoundError: Nothing to redo.
            ConflictError: What it rests on is gone or was changed since. Nothing was changed.
        """

        def work(connection: Connection) -> ChangeSet:
            target = (
                _next_redo(connection) if operation_id is None else _load(connection, operation_id)
            )
            if target is None:
                raise NotFoundError(kind="redo", id=operation_id)
            undo_id = connection.execute(
                select(operations.c.undone_by).where(operations.c.id == target.id)
            ).scalar()
            if undo_id is None:
                raise ConflictError("not_undone", operation=target)
            later = _dependents(connection, OperationId(undo_id))
            if later:
                raise ConflictError("dependents", operation=target, dependents=later)
            redo_id = journal.begin_operation(
                connection,
                "redo",
                Actor.USER,
                self._clock.now(),
                workspace_id=target.workspace_id,
                target_id=target.id,
                fields=_about(target),
            )
            missing = undo.missing_workspace(connection, OperationId(undo_id))
            if missing:
                raise ConflictError("workspace_gone", operation=target, workspace=missing)
            missing = undo.missing_session(connection, OperationId(undo_id))
            if missing:
                raise ConflictError("session_gone", operation=target, session=missing)
            missing = undo.missing_event(connection, OperationId(undo_id))
            if missing:
                raise ConflictError("event_gone", operation=target, event=missing)
            with _clash_told(target):
                touched = undo.take_back(connection, redo_id, [OperationId(undo_id)])
            moves.follow(connection, redo_id, [OperationId(undo_id)])
            connection.execute(
                update(operations).where(operations.c.undone_by == undo_id).values(undone_by=None)
            )
            return changes_of(redo_id, touched)

        return self._database.write(work)


@contextmanager
def _clash_told(operation: Operation) -> Iterator[None]:
    """Tell of what cannot come back beside what was made since: a name, a conversation."""
    try:
        yield
    except IntegrityError as error:
        if getattr(error.orig, "sqlite_errorcode", 0) != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        if str(error.orig).endswith(str(workspaces.c.name)):
            name = operation.fields.get("workspace")
            raise ConflictError("workspace_exists", operation=operation, name=name) from error
        raise ConflictError("made_anew", operation=operation) from error


def _load(connection: Connection, operation_id: int) -> Operation:
    row = (
        connection.execute(select(operations).where(operations.c.id == operation_id))
        .mappings()
        .first()
    )
    if row is None:
        raise NotFoundError(kind="operation", id=operation_id)
    return records.operation(row)


def _next_undo(connection: Connection) -> Operation | None:
    row = (
        connection.execute(
            select(operations)
            .where(operations.c.kind.in_(_STEPS), operations.c.undone_by.is_(None))
            .order_by(operations.c.id.desc())
            .limit(1)
        )
        .mappings()
        .first()
    )
    return None if row is None else records.operation(row)


def _next_redo(connection: Connection) -> Operation | None:
    undo = connection.execute(
        select(operations.c.id, operations.c.target_id)
        .where(operations.c.kind == "undo", operations.c.undone_by.is_(None))
        .order_by(operations.c.id.desc())
        .limit(1)
    ).first()
    if undo is None:
        return None
    newest = connection.execute(
        select(operations.c.id)
        .where(operations.c.kind.in_(_STEPS))
        .order_by(operations.c.id.desc())
        .limit(1)
    ).scalar()
    # As everywhere: a new change ends the way back. Older undos are redone by name.
    if newest is not None and newest > undo.id:
        return None
    return _load(connection, undo.target_id)


def _chosen(connection: Connection, operation_id: OperationId | None) -> Operation:
    if operation_id is None:
        found = _next_undo(connection)
        if found is None:
            raise NotFoundError(kind="undo", id=None)
        return found
    operation = _load(connection, operation_id)
    if not operation.undoable:
        code = "already_undone" if operation.undone else "not_undoable"
        raise ConflictError(code, operation=operation)
    return operation


def _dependents(connection: Connection, operation_id: OperationId) -> tuple[Operation, ...]:
    members = undo.family(connection, operation_id)
    found = undo.find_dependents(connection, members)
    return tuple(_load(connection, key) for key in found)


def _standing(connection: Connection, members: Sequence[OperationId]) -> list[OperationId]:
    """Return the members that are not undone already."""
    found: list[OperationId] = []
    for key in members:
        undone = connection.execute(
            select(operations.c.undone_by).where(operations.c.id == key)
        ).scalar()
        if undone is None:
            found.append(key)
    return found


def _about(operation: Operation) -> dict[str, JsonValue]:
    return {
        "kind": operation.kind,
        "operation": operation.id,
        **{key: value for key, value in operation.fields.items() if key != "also"},
    }


def _drop_empty_workspaces(connection: Connection, undo_id: OperationId) -> None:
    """Take away workspaces that imports made for sessions that are gone again."""
    empty = list(
        connection.execute(
            select(workspaces.c.id).where(
                workspaces.c.auto == 1,
                ~select(sessions.c.id).where(sessions.c.workspace_id == workspaces.c.id).exists(),
                # Somebody gave it settings of its own: it is no longer the import's.
                ~undo.is_held(workspaces, _HOLDERS),
            )
        ).scalars()
    )
    if empty:
        journal.record_delete(connection, undo_id, "workspaces", empty)
        connection.execute(delete(workspaces).where(workspaces.c.id.in_(empty)))
