"""Errors in words, for people: what failed, what was kept, what to do."""

from __future__ import annotations

import logging
import platform
import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.engine import (
    ConflictError,
    EnvironmentFailure,
    FileProblem,
    ImportFormatError,
    InputRejected,
    MemoryDamagedError,
    MemoryForeignError,
    MemoryLockedError,
    MemoryTooNewError,
    NotFoundError,
    StorageError,
)
from stratagate_app.models import refusals
from stratagate_app.settings import program_version
from stratagate_app.ui.theme import SMALL_PX, monospace_font
from stratagate_app.ui.widgets import Toast, fit_height, plain_label

if TYPE_CHECKING:
    from stratagate_app.ui.theme import Theme

ICON_PX = 24
DIALOG_WIDTH_PX = 480
DETAILS_WIDTH_PX = 640

_log = logging.getLogger(__name__)


class Described(NamedTuple):
    """An error in three sentences; any but the first may be empty."""

    title: str
    kept: str
    todo: str


def describe(error: BaseException) -> Described:
    """Return what failed, what was kept and what to do, in the user's language."""
    if isinstance(error, StorageError):
        return _describe_storage(error)
    if isinstance(error, EnvironmentFailure):
        return _describe_environment(error)
    return _describe_step(error)


def _describe_environment(error: EnvironmentFailure) -> Described:
    path = str(error.fields.get("path", ""))
    if error.code in ("no_keyring", "bad_key"):
        return _describe_key(error)
    match error:
        case MemoryLockedError():
            return Described(
                QCoreApplication.translate(
                    "Failure", "Another program is using the memory file right now"
                ),
                QCoreApplication.translate("Failure", "Nothing was changed."),
                QCoreApplication.translate(
                    "Failure", "Wait until it has finished, or close it, and try again."
                ),
            )
        case MemoryTooNewError():
            return Described(
                QCoreApplication.translate(
                    "Failure", "This memory file was made by a newer version"
                ),
                QCoreApplication.translate(
                    "Failure",
                    "The file was not touched: {path} (version {found}, this program reads up to {supported}).",  # noqa: E501
                ).format(
                    path=path,
                    found=error.fields.get("found", "?"),
                    supported=error.fields.get("supported", "?"),
                ),
                QCoreApplication.translate("Failure", "Update StrataGate, or open another file."),
            )
        case MemoryForeignError():
            return Described(
                QCoreApplication.translate(
                    "Failure", "This file is not a memory file of StrataGate"
                ),
                QCoreApplication.translate("Failure", "It was not touched: {path}").format(
                    path=path
                ),
                QCoreApplication.translate(
                    "Failure", "Open another file, or give a name that does not exist yet."
                ),
            )
        case MemoryDamagedError():
            return Described(
                QCoreApplication.translate("Failure", "The memory file is damaged"),
                QCoreApplication.translate(
                    "Failure", "It was not changed and not deleted: {path}"
                ).format(path=path),
                QCoreApplication.translate(
                    "Failure", "Keep a copy of it, then open a backup from the same folder."
                ),
            )
        case _:
            return Described(
                QCoreApplication.translate("Failure", "The model did not answer"),
                QCoreApplication.translate("Failure", "The original words are saved."),
                QCoreApplication.translate("Failure", "It will be tried again by itself."),
            )


def _describe_key(error: EnvironmentFailure) -> Described:
    if error.code == "bad_key":
        return Described(
            QCoreApplication.translate("Failure", "That is no key"),
            QCoreApplication.translate("Failure", "The key was not kept."),
            QCoreApplication.translate(
                "Failure", "A key has letters, digits and signs, on one line. Copy it again."
            ),
        )
    return Described(
        QCoreApplication.translate("Failure", "The system's keyring cannot be used"),
        QCoreApplication.translate("Failure", "The key was not kept: no file of ours holds it."),
        QCoreApplication.translate(
            "Failure",
            "Unlock the keyring, or give the key by the environment variable {variable}.",
        ).format(variable=error.fields.get("variable", "")),
    )


def _describe_step(error: BaseException) -> Described:
    match error:
        case ImportFormatError():
            return Described(
                problem_reason(error.code),
                QCoreApplication.translate(
                    "Failure", "What was saved before that stays. File: {path}"
                ).format(path=error.fields.get("path", "")),
                QCoreApplication.translate(
                    "Failure", "Export the conversations again, and import the new file."
                ),
            )
        case ConflictError(code="workspace_exists"):
            return Described(
                QCoreApplication.translate("Failure", "There is a workspace of that name already"),
                "",
                QCoreApplication.translate("Failure", "Choose another name."),
            )
        case ConflictError():
            return Described(
                QCoreApplication.translate("Failure", "This was changed meanwhile"),
                QCoreApplication.translate("Failure", "Nothing was changed."),
                QCoreApplication.translate("Failure", "Look at it again, then repeat the step."),
            )
        case InputRejected():
            return Described(
                QCoreApplication.translate("Failure", "That value cannot be used"),
                QCoreApplication.translate("Failure", "Nothing was changed."),
                refusals.reason(error),
            )
        case NotFoundError():
            return Described(
                QCoreApplication.translate("Failure", "That is no longer there"),
                QCoreApplication.translate("Failure", "Nothing was changed."),
                QCoreApplication.translate(
                    "Failure", "It may have been undone. Activity shows what happened."
                ),
            )
        case _:
            return Described(
                QCoreApplication.translate("Failure", "Something went wrong in the program"),
                QCoreApplication.translate("Failure", "Your memory file was not touched by it."),
                QCoreApplication.translate(
                    "Failure", "You can go on. If it happens again, copy the details and report it."
                ),
            )


