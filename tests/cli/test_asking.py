"""Questions on the command line."""

from __future__ import annotations

from stratagate_app.cli.json_help import keys_of
from tests.cli.support import Call


def test_without_a_model_it_says_how_to_do_it_by_hand(filled: Call) -> None:
    said = filled("ask", "Which", "package", "manager?")
    assert said.code == 2
    assert "--by-hand" in said.err
    assert "stratagate model" in said.err
    assert filled("ask", "Which?", "--json").data["error"]["code"] == "no_model"
    assert filled("asks").lines == ["No questions yet."]
    assert filled("ask").code == 2
    assert filled("ask", "Which?", "--resume", "q1").code == 2


def test_by_hand_a_question_leads_to_a_receipt(filled: Call) -> None:
    found = filled("ask", "--by-hand", "Which package manager for atlas?", "--json")
    assert found.code == 0
    assert set(keys_of("ask")) <= set(found.data)
    last = found.data["steps"][-1]
    (event, *_) = found.data["steps"][0]["found"]
    message = last["found"][0]
    assert message[0] == "m"
    assert filled("event", event, "--json").data["adoptions"] == 0
    used = filled("use", last["retrieval"], event, message, "--json")
    assert used.code == 0
    assert set(keys_of("use")) <= set(used.data)
    assert used.data["used"] == [event, message]
    assert used.data["question"] == "Which package manager for atlas?"
    assert filled("use", last["retrieval"], event, message).code == 0
    assert filled("event", event, "--json").data["adoptions"] == 1
    assert len(filled("receipts", "--json").data["receipts"]) == 1
    data = filled("asks", "--json").data
    assert set(data) == set(keys_of("asks"))
    assert [(row["outcome"], row["used"]) for row in data["asks"]] == [("answered", 2)]
    shown = filled("asks", data["asks"][0]["ask"])
    assert f"[1] {event} We decided to use pnpm" in shown.out
    assert "used 1x" in shown.out
    assert "Receipt ask-" in shown.out
    assert filled("undo").code == 0
    assert filled("event", event, "--json").data["adoptions"] == 0


def test_text_names_what_can_be_used_and_how(filled: Call) -> None:
    said = filled("ask", "--by-hand", "pnpm atlas")
    assert said.code == 0
    batch = said.lines[-1].split()[-2]
    refs = [line.split()[0] for line in said.lines if line.strip()[:1] in ("e", "m")]
    used = filled("use", batch, refs[0], "e999", "--question", "Which?", "--receipt", "mine")
    assert used.code == 1
    assert "not taken: 'e999', not in batch" in used.out
    assert "[mine]" in used.out
    assert filled("use", batch, "--question", "Other?", "--receipt", "mine").code == 2
    assert filled("ask", "--by-hand", "zebra").code == 1
    assert filled("use", "r99", "e1").code == 2
    assert filled("ask", "--by-hand", "pnpm", "--workspace", "nowhere").code == 2
