"""Putting the graph right: the commands, and the dialogs that come before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, EdgeRow, Fact, NodeDetail, NodeHit, NodeId, NodeType
from stratagate_app.models import graph_wording
from stratagate_app.ui.graph.dialogs import (
    DayDialog,
    MergeDialog,
    NameDialog,
    SplitDialog,
    TypeDialog,
)
from stratagate_app.ui.theme import Theme

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

_HITS = 30
_WHAT_CHARS = 120


class Corrections(QObject):
    """Asks and does what the inspector wants of a node; each is one change that can be undone.

    Signals:
        merged: Id of the node that two became.
        failed: What went wrong; nothing was changed.
    """

    merged = Signal(int)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._client = client
        self._theme = theme
        self._widget = parent
        self._found = Latest(client, self, self.failed.emit)
        self.dialog: QDialog | None = None

    def ask(self, name: str, detail: NodeDetail, subject: object) -> None:
        """Begin a correction of a node.

        Args:
            name: rename, alias, unalias, retype, merge, split, or decide_ or close_ with fact or
                edge.
            detail: The node.
            subject: The alias, Fact or EdgeRow it is about.
        """
        node_id = detail.row.id
        if isinstance(subject, str):
            self.run(lambda memory: memory.graph.remove_alias(node_id, subject))
        elif isinstance(subject, Fact):
            self._about_fact(name, subject)
        elif isinstance(subject, EdgeRow):
            self._about_edge(name, subject)
        else:
            begin = {
                "rename": self._rename,
                "alias": self._alias,
                "retype": self._retype,
                "merge": self._merge,
                "split": self._split,
            }
            begin[name](detail)

    def merge_pair(self, kept: NodeId, other: NodeId) -> None:
        """Let two nodes be one; the first gives it its name."""
        self.run(
            lambda memory: memory.graph.merge_nodes(kept, other),
            lambda: self.merged.emit(int(kept)),
        )

    def run(
        self, work: Callable[[Memory], ChangeSet], done: Callable[[], object] | None = None
    ) -> None:
        """Change something."""
        job = self._client.command(work, self)
        job.failed.connect(self.failed)
        if done is not None:
            job.succeeded.connect(lambda _changes: done())

    def _about_fact(self, name: str, fact: Fact) -> None:
        if name == "decide_fact":
            self.run(lambda memory: memory.graph.decide_fact(fact.id))
            return
        what = f"{graph_wording.relation_text(fact.key)}: {fact.value}"
        self._end(what, lambda memory, on: memory.graph.close_fact(fact.id, on))

    def _about_edge(self, name: str, edge: EdgeRow) -> None:
        if name == "decide_edge":
            self.run(lambda memory: memory.graph.decide_edge(edge.id))
            return
        what = graph_wording.relation_text(edge.relation)
        self._end(what, lambda memory, on: memory.graph.close_edge(edge.id, on))

    def _end(self, what: str, close: Callable[[Memory, str], ChangeSet]) -> None:
        dialog = DayDialog(what[:_WHAT_CHARS], QDate.currentDate(), self._widget)

        def save() -> None:
            on = dialog.day.date().toString("yyyy-MM-dd")
            self.run(lambda memory: close(memory, on))

        self._open(dialog, save)

    def _rename(self, detail: NodeDetail) -> None:
        row = detail.row
        dialog = NameDialog(
            self.tr("Rename"),
            self.tr("The name until now stays as another name of it."),
            row.name,
            self.tr("Rename"),
            self._widget,
        )

        def save() -> None:
            name = dialog.name.text().strip()
            if name != row.name:
                self.run(lambda memory: memory.graph.rename_node(row.id, name))

        self._open(dialog, save)

    def _alias(self, detail: NodeDetail) -> None:
        node_id = detail.row.id
        dialog = NameDialog(
            self.tr("Another name"),
            self.tr("What else is it called? Whatever has that name is then this node."),
            "",
            self.tr("Add"),
            self._widget,
        )

        def save() -> None:
            alias = dialog.name.text().strip()
            self.run(lambda memory: memory.graph.add_alias(node_id, alias))

        self._open(dialog, save)

    def _retype(self, detail: NodeDetail) -> None:
        row = detail.row
        dialog = TypeDialog(row, self._widget)

        def save() -> None:
            kind = NodeType(dialog.types.currentData())
            if kind is not row.type:
                self.run(lambda memory: memory.graph.retype_node(row.id, kind))

        self._open(dialog, save)

    def _split(self, detail: NodeDetail) -> None:
        node_id = detail.row.id
        dialog = SplitDialog(detail, self._widget)

        def save() -> None:
            name, kind = dialog.name.text().strip(), NodeType(dialog.types.currentData())
            facts, edges = dialog.facts(), dialog.edges()
            self.run(lambda memory: memory.graph.split_node(node_id, name, kind, facts, edges))

        self._open(dialog, save)

    def _merge(self, detail: NodeDetail) -> None:
        row = detail.row

        def show(hits: Sequence[NodeHit]) -> None:
            if self.dialog is dialog:
                dialog.show_hits(hits)

        def search(text: str) -> None:
            self._found.run(lambda memory: memory.graph.find(text, row.workspace_id, _HITS), show)

        dialog = MergeDialog(row, search, self._theme, self._widget)

        def save() -> None:
            other = dialog.chosen()
            if other is not None:
                self.merge_pair(row.id, other)

        self._open(dialog, save)

    def _open(self, dialog: QDialog, save: Callable[[], object]) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(save)
        dialog.finished.connect(self._on_dialog_finished)
        self.dialog = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        self.dialog = None
