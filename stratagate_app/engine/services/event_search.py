"""Events that answer a question, best first; engine-rules.md, "Search".

The cost has an upper bound: of the candidates of the full-text table the best are read, ranked by
their fields, and fused with what structured filters, weight and time say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, RowMapping, select

from stratagate_app.engine.domain.events import EventRow
from stratagate_app.engine.domain.ids import WorkspaceId
from stratagate_app.engine.domain.queries import EventHit, SearchFilters
from stratagate_app.engine.rules import event_ranking, questions, relevance
from stratagate_app.engine.rules.event_ranking import Facts, Fields, Wanted
from stratagate_app.engine.rules.questions import Word
from stratagate_app.engine.services import event_filters
from stratagate_app.engine.services.event_rows import STANDING, listed
from stratagate_app.engine.services.events import load_events
from stratagate_app.engine.services.lookup import (
    Candidates,
    everything,
    look_up,
    spans_of,
)
from stratagate_app.engine.store import search_index
from stratagate_app.engine.store.schema import event_quotes, events, sessions, workspaces

EXCERPT_CHARS = 160
# Candidates whose filters are checked, and those of them whose texts are read.
CHECKED = 2000
READ = 60
_TABLE = "event_index"
# What a word counts in the summary that the table finds and the texts do not show.
_UNSEEN = 0.5


def find_event_ids(
    connection: Connection,
    question: str,
    filters: SearchFilters,
    place: ColumnElement[bool],
    *,
    limit: int | None = None,
    typing: bool = False,
) -> list[int]:
    """Return the ids of the events that answer a question, best first; ties by id.

    Args:
        connection: To read through.
        question: Any of its words; may be empty where there are filters. Without either there is
            no answer.
        filters: If some answers meet all, only these; else what meets one of them counts beside
            what answers. Its workspace says where words are counted.
        place: Which events may be seen from where it is asked.
        limit: How many at most; None for all.
        typing: The last word may be unfinished.
    """
    wanted = _wanted(filters)
    conditions = [events.c.state.in_(STANDING), place]
    if filters.session_id is not None:
        conditions.append(events.c.session_id == filters.session_id)
    words = questions.words_of(question, typing=typing)
    if not words:
        return event_filters.by_filters(connection, question, wanted, conditions)[:limit]
    candidates = _candidates(connection, words, filters)
    keys, beside = candidates.best(len(candidates.rows)), list[list[int]]()
    filtered = False
    if wanted.names():
        meeting = event_filters.meeting(connection, keys[:CHECKED], wanted, conditions)
        filtered = bool(meeting)
        if filtered:
            keys = [key for key in keys if key in meeting]
        else:
            beside = event_filters.each_filter(connection, question, wanted, conditions)
    fields, facts = _read(connection, keys, candidates, conditions)
    facts |= {
        one.key: one
        for one in event_filters.load_facts(
            connection, [key for one in beside for key in one], conditions
        )
    }
    relevant = event_ranking.by_relevance(fields, candidates.telling)
    found = event_ranking.order(
        relevant, facts, beside, questions.intents(question), filtered=filtered
    )
    if limit is None or len(found) < limit:
        found += _rest(connection, keys, found, conditions)
    return found[:limit]


def find_relevant_ids(
    connection: Connection,
    text: str,
    workspace_id: WorkspaceId | None,
    conditions: Sequence[ColumnElement[bool]],
    *,
    limit: int,
) -> list[int]:
    """Return the ids of events whose words answer nearly as well as those of the best.

    By their words alone, best first; ties by id.

    Args:
        connection: To read through.
        text: Any.
        workspace_id: Where words are counted; None for everywhere.
        conditions: Which events may be seen.
        limit: How many at most.
    """
    words = questions.words_of(text, telling_only=True)
    candidates = _candidates(connection, words, SearchFilters(workspace_id=workspace_id))
    keys = candidates.best(len(candidates.rows))
    fields, _ = _read(connection, keys, candidates, conditions)
    scored = event_ranking.by_relevance(fields, candidates.telling)
    return [key for key, score in scored[:limit] if score >= event_ranking.STRONG * scored[0][1]]


def _wanted(filters: SearchFilters) -> Wanted:
    return Wanted(
        filters.participants,
        filters.types,
        filters.states,
        filters.happened_from,
        filters.happened_to,
    )


def _candidates(
    connection: Connection, words: Sequence[Word], filters: SearchFilters
) -> Candidates:
    scope: list[ColumnElement[bool]] = []
    if filters.workspace_id is not None:
        scope.append(sessions.c.workspace_id == filters.workspace_id)
    if filters.session_id is not None:
        scope.append(sessions.c.id == filters.session_id)
    spans = spans_of(connection, _TABLE, scope)
    found = look_up(connection, _TABLE, words, spans)
    whole = everything(connection, _TABLE)
    if filters.workspace_id is None or filters.session_id is not None or spans == whole:
        return found
    # What is about the user is found from every workspace.
    elsewhere = look_up(connection, _TABLE, words, whole)
    return _together(found, elsewhere) if found.words else elsewhere


def _together(own: Candidates, more: Candidates) -> Candidates:
    """Return candidates of two scopes; how much a word tells is told by the first that has it."""
    words, telling = list(own.words), list(own.telling)
    numbers = {word.stem: number for number, word in enumerate(words)}
    moved: list[int] = []
    for word, tells in zip(more.words, more.telling, strict=True):
        if word.stem not in numbers:
            numbers[word.stem] = len(words)
            words.append(word)
            telling.append(tells)
        moved.append(numbers[word.stem])
    rows: dict[int, int] = {}
    for key, bits in more.rows.items():
        rows[key] = sum(1 << at for number, at in enumerate(moved) if bits >> number & 1)
    return Candidates(tuple(words), tuple(telling), {**rows, **own.rows})


def _read(
    connection: Connection,
    keys: Sequence[int],
    candidates: Candidates,
    conditions: Sequence[ColumnElement[bool]],
) -> tuple[dict[int, Fields], dict[int, Facts]]:
    """Return the texts and facts of the first of the candidates that may be seen."""
    fields: dict[int, Fields] = {}
    facts: dict[int, Facts] = {}
    counter = relevance.Counter(candidates.words)
    for first in range(0, min(len(keys), CHECKED), READ):
        part = keys[first : first + READ]
        for row, texts in _texts(connection, part, conditions):
            own = event_ranking.fields_of(texts, counter)
            seen = own.weighted()
            unseen = {n: _UNSEEN for n in candidates.held(row["id"]) if n not in seen}
            if unseen:
                summary = {**unseen, **own.counts.get("summary", {})}
                own = replace(own, counts={**own.counts, "summary": summary})
            fields[row["id"]] = own
            facts[row["id"]] = event_filters.facts_of(row)
        # As a rule the first part is enough; where most is hidden from here, more is read.
        if len(fields) >= READ // 2:
            break
    return fields, facts


def _texts(
    connection: Connection, keys: Sequence[int], conditions: Sequence[ColumnElement[bool]]
) -> Iterator[tuple[RowMapping, dict[str, str]]]:
    statement = (
        select(
            *event_filters.FACTS,
            events.c.title,
            events.c.summary,
            events.c.tags,
            events.c.happened_text,
        )
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(listed(events.c.id, keys), *conditions)
    )
    rows = connection.execute(statement).mappings().all()
    quotes = _quotes(connection, [row["id"] for row in rows])
    for row in rows:
        yield row, search_index.event_texts(dict(row), quotes.get(row["id"], ()))


def _quotes(connection: Connection, keys: Iterable[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    statement = (
        select(event_quotes.c.event_id, event_quotes.c.quote)
        .where(listed(event_quotes.c.event_id, keys))
        .order_by(event_quotes.c.id)
    )
    for key, quote in connection.execute(statement):
        found.setdefault(key, []).append(quote)
    return found


def _rest(
    connection: Connection,
    keys: Sequence[int],
    found: Sequence[int],
    conditions: Sequence[ColumnElement[bool]],
) -> list[int]:
    """Return the candidates behind those that were read, as they are known."""
    passed = set(found)
    left = [key for key in keys if key not in passed]
    if not left:
        return []
    statement = select(events.c.id).where(listed(events.c.id, left), *conditions)
    seen = set(connection.execute(statement).scalars())
    return [key for key in left if key in seen]


def load_event_hits(
    connection: Connection,
    ids: Sequence[int],
    question: str,
    filters: SearchFilters,
    *,
    typing: bool = False,
) -> tuple[EventHit, ...]:
    """Return events with why they answer a question, in the order of ids."""
    words = questions.words_of(question, typing=typing)
    wanted = _wanted(filters)
    texts = {row["id"]: (row, parts) for row, parts in _texts(connection, ids, ())}
    return tuple(
        _hit(event, *texts[event.id], words, wanted)
        for event in load_events(connection, ids)
        if event.id in texts
    )


def _hit(
    event: EventRow,
    row: RowMapping,
    texts: Mapping[str, str],
    words: Sequence[Word],
    wanted: Wanted,
) -> EventHit:
    own = event_ranking.fields_of(texts, relevance.Counter(words))
    held = own.weighted()
    shown = questions.passage(event.summary, words, EXCERPT_CHARS)
    if not shown.marks and "quotes" in own.counts:
        shown = questions.passage(texts["quotes"], words, EXCERPT_CHARS)
    return EventHit(
        event,
        tuple(name for name in event_ranking.FIELD_WEIGHTS if name in own.counts),
        tuple(word.text for number, word in enumerate(words) if number in held),
        event_ranking.met(event_filters.facts_of(row), wanted),
        questions.marks(event.title, words),
        shown.text,
        shown.marks,
    )
