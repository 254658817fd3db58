"""The rules that bring new conversations to a workspace, in its dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import SOURCES, RuleId, RuleKind, path_parts
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import source_name
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stratagate_app.engine import WorkspaceId, WorkspaceRule

LIST_PX = 92
PATTERN_CHARS = 1000


class RulesEditor(QWidget):
    """Rules as a list, and a line to add one; nothing is written before the dialog is saved.

    Args:
        workspace_id: Whose rules are shown.
        rules: The rules of all workspaces.
        names: Of the workspaces, to say where something goes already.
        parent: Owns it.
    """

    def __init__(
        self,
        workspace_id: WorkspaceId,
        rules: Sequence[WorkspaceRule],
        names: Mapping[WorkspaceId, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kept = [rule for rule in rules if rule.workspace_id == workspace_id]
        self._others = {
            _key(rule.kind, rule.pattern): names.get(rule.workspace_id, "")
            for rule in rules
            if rule.workspace_id != workspace_id
        }
        self._removed: list[RuleId] = []
        self._added: list[tuple[RuleKind, str]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(8)
        heading = plain_label(self.tr("New conversations that go &here"), "heading")
        column.addWidget(heading)
        self.list = QListWidget()
        self.list.setFixedHeight(LIST_PX)
        self.list.setAccessibleName(self.tr("Rules for new conversations"))
        self.list.setAccessibleDescription(self.tr("Delete removes a rule"))
        self.list.installEventFilter(self)
        self.list.currentRowChanged.connect(self._update)
        heading.setBuddy(self.list)
        column.addWidget(self.list)
        column.addLayout(self._adding())
        self.problem = plain_label("", "warn", wrap=True)
        self.problem.hide()
        column.addWidget(self.problem)
        column.addWidget(
            plain_label(
                self.tr(
                    "The workspace chosen when you import goes first, then the nearest folder, "
                    "then the source. What is here already stays where it is."
                ),
                "faint",
                wrap=True,
            )
        )
        self._show()

    def _adding(self) -> QVBoxLayout:
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind of rule"))
        self.kind.addItem(self.tr("Folder"), "")
        for source in SOURCES:
            self.kind.addItem(self.tr("Source: {name}").format(name=source_name(source)), source)
        self.kind.currentIndexChanged.connect(self._update)
        self.path = QLineEdit()
        self.path.setMaxLength(PATTERN_CHARS)
        self.path.setPlaceholderText(self.tr("Path of a project folder"))
        self.path.setAccessibleName(self.tr("Folder"))
        self.path.textChanged.connect(self._update)
        self.path.installEventFilter(self)
        self.browse = QPushButton(self.tr("Choose…"))
        self.browse.setToolTip(self.tr("Choose a folder of this computer"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._on_browse_clicked)
        self.add = QPushButton(self.tr("Add rule"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._on_add_clicked)
        self.remove = QPushButton(self.tr("Remove rule"))
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self._on_remove_clicked)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.kind)
        first.addWidget(self.path, 1)
        second.setSpacing(8)
        for button in (self.browse, self.add, self.remove):
            second.addWidget(button)
        second.addStretch(1)
        both = QVBoxLayout()
        both.setSpacing(8)
        both.addLayout(first)
        both.addLayout(second)
        return both

    def changes(self) -> tuple[tuple[RuleId, ...], tuple[tuple[RuleKind, str], ...]]:
        """Return which rules are to go, and kind and pattern of those to be made."""
        return tuple(self._removed), tuple(self._added)

    def _show(self, row: int = 0) -> None:
        self.list.clear()
        for rule in self._kept:
            self.list.addItem(self._words(rule.kind, rule.pattern))
        for kind, pattern in self._added:
            self.list.addItem(self._words(kind, pattern))
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self._update()

    def _words(self, kind: RuleKind, pattern: str) -> str:
        if kind is RuleKind.SOURCE:
            return self.tr("Source: {name}").format(name=source_name(pattern))
        return self.tr("Folder: {path}").format(path=one_line(pattern))

    def _wanted(self) -> tuple[RuleKind, str]:
        source = str(self.kind.currentData() or "")
        if source:
            return RuleKind.SOURCE, source
        return RuleKind.PROJECT, self.path.text().strip()

    def _update(self) -> None:
        kind, pattern = self._wanted()
        folder = kind is RuleKind.PROJECT
        self.path.setEnabled(folder)
        self.browse.setEnabled(folder)
        wanted = _key(kind, pattern)
        known = {_key(rule.kind, rule.pattern) for rule in self._kept}
        known |= {_key(*item) for item in self._added}
        elsewhere = self._others.get(wanted)
        self.problem.setVisible(elsewhere is not None)
        self.problem.setText(
            self.tr("That goes to {workspace} already. Remove the rule there first.").format(
                workspace=elsewhere
            )
        )
        free = wanted not in known and elsewhere is None
        self.add.setEnabled(bool(wanted[1]) and free)
        self.remove.setEnabled(self.list.currentRow() >= 0)

    def _on_browse_clicked(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Project folder"))
        if chosen:
            self.path.setText(chosen)

    def _on_add_clicked(self) -> None:
        self._added.append(self._wanted())
        self.path.clear()
        self._show(self.list.count())

    def _on_remove_clicked(self) -> None:
        row = self.list.currentRow()
        if row < 0:
            return
        if row < len(self._kept):
            self._removed.append(self._kept.pop(row).id)
        else:
            del self._added[row - len(self._kept)]
        self._show(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete removes a rule; Return in the path adds one instead of saving everything."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if watched is self.list and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self._on_remove_clicked()
                return True
            returned = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if watched is self.path and returned and self.add.isEnabled():
                self._on_add_clicked()
                return True
        return False


def _key(kind: RuleKind, pattern: str) -> tuple[RuleKind, tuple[str, ...]]:
    """Return what is equal for rules that say the same."""
    return kind, path_parts(pattern) if kind is RuleKind.PROJECT else (pattern,)
