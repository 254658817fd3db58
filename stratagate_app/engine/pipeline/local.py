"""The built-in rules behind every port: no network, no model, always the same answer.

They only choose: every content word of what they return stands in the messages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline import cues, local_events
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockMessage,
    BlockSummary,
    ProposedEvent,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.sentences import (
    STOP_WORDS,
    Sentence,
    capitalised,
    sentences_of,
    shorten,
    without_opening,
)

TITLE_LIMIT = 60
SUMMARY_LIMIT = 320
SUMMARY_SENTENCES = 3
FACT_LIMIT = 240
MAX_FACTS = 8
MAX_TAGS = 6

_HAN = re.compile(r"[\u4e00-\u9fff]{2,}")
_COUNTING = frozenset("零一二三四五六七八九十百千万点元天周月年")
# A sentence that leans on the one before it says little by itself.
_LEANING = re.compile(
    r"(?:it|they|that|this|those|these|such|wow|glad|oh|sounds|and|but|so|same)\b|[这那它]",
    re.IGNORECASE,
)
_EMPTY = "—"
# So long a run of one alphabet is no word but a key, a hash or a path.
_LONGEST_WORD = 24


class LocalSummariser:
    """L0 to L2 by choosing from what was said."""

    def summarise(self, block: BlockInput) -> BlockSummary:
        """Return title, tags, summary and key facts of a block."""
        sentences = sentences_of(block.messages)
        found = local_events.find_events(sentences)
        salience = _salience(sentences)
        told = _first_said(sentences)
        ranked = sorted(told or sentences, key=lambda s: -_score(s, salience))
        return BlockSummary(
            title=_title(block, sentences, found, salience),
            tags=_tags(sentences),
            summary=_summary(block, sentences, found, ranked),
            key_facts=_key_facts(sentences, found),
            should_extract=bool(found),
        )


class LocalExtractor:
    """Events by cues."""

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


def _first_said(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return what the user states, and how each answer begins."""
    begun: set[int] = set()
    found: list[Sentence] = []
    for sentence in sentences:
        key = sentence.message.id
        if (sentence.is_user or key not in begun) and not sentence.is_question:
            found.append(sentence)
        begun.add(key)
    return found


def _salience(sentences: Sequence[Sentence]) -> Counter[str]:
    """Return how often each telling word is said; the user's words count twice."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        weight = 2 if sentence.is_user else 1
        for word in sentence.words:
            if len(word) <= _LONGEST_WORD and word not in STOP_WORDS:
                counts[word] += weight
    return counts


def _score(sentence: Sentence, salience: Counter[str]) -> float:
    words = set(sentence.words)
    total: int = sum(min(salience[word], 6) for word in words)
    # Neither the longest sentence nor one of two words says best what it is about.
    length = max(len(words), 5)
    leaning = 0.5 if _LEANING.match(sentence.text) else 1.0
    return float(total / length**0.5 * leaning * (1.3 if sentence.is_user else 1.0))


def _title(
    block: BlockInput,
    sentences: Sequence[Sentence],
    found: Sequence[local_events.Found],
    salience: Counter[str],
) -> str:
    """Return the title: the weightiest event, else the user's most telling sentence."""
    strong = (cues.SWITCH, cues.DECISION, cues.PLAN, cues.INCIDENT, cues.RELEASE)
    for kind in strong:
        chosen = [item.sentence for item in found if item.kind is kind]
        if chosen:
            best = max(chosen, key=lambda s: _score(s, salience))
            return capitalised(shorten(without_opening(best.text), TITLE_LIMIT))
    own = [sentence for sentence in sentences if sentence.is_user] or list(sentences)
    if own:
        best = max(own, key=lambda s: _score(s, salience))
        return capitalised(shorten(without_opening(best.text), TITLE_LIMIT)).rstrip("?？")
    return _plain(block.messages, TITLE_LIMIT)


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
    found: Sequence[local_events.Found],
    ranked: Sequence[Sentence],
) -> str:
    chosen: list[Sentence] = []
    used = 0
    for sentence in [*(item.sentence for item in found), *ranked]:
        if sentence in chosen or used + len(sentence.text) > SUMMARY_LIMIT:
            continue
        chosen.append(sentence)
        used += len(sentence.text)
        if len(chosen) == SUMMARY_SENTENCES:
            break
    if not chosen:
        return _plain(block.messages, SUMMARY_LIMIT)
    place = {id(sentence): index for index, sentence in enumerate(sentences)}
    chosen.sort(key=lambda sentence: place[id(sentence)])
    return " ".join(capitalised(without_opening(sentence.text)) for sentence in chosen)


def _key_facts(
    sentences: Sequence[Sentence], found: Sequence[local_events.Found]
) -> tuple[str, ...]:
    events = {id(item.sentence) for item in found}
    facts = [
        capitalised(shorten(without_opening(sentence.text), FACT_LIMIT))
        for sentence in sentences
        if id(sentence) in events or cues.is_fact(sentence)
    ]
    return tuple(dict.fromkeys(facts))[:MAX_FACTS]


def _tags(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """Return what a block is about in words: names and terms that come back."""
    names = {name.lower(): name for name in local_events.names_of(sentences)}
    counts: Counter[str] = Counter()
    for sentence in sentences:
        counts.update(
            word
            for word in sentence.words
            if len(word) > 2 and word not in STOP_WORDS  # noqa: PLR2004
        )
        if not sentence.text.isascii():
            counts.update(_grams(sentence.text))
    chosen: list[str] = []
    ordered = sorted(counts.items(), key=lambda item: (-item[1] * len(item[0]) ** 0.5, item[0]))
    for term, count in ordered:
        if count < 2 or any(term in other or other in term for other in chosen):  # noqa: PLR2004
            continue
        chosen.append(term)
        if len(chosen) == MAX_TAGS:
            break
    return tuple(names.get(term, term) for term in chosen)


def _grams(text: str) -> Iterator[str]:
    """Yield the runs of two to four Han characters that could be a word."""
    for run in _HAN.findall(text):
        for size in (4, 3, 2):
            for start in range(len(run) - size + 1):
                gram = run[start : start + size]
                if not any(char in STOP_WORDS or char in _COUNTING for char in gram):
                    yield gram
