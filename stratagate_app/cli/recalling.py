"""Commands for what a conversation gets to see of the memory, and for what was used of it."""

from __future__ import annotations

from typing import Any

import click

from stratagate_app.cli import shapes
from stratagate_app.cli.ask_shapes import refused
from stratagate_app.cli.output import Output, day_text, fitted, time_text, wanted_id
from stratagate_app.cli.reading import PAGE, workspace_option
from stratagate_app.engine import Receipt, SessionId, mask_secrets, public_id


@click.command()
@click.argument("session")
@click.pass_obj
def context(output: Output, session: str) -> None:
    """Print a conversation in layers: each block at its level, the rest as it is.

    Secrets are masked. Nothing is written.
    """
    number = SessionId(wanted_id("session", session))
    with output.memory() as memory:
        strata = memory.sessions.strata(number)
        text = memory.recall.context(number)
    value = {
        "session": public_id("session", number),
        "text": text,
        "tokens_shown": strata.tokens_shown,
        "tokens_total": strata.tokens_total,
    }
    output.show(value, text.split("\n"))


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--session", help="The conversation they are the next message of.")
@click.option("--workspace", help="Only from this workspace, and what is about you.")
@click.pass_obj
def recall(
    output: Output, words: tuple[str, ...], session: str | None, workspace: str | None
) -> None:
    """Print what other conversations hold about WORDS, as background for a next message.

    Nothing is written.
    """
    with output.memory() as memory:
        found = memory.recall.recall(
            " ".join(words),
            session_id=None if session is None else SessionId(wanted_id("session", session)),
            workspace_id=workspace_option(workspace, memory),
        )
    value = {
        "text": found.text,
        "tokens": found.tokens,
        "events": [shapes.event(row) for row in found.events],
        "nodes": [shapes.node(row) for row in found.nodes],
    }
    output.show(value, (found.text or "Nothing to recall.").split("\n"))


@click.command()
@click.option("--workspace", help="Only those of this workspace.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=PAGE, show_default=True)
@click.pass_obj
def receipts(output: Output, workspace: str | None, limit: int) -> None:
    """List what was used of the memory, for which question, newest first."""
    with output.memory() as memory:
        ids = memory.retrieval.find_receipt_ids(workspace_option(workspace, memory))
        rows = memory.retrieval.load_receipts(ids[:limit])
    lines = [receipt_line(row) for row in rows] or ["Nothing was used yet."]
    if len(ids) > len(rows):
        lines.append(f"... and {len(ids) - len(rows)} more (--limit)")
    output.show({"total": len(ids), "receipts": [receipt_value(row) for row in rows]}, lines)


def receipt_value(row: Receipt) -> dict[str, Any]:
    """Return a receipt as JSON."""
    session, operation = row.session_id, row.operation_id
    return {
        "receipt": row.receipt_id,
        "retrieval": public_id("retrieval", row.retrieval_id),
        "question": mask_secrets(row.question),
        "used": list(row.refs),
        "refused": [refused(item) for item in row.refused],
        "turn": row.turn,
        "at": time_text(row.at),
        "session": None if session is None else public_id("session", session),
        "session_title": row.session_title,
        "operation": None if operation is None else public_id("operation", operation),
        "undone": row.undone,
    }


def receipt_line(row: Receipt) -> str:
    """Return a receipt as a line."""
    used = " ".join(row.refs) or "nothing"
    undone = "  (undone)" if row.undone else ""
    question = fitted(mask_secrets(row.question), 44)
    return f"{day_text(row.at)}  {question}  used {used}  [{row.receipt_id}]{undone}"


COMMANDS = (context, recall, receipts)
