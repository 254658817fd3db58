"""Import plans: what would come in is said beforehand, and is what then comes in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    ImportChoice,
    Memory,
    Oddity,
    OperationCancelled,
    PlanState,
    totals_of,
)
from stratagate_app.settings import sample_files
from tests.engine.support import conversation, open_plain, write_conversations


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "memory.db") as opened:
        yield opened


def states(memory: Memory, file: Path) -> list[tuple[PlanState, int, int]]:
    plan = memory.imports.plan_file(file)
    return [(row.state, row.added, row.blocks) for row in plan.conversations]


def test_a_plan_says_what_is_new_longer_and_there_and_writes_nothing(
    memory: Memory, tmp_path: Path
) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(4), conversation(3, "tea"))
    memory.imports.import_file(file)
    digest = memory.maintenance.content_digest()
    write_conversations(file, conversation(15), conversation(3, "tea"), conversation(8, "soap"))
    assert states(memory, file) == [
        (PlanState.LONGER, 22, 2),
        (PlanState.THERE, 0, 0),
        (PlanState.NEW, 16, 1),
    ]
    plan = memory.imports.plan_file(file)
    assert plan.size_bytes == file.stat().st_size
    assert plan.conversations[2].first_words == "Question 1 about soap"
    assert plan.conversations[2].title == "Question 1 about soap"
    assert plan.conversations[2].workspace == "General"
    assert memory.maintenance.content_digest() == digest
    totals = totals_of(plan.conversations)
    result = memory.imports.import_file(file)
    assert (totals.new, totals.longer, totals.messages) == (
        result.new,
        result.longer,
        result.messages,
    )
    assert totals.work.blocks == 3
    assert totals.tokens > 0


def test_the_samples_come_in_as_planned(memory: Memory) -> None:
    for file in sample_files():
        plan = memory.imports.plan_file(file)
        result = memory.imports.import_file(file)
        made = [memory.sessions.get(key) for key in result.session_ids]  # type: ignore[arg-type]
        names = {workspace.id: workspace.name for workspace in memory.workspaces.list()}
        assert [(row.title, row.messages, row.blocks) for row in plan.conversations] == [
            (session.title, session.messages, session.blocks) for session in made
        ]
        assert [row.workspace for row in plan.conversations] == [
            names[session.workspace_id] for session in made
        ]


def test_only_what_is_chosen_comes_in_as_one_batch(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(
        tmp_path / "a.jsonl", *(conversation(3, topic) for topic in ("bread", "tea", "soap"))
    )
    start = memory.maintenance.content_digest()
    keys = [row.key for row in memory.imports.plan_file(file).conversations]
    chosen = memory.imports.import_file(file, choice=ImportChoice(frozenset(keys[:2])))
    assert (chosen.new, chosen.not_chosen) == (2, 1)
    assert chosen.changes.operation_id is not None
    assert memory.history.get(chosen.changes.operation_id).fields["not_chosen"] == 1
    rest = memory.imports.import_file(file, choice=ImportChoice(frozenset(keys[:2]), keep=False))
    assert (rest.new, rest.not_chosen) == (1, 2)
    memory.history.undo(rest.changes.operation_id)
    memory.history.undo(chosen.changes.operation_id)
    assert memory.maintenance.content_digest() == start


def test_what_is_no_conversation_is_skipped_with_its_place(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "chatgpt.json"
    file.write_text(
        json.dumps(
            [
                {"conversation_id": "c1", "title": "Empty", "mapping": {}, "current_node": None},
                {
                    "conversation_id": "c2",
                    "title": "Bread",
                    "current_node": "n1",
                    "mapping": {
                        "n1": {
                            "id": "n1",
                            "parent": None,
                            "children": [],
                            "message": {
                                "id": "m1",
                                "author": {"role": "user"},
                                "create_time": 1772618400.0,
                                "content": {"content_type": "text", "parts": ["How long?"]},
                            },
                        }
                    },
                },
            ]
        ),
        "utf-8",
    )
    first, second = memory.imports.plan_file(file).conversations
    assert (first.state, first.reason) == (PlanState.SKIPPED, Oddity.EMPTY_CONVERSATION)
    assert "0" in first.where
    assert (second.state, second.key, second.title) == (PlanState.NEW, "c2", "Bread")


def test_twice_in_one_file_is_one_row(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "claude.json"
    said = [
        {"uuid": f"m{n}", "sender": "human", "text": f"Word {n}", "created_at": None}
        for n in range(4)
    ]
    file.write_text(
        json.dumps([{"uuid": "a", "name": "A", "chat_messages": said[:k]} for k in (2, 4)]), "utf-8"
    )
    (row,) = memory.imports.plan_file(file).conversations
    assert (row.state, row.added) == (PlanState.NEW, 4)
    assert memory.imports.import_file(file).messages == 4


class Stops:
    def report(self, done: int, total: int) -> None:
        del total
        if done > 1:
            raise OperationCancelled


def test_a_plan_can_be_stopped_and_bad_files_are_told(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", *(conversation(2, t) for t in "abc"))
    plan = memory.imports.plan_file(file, progress=Stops())
    assert plan.cancelled
    assert len(plan.conversations) == 2
    (tmp_path / "b.bin").write_bytes(b"\x00\x01")
    odd = memory.imports.plan_file(tmp_path / "b.bin")
    assert odd.of_no_known_format
    assert memory.imports.plan_file(tmp_path / "none").problems[0].code == "unreadable"
    broken = tmp_path / "c.json"
    broken.write_text('[{"uuid": "a", "name": "A", "chat_messages": [{"uuid": "m", "send', "utf-8")
    assert memory.imports.plan_file(broken).problems


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.lists(st.integers(1, 9), max_size=4),
    after=st.lists(st.integers(1, 14), min_size=1, max_size=6),
    left=st.sets(st.integers(0, 5)),
)
def test_a_choice_of_any_file_brings_what_its_plan_said(
    memory: Memory, tmp_path: Path, before: list[int], after: list[int], left: set[int]
) -> None:
    file = tmp_path / "a.jsonl"
    if before:
        write_conversations(file, *(conversation(n, f"topic {i}") for i, n in enumerate(before)))
        memory.imports.import_file(file)
    write_conversations(file, *(conversation(n, f"topic {i}") for i, n in enumerate(after)))
    rows = [
        row
        for place, row in enumerate(memory.imports.plan_file(file).conversations)
        if place not in left
    ]
    totals = totals_of(rows)
    result = memory.imports.import_file(
        file, choice=ImportChoice(frozenset(row.key for row in rows))
    )
    assert (totals.new, totals.longer, totals.messages) == (
        result.new,
        result.longer,
        result.messages,
    )
