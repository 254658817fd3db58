"""What each command prints with `--json`, as its `--help` says.

Ids are public (`s1`, `b3`, `e5`, `o7`), times are UTC in ISO 8601 with Z, absent ones null.
"""

from __future__ import annotations

# The keys of the object that is printed, and what is in them.
JSON: dict[str, str] = {
    "inspect": (
        "format; conversations: external_id, title, started_at, messages (role, text, "
        "created_at, tool_calls), dropped; candidates; rejected; warnings: code, where; error: "
        "null or code, where"
    ),
    "import": (
        "files: file, operation, new, longer, unchanged, messages, not_chosen, dropped, sessions, "
        "warnings, problems (code, where, reason); failed_jobs; problem: null or code, message: "
        "why summaries were left; estimate: null, or blocks, input_tokens, output_tokens, cost: "
        "what a model was to do; paused; stopped; previews: as of preview"
    ),
    "sample": "as of import: files; failed_jobs; problem; estimate; paused; stopped",
    "preview": (
        "previews: preview, file, format, state, candidates, waiting, failed, needs_user, "
        "decisions, rejected, repaired; of one PREVIEW its fields and items: candidate, number, "
        "title, summary, where, status, decision, targets, confidence, reason, needs_user, "
        "chosen_by, matches, error"
    ),
    "export": "file; format; bytes; counts",
    "review": (
        "total; counts; unscanned; questions: question, kind, title, other, events, "
        "candidate, preview, job, day, detail, answers"
    ),
    "answer": "operation: null where it is none of the memory",
    "decide": "decided: how many",
    "commit": "operation",
    "drop": "dropped: the preview",
    "export-prompt": "prompt",
    "sessions": "total; sessions: id, workspace, source, title, times, turns, blocks, messages",
    "blocks": (
        "session; block_turns; decay_lambda; blocks: id, number, first_turn, last_turn, status, "
        "level, weight, age, anchor, title, tags, tokens (of L0 to L5), times; tail: turns, "
        "messages, tokens; tokens_shown; tokens_total"
    ),
    "block": (
        "the block as of blocks, with shown_level; text; forecast: after_blocks, level; source: "
        "its messages"
    ),
    "expand": "operation: null if it was so already",
    "events": (
        "total; events: id, session, block, title, summary, type, status, state, scope, "
        "criticality, tags, participants, mentioned_at, happened (start, end, text, precision, "
        "basis), pinned, weight, adoptions, conflicts"
    ),
    "event": (
        "the event as of events, with floor; cap; elapsed_turns; evidence: message, session, "
        "block, role, said_at, quotes, excerpt; relations: kind, outgoing, event; notes; "
        "history: operations"
    ),
    "pin": "operation: null if it was so already",
    "unpin": "operation: null if it was so already",
    "forget": "operation: null if it was so already",
    "restore": "operation: null if it was so already",
    "archive": "operation: null if it was so already",
    "edit": "operation: null if it was so already",
    "merge": (
        "operation; event: the new one; with --dry-run parts; edit: its fields; quotes; "
        "sources: their number; conflicts; pinned; left_out"
    ),
    "supersede": "operation: null if it was so already",
    "conflict": "operation: null if it was so already",
    "relate": "operation: null if it was so already",
    "unrelate": "operation: null if it was so already",
    "scope": "operation: null if it was so already",
    "criticality": "operation: null if it was so already",
    "graph": (
        "as_of; total; nodes: id, workspace, type, name, aliases, tags, size, events (their "
        "number), since, cluster; edges: id, source, relation, target, valid (from, to), state "
        "(current, past, disputed, planned), confidence, events, closed_by_hand; clusters: number, "
        "name, nodes; changes: day, count; disputed; unfinished; with --node as of node; with "
        "--rebuild operation"
    ),
    "node": (
        "id; the node as of graph; facts: id, key, value, valid, state, confidence, events, "
        "closed_by_hand; relations: edges as of graph, with other, outgoing; sources: event, "
        "title, state, status, mentioned_at; where something was put right operation"
    ),
    "close": "operation",
    "hold": "operation",
    "search": (
        "sessions: as of sessions, with title_marks; events: as of events, with fields, words and "
        "filters (why it was found), title_marks, excerpt, marks; messages: id, session, "
        "session_title, block, role, said_at, excerpt, marks, words; nodes: as of graph, with "
        "fields, words, name_marks, why. Marks are start and end of words in the text; what was "
        "not searched is empty"
    ),
    "jobs": (
        "waiting; running; failed; off; paused; estimate; jobs: id, kind, status, session, block, "
        "attempts, not_before, error, error_detail; problem: null or code, message"
    ),
    "history": (
        "total; operations: id, kind, actor, at, fields, undone, undoable, target (of undo and "
        "redo). With OPERATION: that one, with changes (id, kind, title, before, after), more, "
        "added and removed (numbers by kind)"
    ),
    "undo": "operation: the undo itself",
    "redo": "operation: the redo itself",
    "context": "session; text; tokens_shown; tokens_total",
    "recall": "text: empty if there is nothing; tokens; events: as of events; nodes: as of graph",
    "receipts": (
        "total; receipts: receipt, retrieval, question, used, refused (place, ref, reason), turn, "
        "at, session, session_title, operation: null if no event was used, undone"
    ),
    "ask": (
        "ask; question; outcome: answered, insufficient, stopped or failed; answer: with [1] [2]; "
        "missing; model; tokens; at; workspace; session; steps: number, kind, query, ref, level, "
        "filters, retrieval, found, beside, assessment (verdict, evidence, refused, fit, missing, "
        "next_strategy); evidence: number, ref, kind, title, text, quotes, said_at, happened, "
        "session, message, weight_before, weight_after, uses; found_only: the same; notes: what "
        "was not taken, with code and reason; receipt; turn; error: null or code, message"
    ),
    "asks": (
        "total; asks: ask, question, outcome, model, at, steps, used; of a single one all that "
        "ask prints"
    ),
    "use": "receipt; retrieval; question; used; refused; turn; at; operation: as of receipts",
    "eval retrieval": (
        "questions; recall_at_5; recall_at_10; recall_at_20; mrr; categories: the same of each"
    ),
    "workspaces": (
        "workspaces: id, name, sessions, events (their number), turns, block_turns, decay_lambda"
    ),
    "workspace new": "workspace; operation",
    "workspace rename": "operation: null if it was so already",
    "workspace rules": "rules: id, kind (project or source), pattern, workspace, workspace_name",
    "workspace rule add": "rule; operation",
    "workspace rule remove": "operation",
    "move": "operation: null if they were there already",
    "model show": (
        "preset; url; model; key: keyring, variable or empty; timeout_s; at_once; mask_secrets; "
        "prices; monthly_limit; mode"
    ),
    "model set": "as of model show",
    "model key": "server; kept",
    "model test": "ok; code; detail; mode; modes: each with true or false",
    "model usage": (
        "lines: purpose, model, requests, input_tokens, output_tokens, cost, unpriced; cost; "
        "limit; paused; waiting: null or blocks, input_tokens, output_tokens, cost"
    ),
    "check": "path; ok; problems; sqlite_version; size_bytes",
}


def keys_of(command: str) -> list[str]:
    """Return the keys that the help of a command names at the top level."""
    parts = JSON[command].split("; ")
    return [part.split(":")[0] for part in parts if " " not in part.split(":")[0]]
