"""Checking what came back, whoever derived it, before anything of it is stored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_QUOTES,
    MAX_TAGS,
    NO_HAPPENING,
    QUOTE_CHARS,
    SUMMARY_CHARS,
    TITLE_CHARS,
    Basis,
    Precision,
)
from stratagate_app.engine.domain.ids import EventId, MessageId
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockSummary,
    ProposedEvent,
    TimelineEvent,
)


def checked_summary(summary: BlockSummary) -> BlockSummary:
    """Return a summary within the limits.

    Rule:
        engine-rules.md, "Deriving": non-empty title and summary, at most 12 tags.
    Raises:
        ReplySchemaError: The title or the summary is empty.
    """
    title = " ".join(summary.title.split())[:TITLE_CHARS]
    body = summary.summary.strip()[:SUMMARY_CHARS]
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
        if event.title.strip() and event.summary.strip()
    ]
    if not checked:
        raise ReplySchemaError("no_valid_event", where="events")
    return checked


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
    quotes: list[str] = []
    for quote in event.quotes:
        folded = " ".join(quote.split())
        if folded and len(folded) <= QUOTE_CHARS and any(folded in known[s] for s in sources):
            quotes.append(quote.strip())
        else:
            notes.append("quote_not_in_source")
    happening = event.happening
    if happening.precision == Precision.UNKNOWN or happening.basis == Basis.UNKNOWN:
        happening = replace(NO_HAPPENING, text=happening.text)
    relations = tuple(r for r in event.relations if r.event_id in offered)
    if len(relations) < len(event.relations):
        notes.append("unknown_relation")
    return (
        replace(
            event,
            title=" ".join(event.title.split())[:TITLE_CHARS],
            summary=event.summary.strip()[:SUMMARY_CHARS],
            source_ids=sources,
            quotes=tuple(dict.fromkeys(quotes))[:MAX_QUOTES],
            tags=tuple(dict.fromkeys(t.strip() for t in event.tags if t.strip()))[:MAX_TAGS],
            participants=tuple(dict.fromkeys(p.strip() for p in event.participants if p.strip()))[
                :MAX_PARTICIPANTS
            ],
            happening=happening,
            relations=relations,
        ),
        tuple(dict.fromkeys(notes)),
    )
