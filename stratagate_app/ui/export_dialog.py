"""What is to be written to a file: what, of which workspace or selection, in which format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    FORMATS,
    EventId,
    ExportChoice,
    ExportFormat,
    ExportWhat,
    SessionId,
    WorkspaceId,
)
from stratagate_app.ui.widgets import fit_height, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratagate_app.engine import Workspace

WIDTH_PX = 480
_LABEL_PX = 96
# Beside the ids of workspaces in the list, which begin at 1.
_EVERYTHING, _SELECTED = 0, -1


@dataclass(frozen=True, slots=True)
class ExportOffer:
    """What the dialog begins with.

    Attributes:
        what: What is chosen at first.
        ids: The selected events or sessions, in their order; none where nothing is selected.
        workspace_id: The workspace that is shown; None for everything.
    """

    what: ExportWhat = ExportWhat.ALL
    ids: tuple[int, ...] = ()
    workspace_id: WorkspaceId | None = None


class ExportDialog(QDialog):
    """Asks what to export; `chosen()` has the answer once it is accepted."""

    def __init__(
        self, offer: ExportOffer, workspaces: Sequence[Workspace], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._offer = offer
        self._workspaces = workspaces
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(WIDTH_PX)
        self.what = QComboBox()
        self.which = QComboBox()
        self.format = QComboBox()
        self.masked = QCheckBox(self.tr("&Mask keys, tokens and passwords"))
        self._use = plain_label("", "faint", wrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save_button = self._buttons.addButton(
            self.tr("Save as…"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.save_button.setProperty("role", "primary")
        self._lay_out()
        for what in ExportWhat:
            self.what.addItem(_what_words(what), what)
        self.what.setCurrentIndex(self.what.findData(offer.what))
        self._fill()
        self.what.currentIndexChanged.connect(self._fill)
        self.format.currentIndexChanged.connect(self._explain)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.save_button.setDefault(True)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _LABEL_PX)
        grid.setColumnStretch(1, 1)
        for row, (text, box) in enumerate(
            (
                (self.tr("&What"), self.what),
                (self.tr("&Of"), self.which),
                (self.tr("&Format"), self.format),
            )
        ):
            label = plain_label(text)
            label.setBuddy(box)
            box.setAccessibleName(text.replace("&", ""))
            # A long name of a workspace is cut in the list, not let push the dialog wide.
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
        grid.addWidget(self._use, 3, 1)
        column.addLayout(grid)
        column.addWidget(self.masked)
        column.addWidget(
            plain_label(
                self.tr("One file is written on this computer; the memory stays as it is."),
                "faint",
                wrap=True,
            )
        )
        column.addStretch(1)
        column.addWidget(self._buttons)

    def chosen(self) -> ExportChoice:
        """Return what is to be written, and how."""
        which: int = self.which.currentData()
        choice = ExportChoice(
            self._what,
            ExportFormat(self.format.currentData()),
            workspace_id=WorkspaceId(which) if which > _EVERYTHING else None,
            masked=self.masked.isChecked(),
        )
        if which != _SELECTED:
            return choice
        if choice.what is ExportWhat.EVENTS:
            return replace(choice, events=tuple(map(EventId, self._offer.ids)))
        return replace(choice, sessions=tuple(map(SessionId, self._offer.ids)))

    @property
    def _what(self) -> ExportWhat:
        return ExportWhat(self.what.currentData())

    def _fill(self) -> None:
        what = self._what
        self.which.clear()
        if self._offer.ids and what is self._offer.what:
            count = len(self._offer.ids)
            words = (
                self.tr("%n selected event(s)", "", count)
                if what is ExportWhat.EVENTS
                else self.tr("%n selected conversation(s)", "", count)
            )
            self.which.addItem(words, _SELECTED)
        self.which.addItem(self.tr("All workspaces"), _EVERYTHING)
        for workspace in self._workspaces:
            self.which.addItem(workspace.name, int(workspace.id))
        if self.which.itemData(0) != _SELECTED:
            here = self.which.findData(int(self._offer.workspace_id or _EVERYTHING))
            self.which.setCurrentIndex(max(0, here))
        self.format.clear()
        for form in FORMATS[what]:
            self.format.addItem(_format_words(form), form)
        self.format.setEnabled(self.format.count() > 1)
        self._explain()

    def _explain(self) -> None:
        if self.format.currentData() is not None:
            self._use.setText(_use(self._what, ExportFormat(self.format.currentData())))
            fit_height(self, max(WIDTH_PX, self.width()))


def _what_words(what: ExportWhat) -> str:
    return {
        ExportWhat.ALL: QCoreApplication.translate("Export", "Everything"),
        ExportWhat.EVENTS: QCoreApplication.translate("Export", "Events"),
        ExportWhat.SESSIONS: QCoreApplication.translate("Export", "Conversations"),
        ExportWhat.GRAPH: QCoreApplication.translate("Export", "Graph"),
    }[what]


def _format_words(form: ExportFormat) -> str:
    return {
        ExportFormat.JSON: "JSON",
        ExportFormat.MARKDOWN: "Markdown",
        ExportFormat.CSV: QCoreApplication.translate("Export", "CSV table"),
        ExportFormat.GRAPHML: "GraphML",
        ExportFormat.ZIP: QCoreApplication.translate("Export", "Zip of JSON files"),
    }[form]


def _use(what: ExportWhat, form: ExportFormat) -> str:
    """Return what a file of a kind is good for."""
    if form in (ExportFormat.JSON, ExportFormat.ZIP) and what is not ExportWhat.GRAPH:
        return QCoreApplication.translate("Export", "Import reads all of it back.")
    return {
        ExportFormat.JSON: QCoreApplication.translate(
            "Export", "Nodes, facts and edges with their intervals and source events."
        ),
        ExportFormat.GRAPHML: QCoreApplication.translate(
            "Export", "For programs that draw and compute graphs."
        ),
        ExportFormat.MARKDOWN: QCoreApplication.translate("Export", "Notes to read and to search."),
        ExportFormat.CSV: QCoreApplication.translate(
            "Export", "For spreadsheets; nothing in it runs as a formula."
        ),
    }[form]
