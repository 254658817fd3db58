"""The tables of the review: answers that were given, and events that may say the same."""

from __future__ import annotations

from sqlalchemy import REAL, Column, Index, Integer, Text

from stratagate_app.engine.store.columns import table

# Journalled: taking an answer back asks again.
review_answers = table(
    "review_answers",
    Column("key", Text, nullable=False, unique=True),
    Column("answer", Text, nullable=False),
    Column("at", Text, nullable=False),
)

# Found by comparing, and found again where it is lost; it holds no event.
likely_duplicates = table(
    "likely_duplicates",
    Column("event_id", Integer, nullable=False),
    Column("other_id", Integer, nullable=False),
    # Share of common telling words, 0 to 1.
    Column("closeness", REAL, nullable=False),
    Index("ix_likely_duplicates_pair", "event_id", "other_id", unique=True),
)

TABLES = (review_answers, likely_duplicates)
