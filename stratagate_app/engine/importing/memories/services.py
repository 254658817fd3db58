"""What memory services export: Mem0 and OpenMemory, the MCP memory server, Letta, Claude."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stratagate_app.engine.importing.memories import notes
from stratagate_app.engine.importing.memories.draft import Found, as_written, first_of, numbered
from stratagate_app.engine.importing.values import as_list, as_object, as_text

MEM0 = "mem0"
MCP = "mcp-memory"
LETTA = "letta"
CLAUDE = "claude-memory"
_WORDS = ("memory", "text", "content", "data")


# Mem0 and OpenMemory


def mem0_list(value: Any) -> tuple[str, list[Any]] | None:
    """Return the list of memories in a Mem0 or OpenMemory export and its name; None if it is none.

    Told by what its first objects hold: an id beside the words of a memory.
    """
    name, items = "", value
    if isinstance(value, dict):
        name = next((key for key in ("results", "memories", "items") if key in value), "")
        items = value.get(name)
    if not isinstance(items, list):
        return None
    heads = [as_object(item) for item in items[:20]]
    known = any(
        "memory" in head or ("id" in head and first_of(head, _WORDS) and "role" not in head)
        for head in heads
    )
    return (name, items) if known else None


def read_mem0(name: str, items: list[Any], found: Found) -> None:
    """Read the memories of a list."""
    for where, item in numbered(items, name):
        if not isinstance(item, dict):
            found.reject(where, "no_object")
            continue
        categories = [as_text(tag) for tag in as_list(item.get("categories"))]
        found.add(
            where,
            as_written(item),
            summary=first_of(item, _WORDS),
            tags=categories,
            mentioned_at=first_of(item, ("created_at", "createdAt", "updated_at")),
        )


# MCP memory server


def is_mcp(items: Iterable[Any]) -> bool:
    """Return whether objects are the lines of a memory server's graph."""
    kinds = {as_text(as_object(item).get("type")) for item in items}
    return bool(kinds & {"entity", "relation"}) and kinds <= {"entity", "relation"}


def mcp_items(value: Any) -> list[Any] | None:
    """Return the entities and relations of one JSON document; None if it is no such graph."""
    graph = as_object(value)
    if not isinstance(graph.get("entities"), list):
        return None
    entities = [{"type": "entity", **as_object(item)} for item in graph["entities"]]
    relations = [
        {"type": "relation", **as_object(item)} for item in as_list(graph.get("relations"))
    ]
    return [*entities, *relations]


def read_mcp(items: Iterable[tuple[str, Any]], found: Found) -> None:
    """Read observations and relations, each as a sentence."""
    for where, item in items:
        line = as_object(item)
        if line.get("type") == "entity":
            name = as_text(line.get("name"))
            kind = as_text(line.get("entityType"))
            if not as_list(line.get("observations")):
                found.reject(where, "no_observation")
            for place, told in enumerate(as_list(line.get("observations"))):
                found.add(
                    f"{where}, observation {place + 1}",
                    f"{name}: {as_text(told)}",
                    summary=f"{name}: {as_text(told)}" if as_text(told).strip() else "",
                    participants=[name],
                    tags=[kind] if kind else [],
                    scope="project" if kind.lower() == "project" else "user",
                )
        elif line.get("type") == "relation":
            ends = [as_text(line.get(end)) for end in ("from", "to")]
            verb = as_text(line.get("relationType")).replace("_", " ").strip()
            whole = all(ends) and verb
            sentence = f"{ends[0]} {verb} {ends[1]}" if whole else ""
            found.add(where, as_written(item), summary=sentence, participants=ends)
        else:
            found.reject(where, "no_object" if not line else "unknown_type")


# Letta


def is_letta(value: Any) -> bool:
    """Return whether a JSON value is an agent file."""
    agent = as_object(value)
    blocks = first_of(agent, ("blocks", "core_memory"))
    labelled = any(
        "label" in as_object(block) and "value" in as_object(block) for block in as_list(blocks)
    )
    return labelled and ("agent_type" in agent or "messages" in agent or "agents" in agent)


def read_letta(value: Any, found: Found) -> None:
    """Read the memory blocks of an agent, a paragraph or a line each."""
    agent = as_object(value)
    name = "blocks" if agent.get("blocks") is not None else "core_memory"
    for where, item in numbered(agent.get(name), name):
        block = as_object(item)
        label, text = as_text(block.get("label")), as_text(block.get("value"))
        if not text.strip():
            found.reject(where, "no_summary")
        for place, sentence in notes.statements(text):
            found.add(f"{where}, line {place}", sentence, summary=sentence, tags=[label])


# Claude


def is_claude(value: Any) -> bool:
    """Return whether a JSON value is the memory part of a Claude export."""
    items = value if isinstance(value, list) else [value]
    heads = [as_object(item) for item in items[:20]]
    return any("conversations_memory" in head or "project_memories" in head for head in heads)


def read_claude(value: Any, found: Found) -> None:
    """Read what Claude remembers, of a person and by project: Markdown in JSON."""
    items = value if isinstance(value, list) else [value]
    for place, item in enumerate(items):
        held = as_object(item)
        where = f"[{place}]" if isinstance(value, list) else ""
        notes.read(as_text(held.get("conversations_memory")), found, f"{where}conversations_memory")
        projects = as_object(held.get("project_memories"))
        for key, text in projects.items():
            notes.read(as_text(text), found, f"{where}project_memories.{key}", scope="project")
