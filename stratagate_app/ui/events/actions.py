"""What can be done to events, as actions: for the table and its menu, and for the detail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from stratagate_app.engine import Criticality, RelationKind, Scope
from stratagate_app.models import wording

PAIR = 2


class EventActions(QObject):
    """Edit, forget, restore, archive, merge, export, relate, scope, criticality of some events.

    Args:
        targets: Returns the ids of the events it is about.
        widget: Has the keys while it has the focus; the menu is over it.
        several: Whether there may be more than one event.

    Signals:
        edit_asked: Id of an event.
        merge_asked: Ids of two or more events.
        export_asked: Ids of the events.
        change_asked: Name of a command of `memory.events`, ids, and its value or None.
    """

    edit_asked = Signal(int)
    merge_asked = Signal(list)
    export_asked = Signal(list)
    change_asked = Signal(str, object, object)

    def __init__(
        self, targets: Callable[[], Sequence[int]], widget: QWidget, *, several: bool
    ) -> None:
        super().__init__(widget)
        self._targets = targets
        self.menu = QMenu(widget)
        self.edit = self._add(self.tr("Edit…"), "E", self._on_edit)
        self.forget = self._add(self.tr("Forget"), "Del", partial(self._change, "forget"))
        self.archive = self._add(self.tr("Archive"), "A", partial(self._change, "archive"))
        self.restore = self._add(self.tr("Restore"), "R", partial(self._change, "restore"))
        self.merge = self._add(self.tr("Merge…"), "M", self._on_merge)
        self.merge.setVisible(several)
        self.export = self._add(self.tr("Export…"), "X", self._on_export)
        self.relation = self.menu.addMenu(self.tr("How two stand to each other"))
        self.relation.menuAction().setVisible(several)
        for words, kind in (
            (self.tr("The newer supersedes the older"), RelationKind.SUPERSEDES),
            (self.tr("They conflict"), RelationKind.CONFLICTS),
            (self.tr("They say the same"), RelationKind.SAME),
            (self.tr("They are related"), RelationKind.RELATED),
        ):
            self._choose(self.relation, words, "relate", kind)
        self.relation.addSeparator()
        self._choose(self.relation, self.tr("Take their relations away"), "unrelate", None)
        self.menu.addSeparator()
        self.scope = self.menu.addMenu(self.tr("Scope"))
        for scope in Scope:
            self._choose(self.scope, wording.scope(scope), "set_scope", scope)
        self.criticality = self.menu.addMenu(self.tr("Criticality"))
        for criticality in Criticality:
            words = wording.criticality(criticality)
            self._choose(self.criticality, words, "set_criticality", criticality)
        if several:
            widget.addActions(self.actions())
        self.menu.aboutToShow.connect(self.refresh)

    def actions(self) -> list[QAction]:
        """Return the actions that have a key."""
        return [self.edit, self.forget, self.archive, self.restore, self.merge, self.export]

    def refresh(self) -> None:
        """Enable what can be done to the events it is about now."""
        count = len(self._targets())
        self.edit.setEnabled(count == 1)
        self.merge.setEnabled(count >= PAIR)
        self.relation.setEnabled(count == PAIR)
        for item in (self.forget, self.archive, self.restore, self.export):
            item.setEnabled(count > 0)
        for menu in (self.scope, self.criticality):
            menu.setEnabled(count > 0)

    def _add(self, text: str, key: str, run: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: run())
        self.menu.addAction(action)
        return action

    def _choose(self, menu: QMenu, words: str, name: str, value: StrEnum | None) -> None:
        action = menu.addAction(words[:1].upper() + words[1:])
        action.triggered.connect(lambda _checked=False: self._change(name, value))

    def _on_edit(self) -> None:
        ids = self._targets()
        if len(ids) == 1:
            self.edit_asked.emit(ids[0])

    def _on_merge(self) -> None:
        ids = list(self._targets())
        if len(ids) >= PAIR:
            self.merge_asked.emit(ids)

    def _on_export(self) -> None:
        ids = list(self._targets())
        if ids:
            self.export_asked.emit(ids)

    def _change(self, name: str, value: object = None) -> None:
        ids = list(self._targets())
        if ids:
            self.change_asked.emit(name, ids, value)
