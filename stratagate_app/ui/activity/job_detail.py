"""Everything about one background job."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from stratagate_app.engine import JobKind, JobRow, JobStatus
from stratagate_app.ui.activity import job_words
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import job_error
from stratagate_app.ui.theme import SMALL_PX, Theme, monospace_font
from stratagate_app.ui.widgets import Chip, KeyValueGrid, link_button, plain_label

SIDE_PX = 16
_DETAILS_PX = 140


class JobDetail(QWidget):
    """What it does, to which block, what went wrong; details with Copy, Retry.

    Signals:
        retry_asked: Let it start over.
        session_opened: Id of its session.
    """

    retry_asked = Signal()
    session_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: JobRow | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._chip = Chip("")
        self._title = plain_label("", "title", wrap=True, selectable=True)
        self.retry_button = QPushButton(self.tr("Retry"))
        self.retry_button.setIcon(theme.icon("retry"))
        self.retry_button.setIconSize(QSize(14, 14))
        self.retry_button.setToolTip(self.tr("Let it start over, with all its attempts (R)"))
        self._error = plain_label("", wrap=True, selectable=True)
        self._kept = plain_label("", "small", wrap=True)
        self._grid = KeyValueGrid()
        self.details_button = QPushButton(self.tr("Details"))
        self.details_button.setCheckable(True)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy the details"))
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setFont(monospace_font(SMALL_PX))
        self._details.setAccessibleName(self.tr("Details"))
        self._details.setFixedHeight(_DETAILS_PX)
        self._inside = QWidget()
        self._lay_out()
        self._details.hide()
        self.retry_button.clicked.connect(lambda _checked=False: self.retry_asked.emit())
        self.details_button.toggled.connect(self._details.setVisible)
        self.copy_button.clicked.connect(self._on_copy_button_clicked)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignTop)
        head.addStretch(1)
        head.addWidget(self.retry_button)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.details_button, self.copy_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(SIDE_PX, 12, SIDE_PX, 16)
        column.setSpacing(10)
        column.addLayout(head)
        for widget in (self._title, self._error, self._kept, self._grid):
            column.addWidget(widget)
        column.addLayout(buttons)
        column.addWidget(self._details)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._inside)
        self._inside.hide()

    def clear(self) -> None:
        """Show nothing."""
        self._row = None
        self._inside.hide()

    def show_job(self, row: JobRow) -> None:
        """Show a job."""
        other = self._row is None or self._row.id != row.id
        self._row = row
        failed = row.status is JobStatus.FAILED
        self._chip.set(*job_words.status(row))
        self._title.setText(job_words.title(row))
        self.retry_button.setVisible(failed)
        self._error.setText(job_error(row.error) if row.error else "")
        self._error.setVisible(bool(row.error))
        self._kept.setText(self._what_next(row))
        self._kept.setVisible(bool(self._kept.text()))
        rows: list[tuple[str, QWidget | str]] = self._about(row)
        rows += [
            (self.tr("Tried"), job_words.attempts(row)),
            (self.tr("Last change"), dates.with_zone(row.updated_at)),
        ]
        if row.status is JobStatus.WAITING and row.not_before is not None:
            rows.append((self.tr("Not before"), dates.with_zone(row.not_before)))
        self._grid.set_rows(rows)
        if other:
            self.details_button.setChecked(False)
            self.copy_button.setText(self.tr("Copy"))
        text = row.error_detail or row.error
        if text != self._details.toPlainText():
            self._details.setPlainText(text)
        for button in (self.details_button, self.copy_button):
            button.setVisible(bool(text))
        if not text:
            self.details_button.setChecked(False)
        self._inside.show()

    def _about(self, row: JobRow) -> list[tuple[str, QWidget | str]]:
        """Return where it works, and on what."""
        if row.kind is JobKind.PROJECT:
            return [
                (self.tr("Workspace"), one_line(row.session_title)),
                (self.tr("Events"), str(row.events)),
            ]
        session_id = int(row.session_id)
        session = link_button(
            job_words.session(row), lambda: self.session_opened.emit(session_id), small=True
        )
        return [(self.tr("Session"), session), (self.tr("Block"), str(row.block_number))]

    def _what_next(self, row: JobRow) -> str:
        if row.status is JobStatus.FAILED and row.kind is JobKind.PROJECT:
            return self.tr("Every event is kept. The graph learns of them when a retry works.")
        if row.status is JobStatus.FAILED:
            return self.tr("Every message is kept. The block stays in full until a retry works.")
        if row.error:
            return self.tr("It will be tried again by itself.")
        return ""

    def _on_copy_button_clicked(self) -> None:
        if self._row is not None:
            QGuiApplication.clipboard().setText(
                f"{job_words.title(self._row)}\n{self._details.toPlainText()}"
            )
            self.copy_button.setText(self.tr("Copied"))
