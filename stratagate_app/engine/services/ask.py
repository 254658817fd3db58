"""Ask: a question, the steps to its answer, and the receipt of what the answer used.

With an answerer the service works by itself (ask, resume); by hand a person takes the same steps
(begin, take, use). Asking reads only: until a receipt is recorded, no weight changes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from uuid import uuid4

from stratagate_app.engine.domain.asking import (
    DEFAULT_STEPS,
    MAX_STEPS,
    Ask,
    AskMove,
    AskOutcome,
    AskRow,
)
from stratagate_app.engine.domain.changes import Actor
from stratagate_app.engine.domain.ids import AskId, RetrievalId, SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.domain.retrieval import NextStrategy, Receipt, Verdict
from stratagate_app.engine.errors import ModelUnavailableError
from stratagate_app.engine.pipeline.ports import Answerer, Clock, PortHolder
from stratagate_app.engine.services import ask_store
from stratagate_app.engine.services.ask_desk import AskDesk
from stratagate_app.engine.services.ask_loop import AskLoop
from stratagate_app.engine.services.retrieval import RetrievalService
from stratagate_app.engine.store.database import Database


class AskService:
    """Questions: asking them, working on them by hand, and the earlier ones."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        retrieval: RetrievalService,
        holder: PortHolder,
    ) -> None:
        self._database = database
        self._retrieval = retrieval
        self._holder = holder
        self._desk = AskDesk(database, clock, retrieval)

    @property
    def model(self) -> str:
        """Who would answer; "" if nobody is set up, so that it goes by hand."""
        answerer = self._holder.current.answerer
        return "" if answerer is None else answerer.name

    # Earlier questions.

    def find_ids(self, workspace_id: WorkspaceId | None = None) -> array[int]:
        """Return the ids of the questions of a workspace (None: of all), newest first."""
        return self._database.read(lambda c: ask_store.find_ids(c, workspace_id))

    def load_page(self, ids: Sequence[int]) -> tuple[AskRow, ...]:
        """Return questions in the order of ids; those that are gone are left out."""
        return self._database.read(lambda c: ask_store.load_rows(c, ids))

    def get(self, ask_id: AskId) -> Ask:
        """Return a question with everything that came of it.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._desk.get(ask_id)

    # With an answerer.

    def ask(
        self,
        question: str,
        *,
        workspace_id: WorkspaceId | None = None,
        session_id: SessionId | None = None,
        max_steps: int = DEFAULT_STEPS,
        progress: Progress | None = None,
        on_step: Callable[[Ask], None] | None = None,
    ) -> Ask:
        """Answer a question from the memory, or say what is missing.

        Rule:
            engine-rules.md, "Evidence gate" and "Receipts".
        Args:
            question: At most 2,000 characters.
            workspace_id: Where to look; None for everything.
            session_id: The conversation it is asked in: its workspace counts, and what is kept
                to it may be found.
            max_steps: How many searches and expansions at most.
            progress: Is told the steps taken; stops the work between two steps.
            on_step: Is handed the question as it stands after each step and judgement.
        Returns:
            The question as it ended: answered, insufficient, stopped, or failed (the answerer
            could not be reached, or did not keep to the form). What was found is kept each time.
        Raises:
            ModelUnavailableError: Code `no_model`: nobody is set up to answer.
            InputRejected: The question is empty or too long.
            NotFoundError: There is no such session.

        Thread:
            Any worker; may take minutes.
        """
        answerer = self._needed()
        ask_id = self._desk.begin(
            question, answerer.name, workspace_id=workspace_id, session_id=session_id
        )
        return self._run(answerer, ask_id, max_steps, progress, on_step)

    def resume(
        self,
        ask_id: AskId,
        *,
        max_steps: int = DEFAULT_STEPS,
        progress: Progress | None = None,
        on_step: Callable[[Ask], None] | None = None,
    ) -> Ask:
        """Go on with a question from where it stands; one that is answered stays as it is.

        Raises:
            ModelUnavailableError: Code `no_model`: nobody is set up to answer.
            NotFoundError: There is no such question.
        """
        ask = self._desk.get(ask_id)
        if ask.outcome is AskOutcome.ANSWERED:
            return ask
        return self._run(self._needed(), ask_id, max_steps, progress, on_step)

    def _run(
        self,
        answerer: Answerer,
        ask_id: AskId,
        max_steps: int,
        progress: Progress | None,
        on_step: Callable[[Ask], None] | None,
    ) -> Ask:
        return AskLoop(
            self._desk,
            answerer,
            ask_id,
            max_steps=max(1, min(MAX_STEPS, max_steps)),
            progress=progress,
            on_step=on_step,
        ).run()

    def _needed(self) -> Answerer:
        answerer = self._holder.current.answerer
        if answerer is None or not answerer.name:
            raise ModelUnavailableError("no_model")
        return answerer

    # By hand.

    def begin(
        self,
        question: str,
        *,
        workspace_id: WorkspaceId | None = None,
        session_id: SessionId | None = None,
    ) -> Ask:
        """Begin a question that is worked on by hand; it counts as stopped until something is used.

        Raises:
            InputRejected: The question is empty or too long.
            NotFoundError: There is no such session.
        """
        return self.get(
            self._desk.begin(question, "", workspace_id=workspace_id, session_id=session_id)
        )

    def take(self, ask_id: AskId, move: AskMove) -> Ask:
        """Search or expand, as one step of a question.

        Raises:
            InputRejected: Code `bad_move`: field reason says why the step cannot be taken.
            NotFoundError: There is no such question, or what is to be expanded is gone.
        """
        self._desk.take(self._desk.get(ask_id), move)
        return self.get(ask_id)

    def use(
        self,
        retrieval_id: RetrievalId,
        refs: Sequence[str],
        *,
        question: str = "",
        receipt_id: str = "",
    ) -> Receipt:
        """Record that a person answered with these results of a batch.

        The person judges the batch sufficient by them. Where the batch is the last step of a
        question, the question is answered with it, under the receipt id it was given: pressed
        twice, it counts once.

        Args:
            retrieval_id: The batch.
            refs: What was used; at most 8 count.
            question: What was answered; "" for that of the batch.
            receipt_id: "" for that of the question, or a new one.
        Raises:
            NotFoundError: There is no such batch.
            ConflictError: Code `receipt_differs`: something else was recorded already.
        """
        ask_id = self._database.read(lambda c: ask_store.find_by_batch(c, retrieval_id))
        batch = self._retrieval.get(retrieval_id)
        self._retrieval.assess(
            retrieval_id,
            {
                "verdict": Verdict.SUFFICIENT,
                "evidence_refs": list(refs),
                "next_strategy": NextStrategy.ANSWER,
            },
        )
        if ask_id is None or receipt_id or question:
            return self._retrieval.record_use(
                retrieval_id,
                receipt_id or f"use-{uuid4().hex}",
                refs,
                question or batch.query,
                actor=Actor.USER,
            )
        receipt = self._desk.record(ask_id, retrieval_id, refs, actor=Actor.USER)
        if receipt.refs:
            self._desk.end(ask_id, AskOutcome.ANSWERED)
        return receipt
