"""Questions to the memory in words. Secrets are masked in everything that is shown of them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, QObject

from stratagate_app.engine import (
    NOTHING_SAID,
    Ask,
    AskNote,
    AskOutcome,
    AskRow,
    AskStep,
    Found,
    FoundKind,
    RetrievalKind,
    Verdict,
    mask_secrets,
)
from stratagate_app.models import wording

if TYPE_CHECKING:
    from stratagate_app.engine import Memory, WorkspaceId

LISTED = 20
"""Earlier questions that are offered."""
BEGINNING_CHARS = 140
"""How much of a message stands beside a question."""
FIRST_CJK = "\u2e80"
LINE_CHARS = 64
"""How much of a question stands in a menu."""

_KINDS = {
    RetrievalKind.SEARCH_EVENTS: QT_TRANSLATE_NOOP("Asks", "Searched events"),
    RetrievalKind.SEARCH_MESSAGES: QT_TRANSLATE_NOOP("Asks", "Searched messages"),
    RetrievalKind.EXPAND_EVENT: QT_TRANSLATE_NOOP("Asks", "Opened event"),
    RetrievalKind.EXPAND_BLOCK: QT_TRANSLATE_NOOP("Asks", "Opened block"),
}
_VERDICTS = {
    Verdict.SUFFICIENT: (QT_TRANSLATE_NOOP("Asks", "sufficient"), "accent"),
    Verdict.PARTIAL: (QT_TRANSLATE_NOOP("Asks", "partial"), "warn"),
    Verdict.WRONG: (QT_TRANSLATE_NOOP("Asks", "wrong"), "danger"),
}
_OUTCOMES = {
    AskOutcome.INSUFFICIENT: (QT_TRANSLATE_NOOP("Asks", "not enough evidence"), "warn"),
    AskOutcome.STOPPED: (QT_TRANSLATE_NOOP("Asks", "not answered yet"), "neutral"),
    AskOutcome.FAILED: (QT_TRANSLATE_NOOP("Asks", "failed"), "danger"),
}
_NOTES = {
    "reply_schema": QT_TRANSLATE_NOOP("Asks", "A reply was not of the wanted form"),
    "bad_move": QT_TRANSLATE_NOOP("Asks", "A step that cannot be taken was left out"),
    "not_sufficient": QT_TRANSLATE_NOOP("Asks", "An answer was wanted without evidence"),
    "refused_ref": QT_TRANSLATE_NOOP("Asks", "The answer named what is no evidence"),
    "no_evidence": QT_TRANSLATE_NOOP("Asks", "The answer named no evidence"),
    "failed": QT_TRANSLATE_NOOP("Asks", "The model could not go on"),
}
_REASONS = {
    "invalid_ref": QT_TRANSLATE_NOOP("Asks", "it is no reference"),
    "duplicate": QT_TRANSLATE_NOOP("Asks", "it is named twice"),
    "not_in_batch": QT_TRANSLATE_NOOP("Asks", "it was not found"),
    "limit_exceeded": QT_TRANSLATE_NOOP("Asks", "it is one too many"),
    "none_named": QT_TRANSLATE_NOOP("Asks", "no step was named"),
    "repeated": QT_TRANSLATE_NOOP("Asks", "it was taken before"),
    "not_shown": QT_TRANSLATE_NOOP("Asks", "it names what was not found"),
    "gone": QT_TRANSLATE_NOOP("Asks", "it is gone"),
    "empty_query": QT_TRANSLATE_NOOP("Asks", "it looks for nothing"),
    "unknown_kind": QT_TRANSLATE_NOOP("Asks", "there is no such step"),
    "open_tail": QT_TRANSLATE_NOOP("Asks", "it is in no block yet"),
    "not_in_evidence": QT_TRANSLATE_NOOP("Asks", "it is no evidence"),
    "not_json": QT_TRANSLATE_NOOP("Asks", "it is not JSON"),
    "cut_off": QT_TRANSLATE_NOOP("Asks", "it is cut off"),
    "refused": QT_TRANSLATE_NOOP("Asks", "the model refused"),
    "too_large": QT_TRANSLATE_NOOP("Asks", "it is too large"),
    "no_message": QT_TRANSLATE_NOOP("Asks", "there is no message in it"),
    "empty": QT_TRANSLATE_NOOP("Asks", "it is empty"),
    "no_evidence": QT_TRANSLATE_NOOP("Asks", "it names no evidence"),
}
_NUMBER = re.compile(r"\[\d{1,2}\]")

translate = QCoreApplication.translate


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def memories(self, count: int) -> str:
        """Return from how much it was answered."""
        return self.tr("answered from %n memories", "", count)

    def searches(self, count: int) -> str:
        """Return how many searches there were."""
        return self.tr("%n search(es)", "", count)

    def expansions(self, count: int) -> str:
        """Return how much was opened."""
        return self.tr("%n expansion(s)", "", count)

    def tokens(self, count: int) -> str:
        """Return what it took."""
        return self.tr("%n tokens", "", count)

    def found(self, count: int) -> str:
        """Return how much a step found."""
        return self.tr("%n found", "", count)


_COUNTED = _Counted()


def load_earlier(memory: Memory, workspace_id: WorkspaceId | None) -> tuple[AskRow, ...]:
    """Return the newest questions of a workspace (None: of all)."""
    return memory.asks.load_page(memory.asks.find_ids(workspace_id)[:LISTED])


def outcome(ask: Ask) -> tuple[str, str]:
    """Return what came of a question, and the tone of its chip."""
    if ask.outcome is AskOutcome.ANSWERED:
        return _COUNTED.memories(len(ask.evidence)), "accent"
    words, tone = _OUTCOMES[ask.outcome]
    return translate("Asks", str(words)), tone


def row_words(row: AskRow) -> str:
    """Return an earlier question as a line of a menu, with what came of it unless answered."""
    question = " ".join(mask_secrets(row.question).split())
    if len(question) > LINE_CHARS:
        question = question[: LINE_CHARS - 1].rstrip() + "…"
    if row.outcome is AskOutcome.ANSWERED:
        return question
    outcome = translate("Asks", str(_OUTCOMES[row.outcome][0]))
    return f"{question} ({outcome})"


def work(ask: Ask) -> str:
    """Return what it took: `3 searches · 1 expansion · 2,310 tokens`."""
    kinds = [step.move.kind for step in ask.steps]
    searches = sum(
        kind in (RetrievalKind.SEARCH_EVENTS, RetrievalKind.SEARCH_MESSAGES) for kind in kinds
    )
    parts = [_COUNTED.searches(searches)]
    if len(kinds) > searches:
        parts.append(_COUNTED.expansions(len(kinds) - searches))
    if ask.tokens:
        parts.append(_COUNTED.tokens(ask.tokens))
    return " · ".join(parts)


def answer(ask: Ask) -> str:
    """Return the answer, or why there is none."""
    if ask.answer:
        return mask_secrets(ask.answer)
    if ask.outcome is AskOutcome.ANSWERED:
        return translate("Asks", "You answered it yourself, from what is named below.")
    if ask.outcome is AskOutcome.INSUFFICIENT:
        missing = _missing(ask.missing)
        words = translate("Asks", "What was found is not enough for an answer.")
        if missing:
            words += " " + translate("Asks", "Missing: {what}").format(what=missing)
        return words
    if ask.outcome is AskOutcome.FAILED:
        return translate("Asks", "The model did not answer. What was found until then is kept.")
    return translate(
        "Asks", "Search, open what looks right, mark what answers the question, and record it."
    )


def _missing(words: str) -> str:
    """Return what a judgement misses; what the gate says of itself in the user's language."""
    if words == NOTHING_SAID:
        return translate("Asks", "The evidence so far does not answer the question.")
    return mask_secrets(words)


