"""Blocks at their levels, decay in a stored session, expand; engine-rules.md, "Decay of blocks"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stratagate_app.engine import Actor, Block, ConflictError, Level, Memory
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

# The levels of blocks that were never expanded, by ready blocks after them, for lambda 0.30.
LEVELS_BY_AGE = [5, 5, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "memory.db") as opened:
        opened.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(80)))
        run_jobs(opened)
        yield opened


def blocks(memory: Memory) -> tuple[Block, ...]:
    return memory.sessions.strata(memory.sessions.find_ids(None)[0]).blocks  # type: ignore[arg-type]


def test_the_decay_table_holds(memory: Memory) -> None:
    assert [int(b.level) for b in reversed(blocks(memory))] == LEVELS_BY_AGE


def test_each_level_has_its_text(memory: Memory) -> None:
    block = blocks(memory)[0]
    expected = {
        Level.L0: "Question 1 about bread\nTags: tag",
        Level.L1: "Question 1 about bread",
        Level.L2: "- Question 1 about bread",
    }
    for level, text in expected.items():
        assert memory.blocks.text(block.id, level) == text
    full = memory.blocks.text(block.id, Level.L5)
    assert full.startswith("user: Question 1 about bread\n\nassistant: Answer 1 about bread\n\n")
    assert full.count("\n\n") == 11
    near = memory.blocks.text(block.id, Level.L4)
    assert near.startswith("User: Question 1 about bread\n\nAssistant: Answer 1")
    assert block.tokens[3] <= block.tokens[4] <= block.tokens[5]


def test_expand_moves_the_anchor_and_undo_moves_it_back(memory: Memory) -> None:
    first = blocks(memory)[0]
    assert first.level == Level.L0
    memory.blocks.expand(first.id, Level.L5)
    kept = blocks(memory)[0]
    assert (kept.level, kept.age, kept.lifted_by) == (Level.L5, 0, "user")
    assert [s.level for s in memory.blocks.forecast(first.id)] == [4, 3, 2, 1, 0]
    assert [s.after_blocks for s in memory.blocks.forecast(first.id)] == [2, 3, 5, 7, 9]
    memory.history.undo()
    assert blocks(memory)[0] == first


def test_expand_to_the_next_level_by_an_agent(memory: Memory) -> None:
    first = blocks(memory)[0]
    memory.blocks.expand(first.id, None, actor=Actor.AGENT)
    raised = blocks(memory)[0]
    assert (raised.level, raised.anchor_level, raised.lifted_by) == (Level.L1, Level.L1, "agent")


def test_looking_at_a_level_changes_nothing(memory: Memory) -> None:
    digest = memory.maintenance.content_digest()
    for block in blocks(memory):
        for level in Level:
            memory.blocks.text(block.id, level)
        memory.blocks.messages(block.id)
        memory.blocks.forecast(block.id)
    assert memory.maintenance.content_digest() == digest


def test_lambda_changes_levels_and_block_size_only_what_is_sealed_later(
    memory: Memory, tmp_path: Path
) -> None:
    (workspace,) = memory.workspaces.list()
    memory.workspaces.configure(workspace.id, decay_lambda=0.0)
    assert {int(b.level) for b in blocks(memory)} == {5}
    before = blocks(memory)
    memory.workspaces.configure(workspace.id, block_turns=2)
    memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(83)))
    after = blocks(memory)
    assert [b.last_turn for b in after[: len(before)]] == [b.last_turn for b in before]
    assert [(b.first_turn, b.last_turn) for b in after[len(before) :]] == [(79, 80), (81, 82)]


def test_a_pending_block_cannot_be_expanded(memory: Memory, tmp_path: Path) -> None:
    memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(90)))
    pending = blocks(memory)[-1]
    assert pending.ready_position is None
    with pytest.raises(ConflictError):
        memory.blocks.expand(pending.id, Level.L5)


def test_a_message_is_found_in_its_block_or_in_the_tail(memory: Memory) -> None:
    for block in blocks(memory):
        for message in memory.blocks.messages(block.id):
            assert memory.blocks.locate(message.id) == block.id
    session_id = blocks(memory)[0].session_id
    for message in memory.sessions.tail_messages(session_id):
        assert memory.blocks.locate(message.id) is None
