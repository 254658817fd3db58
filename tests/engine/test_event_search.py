"""Searching the events of a real file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    BlockInput,
    EventFilter,
    EventId,
    EventType,
    Happening,
    Memory,
    ProposedEvent,
    Scope,
    SearchFilters,
    SessionId,
    TimelineEvent,
)
from stratagate_app.engine.domain.events import Basis, EventState, Precision
from tests.engine.support import (
    FakeClock,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)

Make = Callable[[int, str], ProposedEvent]


def day(text: str) -> Happening:
    return Happening(text, text, text, Precision.DAY, Basis.EXPLICIT)


def event(title: str, **fields: object) -> Make:
    def make(message: int, quote: str) -> ProposedEvent:
        given = {"summary": f"{title}.", "quotes": (quote,), **fields}
        return ProposedEvent(title=title, source_ids=(message,), **given)  # type: ignore[arg-type]

    return make


class Given:
    """Finds prepared events: those of the n-th block it sees."""

    answers_at_once = True

    def __init__(self, *blocks: Sequence[Make]) -> None:
        self._blocks = list(blocks)

    def extract(
        self, block: BlockInput, timeline: Sequence[TimelineEvent]
    ) -> tuple[ProposedEvent, ...]:
        del timeline
        makers = self._blocks.pop(0) if self._blocks else ()
        first = block.messages[0]
        return tuple(make(first.id, first.content) for make in makers)


ONE = (
    event(
        "Release of the map style",
        type=EventType.RELEASE,
        participants=("Ann Lee", "小林"),
        happening=day("2026-03-04"),
    ),
    event(
        "Second release of the map style",
        type=EventType.RELEASE,
        participants=("Bo",),
        happening=day("2026-06-10"),
    ),
    event("We decided to bake rye bread", type=EventType.DECISION, participants=("Ann Lee",)),
    event("A secret of this conversation about bread", scope=Scope.SESSION),
    event("I prefer short answers about bread", scope=Scope.USER),
    event("决定把猫送去宠物医院", type=EventType.DECISION, participants=("小林",)),
)
TWO = (event("The bread of the other project", type=EventType.PLAN, participants=("Cleo",)),)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.open(
        tmp_path / "m.db",
        clock=FakeClock(),
        summariser=PlainSummariser(),
        extractor=Given(ONE, TWO),
    )
    with opened:
        for name in ("one", "two"):
            file = write_conversations(tmp_path / f"{name}.jsonl", conversation(6, name))
            workspace = opened.workspaces.create(name)[0]
            opened.imports.import_file(file, workspace_id=workspace)
            run_jobs(opened)
        yield opened


def titles(memory: Memory, question: str, **filters: object) -> list[str]:
    found = memory.search.find_events(question, SearchFilters(**filters))  # type: ignore[arg-type]
    return [hit.event.title for hit in found]


def workspace_of(memory: Memory, name: str) -> object:
    found = memory.workspaces.find(name)
    assert found is not None
    return found.id


def session_of(memory: Memory, title: str) -> SessionId:
    (hit, *_) = memory.search.find_events(title)
    return hit.event.session_id


def test_the_event_that_answers_comes_first_and_says_why(memory: Memory) -> None:
    hit, *_ = memory.search.find_events("Who decided to bake?")
    assert hit.event.title == "We decided to bake rye bread"
    assert hit.words == ("decided", "bake")
    assert hit.fields == ("title", "summary")
    assert [hit.event.title[a:b] for a, b in hit.title_marks] == ["decided", "bake"]
    assert [hit.excerpt[a:b] for a, b in hit.marks] == ["decided", "bake"]


def test_without_words_and_filters_there_is_no_answer(memory: Memory) -> None:
    assert titles(memory, "") == []
    assert titles(memory, "?!") == []
    assert titles(memory, "penguin") == []


def test_chinese_events_are_found(memory: Memory) -> None:
    assert titles(memory, "猫去了哪家医院？")[0] == "决定把猫送去宠物医院"
    assert titles(memory, "", participants=("小林",)) == [
        "决定把猫送去宠物医院",
        "Release of the map style",
    ]


def test_filters_that_some_answers_meet_leave_only_these(memory: Memory) -> None:
    assert titles(memory, "release map", participants=("Ann",)) == ["Release of the map style"]
    assert titles(memory, "release map", participants=("Dr. Ann Lee",)) == [
        "Release of the map style"
    ]
    assert titles(memory, "bread", types=(EventType.DECISION,)) == ["We decided to bake rye bread"]
    assert titles(memory, "release", happened_from="2026-06-01") == [
        "Second release of the map style"
    ]
    assert titles(memory, "release", happened_to="2026-03-04") == ["Release of the map style"]


def test_filters_that_no_answer_meets_count_beside_the_words(memory: Memory) -> None:
    found = memory.search.find_events("bread", SearchFilters(participants=("Bo",)))
    shown = {hit.event.title: hit for hit in found}
    assert shown["Second release of the map style"].filters == ("participants",)
    assert shown["Second release of the map style"].words == ()
    assert shown["We decided to bake rye bread"].words == ("bread",)


def test_a_filter_alone_finds_what_meets_it(memory: Memory) -> None:
    assert titles(memory, "", types=(EventType.RELEASE,)) == [
        "Second release of the map style",
        "Release of the map style",
    ]
    assert titles(memory, "", participants=("Zoe",)) == []
    assert titles(memory, "", participants=("eo",)) == ["The bread of the other project"]
    assert titles(memory, "", states=(EventState.SUPERSEDED,)) == []


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What was the first release of the map style?", "Release of the map style"),
        ("What is the latest release of the map style?", "Second release of the map style"),
    ],
)
def test_first_and_latest_ask_for_the_time(memory: Memory, question: str, first: str) -> None:
    assert titles(memory, question)[0] == first


def test_when_prefers_what_has_a_time(memory: Memory) -> None:
    found = titles(memory, "When was the map style released?")
    assert set(found[:2]) == {"Release of the map style", "Second release of the map style"}


def test_a_session_keeps_its_own(memory: Memory) -> None:
    own = session_of(memory, "rye bread")
    other = session_of(memory, "other project")
    kept = "A secret of this conversation about bread"
    assert kept not in titles(memory, "secret bread", workspace_id=workspace_of(memory, "one"))
    assert kept not in titles(memory, "secret bread", asked_in=other)
    assert kept in titles(memory, "secret bread", asked_in=own)
    assert kept in titles(memory, "secret bread", session_id=own)


def test_a_workspace_keeps_its_own_but_what_is_about_the_user(memory: Memory) -> None:
    one, two = workspace_of(memory, "one"), workspace_of(memory, "two")
    about_me = "I prefer short answers about bread"
    assert set(titles(memory, "bread", workspace_id=two)) == {
        "The bread of the other project",
        about_me,
    }
    assert "The bread of the other project" not in titles(memory, "bread", workspace_id=one)
    assert len(titles(memory, "bread")) == 4


def test_superseded_events_are_found_behind_and_forgotten_ones_not(memory: Memory) -> None:
    old, new = (
        memory.search.find_events(words)[0].event.id for words in ("rye bread", "other project")
    )
    memory.events.supersede(old, new)
    found = titles(memory, "bread")
    assert found.index("The bread of the other project") < found.index(
        "We decided to bake rye bread"
    )
    assert titles(memory, "bread", states=(EventState.SUPERSEDED,)) == [
        "We decided to bake rye bread"
    ]
    memory.events.forget([EventId(new)])
    assert "The bread of the other project" not in titles(memory, "bread")


def test_ids_come_without_limit_and_in_the_same_order(memory: Memory) -> None:
    ids = memory.search.find_event_ids("bread map release")
    hits = memory.search.find_events("bread map release", limit=3)
    assert list(ids[:3]) == [hit.event.id for hit in hits]
    assert len(ids) == 6
    assert ids == memory.search.find_event_ids("bread map release")


def _weights(memory: Memory) -> list[tuple[int, float, int]]:
    ids = memory.events.find_ids(EventFilter())
    return [(row.id, row.weight, row.adoptions) for row in memory.events.load_page(ids)]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.text(max_size=60) | st.sampled_from(["bread", "latest release", "猫"]),
    st.builds(
        SearchFilters,
        participants=st.lists(st.text(max_size=8), max_size=2).map(tuple),
        types=st.lists(st.sampled_from(EventType), max_size=2).map(tuple),
        states=st.lists(st.sampled_from(EventState), max_size=2).map(tuple),
        happened_from=st.none() | st.dates().map(str),
        happened_to=st.none() | st.dates().map(str),
    ),
)
def test_any_search_is_answered_and_changes_no_weight(
    memory: Memory, question: str, filters: SearchFilters
) -> None:
    before = _weights(memory)
    hits = memory.search.find_events(question, filters)
    assert len({hit.event.id for hit in hits}) == len(hits) <= 6
    assert {hit.event.state for hit in hits} <= {EventState.ACTIVE, EventState.SUPERSEDED}
    memory.search.find_messages(question, filters)
    assert _weights(memory) == before
