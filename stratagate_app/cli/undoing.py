"""Commands that take changes back, and bring them back."""

from __future__ import annotations

from typing import Any

import click

from stratagate_app.cli.operation_words import operation as operation_shape
from stratagate_app.cli.operation_words import operation_line, operation_text
from stratagate_app.cli.output import Failure, Output, changed, wanted_id
from stratagate_app.engine import (
    ConflictError,
    EventId,
    MadeEvent,
    OperationId,
    RelationKind,
    UndoPlan,
    public_id,
)


@click.command()
@click.argument("operation", required=False)
@click.option("--with-dependents", is_flag=True, help="Undo what rests on it as well.")
@click.option("--plan", is_flag=True, help="Only say what would go and come back.")
@click.option(
    "--only",
    multiple=True,
    metavar="EVENT",
    help="Of memories that were imported, take back only this event; can be given again.",
)
@click.pass_obj
def undo(
    output: Output,
    operation: str | None,
    *,
    with_dependents: bool,
    plan: bool,
    only: tuple[str, ...],
) -> None:
    """Undo OPERATION, or the newest one.

    With --plan the JSON is {operation, dependents, events}, of memories that were imported each
    event with {id, title, decision, releases, later}.
    """
    number = None if operation is None else OperationId(wanted_id("operation", operation))
    events = [EventId(wanted_id("event", key)) for key in only]
    with output.memory() as memory:
        planned = memory.history.plan_undo(number)
        key = planned.operation.id
        if plan:
            made = memory.previews.load_made(key, memory.previews.find_made(key))
            output.show(*_plan(planned, made))
            return
        if events:
            changes = memory.previews.withdraw(key, events)
            done = f"Taken back: {len(events)} of {operation_text(planned.operation)}"
            changed(output, changes, done, "")
            return
        try:
            changes = memory.history.undo(key, with_dependents=with_dependents)
        except ConflictError as error:
            if error.code != "dependents":
                raise
            listed = "\n".join("  " + operation_line(item) for item in planned.dependents)
            raise Failure(
                "dependents",
                f"Later changes rest on it, so nothing was undone:\n{listed}\n"
                "Undo them first, or all of it with --with-dependents.",
                fields={"dependents": [operation_shape(item) for item in planned.dependents]},
            ) from error
    changed(output, changes, f"Undone: {operation_text(planned.operation)}", "")


def _plan(planned: UndoPlan, made: tuple[MadeEvent, ...]) -> tuple[dict[str, Any], list[str]]:
    value = {
        "operation": operation_shape(planned.operation),
        "dependents": [operation_shape(item) for item in planned.dependents],
        "events": [
            {
                "id": public_id("event", item.id),
                "title": item.title,
                "decision": item.decision.value,
                "releases": [
                    {
                        "event": public_id("event", released.event_id),
                        "title": released.title,
                        "kind": released.kind.value,
                    }
                    for released in item.releases
                ],
                "later": [operation_shape(later) for later in item.later],
            }
            for item in made
        ],
    }
    lines = [f"Would undo: {operation_text(planned.operation)}"]
    for item in made:
        lines.append(f"{public_id('event', item.id):>7}  {item.decision.value:<9} {item.title}")
        for released in item.releases:
            again = released.kind is RelationKind.SUPERSEDES
            words = "counts again" if again else "is contradicted no longer"
            lines.append(f"{'':7}    “{released.title}” {words}")
        lines += [f"{'':7}    since: {operation_text(later)}" for later in item.later]
    if planned.dependents:
        lines.append("Later changes that rest on it:")
        lines += ["  " + operation_line(item) for item in planned.dependents]
    return value, lines


@click.command()
@click.argument("operation", required=False)
@click.pass_obj
def redo(output: Output, operation: str | None) -> None:
    """Bring back what an undo took: OPERATION, or the newest."""
    number = None if operation is None else OperationId(wanted_id("operation", operation))
    with output.memory() as memory:
        target = memory.history.next_redo() if number is None else memory.history.get(number)
        changes = memory.history.redo(number)
    name = "" if target is None else f": {operation_text(target)}"
    changed(output, changes, f"Brought back{name}", "")


COMMANDS = (undo, redo)
