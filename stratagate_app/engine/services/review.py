"""The review: one queue of everything that needs a person, and the answers to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import insert as insert_or

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.events import (
    NO_EDIT,
    EventEdit,
    EventState,
    HappeningStatus,
    RelationKind,
)
from stratagate_app.engine.domain.ids import EventId, WorkspaceId
from stratagate_app.engine.domain.judging import Decision
from stratagate_app.engine.domain.review import (
    ANSWERS,
    ReviewAnswer,
    ReviewItem,
    ReviewKind,
    ReviewQueue,
)
from stratagate_app.engine.errors import InputRejected, NotFoundError
from stratagate_app.engine.pipeline.local_judge import likely_same
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services import (
    event_edit,
    event_links,
    event_merge,
    review_questions,
)
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_matches import nearest, timeline_event
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.job_queue import retry_jobs
from stratagate_app.engine.services.previews import PreviewService
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.review_schema import likely_duplicates, review_answers
from stratagate_app.engine.store.schema import events, meta

DEFAULT_ITEMS = 200
SCANNED_AT_ONCE = 40
_COMPARED = 6
# Up to which event all were compared; in `meta`, since it says nothing of what is remembered.
_SCANNED = "review_scanned"


class ReviewService:
    """What is asked, and what follows from each answer."""

    def __init__(
        self, database: Database, clock: Clock, previews: PreviewService, intake: GraphQueue
    ) -> None:
        self._database = database
        self._clock = clock
        self._previews = previews
        self._intake = intake

    def load(
        self,
        workspace_id: WorkspaceId | None = None,
        kinds: Sequence[ReviewKind] = (),
        *,
        limit: int = DEFAULT_ITEMS,
    ) -> ReviewQueue:
        """Return what is asked now; nothing is asked twice.

        Args:
            workspace_id: None for all.
            kinds: Only of these; empty for all. The counts are of all.
            limit: The most items.
        """
        today = self._today()

        def read(connection: Connection) -> ReviewQueue:
            items: list[ReviewItem] = []
            for kind in kinds or review_questions.KINDS:
                room = limit - len(items)
                items += review_questions.load(connection, kind, workspace_id, today, room)
            counts = {
                kind: review_questions.count(connection, kind, workspace_id, today)
                for kind in review_questions.KINDS
            }
            return ReviewQueue(tuple(items), counts, _unscanned(connection))

        return self._database.read(read)

    def answer(self, key: str, answer: ReviewAnswer) -> ChangeSet:
        """Answer a question, with all that follows from it, as one operation.

        An answer about an incoming memory is its decision: it is written with its preview.

        Raises:
            NotFoundError: It is not asked, or no longer.
            InputRejected: Code `answer`: a question of this kind has no such answer. As the
                commands on events otherwise, which then changed nothing.
        """
        item = self._database.read(lambda c: self._asked(c, key))
        if answer not in ANSWERS[item.kind]:
            raise InputRejected("answer", answer=answer.value, kind=item.kind.value)
        if item.kind is ReviewKind.UNSURE:
            assert item.candidate is not None  # noqa: S101  (of its kind)
            return self._previews.decide([item.candidate], Decision(answer.value))
        return self._database.write(lambda c: self._apply(c, key, answer))

    def scan_some(self, limit: int = SCANNED_AT_ONCE) -> ChangeSet | None:
        """Compare up to `limit` events with the others; None where all were compared.

        Thread:
            Any worker.
        """
        found = self._database.read(lambda c: _compare_some(c, limit))
        if found is None:
            return None
        last, pairs = found

        def work(connection: Connection) -> None:
            if pairs:
                connection.execute(insert_or(likely_duplicates).on_conflict_do_nothing(), pairs)
            row = insert_or(meta).values(key=_SCANNED, value=str(last))
            connection.execute(
                row.on_conflict_do_update(index_elements=["key"], set_={"value": str(last)})
            )

        self._database.write(work)
        return ChangeSet(review=bool(pairs))

    def _today(self) -> str:
        # As people count days: where they are.
        return self._clock.now().astimezone().date().isoformat()

    def _asked(self, connection: Connection, key: str) -> ReviewItem:
        kind = key.partition(":")[0]
        if kind in list(ReviewKind):
            for item in review_questions.load(
                connection, ReviewKind(kind), None, self._today(), 1, key=key
            ):
                return item
        raise NotFoundError(kind="question", id=key)

    def _apply(self, connection: Connection, key: str, answer: ReviewAnswer) -> ChangeSet:
        item = self._asked(connection, key)
        now = self._clock.now()
        effect = _EFFECTS.get((item.kind, answer), _nothing)
        if effect is _unite:
            made, changes = _merge(connection, self._clock, item)
            changes |= self._intake.add(connection, changes.operation_id, [made])
        else:
            changes = effect(connection, self._clock, item)
        if answer is ReviewAnswer.RETRY:
            # It asks again where it fails again, and runs meanwhile: no answer that stands.
            return changes
        operation = changes.operation_id
        if operation is None:
            operation = journal.begin_operation(
                connection,
                "answer_review",
                Actor.USER,
                now,
                fields={
                    "question": item.kind.value,
                    "answer": answer.value,
                    "title": item.title,
                    "other": item.other,
                    "event_id": item.first,
                },
            )
        rows = [{"key": key, "answer": answer.value, "at": to_text(now)}]
        journal.insert_rows(connection, operation, {review_answers: rows})
        return changes | changes_of(operation, {review_answers.name: ()})


Effect = Callable[[Connection, Clock, ReviewItem], ChangeSet]


def _nothing(_connection: Connection, _clock: Clock, _item: ReviewItem) -> ChangeSet:
    return ChangeSet()


def _pair(item: ReviewItem) -> tuple[EventId, EventId]:
    assert item.first is not None  # noqa: S101  (of its kind)
    assert item.second is not None  # noqa: S101
    return item.first, item.second


def _first_holds(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
    first, second = _pair(item)
    return event_links.relate(connection, clock.now(), first, second, RelationKind.SUPERSEDES)


def _second_holds(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
    first, second = _pair(item)
    return event_links.relate(connection, clock.now(), second, first, RelationKind.SUPERSEDES)


def _no_conflict(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
    return event_links.unrelate(connection, clock.now(), *_pair(item), RelationKind.CONFLICTS)


def _merge(connection: Connection, clock: Clock, item: ReviewItem) -> tuple[EventId, ChangeSet]:
    return event_merge.merge(connection, clock.now(), _pair(item), NO_EDIT)


def _unite(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
    return _merge(connection, clock, item)[1]


def _set_status(status: HappeningStatus) -> Effect:
    def act(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
        assert item.first is not None  # noqa: S101  (of its kind)
        return event_edit.edit(connection, clock.now(), item.first, EventEdit(status=status))

    return act


def _retry(connection: Connection, clock: Clock, item: ReviewItem) -> ChangeSet:
    assert item.job is not None  # noqa: S101  (of its kind)
    return retry_jobs(connection, clock.now(), [item.job])


_EFFECTS: dict[tuple[ReviewKind, ReviewAnswer], Effect] = {
    (ReviewKind.CONFLICT, ReviewAnswer.FIRST): _first_holds,
    (ReviewKind.CONFLICT, ReviewAnswer.SECOND): _second_holds,
    (ReviewKind.CONFLICT, ReviewAnswer.BOTH): _no_conflict,
    (ReviewKind.DUPLICATE, ReviewAnswer.UNITE): _unite,
    (ReviewKind.DUPLICATE, ReviewAnswer.FIRST): _first_holds,
    (ReviewKind.DUPLICATE, ReviewAnswer.SECOND): _second_holds,
    (ReviewKind.PLAN_DUE, ReviewAnswer.HAPPENED): _set_status(HappeningStatus.OCCURRED),
    (ReviewKind.PLAN_DUE, ReviewAnswer.CANCELLED): _set_status(HappeningStatus.CANCELLED),
    (ReviewKind.FAILED, ReviewAnswer.RETRY): _retry,
}


def _scanned(connection: Connection) -> int:
    found = connection.execute(select(meta.c.value).where(meta.c.key == _SCANNED)).scalar()
    return int(found) if found is not None and found.isdigit() else 0


def _unscanned(connection: Connection) -> int:
    statement = select(func.count()).select_from(events).where(events.c.id > _scanned(connection))
    return int(connection.execute(statement).scalar_one())


def _compare_some(connection: Connection, limit: int) -> tuple[int, list[dict[str, float]]] | None:
    """Return the last event that was compared, and the pairs that may be one; None at the end."""
    statement = (
        select(events).where(events.c.id > _scanned(connection)).order_by(events.c.id).limit(limit)
    )
    rows = connection.execute(statement).mappings().all()
    if not rows:
        return None
    pairs: list[dict[str, float]] = []
    for row in rows:
        if row["state"] != EventState.ACTIVE.value:
            continue
        event = timeline_event(row)
        place = {"workspace_id": row["workspace_id"], "session_id": row["session_id"]}
        for other in nearest(connection, place, event.title, event.summary, most=_COMPARED):
            share = likely_same(event, other) if other.id != event.id else 0.0
            if share > 0 and other.state is EventState.ACTIVE:
                one, two = sorted((event.id, other.id))
                pairs.append({"event_id": one, "other_id": two, "closeness": share})
    return rows[-1]["id"], pairs
