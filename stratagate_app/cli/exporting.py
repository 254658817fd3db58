"""The command that writes what is remembered to files."""

from __future__ import annotations

from pathlib import Path

import click

from stratagate_app.cli.output import Output, wanted_id
from stratagate_app.cli.reading import workspace_option
from stratagate_app.engine import (
    FORMATS,
    SUFFIXES,
    EventId,
    ExportChoice,
    ExportFormat,
    ExportWhat,
    SessionId,
)


@click.command()
@click.argument("what", type=click.Choice([what.value for what in ExportWhat]))
@click.option(
    "--format",
    "written",
    type=click.Choice([written.value for written in ExportFormat]),
    help="The default, the first of each, is what `import` reads back in full.",
)
@click.option("--out", type=click.Path(path_type=Path), help="The file; default: by what it is.")
@click.option("--workspace", help="Only of this workspace.")
@click.option("--id", "ids", multiple=True, help="Only this event or session; can be given again.")
@click.option("--mask", is_flag=True, help="Mask keys, tokens and passwords.")
@click.pass_obj
def export(  # noqa: PLR0917  (one a thing that can be chosen)
    output: Output,
    what: str,
    written: str | None,
    out: Path | None,
    workspace: str | None,
    ids: tuple[str, ...],
    *,
    mask: bool,
) -> None:
    """Write events (json, markdown, csv), sessions (json, markdown), the graph, or all as a zip."""
    kind = ExportWhat(what)
    form = ExportFormat(written) if written else FORMATS[kind][0]
    of_events, of_sessions = kind is ExportWhat.EVENTS, kind is ExportWhat.SESSIONS
    if ids and not (of_events or of_sessions):
        raise click.UsageError("--id chooses events or sessions.")
    target = out or Path(f"stratagate-{what}{SUFFIXES[form]}")
    numbers = [wanted_id("event" if of_events else "session", key) for key in ids]
    with output.memory() as memory:
        choice = ExportChoice(
            kind,
            form,
            workspace_id=workspace_option(workspace, memory),
            events=tuple(map(EventId, numbers)) if ids and of_events else None,
            sessions=tuple(map(SessionId, numbers)) if ids and of_sessions else None,
            masked=mask,
        )
        result = memory.exports.write(choice, target.expanduser().absolute())
    value = {
        "file": str(result.path),
        "format": form.value,
        "bytes": result.size_bytes,
        "counts": dict(result.counts),
    }
    counted = ", ".join(f"{count:,} {name}" for name, count in result.counts.items())
    output.show(value, [f"Wrote {counted or 'nothing'} to {result.path}"])


COMMANDS = (export,)
