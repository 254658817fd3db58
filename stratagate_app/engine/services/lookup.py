"""What the full-text tables know of a question: candidates, at a cost that has an upper bound.

A word that is in very many rows says little and would make a search grow with the file. Of such a
word only the newest rows are candidates, and those that hold another word of the question too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, func, select
from sqlalchemy.sql.elements import ColumnElement

from stratagate_app.engine.rules import relevance
from stratagate_app.engine.rules.questions import Word
from stratagate_app.engine.store import search_index
from stratagate_app.engine.store.schema import events, messages, sessions

# Distinct words of a question that are looked up, and those of them that count.
LOOKED_UP = 32
COUNTED = 16
# Rows of a word that are candidates.
ROWS_A_WORD = 1500
# Sessions whose rows are found by their places; in more of them newest rows are dense enough.
SCOPED_SESSIONS = 2000
SPANS = 32

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows that hold words of a question.

    Attributes:
        words: What was looked for; those that no row holds are not among them.
        telling: The idf of each, in what was searched.
        rows: Which words each row holds: bit n for word n. A word in very many rows may be missing.
    """

    words: tuple[Word, ...]
    telling: tuple[float, ...]
    rows: Mapping[int, int]

    def held(self, key: int) -> list[int]:
        """Return the numbers of the words that a row holds."""
        bits = self.rows.get(key, 0)
        return [number for number in range(len(self.words)) if bits >> number & 1]

    def best(self, count: int) -> list[int]:
        """Return the rows whose words tell most, the newest first of equals."""
        # Many rows hold the same words: these are weighed once.
        alike: dict[int, list[int]] = {}
        for key, bits in self.rows.items():
            alike.setdefault(bits, []).append(key)
        by_score: dict[float, list[int]] = {}
        for bits, keys in alike.items():
            score = sum(tells for number, tells in enumerate(self.telling) if bits >> number & 1)
            by_score.setdefault(score, []).extend(keys)
        found: list[int] = []
        for score in sorted(by_score, reverse=True):
            if len(found) >= count:
                break
            found += sorted(by_score[score], reverse=True)
        return found[:count]


NOTHING = Candidates((), (), {})


def look_up(
    connection: Connection,
    table: str,
    words: Sequence[Word],
    spans: Sequence[Span],
    *,
    within: str = "",
) -> Candidates:
    """Return the rows that hold any of the words.

    Args:
        connection: To read through.
        table: message_index or event_index.
        words: What to look for.
        spans: Where: first and last rows, ascending.
        within: An FTS5 query that all rows must match as well; "" for none.
    """
    total = sum(last - first + 1 for first, last in spans)
    if total <= 0:
        return NOTHING

    def rows_of(match: str, limit: int) -> list[int]:
        both = f"({match}) AND ({within})" if within else match
        return search_index.newest_rows(connection, table, both, limit, spans)

    found: list[tuple[float, Word, list[int]]] = []
    for word in words[:LOOKED_UP]:
        keys = rows_of(search_index.match_word(word.text), ROWS_A_WORD + 1)
        if word.prefix and len(keys) <= ROWS_A_WORD:
            # FTS5 puts the rows of all words with that beginning together before the first comes.
            keys = rows_of(search_index.match_word(word.text, prefix=True), ROWS_A_WORD + 1)
        if keys:
            found.append((_holding(keys, spans, total), word, keys))
    # Those that tell most; of equals in the order of the question.
    found = sorted(found, key=lambda item: item[0])[:COUNTED]
    rows: dict[int, int] = {}
    for number, (_, word, keys) in enumerate(found):
        bit = 1 << number
        for key in keys:
            rows[key] = rows.get(key, 0) | bit
        if number and len(keys) > ROWS_A_WORD:
            # It has more rows than are listed: which of them hold a word that tells more? Of
            # words that have too many rows as well the rarest is asked for alone.
            listed = [other for _, other, own in found[:number] if len(own) <= ROWS_A_WORD]
            rarer = " OR ".join(map(_match, listed or [found[0][1]]))
            for key in rows_of(f"({rarer}) AND {_match(word)}", ROWS_A_WORD):
                rows[key] = rows.get(key, 0) | bit
    return Candidates(
        tuple(word for _, word, _ in found),
        tuple(relevance.rarity(total, holding) for holding, _, _ in found),
        rows,
    )


def _match(word: Word) -> str:
    return search_index.match_word(word.text)


def _holding(keys: Sequence[int], spans: Sequence[Span], total: int) -> float:
    """Return in how many rows a word is; where not all are listed, as dense as in the newest."""
    if len(keys) <= ROWS_A_WORD:
        return len(keys)
    passed = sum(last - max(first, keys[-1]) + 1 for first, last in spans if last >= keys[-1])
    return total * len(keys) / max(1, passed)


def everything(connection: Connection, table: str) -> list[Span]:
    """Return all rows of messages or events as a span."""
    source = messages if table == "message_index" else events
    last = connection.execute(select(func.max(source.c.id))).scalar()
    return [(1, last)] if last else []


def spans_of(
    connection: Connection, table: str, conditions: Sequence[ColumnElement[bool]]
) -> list[Span]:
    """Return where the rows of some sessions are; rows of others may lie between them.

    Args:
        connection: To read through.
        table: message_index or event_index.
        conditions: Which sessions; none for all.
    """
    if not conditions:
        return everything(connection, table)
    statement = _ends(table).where(*conditions).limit(SCOPED_SESSIONS + 1)
    ends = [(first, last) for first, last in connection.execute(statement) if first]
    if len(ends) > SCOPED_SESSIONS:
        return everything(connection, table)
    joined: list[Span] = []
    for first, last in sorted(ends):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return _fewer(joined)


def _ends(table: str) -> Select[int, int]:
    if table == "message_index":
        own = select(messages.c.id).where(messages.c.session_id == sessions.c.id).limit(1)
        return select(
            own.order_by(messages.c.position).scalar_subquery(),
            own.order_by(messages.c.position.desc()).scalar_subquery(),
        ).select_from(sessions)
    mine = events.c.session_id == sessions.c.id
    return select(
        select(func.min(events.c.id)).where(mine).scalar_subquery(),
        select(func.max(events.c.id)).where(mine).scalar_subquery(),
    ).select_from(sessions)


def _fewer(spans: list[Span]) -> list[Span]:
    """Join spans over the smallest gaps until few are left: each is a search of its own."""
    if len(spans) <= SPANS:
        return spans
    gaps = sorted(range(1, len(spans)), key=lambda at: spans[at][0] - spans[at - 1][1])
    kept = sorted(gaps[len(gaps) - SPANS + 1 :])
    starts = [0, *kept]
    return [
        (spans[start][0], spans[end - 1][1])
        for start, end in zip(starts, [*kept, len(spans)], strict=True)
    ]
