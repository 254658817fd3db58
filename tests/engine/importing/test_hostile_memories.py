"""Hostile memories from the file to the undo: taken or listed, and never a half of anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stratagate_app.engine import (
    CandidateFilter,
    CandidateId,
    Decision,
    EventFilter,
    EventId,
    ImportFormatError,
    Memory,
    MemoryFile,
)
from stratagate_app.engine.importing.memories.reading import read_memories
from tests.engine.importing import hostile_memories
from tests.engine.preview_support import judge_all, open_known

# Each takes its time from the file to the undo: shared among the cores.
PARTS = 4
MOST_TITLE, MOST_SUMMARY = 160, 2000


def test_there_are_more_than_five_hundred() -> None:
    made = [item for group in hostile_memories.MADE.values() for item in group()]
    assert len({name for name, _ in made}) == len(made)
    assert len({data for _, data in made}) > 500


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db") as opened:
        yield opened


def read(path: Path) -> MemoryFile | None:
    """Return what is in a file; None where it is refused with its name and a reason."""
    refused: ImportFormatError | None = None
    try:
        found = read_memories(path)
    except ImportFormatError as error:
        refused = error
    if refused is not None:
        assert refused.fields["path"] == str(path)
        assert refused.fields["reason"]
        return None
    assert found.candidates or found.rejected
    for item in found.rejected:
        assert item.where
        assert item.reason
    for taken in found.candidates:
        assert 1 <= len(taken.title) <= MOST_TITLE
        assert 1 <= len(taken.summary) <= MOST_SUMMARY
        assert taken.where
        (taken.title + taken.summary + taken.original + "".join(taken.quotes)).encode()
    return found


def live_through(memory: Memory, found: MemoryFile) -> None:
    """Judge, decide, write and take back; the file is as it was."""
    before = memory.maintenance.content_digest()
    known = set(memory.events.find_ids(EventFilter()))
    preview = memory.previews.open(found, "memories")
    judge_all(memory)
    asked = memory.previews.find_ids(preview.id, CandidateFilter(needs_user=True))
    if asked:
        memory.previews.decide([CandidateId(key) for key in asked], Decision.ADD)
    assert memory.maintenance.content_digest() == before
    wanted = sum(
        row.decision is not Decision.IGNORE
        for row in memory.previews.load_page(memory.previews.find_ids(preview.id))
    )
    operation = memory.previews.commit(preview.id).operation_id
    made = set(memory.events.find_ids(EventFilter())) - known
    assert len(made) == wanted
    for key in made:
        assert memory.events.get(EventId(key)).evidence
    if operation is not None:
        memory.history.undo(operation)
    assert memory.maintenance.content_digest() == before


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("group", hostile_memories.MADE)
def test_hostile_memories_are_taken_or_listed_and_can_be_taken_back(
    memory: Memory, tmp_path: Path, group: str, part: int
) -> None:
    path = tmp_path / "memories.any"
    taken = 0
    for name, data in list(hostile_memories.MADE[group]())[part::PARTS]:
        path.write_bytes(data)
        try:
            found = read(path)
            if found is not None:
                taken += 1
                live_through(memory, found)
        except Exception as error:
            error.add_note(f"with {name}")
            raise
    assert taken
    with closing(sqlite3.connect(tmp_path / "memory.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_good_memory_beside_a_bad_one_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    for name, data in hostile_memories.fields_of_external():
        path.write_bytes(data)
        found = read(path)
        assert found is not None, name
        assert "Good" in [item.title for item in found.candidates], name
        assert len(found.candidates) + len(found.rejected) == 2, name
