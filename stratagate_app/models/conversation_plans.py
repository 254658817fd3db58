"""The conversations of files before they are imported: what each would bring, and which to take."""

from __future__ import annotations

from enum import IntEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from stratagate_app.bridge.client import ImportRequest
from stratagate_app.engine import (
    ImportChoice,
    ImportPlan,
    ImportTotals,
    PlannedConversation,
    PlanState,
    totals_of,
)
from stratagate_app.models import wording
from stratagate_app.models.paged import ModelIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

translate = QCoreApplication.translate
_NO_PARENT = QModelIndex()
_CHECKED = int(Qt.CheckState.Checked.value)

STATES = (PlanState.NEW, PlanState.LONGER, PlanState.THERE, PlanState.SKIPPED)
"""In the order that the filters offer them."""

_NAMES = {
    PlanState.NEW: QT_TRANSLATE_NOOP("ConversationPlans", "New"),
    PlanState.LONGER: QT_TRANSLATE_NOOP("ConversationPlans", "Longer"),
    PlanState.THERE: QT_TRANSLATE_NOOP("ConversationPlans", "There"),
    PlanState.SKIPPED: QT_TRANSLATE_NOOP("ConversationPlans", "Skipped"),
}
TONES = {
    PlanState.NEW: "accent",
    PlanState.LONGER: "info",
    PlanState.THERE: "neutral",
    PlanState.SKIPPED: "warn",
}
_EFFECTS = {
    PlanState.NEW: QT_TRANSLATE_NOOP("ConversationPlans", "New · a session of its own"),
    PlanState.LONGER: QT_TRANSLATE_NOOP(
        "ConversationPlans", "Longer · goes on where your memory ends"
    ),
    PlanState.THERE: QT_TRANSLATE_NOOP("ConversationPlans", "There · nothing is new in it"),
    PlanState.SKIPPED: QT_TRANSLATE_NOOP("ConversationPlans", "Skipped · it cannot be imported"),
}


class Column(IntEnum):
    """Columns of the table."""

    CONVERSATION = 0
    STATE = 1
    MESSAGES = 2
    DATE = 3
    WORKSPACE = 4


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def conversations(self, count: int) -> str:
        """Return `3 conversations`."""
        return self.tr("%n conversation(s)", "", count)

    def new(self, count: int) -> str:
        """Return `3 new conversations`."""
        return self.tr("%n new conversation(s)", "", count)

    def longer(self, count: int) -> str:
        """Return `3 longer ones`."""
        return self.tr("%n longer one(s)", "", count)

    def messages(self, count: int) -> str:
        """Return `3 messages`."""
        return self.tr("%n message(s)", "", count)

    def blocks(self, count: int) -> str:
        """Return `3 blocks to summarise`."""
        return self.tr("%n block(s) to summarise", "", count)

    def left(self, count: int) -> str:
        """Return `3 left out`."""
        return self.tr("%n not chosen", "", count)

    def press(self, count: int) -> str:
        """Return `Import 3 conversations`."""
        return self.tr("Import %n conversation(s)", "", count)


_COUNTED = _Counted()


