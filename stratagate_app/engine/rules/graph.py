"""The graph of a workspace: a pure function of what events say and what people put right.

Rule: engine-rules.md, "Graph". Nothing of it is stored, so that forgetting, restoring, superseding
and undoing show at once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from stratagate_app.engine.domain.events import EventState
from stratagate_app.engine.domain.graph import MAX_ALIASES, MAX_NODE_TAGS, FactState, NodeType
from stratagate_app.engine.rules.graph_names import (
    Correction,
    CorrectionKind,
    Names,
    fold_name,
    join_names,
)
from stratagate_app.engine.rules.graph_time import (
    Claim,
    EventMark,
    Rules,
    Statement,
    Told,
    state_on,
    tell,
    timeline,
)
from stratagate_app.engine.rules.ranking import fold

# Relations of which one thing can have many at a time; engine-rules.md, "Graph".
MANY_VALUED = frozenset({"uses", "knows", "works with", "depends on"})

# What the size of a node is made of, and after how many days activity counts e times less.
_OF_EVENTS, _OF_RELATIONS, _OF_RECENCY, _OF_NEARNESS = 0.45, 0.35, 0.1, 0.1
_RECENT_DAYS = 90.0


@dataclass(slots=True)
class Name:
    """A name of a kind, with the number that it keeps."""

    id: int
    type: NodeType
    folded: str
    name: str


@dataclass(slots=True)
class Mention:
    """An event speaks of a node. alias: another name that it gives it; 0 if none."""

    node: int
    event: int
    alias: int
    name: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphSource:
    """All that the graph of a workspace is made of.

    Attributes:
        home: The name of the workspace.
        marks: Events by id; those that are missing are gone.
        conflicts: Pairs of events that contradict each other.
        supersedes: Pairs of events: the first takes the place of the second.
    """

    home: str
    names: Mapping[int, Name]
    mentions: Sequence[Mention]
    facts: Sequence[Claim]
    edges: Sequence[Claim]
    marks: Mapping[int, EventMark]
    conflicts: Sequence[tuple[int, int]] = ()
    supersedes: Sequence[tuple[int, int]] = ()
    corrections: Sequence[Correction] = ()


@dataclass(slots=True, eq=False)
class Node:
    """A node with all that is known of it, of every time.

    Attributes:
        id: The lowest number among its names that are in use.
        names: Numbers of all its names.
        size: From 0 to 1.
    """

    id: int
    type: NodeType
    name: str
    names: tuple[int, ...]
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    events: set[int] = field(default_factory=set)
    since: str | None = None
    size: float = 0.0
    facts: list[Statement] = field(default_factory=list)
    edges: list[Statement] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of a workspace, of every time.

    Attributes:
        homes: Every name to the node that it means.
        facts: The oldest first within their key.
        edges: owner and target are nodes.
    """

    nodes: Mapping[int, Node]
    homes: Mapping[int, int]
    facts: Sequence[Statement]
    edges: Sequence[Statement]
    marks: Mapping[int, EventMark]


def build(source: GraphSource, today: str) -> Graph:
    """Return the graph that events and corrections come to."""
    marks = {key: mark for key, mark in source.marks.items() if mark.counts}
    mentions = [item for item in source.mentions if item.event in marks]
    names = join_names(
        [(item.node, item.alias) for item in mentions if item.alias], source.corrections
    )
    fact_rules, edge_rules = _rules(source, marks)
    facts = _statements(
        source.facts,
        lambda claim: (names.root(names.moved_facts.get(claim.id, claim.owner)), 0),
        marks,
        fact_rules,
        today,
    )
    edges = _statements(
        source.edges, lambda claim: _ends(claim, names), marks, edge_rules, today, related=True
    )
    assembly = _Assembly(names, source.names)
    for item in mentions:
        assembly.mention(item)
    return _assemble(source, assembly, marks, facts, edges)


def _rules(source: GraphSource, marks: Mapping[int, EventMark]) -> tuple[Rules, Rules]:
    """Return what decides between facts, and between edges."""
    conflicts: dict[int, set[int]] = {}
    for one, other in source.conflicts:
        both = (marks.get(one), marks.get(other))
        if all(mark is not None and mark.state is EventState.ACTIVE for mark in both):
            conflicts.setdefault(one, set()).add(other)
            conflicts.setdefault(other, set()).add(one)
    supersedes: dict[int, set[int]] = {}
    for new, old in source.supersedes:
        if new in marks and old in marks:
            supersedes.setdefault(new, set()).add(old)
    facts: dict[int, str | None] = {}
    edges: dict[int, str | None] = {}
    for item in source.corrections:
        if item.kind is CorrectionKind.CLOSE_FACTS:
            facts.update(dict.fromkeys(item.facts, item.on))
        elif item.kind is CorrectionKind.CLOSE_EDGES:
            edges.update(dict.fromkeys(item.edges, item.on))
    return Rules(conflicts, supersedes, facts), Rules(conflicts, supersedes, edges)


