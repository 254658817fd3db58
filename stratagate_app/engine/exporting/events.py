"""Events as external memory JSON v2, Markdown notes, or a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from stratagate_app.engine.domain.events import Criticality, EventState
from stratagate_app.engine.domain.exports import ExportedEvent
from stratagate_app.engine.domain.ids import public_id
from stratagate_app.engine.exporting.values import Mask, in_list, time_text

_HEAD = """{
  "schemaVersion": "stratagate.external-memory.v2",
  "sourceType": "external_ai_memory_export",
  "sourceSystem": "StrataGate",
  "candidates": ["""
_KINDS = {
    Criticality.PREFERENCE: "preference",
    Criticality.IDENTITY: "fact",
    Criticality.SAFETY: "fact",
}
COLUMNS = (
    *("ref", "title", "summary", "kind", "tags", "participants", "quotes", "type", "status"),
    *("scope", "criticality", "mentioned_at", "happened_start", "happened_end", "original_text"),
    *("precision", "basis", "state", "pinned", "relations", "source_text"),
)
"""Columns of the table, in order."""
# What a spreadsheet would take for a formula; the quotes before it are ours.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def as_json(events: Iterable[ExportedEvent], mask: Mask) -> Iterator[str]:
    """Yield external memory v2; it is read back without a loss."""
    yield _HEAD
    for number, event in enumerate(events):
        yield in_list(_candidate(event, mask), first=number == 0)
    yield "\n  ]\n}\n"


def _candidate(event: ExportedEvent, mask: Mask) -> dict[str, Any]:
    row = event.row
    when = row.happening
    return {
        "ref": public_id("event", row.id),
        "memoryKind": _KINDS.get(row.criticality, "event"),
        "title": mask(row.title),
        "summary": mask(row.summary),
        "tags": [mask(tag) for tag in row.tags],
        "participants": [mask(name) for name in row.participants],
        "quotes": [mask(quote) for quote in event.quotes],
        "temporal": {
            "mentionedAt": time_text(row.mentioned_at),
            "happenedStart": when.start,
            "happenedEnd": when.end,
            "originalText": mask(when.text),
            "precision": when.precision.value,
            "basis": when.basis.value,
            "status": row.status.value,
            "eventType": row.type.value,
        },
        "scope": row.scope.value,
        "criticality": row.criticality.value,
        "state": row.state.value,
        "pinned": row.pinned,
        "relations": [
            {"kind": kind.value, "ref": public_id("event", other)}
            for kind, other in event.relations
        ],
        "sourceText": mask(event.source_text),
    }


def as_table(events: Iterable[ExportedEvent], mask: Mask) -> Iterator[str]:
    """Yield a table; what a spreadsheet would take for a formula has a quote before it."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    yield buffer.getvalue()
    for event in events:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([guarded(cell) for cell in _cells(event, mask)])
        yield buffer.getvalue()


def _cells(event: ExportedEvent, mask: Mask) -> list[str]:
    told = _candidate(event, mask)
    when = told["temporal"]
    return [
        told["ref"],
        told["title"],
        told["summary"],
        told["memoryKind"],
        # No tag, name or quote holds a line break.
        "\n".join(told["tags"]),
        "\n".join(told["participants"]),
        "\n".join(told["quotes"]),
        when["eventType"],
        when["status"],
        told["scope"],
        told["criticality"],
        when["mentionedAt"] or "",
        when["happenedStart"] or "",
        when["happenedEnd"] or "",
        when["originalText"],
        when["precision"],
        when["basis"],
        told["state"],
        "yes" if told["pinned"] else "",
        "\n".join(f"{item['kind']} {item['ref']}" for item in told["relations"]),
        told["sourceText"],
    ]


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def as_notes(events: Iterable[ExportedEvent], mask: Mask) -> Iterator[str]:
    """Yield Markdown for people to read."""
    yield "# What is remembered\n"
    for event in events:
        row, when = event.row, event.row.happening
        yield f"\n## {_line(mask(row.title))}\n\n{mask(row.summary).strip()}\n\n"
        facts = [row.type.value, row.status.value]
        if row.state is not EventState.ACTIVE:
            facts.append(row.state.value)
        if row.pinned:
            facts.append("pinned")
        lines = [f"- {', '.join(facts)}"]
        if row.mentioned_at is not None:
            lines.append(f"- said: {row.mentioned_at.date().isoformat()}")
        if when.start:
            days = when.start if when.end in (None, when.start) else f"{when.start} – {when.end}"
            lines.append(f"- happened: {days}")
        if row.participants:
            lines.append(f"- with: {', '.join(mask(name) for name in row.participants)}")
        if row.tags:
            lines.append(f"- tags: {', '.join(mask(tag) for tag in row.tags)}")
        lines += [f"> {_line(mask(quote))}" for quote in event.quotes]
        yield "\n".join(lines) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())
