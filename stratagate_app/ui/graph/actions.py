"""What can be done on the graph, as actions: for keys, the menu and the list of commands."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

PAIR = 2


class GraphActions(QObject):
    """The actions; whoever has them connects what they do."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.fit = self._add(self.tr("Show the whole graph"), "F")
        self.one = self._add(self.tr("Show the graph at its own size"), "1")
        self.mode = self._add(self.tr("All, neighbours, clusters"), "V")
        self.around = self._add(self.tr("Only the neighbours of what is selected"), "N")
        self.fold = self._add(self.tr("Fold the cluster of what is selected"), "C")
        self.play = self._add(self.tr("Play through the changes"), "P")
        self.today = self._add(self.tr("Go to today"), "T")
        self.compare = self._add(self.tr("Highlight what changes from this day on"), "H")
        self.rename = self._add(self.tr("Rename the node"), "E")
        self.merge = self._add(self.tr("Merge the two nodes that are selected"), "M")
        self.png = self._add(self.tr("Save the graph as PNG…"), "")
        self.svg = self._add(self.tr("Save the graph as SVG…"), "")
        self.export = self._add(self.tr("Export the graph…"), "X")
        self.again = self._add(self.tr("Lay the graph out again"), "")
        self.rebuild = self._add(self.tr("Rebuild the graph from its events"), "")
        self.again.setToolTip(self.tr("What you placed yourself stays"))
        self.refresh(0)

    def fill(self, menu: QMenu) -> None:
        """Put into a menu what has no button."""
        for action in (self.png, self.svg, self.export):
            menu.addAction(action)
        menu.addSeparator()
        for action in (self.fold, self.merge):
            menu.addAction(action)
        menu.addSeparator()
        for action in (self.again, self.rebuild):
            menu.addAction(action)

    def refresh(self, selected: int) -> None:
        """Enable what can be done with so many nodes selected."""
        self.around.setEnabled(selected > 0)
        self.fold.setEnabled(selected > 0)
        self.rename.setEnabled(selected == 1)
        self.merge.setEnabled(selected == PAIR)

    def offered(self) -> list[QAction]:
        """Return all of them."""
        return [item for item in self.children() if isinstance(item, QAction)]

    def keys(self) -> list[tuple[str, str]]:
        """Return words and key of those that have one."""
        return [
            (action.text(), action.shortcut().toString())
            for action in self.offered()
            if not action.shortcut().isEmpty()
        ]

    def _add(self, words: str, key: str) -> QAction:
        action = QAction(words, self)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._widget.addAction(action)
        return action
