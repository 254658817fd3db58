"""Nothing leaks: each event is found from where its scope lets it be, by every way to find it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from stratagate_app.engine import (
    AskMove,
    BlockInput,
    EventFilter,
    EventId,
    Memory,
    NotFoundError,
    ProposedEvent,
    RetrievalKind,
    SessionId,
    TimelineEvent,
    WorkspaceId,
    public_id,
)
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)

WORD = "pottery"


@dataclass
class Watching(PlainExtractor):
    """Keeps the timeline that it is shown."""

    shown: set[int] = field(default_factory=set)

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        self.shown = {event.id for event in timeline}
        return super().extract(block, timeline)


@dataclass
class House:
    """Two workspaces with two sessions each; each session holds one event about pottery."""

    memory: Memory
    extractor: Watching
    folder: Path
    workspaces: list[WorkspaceId]
    sessions: list[SessionId]
    events: list[EventId]

    def keep_to(self, scope: str) -> None:
        with closing(sqlite3.connect(self.memory.path)) as raw, raw:
            raw.execute("UPDATE events SET scope = ?", (scope,))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    extractor = Watching()
    with Memory.open(
        tmp_path / "memory.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=extractor,
    ) as memory:
        made = House(memory, extractor, tmp_path, [], [], [])
        for name in ("Kiln", "Garden"):
            home, _ = memory.workspaces.create(name)
            made.workspaces.append(home)
            for place in ("north", "south"):
                file = write_conversations(
                    tmp_path / "talk.jsonl", conversation(6, f"{WORD} {name} {place}")
                )
                result = memory.imports.import_file(file, workspace_id=home)
                made.sessions.append(SessionId(result.session_ids[0]))
        run_jobs(memory)
        for session in made.sessions:
            (key,) = (
                row.id
                for row in memory.events.load_page(memory.events.find_ids(EventFilter()))
                if row.session_id == session
            )
            made.events.append(key)
        yield made


def reach(scope: str, house: House, workspace: int | None, session: int | None) -> set[EventId]:
    """Return what may be found from a place: the rule, written once more."""
    if session is not None:
        workspace = session // 2
    if scope == "user" or (scope == "project" and workspace is None):
        return set(house.events)
    if scope == "project":
        assert workspace is not None
        return set(house.events[2 * workspace : 2 * workspace + 2])
    return set() if session is None else {house.events[session]}


PLACES: list[tuple[int | None, int | None]] = [
    *[(None, None), (0, None), (1, None)],
    *[(None, 0), (None, 1), (None, 2), (None, 3)],
    # A session that is no session of the workspace: the session counts.
    (1, 0),
]


def place_of(
    house: House, workspace: int | None, session: int | None
) -> tuple[WorkspaceId | None, SessionId | None]:
    return (
        None if workspace is None else house.workspaces[workspace],
        None if session is None else house.sessions[session],
    )


@pytest.mark.parametrize("scope", ["session", "project", "user"])
@pytest.mark.parametrize(("workspace", "session"), PLACES)
def test_each_way_to_find_an_event_keeps_to_its_scope(
    house: House, scope: str, workspace: int | None, session: int | None
) -> None:
    memory = house.memory
    home, asker = place_of(house, workspace, session)
    whole = set(house.events)
    house.keep_to(scope)
    allowed = reach(scope, house, workspace, session)

    hits = memory.search.find(WORD, workspace_id=home, session_id=asker, limit=20)
    everything = home is None and asker is None
    assert {hit.event.id for hit in hits.events} == (whole if everything else allowed)

    found = memory.recall.recall(WORD, workspace_id=home, session_id=asker)
    own = set() if session is None else {house.events[session]}
    assert {row.id for row in found.events} == allowed - own

    ask = memory.asks.begin(WORD, workspace_id=home, session_id=asker)
    step = memory.asks.take(ask.id, AskMove(RetrievalKind.SEARCH_EVENTS, WORD)).steps[-1]
    assert set(step.found) == {public_id("event", key) for key in allowed}
    beside = memory.asks.take(ask.id, AskMove(RetrievalKind.SEARCH_MESSAGES, WORD)).steps[-1].found
    assert {ref for ref in beside if ref[0] == "e"} <= set(step.found)
    for key in whole:
        move = AskMove(RetrievalKind.EXPAND_EVENT, ref=public_id("event", key))
        if key in allowed:
            memory.asks.take(ask.id, move)
        else:
            with pytest.raises(NotFoundError):
                memory.asks.take(ask.id, move)

    batch = memory.retrieval.open_batch(
        RetrievalKind.SEARCH_EVENTS,
        WORD,
        [public_id("event", key) for key in house.events],
        workspace_id=home,
        session_id=asker,
    )
    kept = set(memory.retrieval.get(batch).refs)
    assert kept == {public_id("event", key) for key in (whole if everything else allowed)}


@pytest.mark.parametrize("scope", ["session", "project", "user"])
@pytest.mark.parametrize("session", range(4))
def test_an_extractor_is_shown_what_its_session_may_see(
    house: House, scope: str, session: int
) -> None:
    house.keep_to(scope)
    name, place = ("Kiln", "Garden")[session // 2], ("north", "south")[session % 2]
    file = write_conversations(
        house.folder / "talk.jsonl", conversation(12, f"{WORD} {name} {place}")
    )
    house.memory.imports.import_file(file)
    run_jobs(house.memory)
    assert house.extractor.shown == reach(scope, house, None, session)


def test_the_conversation_around_an_event_about_the_user_stays_in_its_workspace(
    house: House,
) -> None:
    house.keep_to("user")
    memory, ref = house.memory, public_id("event", house.events[0])
    ask = memory.asks.begin(WORD, workspace_id=house.workspaces[1])
    with pytest.raises(NotFoundError):
        memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_BLOCK, ref=ref))
    ask = memory.asks.begin(WORD, workspace_id=house.workspaces[0])
    assert memory.asks.take(ask.id, AskMove(RetrievalKind.EXPAND_BLOCK, ref=ref)).steps


def test_an_event_of_a_scope_that_nobody_knows_is_found_nowhere(house: House) -> None:
    house.keep_to("nonsense")
    memory = house.memory
    for home, asker in ((None, None), (house.workspaces[0], None), (None, house.sessions[0])):
        assert not memory.recall.recall(WORD, workspace_id=home, session_id=asker).events
        ask = memory.asks.begin(WORD, workspace_id=home, session_id=asker)
        assert (
            not memory.asks.take(ask.id, AskMove(RetrievalKind.SEARCH_EVENTS, WORD)).steps[0].found
        )


def test_lists_of_a_workspace_show_all_that_it_holds(house: House) -> None:
    house.keep_to("session")
    for number, home in enumerate(house.workspaces):
        held = set(house.memory.events.find_ids(EventFilter(workspace_id=home, text=WORD)))
        assert held == set(house.events[2 * number : 2 * number + 2])
    assert set(house.memory.events.find_ids(EventFilter())) == set(house.events)
