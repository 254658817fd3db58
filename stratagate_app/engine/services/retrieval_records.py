"""Reading the audit of retrieval; what is odd in it is set aside and breaks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import Connection, RowMapping, select

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.ids import (
    EventId,
    OperationId,
    RetrievalId,
    SessionId,
    WorkspaceId,
)
from stratagate_app.engine.domain.retrieval import (
    Adoption,
    Assessment,
    NextStrategy,
    Receipt,
    RefusedRef,
    Retrieval,
    Verdict,
)
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import (
    adoptions,
    assessments,
    operations,
    receipts,
    retrievals,
    sessions,
)

E = TypeVar("E", bound=StrEnum)


def load_retrieval(connection: Connection, retrieval_id: int) -> Retrieval:
    """Return a batch with its judgements; NotFoundError if there is none."""
    row = (
        connection.execute(select(retrievals).where(retrievals.c.id == retrieval_id))
        .mappings()
        .first()
    )
    if row is None:
        raise NotFoundError(kind="retrieval", id=retrieval_id)
    judged = connection.execute(
        select(assessments)
        .where(assessments.c.retrieval_id == retrieval_id)
        .order_by(assessments.c.id)
    )
    return Retrieval(
        id=RetrievalId(row["id"]),
        kind=row["kind"],
        query=row["query"],
        scope=row["scope"],
        workspace_id=None if row["workspace_id"] is None else WorkspaceId(row["workspace_id"]),
        session_id=None if row["session_id"] is None else SessionId(row["session_id"]),
        refs=records.strings(row["refs"]),
        at=records.instant(row["at"]),
        assessments=tuple(_assessment(item) for item in judged.mappings()),
    )


def _assessment(row: RowMapping) -> Assessment:
    return Assessment(
        verdict=_known(Verdict, row["verdict"], Verdict.PARTIAL),
        refs=records.strings(row["refs"]),
        refused=_refused(row["refused"]),
        fit=row["fit"],
        missing=row["missing"],
        next_strategy=_known(NextStrategy, row["next_strategy"], NextStrategy.SEARCH_EVENTS),
    )


def load_receipts(
    connection: Connection, ids: Sequence[int], changes: ChangeSet | None = None
) -> tuple[Receipt, ...]:
    """Return receipts in the order of ids, with what recording them changed just now."""
    statement = (
        select(
            receipts,
            retrievals.c.session_id,
            sessions.c.title.label("session_title"),
            operations.c.undone_by,
        )
        .join(retrievals, retrievals.c.id == receipts.c.retrieval_id)
        .outerjoin(sessions, sessions.c.id == retrievals.c.session_id)
        .outerjoin(operations, operations.c.id == receipts.c.operation_id)
        .where(receipts.c.id.in_(list(ids)))
    )
    found = {row["id"]: row for row in connection.execute(statement).mappings()}
    return tuple(_receipt(found[key], changes or ChangeSet()) for key in ids if key in found)


def _receipt(row: RowMapping, changes: ChangeSet) -> Receipt:
    operation = row["operation_id"]
    return Receipt(
        id=row["id"],
        receipt_id=row["receipt_id"],
        retrieval_id=RetrievalId(row["retrieval_id"]),
        question=row["question"],
        refs=records.strings(row["refs"]),
        refused=_refused(row["refused"]),
        turn=row["turn"],
        at=records.instant(row["at"]),
        session_id=_session(row),
        session_title=row["session_title"] or "",
        operation_id=None if operation is None else OperationId(operation),
        undone=row["undone_by"] is not None,
        changes=changes,
    )


def load_adoptions(connection: Connection, event_id: int) -> tuple[Adoption, ...]:
    """Return the uses of an event that stand, oldest first."""
    statement = (
        select(
            adoptions.c.event_id,
            adoptions.c.turn,
            adoptions.c.n,
            adoptions.c.at,
            receipts.c.question,
            receipts.c.receipt_id,
            receipts.c.retrieval_id,
            receipts.c.operation_id,
            retrievals.c.session_id,
            sessions.c.title.label("session_title"),
        )
        .join(receipts, receipts.c.id == adoptions.c.receipt_id)
        .join(retrievals, retrievals.c.id == receipts.c.retrieval_id)
        .outerjoin(sessions, sessions.c.id == retrievals.c.session_id)
        .where(adoptions.c.event_id == event_id)
        .order_by(adoptions.c.id)
    )
    return tuple(
        Adoption(
            event_id=EventId(row["event_id"]),
            turn=row["turn"],
            at=records.instant(row["at"]),
            n=row["n"],
            question=row["question"],
            receipt_id=row["receipt_id"],
            retrieval_id=RetrievalId(row["retrieval_id"]),
            session_id=_session(row),
            session_title=row["session_title"] or "",
            operation_id=None if row["operation_id"] is None else OperationId(row["operation_id"]),
        )
        for row in connection.execute(statement).mappings()
    )


def _session(row: RowMapping) -> SessionId | None:
    """Return the session a row names if it is still there."""
    gone = row["session_title"] is None
    return None if gone else SessionId(row["session_id"])


def refused_text(refused: Sequence[RefusedRef]) -> str:
    """Return refused references as the tables hold them."""
    return records.to_json([[item.place, item.ref, item.reason] for item in refused])


def _refused(text: str) -> tuple[RefusedRef, ...]:
    value = records.from_json(text)
    found: list[RefusedRef] = []
    for item in value if isinstance(value, list) else ():
        match item:
            case [int(place), str(ref), str(reason)]:
                found.append(RefusedRef(place, ref, reason))
            case _:
                continue
    return tuple(found)


def _known(kind: type[E], value: str, otherwise: E) -> E:
    try:
        return kind(value)
    except ValueError:
        return otherwise
