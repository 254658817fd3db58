"""Workspaces on the command line: what they hold, what belongs where, and moving."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratagate_app.cli.json_help import keys_of
from tests.cli.support import Call
from tests.engine.support import conversation, write_conversations
from tests.engine.test_workspaces import claude_code


def held(call: Call) -> dict[str, int]:
    return {row["name"]: row["sessions"] for row in call("workspaces", "--json").data["workspaces"]}


def weights(call: Call) -> dict[str, float]:
    return {row["id"]: row["weight"] for row in call("events", "--json").data["events"]}


def test_workspaces_are_listed_made_and_renamed(filled: Call) -> None:
    assert held(filled) == {"General": 2}
    made = filled("workspace", "new", "Work", "--json").data
    assert set(made) == set(keys_of("workspace new"))
    assert filled("workspace", "rename", "work", "Office").code == 0
    assert held(filled) == {"General": 2, "Office": 0}
    (general, _) = filled("workspaces", "--json").data["workspaces"]
    assert (general["events"], general["turns"]) == (
        filled("events", "--json").data["total"],
        74,
    )
    assert "2 sessions" in filled("workspaces").lines[0]
    again = filled("workspace", "rename", "Office", "Office", "--json").data
    assert again == {"operation": None}
    taken = filled("workspace", "new", "general", "--json")
    assert (taken.code, taken.data["error"]["code"]) == (2, "workspace_exists")


def test_moved_sessions_are_elsewhere_until_it_is_undone(filled: Call) -> None:
    filled("workspace", "new", "Work")
    before = weights(filled)
    said = filled("move", "s1", "s2", "--to", "Work")
    assert said.lines == ["2 moved to Work."]
    assert held(filled) == {"General": 0, "Work": 2}
    assert weights(filled) == before
    assert filled("history").lines[0].endswith("to Work")
    assert filled("move", "s1", "--to", "Work", "--json").data == {"operation": None}
    assert filled("undo").code == 0
    assert held(filled) == {"General": 2, "Work": 0}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("move", "s9", "--to", "General"), "not_found"),
        (("move", "s1", "--to", "Nowhere"), "not_found"),
        (("move", "x", "--to", "General"), "bad_id"),
        (("move", "s1"), "usage"),
        (("workspace", "rule", "add", "General"), "usage"),
        (("workspace", "rule", "add", "General", "--path", " "), "rule_path"),
        (("workspace", "rule", "add", "General", "--source", "telegram"), "usage"),
        (("workspace", "rule", "remove", "u9"), "not_found"),
        (("workspace", "rename", "Nobody", "Somebody"), "not_found"),
        (("workspace", "new", " "), "workspace_name"),
    ],
)
def test_what_cannot_be_done_says_why(filled: Call, arguments: tuple[str, ...], code: str) -> None:
    said = filled(*arguments, "--json")
    assert (said.code, said.data["error"]["code"]) == (2, code)
    assert " " in said.data["error"]["message"]


def test_rules_say_where_new_conversations_go(filled: Call, tmp_path: Path) -> None:
    filled("workspace", "new", "Work")
    filled("workspace", "new", "Talks")
    made = filled("workspace", "rule", "add", "Work", "--path", "/home/maya/work", "--json").data
    assert set(made) == set(keys_of("workspace rule add"))
    filled("workspace", "rule", "add", "Talks", "--source", "openai-messages")
    again = filled("workspace", "rule", "add", "Talks", "--path", "/home/maya/work/", "--json")
    assert again.data["error"]["code"] == "rule_exists"
    assert again.data["error"]["message"].endswith("goes to Work.")
    listed = filled("workspace", "rules", "--json").data["rules"]
    assert [(row["kind"], row["pattern"], row["workspace_name"]) for row in listed] == [
        ("project", "/home/maya/work", "Work"),
        ("source", "openai-messages", "Talks"),
    ]
    assert len(filled("workspace", "rules").lines) == 2
    inside = claude_code(tmp_path / "a.jsonl", "one", "/home/maya/work/atlas")
    plain = write_conversations(tmp_path / "b.jsonl", conversation(2, "tea"))
    by_hand = write_conversations(tmp_path / "c.jsonl", conversation(2, "salt"))
    filled("import", str(inside), str(plain))
    filled("import", str(by_hand), "--workspace", "General")
    assert held(filled) == {"General": 3, "Talks": 1, "Work": 1}
    assert filled("workspace", "rule", "remove", made["rule"]).code == 0
    assert len(filled("workspace", "rules").lines) == 1
    filled("undo")
    assert len(filled("workspace", "rules").lines) == 2


def test_a_folder_is_named_from_the_root(
    filled: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for given, kept in [(".", str(tmp_path.resolve())), ("C:\\Work", "C:\\Work")]:
        assert filled("workspace", "rule", "add", "General", "--path", given).code == 0
        assert filled("workspace", "rules", "--json").data["rules"][-1]["pattern"] == kept


def test_help_says_what_json_holds(filled: Call) -> None:
    assert "rule; operation" in filled("workspace", "rule", "add", "--help").out
    assert "rules: id" in filled("workspace", "rules", "--help").out
