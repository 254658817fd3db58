"""Batches of results, what they were judged to be worth, and recording what was really used.

Searching, judging and looking strengthen nothing; only record_use() does, and it is undoable.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from datetime import datetime

import orjson
from sqlalchemy import ColumnElement, Connection, insert, not_, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.ids import (
    EventId,
    OperationId,
    RetrievalId,
    SessionId,
    WorkspaceId,
    parse_public_id,
)
from stratagate_app.engine.domain.retrieval import (
    Adoption,
    Assessment,
    Receipt,
    RefusedRef,
    Retrieval,
    RetrievalKind,
    Verdict,
)
from stratagate_app.engine.errors import ConflictError, InputRejected, NotFoundError
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules import gate, weights
from stratagate_app.engine.services import retrieval_records
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.services.scopes import shown_events
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_json, to_text
from stratagate_app.engine.store.schema import (
    adoptions,
    assessments,
    events,
    receipts,
    retrievals,
    sessions,
    workspaces,
)

MAX_BATCH_REFS = 500
RECEIPT_ID_CHARS = 200
TOLD_CHARS = 200


class RetrievalService:
    """The audit of retrieval, and the command that records use."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    # -- batches and their assessments

    def open_batch(
        self,
        kind: RetrievalKind,
        query: str,
        refs: Sequence[str],
        *,
        scope: str = "",
        workspace_id: WorkspaceId | None = None,
        session_id: SessionId | None = None,
    ) -> RetrievalId:
        """Keep what a search or an expansion found, and when its events were last found.

        Args:
            kind: What was done.
            query: For what.
            refs: Public references of the results, best first; the first 500 are kept, without
                events that are not to be seen from there.
            scope: What it was limited to, in words.
            workspace_id: The workspace it was asked in; None for everything.
            session_id: The conversation it was asked in, if any: its workspace counts.
        """
        given = list(dict.fromkeys(_clean(ref) for ref in refs))[:MAX_BATCH_REFS]

        def work(connection: Connection) -> RetrievalId:
            home = _workspace_of(connection, session_id) or workspace_id
            hidden = _hidden(connection, given, shown_events(home, session_id))
            kept = [ref for ref in given if ref not in hidden]
            found = [key for ref in kept if (key := event_of(ref)) is not None]
            now = to_text(self._clock.now())
            result = connection.execute(
                insert(retrievals).values(
                    kind=kind.value,
                    query=_clean(query),
                    scope=_clean(scope),
                    workspace_id=home,
                    session_id=session_id,
                    refs=to_json(kept),
                    at=now,
                )
            )
            if found:
                connection.execute(
                    update(events).where(events.c.id.in_(found)).values(last_found_at=now)
                )
            return RetrievalId(int(result.inserted_primary_key[0]))  # type: ignore[index]

        return self._database.write(work)

    def assess(self, retrieval_id: RetrievalId, assessment: Mapping[str, object]) -> Assessment:
        """Judge a batch; return the judgement as it counts and is kept.

        Rule:
            engine-rules.md, "Evidence gate".
        Args:
            retrieval_id: The batch.
            assessment: verdict, evidence_refs, fit, missing, next_strategy, as they came.
        Raises:
            NotFoundError: There is no such batch.
        """

        def work(connection: Connection) -> Assessment:
            batch = retrieval_records.load_retrieval(connection, retrieval_id)
            made = gate.normalise_assessment(assessment, batch.refs)
            connection.execute(
                insert(assessments).values(
                    retrieval_id=retrieval_id,
                    verdict=made.verdict.value,
                    next_strategy=made.next_strategy.value,
                    refs=to_json(made.refs),
                    refused=retrieval_records.refused_text(made.refused),
                    fit=_clean(made.fit),
                    missing=_clean(made.missing),
                    at=to_text(self._clock.now()),
                )
            )
            return made

        return self._database.write(work)

    def get(self, retrieval_id: RetrievalId) -> Retrieval:
        """Return a batch with its judgements.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: retrieval_records.load_retrieval(c, retrieval_id))

    # -- receipts

    def record_use(
        self,
        retrieval_id: RetrievalId,
        receipt_id: str,
        refs: Sequence[str],
        question: str,
        *,
        actor: Actor = Actor.USER,
    ) -> Receipt:
        """Record what was really used of a batch; each event of it is adopted once.

        Rule:
            engine-rules.md, "Receipts".
        Args:
            retrieval_id: The batch.
            receipt_id: Chosen by the caller, 1 to 200 characters. The same again has no effect,
                whoever says it and whenever.
            refs: What was used; may be none.
            question: What was answered with it.
            actor: Who used it.
        Raises:
            InputRejected: The receipt id is empty or too long.
            NotFoundError: There is no such batch.
            ConflictError: Code `receipt_differs`: the id is taken by a receipt that says
                otherwise. Nothing was changed.
        """
        name = _clean(receipt_id).strip()
        if not 0 < len(name) <= RECEIPT_ID_CHARS:
            raise InputRejected("receipt_id", limit=RECEIPT_ID_CHARS)
        asked = _clean(question).strip()
        digest = _digest(retrieval_id, asked, refs)

        def work(connection: Connection) -> Receipt:
            known = connection.execute(
                select(receipts.c.id, receipts.c.digest).where(receipts.c.receipt_id == name)
            ).first()
            if known is not None:
                if known.digest != digest:
                    raise ConflictError("receipt_differs", receipt_id=name)
                return retrieval_records.load_receipts(connection, [known.id])[0]
            batch = retrieval_records.load_retrieval(connection, retrieval_id)
            used, refused = _used(connection, batch, refs)
            now = self._clock.now()
            row_id = _add_receipt(
                connection,
                {
                    "receipt_id": name,
                    "retrieval_id": retrieval_id,
                    "turn": _turn_of(connection, batch.workspace_id),
                    "at": to_text(now),
                    "digest": digest,
                    "refs": to_json(used),
                    "refused": retrieval_records.refused_text(refused),
                    "question": asked,
                },
            )
            adopted = list(dict.fromkeys(key for ref in used if (key := event_of(ref))))
            changes = ChangeSet(history=True)
            if adopted:
                changes = _adopt(connection, row_id, adopted, asked, actor=actor, at=now)
            return retrieval_records.load_receipts(connection, [row_id], changes)[0]

        return self._database.write(work)

    def find_receipt_ids(self, workspace_id: WorkspaceId | None = None) -> array[int]:
        """Return the ids of the receipts of a workspace (None: of all), newest first."""
        statement = select(receipts.c.id).order_by(receipts.c.id.desc())
        if workspace_id is not None:
            statement = statement.join(retrievals, retrievals.c.id == receipts.c.retrieval_id)
            statement = statement.where(retrievals.c.workspace_id == workspace_id)
        return self._database.read(lambda c: load_ids(c, statement))

    def load_receipts(self, ids: Sequence[int]) -> tuple[Receipt, ...]:
        """Return receipts in the order of ids."""
        return self._database.read(lambda c: retrieval_records.load_receipts(c, ids))

    def receipt(self, receipt_id: str) -> Receipt:
        """Return the receipt of an id.

        Raises:
            NotFoundError: There is none.
        """
        statement = select(receipts.c.id).where(receipts.c.receipt_id == receipt_id.strip())

        def read(connection: Connection) -> Receipt:
            key = connection.execute(statement).scalar()
            if key is None:
                raise NotFoundError(kind="receipt", id=receipt_id)
            return retrieval_records.load_receipts(connection, [key])[0]

        return self._database.read(read)

    def adoptions_of(self, event_id: EventId) -> tuple[Adoption, ...]:
        """Return the uses of an event that stand, oldest first: the steps of its weight curve."""
        return self._database.read(lambda c: retrieval_records.load_adoptions(c, event_id))


def event_of(ref: str) -> int | None:
    """Return the number of an event's reference (`e12`); None for a reference to anything else."""
    return parse_public_id("event", ref) if ref[:1] == "e" else None


