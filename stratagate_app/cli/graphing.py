"""The graph: what is true now, what was true then, and what can be put right in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import click

from stratagate_app.cli import shapes
from stratagate_app.cli.output import Failure, Output, changed, time_text, wanted_id
from stratagate_app.cli.reading import DAY, workspace_option
from stratagate_app.engine import (
    ChangeSet,
    EdgeId,
    EdgeRow,
    Fact,
    FactId,
    GraphView,
    Memory,
    NodeDetail,
    NodeId,
    NodeRow,
    NodeType,
    Validity,
    public_id,
)

_NOTHING = "Nothing to change."
_SHOWN = 50
_EVENTS_SHOWN = 10
_on = click.option("--as-of", type=DAY, help="As it was on this day.")
_TYPES = click.Choice([kind.value for kind in NodeType])


@click.command()
@_on
@click.option("--node", "name", help="Only the node of this name, and all about it.")
@click.option("--workspace", help="Only of this workspace.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=_SHOWN, show_default=True)
@click.option("--rebuild", is_flag=True, help="Read it anew from the events; as background work.")
@click.pass_obj
def graph(
    output: Output,
    *,
    as_of: datetime | None,
    name: str | None,
    workspace: str | None,
    limit: int,
    rebuild: bool,
) -> None:
    """Show who and what the memory speaks of, the largest first, and how they relate.

    `stratagate node ID` tells everything about one of them.
    """
    with output.memory() as memory:
        home = workspace_option(workspace, memory)
        if rebuild:
            _rebuild(output, memory, [home] if home else [w.id for w in memory.workspaces.list()])
            return
        day = _day(as_of)
        view = memory.graph.view(home, day)
        detail = memory.graph.node(_named(view, name), day) if name else None
    if detail is not None:
        output.show(_detail(detail), _detail_lines(detail))
        return
    value = {
        "as_of": view.today,
        "total": len(view.nodes),
        "nodes": [shapes.node(row) for row in _largest(view)[:limit]],
        "edges": [_edge(row) for row in view.edges],
        "clusters": [
            {"number": item.number, "name": item.name, "nodes": item.size} for item in view.clusters
        ],
        "changes": [{"day": day, "count": count} for day, count in view.changes],
        "disputed": view.disputed,
        "unfinished": view.unfinished,
    }
    output.show(value, _lines(view, limit))


@click.command()
@click.argument("node")
@_on
@click.option("--rename", metavar="NAME", help="Call it otherwise.")
@click.option("--alias", metavar="NAME", help="Know it by this name too.")
@click.option("--no-alias", metavar="NAME", help="No longer know it by this name.")
@click.option("--type", "kind", type=_TYPES, help="Let it be of another type.")
@click.option("--merge", metavar="NODE", help="Let another node be this one.")
@click.option("--split", metavar="NAME", help="Make a node of this name of a part of it.")
@click.option("--take", metavar="ID", multiple=True, help="With --split: its fact or relation.")
@click.pass_obj
def node(output: Output, /, node: str, as_of: datetime | None, **given: Any) -> None:
    """Show everything about NODE: facts, relations, the events behind it; or put it right.

    What is put right can be undone, and stands when the graph is read anew.
    """
    key = NodeId(wanted_id("node", node))
    acts = _acts(key, given)
    if len(acts) > 1:
        raise Failure(
            "usage", "Give one of --rename, --alias, --no-alias, --type, --merge, --split."
        )
    with output.memory() as memory:
        if acts:
            changed(output, acts[0](memory), "Done.", _NOTHING)
            return
        detail = memory.graph.node(key, _day(as_of))
    output.show(_detail(detail), _detail_lines(detail))


@click.command()
@click.argument("item")
@click.option("--on", type=DAY, help="The day from which it does not; by default today.")
@click.pass_obj
def close(output: Output, item: str, on: datetime | None) -> None:
    """Say that a fact or a relation (ITEM: f3, g4) holds no longer."""
    kind, number = _fact_or_edge(item)
    with output.memory() as memory:
        act = memory.graph.close_fact if kind == "fact" else memory.graph.close_edge
        changes = act(number, _day(on))  # type: ignore[arg-type]
    changed(output, changes, "Closed.", _NOTHING)


@click.command()
@click.argument("item")
@click.pass_obj
def hold(output: Output, item: str) -> None:
    """Say that a disputed fact or relation (ITEM: f3, g4) is the one that holds."""
    kind, number = _fact_or_edge(item)
    with output.memory() as memory:
        act = memory.graph.decide_fact if kind == "fact" else memory.graph.decide_edge
        changes = act(number)  # type: ignore[arg-type]
    changed(output, changes, "Decided; what it disputed is closed.", _NOTHING)


def _acts(key: NodeId, given: dict[str, Any]) -> list[Callable[[Memory], ChangeSet]]:
    kind = given["kind"]
    split, merge = given["split"], given["merge"]
    acts: list[Callable[[Memory], ChangeSet]] = []
    if split is not None:
        taken = [_fact_or_edge(item) for item in given["take"]]
        facts = [FactId(number) for what, number in taken if what == "fact"]
        edges = [EdgeId(number) for what, number in taken if what == "edge"]

        def act(memory: Memory) -> ChangeSet:
            wanted = NodeType(kind) if kind else memory.graph.node(key).row.type
            return memory.graph.split_node(key, split, wanted, facts, edges)

        acts.append(act)
    elif kind is not None:
        acts.append(lambda memory: memory.graph.retype_node(key, NodeType(kind)))
    if merge is not None:
        other = NodeId(wanted_id("node", merge))
        acts.append(lambda memory: memory.graph.merge_nodes(key, other))
    for name in ("rename", "alias", "no_alias"):
        text = given[name]
        if text is not None:
            acts.append(_naming(name, key, text))
    return acts


def _naming(name: str, key: NodeId, text: str) -> Callable[[Memory], ChangeSet]:
    def act(memory: Memory) -> ChangeSet:
        graph = memory.graph
        commands = {
            "rename": graph.rename_node,
            "alias": graph.add_alias,
            "no_alias": graph.remove_alias,
        }
        return commands[name](key, text)

    return act


def _rebuild(output: Output, memory: Memory, homes: list[Any]) -> None:
    changes = ChangeSet()
    for home in homes:
        changes |= memory.graph.rebuild(home)
    waiting = memory.graph.view(None).unfinished if changes.operation_id else 0
    while changes.operation_id and memory.jobs.run_some() is not None:
        pass
    failed = memory.jobs.counts().failed
    done = f"Read {waiting} events anew." if not failed else f"{failed} jobs failed: see `jobs`."
    changed(output, changes, done, "There are no events, or nobody to read them.")


def _fact_or_edge(text: str) -> tuple[str, int]:
    kind = "edge" if text.strip().lower().startswith("g") else "fact"
    return kind, wanted_id(kind, text)


def _day(given: datetime | None) -> str | None:
    return None if given is None else given.strftime("%Y-%m-%d")


def _named(view: GraphView, name: str) -> NodeId:
    wanted = " ".join(name.split()).casefold()
    found = [
        row
        for row in view.nodes
        if wanted in {item.casefold() for item in (row.name, *row.aliases)}
    ]
    if len(found) == 1:
        return found[0].id
    if not found:
        raise Failure("not_found", f"There is no node called {name}. `search` looks for parts.")
    ids = ", ".join(public_id("node", row.id) for row in found)
    raise Failure("ambiguous", f"Several nodes are called that: {ids}. Use `node ID`.")


def _largest(view: GraphView) -> list[NodeRow]:
    return sorted(view.nodes, key=lambda row: (-row.size, row.id))


def _validity(given: Validity) -> dict[str, Any]:
    return {"from": given.start, "to": given.end}


def _fact(row: Fact) -> dict[str, Any]:
    return {
        "id": public_id("fact", row.id),
        "key": row.key,
        "value": row.value,
        "valid": _validity(row.validity),
        "state": row.state.value,
        "confidence": row.confidence,
        "events": [public_id("event", key) for key in row.events],
        "closed_by_hand": row.closed_by_hand,
    }


def _edge(row: EdgeRow) -> dict[str, Any]:
    return {
        "id": public_id("edge", row.id),
        "source": public_id("node", row.source),
        "relation": row.relation,
        "target": public_id("node", row.target),
        "valid": _validity(row.validity),
        "state": row.state.value,
        "confidence": row.confidence,
        "events": [public_id("event", key) for key in row.events],
        "closed_by_hand": row.closed_by_hand,
    }


def _detail(detail: NodeDetail) -> dict[str, Any]:
    return {
        **shapes.node(detail.row),
        "facts": [_fact(row) for row in detail.facts],
        "relations": [
            {**_edge(item.edge), "other": item.other.name, "outgoing": item.outgoing}
            for item in detail.relations
        ],
        "sources": [
            {
                "event": public_id("event", item.id),
                "title": item.title,
                "state": item.state.value,
                "status": item.status.value,
                "mentioned_at": time_text(item.mentioned_at),
            }
            for item in detail.events
        ],
    }


def _lines(view: GraphView, limit: int) -> list[str]:
    if not view.nodes:
        waits = f" {view.unfinished} events wait to be read." if view.unfinished else ""
        return [f"Nothing is known of people or things.{waits}"]
    shown = _largest(view)[:limit]
    names = {row.id: row.name for row in view.nodes}
    lines = [
        f"{len(view.nodes)} nodes, {len(view.edges)} relations as of {view.today}"
        + (f", {view.disputed} disputed" if view.disputed else "")
        + (f", {view.unfinished} events wait to be read" if view.unfinished else "")
    ]
    outgoing: dict[NodeId, list[EdgeRow]] = {}
    for edge in view.edges:
        outgoing.setdefault(edge.source, []).append(edge)
    for row in shown:
        also = f"  ({', '.join(row.aliases)})" if row.aliases else ""
        lines.append(f"{public_id('node', row.id):>7}  {row.type.value:<12} {row.name}{also}")
        lines += [
            f"{'':7}  {edge.relation} {names[edge.target]}{_when(edge.validity, edge.state.value)}"
            for edge in outgoing.get(row.id, ())
        ]
    if len(shown) < len(view.nodes):
        lines.append(f"… {len(view.nodes) - len(shown)} more: --limit {len(view.nodes)}")
    return lines


def _when(validity: Validity, state: str) -> str:
    days = ""
    if validity.start is not None or validity.end is not None:
        days = f" {validity.start or '…'} to {validity.end or 'now'}"
        if state == "planned" or validity.end is None:
            days = f" from {validity.start}"
    return f"  [{state}{days}]"


def _detail_lines(detail: NodeDetail) -> list[str]:
    row = detail.row
    lines = [f"{public_id('node', row.id)}  {row.type.value}  {row.name}"]
    if row.aliases:
        lines.append(f"also: {', '.join(row.aliases)}")
    if row.tags:
        lines.append(f"tags: {', '.join(row.tags)}")
    lines += [
        f"{public_id('fact', fact.id):>7}  {fact.key}: {fact.value}"
        f"{_when(fact.validity, fact.state.value)}"
        for fact in detail.facts
    ]
    for item in detail.relations:
        ends = (row.name, item.other.name) if item.outgoing else (item.other.name, row.name)
        lines.append(
            f"{public_id('edge', item.edge.id):>7}  {ends[0]} {item.edge.relation} {ends[1]}"
            f"{_when(item.edge.validity, item.edge.state.value)}"
        )
    lines += [
        f"{public_id('event', item.id):>7}  {item.title}" for item in detail.events[:_EVENTS_SHOWN]
    ]
    if row.events > _EVENTS_SHOWN:
        lines.append(f"… {row.events - _EVENTS_SHOWN} more events")
    return lines


COMMANDS = (graph, node, close, hold)