def _describe_storage(error: StorageError) -> Described:
    path = str(error.fields.get("path", ""))
    titles = {
        "disk_full": QCoreApplication.translate("Failure", "The disk is full"),
        "read_only": QCoreApplication.translate("Failure", "The folder cannot be written to"),
        "unreadable": QCoreApplication.translate("Failure", "The file cannot be read"),
    }
    todo = {
        "disk_full": QCoreApplication.translate("Failure", "Make room, then try again."),
        "read_only": QCoreApplication.translate(
            "Failure", "Allow writing there, or choose another place."
        ),
        "unreadable": QCoreApplication.translate(
            "Failure", "Check that it exists and that you may open it."
        ),
    }
    fallback = QCoreApplication.translate("Failure", "The disk refused")
    return Described(
        titles.get(error.code, fallback),
        QCoreApplication.translate("Failure", "What was saved before stays. Place: {path}").format(
            path=path
        ),
        todo.get(error.code, QCoreApplication.translate("Failure", "Try again.")),
    )


def problem_reason(code: str) -> str:
    """Return why a file was not imported, in words."""
    known = {
        "unknown_format": QCoreApplication.translate(
            "Failure", "The file has no format that StrataGate knows"
        ),
        "damaged": QCoreApplication.translate("Failure", "The file is damaged or cut off"),
        "unsupported_version": QCoreApplication.translate(
            "Failure", "The file is of a version that StrataGate does not know"
        ),
        "unsafe_archive": QCoreApplication.translate(
            "Failure", "The archive is not safe to unpack"
        ),
        "empty": QCoreApplication.translate("Failure", "The file is empty"),
        "unreadable": QCoreApplication.translate("Failure", "The file cannot be read"),
        "disk_full": QCoreApplication.translate("Failure", "The disk is full"),
        "read_only": QCoreApplication.translate("Failure", "The folder cannot be written to"),
        "memory_locked": QCoreApplication.translate(
            "Failure", "Another program was using the memory file"
        ),
    }
    return known.get(code, QCoreApplication.translate("Failure", "The file could not be imported"))


def problem_line(problem: FileProblem, *, full: bool = True) -> str:
    """Return a problem as one line: file, place, reason; full: with its folder and code."""
    place = f" ({problem.where})" if problem.where else ""
    reason = problem_reason(problem.code)
    if not full:
        return f"{PurePath(problem.path).name}{place}: {reason}"
    detail = f" [{problem.reason}]" if problem.reason else ""
    return f"{problem.path}{place}: {reason}{detail}"


def details_of(error: BaseException) -> str:
    """Return what somebody who is to help needs: class, fields, where, versions."""
    trace = "".join(traceback.format_exception(error))
    return (
        f"StrataGate {program_version()}, Qt {qVersion()}, Python {platform.python_version()}, "
        f"{platform.platform()}\n\n{trace}"
    )


class FailureDialog(QDialog):
    """Says what failed; the details are behind a button, with Copy."""

    def __init__(
        self,
        described: Described,
        details: str,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("StrataGate"))
        self.setMinimumWidth(DIALOG_WIDTH_PX)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._details_text = details
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(12)
        icon = QLabel()
        icon.setPixmap(theme.pixmap("warning", "danger", ICON_PX, ratio=self.devicePixelRatioF()))
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(plain_label(described.title, "title", wrap=True, selectable=True))
        for sentence in (described.kept, described.todo):
            if sentence:
                words.addWidget(plain_label(sentence, "muted", wrap=True, selectable=True))
        head.addLayout(words, 1)
        column.addLayout(head)
        self._details = QPlainTextEdit(details)
        self._details.setReadOnly(True)
        self._details.setFont(monospace_font(SMALL_PX))
        self._details.setAccessibleName(self.tr("Details"))
        self._details.setMinimumHeight(180)
        self._details.hide()
        column.addWidget(self._details, 1)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self.details_button = QPushButton(self.tr("Details"))
        self.details_button.setCheckable(True)
        self.details_button.toggled.connect(self._on_details_toggled)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy the details"))
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setProperty("role", "primary")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.reject)
        self._buttons.addWidget(self.details_button)
        self._buttons.addWidget(self.copy_button)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self.close_button)
        column.addLayout(self._buttons)
        fit_height(self, DIALOG_WIDTH_PX)

    def add_button(self, label: str) -> QPushButton:
        """Add a way out beside Close and return it."""
        button = QPushButton(label)
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        return button

    def _on_details_toggled(self, shown: bool) -> None:
        self._details.setVisible(shown)
        fit_height(self, max(DIALOG_WIDTH_PX, DETAILS_WIDTH_PX if shown else 0))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._details_text)
        self.copy_button.setText(self.tr("Copied"))


def present_failure(error: Exception, theme: Theme, window: QWidget) -> None:
    """Show an error as a toast over a window; Details opens the rest."""
    _log.error("shown to the user", exc_info=error)
    described = describe(error)

    def show_details() -> None:
        FailureDialog(described, details_of(error), theme, window).open()

    Toast(
        described.title,
        " ".join(part for part in (described.kept, described.todo) if part),
        theme,
        window,
        tone="danger",
        actions=[(QCoreApplication.translate("Failure", "Details"), show_details)],
        stays=True,
    ).present()
