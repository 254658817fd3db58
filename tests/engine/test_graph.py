"""The graph over a memory file: jobs, views, corrections, undo; engine-rules.md, "Graph"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stratagate_app.engine import (
    ChangeSet,
    EventEdit,
    EventFilter,
    EventId,
    FactState,
    GraphView,
    InputRejected,
    JobKind,
    JobStatus,
    KnownNode,
    Memory,
    NodeId,
    NodeType,
    NotFoundError,
    Ports,
    ProjectedEvent,
    Projection,
    ProposedEdge,
    ProposedFact,
    ProposedNode,
    Scope,
    SessionId,
    Validity,
)
from stratagate_app.engine.pipeline.local_judge import LocalJudge
from tests.engine.graph_support import (
    HOME,
    LineExtractor,
    LineProjector,
    LineSummariser,
    facts_of,
    node_named,
    open_graph,
    tell,
)
from tests.engine.support import FakeClock, run_jobs

STORY = (
    ("2026-03-02", "atlas has package manager: npm"),
    ("2026-04-10", "atlas has package manager: pnpm"),
    ("2026-04-11", "plan: atlas has package manager: bun"),
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_graph(tmp_path / "memory.db") as opened:
        yield opened


def states(memory: Memory, as_of: str | None = None) -> dict[str, FactState]:
    return {fact.value: fact.state for fact in facts_of(memory, "atlas", as_of)}


def event_titled(memory: Memory, words: str) -> EventId:
    ids = memory.events.find_ids(EventFilter())
    (found,) = (row.id for row in memory.events.load_page(ids) if words in row.title)
    return found


def refusal(act: Callable[[], object]) -> object:
    with pytest.raises(InputRejected) as caught:
        act()
    return caught.value.fields["reason"]


def drawn(view: GraphView) -> tuple[object, ...]:
    return view.nodes, view.edges, view.changes, view.disputed


def test_what_was_what_is_and_what_is_planned(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY)
    assert states(memory) == {
        "npm": FactState.PAST,
        "pnpm": FactState.CURRENT,
        "bun": FactState.PLANNED,
    }
    validity = {fact.value: fact.validity for fact in facts_of(memory, "atlas")}
    assert validity["npm"] == Validity("2026-03-02", "2026-04-10")
    assert states(memory, "2026-04-01") == {"npm": FactState.CURRENT}
    memory.events.forget([event_titled(memory, "pnpm")])
    assert states(memory)["npm"] is FactState.CURRENT
    assert "pnpm" not in states(memory)
    memory.history.undo()
    assert states(memory)["pnpm"] is FactState.CURRENT


def test_undo_of_an_import_leaves_nothing(memory: Memory, tmp_path: Path) -> None:
    empty = memory.maintenance.content_digest()
    tell(memory, tmp_path, *STORY)
    full, before = memory.maintenance.content_digest(), drawn(memory.graph.view(HOME))
    memory.history.undo()
    assert memory.graph.view(None).nodes == ()
    assert memory.maintenance.content_digest() == empty
    memory.history.redo()
    assert drawn(memory.graph.view(HOME)) == before
    assert memory.maintenance.content_digest() == full


def test_an_import_goes_without_another_that_speaks_of_the_same(
    memory: Memory, tmp_path: Path
) -> None:
    tell(memory, tmp_path, *STORY[:1])
    first = memory.history.next_undo()
    assert first is not None
    tell(memory, tmp_path, *STORY[1:], name="other")
    memory.history.undo(first.id)
    assert states(memory) == {"pnpm": FactState.CURRENT, "bun": FactState.PLANNED}


def test_a_rebuild_changes_nothing_and_keeps_corrections(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY, ("2026-04-12", "atlas uses pnpm"))
    memory.graph.rename_node(node_named(memory, "atlas"), "Atlas Maps")
    before, digest = drawn(memory.graph.view(HOME)), memory.maintenance.content_digest()
    assert memory.graph.rebuild(HOME).jobs
    assert memory.graph.view(HOME).unfinished == 6
    run_jobs(memory)
    assert drawn(memory.graph.view(HOME)) == before
    memory.history.undo()
    assert drawn(memory.graph.view(HOME)) == before
    assert memory.maintenance.content_digest() == digest
    with pytest.raises(NotFoundError):
        memory.graph.rebuild(HOME._replace() if False else type(HOME)(99))


def test_an_edited_event_is_read_anew(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY[:1])
    changed = memory.events.edit(
        event_titled(memory, "npm"), EventEdit(title="atlas has package manager: yarn")
    )
    assert changed.jobs
    run_jobs(memory)
    assert states(memory) == {"yarn": FactState.CURRENT}
    memory.history.undo()
    assert states(memory) == {"npm": FactState.CURRENT}


class Wild:
    """Proposes what no graph may hold."""

    answers_at_once = True

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        own = (events[0].id,)
        good, other = (NodeType.TOOL, "good"), (NodeType.TOOL, "other")
        return Projection(
            (
                ProposedNode(NodeType.TOOL, "good", own, tuple(f"a{n}" for n in range(3000))),
                ProposedNode(NodeType.TOOL, "x" * 10_000, own),
                ProposedNode(NodeType.TOOL, " - _ ", own),
                ProposedNode(NodeType.TOOL, "stranger", (EventId(999),)),
                ProposedNode("planet", "mars", own),  # type: ignore[arg-type]
                None,
            ),
            (
                ProposedFact(good, "state", "fine", own),
                ProposedFact(good, "", "fine", own),
                ProposedFact(
                    good, "state", "odd", own, validity=Validity("2026-02-01", "2026-01-01")
                ),
                ProposedFact(good, "state", "odd", own, validity=Validity("soon", None)),
                ProposedFact(good, "state", "odd", own, confidence=float("nan")),
                ProposedFact(good, "state", "odd", ()),
            ),
            (
                ProposedEdge(good, other, "depends on", own),
                ProposedEdge(good, (NodeType.TOOL, "G O-O_D"), "is", own),
            ),
            notes=("cut",),
        )


def test_odd_proposals_are_refused_one_by_one_with_reasons(tmp_path: Path) -> None:
    with open_graph(tmp_path / "memory.db", Wild()) as memory:
        tell(memory, tmp_path, ("2026-03-02", "atlas uses npm"))
        view = memory.graph.view(HOME)
        assert [(row.name, len(row.aliases)) for row in view.nodes] == [("good", 20), ("other", 0)]
        assert [edge.relation for edge in view.edges] == ["depends on"]
        assert [fact.value for fact in memory.graph.node(view.nodes[0].id).facts] == ["fine"]
        ids = memory.history.find_ids(kinds=frozenset({"project"}))
        (operation,) = memory.history.load_page(ids)
        refusals = operation.fields["refusals"]
        assert isinstance(refusals, list)
        assert [reason for _, _, reason in refusals] == [
            "dropped",
            "limit_exceeded",
            "long_name",
            "empty_name",
            "unknown_event",
            "unknown_type",
            "unknown_shape",
            "empty_key",
            "ends_before_start",
            "bad_date",
            "bad_confidence",
            "no_event",
            "self_edge",
        ]
        assert operation.fields["refused"] == len(refusals)


def test_the_projector_is_told_which_nodes_there_are(tmp_path: Path) -> None:
    projector = LineProjector()
    with open_graph(tmp_path / "memory.db", projector) as memory:
        tell(memory, tmp_path, ("2026-03-02", "Big-Atlas uses npm"))
        tell(memory, tmp_path, ("2026-03-03", "bigatlas uses 深度求索"), name="b")
    assert "Big-Atlas" in projector.known[-1]


def test_two_nodes_are_one_and_two_again(memory: Memory, tmp_path: Path) -> None:
    tell(
        memory, tmp_path, ("2026-03-02", "k8s uses etcd"), ("2026-03-03", "kubernetes has age: 11")
    )
    before = drawn(memory.graph.view(HOME))
    kept, other = node_named(memory, "kubernetes"), node_named(memory, "k8s")
    memory.graph.merge_nodes(kept, other)
    detail = memory.graph.node(other)
    assert (detail.row.name, detail.row.aliases) == ("kubernetes", ("k8s",))
    assert [fact.value for fact in detail.facts] == ["11"]
    assert [relation.other.name for relation in detail.relations] == ["etcd"]
    edges = [relation.edge.id for relation in detail.relations]
    memory.graph.split_node(detail.row.id, "k8s", NodeType.PROJECT, (), edges)
    assert node_named(memory, "k8s") != node_named(memory, "kubernetes")
    memory.history.undo()
    memory.history.undo()
    assert drawn(memory.graph.view(HOME)) == before


def test_names_types_and_aliases_are_put_right(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, ("2026-03-02", "atlas uses npm"), ("2026-03-03", "atlas aka map"))
    key = node_named(memory, "atlas")
    before = drawn(memory.graph.view(HOME))
    graph = memory.graph
    graph.rename_node(key, "Atlas 2")
    assert graph.node(key).row.aliases == ("atlas", "map")
    graph.add_alias(key, "the map")
    graph.remove_alias(key, "MAP")
    assert graph.node(key).row.aliases == ("atlas", "the map")
    graph.retype_node(key, NodeType.TOOL)
    assert graph.node(key).row.type is NodeType.TOOL
    assert refusal(lambda: graph.rename_node(key, " _ ")) == "empty_name"
    assert refusal(lambda: graph.rename_node(key, "x" * 161)) == "long_name"
    assert refusal(lambda: graph.remove_alias(key, "atlas 2")) == "is_name"
    assert refusal(lambda: graph.remove_alias(key, "nothing")) == "no_alias"
    assert refusal(lambda: graph.merge_nodes(key, key)) == "same_node"
    assert refusal(lambda: graph.rename_node(node_named(memory, "npm"), "filler-1")) == "name_taken"
    for _ in range(4):
        memory.history.undo()
    assert drawn(memory.graph.view(HOME)) == before


def test_a_fact_ends_on_a_day(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY[:1])
    (fact,) = facts_of(memory, "atlas")
    memory.graph.close_fact(fact.id, "2026-05-01")
    (closed,) = facts_of(memory, "atlas")
    assert (closed.state, closed.validity.end) == (FactState.PAST, "2026-05-01")
    assert closed.closed_by_hand
    assert refusal(lambda: memory.graph.close_fact(fact.id, "2026-01-01")) == "before_start"
    assert refusal(lambda: memory.graph.close_fact(fact.id, "soon")) == "bad_date"


def test_a_dispute_is_decided(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY[:2])
    memory.events.conflict(event_titled(memory, ": npm"), event_titled(memory, ": pnpm"))
    facts = {fact.value: fact for fact in facts_of(memory, "atlas")}
    assert {fact.state for fact in facts.values()} == {FactState.DISPUTED}
    assert memory.graph.view(HOME).disputed == 2
    memory.graph.decide_fact(facts["npm"].id)
    assert states(memory) == {"npm": FactState.CURRENT, "pnpm": FactState.PAST}
    memory.history.undo()
    memory.graph.decide_fact(facts["pnpm"].id)
    assert states(memory) == {"npm": FactState.PAST, "pnpm": FactState.CURRENT}


def test_nodes_are_found_by_what_they_are_and_were(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY, ("2026-04-12", "atlas uses yarn"))
    hit = memory.graph.find("atl", HOME)[0]
    assert (hit.node.name, hit.fields[0], hit.why) == ("atlas", "name", "")
    assert hit.name_marks == ((0, 5),)
    best = memory.graph.find("npm package", HOME)[0]
    assert best.fields == ("facts", "past_facts")
    assert best.why == "package manager: npm"
    assert memory.graph.find("uses", HOME) == ()
    assert [hit.node.name for hit in memory.graph.find("yarn", None)] == ["yarn", "atlas"]


def test_places_are_kept_and_are_no_change_of_memory(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY[:1])
    key = node_named(memory, "atlas")
    digest = memory.maintenance.content_digest()
    memory.graph.place({key: (1.5, -2.0), NodeId(999): (0.0, 0.0)}, by_hand=True)
    memory.graph.place({key: (9.0, 9.0)}, by_hand=False)
    row = memory.graph.node(key).row
    assert (row.x, row.y, row.placed) == (1.5, -2.0, True)
    assert memory.maintenance.content_digest() == digest


def test_the_search_field_and_recall_know_nodes(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY, ("2026-04-12", "atlas uses yarn"))
    hits = memory.search.find("atlas").nodes
    assert hits[0].node.name == "atlas"
    found = memory.recall.recall("Which package manager has atlas?", workspace_id=HOME)
    (row,) = (node for node in found.nodes if node.name == "atlas")
    line = next(line for line in found.text.splitlines() if f"[n{row.id}]" in line)
    assert "package manager: pnpm (since 2026-04-10)" in line
    assert "npm (" in line
    assert ": npm" not in line
    assert "bun" not in line
    # What was said in the session itself is no news to it.
    here = memory.sessions.find_ids(HOME)[0]
    assert memory.recall.recall("atlas", session_id=SessionId(here)).nodes == ()


def test_recall_tells_at_most_four_nodes_and_nothing_of_other_sessions_own(
    memory: Memory, tmp_path: Path
) -> None:
    tell(memory, tmp_path, *(("2026-03-02", f"part{n} depends_on atlas") for n in range(12)))
    found = memory.recall.recall("atlas", workspace_id=HOME)
    assert len(found.nodes) == 4
    every = [EventId(key) for key in memory.events.find_ids(EventFilter())]
    memory.events.set_scope(every, Scope.SESSION)
    assert memory.recall.recall("atlas", workspace_id=HOME).nodes == ()


def test_a_graph_follows_its_sessions_to_another_workspace(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY)
    before = drawn(memory.graph.view(HOME))
    other, _ = memory.workspaces.create("Other")
    session = SessionId(memory.sessions.find_ids(HOME)[0])
    memory.workspaces.move_sessions([session], other)
    assert memory.graph.view(HOME).nodes == ()
    run_jobs(memory)
    assert "atlas" in {row.name for row in memory.graph.view(other).nodes}
    memory.history.undo()
    assert drawn(memory.graph.view(HOME)) == before
    assert memory.graph.view(other).nodes == ()


def test_a_merged_event_is_read_too(memory: Memory, tmp_path: Path) -> None:
    tell(memory, tmp_path, *STORY[:2])
    memory.events.merge((event_titled(memory, ": npm"), event_titled(memory, ": pnpm")))
    run_jobs(memory)
    (fact,) = (fact for fact in facts_of(memory, "atlas") if fact.state is FactState.CURRENT)
    assert (fact.value, len(fact.events)) == ("pnpm", 2)


def test_a_file_from_before_there_was_a_graph_gets_one_once(tmp_path: Path) -> None:
    with Memory.open(
        tmp_path / "memory.db", summariser=LineSummariser(), extractor=LineExtractor()
    ) as before:
        before.use_ports(Ports(LineSummariser(), LineExtractor(), LocalJudge()))
        tell(before, tmp_path, *STORY)
        assert before.graph.view(HOME).nodes == ()
    with open_graph(tmp_path / "memory.db") as memory:
        run_jobs(memory)
        assert states(memory)["pnpm"] is FactState.CURRENT
        memory.history.undo()
        assert run_jobs(memory) == ChangeSet()
        assert memory.graph.view(HOME).nodes == ()
    with open_graph(tmp_path / "memory.db") as memory:
        assert run_jobs(memory) == ChangeSet()


class Moody(LineProjector):
    """Fails as often as it is told to."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        if self.failures:
            self.failures -= 1
            raise ValueError("no graph today")
        return super().project(events, known)


