"""Events: lists in any order, and everything about one."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    ScalarSelect,
    and_,
    case,
    func,
    literal,
    literal_column,
    select,
    text,
    true,
)

from stratagate_app.engine.domain.changes import Operation
from stratagate_app.engine.domain.events import (
    Criticality,
    EventDetail,
    EventRow,
    EventState,
    Evidence,
    RelatedEvent,
    RelationKind,
)
from stratagate_app.engine.domain.ids import BlockId, EventId, MessageId, SessionId, WorkspaceId
from stratagate_app.engine.domain.queries import EventFilter
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.rules import weights
from stratagate_app.engine.services.event_commands import EventCommands
from stratagate_app.engine.services.event_rows import STANDING, SUPERSEDED_CAP, listed
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.store import journal, records, search_index
from stratagate_app.engine.store.schema import (
    blocks,
    event_quotes,
    event_relations,
    event_sources,
    events,
    messages,
    operation_changes,
    operations,
    sessions,
    workspaces,
)

EXCERPT_CHARS = 240
MAX_PARTICIPANT_NAMES = 200
_NOWHERE = -1e18

_foe = events.alias()
_ACTIVE = EventState.ACTIVE.value


def _foes(own: ColumnElement[int], other: ColumnElement[int]) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(event_relations)
        .join(_foe, _foe.c.id == other)
        .where(
            own == events.c.id,
            event_relations.c.kind == RelationKind.CONFLICTS.value,
            _foe.c.state == _ACTIVE,
        )
        .correlate(events)
        .scalar_subquery()
    )


# A conflict stands between active events; what became of one of them otherwise has ended it.
_conflicts = case(
    (
        events.c.state == _ACTIVE,
        _foes(event_relations.c.event_id, event_relations.c.other_id)
        + _foes(event_relations.c.other_id, event_relations.c.event_id),
    ),
    else_=0,
)


def _weight_order() -> ColumnElement[float]:
    """Return what orders events as their weight does, without an exponential in SQL.

    The logarithm of the weight before its cap is max(ln floor, -k t); it is compared as it is.
    """
    floors = {
        kind.value: math.log(weights.floor_of(kind)) if weights.floor_of(kind) else _NOWHERE
        for kind in Criticality
    }
    elapsed = func.max(0, workspaces.c.turns - events.c.last_adoption_turn)
    decayed = func.max(
        case(floors, value=events.c.criticality, else_=_NOWHERE), -events.c.decay_rate * elapsed
    )
    # The only cap there is: that of superseded events.
    cap = math.log(SUPERSEDED_CAP)
    capped = case((events.c.cap.is_not(None), func.min(cap, decayed)), else_=decayed)
    return case(
        (events.c.state.not_in(STANDING), _NOWHERE),
        (events.c.pinned == 1, 0.0),
        else_=capped,
    )


class EventService(EventCommands):
    """Queries over events, beside the commands."""

    def find_ids(self, wanted: EventFilter) -> array[int]:
        """Return the ids of the events that pass a filter, in its order; ties by id.

        Of a workspace, what it holds: a person who looks through it sees what is kept to its
        sessions as well.
        """
        held: ColumnElement[bool] = true()
        if wanted.workspace_id is not None:
            held = events.c.workspace_id == wanted.workspace_id
        return self._database.read(lambda c: find_event_ids(c, wanted, held))

    def load_page(self, ids: Sequence[int]) -> tuple[EventRow, ...]:
        """Return events in the order of ids; those that are gone are left out."""
        return self._database.read(lambda c: load_events(c, ids))

    def get(self, event_id: EventId) -> EventDetail:
        """Return everything about one event.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: _load_detail(c, event_id))

    def participants(self, workspace_id: WorkspaceId | None = None) -> tuple[str, ...]:
        """Return the names that events name, most often named first, at most 200."""
        each = func.json_each(events.c.participants).table_valued("value", "type")
        statement = (
            select(each.c.value)
            .select_from(events)
            .join(each, literal(True))
            # Whatever else stands in such a list is no name.
            .where(each.c.type == "text")
            .group_by(each.c.value)
            .order_by(func.count().desc(), each.c.value)
            .limit(MAX_PARTICIPANT_NAMES)
        )
        if workspace_id is not None:
            statement = statement.where(events.c.workspace_id == workspace_id)
        return self._database.read(
            lambda c: tuple(str(name) for name in c.execute(statement).scalars())
        )

    def history(self, event_id: EventId) -> tuple[Operation, ...]:
        """Return the operations that touched an event, newest first."""
        statement = (
            select(operations)
            .where(
                operations.c.id.in_(
                    select(operation_changes.c.operation_id).where(
                        operation_changes.c.table_name == events.name,
                        operation_changes.c.first_id.between(event_id - journal.MAX_RUN, event_id),
                        operation_changes.c.last_id >= event_id,
                    )
                )
            )
            .order_by(operations.c.id.desc())
        )
        return self._database.read(
            lambda c: tuple(records.operation(row) for row in c.execute(statement).mappings())
        )


def find_event_ids(
    connection: Connection, wanted: EventFilter, place: ColumnElement[bool]
) -> array[int]:
    """Return the ids of the events of a place that pass a filter, in its order; ties by id.

    Args:
        connection: To read through.
        wanted: The filter; its workspace says nothing here.
        place: Which events there are.
    """
    statement = (
        select(events.c.id)
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(place, *_conditions(wanted))
    )
    match = search_index.match_all(wanted.text)
    if match is not None:
        statement = statement.where(
            events.c.id.in_(
                select(literal_column("rowid", Integer))
                .select_from(text("event_index"))
                .where(text("event_index MATCH :match").bindparams(match=match))
            )
        )
    elif wanted.text.strip():
        return array("q")
    return load_ids(connection, statement.order_by(*_order(wanted)))


