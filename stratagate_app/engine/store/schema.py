"""The tables, as SQLAlchemy Core sees them.

Every table has an integer `id` that is never used twice (AUTOINCREMENT): the journal names rows
by it, and a redo may bring a row back long after it went. Wide texts stand last in their rows, so
that lists read past them without touching their overflow pages. Times are UTC text of one width
(`2026-03-04T10:00:00.000Z`), so that they sort; offsets are minutes east of UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    text,
)

from stratagate_app.engine.store.columns import json_column as _json
from stratagate_app.engine.store.columns import metadata as _metadata
from stratagate_app.engine.store.columns import table as _table
from stratagate_app.engine.store.graph_schema import (
    edge_sources,
    fact_sources,
    graph_corrections,
    node_sources,
)
from stratagate_app.engine.store.review_schema import review_answers

meta = Table(
    "meta",
    _metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)

workspaces = _table(
    "workspaces",
    Column("name", Text, nullable=False, unique=True),
    Column(
        "block_turns", Integer, CheckConstraint("block_turns BETWEEN 1 AND 200"), nullable=False
    ),
    Column("decay_lambda", REAL, CheckConstraint("decay_lambda BETWEEN 0 AND 1"), nullable=False),
    Column("turns", Integer, nullable=False, server_default="0"),
    # The project folder whose conversations belong here.
    Column("hint", Text, unique=True),
    # Made by an import: goes when the last of its sessions is taken back.
    Column("auto", Integer, nullable=False, server_default="0"),
    Column("created_at", Text, nullable=False),
)

import_batches = _table(
    "import_batches",
    Column("operation_id", Integer, ForeignKey("operations.id"), nullable=False),
    Column("format", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("size_bytes", Integer, nullable=False, server_default="0"),
    Column("at", Text, nullable=False),
)

sessions = _table(
    "sessions",
    Column("workspace_id", Integer, ForeignKey("workspaces.id"), nullable=False),
    Column("source", Text, nullable=False),
    Column("external_id", Text),
    # Finds conversations without an id of their own again: digest of their first message.
    Column("head_digest", Text),
    Column("title", Text, nullable=False),
    Column("source_title", Text, nullable=False, server_default=""),
    Column("started_at", Text),
    Column("updated_at", Text),
    Column("turns", Integer, nullable=False, server_default="0"),
    Column("complete_turns", Integer, nullable=False, server_default="0"),
    Column("messages", Integer, nullable=False, server_default="0"),
    Column("blocks", Integer, nullable=False, server_default="0"),
    Column("sealed_position", Integer, nullable=False, server_default="0"),
    Column("sealed_turn", Integer, nullable=False, server_default="0"),
    Column("batch_id", Integer, ForeignKey("import_batches.id")),
    Index("ix_sessions_source_external", "source", "external_id", unique=True),
    Index("ix_sessions_head", "source", "head_digest"),
    Index("ix_sessions_workspace_updated", "workspace_id", "updated_at"),
    Index("ix_sessions_updated", "updated_at"),
)

messages = _table(
    "messages",
    Column("session_id", Integer, ForeignKey("sessions.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("created_at", Text),
    Column("offset_minutes", Integer),
    Column("external_id", Text, nullable=False),
    Column("tool_calls", Integer, nullable=False, server_default="0"),
    Column("content", Text, nullable=False),
    Index("ix_messages_session_position", "session_id", "position", unique=True),
)

tool_calls = _table(
    "tool_calls",
    Column("message_id", Integer, ForeignKey("messages.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("name", Text, nullable=False),
    # Not CHECKed: what a source calls JSON may hold what SQLite's parser refuses.
    Column("arguments", Text),
    Column("result", Text),
    Index("ix_tool_calls_message", "message_id", "position", unique=True),
)

blocks = _table(
    "blocks",
    Column("session_id", Integer, ForeignKey("sessions.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("first_turn", Integer, nullable=False),
    Column("last_turn", Integer, nullable=False),
    Column("first_position", Integer, nullable=False),
    Column("last_position", Integer, nullable=False),
    Column(
        "status", Text, CheckConstraint("status IN ('pending','ready','failed')"), nullable=False
    ),
    Column("messages", Integer, nullable=False),
    Column("tool_calls", Integer, nullable=False),
    Column("started_at", Text),
    Column("started_offset", Integer),
    Column("ended_at", Text),
    Column("ended_offset", Integer),
    Column("sealed_at", Text, nullable=False),
    # Where the workspace's turn counter stood when the block was sealed: its events form then.
    Column("workspace_turn", Integer, nullable=False, server_default="0"),
    Column("ready_position", Integer),
    Column("anchor_level", Integer, nullable=False, server_default="5"),
    Column("anchor_position", Integer),
    Column("lifted_by", Text),
    Column("lifted_at", Text),
    Column("tokens_0", Integer, nullable=False, server_default="0"),
    Column("tokens_1", Integer, nullable=False, server_default="0"),
    Column("tokens_2", Integer, nullable=False, server_default="0"),
    Column("tokens_3", Integer, nullable=False),
    Column("tokens_4", Integer, nullable=False),
    Column("tokens_5", Integer, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    _json("tags", "[]"),
    Column("summary", Text, nullable=False, server_default=""),
    _json("key_facts", "[]"),
    # NULL: the length guard made it the next level's text.
    Column("l3", Text),
    Column("l4", Text),
    Index("ix_blocks_session_number", "session_id", "number", unique=True),
    Index("ix_blocks_session_ready", "session_id", "ready_position"),
    Index("ix_blocks_session_status", "session_id", "status", "number"),
    Index("ix_blocks_session_position", "session_id", "last_position"),
)

jobs = _table(
    "jobs",
    Column("kind", Text, nullable=False),
    # NULL: it takes events into the graph.
    Column("block_id", Integer, ForeignKey("blocks.id")),
    # The operation that made this work necessary; undoing that takes what the job wrote with it.
    Column("operation_id", Integer, ForeignKey("operations.id"), nullable=False),
    Column(
        "status", Text, CheckConstraint("status IN ('waiting','running','failed')"), nullable=False
    ),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("not_before", Text, nullable=False),
    Column("lease_owner", Text),
    Column("lease_until", Text),
    Column("error", Text, nullable=False, server_default=""),
    Column("error_detail", Text, nullable=False, server_default=""),
    Column("updated_at", Text, nullable=False),
    # Of work on the graph; the workspace may go while it waits, so it is not held.
    Column("workspace_id", Integer),
    _json("event_ids", "[]"),
    Index("ix_jobs_status", "status", "id"),
    Index("ix_jobs_block", "block_id"),
    # The few that are for the graph.
    Index(
        "ix_jobs_workspace",
        *("workspace_id", "operation_id"),
        sqlite_where=text("workspace_id IS NOT NULL"),
    ),
)

events = _table(
    "events",
    Column("workspace_id", Integer, ForeignKey("workspaces.id"), nullable=False),
    Column("session_id", Integer, ForeignKey("sessions.id"), nullable=False),
    Column("block_id", Integer, ForeignKey("blocks.id")),
    Column("title", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("state", Text, nullable=False, server_default="active"),
    Column("scope", Text, nullable=False),
    Column("criticality", Text, nullable=False),
    Column("pinned", Integer, nullable=False, server_default="0"),
    Column("cap", REAL),
    Column("adoptions", Integer, nullable=False, server_default="0"),
    # 0.15 / (1 + 1.5 ln n), kept with `adoptions` so that SQLite can order by weight.
    Column("decay_rate", REAL, nullable=False),
    Column("formed_turn", Integer, nullable=False),
    Column("last_adoption_turn", Integer, nullable=False),
    Column("mentioned_at", Text),
    Column("mentioned_offset", Integer),
    Column("happened_start", Text),
    Column("happened_end", Text),
    Column("happened_text", Text, nullable=False, server_default=""),
    Column("precision", Text, nullable=False),
    Column("basis", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("last_found_at", Text),
    _json("tags", "[]"),
    _json("participants", "[]"),
    _json("notes", "[]"),
    Column("summary", Text, nullable=False),
    Index("ix_events_workspace", "workspace_id", "id"),
    Index("ix_events_session", "session_id"),
    Index("ix_events_block", "block_id"),
    # All that weighs an event: a list by weight is ordered without reading the events.
    Index(
        "ix_events_weight",
        *("workspace_id", "state", "pinned", "criticality", "cap", "decay_rate"),
        "last_adoption_turn",
    ),
    # Finds what comes in a second time.
    Index("ix_events_title", text("lower(title)")),
    # The few that automatic recall takes without relevance.
    Index("ix_events_pinned", "pinned", sqlite_where=text("pinned = 1")),
    # Plans that are due.
    Index(
        "ix_events_planned",
        text("coalesce(happened_end, happened_start)"),
        sqlite_where=text("status = 'planned'"),
    ),
    Index("ix_events_safety", "criticality", sqlite_where=text("criticality = 'safety'")),
)

event_sources = _table(
    "event_sources",
    Column("event_id", Integer, ForeignKey("events.id"), nullable=False),
    Column("message_id", Integer, ForeignKey("messages.id"), nullable=False),
    Index("ix_event_sources_event", "event_id", "message_id", unique=True),
    Index("ix_event_sources_message", "message_id"),
)

event_quotes = _table(
    "event_quotes",
    Column("event_id", Integer, ForeignKey("events.id"), nullable=False),
    Column("message_id", Integer, ForeignKey("messages.id"), nullable=False),
    Column("quote", Text, nullable=False),
    Index("ix_event_quotes_event", "event_id"),
    Index("ix_event_quotes_message", "message_id"),
)

event_relations = _table(
    "event_relations",
    Column("event_id", Integer, ForeignKey("events.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("other_id", Integer, ForeignKey("events.id"), nullable=False),
    Index("ix_event_relations_event", "event_id", "kind", "other_id", unique=True),
    Index("ix_event_relations_other", "other_id"),
    # Contradictions are few among many relations.
    Index(
        "ix_event_relations_conflicts",
        "event_id",
        "other_id",
        sqlite_where=text("kind = 'conflicts'"),
    ),
)

operations = _table(
    "operations",
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("workspace_id", Integer),
    # The operation this one followed from (derived work follows from an import).
    Column("cause_id", Integer, ForeignKey("operations.id")),
    # The operation an undo or a redo acted on.
    Column("target_id", Integer, ForeignKey("operations.id")),
    Column("undone_by", Integer, ForeignKey("operations.id")),
    _json("fields", "{}"),
    Index("ix_operations_cause", "cause_id"),
    Index("ix_operations_kind", "kind"),
)

operation_changes = _table(
    "operation_changes",
    Column("operation_id", Integer, ForeignKey("operations.id"), nullable=False),
    Column("action", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("first_id", Integer, nullable=False),
    Column("last_id", Integer, nullable=False),
    # update, delete: the rows as they were. count: column and step. insert: nothing.
    Column("before", LargeBinary),
    Index("ix_operation_changes_operation", "operation_id"),
    Index("ix_operation_changes_rows", "table_name", "first_id"),
)

# What was looked for, how it was judged and what was used of it. The audit: it outlives what it
# names, so it points at sessions and workspaces without holding them.
retrievals = _table(
    "retrievals",
    Column("kind", Text, nullable=False),
    Column("scope", Text, nullable=False, server_default=""),
    Column("workspace_id", Integer),
    Column("session_id", Integer),
    Column("at", Text, nullable=False),
    # Public references of the results, best first.
    _json("refs", "[]"),
    Column("query", Text, nullable=False),
)

assessments = _table(
    "assessments",
    Column("retrieval_id", Integer, ForeignKey("retrievals.id"), nullable=False),
    Column("verdict", Text, nullable=False),
    Column("next_strategy", Text, nullable=False),
    Column("at", Text, nullable=False),
    _json("refs", "[]"),
    # Place, reference and reason of each that was not taken.
    _json("refused", "[]"),
    Column("fit", Text, nullable=False),
    Column("missing", Text, nullable=False),
    Index("ix_assessments_retrieval", "retrieval_id"),
)

receipts = _table(
    "receipts",
    Column("receipt_id", Text, nullable=False, unique=True),
    Column("retrieval_id", Integer, ForeignKey("retrievals.id"), nullable=False),
    # What changed the weights; NULL where no event was used.
    Column("operation_id", Integer, ForeignKey("operations.id")),
    Column("turn", Integer),
    Column("at", Text, nullable=False),
    # Of what was recorded: the same id may only say the same again.
    Column("digest", Text, nullable=False),
    _json("refs", "[]"),
    _json("refused", "[]"),
    Column("question", Text, nullable=False),
    Index("ix_receipts_retrieval", "retrieval_id"),
    Index("ix_receipts_operation", "operation_id"),
)

adoptions = _table(
    "adoptions",
    Column("event_id", Integer, ForeignKey("events.id"), nullable=False),
    Column("receipt_id", Integer, ForeignKey("receipts.id"), nullable=False),
    # Of the event's workspace.
    Column("turn", Integer, nullable=False),
    # Of the weight's formula, after this one.
    Column("n", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Index("ix_adoptions_event", "event_id", "id"),
    Index("ix_adoptions_receipt", "receipt_id", "event_id", unique=True),
)

# Questions put to the memory, and what came of them. The audit, like the batches.
asks = _table(
    "asks",
    Column("workspace_id", Integer),
    Column("session_id", Integer),
    # answered, insufficient, failed, or stopped: what was not ended counts as that.
    Column("outcome", Text, nullable=False),
    # Who answered; "" where a person did by hand.
    Column("model", Text, nullable=False, server_default=""),
    # Made with the question, long before the answer: recording it twice counts once.
    Column("receipt_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    # The batch of its last step, which holds what the steps before found as well.
    Column("retrieval_id", Integer),
    Column("tokens", Integer, nullable=False, server_default="0"),
    # Why it failed, as a code.
    Column("error", Text, nullable=False, server_default=""),
    # Of each step: its batch, what was done, and how many of the batch's references are its own.
    _json("steps", "[]"),
    # Of the answer: what it named, and of what counts the weight before and after.
    _json("evidence", "{}"),
    # Replies and references that were not taken, each with the reason.
    _json("notes", "[]"),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=False, server_default=""),
    Index("ix_asks_workspace", "workspace_id", "id"),
    Index("ix_asks_retrieval", "retrieval_id"),
)

# Where new conversations belong; see rules/placing.py.
workspace_rules = _table(
    "workspace_rules",
    Column("workspace_id", Integer, ForeignKey("workspaces.id"), nullable=False),
    Column("position", Integer, nullable=False),
    # project (the path of a folder) or source.
    Column("kind", Text, nullable=False),
    Column("pattern", Text, nullable=False),
    Index("ix_workspace_rules_position", "position"),
    Index("ix_workspace_rules_workspace", "workspace_id"),
)

# Memories that were read from a file and are being judged; nothing of them counts before the
# commit, which is an operation like any other. Not journalled: choosing is no change of memory.
previews = _table(
    "previews",
    # It may go with its last session while the preview waits, so it is not held.
    Column("workspace_id", Integer, nullable=False),
    Column("format", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("size_bytes", Integer, nullable=False, server_default="0"),
    # Its JSON was damaged and put right: a person looks at everything.
    Column("repaired", Integer, nullable=False, server_default="0"),
    Column("at", Text, nullable=False),
    # The commit; NULL while it is open.
    Column("operation_id", Integer, ForeignKey("operations.id")),
    # The newest change of the journal that the judgements know of.
    Column("seen_change", Integer, nullable=False, server_default="0"),
    _json("rejected", "[]"),
    _json("warnings", "[]"),
    Index("ix_previews_workspace", "workspace_id"),
    Index("ix_previews_operation", "operation_id"),
)

candidates = _table(
    "candidates",
    Column("preview_id", Integer, ForeignKey("previews.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column(
        "status",
        Text,
        CheckConstraint("status IN ('waiting','running','judged','failed')"),
        nullable=False,
    ),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("not_before", Text, nullable=False),
    Column("lease_owner", Text),
    Column("lease_until", Text),
    Column("error", Text, nullable=False, server_default=""),
    Column("error_detail", Text, nullable=False, server_default=""),
    Column("decision", Text, nullable=False, server_default=""),
    Column("reason", Text, nullable=False, server_default=""),
    Column("words", Text, nullable=False, server_default=""),
    Column("confidence", REAL),
    Column("needs_user", Integer, nullable=False, server_default="0"),
    # judge or user; "" until somebody chose.
    Column("chosen_by", Text, nullable=False, server_default=""),
    # Digest of the matches it was judged by.
    Column("seen", Text, nullable=False, server_default=""),
    # What a commit made of it. It outlives an undo, so it holds nothing.
    Column("event_id", Integer),
    # Digest of folded title and summary: finds repeats in one file.
    Column("folded", Text, nullable=False),
    _json("targets", "[]"),
    # Event and closeness of each, the nearest first.
    _json("matches", "[]"),
    _json("memory", "{}"),
    # The memory as the user changed it.
    Column("edited", Text),
    Index("ix_candidates_preview", "preview_id", "number", unique=True),
    Index("ix_candidates_folded", "preview_id", "folded", "number"),
    Index("ix_candidates_status", "preview_id", "status", "number"),
    Index("ix_candidates_unsure", "preview_id", sqlite_where=text("needs_user = 1")),
)

# What model servers were asked for and what it cost; counts, never words.
model_usage = _table(
    "model_usage",
    Column("at", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("server", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    # By the price table of then; NULL where the model had no price.
    Column("cost", REAL),
    Index("ix_model_usage_at", "at"),
)

settings = Table(
    "settings",
    _metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, CheckConstraint("json_valid(value)"), nullable=False),
    sqlite_strict=True,
)

# Everything that undo must bring back exactly; the journal works on these.
JOURNALLED = {
    table.name: table
    for table in (
        workspaces,
        sessions,
        messages,
        tool_calls,
        blocks,
        jobs,
        events,
        event_sources,
        event_quotes,
        event_relations,
        adoptions,
        workspace_rules,
        node_sources,
        fact_sources,
        edge_sources,
        graph_corrections,
        review_answers,
    )
}

# Columns of these tables that tell of looking, not of what is remembered: undo leaves them alone.
NOT_JOURNALLED = {events.name: frozenset({"last_found_at"})}
