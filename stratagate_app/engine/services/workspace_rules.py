"""Rules that say which workspace new conversations belong to: list, add, remove."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.ids import RuleId, WorkspaceId
from stratagate_app.engine.domain.workspace_rules import RuleKind, WorkspaceRule
from stratagate_app.engine.errors import ConflictError, InputRejected, NotFoundError
from stratagate_app.engine.importing import SOURCES
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules.placing import path_parts
from stratagate_app.engine.services.commands import changes_of, hold_workspace
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import workspace_rules, workspaces

PATTERN_CHARS = 1000


class RuleCommands:
    """What can be done with rules."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def rules(self) -> tuple[WorkspaceRule, ...]:
        """Return all rules, in the order they were made."""
        return self._database.read(load_rules)

    def add_rule(
        self, kind: RuleKind, pattern: str, workspace_id: WorkspaceId
    ) -> tuple[RuleId, ChangeSet]:
        """Let new conversations of a folder or a source go to a workspace.

        Those that are here already stay where they are.

        Raises:
            InputRejected: Code `rule_path`: no path, or longer than 1,000 characters; code
                `rule_source`: no source that the readers know.
            ConflictError: Code `rule_exists`: there is one for the same.
            NotFoundError: There is no such workspace.
        """
        wanted = pattern.encode("utf-8", "replace").decode().strip()
        if kind is RuleKind.SOURCE and wanted not in SOURCES:
            raise InputRejected("rule_source", value=wanted, known=", ".join(SOURCES))
        if kind is RuleKind.PROJECT and not (
            path_parts(wanted) and len(wanted) <= PATTERN_CHARS and wanted.isprintable()
        ):
            raise InputRejected("rule_path", limit=PATTERN_CHARS)

        def work(connection: Connection) -> tuple[RuleId, ChangeSet]:
            name = _name_of(connection, workspace_id)
            for rule in load_rules(connection):
                if rule.kind is kind and _same(kind, rule.pattern, wanted):
                    raise ConflictError(
                        "rule_exists",
                        pattern=rule.pattern,
                        workspace=_name_of(connection, rule.workspace_id),
                    )
            operation = journal.begin_operation(
                connection,
                "add_rule",
                Actor.USER,
                self._clock.now(),
                workspace_id=workspace_id,
                fields={"rule": kind.value, "pattern": wanted, "workspace": name},
            )
            hold_workspace(connection, operation, workspace_id)
            last = connection.execute(select(func.max(workspace_rules.c.position))).scalar()
            row: dict[str, object] = {
                "workspace_id": workspace_id,
                "position": (last or 0) + 1,
                "kind": kind.value,
                "pattern": wanted,
            }
            journal.insert_rows(connection, operation, {workspace_rules: [row]})
            key = connection.execute(select(func.max(workspace_rules.c.id))).scalar_one()
            return RuleId(key), changes_of(operation, {"workspace_rules": [key]})

        return self._database.write(work)

    def remove_rule(self, rule_id: RuleId) -> ChangeSet:
        """Remove a rule; what it brought to its workspace stays there.

        Raises:
            NotFoundError: There is no such rule.
        """

        def work(connection: Connection) -> ChangeSet:
            rule = next((rule for rule in load_rules(connection) if rule.id == rule_id), None)
            if rule is None:
                raise NotFoundError(kind="rule", id=rule_id)
            operation = journal.begin_operation(
                connection,
                "remove_rule",
                Actor.USER,
                self._clock.now(),
                workspace_id=rule.workspace_id,
                fields={
                    "rule": rule.kind.value,
                    "pattern": rule.pattern,
                    "workspace": _name_of(connection, rule.workspace_id),
                },
            )
            journal.record_delete(connection, operation, workspace_rules.name, [rule_id])
            connection.execute(delete(workspace_rules).where(workspace_rules.c.id == rule_id))
            return changes_of(operation, {"workspace_rules": [rule_id]})

        return self._database.write(work)


def load_rules(connection: Connection) -> tuple[WorkspaceRule, ...]:
    """Return all rules, in the order they were made; those of a kind unknown here are left out."""
    statement = select(workspace_rules).order_by(workspace_rules.c.position, workspace_rules.c.id)
    return tuple(
        WorkspaceRule(
            RuleId(row.id), WorkspaceId(row.workspace_id), RuleKind(row.kind), row.pattern
        )
        for row in connection.execute(statement.where(workspace_rules.c.kind.in_(list(RuleKind))))
    )


def _same(kind: RuleKind, one: str, other: str) -> bool:
    if kind is RuleKind.SOURCE:
        return one == other
    return path_parts(one) == path_parts(other)


def _name_of(connection: Connection, workspace_id: int) -> str:
    name = connection.execute(
        select(workspaces.c.name).where(workspaces.c.id == workspace_id)
    ).scalar()
    if name is None:
        raise NotFoundError(kind="workspace", id=workspace_id)
    return str(name)
