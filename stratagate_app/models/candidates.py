"""Incoming memories as an item model, and what became of each in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, QObject, Qt

from stratagate_app.engine import (
    Candidate,
    CandidateFilter,
    CandidateId,
    CandidateStatus,
    Decision,
    EventDetail,
    EventId,
    EventRow,
    MemoryCategory,
    MemoryKind,
    NotFoundError,
    Preview,
    PreviewId,
    Reason,
    happening_of_memory,
)
from stratagate_app.models import wording
from stratagate_app.models.paged import PagedTableModel

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from stratagate_app.engine import Memory

translate = QCoreApplication.translate

DECISIONS = (
    Decision.ADD,
    Decision.MERGE,
    Decision.SUPERSEDE,
    Decision.CONFLICT,
    Decision.IGNORE,
)
"""In the order that filters and keys (1 to 5) offer them."""

_NAMES = {
    Decision.IGNORE: QT_TRANSLATE_NOOP("Candidates", "Ignore"),
    Decision.ADD: QT_TRANSLATE_NOOP("Candidates", "Add"),
    Decision.MERGE: QT_TRANSLATE_NOOP("Candidates", "Merge"),
    Decision.SUPERSEDE: QT_TRANSLATE_NOOP("Candidates", "Supersede"),
    Decision.CONFLICT: QT_TRANSLATE_NOOP("Candidates", "Conflict"),
}
TONES = {
    Decision.IGNORE: "neutral",
    Decision.ADD: "accent",
    Decision.MERGE: "info",
    Decision.SUPERSEDE: "info",
    Decision.CONFLICT: "warn",
}
_EFFECTS = {
    Decision.IGNORE: QT_TRANSLATE_NOOP("Candidates", "Ignore · only its words are kept"),
    Decision.ADD: QT_TRANSLATE_NOOP("Candidates", "Add · a new event"),
    Decision.MERGE: QT_TRANSLATE_NOOP("Candidates", "Merge · one event with the sources of both"),
    Decision.SUPERSEDE: QT_TRANSLATE_NOOP(
        "Candidates", "Supersede · the old event stays as history"
    ),
    Decision.CONFLICT: QT_TRANSLATE_NOOP("Candidates", "Conflict · both stay, and both say so"),
}
_REASONS = {
    Reason.DUPLICATE: QT_TRANSLATE_NOOP("Candidates", "Word for word “{title}”"),
    Reason.REPEATED: QT_TRANSLATE_NOOP("Candidates", "Stands in the file before"),
    Reason.NOTHING: QT_TRANSLATE_NOOP("Candidates", "Nothing to keep"),
    Reason.NEW: QT_TRANSLATE_NOOP("Candidates", "No similar memory"),
    Reason.SAME: QT_TRANSLATE_NOOP("Candidates", "Same as “{title}”"),
    Reason.SAYS_LESS: QT_TRANSLATE_NOOP("Candidates", "Less than “{title}”"),
    Reason.SAYS_MORE: QT_TRANSLATE_NOOP("Candidates", "More than “{title}”"),
    Reason.SIMILAR: QT_TRANSLATE_NOOP("Candidates", "Close to “{title}”"),
    Reason.REPLACES: QT_TRANSLATE_NOOP("Candidates", "Replaces “{title}”"),
    Reason.CONTRADICTS: QT_TRANSLATE_NOOP("Candidates", "Against “{title}”"),
    Reason.NO_TARGET: QT_TRANSLATE_NOOP("Candidates", "No event was named for it"),
}
_KINDS = {
    MemoryKind.INSTRUCTION: QT_TRANSLATE_NOOP("Candidates", "instruction"),
    MemoryKind.PREFERENCE: QT_TRANSLATE_NOOP("Candidates", "preference"),
    MemoryKind.FACT: QT_TRANSLATE_NOOP("Candidates", "fact"),
    MemoryKind.EVENT: QT_TRANSLATE_NOOP("Candidates", "event"),
}
_CATEGORIES = {
    MemoryCategory.INSTRUCTION: _KINDS[MemoryKind.INSTRUCTION],
    MemoryCategory.IDENTITY: QT_TRANSLATE_NOOP("Candidates", "identity"),
    MemoryCategory.CAREER: QT_TRANSLATE_NOOP("Candidates", "career"),
    MemoryCategory.PROJECT: QT_TRANSLATE_NOOP("Candidates", "project"),
    MemoryCategory.PREFERENCE: _KINDS[MemoryKind.PREFERENCE],
}


class Column(IntEnum):
    """Columns of the table."""

    MEMORY = 0
    DECISION = 1
    SURE = 2
    BECAUSE = 3


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """A candidate as the table shows it. target: the event that its decision is about."""

    candidate: Candidate
    target: EventRow | None

    @property
    def id(self) -> CandidateId:
        """The candidate's id."""
        return self.candidate.id