def _clean(text: str) -> str:
    """Return a text that can be stored: a lone surrogate has no UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _digest(retrieval_id: RetrievalId, question: str, refs: object) -> str:
    """Return a digest of what a receipt says; the order of references says nothing."""
    named = refs if isinstance(refs, list | tuple) else [refs]
    said = [
        retrieval_id,
        " ".join(question.split()),
        sorted({_clean(ref) for ref in named if isinstance(ref, str)}),
    ]
    return hashlib.sha256(orjson.dumps(said)).hexdigest()


def _used(
    connection: Connection, batch: Retrieval, refs: object
) -> tuple[tuple[str, ...], tuple[RefusedRef, ...]]:
    """Return what of the references counts as used, in order, and the others with the reason."""
    named, refused = gate.check_refs(refs, batch.refs, limit=None)
    sufficient = {
        ref for made in batch.assessments if made.verdict is Verdict.SUFFICIENT for ref in made.refs
    }
    keys = [key for ref in named if (key := event_of(ref)) is not None]
    there = set(connection.execute(select(events.c.id).where(events.c.id.in_(keys))).scalars())
    used: list[str] = []
    more: list[RefusedRef] = []
    places = {ref: place for place, ref in reversed(list(enumerate(_as_list(refs)))) if ref}
    for ref in named:
        key = event_of(ref)
        if ref not in sufficient:
            more.append(RefusedRef(places[ref], ref, "not_sufficient"))
        elif key is not None and key not in there:
            more.append(RefusedRef(places[ref], ref, "gone"))
        else:
            used.append(ref)
    return tuple(used), tuple(sorted((*refused, *more), key=lambda item: item.place))


def _as_list(refs: object) -> list[str]:
    given = refs if isinstance(refs, list | tuple) else []
    return [ref if isinstance(ref, str) else "" for ref in given]


def _workspace_of(connection: Connection, session_id: SessionId | None) -> WorkspaceId | None:
    if session_id is None:
        return None
    statement = select(sessions.c.workspace_id).where(sessions.c.id == session_id)
    return connection.execute(statement).scalar()


def _hidden(
    connection: Connection, refs: Sequence[str], shown: ColumnElement[bool]
) -> frozenset[str]:
    """Return the references to events that are there but not to be seen."""
    keys = {key: ref for ref in refs if (key := event_of(ref)) is not None}
    statement = select(events.c.id).where(events.c.id.in_(keys), not_(shown))
    return frozenset(keys[key] for key in connection.execute(statement).scalars())


def _turn_of(connection: Connection, workspace_id: WorkspaceId | None) -> int | None:
    statement = select(workspaces.c.turns).where(workspaces.c.id == workspace_id)
    return connection.execute(statement).scalar()


def _add_receipt(connection: Connection, values: Mapping[str, object]) -> int:
    result = connection.execute(insert(receipts).values(values))
    return int(result.inserted_primary_key[0])  # type: ignore[index]


def _adopt(
    connection: Connection,
    receipt_row: int,
    event_ids: Sequence[int],
    question: str,
    *,
    actor: Actor,
    at: datetime,
) -> ChangeSet:
    """Count one use of each event, as one operation that can be undone."""
    statement = (
        select(
            events.c.id,
            events.c.title,
            events.c.adoptions,
            events.c.workspace_id,
            workspaces.c.turns,
        )
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(events.c.id.in_(event_ids))
    )
    rows = {row.id: row for row in connection.execute(statement)}
    first = rows[event_ids[0]]
    operation = journal.begin_operation(
        connection,
        "record_use",
        actor,
        at,
        workspace_id=first.workspace_id,
        fields={
            "title": first.title,
            "count": len(event_ids),
            "event_id": first.id,
            "question": question[:TOLD_CHARS],
        },
    )
    journal.record_update(connection, operation, events.name, event_ids)
    for key in event_ids:
        row = rows[key]
        used = row.adoptions + 1
        connection.execute(
            update(events)
            .where(events.c.id == key)
            .values(
                adoptions=used,
                last_adoption_turn=row.turns,
                decay_rate=weights.decay_rate(used + 1),
            )
        )
    adopted: list[dict[str, object]] = [
        {
            "event_id": key,
            "receipt_id": receipt_row,
            "turn": rows[key].turns,
            "n": rows[key].adoptions + 2,
            "at": to_text(at),
        }
        for key in event_ids
    ]
    journal.insert_rows(connection, operation, {adoptions: adopted})
    connection.execute(
        update(receipts).where(receipts.c.id == receipt_row).values(operation_id=operation)
    )
    return changes_of(OperationId(operation), {events.name: event_ids})
