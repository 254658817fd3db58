"""What the search field finds: commands, sessions, events and messages, in one list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.models import graph_wording
from stratagate_app.ui.theme import SMALL_PX, TINY_PX, Theme, font_px
from stratagate_app.ui.widgets import plain_label
from stratagate_app.ui.widgets.marked_text import draw_marked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import NodeHit, SearchHits, WorkspaceId

PAUSE_MS = 120
HITS = 6
NODES = 3
MAX_WIDTH_PX = 620
MAX_HEIGHT_PX = 520
ROW_PX = 44
COMMAND_PX = 32
HEADING_PX = 26


class Command(NamedTuple):
    """Something the user can do by name."""

    title: str
    shortcut: str
    run: Callable[[], object]


class PaletteItem(NamedTuple):
    """A line of the list; a heading has no run. Marks: start and end of what is painted bold."""

    title: str
    detail: str
    side: str
    icon: str
    run: Callable[[], object] | None
    title_marks: Sequence[tuple[int, int]] = ()
    detail_marks: Sequence[tuple[int, int]] = ()


class CommandPalette(QFrame):
    """The list under the search field; the keyboard stays in the field.

    Signals:
        session_chosen: Session id.
        event_chosen: Event id.
        message_chosen: Session id and message id.
        node_chosen: Id of a node of the graph.
        done: Something was chosen; the search is over.
        failed: An exception to tell the user about.
    """

    session_chosen = Signal(int)
    event_chosen = Signal(int)
    message_chosen = Signal(int, int)
    node_chosen = Signal(int)
    done = Signal()
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "popup")
        self._commands: tuple[Command, ...] = ()
        self._workspace_id: WorkspaceId | None = None
        self._text = ""
        self._latest = Latest(client, self, self.failed.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.setSpacing(0)
        self._model = _ItemModel(self)
        self._view = QListView()
        self._view.setModel(self._model)
        self._view.setItemDelegate(_ItemDelegate(theme, self._view))
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setAccessibleName(self.tr("Search results"))
        self._view.setMouseTracking(True)
        self._view.clicked.connect(self._on_view_clicked)
        column.addWidget(self._view)
        self._hint = plain_label("", "faint")
        self._hint.setContentsMargins(10, 6, 10, 6)
        column.addWidget(self._hint)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.hide()

    def set_commands(self, commands: Sequence[Command]) -> None:
        """Offer these commands."""
        self._commands = tuple(commands)

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Search in one workspace, or everywhere (None)."""
        self._workspace_id = workspace_id

    def open_below(self, field: QWidget, text: str) -> None:
        """Show under the search field what fits its text."""
        parent = self.parentWidget()
        if parent is not None:
            corner = field.mapTo(parent, QPoint(0, field.height() + 4))
            width = min(MAX_WIDTH_PX, max(field.width(), parent.width() - corner.x() - 16))
            self.setGeometry(corner.x(), corner.y(), width, self.height())
        self.set_text(text)
        self.show()
        self.raise_()

    def set_text(self, text: str) -> None:
        """Look for another text: commands at once, the rest after a short pause."""
        self._text = text.strip()
        self._show(None)
        if self._text:
            self._pause.start()
        else:
            self._pause.stop()
            self._latest.cancel()

    def dismiss(self) -> None:
        """Hide the list."""
        self._pause.stop()
        self._latest.cancel()
        self.hide()

    def step(self, by: int) -> None:
        """Move the choice, over headings."""
        row = self._view.currentIndex().row()
        step = 1 if by > 0 else -1
        for _ in range(abs(by)):
            following = row + step
            while (
                0 <= following < self._model.rowCount() and self._model.item(following).run is None
            ):
                following += step
            if not 0 <= following < self._model.rowCount():
                break
            row = following
        self._view.setCurrentIndex(self._model.index(row, 0))

    def accept(self) -> None:
        """Do what is chosen."""
        index = self._view.currentIndex()
        if self.isVisible() and index.isValid():
            self._on_view_clicked(index)

    def titles(self) -> list[str]:
        """Return what is listed, headings included."""
        return [self._model.item(row).title for row in range(self._model.rowCount())]

    def _search(self) -> None:
        text, workspace_id = self._text, self._workspace_id
        self._latest.run(
            lambda memory: memory.search.find(text, workspace_id=workspace_id, limit=HITS),
            self._show,
        )

    def _show(self, hits: SearchHits | None) -> None:
        items: list[PaletteItem] = []
        if hits is not None:
            items += self._node_items(hits.nodes[:NODES])
            items += self._hit_items(hits)
        commands = self._command_items()
        if commands:
            items.append(PaletteItem(self.tr("Commands"), "", "", "", None))
            items += commands
        self._model.set_items(items)
        first = next((row for row, item in enumerate(items) if item.run is not None), -1)
        if first >= 0:
            self._view.setCurrentIndex(self._model.index(first, 0))
            self._view.scrollToTop()
        if items:
            hint = self.tr("↑ ↓ to move · Enter to open · Esc to close")
        elif hits is None:
            hint = self.tr("Searching…")
        else:
            hint = self.tr("Nothing found for “{text}”").format(text=self._text)
        self._hint.setText(hint)
        height = sum(_row_height(item) for item in items)
        self._view.setVisible(bool(items))
        self.resize(self.width(), min(MAX_HEIGHT_PX, height + 10 + self._hint.sizeHint().height()))

    def _command_items(self) -> list[PaletteItem]:
        words = self._text.casefold().split()
        return [
            PaletteItem(command.title, "", command.shortcut, "chevron-right", command.run)
            for command in self._commands
            if all(word in command.title.casefold() for word in words)
        ]

    def _node_items(self, nodes: Sequence[NodeHit]) -> list[PaletteItem]:
        if not nodes:
            return []
        return [
            PaletteItem(self.tr("Graph"), "", "", "", None),
            *(
                PaletteItem(
                    hit.node.name,
                    hit.why or graph_wording.node_type(hit.node.type),
                    "",
                    "graph",
                    partial(self.node_chosen.emit, int(hit.node.id)),
                    hit.name_marks,
                )
                for hit in nodes
            ),
        ]

    def _hit_items(self, hits: SearchHits) -> list[PaletteItem]:
        items: list[PaletteItem] = []
        if hits.sessions:
            items.append(PaletteItem(self.tr("Sessions"), "", "", "", None))
            for found in hits.sessions:
                detail = self.tr("%n turn(s)", "", found.session.turns)
                items.append(
                    PaletteItem(
                        found.session.title,
                        detail,
                        "",
                        "sessions",
                        partial(self.session_chosen.emit, found.session.id),
                        found.marks,
                    )
                )
        if hits.events:
            items.append(PaletteItem(self.tr("Events"), "", "", "", None))
            items += [
                PaletteItem(
                    hit.event.title,
                    hit.excerpt,
                    "",
                    "events",
                    partial(self.event_chosen.emit, hit.event.id),
                    hit.title_marks,
                    hit.marks,
                )
                for hit in hits.events
            ]
        if hits.messages:
            items.append(PaletteItem(self.tr("Messages"), "", "", "", None))
            items += [
                PaletteItem(
                    hit.excerpt,
                    hit.session_title,
                    "",
                    "message",
                    partial(self.message_chosen.emit, hit.session_id, hit.message_id),
                    hit.marks,
                )
                for hit in hits.messages
            ]
        return items

    def _on_view_clicked(self, index: QModelIndex) -> None:
        run = self._model.item(index.row()).run
        if run is not None:
            self.dismiss()
            self.done.emit()
            run()