def _ends(claim: Claim, names: Names) -> tuple[int, int]:
    """Return the roots of source and target, after what a person moved."""
    source, target = names.root(claim.owner), names.root(claim.target)
    moved = names.moved_edges.get(claim.id)
    if moved is not None:
        old, new = names.root(moved[0]), names.root(moved[1])
        if source == old:
            source = new
        elif target == old:
            target = new
    return source, target


def _statements(
    claims: Iterable[Claim],
    ends: Callable[[Claim], tuple[int, int]],
    marks: Mapping[int, EventMark],
    rules: Rules,
    today: str,
    *,
    related: bool = False,
) -> list[Statement]:
    groups: dict[tuple[int, str], list[Told]] = {}
    folded: dict[str, str] = {}
    for claim in claims:
        owner, target = ends(claim)
        # A merge can let an edge lead from a node to itself.
        if related and owner == target:
            continue
        key = folded.get(claim.key)
        if key is None:
            key = folded[claim.key] = fold(claim.key)
        told = tell(claim, marks, str(target) if related else fold(claim.value), target)
        if told is not None:
            groups.setdefault((owner, key), []).append(told)
    found: list[Statement] = []
    for (owner, _), group in groups.items():
        found += timeline(group, owner, rules, today)
    return found


@dataclass(slots=True)
class _Assembly:
    """Nodes in the making, by the name that stands for each.

    Attributes:
        used: Names that events, or people, use.
        events: What each node rests on.
        spelled: How each name is written, and by which event.
        said: How often each name is used.
    """

    names: Names
    known: Mapping[int, Name]
    used: dict[int, set[int]] = field(default_factory=dict)
    events: dict[int, set[int]] = field(default_factory=dict)
    tags: dict[int, dict[str, int]] = field(default_factory=dict)
    spelled: dict[int, tuple[int, str]] = field(default_factory=dict)
    said: dict[int, int] = field(default_factory=dict)

    def mention(self, item: Mention) -> None:
        """Take in that an event speaks of a node."""
        key = item.node
        root = self.names.root(key)
        events = self.events.get(root)
        if events is None:
            self.events[root], self.used[root] = {item.event}, {key}
        else:
            events.add(item.event)
            self.used[root].add(key)
        if item.alias:
            if self.names.root(item.alias) == root:
                self.used[root].add(item.alias)
            self.spelled.setdefault(item.alias, (item.event, item.name))
            return
        self.said[key] = self.said.get(key, 0) + 1
        spelled = self.spelled.get(key)
        if spelled is None or item.event < spelled[0]:
            self.spelled[key] = (item.event, item.name)
        if item.tags:
            tags = self.tags.setdefault(root, {})
            for tag in item.tags:
                tags[tag] = tags.get(tag, 0) + 1

    def support(self, items: Iterable[Statement]) -> None:
        """Take in what facts and edges say of their nodes."""
        known = self.events
        for item in items:
            for key in (item.owner, item.target) if item.target else (item.owner,):
                events = known.get(key)
                if events is None:
                    known[key] = set(item.events)
                else:
                    events.update(item.events)

    def correct(self, item: Correction) -> None:
        """Take in the names that people gave."""
        if item.name and item.other and item.kind is not CorrectionKind.MERGE:
            self.spelled[item.other] = (0, item.name)
        if item.kind is CorrectionKind.ADD_ALIAS:
            root = self.names.root(item.other)
            if root == self.names.root(item.node) and root in self.events:
                self.used.setdefault(root, set()).add(item.other)

    def node(self, root: int, own: Sequence[int]) -> Node:
        """Return a node by all its names."""
        used = self.used.get(root) or own
        # Said most often, and first of those.
        (lead,) = used if len(used) == 1 else (min(used, key=self._rank),)
        called = self.names.called.get(root) or self._spelling(lead)
        aliases: dict[str, str] = {}
        if len(used) > 1 or root in self.names.called:
            for key in sorted(used):
                aliases.setdefault(self.known[key].folded, self._spelling(key))
            aliases.pop(fold_name(called), None)
        tags = self.tags.get(root, {})
        return Node(
            min(used),
            self.names.typed.get(root, self.known[lead].type),
            called,
            tuple(own),
            tuple(aliases.values())[:MAX_ALIASES],
            tuple(sorted(tags, key=lambda tag: -tags[tag])[:MAX_NODE_TAGS]),
            self.events[root],
        )

    def _rank(self, key: int) -> tuple[int, int]:
        return -self.said.get(key, 0), key

    def _spelling(self, key: int) -> str:
        found = self.spelled.get(key)
        return found[1] if found is not None else self.known[key].name


