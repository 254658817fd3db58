"""Every command does its job, as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from stratagate_app import cli
from stratagate_app.cli.json_help import JSON, keys_of
from stratagate_app.cli.program import program
from stratagate_app.engine import inspect_file
from tests.cli.support import Call
from tests.engine.support import conversation, write_conversations

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parents[1] / "fixtures" / "cases"


def levels_by_age(call: Call, session: str) -> list[int]:
    """Return the levels of a session's blocks, newest first."""
    return [block["level"] for block in reversed(call("blocks", session, "--json").data["blocks"])]


def test_import_says_what_came_of_each_file(call: Call, tmp_path: Path) -> None:
    good = write_conversations(tmp_path / "good.jsonl", conversation(2), conversation(3, "tea"))
    said = call("import", str(good), "--json")
    assert said.code == 0
    (file,) = said.data["files"]
    assert (file["new"], file["longer"], file["unchanged"], file["messages"]) == (2, 0, 0, 10)
    assert file["sessions"] == ["s1", "s2"]
    again = call("import", str(good), "--json").data["files"][0]
    assert (again["new"], again["unchanged"], again["operation"]) == (0, 2, None)


def test_import_previews_and_brings_in_only_what_is_named(call: Call, tmp_path: Path) -> None:
    file = write_conversations(
        tmp_path / "a.jsonl", *(conversation(7, topic) for topic in ("bread", "tea", "soap"))
    )
    said = call("import", str(file), "--preview", "--json")
    assert said.code == 0
    (planned,) = said.data["files"]
    ids = [row["id"] for row in planned["conversations"]]
    assert [row["state"] for row in planned["conversations"]] == ["new"] * 3
    assert (planned["would_import"]["messages"], planned["would_import"]["blocks"]) == (42, 3)
    assert planned["estimate"] is None
    assert call("sessions", "--json").data["total"] == 0
    (only,) = call("import", str(file), "--only", ids[0], "--json").data["files"]
    assert (only["new"], only["not_chosen"]) == (1, 2)
    text = call("import", str(file), "--preview", "--except", ids[1])
    assert "would import 1 new, 0 longer of 3 conversations" in text.out
    assert "[ ] already there" in text.out
    assert "[x] new" in text.out
    (rest,) = call("import", str(file), "--except", ids[1], "--json").data["files"]
    assert (rest["new"], rest["unchanged"], rest["not_chosen"]) == (1, 1, 1)
    both = call("import", str(file), "--only", ids[0], "--except", ids[1])
    assert (both.code, "not with both" in both.err) == (2, True)


def test_import_goes_on_after_a_bad_file_and_says_so(call: Call, tmp_path: Path) -> None:
    good = write_conversations(tmp_path / "good.jsonl", conversation(2))
    bad = tmp_path / "letter.txt"
    bad.write_bytes(b"\x00\x01\x02 not a conversation")
    said = call("import", str(bad), str(good))
    assert said.code == 1
    assert "letter.txt is no format that StrataGate knows" in said.out
    assert "good.jsonl: 1 new" in said.out
    assert call("import", str(bad)).code == 2


def test_import_puts_everything_into_the_workspace_that_is_named(
    call: Call, tmp_path: Path
) -> None:
    file = write_conversations(tmp_path / "chat.jsonl", conversation(2))
    assert call("import", str(file), "--workspace", "Baking").code == 0
    assert [
        row["id"] for row in call("sessions", "--workspace", "baking", "--json").data["sessions"]
    ]
    said = call("sessions", "--workspace", "Brewing")
    assert (said.code, "Baking" in said.err) == (2, True)


def test_import_without_deriving_leaves_nothing_to_do(call: Call, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "chat.jsonl", conversation(20))
    assert call("import", str(file), "--no-derive").code == 0
    jobs = call("jobs", "--json").data
    assert (jobs["waiting"], jobs["running"], jobs["failed"], jobs["jobs"]) == (0, 0, 0, [])