def reason(code: str) -> str:
    """Return why something was not taken; an unknown code stays a code."""
    return translate("Asks", str(_REASONS.get(code, code.replace("_", " "))))


def numbers(text: str) -> list[tuple[int, int]]:
    """Return where the numbers of evidence stand in an answer: start and length."""
    return [(match.start(), len(match[0])) for match in _NUMBER.finditer(text)]


def step_title(step: AskStep) -> str:
    """Return what a step did."""
    return translate("Asks", str(_KINDS[step.move.kind]))


def step_about(ask: Ask, step: AskStep) -> str:
    """Return what a step looked for, or what it opened."""
    move = step.move
    filters = move.filters
    if not move.ref:
        parts = [wording.quoted(mask_secrets(move.query))] if move.query else []
        parts += [mask_secrets(name) for name in filters.participants]
        parts += [wording.event_type(kind) for kind in filters.types]
        parts += [wording.event_state(state) for state in filters.states]
        if filters.happened_from or filters.happened_to:
            parts.append(_span(filters.happened_from, filters.happened_to))
        return ", ".join(parts)
    item = ask.items.get(move.ref)
    title = move.ref if item is None else title_of(item)
    if move.level is not None:
        return translate("Asks", "{title} at L{level}").format(title=title, level=int(move.level))
    return title


