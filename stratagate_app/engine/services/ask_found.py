"""Taking a step of a question, and everything that a reference names, as it is now.

Looking only: nothing here moves an anchor or a weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import orjson
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, or_, select

from stratagate_app.engine.domain.asking import AskFilters, AskMove, Found, FoundKind
from stratagate_app.engine.domain.conversation import BlockStatus, Level
from stratagate_app.engine.domain.events import EventRow
from stratagate_app.engine.domain.ids import (
    BlockId,
    MessageId,
    SessionId,
    WorkspaceId,
    parse_public_id,
    public_id,
)
from stratagate_app.engine.domain.queries import SearchFilters
from stratagate_app.engine.domain.retrieval import RetrievalKind
from stratagate_app.engine.errors import InputRejected, NotFoundError
from stratagate_app.engine.rules import ranking
from stratagate_app.engine.services import event_search, message_search
from stratagate_app.engine.services.blocks import block_text, load_block, locate_message
from stratagate_app.engine.services.event_rows import STANDING
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.scopes import visible_events
from stratagate_app.engine.store import records
from stratagate_app.engine.store.schema import (
    blocks,
    event_quotes,
    event_relations,
    event_sources,
    events,
    messages,
    sessions,
)

# engine-rules.md, "Search", Limits.
EVENTS_A_STEP = 6
MESSAGES_A_STEP = 6
SOURCES_A_STEP = 12
RELATED_A_STEP = 6
BLOCK_MESSAGES_A_STEP = 60
TEXT_CHARS = 900
BLOCK_CHARS = 8000
QUOTES_SHOWN = 4
# A pasted log without an end must not stop a question.
LOOKED_THROUGH_CHARS = 100_000

_BLOCK_REF = re.compile(r"b(\d{1,18})@([0-5])")


@dataclass(frozen=True, slots=True)
class Findings:
    """What a step found: references, best first, and which of them only stand beside a match."""

    refs: tuple[str, ...]
    beside: tuple[str, ...] = ()


def take(
    connection: Connection,
    move: AskMove,
    *,
    workspace_id: WorkspaceId | None,
    session_id: SessionId | None,
) -> Findings:
    """Do a search or an expansion.

    Raises:
        InputRejected: Code `bad_move`, field reason: unknown_kind, invalid_ref or open_tail.
        NotFoundError: What is to be expanded is gone, or not to be seen from here.
    """
    place = visible_events(workspace_id, session_id)
    seen = [events.c.state.in_(STANDING), place]
    match move.kind:
        case RetrievalKind.SEARCH_EVENTS:
            filters = _search_filters(move.filters, workspace_id)
            keys = event_search.find_event_ids(
                connection, move.query, filters, place, limit=EVENTS_A_STEP
            )
            return Findings(_refs("event", keys))
        case RetrievalKind.SEARCH_MESSAGES:
            keys = message_search.find_message_ids(
                connection,
                move.query,
                SearchFilters(workspace_id=workspace_id),
                limit=MESSAGES_A_STEP,
            )
            return _with_company(connection, keys, seen)
        case RetrievalKind.EXPAND_EVENT:
            key = _wanted("event", move.ref)
            _check_visible(connection, key, place)
            return _expand_event(connection, key, seen)
        case RetrievalKind.EXPAND_BLOCK:
            return _expand_block(connection, move, seen, workspace_id)
        case _:
            raise InputRejected("bad_move", reason="unknown_kind", ref=move.kind.value)


def _search_filters(filters: AskFilters, workspace_id: WorkspaceId | None) -> SearchFilters:
    return SearchFilters(
        workspace_id=workspace_id,
        participants=filters.participants,
        types=filters.types,
        states=filters.states,
        happened_from=filters.happened_from,
        happened_to=filters.happened_to,
    )


def _wanted(kind: str, ref: str) -> int:
    number = parse_public_id(kind, ref)
    if number is None:
        raise InputRejected("bad_move", reason="invalid_ref", ref=ref)
    return number


def _refs(kind: str, keys: Iterable[int]) -> tuple[str, ...]:
    return tuple(public_id(kind, key) for key in keys)


def _with_company(
    connection: Connection, hits: Sequence[int], seen: Sequence[ColumnElement[bool]]
) -> Findings:
    """Return messages, then the events that rest on them and the messages right beside them."""
    beside = [key for key in _neighbours(connection, hits) if key not in hits]
    resting = connection.execute(
        select(events.c.id)
        .join(event_sources, event_sources.c.event_id == events.c.id)
        .where(event_sources.c.message_id.in_(hits), *seen)
        .order_by(events.c.id)
        .distinct()
        .limit(EVENTS_A_STEP)
    ).scalars()
    more = (*_refs("event", resting), *_refs("message", beside))
    return Findings((*_refs("message", hits), *more), more)


def _neighbours(connection: Connection, keys: Sequence[int]) -> list[int]:
    """Return the messages right before and after others, in the order of those."""
    found: list[int] = []
    place = select(messages.c.session_id, messages.c.position)
    for key in keys:
        row = connection.execute(place.where(messages.c.id == key)).one()
        statement = select(messages.c.id).where(
            messages.c.session_id == row.session_id,
            messages.c.position.in_((row.position - 1, row.position + 1)),
            messages.c.content != "",
        )
        found += connection.execute(statement.order_by(messages.c.position)).scalars()
    return list(dict.fromkeys(found))


def _check_visible(connection: Connection, key: int, visible: ColumnElement[bool]) -> None:
    statement = select(events.c.id).where(events.c.id == key, visible)
    if connection.execute(statement).scalar() is None:
        raise NotFoundError(kind="event", id=key)


def _expand_event(
    connection: Connection, key: int, seen: Sequence[ColumnElement[bool]]
) -> Findings:
    """Return the event, the messages it came from, and the events it stands in relation to."""
    sources = connection.execute(
        select(event_sources.c.message_id)
        .join(messages, messages.c.id == event_sources.c.message_id)
        .where(event_sources.c.event_id == key)
        .order_by(messages.c.session_id, messages.c.position)
        .limit(SOURCES_A_STEP)
    ).scalars()
    pair = (event_relations.c.event_id, event_relations.c.other_id)
    related = [
        other if own == key else own
        for own, other in connection.execute(
            select(*pair).where(or_(*(side == key for side in pair))).order_by(event_relations.c.id)
        )
    ]
    visible = connection.execute(select(events.c.id).where(_among(events.c.id, related), *seen))
    kept = frozenset(visible.scalars())
    others = [other for other in dict.fromkeys(related) if other in kept][:RELATED_A_STEP]
    return Findings(
        (public_id("event", key), *_refs("message", sources), *_refs("event", others)),
        _refs("event", others),
    )


def _expand_block(
    connection: Connection,
    move: AskMove,
    seen: Sequence[ColumnElement[bool]],
    workspace_id: WorkspaceId | None,
) -> Findings:
    """Return the block at a level; at L5 its messages, and the events that came of it."""
    block_id, level = _block_of(connection, move)
    home = select(sessions.c.workspace_id).join(blocks, blocks.c.session_id == sessions.c.id)
    owner = connection.execute(home.where(blocks.c.id == block_id)).scalar()
    if workspace_id not in (None, owner):
        # An event about the user is found everywhere; the conversation around it is not.
        raise NotFoundError(kind="block", id=block_id)
    ref = f"{public_id('block', block_id)}@{int(level)}"
    came = connection.execute(
        select(events.c.id).where(events.c.block_id == block_id, *seen).order_by(events.c.id)
    ).scalars()
    more = _refs("event", came)
    if level is not Level.L5:
        return Findings((ref, *more), more)
    inside = connection.execute(
        select(messages.c.id)
        .join(blocks, _in_block())
        .where(blocks.c.id == block_id)
        .order_by(messages.c.position)
        .limit(BLOCK_MESSAGES_A_STEP)
    ).scalars()
    return Findings((ref, *_refs("message", inside), *more), more)


def _block_of(connection: Connection, move: AskMove) -> tuple[BlockId, Level]:
    block = load_block(connection, _block_key(connection, move.ref))
    if move.level is None or block.status is not BlockStatus.READY:
        # What is not summarised yet is always shown as its original.
        return block.id, Level.L5
    return block.id, move.level


def _block_key(connection: Connection, ref: str) -> int:
    """Return the block of a reference to it, to a message in it, or to an event that came of it."""
    if ref[:1] == "m":
        found = locate_message(connection, _wanted("message", ref))
        if found is None:
            raise InputRejected("bad_move", reason="open_tail", ref=ref)
        return found
    if ref[:1] == "e":
        key = _wanted("event", ref)
        came = connection.execute(select(events.c.block_id).where(events.c.id == key)).scalar()
        if came is None:
            raise NotFoundError(kind="event", id=key)
        return int(came)
    named = _BLOCK_REF.fullmatch(ref)
    return int(named[1]) if named else _wanted("block", ref)


def _in_block() -> ColumnElement[bool]:
    return and_(
        blocks.c.session_id == messages.c.session_id,
        blocks.c.first_position <= messages.c.position,
        blocks.c.last_position >= messages.c.position,
    )


# What references name.


def load(connection: Connection, refs: Iterable[str], words: str) -> dict[str, Found]:
    """Return what references name now; what is gone is of that kind.

    Args:
        connection: To read through.
        refs: Of events, messages and blocks at a level.
        words: What was looked for: a long text is cut to the part around them.
    """
    wanted = dict.fromkeys(refs)
    found = {ref: Found(ref, FoundKind.GONE) for ref in wanted}
    keys = {kind: _keys(kind, wanted) for kind in ("event", "message")}
    terms = frozenset(ranking.tokens(words))
    found |= _load_events(connection, keys["event"])
    found |= _load_messages(connection, keys["message"], terms)
    for ref in wanted:
        named = _BLOCK_REF.fullmatch(ref)
        if named and (block := _load_block(connection, int(named[1]), Level(int(named[2])))):
            found[ref] = replace(block, ref=ref)
    return found


def _keys(kind: str, refs: Iterable[str]) -> list[int]:
    letter = {"event": "e", "message": "m"}[kind]
    numbers = (parse_public_id(kind, ref) for ref in refs if ref[:1] == letter)
    return [number for number in numbers if number is not None]


def _among(column: ColumnElement[int], keys: Sequence[int]) -> ColumnElement[bool]:
    listed = func.json_each(orjson.dumps(list(keys)).decode()).table_valued("value")
    return column.in_(select(listed.c.value))


def _load_events(connection: Connection, keys: Sequence[int]) -> dict[str, Found]:
    rows = load_events(connection, keys)
    quotes: dict[int, list[str]] = {}
    for row in connection.execute(
        select(event_quotes.c.event_id, event_quotes.c.quote)
        .where(_among(event_quotes.c.event_id, keys))
        .order_by(event_quotes.c.id)
    ):
        quotes.setdefault(row.event_id, []).append(row.quote)
    first: dict[int, Row[tuple[object, ...]]] = {}
    for place in connection.execute(
        _places()
        .add_columns(event_sources.c.event_id)
        .join(event_sources, event_sources.c.message_id == messages.c.id)
        .where(_among(event_sources.c.event_id, keys))
        .order_by(messages.c.session_id, messages.c.position)
    ):
        first.setdefault(place.event_id, place)
    return {
        public_id("event", row.id): _event(row, quotes.get(row.id, ()), first.get(row.id))
        for row in rows
    }


def _event(row: EventRow, quotes: Sequence[str], source: Row[tuple[object, ...]] | None) -> Found:
    return Found(
        public_id("event", row.id),
        FoundKind.EVENT,
        row.title,
        row.summary,
        quotes=tuple(quotes[:QUOTES_SHOWN]),
        said_at=row.mentioned_at,
        event=row,
        session_id=row.session_id,
        session_title="" if source is None else source.title,
        message_id=None if source is None else MessageId(source.id),
        block_id=row.block_id,
        block_number=None if source is None else source.number,
    )


def _places() -> Select[tuple[object, ...]]:
    """Return the statement for messages with where they stand."""
    return (
        select(
            messages.c.id,
            messages.c.session_id,
            messages.c.role,
            messages.c.created_at,
            messages.c.offset_minutes,
            func.substr(messages.c.content, 1, LOOKED_THROUGH_CHARS).label("content"),
            sessions.c.title,
            blocks.c.id.label("block_id"),
            blocks.c.number,
        )
        .select_from(messages)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .outerjoin(blocks, _in_block())
    )


def _load_messages(
    connection: Connection, keys: Sequence[int], terms: frozenset[str]
) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for row in connection.execute(_places().where(_among(messages.c.id, keys))):
        text, cut = window(row.content, terms)
        ref = public_id("message", row.id)
        found[ref] = Found(
            ref,
            FoundKind.MESSAGE,
            row.title,
            text,
            cut,
            role=row.role,
            said_at=records.to_time(row.created_at, row.offset_minutes),
            session_id=SessionId(row.session_id),
            session_title=row.title,
            message_id=MessageId(row.id),
            block_id=None if row.block_id is None else BlockId(row.block_id),
            block_number=row.number,
        )
    return found


def _load_block(connection: Connection, key: int, level: Level) -> Found | None:
    try:
        block = load_block(connection, key)
    except NotFoundError:
        return None
    row = connection.execute(
        select(sessions.c.title, messages.c.id)
        .join(messages, messages.c.session_id == sessions.c.id)
        .join(blocks, _in_block())
        .where(blocks.c.id == key)
        .order_by(messages.c.position)
        .limit(1)
    ).first()
    # At L5 its messages are found beside it, each with its own reference.
    text = "" if level is Level.L5 else block_text(connection, block.id, level)
    return Found(
        "",
        FoundKind.BLOCK,
        block.title,
        text[:BLOCK_CHARS],
        len(text) > BLOCK_CHARS,
        said_at=block.started_at,
        session_id=block.session_id,
        session_title="" if row is None else row.title,
        message_id=None if row is None else MessageId(row.id),
        block_id=block.id,
        block_number=block.number,
        level=level,
    )


def window(content: str, terms: frozenset[str]) -> tuple[str, bool]:
    """Return the part of a long text that holds most of the words that were looked for.

    Returns:
        The text itself, or a part of 900 characters with an ellipsis where it is cut; and
        whether it is cut.
    """
    text = content.strip()
    if len(text) <= TEXT_CHARS:
        return text, False
    half = TEXT_CHARS // 2
    starts = range(0, max(1, len(text) - half), half)
    best = max(
        starts,
        key=lambda start: (
            len(terms & frozenset(ranking.tokens(text[start : start + TEXT_CHARS]))),
            -start,
        ),
    )
    part = text[best : best + TEXT_CHARS]
    before, after = "…" if best else "", "…" if best + TEXT_CHARS < len(text) else ""
    return f"{before}{part}{after}", True
