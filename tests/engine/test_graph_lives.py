"""Random lives of a graph: what is shown follows from events and corrections alone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    ConflictError,
    EdgeId,
    EventFilter,
    EventId,
    InputRejected,
    Memory,
    NodeId,
    NodeType,
    NotFoundError,
)
from tests.engine.graph_support import open_graph, tell
from tests.engine.support import run_jobs

NAMES = ("atlas", "At-las", "k8s", "kubernetes", "lena")
LINES = st.one_of(
    st.builds(
        "{}{} has {}: {}".format,
        st.sampled_from(("", "", "plan: ")),
        st.sampled_from(NAMES),
        st.sampled_from(("state", "package manager")),
        st.sampled_from(("npm", "pnpm", "done")),
    ),
    st.builds(
        "{} {} {}".format,
        st.sampled_from(NAMES),
        st.sampled_from(("uses", "works_at", "leads", "aka")),
        st.sampled_from(("globex", "acme", "kubernetes", "k8s")),
    ).filter(lambda line: line.split()[0] != line.split()[2]),
)
DAYS = st.integers(1, 28).map("2026-03-{:02}".format)
PLACE = st.integers(0, 30)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("tell"), st.lists(st.tuples(DAYS, LINES), min_size=1, max_size=6)),
        st.tuples(
            st.sampled_from(
                ("forget", "restore", "archive", "undo", "redo", "rebuild", "retype", "close")
            ),
            PLACE,
        ),
        st.tuples(
            st.sampled_from(("supersede", "conflict", "merge_events", "merge")), PLACE, PLACE
        ),
        st.tuples(st.sampled_from(("rename", "alias", "split")), PLACE, st.sampled_from(NAMES)),
    ),
    min_size=2,
    max_size=9,
)


def drawn(memory: Memory, as_of: str | None = None) -> tuple[object, ...]:
    view = memory.graph.view(None, as_of)
    facts = [memory.graph.node(row.id, as_of).facts for row in view.nodes]
    return view.nodes, view.edges, view.clusters, view.changes, view.disputed, facts


@dataclass(frozen=True)
class Chosen:
    """What an action is about."""

    events: list[EventId]
    nodes: list[NodeId]
    edges: list[EdgeId]
    name: str


def split(memory: Memory, chosen: Chosen) -> None:
    detail = memory.graph.node(chosen.nodes[0])
    facts = [fact.id for fact in detail.facts[:1]]
    taken = [item.edge.id for item in detail.relations[:1]]
    memory.graph.split_node(chosen.nodes[0], chosen.name, NodeType.PLACE, facts, taken)


COMMANDS: dict[str, Callable[[Memory, Chosen], object]] = {
    "forget": lambda memory, it: memory.events.forget(it.events),
    "restore": lambda memory, it: memory.events.restore(it.events),
    "archive": lambda memory, it: memory.events.archive(it.events),
    "supersede": lambda memory, it: memory.events.supersede(*it.events),
    "conflict": lambda memory, it: memory.events.conflict(*it.events),
    "merge_events": lambda memory, it: memory.events.merge(it.events[:2]),
    "rebuild": lambda memory, _: memory.graph.rebuild(memory.workspaces.list()[0].id),
    "retype": lambda memory, it: memory.graph.retype_node(it.nodes[0], NodeType.TOOL),
    "close": lambda memory, it: [memory.graph.close_edge(key, None) for key in it.edges],
    "merge": lambda memory, it: memory.graph.merge_nodes(*it.nodes),
    "rename": lambda memory, it: memory.graph.rename_node(it.nodes[0], it.name),
    "alias": lambda memory, it: memory.graph.add_alias(it.nodes[0], it.name),
    "split": split,
}


def act(memory: Memory, folder: Path, number: int, action: tuple[object, ...]) -> None:
    kind, *given = action
    if kind == "tell":
        tell(memory, folder, *given[0], name=f"talk{number}")  # type: ignore[misc]
    elif kind in ("undo", "redo"):
        with suppress(NotFoundError, ConflictError):
            (memory.history.undo if kind == "undo" else memory.history.redo)()
    elif memory.workspaces.list():
        events = [EventId(key) for key in memory.events.find_ids(EventFilter())]
        view = memory.graph.view(None)
        numbers = [value for value in given if isinstance(value, int)]
        if events and view.nodes:
            chosen = Chosen(
                [events[value % len(events)] for value in numbers],
                [view.nodes[value % len(view.nodes)].id for value in numbers],
                [view.edges[numbers[0] % len(view.edges)].id] if view.edges else [],
                next((value for value in given if isinstance(value, str)), ""),
            )
            with suppress(InputRejected):
                COMMANDS[str(kind)](memory, chosen)
            run_jobs(memory)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(ACTIONS)
def test_a_graph_is_a_function_of_events_and_corrections(actions: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_graph(folder / "memory.db") as memory:
            empty = memory.maintenance.content_digest()
            for number, action in enumerate(actions):
                before, digest = drawn(memory), memory.maintenance.content_digest()
                newest = memory.history.next_undo()
                act(memory, folder, number, action)
                done = memory.history.next_undo()
                if action[0] in ("undo", "redo") or done is None or done == newest:
                    continue
                # Undo brings back exactly what was, redo exactly what came.
                after, whole = drawn(memory), memory.maintenance.content_digest()
                memory.history.undo()
                assert drawn(memory) == before
                assert memory.maintenance.content_digest() == digest
                memory.history.redo()
                assert drawn(memory) == after
                assert memory.maintenance.content_digest() == whole
            if memory.workspaces.list():
                shown = drawn(memory)
                assert drawn(memory, memory.graph.view(None).today) == shown
                memory.graph.rebuild(memory.workspaces.list()[0].id)
                run_jobs(memory)
                assert drawn(memory) == shown
        with open_graph(folder / "memory.db") as memory:
            while memory.history.next_undo() is not None:
                memory.history.undo(with_dependents=True)
            assert memory.maintenance.content_digest() == empty
