"""The door through which widgets reach the memory: queries, commands and what changed."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from stratagate_app.engine import (
    ChangeSet,
    ImportChoice,
    ImportPlan,
    ImportResult,
    JobCounts,
    WorkspaceId,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from stratagate_app.bridge.jobs import Job, JobRunner, Progress
    from stratagate_app.engine import Memory

T = TypeVar("T")

EVERYTHING = ChangeSet(
    workspaces=True,
    sessions=True,
    blocks=True,
    events=True,
    jobs=True,
    settings=True,
    history=True,
    previews=True,
    graph=True,
    review=True,
)
POLL_MS = 1500
JOBS_AT_ONCE = 50
RETRY_AFTER_FAILURE_MS = 30_000
LONGEST_SLEEP_MS = 60_000
SHOW_IMPORTED_EVERY_S = 1.0
IMPORT_SUFFIXES = frozenset({".json", ".jsonl", ".zip"})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A file to import.

    Attributes:
        choice: Which of its conversations; None for all.
        conversations: How many it holds; 0 if unknown.
    """

    path: Path
    choice: ImportChoice | None = None
    conversations: int = 0


class MemoryClient(QObject):
    """Runs queries and commands on workers and tells everybody what changed.

    Signals:
        changed: A ChangeSet, and who asked for it (None: a background job or another process).
        jobs_changed: JobCounts of the durable jobs.
        background_failed: The exception of background work that could not go on for now.
    """

    changed = Signal(object, object)
    jobs_changed = Signal(object)
    background_failed = Signal(Exception)

    def __init__(self, memory: Memory, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self._runner = runner
        self._version: int | None = None
        self._poll_job: Job[int] | None = None
        self._work_job: Job[tuple[ChangeSet | None, JobCounts, float | None]] | None = None
        self._active = False
        self._work_again = False
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._on_poll_timeout)
        self._wake = QTimer(self, singleShot=True)
        self._wake.timeout.connect(self._work)

    @property
    def path(self) -> Path:
        """The file."""
        return self._memory.path

    def query(self, work: Callable[[Memory], T]) -> Job[T]:
        """Read on a worker."""
        return self._runner.submit(lambda _progress: work(self._memory))

    def run(self, work: Callable[[Memory, Progress], T], initiator: object = None) -> Job[T]:
        """Work on a worker that reports how far it is and can be stopped; else like `command`."""
        job = self._runner.submit(lambda progress: work(self._memory, progress))
        # Connected before the caller can: direct connections run in this order.
        job.succeeded.connect(lambda result: self._announce(changes_of(result), initiator))
        return job

    def command(self, work: Callable[[Memory], T], initiator: object = None) -> Job[T]:
        """Change something on a worker; `changed` comes before the job's `succeeded`.

        Args:
            work: Returns a ChangeSet, something with `.changes`, a tuple with either in it, or
                anything else where nothing changed.
            initiator: Handed on with `changed`, so that a page knows its own change.
        """
        return self.run(lambda memory, _progress: work(memory), initiator)

    def import_files(
        self,
        paths: Sequence[Path],
        workspace_id: WorkspaceId | None,
        initiator: object = None,
    ) -> Job[tuple[ImportResult, ...]]:
        """Import files and folders one after the other; bad files are problems in their results.

        Conversations show while the import goes on: `changed` comes about every second.

        Returns:
            A job with a result a file, as far as it came when it was stopped; `progressed` gives
            conversations read, and the total (0 = unknown).
        """
        chosen = tuple(paths)
        return self._import(
            lambda: [ImportRequest(path) for path in files_of(chosen)], workspace_id, initiator
        )

    def import_chosen(
        self,
        requests: Sequence[ImportRequest],
        workspace_id: WorkspaceId | None,
        initiator: object = None,
    ) -> Job[tuple[ImportResult, ...]]:
        """Import some conversations of files; as import_files."""
        return self._import(lambda: requests, workspace_id, initiator)

    def plan_files(
        self, paths: Sequence[Path], workspace_id: WorkspaceId | None
    ) -> Job[tuple[ImportPlan, ...]]:
        """Say what importing files and folders would do; nothing is written.

        Returns:
            A job with a plan a file, as far as it came when it was stopped; `progressed` gives
            conversations read, of an unknown total.
        """
        chosen = tuple(paths)

        def work(memory: Memory, progress: Progress) -> tuple[ImportPlan, ...]:
            plans: list[ImportPlan] = []
            counting = _Counting(progress)
            for path in files_of(chosen):
                if progress.stopped:
                    break
                plan = memory.imports.plan_file(path, workspace_id=workspace_id, progress=counting)
                plans.append(plan)
                counting.next_file()
            return tuple(plans)

        return self.run(work)

    def _import(
        self,
        find: Callable[[], Sequence[ImportRequest]],
        workspace_id: WorkspaceId | None,
        initiator: object,
    ) -> Job[tuple[ImportResult, ...]]:
        def work(memory: Memory, progress: Progress) -> tuple[ImportResult, ...]:
            results: list[ImportResult] = []
            requests = find()
            known = sum(request.conversations for request in requests)
            counting = _Counting(progress, known)
            for request in requests:
                if progress.stopped:
                    break
                result = memory.import_file(
                    request.path,
                    workspace_id=workspace_id,
                    progress=counting,
                    choice=request.choice,
                )
                results.append(result)
                counting.next_file()
                if result.cancelled:
                    break
            return tuple(results)

        job = self.run(work, initiator)
        shown_at = time.monotonic()

        def show_so_far(_done: int, _total: int) -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at >= SHOW_IMPORTED_EVERY_S:
                shown_at = time.monotonic()
                self._announce(ChangeSet(workspaces=True, sessions=True, jobs=True), None)

        job.progressed.connect(show_so_far)
        return job

    def start_background(self) -> None:
        """Begin with durable jobs and with looking for writes of other processes."""
        self._active = True
        self._poll.start()
        self._work()

    def stop_background(self) -> None:
        """Start nothing more; what runs is cancelled with the runner."""
        self._active = False
        self._poll.stop()
        self._wake.stop()

    def wake(self) -> None:
        """Look for runnable jobs now."""
        if self._active:
            self._work()

    def _announce(self, changes: ChangeSet, initiator: object) -> None:
        if changes == ChangeSet():
            return
        self.changed.emit(changes, initiator)
        if changes.jobs or changes.sessions or changes.previews:
            self.wake()

    def _work(self) -> None:
        if not self._active:
            return
        if self._work_job is not None:
            self._work_again = True
            return
        self._work_again = False
        self._wake.stop()
        job = self.query(_run_jobs)
        self._work_job = job
        job.succeeded.connect(self._on_work_succeeded)
        job.failed.connect(self._on_work_failed)
        job.finished.connect(self._on_work_finished)

    def _on_work_succeeded(self, outcome: tuple[ChangeSet | None, JobCounts, float | None]) -> None:
        changes, counts, due_s = outcome
        self.jobs_changed.emit(counts)
        if changes is not None:
            self._work_again = True
            if changes != ChangeSet():
                self.changed.emit(changes, None)
        elif due_s is not None:
            self._wake.start(min(LONGEST_SLEEP_MS, max(50, round(due_s * 1000))))

    def _on_work_failed(self, error: Exception) -> None:
        _log.error("background work failed", exc_info=error)
        self._work_again = False
        self._wake.start(RETRY_AFTER_FAILURE_MS)
        self.background_failed.emit(error)

    def _on_work_finished(self) -> None:
        self._work_job = None
        if self._work_again:
            self._work()

    def _on_poll_timeout(self) -> None:
        if self._poll_job is not None:
            return
        job = self.query(lambda memory: memory.data_version())
        self._poll_job = job
        job.succeeded.connect(self._on_version_arrived)
        job.failed.connect(self._on_version_failed)
        job.finished.connect(self._on_poll_finished)

    def _on_version_arrived(self, version: int) -> None:
        known, self._version = self._version, version
        if known is not None and known != version:
            self._announce(EVERYTHING, None)

    def _on_version_failed(self, error: Exception) -> None:
        _log.warning("the file could not be looked at", exc_info=error)

    def _on_poll_finished(self) -> None:
        self._poll_job = None


