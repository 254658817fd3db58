"""The tab of background jobs: what waits, what runs, what failed and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import JobCounts, JobId, JobRow, JobStatus
from stratagate_app.models.jobs import LIMIT, JobsModel
from stratagate_app.ui.activity import job_words
from stratagate_app.ui.activity.job_detail import JobDetail
from stratagate_app.ui.activity.rows_view import SIDE_PX, Looks, ModelIndex, RowDelegate, RowsView
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

_REFRESH_MS = 300
_SIZES_PX = (744, 484)
_LIST_LEAST_PX = 400
_DETAIL_LEAST_PX = 280


class JobDelegate(RowDelegate):
    """What a job does, where it stands; Retry where it failed."""

    def looks(self, index: ModelIndex) -> Looks | None:
        """Return what a job shows."""
        row = index.data(JobsModel.RowRole)
        if not isinstance(row, JobRow):
            return None
        status, tone = job_words.status(row)
        return Looks(
            job_words.title(row),
            job_words.below(row),
            status,
            tone,
            button=self.tr("Retry") if row.status is JobStatus.FAILED else "",
            tooltip=job_words.tooltip(row),
        )


class JobsPane(QWidget):
    """Counts, the first jobs of the queue, the chosen one beside them.

    Signals:
        counted: JobCounts, whenever they were read.
        session_opened: Id of a session to show.
        failed: The exception of a query or command.
    """

    counted = Signal(object)
    session_opened = Signal(int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._job_id: int | None = None
        self._latest = Latest(client, self, self.failed.emit)
        self.model = JobsModel(job_words.spoken, self)
        self.view = RowsView(JobDelegate(theme), self.tr("Background jobs"))
        self.view.setModel(self.model)
        self.counts = ElidedLabel("", "small")
        self.retry_all_button = QPushButton(self.tr("Retry all"))
        self.retry_all_button.setIcon(theme.icon("retry"))
        self.retry_all_button.setIconSize(QSize(14, 14))
        self.retry_all_button.setToolTip(self.tr("Let every failed job start over (Shift+R)"))
        self.detail = JobDetail(theme)
        self._hint = ElidedLabel(
            self.tr("R retries · Enter opens the session · J and K move"), "faint"
        )
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._empty = EmptyState(
            self.tr("Nothing to do"),
            self.tr(
                "When a block of a conversation is complete, it is summarised and its events are "
                "looked for in the background. What waits, runs or failed is listed here."
            ),
        )
        self._stack = QStackedWidget()
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self.setFocusProxy(self.view)
        self._connect()

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        row = QHBoxLayout(header)
        row.setContentsMargins(SIDE_PX, 8, SIDE_PX, 8)
        row.setSpacing(8)
        row.addWidget(self.counts, 1)
        row.addWidget(self.retry_all_button)
        footer = QWidget()
        footer.setProperty("role", "status")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        below = QHBoxLayout(footer)
        below.setContentsMargins(SIDE_PX, 5, SIDE_PX, 5)
        below.addWidget(self._hint, 1)
        left = QWidget()
        left.setProperty("role", "panel")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.view, 1)
        column.addWidget(footer)
        for pane, width in ((left, _LIST_LEAST_PX), (self.detail, _DETAIL_LEAST_PX)):
            pane.setMinimumWidth(width)
            self._splitter.addWidget(pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    def _connect(self) -> None:
        self._refresh.timeout.connect(self.reload)
        self._client.jobs_changed.connect(self._on_jobs_changed)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.button_clicked.connect(self._on_row_button_clicked)
        self.view.opened.connect(self._on_view_opened)
        self.retry_all_button.clicked.connect(lambda _checked=False: self.retry_all())
        self.detail.retry_asked.connect(self.retry_current)
        self.detail.session_opened.connect(self.session_opened)

    # What is shown

    def sizes(self) -> list[int]:
        """Return the widths of list and detail."""
        return self._splitter.sizes()

    def restore_sizes(self, sizes: list[int]) -> None:
        """Take back what sizes returned."""
        self._splitter.setSizes(sizes)

    def refresh_soon(self) -> None:
        """Read again in a moment; while many jobs run, not with each of them."""
        if not self._refresh.isActive():
            self._refresh.start()

    def reload(self) -> None:
        """Read counts and jobs again."""
        self._refresh.stop()

        def work(memory: Memory) -> tuple[JobCounts, tuple[JobRow, ...]]:
            return memory.jobs.counts(), memory.jobs.load(limit=LIMIT)

        self._latest.run(work, self._on_arrived)

    def _on_arrived(self, found: tuple[JobCounts, tuple[JobRow, ...]]) -> None:
        counts, rows = found
        self.model.set_rows(rows)
        self.counts.setText(job_words.counts(counts, len(rows)))
        self.retry_all_button.setEnabled(counts.failed > 0)
        self._stack.setCurrentWidget(self._splitter if rows else self._empty)
        position = -1 if self._job_id is None else self.model.row_of(self._job_id)
        if rows and position < 0:
            position = max(0, min(self.view.currentIndex().row(), len(rows) - 1))
        if position >= 0:
            self.view.go_to(position)
            self._show_current()
        else:
            self._job_id = None
            self.detail.clear()
        self.counted.emit(counts)

    def _on_current_changed(self, _index: QModelIndex) -> None:
        self._show_current()

    def _show_current(self) -> None:
        row = self.model.row_at(self.view.currentIndex().row())
        if row is not None:
            self._job_id = int(row.id)
            self.detail.show_job(row)

    def _on_jobs_changed(self, _counts: object) -> None:
        self.refresh_soon()

    def _on_view_opened(self) -> None:
        row = self.model.row_at(self.view.currentIndex().row())
        if row is not None and row.session_id:
            self.session_opened.emit(int(row.session_id))

    # Retrying

    def retry_current(self) -> None:
        """Let the chosen job start over if it failed."""
        row = self.model.row_at(self.view.currentIndex().row())
        if row is not None and row.status is JobStatus.FAILED:
            self._retry([row.id])

    def retry_all(self) -> None:
        """Let every failed job start over."""
        if self.retry_all_button.isEnabled():
            self._retry(None)

    def _on_row_button_clicked(self, position: int) -> None:
        row = self.model.row_at(position)
        if row is not None and row.status is JobStatus.FAILED:
            self._retry([row.id])

    def _retry(self, job_ids: Sequence[JobId] | None) -> None:
        job = self._client.command(lambda memory: memory.jobs.retry(job_ids), self)
        job.succeeded.connect(lambda _changes: self.refresh_soon())
        job.failed.connect(self.failed)
