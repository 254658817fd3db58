"""Commands for workspaces: list, create, rename, rules for what comes in, moving sessions."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import click

from stratagate_app.cli.output import Failure, Output, changed, fitted, wanted_id
from stratagate_app.cli.reading import workspace_option
from stratagate_app.engine import (
    SOURCES,
    ChangeSet,
    Memory,
    RuleId,
    RuleKind,
    SessionId,
    Workspace,
    WorkspaceId,
    WorkspaceRule,
    public_id,
)


@click.command()
@click.pass_obj
def workspaces(output: Output) -> None:
    """List workspaces with what they hold."""
    with output.memory() as memory:
        rows = memory.workspaces.list()
        sizes = memory.workspaces.sizes()
    value = {"workspaces": [_workspace(row, *sizes[row.id]) for row in rows]}
    lines = [_workspace_line(row, *sizes[row.id]) for row in rows]
    output.show(value, lines or ["No workspaces yet. Import a file."])


@click.command()
@click.argument("sessions", nargs=-1, required=True)
@click.option("--to", "workspace", required=True, help="The workspace they go to.")
@click.pass_obj
def move(output: Output, sessions: tuple[str, ...], workspace: str) -> None:
    """Move SESSIONS to another workspace, with all that came of them; no weight changes."""
    numbers = [SessionId(wanted_id("session", item)) for item in sessions]
    with output.memory() as memory:
        home = _named(memory, workspace)
        changes = memory.workspaces.move_sessions(numbers, home.id)
    moved = len(changes.session_ids) or len(set(numbers))
    changed(output, changes, f"{moved} moved to {home.name}.", f"They are in {home.name} already.")


@click.group(name="workspace")
def workspace_group() -> None:
    """Create and rename workspaces, and say what belongs where."""


@workspace_group.command(name="new")
@click.argument("name")
@click.pass_obj
def new(output: Output, name: str) -> None:
    """Create a workspace called NAME."""
    with output.memory() as memory:
        key, changes = memory.workspaces.create(name)
    _made(output, "workspace", key, changes, f"Created {public_id('workspace', key)}.")


@workspace_group.command(name="rename")
@click.argument("workspace")
@click.argument("name")
@click.pass_obj
def rename(output: Output, workspace: str, name: str) -> None:
    """Call WORKSPACE by another NAME."""
    with output.memory() as memory:
        found = _named(memory, workspace)
        changes = memory.workspaces.configure(found.id, name=name)
        now = memory.workspaces.get(found.id).name
    changed(output, changes, f"{found.name} is {now} now.", f"It is called {now} already.")


@workspace_group.command(name="rules")
@click.pass_obj
def rules(output: Output) -> None:
    """List the rules that say where new conversations belong."""
    with output.memory() as memory:
        found = memory.workspaces.rules()
        names = {row.id: row.name for row in memory.workspaces.list()}
    value = {
        "rules": [
            {
                "id": public_id("rule", row.id),
                "kind": row.kind.value,
                "pattern": row.pattern,
                "workspace": public_id("workspace", row.workspace_id),
                "workspace_name": names[row.workspace_id],
            }
            for row in found
        ]
    }
    lines = [_rule_line(row, names[row.workspace_id]) for row in found]
    output.show(value, lines or ["No rules: a project folder has a workspace of its own."])


@workspace_group.group(name="rule")
def rule_group() -> None:
    """Add and remove rules."""


@rule_group.command(name="add")
@click.argument("workspace")
@click.option("--path", help="Conversations of this folder and all below it.")
@click.option("--source", type=click.Choice(SOURCES), help="Conversations of this source.")
@click.pass_obj
def add(output: Output, workspace: str, path: str | None, source: str | None) -> None:
    """Let new conversations of a folder or a source go to WORKSPACE.

    The folder nearest above a conversation's own wins, then its source. `import --workspace` goes
    before all rules; what is here already stays where it is.
    """
    if (path is None) == (source is None):
        raise Failure("usage", "Give either --path or --source.")
    kind = RuleKind.SOURCE if path is None else RuleKind.PROJECT
    pattern = source or _whole_path(path or "")
    with output.memory() as memory:
        home = _named(memory, workspace)
        key, changes = memory.workspaces.add_rule(kind, pattern, home.id)
    _made(output, "rule", key, changes, f"New from {pattern} goes to {home.name}.")


@rule_group.command(name="remove")
@click.argument("rule")
@click.pass_obj
def remove(output: Output, rule: str) -> None:
    """Remove RULE; what it brought to its workspace stays there."""
    number = RuleId(wanted_id("rule", rule))
    with output.memory() as memory:
        changes = memory.workspaces.remove_rule(number)
    changed(output, changes, "Removed.", "")


def _named(memory: Memory, name: str) -> Workspace:
    return memory.workspaces.get(WorkspaceId(workspace_option(name, memory) or 0))


def _whole_path(path: str) -> str:
    """Return a path from its root; one of another system stays as it is."""
    if PureWindowsPath(path).drive or PurePosixPath(path).is_absolute() or not path.strip():
        return path
    return str(Path(path).expanduser().resolve())


def _made(output: Output, kind: str, key: int, changes: ChangeSet, line: str) -> None:
    operation = changes.operation_id
    value = {
        kind: public_id(kind, key),
        "operation": None if operation is None else public_id("operation", operation),
    }
    output.show(value, [line])


def _workspace(row: Workspace, sessions: int, events: int) -> dict[str, Any]:
    return {
        "id": public_id("workspace", row.id),
        "name": row.name,
        "sessions": sessions,
        "events": events,
        "turns": row.turns,
        "block_turns": row.block_turns,
        "decay_lambda": row.decay_lambda,
    }


def _workspace_line(row: Workspace, sessions: int, events: int) -> str:
    return (
        f"{public_id('workspace', row.id):>5}  {fitted(row.name, 32)}  {sessions:>6} "
        f"sessions  {events:>6} events  {row.turns:>6} turns"
    )


def _rule_line(row: WorkspaceRule, workspace: str) -> str:
    kind = "source" if row.kind is RuleKind.SOURCE else "folder"
    return f"{public_id('rule', row.id):>5}  {kind}  {row.pattern} -> {workspace}"


COMMANDS = (workspaces, move, workspace_group)
