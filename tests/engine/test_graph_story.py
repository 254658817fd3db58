"""The package-manager story of engine-rules.md, from a conversation file to the graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stratagate_app.engine import EventFilter, EventId, FactState, LocalProjector, Memory
from tests.engine.support import FakeClock, run_jobs

SAID = (
    ("2026-03-02", "Fine, let's use npm as the package manager for atlas-app."),
    ("2026-04-10", "OK, we switch the package manager from npm to pnpm because CI is faster then."),
    ("2026-11-27", "Next week we will switch the package manager from pnpm to yarn."),
)
State = tuple[FactState, str | None, str | None]


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Memory]:
    path = tmp_path / "memory.db"
    with Memory.open(path, clock=FakeClock(), projector=LocalProjector()) as opened:
        opened.workspaces.create("atlas-app")
        yield opened


def bring_in(memory: Memory, folder: Path) -> None:
    """Import the story, each of its turns in a block of its own with five that say nothing."""
    messages = [
        {"role": role, "content": content, "timestamp": f"{day}T10:00:00Z"}
        for day, text in SAID
        for said in (text, *(f"What is {number} plus {number}?" for number in range(5)))
        for role, content in (("user", said), ("assistant", "Fine."))
    ]
    path = folder / "talk.json"
    path.write_text(json.dumps({"messages": messages}), "utf-8")
    home = memory.workspaces.find("atlas-app")
    assert home is not None
    memory.import_file(path, workspace_id=home.id)
    run_jobs(memory)


def managers(memory: Memory, as_of: str | None = None) -> dict[str, State]:
    """Return what is said of the package manager of atlas-app."""
    return {
        fact.value: (fact.state, fact.validity.start, fact.validity.end)
        for row in memory.graph.view(None, as_of).nodes
        if row.name == "atlas-app"
        for fact in memory.graph.node(row.id, as_of).facts
    }


def test_npm_then_pnpm_then_a_plan(empty: Memory, tmp_path: Path) -> None:
    memory = empty
    digest = memory.maintenance.content_digest()
    bring_in(memory, tmp_path)
    assert managers(memory) == {
        "npm": (FactState.PAST, "2026-03-02", "2026-04-10"),
        "pnpm": (FactState.CURRENT, "2026-04-10", None),
        "yarn": (FactState.PLANNED, "2026-11-30", None),
    }
    assert managers(memory, "2026-04-01") == {
        "npm": (FactState.CURRENT, "2026-03-02", "2026-04-10")
    }
    # A plan whose day has come is no change that was made.
    assert managers(memory, "2026-12-25")["pnpm"][0] is FactState.CURRENT
    ids = memory.events.find_ids(EventFilter())
    (change,) = (row for row in memory.events.load_page(ids) if "to pnpm" in row.title)
    memory.events.forget([EventId(change.id)])
    assert managers(memory)["npm"] == (FactState.CURRENT, "2026-03-02", None)
    assert "pnpm" not in managers(memory)
    memory.history.undo()
    assert managers(memory)["pnpm"][0] is FactState.CURRENT
    memory.history.undo()
    assert memory.graph.view(None).nodes == ()
    assert memory.maintenance.content_digest() == digest
