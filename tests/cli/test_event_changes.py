"""Events changed from the command line, and what is said when they cannot be."""

from __future__ import annotations

import pytest

from tests.cli.support import Call


def event(call: Call, key: str) -> dict[str, object]:
    found: dict[str, object] = call("event", key, "--json").data
    return found


def pair(call: Call) -> tuple[str, str]:
    """Return two events of one conversation that stand and conflict with none."""
    assert call("sample").code == 0
    found = call("events", "--json").data["events"]
    calm = [row for row in found if row["state"] == "active" and not row["conflicts"]]
    one, other = [row for row in calm if row["session"] == calm[0]["session"]][:2]
    return one["id"], other["id"]


def test_events_are_forgotten_archived_and_restored(call: Call) -> None:
    one, other = pair(call)
    assert call("forget", one, other).lines == ["2 forgotten."]
    assert event(call, one)["state"] == "forgotten"
    assert event(call, one)["weight"] == 0
    again = call("forget", one, "--json")
    assert (again.code, again.data) == (0, {"operation": None})
    assert call("archive", one).code == 0
    assert event(call, one)["state"] == "archived"
    assert call("restore", one, other).lines == ["2 active."]
    assert call("forget", one, "e9999").code == 2
    assert event(call, one)["state"] == "active"
    assert "restore" in call("history").lines[0]


def test_an_event_is_edited_with_times_no_more_exact_than_given(call: Call) -> None:
    one, _ = pair(call)
    said = call(
        "edit",
        one,
        *("--title", "Beta in autumn", "--tag", "beta", "--tag", "plan", "--person", "Maya"),
        *("--status", "planned", "--happened", "2026-09..2026-11", "--happened-words", "autumn"),
        *("--said", "2026-03-04T10:00+01:00"),
    )
    assert said.lines == ["Changed."]
    found = event(call, one)
    assert (found["title"], found["tags"], found["participants"]) == (
        "Beta in autumn",
        ["beta", "plan"],
        ["Maya"],
    )
    assert found["happened"] == {
        "start": "2026-09-01",
        "end": "2026-11-30",
        "text": "autumn",
        "precision": "range",
        "basis": "explicit",
    }
    assert found["mentioned_at"] == "2026-03-04T09:00:00.000Z"
    assert "edit" in call("history").lines[0]
    assert call("edit", one, "--happened", "2026", "--no-tags").code == 0
    assert event(call, one)["happened"] == {
        "start": "2026-01-01",
        "end": "2026-12-31",
        "text": "autumn",
        "precision": "year",
        "basis": "explicit",
    }
    assert call("edit", one, "--happened", "unknown", "--said", "unknown").code == 0
    found = event(call, one)
    assert (found["mentioned_at"], found["tags"]) == (None, [])
    assert call("events", "--text", "autumn", "--json").data["events"][0]["id"] == one


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--title", "x" * 161), "title: at most 160 characters."),
        (("--summary", " "), "summary: it must not be empty."),
        (("--happened", "tomorrow"), "'tomorrow' is no time"),
        (("--happened", "2026-05..2026-03"), "'2026-05..2026-03' is no time"),
        (("--said", "2026-03-04T10:00"), "mentioned_at: give the offset too"),
    ],
)
def test_what_is_refused_is_named_and_nothing_changes(
    call: Call, arguments: tuple[str, ...], sentence: str
) -> None:
    one, _ = pair(call)
    before = event(call, one)
    said = call("edit", one, *arguments)
    assert (said.code, sentence in said.err) == (2, True), said.err
    assert event(call, one) == before


def test_two_events_are_merged_after_a_look(call: Call) -> None:
    one, other = pair(call)
    planned = call("merge", one, other, "--title", "Both", "--dry-run", "--json").data
    assert planned["edit"]["title"] == "Both"
    assert set(planned["parts"]) == {one, other}
    assert call("merge", one, other, "--dry-run").lines[0].endswith("would become:")
    made = call("merge", one, other, "--title", "Both", "--json").data["event"]
    found = event(call, made)
    assert found["title"] == "Both"
    related = [row["event"] for row in found["relations"]]  # type: ignore[attr-defined]
    assert related == planned["parts"]
    quotes = [q for row in found["evidence"] for q in row["quotes"]]  # type: ignore[attr-defined]
    assert sorted(quotes) == sorted(planned["quotes"])
    assert event(call, one)["state"] == "superseded"
    said = call("restore", one)
    assert said.lines == ["Nothing to change: 0 active, 1 superseded by an event that stands."]
    assert call("undo").code == 0
    assert event(call, one)["state"] == "active"
    assert call("event", made).code == 2


def test_events_are_related_and_the_relation_taken_away(call: Call) -> None:
    one, other = pair(call)
    assert call("supersede", one, other).lines == [f"{other} supersedes {one}."]
    assert event(call, one)["cap"] == 0.1
    said = call("supersede", other, one, "--json")
    assert (said.code, said.data["error"]["reason"]) == (2, "cycle")
    assert call("unrelate", one, other).lines == ["Taken away."]
    assert event(call, one)["state"] == "active"
    assert call("unrelate", one, other).lines == ["There is no such relation."]
    assert call("conflict", one, other).code == 0
    assert event(call, one)["conflicts"] == 1
    assert call("relate", one, "before", other).code == 0
    assert call("relate", other, "before", one).code == 2
    assert call("relate", one, "likes", other).code == 2
    assert call("conflict", one, one).err.strip() == "stratagate: Give two different events."


def test_scope_and_criticality_are_set_for_several(call: Call) -> None:
    one, other = pair(call)
    assert call("scope", one, other, "--to", "session").lines == ["2 changed."]
    assert call("criticality", one, "--to", "preference").code == 0
    found = event(call, one)
    assert (found["scope"], found["criticality"]) == ("session", "preference")
    assert call("scope", one).code == 2
    newest, before = call("history", "--limit", "2").lines
    assert f"criticality of “{found['title']}” to preference" in newest
    assert before.endswith("and 1 more to session")
