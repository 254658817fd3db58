"""What an import would do: the plan of each file, written nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from stratagate_app.adapters import provider
from stratagate_app.cli.import_words import (
    left_out_text,
    oddity_words,
    problem_sentence,
    warning_sentence,
)
from stratagate_app.cli.models import estimate_lines, estimate_value, settings_of
from stratagate_app.cli.output import NOT_DONE, WITH_PROBLEMS, Output, time_text
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import (
    ImportChoice,
    ImportPlan,
    InputRejected,
    Memory,
    PlannedConversation,
    PlanState,
    totals_of,
)

_STATES = {
    PlanState.NEW: "new",
    PlanState.LONGER: "longer",
    PlanState.THERE: "already there",
    PlanState.SKIPPED: "skipped",
}


def choice_of(only: Sequence[str], without: Sequence[str]) -> ImportChoice | None:
    """Return which conversations the options name; None for all."""
    if only and without:
        raise InputRejected("import_choice")
    if not only and not without:
        return None
    return ImportChoice(frozenset(only or without), keep=bool(only))


def show_plan(
    context: click.Context,
    files: Sequence[Path],
    workspace: str | None,
    choice: ImportChoice | None,
) -> None:
    """Print what importing the files would do; nothing is written."""
    output: Output = context.obj
    plans: list[ImportPlan] = []
    with output.memory(create=True) as memory, Ticker("{done} conversations read") as ticker:
        found = None if workspace is None else memory.workspaces.find(workspace)
        home = None if found is None else found.id
        for file in files:
            if ticker.stopped:
                break
            plans.append(memory.imports.plan_file(file, workspace_id=home, progress=ticker))
        values = [_plan_value(memory, plan, choice) for plan in plans]
        lines = [line for plan in plans for line in _plan_lines(memory, plan, choice)]
    output.show({"files": values, "stopped": ticker.stopped}, lines)
    problems = [plan for plan in plans if plan.problems]
    if problems and len(problems) == len(plans) and not any(p.conversations for p in problems):
        context.exit(NOT_DONE)
    odd = any(plan.warnings for plan in plans)
    context.exit(WITH_PROBLEMS if problems or odd or ticker.stopped else 0)


def _chosen(plan: ImportPlan, choice: ImportChoice | None) -> list[PlannedConversation]:
    return [row for row in plan.conversations if choice is None or choice.takes(row.key)]


def _plan_value(memory: Memory, plan: ImportPlan, choice: ImportChoice | None) -> dict[str, Any]:
    totals = totals_of(_chosen(plan, choice))
    return {
        "file": plan.path,
        "format": plan.format or None,
        "size": plan.size_bytes,
        "conversations": [_row_value(row, choice) for row in plan.conversations],
        "would_import": {
            "new": totals.new,
            "longer": totals.longer,
            "messages": totals.messages,
            "tokens": totals.tokens,
            "blocks": totals.work.blocks,
        },
        "estimate": estimate_value(provider.priced(totals.work, settings_of(memory))),
        "dropped": dict(plan.dropped),
        "warnings": [{"code": item.code, "where": item.where} for item in plan.warnings],
        "problems": [
            {"code": item.code, "where": item.where, "reason": item.reason}
            for item in plan.problems
        ],
    }


def _row_value(row: PlannedConversation, choice: ImportChoice | None) -> dict[str, Any]:
    return {
        "id": row.key,
        "state": row.state.value,
        "chosen": row.brings and (choice is None or choice.takes(row.key)),
        "title": row.title,
        "workspace": row.workspace or None,
        "project": row.project or None,
        "started_at": time_text(row.started_at),
        "ended_at": time_text(row.ended_at),
        "messages": row.messages,
        "added": row.added,
        "tokens": row.tokens,
        "blocks": row.blocks,
        "where": row.where,
        "reason": row.reason,
    }


def _plan_lines(memory: Memory, plan: ImportPlan, choice: ImportChoice | None) -> list[str]:
    lines = []
    if plan.conversations or not plan.problems:
        totals = totals_of(_chosen(plan, choice))
        lines.append(
            f"{Path(plan.path).name}: would import {totals.new} new, {totals.longer} longer of "
            f"{len(plan.conversations)} conversations: {totals.messages:,} messages, about "
            f"{totals.tokens:,} tokens, {totals.work.blocks} blocks"
        )
        lines += [_row_line(row, choice) for row in plan.conversations]
        lines += estimate_lines(provider.priced(totals.work, settings_of(memory)))
    if plan.dropped:
        lines.append(f"  left out: {left_out_text(plan.dropped)}")
    lines += [f"  {warning_sentence(item.code, item.where)}" for item in plan.warnings]
    lines += [
        "  " + problem_sentence(item.path, item.code, item.where, item.reason)
        for item in plan.problems
    ]
    return lines


def _row_line(row: PlannedConversation, choice: ImportChoice | None) -> str:
    if row.reason is not None:
        return f"  [ ] skipped        {row.where}: {oddity_words(row.reason)}"
    taken = row.brings and (choice is None or choice.takes(row.key))
    day = row.started_at.date().isoformat() if row.started_at else "no date   "
    return (
        f"  [{'x' if taken else ' '}] {_STATES[row.state]:<13}  {day}  {row.added:>6} messages  "
        f"{row.workspace}: {row.title[:60]}  ({row.key})"
    )
