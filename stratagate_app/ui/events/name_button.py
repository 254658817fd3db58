"""The filter by a person or thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from stratagate_app.ui.events.choice_button import FilterButton
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from stratagate_app.ui.theme import Theme

_LIST_PX = (240, 220)


class NameButton(FilterButton):
    """A name that events name, typed in part or chosen from those that are named most.

    Signals:
        names_needed: The list opens: `set_names` is to be called.
    """

    names_needed = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, QMenu(), parent)
        self._chosen = ""
        self.panel = _NamePanel(self.tr("Part of a name"))
        inside = QWidgetAction(self.choices)
        inside.setDefaultWidget(self.panel)
        self.choices.addAction(inside)
        self.choices.aboutToShow.connect(self._on_choices_about_to_show)
        self.panel.accepted.connect(self._on_panel_accepted)
        self.tell("")

    def text(self) -> str:
        """Return the name, "" for any."""
        return self._chosen

    def set_text(self, text: str) -> None:
        """Show a name without telling anybody."""
        self._chosen = text.strip()
        self.tell(self._chosen)

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these names."""
        self.panel.set_names(names)

    def _on_choices_about_to_show(self) -> None:
        self.panel.begin(self._chosen)
        self.names_needed.emit()

    def _on_panel_accepted(self, text: str) -> None:
        self.choices.close()
        if text.strip() != self._chosen:
            self.set_text(text)
            self.chosen.emit()


class _NamePanel(QWidget):
    """A line to type in, the names that fit, and a way back to any.

    Signals:
        accepted: The name, "" for any.
    """

    accepted = Signal(str)

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self._names: tuple[str, ...] = ()
        self._model = QStringListModel(self)
        self.line = _NameLine()
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleName(placeholder)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(self.tr("Names"))
        self.list.setFixedSize(*_LIST_PX)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._none = plain_label(self.tr("No event names anybody yet."), "small", wrap=True)
        self.any_button = QPushButton(self.tr("Anybody and anything"))
        self.any_button.setProperty("scale", "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        for widget in (self.line, self._none, self.list, self.any_button):
            column.addWidget(widget)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._fit)
        self.line.returnPressed.connect(self._on_return_pressed)
        self.line.left_downwards.connect(self._on_left_downwards)
        self.list.clicked.connect(self._on_list_activated)
        self.list.activated.connect(self._on_list_activated)
        self.any_button.clicked.connect(lambda _checked=False: self.accepted.emit(""))

    def begin(self, chosen: str) -> None:
        """Show what is chosen, ready to be typed over."""
        self.line.setText(chosen)
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)
        self._model.setStringList(list(self._names))

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these names."""
        self._names = tuple(names)
        self._none.setVisible(not names)
        self._model.setStringList(list(names))

    def _fit(self, text: str) -> None:
        wanted = text.strip().casefold()
        self._model.setStringList([name for name in self._names if wanted in name.casefold()])

    def _on_return_pressed(self) -> None:
        self.accepted.emit(self.line.text())

    def _on_left_downwards(self) -> None:
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        self.list.setCurrentIndex(self._model.index(0))

    def _on_list_activated(self, index: QModelIndex) -> None:
        self.accepted.emit(str(index.data()))


class _NameLine(QLineEdit):
    """A line that Down leaves, and whose Enter does not close the menu around it.

    Signals:
        left_downwards: The Down key.
    """

    left_downwards = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go into the list by Down; keep Enter from the menu."""
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returnPressed.emit()
        else:
            super().keyPressEvent(event)
