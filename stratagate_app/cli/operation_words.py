"""Operations in JSON, in words, and compared: before and after."""

from __future__ import annotations

from typing import Any

from stratagate_app.cli.output import day_text, time_text
from stratagate_app.engine import Comparison, Decision, JsonValue, Operation, RowChange, public_id


def operation(row: Operation) -> dict[str, Any]:
    """Return an operation as JSON."""
    return {
        "id": public_id("operation", row.id),
        "kind": row.kind,
        "actor": row.actor.value,
        "at": time_text(row.at),
        "fields": dict(row.fields),
        "undone": row.undone,
        "undoable": row.undoable,
        "target": None if row.target is None else public_id("operation", row.target),
    }


def operation_text(row: Operation) -> str:
    """Return an operation in words."""
    said = row.fields
    kind = str(said.get("kind")) if row.kind in ("undo", "redo") else row.kind
    words = {
        "import": f"import of {said.get('file')}: {said.get('new')} new, "
        f"{said.get('longer')} longer",
        "import_memories": f"memories of {said.get('file')}: "
        + ", ".join(f"{said.get(decision.value) or 0} {decision.value}" for decision in Decision),
        "derive": f"summaries of {_counted(said.get('blocks'), 'block')}, "
        f"{_counted(said.get('events'), 'event')} from {said.get('file')}",
        "pin_event": f"pin {_titled(row)}",
        "unpin_event": f"unpin {_titled(row)}",
        "forget_event": f"forget {_titled(row)}",
        "restore_event": f"restore {_titled(row)}",
        "archive_event": f"archive {_titled(row)}",
        "edit_event": f"edit {_titled(row)}: {', '.join(_edited(row))}",
        "merge_event": f"merge {_merged(row)} into “{said.get('into')}”",
        "supersede_event": f"{_titled(row)} supersedes “{said.get('other')}”",
        "conflict_event": f"{_titled(row)} conflicts with “{said.get('other')}”",
        "relate_event": f"{_titled(row)} {said.get('relation')} “{said.get('other')}”",
        "unrelate_event": f"no more {said.get('relation') or 'relations'} between {_titled(row)} "
        f"and “{said.get('other')}”",
        "scope_event": f"scope of {_titled(row)} to {said.get('scope')}",
        "criticality_event": f"criticality of {_titled(row)} to {said.get('criticality')}",
        "withdraw_event": f"take {_titled(row)} of {said.get('file')} back",
        "project": f"into the graph: {_counted(said.get('facts'), 'fact')}, "
        f"{_counted(said.get('edges'), 'relation')}, {said.get('refused') or 0} not taken",
        "merge_nodes": f"“{said.get('other')}” is {_titled(row)}",
        "split_node": f"split “{said.get('other')}” off {_titled(row)}",
        "rename_node": f"rename {_titled(row)} to “{said.get('name')}”",
        "add_alias": f"{_titled(row)} is also “{said.get('alias')}”",
        "remove_alias": f"{_titled(row)} is not “{said.get('alias')}”",
        "retype_node": f"{_titled(row)} is a {said.get('type')}",
        "close_fact": f"{_stated(row)} held until {said.get('on')}",
        "close_edge": f"{_stated(row)} held until {said.get('on')}",
        "decide_fact": f"{_stated(row)} holds",
        "decide_edge": f"{_stated(row)} holds",
        "rebuild_graph": f"graph of {said.get('workspace')} anew from "
        f"{_counted(said.get('count'), 'event')}",
        "record_use": f"use of {_titled(row)}",
        "expand_block": f"expand block {said.get('block')} of {said.get('session')} "
        f"from L{said.get('from')} to L{said.get('to')}",
        "configure_workspace": f"settings of {said.get('workspace')}",
        "create_workspace": f"new workspace {said.get('workspace')}",
        "add_rule": f"rule: {said.get('pattern')} goes to {said.get('workspace')}",
        "remove_rule": f"no more rule: {said.get('pattern')} goes to {said.get('workspace')}",
        "move_sessions": f"move {_titled(row)} to {said.get('workspace')}",
        "answer_review": f"answer about {_titled(row)}: {said.get('answer')}",
        "retry_jobs": f"retry of {_counted(said.get('count'), 'job')}",
    }.get(kind, kind)
    return f"{row.kind}: {words}" if row.kind in ("undo", "redo") else words


def _counted(count: object, name: str) -> str:
    return f"{count or 0} {name}{'' if count == 1 else 's'}"


def _edited(row: Operation) -> list[str]:
    """Return the fields that an edit changed."""
    after = row.fields.get("after")
    return list(after) if isinstance(after, dict) else []


def _merged(row: Operation) -> str:
    count = row.fields.get("count", 2)
    both = f"“{row.fields.get('title')}” and “{row.fields.get('other')}”"
    return both if count == 2 else f"{count} events"  # noqa: PLR2004 - as many have names


def _stated(row: Operation) -> str:
    """Return a fact or a relation that an operation was about."""
    said = row.fields
    return f"“{said.get('title')}” {said.get('key')} “{said.get('value')}”"


def _titled(row: Operation) -> str:
    count = row.fields.get("count", 1)
    title = f"“{row.fields.get('title')}”"
    return title if count == 1 else f"{title} and {int(str(count)) - 1} more"


def operation_line(row: Operation) -> str:
    """Return an operation as a line."""
    undone = "  (undone)" if row.undone else ""
    number = public_id("operation", row.id)
    return f"{number:>7}  {day_text(row.at)}  {row.actor.value:<6}  {operation_text(row)}{undone}"


def comparison(found: Comparison) -> dict[str, Any]:
    """Return before and after as JSON."""
    return {
        "changes": [
            {
                "id": _public(change),
                "kind": change.kind,
                "title": change.title,
                "before": dict(change.before),
                "after": dict(change.after),
            }
            for change in found.changes
        ],
        "more": found.more,
        "added": dict(found.added),
        "removed": dict(found.removed),
    }


def comparison_lines(found: Comparison) -> list[str]:
    """Return before and after, a field a line."""
    lines = [
        f"{'':7}  {sign} {_counted(count, name)}"
        for sign, counts in (("+", found.added), ("-", found.removed))
        for name, count in counts.items()
    ]
    for change in found.changes:
        lines.append(f"{_public(change):>7}  {change.title}{'' if change.after else '  (gone)'}")
        for name, before in change.before.items() if change.after else ():
            after = _value(change.after[name])
            if name == "uses":
                lines.append(f"{'':7}    uses: +{after}")
            else:
                lines.append(f"{'':7}    {name}: {_value(before)} -> {after}")
    return [*lines, *([f"{'':7}  and {found.more} more"] if found.more else [])]


def _public(change: RowChange) -> str:
    return public_id(change.kind, change.id)


def _value(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)
