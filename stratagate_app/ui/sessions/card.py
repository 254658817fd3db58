"""A card: one block, or the open tail, at the level somebody looks at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from stratagate_app.engine import Block, BlockStatus, ForecastStep, Level, OpenTail
from stratagate_app.ui.sessions import wording
from stratagate_app.ui.sessions.message_text import MessageText, estimated_height
from stratagate_app.ui.sessions.rows import Content
from stratagate_app.ui.sessions.wording import plain_tooltip
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import (
    Chip,
    ElidedLabel,
    SegmentedSwitch,
    plain_label,
    set_property,
)

_SIDE_PX = 14
_TOP_PX = 10
_HEAD_PX = 28
_SPACE_PX = 6
_WIDE_PX = 540


class BlockCard(QFrame):
    """Shows a block with its switch and its button; filled anew when it is used for another.

    Signals:
        chosen: The card was clicked or got the focus.
        peeked: A level was looked at.
        expand_asked: The block should be lifted to this level.
        retry_asked: The block's job should run again.
        grown: The height changed.
    """

    chosen = Signal()
    peeked = Signal(int)
    expand_asked = Signal(int)
    retry_asked = Signal()
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block: Block | None = None
        self._level: Level | None = None
        self._content: Content | None = None
        self._wanted = 0
        self.setProperty("role", "card")
        self.setProperty("selected", "false")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name = plain_label("", "heading")
        self._name.setFixedHeight(_HEAD_PX)
        self._title = ElidedLabel("", "muted")
        # Where there is no room beside the levels.
        self._title_below = ElidedLabel("", "muted")
        self._chip = Chip("")
        self.switch = SegmentedSwitch([f"L{level}" for level in range(6)])
        self.button = QPushButton()
        self.button.setProperty("scale", "small")
        self.messages_button = QPushButton()
        self.messages_button.setProperty("role", "link")
        self.messages_button.setProperty("scale", "small")
        self.messages_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._why = plain_label("", "faint", wrap=True, selectable=True)
        self.body = MessageText(theme, self)
        self._name_levels()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name)
        head.addWidget(self._title)
        head.addWidget(self._chip)
        head.addStretch(1)
        head.addWidget(self.switch)
        head.addWidget(self.messages_button)
        head.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE_PX, _TOP_PX, _SIDE_PX, _TOP_PX)
        column.setSpacing(_SPACE_PX)
        column.addLayout(head)
        column.addWidget(self._title_below)
        column.addWidget(self._why)
        column.addWidget(self.body)
        column.addStretch(1)
        self.switch.selected.connect(self._on_switch_selected)
        self.button.clicked.connect(self._on_button_clicked)
        self.messages_button.clicked.connect(self._on_messages_button_clicked)
        self.body.grown.connect(self.grown)
        self.body.setAccessibleName(self.tr("Text of the block"))
        self.body.viewport().installEventFilter(self)

    def _name_levels(self) -> None:
        says = (
            self.tr("L0: title and tags (0)"),
            self.tr("L1: short summary (1)"),
            self.tr("L2: key facts (2)"),
            self.tr("L3: condensed conversation (3)"),
            self.tr("L4: near-verbatim conversation (4)"),
            self.tr("L5: the messages themselves (5)"),
        )
        look = self.tr("Looking changes nothing.")
        for level, text in enumerate(says):
            self.switch.set_tooltip(level, f"{text}\n{look}")
        self.switch.setAccessibleName(self.tr("Level to look at"))

    # What is shown

    def show_block(
        self,
        block: Block,
        level: Level | None,
        forecast: Sequence[ForecastStep],
        content: Content | None,
        *,
        marked: int | None = None,
    ) -> None:
        """Show a block at a level.

        Args:
            block: The block.
            level: The level looked at; None shows no text (a block that waits for its summary).
            forecast: Its coming levels.
            content: The text; None while it is loaded.
            marked: A message to point out.
        """
        ready = block.status is BlockStatus.READY
        self._block = block
        self._level = level
        self._name.setText(wording.block_name(block))
        self._title.setText(wording.block_title(block))
        self._title_below.setText(wording.block_title(block))
        self._chip.set(
            wording.status(block),
            "accent" if ready else "danger" if block.status is BlockStatus.FAILED else "warn",
        )
        self._chip.setToolTip(plain_tooltip(wording.reason(block)))
        self.switch.setVisible(ready)
        self.messages_button.setVisible(not ready)
        if level is not None:
            self.switch.set_current(int(level))
        self.messages_button.setText(
            self.tr("Hide messages")
            if level is not None
            else self.tr("Show %n message(s)", "", block.messages)
        )
        self._show_button(block, level)
        why = wording.why_line(block, level if level is not None else block.level, forecast)
        if block.status is BlockStatus.FAILED:
            why = f"{wording.failure(block)}\n{why}"
        self._why.setText(why)
        self._why.show()
        self._show_content(content, level, block.tokens[level] if level is not None else 0, marked)
        self.setAccessibleName(f"{wording.block_name(block)}: {wording.block_title(block)}")
        self.setAccessibleDescription(why)

    def show_tail(self, tail: OpenTail, content: Content | None, *, marked: int | None) -> None:
        """Show the open tail of the session."""
        self._block = None
        self._level = Level.L5
        self._name.setText(self.tr("Open tail"))
        self._title.setText(
            self.tr("{turns} of {block_turns} turns").format(
                turns=tail.turns, block_turns=tail.block_turns
            )
        )
        self._title.show()
        self._title_below.hide()
        for widget in (self._chip, self.switch, self.button, self.messages_button):
            widget.hide()
        self._why.setText(wording.tail(tail))
        self._show_content(content, Level.L5, tail.tokens, marked)
        self.setAccessibleName(self.tr("Open tail"))
        self.setAccessibleDescription(wording.tail(tail))

    def set_chosen(self, chosen: bool) -> None:
        """Outline the card or not."""
        set_property(self, "selected", "true" if chosen else "false")

    def fit(self, width: int) -> int:
        """Lay out for a width in px and return the height."""
        inside = width - 2 * _SIDE_PX - 2
        if self._block is not None:
            # Where it is narrow, the title gets a line of its own, and the status goes.
            ready, wide = self._block.status is BlockStatus.READY, inside >= _WIDE_PX
            self._chip.setVisible(not ready or wide)
            self._title.setVisible(wide)
            self._title_below.setVisible(not wide)
        why = self._why.heightForWidth(inside)
        self._why.setFixedHeight(why)
        height = 2 * _TOP_PX + 2 + _HEAD_PX + _SPACE_PX + why
        if not self._title_below.isHidden():
            height += self._title_below.sizeHint().height() + _SPACE_PX
        if not self.body.isHidden():
            body = self._wanted
            if self._content is not None:
                body = self.body.fit(inside)
            else:
                body = estimated_height(self._wanted, inside)
            self.body.setFixedHeight(body)
            height += _SPACE_PX + body
        return height

    def focus_chain(self) -> list[QWidget]:
        """Return what Tab visits, in order."""
        return [self, self.switch, self.messages_button, self.button, self.body]

    def _show_content(
        self, content: Content | None, level: Level | None, tokens: int, marked: int | None
    ) -> None:
        self._content = content
        self._wanted = tokens
        self.body.setVisible(level is not None and (content is None or bool(content.rows)))
        if content is not None:
            self.body.set_content(content, muted=level != Level.L5, marked=marked)
        else:
            self.body.set_content(_NOTHING)

    def _show_button(self, block: Block, level: Level | None) -> None:
        kept = wording.is_kept(block)
        self.button.show()
        self.button.setEnabled(not kept)
        if block.status is BlockStatus.READY:
            self.button.setText(self.tr("Kept") if kept else self.tr("Expand"))
            tip = (
                self.tr("It stays at L5 until newer blocks are ready. Undo takes it back.")
                if kept
                else self.tr(
                    "Lift the block to L{level} (E); it fades again from there. Undo takes it back."
                ).format(level=int(expand_target(block, level)))
            )
        else:
            failed = block.status is BlockStatus.FAILED
            self.button.setText(self.tr("Retry") if failed else self.tr("Retry now"))
            tip = self.tr("Make the summary now, with all its attempts (E)")
        self.button.setToolTip(tip)
        self.button.setAccessibleName(f"{self.button.text()}: {wording.block_name(block)}")

    # Input

    def press_button(self) -> None:
        """Do what the button does, for the keyboard."""
        if self._block is not None and self.button.isEnabled():
            self._on_button_clicked()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the card."""
        self.chosen.emit()
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the card the keyboard came to."""
        super().focusInEvent(event)
        self.chosen.emit()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Choose the card when its text is clicked."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.chosen.emit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes into the text; all else is the list's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.body.isVisible():
            self.body.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def _on_switch_selected(self, level: int) -> None:
        self.chosen.emit()
        self.peeked.emit(level)

    def _on_messages_button_clicked(self) -> None:
        self.chosen.emit()
        self.peeked.emit(-1 if self._level is not None else int(Level.L5))

    def _on_button_clicked(self) -> None:
        if self._block is None:
            return
        self.chosen.emit()
        if self._block.status is BlockStatus.READY:
            self.expand_asked.emit(int(expand_target(self._block, self._level)))
        else:
            self.retry_asked.emit()


_NOTHING = Content(())


def expand_target(block: Block, level: Level | None) -> Level:
    """Return where Expand leads: the level looked at if it is higher than the block's, else L5."""
    if level is not None and level > block.level:
        return level
    return Level.L5
