"""Reading what the graph of a workspace is made of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table, and_, func, select

from stratagate_app.engine.domain.events import EventState, HappeningStatus, RelationKind
from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.domain.ids import WorkspaceId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.rules.graph import GraphSource, Mention, Name
from stratagate_app.engine.rules.graph_names import Correction, CorrectionKind
from stratagate_app.engine.rules.graph_time import Claim, EventMark
from stratagate_app.engine.services.event_rows import STANDING, listed
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.graph_schema import (
    edge_sources,
    edges,
    fact_sources,
    facts,
    graph_corrections,
    node_places,
    node_sources,
    nodes,
)
from stratagate_app.engine.store.records import from_json, known, strings, to_time
from stratagate_app.engine.store.schema import (
    event_relations,
    events,
    operation_changes,
    workspaces,
)

_EVENT = (
    events.c.id,
    events.c.state,
    events.c.status,
    events.c.mentioned_at,
    events.c.mentioned_offset,
    events.c.happened_start,
    events.c.precision,
)

# Tables whose changes can show in a graph.
_SHOWN = (
    workspaces.name,
    events.name,
    event_relations.name,
    node_sources.name,
    fact_sources.name,
    edge_sources.name,
    graph_corrections.name,
)
_STATES = {state.value: state for state in EventState}
_STATUSES = {status.value: status for status in HappeningStatus}
_DAYS = frozenset({"instant", "day", "month", "range"})
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def stamp(connection: Connection) -> int:
    """Return the newest change of the journal."""
    return connection.execute(select(func.max(operation_changes.c.id))).scalar() or 0


def is_touched(connection: Connection, since: int) -> bool:
    """Return whether a change after that one could show in a graph.

    New events do not until they were taken in.
    """
    change = operation_changes.c
    new_event = and_(change.table_name == events.name, change.action == journal.INSERT)
    statement = (
        select(change.id)
        .where(change.id > since, change.table_name.in_(_SHOWN), ~new_event)
        .limit(1)
    )
    return connection.execute(statement).first() is not None


def load_source(connection: Connection, workspace_id: WorkspaceId, today: str) -> GraphSource:
    """Return all that the graph of a workspace is made of.

    Events that are in another workspace by now do not count here.

    Raises:
        NotFoundError: There is no such workspace.
    """
    home = connection.execute(
        select(workspaces.c.name).where(workspaces.c.id == workspace_id)
    ).scalar()
    if home is None:
        raise NotFoundError(kind="workspace", id=workspace_id)
    mentions = connection.execute(
        select(
            node_sources.c.node_id,
            node_sources.c.event_id,
            func.coalesce(node_sources.c.alias_id, 0),
            node_sources.c.name,
            node_sources.c.tags,
        )
        .join(nodes, nodes.c.id == node_sources.c.node_id)
        .where(nodes.c.workspace_id == workspace_id)
        .order_by(node_sources.c.event_id, node_sources.c.id)
    ).all()
    fact_events = _sources(connection, workspace_id, facts, fact_sources, "fact_id")
    edge_events = _sources(connection, workspace_id, edges, edge_sources, "edge_id")
    used = {row[1] for row in mentions}
    for found in (fact_events, edge_events):
        used.update(key for keys in found.values() for key in keys)
    marks = load_marks(connection, workspace_id, used, today)
    relations = _relations(connection, used)
    # The same few lists come again and again.
    tags_of = lru_cache(maxsize=1024)(strings)
    return GraphSource(
        home=home,
        names=_names(connection, workspace_id),
        mentions=[
            Mention(node, event, alias, name, tags_of(tags))
            for node, event, alias, name, tags in mentions
        ],
        facts=_claims(connection, workspace_id, facts, fact_events),
        edges=_claims(connection, workspace_id, edges, edge_events),
        marks=marks,
        conflicts=relations[RelationKind.CONFLICTS],
        supersedes=relations[RelationKind.SUPERSEDES],
        corrections=load_corrections(connection, workspace_id),
    )


def _names(connection: Connection, workspace_id: WorkspaceId) -> dict[int, Name]:
    statement = select(nodes.c.id, nodes.c.type, nodes.c.folded, nodes.c.name).where(
        nodes.c.workspace_id == workspace_id
    )
    kinds = {kind.value: kind for kind in NodeType}
    return {
        key: Name(key, kinds.get(kind, NodeType.TOOL), folded, name)
        for key, kind, folded, name in connection.execute(statement).all()
    }


def _sources(
    connection: Connection, workspace_id: WorkspaceId, table: Table, links: Table, column: str
) -> dict[int, tuple[int, ...]]:
    statement = (
        select(links.c[column], links.c.event_id)
        .join(table, table.c.id == links.c[column])
        .where(table.c.workspace_id == workspace_id)
        .order_by(links.c.event_id)
        .distinct()
    )
    found: dict[int, tuple[int, ...]] = {}
    for key, event in connection.execute(statement).all():
        found[key] = (*found[key], event) if key in found else (event,)
    return found


def _claims(
    connection: Connection,
    workspace_id: WorkspaceId,
    table: Table,
    sources: Mapping[int, tuple[int, ...]],
) -> list[Claim]:
    related = table is edges
    columns: list[Any] = (
        [edges.c.source_id, edges.c.relation, edges.c.target_id]
        if related
        else [facts.c.node_id, facts.c.key, facts.c.value]
    )
    more = [table.c[name] for name in ("grows", "planned", "valid_from", "valid_to", "confidence")]
    statement = (
        select(table.c.id, *columns, *more)
        .where(table.c.workspace_id == workspace_id)
        .order_by(table.c.id)
    )
    return [
        Claim(
            key,
            owner,
            words,
            "" if related else value,
            value if related else 0,
            bool(grows),
            bool(planned),
            start,
            end,
            confidence,
            sources[key],
        )
        for key, owner, words, value, grows, planned, start, end, confidence in connection.execute(
            statement
        ).all()
        if key in sources
    ]


def load_marks(
    connection: Connection, workspace_id: WorkspaceId, ids: Collection[int], today: str
) -> dict[int, EventMark]:
    """Return what the graph needs of events; what was said tomorrow was said today.

    One that is superseded counts as active where nothing that counts took its place: what did is
    forgotten or archived by now, or is a plan, which ends nothing that was done.
    """
    statement = select(*_EVENT).where(
        events.c.workspace_id == workspace_id, listed(events.c.id, sorted(ids))
    )
    marks = {row[0]: _mark(row, today) for row in connection.execute(statement).all()}
    superseded = [key for key, mark in marks.items() if mark.state is EventState.SUPERSEDED]
    for key in _not_replaced(connection, superseded, marks) if superseded else ():
        marks[key] = replace(marks[key], state=EventState.ACTIVE)
    return marks


def _not_replaced(
    connection: Connection, ids: Collection[int], marks: Mapping[int, EventMark]
) -> set[int]:
    """Return the superseded events whose successors are all out of the way, or only plans."""
    link = event_relations.c
    statement = (
        select(link.other_id, events.c.state, events.c.status)
        .join(events, events.c.id == link.event_id)
        .where(link.kind == RelationKind.SUPERSEDES.value, listed(link.other_id, ids))
    )
    found: set[int] = set()
    replaced: set[int] = set()
    plan = HappeningStatus.PLANNED
    for old, state, status in connection.execute(statement).all():
        found.add(old)
        only_a_plan = status == plan.value and marks[old].status is not plan
        if state in STANDING and not only_a_plan:
            replaced.add(old)
    return found - replaced


def _mark(row: Any, today: str) -> EventMark:
    key, state, status, mentioned_at, offset, happened_start, precision = row
    said = None
    if mentioned_at:
        # Nearly all are in UTC, whose day stands in the text.
        said = mentioned_at[:10]
        if offset:
            at = to_time(mentioned_at)
            if at is not None:
                said = (at + timedelta(minutes=offset)).date().isoformat()
        said = min(said, today)
    # A year is never made into a day.
    day = happened_start[:10] if happened_start and precision in _DAYS else None
    if day is not None and not _DAY.fullmatch(day):
        day = None
    return EventMark(
        key,
        _STATES.get(state, EventState.ARCHIVED),
        _STATUSES.get(status, HappeningStatus.UNKNOWN),
        said,
        day,
    )


def _relations(
    connection: Connection, ids: Iterable[int]
) -> dict[RelationKind, list[tuple[int, int]]]:
    wanted = (RelationKind.CONFLICTS, RelationKind.SUPERSEDES)
    link = event_relations.c
    statement = select(link.kind, link.event_id, link.other_id).where(
        link.kind.in_([kind.value for kind in wanted]), listed(link.event_id, sorted(ids))
    )
    found: dict[RelationKind, list[tuple[int, int]]] = {kind: [] for kind in wanted}
    for kind, one, other in connection.execute(statement):
        found[RelationKind(kind)].append((one, other))
    return found


def load_corrections(connection: Connection, workspace_id: WorkspaceId) -> list[Correction]:
    """Return what people put right in a workspace, in order."""
    statement = (
        select(graph_corrections.c.kind, graph_corrections.c.fields)
        .where(graph_corrections.c.workspace_id == workspace_id)
        .order_by(graph_corrections.c.id)
    )
    found: list[Correction] = []
    for kind, text in connection.execute(statement):
        fields = from_json(text)
        if kind in set(CorrectionKind) and isinstance(fields, dict):
            found.append(_correction(CorrectionKind(kind), fields))
    return found


def _correction(kind: CorrectionKind, fields: Mapping[str, Any]) -> Correction:
    named = fields.get("type")
    return Correction(
        kind,
        int(fields.get("node", 0)),
        int(fields.get("other", 0)),
        tuple(fields.get("names", ())),
        str(fields.get("name", "")),
        known(NodeType, named, NodeType.TOOL) if named else None,
        tuple(fields.get("facts", ())),
        tuple(fields.get("edges", ())),
        fields.get("on"),
    )


def load_places(
    connection: Connection, workspace_id: WorkspaceId
) -> dict[int, tuple[float, float, bool]]:
    """Return where names stand on the canvas, and whether a person put them there."""
    statement = (
        select(node_places.c.node_id, node_places.c.x, node_places.c.y, node_places.c.by_hand)
        .join(nodes, nodes.c.id == node_places.c.node_id)
        .where(nodes.c.workspace_id == workspace_id)
    )
    return {key: (x, y, bool(hand)) for key, x, y, hand in connection.execute(statement)}


def home_of(connection: Connection, table: Table, key: int, kind: str) -> WorkspaceId:
    """Return the workspace of a node, fact or edge.

    Raises:
        NotFoundError: There never was one of that number.
    """
    found = connection.execute(select(table.c.workspace_id).where(table.c.id == key)).scalar()
    if found is None:
        raise NotFoundError(kind=kind, id=key)
    return WorkspaceId(found)
