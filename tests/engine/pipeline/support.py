"""What the tests of the built-in rules share: blocks from words, and the samples as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from stratagate_app.engine.domain.conversation import Role, SourceConversation, SourceMessage
from stratagate_app.engine.domain.events import EventState
from stratagate_app.engine.domain.ids import BlockId, EventId, MessageId
from stratagate_app.engine.importing.reading import read
from stratagate_app.engine.pipeline.local import LocalExtractor, LocalSummariser
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    ProposedEvent,
    TimelineEvent,
)

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
# A Friday.
SAID = datetime(2026, 9, 18, 14, 2, tzinfo=UTC)
BLOCK_TURNS = 6


def block(*said: str | tuple[Role, str], at: datetime | None = SAID) -> BlockInput:
    """Return a block of messages a minute apart; a bare text is said by the user."""
    messages = []
    for number, item in enumerate(said, start=1):
        role, text = (Role.USER, item) if isinstance(item, str) else item
        when = at + timedelta(minutes=number) if at else None
        messages.append(BlockMessage(MessageId(number), role, text, when))
    return BlockInput(BlockId(1), "", tuple(messages))


def events_of(
    given: BlockInput, timeline: Sequence[TimelineEvent] = ()
) -> tuple[ProposedEvent, ...]:
    """Return the events of a block, none where the summary says there are none."""
    if not LocalSummariser().summarise(given).should_extract:
        return ()
    return LocalExtractor().extract(given, timeline)


def remembered(event: ProposedEvent, key: int = 1) -> TimelineEvent:
    """Return an event as a later block is shown it."""
    return TimelineEvent(
        EventId(key),
        event.title,
        event.summary,
        event.type,
        event.status,
        EventState.ACTIVE,
        event.criticality,
        event.mentioned_at,
        event.happening,
    )


@cache
def sample_conversations() -> tuple[SourceConversation, ...]:
    """Return every conversation of the samples."""
    return tuple(
        item
        for path in sorted(SAMPLES.iterdir())
        for item in read(path)[1]
        if isinstance(item, SourceConversation)
    )


def blocks_of(conversation: SourceConversation) -> Iterator[BlockInput]:
    """Yield the full blocks of a conversation."""
    turns: list[list[SourceMessage]] = []
    for message in conversation.messages:
        if message.role is Role.USER or not turns:
            turns.append([])
        turns[-1].append(message)
    number = 0
    for first in range(0, len(turns) - BLOCK_TURNS + 1, BLOCK_TURNS):
        messages = []
        for message in (m for turn in turns[first : first + BLOCK_TURNS] for m in turn):
            number += 1
            messages.append(
                BlockMessage(
                    MessageId(number),
                    message.role,
                    message.content,
                    message.created_at,
                    message.tool_calls,
                )
            )
        yield BlockInput(BlockId(first + 1), conversation.title or "", tuple(messages))
