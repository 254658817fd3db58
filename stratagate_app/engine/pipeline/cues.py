"""Whether a sentence is worth remembering: an event of some kind, or a fact."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stratagate_app.engine.domain.events import Criticality
from stratagate_app.engine.pipeline import cues_chinese, cues_english, kinds
from stratagate_app.engine.pipeline.kinds import Kind
from stratagate_app.engine.pipeline.sentences import Sentence, without_opening
from stratagate_app.engine.pipeline.words import STOP_WORDS

_DIGIT = re.compile(r"\d")
_HAN = re.compile(r"[\u4e00-\u9fff]")
# The places in CUES of the cues that want a word.
_CUES_OF: dict[str, list[int]] = {}
for _place, _cue in enumerate(cues_english.CUES):
    for _word in _cue.words:
        _CUES_OF.setdefault(_word, []).append(_place)
_UNSURE_KINDS = frozenset({kinds.PLAN, kinds.DECISION, kinds.SWITCH, kinds.HAPPENED})
_REQUEST = re.compile(r"(?:i need|i'd like|please|give me|write|can you)\b", re.IGNORECASE)

# What an assistant reports is a result of work, with a figure.
_RESULT = re.compile(
    r"\b(?:now takes?|took|takes?|passed|pass(?:es)?|is now|are now|was|stores?|measured|found|"
    r"depends on|needs|answer|failed)\b.*\d|\b\d[\d.,]* ?(?:tests?|passed|frames|ms|seconds|"
    r"minutes|hours|MB|GB|KB|km|%|percent)\b|提高到|降到|原来是|上限",
    re.IGNORECASE,
)
# What a user sets as a limit; the weaker words only with a figure. For small letters: to ignore
# their case takes twice as long.
_CONSTRAINT = re.compile(
    r"\b(?:must(?:n't)?|at most|at least|requires?|cannot|relies on|depends on|no more than|limit|"
    r"budget)\b|\b(?:only|needs? an?|has to|have to)\b.*\d|必须|不能|最多|至少|上限|预算|不超过"
)
_LEANING = re.compile(
    r"(?:it|they|that|this(?! (?:morning|afternoon|evening|week|weekend|month|year|summer))|those|"
    r"these|such|he|she|same|you|your|here|one|his|her)(?:'s)?\b|[这那它](?![周个年])",
    re.IGNORECASE,
)
_FACT_WORDS = 5


def straight(text: str) -> str:
    """Return a text of the same length with straight apostrophes."""
    return text.replace("’", "'") if "’" in text else text


def kind_of(sentence: Sentence) -> Kind | None:
    """Return what a sentence is remembered as; None if it is not an event."""
    if not sentence.is_user and not sentence.speaker:
        return None
    text = sentence.text
    bag = sentence.bag
    if "’" in text:
        text = straight(text)
        bag = frozenset(map(straight, bag))
    given = bag & _CUES_OF.keys()
    kind = _english(text, bag, given) if given else None
    if kind is None and not text.isascii() and _HAN.search(text):
        kind = _chinese(text)
    if kind is None or sentence.is_question or sentence.is_hypothetical:
        return None
    if kind.criticality is Criticality.ROUTINE and leans(without_opening(text)):
        # What it is about was said in another sentence: no card that stands by itself.
        return None
    return kind


def _english(text: str, said: frozenset[str], given: Iterable[str]) -> Kind | None:
    has_figure = bool(_DIGIT.search(text))
    for place in sorted({place for word in given for place in _CUES_OF[word]}):
        _, time_words, pattern, kind = cues_english.CUES[place]
        timed = not time_words or not time_words.isdisjoint(said)
        if not timed and not (has_figure and cues_english.FIGURE in time_words):
            continue
        if not pattern.search(text):
            continue
        if kind in _UNSURE_KINDS and cues_english.GOOD_WILL.search(text):
            continue
        return kind
    return None


def _chinese(text: str) -> Kind | None:
    for pattern, kind in cues_chinese.CUES:
        if not pattern.search(text):
            continue
        if cues_chinese.NOT_DONE.search(text):
            return None
        if kind.timed and not cues_chinese.PAST.search(text):
            return None
        return kind
    return None


def is_ahead(text: str) -> bool:
    """Return whether a sentence speaks of what is to come."""
    return bool(cues_english.AHEAD.search(straight(text)) or cues_chinese.AHEAD.search(text))


def leans(text: str) -> bool:
    """Return whether a sentence begins with what points to another one ("it", "这")."""
    return bool(_LEANING.match(text))


def is_fact(sentence: Sentence) -> bool:
    """Return whether a sentence belongs to the key facts although it is no event."""
    text = sentence.text
    if text.isascii() and not sentence.is_user and not _DIGIT.search(text):
        return False
    cued = _CONSTRAINT.search(text.lower()) if sentence.is_user else _RESULT.search(text)
    if not cued or _LEANING.match(text):
        return False
    if sentence.is_user and _REQUEST.match(text):
        return False
    if len(sentence.words) < _FACT_WORDS or sentence.bag <= STOP_WORDS:
        return False
    return not (sentence.is_question or sentence.is_hypothetical)
