"""About, and the list of shortcuts."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QLocale, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.settings import program_version
from stratagate_app.ui.widgets import KeyValueGrid, SectionLabel, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from stratagate_app.ui.theme import Theme

ICON_PX = 48


class AboutDialog(QDialog):
    """Program, versions, file."""

    def __init__(
        self,
        path: Path,
        sqlite_version: str,
        size_bytes: int,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About StrataGate"))
        self.setMinimumWidth(480)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(14)
        icon = QLabel()
        icon.setPixmap(theme.pixmap("app", "accent", ICON_PX, ratio=self.devicePixelRatioF()))
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.addWidget(plain_label("StrataGate Desktop", "title"))
        words.addWidget(
            plain_label(
                self.tr("See what AI assistants remember of you, and have a say over it."),
                "muted",
                wrap=True,
            )
        )
        head.addLayout(words, 1)
        column.addLayout(head)
        rows = [
            (self.tr("Version"), program_version()),
            ("SQLite", sqlite_version),
            ("Qt, PySide6", f"{qVersion()}, {PySide6.__version__}"),
            ("Python", platform.python_version()),
            (self.tr("Memory file"), str(path)),
            (self.tr("Size"), QLocale().formattedDataSize(size_bytes)),
            (self.tr("Licence"), "MIT"),
        ]
        grid = KeyValueGrid()
        grid.set_rows(rows)
        column.addWidget(grid)
        column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        text = "\n".join(f"{name}: {value}" for name, value in rows)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


class ShortcutsDialog(QDialog):
    """Every shortcut, by page."""

    def __init__(
        self, groups: Mapping[str, Sequence[tuple[str, str]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.resize(460, 560)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(6)
        grid.setContentsMargins(0, 0, 12, 0)
        row = 0
        for heading, entries in groups.items():
            if not entries:
                continue
            label = SectionLabel(heading)
            label.setContentsMargins(0, 10 if row else 0, 0, 2)
            grid.addWidget(label, row, 0, 1, 2)
            row += 1
            for title, key in entries:
                grid.addWidget(plain_label(title), row, 0)
                grid.addWidget(plain_label(key, "kbd"), row, 1, Qt.AlignmentFlag.AlignRight)
                row += 1
        grid.setRowStretch(row, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        column.addWidget(scroll, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
