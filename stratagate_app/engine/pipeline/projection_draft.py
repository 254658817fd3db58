"""What one event says, as it is put together: nodes, facts and relations of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from stratagate_app.engine.domain.events import HappeningStatus
from stratagate_app.engine.domain.graph import NAME_CHARS, UNDATED, NodeType, Validity
from stratagate_app.engine.pipeline.ports import (
    ProjectedEvent,
    ProposedEdge,
    ProposedFact,
    ProposedNode,
)
from stratagate_app.engine.rules.graph import MANY_VALUED
from stratagate_app.engine.rules.graph_names import fold_name

Named = tuple[NodeType, str]

# Eight events come to no more than a projection may hold.
MOST_ITEMS = 24
# Whoever speaks, where nobody says who it is. A name that is told once is the same node's.
SELF_ENGLISH, SELF_CHINESE = "I", "我"


@dataclass(slots=True)
class Draft:
    """What is read out of one event.

    Attributes:
        speaker: Who says "I" in it; "" if it is the user.
    """

    event: ProjectedEvent
    speaker: str = ""
    nodes: dict[tuple[NodeType, str], ProposedNode] = field(default_factory=dict)
    facts: list[ProposedFact] = field(default_factory=list)
    edges: list[ProposedEdge] = field(default_factory=list)

    @property
    def home(self) -> Named | None:
        """The project that "we" and "the project" mean: the one it is of."""
        name = self.event.home.strip()
        return (NodeType.PROJECT, name) if name and len(name) <= NAME_CHARS else None

    def is_project(self, word: str) -> bool:
        """Return whether the event says elsewhere that a word is the name of a project."""
        folded = fold_name(word)
        named = (self.home[1] if self.home else "", *self.event.tags)
        return (NodeType.PROJECT, folded) in self.nodes or folded in map(fold_name, named)

    def me(self, word: str) -> Named:
        """Return whoever says "I"; `word` is how the language says it."""
        return NodeType.PERSON, self.speaker or word

    def node(self, node: Named, *, aliases: tuple[str, ...] = ()) -> Named:
        """Take in that the event speaks of a node."""
        kind, name = node
        # Nobody is called so: it is shown only where something is told of whoever it is.
        if name in (SELF_ENGLISH, SELF_CHINESE) or len(self.nodes) >= MOST_ITEMS:
            return node
        key = (kind, fold_name(name))
        if key[1] and (key not in self.nodes or aliases):
            self.nodes[key] = ProposedNode(kind, name, (self.event.id,), aliases)
        return node

    def fact(self, node: Named, key: str, value: str, *, planned: bool = False) -> None:
        """Take in a fact."""
        if self.event.status is HappeningStatus.CANCELLED or len(self.facts) >= MOST_ITEMS:
            return
        self.node(node)
        fact = ProposedFact(node, key, value, (self.event.id,), planned=planned)
        if fact not in self.facts:
            self.facts.append(fact)

    def edge(
        self,
        source: Named,
        relation: str,
        target: Named,
        *,
        planned: bool = False,
        ended: bool = False,
    ) -> None:
        """Take in a relation; `ended`: it is told that it no longer holds."""
        if self.event.status is HappeningStatus.CANCELLED or len(self.edges) >= MOST_ITEMS:
            return
        if (source[0], fold_name(source[1])) == (target[0], fold_name(target[1])):
            return
        validity = Validity(None, self._day()) if ended else UNDATED
        if ended and validity.end is None:
            return
        self.node(source)
        self.node(target)
        edge = ProposedEdge(
            source,
            target,
            relation,
            (self.event.id,),
            grows=relation in MANY_VALUED,
            planned=planned,
            validity=validity,
        )
        if edge not in self.edges:
            self.edges.append(edge)

    def _day(self) -> str | None:
        if self.event.happening.start is not None:
            return self.event.happening.start[:10]
        said = self.event.mentioned_at
        return said.date().isoformat() if said is not None else None
