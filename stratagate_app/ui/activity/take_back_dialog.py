"""Taking a batch of memories back: what goes, what comes back, and what is to be kept of it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, EventId, MadeEvent, Operation
from stratagate_app.models.fields import text
from stratagate_app.models.made_events import Column, MadeEventsModel
from stratagate_app.models.paged import PageLoader
from stratagate_app.ui.sessions.wording import number, plain_tooltip
from stratagate_app.ui.widgets import SegmentedSwitch, line, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QItemSelectionRange

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import Memory

SIZE_PX = (980, 620)
_ROW_PX = 36
_SHARES = {Column.RETURNS: 0.27, Column.SINCE: 0.27}
_DECISION_PX = 110

Found = tuple["array[int]", "array[int]", "array[int]"]
"""Ids of all events of a batch; of those that release another; of those changed since."""


class TakeBackDialog(QDialog):
    """The events of a batch with a check box each; nothing goes before the button.

    Signals:
        failed: The exception of a query or command.
    """

    failed = Signal(Exception)

    def __init__(
        self, client: MemoryClient, operation: Operation, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._operation = operation
        self._latest = Latest(client, self, self.failed.emit)
        self._found: Found | None = None
        self.model = MadeEventsModel(self)
        loader: PageLoader[MadeEvent] = PageLoader(client, self.model, self._load_page, self)
        loader.failed.connect(self.failed)
        self.setWindowTitle(self.tr("Take a batch back"))
        self.table = _Table(self.model)
        self.filters = SegmentedSwitch([""] * len(self._filter_words((0, 0, 0))))
        self.filters.setAccessibleName(self.tr("Show"))
        self.all_button = QPushButton(self.tr("Check all"))
        self.none_button = QPushButton(self.tr("Check none"))
        self.plan = plain_label("", "small", wrap=True)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.go_button = QPushButton()
        self._lay_out()
        self.filters.selected.connect(lambda _index: self._show())
        self.all_button.clicked.connect(lambda _checked=False: self._check(checked=True))
        self.none_button.clicked.connect(lambda _checked=False: self._check(checked=False))
        self.model.toggled.connect(self._tell)
        self.cancel_button.clicked.connect(lambda _checked=False: self.reject())
        self.go_button.clicked.connect(lambda _checked=False: self.take_back())
        self._tell()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._latest.run(self._find, self._on_found)

    def _lay_out(self) -> None:
        self.go_button.setProperty("role", "primary")
        for button in (self.all_button, self.none_button, self.cancel_button, self.go_button):
            button.setAutoDefault(False)
        self.go_button.setToolTip(self.tr("Take the checked ones back (Ctrl+Enter)"))
        head = QVBoxLayout()
        head.setContentsMargins(18, 16, 18, 14)
        head.setSpacing(4)
        title = self.tr("Take “{file}” back").format(file=text(self._operation.fields, "file"))
        head.addWidget(plain_label(title, "title", wrap=True))
        says = self.tr(
            "What you uncheck is kept, with all that was done to it since. Everything else "
            "becomes what it was before the import. You can bring it back from Activity."
        )
        head.addWidget(plain_label(says, "muted", wrap=True))
        bar = QHBoxLayout()
        bar.setContentsMargins(18, 10, 18, 10)
        bar.setSpacing(10)
        bar.addWidget(self.filters)
        bar.addStretch(1)
        bar.addWidget(self.all_button)
        bar.addWidget(self.none_button)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 12, 18, 12)
        foot.setSpacing(10)
        foot.addWidget(self.plan, 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.go_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(line())
        whole.addLayout(bar)
        whole.addWidget(line())
        middle = QHBoxLayout()
        middle.setContentsMargins(12, 0, 12, 0)
        middle.addWidget(self.table)
        whole.addLayout(middle, 1)
        whole.addWidget(line())
        whole.addLayout(foot)
        room = SIZE_PX
        if (window := self.parentWidget()) is not None:
            size = window.window().size()
            room = (min(SIZE_PX[0], size.width() - 40), min(SIZE_PX[1], size.height() - 40))
        self.resize(*room)

    # What there is

    def _find(self, memory: Memory) -> Found:
        key = self._operation.id
        return (
            memory.previews.find_made(key),
            memory.previews.find_made(key, releasing=True),
            memory.previews.find_made(key, changed=True),
        )

    def _load_page(self, memory: Memory, ids: Sequence[int]) -> Sequence[MadeEvent]:
        return memory.previews.load_made(self._operation.id, ids)

    def _filter_words(self, counts: tuple[int, int, int]) -> list[str]:
        every, releasing, changed = map(number, counts)
        return [
            self.tr("All {count}").format(count=every),
            self.tr("Bring something back {count}").format(count=releasing),
            self.tr("Changed since {count}").format(count=changed),
        ]

    def _on_found(self, found: Found) -> None:
        self._found = found
        every, releasing, changed = found
        counts = (len(every), len(releasing), len(changed))
        for place, words in enumerate(self._filter_words(counts)):
            self.filters.set_label(place, words)
        self._show()

    def _show(self) -> None:
        if self._found is not None:
            self.model.set_ids(self._found[self.filters.current()])
            self.table.go_to(0)
        self._tell()

    def _check(self, *, checked: bool) -> None:
        self.model.check(self.model.ids, checked=checked)

    def _going(self) -> list[EventId]:
        kept = self.model.kept()
        every = self._found[0] if self._found is not None else ()
        return [EventId(key) for key in every if key not in kept]

    def _tell(self) -> None:
        """Say what the button would do."""
        going, kept = len(self._going()), len(self.model.kept())
        words = self.tr("%n event(s) would go", "", going)
        if kept:
            words = self.tr("{going}, {kept}").format(
                going=words, kept=self.tr("%n kept", "", kept)
            )
        self.plan.setText(words if self._found is not None else self.tr("Looking…"))
        self.go_button.setText(
            self.tr("Take %n event(s) back", "", going) if kept else self.tr("Undo the whole batch")
        )
        self.go_button.setEnabled(self._found is not None and (going > 0 or not kept))

    # Taking back

    def take_back(self) -> None:
        """Undo the batch, or take what is checked back and keep the rest."""
        if not self.go_button.isEnabled():
            return
        key, going = self._operation.id, self._going()
        part = bool(self.model.kept())

        def work(memory: Memory) -> ChangeSet:
            if part:
                return memory.previews.withdraw(key, going)
            return memory.history.undo(key, with_dependents=True)

        self.go_button.setEnabled(False)
        job = self._client.command(work, self)
        job.succeeded.connect(lambda _changes: self.accept())
        job.failed.connect(self._on_failed)

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(error)
        self._latest.run(self._find, self._on_found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter takes back, Escape leaves everything as it is."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.take_back()
        else:
            super().keyPressEvent(event)


class _Table(QTableView):
    """The events; J and K move, Space checks what is selected."""

    def __init__(self, model: MadeEventsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Events of the batch"))
        self.setAccessibleDescription(self.tr("J and K or the arrows move, Space checks"))
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_ROW_PX)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.EVENT, QHeaderView.ResizeMode.Stretch)

    def go_to(self, position: int) -> None:
        """Stand on a row and select it alone."""
        index = self._model.index(position, Column.EVENT)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        header = self.horizontalHeader()
        header.resizeSection(Column.DECISION, _DECISION_PX)
        for column, share in _SHARES.items():
            header.resizeSection(column, int(self.viewport().width() * share))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space checks, J and K move."""
        key = event.key()
        if key == Qt.Key.Key_Space:
            parts = cast("list[QItemSelectionRange]", self.selectionModel().selection())
            self._model.flip(
                sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
            )
        elif key in (Qt.Key.Key_J, Qt.Key.Key_K):
            step = 1 if key == Qt.Key.Key_J else -1
            end = self._model.rowCount() - 1
            self.go_to(max(0, min(end, self.currentIndex().row() + step)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a cell in full as plain text."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.indexAt(event.pos()).data()
            QToolTip.showText(event.globalPos(), plain_tooltip(str(words or "")), self)
            return True
        return super().viewportEvent(event)
