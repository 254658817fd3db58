"""The tables of the graph.

`nodes`, `facts` and `edges` give numbers to what can be said: a name of a kind, a fact about it, a
relation. A row of them says nothing by itself and is never taken away, so that a number means the
same after a rebuild, an undo or a redo. What is said, and by which event, stands in the
`*_sources`, and what people put right in `graph_corrections`: these are journalled, and the graph
is computed from them and the events (rules/graph.py).

Nothing here holds an event or a workspace: where they go, what is said of them goes out of sight.
"""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Column, ForeignKey, Index, Integer, Text

from stratagate_app.engine.store.columns import json_column, table

# A name of a kind in a workspace. Several may mean the same node.
nodes = table(
    "nodes",
    Column("workspace_id", Integer, nullable=False),
    Column("type", Text, nullable=False),
    # See rules.graph_names.fold_name.
    Column("folded", Text, nullable=False),
    # As it was first written.
    Column("name", Text, nullable=False),
    Index("ix_nodes_name", "workspace_id", "folded", "type", unique=True),
)

# An event speaks of a node.
node_sources = table(
    "node_sources",
    Column("node_id", Integer, ForeignKey("nodes.id"), nullable=False),
    Column("event_id", Integer, nullable=False),
    # It says that this is another name for it.
    Column("alias_id", Integer, ForeignKey("nodes.id")),
    Column("name", Text, nullable=False),
    json_column("tags", "[]"),
    Index("ix_node_sources_node", "node_id", "event_id"),
    Index("ix_node_sources_alias", "alias_id"),
    Index("ix_node_sources_event", "event_id"),
)

facts = table(
    "facts",
    Column("workspace_id", Integer, nullable=False),
    Column("node_id", Integer, ForeignKey("nodes.id"), nullable=False),
    # Of all that makes it this one: two that propose the same mean the same.
    Column("digest", Text, nullable=False),
    Column("grows", Integer, nullable=False),
    Column("planned", Integer, nullable=False),
    Column("valid_from", Text),
    Column("valid_to", Text),
    Column("confidence", REAL, nullable=False),
    Column("key", Text, nullable=False),
    Column("value", Text, nullable=False),
    Index("ix_facts_node", "node_id", "digest", unique=True),
    Index("ix_facts_workspace", "workspace_id"),
)

fact_sources = table(
    "fact_sources",
    Column("fact_id", Integer, ForeignKey("facts.id"), nullable=False),
    Column("event_id", Integer, nullable=False),
    Index("ix_fact_sources_fact", "fact_id", "event_id"),
    Index("ix_fact_sources_event", "event_id"),
)

edges = table(
    "edges",
    Column("workspace_id", Integer, nullable=False),
    Column("source_id", Integer, ForeignKey("nodes.id"), nullable=False),
    Column("target_id", Integer, ForeignKey("nodes.id"), nullable=False),
    Column("digest", Text, nullable=False),
    Column("grows", Integer, nullable=False),
    Column("planned", Integer, nullable=False),
    Column("valid_from", Text),
    Column("valid_to", Text),
    Column("confidence", REAL, nullable=False),
    Column("relation", Text, nullable=False),
    CheckConstraint("source_id <> target_id"),
    Index("ix_edges_source", "source_id", "digest", unique=True),
    Index("ix_edges_target", "target_id"),
    Index("ix_edges_workspace", "workspace_id"),
)

edge_sources = table(
    "edge_sources",
    Column("edge_id", Integer, ForeignKey("edges.id"), nullable=False),
    Column("event_id", Integer, nullable=False),
    Index("ix_edge_sources_edge", "edge_id", "event_id"),
    Index("ix_edge_sources_event", "event_id"),
)

# What people put right, in the order in which they did.
graph_corrections = table(
    "graph_corrections",
    Column("workspace_id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    json_column("fields", "{}"),
    Index("ix_graph_corrections_workspace", "workspace_id"),
)

# Where nodes stand on the canvas. Not journalled: moving a picture changes no memory.
node_places = table(
    "node_places",
    Column("node_id", Integer, ForeignKey("nodes.id"), nullable=False, unique=True),
    Column("x", REAL, nullable=False),
    Column("y", REAL, nullable=False),
    Column("by_hand", Integer, nullable=False, server_default="0"),
)

TABLES = (
    nodes,
    node_sources,
    facts,
    fact_sources,
    edges,
    edge_sources,
    graph_corrections,
    node_places,
)
# What is said, by which events. Rows that a rebuild took away rest on nothing but their events.
SOURCES = {source.name: source for source in (node_sources, fact_sources, edge_sources)}
