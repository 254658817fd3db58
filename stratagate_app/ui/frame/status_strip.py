"""The strip at the bottom: who derives, what runs, and the file."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from stratagate_app.models.model_errors import model_error
from stratagate_app.settings import MODEL_NAME, MODEL_PRESET, NO_MODEL
from stratagate_app.ui.widgets import ElidedLabel, link_button, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from stratagate_app.engine import JobCounts, JsonValue
    from stratagate_app.ui.theme import Theme

HEIGHT_PX = 28
BAR_WIDTH_PX = 120
GIGABYTE = 1 << 30


class Task(Enum):
    """What runs because the user asked for it."""

    IMPORT = auto()
    EXPORT = auto()


class StatusStrip(QWidget):
    """The status bar.

    Signals:
        cancel_requested: Stop the import or the export that is shown; which, as a Task.
        failed_jobs_requested: Show the jobs that failed.
    """

    cancel_requested = Signal(object)
    failed_jobs_requested = Signal()

    def __init__(self, theme: Theme, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.setFixedHeight(HEIGHT_PX)
        self._path = path
        self._most = 0
        self._size = 0
        self._task: Task | None = None
        self._jobs: JobCounts | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(6)
        dot = QLabel()
        dot.setPixmap(theme.pixmap("dot", "accent", 14, ratio=self.devicePixelRatioF()))
        row.addWidget(dot)
        self._who = ElidedLabel("", "small")
        row.addWidget(self._who)
        self._where = plain_label("", "faint")
        row.addWidget(self._where)
        row.addSpacing(14)
        self._work = ElidedLabel("", "small")
        row.addWidget(self._work)
        row.addSpacing(6)
        self._bar = QProgressBar()
        self._bar.setFixedWidth(BAR_WIDTH_PX)
        self._bar.setTextVisible(False)
        row.addWidget(self._bar)
        self.cancel_button = QPushButton(self.tr("Stop"))
        self.cancel_button.setProperty("role", "link")
        self.cancel_button.setProperty("scale", "small")
        self.cancel_button.clicked.connect(
            lambda _checked=False: self.cancel_requested.emit(self._task)
        )
        row.addWidget(self.cancel_button)
        self.failed_button = link_button("", self.failed_jobs_requested.emit, small=True)
        row.addWidget(self.failed_button)
        row.addStretch(1)
        self._file = plain_label("", "small")
        row.addWidget(self._file)
        self._show_work("", 0, 0)
        self.failed_button.hide()
        self._show_file()

    def set_model(self, settings: Mapping[str, JsonValue]) -> None:
        """Show who derives: the built-in rules, or a model and its provider."""
        preset = str(settings[MODEL_PRESET.key])
        if preset == NO_MODEL:
            self._who.setText(self.tr("Local rules"))
            self._where.setText(self.tr("no model configured"))
            return
        label = next((label for key, label in MODEL_PRESET.choices if key == preset), preset)
        self._who.setText(str(settings[MODEL_NAME.key]) or self.tr("no model named"))
        self._where.setText(QCoreApplication.translate("Settings", label))

    def set_jobs(self, counts: JobCounts) -> None:
        """Show how far the summaries are: every block that waits has exactly one job."""
        self._jobs = counts
        left = counts.waiting + counts.running
        self._most = max(self._most, left) if left else 0
        self.failed_button.setVisible(counts.failed > 0)
        self.failed_button.setText(
            self.tr("%n block(s) could not be summarised", "", counts.failed)
        )
        if self._task is not None:
            return
        if not left:
            self._show_work("", 0, 0)
            return
        locale = QLocale()
        if counts.paused:
            waiting = self.tr("%n block(s) wait", "", left)
            self._show_work(f"{waiting}: {model_error(counts.paused)}", 0, 0, paused=True)
            return
        done = self._most - left
        text = self.tr("Summarising {done} of {total} blocks").format(
            done=locale.toString(done), total=locale.toString(self._most)
        )
        self._show_work(text, done, self._most)

    def set_import(self, file_name: str, done: int, total: int) -> None:
        """Show how far an import is; total 0 means unknown."""
        self._begin(Task.IMPORT)
        text = self.tr("Importing {file}").format(file=file_name)
        if done:
            read = self.tr("%n conversation(s)", "", done)
            text = f"{text} · {read}"
        self._show_work(text, done, total, busy=True)
        self._show_file()

    def set_reading(self, file_name: str, done: int) -> None:
        """Show how far the reading of files for a preview is."""
        self._begin(Task.IMPORT)
        text = self.tr("Reading {file}").format(file=file_name)
        if done:
            read = self.tr("%n conversation(s)", "", done)
            text = f"{text} · {read}"
        self._show_work(text, done, 0, busy=True)

    def set_export(self, file_name: str, done: int, total: int) -> None:
        """Show how far an export is; total 0 means unknown."""
        self._begin(Task.EXPORT)
        text = self.tr("Exporting {file}").format(file=file_name)
        self._show_work(text, done, total, busy=True)

    def end(self, task: Task) -> None:
        """Show the summaries again; nothing if another task is shown by now."""
        if task is not self._task:
            return
        self._task = None
        self._show_work("", 0, 0)
        self._show_file()
        if self._jobs is not None:
            self.set_jobs(self._jobs)

    def _begin(self, task: Task) -> None:
        self._task = task
        self.cancel_button.setToolTip(
            self.tr("Stop the import; what was saved stays")
            if task is Task.IMPORT
            else self.tr("Stop the export; no file is written")
        )

    def set_size(self, size_bytes: int) -> None:
        """Show how large the file is."""
        self._size = size_bytes
        self._show_file()

    def _show_work(
        self, text: str, done: int, total: int, *, busy: bool = False, paused: bool = False
    ) -> None:
        self._work.setText(text)
        self._work.setVisible(bool(text))
        self._bar.setVisible(bool(text) and not paused)
        self.cancel_button.setVisible(busy)
        # 0 to 0 is Qt's way of saying that nobody knows.
        self._bar.setRange(0, total if text else 1)
        self._bar.setValue(done)
        self._bar.setAccessibleName(text)

    def _show_file(self) -> None:
        parts = [self._path.name]
        if self._size:
            parts.append(
                QLocale().formattedDataSize(
                    self._size,
                    0 if self._size < GIGABYTE else 1,
                    QLocale.DataSizeFormat.DataSizeTraditionalFormat,
                )
            )
        parts.append(self.tr("saving…") if self._task is Task.IMPORT else self.tr("saved"))
        self._file.setText(" · ".join(parts))
        self._file.setToolTip(str(self._path))
