"""The graph: people, projects, organizations, tools and places, and what is true of them when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.events import EventState, HappeningStatus
from stratagate_app.engine.domain.ids import EdgeId, EventId, FactId, NodeId, WorkspaceId

# Limits of engine-rules.md, "Graph".
MAX_ALIASES = 20
MAX_NODE_TAGS = 12
# As long as an event's title may be: a longer name is a sentence.
NAME_CHARS = 160


class NodeType(StrEnum):
    """What kind of thing a node is."""

    PERSON = "person"
    PROJECT = "project"
    ORGANIZATION = "organization"
    TOOL = "tool"
    PLACE = "place"


class FactState(StrEnum):
    """How a fact or an edge stands; what is hidden is never given out.

    CURRENT holds on the day that is asked about, PAST did before it. DISPUTED holds beside
    another that it conflicts with. PLANNED was meant to become true, and nothing says it did.
    """

    CURRENT = "current"
    PAST = "past"
    DISPUTED = "disputed"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class Validity:
    """The days on which something holds.

    Attributes:
        start: First day `YYYY-MM-DD`; None if nobody knows.
        end: The day from which it no longer holds; None while it does.
    """

    start: str | None = None
    end: str | None = None

    def holds_on(self, day: str) -> bool:
        """Return whether it holds on a day `YYYY-MM-DD`."""
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)


UNDATED = Validity()


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node as the canvas and lists show it.

    Attributes:
        aliases: Other names it is known by.
        size: From 0 to 1, of the whole graph: how much is known of it, and how lately.
        events: How many events it rests on.
        since: First day anything is known of it, None if nothing has a time.
        x: Where it stands on the canvas, in layout units (neighbours are some 100 apart); None
            until it was laid out.
        placed: A person put it there: the layout leaves it.
        cluster: Number of its cluster in this view, from 0; None if it stands alone.
    """

    id: NodeId
    workspace_id: WorkspaceId
    type: NodeType
    name: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    size: float = 0.0
    events: int = 0
    since: str | None = None
    x: float | None = None
    y: float | None = None
    placed: bool = False
    cluster: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is or was true of a node.

    Attributes:
        id: Names it in commands, e.g. to close it.
        key: What it tells, e.g. "package manager".
        value: As it was said.
        confidence: From 0 to 1.
        events: Its source events, the oldest first.
        closed_by_hand: A person ended it or decided against it.
    """

    id: FactId
    node_id: NodeId
    key: str
    value: str
    validity: Validity
    state: FactState
    confidence: float
    events: tuple[EventId, ...]
    closed_by_hand: bool = False


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A directed relation between two nodes; fields as those of Fact.

    Attributes:
        relation: Its words in English, e.g. "works at"; see `relation_text` of the wording.
    """

    id: EdgeId
    source: NodeId
    target: NodeId
    relation: str
    validity: Validity
    state: FactState
    confidence: float
    events: tuple[EventId, ...]
    closed_by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes that belong together.

    Attributes:
        number: As NodeRow.cluster has it.
        name: From the tags, or the largest node, of its members.
        size: Number of nodes.
    """

    number: int
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class GraphView:
    """The whole graph of a workspace, or of all: what was true on any day is read off it.

    Attributes:
        edges: Past and planned ones too; an edge stands on a day if its validity holds then.
        changes: Days on which facts or edges began or ended, with how many, the oldest first.
        today: The day that the states are told for.
        unfinished: Events that still wait to be taken in.
    """

    nodes: tuple[NodeRow, ...]
    edges: tuple[EdgeRow, ...]
    clusters: tuple[Cluster, ...]
    changes: tuple[tuple[str, int], ...]
    today: str
    disputed: int
    unfinished: int


@dataclass(frozen=True, slots=True)
class NodeRelation:
    """An edge as seen from one of its nodes. outgoing: from that node to the other."""

    edge: EdgeRow
    other: NodeRow
    outgoing: bool


@dataclass(frozen=True, slots=True)
class NodeEvent:
    """An event behind a node."""

    id: EventId
    title: str
    state: EventState
    status: HappeningStatus
    mentioned_at: datetime | None


@dataclass(frozen=True, slots=True)
class NodeDetail:
    """Everything about one node.

    Attributes:
        facts: By key, in each the newest first; every state.
        events: The newest first, at most 200 of `row.events`.
    """

    row: NodeRow
    facts: tuple[Fact, ...]
    relations: tuple[NodeRelation, ...]
    events: tuple[NodeEvent, ...]


@dataclass(frozen=True, slots=True)
class NodeHit:
    """A node that answers a search.

    Attributes:
        fields: Where it holds the words: name, aliases, tags, type, facts, past_facts, neighbours,
            past_neighbours, relations.
        words: Which words of the search it holds.
        name_marks: Where its name holds words: start and end of each.
        why: The fact or relation that holds most of the words, "" if the name says it all.
    """

    node: NodeRow
    fields: tuple[str, ...]
    words: tuple[str, ...]
    name_marks: tuple[tuple[int, int], ...]
    why: str
