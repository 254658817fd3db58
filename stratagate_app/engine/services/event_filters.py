"""Events that meet structured filters; engine-rules.md, "Search"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, RowMapping, false, select

from stratagate_app.engine.rules import event_ranking, questions, ranking
from stratagate_app.engine.rules.event_ranking import Facts, Wanted
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.store import records, search_index
from stratagate_app.engine.store.schema import events, workspaces

# Of what meets filters without a question, or without an answer that meets them all.
MET = 500
# The newest events that share a word with a name.
NAMED = 2000
NAME_CHARS = 200
_TABLE = "event_index"

# What facts_of() reads; those that meeting() needs come first.
FACTS = (
    events.c.id,
    events.c.participants,
    events.c.type,
    events.c.state,
    events.c.happened_start,
    events.c.happened_end,
    events.c.mentioned_at,
    events.c.created_at,
    events.c.criticality,
    events.c.pinned,
    events.c.cap,
    events.c.adoptions,
    events.c.last_adoption_turn,
    workspaces.c.turns,
)


def load_facts(
    connection: Connection, keys: Sequence[int], conditions: Sequence[ColumnElement[bool]]
) -> Iterator[Facts]:
    """Yield what filters and orders look at in those of the events that may be seen."""
    if not keys:
        return
    statement = (
        select(*FACTS)
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(listed(events.c.id, keys), *conditions)
    )
    for row in connection.execute(statement).mappings():
        yield facts_of(row)


def meeting(
    connection: Connection,
    keys: Sequence[int],
    wanted: Wanted,
    conditions: Sequence[ColumnElement[bool]],
) -> set[int]:
    """Return which events may be seen and meet all filters."""
    statement = select(*FACTS[:6]).where(listed(events.c.id, keys), *conditions, *_plainly(wanted))
    rows = (
        Facts(key, records.strings(participants), *rest)
        for key, participants, *rest in connection.execute(statement)
    )
    return {one.key for one in rows if event_ranking.met(one, wanted) == wanted.names()}


def facts_of(row: RowMapping) -> Facts:
    """Return a row with the columns of FACTS as facts."""
    return Facts(
        row["id"],
        records.strings(row["participants"]),
        row["type"],
        row["state"],
        row["happened_start"],
        row["happened_end"],
        row["happened_start"] or row["mentioned_at"] or row["created_at"],
        records.event_weight(row, row["turns"]),
    )


def by_filters(
    connection: Connection,
    question: str,
    wanted: Wanted,
    conditions: Sequence[ColumnElement[bool]],
) -> list[int]:
    """Return the events that meet all filters; if none does, those that meet some."""
    if not wanted.names():
        return []
    found = _met(connection, wanted, conditions)
    if not found and wanted.participants:
        # No word of a name is known: it may be a part of one.
        found = _met(connection, wanted, conditions, naming=_by_parts)
    if found or len(wanted.names()) == 1:
        return event_ranking.structured(found, questions.intents(question))
    rankings = each_filter(connection, question, wanted, conditions)
    return [key for key, _ in ranking.fuse(rankings)]


def each_filter(
    connection: Connection,
    question: str,
    wanted: Wanted,
    conditions: Sequence[ColumnElement[bool]],
) -> list[list[int]]:
    """Return a ranking of what meets each filter."""
    parts = (
        Wanted(participants=wanted.participants),
        Wanted(types=wanted.types),
        Wanted(states=wanted.states),
        Wanted(first=wanted.first, last=wanted.last),
    )
    intents = questions.intents(question)
    return [
        event_ranking.structured(_met(connection, part, conditions), intents)
        for part in parts
        if part.names()
    ]


def _met(
    connection: Connection,
    wanted: Wanted,
    conditions: Sequence[ColumnElement[bool]],
    *,
    naming: Callable[[str], ColumnElement[bool]] | None = None,
) -> list[Facts]:
    """Return the newest events that meet all filters; naming: how names are looked for."""
    statement = (
        select(*FACTS)
        .join(workspaces, workspaces.c.id == events.c.workspace_id)
        .where(*conditions, *_plainly(wanted), *map(naming or _by_words, wanted.participants))
        .order_by(events.c.id.desc())
        .limit(MET)
    )
    rows = map(facts_of, connection.execute(statement).mappings())
    return [one for one in rows if event_ranking.met(one, wanted) == wanted.names()]


def _plainly(wanted: Wanted) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters but those for participants."""
    found: list[ColumnElement[bool]] = []
    if wanted.types:
        found.append(events.c.type.in_([kind.value for kind in wanted.types]))
    if wanted.states:
        found.append(events.c.state.in_([state.value for state in wanted.states]))
    if wanted.first:
        found.append(events.c.happened_end >= wanted.first)
    if wanted.last:
        # An instant of that day sorts behind the day itself.
        found.append(events.c.happened_start < f"{wanted.last}U")
    return found


def _by_words(name: str) -> ColumnElement[bool]:
    """Return the condition that a participant shares a word with a name, or a word's beginning."""
    parts = [
        word[:length]
        for word in ranking.tokens(name[:NAME_CHARS])
        for length in range(min(2, len(word)), len(word) + 1)
    ]
    if not parts:
        return false()
    words = ranking.tokens(name[:NAME_CHARS])
    matches = [search_index.match_any(dict.fromkeys(parts))]
    matches += [search_index.match_word(word, prefix=True) for word in words]
    rows = search_index.newest(_TABLE, f"participants : ({' OR '.join(matches)})", NAMED)
    return events.c.id.in_(rows)


def _by_parts(name: str) -> ColumnElement[bool]:
    """Return the condition that a participant contains a name: every event is looked at."""
    return events.c.participants.icontains(name[:NAME_CHARS], autoescape=True)
