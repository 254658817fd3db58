"""Jobs: work on a worker, results on the GUI thread.

QObjects are born and die on the GUI thread; a worker only ever emits one signal of the runner,
which lives as long as the program.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from stratagate_app.engine import OperationCancelled

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

REPORT_EVERY_S = 0.1
SHUTDOWN_WAIT_S = 5.0

_log = logging.getLogger(__name__)


class Progress:
    """What a work function reports to, on its worker."""

    def __init__(self, deliver: Callable[[int, int], None]) -> None:
        self._deliver = deliver
        self._stop = Event()
        self._reported_at = 0.0

    @property
    def stopped(self) -> bool:
        """Whether somebody asked to stop."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop at its next report."""
        self._stop.set()

    def tell(self, done: int, total: int) -> None:
        """Tell how far the work is at once, for what is seldom; never stops the work."""
        self._reported_at = time.monotonic()
        self._deliver(done, total)

    def report(self, done: int, total: int) -> None:
        """Tell how far the work is, at most every 0.1 s; total 0 means unknown.

        Raises:
            OperationCancelled: Somebody asked to stop.
        """
        if self._stop.is_set():
            raise OperationCancelled
        if time.monotonic() - self._reported_at >= REPORT_EVERY_S or 0 < total == done:
            self.tell(done, total)


class Job(QObject, Generic[T]):
    """A job as the GUI thread sees it; lives and dies there.

    Signals:
        progressed: Done and total (0 = unknown).
        succeeded: The result.
        failed: The exception.
        cancelled: It stopped because somebody asked.
        finished: After one of the three above.
    """

    progressed = Signal(int, int)
    succeeded = Signal(object)
    failed = Signal(Exception)
    cancelled = Signal()
    finished = Signal()

    def __init__(self, stop: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = stop

    def cancel(self) -> None:
        """Ask to stop; work that has not begun never begins."""
        self._stop()


class JobRunner(QObject):
    """Runs work on `sg-job` workers and settles each job on the GUI thread."""

    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None, workers: int = 3) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="sg-job")
        self._running: dict[QObject, tuple[Progress, Future[object]]] = {}
        self._closed = False
        self._arrived.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def submit(self, work: Callable[[Progress], T]) -> Job[T]:
        """Run work on a worker and return its job.

        After `shutdown` the job reports cancelled.

        Thread:
            The GUI thread only.
        """
        progress = Progress(
            lambda done, total: self._arrived.emit(lambda: self._progress(job, done, total))
        )
        future: Future[T] = (
            Future() if self._closed else self._pool.submit(_guarded, work, progress)
        )

        def stop() -> None:
            progress.cancel()
            future.cancel()

        job: Job[T] = Job(stop, self)
        self._running[job] = (progress, future)  # type: ignore[assignment]
        if self._closed:
            future.cancel()
        future.add_done_callback(lambda f: self._arrived.emit(lambda: self._settle(job, f)))
        return job

    def shutdown(self, timeout_s: float = SHUTDOWN_WAIT_S) -> bool:
        """Cancel everything and wait; results that were not delivered yet never are.

        Returns:
            Whether every worker ended within timeout_s.
        """
        self._closed = True
        for progress, _future in self._running.values():
            progress.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        # What never began stays "cancelled" for ever, which wait() does not take for done.
        begun = [future for _progress, future in self._running.values() if not future.cancelled()]
        still_running = wait(begun, timeout=timeout_s).not_done
        if not still_running:
            self._pool.shutdown(wait=True)
        self._running.clear()
        return not still_running

    def _call(self, function: Callable[[], None]) -> None:
        function()

    def _progress(self, job: Job[T], done: int, total: int) -> None:
        if job in self._running:
            job.progressed.emit(done, total)

    def _settle(self, job: Job[T], future: Future[T]) -> None:
        if self._running.pop(job, None) is None:
            return
        try:
            result = future.result()
        except (CancelledError, OperationCancelled):
            job.cancelled.emit()
        except Exception as error:  # noqa: BLE001 - whatever the work raised is the job's result
            _log.debug("job failed", exc_info=error)
            job.failed.emit(error)
        else:
            job.succeeded.emit(result)
        job.finished.emit()
        job.deleteLater()


def _guarded(work: Callable[[Progress], T], progress: Progress) -> T:
    if progress.stopped:
        raise OperationCancelled
    return work(progress)
