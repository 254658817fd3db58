"""Where the questions of a review come from: one bounded query a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    String,
    and_,
    cast,
    func,
    literal,
    or_,
    select,
)

from stratagate_app.engine.domain.events import EventState, HappeningStatus, RelationKind
from stratagate_app.engine.domain.ids import CandidateId, EventId, JobId, PreviewId, WorkspaceId
from stratagate_app.engine.domain.previews import ChosenBy
from stratagate_app.engine.domain.review import ReviewItem, ReviewKind
from stratagate_app.engine.services.preview_rows import memory_of
from stratagate_app.engine.store.review_schema import likely_duplicates, review_answers
from stratagate_app.engine.store.schema import (
    blocks,
    candidates,
    event_relations,
    events,
    jobs,
    previews,
    sessions,
)

_ONE, _OTHER = events.alias("one"), events.alias("other")
_DUE = func.coalesce(events.c.happened_end, events.c.happened_start)


def load(
    connection: Connection,
    kind: ReviewKind,
    workspace_id: WorkspaceId | None,
    today: str,
    most: int,
    *,
    key: str | None = None,
) -> list[ReviewItem]:
    """Return the open questions of a kind, the oldest first.

    Args:
        connection: Reads.
        kind: Of these.
        workspace_id: None for all.
        today: `YYYY-MM-DD`; plans of earlier days are asked for.
        most: How many at most.
        key: Only the question of this key.
    """
    statement, make = _QUESTIONS[kind](workspace_id, today)
    if key is not None:
        asked = statement.order_by(None).subquery()
        statement = select(asked).where(asked.c.key == key)
    found = connection.execute(statement.limit(most)).mappings()
    return [make(row) for row in found]


def count(
    connection: Connection, kind: ReviewKind, workspace_id: WorkspaceId | None, today: str
) -> int:
    """Return how many open questions of a kind there are."""
    statement, _ = _QUESTIONS[kind](workspace_id, today)
    asked = statement.order_by(None).subquery()
    return int(connection.execute(select(func.count()).select_from(asked)).scalar_one())


Question = tuple[Select[Any], Callable[[RowMapping], ReviewItem]]


def _open(key: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a question was not answered."""
    return ~select(review_answers.c.id).where(review_answers.c.key == key).exists()


def _key(kind: ReviewKind, *parts: ColumnElement[Any]) -> ColumnElement[str]:
    key: ColumnElement[str] = literal(kind.value)
    for part in parts:
        key = key.concat(literal(":")).concat(cast(part, String))
    return key


def _pairs(
    kind: ReviewKind,
    pair: Any,
    workspace_id: WorkspaceId | None,
    *more: ColumnElement[bool],
) -> Question:
    """Return the question about two events that both count."""
    one, other = pair.c.event_id, pair.c.other_id
    key = _key(kind, func.min(one, other), func.max(one, other))
    statement = (
        select(
            key.label("key"),
            _ONE.c.id.label("one"),
            _OTHER.c.id.label("two"),
            _ONE.c.title,
            _OTHER.c.title.label("other"),
            _ONE.c.mentioned_at.label("said"),
            _OTHER.c.mentioned_at.label("other_said"),
        )
        .join(_ONE, _ONE.c.id == one)
        .join(_OTHER, _OTHER.c.id == other)
        .where(
            _ONE.c.state == EventState.ACTIVE.value,
            _OTHER.c.state == EventState.ACTIVE.value,
            _open(key),
            *more,
        )
        # A pair that each names the other is one question.
        .group_by(key)
        .order_by(func.max(one, other))
    )
    if workspace_id is not None:
        mine = (_ONE.c.workspace_id == workspace_id, _OTHER.c.workspace_id == workspace_id)
        statement = statement.where(or_(*mine))

    def make(row: RowMapping) -> ReviewItem:
        sides = [
            (row["said"] or "", row["one"], row["title"]),
            (row["other_said"] or "", row["two"], row["other"]),
        ]
        (_, first, title), (_, second, other_title) = sorted(sides)
        return ReviewItem(row["key"], kind, title, other_title, EventId(first), EventId(second))

    return statement, make


