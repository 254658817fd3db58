"""Rows to dataclasses, and times and JSON to the text that the tables hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

import orjson
from sqlalchemy import RowMapping

from stratagate_app.engine.domain.changes import Actor, JobKind, JobRow, JobStatus, Operation
from stratagate_app.engine.domain.conversation import (
    Block,
    BlockStatus,
    JsonValue,
    Level,
    Message,
    Role,
    SessionRow,
    ToolCall,
    Workspace,
)
from stratagate_app.engine.domain.events import (
    Basis,
    Criticality,
    EventRow,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    Precision,
    Scope,
)
from stratagate_app.engine.domain.ids import (
    BlockId,
    EventId,
    JobId,
    MessageId,
    OperationId,
    SessionId,
    WorkspaceId,
)
from stratagate_app.engine.rules import decay, weights
from stratagate_app.engine.rules.happenings import settled

K = TypeVar("K", bound=StrEnum)
# What stands for a time that has to be there and makes no sense.
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
Mapped: TypeAlias = "RowMapping | Mapping[str, Any]"


def to_text(instant: datetime) -> str:
    """Return an aware instant as the fixed-width UTC text of the tables."""
    if instant.tzinfo is not UTC:
        instant = instant.astimezone(UTC)
    return instant.isoformat(timespec="milliseconds")[:-6] + "Z"


def offset_of(instant: datetime | None) -> int | None:
    """Return the offset of an aware instant, in minutes east of UTC."""
    if instant is not None and instant.tzinfo is UTC:
        return 0
    offset = instant.utcoffset() if instant is not None else None
    return None if offset is None else int(offset.total_seconds() // 60)


def to_time(text: str | None, offset_minutes: int | None = None) -> datetime | None:
    """Return the instant of a stored text, in the offset of its source (UTC if unknown).

    None where there is none, or where what is stored is no instant: nothing that reads stumbles
    over it.
    """
    if not text:
        return None
    try:
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is None:
            return None
        if offset_minutes:
            return instant.astimezone(timezone(timedelta(minutes=offset_minutes)))
    except (ValueError, OverflowError):
        return None
    return instant


def known(kind: type[K], value: str, default: K) -> K:
    """Return a stored code as one of its kind; default for one that is not known."""
    try:
        return kind(value)
    except ValueError:
        return default


def to_json(value: object) -> str:
    """Return a value as JSON text; lone surrogates and odd keys never stop a write."""
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, orjson.JSONEncodeError):
        return orjson.dumps(_cleaned(value)).decode()


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {str(_cleaned(str(key))): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item) for item in value]
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    return str(value)


def from_json(text: str | None) -> JsonValue:
    """Return the value of stored JSON; None for NULL."""
    return None if text is None else orjson.loads(text)


def strings(text: str) -> tuple[str, ...]:
    """Return a stored list of texts; what is no text in it is left out."""
    value = from_json(text)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def workspace(row: Mapped) -> Workspace:
    """Return a row of `workspaces`."""
    return Workspace(
        WorkspaceId(row["id"]),
        row["name"],
        row["block_turns"],
        row["decay_lambda"],
        row["turns"],
    )


def session(row: Mapped) -> SessionRow:
    """Return a row of `sessions`."""
    return SessionRow(
        SessionId(row["id"]),
        WorkspaceId(row["workspace_id"]),
        row["source"],
        row["title"],
        to_time(row["started_at"]),
        to_time(row["updated_at"]),
        row["turns"],
        row["blocks"],
        row["messages"],
    )


def message(row: Mapped, calls: tuple[ToolCall, ...]) -> Message:
    """Return a row of `messages` with its tool calls."""
    return Message(
        MessageId(row["id"]),
        SessionId(row["session_id"]),
        row["position"],
        row["turn"],
        known(Role, row["role"], Role.SYSTEM),
        row["content"],
        to_time(row["created_at"], row["offset_minutes"]),
        row["external_id"],
        calls,
    )


def block(row: Mapped, *, newest_ready: int, decay_lambda: float) -> Block:
    """Return a row of `blocks` (joined with its job) at the level it has now.

    Args:
        row: The columns of `blocks` but l3 and l4, with `attempts` and `error` of its job.
        newest_ready: Ready position of the newest ready block of the session, 0 if none.
        decay_lambda: Of the workspace.
    """
    ready = row["status"] == BlockStatus.READY
    anchor = Level(row["anchor_level"])
    anchor_position = row["anchor_position"]
    age = max(0, newest_ready - anchor_position) if ready and anchor_position else 0
    return Block(
        id=BlockId(row["id"]),
        session_id=SessionId(row["session_id"]),
        number=row["number"],
        first_turn=row["first_turn"],
        last_turn=row["last_turn"],
        status=known(BlockStatus, row["status"], BlockStatus.FAILED),
        title=row["title"],
        tags=strings(row["tags"]),
        tokens=(
            row["tokens_0"],
            row["tokens_1"],
            row["tokens_2"],
            row["tokens_3"],
            row["tokens_4"],
            row["tokens_5"],
        ),
        messages=row["messages"],
        tool_calls=row["tool_calls"],
        started_at=to_time(row["started_at"], row["started_offset"]),
        ended_at=to_time(row["ended_at"], row["ended_offset"]),
        sealed_at=instant(row["sealed_at"]),
        ready_position=row["ready_position"],
        level=decay.level_at(anchor, age, decay_lambda) if ready else Level.L5,
        weight=decay.block_weight(age, decay_lambda) if ready else 1.0,
        age=age,
        anchor_level=anchor,
        anchor_position=anchor_position,
        lifted_by=row["lifted_by"],
        lifted_at=to_time(row["lifted_at"]),
        attempts=row["attempts"] or 0,
        error=row["error"] or "",
    )


def happening(row: Mapped) -> Happening:
    """Return when an event of `events` happened; of dates that are none only the words."""
    return settled(
        Happening(
            row["happened_start"],
            row["happened_end"],
            row["happened_text"],
            known(Precision, row["precision"], Precision.UNKNOWN),
            known(Basis, row["basis"], Basis.UNKNOWN),
        )
    )[0]


def criticality(row: Mapped) -> Criticality:
    """Return how much an event is kept; an unknown value keeps nothing."""
    return known(Criticality, row["criticality"], Criticality.ROUTINE)


def state(text: str) -> EventState:
    """Return what became of an event; what nobody knows counts as put away."""
    return known(EventState, text, EventState.ARCHIVED)


def event_weight(row: Mapped, workspace_turn: int) -> float:
    """Return the effective weight of a row of `events` at a turn of its workspace."""
    return weights.effective_weight(
        elapsed_turns=max(0, workspace_turn - row["last_adoption_turn"]),
        adoptions_n=row["adoptions"] + 1,
        criticality=criticality(row),
        state=state(row["state"]),
        pinned=bool(row["pinned"]),
        cap=row["cap"],
    )


def event(row: Mapped) -> EventRow:
    """Return a row of `events`, joined with `workspace_turn` and `conflicts`.

    A value that makes no sense is set aside, and its field named in `odd`.
    """
    found = EventRow(
        id=EventId(row["id"]),
        workspace_id=WorkspaceId(row["workspace_id"]),
        session_id=SessionId(row["session_id"]),
        block_id=BlockId(row["block_id"]) if row["block_id"] is not None else None,
        title=row["title"],
        summary=row["summary"],
        type=known(EventType, row["type"], EventType.OTHER),
        status=known(HappeningStatus, row["status"], HappeningStatus.UNKNOWN),
        state=state(row["state"]),
        scope=known(Scope, row["scope"], Scope.SESSION),
        criticality=criticality(row),
        tags=strings(row["tags"]),
        participants=strings(row["participants"]),
        mentioned_at=to_time(row["mentioned_at"], row["mentioned_offset"]),
        happening=happening(row),
        pinned=bool(row["pinned"]),
        weight=event_weight(row, row["workspace_turn"]),
        adoptions=row["adoptions"],
        conflicts=row["conflicts"],
    )
    odd = _odd(row, found)
    return replace(found, odd=odd) if odd else found


def _odd(row: Mapped, found: EventRow) -> tuple[str, ...]:
    """Return the fields whose stored value was set aside."""
    happened = found.happening
    compared = (
        *((name, row[name], getattr(found, name)) for name in _CODES),
        ("mentioned_at", not row["mentioned_at"], found.mentioned_at is None),
        ("happened_start", row["happened_start"], happened.start),
        ("happened_end", row["happened_end"], happened.end),
        ("precision", row["precision"], happened.precision),
        ("basis", row["basis"], happened.basis),
    )
    odd = [name for name, stored, read in compared if stored != read]
    # What cannot be a list of texts; few are read that are not, and these are short.
    for name in ("tags", "participants"):
        value = from_json(row[name])
        if not isinstance(value, list) or len(value) != len(getattr(found, name)):
            odd.append(name)
    return tuple(odd)


_CODES = ("type", "status", "state", "scope", "criticality")


# Derived work goes with what it came from; undo and redo are taken back by each other.
_NOT_UNDOABLE = frozenset({"derive", "project", "undo", "redo", "retry_jobs"})


def operation(row: Mapped) -> Operation:
    """Return a row of `operations`."""
    fields = from_json(row["fields"])
    return Operation(
        id=OperationId(row["id"]),
        kind=row["kind"],
        actor=known(Actor, row["actor"], Actor.JOB),
        at=instant(row["at"]),
        workspace_id=WorkspaceId(row["workspace_id"]) if row["workspace_id"] else None,
        fields=fields if isinstance(fields, Mapping) else {},
        undone=row["undone_by"] is not None,
        undoable=row["kind"] not in _NOT_UNDOABLE and row["undone_by"] is None,
        target=OperationId(row["target_id"]) if row["target_id"] else None,
    )


def job(row: Mapped) -> JobRow:
    """Return a row of `jobs`, joined with its block and session, or its workspace."""
    return JobRow(
        id=JobId(row["id"]),
        kind=JobKind(row["kind"]),
        status=JobStatus(row["status"]),
        session_id=row["session_id"] or 0,
        session_title=row["session_title"] or row["workspace_name"] or "",
        block_id=row["block_id"] or 0,
        block_number=row["block_number"] or 0,
        attempts=row["attempts"],
        not_before=to_time(row["not_before"]),
        error=row["error"],
        error_detail=row["error_detail"],
        updated_at=instant(row["updated_at"]),
        events=len(orjson.loads(row["event_ids"])),
    )


def instant(text: str) -> datetime:
    """Return a stored instant that has to be there; NEVER for one that makes no sense."""
    return to_time(text) or NEVER