def test_the_sample_is_as_rich_as_the_window_needs_it(call: Call) -> None:
    assert call("sample").code == 0
    sessions = call("sessions", "--json").data["sessions"]
    assert len(sessions) >= 3
    assert max(session["blocks"] for session in sessions) >= 14
    events = call("events", "--json", "--limit", "500").data["events"]
    assert {"decision", "plan"} <= {event["type"] for event in events}


def test_sessions_are_listed_in_the_order_asked_for(filled: Call) -> None:
    longest = filled("sessions", "--order", "longest", "--json").data
    assert longest["total"] == 2
    assert [session["turns"] for session in longest["sessions"]] == [67, 8]
    assert longest["sessions"][0]["started_at"] == "2026-03-04T10:01:00.000Z"
    assert len(filled("sessions", "--limit", "1").lines) == 2


def test_blocks_fade_as_the_rule_says(filled: Call) -> None:
    # engine-rules.md, "Decay of blocks": by the number of later ready blocks.
    assert levels_by_age(filled, "s1") == [5, 5, 4, 3, 3, 2, 2, 1, 1, 0, 0]
    strata = filled("blocks", "s1", "--json").data
    assert strata["tail"]["turns"] == 1
    assert strata["tokens_shown"] < strata["tokens_total"]


def test_a_block_shows_any_level_without_changing(filled: Call) -> None:
    for level in range(6):
        shown = filled("block", "b1", "--level", str(level), "--json").data
        assert (shown["shown_level"], shown["level"]) == (level, 0)
        assert shown["text"]
    assert "Question 1 about bread" in filled("block", "b1", "--level", "5").out
    assert filled("block", "b1", "--level", "6").code == 2


def test_expand_keeps_a_block_and_undo_takes_it_back(filled: Call) -> None:
    assert filled("expand", "b1", "--level", "4", "--json").data["operation"] is not None
    block = filled("block", "b1", "--json").data
    assert (block["level"], block["lifted_by"], block["anchor_position"]) == (4, "user", 11)
    assert [(step["after_blocks"], step["level"]) for step in block["forecast"]][:1] == [(2, 3)]
    assert filled("undo").code == 0
    assert filled("block", "b1", "--json").data["level"] == 0
    assert filled("redo").code == 0
    assert filled("block", "b1", "--json").data["level"] == 4


def test_a_block_is_shown_with_the_level_that_is_printed(filled: Call) -> None:
    now = filled("block", "b1", "--json").data
    for level in range(6):
        head = filled("block", "b1", "--level", str(level)).lines[0]
        assert f" L{level} " in head
        assert f"{now['tokens'][level]} of" in head
        assert ("(now at L0)" in head) is (level != 0)
    assert filled("block", "b1").lines[0] == filled("block", "b1", "--level", "0").lines[0]
    waiting = filled("block", "b11").lines[0]
    assert "now at" not in waiting


def test_a_lifted_block_is_not_said_to_be_kept_where_it_faded_from(
    filled: Call, tmp_path: Path
) -> None:
    said = filled("expand", "b1", "--level", "4")
    assert said.lines == ["Block 1 is at L4 now and fades again from there."]
    again = filled("expand", "b1", "--level", "4")
    assert again.lines == ["Block 1 is at L4 already and fades again from there."]
    assert filled("blocks", "s1").lines[1].endswith("  kept by user")
    longer = tmp_path / "long.json"
    longer.write_text(json.dumps({"messages": conversation(67 + 4 * 6)}), "utf-8")
    assert filled("import", str(longer), "--json").data["files"][0]["longer"] == 1
    line = filled("blocks", "s1").lines[1]
    assert " L2 " in line
    assert line.endswith("  faded since user lifted it to L4")


def test_expand_without_a_level_goes_one_up(filled: Call) -> None:
    assert filled("expand", "b1").code == 0
    assert filled("block", "b1", "--json").data["level"] == 1