class ConversationPlansModel(QAbstractTableModel):
    """Every conversation of some plans, filtered by state; those to import are checked.

    Signals:
        toggled: What is checked changed.
    """

    RowRole = int(Qt.ItemDataRole.UserRole) + 1
    toggled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headers = (
            translate("ConversationPlans", "Conversation"),
            translate("ConversationPlans", "What it is"),
            translate("ConversationPlans", "Messages"),
            translate("ConversationPlans", "From"),
            translate("ConversationPlans", "Workspace"),
        )
        self._plans: tuple[ImportPlan, ...] = ()
        self._rows: list[tuple[int, PlannedConversation]] = []
        self._shown: list[int] = []
        self._state: PlanState | None = None
        self._left: set[tuple[str, str]] = set()

    # What there is

    def set_plans(self, plans: Sequence[ImportPlan]) -> None:
        """Show these; what was left out before stays so."""
        self.beginResetModel()
        self._plans = tuple(plans)
        self._rows = [
            (number, row) for number, plan in enumerate(plans) for row in plan.conversations
        ]
        self._filter()
        self.endResetModel()
        self.toggled.emit()

    def show_state(self, state: PlanState | None) -> None:
        """Show only what is of one state; None for all."""
        self.beginResetModel()
        self._state = state
        self._filter()
        self.endResetModel()

    def _filter(self) -> None:
        self._shown = [
            place
            for place, (_, row) in enumerate(self._rows)
            if self._state is None or row.state is self._state
        ]

    def counts(self) -> dict[PlanState, int]:
        """Return how many conversations there are of each state."""
        found = dict.fromkeys(STATES, 0)
        for _, row in self._rows:
            found[row.state] += 1
        return found

    def row_at(self, position: int) -> PlannedConversation | None:
        """Return the conversation at a position, None outside."""
        if not 0 <= position < len(self._shown):
            return None
        return self._rows[self._shown[position]][1]

    def file_at(self, position: int) -> str:
        """Return the name of the file that a shown conversation is in."""
        return PurePath(self._plans[self._rows[self._shown[position]][0]].path).name

    # What is chosen

    def _key(self, place: int) -> tuple[str, str]:
        number, row = self._rows[place]
        return self._plans[number].path, row.key

    def is_checked(self, position: int) -> bool:
        """Return whether a shown conversation is to be imported."""
        row = self.row_at(position)
        return row is not None and row.brings and self._key(self._shown[position]) not in self._left

    def check(self, positions: Iterable[int], *, checked: bool) -> None:
        """Take shown conversations, or leave them out."""
        keys = {self._key(self._shown[position]) for position in positions}
        if checked:
            self._left -= keys
        else:
            self._left |= keys
        if self._shown:
            last = self.index(len(self._shown) - 1, len(self._headers) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [int(Qt.ItemDataRole.CheckStateRole)])
        self.toggled.emit()

    def check_all(self, *, checked: bool) -> None:
        """Take everything that is shown, or leave it out."""
        self.check(range(len(self._shown)), checked=checked)

    def flip(self, positions: Sequence[int]) -> None:
        """Take conversations or leave them out; all do what the first able one does."""
        able = [place for place in positions if (row := self.row_at(place)) and row.brings]
        if able:
            self.check(able, checked=not self.is_checked(able[0]))

    def chosen(self) -> list[PlannedConversation]:
        """Return the conversations that would be imported, of all states and files."""
        return [
            row
            for place, (_, row) in enumerate(self._rows)
            if row.brings and self._key(place) not in self._left
        ]

    def not_chosen(self) -> int:
        """Return how many conversations would bring something but are left out."""
        return sum(row.brings for _, row in self._rows) - len(self.chosen())

    def chosen_files(self, paths: Sequence[Path]) -> list[ImportRequest]:
        """Return what is to be imported of each file.

        Args:
            paths: Of the plans, in their order. A file without a chosen conversation is left out.
        """
        keys: dict[int, set[str]] = {}
        for place, (number, row) in enumerate(self._rows):
            if row.brings and self._key(place) not in self._left:
                keys.setdefault(number, set()).add(row.key)
        return [
            ImportRequest(
                paths[number],
                ImportChoice(frozenset(wanted)),
                len(self._plans[number].conversations),
            )
            for number, wanted in keys.items()
        ]

    # Qt

    def rowCount(self, parent: ModelIndex = _NO_PARENT) -> int:
        """Return the number of conversations that are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: ModelIndex = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._headers)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the words of a header."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._headers):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a cell, whether a row is checked, or the whole row."""
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == self.RowRole:
            return row
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == Column.CONVERSATION:
            if not row.brings:
                return None
            checked = self.is_checked(index.row())
            return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _cell(row, Column(index.column()))
        return None

    def setData(self, index: ModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a click on a check box."""
        row = self.row_at(index.row())
        if role != Qt.ItemDataRole.CheckStateRole or row is None or not row.brings:
            return False
        self.check([index.row()], checked=int(getattr(value, "value", value)) == _CHECKED)
        return True

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Return that the first column can be checked where there is something to import."""
        flags = super().flags(index)
        row = self.row_at(index.row())
        if index.column() == Column.CONVERSATION and row is not None and row.brings:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags


def _cell(row: PlannedConversation, column: Column) -> str:
    match column:
        case Column.CONVERSATION:
            return title_words(row)
        case Column.STATE:
            return state_name(row.state)
        case Column.MESSAGES:
            return messages_words(row)
        case Column.DATE:
            if row.started_at is None:
                return ""
            day = row.started_at.astimezone().date()
            return wording.days(day, day)
        case Column.WORKSPACE:
            return row.workspace


def title_words(row: PlannedConversation) -> str:
    """Return a conversation's title, or the place in the file of one that has none."""
    return row.title or row.where


def messages_words(row: PlannedConversation) -> str:
    """Return the number of messages, and how many of them are added: `+22 of 30`."""
    locale = QLocale()
    if row.state is PlanState.SKIPPED:
        return ""
    if row.state is PlanState.LONGER:
        return translate("ConversationPlans", "+{added} of {all}").format(
            added=locale.toString(row.added), all=locale.toString(row.messages)
        )
    return locale.toString(row.messages)


def state_name(state: PlanState) -> str:
    """Return what a conversation is, in a word."""
    return translate("ConversationPlans", _text(_NAMES[state]))


def effect(state: PlanState) -> str:
    """Return what importing would make of a conversation of this state."""
    return translate("ConversationPlans", _text(_EFFECTS[state]))


def _text(words: object) -> str:
    return str(words)


def conversations(count: int) -> str:
    """Return `3 conversations`."""
    return _COUNTED.conversations(count)


def messages(count: int) -> str:
    """Return `3 messages`."""
    return _COUNTED.messages(count)


def blocks(count: int) -> str:
    """Return `3 blocks to summarise`."""
    return _COUNTED.blocks(count)


def press_words(chosen: int) -> str:
    """Return what the button says."""
    if not chosen:
        return translate("ConversationPlans", "Import")
    return _COUNTED.press(chosen)


def plan_words(totals: ImportTotals, not_chosen: int, cost: float | None) -> str:
    """Return a sentence about what importing would do.

    Args:
        totals: Of what is chosen.
        not_chosen: How many conversations are left out that would bring something.
        cost: Of the work for a model; None where no model does it, or it has no price.
    """
    if not totals.new and not totals.longer:
        return translate("ConversationPlans", "Nothing would be imported.")
    locale = QLocale()
    parts = [words(count) for count, words in _brought(totals) if count]
    said = translate(
        "ConversationPlans", "Would import {what}: {messages}, about {tokens} tokens, {blocks}."
    ).format(
        what=translate("ConversationPlans", " and ").join(parts),
        messages=_COUNTED.messages(totals.messages),
        tokens=locale.toString(totals.tokens),
        blocks=_COUNTED.blocks(totals.work.blocks),
    )
    if not_chosen:
        said += " " + translate("ConversationPlans", "{left}.").format(
            left=_COUNTED.left(not_chosen)
        )
    if cost is not None:
        said += " " + translate(
            "ConversationPlans", "The model would cost about {cost} for it."
        ).format(cost=locale.toString(cost, "f", 2))
    return said + " " + translate("ConversationPlans", "You can undo it later.")


def _brought(totals: ImportTotals) -> tuple[tuple[int, Any], ...]:
    return (totals.new, _COUNTED.new), (totals.longer, _COUNTED.longer)


def files_words(plans: Sequence[ImportPlan]) -> str:
    """Return the name of the file, or how many there are."""
    if len(plans) == 1:
        return PurePath(plans[0].path).name
    return translate("ConversationPlans", "{count} files").format(
        count=QLocale().toString(len(plans))
    )


def chosen_totals(model: ConversationPlansModel) -> ImportTotals:
    """Return what importing what is checked would bring."""
    return totals_of(model.chosen())
