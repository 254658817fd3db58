"""The JSON and the lines of questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.cli import shapes
from stratagate_app.cli.output import day_text, fitted, time_text
from stratagate_app.engine import (
    Ask,
    AskMove,
    AskNote,
    AskOutcome,
    AskRow,
    AskStep,
    Assessment,
    Found,
    FoundKind,
    RefusedRef,
    RetrievalKind,
    mask_secrets,
    public_id,
)

_KINDS = {
    RetrievalKind.SEARCH_EVENTS: "searched events",
    RetrievalKind.SEARCH_MESSAGES: "searched messages",
    RetrievalKind.EXPAND_EVENT: "expanded event",
    RetrievalKind.EXPAND_BLOCK: "expanded block",
}
_OUTCOMES = {
    AskOutcome.ANSWERED: "answered",
    AskOutcome.INSUFFICIENT: "not enough evidence",
    AskOutcome.STOPPED: "stopped",
    AskOutcome.FAILED: "failed",
}
_FOUND_SHOWN = 8
_LINE = 96


def ask(row: Ask) -> dict[str, Any]:
    """Return a question with everything that came of it as JSON."""
    used = {item.ref for item in row.evidence}
    return {
        "ask": public_id("ask", row.id),
        "question": mask_secrets(row.question),
        "outcome": row.outcome.value,
        "answer": mask_secrets(row.answer),
        "missing": mask_secrets(row.missing),
        "model": row.model,
        "tokens": row.tokens,
        "at": time_text(row.at),
        "workspace": _id("workspace", row.workspace_id),
        "session": _id("session", row.session_id),
        "steps": [_step(step) for step in row.steps],
        "evidence": [
            {
                "number": number,
                **_item(row.items.get(item.ref, Found(item.ref, FoundKind.GONE))),
                "weight_before": item.weight_before,
                "weight_after": item.weight_after,
                "uses": item.uses,
            }
            for number, item in enumerate(row.evidence, start=1)
        ],
        "found_only": [_item(row.items[ref]) for ref in row.found_only if ref not in used],
        "notes": [_note(note) for note in row.notes],
        "receipt": None if row.receipt is None else row.receipt.receipt_id,
        "turn": None if row.receipt is None else row.receipt.turn,
        "error": None,
    }


def _id(kind: str, number: int | None) -> str | None:
    return None if number is None else public_id(kind, number)


def _step(step: AskStep) -> dict[str, Any]:
    move = step.move
    return {
        "number": step.number,
        "kind": move.kind.value,
        "query": mask_secrets(move.query),
        "ref": move.ref,
        "level": None if move.level is None else int(move.level),
        "filters": _filters(move),
        "retrieval": public_id("retrieval", step.retrieval_id),
        "found": list(step.found),
        "beside": list(step.beside),
        "assessment": None if step.assessment is None else _assessment(step.assessment),
    }


def _filters(move: AskMove) -> dict[str, Any]:
    filters = move.filters
    found = {
        "participants": list(filters.participants),
        "types": [kind.value for kind in filters.types],
        "states": [state.value for state in filters.states],
        "happened_from": filters.happened_from,
        "happened_to": filters.happened_to,
    }
    return {name: value for name, value in found.items() if value}


def _assessment(made: Assessment) -> dict[str, Any]:
    return {
        "verdict": made.verdict.value,
        "evidence": list(made.refs),
        "refused": [refused(item) for item in made.refused],
        "fit": mask_secrets(made.fit),
        "missing": mask_secrets(made.missing),
        "next_strategy": made.next_strategy.value,
    }


def refused(item: RefusedRef) -> dict[str, Any]:
    """Return a reference that was not taken as JSON."""
    return {"place": item.place, "ref": item.ref, "reason": item.reason}


def _note(note: AskNote) -> dict[str, Any]:
    return {
        "after": note.after,
        "code": note.code,
        "reason": note.reason,
        "detail": mask_secrets(note.detail),
    }


def _item(item: Found) -> dict[str, Any]:
    event = item.event
    return {
        "ref": item.ref,
        "kind": item.kind.value,
        "title": mask_secrets(item.title),
        "text": mask_secrets(item.text),
        "quotes": [mask_secrets(quote) for quote in item.quotes],
        "role": item.role,
        "said_at": time_text(item.said_at),
        "happened": None if event is None else shapes.happening(event.happening),
        "state": None if event is None else event.state.value,
        "weight": None if event is None else event.weight,
        "session": _id("session", item.session_id),
        "session_title": item.session_title,
        "block": _id("block", item.block_id),
        "message": _id("message", item.message_id),
    }


def ask_lines(row: Ask) -> list[str]:
    """Return a question with everything that came of it as lines."""
    lines = [mask_secrets(row.question), ""]
    for step in row.steps:
        lines += _step_lines(step)
    lines += [_note_line(note) for note in row.notes]
    if row.steps or row.notes:
        lines.append("")
    if row.answer:
        lines += [*mask_secrets(row.answer).split("\n"), ""]
    elif row.outcome is AskOutcome.INSUFFICIENT:
        lines += [f"Not enough evidence. Missing: {mask_secrets(row.missing) or 'everything'}", ""]
    for number, used in enumerate(row.evidence, start=1):
        found = row.items.get(used.ref, Found(used.ref, FoundKind.GONE))
        weight = ""
        if used.weight_before is not None and used.weight_after is not None:
            weight = (
                f"  weight {used.weight_before:.2f} -> {used.weight_after:.2f}, used {used.uses}x"
            )
        lines.append(f"[{number}] {_head(found)}{weight}")
        lines += [f"      {words}" for words in _words(found)]
    if row.found_only and row.evidence:
        lines.append("Found, not used:")
        lines += [f"      {_head(row.items[ref])}" for ref in row.found_only[:_FOUND_SHOWN]]
        more = len(row.found_only) - _FOUND_SHOWN
        if more > 0:
            lines.append(f"      ... and {more} more")
    if row.receipt is not None:
        lines.append(f"Receipt {row.receipt.receipt_id}, recorded once.")
    return lines


def _step_lines(step: AskStep) -> Iterator[str]:
    move = step.move
    what = f"“{mask_secrets(move.query)}”" if move.query else move.ref
    level = "" if move.level is None else f" at L{int(move.level)}"
    count = len(step.found) - len(step.beside)
    made = step.assessment
    verdict = "" if made is None else f"  {made.verdict.value}"
    limits = "".join(f", {name} {value}" for name, value in _filters(move).items())
    done = _KINDS.get(move.kind, move.kind.value)
    yield f"{step.number:>3}  {done} {what}{level}{limits}: {count} found{verdict}"
    if made is not None:
        said = "; ".join(
            part for part in (made.fit, made.missing and f"missing: {made.missing}") if part
        )
        if said:
            yield f"       {mask_secrets(said)}"
        for item in made.refused:
            yield f"       refused {item.ref!r}: {item.reason.replace('_', ' ')}"


def found_lines(row: Ask) -> Iterator[str]:
    """Yield what the steps found, with the references that name it."""
    refs = dict.fromkeys(ref for step in row.steps for ref in step.found)
    beside = {ref for step in row.steps for ref in step.beside}
    for ref in sorted(refs, key=lambda ref: ref in beside):
        item = row.items[ref]
        yield f"{ref:>7}  {_head(item)}"
        yield from (f"         {words}" for words in _words(item)[:1])


def _head(item: Found) -> str:
    if item.kind is FoundKind.GONE:
        return f"{item.ref} (gone)"
    said = f"said {day_text(item.said_at)}"
    if item.event is not None:
        state = "" if item.event.state == "active" else f", {item.event.state.value}"
        happened = shapes.happened_text(item.event.happening)
        when = said if happened == "-" else f"{said}, happened {happened}"
        return f"{item.ref} {mask_secrets(item.title)} ({when}{state})"
    where = f"in {item.session_title}" if item.session_title else ""
    if item.kind is FoundKind.BLOCK:
        return f"{item.ref} block {item.block_number} {where}: {mask_secrets(item.title)}"
    return f"{item.ref} {item.role}, {said}, {where}"


def _words(item: Found) -> list[str]:
    words = item.quotes or ((item.text,) if item.text else ())
    return [f"“{fitted(' '.join(mask_secrets(each).split()), _LINE).rstrip()}”" for each in words]


def _note_line(note: AskNote) -> str:
    reason = f": {note.reason.replace('_', ' ')}" if note.reason else ""
    detail = f" ({mask_secrets(note.detail)})" if note.detail else ""
    return f"     not taken, {note.code.replace('_', ' ')}{reason}{detail}"


def row(found: AskRow) -> dict[str, Any]:
    """Return a question of a list as JSON."""
    return {
        "ask": public_id("ask", found.id),
        "question": mask_secrets(found.question),
        "outcome": found.outcome.value,
        "model": found.model,
        "at": time_text(found.at),
        "steps": found.steps,
        "used": found.used,
    }


def row_line(found: AskRow) -> str:
    """Return a question of a list as a line."""
    number = public_id("ask", found.id)
    question = fitted(mask_secrets(found.question), 56)
    return (
        f"{number:>7}  {day_text(found.at)}  {question}  {_OUTCOMES[found.outcome]}"
        f", {found.steps} steps, {found.used} used"
    )