def test_an_event_leads_to_its_words_and_can_be_pinned(filled: Call) -> None:
    found = filled("events", "--text", "pnpm", "--json").data
    (event,) = found["events"]
    assert (found["total"], event["type"], event["pinned"]) == (1, "decision", False)
    assert event["mentioned_at"] == "2026-03-04T10:00:00.000Z"
    assert filled("pin", event["id"]).code == 0
    detail = filled("event", event["id"], "--json").data
    assert (detail["pinned"], detail["weight"]) == (True, 1.0)
    assert detail["evidence"][0]["quotes"] == ["We decided to use pnpm for the atlas app."]
    assert detail["history"][0]["kind"] == "pin_event"
    assert [row["id"] for row in filled("events", "--pinned", "--json").data["events"]] == [
        event["id"]
    ]
    assert filled("unpin", event["id"]).code == 0
    assert filled("pin", event["id"], "e99").code == 2
    assert filled("events", "--pinned", "--json").data["total"] == 0


def test_history_compares_before_and_after(filled: Call) -> None:
    event = filled("events", "--json").data["events"][0]
    assert filled("edit", event["id"], "--title", "Another title").code == 0
    newest = filled("history", "--by", "user", "--json").data["operations"][0]
    found = filled("history", newest["id"], "--json").data
    assert found["kind"] == "edit_event"
    assert found["changes"] == [
        {
            "id": event["id"],
            "kind": "event",
            "title": event["title"],
            "before": {"title": event["title"]},
            "after": {"title": "Another title"},
        }
    ]
    lines = filled("history", newest["id"]).lines
    assert lines[-1].strip() == f"title: {event['title']} -> Another title"
    assert filled("history", "o9999").code == 2


def test_history_is_filtered_by_kind_hand_and_day(filled: Call) -> None:
    event = filled("events", "--json").data["events"][0]
    filled("pin", event["id"])
    everything = filled("history", "--json").data["operations"]
    for options, wanted in (
        (("--kind", "pin_event"), [o for o in everything if o["kind"] == "pin_event"]),
        (("--by", "import"), [o for o in everything if o["actor"] == "import"]),
        (("--from", "2020-01-01"), everything),
        (("--to", "2020-01-01"), []),
    ):
        assert filled("history", *options, "--json").data["operations"] == wanted
    assert filled("history", "--to", "2020-01-01").lines == ["No change matches."]


def test_history_names_what_undo_takes_back(filled: Call) -> None:
    newest = filled("history", "--json").data["operations"][0]
    imported = next(
        row for row in filled("history", "--json").data["operations"] if row["kind"] == "import"
    )
    assert newest["actor"] == "job"
    assert (imported["undoable"], imported["fields"]["file"]) == (True, "short.json")
    assert filled("undo", imported["id"]).code == 0
    assert filled("sessions", "--json").data["total"] == 1
    assert "(undone)" in filled("history").out


def test_an_undo_that_later_work_rests_on_names_it_and_changes_nothing(filled: Call) -> None:
    event = filled("events", "--text", "pnpm", "--json").data["events"][0]["id"]
    assert filled("pin", event).code == 0
    said = filled("undo", "o2", "--json")
    assert (said.code, said.data["error"]["code"]) == (2, "dependents")
    assert [row["kind"] for row in said.data["error"]["dependents"]] == ["pin_event"]
    assert filled("sessions", "--json").data["total"] == 2
    assert filled("undo", "o2", "--with-dependents").code == 0
    assert filled("sessions", "--json").data["total"] == 1


def test_check_reports_on_the_file(filled: Call, tmp_path: Path) -> None:
    report = filled("check", "--json").data
    assert (report["ok"], report["problems"]) == (True, [])
    assert report["path"] == str(tmp_path / "memory.db")
    assert filled("check").code == 0


