"""The questions of a review as an item model, and questions and answers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from stratagate_app.engine import (
    Decision,
    EventDetail,
    MergePlan,
    NotFoundError,
    ReviewAnswer,
    ReviewItem,
    ReviewKind,
)
from stratagate_app.models import candidates, wording
from stratagate_app.models.candidates import CandidateShown, load_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stratagate_app.engine import Memory

_NO_PARENT = QModelIndex()
translate = QCoreApplication.translate


class ReviewModel(QAbstractListModel):
    """Questions in the order that they are asked; delegates read the whole from `RowRole`."""

    RowRole = int(Qt.ItemDataRole.UserRole) + 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ReviewItem, ...] = ()

    def set_rows(self, rows: Sequence[ReviewItem]) -> None:
        """Show these questions."""
        if tuple(rows) != self._rows:
            self.beginResetModel()
            self._rows = tuple(rows)
            self.endResetModel()

    def row_at(self, position: int) -> ReviewItem | None:
        """Return the question at a position, None outside."""
        return self._rows[position] if 0 <= position < len(self._rows) else None

    def position_of(self, key: str | None) -> int:
        """Return where a question stands, -1 if it is not asked."""
        return next((place for place, row in enumerate(self._rows) if row.key == key), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Return the number of questions."""
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the question in words, or the whole of it."""
        row = self.row_at(index.row())
        if row is None:
            return None
        if role == self.RowRole:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return headline(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{kind_name(row.kind)}: {headline(row)}, {below(row)}"
        return None


class QuestionShown(NamedTuple):
    """A question with everything that helps to answer it.

    Attributes:
        events: The events it is about, the first one first.
        candidate: The incoming memory it is about.
        merge: What would be kept of two events that are merged.
    """

    item: ReviewItem
    events: tuple[EventDetail, ...]
    candidate: CandidateShown | None = None
    merge: MergePlan | None = None


def load_question(memory: Memory, item: ReviewItem) -> QuestionShown | None:
    """Return everything about a question; None if what it is about is gone.

    Thread:
        Any worker.
    """
    if item.candidate is not None:
        shown = load_shown(memory, item.candidate)
        return None if shown is None else QuestionShown(item, (), shown)
    try:
        events = tuple(
            memory.events.get(key) for key in (item.first, item.second) if key is not None
        )
    except NotFoundError:
        return None
    merge = None
    if item.kind is ReviewKind.DUPLICATE and item.first is not None and item.second is not None:
        merge = memory.events.plan_merge((item.first, item.second))
    return QuestionShown(item, events, None, merge)


# Words.


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def asked(self, count: int) -> str:
        """Return how many questions there are."""
        return self.tr("%n thing(s) need you", "", count)

    def kept(self, quotes: int) -> str:
        """Return how many quotes a merge keeps."""
        return self.tr("%n quote(s)", "", quotes)

    def sources(self, count: int) -> str:
        """Return how many sources a merge keeps."""
        return self.tr("%n source(s)", "", count)


_COUNTED = _Counted()


def asked(count: int) -> str:
    """Return how many questions there are."""
    return _COUNTED.asked(count)


def kind_name(kind: ReviewKind) -> str:
    """Return a kind of question in a word or two."""
    return {
        ReviewKind.CONFLICT: translate("Review", "Conflict"),
        ReviewKind.UNSURE: translate("Review", "Unsure"),
        ReviewKind.FAILED: translate("Review", "Failed"),
        ReviewKind.PLAN_DUE: translate("Review", "Plan due"),
        ReviewKind.DUPLICATE: translate("Review", "Duplicate"),
    }[kind]


def headline(item: ReviewItem) -> str:
    """Return what a question is about."""
    title = " ".join(item.title.split())
    if item.kind is ReviewKind.FAILED:
        return title or translate("Review", "Untitled session")
    return title


def below(item: ReviewItem) -> str:
    """Return the question in short."""
    return {
        ReviewKind.CONFLICT: translate("Review", "Both cannot be true: {other}"),
        ReviewKind.UNSURE: translate("Review", "What to do with it? From {file}"),
        ReviewKind.FAILED: translate("Review", "Nothing was found out about it"),
        ReviewKind.PLAN_DUE: translate("Review", "Its date has passed. Did it happen?"),
        ReviewKind.DUPLICATE: translate("Review", "Nearly the same: {other}"),
    }[item.kind].format(other=wording.quoted(" ".join(item.other.split())), file=item.detail)


def question(item: ReviewItem) -> str:
    """Return the question in full."""
    return {
        ReviewKind.CONFLICT: translate("Review", "Which of the two is right?"),
        ReviewKind.UNSURE: translate("Review", "What should become of this memory?"),
        ReviewKind.FAILED: translate("Review", "Try again?"),
        ReviewKind.PLAN_DUE: translate("Review", "Did this happen?"),
        ReviewKind.DUPLICATE: translate("Review", "Are these two one and the same?"),
    }[item.kind]


def explanation(item: ReviewItem) -> str:
    """Return why it is asked."""
    return {
        ReviewKind.CONFLICT: translate(
            "Review",
            "They contradict each other, and neither was taken back. Both count until you decide.",
        ),
        ReviewKind.UNSURE: translate(
            "Review", "It came in with {file}. Nothing is written until you commit that."
        ),
        ReviewKind.FAILED: translate(
            "Review", "Work on a block of this session failed. The words themselves are kept."
        ),
        ReviewKind.PLAN_DUE: translate(
            "Review", "It was planned, and its date has passed. Nothing says what came of it."
        ),
        ReviewKind.DUPLICATE: translate(
            "Review", "They share nearly all of their words, and nothing says that they differ."
        ),
    }[item.kind].format(file=item.detail)


def answer_name(kind: ReviewKind, answer: ReviewAnswer) -> str:
    """Return an answer as its button says it."""
    if kind is ReviewKind.UNSURE:
        return candidates.decision_name(decision_of(answer))
    return {
        ReviewAnswer.FIRST: translate("Review", "A is right"),
        ReviewAnswer.SECOND: translate("Review", "B replaces A"),
        ReviewAnswer.BOTH: translate("Review", "Both can be true")
        if kind is ReviewKind.CONFLICT
        else translate("Review", "Keep both"),
        ReviewAnswer.UNITE: translate("Review", "Merge them"),
        ReviewAnswer.HAPPENED: translate("Review", "It happened"),
        ReviewAnswer.CANCELLED: translate("Review", "It was cancelled"),
        ReviewAnswer.STILL: translate("Review", "Still planned"),
        ReviewAnswer.RETRY: translate("Review", "Try again"),
        ReviewAnswer.LEAVE: translate("Review", "Leave it"),
    }[answer]


def effect(kind: ReviewKind, answer: ReviewAnswer) -> str:
    """Return what an answer does, as a sentence."""
    if kind is ReviewKind.UNSURE:
        return candidates.effect(decision_of(answer))
    effects = {
        ReviewAnswer.FIRST: translate(
            "Review", "B stays as history with its sources and drops to weight 0.10. A counts."
        ),
        ReviewAnswer.SECOND: translate(
            "Review", "A stays as history with its sources and drops to weight 0.10. B counts."
        ),
        ReviewAnswer.BOTH: translate("Review", "Both count, and you are not asked again."),
        ReviewAnswer.UNITE: translate(
            "Review", "One event with every quote and source of both takes their place."
        ),
        ReviewAnswer.HAPPENED: translate("Review", "The plan becomes something that happened."),
        ReviewAnswer.CANCELLED: translate("Review", "The plan is kept as one that was cancelled."),
        ReviewAnswer.STILL: translate(
            "Review", "It stays a plan; you are asked again when its date changes."
        ),
        ReviewAnswer.RETRY: translate("Review", "It starts over with all its attempts."),
        ReviewAnswer.LEAVE: translate("Review", "The block stays without summary and events."),
    }
    return translate("Review", "{effect} You can undo this at any time.").format(
        effect=effects[answer]
    )


def decision_of(answer: ReviewAnswer) -> Decision:
    """Return the decision that an answer about an incoming memory stands for."""
    return Decision(answer.value)


def merge_words(merge: MergePlan) -> str:
    """Return what a merge would keep of two events."""
    return translate("Review", "A merge keeps {quotes} and {sources}: {title}").format(
        quotes=_COUNTED.kept(len(merge.quotes)),
        sources=_COUNTED.sources(merge.sources),
        title=wording.quoted(merge.edit.title or ""),
    )


def answered(fields: Mapping[str, Any]) -> str:
    """Return an answer that is in the journal, by its fields."""
    kind, answer = str(fields.get("question")), str(fields.get("answer"))
    if kind not in list(ReviewKind) or answer not in list(ReviewAnswer):
        return translate("Review", "Answered a question")
    return translate("Review", "Answered about {title}: {answer}").format(
        title=wording.quoted(str(fields.get("title"))),
        answer=answer_name(ReviewKind(kind), ReviewAnswer(answer)),
    )
