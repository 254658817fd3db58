"""Importing conversations: nothing twice, nothing lost, one operation a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stratagate_app.engine import Memory, OperationCancelled
from stratagate_app.settings import sample_files
from tests.engine.support import Talk, conversation, open_plain, run_jobs, write_conversations


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_plain(tmp_path / "memory.db") as opened:
        yield opened


def texts(memory: Memory, session_id: int) -> list[str]:
    strata = memory.sessions.strata(memory.sessions.get(session_id).id)  # type: ignore[arg-type]
    found = [m.content for block in strata.blocks for m in memory.blocks.messages(block.id)]
    return found + [m.content for m in memory.sessions.tail_messages(strata.session.id)]


def test_every_word_of_every_conversation_is_there(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(20), conversation(3, "tea"))
    result = memory.imports.import_file(file)
    assert (result.new, result.messages, result.problems) == (2, 46, ())
    said = [m["content"] for m in conversation(20)]
    assert texts(memory, result.session_ids[0]) == said
    strata = memory.sessions.strata(result.session_ids[0])  # type: ignore[arg-type]
    assert [b.number for b in strata.blocks] == [1, 2, 3]
    assert (strata.tail.turns, strata.tail.messages) == (2, 4)


def test_the_same_file_again_adds_nothing(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(20), conversation(3, "tea"))
    memory.imports.import_file(file)
    digest = memory.maintenance.content_digest()
    again = memory.imports.import_file(file)
    assert (again.new, again.longer, again.unchanged) == (0, 0, 2)
    assert again.changes.operation_id is None
    assert memory.maintenance.content_digest() == digest
    assert len(memory.history.find_ids()) == 1


def test_a_longer_version_adds_what_is_new(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(4))
    first = memory.imports.import_file(file)
    write_conversations(file, conversation(15))
    second = memory.imports.import_file(file)
    assert (second.new, second.longer, second.messages) == (0, 1, 22)
    assert second.session_ids == first.session_ids
    assert texts(memory, first.session_ids[0]) == [m["content"] for m in conversation(15)]
    (workspace,) = memory.workspaces.list()
    assert workspace.turns == 15
    # An older, shorter version of it changes nothing.
    write_conversations(file, conversation(6))
    assert memory.imports.import_file(file).unchanged == 1


def titles(memory: Memory) -> list[str]:
    return [row.title for row in memory.sessions.load_page(memory.sessions.find_ids(None))]


def test_a_longer_version_brings_its_title(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "chat.json"

    def bring(turns: int, title: str | None) -> None:
        value = {"id": "c1", "title": title, "messages": conversation(turns)}
        file.write_text(json.dumps(value), "utf-8")
        memory.imports.import_file(file)

    bring(2, None)
    first = titles(memory)
    bring(4, "Bread  for beginners ")
    assert titles(memory) == ["Bread for beginners"]
    # One that names none takes none away, nor does what stands in for one.
    bring(6, None)
    bring(8, " ")
    bring(10, str(conversation(1)[0]["content"]))
    assert titles(memory) == ["Bread for beginners"]
    bring(12, "Bread for everybody")
    assert titles(memory) == ["Bread for everybody"]
    memory.history.undo()
    assert titles(memory) == ["Bread for beginners"]
    for _ in range(4):
        memory.history.undo()
    assert titles(memory) == first
    for _ in range(5):
        memory.history.redo()
    assert titles(memory) == ["Bread for everybody"]


def test_a_session_file_that_grows_gets_the_title_of_its_summary(
    memory: Memory, tmp_path: Path
) -> None:
    whole = sample_files()[0]
    part = tmp_path / "part.jsonl"
    part.write_text("".join(whole.read_text("utf-8").splitlines(keepends=True)[:120]), "utf-8")
    (session_id,) = memory.imports.import_file(part).session_ids
    assert memory.sessions.get(session_id).title.startswith("Morning!")  # type: ignore[arg-type]
    assert memory.imports.import_file(whole).longer == 1
    grown = memory.sessions.get(session_id)  # type: ignore[arg-type]
    with open_plain(tmp_path / "fresh.db") as fresh:
        fresh.imports.import_file(whole)
        assert titles(fresh) == [grown.title] == ["Package manager for atlas"]
    # An older version, and one that lost its summary, leave the title alone.
    memory.imports.import_file(part)
    assert titles(memory) == [grown.title]


def test_conversations_that_only_begin_alike_stay_two(memory: Memory, tmp_path: Path) -> None:
    one = conversation(3)
    other: Talk = [one[0], {"role": "assistant", "content": "Something else"}]
    file = write_conversations(tmp_path / "a.jsonl", one, other)
    assert memory.imports.import_file(file).new == 2
    assert memory.imports.import_file(file).unchanged == 2


def test_a_conversation_twice_in_one_file_is_one(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(3), conversation(9))
    result = memory.imports.import_file(file)
    assert (result.new, result.longer) == (1, 1)
    assert texts(memory, result.session_ids[0]) == [m["content"] for m in conversation(9)]


def test_what_was_good_before_the_damage_is_kept(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(3))
    file.write_bytes(file.read_bytes() + b'{"messages": [{"role": "user", "con\n{"messages": [')
    result = memory.imports.import_file(file)
    assert result.new == 1
    assert result.problems or result.warnings
    assert texts(memory, result.session_ids[0]) == [m["content"] for m in conversation(3)]


def test_a_file_of_no_known_format_changes_nothing(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(bytes(range(256)))
    result = memory.imports.import_file(file)
    (problem,) = result.problems
    assert (problem.code, problem.path) == ("unknown_format", str(file))
    assert result.changes.operation_id is None
    missing = memory.imports.import_file(tmp_path / "none.json")
    assert [p.code for p in missing.problems] == ["unreadable"]


def test_cancelling_keeps_what_was_saved(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(
        tmp_path / "a.jsonl", *[conversation(300, f"topic {i}") for i in range(8)]
    )

    class Stop:
        def report(self, done: int, total: int) -> None:
            if done == 6:
                raise OperationCancelled

    result = memory.imports.import_file(file, progress=Stop())
    assert result.cancelled
    assert 0 < result.new < 8
    operation = memory.history.next_undo()
    assert operation is not None
    assert operation.fields["state"] == "cancelled"
    rest = memory.imports.import_file(file)
    assert rest.new + result.new == 8


def test_a_project_has_a_workspace_of_its_own(memory: Memory, tmp_path: Path) -> None:
    lines = [
        {
            "type": "user",
            "sessionId": "s-1",
            "uuid": "u1",
            "cwd": "/home/maya/atlas-app",
            "timestamp": "2026-03-04T10:00:00Z",
            "message": {"role": "user", "content": "Why is CI slow?"},
        },
        {
            "type": "assistant",
            "sessionId": "s-1",
            "uuid": "u2",
            "cwd": "/home/maya/atlas-app",
            "timestamp": "2026-03-04T10:00:09Z",
            "message": {
                "id": "a",
                "role": "assistant",
                "content": [{"type": "text", "text": "npm."}],
            },
        },
    ]
    file = tmp_path / "session.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    result = memory.imports.import_file(file)
    assert [w.name for w in memory.workspaces.list()] == ["atlas-app"]
    memory.history.undo()
    assert memory.workspaces.list() == ()
    assert memory.workspaces.counts(None).sessions == 0
    assert result.new == 1


def test_saved_conversations_are_told_after_their_transaction(
    memory: Memory, tmp_path: Path
) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(2), conversation(2, "tea"))
    seen: list[str] = []

    def saved(ids: object) -> None:
        assert isinstance(ids, tuple)
        seen.extend(memory.sessions.get(key).title for key in ids)

    memory.imports.import_file(file, on_saved=saved)
    assert seen == ["Question 1 about bread", "Question 1 about tea"]


def test_without_derivation_nothing_is_queued(memory: Memory, tmp_path: Path) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(13))
    memory.imports.import_file(file, derive=False)
    assert memory.jobs.run_some() is None
    assert memory.jobs.counts().waiting == 0


def test_a_session_spread_over_two_workspaces_stays_where_it_is(
    memory: Memory, tmp_path: Path
) -> None:
    file = write_conversations(tmp_path / "a.jsonl", conversation(4))
    first = memory.imports.import_file(file)
    other, _ = memory.workspaces.create("Other")
    write_conversations(file, conversation(14))
    memory.imports.import_file(file, workspace_id=other)
    run_jobs(memory)
    assert memory.sessions.get(first.session_ids[0]).workspace_id != other  # type: ignore[arg-type]
    assert memory.workspaces.get(other).turns == 0


def code_line(uuid: str, kind: str, content: object, reply: str = "r") -> dict[str, object]:
    return {
        "type": kind,
        "sessionId": "s-9",
        "uuid": uuid,
        "timestamp": "2026-03-04T10:00:00Z",
        "message": {"role": kind, "id": reply, "content": content},
    }


def test_what_comes_later_of_a_half_written_reply_is_added(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    lines = [
        code_line("u1", "user", "What is here?"),
        code_line("u2", "assistant", [{"type": "text", "text": "Let me look."}, call]),
    ]

    def bring_in() -> int:
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        result = memory.imports.import_file(file)
        assert not result.problems
        return result.messages

    assert bring_in() == 2
    lines.append(
        code_line("u3", "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "a.txt"}])
    )
    lines.append(code_line("u4", "assistant", [{"type": "text", "text": "One file."}]))
    assert bring_in() == 1
    assert bring_in() == 0
    (session_id,) = memory.sessions.find_ids(None)
    messages = memory.sessions.tail_messages(memory.sessions.get(session_id).id)  # type: ignore[arg-type]
    assert [m.content for m in messages] == ["What is here?", "Let me look.", "One file."]
    assert [[c.result for c in m.tool_calls] for m in messages] == [[], [None], ["a.txt"]]
