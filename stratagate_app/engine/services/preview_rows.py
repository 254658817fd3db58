"""Rows of previews and candidates, and what they are outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import orjson
from sqlalchemy import Connection, RowMapping, and_, case, func, select

from stratagate_app.engine.domain.ids import (
    CandidateId,
    EventId,
    OperationId,
    PreviewId,
    WorkspaceId,
)
from stratagate_app.engine.domain.judging import Decision, Reason
from stratagate_app.engine.domain.memories import MemoryCandidate, Rejected
from stratagate_app.engine.domain.previews import (
    Candidate,
    CandidateStatus,
    ChosenBy,
    Match,
    Preview,
    PreviewState,
)
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import candidates, operations, previews

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@cache
def _form() -> TypeAdapter[MemoryCandidate]:
    # Loaded when it is needed: it takes a tenth of a second, and a start has none to spare.
    from pydantic import TypeAdapter  # noqa: PLC0415

    return TypeAdapter(MemoryCandidate)


def memory_text(memory: MemoryCandidate) -> str:
    """Return a memory as it is stored."""
    return _form().dump_json(memory).decode()


def memory_of(row: RowMapping) -> MemoryCandidate:
    """Return the memory of a row of `candidates`, as the user changed it."""
    return _form().validate_json(row["edited"] or row["memory"])


def load_previews(connection: Connection, preview_id: PreviewId | None = None) -> list[Preview]:
    """Return one preview, or all of them, the newest first."""
    statement = (
        select(previews, operations.c.undone_by)
        .outerjoin(operations, operations.c.id == previews.c.operation_id)
        .order_by(previews.c.id.desc())
    )
    if preview_id is not None:
        statement = statement.where(previews.c.id == preview_id)
    counts = _load_counts(connection, preview_id)
    return [
        _preview(row, counts.get(row["id"], {})) for row in connection.execute(statement).mappings()
    ]


def load_preview(connection: Connection, preview_id: PreviewId) -> Preview:
    """Return one preview.

    Raises:
        NotFoundError: There is none of that id.
    """
    found = load_previews(connection, preview_id)
    if not found:
        raise NotFoundError(kind="preview", id=preview_id)
    return found[0]


def _load_counts(connection: Connection, preview_id: PreviewId | None) -> dict[int, dict[str, int]]:
    row = candidates.c
    undecided = and_(row.needs_user == 1, row.chosen_by != ChosenBy.USER.value)
    statement = select(
        row.preview_id,
        row.decision,
        func.count().label("all"),
        func.sum(case((row.status.in_(("waiting", "running")), 1), else_=0)).label("waiting"),
        func.sum(case((row.status == "failed", 1), else_=0)).label("failed"),
        func.sum(case((undecided, 1), else_=0)).label("needs_user"),
    ).group_by(row.preview_id, row.decision)
    if preview_id is not None:
        statement = statement.where(row.preview_id == preview_id)
    found: dict[int, dict[str, int]] = {}
    for counted in connection.execute(statement).mappings():
        counts = found.setdefault(counted["preview_id"], {})
        for name in ("all", "waiting", "failed", "needs_user"):
            counts[name] = counts.get(name, 0) + counted[name]
        counts[f"decision {counted['decision']}"] = counted["all"]
    return found


def _preview(row: RowMapping, counts: Mapping[str, int]) -> Preview:
    at = records.to_time(row["at"])
    assert at is not None  # noqa: S101  (NOT NULL)
    committed = row["operation_id"] is not None
    return Preview(
        id=PreviewId(row["id"]),
        workspace_id=WorkspaceId(row["workspace_id"]),
        format=row["format"],
        file_name=row["file_name"],
        at=at,
        state=PreviewState.COMMITTED if committed else PreviewState.OPEN,
        operation_id=OperationId(row["operation_id"]) if committed else None,
        undone=row["undone_by"] is not None,
        repaired=bool(row["repaired"]),
        candidates=counts.get("all", 0),
        waiting=counts.get("waiting", 0),
        failed=counts.get("failed", 0),
        needs_user=counts.get("needs_user", 0),
        decisions={decision: counts.get(f"decision {decision.value}", 0) for decision in Decision},
        rejected=tuple(Rejected(**item) for item in orjson.loads(row["rejected"])),
        warnings=records.strings(row["warnings"]),
    )


def load_candidates(connection: Connection, ids: Sequence[int]) -> list[Candidate]:
    """Return candidates in the order of ids; those that are gone are left out."""
    each = func.json_each(orjson.dumps(list(ids)).decode()).table_valued("value")
    statement = select(candidates).where(candidates.c.id.in_(select(each.c.value)))
    found = {row["id"]: row for row in connection.execute(statement).mappings()}
    return [candidate(found[key]) for key in ids if key in found]


def candidate(row: RowMapping) -> Candidate:
    """Return a row of `candidates`."""
    return Candidate(
        id=CandidateId(row["id"]),
        preview_id=PreviewId(row["preview_id"]),
        number=row["number"],
        memory=memory_of(row),
        edited=row["edited"] is not None,
        status=CandidateStatus(row["status"]),
        attempts=row["attempts"],
        error=row["error"],
        error_detail=row["error_detail"],
        decision=Decision(row["decision"]) if row["decision"] else None,
        reason=Reason(row["reason"]) if row["reason"] else None,
        words=row["words"],
        confidence=row["confidence"],
        targets=tuple(EventId(key) for key in orjson.loads(row["targets"])),
        matches=tuple(
            Match(EventId(key), closeness) for key, closeness in orjson.loads(row["matches"])
        ),
        needs_user=bool(row["needs_user"]),
        chosen_by=ChosenBy(row["chosen_by"]),
        event_id=EventId(row["event_id"]) if row["event_id"] is not None else None,
    )
