"""Checking what came back, whoever derived it, before anything of it is stored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_QUOTES,
    MAX_TAGS,
    QUOTE_CHARS,
    SUMMARY_CHARS,
    TITLE_CHARS,
    Criticality,
    EventType,
    HappeningStatus,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.ids import EventId, MessageId
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockSummary,
    ProposedEvent,
    ProposedRelation,
    TimelineEvent,
)
from stratagate_app.engine.rules.event_fields import distinct, storable
from stratagate_app.engine.rules.happenings import settled

K = TypeVar("K", bound=StrEnum)


def checked_summary(summary: BlockSummary) -> BlockSummary:
    """Return a summary within the limits.

    Rule:
        engine-rules.md, "Deriving": non-empty title and summary, at most 12 tags.
    Raises:
        ReplySchemaError: The title or the summary is empty.
    """
    title = " ".join(storable(summary.title).split())[:TITLE_CHARS]
    body = storable(summary.summary).strip()[:SUMMARY_CHARS]
    if not title or not body:
        raise ReplySchemaError("empty_field", where="title" if not title else "summary")
    tags = tuple(dict.fromkeys(tag.strip() for tag in summary.tags if tag.strip()))[:MAX_TAGS]
    facts = tuple(fact.strip() for fact in summary.key_facts if fact.strip())
    return BlockSummary(title, tags, body, facts, summary.should_extract)


def checked_events(
    block: BlockInput, timeline: Sequence[TimelineEvent], proposed: Sequence[ProposedEvent]
) -> list[tuple[ProposedEvent, tuple[str, ...]]]:
    """Return the events that may be stored, each with notes on what was dropped of it.

    Rule:
        engine-rules.md, "Events" and "Deriving".
    Raises:
        ReplySchemaError: No valid event, although the block was to be extracted from.
    """
    known = {message.id: " ".join(message.content.split()) for message in block.messages}
    offered = {event.id for event in timeline}
    checked = [
        checked_event(event, known, offered)
        for event in proposed
        if _is_text(event.title) and _is_text(event.summary)
    ]
    if not checked:
        raise ReplySchemaError("no_valid_event", where="events")
    return checked


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(storable(value).strip())


def checked_event(
    event: ProposedEvent, known: Mapping[MessageId, str], offered: Collection[EventId]
) -> tuple[ProposedEvent, tuple[str, ...]]:
    """Return an event within the limits, and codes of what was dropped of it.

    Args:
        event: With a title and a summary.
        known: The messages it may cite, white space folded.
        offered: The events it may relate to.
    """
    notes = list(event.notes)
    sources = tuple(key for key in dict.fromkeys(event.source_ids) if key in known)
    if len(sources) < len(set(event.source_ids)):
        notes.append("unknown_source")
    if not sources:
        sources = tuple(known)
        notes.append("no_source")
    happening, reason = settled(replace(event.happening, text=_words(event.happening.text)))
    if reason in ("not_a_date", "incomplete", "reversed"):
        notes.append("bad_time")
    elif reason == "too_exact":
        notes.append(reason)
    mentioned = event.mentioned_at
    if mentioned is not None and mentioned.utcoffset() is None:
        # When it was said is then told by the first source.
        mentioned = None
        notes.append("bad_time")
    checked = replace(
        event,
        title=_cut(" ".join(storable(event.title).split()), TITLE_CHARS, notes),
        summary=_cut(storable(event.summary).strip(), SUMMARY_CHARS, notes),
        source_ids=sources,
        quotes=_quotes(event, [known[key] for key in sources], notes),
        tags=_names(event.tags, MAX_TAGS, notes),
        participants=_names(event.participants, MAX_PARTICIPANTS, notes),
        type=_known(EventType, event.type, EventType.OTHER, notes),
        status=_known(HappeningStatus, event.status, HappeningStatus.UNKNOWN, notes),
        scope=_known(Scope, event.scope, Scope.PROJECT, notes),
        criticality=_known(Criticality, event.criticality, Criticality.ROUTINE, notes),
        mentioned_at=mentioned,
        happening=happening,
        relations=_relations(event.relations, offered, notes),
    )
    return checked, tuple(dict.fromkeys(notes))


def _cut(text: str, limit: int, notes: list[str]) -> str:
    if len(text) > limit:
        notes.append("cut")
    return text[:limit].rstrip()


def _words(text: object) -> str:
    """Return the words of a time expression: a few, on one line."""
    return " ".join(storable(text).split())[:TITLE_CHARS] if isinstance(text, str) else ""


def _quotes(event: ProposedEvent, said: Sequence[str], notes: list[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for quote in event.quotes:
        folded = " ".join(quote.split()) if isinstance(quote, str) else ""
        if folded and len(folded) <= QUOTE_CHARS and any(folded in text for text in said):
            kept.append(quote.strip())
        else:
            notes.append("quote_not_in_source")
    once = tuple(dict.fromkeys(kept))
    if len(once) > MAX_QUOTES:
        notes.append("too_many")
    return once[:MAX_QUOTES]


def _names(texts: Sequence[str], limit: int, notes: list[str]) -> tuple[str, ...]:
    found = distinct(text for text in texts if isinstance(text, str))
    # A name that is as long as a text is none.
    short = tuple(text for text in found if len(text) <= TITLE_CHARS)
    if len(short) > limit or len(short) < len(found):
        notes.append("too_many")
    return short[:limit]


def _relations(
    given: Sequence[ProposedRelation], offered: Collection[EventId], notes: list[str]
) -> tuple[ProposedRelation, ...]:
    kept = [r for r in given if r.event_id in offered and r.kind in list(RelationKind)]
    if len(kept) < len(given):
        notes.append("unknown_relation")
    return tuple(dict.fromkeys(kept))


def _known(kind: type[K], value: object, default: K, notes: list[str]) -> K:
    if isinstance(value, str) and value in list(kind):
        return kind(value)
    notes.append("unknown_value")
    return default
