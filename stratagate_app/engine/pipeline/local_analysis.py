"""What the summariser and the extractor both look at, worked out once a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from stratagate_app.engine.pipeline import cues
from stratagate_app.engine.pipeline.kinds import Kind
from stratagate_app.engine.pipeline.local_people import names_of
from stratagate_app.engine.pipeline.local_relations import alike
from stratagate_app.engine.pipeline.local_topics import Topics
from stratagate_app.engine.pipeline.ports import BlockMessage
from stratagate_app.engine.pipeline.sentences import Sentence, sentences_of
from stratagate_app.engine.pipeline.words import STOP_WORDS

MAX_EVENTS = 6
# With fewer telling words a sentence does not stand by itself.
_LEAST_WORDS = 2
# A block is first summarised, then extracted from, a batch of blocks at a time.
_KEPT_BLOCKS = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that is an event, and what kind."""

    sentence: Sentence
    kind: Kind


class Analysis:
    """The sentences of a block, and what they say.

    Attributes:
        sentences: Of users and assistants, in order.
        found: Those that are events.
    """

    def __init__(self, messages: Sequence[BlockMessage]) -> None:
        """Read the messages."""
        self.sentences = sentences_of(messages)
        self.found = find_events(self.sentences)

    @cached_property
    def names(self) -> set[str]:
        """Return the names in the block."""
        return names_of(self.sentences)

    @cached_property
    def topics(self) -> Topics:
        """Return what the block is about."""
        return Topics(self.sentences, self.names)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Return the tags of the block."""
        return self.topics.tags()


def find_events(sentences: Sequence[Sentence]) -> list[Found]:
    """Return the sentences that are events, in order, without repeats, at most six."""
    found: list[Found] = []
    seen: list[frozenset[str]] = []
    for sentence in sentences:
        kind = cues.kind_of(sentence)
        if kind is None:
            continue
        words = sentence.bag - STOP_WORDS
        if len(words) < _LEAST_WORDS or any(alike(words, other) for other in seen):
            continue
        seen.append(words)
        found.append(Found(sentence, kind))
    if len(found) <= MAX_EVENTS:
        return found
    kept = {id(item) for item in sorted(found, key=lambda item: item.kind.rank)[:MAX_EVENTS]}
    return [item for item in found if id(item) in kept]


_kept: dict[tuple[object, ...], Analysis] = {}
_lock = Lock()


def analyse(messages: Sequence[BlockMessage]) -> Analysis:
    """Return what a block says; the same words a second time cost nothing.

    Thread:
        Any worker.
    """
    key = tuple((m.id, m.role, m.content, m.created_at) for m in messages)
    with _lock:
        kept = _kept.get(key)
    if kept is None:
        kept = Analysis(messages)
        with _lock:
            _kept[key] = kept
            if len(_kept) > _KEPT_BLOCKS:
                del _kept[next(iter(_kept))]
    return kept
