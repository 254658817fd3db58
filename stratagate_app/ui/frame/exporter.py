"""Exporting: what and where to, progress, and what was written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import SUFFIXES, ExportChoice, ExportResult, Workspace
from stratagate_app.ui.export_dialog import ExportDialog, ExportOffer
from stratagate_app.ui.widgets import Toast

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job
    from stratagate_app.ui.theme import Theme


class Exporter(QObject):
    """Writes one file at a time; while it does, nothing more is offered.

    Signals:
        progressed: The name of the file, how much is written, total (0 = unknown).
        ended: Nothing is written any more.
        failed: An exception to tell the user about.
    """

    progressed = Signal(str, int, int)
    ended = Signal()
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._client = client
        self._theme = theme
        self._window = window
        self._workspaces = Latest(client, self, self.failed.emit)
        self._job: Job[ExportResult] | None = None
        self._name = ""

    def ask(self, offer: ExportOffer) -> None:
        """Let the user choose what to write and where; nothing while a file is being written."""
        if self._job is None:
            self._workspaces.run(
                lambda memory: memory.workspaces.list(), lambda found: self._open(offer, found)
            )

    def _open(self, offer: ExportOffer, workspaces: Sequence[Workspace]) -> None:
        dialog = ExportDialog(offer, workspaces, self._window)
        dialog.accepted.connect(lambda: self._on_accepted(dialog.chosen()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_accepted(self, choice: ExportChoice) -> None:
        suffix = SUFFIXES[choice.format]
        name, _filter = QFileDialog.getSaveFileName(
            self._window, self.tr("Export"), f"stratagate-{choice.what.value}{suffix}", f"*{suffix}"
        )
        if name:
            self.start(choice, Path(name))

    def start(self, choice: ExportChoice, path: Path) -> None:
        """Write a file."""
        self.adopt(
            self._client.run(
                lambda memory, progress: memory.exports.write(choice, path, progress), self
            ),
            path.name,
        )

    def adopt(self, job: Job[ExportResult], name: str) -> None:
        """Look after an export, perhaps begun by another window."""
        self._job, self._name = job, name
        job.progressed.connect(self._on_job_progressed)
        job.succeeded.connect(self._on_job_succeeded)
        job.failed.connect(self.failed)
        job.cancelled.connect(self._on_job_cancelled)
        job.finished.connect(self._on_job_finished)
        self.progressed.emit(name, 0, 0)

    def hand_over(self, other: Exporter) -> None:
        """Let another window's exporter look after what is written here."""
        job, self._job = self._job, None
        if job is None:
            return
        for signal in (job.progressed, job.succeeded, job.failed, job.cancelled, job.finished):
            signal.disconnect(self)
        other.adopt(job, self._name)

    def cancel(self) -> None:
        """Stop; a file that was there before stays as it was."""
        if self._job is not None:
            self._job.cancel()

    def _on_job_progressed(self, done: int, total: int) -> None:
        self.progressed.emit(self._name, done, total)

    def _on_job_succeeded(self, result: ExportResult) -> None:
        parts = [self._counted(name, count) for name, count in result.counts.items()]
        size = QLocale().formattedDataSize(
            result.size_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat
        )
        folder = QUrl.fromLocalFile(str(result.path.parent))
        Toast(
            self.tr("Exported to {file}").format(file=result.path.name),
            " · ".join([*parts, size]),
            self._theme,
            self._window,
            actions=[(self.tr("Open folder"), lambda: QDesktopServices.openUrl(folder))],
        ).present()

    def _counted(self, name: str, count: int) -> str:
        return {
            "events": self.tr("%n event(s)", "", count),
            "sessions": self.tr("%n conversation(s)", "", count),
            "nodes": self.tr("%n node(s)", "", count),
            "edges": self.tr("%n edge(s)", "", count),
        }[name]

    def _on_job_cancelled(self) -> None:
        text = self.tr("No file was written.")
        Toast(self.tr("Export stopped"), text, self._theme, self._window).present()

    def _on_job_finished(self) -> None:
        self._job = None
        self.ended.emit()
