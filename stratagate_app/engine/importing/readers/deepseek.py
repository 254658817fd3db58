"""DeepSeek exports: ChatGPT's tree, with messages in fragments."""

from __future__ import annotations

from collections.abc import Iterator

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing.readers.chatgpt import leaf_of, path_to_root
from stratagate_app.engine.importing.readers.common import Call, Collector, Draft
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
            yield _conversation(value, where)


def _conversation(value: Object, where: str) -> SourceConversation:
    nodes = {key: as_object(node) for key, node in value["mapping"].items()}
    path, _ = path_to_root(nodes, leaf_of(nodes, value.get("current_node")))
    collector = Collector()
    on_path = set(path)
    collector.dropped["branch"] = sum(
        1 for key, node in nodes.items() if key not in on_path and as_object(node.get("message"))
    )
    for key in path:
        message = as_object(nodes[key].get("message"))
        if message:
            _message(collector, key, message)
        else:
            collector.dropped["root"] += 1
    return collector.conversation(
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
            collector.dropped["thinking"] += 1
        elif kind == "SEARCH":
            draft.calls.append(Call("search", None, text or fragment.get("results")))
    if any(draft.texts) or draft.calls:
        collector.add(draft)
    else:
        collector.dropped["empty"] += 1