def test_a_job_fails_three_times_and_starts_over_when_it_is_told_to(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_graph(tmp_path / "memory.db", Moody(3), clock) as memory:
        tell(memory, tmp_path, *STORY)
        for _ in range(3):
            clock.forward(60)
            run_jobs(memory)
        (job,) = memory.jobs.load()
        assert (job.kind, job.status, job.events) == (JobKind.PROJECT, JobStatus.FAILED, 6)
        assert (job.session_title, job.block_id) == (memory.workspaces.list()[0].name, 0)
        assert "no graph today" in job.error_detail
        assert memory.graph.view(HOME).nodes == ()
        memory.jobs.retry()
        run_jobs(memory)
        assert states(memory)["pnpm"] is FactState.CURRENT
        assert memory.jobs.load() == ()


def test_two_that_read_the_same_at_once_say_it_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    more = tuple((f"2026-05-{day:02}", f"a{day} uses b") for day in range(1, 28))
    with open_graph(path) as memory, open_graph(path) as other:
        tell(memory, tmp_path, *STORY, *more)
        before, digest = drawn(memory.graph.view(HOME)), memory.maintenance.content_digest()
        memory.graph.rebuild(HOME)
        other.graph.rebuild(HOME)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(run_jobs, (memory, other)))
        for opened in (memory, other):
            assert drawn(opened.graph.view(HOME)) == before
        assert memory.maintenance.content_digest() == digest


class Undoing(LineProjector):
    """Takes the import back while it reads what came of it."""

    memory: Memory

    def project(self, events: Sequence[ProjectedEvent], known: Sequence[KnownNode]) -> Projection:
        self.memory.history.undo()
        return super().project(events, known)


def test_a_late_result_is_dropped(tmp_path: Path) -> None:
    projector = Undoing()
    with open_graph(tmp_path / "memory.db", projector) as memory:
        projector.memory = memory
        empty = memory.maintenance.content_digest()
        tell(memory, tmp_path, *STORY)
        assert memory.maintenance.content_digest() == empty
        assert memory.graph.view(None).nodes == ()
