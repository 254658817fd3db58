"""Memories on the command line: from a file to the commit and back."""

from __future__ import annotations

from pathlib import Path

from stratagate_app.cli.json_help import keys_of
from tests.cli.support import Call


def test_a_file_of_memories_is_previewed_decided_written_and_taken_back(
    filled: Call, tmp_path: Path
) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("Uses a standing desk\nWe use pnpm for the atlas app\n", "utf-8")
    before = filled("events", "--json").data["total"]
    read = filled("import", str(file), "--json")
    (opened,) = read.data["previews"]
    assert set(keys_of("preview")) >= {"previews"}
    assert (opened["candidates"], opened["waiting"], opened["state"]) == (2, 0, "open")
    assert filled("events", "--json").data["total"] == before
    shown = filled("preview", opened["preview"], "--json").data
    desk, pnpm = shown["items"]
    assert (desk["decision"], desk["reason"]) == ("add", "no similar memory")
    assert pnpm["matches"]
    assert filled("decide", "supersede", desk["candidate"]).code == 2
    event = pnpm["matches"][0]["event"]
    assert filled("decide", "supersede", pnpm["candidate"], "--target", event).code == 0
    assert "supersede" in filled("preview", opened["preview"]).out
    assert filled("preview", opened["preview"], "--decision", "add").out.count("\n") == 2
    written = filled("commit", opened["preview"])
    assert written.code == 0
    assert "add 1, supersede 1" in written.out
    assert filled("event", event, "--json").data["state"] == "superseded"
    assert filled("commit", opened["preview"]).code == 2
    assert filled("drop", opened["preview"]).code == 2
    assert filled("undo").code == 0
    assert filled("event", event, "--json").data["state"] == "active"
    assert filled("events", "--json").data["total"] == before
    assert "undone" in filled("preview").out
    assert filled("redo").code == 0
    assert filled("check").code == 0


def test_what_was_not_taken_is_listed_and_a_preview_can_be_dropped(
    call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "memories.json"
    file.write_text('[{"id": "a", "memory": "Likes tea"}, {"id": "b", "memory": ""}]', "utf-8")
    looked = call("inspect", str(file))
    assert "Likes tea" in looked.out
    assert "not taken: [1]: no title" in looked.out
    read = call("import", str(file))
    assert read.code == 1
    assert "1 not taken" in read.out
    assert "not taken: [1]" in call("preview", "p1").out
    assert call("drop", "p1").code == 0
    assert call("preview").lines == ["There are no previews."]
    assert call("preview", "p1").code == 2


def test_an_export_of_another_version_says_so(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    file.write_text('{"schemaVersion": "stratagate.external-memory.v7"}', "utf-8")
    said = call("import", str(file))
    assert said.code == 2
    assert "v7" in said.out + said.err


def test_the_prompt_is_printed_in_both_languages(call: Call) -> None:
    assert "stratagate.external-memory.v2" in call("export-prompt").out
    assert "请把你记得的" in call("export-prompt", "--language", "zh_CN").out
