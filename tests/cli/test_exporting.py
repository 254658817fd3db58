"""Exports on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from stratagate_app.cli.json_help import keys_of
from tests.cli.support import Call


def test_what_is_remembered_is_written_to_files(filled: Call, tmp_path: Path) -> None:
    target = tmp_path / "out" / "events.json"
    assert filled("export", "events", "--out", str(target)).code == 2
    target.parent.mkdir()
    data = filled("export", "events", "--out", str(target), "--json").data
    assert set(data) == set(keys_of("export"))
    written = json.loads(target.read_text())
    assert data["counts"] == {"events": len(written["candidates"])}
    (first, *_) = filled("events", "--json").data["events"]
    one = tmp_path / "one.csv"
    said = filled(
        "export", "events", "--format", "csv", "--id", first["id"], "--out", str(one), "--mask"
    )
    assert (said.code, said.lines) == (0, [f"Wrote 1 events to {one}"])
    assert first["title"] in one.read_text()
    whole = tmp_path / "all.zip"
    assert filled("export", "all", "--out", str(whole)).code == 0
    assert filled("inspect", str(whole), "--json").data["format"] == "stratagate"
    assert filled("export", "graph", "--format", "csv", "--out", str(one)).code == 2
    assert filled("export", "all", "--id", "e1", "--out", str(one)).code == 2
    assert filled("export", "sessions", "--workspace", "nowhere", "--out", str(one)).code == 2
