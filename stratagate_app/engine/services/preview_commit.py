"""Writing what was decided on a preview, as one operation that can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, exists, insert, select, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_TAGS,
    EventState,
    RelationKind,
)
from stratagate_app.engine.domain.ids import EventId, MessageId, OperationId, PreviewId, WorkspaceId
from stratagate_app.engine.domain.judging import Decision
from stratagate_app.engine.domain.previews import Candidate, Preview, PreviewState
from stratagate_app.engine.errors import ConflictError
from stratagate_app.engine.pipeline import checking
from stratagate_app.engine.pipeline.memories import proposed
from stratagate_app.engine.pipeline.ports import BlockMessage, ProposedEvent, ProposedRelation
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_rows import STANDING, SUPERSEDED_CAP, hold, listed
from stratagate_app.engine.services.event_store import Home, store_at
from stratagate_app.engine.services.preview_rows import load_candidates, load_preview
from stratagate_app.engine.services.workspaces import workspace_for_import
from stratagate_app.engine.store import journal, search_index
from stratagate_app.engine.store.records import known, offset_of, strings, to_text
from stratagate_app.engine.store.schema import (
    candidates,
    event_quotes,
    event_relations,
    event_sources,
    events,
    import_batches,
    messages,
    previews,
    sessions,
    workspaces,
)

_RELATIONS = {
    Decision.MERGE: RelationKind.SUPERSEDES,
    Decision.SUPERSEDE: RelationKind.SUPERSEDES,
    Decision.CONFLICT: RelationKind.CONFLICTS,
}


def commit(
    connection: Connection, at: datetime, preview_id: PreviewId
) -> tuple[ChangeSet, list[EventId]]:
    """Write the decisions of a preview in this transaction.

    Every memory's own text is kept as a message of a session of its own kind, also of those that
    are ignored; the new events cite it.

    Rule:
        engine-rules.md, "Imports of memories", Commit.
    Returns:
        What changed, and the new events.
    Raises:
        ConflictError: Code `committed`: it was written already. Code `not_judged`, field `count`:
            candidates still wait. Code `stale`, field `count`: events that decisions name are no
            longer there; refresh first.
    """
    preview = load_preview(connection, preview_id)
    if preview.state is not PreviewState.OPEN:
        raise ConflictError("committed", preview=preview_id)
    if preview.waiting or preview.failed:
        raise ConflictError("not_judged", count=preview.waiting + preview.failed)
    keys = connection.execute(
        select(candidates.c.id)
        .where(candidates.c.preview_id == preview_id)
        .order_by(candidates.c.number)
    ).scalars()
    chosen = load_candidates(connection, keys.all())
    _check_targets(connection, chosen)
    preview = replace(preview, workspace_id=_home(connection, at, preview))
    operation = _begin(connection, at, preview)
    home, texts = _store_texts(connection, operation, at, preview, chosen)
    added = [item for item in chosen if item.decision is not Decision.IGNORE]
    targets = sorted({key for item in added for key in item.targets})
    hold(connection, operation, targets)
    known = _load_texts(connection, targets)
    checked = [_checked(connection, item, texts[item.number]) for item in added]
    made = store_at(
        connection, operation, home, [*texts.values(), *known.values()], checked, now=at
    )
    _pin_merged(connection, added, made)
    _restore_standing(connection, operation, added, made)
    for item, key in zip(added, made, strict=True):
        connection.execute(
            update(candidates).where(candidates.c.id == item.id).values(event_id=key)
        )
    connection.execute(
        update(previews).where(previews.c.id == preview_id).values(operation_id=operation)
    )
    changes = changes_of(
        operation, {"events": [*made, *targets], "sessions": [home.session_id], "messages": ()}
    )
    return changes, made


def _home(connection: Connection, at: datetime, preview: Preview) -> WorkspaceId:
    """Return the workspace of a preview; where it went meanwhile, the one of a new import."""
    statement = select(workspaces.c.id).where(workspaces.c.id == preview.workspace_id)
    if connection.execute(statement).first() is not None:
        return preview.workspace_id
    return workspace_for_import(connection, preview.format, None, to_text(at)).id


def _check_targets(connection: Connection, chosen: Sequence[Candidate]) -> None:
    named = {key for item in chosen if item.decision is not Decision.IGNORE for key in item.targets}
    statement = select(events.c.id).where(listed(events.c.id, named), events.c.state.in_(STANDING))
    gone = named - set(connection.execute(statement).scalars())
    if gone:
        raise ConflictError("stale", count=len(gone))


def _begin(connection: Connection, at: datetime, preview: Preview) -> OperationId:
    counts = {decision.value: count for decision, count in preview.decisions.items()}
    return journal.begin_operation(
        connection,
        "import_memories",
        Actor.IMPORT,
        at,
        workspace_id=preview.workspace_id,
        fields={"file": preview.file_name, "format": preview.format, **counts},
    )


def _store_texts(
    connection: Connection,
    operation: OperationId,
    at: datetime,
    preview: Preview,
    chosen: Sequence[Candidate],
) -> tuple[Home, dict[int, BlockMessage]]:
    """Keep the words of the file as a session; returns it, and the message of each number."""
    batch = connection.execute(
        insert(import_batches).values(
            operation_id=operation,
            format=preview.format,
            file_name=preview.file_name,
            at=to_text(at),
        )
    )
    session_id = journal.next_id(connection, sessions)
    first = journal.next_id(connection, messages)
    texts = {
        item.number: BlockMessage(
            MessageId(first + place), Role.USER, item.memory.original, item.memory.mentioned_at
        )
        for place, item in enumerate(chosen)
    }
    said = [to_text(text.created_at) for text in texts.values() if text.created_at is not None]
    session: dict[str, object] = {
        "workspace_id": preview.workspace_id,
        "source": preview.format,
        "external_id": f"preview-{preview.id}",
        "title": preview.file_name,
        "source_title": preview.file_name,
        "started_at": min(said, default=None),
        "updated_at": max(said, default=to_text(at)),
        "messages": len(texts),
        "batch_id": batch.inserted_primary_key[0],  # type: ignore[index]
    }
    rows: list[dict[str, object]] = [
        {
            "session_id": session_id,
            "position": position,
            # No turn of a conversation: nothing of it is ever sealed.
            "turn": 0,
            "role": text.role.value,
            "created_at": to_text(text.created_at) if text.created_at else None,
            "offset_minutes": offset_of(text.created_at),
            "external_id": str(number),
            "content": text.content,
        }
        for position, (number, text) in enumerate(texts.items(), start=1)
    ]
    journal.insert_rows(connection, operation, {sessions: [session], messages: rows})
    search_index.add_messages(connection, [(text.id, text.content) for text in texts.values()])
    turn = connection.execute(
        select(workspaces.c.turns).where(workspaces.c.id == preview.workspace_id)
    ).scalar_one()
    return Home(preview.workspace_id, session_id, None, turn), texts


def _checked(
    connection: Connection, item: Candidate, own: BlockMessage
) -> tuple[ProposedEvent, tuple[str, ...]]:
    """Return the event of a candidate as it may be stored, with the effects of its decision."""
    kind = _RELATIONS.get(item.decision or Decision.IGNORE)
    event = replace(
        proposed(item.memory),
        source_ids=(own.id,),
        relations=tuple(ProposedRelation(kind, key) for key in item.targets) if kind else (),
    )
    words = {own.id: " ".join(own.content.split())}
    checked, notes = checking.checked_event(event, words, item.targets)
    if item.decision is Decision.MERGE:
        checked = _merged(connection, checked, item.targets)
    return checked, notes


def _merged(
    connection: Connection, event: ProposedEvent, targets: Sequence[EventId]
) -> ProposedEvent:
    """Return an event with every source and quote of those it takes in, their tags and people."""
    sources, quotes = (
        connection.execute(
            select(column).where(listed(table.c.event_id, targets)).order_by(table.c.id)
        ).scalars()
        for table, column in (
            (event_sources, event_sources.c.message_id),
            (event_quotes, event_quotes.c.quote),
        )
    )
    rows = connection.execute(
        select(events.c.tags, events.c.participants).where(listed(events.c.id, targets))
    ).all()
    tags = (tag for row in rows for tag in strings(row.tags))
    people = (name for row in rows for name in strings(row.participants))
    return replace(
        event,
        source_ids=tuple(dict.fromkeys([*event.source_ids, *map(MessageId, sources)])),
        quotes=tuple(dict.fromkeys([*event.quotes, *quotes])),
        tags=tuple(dict.fromkeys([*event.tags, *tags]))[:MAX_TAGS],
        participants=tuple(dict.fromkeys([*event.participants, *people]))[:MAX_PARTICIPANTS],
    )


def _pin_merged(
    connection: Connection, added: Sequence[Candidate], made: Sequence[EventId]
) -> None:
    """Pin what took in a pinned event; the rows are this operation's own."""
    for item, key in zip(added, made, strict=True):
        if item.decision is Decision.MERGE:
            pinned = exists().where(listed(events.c.id, item.targets), events.c.pinned == 1)
            if connection.execute(select(pinned)).scalar():
                connection.execute(update(events).where(events.c.id == key).values(pinned=1))


