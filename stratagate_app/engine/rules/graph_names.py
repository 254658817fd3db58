"""Which names mean the same node; engine-rules.md, "Graph"."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.rules.ranking import fold


def fold_name(name: str) -> str:
    """Return what names of the same node have in common: case, spaces, `_` and `-` do not count.

    Empty for a name of nothing else, which names nothing.
    """
    if name.isascii():
        return name.lower().translate(_SKIPPED).replace(" ", "")
    return "".join(
        char
        for char in fold(name)
        if char not in "_-" and not char.isspace() and unicodedata.category(char)[0] != "C"
    )


_SKIPPED = {**dict.fromkeys(range(32)), **dict.fromkeys(map(ord, "_-\x7f"))}


class CorrectionKind(StrEnum):
    """What a person put right."""

    MERGE = "merge"
    SPLIT = "split"
    RENAME = "rename"
    ADD_ALIAS = "add_alias"
    REMOVE_ALIAS = "remove_alias"
    RETYPE = "retype"
    CLOSE_FACTS = "close_facts"
    CLOSE_EDGES = "close_edges"


@dataclass(frozen=True, slots=True)
class Correction:
    """Something that a person put right, by numbers of names and claims, which never change.

    Attributes:
        node: A name of the node that it is about; 0 where it is about facts or edges.
        other: The name that comes to it (merge, rename, add_alias, retype) or goes (split).
        names: Names that no longer mean it (remove_alias).
        name: How it is called from now on; "" where that stays.
        type: What it is from now on; None where that stays.
        facts: Facts that go over (split) or end (close_facts).
        edges: Edges that go over (split) or end (close_edges).
        on: The day from which these no longer hold; None: they hold again.
    """

    kind: CorrectionKind
    node: int = 0
    other: int = 0
    names: tuple[int, ...] = ()
    name: str = ""
    type: NodeType | None = None
    facts: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    on: str | None = None


@dataclass(slots=True)
class Names:
    """Which names belong together.

    Attributes:
        called: By the name that stands for its node: what a person calls it.
        typed: The same for what it is.
        moved_facts: Fact to the name that it was given to.
        moved_edges: Edge to the names it was taken from and given to.
    """

    parents: dict[int, int] = field(default_factory=dict)
    called: dict[int, str] = field(default_factory=dict)
    typed: dict[int, NodeType] = field(default_factory=dict)
    moved_facts: dict[int, int] = field(default_factory=dict)
    moved_edges: dict[int, tuple[int, int]] = field(default_factory=dict)

    def root(self, name: int) -> int:
        """Return the name that stands for all that mean the same."""
        parents = self.parents
        root = parents.get(name)
        if root is None:
            return name
        while (parent := parents.get(root, root)) != root:
            root = parent
        while (parent := parents.get(name, name)) != root:
            parents[name] = root
            name = parent
        return root

    def join(self, one: int, other: int) -> None:
        """Let two names mean the same."""
        first, second = sorted((self.root(one), self.root(other)))
        self.parents[second] = first


def join_names(links: Iterable[tuple[int, int]], corrections: Sequence[Correction]) -> Names:
    """Return which names belong together, by what is said and what was put right.

    Args:
        links: Names that events say are the same.
        corrections: In the order in which they were made.
    """
    standing = list(links)
    found = Names()
    for item in corrections:
        gone = set(item.names)
        if item.kind is CorrectionKind.SPLIT:
            gone.add(item.other)
            found.moved_facts.update(dict.fromkeys(item.facts, item.other))
            found.moved_edges.update(dict.fromkeys(item.edges, (item.node, item.other)))
        elif item.node and item.other:
            standing.append((item.node, item.other))
        if gone:
            standing = [link for link in standing if gone.isdisjoint(link)]
    for one, other in standing:
        found.join(one, other)
    for item in corrections:
        root = found.root(item.other if item.kind is CorrectionKind.SPLIT else item.node)
        if item.name and item.kind is not CorrectionKind.ADD_ALIAS:
            found.called[root] = item.name
        if item.type is not None:
            found.typed[root] = item.type
    return found
