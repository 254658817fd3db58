"""Imports: what waits to be decided, and every batch that came in, with undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, JsonValue, Preview, PreviewId, WorkspaceId
from stratagate_app.models.previews import PreviewsModel, format_name, load_open, progress
from stratagate_app.ui.activity.operations_pane import OperationsPane
from stratagate_app.ui.activity.rows_view import (
    ROW_PX,
    SIDE_PX,
    Looks,
    ModelIndex,
    RowDelegate,
    RowsView,
)
from stratagate_app.ui.imports.assistant_dialog import AssistantDialog
from stratagate_app.ui.imports.preview_dialog import PreviewDialog
from stratagate_app.ui.page import Page
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import ElidedLabel, EmptyState, SectionLabel, plain_label

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient

BATCHES = frozenset({"import", "import_memories"})
_REFRESH_MS = 200
_PREVIEWS_SHOWN = 4


class PreviewDelegate(RowDelegate):
    """The file, how far it is, and Open."""

    def looks(self, index: ModelIndex) -> Looks | None:
        """Return what a preview shows."""
        row = index.data(PreviewsModel.RowRole)
        if not isinstance(row, Preview):
            return None
        asks = row.needs_user or row.failed
        chip = self.tr("needs you") if asks else self.tr("ready")
        if row.waiting:
            chip = self.tr("judging")
        return Looks(
            f"{row.file_name} · {format_name(row.format)}",
            f"{progress(row)} · {dates.moment(row.at)}",
            chip,
            "neutral" if row.waiting else "warn" if asks else "accent",
            button=self.tr("Open"),
        )


class ImportsPage(Page):
    """Open previews above, batches below."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._latest = Latest(client, self, self.failed.emit)
        self.previews = PreviewsModel(self)
        self.waiting = RowsView(PreviewDelegate(theme), self.tr("Waiting to be decided"))
        self.waiting.setModel(self.previews)
        self.paste_button = QPushButton(self.tr("From another assistant…"))
        self.paste_button.setToolTip(self.tr("Ask it for its memories, and paste its answer (A)"))
        self.batches = OperationsPane(
            client,
            theme,
            only=BATCHES,
            empty=EmptyState(
                self.tr("Nothing came in yet"),
                self.tr(
                    "Every file that you bring in is listed here as a batch: conversations, and "
                    "what other assistants remember of you. A whole batch can be taken back, also "
                    "months later."
                ),
                [
                    (self.tr("Import…"), self.import_requested.emit),
                    (self.tr("Open the sample"), self.sample_requested.emit),
                ],
            ),
        )
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.batches)

    def _lay_out(self) -> None:
        header = QWidget()
        header.setProperty("role", "header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        header.setFixedHeight(46)
        row = QHBoxLayout(header)
        row.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Imports"), "heading"))
        row.addWidget(ElidedLabel(self.tr("in all workspaces"), "small"), 1)
        row.addWidget(self.paste_button)
        self._above = QWidget()
        self._above.setProperty("role", "panel")
        self._above.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        above = QVBoxLayout(self._above)
        above.setContentsMargins(0, 10, 0, 0)
        above.setSpacing(4)
        title = QHBoxLayout()
        title.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        title.addWidget(SectionLabel(self.tr("Waiting to be decided")))
        above.addLayout(title)
        above.addWidget(self.waiting)
        self._above.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._above)
        column.addWidget(self.batches, 1)

    def _connect(self) -> None:
        self._refresh.timeout.connect(self.reload)
        self.waiting.button_clicked.connect(self._open_at)
        self.waiting.opened.connect(lambda: self._open_at(self.waiting.currentIndex().row()))
        self.paste_button.clicked.connect(lambda _checked=False: self.ask_assistant())
        self.batches.event_opened.connect(self.open_event)
        self.batches.session_opened.connect(self.open_session)
        self.batches.import_requested.connect(self.import_requested)
        self.batches.sample_requested.connect(self.sample_requested)
        self.batches.failed.connect(self.failed)

    def reload(self) -> None:
        """Read previews and batches again."""
        self._latest.run(load_open, self._on_arrived)
        self.batches.reload()

    def _on_arrived(self, found: tuple[Preview, ...]) -> None:
        self.previews.set_rows(found)
        self._above.setVisible(bool(found))
        self.waiting.setFixedHeight(ROW_PX * min(len(found), _PREVIEWS_SHOWN))

    def ask_assistant(self) -> None:
        """Let the user bring what another assistant remembers."""
        dialog = AssistantDialog(self.client, self.workspace_id, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.failed.connect(self.failed)
        dialog.previewed.connect(self.show_preview)
        dialog.open()

    def show_preview(self, preview_id: int) -> None:
        """Open the dialog of a preview."""
        key = PreviewId(preview_id)
        job = self.client.query(lambda memory: memory.previews.get(key))
        job.succeeded.connect(self._open)
        job.failed.connect(self.failed)

    def _open_at(self, position: int) -> None:
        row = self.previews.row_at(position)
        if row is not None:
            self._open(row)

    def _open(self, preview: Preview) -> None:
        dialog = PreviewDialog(self.client, self.theme, preview, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.failed.connect(self.failed)
        dialog.source_asked.connect(self.open_message)
        dialog.committed.connect(self.batches.show_operation)
        dialog.open()

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show everything: what came in is listed for all workspaces together."""
        super().set_workspace(workspace_id)
        self.reload()

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches."""
        del initiator
        if (changes.previews or changes.history) and not self._refresh.isActive():
            self._refresh.start()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (
            (self.tr("Next in the list, previous in the list"), "J, K"),
            (self.tr("Undo the chosen batch, or bring it back"), "U"),
            (self.tr("Open the chosen preview"), "Enter"),
            (self.tr("Bring what another assistant remembers"), "A"),
            (self.tr("In a preview: add, merge, supersede, conflict, ignore"), "1, 2, 3, 4, 5"),
            (self.tr("In a preview: edit the words"), "E"),
            (self.tr("In a preview: write all of it"), "Ctrl+Enter"),
        )

    def save_state(self) -> dict[str, JsonValue]:
        """Return the widths of the panes."""
        sizes: list[JsonValue] = list(self.batches.sizes())
        return {"sizes": sizes} if all(sizes) else {}

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        sizes = state.get("sizes")
        if isinstance(sizes, list) and len(sizes) == 2:  # noqa: PLR2004 - two parts
            widths = [size for size in sizes if isinstance(size, int) and size > 0]
            if len(widths) == len(sizes):
                self.batches.restore_sizes(widths)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """U undoes or redoes the chosen batch, A brings what another assistant remembers."""
        if event.key() == Qt.Key.Key_A and not event.modifiers():
            self.ask_assistant()
        elif event.key() == Qt.Key.Key_U and not event.modifiers():
            self.batches.step_current()
        else:
            super().keyPressEvent(event)
