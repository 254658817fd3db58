"""What an import did, in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout

from stratagate_app.engine import ImportResult, LeftOut, Oddity
from stratagate_app.ui.failure import problem_line
from stratagate_app.ui.widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from stratagate_app.ui.widgets.chip import Tone

SHOWN_WARNINGS = 500
SHOWN_PROBLEMS = 2


class ImportSummary(NamedTuple):
    """An import in a title and a few lines."""

    title: str
    text: str
    tone: Tone
    has_details: bool


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def new(self, count: int) -> str:
        """Return `3 new`."""
        return self.tr("%n new", "", count)

    def longer(self, count: int) -> str:
        """Return `3 longer`."""
        return self.tr("%n longer", "", count)

    def unchanged(self, count: int) -> str:
        """Return `3 unchanged`."""
        return self.tr("%n unchanged", "", count)

    def messages_added(self, count: int) -> str:
        """Return `3 messages added`."""
        return self.tr("%n message(s) added", "", count)

    def messages_left_out(self, count: int) -> str:
        """Return `3 messages left out on purpose`."""
        return self.tr("%n message(s) left out on purpose", "", count)

    def warnings(self, count: int) -> str:
        """Return `3 warnings`."""
        return self.tr("%n warning(s)", "", count)

    def more_problems(self, count: int) -> str:
        """Return `3 more problems`."""
        return self.tr("%n more problem(s)", "", count)

    def imported(self, count: int) -> str:
        """Return `Imported 3 conversations`."""
        return self.tr("Imported %n conversation(s)", "", count)


_COUNTED = _Counted()


def summary_of(results: Sequence[ImportResult]) -> ImportSummary:
    """Return what came of an import, the problems included."""
    new = sum(result.new for result in results)
    longer = sum(result.longer for result in results)
    unchanged = sum(result.unchanged for result in results)
    messages = sum(result.messages for result in results)
    dropped = sum(sum(result.dropped.values()) for result in results)
    warnings = sum(len(result.warnings) for result in results)
    problems = [problem for result in results for problem in result.problems]
    stopped = any(result.cancelled for result in results)
    counted = (
        (new, _COUNTED.new),
        (longer, _COUNTED.longer),
        (unchanged, _COUNTED.unchanged),
    )
    lines = [" · ".join(words(number) for number, words in counted if number)]
    lines += [
        words(number)
        for number, words in (
            (messages, _COUNTED.messages_added),
            (dropped, _COUNTED.messages_left_out),
            (warnings, _COUNTED.warnings),
        )
        if number
    ]
    lines += [problem_line(problem, full=False) for problem in problems[:SHOWN_PROBLEMS]]
    more = len(problems) - SHOWN_PROBLEMS
    if more > 0:
        lines.append(_COUNTED.more_problems(more))
    added = new + longer
    if stopped:
        title = QCoreApplication.translate(
            "ImportReport", "Import stopped; what was saved before stays"
        )
    elif problems and not added and not unchanged:
        title = QCoreApplication.translate("ImportReport", "Nothing could be imported")
    elif problems:
        title = QCoreApplication.translate("ImportReport", "Imported, with problems")
    elif added:
        title = _COUNTED.imported(added)
    elif unchanged:
        title = QCoreApplication.translate(
            "ImportReport", "Nothing new: everything was there already"
        )
    else:
        title = QCoreApplication.translate("ImportReport", "There were no conversations in it")
    tone: Tone = "neutral"
    if problems:
        tone = "warn" if added or unchanged else "danger"
    elif added:
        tone = "accent"
    return ImportSummary(
        title,
        "\n".join(line for line in lines if line),
        tone,
        bool(problems or warnings or dropped),
    )


def report_of(results: Sequence[ImportResult]) -> str:
    """Return everything that was odd, a line each: problems, warnings, what was left out."""
    lines: list[str] = []
    problems = [problem for result in results for problem in result.problems]
    warnings = [warning for result in results for warning in result.warnings]
    dropped: Counter[str] = Counter()
    for result in results:
        dropped.update(result.dropped)
    if problems:
        lines.append(QCoreApplication.translate("ImportReport", "Problems"))
        lines += [f"  {problem_line(problem)}" for problem in problems]
    if warnings:
        lines.append(QCoreApplication.translate("ImportReport", "Warnings"))
        lines += [
            f"  {warning.where}: {warning_words(warning.code)}"
            for warning in warnings[:SHOWN_WARNINGS]
        ]
        if len(warnings) > SHOWN_WARNINGS:
            lines.append("  …")
    if dropped:
        lines.append(QCoreApplication.translate("ImportReport", "Left out on purpose"))
        locale = QLocale()
        lines += [
            f"  {locale.toString(count)} × {dropped_words(reason)}"
            for reason, count in dropped.most_common()
        ]
    return "\n".join(lines)


def dropped_words(reason: str) -> str:
    """Return why messages were left out on purpose; an unknown reason stays a code."""
    thoughts = QCoreApplication.translate("ImportReport", "thoughts of the assistant")
    own = QCoreApplication.translate("ImportReport", "lines of the program itself")
    empty = QCoreApplication.translate("ImportReport", "empty messages")
    known: dict[str, str] = {
        LeftOut.BRANCH: QCoreApplication.translate(
            "ImportReport", "other branches (edited or retried)"
        ),
        LeftOut.HIDDEN: QCoreApplication.translate("ImportReport", "hidden messages"),
        LeftOut.THINKING: thoughts,
        LeftOut.THOUGHTS: thoughts,
        LeftOut.REASONING: thoughts,
        LeftOut.EMPTY: empty,
        LeftOut.EMPTY_SYSTEM: empty,
        LeftOut.ROOT: QCoreApplication.translate(
            "ImportReport", "the empty beginning of a conversation"
        ),
        LeftOut.WEIGHT: QCoreApplication.translate(
            "ImportReport", "messages the source had discarded"
        ),
        LeftOut.UNKNOWN_ROLE: QCoreApplication.translate(
            "ImportReport", "messages of an unknown speaker"
        ),
        LeftOut.REPEATED: QCoreApplication.translate(
            "ImportReport", "repetitions of other messages"
        ),
        LeftOut.SIDECHAIN: QCoreApplication.translate(
            "ImportReport", "side conversations of agents"
        ),
        LeftOut.CONTEXT: own,
        LeftOut.SYSTEM: own,
        LeftOut.OTHER: own,
        LeftOut.META: own,
        LeftOut.SNAPSHOT: own,
        LeftOut.COMMAND: QCoreApplication.translate("ImportReport", "commands to the program"),
        LeftOut.COMPACT_SUMMARY: QCoreApplication.translate(
            "ImportReport", "summaries the program had made"
        ),
        LeftOut.INTERRUPT: QCoreApplication.translate("ImportReport", "notices of interruption"),
    }
    return known.get(reason, reason.replace("_", " "))


def warning_words(code: str) -> str:
    """Return what was odd in a file; an unknown code stays a code."""
    known: dict[str, str] = {
        Oddity.TRUNCATED_LAST_LINE: QCoreApplication.translate(
            "ImportReport", "the last line is cut off; what was whole was taken"
        ),
        Oddity.NOT_A_CONVERSATION: QCoreApplication.translate(
            "ImportReport", "not a conversation; it was skipped"
        ),
        Oddity.EMPTY_CONVERSATION: QCoreApplication.translate(
            "ImportReport", "a conversation without messages"
        ),
        Oddity.BROKEN_PATH: QCoreApplication.translate(
            "ImportReport", "messages are missing in between; the rest was taken"
        ),
        Oddity.BAD_LINE: QCoreApplication.translate("ImportReport", "a line that cannot be read"),
        Oddity.CUT: QCoreApplication.translate(
            "ImportReport", "text beyond the limits was cut off"
        ),
        Oddity.LONE_SURROGATE: QCoreApplication.translate(
            "ImportReport", "half a character in a text; it became \ufffd"
        ),
        Oddity.NOT_UTF8: QCoreApplication.translate(
            "ImportReport", "bytes that are not UTF-8; they became \ufffd"
        ),
    }
    return known.get(code, code.replace("_", " "))


class ImportReportDialog(QDialog):
    """Every problem with file, place and reason."""

    def __init__(self, results: Sequence[ImportResult], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import"))
        self.resize(640, 420)
        summary = summary_of(results)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addWidget(plain_label(summary.title, "title", wrap=True))
        self._text = QPlainTextEdit(report_of(results))
        self._text.setReadOnly(True)
        self._text.setAccessibleName(self.tr("Details"))
        column.addWidget(self._text, 1)
        row = QHBoxLayout()
        copy = QPushButton(self.tr("Copy"))
        copy.clicked.connect(self._on_copy_clicked)
        row.addWidget(copy)
        row.addStretch(1)
        close = QPushButton(self.tr("Close"))
        close.setProperty("role", "primary")
        close.setDefault(True)
        close.clicked.connect(self.reject)
        row.addWidget(close)
        column.addLayout(row)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
