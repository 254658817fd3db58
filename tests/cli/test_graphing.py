"""The graph on the command line: as it is, as it was, and put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import Call, caller
from tests.engine.graph_support import open_graph, tell

STORY = (
    ("2026-03-02", "atlas has package manager: npm"),
    ("2026-04-10", "atlas has package manager: pnpm"),
    ("2026-04-11", "atlas uses k8s"),
    ("2026-04-12", "lena works_at acme"),
    ("2026-04-13", "lena works_at globex"),
    ("2026-04-14", "kubernetes has age: 11"),
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    with open_graph(tmp_path / "memory.db") as memory:
        tell(memory, tmp_path, *STORY)
    return caller(tmp_path / "memory.db", capsys)


def id_of(call: Call, name: str) -> str:
    found = {row["name"]: row["id"] for row in call("graph", "--json").data["nodes"]}
    return str(found[name])


def test_the_graph_is_shown_as_it_is_and_as_it_was(call: Call) -> None:
    said = call("graph")
    assert said.code == 0
    assert "6 nodes, 3 relations" in said.out
    assert "works at globex  [current from 2026-04-13]" in said.out
    assert "works at acme  [past 2026-04-12 to 2026-04-13]" in said.out
    then = call("graph", "--as-of", "2026-04-12", "--json").data
    assert [(edge["relation"], edge["state"]) for edge in then["edges"]] == [
        ("uses", "current"),
        ("works at", "current"),
    ]
    assert then["as_of"] == "2026-04-12"
    assert then["changes"][0] == {"day": "2026-03-02", "count": 1}


def test_a_node_tells_what_is_and_was_true_of_it(call: Call) -> None:
    said = call("graph", "--node", "ATLAS", "--json")
    assert [(fact["value"], fact["state"]) for fact in said.data["facts"]] == [
        ("pnpm", "current"),
        ("npm", "past"),
    ]
    text = call("node", said.data["id"]).out
    assert "package manager: npm  [past 2026-03-02 to 2026-04-10]" in text
    assert call("graph", "--node", "nobody").code == 2
    assert call("node", "n999").code == 2


def test_what_is_wrong_is_put_right_and_undone(call: Call) -> None:
    k8s, kubernetes = id_of(call, "k8s"), id_of(call, "kubernetes")
    assert call("node", kubernetes, "--merge", k8s).code == 0
    merged = call("node", k8s, "--json").data
    assert (merged["name"], merged["aliases"]) == ("kubernetes", ["k8s"])
    assert "“k8s” is “kubernetes”" in call("history").out
    assert call("undo").code == 0
    assert call("node", k8s, "--json").data["name"] == "k8s"
    assert call("node", k8s, "--rename", "K8s!", "--alias", "kube").code == 2
    for change in (["--rename", "The cluster"], ["--alias", "kube"], ["--type", "tool"]):
        assert call("node", k8s, *change).code == 0
    changed = call("node", k8s, "--json").data
    assert (changed["name"], changed["type"], changed["aliases"]) == (
        "The cluster",
        "tool",
        ["k8s", "kube"],
    )
    assert call("node", k8s, "--no-alias", "kube").code == 0
    relation = changed["relations"][0]["id"]
    assert call("node", k8s, "--split", "other", "--take", relation).code == 0
    assert call("node", id_of(call, "other"), "--json").data["relations"]
    taken = call("node", k8s, "--rename", "other")
    assert (taken.code, "merge them" in taken.err) == (2, True)


def test_a_fact_ends_and_a_dispute_needs_to_be_one(call: Call) -> None:
    fact = call("graph", "--node", "kubernetes", "--json").data["facts"][0]["id"]
    assert call("close", fact, "--on", "2026-05-01").code == 0
    (closed,) = call("graph", "--node", "kubernetes", "--json").data["facts"]
    assert (closed["state"], closed["valid"]["to"]) == ("past", "2026-05-01")
    assert "not disputed" in call("hold", fact).err
    assert "cannot have ended" in call("close", fact, "--on", "2020-01-01").err


def test_hostile_names_stay_on_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_graph(tmp_path / "memory.db") as memory:
        tell(memory, tmp_path, ("2026-03-02", "a\u2028b\x1b[31m has key: val\x07ue"))
    said = caller(tmp_path / "memory.db", capsys)("graph")
    assert said.code == 0
    assert "\x1b" not in said.out
