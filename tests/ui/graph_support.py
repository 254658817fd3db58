"""What tests of the graph share: a memory whose conversations say who and what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stratagate_app.engine import (
    KnownNode,
    Memory,
    NodeType,
    ProjectedEvent,
    Projection,
)
from tests.engine.graph_support import LineProjector, open_graph, tell

TYPES = {
    "Maya": NodeType.PERSON,
    "Jonas": NodeType.PERSON,
    "阿宁": NodeType.PERSON,
    "Fjord": NodeType.ORGANIZATION,
    "Berlin": NodeType.PLACE,
    "杭州": NodeType.PLACE,
    "npm": NodeType.TOOL,
    "pnpm": NodeType.TOOL,
    "Postgres": NodeType.TOOL,
}
STORY = (
    ("2026-03-02", "atlas has package manager: npm"),
    ("2026-03-02", "atlas builds_with npm"),
    ("2026-03-03", "Maya leads atlas"),
    ("2026-03-04", "Maya works_at Fjord"),
    ("2026-03-05", "Jonas works_at Fjord"),
    ("2026-03-06", "Fjord located_in Berlin"),
    ("2026-04-10", "atlas has package manager: pnpm"),
    ("2026-04-10", "atlas builds_with pnpm"),
    ("2026-05-01", "indexer depends_on Postgres"),
    ("2026-05-02", "atlas depends_on indexer"),
    ("2026-05-03", "Jonas owns indexer"),
    ("2026-05-04", "Maya knows 阿宁"),
    ("2026-05-05", "阿宁 lives_in 杭州"),
    ("2026-05-06", "atlas aka Atlas-map"),
    ("2026-05-07", "atlas tagged maps"),
    ("2026-06-01", "plan: atlas has launch date: 3 December"),
    ("2026-06-02", "Maya lives_in Berlin"),
    ("2026-06-03", "Maya lives_in 杭州"),
)


class TypedProjector(LineProjector):
    """Gives each name the kind that it has in TYPES."""

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        said = super().project(events, known)

        def kind(name: str) -> NodeType:
            return TYPES.get(name, NodeType.PROJECT)

        def key(node: tuple[NodeType, str]) -> tuple[NodeType, str]:
            return kind(node[1]), node[1]

        return Projection(
            tuple(replace(n, type=kind(n.name)) for n in said.nodes),
            tuple(replace(f, node=key(f.node)) for f in said.facts),
            tuple(replace(e, source=key(e.source), target=key(e.target)) for e in said.edges),
        )


def graph_memory(folder: Path) -> Memory:
    """Open a memory that was told the story."""
    memory = open_graph(folder / "memory.db", TypedProjector())
    tell(memory, folder, *STORY)
    return memory
