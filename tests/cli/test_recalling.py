"""Contexts, recall and receipts on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from stratagate_app.cli.json_help import keys_of
from stratagate_app.engine import Memory, RetrievalKind
from tests.cli.support import Call
from tests.engine.support import conversation


def test_context_prints_the_layers_of_a_conversation(call: Call, tmp_path: Path) -> None:
    messages = conversation(3)
    messages[0]["content"] = "The password: hunter2"
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"messages": messages}), "utf-8")
    assert call("import", str(path)).code == 0
    said = call("context", "s1")
    assert said.code == 0
    assert said.lines[0] == "user: The password: [masked]"
    assert said.lines[-1] == "assistant: Answer 3 about bread"
    data = call("context", "s1", "--json").data
    assert data["text"] == said.out.rstrip("\n")
    assert set(data) == set(keys_of("context"))
    assert call("context", "s9").code == 2


def test_recall_prints_what_other_conversations_hold(filled: Call) -> None:
    data = filled("recall", "which", "package", "manager", "for", "atlas?", "--json").data
    assert [event["title"] for event in data["events"]] == [
        "We decided to use pnpm for the atlas app"
    ]
    assert set(data) == set(keys_of("recall"))
    said = filled("recall", "atlas")
    assert said.code == 0
    assert said.lines[0] == "<background>"
    own = data["events"][0]["session"]
    assert filled("recall", "atlas", "--session", own).lines == ["Nothing to recall."]
    assert filled("recall", "atlas", "--workspace", "nowhere").code == 2


def test_receipts_are_listed_with_what_was_used(filled: Call, tmp_path: Path) -> None:
    assert filled("receipts").lines == ["Nothing was used yet."]
    (event,) = filled("events", "--text", "pnpm", "--json").data["events"]
    with Memory.open(tmp_path / "memory.db") as memory:
        batch = memory.retrieval.open_batch(RetrievalKind.SEARCH_EVENTS, "atlas", [event["id"]])
        memory.retrieval.assess(
            batch,
            {"verdict": "sufficient", "next_strategy": "answer", "evidence_refs": [event["id"]]},
        )
        memory.retrieval.record_use(batch, "answer-1", [event["id"], "e99"], "npm or pnpm?")
    data = filled("receipts", "--json").data
    assert set(data) == set(keys_of("receipts"))
    (receipt,) = data["receipts"]
    assert receipt["used"] == [event["id"]]
    assert receipt["refused"] == [{"place": 1, "ref": "e99", "reason": "not_in_batch"}]
    assert "npm or pnpm?" in filled("receipts").out
    assert filled("event", event["id"], "--json").data["adoptions"] == 1
    assert "use of “We decided to use pnpm" in filled("history").out
    assert filled("undo").code == 0
    assert filled("receipts").lines[0].endswith("(undone)")
    assert filled("event", event["id"], "--json").data["adoptions"] == 0
