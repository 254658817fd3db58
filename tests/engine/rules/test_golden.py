"""The right answers for the pure rules, from the folder STRATAGATE_GOLDEN or the copy here."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from stratagate_app.engine.domain.conversation import Level, Role, SourceMessage, ToolCall
from stratagate_app.engine.domain.events import Criticality, EventState
from stratagate_app.engine.rules.condense import render_block
from stratagate_app.engine.rules.decay import block_weight, level_at
from stratagate_app.engine.rules.gate import NOTHING_SAID, normalise_assessment
from stratagate_app.engine.rules.ranking import fuse
from stratagate_app.engine.rules.weights import effective_weight

FOLDER = Path(
    os.environ.get("STRATAGATE_GOLDEN") or Path(__file__).parents[2] / "fixtures" / "golden"
)


def vectors(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def message(raw: dict[str, Any]) -> SourceMessage:
    return SourceMessage(
        Role(raw["role"]),
        raw["content"],
        datetime.fromisoformat(raw["createdAt"]).astimezone(UTC),
        tuple(
            ToolCall(call["name"], call.get("arguments"), call.get("result"))
            for call in raw.get("toolCalls", [])
        ),
        raw["id"],
    )


@pytest.mark.parametrize("vector", vectors("block_layers"), ids=lambda v: v["id"])
def test_block_layers(vector: dict[str, Any]) -> None:
    made = render_block([message(raw) for raw in vector["messages"]])
    assert made.l5 == vector["l5"]
    assert made.l4 == vector["l4"]
    assert made.l3 == vector["l3"]
    assert (made.t3, made.t4, made.t5) == (vector["t3"], vector["t4"], vector["t5"])


def test_block_decay() -> None:
    for vector in vectors("block_decay"):
        weight = block_weight(vector["age"], vector["lambda"])
        assert weight == pytest.approx(vector["weight"], rel=1e-12), vector
        level = level_at(Level(vector["anchor_level"]), vector["age"], vector["lambda"])
        assert level == vector["level"], vector


def test_event_weights() -> None:
    for vector in vectors("event_weights"):
        weight = effective_weight(
            elapsed_turns=vector["elapsed_turns"],
            adoptions_n=vector["adoptions"],
            criticality=Criticality(vector["criticality"]),
            state=EventState(vector["status"]),
            pinned=vector["pinned"],
            cap=vector["cap"],
        )
        assert weight == pytest.approx(vector["weight"], rel=1e-12), vector


def test_rank_fusion() -> None:
    for vector in vectors("rank_fusion"):
        fused = fuse(vector["rankings"])
        assert [key for key, _ in fused] == [key for key, _ in vector["fused"]]
        assert [score for _, score in fused] == pytest.approx(
            [score for _, score in vector["fused"]]
        )


def test_evidence_gate() -> None:
    for vector in vectors("evidence_gate"):
        made = normalise_assessment(vector["input"], vector["batch"])
        assert {
            "verdict": made.verdict,
            "evidenceRefs": list(made.refs),
            "fit": made.fit,
            "missing": "<default>" if made.missing == NOTHING_SAID else made.missing,
            "nextStrategy": made.next_strategy,
        } == vector["result"], vector
