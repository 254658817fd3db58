"""What tests of Events and Activity share: a memory in which a dozen things are remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stratagate_app.engine import (
    Basis,
    BlockInput,
    Criticality,
    EventFilter,
    EventType,
    Happening,
    HappeningStatus,
    Memory,
    Precision,
    ProposedEvent,
    RelationKind,
    TimelineEvent,
)
from stratagate_app.engine.pipeline.ports import ProposedRelation
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)

TURNS_A_BLOCK = 6


def on(first: str, last: str, precision: Precision, words: str = "") -> Happening:
    basis = Basis.RELATIVE if words else Basis.EXPLICIT
    return Happening(first, last, words, precision, basis)


def told(title: str, summary: str, **fields: object) -> ProposedEvent:
    return replace(ProposedEvent(title, summary, ()), **fields)  # type: ignore[arg-type]


EVENTS = (
    told(
        "Package manager is npm",
        "atlas-app installs with npm.",
        type=EventType.DECISION,
        status=HappeningStatus.ONGOING,
        participants=("atlas-app", "npm"),
        happening=on("2026-03-01", "2026-03-31", Precision.MONTH),
    ),
    told(
        "Never deploy on Fridays",
        "Deployments wait until Monday.",
        type=EventType.DECISION,
        criticality=Criticality.PREFERENCE,
    ),
    told(
        "Index rebuild took the site down",
        "The rebuild locked the table for nine minutes.",
        type=EventType.INCIDENT,
        status=HappeningStatus.OCCURRED,
        happening=on("2026-02-25T09:10:00Z", "2026-02-25T09:10:00Z", Precision.INSTANT),
    ),
    told(
        "Prototype planned for the week of 9 March",
        "Maya wants to show a prototype to the team.",
        type=EventType.PLAN,
        status=HappeningStatus.PLANNED,
        participants=("Maya",),
        happening=on("2026-03-09", "2026-03-13", Precision.RANGE, "next week"),
    ),
    told(
        "阿宁住在杭州",
        "阿宁住在杭州, 喜欢那里的茶。",
        type=EventType.OTHER,
        criticality=Criticality.IDENTITY,
        participants=("阿宁",),
    ),
    told(
        "Launch is on 3 December",
        "The launch was set to 3 December.",
        type=EventType.PLAN,
        status=HappeningStatus.PLANNED,
        participants=("Maya", "atlas-app"),
        happening=on("2026-12-03", "2026-12-03", Precision.DAY),
    ),
    told(
        "Visit to the customer some time soon",
        "Nobody said when.",
        type=EventType.MEETING,
        happening=Happening(None, None, "some time soon", Precision.UNKNOWN, Basis.UNKNOWN),
    ),
    told(
        "Package manager is pnpm",
        "atlas-app switched from npm to pnpm because CI installs became five times faster. The "
        "npm lockfile stays until the prototype ships.",
        type=EventType.DECISION,
        status=HappeningStatus.ONGOING,
        participants=("atlas-app", "pnpm", "npm"),
        tags=("tooling", "ci"),
        happening=on("2026-03-04", "2026-03-04", Precision.DAY),
    ),
    told(
        "Launch is on 10 December",
        "The launch was set to 10 December.",
        type=EventType.PLAN,
        status=HappeningStatus.PLANNED,
        participants=("Maya",),
        happening=on("2026-12-10", "2026-12-10", Precision.DAY),
    ),
    told(
        "Tile cache kept behind a flag",
        "The flag is off by default.",
        type=EventType.DECISION,
        quotes=("words that nobody said",),
    ),
)
RELATIONS = {
    "Package manager is pnpm": (RelationKind.SUPERSEDES, "Package manager is npm"),
    "Launch is on 10 December": (RelationKind.CONFLICTS, "Launch is on 3 December"),
}


class DozenExtractor(PlainExtractor):
    """Finds the next of EVENTS in each block."""

    def __init__(self) -> None:
        self._next = 0

    answers_at_once = False

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        event = EVENTS[self._next % len(EVENTS)]
        self._next += 1
        first = block.messages[0]
        kind, title = RELATIONS.get(event.title, (None, ""))
        relations = tuple(
            ProposedRelation(kind, other.id)
            for other in timeline
            if kind is not None and other.title == title
        )
        return (
            replace(
                event,
                source_ids=(first.id,),
                quotes=event.quotes or (first.content,),
                relations=relations,
            ),
        )


def remember(folder: Path, *, clock: FakeClock | None = None) -> Memory:
    """Return a memory with one conversation of as many blocks as EVENTS, an event in each."""
    memory = Memory.open(
        folder / "memory.db",
        clock=clock or FakeClock(),
        summariser=PlainSummariser(),
        extractor=DozenExtractor(),
    )
    turns = len(EVENTS) * TURNS_A_BLOCK + 2
    path = write_conversations(folder / "atlas.jsonl", conversation(turns))
    assert memory.imports.import_file(path).new == 1
    run_jobs(memory)
    return memory


def id_of(memory: Memory, title: str) -> int:
    """Return the id of the event of that title."""
    ids = memory.events.find_ids(EventFilter())
    return next(int(row.id) for row in memory.events.load_page(ids) if row.title == title)
