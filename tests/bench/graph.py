"""How fast the graph is at the size to design for: 10,000 nodes and 30,000 edges."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import Connection, insert

from stratagate_app.engine import EventFilter, EventId, Memory, NodeId, WorkspaceId
from stratagate_app.engine.store import graph_schema as tables
from stratagate_app.engine.store.schema import events
from tests.bench.data import write_export
from tests.bench.table import Row

_RELATIONS = ("uses", "knows", "works at", "depends on", "part of", "leads")
_TYPES = ("person", "project", "organization", "tool", "place")
_FIRST = date(2024, 1, 1)
_HOME = WorkspaceId(1)


def graph(folder: Path, nodes: int) -> list[Row]:
    """Measure the first view, an as-of change, a search, a node and a correction.

    Args:
        folder: Where to put the file.
        nodes: How many; three times as many edges, one fact a node, an event for every two edges.
    """
    edges = nodes * 3
    with Memory.open(folder / "memory.db") as memory:
        memory.import_file(write_export(folder / "export.json", 1, 1), derive=False)
        memory._database.write(lambda c: _fill(c, nodes, edges))
    size = f"{nodes:,} nodes, {edges:,} edges"
    with Memory.open(folder / "memory.db") as memory:
        view = memory.graph.view
        first = _seconds(lambda: view(_HOME))
        again = _median(lambda: view(_HOME))
        days = iter([(_FIRST + timedelta(days=97 * n % 700)).isoformat() for n in range(40)])
        as_of = [_seconds(lambda: view(_HOME, next(days))) for _ in range(20)]
        index = _seconds(lambda: memory.graph.find("node7", _HOME))
        find = _median(lambda: memory.graph.find("node7 part of person 12", _HOME))
        node = _median(lambda: memory.graph.node(NodeId(5)))
        event = EventId(memory.events.find_ids(EventFilter())[0])
        memory.events.forget([event])
        after = _seconds(lambda: view(_HOME))
        write = _seconds(lambda: memory.graph.rename_node(NodeId(5), "another name"))
    return [
        Row("graph, first view", size, f"{first * 1000:.0f} ms", "1,000 ms"),
        Row("graph, view again", size, f"{again * 1000:.0f} ms", "100 ms"),
        Row(
            "graph, another day (median)",
            size,
            f"{statistics.median(as_of) * 1000:.0f} ms",
            "100 ms",
        ),
        Row("graph, another day (worst)", size, f"{max(as_of) * 1000:.0f} ms", "100 ms"),
        Row("graph, first search", size, f"{index * 1000:.0f} ms", "1,000 ms"),
        Row("graph, search", size, f"{find * 1000:.0f} ms", "50 ms"),
        Row("graph, one node", size, f"{node * 1000:.1f} ms", "100 ms"),
        Row("graph, view after an event was forgotten", size, f"{after * 1000:.0f} ms", "1,000 ms"),
        Row("graph, rename a node", size, f"{write * 1000:.0f} ms", "1,000 ms"),
    ]


def _fill(connection: Connection, nodes: int, edges: int) -> None:
    chance = random.Random(7)  # noqa: S311  (no secret)
    told = edges // 2

    def day() -> str:
        return (_FIRST + timedelta(days=chance.randrange(700))).isoformat()

    connection.execute(
        insert(events),
        [
            {
                "id": key,
                "workspace_id": _HOME,
                "session_id": 1,
                "title": f"Event {key}",
                "summary": f"What was said in event {key}",
                "type": "decision",
                "status": "occurred",
                "scope": "project",
                "criticality": "routine",
                "decay_rate": 0.15,
                "formed_turn": 1,
                "last_adoption_turn": 1,
                "mentioned_at": f"{day()}T10:00:00.000Z",
                "precision": "unknown",
                "basis": "unknown",
                "created_at": "2026-01-01T00:00:00.000Z",
            }
            for key in range(1, told + 1)
        ],
    )
    connection.execute(
        insert(tables.nodes),
        [
            {
                "id": key,
                "workspace_id": _HOME,
                "type": (kind := _TYPES[key % len(_TYPES)]),
                "folded": f"{kind}node{key}",
                "name": f"{kind} node{key}",
            }
            for key in range(1, nodes + 1)
        ],
    )
    connection.execute(
        insert(tables.node_sources),
        [
            {
                "node_id": key % nodes + 1,
                "event_id": chance.randint(1, told),
                "name": f"{_TYPES[(key % nodes + 1) % len(_TYPES)]} node{key % nodes + 1}",
                "tags": f'["topic {key % 50}"]',
            }
            for key in range(edges)
        ],
    )
    common = {"workspace_id": _HOME, "planned": 0, "confidence": 1.0}
    connection.execute(
        insert(tables.facts),
        [
            {
                **common,
                "id": key,
                "node_id": key // 2 + 1,
                "digest": str(key),
                "grows": 0,
                "key": "package manager",
                "value": f"value {key}",
            }
            for key in range(1, nodes + 1)
        ],
    )
    connection.execute(
        insert(tables.fact_sources),
        [{"fact_id": key, "event_id": chance.randint(1, told)} for key in range(1, nodes + 1)],
    )
    connection.execute(
        insert(tables.edges),
        [
            {
                **common,
                "id": key,
                "source_id": (source := _somebody(chance, nodes)),
                "target_id": (source + chance.randint(1, 60)) % nodes + 1,
                "digest": str(key),
                "grows": int((relation := chance.choice(_RELATIONS)) in ("uses", "knows")),
                "relation": relation,
            }
            for key in range(1, edges + 1)
        ],
    )
    connection.execute(
        insert(tables.edge_sources),
        [{"edge_id": key, "event_id": chance.randint(1, told)} for key in range(1, edges + 1)],
    )


def _somebody(chance: random.Random, nodes: int) -> int:
    """Return a node: some are spoken of far more often than others."""
    return min(nodes - 1, int(chance.random() ** 2 * nodes)) + 1


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _median(act: Callable[[], object]) -> float:
    return statistics.median(_seconds(act) for _ in range(15))
