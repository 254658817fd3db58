"""Taking events into the graph: what it reads, and what it writes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Table, delete, func, or_, select
from sqlalchemy.dialects.sqlite import insert

from stratagate_app.engine.domain.events import EventType, HappeningStatus
from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.domain.ids import EventId, OperationId, WorkspaceId
from stratagate_app.engine.pipeline.ports import (
    KnownNode,
    ProjectedEvent,
    ProposedEdge,
    ProposedFact,
)
from stratagate_app.engine.pipeline.projection_checks import CheckedProjection
from stratagate_app.engine.rules.graph import MANY_VALUED
from stratagate_app.engine.rules.graph_names import fold_name
from stratagate_app.engine.rules.ranking import fold
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.store import graph_schema as tables
from stratagate_app.engine.store import journal, records
from stratagate_app.engine.store.records import from_json, known, strings, to_json
from stratagate_app.engine.store.schema import event_quotes, events, operations, workspaces

# Of what was refused in an operation, so many are kept with their reasons.
REFUSALS_KEPT = 50
# Names are looked for in texts by so many words, or signs of a script without spaces, in a row.
_NAME_WORDS = 5
_NAME_SIGNS = 8
_KNOWN_LIMIT = 200


def load_input(
    connection: Connection, workspace_id: WorkspaceId, event_ids: Sequence[int]
) -> tuple[list[ProjectedEvent], list[KnownNode]]:
    """Return the events of a job that are still in the workspace, and the nodes they name."""
    home = (
        connection.execute(
            select(workspaces.c.name).where(workspaces.c.id == workspace_id)
        ).scalar_one_or_none()
        or ""
    )
    quotes: dict[int, list[str]] = {}
    for key, quote in connection.execute(
        select(event_quotes.c.event_id, event_quotes.c.quote)
        .where(listed(event_quotes.c.event_id, event_ids))
        .order_by(event_quotes.c.id)
    ):
        quotes.setdefault(key, []).append(quote)
    rows = connection.execute(
        select(events)
        .where(listed(events.c.id, event_ids), events.c.workspace_id == workspace_id)
        .order_by(events.c.id)
    ).mappings()
    found = [
        ProjectedEvent(
            EventId(row["id"]),
            row["title"],
            row["summary"],
            tuple(quotes.get(row["id"], ())),
            strings(row["tags"]),
            strings(row["participants"]),
            known(EventType, row["type"], EventType.OTHER),
            known(HappeningStatus, row["status"], HappeningStatus.UNKNOWN),
            records.to_time(row["mentioned_at"], row["mentioned_offset"]),
            records.happening(row),
            home,
        )
        for row in rows
    ]
    return found, _known_nodes(connection, workspace_id, found)


def _known_nodes(
    connection: Connection, workspace_id: WorkspaceId, found: Sequence[ProjectedEvent]
) -> list[KnownNode]:
    wanted = {name for event in found for name in _names_in(event)}
    if not wanted:
        return []
    values = func.json_each(to_json(sorted(wanted))).table_valued("value")
    rows = connection.execute(
        select(tables.nodes.c.id, tables.nodes.c.type, tables.nodes.c.name)
        .where(
            tables.nodes.c.workspace_id == workspace_id,
            tables.nodes.c.folded.in_(select(values.c.value)),
        )
        .order_by(tables.nodes.c.id)
        .limit(_KNOWN_LIMIT)
    ).all()
    ids = [row.id for row in rows]
    link = tables.node_sources.c
    aliases: dict[int, dict[str, None]] = {}
    alias = tables.nodes.alias()
    for key, other, name in connection.execute(
        select(link.node_id, link.alias_id, alias.c.name)
        .join(alias, alias.c.id == link.alias_id)
        .where(or_(listed(link.node_id, ids), listed(link.alias_id, ids)))
        .order_by(link.id)
        .limit(_KNOWN_LIMIT * 10)
    ):
        aliases.setdefault(key, {})[name] = None
        aliases.setdefault(other, {})
    return [
        KnownNode(
            known(NodeType, row.type, NodeType.TOOL), row.name, tuple(aliases.get(row.id, ()))
        )
        for row in rows
    ]


def _names_in(event: ProjectedEvent) -> set[str]:
    """Return what could be names in the words of an event, folded."""
    found: set[str] = set()
    for text in (event.title, event.summary, *event.quotes, *event.participants, *event.tags):
        words = [fold_name(word) for word in text.replace("-", " ").replace("_", " ").split()]
        words = [word.strip(".,;:!?()[]{}\"'«»“”‘’，。；：！？（）、「」") for word in words]
        for start in range(len(words)):
            joined = ""
            for word in words[start : start + _NAME_WORDS]:
                joined += word
                if joined:
                    found.add(joined)
        for word in words:
            if not word.isascii():
                found.update(
                    word[start:end]
                    for start in range(min(len(word), 400))
                    for end in range(start + 1, min(start + _NAME_SIGNS, len(word)) + 1)
                )
    return found


def store(
    connection: Connection,
    operation: OperationId,
    workspace_id: WorkspaceId,
    batch: Sequence[EventId],
    checked: CheckedProjection,
) -> int:
    """Write what the events of a batch say, in the place of what they said before.

    Names, facts and edges get their numbers; journalled is only what is said by which event. What
    is there already stays as it is, so that doing it again changes nothing.

    Returns:
        How much is new.
    """
    names = _number_names(connection, workspace_id, checked)
    facts = [(_fact(workspace_id, item, names), item.event_ids) for item in checked.facts]
    edges = [(_edge(workspace_id, item, names), item.event_ids) for item in checked.edges]
    wanted: dict[Table, list[dict[str, Any]]] = {
        tables.node_sources: _mentions(checked, names),
        tables.fact_sources: _number_claims(connection, tables.facts, facts),
        tables.edge_sources: _number_claims(connection, tables.edges, edges),
    }
    rows = {
        table: _replace(connection, operation, workspace_id, batch, (table, new))
        for table, new in wanted.items()
    }
    journal.insert_rows(connection, operation, rows)
    return sum(len(new) for new in rows.values())


_OWNERS = {
    tables.node_sources: (tables.nodes, "node_id"),
    tables.fact_sources: (tables.facts, "fact_id"),
    tables.edge_sources: (tables.edges, "edge_id"),
}


def _replace(
    connection: Connection,
    operation: OperationId,
    workspace_id: WorkspaceId,
    batch: Sequence[EventId],
    wanted: tuple[Table, list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """Take away what events no longer say; return what of the wanted rows is not there yet."""
    table, rows = wanted
    owner, name = _OWNERS[table]
    there = connection.execute(
        select(table)
        .join(owner, owner.c.id == table.c[name])
        .where(listed(table.c.event_id, batch), owner.c.workspace_id == workspace_id)
    ).mappings()
    old: dict[tuple[object, ...], int] = {}
    gone: list[int] = []
    new = {tuple(sorted(row.items(), key=str)): row for row in rows}
    for row in there:
        key = tuple(sorted(((k, v) for k, v in row.items() if k != "id"), key=str))
        if key in new and key not in old:
            old[key] = row["id"]
        else:
            gone.append(row["id"])
    if gone:
        journal.record_delete(connection, operation, table.name, gone)
        connection.execute(delete(table).where(listed(table.c.id, gone)))
    return [row for key, row in new.items() if key not in old]


Names = Mapping[tuple[NodeType, str], int]


def _number_names(
    connection: Connection, workspace_id: WorkspaceId, checked: CheckedProjection
) -> Names:
    wanted: dict[tuple[NodeType, str], str] = {}
    for node in checked.nodes:
        for name in (node.name, *node.aliases):
            wanted.setdefault((node.type, fold_name(name)), name)
    ends = [fact.node for fact in checked.facts]
    ends += [end for edge in checked.edges for end in (edge.source, edge.target)]
    for kind, name in ends:
        wanted.setdefault((kind, fold_name(name)), name)
    if not wanted:
        return {}
    connection.execute(
        insert(tables.nodes).on_conflict_do_nothing(),
        [
            {"workspace_id": workspace_id, "type": kind.value, "folded": folded, "name": name}
            for (kind, folded), name in wanted.items()
        ],
    )
    values = func.json_each(to_json(sorted({key[1] for key in wanted}))).table_valued("value")
    found = connection.execute(
        select(tables.nodes.c.id, tables.nodes.c.type, tables.nodes.c.folded).where(
            tables.nodes.c.workspace_id == workspace_id,
            tables.nodes.c.folded.in_(select(values.c.value)),
        )
    )
    return {(known(NodeType, row.type, NodeType.TOOL), row.folded): row.id for row in found}


def _mentions(checked: CheckedProjection, names: Names) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for node in checked.nodes:
        key = names[node.type, fold_name(node.name)]
        said: list[tuple[int | None, str]] = [(None, node.name)]
        said += [(names[node.type, fold_name(alias)], alias) for alias in node.aliases]
        rows += [
            {
                "node_id": key,
                "event_id": event,
                "alias_id": alias,
                "name": name,
                "tags": to_json(() if alias else node.tags),
            }
            for event in node.event_ids
            for alias, name in said
            if alias != key
        ]
    return rows


def _fact(workspace_id: int, item: ProposedFact, names: Names) -> dict[str, Any]:
    kind, name = item.node
    return {
        "workspace_id": workspace_id,
        "node_id": names[kind, fold_name(name)],
        "key": item.key,
        "value": item.value,
        "grows": int(item.grows),
        **_common(item, fold(item.key), item.value, grows=item.grows),
    }


def _edge(workspace_id: int, item: ProposedEdge, names: Names) -> dict[str, Any]:
    source, target = (names[kind, fold_name(name)] for kind, name in (item.source, item.target))
    grows = item.grows or fold(item.relation) in MANY_VALUED
    return {
        "workspace_id": workspace_id,
        "source_id": source,
        "target_id": target,
        "relation": item.relation,
        "grows": int(grows),
        **_common(item, fold(item.relation), target, grows=grows),
    }


def _common(
    item: ProposedFact | ProposedEdge, key: str, value: object, *, grows: bool
) -> dict[str, Any]:
    valid = item.validity
    told = [key, value, grows, item.planned, valid.start, valid.end, list(item.event_ids)]
    return {
        "planned": int(item.planned),
        "valid_from": valid.start,
        "valid_to": valid.end,
        "confidence": item.confidence,
        "digest": hashlib.sha256(orjson.dumps(told)).hexdigest(),
    }


def _number_claims(
    connection: Connection,
    table: Table,
    claims: Sequence[tuple[dict[str, Any], tuple[EventId, ...]]],
) -> list[dict[str, Any]]:
    """Give claims their numbers; return the rows of their sources."""
    related = table is tables.edges
    owner = table.c.source_id if related else table.c.node_id
    name = "edge_id" if related else "fact_id"
    rows: list[dict[str, Any]] = []
    for values, event_ids in claims:
        connection.execute(insert(table).values(values).on_conflict_do_nothing())
        key = connection.execute(
            select(table.c.id).where(
                owner == values[owner.name], table.c.digest == values["digest"]
            )
        ).scalar_one()
        rows += [{name: key, "event_id": event} for event in event_ids]
    return rows


def tell(
    connection: Connection, operation: OperationId, checked: CheckedProjection, new: int
) -> None:
    """Add to what is told of an operation: how much is new, and what was refused, with why."""
    told = from_json(
        connection.execute(
            select(operations.c.fields).where(operations.c.id == operation)
        ).scalar_one()
    )
    fields = dict(told) if isinstance(told, dict) else {}
    for name, count in (
        ("nodes", len(checked.nodes)),
        ("facts", len(checked.facts)),
        ("edges", len(checked.edges)),
        ("refused", len(checked.refused)),
        ("new", new),
    ):
        before = fields.get(name, 0)
        fields[name] = (before if isinstance(before, int) else 0) + count
    kept = fields.get("refusals")
    fields["refusals"] = [
        *(kept if isinstance(kept, list) else []),
        *([item.what, item.name, item.reason] for item in checked.refused),
    ][:REFUSALS_KEPT]
    journal.set_fields(connection, operation, fields)
