"""The list of operations as an item model, and operations in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Qt

from stratagate_app.engine import Decision, JsonValue, Operation
from stratagate_app.models import candidates, event_operations, graph_operations, review
from stratagate_app.models.fields import integer, quoted, text
from stratagate_app.models.paged import PagedTableModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stratagate_app.engine import Memory

KINDS = (
    "import",
    "import_memories",
    "derive",
    *event_operations.KINDS,
    *graph_operations.KINDS,
    "expand_block",
    "record_use",
    "create_workspace",
    "configure_workspace",
    "add_rule",
    "remove_rule",
    "move_sessions",
    "answer_review",
    "retry_jobs",
    "undo",
    "redo",
)
"""Kinds of operations, in the order a filter offers them."""
translate = QCoreApplication.translate


class OperationsModel(PagedTableModel[Operation]):
    """Operations by id, one column; delegates read the whole row from `RowRole`.

    Args:
        below: Returns the line below the sentence: when, by whom.
        parent: Owns it.
    """

    def __init__(self, below: Callable[[Operation], str], parent: QObject | None = None) -> None:
        super().__init__(("",), parent)
        self._below = below

    def cell(self, row: Operation, column: int, role: int) -> Any:
        """Return the sentence, and with it the line below for screen readers."""
        del column
        if role == Qt.ItemDataRole.DisplayRole:
            return sentence(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [sentence(row), self._below(row)]
            if row.undone:
                parts.append(translate("Operations", "undone"))
            return ", ".join(parts)
        return None


def load_page(memory: Memory, ids: Sequence[int]) -> tuple[Operation, ...]:
    """Return the rows of a page of the list."""
    return memory.history.load_page(ids)


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def new(self, count: int) -> str:
        """Return `3 new`."""
        return self.tr("%n new", "", count)

    def longer(self, count: int) -> str:
        """Return `1 longer`."""
        return self.tr("%n longer", "", count)

    def unchanged(self, count: int) -> str:
        """Return `2 unchanged`."""
        return self.tr("%n unchanged", "", count)

    def blocks(self, count: int) -> str:
        """Return how many blocks were summarised."""
        return self.tr("Summarised %n block(s)", "", count)

    def events(self, count: int) -> str:
        """Return how many events were found."""
        return self.tr("found %n event(s)", "", count)

    def used(self, count: int) -> str:
        """Return that events were used in an answer."""
        return self.tr("Used %n event(s) in an answer", "", count)

    def moved(self, count: int) -> str:
        """Return that sessions were moved."""
        return self.tr("Moved %n session(s) to {workspace}", "", count)

    def retried(self, count: int) -> str:
        """Return that jobs start over."""
        return self.tr("Started %n job(s) again", "", count)

    def also(self, count: int) -> str:
        """Return what went along with an undo."""
        return self.tr("and %n later change(s)", "", count)


_COUNTED = _Counted()


def kind_name(kind: str) -> str:
    """Return how operations of a kind are called in a filter."""
    names = {
        **event_operations.names(),
        **graph_operations.names(),
        "import": translate("Operations", "Imports"),
        "import_memories": translate("Operations", "Imported memories"),
        "derive": translate("Operations", "Summaries and events"),
        "expand_block": translate("Operations", "Expanded blocks"),
        "record_use": translate("Operations", "Uses in answers"),
        "configure_workspace": translate("Operations", "Workspace settings"),
        "create_workspace": translate("Operations", "New workspaces"),
        "add_rule": translate("Operations", "New rules"),
        "remove_rule": translate("Operations", "Removed rules"),
        "move_sessions": translate("Operations", "Moved sessions"),
        "answer_review": translate("Operations", "Answers in the review"),
        "retry_jobs": translate("Operations", "Retried jobs"),
        "undo": translate("Operations", "Undos"),
        "redo": translate("Operations", "Redos"),
    }
    return names.get(kind, kind)


_TELLERS = {
    **dict.fromkeys(event_operations.KINDS, event_operations.sentence),
    **dict.fromkeys(graph_operations.KINDS, graph_operations.sentence),
}


def sentence(operation: Operation) -> str:
    """Return what an operation did, as one line without a full stop."""
    return describe(operation.kind, operation.fields)


def describe(kind: str, fields: Mapping[str, JsonValue]) -> str:
    """Return what an operation of a kind with these fields did; an unknown kind stays a code."""
    match kind:
        case "import" | "import_memories":
            return _import(fields) if kind == "import" else _import_memories(fields)
        case "derive":
            return _derive(fields)
        case _ if kind in _TELLERS:
            return _TELLERS[kind](kind, fields)
        case "expand_block":
            return translate(
                "Operations", "Expanded block {block} of {session} from L{low} to L{high}"
            ).format(
                block=fields.get("block", "?"),
                session=quoted(fields, "session") or translate("Operations", "a session"),
                low=fields.get("from", "?"),
                high=fields.get("to", "?"),
            )
        case "record_use":
            return _used(fields)
        case "configure_workspace":
            return _configure(fields)
        case "create_workspace" | "add_rule" | "remove_rule" | "move_sessions":
            return _placing(kind, fields)
        case "answer_review" | "retry_jobs":
            again = kind == "retry_jobs"
            count = integer(fields, "count")
            return _COUNTED.retried(count) if again else review.answered(fields)
        case "undo" | "redo":
            return _again(fields, undo=kind == "undo")
        case _:
            return kind.replace("_", " ")


def _import_memories(fields: Mapping[str, JsonValue]) -> str:
    count = sum(integer(fields, d.value) for d in candidates.DECISIONS if d is not Decision.IGNORE)
    return translate("Operations", "{what} from {file}").format(
        what=candidates.written(count), file=text(fields, "file")
    )


def _used(fields: Mapping[str, JsonValue]) -> str:
    if integer(fields, "count") > 1:
        return _COUNTED.used(integer(fields, "count"))
    return translate("Operations", "Used {title} in an answer").format(
        title=quoted(fields, "title")
    )


def _placing(kind: str, fields: Mapping[str, JsonValue]) -> str:
    """Return that a workspace or a rule was made, a rule removed, or sessions moved."""
    count = integer(fields, "count")
    if kind == "create_workspace":
        words = translate("Operations", "Created the workspace {workspace}")
    elif kind == "add_rule":
        words = translate("Operations", "Made the rule that {pattern} goes to {workspace}")
    elif kind == "remove_rule":
        words = translate("Operations", "Removed the rule that {pattern} goes to {workspace}")
    elif count > 1:
        words = _COUNTED.moved(count)
    else:
        words = translate("Operations", "Moved {title} to {workspace}")
    return words.format(
        pattern=quoted(fields, "pattern"),
        title=quoted(fields, "title"),
        workspace=quoted(fields, "workspace"),
    )


def workspace_changes(fields: Mapping[str, JsonValue]) -> tuple[tuple[str, str, str], ...]:
    """Return what changed of a workspace: name of the setting, before, after."""
    before = fields.get("before")
    old = before if isinstance(before, Mapping) else {}
    names = {
        "name": translate("Operations", "name"),
        "block_turns": translate("Operations", "turns a block"),
        "decay_lambda": translate("Operations", "decay"),
    }
    return tuple(
        (words, _value(old.get(key)), _value(fields[key]))
        for key, words in names.items()
        if key in fields
    )


def _import(fields: Mapping[str, JsonValue]) -> str:
    counts = [
        words(integer(fields, name))
        for name, words in (
            ("new", _COUNTED.new),
            ("longer", _COUNTED.longer),
            ("unchanged", _COUNTED.unchanged),
        )
        if integer(fields, name)
    ]
    templates = {
        "done": translate("Operations", "Imported {file}"),
        "partial": translate("Operations", "Imported {file} in part"),
        "cancelled": translate("Operations", "Import of {file} was stopped"),
        "interrupted": translate("Operations", "Import of {file} was interrupted"),
        "running": translate("Operations", "Importing {file}"),
    }
    template = templates.get(text(fields, "state"), templates["done"])
    said = template.format(file=text(fields, "file"))
    if not counts:
        return said
    return translate("Operations", "{what}: {counts}").format(what=said, counts=_listed(counts))


def _derive(fields: Mapping[str, JsonValue]) -> str:
    blocks, events = integer(fields, "blocks"), integer(fields, "events")
    said = _COUNTED.blocks(blocks)
    found = _COUNTED.events(events)
    if not blocks and not events:
        said = translate("Operations", "Began with summaries and events")
    elif not blocks:
        said = found[:1].upper() + found[1:]
    elif events:
        said = _listed([said, found])
    file = text(fields, "file")
    return translate("Operations", "{what} ({file})").format(what=said, file=file) if file else said


def _configure(fields: Mapping[str, JsonValue]) -> str:
    changes = _listed(
        [
            translate("Operations", "{setting} {before} → {after}").format(
                setting=words, before=before, after=after
            )
            for words, before, after in workspace_changes(fields)
        ]
    )
    return translate("Operations", "Changed {workspace}: {changes}").format(
        workspace=quoted(fields, "workspace"), changes=changes
    )


def _again(fields: Mapping[str, JsonValue], *, undo: bool) -> str:
    what = describe(text(fields, "kind"), fields)
    template = (
        translate("Operations", "Undone: {what}")
        if undo
        else translate("Operations", "Done again: {what}")
    )
    said = template.format(what=what)
    also = fields.get("also")
    return f"{said} {_COUNTED.also(len(also))}" if isinstance(also, list) and also else said


def _listed(parts: Sequence[str]) -> str:
    """Return parts after each other, separated as the language does it."""
    template = translate("Operations", "{list}, {item}")
    said = "".join(parts[:1])
    for part in parts[1:]:
        said = template.format(list=said, item=part)
    return said


def _value(value: JsonValue) -> str:
    if isinstance(value, float):
        return QLocale().toString(value, "g", 4)
    if isinstance(value, int):
        return QLocale().toString(value)
    return "?" if value is None else str(value)