def _assemble(
    source: GraphSource,
    assembly: _Assembly,
    marks: Mapping[int, EventMark],
    facts: list[Statement],
    edges: list[Statement],
) -> Graph:
    names = assembly.names
    assembly.support(facts)
    assembly.support(edges)
    for correction in source.corrections:
        assembly.correct(correction)
    members: dict[int, list[int]] = {}
    for key in source.names:
        root = names.root(key)
        if root in assembly.events:
            members.setdefault(root, []).append(key)
    homes: dict[int, int] = {}
    nodes: dict[int, Node] = {}
    ids: dict[int, int] = {}
    for root, own in members.items():
        node = assembly.node(root, own)
        ids[root] = node.id
        nodes[node.id] = node
        homes.update(dict.fromkeys(own, node.id))
    for statement in facts:
        statement.owner = ids[statement.owner]
        nodes[statement.owner].facts.append(statement)
    for statement in edges:
        statement.owner, statement.target = ids[statement.owner], ids[statement.target]
        for key in (statement.owner, statement.target):
            nodes[key].edges.append(statement)
    _measure(nodes, facts, edges, marks, fold_name(source.home))
    return Graph(nodes, homes, facts, edges, marks)


def _tally(
    nodes: Mapping[int, Node], facts: Sequence[Statement], edges: Sequence[Statement]
) -> tuple[dict[int, int], dict[int, str]]:
    """Return how many relations of each node stand, and the first day that anything began."""
    degrees = dict.fromkeys(nodes, 0)
    since: dict[int, str] = {}
    for item in (*facts, *edges):
        if item.planned:
            continue
        stands = item.target and item.end is None and not item.closed
        for key in (item.owner, item.target) if item.target else (item.owner,):
            if stands:
                degrees[key] += 1
            if item.start and (key not in since or item.start < since[key]):
                since[key] = item.start
    return degrees, since


def _measure(
    nodes: Mapping[int, Node],
    facts: Sequence[Statement],
    edges: Sequence[Statement],
    marks: Mapping[int, EventMark],
    home: str,
) -> None:
    """Set since when nodes are known, and how large they are.

    Rule:
        engine-rules.md, "Graph": supporting events, current relations, recent activity, nearness
        to the workspace; from the whole graph. Recency counts from the newest day that the graph
        knows, so that it does not fade while nothing happens.
    """
    if not nodes:
        return
    degrees, since = _tally(nodes, facts, edges)
    days = {key: day for key, mark in marks.items() if (day := mark.day or mark.said) is not None}
    newest_of: dict[int, str] = {}
    for key, node in nodes.items():
        own = [days[event] for event in node.events if event in days]
        newest_of[key] = max(own, default="")
        if key in since:
            own.append(since[key])
        node.since = min(own, default=None)
    newest = max(newest_of.values())
    most_events = math.log1p(max(len(node.events) for node in nodes.values()))
    most_edges = math.log1p(max(degrees.values())) or 1.0
    ages: dict[str, float] = {"": 0.0}
    centre = {node.id for node in nodes.values() if home and fold_name(node.name) == home}
    near = {
        key
        for node_id in centre
        for item in nodes[node_id].edges
        for key in (item.owner, item.target)
    }
    for node in nodes.values():
        last = newest_of[node.id]
        if last not in ages:
            ages[last] = math.exp(-_days_between(last, newest) / _RECENT_DAYS)
        nearness = 1.0 if node.id in centre else 0.5 if node.id in near else 0.0
        node.size = round(
            _OF_EVENTS * math.log1p(len(node.events)) / (most_events or 1.0)
            + _OF_RELATIONS * math.log1p(degrees[node.id]) / most_edges
            + _OF_RECENCY * ages[last]
            + _OF_NEARNESS * nearness,
            4,
        )


def _days_between(first: str, last: str) -> int:
    try:
        return (date.fromisoformat(last) - date.fromisoformat(first)).days
    except ValueError:
        return 0


def changes(graph: Graph) -> tuple[tuple[str, int], ...]:
    """Return the days on which something began or ended, with how many, the oldest first."""
    days: Counter[str] = Counter()
    for item in (*graph.facts, *graph.edges):
        if not item.planned:
            days.update(day for day in (item.start, item.end) if day is not None)
    return tuple(sorted(days.items()))


def disputed(graph: Graph, day: str) -> int:
    """Return how many facts and edges are disputed on a day."""
    return sum(
        1
        for item in (*graph.facts, *graph.edges)
        if item.rivals and state_on(item, day) is FactState.DISPUTED
    )
