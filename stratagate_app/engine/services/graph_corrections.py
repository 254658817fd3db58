"""What people put right in the graph: one row, one operation each; nothing else is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.graph import MAX_ALIASES, NAME_CHARS, NodeType
from stratagate_app.engine.domain.ids import EdgeId, FactId, NodeId, WorkspaceId
from stratagate_app.engine.errors import InputRejected, NotFoundError
from stratagate_app.engine.rules.graph import Node
from stratagate_app.engine.rules.graph_names import CorrectionKind, fold_name
from stratagate_app.engine.rules.graph_time import Statement
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.graph_views import Picture, checked_day
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.graph_schema import graph_corrections, nodes
from stratagate_app.engine.store.records import to_json

Fields = Mapping[str, JsonValue]


def number_of(connection: Connection, workspace_id: WorkspaceId, kind: NodeType, name: str) -> int:
    """Return the number of a name of a kind; it gets one if it has none."""
    folded = fold_name(name)
    connection.execute(
        insert(nodes)
        .values(workspace_id=workspace_id, type=kind.value, folded=folded, name=name)
        .on_conflict_do_nothing()
    )
    found = connection.execute(
        select(nodes.c.id).where(
            nodes.c.workspace_id == workspace_id,
            nodes.c.folded == folded,
            nodes.c.type == kind.value,
        )
    )
    return int(found.scalar_one())


@dataclass(frozen=True, slots=True)
class Corrector:
    """Puts right what a picture shows; see GraphService for each.

    Attributes:
        connection: The transaction.
        at: Now.
        picture: The graph as this transaction finds it.
    """

    connection: Connection
    at: datetime
    picture: Picture

    def merge(self, kept: NodeId, other: NodeId) -> ChangeSet:
        """Let two nodes be one; see GraphService.merge_nodes."""
        one, two = _node(self.picture, kept), _node(self.picture, other)
        if one is two:
            raise refused("same_node", node=kept)
        fields: Fields = {"node": one.id, "other": two.id, "name": one.name, "type": one.type.value}
        told: Fields = {"other": two.name, "other_id": two.id}
        return self._record("merge_nodes", one, told, [(CorrectionKind.MERGE, fields)])

    def split(
        self,
        node_id: NodeId,
        name: str,
        kind: NodeType,
        facts: Sequence[FactId],
        edges: Sequence[EdgeId],
    ) -> ChangeSet:
        """Make one node two; see GraphService.split_node."""
        node = _node(self.picture, node_id)
        name = checked_name(name)
        own_facts = [_statement(self.picture.facts, key, "fact") for key in facts]
        own_edges = [_statement(self.picture.edges, key, "edge") for key in edges]
        if any(item.owner != node.id for item in own_facts) or any(
            node.id not in (item.owner, item.target) for item in own_edges
        ):
            raise refused("not_of_node", node=node.id)
        if kind is node.type and fold_name(name) == fold_name(node.name):
            raise refused("same_name", node=node.id)
        number = number_of(self.connection, self.picture.workspace_id, kind, name)
        taken = self.picture.graph.homes.get(number)
        if taken not in (None, node.id):
            raise refused("name_taken", node=taken, name=name)
        if taken is None and not own_facts and not own_edges:
            raise refused("nothing_moved", node=node.id)
        fields: Fields = {
            "node": node.id if node.id != number else min(set(node.names) - {number}),
            "other": number,
            "name": name,
            "type": kind.value,
            "facts": [key for item in own_facts for key in item.claims],
            "edges": [key for item in own_edges for key in item.claims],
        }
        told: Fields = {"other": name, "other_id": number}
        return self._record("split_node", node, told, [(CorrectionKind.SPLIT, fields)])

    def rename(self, node_id: NodeId, name: str) -> ChangeSet:
        """Call a node otherwise; see GraphService.rename_node."""
        node = _node(self.picture, node_id)
        name = checked_name(name)
        if name == node.name:
            return ChangeSet()
        number = self._free(node, node.type, name)
        fields: Fields = {"node": node.id, "other": number, "name": name}
        return self._record(
            "rename_node",
            node,
            {"name": name},
            [(CorrectionKind.RENAME, fields)],
        )

    def add_alias(self, node_id: NodeId, alias: str) -> ChangeSet:
        """Know a node by another name too; see GraphService.add_alias."""
        node = _node(self.picture, node_id)
        alias = checked_name(alias)
        if fold_name(alias) in {fold_name(name) for name in (node.name, *node.aliases)}:
            return ChangeSet()
        if len(node.aliases) >= MAX_ALIASES:
            raise refused("too_many_aliases", node=node.id, limit=MAX_ALIASES)
        number = self._free(node, node.type, alias)
        fields: Fields = {"node": node.id, "other": number, "name": alias}
        return self._record(
            "add_alias",
            node,
            {"alias": alias},
            [(CorrectionKind.ADD_ALIAS, fields)],
        )

    def remove_alias(self, node_id: NodeId, alias: str) -> ChangeSet:
        """No longer know a node by a name; see GraphService.remove_alias."""
        node = _node(self.picture, node_id)
        folded = fold_name(alias)
        if folded == fold_name(node.name):
            raise refused("is_name", node=node.id)
        found = {fold_name(name) for name in node.aliases}
        if folded not in found:
            raise refused("no_alias", node=node.id, name=alias[:NAME_CHARS])
        numbers = self.connection.execute(
            select(nodes.c.id).where(
                nodes.c.workspace_id == self.picture.workspace_id, nodes.c.folded == folded
            )
        ).scalars()
        names = sorted(set(numbers).intersection(node.names))
        fields: Fields = {"node": node.id, "names": list(names)}
        return self._record(
            "remove_alias",
            node,
            {"alias": alias},
            [(CorrectionKind.REMOVE_ALIAS, fields)],
        )

    def retype(self, node_id: NodeId, kind: NodeType) -> ChangeSet:
        """Let a node be of another type; see GraphService.retype_node."""
        node = _node(self.picture, node_id)
        if node.type is kind:
            return ChangeSet()
        number = self._free(node, kind, node.name)
        fields: Fields = {"node": node.id, "other": number, "type": kind.value}
        told = {"type": kind.value}
        return self._record("retype_node", node, told, [(CorrectionKind.RETYPE, fields)])

    def close(
        self,
        key: int,
        on: str | None,
        *,
        edge: bool,
    ) -> ChangeSet:
        """End a fact or an edge; see GraphService.close_fact."""
        item = _statement(
            self.picture.edges if edge else self.picture.facts, key, "edge" if edge else "fact"
        )
        day = self.picture.today if on is None else checked_day(on)
        if item.start is not None and day < item.start and not item.planned:
            raise refused("before_start", day=day, start=item.start)
        return self._record(
            "close_edge" if edge else "close_fact",
            self.picture.graph.nodes[item.owner],
            {**_told(self.picture, item), "on": day},
            [_closing(item, day)],
        )

    def decide(self, key: int, *, edge: bool) -> ChangeSet:
        """Let one of what is disputed hold; see GraphService.decide_fact."""
        item = _statement(
            self.picture.edges if edge else self.picture.facts, key, "edge" if edge else "fact"
        )
        rivals = [other for other in item.rivals if other.is_open(self.picture.today)]
        if not rivals:
            raise refused("not_disputed")
        day = item.start or self.picture.today
        return self._record(
            "decide_edge" if edge else "decide_fact",
            self.picture.graph.nodes[item.owner],
            {**_told(self.picture, item), "count": len(rivals)},
            [_closing(other, max(day, other.start or day)) for other in rivals],
        )

    def _free(self, node: Node, kind: NodeType, name: str) -> int:
        """Return the number of a name that no other node has."""
        number = number_of(self.connection, self.picture.workspace_id, kind, name)
        taken = self.picture.graph.homes.get(number)
        if taken not in (None, node.id):
            raise refused("name_taken", node=taken, name=name)
        return number

    def _record(
        self,
        kind: str,
        node: Node,
        told: Mapping[str, JsonValue],
        rows: Sequence[tuple[CorrectionKind, Fields]],
    ) -> ChangeSet:
        operation = journal.begin_operation(
            self.connection,
            kind,
            Actor.USER,
            self.at,
            workspace_id=self.picture.workspace_id,
            fields={"title": node.name, "node_id": node.id, "count": 1, **told},
        )
        journal.insert_rows(
            self.connection,
            operation,
            {
                graph_corrections: [
                    {
                        "workspace_id": self.picture.workspace_id,
                        "kind": item.value,
                        "fields": to_json(fields),
                    }
                    for item, fields in rows
                ]
            },
        )
        return changes_of(operation, {graph_corrections.name: ()})


def _closing(item: Statement, day: str) -> tuple[CorrectionKind, Fields]:
    kind = CorrectionKind.CLOSE_EDGES if item.target else CorrectionKind.CLOSE_FACTS
    return kind, {"edges" if item.target else "facts": list(item.claims), "on": day}


def _told(picture: Picture, item: Statement) -> dict[str, JsonValue]:
    value = picture.graph.nodes[item.target].name if item.target else item.value
    return {"key": item.key, "value": value}


def checked_name(name: str) -> str:
    """Return a name on one line.

    Raises:
        InputRejected: Code `graph`, reason empty_name or long_name.
    """
    text = " ".join(name.encode("utf-8", "replace").decode().split())
    if not fold_name(text):
        raise refused("empty_name")
    if len(text) > NAME_CHARS:
        raise refused("long_name", limit=NAME_CHARS)
    return text


def _node(picture: Picture, node_id: int) -> Node:
    home = picture.graph.homes.get(node_id)
    if home is None:
        raise NotFoundError(kind="node", id=node_id)
    return picture.graph.nodes[home]


def _statement(known: Mapping[int, Statement], key: int, kind: str) -> Statement:
    if key not in known:
        raise NotFoundError(kind=kind, id=key)
    return known[key]


def refused(reason: str, **fields: object) -> InputRejected:
    """Return why a correction cannot be."""
    return InputRejected("graph", reason=reason, **fields)