def test_gui_gets_the_file_and_what_to_import(tmp_path: Path) -> None:
    opened: list[tuple[object, ...]] = []

    def open_window(*what: object) -> int:
        opened.append(what)
        return 0

    db, file = tmp_path / "m.db", tmp_path / "chat.json"
    assert cli.run(["gui", str(file), "--db", str(db)], open_window) == 0
    assert cli.run([], open_window) == 0
    assert opened == [(db, (file,), None), (None, (), None)]


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for name in ("chatgpt", "claude", "claude-code", "openai", "unknown")
        for path in (CASES / name).iterdir()
        if not path.name.endswith(".expect.json")
    ),
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_inspect_prints_what_a_file_holds(call: Call, tmp_path: Path, path: Path) -> None:
    said = call("inspect", str(path), "--json")
    report = said.data
    assert report == json.loads(json.dumps(inspect_file(path)))
    expected_code = 0
    if report["error"]:
        expected_code = 1 if report["conversations"] else 2
    elif report["warnings"]:
        expected_code = 1
    assert said.code == expected_code
    text = call("inspect", str(path))
    assert text.code == expected_code
    assert text.out.startswith(f"{path.name}: ")
    assert not (tmp_path / "memory.db").exists()


def test_what_was_left_out_is_told_in_words(call: Call) -> None:
    said = call("sample")
    assert "left out: 4 empty beginnings of conversations, 1 on other branches" in said.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("sessions",),
        ("blocks", "s1"),
        ("block", "b1"),
        ("expand", "b1"),
        ("events",),
        ("event", "e1"),
        ("pin", "e1"),
        ("search", "bread"),
        ("jobs",),
        ("history",),
        ("check",),
        ("undo", "o1", "--with-dependents"),
        ("sample",),
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_help_names_the_keys_that_json_has(filled: Call, arguments: tuple[str, ...]) -> None:
    said = filled(*arguments, "--json")
    assert said.code == 0, said.out
    assert set(keys_of(arguments[0])) <= set(said.data)
    assert keys_of(arguments[0])[0] in filled(arguments[0], "--help").out


def test_every_command_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    begin = readme.index("| command |")
    table = readme[begin : readme.index("\n\n", begin)]
    told = {
        name
        for line in table.splitlines()[2:]
        for name in re.findall("`([a-z-]+)", line.split(" | ")[0])
    }
    # Beside the commands themselves, those of a group stand in its row.
    inner = {
        name
        for command in program.commands.values()
        if isinstance(command, click.Group)
        for name in command.commands
    }
    assert set(program.commands) <= told
    assert told <= set(program.commands) | inner


def test_every_command_says_what_its_json_is() -> None:
    def named(group: click.Group, before: str = "") -> set[str]:
        found: set[str] = set()
        for name, command in group.commands.items():
            whole = f"{before}{name}"
            found |= named(command, f"{whole} ") if isinstance(command, click.Group) else {whole}
        return found

    # Its output is a window.
    assert set(JSON) == named(program) - {"gui"}


def test_events_are_found_by_when_they_happened(call: Call) -> None:
    assert call("sample").code == 0
    found = call("events", "--from", "2026-11-01", "--to", "2026-11-30", "--json").data["events"]
    assert found
    for event in found:
        assert event["happened"]["start"] < "2026-12"
        assert event["happened"]["end"] >= "2026-11"
    assert call("events", "--from", "yesterday").code == 2


def test_search_shows_why_and_takes_filters(call: Call) -> None:
    assert call("sample").code == 0
    (hit, *_) = call("search", "package manager", "--kind", "events", "--json").data["events"]
    assert hit["fields"][:2] == ["title", "summary"]
    assert hit["words"] == ["package", "manager"]
    assert [hit["title"][start:end] for start, end in hit["title_marks"]] == ["package", "manager"]
    assert "*package* *manager*" in call("search", "package manager").out
    plans = call("search", "--type", "plan", "--json").data
    assert {event["type"] for event in plans["events"]} == {"plan"}
    assert plans["messages"] == plans["sessions"] == []
    old = call("search", "npm", "--state", "superseded", "--json").data["events"]
    assert {event["state"] for event in old} == {"superseded"}
    session = call("search", "npm", "--kind", "messages", "--json").data["messages"][0]["session"]
    inside = call("search", "npm", "--session", session, "--json").data
    assert {hit["session"] for hit in inside["messages"]} == {session}
    assert call("search").code == 2
    assert "Nothing found." in call("search", "penguinless").out
