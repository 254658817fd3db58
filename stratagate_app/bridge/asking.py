"""Questions to the memory on a worker: one at a time, shown after each step, stopped on request."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from stratagate_app.engine import Ask, AskMove, RetrievalKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job, Progress
    from stratagate_app.engine import AskId, Memory, RetrievalId, WorkspaceId

_FIRST_BY_HAND = (RetrievalKind.SEARCH_EVENTS, RetrievalKind.SEARCH_MESSAGES)


class AskRun(QObject):
    """Works on a question; while it does, nothing else can be begun.

    Signals:
        progressed: Steps taken, and the most there may be (0: unknown).
        stepped: The Ask as it stands after a step; more are to come.
        ended: The Ask as it ended; `changed` of the client came before.
        failed: The exception; what was found is kept.
        stopped: It was stopped before anything was begun.
    """

    progressed = Signal(int, int)
    stepped = Signal(object)
    ended = Signal(object)
    failed = Signal(Exception)
    stopped = Signal()

    def __init__(self, client: MemoryClient, initiator: QObject) -> None:
        """Make it a child of who asks, which is handed on with what a use changed."""
        super().__init__(initiator)
        self._client = client
        self._initiator = initiator
        self._job: Job[Ask] | None = None
        # Written by the worker, emptied by the GUI thread; only the newest counts.
        self._newest: deque[Ask] = deque(maxlen=1)

    @property
    def busy(self) -> bool:
        """Whether something is being worked on."""
        return self._job is not None

    def ask(self, question: str, workspace_id: WorkspaceId | None, most: int) -> None:
        """Put a question: to the model, or begin by hand with a search for its words.

        Args:
            question: The words.
            workspace_id: Where to look; None for everything.
            most: Searches and expansions that the model may take.
        """
        newest = self._newest

        def work(memory: Memory, progress: Progress) -> Ask:
            if memory.asks.model:
                return memory.asks.ask(
                    question,
                    workspace_id=workspace_id,
                    max_steps=most,
                    progress=progress,
                    on_step=_stepping(newest, progress, most),
                )
            asked = memory.asks.begin(question, workspace_id=workspace_id)
            for kind in _FIRST_BY_HAND:
                asked = memory.asks.take(asked.id, AskMove(kind, question))
            return asked

        self._start(work)

    def go_on(self, ask_id: AskId, most: int) -> None:
        """Let the model go on with a question from where it stands."""
        newest = self._newest

        def work(memory: Memory, progress: Progress) -> Ask:
            before = len(memory.asks.get(ask_id).steps)
            return memory.asks.resume(
                ask_id,
                max_steps=most,
                progress=progress,
                on_step=_stepping(newest, progress, most, before),
            )

        self._start(work)

    def take(self, ask_id: AskId, move: AskMove) -> None:
        """Take a step by hand."""
        self._start(lambda memory, _progress: memory.asks.take(ask_id, move))

    def use(self, ask_id: AskId, retrieval_id: RetrievalId, refs: Sequence[str]) -> None:
        """Record what of the last step's batch a person answered with; twice counts once."""

        def work(memory: Memory, _progress: Progress) -> Ask:
            receipt = memory.asks.use(retrieval_id, refs)
            return replace(memory.asks.get(ask_id), changes=receipt.changes)

        self._start(work)

    def stop(self) -> None:
        """Stop, also while a model is awaited; what was found stays, and it can go on."""
        if self._job is not None:
            self._job.cancel()

    def _start(self, work: Callable[[Memory, Progress], Ask]) -> None:
        if self._job is not None:
            return
        self._newest.clear()
        job = self._client.run(work, self._initiator)
        self._job = job
        job.progressed.connect(self._on_progressed)
        job.succeeded.connect(self._on_succeeded)
        job.failed.connect(self._on_failed)
        job.cancelled.connect(self._on_cancelled)

    def _on_progressed(self, done: int, total: int) -> None:
        self.progressed.emit(done, total)
        if self._newest:
            self.stepped.emit(self._newest.pop())

    def _on_succeeded(self, ask: Ask) -> None:
        self._job = None
        self.ended.emit(ask)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        self._job = None
        self.stopped.emit()


def _stepping(
    newest: deque[Ask], progress: Progress, most: int, before: int = 0
) -> Callable[[Ask], None]:
    """Return what hands a step over; it is called on the worker and touches no QObject."""

    def step(ask: Ask) -> None:
        newest.append(ask)
        progress.tell(len(ask.steps) - before, most)

    return step