class CandidatesModel(PagedTableModel[CandidateLine]):
    """Candidates by id; delegates read the whole line from `RowRole`."""

    def __init__(self, parent: QObject | None = None) -> None:
        words = (
            translate("Candidates", "Incoming memory"),
            translate("Candidates", "What to do"),
            translate("Candidates", "Sure"),
            translate("Candidates", "Because"),
        )
        super().__init__(words, parent)

    def cell(self, row: CandidateLine, column: int, role: int) -> Any:
        """Return the words of a cell."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        candidate = row.candidate
        match Column(column):
            case Column.MEMORY:
                needs = role == Qt.ItemDataRole.AccessibleTextRole and candidate.needs_user
                asks = translate("Candidates", "needs you")
                return f"{candidate.memory.title}, {asks}" if needs else candidate.memory.title
            case Column.DECISION:
                return decision_or_status(candidate)
            case Column.SURE:
                return sure(candidate)
            case Column.BECAUSE:
                return because(row)


class PreviewState(NamedTuple):
    """A preview and the candidates that pass a filter."""

    preview: Preview
    ids: array[int]


def load_state(memory: Memory, preview_id: PreviewId, wanted: CandidateFilter) -> PreviewState:
    """Return how far a preview is, and what of it passes a filter."""
    return PreviewState(
        memory.previews.get(preview_id), memory.previews.find_ids(preview_id, wanted)
    )


def load_page(memory: Memory, ids: Sequence[int]) -> tuple[CandidateLine, ...]:
    """Return the lines of a page of the table."""
    found = memory.previews.load_page(ids)
    wanted = {item.targets[0] for item in found if item.targets}
    rows = {row.id: row for row in memory.events.load_page(sorted(wanted))}
    return tuple(
        CandidateLine(item, rows.get(item.targets[0]) if item.targets else None) for item in found
    )


class CandidateShown(NamedTuple):
    """A candidate with the events that are like it, as they are now."""

    candidate: Candidate
    targets: tuple[EventDetail, ...]
    others: tuple[tuple[EventRow, float], ...]
    closeness: Mapping[EventId, float]


def load_shown(memory: Memory, candidate_id: CandidateId) -> CandidateShown | None:
    """Return everything that is shown of a candidate; None if it is gone.

    Thread:
        Any worker.
    """
    found = memory.previews.load_page([candidate_id])
    if not found:
        return None
    candidate = found[0]
    targets = []
    for key in candidate.targets:
        try:
            targets.append(memory.events.get(key))
        except NotFoundError:
            continue  # An undo took it away in the meantime.
    closeness = {match.event_id: match.closeness for match in candidate.matches}
    rest = [
        match.event_id for match in candidate.matches if match.event_id not in candidate.targets
    ]
    others = tuple((row, closeness[row.id]) for row in memory.events.load_page(rest))
    return CandidateShown(candidate, tuple(targets), others, closeness)


# Words.


def decision_name(decision: Decision) -> str:
    """Return a decision in a word."""
    return translate("Candidates", str(_NAMES[decision]))


def effect(decision: Decision) -> str:
    """Return a decision with what it does."""
    return translate("Candidates", str(_EFFECTS[decision]))


def decision_or_status(candidate: Candidate) -> str:
    """Return the decision, or why there is none yet."""
    if candidate.decision is not None and candidate.status is CandidateStatus.JUDGED:
        return decision_name(candidate.decision)
    if candidate.status is CandidateStatus.FAILED:
        return translate("Candidates", "Failed")
    return translate("Candidates", "Waiting")


def sure(candidate: Candidate) -> str:
    """Return how sure the judge was, with two digits; what the user chose says so."""
    if candidate.chosen_by == "user":
        return translate("Candidates", "you")
    if candidate.confidence is None:
        return ""
    return QLocale().toString(candidate.confidence, "f", 2)


def because(line: CandidateLine) -> str:
    """Return why, in one line."""
    candidate = line.candidate
    if candidate.status is CandidateStatus.FAILED:
        return candidate.error_detail or candidate.error
    if candidate.reason is None or candidate.status is not CandidateStatus.JUDGED:
        return ""
    if candidate.words:
        return candidate.words
    words = translate("Candidates", str(_REASONS.get(candidate.reason, "")))
    title = line.target.title if line.target is not None else "…"
    return words.replace("{title}", title)


def kind_words(kind: MemoryKind, category: MemoryCategory | None) -> str:
    """Return what a memory is, and what it is about: `fact · identity`."""
    found = [translate("Candidates", str(_KINDS[kind]))]
    if category is not None:
        found.append(translate("Candidates", str(_CATEGORIES[category])))
    return " · ".join(dict.fromkeys(found))


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def conflicts(self, count: int) -> str:
        """Return how many conflicts are marked."""
        return self.tr("mark %n conflict(s)", "", count)

    def changes(self, count: int) -> str:
        """Return the words of the button that writes."""
        return self.tr("Commit %n change(s)", "", count)

    def memories(self, count: int) -> str:
        """Return how many memories there are."""
        return self.tr("%n memories", "", count)

    def waiting(self, count: int) -> str:
        """Return how many are not judged yet."""
        return self.tr("%n not judged yet", "", count)

    def failed(self, count: int) -> str:
        """Return how many could not be judged."""
        return self.tr("%n could not be judged", "", count)

    def need_you(self, count: int) -> str:
        """Return how many a person has to decide."""
        return self.tr("%n need you", "", count)

    def written(self, count: int) -> str:
        """Return how many memories a batch wrote."""
        return self.tr("Wrote %n memories", "", count)

    def rejected(self, count: int) -> str:
        """Return how many entries of a file were not taken."""
        return self.tr("%n not taken", "", count)


_COUNTED = _Counted()


def memories(count: int) -> str:
    """Return `38 memories`."""
    return _COUNTED.memories(count)


def waiting(count: int) -> str:
    """Return `12 not judged yet`."""
    return _COUNTED.waiting(count)


def failed(count: int) -> str:
    """Return `1 could not be judged`."""
    return _COUNTED.failed(count)


def need_you(count: int) -> str:
    """Return `6 need you`."""
    return _COUNTED.need_you(count)


def written(count: int) -> str:
    """Return `Wrote 29 memories`."""
    return _COUNTED.written(count)


def rejected(count: int) -> str:
    """Return `2 not taken`."""
    return _COUNTED.rejected(count)


def commit_words(preview: Preview) -> str:
    """Return the words of the button that writes: `Commit 29 changes`."""
    return _COUNTED.changes(preview.candidates - preview.decisions[Decision.IGNORE])


def plan(preview: Preview) -> str:
    """Return what a commit would do, in a sentence."""
    counts = preview.decisions
    number = QLocale().toString
    parts = []
    for decision, words in (
        (Decision.ADD, translate("Candidates", "add {count}")),
        (Decision.MERGE, translate("Candidates", "merge {count}")),
        (Decision.SUPERSEDE, translate("Candidates", "supersede {count}")),
    ):
        if counts[decision]:
            parts.append(words.format(count=number(counts[decision])))
    if counts[Decision.CONFLICT]:
        parts.append(_COUNTED.conflicts(counts[Decision.CONFLICT]))
    if counts[Decision.IGNORE]:
        words = translate("Candidates", "ignore {count}")
        parts.append(words.format(count=number(counts[Decision.IGNORE])))
    return translate(
        "Candidates",
        "Will {what}. The original text is kept. You can undo the whole batch later.",
    ).format(what=translate("Candidates", ", ").join(parts))


def happened_words(candidate: Candidate) -> str:
    """Return when it happened, with how exact that is and what it rests on."""
    found = happening_of_memory(candidate.memory)
    return " · ".join(part for part in (wording.happened(found), wording.exactness(found)) if part)
