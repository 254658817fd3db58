"""Query discipline of a page: only the newest answer counts."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

import shiboken6
from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job
    from stratagate_app.engine import Memory

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Latest(QObject):
    """Runs one query at a time: a new one cancels the one before and drops its answer.

    Answers never reach a parent that was deleted meanwhile.
    """

    def __init__(
        self,
        client: MemoryClient,
        parent: QObject | None = None,
        on_failure: Callable[[Exception], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._on_failure = on_failure
        self._generation = 0
        self._job: Job[object] | None = None

    @property
    def running(self) -> bool:
        """Whether an answer is awaited."""
        return self._job is not None

    def run(
        self,
        work: Callable[[Memory], T],
        on_success: Callable[[T], None],
        on_failure: Callable[[Exception], None] | None = None,
    ) -> None:
        """Ask; on_success or on_failure is called on the GUI thread unless a newer run came."""
        self.cancel()
        generation = self._generation
        job = self._client.query(work)
        self._job = job  # type: ignore[assignment]

        def succeeded(result: T) -> None:
            if self._is_current(generation):
                self._job = None
                on_success(result)

        def failed(error: Exception) -> None:
            if not self._is_current(generation):
                return
            self._job = None
            report = on_failure or self._on_failure
            if report is None:
                _log.error("query failed", exc_info=error)
            else:
                report(error)

        job.succeeded.connect(succeeded)
        job.failed.connect(failed)

    def cancel(self) -> None:
        """Drop what is awaited."""
        self._generation += 1
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def _is_current(self, generation: int) -> bool:
        return shiboken6.isValid(self) and generation == self._generation
