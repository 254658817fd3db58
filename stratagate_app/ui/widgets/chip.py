"""Chips: a word on a soft colour."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from stratagate_app.ui.widgets.labels import set_property

Tone: TypeAlias = Literal["neutral", "accent", "warn", "danger", "info"]


class Chip(QLabel):
    """A status in a word; the colour only repeats it."""

    def __init__(self, text: str, tone: Tone = "neutral", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "chip")
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set(self, text: str, tone: Tone) -> None:
        """Show another word in another tone."""
        self.setText(text)
        set_property(self, "tone", tone)

    def set_struck(self, struck: bool) -> None:
        """Strike the word through, for what no longer holds."""
        font = self.font()
        font.setStrikeOut(struck)
        self.setFont(font)
