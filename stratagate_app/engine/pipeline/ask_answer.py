"""What of an answer holds: its numbers lead to evidence that the gate let through, or go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.asking import ANSWER_CHARS, AskNote
from stratagate_app.engine.errors import ReplySchemaError

# [1], [1, 2], [e12], [m7; m8], 【1】: every way in which a reply may name its evidence.
_MARK = re.compile(
    r"\s?[\[【]\s*((?:\d{1,3}|[emb]\d{1,18}(?:@[0-5])?)"
    r"(?:\s*[,;、，]\s*(?:\d{1,3}|[emb]\d{1,18}(?:@[0-5])?))*)\s*[\]】]"
)
_BETWEEN = re.compile(r"[,;、，]")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer that can be shown.

    Attributes:
        text: With [1] [2] … in the order of `used`.
        used: References, each once; never empty.
        named: All that it named, what does not hold as well.
    """

    text: str
    used: tuple[str, ...]
    named: tuple[str, ...]
    notes: tuple[AskNote, ...]


def check_answer(
    answer: str, used_refs: Sequence[str], evidence: Sequence[str], *, after: int
) -> CheckedAnswer:
    """Return what of an answer holds.

    Evidence is numbered anew in the order in which the text names it; what the reply lists and the
    text does not name comes behind. Marks that lead nowhere are taken out of the text.

    Args:
        answer: As it came; marks name evidence by its place from 1, or by reference.
        used_refs: What the reply lists as used: references or places.
        evidence: References that hold, in the order in which they were handed over.
        after: The step it came after, for the notes.
    Raises:
        ReplySchemaError: Reason `empty` (no text) or `no_evidence` (nothing it names holds).
    """
    text = _UNSEEN.sub("", answer).strip()[:ANSWER_CHARS]
    if not text:
        raise ReplySchemaError(where="answer", reason="empty")
    marked = [name for mark in _MARK.finditer(text) for name in _names(mark[1], evidence)]
    listed = [_named(str(ref).strip(" []"), evidence) for ref in used_refs]
    named = tuple(dict.fromkeys(name for name in (*marked, *listed) if name))
    used = tuple(name for name in named if name in evidence)
    if not used:
        raise ReplySchemaError(where="used_refs", reason="no_evidence")
    notes = tuple(
        AskNote(after, "refused_ref", "not_in_evidence", name[:160])
        for name in named
        if name not in evidence
    )

    def numbered(mark: re.Match[str]) -> str:
        numbers = [used.index(name) + 1 for name in _names(mark[1], evidence) if name in used]
        space = mark[0][:1] if mark[0][:1].isspace() else ""
        return "".join(f"{space}[{number}]" for number in dict.fromkeys(numbers))

    shown = _MARK.sub(numbered, text).strip()
    if not shown:
        raise ReplySchemaError(where="answer", reason="empty")
    return CheckedAnswer(shown, used, named, notes)


def _names(inside: str, evidence: Sequence[str]) -> list[str]:
    return [_named(part.strip(), evidence) for part in _BETWEEN.split(inside)]


def _named(name: str, evidence: Sequence[str]) -> str:
    """Return the reference that a place or a reference names."""
    if name in evidence or not (name.isascii() and name.isdigit()):
        return name
    place = int(name) if len(name) <= len("999") else 0
    return evidence[place - 1] if 0 < place <= len(evidence) else name
