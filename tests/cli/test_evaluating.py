"""Measuring the search on annotated conversations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stratagate_app.cli.evaluating import scores
from tests.cli.support import Call


def sample(name: str, *questions: dict[str, object]) -> dict[str, object]:
    """Return a conversation of the form of LoCoMo, invented."""
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "Which flour do you take?"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Rye, from the mill."},
                {"speaker": "Ann", "dia_id": "D1:3", "text": "I baked two loaves on Sunday."},
            ],
            "session_2_date_time": "9:00 am on 1 June, 2023",
            "session_2": [
                {"speaker": "Ann", "dia_id": "D2:1", "text": "We swam in the cold sea."},
                {"speaker": "Bo", "dia_id": "D2:2", "text": "Take a towel next time."},
            ],
        },
        "qa": list(questions),
    }


def question(text: object, category: object, *evidence: object) -> dict[str, object]:
    return {"question": text, "category": category, "evidence": list(evidence), "answer": "x"}


def test_recall_is_measured_over_all_and_by_category(call: Call, tmp_path: Path) -> None:
    asked = (
        question("What did Ann bake?", 4, "D1:3"),
        question("Where did Ann swim and what towel did Bo advise?", 1, "D2:1; D2:2"),
        question("What is the name of the penguin?", 4, "D1:1"),
        question("Which flour?", 5, "D1:2"),
        question("What did Bo say?", 4, "D7:1"),
        question("What did Bo say?", 4),
    )
    file = tmp_path / "talk.json"
    file.write_text(json.dumps([sample("one", *asked), sample("two", asked[0])]), "utf-8")
    found = call("eval", "retrieval", str(file), "--json")
    assert found.code == 0
    assert found.data["questions"] == 4
    assert found.data["recall_at_5"] == found.data["recall_at_20"] == 0.75
    assert found.data["mrr"] == 0.75
    assert {key: part["questions"] for key, part in found.data["categories"].items()} == {
        "1": 1,
        "4": 3,
    }
    assert found.data["categories"]["1"]["recall_at_10"] == 1
    assert "category 4" in call("eval", "retrieval", str(file)).out


def test_ranks_become_recall_and_reciprocal_rank() -> None:
    found = scores([([1, 8], 2), ([], 1), ([4], 4)])
    assert found == {
        "questions": 3,
        "recall_at_5": 0.25,
        "recall_at_10": 0.4167,
        "recall_at_20": 0.4167,
        "mrr": 0.4167,
    }


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[1, 2",
        "[]",
        '{"conversation": 3, "qa": []}',
        '[{"conversation": {}, "qa": [1, {"question": 4, "category": 1, "evidence": 7}]}]',
        "[" * 100_000,
    ],
    ids=range(6),
)
def test_what_cannot_be_measured_is_told(call: Call, tmp_path: Path, content: str) -> None:
    file = tmp_path / "talk.json"
    file.write_text(content, "utf-8")
    said = call("eval", "retrieval", str(file), "--json")
    assert said.code == 2
    assert said.data["error"]["message"]
    assert call("eval", "retrieval", str(tmp_path / "none.json")).code == 2
