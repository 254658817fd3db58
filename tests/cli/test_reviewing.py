"""The review on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratagate_app.cli.json_help import keys_of
from tests.cli.support import caller
from tests.engine.preview_support import open_known
from tests.engine.test_review import LATER, LAUNCH, SAID


def test_questions_are_listed_and_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "memory.db"
    with open_known(db, *SAID) as memory:
        memory.events.conflict(LAUNCH, LATER)
    call = caller(db, capsys)
    data = call("review", "--json").data
    assert set(data) == set(keys_of("review"))
    assert [item["kind"] for item in data["questions"]] == ["conflict", "duplicate"]
    conflict = data["questions"][0]
    assert conflict["events"] == ["e1", "e2"]
    assert conflict["answers"] == ["first", "second", "both"]
    said = call("review", "--kind", "conflict")
    assert (said.code, said.lines[0]) == (0, f"conflict:1:2  “{SAID[0]}” / “{SAID[1]}”")
    assert call("answer", conflict["question"], "retry").code == 2
    assert call("answer", "conflict:1:6", "both").code == 2
    assert call("answer", conflict["question"], "both", "--json").data["operation"]
    assert call("answer", conflict["question"], "both").code == 2
    assert [i["kind"] for i in call("review", "--json").data["questions"]] == ["duplicate"]
    call("undo")
    assert call("review", "--json").data["counts"]["conflict"] == 1
