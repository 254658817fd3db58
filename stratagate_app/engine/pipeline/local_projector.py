"""People, things and facts by the built-in rules: only what events say outright."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stratagate_app.engine.domain.events import HappeningStatus
from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.pipeline import projection_chinese, projection_english
from stratagate_app.engine.pipeline.local_people import projects_in
from stratagate_app.engine.pipeline.ports import KnownNode, ProjectedEvent, Projection
from stratagate_app.engine.pipeline.projection_draft import Draft
from stratagate_app.engine.pipeline.projection_names import (
    NO_NAMES,
    ORGANIZATION,
    cleaned_name,
    is_place,
    kind_of,
    tool_named,
)
from stratagate_app.engine.pipeline.words import STOP_WORDS

# More than anybody writes in a summary; what is longer was pasted.
MAX_CHARS = 2000
_BREAK = re.compile(r"(?<=[.!?])\s+(?=[\"'“(]?[^\Wa-z_])|(?<=[。！？；])|[\n;]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_NAME = re.compile(r"[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?")
_WORD = re.compile(r"[A-Za-z.][\w.+#]*[\w+#]|R\b")
_CAPITALS = re.compile(r"\b[A-Z][\w-]*(?: [A-Z][\w-]*)*")
# What is shorter (Go, R) is a tool only where the words around it say so.
_SHORTEST = 3
_SELF = re.compile(r"\b(?:I|my|My|me|we|We|our|Our)\b|我")


class LocalProjector:
    """Reads each event by itself, so that the graph does not hang on which came together."""

    answers_at_once = True

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:  # noqa: ARG002
        """Return what the events say; every name stands in the words of its event.

        Whoever says "I" is a person of that name until the words tell another: then both are one.
        "We" is the project that the event is of.
        """
        drafts = [_read(event) for event in events]
        return Projection(
            tuple(node for draft in drafts for node in draft.nodes.values()),
            tuple(fact for draft in drafts for fact in draft.facts),
            tuple(edge for draft in drafts for edge in draft.edges),
        )


def _read(event: ProjectedEvent) -> Draft:
    draft = Draft(event, _speaker(event))
    if draft.speaker:
        draft.node((NodeType.PERSON, draft.speaker))
    planned = event.status is HappeningStatus.PLANNED
    for sentence in _sentences(event):
        if not sentence.isascii() and _HAN.search(sentence):
            projection_chinese.read(sentence, draft, planned=planned)
        else:
            projection_english.read(sentence, draft, planned=planned)
        _mention(sentence, draft)
    return draft


def _sentences(event: ProjectedEvent) -> Iterator[str]:
    """Yield what an event says, sentence by sentence; the same words once, and no questions."""
    seen = ""
    for text in (event.summary, event.title, *event.quotes):
        folded = " ".join(text[:MAX_CHARS].split()).lower().rstrip(".!。！…")
        if not folded or folded in seen:
            continue
        seen += f"\n{folded}"
        for sentence in _BREAK.split(text[:MAX_CHARS]):
            if (
                sentence
                and (words := " ".join(sentence.split()))
                and not words.endswith(("?", "？"))
            ):
                yield words


def _speaker(event: ProjectedEvent) -> str:
    """Return who says "I" in an event: a participant that its words do not name."""
    if not event.participants:
        return ""
    first = event.participants[0]
    said = "\n".join((event.title, event.summary, *event.quotes))
    if first in said or not _SELF.search(said) or not _NAME.fullmatch(first):
        return ""
    return "" if first.split(" ")[0] in NO_NAMES or is_place(first) else first


def _mention(sentence: str, draft: Draft) -> None:
    """Take in the names that are known for what they are."""
    for name in projects_in(sentence):
        if "-" in name:
            draft.node((NodeType.PROJECT, name))
    for word in _WORD.findall(sentence):
        tool = word.rstrip(".")
        if len(tool) >= _SHORTEST and tool_named(tool) and tool.lower() not in STOP_WORDS:
            _named(draft, NodeType.TOOL, tool)
    for found in ORGANIZATION.finditer(sentence):
        name = cleaned_name(found[0].strip())
        if " " in name:
            _named(draft, NodeType.ORGANIZATION, name)
    for found in _CAPITALS.finditer(sentence):
        name = cleaned_name(found[0])
        for part in (name, *name.split(" ")) if name else ():
            kind = kind_of(part)
            if kind in (NodeType.PLACE, NodeType.PERSON):
                _named(draft, kind, part)
                break


def _named(draft: Draft, kind: NodeType, name: str) -> None:
    """Take in a name, unless the same or a longer one that holds it is there already."""
    words = f" {name} ".lower()
    if not any(words in f" {node.name} ".lower() for node in draft.nodes.values()):
        draft.node((kind, name))
