"""The fields of an event, to be corrected, or for two that are merged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    NO_HAPPENING,
    Basis,
    Criticality,
    EventEdit,
    EventType,
    Happening,
    HappeningStatus,
    InputRejected,
    Precision,
    Scope,
    checked_edit,
    happening_of,
)
from stratagate_app.models import refusals, wording
from stratagate_app.ui.widgets import fit_height, plain_label

WIDTH_PX = 560
_SUMMARY_PX = 96
C = TypeVar("C", bound=StrEnum)


class EditDialog(QDialog):
    """What is remembered, field by field.

    Args:
        title: Of the dialog.
        given: All fields as they are.
        about: What comes of it, below the fields.
        done: What the button says.

    Signals:
        chosen: An EventEdit with what is different from before.
    """

    chosen = Signal(object)

    def __init__(
        self, title: str, given: EventEdit, *, about: str, done: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._given = given
        self.setWindowTitle(title)
        self.title = QLineEdit(given.title or "")
        self.summary = QPlainTextEdit(given.summary or "")
        self.summary.setTabChangesFocus(True)
        self.summary.setFixedHeight(_SUMMARY_PX)
        happening = given.happening or NO_HAPPENING
        self.happened = QLineEdit(_when(happening))
        self.happened.setPlaceholderText(
            self.tr("2026, 2026-03, 2026-03-04 or 2026-03-04..2026-03-09; empty: not known")
        )
        self.words = QLineEdit(happening.text)
        self.words.setPlaceholderText(self.tr("The words of the source, such as: next week"))
        self.mentioned = QLineEdit(
            given.mentioned_at.isoformat(timespec="minutes") if given.mentioned_at else ""
        )
        self.mentioned.setPlaceholderText(self.tr("2026-03-04T10:00+01:00; empty: not known"))
        self.tags = QLineEdit(", ".join(given.tags or ()))
        self.people = QLineEdit(", ".join(given.participants or ()))
        for field in (self.tags, self.people):
            field.setPlaceholderText(self.tr("Separated by commas"))
        self.type = _choice(EventType, wording.event_type, given.type)
        self.status = _choice(HappeningStatus, wording.happening_status, given.status)
        self.scope = _choice(Scope, wording.scope, given.scope)
        self.criticality = _choice(Criticality, wording.criticality, given.criticality)
        self.problem = plain_label("", "warn", wrap=True)
        self.problem.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save = self.buttons.addButton(done, QDialogButtonBox.ButtonRole.AcceptRole)
        self.save.setProperty("role", "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out(about)
        # Not before it is in the dialog, or Return would cancel.
        self.save.setDefault(True)
        self.setMinimumWidth(WIDTH_PX)
        fit_height(self, WIDTH_PX)

    def _lay_out(self, about: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(12)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        rows: tuple[tuple[tuple[str, QWidget], ...], ...] = (
            ((self.tr("&Title"), self.title),),
            ((self.tr("&Summary"), self.summary),),
            ((self.tr("&Happened"), self.happened),),
            ((self.tr("In the &words"), self.words),),
            ((self.tr("&Mentioned"), self.mentioned),),
            ((self.tr("&People and things"), self.people),),
            ((self.tr("Ta&gs"), self.tags),),
            ((self.tr("T&ype"), self.type), (self.tr("&Did it happen"), self.status)),
            ((self.tr("Sc&ope"), self.scope), (self.tr("&Kept as"), self.criticality)),
        )
        for number, row in enumerate(rows):
            for place, (text, control) in enumerate(row):
                label = plain_label(text)
                label.setBuddy(control)
                control.setAccessibleName(text.replace("&", ""))
                grid.addWidget(label, number, 2 * place)
                span = 1 if len(row) > 1 else 3
                grid.addWidget(control, number, 2 * place + 1, 1, span)
        column.addLayout(grid)
        column.addWidget(self.problem)
        column.addWidget(plain_label(about, "faint", wrap=True))
        column.addStretch(1)
        column.addWidget(self.buttons)

    def accept(self) -> None:
        """Close with what was chosen, or say what is wrong and stay."""
        try:
            edit = checked_edit(self._read())
        except InputRejected as error:
            self._tell(refusals.reason(error), str(error.fields.get("field", "")))
            return
        super().accept()
        self.chosen.emit(self._changed(edit))

    def _tell(self, words: str, field: str) -> None:
        self.problem.setText(words)
        self.problem.show()
        fit_height(self, max(WIDTH_PX, self.width()))
        wrong = {
            "title": self.title,
            "summary": self.summary,
            "happened": self.happened,
            "mentioned_at": self.mentioned,
            "tags": self.tags,
            "participants": self.people,
        }.get(field)
        if wrong is not None:
            wrong.setFocus()

    def _read(self) -> EventEdit:
        return EventEdit(
            title=self.title.text(),
            summary=self.summary.toPlainText(),
            tags=_listed(self.tags.text()),
            participants=_listed(self.people.text()),
            type=EventType(self.type.currentData()),
            status=HappeningStatus(self.status.currentData()),
            scope=Scope(self.scope.currentData()),
            criticality=Criticality(self.criticality.currentData()),
            happening=self._happening(),
            mentioned_at=self._mentioned(),
            mentioned_unknown=not self.mentioned.text().strip(),
        )

    def _happening(self) -> Happening:
        before = self._given.happening or NO_HAPPENING
        when, words = self.happened.text().strip(), self.words.text()
        if when == _when(before):
            return replace(before, text=words)
        if not when:
            return replace(NO_HAPPENING, text=words)
        found = happening_of(when, words=words)
        if found is None:
            raise InputRejected("event_field", field="happened", reason="not_a_date")
        return found

    def _mentioned(self) -> datetime | None:
        text = self.mentioned.text().strip()
        before = self._given.mentioned_at
        if before is not None and text == before.isoformat(timespec="minutes"):
            return before
        try:
            return datetime.fromisoformat(text) if text else None
        except ValueError:
            raise InputRejected("event_field", field="mentioned_at", reason="not_a_date") from None

    def _changed(self, edit: EventEdit) -> EventEdit:
        """Return what is different from before: the rest may be changed by others meanwhile."""
        before = self._given
        return EventEdit(
            title=_new(edit.title, before.title),
            summary=_new(edit.summary, before.summary),
            tags=_new(edit.tags, before.tags),
            participants=_new(edit.participants, before.participants),
            type=_new(edit.type, before.type),
            status=_new(edit.status, before.status),
            scope=_new(edit.scope, before.scope),
            criticality=_new(edit.criticality, before.criticality),
            happening=_new(edit.happening, before.happening),
            mentioned_at=_new(edit.mentioned_at, before.mentioned_at),
            mentioned_unknown=edit.mentioned_unknown and before.mentioned_at is not None,
        )


V = TypeVar("V")


def _new(value: V, before: V) -> V | None:
    return None if value == before else value


def _choice(kind: type[C], words: Callable[[C], str], given: C | None) -> QComboBox:
    box = QComboBox()
    for value in kind:
        text = words(value)
        box.addItem(text[:1].upper() + text[1:], value.value)
    box.setCurrentIndex(max(0, box.findData(given.value if given else "")))
    return box


def _listed(text: str) -> tuple[str, ...]:
    parts: Sequence[str] = text.replace("，", ",").replace("、", ",").split(",")
    return tuple(part.strip() for part in parts if part.strip())


def _when(value: Happening) -> str:
    """Return a happening as it is typed: no more exact than it is known."""
    start, end = value.start, value.end
    if start is None or end is None or value.basis is Basis.UNKNOWN:
        return ""
    length = {Precision.YEAR: 4, Precision.MONTH: 7}.get(value.precision, len(start))
    return start[:length] if value.precision is not Precision.RANGE else f"{start}..{end}"