class _Counting:
    """Progress of one file among several: counts on from the files before.

    Args:
        progress: Of all of them.
        known: How many there are in all files; 0 if unknown.
    """

    def __init__(self, progress: Progress, known: int = 0) -> None:
        self._progress = progress
        self._known = known
        self._before = 0
        self._here = 0

    def report(self, done: int, total: int) -> None:
        """Report on top of the files before."""
        self._here = done
        done += self._before
        whole = self._known or (self._before + total if total else 0)
        self._progress.report(min(done, whole) if whole else done, whole)

    def next_file(self) -> None:
        """Count on from here."""
        self._before += self._here
        self._here = 0


def files_of(chosen: Sequence[Path]) -> list[Path]:
    """Return the files to import: a folder stands for what it holds of known endings.

    Args:
        chosen: Files and folders; a file is taken whatever its name.

    Thread:
        Any worker.
    """
    files: list[Path] = []
    for path in chosen:
        if path.is_dir():
            files += sorted(
                inside
                for inside in path.rglob("*")
                if inside.suffix.lower() in IMPORT_SUFFIXES and inside.is_file()
            )
        else:
            files.append(path)
    return files


def changes_of(result: object) -> ChangeSet:
    """Return what a command's result says it changed; an empty ChangeSet if it says nothing."""
    if isinstance(result, ChangeSet):
        return result
    if isinstance(result, tuple):
        together = ChangeSet()
        for item in result:
            together |= changes_of(item)
        return together
    changes = getattr(result, "changes", None)
    return changes if isinstance(changes, ChangeSet) else ChangeSet()


def _run_jobs(memory: Memory) -> tuple[ChangeSet | None, JobCounts, float | None]:
    """Do a little of each kind of work; returns what changed, and in how long there is more."""
    done = [
        changes
        for changes in (memory.jobs.run_some(JOBS_AT_ONCE), memory.previews.judge_some())
        if changes is not None
    ]
    # Only when nothing else is to be done: it can wait.
    if not done and (compared := memory.review.scan_some()) is not None:
        done.append(compared)
    due = [s for s in (memory.jobs.next_due_s(), memory.previews.next_due_s()) if s is not None]
    return (
        reduce(or_, done) if done else None,
        memory.jobs.counts(),
        min(due, default=None),
    )
