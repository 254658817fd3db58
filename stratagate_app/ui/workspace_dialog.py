"""Settings of a workspace, and a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import MAX_BLOCK_TURNS, Level, level_at, same_decay_lambda
from stratagate_app.ui.widgets import fit_height, pad_number, plain_label

if TYPE_CHECKING:
    from stratagate_app.engine import Workspace
    from stratagate_app.ui.workspace_rules import RulesEditor

# engine-rules.md, "Decay of blocks": a warning above this.
STEEP_LAMBDA = 0.4
LAMBDA_STEP = 0.05
NAME_CHARS = 80
WIDTH_PX = 460
NEW_WIDTH_PX = 380
SAME = 0.005


class WorkspaceDialog(QDialog):
    """Name, block size, decay and rules of a workspace."""

    def __init__(
        self, workspace: Workspace, rules: RulesEditor, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setWindowTitle(self.tr("Workspace settings"))
        self.setMinimumWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        self.name = QLineEdit(workspace.name)
        self.name.setMaxLength(NAME_CHARS)
        self.block_turns = QSpinBox()
        self.block_turns.setRange(1, MAX_BLOCK_TURNS)
        self.block_turns.setValue(workspace.block_turns)
        self.decay = QDoubleSpinBox()
        self.decay.setRange(0.0, 1.0)
        self.decay.setDecimals(2)
        self.decay.setSingleStep(LAMBDA_STEP)
        self.decay.setValue(workspace.decay_lambda)
        pad_number(self.block_turns)
        pad_number(self.decay)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        rows = (
            (self.tr("&Name"), self.name),
            (self.tr("Turns a &block"), self.block_turns),
            (self.tr("&Decay (λ)"), self.decay),
        )
        for row, (text, control) in enumerate(rows):
            label = plain_label(text)
            label.setBuddy(control)
            control.setAccessibleName(text.replace("&", ""))
            grid.addWidget(label, row, 0)
            grid.addWidget(control, row, 1)
        column.addLayout(grid)
        self.offer = QPushButton()
        self.offer.clicked.connect(self._on_offer_clicked)
        column.addWidget(self.offer)
        self.warning = plain_label("", "warn", wrap=True)
        column.addWidget(self.warning)
        column.addWidget(
            plain_label(
                self.tr(
                    "Blocks that are sealed keep their size. Decay changes what is shown of all "
                    "of them; the words themselves always stay. You can undo this."
                ),
                "faint",
                wrap=True,
            )
        )
        self.rules = rules
        column.addWidget(rules)
        column.addStretch(1)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self._save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        self._save.setProperty("role", "primary")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column.addWidget(self._buttons)
        self.block_turns.valueChanged.connect(self._update)
        self.decay.valueChanged.connect(self._update)
        self.name.textChanged.connect(self._update)
        self._update()
        fit_height(self, WIDTH_PX)

    def chosen(self) -> tuple[str, int, float]:
        """Return name, turns a block and lambda."""
        return (
            " ".join(self.name.text().split()),
            self.block_turns.value(),
            round(self.decay.value(), 4),
        )

    def offered_lambda(self) -> float:
        """Return the lambda that keeps the decay a turn as it is now, to two decimals."""
        same = same_decay_lambda(
            self._workspace.decay_lambda, self._workspace.block_turns, self.block_turns.value()
        )
        return min(1.0, max(0.0, round(same, 2)))

    def _update(self) -> None:
        self._save.setEnabled(bool(self.name.text().strip()))
        offered = self.offered_lambda()
        changed = self.block_turns.value() != self._workspace.block_turns
        self.offer.setVisible(changed and abs(offered - self.decay.value()) > SAME)
        self.offer.setText(
            self.tr("Use λ {value}, which keeps the same decay a turn").format(
                value=QLocale().toString(offered, "f", 2)
            )
        )
        steep = self.decay.value() > STEEP_LAMBDA + SAME
        self.warning.setVisible(steep)
        self.warning.setText(
            self.tr(
                "Above {limit} details fade quickly: a block is down to its title after %n more "
                "block(s).",
                "",
                blocks_until_title(self.decay.value()),
            ).format(limit=QLocale().toString(STEEP_LAMBDA, "f", 2))
        )
        fit_height(self, max(WIDTH_PX, self.width()))

    def _on_offer_clicked(self) -> None:
        self.decay.setValue(self.offered_lambda())


def blocks_until_title(decay_lambda: float) -> int:
    """Return after how many more blocks a block shows its title only; lambda above 0."""
    age = 1
    while level_at(Level.L5, age, decay_lambda) > Level.L0:
        age += 1
    return age


class NewWorkspaceDialog(QDialog):
    """Asks for a name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New workspace"))
        self.setMinimumWidth(NEW_WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        label = plain_label(self.tr("&Name"))
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_CHARS)
        self.name.setAccessibleName(self.tr("Name"))
        label.setBuddy(self.name)
        column.addWidget(label)
        column.addWidget(self.name)
        column.addWidget(
            plain_label(
                self.tr("What you import while it is chosen goes into it."), "faint", wrap=True
            )
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        create = buttons.addButton(self.tr("Create"), QDialogButtonBox.ButtonRole.AcceptRole)
        create.setProperty("role", "primary")
        create.setEnabled(False)
        self.name.textChanged.connect(lambda text: create.setEnabled(bool(text.strip())))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        fit_height(self, NEW_WIDTH_PX)

    def chosen(self) -> str:
        """Return the name."""
        return " ".join(self.name.text().split())
