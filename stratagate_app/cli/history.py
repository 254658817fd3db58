"""What changed the memory, and before and after of each change."""

from __future__ import annotations

from datetime import datetime, timedelta

import click

from stratagate_app.cli import operation_words
from stratagate_app.cli.output import Output, wanted_id
from stratagate_app.cli.reading import DAY, PAGE
from stratagate_app.engine import Actor, OperationId


@click.command()
@click.argument("operation", required=False)
@click.option("--kind", "kinds", multiple=True, help="Only of this kind; may be repeated.")
@click.option(
    "--by",
    "actors",
    multiple=True,
    type=click.Choice([actor.value for actor in Actor]),
    help="Only by this hand; may be repeated.",
)
@click.option("--from", "first", type=DAY, help="On this day or later: YYYY-MM-DD.")
@click.option("--to", "last", type=DAY, help="On this day or before: YYYY-MM-DD.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=PAGE, show_default=True)
@click.pass_obj
def history(
    output: Output,
    operation: str | None,
    kinds: tuple[str, ...],
    actors: tuple[str, ...],
    *,
    first: datetime | None,
    last: datetime | None,
    limit: int,
) -> None:
    """List what changed the memory, newest first; or compare before and after of OPERATION."""
    if operation is not None:
        _compare(output, OperationId(wanted_id("operation", operation)))
        return
    # Days are those of this computer.
    until = None if last is None else (last + timedelta(days=1)).astimezone()
    with output.memory() as memory:
        ids = memory.history.find_ids(
            kinds=frozenset(kinds),
            actors=frozenset(map(Actor, actors)),
            since=None if first is None else first.astimezone(),
            until=until,
        )
        rows = memory.history.load_page(ids[:limit])
    value = {"total": len(ids), "operations": [operation_words.operation(row) for row in rows]}
    lines = [operation_words.operation_line(row) for row in rows]
    nothing = "No change matches." if kinds or actors or first or last else "Nothing yet."
    output.show(value, lines or [nothing])


def _compare(output: Output, operation_id: OperationId) -> None:
    with output.memory() as memory:
        found = memory.history.get(operation_id)
        compared = memory.history.compare(operation_id)
    value = {**operation_words.operation(found), **operation_words.comparison(compared)}
    lines = operation_words.comparison_lines(compared)
    output.show(value, [operation_words.operation_line(found), *lines])


COMMANDS = (history,)
