"""The built-in rules behind every port: no network, no model, always the same answer.

They only choose: every content word of what they return stands in the messages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from stratagate_app.engine.domain.events import Criticality
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline import cues, kinds, local_events
from stratagate_app.engine.pipeline.local_analysis import Found, analyse
from stratagate_app.engine.pipeline.local_topics import Topics
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    BlockSummary,
    ProposedEvent,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.sentences import (
    Sentence,
    as_title,
    capitalised,
    shorten,
    without_opening,
)

TITLE_LIMIT = 60
SUMMARY_LIMIT = 320
SUMMARY_SENTENCES = 3
FACT_LIMIT = 240
MAX_FACTS = 8

# What a conversation is remembered by, if it holds one of them.
_TITLES = frozenset(
    {
        kinds.SWITCH,
        kinds.DECISION,
        kinds.MIGRATION,
        kinds.RESCHEDULED,
        kinds.PLAN,
        kinds.INCIDENT,
        kinds.RELEASE,
    }
)
_EMPTY = "—"


class LocalSummariser:
    """L0 to L2 by choosing from what was said."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        """Return title, tags, summary and key facts of a block."""
        analysis = analyse(block.messages)
        sentences, found, topics = analysis.sentences, analysis.found, analysis.topics
        scores = {id(sentence): topics.score(sentence) for sentence in _stated(sentences)}
        return BlockSummary(
            title=_title(block, sentences, found, topics),
            tags=analysis.tags,
            summary=_summary(block, sentences, found, scores),
            key_facts=_key_facts(sentences, found),
            should_extract=bool(found),
        )


class LocalExtractor:
    """Events by cues."""

    answers_at_once = True

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        """Return the events of a block.

        Raises:
            ReplySchemaError: None was found, although the summary said there are some.
        """
        events = local_events.propose(block.messages, timeline)
        if not events:
            raise ReplySchemaError("no_valid_event", where="events")
        return events


def _stated(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return what the user states, and how each answer begins; all where that is nothing."""
    begun: set[int] = set()
    found: list[Sentence] = []
    for sentence in sentences:
        key = sentence.message.id
        if (sentence.is_user or key not in begun) and not sentence.is_question:
            found.append(sentence)
        begun.add(key)
    return found or list(sentences)


def _title(
    block: BlockInput, sentences: Sequence[Sentence], found: Sequence[Found], topics: Topics
) -> str:
    """Return the title: the weightiest event, else the user's most telling sentence."""
    told = [item for item in found if item.kind in _TITLES]
    told = told or [item for item in found if item.kind.criticality is Criticality.ROUTINE]
    if told:
        best = max(told, key=lambda item: topics.score(item.sentence) * _length(item.sentence))
        return as_title(best.sentence.text, TITLE_LIMIT)
    own = [sentence for sentence in sentences if sentence.is_user] or list(sentences)
    if own:
        best_own = max(own, key=lambda s: topics.score(s) * _length(s))
        return as_title(best_own.text, TITLE_LIMIT).rstrip("?？ ")
    return _plain(block.messages, TITLE_LIMIT)


def _length(sentence: Sentence) -> float:
    """Return what makes up for the favour that the score shows short sentences."""
    return math.sqrt(min(len(sentence.words), 16))


def _plain(messages: Sequence[BlockMessage], limit: int) -> str:
    """Return the first words there are, of a block that holds no sentence (code, tools, "ok")."""
    for message in messages:
        words = " ".join(message.content[: 4 * limit].split())
        if words:
            return words if len(words) <= limit else words[: limit - 1] + "…"
    names = [call.name for message in messages for call in message.tool_calls if call.name.strip()]
    return ", ".join(dict.fromkeys(names))[:limit] or _EMPTY


def _summary(
    block: BlockInput,
    sentences: Sequence[Sentence],
    found: Sequence[Found],
    scores: dict[int, float],
) -> str:
    """Return up to three sentences in their order: events first, then the most telling ones."""
    places = {id(sentence): place for place, sentence in enumerate(sentences)}
    by_score = sorted(scores, key=lambda key: -scores[key])
    wanted = [places[id(item.sentence)] for item in sorted(found, key=lambda f: f.kind.rank)]
    wanted += [places[key] for key in by_score]
    chosen: list[int] = []
    used = 0
    for place in wanted:
        length = len(sentences[place].text)
        if place in chosen or used + length > SUMMARY_LIMIT:
            continue
        chosen.append(place)
        used += length
        if len(chosen) == SUMMARY_SENTENCES:
            break
    if not chosen:
        return _plain(block.messages, SUMMARY_LIMIT)
    return " ".join(capitalised(without_opening(sentences[p].text)) for p in sorted(chosen))


def _key_facts(sentences: Sequence[Sentence], found: Sequence[Found]) -> tuple[str, ...]:
    """Return decisions, constraints, plans and results; the events before the rest."""
    events = {id(item.sentence) for item in found}
    facts: list[tuple[int, str]] = []
    for place, sentence in enumerate(sentences):
        if id(sentence) in events or cues.is_fact(sentence):
            text = capitalised(shorten(without_opening(sentence.text), FACT_LIMIT))
            facts.append((place, text))
    if len(facts) > MAX_FACTS:
        kept = [item for item in facts if id(sentences[item[0]]) in events]
        others = [item for item in facts if id(sentences[item[0]]) not in events]
        facts = sorted([*kept, *others[: MAX_FACTS - len(kept)]])
    return tuple(dict.fromkeys(text for _, text in facts))
