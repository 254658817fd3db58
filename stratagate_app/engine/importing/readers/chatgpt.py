"""ChatGPT exports: `conversations.json`, newer ones in parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing.readers.common import Call, Collector, Draft, media_of
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)

_ROLES = {role.value: role for role in Role}
_HIDDEN_TYPES = frozenset({"user_editable_context", "model_editable_context"})
_THOUGHT_TYPES = frozenset({"thoughts", "reasoning_recap"})


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the conversations of an entry, each as its user saw it last."""
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        for index, item in enumerate(Elements(stream, place)):
            where = f"{entry.name or 'conversations.json'}[{index}]"
            value = as_object(item)
            if not isinstance(value.get("mapping"), dict):
                yield SourceWarning("not_a_conversation", where)
                continue
            yield from _conversation(value, where)


def _conversation(value: Object, where: str) -> Iterator[SourceConversation | SourceWarning]:
    nodes = {key: as_object(node) for key, node in value["mapping"].items()}
    path, complete = path_to_root(nodes, leaf_of(nodes, value.get("current_node")))
    if not complete:
        yield SourceWarning("broken_path", where)
    collector = Collector()
    on_path = set(path)
    collector.dropped["branch"] = sum(
        1 for key, node in nodes.items() if key not in on_path and as_object(node.get("message"))
    )
    waiting: Call | None = None
    for key in path:
        message = nodes[key].get("message")
        if not isinstance(message, dict):
            collector.dropped["root"] += 1
            continue
        waiting = _message(collector, key, message, waiting)
    yield collector.conversation(
        external_id=as_id(value.get("conversation_id")) or as_id(value.get("id")),
        title=value.get("title") if isinstance(value.get("title"), str) else None,
        started_at=as_time(value.get("create_time")),
        updated_at=as_time(value.get("update_time")),
        where=where,
    )


def leaf_of(nodes: dict[str, Object], current: object) -> str | None:
    """Return the node the user saw last: the current one, else the newest leaf."""
    if isinstance(current, str) and current in nodes:
        return current
    leaves = [key for key, node in nodes.items() if not as_list(node.get("children"))]
    if not leaves:
        return next(reversed(nodes), None)

    def newest(key: str) -> float:
        message = as_object(nodes[key].get("message"))
        at = as_time(message.get("create_time") or message.get("inserted_at"))
        return at.timestamp() if at is not None else 0.0

    # Of leaves of one age the last one in the file is the newest.
    return max(reversed(leaves), key=newest)


def path_to_root(nodes: dict[str, Object], leaf: str | None) -> tuple[list[str], bool]:
    """Return the nodes from the root to a leaf, and whether every parent was there, once."""
    path: list[str] = []
    seen: set[str] = set()
    current: object = leaf
    while isinstance(current, str) and current in nodes and current not in seen:
        seen.add(current)
        path.append(current)
        current = nodes[current].get("parent")
    path.reverse()
    return path, current is None


def _message(
    collector: Collector, key: str, message: dict[str, Any], waiting: Call | None
) -> Call | None:
    """Take one message; returns the tool call that waits for the next tool message."""
    author = as_object(message.get("author"))
    role = _ROLES.get(as_text(author.get("role")), Role.TOOL)
    content = as_object(message.get("content"))
    kind = as_text(content.get("content_type"))
    text = _text(content, kind)
    reason = _reason(message, role, kind, text)
    if reason:
        collector.dropped[reason] += 1
        return waiting
    draft = Draft(
        role, [text], as_time(message.get("create_time")), as_id(message.get("id")) or key
    )
    recipient = as_text(message.get("recipient")) or "all"
    if role is Role.ASSISTANT and recipient != "all":
        call = Call(recipient, text)
        draft.texts = []
        draft.calls.append(call)
        collector.add(draft)
        return call
    if role is Role.TOOL and waiting is not None:
        waiting.result = text if waiting.result is None else f"{waiting.result}\n{text}"
        return waiting
    collector.add(draft)
    return None


def _reason(message: Object, role: Role, kind: str, text: str) -> str:
    """Return why a message is left out; "" if it is not."""
    if kind in _THOUGHT_TYPES:
        return "thoughts"
    metadata = as_object(message.get("metadata"))
    if kind in _HIDDEN_TYPES or metadata.get("is_visually_hidden_from_conversation") is True:
        return "hidden"
    if message.get("weight") == 0:
        return "weight"
    if not text.strip():
        return "empty_system" if role is Role.SYSTEM else "empty"
    return ""


def _text(content: Object, kind: str) -> str:
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(found for part in parts if (found := _part(part)))
    if kind == "tether_quote":
        fields = (content.get("title"), content.get("text"), content.get("url"))
        return "\n".join(found for field in fields if (found := as_text(field)))
    for name in ("text", "result", "summary", "content"):
        found = as_text(content.get(name))
        if found:
            return found
    return ""


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    item = as_object(part)
    text = as_text(item.get("text"))
    if text:
        return text
    if "asset_pointer" in item or "content_type" in item:
        return media_of(item.get("content_type"))
    return ""
