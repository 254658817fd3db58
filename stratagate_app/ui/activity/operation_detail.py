"""Everything about one operation, and the way back from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from stratagate_app.engine import Comparison, Operation
from stratagate_app.models import operations, wording
from stratagate_app.ui.activity import operation_words
from stratagate_app.ui.activity.comparison_view import ComparisonView
from stratagate_app.ui.sessions.rows import visible
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import (
    Chip,
    FlowLayout,
    KeyValueGrid,
    SectionLabel,
    link_button,
    plain_label,
)

SIDE_PX = 16
DEPENDENTS_SHOWN = 30


class OperationDetail(QWidget):
    """Sentence, fields, links, Undo or Redo; and the question about what would go along.

    Signals:
        undo_asked: Undo it; True: with what later changes rest on it.
        redo_asked: Bring it back.
        event_opened: Id of the event it was about.
        session_opened: Id of the session it was about.
        operation_opened: Id of the operation it took back or brought back.
    """

    undo_asked = Signal(bool)
    redo_asked = Signal()
    event_opened = Signal(int)
    session_opened = Signal(int)
    operation_opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.operation: Operation | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        self._chips = FlowLayout()
        self._title = plain_label("", "title", wrap=True, selectable=True)
        self.undo_button = QPushButton(self.tr("Undo"))
        self.undo_button.setIcon(theme.icon("undo"))
        self.undo_button.setToolTip(self.tr("Take it back (U)"))
        self.redo_button = QPushButton(self.tr("Redo"))
        self.redo_button.setIcon(theme.icon("redo"))
        self.redo_button.setToolTip(self.tr("Bring it back (U)"))
        for button in (self.undo_button, self.redo_button):
            button.setIconSize(QSize(14, 14))
        self._grid = KeyValueGrid(label_width_px=110)
        self._state = plain_label("", "small", wrap=True)
        self._links = FlowLayout(spacing_px=12)
        self.question = _Question()
        self.comparison = ComparisonView(theme)
        self._lay_out()
        self.undo_button.clicked.connect(lambda _checked=False: self.undo_asked.emit(False))
        self.redo_button.clicked.connect(lambda _checked=False: self.redo_asked.emit())
        self.question.accepted.connect(lambda: self.undo_asked.emit(True))
        self.question.rejected.connect(self.question.hide)
        self.comparison.event_opened.connect(self.event_opened)
        self.comparison.session_opened.connect(self.session_opened)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        chips, links = QWidget(), QWidget()
        chips.setLayout(self._chips)
        links.setLayout(self._links)
        head.addWidget(chips, 1)
        head.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.redo_button, 0, Qt.AlignmentFlag.AlignTop)
        top = QWidget()
        top.setProperty("role", "header")
        top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
        above = QVBoxLayout(top)
        above.setContentsMargins(SIDE_PX, 12, SIDE_PX, 12)
        above.setSpacing(8)
        above.addLayout(head)
        above.addWidget(self._title)
        below = QVBoxLayout()
        below.setContentsMargins(SIDE_PX, 14, SIDE_PX, 16)
        below.setSpacing(10)
        below.addWidget(self.question)
        below.addWidget(SectionLabel(self.tr("What it changed")))
        below.addWidget(self._grid)
        below.addWidget(links)
        below.addWidget(self._state)
        below.addWidget(self.comparison)
        below.addStretch(1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addLayout(below, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self._scroll.hide()

    def clear(self) -> None:
        """Show nothing."""
        self.operation = None
        self._scroll.hide()

    def show_operation(self, operation: Operation, workspace: str, comparison: Comparison) -> None:
        """Show an operation with before and after.

        Args:
            operation: Which.
            workspace: The name of where it was, "" if that is gone.
            comparison: What it made of the memory.
        """
        other = self.operation is None or self.operation.id != operation.id
        self.operation = operation
        if other or not operation.undoable:
            self.question.hide()
        self._title.setText(operations.sentence(operation))
        self._chips.clear()
        self._chips.addWidget(Chip(wording.actor(operation.actor)))
        if operation.undone:
            self._chips.addWidget(Chip(self.tr("undone"), "warn"))
        self.undo_button.setVisible(operation.undoable)
        self.redo_button.setVisible(can_redo(operation))
        self._grid.set_rows(
            [(name, visible(value)) for name, value in operation_words.rows(operation, workspace)]
        )
        self._show_links(operation)
        self.comparison.show_comparison(comparison)
        self._state.setText(self._why(operation))
        self._state.setVisible(bool(self._state.text()))
        self._scroll.show()
        if other:
            self._scroll.verticalScrollBar().setValue(0)

    def ask(self, dependents: Sequence[Operation]) -> None:
        """Name what an undo would take along, and ask."""
        self.question.ask(dependents)
        self._scroll.verticalScrollBar().setValue(0)

    def _why(self, operation: Operation) -> str:
        if operation.kind in ("derive", "project"):
            return self.tr("It goes with what it followed from: undo that to take it back.")
        if operation.kind == "retry_jobs":
            return self.tr("There is nothing to take back: the jobs run again.")
        if operation.undone:
            return self.tr("It was undone. Redo brings it back if nothing stands in its way.")
        return ""

    def _show_links(self, operation: Operation) -> None:
        self._links.clear()
        fields = operation.fields
        targets: list[tuple[str, object, Callable[[int], object]]] = [
            (self.tr("Show the event"), fields.get("event_id"), self.event_opened.emit),
            (self.tr("Show the session"), fields.get("session_id"), self.session_opened.emit),
            (self.tr("Show what it acted on"), operation.target, self.operation_opened.emit),
        ]
        for words, target, show in targets:
            if isinstance(target, int):
                self._links.addWidget(link_button(words, _call(show, target), small=True))


class _Question(QFrame):
    """What would go along, and two ways on.

    Signals:
        accepted: Undo all of it.
        rejected: Leave everything as it is.
    """

    accepted = Signal()
    rejected = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        self._title = plain_label("", "heading", wrap=True)
        self._list = plain_label("", "small", wrap=True)
        self.yes = QPushButton()
        self.yes.setProperty("role", "primary")
        self.no = QPushButton(self.tr("Cancel"))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.yes)
        buttons.addWidget(self.no)
        buttons.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._list)
        column.addSpacing(4)
        column.addLayout(buttons)
        self.yes.clicked.connect(lambda _checked=False: self.accepted.emit())
        self.no.clicked.connect(lambda _checked=False: self.rejected.emit())
        self.hide()

    @property
    def names(self) -> str:
        """The later changes as they are listed, a line each."""
        return self._list.text()

    def ask(self, dependents: Sequence[Operation]) -> None:
        """Name the later changes, and put the keyboard on the way back."""
        self._title.setText(self.tr("%n later change(s) rest on it", "", len(dependents)))
        lines = [
            f"• {operations.sentence(item)} · {operation_words.below(item)}"
            for item in dependents[:DEPENDENTS_SHOWN]
        ]
        more = len(dependents) - DEPENDENTS_SHOWN
        if more > 0:
            lines.append(self.tr("… and %n more", "", more))
        self._list.setText("\n".join(lines))
        self.yes.setText(self.tr("Undo all %n", "", len(dependents) + 1))
        self.show()
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)


def can_redo(operation: Operation) -> bool:
    """Return whether a redo may be asked for: it was undone, and is a change of its own."""
    return operation.undone and operation.kind not in (
        "derive",
        "project",
        "undo",
        "redo",
        "retry_jobs",
    )


def _call(show: Callable[[int], object], target: int) -> Callable[[], object]:
    return lambda: show(target)
