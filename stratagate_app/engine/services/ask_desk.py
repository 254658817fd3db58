"""What is done with a question in the file, one command each; who decides on them is elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import uuid4

from sqlalchemy import Connection

from stratagate_app.engine.domain.asking import (
    QUESTION_CHARS,
    Ask,
    AskFilters,
    AskMove,
    AskNote,
    AskOutcome,
    AskStep,
    UsedEvidence,
)
from stratagate_app.engine.domain.changes import Actor
from stratagate_app.engine.domain.ids import AskId, RetrievalId, SessionId, WorkspaceId
from stratagate_app.engine.domain.retrieval import Assessment, Receipt, RetrievalKind
from stratagate_app.engine.errors import InputRejected, NotFoundError
from stratagate_app.engine.pipeline.ask_answer import CheckedAnswer
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services import ask_found, ask_store
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.retrieval import RetrievalService, event_of
from stratagate_app.engine.services.scopes import workspace_of
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text

_SEARCHES = (RetrievalKind.SEARCH_EVENTS, RetrievalKind.SEARCH_MESSAGES)


class AskDesk:
    """Commands and queries over one question at a time."""

    def __init__(self, database: Database, clock: Clock, retrieval: RetrievalService) -> None:
        self._database = database
        self._retrieval = retrieval
        self.clock = clock

    def begin(
        self,
        question: str,
        model: str,
        *,
        workspace_id: WorkspaceId | None,
        session_id: SessionId | None,
    ) -> AskId:
        """Keep a question; it counts as stopped until it has ended.

        Raises:
            InputRejected: The question is empty or longer than 2,000 characters.
            NotFoundError: There is no such session.
        """
        words = question.encode("utf-8", "replace").decode().strip()
        if not 0 < len(words) <= QUESTION_CHARS:
            raise InputRejected("question", limit=QUESTION_CHARS)

        def work(connection: Connection) -> AskId:
            return ask_store.add(
                connection,
                {
                    "workspace_id": workspace_of(connection, workspace_id, session_id),
                    "session_id": session_id,
                    "outcome": AskOutcome.STOPPED.value,
                    "model": model,
                    "receipt_id": f"ask-{uuid4().hex}",
                    "at": to_text(self.clock.now()),
                    "question": words,
                },
            )

        return self._database.write(work)

    def get(self, ask_id: AskId) -> Ask:
        """Return a question with everything that came of it; NotFoundError if there is none."""

        def read(connection: Connection) -> Ask:
            stored = ask_store.load(connection, ask_id)
            refs = [ref for step in stored.steps for ref in step.found]
            words = " ".join((stored.question, *(step.move.query for step in stored.steps)))
            return replace(stored, items=ask_found.load(connection, refs, words))

        found = self._database.read(read)
        try:
            return replace(found, receipt=self._retrieval.receipt(found.receipt_id))
        except NotFoundError:
            return found

    def take(self, ask: Ask, move: AskMove) -> AskStep:
        """Take a step and keep it with its batch.

        The batch holds what the steps before found as well, behind what this one found, so that
        evidence may rest on several steps.

        Raises:
            InputRejected: Code `bad_move`: field reason says why it cannot be taken.
            NotFoundError: What is to be expanded is gone.
        """
        query = move.query.encode("utf-8", "replace").decode().strip()
        move = replace(move, query=query, ref=move.ref.strip())
        if move.kind in _SEARCHES and not query and move.filters == AskFilters():
            raise InputRejected("bad_move", reason="empty_query", ref="")
        findings = self._database.read(
            lambda c: ask_found.take(
                c, move, workspace_id=ask.workspace_id, session_id=ask.session_id
            )
        )
        own = findings.refs
        before = dict.fromkeys(ref for step in ask.steps for ref in step.found if ref not in own)
        batch = self._retrieval.open_batch(
            move.kind,
            query or move.ref,
            [*own, *before],
            scope=_scope(move.filters),
            workspace_id=ask.workspace_id,
            session_id=ask.session_id,
        )
        said = ask_store.step_text(move, batch, len(own), findings.beside)
        self._database.write(lambda c: ask_store.add_step(c, ask.id, batch, said))
        return self._database.read(lambda c: ask_store.load(c, ask.id)).steps[-1]

    def judge(self, step: AskStep, assessment: Mapping[str, object]) -> Assessment:
        """Judge the batch of a step; return what holds of the judgement."""
        return self._retrieval.assess(step.retrieval_id, assessment)

    def note(self, ask_id: AskId, *notes: AskNote) -> None:
        """Keep what of a reply was not taken."""

        def work(connection: Connection) -> None:
            for note in notes:
                ask_store.add_note(connection, ask_id, note)

        self._database.write(work)

    def count(self, ask_id: AskId, tokens: int) -> None:
        """Count tokens on."""
        if tokens > 0:
            self._database.write(lambda c: ask_store.add_tokens(c, ask_id, tokens))

    def end(self, ask_id: AskId, outcome: AskOutcome, *, model: str = "", error: str = "") -> None:
        """Keep what came of a question."""
        values = {"outcome": outcome.value, "error": error} | ({"model": model} if model else {})
        self._database.write(lambda c: ask_store.change(c, ask_id, values))

    def keep_answer(self, ask_id: AskId, answer: CheckedAnswer) -> None:
        """Keep an answer before its use is recorded; the first one that is kept counts."""

        def work(connection: Connection) -> None:
            used = _weights(connection, answer.used)
            evidence = ask_store.evidence_text(answer.named, used)
            ask_store.keep_answer(connection, ask_id, answer.text, evidence)

        self._database.write(work)

    def record(
        self, ask_id: AskId, batch: RetrievalId, refs: Sequence[str], *, actor: Actor
    ) -> Receipt:
        """Record what of a batch was used, under the receipt id that the question was given.

        However often and from wherever it is called, it counts once.

        Raises:
            ConflictError: Code `receipt_differs`: something else was recorded for the question.
        """
        ask = self._database.read(lambda c: ask_store.load(c, ask_id))
        before = ask.evidence or tuple(self._database.read(lambda c: _weights(c, refs)))
        receipt = self._retrieval.record_use(batch, ask.receipt_id, refs, ask.question, actor=actor)
        whole = bool(ask.evidence) and all(
            item.weight_before is None or item.weight_after is not None for item in ask.evidence
        )
        if whole and not receipt.changes.history:
            # Known already: the weights of today are not those of then.
            return receipt

        def work(connection: Connection) -> None:
            counted = before if ask.evidence else _among(before, receipt.refs)
            now = _weights(connection, [item.ref for item in counted])
            used = [
                replace(was, weight_after=item.weight_before, uses=item.uses)
                for was, item in zip(counted, now, strict=True)
            ]
            values = {"evidence": ask_store.evidence_text(refs, used)}
            ask_store.change(connection, ask_id, values)

        self._database.write(work)
        return receipt


def _among(items: Sequence[UsedEvidence], refs: Sequence[str]) -> list[UsedEvidence]:
    return [item for item in items if item.ref in refs]


def _scope(filters: AskFilters) -> str:
    """Return filters in words, for the audit."""
    parts = {
        "participants": ", ".join(filters.participants),
        "types": ", ".join(kind.value for kind in filters.types),
        "states": ", ".join(state.value for state in filters.states),
        "from": filters.happened_from or "",
        "to": filters.happened_to or "",
    }
    return "; ".join(f"{name}: {words}" for name, words in parts.items() if words)


def _weights(connection: Connection, refs: Sequence[str]) -> list[UsedEvidence]:
    """Return references with the weight of now, and how often events were used."""
    keys = [key for ref in refs if (key := event_of(ref)) is not None]
    rows = {int(row.id): row for row in load_events(connection, keys)}
    found: list[UsedEvidence] = []
    for ref in refs:
        row = rows.get(event_of(ref) or 0)
        found.append(
            UsedEvidence(ref) if row is None else UsedEvidence(ref, row.weight, None, row.adoptions)
        )
    return found
