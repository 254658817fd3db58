"""DeepSeek exports: ChatGPT's tree, with messages in fragments."""

from __future__ import annotations

from collections.abc import Iterator

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.importing.readers.chatgpt import (
    count_branches,
    leaf_of,
    path_to_root,
)
from stratagate_app.engine.importing.readers.common import Call, Collector, Draft, objects_of
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)


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
    for key in path:
        message = as_object(nodes[key].get("message"))
        if message:
            _message(collector, key, message)
        else:
            collector.dropped[LeftOut.ROOT] += 1
    yield collector.conversation(
        external_id=as_id(value.get("id")),
        title=as_text(value.get("title")),
        started_at=as_time(value.get("inserted_at")),
        updated_at=as_time(value.get("updated_at")),
        where=where,
    )


def _message(collector: Collector, key: str, message: Object) -> None:
    draft = Draft(Role.ASSISTANT, [], as_time(message.get("inserted_at")), key)
    for fragment in map(as_object, as_list(message.get("fragments"))):
        kind, text = fragment.get("type"), as_text(fragment.get("content"))
        if kind == "REQUEST":
            draft.role = Role.USER
        if kind in ("REQUEST", "RESPONSE"):
            draft.texts.append(text)
        elif kind == "THINK":
            collector.dropped[LeftOut.THINKING] += 1
        elif kind == "SEARCH":
            draft.calls.append(Call("search", None, text or fragment.get("results")))
    if any(text.strip() for text in draft.texts) or draft.calls:
        collector.add(draft)
    else:
        collector.dropped[LeftOut.EMPTY] += 1