def _span(first: str | None, last: str | None) -> str:
    return f"{_day(first)} – {_day(last)}"


def _day(text: str | None) -> str:
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return text or "…"
    return wording.days(day, day)


def step_found(step: AskStep) -> str:
    """Return how much a step found, neighbours aside."""
    return _COUNTED.found(len(step.found) - len(step.beside))


def verdict(step: AskStep) -> tuple[str, str] | None:
    """Return what a step was judged to be worth, and the tone; None while it is not judged."""
    if step.assessment is None:
        return None
    words, tone = _VERDICTS[step.assessment.verdict]
    return translate("Asks", str(words)), tone


def judged(step: AskStep) -> str:
    """Return why a step was judged so, and what was refused of the judgement."""
    made = step.assessment
    if made is None:
        return ""
    parts = [mask_secrets(made.fit)] if made.fit else []
    if made.missing:
        parts.append(translate("Asks", "Missing: {what}").format(what=_missing(made.missing)))
    for item in made.refused:
        words = translate("Asks", "Refused {ref}: {reason}")
        shown = mask_secrets(item.ref) or "–"
        parts.append(words.format(ref=shown, reason=reason(item.reason)))
    return " ".join(_ended(part) for part in parts)


def _ended(sentence: str) -> str:
    """Return a sentence with its full stop, in the letters it ends in."""
    if sentence.endswith((".", "。", "!", "?", "！", "？")):
        return sentence
    return sentence + ("。" if sentence[-1:] >= FIRST_CJK else ".")


def note(found: AskNote) -> str:
    """Return what of a reply was not taken."""
    parts = [translate("Asks", str(_NOTES.get(found.code, found.code)))]
    # Of a failure the reason is said beside it, in a sentence of its own.
    if found.reason and found.code != "failed":
        parts.append(reason(found.reason))
    if detail := " ".join(mask_secrets(found.detail).split()):
        parts.append(detail)
    return ": ".join(parts)


def title_of(item: Found) -> str:
    """Return how something that was found is called."""
    if item.kind is FoundKind.GONE:
        return translate("Asks", "{ref}, gone since").format(ref=item.ref)
    if item.kind is FoundKind.EVENT:
        return mask_secrets(item.title)
    place = mask_secrets(item.session_title) or translate("Asks", "Untitled session")
    if item.kind is FoundKind.BLOCK:
        words = translate("Asks", "Block {number} of {session}")
        return words.format(number=item.block_number, session=place)
    return translate("Asks", "Message in {session}").format(session=place)


def text_of(item: Found) -> str:
    """Return the words that were found, secrets masked."""
    words = "\n".join(item.quotes) or item.text
    return mask_secrets(words)


class Weighed(NamedTuple):
    """What is said of a piece of evidence, or of what was only found."""

    title: str
    below: str
    struck: bool


def used(ask: Ask, place: int) -> Weighed:
    """Return what the answer's use changed of its evidence number `place` (from 0)."""
    found = ask.evidence[place]
    item = ask.items.get(found.ref, Found(found.ref, FoundKind.GONE))
    below = ""
    if found.weight_before is not None and found.weight_after is not None:
        below = translate("Asks", "weight {before} → {after} · used {was}× → {now}×").format(
            before=wording.weight(found.weight_before),
            after=wording.weight(found.weight_after),
            was=QLocale().toString(found.uses - 1),
            now=QLocale().toString(found.uses),
        )
    elif item.event is None:
        below = _beginning(item)
    return Weighed(title_of(item), below, struck=False)


def _beginning(item: Found) -> str:
    words = " ".join(text_of(item).split())
    return words if len(words) <= BEGINNING_CHARS else words[:BEGINNING_CHARS].rstrip() + "…"


def only_found(item: Found) -> Weighed:
    """Return what is said of what was found and not used."""
    event = item.event
    if event is None:
        return Weighed(title_of(item), _beginning(item), struck=False)
    weight = translate("Asks", "weight unchanged at {weight}").format(
        weight=wording.weight(event.weight)
    )
    over = wording.is_over(event.state)
    below = f"{wording.event_state(event.state)} · {weight}" if over else weight
    return Weighed(title_of(item), below, struck=over)
