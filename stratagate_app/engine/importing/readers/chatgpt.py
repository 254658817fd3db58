"""ChatGPT exports: `conversations.json`, newer ones in parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.importing.readers.common import (
    Call,
    Collector,
    Draft,
    media_of,
    objects_of,
)
from stratagate_app.engine.importing.source import Entry
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
    for value, where, odd in objects_of(entry):
        yield from odd
        if isinstance(value.get("mapping"), dict):
            yield from _conversation(value, where)
        else:
            yield SourceWarning(Oddity.NOT_A_CONVERSATION, where)


def _conversation(value: Object, where: str) -> Iterator[SourceConversation | SourceWarning]:
    nodes = {key: as_object(node) for key, node in value["mapping"].items()}
    path, complete = path_to_root(nodes, leaf_of(nodes, value.get("current_node")))
    if not complete:
        yield SourceWarning(Oddity.BROKEN_PATH, where)
    collector = Collector()
    count_branches(collector, nodes, path)
    taker = _Taker(collector)
    for key in path:
        message = nodes[key].get("message")
        if isinstance(message, dict):
            taker.take(key, message)
        else:
            collector.dropped[LeftOut.ROOT] += 1
    title = value.get("title")
    yield collector.conversation(
        external_id=as_id(value.get("conversation_id")) or as_id(value.get("id")),
        title=title if isinstance(title, str) else None,
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


def count_branches(collector: Collector, nodes: dict[str, Object], path: list[str]) -> None:
    """Count the messages that are not on the path: turns that were regenerated or edited."""
    if len(path) < len(nodes):
        on_path = set(path)
        collector.dropped[LeftOut.BRANCH] = sum(
            1
            for key, node in nodes.items()
            if key not in on_path and as_object(node.get("message"))
        )


class _Taker:
    """Takes the messages of one path; knows the tool calls that wait for their results."""

    def __init__(self, collector: Collector) -> None:
        self._collector = collector
        self._waiting: list[Call] = []
        self._answered: Call | None = None

    def take(self, key: str, message: dict[str, Any]) -> None:
        author = as_object(message.get("author"))
        role = _ROLES.get(as_text(author.get("role")), Role.TOOL)
        content = message.get("content")
        if isinstance(content, str):
            content = {"text": content}
        content = as_object(content)
        kind = as_text(content.get("content_type"))
        text = _text(content, kind)
        recipient = as_text(message.get("recipient")) or "all"
        is_call = role is Role.ASSISTANT and recipient != "all"
        reason = _reason(message, kind) or (None if is_call or text.strip() else _empty(role))
        if reason:
            self._collector.dropped[reason] += 1
            return
        at = as_time(message.get("create_time"))
        draft = Draft(role, [] if is_call else [text], at, as_id(message.get("id")) or key)
        if is_call:
            call = Call(recipient, text)
            draft.calls.append(call)
            self._waiting.append(call)
            self._answered = None
        elif role is Role.TOOL and self._answer(as_text(author.get("name")), text):
            return
        else:
            self._waiting.clear()
            self._answered = None
        self._collector.add(draft)

    def _answer(self, name: str, text: str) -> bool:
        """Give what a tool says to the call that waits for it; False if there is none."""
        if self._waiting:
            named = (call for call in self._waiting if call.name == name)
            call = next(named, self._waiting[-1])
            self._waiting.remove(call)
            call.result = text
            self._answered = call
            return True
        # A tool may say more than once what it found.
        if self._answered is not None:
            self._answered.result = f"{self._answered.result}\n{text}"
            return True
        return False


def _reason(message: Object, kind: str) -> LeftOut | None:
    """Return why a message is left out, whatever it says; None if it is not."""
    if kind in _THOUGHT_TYPES:
        return LeftOut.THOUGHTS
    metadata = as_object(message.get("metadata"))
    if kind in _HIDDEN_TYPES or metadata.get("is_visually_hidden_from_conversation") is True:
        return LeftOut.HIDDEN
    return LeftOut.WEIGHT if message.get("weight") == 0 else None


def _empty(role: Role) -> LeftOut:
    return LeftOut.EMPTY_SYSTEM if role is Role.SYSTEM else LeftOut.EMPTY


def _text(content: Object, kind: str) -> str:
    parts = content.get("parts")
    if isinstance(parts, list):
        if len(parts) == 1 and isinstance(parts[0], str):
            return parts[0]
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
