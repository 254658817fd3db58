"""The command itself: its options, how errors end it, and the window behind `gui`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from stratagate_app.cli import (
    asking,
    changing,
    evaluating,
    event_changes,
    exporting,
    graphing,
    history,
    models,
    previewing,
    reading,
    recalling,
    reviewing,
    searching,
    undoing,
    workspaces,
)
from stratagate_app.cli.json_help import JSON
from stratagate_app.cli.output import (
    NOT_DONE,
    Failure,
    OpenWindow,
    Output,
    stand_in_for_closed_streams,
    told_output,
)
from stratagate_app.engine import StrataGateError


def _named(_context: click.Context, _option: click.Parameter, db: Path | None) -> Path | None:
    """Return a path; an empty one would be the current folder."""
    if db == Path():
        raise click.BadParameter("give the name of a file.")
    return db


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_named,
    help="The memory file; by default that of STRATAGATE_DB, else your own.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.version_option(package_name="stratagate", prog_name="stratagate")
@click.pass_context
def program(context: click.Context, db: Path | None, *, as_json: bool) -> None:
    """See, and have a say over, what AI assistants remember of you."""
    context.obj = Output(db, as_json=as_json, open_window=context.obj)
    if context.invoked_subcommand is None:
        context.invoke(gui)


@program.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where there is no display: the folder for pictures of the window.",
)
@click.pass_obj
def gui(output: Output, files: tuple[Path, ...], pictures: Path | None = None) -> None:
    """Open the window; FILES are imported.

    Without a display, FILES (or the sample) go into the file of --db or one of their own, shown as
    text and as pictures.
    """
    if output.open_window is None:
        raise Failure("no_window", "This command line was started without a window.")
    raise click.exceptions.Exit(output.open_window(output.db, files, pictures))


def _explain(command: click.Command, name: str) -> None:
    """Say below the help of a command what it prints with --json."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            _explain(part, f"{name} {part.name}")
        return
    command.epilog = (
        f"With --json: {JSON[name]}. What was not done is {{error: code, message}}."
        " --json and --db FILE may stand anywhere."
    )


for _command in (
    *workspaces.COMMANDS,
    *reading.COMMANDS,
    *searching.COMMANDS,
    *history.COMMANDS,
    *changing.COMMANDS,
    *undoing.COMMANDS,
    *previewing.COMMANDS,
    *reviewing.COMMANDS,
    *exporting.COMMANDS,
    *event_changes.COMMANDS,
    *graphing.COMMANDS,
    *recalling.COMMANDS,
    *asking.COMMANDS,
    *evaluating.COMMANDS,
    *models.COMMANDS,
):
    _explain(_command, _command.name or "")
    program.add_command(_command)


def _spread(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with --json and --db in front, wherever they were given."""
    general: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument == "--json" or argument.startswith("--db="):
            general.append(argument)
        elif argument == "--db":
            general += [argument, *([value] if (value := next(waiting, None)) is not None else [])]
        else:
            rest.append(argument)
    return general + rest


def run(arguments: Sequence[str], open_window: OpenWindow | None = None) -> int:
    """Run the command line and return its exit code.

    Args:
        arguments: Without the name of the program.
        open_window: What `gui` does; None where there is no window to open.
    """
    given = _spread(arguments)
    code = [NOT_DONE]
    stand_in_for_closed_streams()
    try:
        with told_output():
            code = [_run(given, open_window, as_json="--json" in given)]
    except Failure as failure:
        failure.show(as_json=False)
        return failure.exit_code
    return code[0]


def _run(arguments: Sequence[str], open_window: OpenWindow | None, *, as_json: bool) -> int:
    try:
        # Not standalone, click returns the code that a command exits with.
        code = program.main(
            arguments, prog_name="stratagate", standalone_mode=False, obj=open_window
        )
    except click.Abort:
        return NOT_DONE
    except click.ClickException as error:
        Failure("usage", error.format_message()).show(as_json=as_json)
        return NOT_DONE
    except Failure as failure:
        failure.show(as_json=as_json)
        return failure.exit_code
    except StrataGateError as error:
        Failure.of(error).show(as_json=as_json)
        return NOT_DONE
    return code if isinstance(code, int) else 0
