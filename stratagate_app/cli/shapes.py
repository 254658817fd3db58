"""The JSON and the lines of what the commands show."""

from __future__ import annotations

from typing import Any

from stratagate_app.cli.output import day_text, fitted, time_text
from stratagate_app.engine import (
    Block,
    EventDetail,
    EventRow,
    Evidence,
    Happening,
    JobRow,
    Level,
    Message,
    NodeRow,
    SessionRow,
    Strata,
    public_id,
)

BAR = " ▁▂▃▅▆█"


def session(row: SessionRow) -> dict[str, Any]:
    """Return a session as JSON."""
    return {
        "id": public_id("session", row.id),
        "workspace": public_id("workspace", row.workspace_id),
        "source": row.source,
        "title": row.title,
        "started_at": time_text(row.started_at),
        "updated_at": time_text(row.updated_at),
        "turns": row.turns,
        "blocks": row.blocks,
        "messages": row.messages,
    }


def session_line(row: SessionRow) -> str:
    """Return a session as a line."""
    return (
        f"{public_id('session', row.id):>7}  {fitted(row.title, 44)}  {fitted(row.source, 14)}"
        f"  {row.turns:>5} turns  {row.blocks:>4} blocks  {day_text(row.updated_at)}"
    )


def block(row: Block) -> dict[str, Any]:
    """Return a block as JSON."""
    return {
        "id": public_id("block", row.id),
        "session": public_id("session", row.session_id),
        "number": row.number,
        "first_turn": row.first_turn,
        "last_turn": row.last_turn,
        "status": row.status.value,
        "level": int(row.level),
        "weight": row.weight,
        "age": row.age,
        "ready_position": row.ready_position,
        "anchor_level": int(row.anchor_level),
        "anchor_position": row.anchor_position,
        "lifted_by": row.lifted_by,
        "lifted_at": time_text(row.lifted_at),
        "title": row.title,
        "tags": list(row.tags),
        "tokens": list(row.tokens),
        "messages": row.messages,
        "tool_calls": row.tool_calls,
        "started_at": time_text(row.started_at),
        "ended_at": time_text(row.ended_at),
        "sealed_at": time_text(row.sealed_at),
        "attempts": row.attempts,
        "error": row.error,
    }


def block_line(row: Block, level: Level | None = None) -> str:
    """Return a block as a line: its level as a bar, its turns, its title.

    Args:
        row: The block.
        level: The level it is looked at; None for the one that it has now.
    """
    level = row.level if level is None else level
    if row.ready_position is None and level == row.level:
        shown = f"{row.status.value:>7}"
    else:
        shown = f"{BAR[level + 1] * 3} L{int(level)} "
    kept = ""
    if level != row.level:
        kept = f"  (now at L{int(row.level)})"
    elif row.lifted_by and row.level == row.anchor_level:
        kept = f"  kept by {row.lifted_by}"
    elif row.lifted_by:
        kept = f"  faded since {row.lifted_by} lifted it to L{int(row.anchor_level)}"
    turns = f"turns {row.first_turn}-{row.last_turn}"
    return (
        f"{public_id('block', row.id):>7}  #{row.number:<4} {shown} {turns:<15} "
        f"{row.tokens[level]:>6} of {row.tokens[5]:>6} tokens  {row.title}{kept}"
    )


def strata(found: Strata) -> dict[str, Any]:
    """Return the strata of a session as JSON."""
    return {
        "session": session(found.session),
        "block_turns": found.workspace.block_turns,
        "decay_lambda": found.workspace.decay_lambda,
        "blocks": [block(row) for row in found.blocks],
        "tail": {
            "turns": found.tail.turns,
            "messages": found.tail.messages,
            "tokens": found.tail.tokens,
        },
        "tokens_shown": found.tokens_shown,
        "tokens_total": found.tokens_total,
    }


def strata_lines(found: Strata) -> list[str]:
    """Return the strata of a session as lines."""
    share = round(100 * found.tokens_shown / found.tokens_total) if found.tokens_total else 100
    return [
        (
            f"{found.session.title}  ({found.session.source}, {found.session.turns} turns, "
            f"{found.tokens_shown:,} of {found.tokens_total:,} tokens shown, {share}%)"
        ),
        *(block_line(row) for row in found.blocks),
        (
            f"         open tail: {found.tail.turns} of {found.tail.block_turns} turns, "
            f"{found.tail.messages} messages"
        ),
    ]


def message(row: Message) -> dict[str, Any]:
    """Return a message as JSON."""
    return {
        "id": public_id("message", row.id),
        "turn": row.turn,
        "role": row.role.value,
        "text": row.content,
        "created_at": time_text(row.created_at),
        "external_id": row.external_id,
        "tool_calls": [
            {"name": call.name, "arguments": call.arguments, "result": call.result}
            for call in row.tool_calls
        ],
    }


def happening(found: Happening) -> dict[str, Any]:
    """Return when something happened as JSON."""
    return {
        "start": found.start,
        "end": found.end,
        "text": found.text,
        "precision": found.precision.value,
        "basis": found.basis.value,
    }


