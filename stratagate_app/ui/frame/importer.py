"""Importing: choosing files, progress, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from stratagate_app.settings import sample_files
from stratagate_app.ui.import_report import ImportReportDialog, summary_of
from stratagate_app.ui.imports.conversations_dialog import ConversationsDialog, Price
from stratagate_app.ui.widgets import Toast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.bridge.client import ImportRequest, MemoryClient
    from stratagate_app.bridge.jobs import Job
    from stratagate_app.engine import ImportPlan, ImportResult, WorkspaceId
    from stratagate_app.ui.theme import Theme


class Importer(QObject):
    """Runs one import at a time; further files wait for their turn.

    Signals:
        reading: What is read for a preview, and how many conversations were.
        progressed: What is imported, conversations read, total (0 = unknown).
        ended: Nothing is imported any more.
        imported: The results, a tuple of ImportResult.
        previewed: Id of the preview that a file of memories became.
        failed: An exception to tell the user about.
    """

    reading = Signal(str, int)
    progressed = Signal(str, int, int)
    ended = Signal()
    imported = Signal(object)
    previewed = Signal(int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, window: QWidget, price: Price) -> None:
        super().__init__(window)
        self._price = price
        self._client = client
        self._theme = theme
        self._window = window
        self._waiting: list[tuple[tuple[Path, ...], WorkspaceId | None, bool]] = []
        self._paths: tuple[Path, ...] = ()
        self._workspace_id: WorkspaceId | None = None
        self._job: Job[tuple[ImportResult, ...]] | None = None
        self._plans: Job[tuple[ImportPlan, ...]] | None = None

    @property
    def running(self) -> bool:
        """Whether files are being read or imported."""
        return self._job is not None or self._plans is not None

    def choose(self, workspace_id: WorkspaceId | None) -> None:
        """Let the user choose files, and show what is in them."""
        names, _filter = QFileDialog.getOpenFileNames(
            self._window,
            self.tr("Import conversations or memories"),
            "",
            self.tr("Conversations and memories ({patterns})").format(
                patterns="*.json *.jsonl *.zip *.md *.txt *.csv *.af"
            )
            + ";;"
            + self.tr("All files ({patterns})").format(patterns="*"),
        )
        self.look([Path(name) for name in names], workspace_id)

    def open_sample(self) -> None:
        """Import the invented conversations that come with the program."""
        files = sample_files()
        if files:
            self.start(files, None)
            return
        Toast(
            self.tr("The sample is not installed"),
            self.tr("The program's resources folder has no samples."),
            self._theme,
            self._window,
            tone="warn",
        ).present()

    def start(self, paths: Sequence[Path], workspace_id: WorkspaceId | None) -> None:
        """Import files and folders, now or after what is being imported."""
        if not paths:
            return
        if self.running:
            self._waiting.append((tuple(paths), workspace_id, False))
            return
        self.adopt(self._client.import_files(paths, workspace_id, self), tuple(paths))

    def look(self, paths: Sequence[Path], workspace_id: WorkspaceId | None) -> None:
        """Show what files and folders hold, for the user to choose; nothing is written before.

        What holds no conversations is handed to `start`: memories have a preview of their own.
        """
        if not paths:
            return
        if self.running:
            self._waiting.append((tuple(paths), workspace_id, True))
            return
        self._paths, self._workspace_id = tuple(paths), workspace_id
        job = self._plans = self._client.plan_files(paths, workspace_id)
        job.progressed.connect(self._on_reading_progressed)
        job.succeeded.connect(self._on_plans_succeeded)
        job.failed.connect(self.failed)
        job.finished.connect(self._on_job_finished)
        self.reading.emit(self._what(), 0)

    def _on_reading_progressed(self, done: int, _total: int) -> None:
        self.reading.emit(self._what(), done)

    def _on_plans_succeeded(self, plans: tuple[ImportPlan, ...]) -> None:
        if any(plan.cancelled for plan in plans):
            Toast(
                self.tr("Reading stopped"),
                self.tr("Nothing was imported."),
                self._theme,
                self._window,
            ).present()
            return
        others = tuple(Path(plan.path) for plan in plans if not plan.conversations)
        if others:
            self._waiting.insert(0, (others, self._workspace_id, False))
        shown = [plan for plan in plans if plan.conversations]
        if shown:
            self._preview(shown)

    def _preview(self, plans: Sequence[ImportPlan]) -> None:
        dialog = ConversationsDialog(
            self._client,
            self._theme,
            plans,
            self._workspace_id,
            self._window,
            price=self._price,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.failed.connect(self.failed)
        dialog.chosen.connect(self._on_chosen)
        dialog.open()

    def _on_chosen(self, requests: list[ImportRequest], workspace_id: WorkspaceId | None) -> None:
        job = self._client.import_chosen(requests, workspace_id, self)
        self.adopt(job, tuple(request.path for request in requests))

    def adopt(self, job: Job[tuple[ImportResult, ...]], paths: tuple[Path, ...]) -> None:
        """Look after an import, perhaps begun by another window."""
        self._job = job
        self._paths = paths
        job.progressed.connect(self._on_job_progressed)
        job.succeeded.connect(self._on_job_succeeded)
        job.failed.connect(self.failed)
        job.cancelled.connect(self._on_job_cancelled)
        job.finished.connect(self._on_job_finished)
        self.progressed.emit(self._what(), 0, 0)

    def hand_over(self, other: Importer) -> None:
        """Let another window's importer look after what runs here."""
        job, self._job = self._job, None
        if job is not None:
            for signal in (
                job.progressed,
                job.succeeded,
                job.failed,
                job.cancelled,
                job.finished,
            ):
                signal.disconnect(self)
            other.adopt(job, self._paths)
        reading, self._plans = self._plans, None
        if reading is not None:
            for signal in (reading.progressed, reading.succeeded, reading.failed, reading.finished):
                signal.disconnect(self)
            reading.cancel()
            other.look(self._paths, self._workspace_id)
        for paths, workspace_id, first_shown in self._waiting:
            (other.look if first_shown else other.start)(paths, workspace_id)
        self._waiting.clear()

    def cancel(self) -> None:
        """Stop; what was saved stays."""
        self._waiting.clear()
        for job in (self._job, self._plans):
            if job is not None:
                job.cancel()

    def _what(self) -> str:
        if len(self._paths) == 1:
            return self._paths[0].name
        return self.tr("%n file(s)", "", len(self._paths))

    def _on_job_progressed(self, done: int, total: int) -> None:
        self.progressed.emit(self._what(), done, total)

    def _on_job_succeeded(self, results: tuple[ImportResult, ...]) -> None:
        previews = [result.preview_id for result in results if result.preview_id is not None]
        # Of an archive of our own there are both: conversations, and memories to decide.
        others = tuple(
            result for result in results if result.preview_id is None or _brought(result)
        )
        if others:
            self._tell(others)
        if previews:
            self.previewed.emit(int(previews[0]))
        self.imported.emit(results)

    def _tell(self, results: tuple[ImportResult, ...]) -> None:
        summary = summary_of(results)
        actions = []
        if summary.has_details:
            actions.append((self.tr("Details"), lambda: self._show_details(results)))
        Toast(
            summary.title,
            summary.text,
            self._theme,
            self._window,
            tone=summary.tone,
            actions=actions,
            stays=summary.tone in ("danger", "warn"),
        ).present()

    def _on_job_cancelled(self) -> None:
        Toast(
            self.tr("Import stopped"),
            self.tr("What was saved before stays."),
            self._theme,
            self._window,
        ).present()

    def _on_job_finished(self) -> None:
        self._job = self._plans = None
        if self._waiting:
            paths, workspace_id, first_shown = self._waiting.pop(0)
            (self.look if first_shown else self.start)(paths, workspace_id)
        else:
            self.ended.emit()

    def _show_details(self, results: tuple[ImportResult, ...]) -> None:
        ImportReportDialog(results, self._window).open()


def _brought(result: ImportResult) -> bool:
    """Return whether there is something to tell of the conversations of a file."""
    return bool(result.new or result.longer or result.unchanged or result.problems)
