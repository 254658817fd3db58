"""Bringing what another assistant remembers: a prompt to give it, and a box for its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ImportFormatError, Preview, WorkspaceId
from stratagate_app.settings import EXPORT_PROMPTS, export_prompt
from stratagate_app.ui.failure import problem_reason
from stratagate_app.ui.widgets import SectionLabel, SegmentedSwitch, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

SIZE_PX = (680, 620)
_PROMPT_PX = 150


class AssistantDialog(QDialog):
    """Two steps: copy the prompt, paste the answer.

    Signals:
        previewed: Id of the preview that the answer became.
        failed: The exception of what could not be done.
    """

    previewed = Signal(int)
    failed = Signal(Exception)

    def __init__(
        self,
        client: MemoryClient,
        workspace_id: WorkspaceId | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("From another assistant"))
        self._client = client
        self._workspace_id = workspace_id
        self._latest = Latest(client, self)
        self._languages = tuple(EXPORT_PROMPTS)
        self.language = SegmentedSwitch(["English", "中文"])
        self.language.setAccessibleName(self.tr("Language of the prompt"))
        self.prompt = QPlainTextEdit()
        self.prompt.setReadOnly(True)
        self.prompt.setFixedHeight(_PROMPT_PX)
        self.prompt.setTabChangesFocus(True)
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.copy_button = QPushButton(self.tr("Copy the prompt"))
        self.copy_button.setProperty("role", "primary")
        self.name = QLineEdit(self.tr("another assistant"))
        self.name.setAccessibleName(self.tr("Name of the assistant"))
        self.answer = QPlainTextEdit()
        self.answer.setTabChangesFocus(True)
        self.answer.setPlaceholderText(
            self.tr("Paste its answer here: JSON, or simply what it remembers, a sentence a line")
        )
        self.answer.setAccessibleName(self.tr("Answer of the assistant"))
        self.problem = plain_label("", "error", wrap=True)
        self.problem.hide()
        self.continue_button = QPushButton(self.tr("Preview…"))
        self.continue_button.setEnabled(False)
        self._lay_out()
        self.language.selected.connect(self._show_prompt)
        self.copy_button.clicked.connect(lambda _checked=False: self._copy())
        self.answer.textChanged.connect(self._on_answer_changed)
        self.continue_button.clicked.connect(lambda _checked=False: self.preview())
        chinese = QLocale().language() == QLocale.Language.Chinese
        self.language.set_current(int(chinese))
        self._show_prompt(int(chinese))
        self.resize(*SIZE_PX)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(SectionLabel(self.tr("1 · Give it this prompt")), 1)
        first.addWidget(self.language)
        copy = QHBoxLayout()
        copy.addWidget(
            plain_label(
                self.tr("In a new chat of the assistant that remembers you."), "small", wrap=True
            ),
            1,
        )
        copy.addWidget(self.copy_button)
        second = QHBoxLayout()
        second.addWidget(SectionLabel(self.tr("2 · Paste its answer")), 1)
        second.addWidget(plain_label(self.tr("It is"), "small"))
        second.addWidget(self.name)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(lambda _checked=False: self.reject())
        buttons = QHBoxLayout()
        buttons.addWidget(
            plain_label(self.tr("Nothing is written until you commit."), "small", wrap=True), 1
        )
        buttons.addWidget(cancel)
        buttons.addWidget(self.continue_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        column.addLayout(first)
        column.addWidget(self.prompt)
        column.addLayout(copy)
        column.addSpacing(8)
        column.addLayout(second)
        column.addWidget(self.answer, 1)
        column.addWidget(self.problem)
        column.addLayout(buttons)
        for button in (self.copy_button, cancel, self.continue_button):
            button.setAutoDefault(False)

    def _show_prompt(self, index: int) -> None:
        self.prompt.setPlainText(export_prompt(self._languages[index]))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.prompt.toPlainText())
        self.copy_button.setText(self.tr("Copied"))
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_answer_changed(self) -> None:
        self.problem.hide()
        self.continue_button.setEnabled(bool(self.answer.toPlainText().strip()))

    def preview(self) -> None:
        """Read the answer and open its preview."""
        text = self.answer.toPlainText()
        name = " ".join(self.name.text().split()) or self.tr("another assistant")
        workspace_id = self._workspace_id
        self.continue_button.setEnabled(False)
        self._latest.run(
            lambda memory: memory.previews.open_text(text, name, workspace_id),
            self._on_read,
            self._on_not_read,
        )

    def _on_read(self, preview: Preview) -> None:
        self._client.wake()
        self.previewed.emit(int(preview.id))
        self.accept()

    def _on_not_read(self, error: Exception) -> None:
        self.continue_button.setEnabled(True)
        if not isinstance(error, ImportFormatError):
            self.failed.emit(error)
            return
        where = str(error.fields.get("where") or "")
        words = problem_reason(error.code)
        self.problem.setText(f"{words} ({where})" if where else words)
        self.problem.show()