def _restore_standing(
    connection: Connection,
    operation: OperationId,
    added: Sequence[Candidate],
    made: Sequence[EventId],
) -> None:
    """Let events stand as they did where they come from; the rows are this operation's own."""
    names = {item.memory.ref: key for item, key in zip(added, made, strict=True) if item.memory.ref}
    links = {
        (key, kind.value, names[ref])
        for item, key in zip(added, made, strict=True)
        for kind, ref in item.memory.relations
        if ref in names and names[ref] != key
    }
    there = connection.execute(
        select(
            event_relations.c.event_id, event_relations.c.kind, event_relations.c.other_id
        ).where(listed(event_relations.c.event_id, made))
    )
    links -= {(row.event_id, row.kind, row.other_id) for row in there}
    rows = [
        {"event_id": one, "kind": kind, "other_id": other} for one, kind, other in sorted(links)
    ]
    journal.insert_rows(connection, operation, {event_relations: rows})
    for item, key in zip(added, made, strict=True):
        memory = item.memory
        if memory.pinned or memory.state is not EventState.ACTIVE:
            cap = SUPERSEDED_CAP if memory.state is EventState.SUPERSEDED else None
            values = {"state": memory.state.value, "cap": cap}
            if memory.pinned:
                values["pinned"] = 1
            connection.execute(update(events).where(events.c.id == key).values(values))


def _load_texts(
    connection: Connection, event_ids: Sequence[EventId]
) -> dict[MessageId, BlockMessage]:
    """Return the source messages of events."""
    statement = (
        select(messages.c.id, messages.c.role, messages.c.content)
        .join(event_sources, event_sources.c.message_id == messages.c.id)
        .where(listed(event_sources.c.event_id, event_ids))
        .distinct()
    )
    return {
        MessageId(row.id): BlockMessage(
            MessageId(row.id), known(Role, row.role, Role.SYSTEM), row.content, None
        )
        for row in connection.execute(statement)
    }
