"""What a conversation holds that could be imported: its first words, dates, size and place."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.engine import PlannedConversation, PlanState
from stratagate_app.models import conversation_plans as plans
from stratagate_app.ui.import_report import warning_words
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line, visible
from stratagate_app.ui.sessions.wording import number
from stratagate_app.ui.widgets import KeyValueGrid, SectionLabel, plain_label

_NAME_PX = 92


class ConversationDetail(QWidget):
    """The right side of a preview of conversations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)

    def show_words(self, words: str) -> None:
        """Show a sentence and no conversation."""
        column = self._begin()
        column.addWidget(plain_label(words, "muted", wrap=True))
        column.addStretch(1)

    def show_conversation(self, row: PlannedConversation, file: str) -> None:
        """Show a conversation of a file."""
        column = self._begin()
        column.addWidget(SectionLabel(plans.effect(row.state)))
        card = QFrame()
        card.setProperty("role", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(14, 12, 14, 12)
        inside.setSpacing(8)
        title = one_line(plans.title_words(row))
        inside.addWidget(plain_label(title, "heading", wrap=True, selectable=True))
        if row.first_words and one_line(row.first_words) != title:
            words = plain_label(visible(row.first_words), "muted", wrap=True, selectable=True)
            inside.addWidget(words)
        if row.reason is not None:
            reason = warning_words(row.reason)
            inside.addWidget(plain_label(reason, "muted", wrap=True, selectable=True))
        grid = KeyValueGrid(label_width_px=_NAME_PX)
        grid.set_rows([pair for pair in self._lines(row, file) if pair[1]])
        inside.addWidget(grid)
        column.addWidget(card)
        if row.brings:
            column.addWidget(SectionLabel(self.tr("What importing it makes")))
            column.addWidget(plain_label(self._made(row), "muted", wrap=True))
        column.addStretch(1)

    def _lines(self, row: PlannedConversation, file: str) -> list[tuple[str, str]]:
        skipped = row.state is PlanState.SKIPPED
        dropped = self.tr("%n message(s) on purpose", "", row.dropped) if row.dropped else ""
        return [
            (self.tr("Said"), dates.span(row.started_at, row.ended_at)),
            (self.tr("Messages"), "" if skipped else plans.messages_words(row)),
            (self.tr("Left out"), dropped),
            (self.tr("Project"), one_line(row.project)),
            (self.tr("Workspace"), one_line(row.workspace)),
            (self.tr("File"), one_line(file)),
            (self.tr("In the file"), one_line(row.where)),
        ]

    def _made(self, row: PlannedConversation) -> str:
        tokens = self.tr("about {tokens} tokens").format(tokens=number(row.tokens))
        parts = (plans.messages(row.added), tokens, plans.blocks(row.blocks))
        return " · ".join(parts)

    def _begin(self) -> QVBoxLayout:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(18, 18, 18, 18)
        column.setSpacing(10)
        self._area.setWidget(holder)
        return column
