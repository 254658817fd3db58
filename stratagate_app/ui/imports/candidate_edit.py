"""Changing the words of an incoming memory before it is written."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    NO_HAPPENING,
    SUMMARY_CHARS,
    TITLE_CHARS,
    EventEdit,
    MemoryCandidate,
    happening_of,
    happening_of_memory,
)
from stratagate_app.ui.widgets import plain_label

WIDTH_PX = 520
_SUMMARY_PX = 96


class CandidateEdit(QDialog):
    """Title, summary and when it happened."""

    def __init__(self, memory: MemoryCandidate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Edit incoming memory"))
        self._memory = memory
        self._happening = happening_of_memory(memory)
        self.title = QLineEdit(memory.title)
        self.title.setMaxLength(TITLE_CHARS)
        self.summary = QPlainTextEdit(memory.summary)
        self.summary.setFixedHeight(_SUMMARY_PX)
        self.summary.setTabChangesFocus(True)
        start, end = self._happening.start, self._happening.end
        when = "" if start is None else start if start == end else f"{start}..{end}"
        self.happened = QLineEdit(when)
        self.happened.setPlaceholderText(
            self.tr("2026, 2026-03, 2026-03-04, or two with .. between")
        )
        self.happened_text = QLineEdit(memory.original_text)
        self.problem = plain_label("", "error", wrap=True)
        self.problem.hide()
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        for name, field in (
            (self.tr("Title"), self.title),
            (self.tr("Summary"), self.summary),
            (self.tr("Happened"), self.happened),
            (self.tr("In words"), self.happened_text),
        ):
            label = plain_label(name)
            label.setBuddy(field)
            field.setAccessibleName(name)
            form.addRow(label, field)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("role", "primary")
        buttons.accepted.connect(self._check)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.setMinimumWidth(WIDTH_PX)

    def edit(self) -> EventEdit:
        """Return what the user wants it to be."""
        when, words = self.happened.text().strip(), self.happened_text.text().strip()
        found = happening_of(when, words=words) if when else None
        if found is None:
            found = replace(NO_HAPPENING, text=words)
        unchanged = (found.start, found.end, found.text) == (
            self._happening.start,
            self._happening.end,
            self._happening.text,
        )
        return EventEdit(
            title=self.title.text(),
            summary=self.summary.toPlainText(),
            happening=None if unchanged else found,
        )

    def _check(self) -> None:
        problem = ""
        if not self.title.text().strip():
            problem = self.tr("A title is needed.")
        elif not self.summary.toPlainText().strip():
            problem = self.tr("A summary is needed.")
        elif len(self.summary.toPlainText()) > SUMMARY_CHARS:
            problem = self.tr("The summary may have {limit} characters.").format(
                limit=SUMMARY_CHARS
            )
        elif self.happened.text().strip() and happening_of(self.happened.text()) is None:
            problem = self.tr("When it happened is a year, a month, a day, or two with .. between.")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if not problem:
            self.accept()
