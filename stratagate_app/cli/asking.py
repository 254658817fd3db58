"""Questions to the memory: answered by a model, or by hand."""

from __future__ import annotations

import click

from stratagate_app.cli import ask_shapes
from stratagate_app.cli.output import NOT_DONE, WITH_PROBLEMS, Failure, Output, wanted_id
from stratagate_app.cli.reading import PAGE, workspace_option
from stratagate_app.cli.recalling import receipt_line, receipt_value
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import (
    DEFAULT_STEPS,
    MAX_STEPS,
    Ask,
    AskId,
    AskMove,
    AskOutcome,
    Memory,
    RetrievalId,
    RetrievalKind,
    SessionId,
    WorkspaceId,
    public_id,
)

NO_MODEL = (
    "No model is set up, so nobody can answer by themselves. By hand it works all the same: "
    "`stratagate ask --by-hand QUESTION` finds events and messages, `stratagate event ID` and "
    "`stratagate block ID` show more of them, `stratagate use BATCH REF…` records what you used. "
    "To set up a model: `stratagate model --help`."
)


@click.command()
@click.argument("question", nargs=-1)
@click.option("--workspace", help="Look only in this workspace.")
@click.option("--session", help="The conversation it is asked in.")
@click.option(
    "--steps",
    type=click.IntRange(1, MAX_STEPS),
    default=DEFAULT_STEPS,
    show_default=True,
    help="How many searches and expansions at most.",
)
@click.option("--by-hand", is_flag=True, help="Only search; you choose what counts: see `use`.")
@click.option("--resume", help="Go on with an earlier question, q12.")
@click.pass_context
def ask(
    context: click.Context,
    question: tuple[str, ...],
    workspace: str | None,
    session: str | None,
    steps: int,
    *,
    by_hand: bool,
    resume: str | None,
) -> None:
    """Answer QUESTION from the memory, step by step, with the evidence for it.

    Exit code 0: answered. 1: the evidence is not sufficient, or it was stopped. 2: not done.
    Nothing but the receipt of what the answer used is counted.
    """
    output: Output = context.obj
    words = " ".join(question)
    if bool(words) == (resume is not None):
        raise click.UsageError("Give a QUESTION, or an earlier one with --resume.")
    with output.memory() as memory:
        home = workspace_option(workspace, memory)
        inside = None if session is None else SessionId(wanted_id("session", session))
        if by_hand and words:
            _search_by_hand(context, memory, words, home, inside)
        if not memory.asks.model:
            raise Failure("no_model", NO_MODEL)
        with Ticker("step {done}") as ticker:
            if resume is not None:
                earlier = AskId(wanted_id("ask", resume))
                found = memory.asks.resume(earlier, max_steps=steps, progress=ticker)
            else:
                found = memory.asks.ask(
                    words,
                    workspace_id=home,
                    session_id=inside,
                    max_steps=steps,
                    progress=ticker,
                )
    _show(context, found)


def _show(context: click.Context, found: Ask) -> None:
    output: Output = context.obj
    value, lines = ask_shapes.ask(found), ask_shapes.ask_lines(found)
    code = 0 if found.outcome is AskOutcome.ANSWERED else WITH_PROBLEMS
    again = f"`stratagate ask --resume {public_id('ask', found.id)}` goes on from there."
    if found.outcome is AskOutcome.FAILED:
        told = [note for note in found.notes if note.code == "failed"]
        detail = f" ({told[-1].detail})" if told and told[-1].detail else ""
        message = f"The model did not answer: {found.error.replace('_', ' ')}{detail}."
        value["error"] = {"code": found.error, "message": message}
        lines.append(f"{message} What was found is kept; {again}")
        code = NOT_DONE
    elif found.outcome is AskOutcome.STOPPED:
        lines.append(f"Stopped. {again}")
    output.show(value, lines)
    context.exit(code)


def _search_by_hand(
    context: click.Context,
    memory: Memory,
    words: str,
    workspace_id: WorkspaceId | None,
    session_id: SessionId | None,
) -> None:
    begun = memory.asks.begin(words, workspace_id=workspace_id, session_id=session_id)
    for kind in (RetrievalKind.SEARCH_EVENTS, RetrievalKind.SEARCH_MESSAGES):
        begun = memory.asks.take(begun.id, AskMove(kind, words))
    batch = public_id("retrieval", begun.steps[-1].retrieval_id)
    lines = [*ask_shapes.found_lines(begun)]
    lines += (
        ["", f"What answered the question counts by: stratagate use {batch} REF…"]
        if lines
        else ["Nothing found. Ask with other words."]
    )
    output: Output = context.obj
    output.show(ask_shapes.ask(begun), lines)
    context.exit(0 if begun.items else WITH_PROBLEMS)


@click.command()
@click.argument("ask", required=False)
@click.option("--workspace", help="Only those of this workspace.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=PAGE, show_default=True)
@click.pass_obj
def asks(output: Output, ask: str | None, workspace: str | None, limit: int) -> None:
    """List earlier questions, newest first; or show one, q12, with its steps and evidence."""
    with output.memory() as memory:
        if ask is not None:
            ids = [wanted_id("ask", ask)]
            found = memory.asks.get(AskId(ids[0]))
            rows = memory.asks.load_page(ids)
            value = {"total": 1, "asks": [{**ask_shapes.row(rows[0]), **ask_shapes.ask(found)}]}
            output.show(value, ask_shapes.ask_lines(found))
            return
        listed = memory.asks.find_ids(workspace_option(workspace, memory))
        rows = memory.asks.load_page(listed[:limit])
    lines = [ask_shapes.row_line(row) for row in rows] or ["No questions yet."]
    if len(listed) > len(rows):
        lines.append(f"... and {len(listed) - len(rows)} more (--limit)")
    output.show({"total": len(listed), "asks": [ask_shapes.row(row) for row in rows]}, lines)


@click.command()
@click.argument("batch")
@click.argument("refs", nargs=-1)
@click.option("--receipt", default="", help="Your own id for it: the same again counts once.")
@click.option("--question", default="", help="What was answered; by default what was asked.")
@click.pass_context
def use(
    context: click.Context, batch: str, refs: tuple[str, ...], receipt: str, question: str
) -> None:
    """Record that you used REFS, found in BATCH: e12 an event, m7 a message.

    Each event counts once as used, which keeps it from fading. Can be undone.
    """
    output: Output = context.obj
    number = RetrievalId(wanted_id("retrieval", batch))
    with output.memory() as memory:
        made = memory.asks.use(number, refs, receipt_id=receipt, question=question)
    lines = [receipt_line(made)]
    lines += [f"not taken: {item.ref!r}, {item.reason.replace('_', ' ')}" for item in made.refused]
    output.show(receipt_value(made), lines)
    context.exit(WITH_PROBLEMS if made.refused else 0)


COMMANDS = (ask, asks, use)
