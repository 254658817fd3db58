"""The left side: pages with counts, workspaces, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.ui.frame.entries import PageEntry, key_of
from stratagate_app.ui.widgets import SectionLabel, plain_label, set_property

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from stratagate_app.engine import Workspace, WorkspaceId
    from stratagate_app.ui.theme import Theme

WIDTH_PX = 196
ICON_PX = 16
NAME_CHARS = 40


class Navigation(QWidget):
    """Pages, workspaces, settings.

    Signals:
        page_chosen: Key of a page.
        workspace_chosen: Workspace id, or None for everything.
        workspace_settings_requested: Workspace id.
        new_workspace_requested: The + beside the heading.
        settings_requested: The Settings entry.
    """

    page_chosen = Signal(str)
    workspace_chosen = Signal(object)
    workspace_settings_requested = Signal(object)
    export_requested = Signal(object)
    new_workspace_requested = Signal()
    settings_requested = Signal()

    def __init__(
        self, entries: Sequence[PageEntry], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "nav")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 10, 9, 8)
        column.setSpacing(2)
        self.page_buttons: dict[str, NavButton] = {}
        for place, entry in enumerate(entries):
            button = NavButton(entry.title, theme, entry.icon)
            button.setToolTip(
                self.tr("{about} ({key})").format(about=entry.about, key=key_of(place))
            )
            button.clicked.connect(lambda _c=False, key=entry.key: self._choose_page(key))
            self.page_buttons[entry.key] = button
            column.addWidget(button)
        heading = QHBoxLayout()
        heading.setContentsMargins(10, 12, 0, 2)
        heading.addWidget(SectionLabel(self.tr("Workspaces")), 1)
        add = QToolButton()
        add.setProperty("role", "ghost")
        add.setProperty("scale", "small")
        add.setIcon(theme.icon("plus", "faint"))
        add.setIconSize(QSize(14, 14))
        add.setToolTip(self.tr("New workspace…"))
        add.setAccessibleName(self.tr("New workspace…"))
        add.clicked.connect(self.new_workspace_requested)
        heading.addWidget(add)
        column.addLayout(heading)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(2)
        inside = QWidget()
        holder = QVBoxLayout(inside)
        holder.setContentsMargins(0, 0, 0, 0)
        holder.addLayout(self._list)
        holder.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        column.addWidget(scroll, 1)
        self.settings_button = NavButton(self.tr("Settings"), theme, "settings")
        self.settings_button.setCheckable(False)
        self.settings_button.setToolTip(self.tr("Settings (Ctrl+,)"))
        self.settings_button.clicked.connect(self.settings_requested)
        column.addWidget(self.settings_button)
        self.workspace_buttons: dict[WorkspaceId | None, NavButton] = {}

    def set_page(self, key: str) -> None:
        """Show which page is open."""
        for name, button in self.page_buttons.items():
            button.set_on(name == key)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show a number beside pages; 0 shows none."""
        for key, button in self.page_buttons.items():
            button.set_count(counts.get(key, 0))

    def set_workspaces(
        self,
        workspaces: Sequence[Workspace],
        current: WorkspaceId | None,
        held: Mapping[WorkspaceId | None, int],
    ) -> None:
        """List these workspaces with how many sessions they hold; show which one is chosen."""
        wanted: list[tuple[WorkspaceId | None, str]] = [
            (None, self.tr("Everything")),
            *((w.id, w.name) for w in workspaces),
        ]
        shown = [(key, button.name) for key, button in self.workspace_buttons.items()]
        if shown != wanted:
            self._rebuild_list(wanted)
        for workspace_id, button in self.workspace_buttons.items():
            button.set_on(
                workspace_id == current, icon="dot" if workspace_id == current else "ring"
            )
            button.set_count(held.get(workspace_id, 0))

    def _rebuild_list(self, wanted: Sequence[tuple[WorkspaceId | None, str]]) -> None:
        for button in self.workspace_buttons.values():
            self._list.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.workspace_buttons.clear()
        for workspace_id, name in wanted:
            button = NavButton(name, self._theme, "ring")
            button.setProperty("quiet", "true")
            button.clicked.connect(lambda _c=False, key=workspace_id: self._choose_workspace(key))
            if workspace_id is not None:
                button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                button.customContextMenuRequested.connect(
                    lambda at, key=workspace_id, of=button: self._show_menu(key, of, at)
                )
            self.workspace_buttons[workspace_id] = button
            self._list.addWidget(button)

    def _choose_page(self, key: str) -> None:
        self.page_buttons[key].set_on(True)
        self.page_chosen.emit(key)

    def _choose_workspace(self, workspace_id: WorkspaceId | None) -> None:
        self.workspace_buttons[workspace_id].setChecked(True)
        self.workspace_chosen.emit(workspace_id)

    def _show_menu(self, workspace_id: WorkspaceId, button: QWidget, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = menu.addAction(self.tr("Workspace settings…"))
        action.triggered.connect(lambda: self.workspace_settings_requested.emit(workspace_id))
        export = menu.addAction(self.tr("Export this workspace…"))
        export.triggered.connect(lambda: self.export_requested.emit(workspace_id))
        menu.popup(button.mapToGlobal(at))


class NavButton(QToolButton):
    """An entry with an icon, its name, and a number at the right."""

    def __init__(self, name: str, theme: Theme, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self._icon_name = icon
        self.setProperty("role", "nav")
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setIcon(theme.icon(icon))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 10, 0)
        row.addStretch(1)
        self._badge = plain_label("", "badge")
        self._badge.setFixedHeight(17)
        self._badge.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._badge.hide()
        row.addWidget(self._badge)

    def set_on(self, on: bool, icon: str = "") -> None:
        """Show whether it is the open one."""
        self.setChecked(on)
        set_property(self._badge, "selected", "true" if on else "false")
        if icon and icon != self._icon_name:
            self._icon_name = icon
            self.setIcon(self._theme.icon(icon))

    def set_count(self, count: int) -> None:
        """Show a number in the user's way of writing it; 0 shows none."""
        text = QLocale().toString(count) if count else ""
        self._badge.setText(text)
        self._badge.setVisible(bool(text))
        self.setAccessibleDescription(text)
        self._fit_name()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the name to the room there is; the tooltip then has the whole."""
        super().resizeEvent(event)
        self._fit_name()

    def _fit_name(self) -> None:
        room = self.width() - ICON_PX - 36
        if self._badge.text():
            room -= self._badge.sizeHint().width()
        shown = self.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, room)
        # Two ampersands are one that is no mnemonic; the space keeps words off the icon.
        self.setText("  " + shown.replace("&", "&&"))
        if shown != self.name:
            self.setToolTip(self.name)
