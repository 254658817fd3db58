"""From what a file says to a candidate within the limits, or the reason why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import orjson

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.events import (
    MAX_PARTICIPANTS,
    MAX_QUOTES,
    MAX_TAGS,
    QUOTE_CHARS,
    SUMMARY_CHARS,
    TITLE_CHARS,
    Basis,
    Criticality,
    EventState,
    EventType,
    HappeningStatus,
    Precision,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.memories import (
    MemoryCandidate,
    MemoryCategory,
    MemoryKind,
    Rejected,
)
from stratagate_app.engine.importing.values import as_list, as_object, as_text, as_time
from stratagate_app.engine.rules.happenings import happening_of

_CATEGORY_STRENGTH = {
    MemoryCategory.IDENTITY: Criticality.IDENTITY,
    MemoryCategory.PREFERENCE: Criticality.PREFERENCE,
    MemoryCategory.INSTRUCTION: Criticality.PREFERENCE,
}
_KIND_STRENGTH = {
    MemoryKind.PREFERENCE: Criticality.PREFERENCE,
    MemoryKind.INSTRUCTION: Criticality.PREFERENCE,
}
# Where a title made from a sentence is cut.
_CUT_AT = re.compile(r"[.!?。！？](?:\s|$)|[;；\n]")
_LONG_TITLE = 80
_REF_CHARS = 80
_MOST_RELATIONS = 200

E = TypeVar("E", bound=StrEnum)


@dataclass(slots=True)
class Found:
    """What a reader has found so far; it keeps what was not taken as well."""

    candidates: list[MemoryCandidate] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    warnings: list[SourceWarning] = field(default_factory=list)

    def add(self, where: str, original: str, **given: Any) -> None:
        """Take a memory, or list it with the reason why not.

        Args:
            where: Its place in the file.
            original: The very text that it was read from.
            given: Fields of a MemoryCandidate as the file has them, of any type.
        """
        made = _made(where, original, given, self.warnings)
        if isinstance(made, Rejected):
            self.rejected.append(made)
        else:
            self.candidates.append(made)

    def reject(self, where: str, reason: str) -> None:
        """List what was not taken."""
        self.rejected.append(Rejected(where, reason))


def _made(
    where: str, original: str, given: Mapping[str, Any], warnings: list[SourceWarning]
) -> MemoryCandidate | Rejected:
    summary = _clean(as_text(given.get("summary"))).strip()
    title = " ".join(_clean(as_text(given.get("title"))).split())
    if given.get("title") is None and summary:
        title = title_of(summary)
    if not title:
        return Rejected(where, "no_title")
    if not summary:
        return Rejected(where, "no_summary")
    if len(summary) > SUMMARY_CHARS or len(title) > TITLE_CHARS:
        warnings.append(SourceWarning(Oddity.CUT, where))
    kind = _one_of(MemoryKind, given.get("kind"), MemoryKind.FACT)
    category = _one_of(MemoryCategory, given.get("category"), None)
    strength = _KIND_STRENGTH.get(kind, Criticality.ROUTINE)
    if category is not None:
        strength = _CATEGORY_STRENGTH.get(category, strength)
    start, end, precision, basis = _happened(given)
    return MemoryCandidate(
        title=title[:TITLE_CHARS],
        summary=summary[:SUMMARY_CHARS],
        where=where,
        original=_clean(original),
        kind=kind,
        category=category,
        tags=_texts(given.get("tags"), MAX_TAGS),
        quotes=tuple(
            quote for quote in _texts(given.get("quotes"), MAX_QUOTES) if len(quote) <= QUOTE_CHARS
        ),
        mentioned_at=as_time(given.get("mentioned_at")),
        happened_start=start,
        happened_end=end,
        original_text=" ".join(_clean(as_text(given.get("original_text"))).split())[:TITLE_CHARS],
        precision=precision,
        basis=basis,
        status=_one_of(HappeningStatus, given.get("status"), HappeningStatus.UNKNOWN),
        type=_one_of(EventType, given.get("type"), EventType.OTHER),
        participants=_texts(given.get("participants"), MAX_PARTICIPANTS),
        scope=_one_of(Scope, given.get("scope"), Scope.USER),
        criticality=_one_of(Criticality, given.get("criticality"), strength),
        confidence=_share(given.get("confidence")),
        ref=_clean(as_text(given.get("ref"))).strip()[:_REF_CHARS],
        state=_one_of(EventState, given.get("state"), EventState.ACTIVE),
        pinned=given.get("pinned") is True,
        relations=_relations(given.get("relations")),
    )


def _relations(value: object) -> tuple[tuple[RelationKind, str], ...]:
    found: list[tuple[RelationKind, str]] = []
    for item in map(as_object, as_list(value)):
        kind = _one_of(RelationKind, item.get("kind"), None)
        ref = _clean(as_text(item.get("ref"))).strip()
        if kind is not None and 0 < len(ref) <= _REF_CHARS:
            found.append((kind, ref))
    return tuple(dict.fromkeys(found))[:_MOST_RELATIONS]


def title_of(sentence: str) -> str:
    """Return the title of a memory that has none: its first sentence, cut at a word."""
    text = " ".join(sentence.split())
    found = _CUT_AT.search(text)
    head = text[: found.start()] if found and found.start() > 0 else text
    if len(head) <= _LONG_TITLE:
        return head
    cut = head.rfind(" ", 0, _LONG_TITLE)
    return head[: cut if cut > _LONG_TITLE // 2 else _LONG_TITLE].rstrip(" ,;:") + "…"


def _happened(given: Mapping[str, Any]) -> tuple[str | None, str | None, Precision, Basis]:
    """Return the dates of a memory; none where they are not dates or not known exactly."""
    precision = _one_of(Precision, given.get("precision"), Precision.UNKNOWN)
    basis = _one_of(Basis, given.get("basis"), Basis.UNKNOWN)
    start = as_text(given.get("happened_start")).strip() or None
    end = as_text(given.get("happened_end")).strip() or None
    dates = [day for day in (start, end) if day]
    if precision is Precision.UNKNOWN or basis is Basis.UNKNOWN:
        return None, None, Precision.UNKNOWN, Basis.UNKNOWN
    if not dates or any(happening_of(day) is None for day in dates):
        return None, None, Precision.UNKNOWN, Basis.UNKNOWN
    return start, end, precision, basis


def _one_of(kind: type[E], value: object, default: Any) -> Any:
    try:
        return kind(as_text(value).strip().lower())
    except ValueError:
        return default


def _share(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124
        return None
    # Held within bounds first: a number of a thousand digits is no float.
    return float(min(1, max(0, value)))


def _texts(value: object, most: int) -> tuple[str, ...]:
    given = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    texts = (" ".join(_clean(as_text(item)).split()) for item in given)
    return tuple(dict.fromkeys(text for text in texts if text))[:most]


def _clean(text: str) -> str:
    """Return a text that can be stored: no lone surrogate, no NUL."""
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", " ")


def as_written(value: object) -> str:
    """Return a JSON value as a person would read it."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    except (TypeError, orjson.JSONEncodeError, RecursionError):
        return str(value)[:SUMMARY_CHARS]


def numbered(items: object, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a list, each with its place: `candidates[3]`."""
    for place, item in enumerate(as_list(items)):
        yield f"{name}[{place}]", item


def first_of(value: object, names: Iterable[str]) -> Any:
    """Return the first field of an object that is there and not null."""
    held = as_object(value)
    return next((held[name] for name in names if held.get(name) is not None), None)
