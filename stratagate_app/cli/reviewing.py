"""Commands for what a person has to decide."""

from __future__ import annotations

import time
from typing import Any

import click

from stratagate_app.cli.output import Failure, Output, changed
from stratagate_app.cli.reading import PAGE, workspace_option
from stratagate_app.engine import (
    ANSWERS,
    Memory,
    ReviewAnswer,
    ReviewItem,
    ReviewKind,
    public_id,
)

# How long a list may wait for events that were not compared with the others yet.
COMPARE_S = 2.0


@click.command()
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in ReviewKind]),
    help="Only of this kind; can be given again.",
)
@click.option("--workspace", help="Only of this workspace.")
@click.option("--limit", default=PAGE, show_default=True, type=click.IntRange(min=1))
@click.pass_obj
def review(output: Output, kinds: tuple[str, ...], workspace: str | None, limit: int) -> None:
    """List what the program could not decide: each a question with its answers."""
    with output.memory() as memory:
        _compare(memory)
        queue = memory.review.load(
            workspace_option(workspace, memory), [ReviewKind(kind) for kind in kinds], limit=limit
        )
    value = {
        "total": queue.total,
        "counts": {kind.value: count for kind, count in queue.counts.items()},
        "unscanned": queue.unscanned,
        "questions": [_question(item) for item in queue.items],
    }
    lines = [line for item in queue.items for line in _lines(item)]
    if queue.unscanned:
        lines.append(f"{queue.unscanned} events were not looked through for duplicates yet.")
    output.show(value, lines or ["Nothing needs you."])


@click.command()
@click.argument("question")
@click.argument("answer", type=click.Choice([answer.value for answer in ReviewAnswer]))
@click.pass_obj
def answer(output: Output, question: str, answer: str) -> None:
    """Answer a QUESTION, as `review` names it."""
    chosen = ReviewAnswer(answer)
    kind = question.partition(":")[0]
    if kind in list(ReviewKind) and chosen not in ANSWERS[ReviewKind(kind)]:
        offered = ", ".join(item.value for item in ANSWERS[ReviewKind(kind)])
        raise Failure("answer", f"That can be answered with: {offered}.")
    with output.memory() as memory:
        changes = memory.review.answer(question, chosen)
    if kind == ReviewKind.UNSURE.value or chosen is ReviewAnswer.RETRY:
        # A decision on a preview, and work that starts over, are no operations of the memory.
        output.show({"operation": None}, ["Answered."])
    else:
        changed(output, changes, "Answered.", "")


def _compare(memory: Memory) -> None:
    end = time.monotonic() + COMPARE_S
    while time.monotonic() < end and memory.review.scan_some() is not None:
        pass


def _question(item: ReviewItem) -> dict[str, Any]:
    return {
        "question": item.key,
        "kind": item.kind.value,
        "title": item.title,
        "other": item.other or None,
        "events": [public_id("event", key) for key in (item.first, item.second) if key is not None],
        "candidate": item.candidate,
        "preview": item.preview,
        "job": None if item.job is None else public_id("job", item.job),
        "day": item.day,
        "detail": item.detail,
        "answers": [answer.value for answer in ANSWERS[item.kind]],
    }


def _lines(item: ReviewItem) -> list[str]:
    about = f"“{item.title}”"
    if item.other:
        about += f" / “{item.other}”"
    if item.day:
        about += f", planned for {item.day}"
    if item.detail:
        about += f" ({item.detail})"
    offered = ", ".join(answer.value for answer in ANSWERS[item.kind])
    return [f"{item.key}  {about}", f"    {offered}"]


COMMANDS = (review, answer)
