"""Messages that answer a question, best first; engine-rules.md, "Search".

In two steps, so that the cost does not grow with the file: candidates are scored by the words that
the full-text table says they hold, and of the best of them the texts are read, with what is said
around them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Integer, Select, and_, cast, func, select

from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.domain.ids import MessageId, SessionId
from stratagate_app.engine.domain.queries import MessageHit, SearchFilters
from stratagate_app.engine.rules import ranking, relevance
from stratagate_app.engine.rules.questions import Word, passage, words_of
from stratagate_app.engine.rules.relevance import Line, Place
from stratagate_app.engine.services.blocks import locate_message
from stratagate_app.engine.services.lookup import Candidates, look_up, spans_of
from stratagate_app.engine.store import records, search_index
from stratagate_app.engine.store.schema import messages, sessions

EXCERPT_CHARS = 160
# Candidates that are looked at in their conversations, and those whose texts are read.
PLACED = 1000
READ = 60
# Of a message; the rest of a longer one counts by the words it is known to hold.
READ_CHARS = 4000
# What a word counts that the full-text table finds in a message and its text does not show: it
# stands further down, or in a form that only the table's stemmer knows (adopt, adoption).
UNSEEN = 0.5


@dataclass(frozen=True, slots=True)
class _Placed:
    """Candidates in their conversations.

    Attributes:
        keys: The message at each place.
        held: The numbers of the words that it is known to hold.
        lengths: How many messages each session has.
    """

    keys: Mapping[Place, int]
    held: Mapping[Place, Sequence[int]]
    lengths: Mapping[int, int]


def find_message_ids(
    connection: Connection,
    question: str,
    filters: SearchFilters,
    *,
    limit: int,
    typing: bool = False,
) -> list[int]:
    """Return the ids of the messages that answer a question, best first; ties by id.

    Args:
        connection: To read through.
        question: Any of its words; without one there is no answer.
        filters: All must hold; type and state are of events and say nothing of messages.
        limit: How many at most.
        typing: The last word may be unfinished.
    """
    words = words_of(question, typing=typing)
    within = _naming(filters.participants)
    if not words and filters.participants:
        words = words_of(" ".join(filters.participants))
    if not words:
        return []
    table = "message_index"
    spans = spans_of(connection, table, _session_conditions(filters))
    candidates = look_up(connection, table, words, spans, within=within)
    if not candidates.rows:
        return []
    placed = _place(connection, candidates, filters, max(PLACED, 2 * limit))
    holding: dict[int, dict[int, float]] = defaultdict(dict)
    for (session, _), numbers in placed.held.items():
        for number in numbers:
            holding[session][number] = holding[session].get(number, 0) + 1
    about = relevance.session_scores(holding, placed.lengths, candidates.telling)
    limited = bool(within or filters.happened_from or filters.happened_to)
    ordered = _by_known_words(placed, candidates.telling, about, limited=limited)
    first = ordered[: max(READ, limit)]
    keys, lines = _read(connection, first, candidates, placed)
    scores = relevance.rank_messages(lines, first, candidates.telling, about, question)
    best = sorted((-score, keys[place]) for place, score in scores.items() if place in keys)
    found = [key for _, key in best]
    if len(found) < limit:
        more = (placed.keys.get(place) for place in ordered[len(first) :])
        found += [key for key in more if key is not None]
    return found[:limit]


def load_message_hits(
    connection: Connection, ids: Sequence[int], question: str, *, typing: bool = False
) -> tuple[MessageHit, ...]:
    """Return messages with why they answer a question, in the order of ids."""
    words = words_of(question, typing=typing)
    statement = (
        select(messages, sessions.c.title)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .where(messages.c.id.in_(_listed(ids)))
    )
    rows = {row["id"]: row for row in connection.execute(statement).mappings()}
    return tuple(_hit(connection, rows[key], words) for key in ids if key in rows)


def _hit(connection: Connection, row: Any, words: Sequence[Word]) -> MessageHit:
    shown = passage(row["content"], words, EXCERPT_CHARS)
    held = {ranking.fold(shown.text[start:end]) for start, end in shown.marks}
    return MessageHit(
        MessageId(row["id"]),
        SessionId(row["session_id"]),
        row["title"],
        locate_message(connection, row["id"]),
        records.known(Role, row["role"], Role.SYSTEM),
        records.to_time(row["created_at"], row["offset_minutes"]),
        shown.text,
        shown.marks,
        tuple(word.text for word in words if any(_is_in(word, part) for part in held)),
    )


def _is_in(word: Word, marked: str) -> bool:
    return any(word.holds(token) for token in ranking.tokens(marked))


def _naming(names: Sequence[str]) -> str:
    """Return an FTS5 query for messages that hold every word of the names; "" for no names."""
    tokens = dict.fromkeys(token for name in names for token in ranking.tokens(name))
    return " AND ".join(search_index.match_word(token) for token in tokens)


def _session_conditions(filters: SearchFilters) -> list[ColumnElement[bool]]:
    """Return which sessions can hold what is looked for."""
    found: list[ColumnElement[bool]] = []
    if filters.workspace_id is not None:
        found.append(sessions.c.workspace_id == filters.workspace_id)
    if filters.session_id is not None:
        found.append(sessions.c.id == filters.session_id)
    if filters.happened_from:
        found.append(sessions.c.updated_at >= filters.happened_from)
    if filters.happened_to:
        found.append(sessions.c.started_at < f"{filters.happened_to}U")
    return found


def _conditions(filters: SearchFilters) -> list[ColumnElement[bool]]:
    found = [messages.c.content != ""]
    if filters.workspace_id is not None:
        found.append(sessions.c.workspace_id == filters.workspace_id)
    if filters.session_id is not None:
        found.append(sessions.c.id == filters.session_id)
    if filters.happened_from:
        found.append(messages.c.created_at >= filters.happened_from)
    if filters.happened_to:
        # An instant of that day sorts behind the day itself.
        found.append(messages.c.created_at < f"{filters.happened_to}U")
    return found


def _listed(values: Sequence[object]) -> Select[int]:
    listed = func.json_each(orjson.dumps(list(values)).decode()).table_valued("value")
    return select(listed.c.value)


def _place(
    connection: Connection, candidates: Candidates, filters: SearchFilters, count: int
) -> _Placed:
    """Return where the best candidates stand that pass the filters."""
    statement = (
        select(messages.c.id, messages.c.session_id, messages.c.position, sessions.c.messages)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .where(messages.c.id.in_(_listed(candidates.best(count))), *_conditions(filters))
    )
    keys: dict[Place, int] = {}
    held: dict[Place, Sequence[int]] = {}
    lengths: dict[int, int] = {}
    for key, session, position, length in connection.execute(statement):
        keys[session, position] = key
        held[session, position] = candidates.held(key)
        lengths[session] = length
    return _Placed(keys, held, lengths)


def _by_known_words(
    placed: _Placed,
    telling: Sequence[float],
    about: Mapping[int, float],
    *,
    limited: bool,
) -> list[Place]:
    """Return places by the words they and their neighbours are known to hold, best first.

    Args:
        placed: The candidates.
        telling: The idf of each word.
        about: Of each session, how much it is about the question.
        limited: Only candidates pass the filters, not what stands beside them.
    """
    scores = relevance.known_scores(placed.held, telling, about)
    places = list(placed.held) if limited else list(scores)
    # The latest first among equals, as the newest are the first candidates.
    places.sort(reverse=True)
    return sorted(places, key=scores.__getitem__, reverse=True)


def _read(
    connection: Connection, places: Collection[Place], candidates: Candidates, placed: _Placed
) -> tuple[dict[Place, int], dict[Place, Line]]:
    """Return the messages at places, and what they and those around them say."""
    part = func.json_each(orjson.dumps(_stretches(places)).decode()).table_valued("value")
    bound = [cast(func.json_extract(part.c.value, f"$[{at}]"), Integer) for at in range(3)]
    statement = (
        select(
            messages.c.id,
            messages.c.session_id,
            messages.c.position,
            func.substr(messages.c.content, 1, READ_CHARS + 1),
        )
        .select_from(part)
        .join(
            messages,
            and_(
                messages.c.session_id == bound[0],
                messages.c.position.between(bound[1], bound[2]),
            ),
        )
    )
    counter = relevance.Counter(candidates.words)
    keys: dict[Place, int] = {}
    lines: dict[Place, Line] = {}
    for key, session, position, text in connection.execute(statement):
        if not text:
            continue
        keys[session, position] = key
        line = relevance.line_of(text[:READ_CHARS], counter)
        known = placed.held.get((session, position))
        if known is not None:
            line = replace(line, counts={**dict.fromkeys(known, UNSEEN), **line.counts})
        lines[session, position] = line
    return keys, lines


def _stretches(places: Collection[Place]) -> list[list[int]]:
    """Return sessions with first and last position of what is to be read for places."""
    found: list[list[int]] = []
    for session, position in sorted(places):
        first, last = position - relevance.REACH, position + relevance.REACH
        if found and found[-1][0] == session and first <= found[-1][2] + 1:
            found[-1][2] = last
        else:
            found.append([session, first, last])
    return found
