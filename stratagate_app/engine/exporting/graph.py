"""The graph as JSON or GraphML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from stratagate_app.engine.domain.graph import EdgeRow, Fact, GraphView, NodeDetail, Validity
from stratagate_app.engine.domain.ids import EventId, public_id
from stratagate_app.engine.exporting.values import Mask, in_list, xml_text

_NODE_KEYS = ("type", "name", "aliases", "tags", "facts")
_EDGE_KEYS = ("relation", "state", "from", "to")


def as_json(view: GraphView, nodes: Iterable[NodeDetail], mask: Mask) -> Iterator[str]:
    """Yield nodes with their facts, and edges, each with its validity and source events."""
    yield '{\n"schemaVersion": "stratagate.graph.v1",\n"nodes": ['
    for number, node in enumerate(nodes):
        yield in_list(_node(node, mask), first=number == 0)
    yield '\n],\n"edges": ['
    for number, edge in enumerate(view.edges):
        yield in_list(_edge(edge, mask), first=number == 0)
    yield "\n]\n}\n"


def _node(node: NodeDetail, mask: Mask) -> dict[str, Any]:
    row = node.row
    return {
        "id": f"n{row.id}",
        "type": row.type.value,
        "name": mask(row.name),
        "aliases": [mask(name) for name in row.aliases],
        "tags": [mask(tag) for tag in row.tags],
        "facts": [
            {
                "key": mask(fact.key),
                "value": mask(fact.value),
                "state": fact.state.value,
                **_validity(fact.validity),
                "events": _events(fact.events),
            }
            for fact in node.facts
        ],
    }


def _edge(edge: EdgeRow, mask: Mask) -> dict[str, Any]:
    return {
        "source": f"n{edge.source}",
        "target": f"n{edge.target}",
        "relation": mask(edge.relation),
        "state": edge.state.value,
        **_validity(edge.validity),
        "events": _events(edge.events),
    }


def _validity(validity: Validity) -> dict[str, str | None]:
    return {"from": validity.start, "to": validity.end}


def _events(events: tuple[EventId, ...]) -> list[str]:
    return [public_id("event", key) for key in events]


def as_graphml(view: GraphView, nodes: Iterable[NodeDetail], mask: Mask) -> Iterator[str]:
    """Yield GraphML, which graph programs read."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for kind, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for key in keys:
            yield (
                f'  <key id="{kind}-{key}" for="{kind}" attr.name="{key}" attr.type="string"/>\n'
            )
    yield '  <graph edgedefault="directed">\n'
    for node in nodes:
        row = node.row
        yield f'    <node id="n{row.id}">\n'
        facts = "\n".join(map(_fact_line, node.facts))
        values = (row.type.value, row.name, "\n".join(row.aliases), "\n".join(row.tags), facts)
        yield from _data("node", zip(_NODE_KEYS, map(mask, values), strict=True))
        yield "    </node>\n"
    for edge in view.edges:
        ends = f"source={quoteattr(f'n{edge.source}')} target={quoteattr(f'n{edge.target}')}"
        yield f'    <edge id="e{edge.id}" {ends}>\n'
        when = edge.validity
        values_of = (mask(edge.relation), edge.state.value, when.start or "", when.end or "")
        yield from _data("edge", zip(_EDGE_KEYS, values_of, strict=True))
        yield "    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def _fact_line(fact: Fact) -> str:
    return f"{fact.key}: {fact.value} ({fact.state.value})"


def _data(kind: str, values: Iterable[tuple[str, str]]) -> Iterator[str]:
    for key, value in values:
        if value:
            yield f'      <data key="{kind}-{key}">{escape(xml_text(value))}</data>\n'
