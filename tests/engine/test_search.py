"""Searching a real file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import EventFilter, Memory, SearchFilters, WorkspaceId
from tests.engine.support import Talk, open_plain, run_jobs, write_conversations


def talk(*texts: str, day: int = 1) -> Talk:
    """Return a conversation in which user and assistant take turns."""
    return [
        {
            "role": "user" if number % 2 == 0 else "assistant",
            "content": content,
            "timestamp": f"2026-03-{day:02d}T10:{number:02d}:00Z",
        }
        for number, content in enumerate(texts)
    ]


BREAD = talk(
    "Ann: Which flour do you take for the sourdough?",
    "Bo: Always rye, from the mill by the river.",
    "Ann: I baked two loaves on Sunday.",
    "Bo: Lovely. How long did they rest?",
)
TRIP = talk(
    "Ann: We drove to the coast and swam.",
    "Bo: In March? The water must be cold.",
    "Ann: Freezing, the river at home is warmer.",
    "Bo: Next time take a towel.",
    day=20,
)
CHINESE = talk(
    "小林: 我昨天把猫送去了宠物医院。",
    "小王: 医生怎么说？",
    "小林: 它吃了太多鱼，休息两天就好。",
    "小王: 周末我们去黄浦江边骑车吧。",
    day=12,
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "m.db") as opened:
        path = write_conversations(tmp_path / "talks.jsonl", BREAD, TRIP, CHINESE)
        opened.imports.import_file(path)
        run_jobs(opened)
        yield opened


def texts(memory: Memory, question: str, filters: SearchFilters | None = None) -> list[str]:
    found = memory.search.find_messages(question, filters or SearchFilters())
    return [hit.excerpt for hit in found]


def test_the_message_that_answers_comes_first(memory: Memory) -> None:
    assert texts(memory, "What did Ann bake?")[0] == "Ann: I baked two loaves on Sunday."
    assert texts(memory, "Where did Ann swim?")[0] == "Ann: We drove to the coast and swam."


def test_an_answer_is_found_by_its_question(memory: Memory) -> None:
    assert "Bo: Always rye, from the mill by the river." in texts(memory, "sourdough flour")[:2]


def test_chinese_questions_are_answered(memory: Memory) -> None:
    assert texts(memory, "小林的猫什么时候去了医院？")[0] == "小林: 我昨天把猫送去了宠物医院。"
    assert texts(memory, "黄浦江")[0] == "小王: 周末我们去黄浦江边骑车吧。"
    assert texts(memory, "猫")[0] == "小林: 我昨天把猫送去了宠物医院。"


def test_hits_show_the_words_they_were_found_by(memory: Memory) -> None:
    first, *_ = memory.search.find_messages("Ann baking loaf")
    assert [first.excerpt[start:end] for start, end in first.marks] == ["Ann", "baked"]
    assert first.words == ("ann", "baking")


def test_what_matches_no_word_is_not_found(memory: Memory) -> None:
    assert texts(memory, "penguin") == []
    assert texts(memory, "") == []
    assert texts(memory, "?!") == []


def test_messages_are_found_in_the_asked_scope_only(memory: Memory) -> None:
    session = memory.search.find_messages("sourdough")[0].session_id
    inside = memory.search.find_messages("river", SearchFilters(session_id=session))
    assert {hit.session_id for hit in inside} == {session}
    assert len(memory.search.find_messages("river")) > len(inside)
    nowhere = SearchFilters(workspace_id=WorkspaceId(999))
    assert memory.search.find_messages("river", nowhere) == ()


def test_messages_are_found_by_the_days_they_were_said_on(memory: Memory) -> None:
    late = SearchFilters(happened_from="2026-03-20", happened_to="2026-03-20")
    assert texts(memory, "river", late) == ["Ann: Freezing, the river at home is warmer."]
    assert texts(memory, "river", SearchFilters(happened_to="2026-02-28")) == []


def test_messages_are_found_by_a_person_they_name(memory: Memory) -> None:
    found = texts(memory, "river", SearchFilters(participants=("Bo",)))
    assert found == ["Bo: Always rye, from the mill by the river."]
    assert set(texts(memory, "", SearchFilters(participants=("小王",)))) >= {"小王: 医生怎么说？"}


def test_a_word_that_is_being_typed_is_found(memory: Memory) -> None:
    assert memory.search.find_messages("sourd", typing=True)
    assert memory.search.find_messages("sourd") == ()


def test_sessions_are_found_by_the_words_of_their_titles(memory: Memory) -> None:
    (first, *_) = memory.search.find_sessions("Which flour did Ann take?")
    assert "flour" in first.session.title
    assert "flour" in [first.session.title[start:end] for start, end in first.marks]
    assert memory.search.find_sessions("penguin") == ()
    assert memory.search.find_sessions("") == ()
    assert memory.search.find_sessions("flour", workspace_id=WorkspaceId(999)) == ()


def test_equal_messages_stand_in_the_order_they_were_said(tmp_path: Path) -> None:
    with open_plain(tmp_path / "m.db") as memory:
        same = [talk("a pelican", "fine") for _ in range(5)]
        memory.imports.import_file(write_conversations(tmp_path / "t.jsonl", *same))
        found = [hit.message_id for hit in memory.search.find_messages("pelican", limit=5)]
        assert found == sorted(found)
        assert memory.search.find_messages("pelican", limit=5) == memory.search.find_messages(
            "pelican", limit=5
        )


def test_what_lies_deep_in_a_long_message_is_found(tmp_path: Path) -> None:
    with open_plain(tmp_path / "m.db") as memory:
        long = talk("filler " * 3000 + "pelican", "fine", "a short one", "yes")
        memory.imports.import_file(write_conversations(tmp_path / "t.jsonl", long))
        first, *_ = memory.search.find_messages("pelican")
        assert first.words == ("pelican",)


HOSTILE = [
    '"',
    'text : "bread" OR',
    "NEAR(bread river, 2)",
    "bread AND NOT river",
    "rowid:1; DROP TABLE messages",
    "{title} : x",
    "bread*",
    "^bread",
    "\0bread\0",
    "\ud800 bread \udfff",
    "((((",
    "%s %d {0} {x}",
    "a" * 1_000_000,
    "bread river " * 80_000,
    "水" * 100_000,
    "\u202ebread\u200f",
]


@pytest.mark.parametrize("question", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_questions_are_words(memory: Memory, question: str) -> None:
    memory.search.find_messages(question)
    memory.search.find(question)
    assert memory.maintenance.check().ok


def _weights(memory: Memory) -> list[tuple[int, float, int]]:
    ids = memory.events.find_ids(EventFilter())
    return [(row.id, row.weight, row.adoptions) for row in memory.events.load_page(ids)]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(max_size=60) | st.sampled_from(["river", "Ann bread", "黄浦江", "first river"]))
def test_searching_changes_no_weight(memory: Memory, question: str) -> None:
    before = _weights(memory)
    memory.search.find_messages(question)
    memory.search.find(question)
    assert _weights(memory) == before


def test_a_small_workspace_is_searched_whole_beside_a_large_one(tmp_path: Path) -> None:
    with open_plain(tmp_path / "m.db") as memory:
        small, _ = memory.workspaces.create("small")
        large, _ = memory.workspaces.create("large")
        for number in range(40):
            # Alternately, so that the rows of the small one lie in many places.
            for home, name, count in ((small, "small", 1), (large, "large", 60)):
                texts = [f"pelican {name} {number} {step}" for step in range(count)]
                file = write_conversations(tmp_path / f"{home}-{number}.jsonl", talk(*texts))
                memory.imports.import_file(file, workspace_id=home, derive=False)
        found = memory.search.find_messages("pelican", SearchFilters(workspace_id=small), limit=99)
        assert len(found) == 40
        assert {hit.excerpt.split()[1] for hit in found} == {"small"}
        # Of a word that is in very many messages the newest are looked at.
        assert len(memory.search.find_messages("pelican", limit=50)) == 50
        rare = memory.search.find_messages("pelican 7", SearchFilters(workspace_id=large))
        assert "7" in rare[0].excerpt.split()
        assert rare[0].excerpt.split()[1] == "large"