def _conflicts(workspace_id: WorkspaceId | None, _today: str) -> Question:
    contradicting = event_relations.c.kind == RelationKind.CONFLICTS.value
    return _pairs(ReviewKind.CONFLICT, event_relations, workspace_id, contradicting)


def _duplicates(workspace_id: WorkspaceId | None, _today: str) -> Question:
    # Whether they contradict each other is a question of its own.
    related = select(event_relations.c.id).where(
        or_(
            and_(
                event_relations.c.event_id == _ONE.c.id, event_relations.c.other_id == _OTHER.c.id
            ),
            and_(
                event_relations.c.event_id == _OTHER.c.id, event_relations.c.other_id == _ONE.c.id
            ),
        )
    )
    same_place = _ONE.c.workspace_id == _OTHER.c.workspace_id
    return _pairs(
        ReviewKind.DUPLICATE, likely_duplicates, workspace_id, same_place, ~related.exists()
    )


def _plans(workspace_id: WorkspaceId | None, today: str) -> Question:
    key = _key(ReviewKind.PLAN_DUE, events.c.id, _DUE)
    statement = (
        select(key.label("key"), events.c.id, events.c.title, _DUE.label("day"))
        .where(
            events.c.status == HappeningStatus.PLANNED.value,
            events.c.state == EventState.ACTIVE.value,
            today > _DUE,
            _open(key),
        )
        .order_by(_DUE, events.c.id)
    )
    if workspace_id is not None:
        statement = statement.where(events.c.workspace_id == workspace_id)

    def make(row: RowMapping) -> ReviewItem:
        return ReviewItem(
            row["key"],
            ReviewKind.PLAN_DUE,
            row["title"],
            first=EventId(row["id"]),
            day=row["day"][:10],
        )

    return statement, make


def _failed(workspace_id: WorkspaceId | None, _today: str) -> Question:
    key = _key(ReviewKind.FAILED, jobs.c.id, jobs.c.updated_at)
    statement = (
        select(key.label("key"), jobs.c.id, sessions.c.title, jobs.c.error)
        .outerjoin(blocks, blocks.c.id == jobs.c.block_id)
        .outerjoin(sessions, sessions.c.id == blocks.c.session_id)
        .where(jobs.c.status == "failed", _open(key))
        .order_by(jobs.c.id)
    )
    if workspace_id is not None:
        statement = statement.where(sessions.c.workspace_id == workspace_id)

    def make(row: RowMapping) -> ReviewItem:
        return ReviewItem(
            row["key"],
            ReviewKind.FAILED,
            row["title"] or "",
            job=JobId(row["id"]),
            detail=row["error"],
        )

    return statement, make


def _unsure(workspace_id: WorkspaceId | None, _today: str) -> Question:
    key = _key(ReviewKind.UNSURE, candidates.c.id)
    statement = (
        select(
            key.label("key"),
            candidates.c.id,
            candidates.c.preview_id,
            candidates.c.memory,
            candidates.c.edited,
            previews.c.file_name,
        )
        .join(previews, previews.c.id == candidates.c.preview_id)
        .where(
            previews.c.operation_id.is_(None),
            candidates.c.needs_user == 1,
            candidates.c.status == "judged",
            candidates.c.chosen_by != ChosenBy.USER.value,
        )
        .order_by(candidates.c.preview_id, candidates.c.number)
    )
    if workspace_id is not None:
        statement = statement.where(previews.c.workspace_id == workspace_id)

    def make(row: RowMapping) -> ReviewItem:
        return ReviewItem(
            row["key"],
            ReviewKind.UNSURE,
            memory_of(row).title,
            candidate=CandidateId(row["id"]),
            preview=PreviewId(row["preview_id"]),
            detail=row["file_name"],
        )

    return statement, make


_QUESTIONS: Mapping[ReviewKind, Callable[[WorkspaceId | None, str], Question]] = {
    ReviewKind.CONFLICT: _conflicts,
    ReviewKind.UNSURE: _unsure,
    ReviewKind.FAILED: _failed,
    ReviewKind.PLAN_DUE: _plans,
    ReviewKind.DUPLICATE: _duplicates,
}
KINDS: Sequence[ReviewKind] = tuple(_QUESTIONS)