def happened_text(found: Happening) -> str:
    """Return when something happened in a few words."""
    if found.start is None:
        return f"“{found.text}”" if found.text else "-"
    if found.precision == "month":
        return found.start[:7]
    if found.precision == "year":
        return found.start[:4]
    if found.end and found.end != found.start:
        return f"{found.start} to {found.end}"
    return found.start


def event(row: EventRow) -> dict[str, Any]:
    """Return an event as JSON."""
    return {
        "id": public_id("event", row.id),
        "workspace": public_id("workspace", row.workspace_id),
        "session": public_id("session", row.session_id),
        "block": None if row.block_id is None else public_id("block", row.block_id),
        "title": row.title,
        "summary": row.summary,
        "type": row.type.value,
        "status": row.status.value,
        "state": row.state.value,
        "scope": row.scope.value,
        "criticality": row.criticality.value,
        "tags": list(row.tags),
        "participants": list(row.participants),
        "mentioned_at": time_text(row.mentioned_at),
        "happened": happening(row.happening),
        "pinned": row.pinned,
        "weight": row.weight,
        "adoptions": row.adoptions,
        "conflicts": row.conflicts,
    }


def event_line(row: EventRow) -> str:
    """Return an event as a line."""
    mark = "*" if row.pinned else " "
    state = row.state.value if row.state != "active" else row.status.value
    state = "conflict" if row.conflicts and row.state == "active" else state
    return (
        f"{public_id('event', row.id):>7} {mark} {row.weight:4.2f}  {fitted(row.title, 56)}  "
        f"{row.type.value:<14}  {state:<10}  {happened_text(row.happening)}"
    )


def evidence(found: Evidence) -> dict[str, Any]:
    """Return a source of an event as JSON."""
    return {
        "message": public_id("message", found.message_id),
        "session": public_id("session", found.session_id),
        "session_title": found.session_title,
        "block": None if found.block_id is None else public_id("block", found.block_id),
        "role": found.role,
        "said_at": time_text(found.said_at),
        "quotes": list(found.quotes),
        "excerpt": found.excerpt,
    }


def event_detail(found: EventDetail) -> dict[str, Any]:
    """Return everything about an event as JSON."""
    return {
        **event(found.row),
        "floor": found.floor,
        "cap": found.cap,
        "elapsed_turns": found.elapsed_turns,
        "formed_turn": found.formed_turn,
        "workspace_turn": found.workspace_turn,
        "created_at": time_text(found.created_at),
        "notes": list(found.notes),
        "evidence": [evidence(item) for item in found.evidence],
        "relations": [
            {
                "kind": item.kind.value,
                "outgoing": item.outgoing,
                "event": public_id("event", item.event_id),
                "title": item.title,
                "state": item.state.value,
            }
            for item in found.relations
        ],
    }


def event_detail_lines(found: EventDetail) -> list[str]:
    """Return everything about an event as lines."""
    row = found.row
    lines = [
        f"{public_id('event', row.id)}  {row.title}" + ("  (pinned)" if row.pinned else ""),
        row.summary,
        "",
        f"type        {row.type.value}, {row.status.value}, {row.state.value}",
        f"said        {day_text(row.mentioned_at)}",
        (
            f"happened    {happened_text(row.happening)}"
            f" ({row.happening.precision.value}, {row.happening.basis.value})"
        ),
        f"people      {', '.join(row.participants) or '-'}",
        f"weight      {row.weight:.2f} ({row.criticality.value}, floor {found.floor:g}"
        + (f", cap {found.cap:g}" if found.cap is not None else "")
        + f", {found.elapsed_turns} turns ago, used {row.adoptions} times)",
    ]
    for item in found.relations:
        verb = item.kind.value if item.outgoing else f"{item.kind.value} (by the other)"
        lines.append(f"relation    {verb}: {public_id('event', item.event_id)} {item.title}")
    for source in found.evidence:
        words = " / ".join(source.quotes) or source.excerpt
        lines.append(
            f"evidence    {public_id('message', source.message_id)} {day_text(source.said_at)} "
            f"{source.session_title}: “{words}”"
        )
    return lines


def node(row: NodeRow) -> dict[str, Any]:
    """Return a node as JSON."""
    return {
        "id": public_id("node", row.id),
        "workspace": public_id("workspace", row.workspace_id),
        "type": row.type.value,
        "name": row.name,
        "aliases": row.aliases,
        "tags": row.tags,
        "size": row.size,
        "events": row.events,
        "since": row.since,
        "cluster": row.cluster,
    }


def job(row: JobRow) -> dict[str, Any]:
    """Return a job as JSON."""
    return {
        "id": public_id("job", row.id),
        "kind": row.kind.value,
        "status": row.status.value,
        "session": public_id("session", row.session_id) if row.session_id else None,
        "session_title": row.session_title,
        "block": public_id("block", row.block_id) if row.block_id else None,
        "block_number": row.block_number,
        "events": row.events,
        "attempts": row.attempts,
        "not_before": time_text(row.not_before),
        "error": row.error,
        "error_detail": row.error_detail,
    }
