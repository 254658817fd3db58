"""What the built-in rules make of events for the graph."""

from __future__ import annotations

from pathlib import Path

from stratagate_app.engine import FactState, LocalProjector, Memory
from stratagate_app.settings import sample_files


def told(memory: Memory) -> dict[str, set[tuple[str, ...]]]:
    """Return what is true and was true of each node, by its name."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for row in memory.graph.view(None).nodes:
        detail = memory.graph.node(row.id)
        said = found.setdefault(row.name, {(row.type.value,)})
        said |= {(fact.key, fact.value, fact.state.value) for fact in detail.facts}
        said |= {
            (relation.edge.relation, relation.other.name)
            for relation in detail.relations
            if relation.outgoing and relation.edge.state is FactState.CURRENT
        }
    return found


def test_the_sample_says_who_works_where_and_what_is_used(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", projector=LocalProjector()) as memory:
        for file in sample_files():
            memory.imports.import_file(file)
        while memory.jobs.run_some() is not None:
            pass
        assert memory.jobs.counts().failed == 0
        found = told(memory)
    assert found["atlas-app"] >= {
        ("project",),
        ("package manager", "pnpm", "current"),
        ("package manager", "npm", "past"),
        ("launch date", "10 December", "planned"),
    }
    assert found["Maya"] >= {
        ("person",),
        ("leads", "atlas-app"),
        ("lives in", "Lisbon"),
        ("works at", "Fjord Labs"),
    }
    assert found["Jonas"] >= {("works at", "Fjord Labs"), ("leads", "index service")}
    assert found["index service"] >= {("project",), ("uses", "Postgres")}
    assert found["阿宁"] >= {("person",), ("lives in", "杭州"), ("knows", "林川")}
    assert not {"It", "We", "Monday", "User", "Friday", "我们"} & found.keys()
