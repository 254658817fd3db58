"""A projector and an extractor whose answers stand in the messages themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from stratagate_app.engine import (
    BlockInput,
    BlockSummary,
    EventType,
    Fact,
    HappeningStatus,
    KnownNode,
    Memory,
    NodeId,
    NodeType,
    ProjectedEvent,
    Projection,
    Projector,
    ProposedEdge,
    ProposedEvent,
    ProposedFact,
    ProposedNode,
    TimelineEvent,
    WorkspaceId,
)
from tests.engine.support import FakeClock, run_jobs

HOME = WorkspaceId(1)


class LineSummariser:
    """Names a block after its first message."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        return BlockSummary("Title", (), "Summary", (), should_extract=True)


class LineExtractor:
    """Finds an event for every message of the user; `plan:` makes it a plan."""

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        return tuple(
            ProposedEvent(
                title=message.content,
                summary=message.content,
                source_ids=(message.id,),
                type=EventType.DECISION,
                status=(
                    HappeningStatus.PLANNED
                    if message.content.startswith("plan: ")
                    else HappeningStatus.OCCURRED
                ),
            )
            for message in block.messages
            if message.role == "user"
        )


class LineProjector:
    """Reads `a has key: value`, `a RELATION b`, `a aka b` and `a tagged b`, all of projects."""

    answers_at_once = True

    def __init__(self) -> None:
        self.known: list[tuple[str, ...]] = []

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        self.known.append(tuple(node.name for node in known))
        nodes: list[ProposedNode] = []
        facts: list[ProposedFact] = []
        edges: list[ProposedEdge] = []
        for event in events:
            text = event.title.removeprefix("plan: ")
            ids = (event.id,)
            if " has " in text:
                name, _, rest = text.partition(" has ")
                key, _, value = rest.partition(": ")
                nodes.append(ProposedNode(NodeType.PROJECT, name, ids))
                facts.append(ProposedFact((NodeType.PROJECT, name), key, value, ids))
                continue
            name, verb, other = text.split(maxsplit=2)
            if verb in ("aka", "tagged"):
                more = {"aliases" if verb == "aka" else "tags": (other,)}
                nodes.append(ProposedNode(NodeType.PROJECT, name, ids, **more))
                continue
            nodes += [ProposedNode(NodeType.PROJECT, item, ids) for item in (name, other)]
            ends = ((NodeType.PROJECT, name), (NodeType.PROJECT, other))
            edges.append(ProposedEdge(*ends, verb.replace("_", " "), ids))
        return Projection(tuple(nodes), tuple(facts), tuple(edges))


def talk(*lines: tuple[str, str]) -> list[dict[str, object]]:
    """Return a conversation of days and what the user said on each."""
    return [
        {"role": role, "content": content, "timestamp": f"{day}T10:00:00Z"}
        for day, line in lines
        for role, content in (("user", line), ("assistant", "ok"))
    ]


def open_graph(
    path: Path, projector: Projector | None = None, clock: FakeClock | None = None
) -> Memory:
    """Open a memory that reads graphs out of lines."""
    return Memory.open(
        path,
        clock=clock or FakeClock(),
        summariser=LineSummariser(),
        extractor=LineExtractor(),
        projector=projector or LineProjector(),
    )


def tell(memory: Memory, folder: Path, *lines: tuple[str, str], name: str = "talk") -> None:
    """Import a conversation of these lines, six turns a block, and do all that follows."""
    filler = [(lines[-1][0], f"{name} uses filler{number}") for number in range(-len(lines) % 6)]
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"messages": talk(*lines, *filler)}), "utf-8")
    memory.import_file(path)
    run_jobs(memory)


def node_named(memory: Memory, name: str) -> NodeId:
    """Return the node of a name."""
    (found,) = (row.id for row in memory.graph.view(HOME).nodes if row.name == name)
    return found


def facts_of(memory: Memory, name: str, as_of: str | None = None) -> list[Fact]:
    """Return the facts of the node of a name."""
    return list(memory.graph.node(node_named(memory, name), as_of).facts)
