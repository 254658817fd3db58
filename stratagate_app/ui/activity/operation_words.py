"""An operation as a table of words: what it was about, and what it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from stratagate_app.engine import JsonValue, Operation
from stratagate_app.models import (
    candidates,
    event_operations,
    graph_operations,
    operations,
    wording,
)
from stratagate_app.models.fields import integer, text
from stratagate_app.models.previews import format_name
from stratagate_app.ui.failure import problem_reason
from stratagate_app.ui.import_report import dropped_words
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.wording import source_name

_PROBLEMS_SHOWN = 20

translate = QCoreApplication.translate

Pairs = list[tuple[str, str]]


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def conversations(self, count: int) -> str:
        """Return `3 conversations`."""
        return self.tr("%n conversation(s)", "", count)

    def messages(self, count: int) -> str:
        """Return `120 messages`."""
        return self.tr("%n message(s)", "", count)

    def warnings(self, count: int) -> str:
        """Return `2 warnings`."""
        return self.tr("%n warning(s)", "", count)

    def blocks(self, count: int) -> str:
        """Return `14 blocks`."""
        return self.tr("%n block(s)", "", count)

    def events(self, count: int) -> str:
        """Return `22 events`."""
        return self.tr("%n event(s)", "", count)

    def jobs(self, count: int) -> str:
        """Return `2 jobs`."""
        return self.tr("%n job(s)", "", count)


_COUNTED = _Counted()


def below(operation: Operation) -> str:
    """Return the line below the sentence: when it was."""
    return f"{dates.short_day(operation.at)} {dates.clock(operation.at)}"


def tooltip(operation: Operation) -> str:
    """Return sentence, exact time and who."""
    return "\n".join(
        (
            operations.sentence(operation),
            dates.with_zone(operation.at),
            wording.actor(operation.actor),
        )
    )


def rows(operation: Operation, workspace: str) -> Pairs:
    """Return the fields of an operation in words, its time and actor first."""
    found: Pairs = [
        (translate("Activity", "When"), dates.with_zone(operation.at)),
        (translate("Activity", "By"), wording.actor(operation.actor)),
    ]
    if workspace:
        found.append((translate("Activity", "Workspace"), workspace))
    kind, fields = operation.kind, operation.fields
    if kind in ("undo", "redo"):
        kind = text(fields, "kind")
    return [*found, *_fields(kind, fields)]


def _derived(kind: str, fields: Mapping[str, JsonValue]) -> Pairs:
    file = (translate("Activity", "File"), text(fields, "file"))
    if kind == "derive":
        return [
            file,
            (translate("Activity", "Summarised"), _COUNTED.blocks(integer(fields, "blocks"))),
            (translate("Activity", "Found"), _COUNTED.events(integer(fields, "events"))),
        ]
    lines = graph_operations.refusals(fields)[:_PROBLEMS_SHOWN]
    return [file, *[(translate("Activity", "Not taken"), line) for line in lines]]


def _fields(kind: str, fields: Mapping[str, JsonValue]) -> Pairs:
    match kind:
        case "import":
            return _import(fields)
        case "import_memories":
            return _import_memories(fields)
        case "derive" | "project":
            return _derived(kind, fields)
        case "record_use":
            return _event(fields)
        case _ if kind in event_operations.KINDS:
            return _event(fields)
        case "expand_block":
            return [
                (translate("Activity", "Session"), text(fields, "session")),
                (translate("Activity", "Block"), str(fields.get("block", ""))),
                (
                    translate("Activity", "Level"),
                    f"L{fields.get('from', '?')} → L{fields.get('to', '?')}",
                ),
            ]
        case "create_workspace" | "add_rule" | "remove_rule" | "move_sessions":
            return _placing(kind, fields)
        case "retry_jobs":
            return [
                (translate("Activity", "Started again"), _COUNTED.jobs(integer(fields, "count")))
            ]
        case _:
            return []


def _placing(kind: str, fields: Mapping[str, JsonValue]) -> Pairs:
    """Return a new workspace, a rule, or a move."""
    if kind == "create_workspace":
        return [(translate("Activity", "Name"), text(fields, "workspace"))]
    pattern = text(fields, "pattern")
    if fields.get("rule") == "source":
        return [(translate("Activity", "Source"), source_name(pattern))]
    if fields.get("rule") == "project":
        return [(translate("Activity", "Folder"), pattern)]
    count = integer(fields, "count")
    found = [
        (translate("Activity", "Sessions"), str(count))
        if count > 1
        else (translate("Activity", "Session"), text(fields, "title"))
    ]
    if text(fields, "from"):
        found.append((translate("Activity", "From"), text(fields, "from")))
    return [*found, (translate("Activity", "To"), text(fields, "workspace"))]


def _event(fields: Mapping[str, JsonValue]) -> Pairs:
    found = [(translate("Activity", "Event"), text(fields, "title"))]
    count = integer(fields, "count")
    if count > 1:
        found.append((translate("Activity", "In all"), _COUNTED.events(count)))
    for name, words in (
        ("other", translate("Activity", "Other event")),
        ("into", translate("Activity", "Merged into")),
        ("question", translate("Activity", "Question")),
    ):
        if text(fields, name):
            found.append((words, text(fields, name)))
    return found


def _import(fields: Mapping[str, JsonValue]) -> Pairs:
    found: Pairs = [(translate("Activity", "File"), text(fields, "file"))]
    source = text(fields, "format").replace("_", "-").removesuffix("-messages")
    if source:
        found.append((translate("Activity", "Format"), source_name(source)))
    for name, words in (
        ("new", translate("Activity", "New")),
        ("longer", translate("Activity", "Longer")),
        ("unchanged", translate("Activity", "Unchanged")),
    ):
        count = integer(fields, name)
        if count:
            found.append((words, _COUNTED.conversations(count)))
    found.append((translate("Activity", "Added"), _COUNTED.messages(integer(fields, "messages"))))
    warnings = integer(fields, "warnings")
    if warnings:
        found.append((translate("Activity", "Odd in the file"), _COUNTED.warnings(warnings)))
    dropped = fields.get("dropped")
    if isinstance(dropped, Mapping) and dropped:
        found.append((translate("Activity", "Left out on purpose"), _dropped(dropped)))
    problems = fields.get("problems")
    if isinstance(problems, Sequence) and not isinstance(problems, str) and problems:
        found.append((translate("Activity", "Problems"), _problems(problems)))
    return found


def _import_memories(fields: Mapping[str, JsonValue]) -> Pairs:
    found: Pairs = [
        (translate("Activity", "File"), text(fields, "file")),
        (translate("Activity", "Format"), format_name(text(fields, "format"))),
    ]
    found += [
        (candidates.decision_name(decision), QLocale().toString(integer(fields, decision.value)))
        for decision in candidates.DECISIONS
        if integer(fields, decision.value)
    ]
    return found


def _dropped(dropped: Mapping[str, JsonValue]) -> str:
    # Several codes of a format may have the same words.
    counted: Counter[str] = Counter()
    for reason, count in dropped.items():
        counted[dropped_words(reason)] += count if isinstance(count, int) else 0
    return "\n".join(
        f"{QLocale().toString(count)} × {words}" for words, count in counted.most_common()
    )


def _problems(problems: Sequence[JsonValue]) -> str:
    lines = [
        f"{text(item, 'where')}: {problem_reason(text(item, 'code'))}"
        if text(item, "where")
        else problem_reason(text(item, "code"))
        for item in problems[:_PROBLEMS_SHOWN]
        if isinstance(item, Mapping)
    ]
    if len(problems) > _PROBLEMS_SHOWN:
        lines.append("…")
    return "\n".join(lines)
