"""Judging the candidates of previews: durable, a few at a time, each on its own."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import Connection, RowMapping, and_, func, or_, select, update

from stratagate_app.engine.domain.ids import EventId, PreviewId, WorkspaceId
from stratagate_app.engine.domain.judging import (
    DEFAULT_MATCHES,
    Decision,
    Judgement,
    Reason,
)
from stratagate_app.engine.domain.previews import CandidateStatus, ChosenBy
from stratagate_app.engine.errors import ModelFailedError, ModelUnavailableError, StrataGateError
from stratagate_app.engine.pipeline.local_judge import closeness
from stratagate_app.engine.pipeline.memories import folded_digest, proposed
from stratagate_app.engine.pipeline.ports import Clock, PortHolder, ProposedEvent, TimelineEvent
from stratagate_app.engine.rules.judging import needs_user, settled
from stratagate_app.engine.services.event_matches import find_twins, nearest
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.services.job_queue import FIRST_DELAY_S, MAX_ATTEMPTS
from stratagate_app.engine.services.jobs import LEASE_S, PAUSE_S
from stratagate_app.engine.services.preview_rows import memory_of
from stratagate_app.engine.services.settings import read_setting
from stratagate_app.engine.store import records
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_json, to_text
from stratagate_app.engine.store.schema import candidates, operation_changes, previews

# By rules that are done in no time; a model is asked for a few only, so that its answers show.
JUDGED_AT_ONCE = 50
JUDGED_BY_MODEL = 4
MATCHES_SETTING = "imports.matches"

_NEWEST_CHANGE = select(func.coalesce(func.max(operation_changes.c.id), 0))
_WITH_PREVIEW = select(candidates, previews.c.workspace_id, previews.c.repaired).join(
    previews, previews.c.id == candidates.c.preview_id
)


@dataclass(frozen=True, slots=True)
class _Offer:
    """What is known of a candidate before a judge is asked.

    Attributes:
        given: What needs no judge: an exact duplicate.
        seen: Digest of the matches as they are: another one means judging again.
    """

    given: Judgement | None
    matches: tuple[TimelineEvent, ...]
    seen: str


class Judging:
    """The queue of candidates that wait for a judgement."""

    def __init__(self, database: Database, clock: Clock, holder: PortHolder) -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._owner = uuid.uuid4().hex

    def run_some(self, limit: int) -> PreviewId | None:
        """Judge up to `limit` candidates of one preview; None if none waits."""
        at_once = self._holder.current.judge.answers_at_once
        if self._is_paused():
            return None
        most = limit if at_once else min(limit, JUDGED_BY_MODEL)
        rows = self._database.write(lambda c: self._claim(c, most))
        if not rows:
            return None
        values = [self._outcome(row) for row in rows]
        self._database.write(lambda c: self._complete(c, values))
        return PreviewId(rows[0]["preview_id"])

    def next_due_s(self) -> float | None:
        """Return in how many seconds a candidate can be judged; None if none waits."""
        now = self._clock.now()
        row = candidates.c
        statements = (
            select(func.min(row.not_before)).where(row.status == CandidateStatus.WAITING.value),
            select(func.min(row.lease_until)).where(row.status == CandidateStatus.RUNNING.value),
        )

        def read(connection: Connection) -> float | None:
            times = [records.to_time(connection.execute(s).scalar()) for s in statements]
            due = [(at - now).total_seconds() for at in times if at is not None]
            return max(0.0, min(due)) if due else None

        due_s = self._database.read(read)
        return max(due_s, PAUSE_S) if due_s is not None and self._is_paused() else due_s

    def refresh(self, preview_id: PreviewId) -> int:
        """Let those be judged again whose matches changed; returns how many."""
        newest, stale = self._database.read(lambda c: _find_stale(c, preview_id))
        now = to_text(self._clock.now())

        def work(connection: Connection) -> int:
            connection.execute(
                update(previews).where(previews.c.id == preview_id).values(seen_change=newest)
            )
            connection.execute(
                update(candidates)
                .where(listed(candidates.c.id, stale))
                .values(status=CandidateStatus.WAITING.value, attempts=0, not_before=now)
            )
            return len(stale)

        return self._database.write(work)

    def _claim(self, connection: Connection, limit: int) -> list[RowMapping]:
        """Take candidates of one preview that are due, in the order of the file."""
        now = self._clock.now()
        row = candidates.c
        due = or_(
            and_(row.status == CandidateStatus.WAITING.value, row.not_before <= to_text(now)),
            and_(row.status == CandidateStatus.RUNNING.value, row.lease_until <= to_text(now)),
        )
        rows = connection.execute(
            _WITH_PREVIEW.where(due, previews.c.operation_id.is_(None))
            .order_by(row.preview_id, row.number)
            .limit(limit)
        ).mappings()
        taken = list(rows)
        found = [item for item in taken if item["preview_id"] == taken[0]["preview_id"]]
        connection.execute(
            update(candidates)
            .where(listed(row.id, [item["id"] for item in found]))
            .values(
                status=CandidateStatus.RUNNING.value,
                lease_owner=self._owner,
                lease_until=to_text(now + timedelta(seconds=LEASE_S + self._longest_s())),
            )
        )
        return found

    def _is_paused(self) -> bool:
        """Return whether a model is not to be asked now; the built-in rules always may."""
        ports = self._holder.current
        return not ports.judge.answers_at_once and bool(ports.paused())

    def _longest_s(self) -> float:
        return self._holder.current.longest_s

    def _outcome(self, row: RowMapping) -> dict[str, object]:
        """Return what is written of one candidate: its judgement, or why there is none."""
        try:
            incoming = memory_of(row)
            memory = proposed(incoming)
            offer = self._database.read(lambda c: _look_up(c, row, memory))
            given = offer.given
            if given is None and incoming.ref and not offer.matches:
                # It was an event already, and nothing here is like it: no judge need read it.
                given = Judgement(Decision.ADD, Reason.NEW, (), 1.0)
            judgement = given or self._holder.current.judge.judge(memory, offer.matches)
            return _judged(row, memory, offer, judgement)
        except Exception as error:  # noqa: BLE001  (whatever it was, the candidate keeps it)
            return self._failed(row, error)

    def _failed(self, row: RowMapping, error: Exception) -> dict[str, object]:
        # As of jobs: waiting for a provider costs no attempt.
        waiting = isinstance(error, ModelUnavailableError) and not isinstance(
            error, ModelFailedError
        )
        attempts = row["attempts"] + (0 if waiting else 1)
        asked = error.fields.get("retry_after_s") if isinstance(error, StrataGateError) else None
        delay = float(asked) if isinstance(asked, int | float) else FIRST_DELAY_S * 2**attempts / 2
        final = attempts >= MAX_ATTEMPTS
        status = CandidateStatus.FAILED if final else CandidateStatus.WAITING
        return {
            "id": row["id"],
            "status": status.value,
            "attempts": attempts,
            "not_before": to_text(self._clock.now() + timedelta(seconds=delay)),
            "error": error.code if isinstance(error, StrataGateError) else "internal_error",
            "error_detail": f"{type(error).__name__}: {error}"[:2000],
        }

    def _complete(self, connection: Connection, outcomes: Sequence[dict[str, object]]) -> None:
        """Write what came of the candidates that are still ours; late results are dropped."""
        for outcome in outcomes:
            values = {key: value for key, value in outcome.items() if key != "id"}
            connection.execute(
                update(candidates)
                .where(
                    candidates.c.id == outcome["id"],
                    candidates.c.status == CandidateStatus.RUNNING.value,
                    candidates.c.lease_owner == self._owner,
                )
                .values(**values, lease_owner=None, lease_until=None)
            )


def _look_up(connection: Connection, row: RowMapping, memory: ProposedEvent) -> _Offer:
    """Return the duplicates and the matches of a candidate; nothing is marked as found."""
    workspace_id = WorkspaceId(row["workspace_id"])
    most = read_setting(connection, MATCHES_SETTING, DEFAULT_MATCHES)
    rest = " ".join((memory.summary, *memory.tags))
    place = {"workspace_id": workspace_id, "session_id": None}
    found = nearest(connection, place, memory.title, rest, most=most)
    # What shares only words that tell nothing is no match.
    matches = tuple(match for match in found if closeness(memory, match) > 0)
    given = _repeated(connection, row) or _duplicate(connection, workspace_id, row, memory)
    known = [[m.id, m.state.value, m.title, m.summary] for m in matches]
    seen = sha256(to_json([known, given and given.targets]).encode()).hexdigest()[:16]
    return _Offer(given, matches, seen)


def _repeated(connection: Connection, row: RowMapping) -> Judgement | None:
    earlier = select(candidates.c.id).where(
        candidates.c.preview_id == row["preview_id"],
        candidates.c.folded == row["folded"],
        candidates.c.number < row["number"],
    )
    if connection.execute(earlier.limit(1)).first() is None:
        return None
    return Judgement(Decision.IGNORE, Reason.REPEATED, (), 1.0)


def _duplicate(
    connection: Connection, workspace_id: WorkspaceId, row: RowMapping, memory: ProposedEvent
) -> Judgement | None:
    twins = find_twins(connection, workspace_id, memory.title)
    same = tuple(
        EventId(twin["id"])
        for twin in twins
        if folded_digest(twin["title"], twin["summary"]) == row["folded"]
    )
    return Judgement(Decision.IGNORE, Reason.DUPLICATE, same[:1], 1.0) if same else None


def _judged(
    row: RowMapping, memory: ProposedEvent, offer: _Offer, judgement: Judgement
) -> dict[str, object]:
    offered = {match.id for match in offer.matches}
    if offer.given:
        offered |= set(offer.given.targets)
    held = settled(judgement, offered)
    values: dict[str, object] = {
        "id": row["id"],
        "status": CandidateStatus.JUDGED.value,
        "error": "",
        "error_detail": "",
        "matches": to_json([[m.id, round(closeness(memory, m), 2)] for m in offer.matches]),
        "seen": offer.seen,
    }
    asks = needs_user(held, repaired=bool(row["repaired"]))
    if row["chosen_by"] == ChosenBy.USER.value:
        # What the user chose stays; that it was chosen for other matches is for them to see.
        return {**values, "needs_user": 1}
    return {
        **values,
        "decision": held.decision.value,
        "reason": held.reason.value,
        "words": held.words,
        "confidence": held.confidence,
        "targets": to_json(held.targets),
        "needs_user": int(asks),
        "chosen_by": ChosenBy.JUDGE.value,
    }


def _find_stale(connection: Connection, preview_id: PreviewId) -> tuple[int, list[int]]:
    """Return the newest change of the memory, and the candidates that it makes look different."""
    newest = int(connection.execute(_NEWEST_CHANGE).scalar_one())
    known = select(previews.c.seen_change).where(previews.c.id == preview_id)
    if connection.execute(known).scalar() == newest:
        return newest, []
    judged = _WITH_PREVIEW.where(
        candidates.c.preview_id == preview_id,
        candidates.c.status == CandidateStatus.JUDGED.value,
    )
    stale = [
        row["id"]
        for row in connection.execute(judged).mappings()
        if _look_up(connection, row, proposed(memory_of(row))).seen != row["seen"]
    ]
    return newest, stale
