"""The rows of `asks`: a question, its steps and its end; what is odd in them breaks nothing."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, RowMapping, func, insert, select, update

from stratagate_app.engine.domain.asking import (
    Ask,
    AskFilters,
    AskMove,
    AskNote,
    AskOutcome,
    AskRow,
    AskStep,
    UsedEvidence,
)
from stratagate_app.engine.domain.conversation import JsonValue, Level
from stratagate_app.engine.domain.events import EventState, EventType
from stratagate_app.engine.domain.ids import AskId, RetrievalId, SessionId, WorkspaceId
from stratagate_app.engine.domain.retrieval import RetrievalKind
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.services import retrieval_records
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import asks

_LISTED = (
    asks.c.id,
    asks.c.question,
    asks.c.outcome,
    asks.c.model,
    asks.c.at,
    func.json_array_length(asks.c.steps).label("steps"),
    func.coalesce(func.json_array_length(asks.c.evidence, "$.used"), 0).label("used"),
)


def add(connection: Connection, values: Mapping[str, object]) -> AskId:
    """Store a new question and return its id."""
    result = connection.execute(insert(asks).values(values))
    return AskId(int(result.inserted_primary_key[0]))  # type: ignore[index]


def change(connection: Connection, ask_id: AskId, values: Mapping[str, object]) -> None:
    """Change columns of a question."""
    connection.execute(update(asks).where(asks.c.id == ask_id).values(values))


def add_step(connection: Connection, ask_id: AskId, retrieval_id: RetrievalId, said: str) -> None:
    """Append a step, given as JSON, and its batch."""
    connection.execute(
        update(asks)
        .where(asks.c.id == ask_id)
        .values(
            steps=func.json_insert(asks.c.steps, "$[#]", func.json(said)),
            retrieval_id=retrieval_id,
        )
    )


def add_note(connection: Connection, ask_id: AskId, note: AskNote) -> None:
    """Append a note."""
    said = records.to_json([note.after, note.code, note.reason, note.detail])
    connection.execute(
        update(asks)
        .where(asks.c.id == ask_id)
        .values(notes=func.json_insert(asks.c.notes, "$[#]", func.json(said)))
    )


def add_tokens(connection: Connection, ask_id: AskId, tokens: int) -> None:
    """Count tokens on."""
    connection.execute(
        update(asks).where(asks.c.id == ask_id).values(tokens=asks.c.tokens + tokens)
    )


def keep_answer(connection: Connection, ask_id: AskId, answer: str, evidence: str) -> None:
    """Keep an answer with what it rests on, unless one is there already: the first counts."""
    connection.execute(
        update(asks)
        .where(asks.c.id == ask_id, asks.c.answer == "")
        .values(answer=answer, evidence=evidence)
    )


def find_ids(connection: Connection, workspace_id: WorkspaceId | None) -> array[int]:
    """Return the ids of the questions of a workspace (None: of all), newest first."""
    statement = select(asks.c.id).order_by(asks.c.id.desc())
    if workspace_id is not None:
        statement = statement.where(asks.c.workspace_id == workspace_id)
    return load_ids(connection, statement)


def find_by_batch(connection: Connection, retrieval_id: RetrievalId) -> AskId | None:
    """Return the question of which a batch is the last step; None if of none."""
    statement = select(asks.c.id).where(asks.c.retrieval_id == retrieval_id)
    found = connection.execute(statement.order_by(asks.c.id.desc()).limit(1)).scalar()
    return None if found is None else AskId(found)


def load_rows(connection: Connection, ids: Sequence[int]) -> tuple[AskRow, ...]:
    """Return questions for a list in the order of ids; those that are gone are left out."""
    statement = select(*_LISTED).where(asks.c.id.in_(list(ids)))
    found = {
        row["id"]: AskRow(
            AskId(row["id"]),
            row["question"],
            _outcome(row["outcome"]),
            row["model"],
            records.instant(row["at"]),
            row["steps"] or 0,
            row["used"],
        )
        for row in connection.execute(statement).mappings()
    }
    return tuple(found[key] for key in ids if key in found)


def load(connection: Connection, ask_id: AskId) -> Ask:
    """Return a question without what its steps found; NotFoundError if there is none."""
    row = connection.execute(select(asks).where(asks.c.id == ask_id)).mappings().first()
    if row is None:
        raise NotFoundError(kind="ask", id=ask_id)
    named, evidence = _evidence(row["evidence"])
    return Ask(
        id=AskId(row["id"]),
        question=row["question"],
        outcome=_outcome(row["outcome"]),
        model=row["model"],
        at=records.instant(row["at"]),
        workspace_id=None if row["workspace_id"] is None else WorkspaceId(row["workspace_id"]),
        session_id=None if row["session_id"] is None else SessionId(row["session_id"]),
        receipt_id=row["receipt_id"],
        answer=row["answer"],
        tokens=row["tokens"],
        error=row["error"],
        steps=_steps(connection, row),
        named=named,
        evidence=evidence,
        notes=_notes(row["notes"]),
    )


# Steps, evidence and notes as JSON.


def step_text(move: AskMove, retrieval_id: RetrievalId, found: int, beside: Sequence[str]) -> str:
    """Return a step as `asks` holds it; what the batch holds is not repeated."""
    filters = move.filters
    said: dict[str, object] = {
        "retrieval": retrieval_id,
        "kind": move.kind.value,
        "query": move.query,
        "ref": move.ref,
        "level": None if move.level is None else int(move.level),
        "found": found,
        "beside": list(beside),
        "participants": list(filters.participants),
        "types": [kind.value for kind in filters.types],
        "states": [state.value for state in filters.states],
        "from": filters.happened_from,
        "to": filters.happened_to,
    }
    return records.to_json({key: value for key, value in said.items() if value not in ("", [])})


def _steps(connection: Connection, row: RowMapping) -> tuple[AskStep, ...]:
    found: list[AskStep] = []
    stored = records.from_json(row["steps"])
    for said in stored if isinstance(stored, list) else ():
        step = _step(connection, said, len(found) + 1) if isinstance(said, Mapping) else None
        if step is not None:
            found.append(step)
    return tuple(found)


def _step(connection: Connection, said: Mapping[str, JsonValue], number: int) -> AskStep | None:
    move, key, own = move_of(said), said.get("retrieval"), said.get("found")
    if move is None or not isinstance(key, int) or not isinstance(own, int):
        return None
    try:
        batch = retrieval_records.load_retrieval(connection, key)
    except NotFoundError:
        return None
    return AskStep(
        number,
        move,
        batch.id,
        batch.at,
        batch.refs[:own],
        batch.refs[own:],
        _texts(said.get("beside")),
        batch.assessments[-1] if batch.assessments else None,
    )


def move_of(said: Mapping[str, JsonValue]) -> AskMove | None:
    """Return a step to take as JSON says it; None where it says none."""
    try:
        kind = RetrievalKind(str(said.get("kind")))
        level = said.get("level")
        return AskMove(
            kind,
            _text(said.get("query")),
            _text(said.get("ref")),
            Level(level) if isinstance(level, int) else None,
            AskFilters(
                _texts(said.get("participants")),
                tuple(EventType(name) for name in _texts(said.get("types"))),
                tuple(EventState(name) for name in _texts(said.get("states"))),
                _text(said.get("from")) or None,
                _text(said.get("to")) or None,
            ),
        )
    except ValueError:
        return None


def evidence_text(named: Sequence[str], used: Sequence[UsedEvidence]) -> str:
    """Return what an answer rests on as `asks` holds it."""
    return records.to_json(
        {
            "named": list(named),
            "used": [[item.ref, item.weight_before, item.weight_after, item.uses] for item in used],
        }
    )


def _evidence(text: str) -> tuple[tuple[str, ...], tuple[UsedEvidence, ...]]:
    stored = records.from_json(text)
    if not isinstance(stored, Mapping):
        return (), ()
    used: list[UsedEvidence] = []
    listed = stored.get("used")
    for item in listed if isinstance(listed, list) else ():
        match item:
            case [
                str(ref),
                float() | int() | None as before,
                float() | int() | None as after,
                int(n),
            ]:
                used.append(UsedEvidence(ref, before, after, n))
            case _:
                continue
    return _texts(stored.get("named")), tuple(used)


def _notes(text: str) -> tuple[AskNote, ...]:
    stored = records.from_json(text)
    found: list[AskNote] = []
    for item in stored if isinstance(stored, list) else ():
        match item:
            case [int(after), str(code), str(reason), str(detail)]:
                found.append(AskNote(after, code, reason, detail))
            case _:
                continue
    return tuple(found)


def _outcome(text: str) -> AskOutcome:
    try:
        return AskOutcome(text)
    except ValueError:
        return AskOutcome.STOPPED


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