class _ItemModel(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[PaletteItem] = []

    def set_items(self, items: list[PaletteItem]) -> None:
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def item(self, row: int) -> PaletteItem:
        return self._items[row]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (item.title, item.detail, item.side) if part)
        return item if role == Qt.ItemDataRole.UserRole else None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if index.isValid() and self._items[index.row()].run is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


class _ItemDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(100, _row_height(index.data(Qt.ItemDataRole.UserRole)))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        item: PaletteItem = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if item.run is None:
            painter.setFont(font_px(TINY_PX))
            painter.setPen(self._theme.color("faint"))
            painter.drawText(
                area.adjusted(10, 6, -10, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                item.title.upper(),
            )
            painter.restore()
            return
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(self._theme.color("accent_soft"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.color("panel2"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), 6, 6)
        self._theme.icon(item.icon).paint(
            painter, QRect(area.x() + 12, area.center().y() - 7, 16, 16)
        )
        inside = area.adjusted(38, 0, -12, 0)
        if item.side:
            painter.setFont(font_px(TINY_PX))
            painter.setPen(self._theme.color("faint"))
            painter.drawText(
                inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, item.side
            )
            inside.adjust(0, 0, -painter.fontMetrics().horizontalAdvance(item.side) - 12, 0)
        title_area = inside.adjusted(0, 5, 0, -inside.height() // 2) if item.detail else inside
        painter.setFont(font_px(13))
        painter.setPen(self._theme.color("text"))
        draw_marked(painter, title_area, item.title, item.title_marks)
        if item.detail:
            painter.setFont(font_px(SMALL_PX))
            painter.setPen(self._theme.color("muted"))
            detail_area = inside.adjusted(0, inside.height() // 2, 0, -5)
            draw_marked(painter, detail_area, item.detail, item.detail_marks)
        painter.restore()


def _row_height(item: PaletteItem) -> int:
    if item.run is None:
        return HEADING_PX
    return ROW_PX if item.detail else COMMAND_PX
