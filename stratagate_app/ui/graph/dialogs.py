"""What a correction of the graph needs to know before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QDate, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    NAME_CHARS,
    EdgeId,
    FactId,
    NodeDetail,
    NodeHit,
    NodeId,
    NodeRow,
    NodeType,
)
from stratagate_app.models import graph_wording
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import SearchField, plain_label
from stratagate_app.ui.widgets.labels import fit_height

translate = QCoreApplication.translate

_WIDTH_PX = 420
_LIST_PX = 190


class _Correction(QDialog):
    """A title, what it does, fields, and two buttons."""

    def __init__(self, title: str, about: str, done: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_WIDTH_PX)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 20, 24, 16)
        self.column.setSpacing(10)
        if about:
            self.column.addWidget(plain_label(about, "muted", wrap=True))
        box = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(box.Ok | box.Cancel)
        self.accept_button = self.buttons.button(box.Ok)
        self.accept_button.setText(done)
        self.accept_button.setProperty("role", "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def finish(self) -> None:
        """Put the buttons below the fields."""
        self.column.addWidget(self.buttons)
        fit_height(self, _WIDTH_PX)


class NameDialog(_Correction):
    """A name for a node."""

    def __init__(self, title: str, about: str, name: str, done: str, parent: QWidget) -> None:
        super().__init__(title, about, done, parent)
        self.name = QLineEdit(name)
        self.name.setMaxLength(NAME_CHARS)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.selectAll()
        self.name.textChanged.connect(self._on_name_changed)
        self.column.addWidget(self.name)
        self._on_name_changed(name)
        self.finish()

    def _on_name_changed(self, text: str) -> None:
        self.accept_button.setEnabled(bool(text.strip()))


class TypeDialog(_Correction):
    """A type for a node."""

    def __init__(self, row: NodeRow, parent: QWidget) -> None:
        super().__init__(
            translate("Graph", "Change the type"),
            translate("Graph", "What is “{name}”?").format(name=row.name[:NAME_CHARS]),
            translate("Graph", "Change"),
            parent,
        )
        self.types = type_box(row.type)
        self.column.addWidget(self.types)
        self.finish()


class DayDialog(_Correction):
    """Since when something no longer holds."""

    def __init__(self, what: str, day: QDate, parent: QWidget) -> None:
        super().__init__(
            translate("Graph", "It no longer holds"),
            translate(
                "Graph", "“{what}” is kept as something that was true. Since when is it not?"
            ).format(what=what),
            translate("Graph", "End it"),
            parent,
        )
        self.day = QDateEdit(day)
        self.day.setCalendarPopup(True)
        self.day.setAccessibleName(self.tr("First day on which it no longer holds"))
        self.column.addWidget(self.day)
        self.finish()


class SplitDialog(_Correction):
    """What of a node belongs to another of its own."""

    def __init__(self, detail: NodeDetail, parent: QWidget) -> None:
        super().__init__(
            translate("Graph", "Split into two"),
            translate(
                "Graph",
                "Name the second node, and tick what belongs to it. The rest stays with “{name}”.",
            ).format(name=detail.row.name[:NAME_CHARS]),
            translate("Graph", "Split"),
            parent,
        )
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_CHARS)
        self.name.setPlaceholderText(self.tr("Name of the second node"))
        self.name.setAccessibleName(self.name.placeholderText())
        self.types = type_box(detail.row.type)
        self.parts = QListWidget()
        self.parts.setAccessibleName(self.tr("What belongs to the second node"))
        self.parts.setFixedHeight(_LIST_PX)
        for fact in detail.facts:
            words = f"{graph_wording.relation_text(fact.key)}: {fact.value}"
            self._add(words, ("fact", int(fact.id)))
        for relation in detail.relations:
            words = graph_wording.relation_text(relation.edge.relation)
            sign = f"{words} → {relation.other.name}"
            if not relation.outgoing:
                sign = f"{relation.other.name} → {words}"
            self._add(sign, ("edge", int(relation.edge.id)))
        for widget in (self.name, self.types, self.parts):
            self.column.addWidget(widget)
        self.name.textChanged.connect(self._check)
        self.parts.itemChanged.connect(self._check)
        self._check()
        self.finish()

    def facts(self) -> list[FactId]:
        """Return the facts that are ticked."""
        return [FactId(number) for kind, number in self._ticked() if kind == "fact"]

    def edges(self) -> list[EdgeId]:
        """Return the relations that are ticked."""
        return [EdgeId(number) for kind, number in self._ticked() if kind == "edge"]

    def _add(self, words: str, key: tuple[str, int]) -> None:
        item = QListWidgetItem(" ".join(words[:400].split()))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setData(Qt.ItemDataRole.UserRole, key)
        self.parts.addItem(item)

    def _ticked(self) -> list[tuple[str, int]]:
        items = (self.parts.item(row) for row in range(self.parts.count()))
        return [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        ]

    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self.name.text().strip()) and bool(self._ticked()))


class MergeDialog(_Correction):
    """The other node that is the same.

    `search` is called with what was typed; `show_hits` takes what was found.
    """

    def __init__(
        self, row: NodeRow, search: Callable[[str], object], theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(
            translate("Graph", "Merge with another node"),
            translate(
                "Graph",
                "Which node is the same as “{name}”? Its facts, relations and names come to this "
                "one; you can undo this.",
            ).format(name=row.name[:NAME_CHARS]),
            translate("Graph", "Merge"),
            parent,
        )
        self._row = row
        self.field = SearchField(self.tr("Find a node"), theme)
        self.hits = QListWidget()
        self.hits.setAccessibleName(self.tr("Nodes that were found"))
        self.hits.setFixedHeight(_LIST_PX)
        self.column.addWidget(self.field)
        self.column.addWidget(self.hits)
        self.field.searched.connect(search)
        self.field.left_downwards.connect(self.hits.setFocus)
        self.hits.currentRowChanged.connect(lambda place: self.accept_button.setEnabled(place >= 0))
        self.accept_button.setEnabled(False)
        self.finish()

    def show_hits(self, hits: Sequence[NodeHit]) -> None:
        """Offer these nodes."""
        self.hits.clear()
        for hit in hits:
            if hit.node.id == self._row.id or hit.node.workspace_id != self._row.workspace_id:
                continue
            words = f"{hit.node.name} · {graph_wording.node_type(hit.node.type)}"
            item = QListWidgetItem(" ".join(words.split()))
            item.setData(Qt.ItemDataRole.UserRole, int(hit.node.id))
            self.hits.addItem(item)
        if self.hits.count():
            self.hits.setCurrentRow(0)
        else:
            self.accept_button.setEnabled(False)

    def chosen(self) -> NodeId | None:
        """Return the other node."""
        item = self.hits.currentItem()
        return None if item is None else NodeId(item.data(Qt.ItemDataRole.UserRole))


def type_box(chosen: NodeType) -> QComboBox:
    """Return a list of the types of nodes."""
    box = QComboBox()
    for kind in NodeType:
        box.addItem(graph_wording.node_type(kind), kind.value)
    box.setCurrentIndex(list(NodeType).index(chosen))
    return box