def _conditions(wanted: EventFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.states:
        found.append(events.c.state.in_([state.value for state in wanted.states]))
    if wanted.types:
        found.append(events.c.type.in_([kind.value for kind in wanted.types]))
    if wanted.statuses:
        found.append(events.c.status.in_([status.value for status in wanted.statuses]))
    if wanted.happened_from:
        found.append(events.c.happened_end >= wanted.happened_from)
    if wanted.happened_to:
        # An instant of that day sorts behind the day itself.
        found.append(events.c.happened_start < wanted.happened_to + "U")
    if wanted.participant:
        found.append(events.c.participants.icontains(wanted.participant, autoescape=True))
    if wanted.pinned is not None:
        found.append(events.c.pinned == int(wanted.pinned))
    if wanted.conflicts_only:
        found.append(_conflicts > 0)
    return found


def _order(wanted: EventFilter) -> list[ColumnElement[Any]]:
    keys: dict[str, ColumnElement[Any]] = {
        "weight": _weight_order(),
        "happened": events.c.happened_start,
        "mentioned": events.c.mentioned_at,
        "title": func.lower(events.c.title),
        "used": events.c.adoptions,
    }
    key = keys[wanted.order]
    first = key.desc() if wanted.descending else key.asc()
    # What has no time stands last, whichever way the others go.
    return [first.nulls_last(), events.c.id.desc()]


def load_events(connection: Connection, ids: Sequence[int]) -> tuple[EventRow, ...]:
    """Return events in the order of ids; those that are gone are left out."""
    statement = (
        select(events, workspaces.c.turns.label("workspace_turn"), _conflicts.label("conflicts"))
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(listed(events.c.id, ids))
    )
    found = {row["id"]: row for row in connection.execute(statement).mappings()}
    return tuple(records.event(found[key]) for key in ids if key in found)


def _load_detail(connection: Connection, event_id: int) -> EventDetail:
    statement = (
        select(events, workspaces.c.turns.label("workspace_turn"), _conflicts.label("conflicts"))
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(events.c.id == event_id)
    )
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFoundError(kind="event", id=event_id)
    found = records.event(row)
    odd = tuple(f"odd_{name}" for name in found.odd)
    return EventDetail(
        row=found,
        evidence=_load_evidence(connection, event_id),
        relations=_load_relations(connection, event_id),
        floor=weights.floor_of(found.criticality),
        cap=row["cap"],
        elapsed_turns=max(0, row["workspace_turn"] - row["last_adoption_turn"]),
        formed_turn=row["formed_turn"],
        workspace_turn=row["workspace_turn"],
        last_found_at=records.to_time(row["last_found_at"]),
        created_at=records.instant(row["created_at"]),
        notes=(*records.strings(row["notes"]), *odd),
    )


def _load_evidence(connection: Connection, event_id: int) -> tuple[Evidence, ...]:
    quotes: dict[int, list[str]] = {}
    for row in connection.execute(
        select(event_quotes.c.message_id, event_quotes.c.quote)
        .where(event_quotes.c.event_id == event_id)
        .order_by(event_quotes.c.id)
    ):
        quotes.setdefault(row.message_id, []).append(row.quote)
    statement = (
        select(
            messages.c.id,
            messages.c.session_id,
            messages.c.role,
            messages.c.created_at,
            messages.c.offset_minutes,
            func.substr(messages.c.content, 1, EXCERPT_CHARS).label("excerpt"),
            sessions.c.title,
            blocks.c.id.label("block_id"),
            blocks.c.number.label("block_number"),
        )
        .select_from(event_sources)
        .join(messages, messages.c.id == event_sources.c.message_id)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .outerjoin(
            blocks,
            and_(
                blocks.c.session_id == messages.c.session_id,
                blocks.c.first_position <= messages.c.position,
                blocks.c.last_position >= messages.c.position,
            ),
        )
        .where(event_sources.c.event_id == event_id)
        .order_by(messages.c.session_id, messages.c.position)
    )
    return tuple(
        Evidence(
            message_id=MessageId(row["id"]),
            session_id=SessionId(row["session_id"]),
            session_title=row["title"],
            block_id=None if row["block_id"] is None else BlockId(row["block_id"]),
            block_number=row["block_number"],
            role=row["role"],
            said_at=records.to_time(row["created_at"], row["offset_minutes"]),
            quotes=tuple(quotes.get(row["id"], ())),
            excerpt=row["excerpt"],
        )
        for row in connection.execute(statement).mappings()
    )


def _load_relations(connection: Connection, event_id: int) -> tuple[RelatedEvent, ...]:
    found: list[RelatedEvent] = []
    for own, other, outgoing in (
        (event_relations.c.event_id, event_relations.c.other_id, True),
        (event_relations.c.other_id, event_relations.c.event_id, False),
    ):
        statement = (
            select(
                event_relations.c.kind,
                events.c.id,
                events.c.title,
                events.c.state,
                events.c.mentioned_at,
                events.c.mentioned_offset,
            )
            .join(events, events.c.id == other)
            .where(own == event_id)
            .order_by(event_relations.c.id)
        )
        found += [
            RelatedEvent(
                records.known(RelationKind, row.kind, RelationKind.RELATED),
                outgoing,
                EventId(row.id),
                row.title,
                records.state(row.state),
                records.to_time(row.mentioned_at, row.mentioned_offset),
            )
            for row in connection.execute(statement)
        ]
    return tuple(found)
