"""The graph: what is true now and what was true then, and what people put right in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.dialects.sqlite import insert

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.events import EventState, HappeningStatus
from stratagate_app.engine.domain.graph import (
    Cluster,
    EdgeRow,
    GraphView,
    NodeDetail,
    NodeEvent,
    NodeHit,
    NodeRelation,
    NodeRow,
    NodeType,
)
from stratagate_app.engine.domain.ids import EdgeId, EventId, FactId, NodeId, WorkspaceId
from stratagate_app.engine.errors import NotFoundError
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.rules import graph as rules
from stratagate_app.engine.rules.questions import marks, words_of
from stratagate_app.engine.services import graph_rows
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.services.graph_corrections import Corrector, refused
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.graph_views import Picture, Pictures, checked_day
from stratagate_app.engine.services.pace import undisturbed
from stratagate_app.engine.store import graph_schema as tables
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import known, to_time
from stratagate_app.engine.store.schema import events, jobs, workspaces

# Of a node's events that are listed.
EVENTS_LISTED = 200


class GraphService:
    """Queries over the graph, and corrections of it.

    Nothing that is shown is stored: it follows from the events and from what was put right, so it
    is right again with every event that is forgotten, restored, superseded or undone. What is
    known of a day is read off intervals; a day is `YYYY-MM-DD`, None is today.

    Each correction is one operation; a NotFoundError says that an id names nothing now, an
    InputRejected of code `graph` with its reason why something cannot be; nothing was changed.
    """

    def __init__(self, database: Database, clock: Clock, intake: GraphQueue) -> None:
        self._database = database
        self._clock = clock
        self._intake = intake
        self._pictures = Pictures(clock)

    def view(self, workspace_id: WorkspaceId | None, as_of: str | None = None) -> GraphView:
        """Return the graph of a workspace (None: of all) as it was on a day.

        Clusters are those of today on every day, so that they can be recognised.

        Raises:
            NotFoundError: There is no such workspace.
            InputRejected: as_of is no day.
        """
        day = None if as_of is None else checked_day(as_of)

        def read(connection: Connection) -> GraphView:
            with undisturbed():
                return look(connection)

        def look(connection: Connection) -> GraphView:
            found = self.pictures(connection, workspace_id)
            on = day or self._pictures.today()
            nodes: list[NodeRow] = []
            edges: list[EdgeRow] = []
            changes: dict[str, int] = {}
            clusters: list[Cluster] = []
            for picture in found:
                own, first = picture.clusters(), len(clusters)
                clusters += [replace(item, number=item.number + first) for item in own]
                nodes += [
                    row
                    if not first or row.cluster is None
                    else replace(row, cluster=row.cluster + first)
                    for row in picture.nodes_on(on)
                ]
                edges += picture.edges_on(on)
                for key, count in picture.changes:
                    changes[key] = changes.get(key, 0) + count
            return GraphView(
                tuple(nodes),
                tuple(edges),
                tuple(clusters),
                tuple(sorted(changes.items())),
                on,
                sum(rules.disputed(picture.graph, on) for picture in found),
                _unfinished(connection, workspace_id),
            )

        return self._database.read(read)

    def node(self, node_id: NodeId, as_of: str | None = None) -> NodeDetail:
        """Return everything about a node, with the states of a day.

        Raises:
            NotFoundError: No event speaks of it now.
            InputRejected: as_of is no day.
        """
        day = None if as_of is None else checked_day(as_of)

        def read(connection: Connection) -> NodeDetail:
            picture = self._picture_of(connection, tables.nodes, node_id, "node")
            home = picture.graph.homes.get(node_id)
            if home is None:
                raise NotFoundError(kind="node", id=node_id)
            return _detail(connection, picture, home, day or picture.today)

        return self._database.read(read)

    def find(
        self,
        text: str,
        workspace_id: WorkspaceId | None,
        limit: int = 20,
        *,
        typing: bool = True,
    ) -> tuple[NodeHit, ...]:
        """Return the nodes that answer a question, best first, with why.

        Args:
            text: Words, or a question.
            workspace_id: None for all.
            limit: How many at most.
            typing: The last word may be unfinished.
        Raises:
            NotFoundError: There is no such workspace.
        """
        return self._database.read(
            lambda c: self.find_within(c, text, workspace_id, limit, typing=typing)
        )

    def find_within(
        self,
        connection: Connection,
        text: str,
        workspace_id: WorkspaceId | None,
        limit: int,
        *,
        typing: bool,
    ) -> tuple[NodeHit, ...]:
        """Return what find does, for who reads already."""
        words = words_of(text, typing=typing)
        if not words or limit <= 0:
            return ()
        hits = [
            (found, picture)
            for picture in self.pictures(connection, workspace_id)
            for found in picture.index().find(text, limit=limit, typing=typing)
        ]
        hits.sort(key=lambda hit: (-hit[0].score, hit[0].node))
        return tuple(
            NodeHit(
                picture.node(found.node),
                found.fields,
                found.words,
                marks(picture.node(found.node).name, words),
                found.why,
            )
            for found, picture in hits[:limit]
        )

    def place(self, positions: Mapping[NodeId, tuple[float, float]], *, by_hand: bool) -> ChangeSet:
        """Keep where nodes stand on the canvas; not journalled: it changes no memory.

        Ids that name nothing, and what is no number, are left out.

        Args:
            positions: In layout units.
            by_hand: A person put them there: they stay until a person moves them again.
        """
        usable = {
            key: (x, y)
            for key, (x, y) in positions.items()
            if math.isfinite(x) and math.isfinite(y)
        }
        if not usable:
            return ChangeSet()

        def write(connection: Connection) -> ChangeSet:
            homes = {
                row.id: row.workspace_id
                for row in connection.execute(
                    select(tables.nodes.c.id, tables.nodes.c.workspace_id).where(
                        listed(tables.nodes.c.id, usable)
                    )
                )
            }
            rows = [
                {"node_id": key, "x": x, "y": y, "by_hand": int(by_hand)}
                for key, (x, y) in usable.items()
                if key in homes
            ]
            if not rows:
                return ChangeSet()
            statement = insert(tables.node_places)
            kept = statement.excluded
            places = tables.node_places.c
            # What a person put somewhere no layout moves.
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[places.node_id],
                    set_={"x": kept.x, "y": kept.y, "by_hand": kept.by_hand},
                    where=(places.by_hand == 0) | (kept.by_hand == 1),
                ),
                rows,
            )
            self._pictures.moved(connection, homes.values())
            return ChangeSet(graph=True)

        return self._database.write(write)

    def rebuild(self, workspace_id: WorkspaceId) -> ChangeSet:
        """Take every event of a workspace into its graph anew; one operation.

        The work is queued: what an event said before stays until it was read again, so that the
        graph is never empty. No event is touched, and corrections stand. Undo brings back the
        graph as it was before.

        Returns:
            The changes; empty where there are no events, or nobody to read them.
        Raises:
            NotFoundError: There is no such workspace.
        """

        def work(connection: Connection) -> ChangeSet:
            name = connection.execute(
                select(workspaces.c.name).where(workspaces.c.id == workspace_id)
            ).scalar()
            if name is None:
                raise NotFoundError(kind="workspace", id=workspace_id)
            return self._intake.read_anew(connection, workspace_id, name, Actor.USER)

        return self._database.write(work)

    # -- corrections

    def merge_nodes(self, kept: NodeId, other: NodeId) -> ChangeSet:
        """Let two nodes be one: name and type are those of the first, everything is of both.

        Raises:
            InputRejected: Reason same_node; other_workspace.
        """
        at = self._clock.now()

        def work(connection: Connection) -> ChangeSet:
            homes = {
                graph_rows.home_of(connection, tables.nodes, key, "node") for key in (kept, other)
            }
            if len(homes) > 1:
                raise refused("other_workspace", node=other)
            picture = self._pictures.get(connection, homes.pop())
            return Corrector(connection, at, picture).merge(kept, other)

        return self._database.write(work)

    def split_node(
        self,
        node_id: NodeId,
        name: str,
        type: NodeType,  # noqa: A002  (what it is called everywhere)
        facts: Sequence[FactId],
        edges: Sequence[EdgeId],
    ) -> ChangeSet:
        """Make one node two: these facts and edges are of the new one.

        Where the name is one of the node's aliases, what speaks of it by that name goes along.

        Raises:
            InputRejected: Reason empty_name, long_name, same_name, name_taken, nothing_moved,
                not_of_node.
        """
        return self._correct(
            tables.nodes,
            node_id,
            "node",
            lambda it: it.split(node_id, name, type, facts, edges),
        )

    def rename_node(self, node_id: NodeId, name: str) -> ChangeSet:
        """Call a node otherwise; the name it had stays as an alias.

        Raises:
            InputRejected: Reason empty_name, long_name, name_taken (field node: whose it is).
        """
        return self._correct(
            tables.nodes,
            node_id,
            "node",
            lambda it: it.rename(node_id, name),
        )

    def add_alias(self, node_id: NodeId, alias: str) -> ChangeSet:
        """Know a node by another name too.

        Raises:
            InputRejected: As of rename_node; too_many_aliases.
        """
        return self._correct(
            tables.nodes,
            node_id,
            "node",
            lambda it: it.add_alias(node_id, alias),
        )

    def remove_alias(self, node_id: NodeId, alias: str) -> ChangeSet:
        """No longer know a node by a name; what speaks of that name is a node of its own then.

        Raises:
            InputRejected: Reason is_name, no_alias.
        """
        return self._correct(
            tables.nodes,
            node_id,
            "node",
            lambda it: it.remove_alias(node_id, alias),
        )

    def retype_node(
        self,
        node_id: NodeId,
        type: NodeType,  # noqa: A002  (what it is called everywhere)
    ) -> ChangeSet:
        """Let a node be of another type.

        Raises:
            InputRejected: Reason name_taken: there is one of that type and name; merge them.
        """
        return self._correct(
            tables.nodes,
            node_id,
            "node",
            lambda it: it.retype(node_id, type),
        )

    def close_fact(self, fact_id: FactId, on: str | None) -> ChangeSet:
        """End a fact: from that day (None: today) it no longer holds.

        Said anew later, it holds from then on.

        Raises:
            InputRejected: Reason bad_date, before_start.
        """
        return self._correct(
            tables.facts,
            fact_id,
            "fact",
            lambda it: it.close(fact_id, on, edge=False),
        )

    def close_edge(self, edge_id: EdgeId, on: str | None) -> ChangeSet:
        """End a relation; see close_fact."""
        return self._correct(
            tables.edges,
            edge_id,
            "edge",
            lambda it: it.close(edge_id, on, edge=True),
        )

    def decide_fact(self, fact_id: FactId) -> ChangeSet:
        """Say that this one holds: those that it disputes are closed, as if it had replaced them.

        Raises:
            InputRejected: Reason not_disputed.
        """
        return self._correct(
            tables.facts,
            fact_id,
            "fact",
            lambda it: it.decide(fact_id, edge=False),
        )

    def decide_edge(self, edge_id: EdgeId) -> ChangeSet:
        """Say that this relation holds; see decide_fact."""
        return self._correct(
            tables.edges,
            edge_id,
            "edge",
            lambda it: it.decide(edge_id, edge=True),
        )

    def _correct(
        self,
        table: Table,
        key: int,
        kind: str,
        act: Callable[[Corrector], ChangeSet],
    ) -> ChangeSet:
        # Read before, so that the transaction finds the graph ready.
        self._database.read(lambda c: self._picture_of(c, table, key, kind))
        at = self._clock.now()
        return self._database.write(
            lambda c: act(Corrector(c, at, self._picture_of(c, table, key, kind)))
        )

    def _picture_of(self, connection: Connection, table: Table, key: int, kind: str) -> Picture:
        try:
            return self._pictures.get(connection, graph_rows.home_of(connection, table, key, kind))
        except NotFoundError as error:
            # Its workspace is gone: so is it.
            raise NotFoundError(kind=kind, id=key) from error

    def pictures(self, connection: Connection, workspace_id: WorkspaceId | None) -> list[Picture]:
        """Return the graph of a workspace (None: of each) as it is now, for who reads already."""
        if workspace_id is not None:
            return [self._pictures.get(connection, workspace_id)]
        ids = connection.execute(select(workspaces.c.id).order_by(workspaces.c.id)).scalars()
        return [self._pictures.get(connection, WorkspaceId(key)) for key in ids.all()]


def _unfinished(connection: Connection, workspace_id: WorkspaceId | None) -> int:
    statement = select(func.sum(func.json_array_length(jobs.c.event_ids))).where(
        jobs.c.status.in_(("waiting", "running"))
    )
    if workspace_id is not None:
        statement = statement.where(jobs.c.workspace_id == workspace_id)
    return connection.execute(statement).scalar() or 0


def _detail(connection: Connection, picture: Picture, node_id: int, day: str) -> NodeDetail:
    node = picture.graph.nodes[node_id]
    relations: list[NodeRelation] = []
    for item in node.edges:
        row = picture.edge(item, day)
        if row is not None:
            outgoing = item.owner == node_id
            other = item.target if outgoing else item.owner
            relations.append(NodeRelation(row, picture.node(other), outgoing))
    relations.sort(
        key=lambda relation: (
            list(type(relation.edge.state)).index(relation.edge.state),
            relation.edge.relation,
            relation.other.name.lower(),
            relation.edge.id,
        )
    )
    statement = (
        select(
            events.c.id,
            events.c.title,
            events.c.state,
            events.c.status,
            events.c.mentioned_at,
            events.c.mentioned_offset,
        )
        .where(listed(events.c.id, sorted(node.events)))
        .order_by(events.c.mentioned_at.desc(), events.c.id.desc())
        .limit(EVENTS_LISTED)
    )
    told = tuple(
        NodeEvent(
            EventId(row.id),
            row.title,
            known(EventState, row.state, EventState.ARCHIVED),
            known(HappeningStatus, row.status, HappeningStatus.UNKNOWN),
            to_time(row.mentioned_at, row.mentioned_offset),
        )
        for row in connection.execute(statement)
    )
    return NodeDetail(
        picture.node(node_id), tuple(picture.facts_of(node_id, day)), tuple(relations), told
    )
