"""The bar at the top: logo, workspace, search, undo, import."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from stratagate_app.ui.widgets import ElidedLabel, plain_label, set_property

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stratagate_app.engine import Workspace, WorkspaceId
    from stratagate_app.ui.theme import Theme

HEIGHT_PX = 48
LOGO_WIDTH_PX = 168
LOGO_ICON_PX = 18
SEARCH_WIDTH_PX = 420
NAME_WIDTH_PX = 150
PHRASE_WIDTH_PX = 150
NOTHING_HELD: Mapping[WorkspaceId | None, int] = MappingProxyType({})


class TopBar(QWidget):
    """The top bar.

    Signals:
        workspace_chosen: Workspace id, or None for everything.
        undo_requested: The Undo button.
        import_requested: The Import button.
    """

    workspace_chosen = Signal(object)
    undo_requested = Signal()
    import_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.setFixedHeight(HEIGHT_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(12)
        row.addWidget(_logo(theme, self.devicePixelRatioF()))
        self.workspace_button = WorkspaceButton(theme)
        self.workspace_button.setAccessibleName(self.tr("Workspace"))
        self._menu = QMenu(self)
        self.workspace_button.setMenu(self._menu)
        row.addWidget(self.workspace_button)
        self.search = TopSearch(theme)
        row.addWidget(self.search, 1)
        row.addStretch(1)
        row.setStretchFactor(self.search, 100)
        self.undo_button = UndoButton(theme)
        self.undo_button.clicked.connect(self.undo_requested)
        row.addWidget(self.undo_button)
        self.import_button = QPushButton(self.tr("Import…"))
        self.import_button.setProperty("role", "primary")
        self.import_button.setIcon(theme.icon("import", "accent_text", "accent_text"))
        self.import_button.setToolTip(self.tr("Import conversations (Ctrl+O)"))
        self.import_button.clicked.connect(self.import_requested)
        row.addWidget(self.import_button)
        self.set_workspaces((), None)

    def set_workspaces(
        self,
        workspaces: Sequence[Workspace],
        current: WorkspaceId | None,
        held: Mapping[WorkspaceId | None, int] = NOTHING_HELD,
    ) -> None:
        """Offer these workspaces with how many sessions they hold; show which one is chosen."""
        everything = self.tr("Everything")
        name = next((w.name for w in workspaces if w.id == current), everything)
        self.workspace_button.set_name(self.tr("Workspace:"), name)
        self._menu.clear()
        choices = [(everything, None), *((w.name, w.id) for w in workspaces)]
        for label, workspace_id in choices:
            # "&" would become a mnemonic. What follows a tab stands in a column of its own.
            count = QLocale().toString(held.get(workspace_id, 0))
            action = QAction(f"{label.replace('&', '&&')}\t{count}", self._menu)
            action.setCheckable(True)
            action.setChecked(workspace_id == current)
            action.triggered.connect(
                lambda _checked=False, chosen=workspace_id: self.workspace_chosen.emit(chosen)
            )
            self._menu.addAction(action)


class WorkspaceButton(QPushButton):
    """Shows the chosen workspace and opens the list of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "select")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(11, 0, 9, 0)
        row.setSpacing(6)
        self._label = plain_label("", "muted")
        self._name = ElidedLabel("", "heading")
        self._name.setMaximumWidth(NAME_WIDTH_PX)
        self._arrow = QLabel()
        self._arrow.setPixmap(
            theme.pixmap("chevron-down", "muted", 12, ratio=self.devicePixelRatioF())
        )
        for label in (self._label, self._name, self._arrow):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label)

    def set_name(self, label: str, name: str) -> None:
        """Show a workspace."""
        self._label.setText(label)
        self._name.setText(name)
        self.setAccessibleDescription(name)
        self.setToolTip(self.tr("Choose what the pages show"))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the room its words need."""
        return _hint_of_layout(self)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a narrow window can give."""
        return QSize(96, super().minimumSizeHint().height())


class UndoButton(QPushButton):
    """Undo, and beside it what would be undone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(11, 0, 11, 0)
        row.setSpacing(6)
        self._icon = QLabel()
        self._word = plain_label(self.tr("Undo"))
        self._phrase = ElidedLabel("", "faint")
        self._phrase.setMaximumWidth(PHRASE_WIDTH_PX)
        for label in (self._icon, self._word, self._phrase):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label)
        self.set_phrase("")

    def set_phrase(self, phrase: str) -> None:
        """Say what would be undone; "" when there is nothing."""
        possible = bool(phrase)
        self.setEnabled(possible)
        self._phrase.setText(phrase)
        self._phrase.setVisible(possible)
        set_property(self._word, "role", "" if possible else "muted")
        token = "text" if possible else "faint"
        self._icon.setPixmap(self._theme.pixmap("undo", token, 14, ratio=self.devicePixelRatioF()))
        tip = (
            self.tr("Undo: {what} (Ctrl+Z)").format(what=phrase)
            if possible
            else self.tr("Nothing to undo")
        )
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the room its words need."""
        return _hint_of_layout(self)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a narrow window can give."""
        return QSize(78, super().minimumSizeHint().height())


class TopSearch(QLineEdit):
    """The search field of the window; what it finds shows below it.

    Signals:
        entered: It got the keyboard.
        moved: Up (-1) or Down (1), or a page.
        accepted: Return.
        left: Escape, or the keyboard went elsewhere.
    """

    entered = Signal()
    moved = Signal(int)
    accepted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        placeholder = self.tr("Search memories, messages, people…")
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setToolTip(self.tr("Search everything and every command (Ctrl+K)"))
        self.setMinimumWidth(160)
        self.setMaximumWidth(SEARCH_WIDTH_PX)
        icon = QAction(theme.icon("search"), "", self)
        self.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.addStretch(1)
        self._key = plain_label(self.tr("Ctrl K"), "kbd")
        self._key.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._key.setFixedHeight(18)
        row.addWidget(self._key)
        self.textChanged.connect(self._make_room)
        self._make_room("")

    def _make_room(self, text: str) -> None:
        self._key.setVisible(not text)
        room = 0 if text else self._key.sizeHint().width() + 8
        self.setTextMargins(0, 0, room, 0)

    def focusInEvent(self, event: object) -> None:
        """Tell that the search begins."""
        super().focusInEvent(event)  # type: ignore[arg-type]
        self.entered.emit()

    def focusOutEvent(self, event: object) -> None:
        """Tell that it ends."""
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in what was found without leaving the field."""
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }
        key = Qt.Key(event.key())
        if key in steps:
            self.moved.emit(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif key == Qt.Key.Key_Escape:
            self.clear()
            self.clearFocus()
        else:
            super().keyPressEvent(event)


def _logo(theme: Theme, ratio: float) -> QWidget:
    holder = QWidget()
    holder.setFixedWidth(LOGO_WIDTH_PX)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    picture = QLabel()
    picture.setPixmap(theme.pixmap("app", "accent", LOGO_ICON_PX, ratio=ratio))
    row.addWidget(picture)
    row.addWidget(plain_label("StrataGate", "logo"))
    row.addStretch(1)
    return holder


def _hint_of_layout(widget: QPushButton) -> QSize:
    layout = widget.layout()
    hint = QPushButton.sizeHint(widget)
    return hint if layout is None else QSize(layout.sizeHint().width(), hint.height())
