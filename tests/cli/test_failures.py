"""How the command line fails, and what it does with text that is meant to do harm."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from stratagate_app import cli
from stratagate_app.cli.output import fitted, printable, width_of
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import ChangeSet, Memory, OperationCancelled
from stratagate_app.engine.services import jobs as jobs_module
from stratagate_app.engine.store.database import Database
from tests.cli.support import Call, Said
from tests.engine.importing.support import write_zip
from tests.engine.support import conversation, write_conversations

ROOT = Path(__file__).parents[2]
# Red, the title of the window, back to the line's start, right to left, a second C1 escape.
HOSTILE = "\x1b[31mred\x1b]0;title\x07\rover\u202egnp\u2066\x9b2J"


def run(*arguments: str, encoding: str = "utf-8") -> Said:
    done = subprocess.run(
        [sys.executable, "-m", "stratagate_app", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Said(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("blocks", "s99"), "not_found", "There is no session"),
        (("block", "b99"), "not_found", "There is no block"),
        (("event", "e99"), "not_found", "There is no event"),
        (("pin", "e99"), "not_found", "There is no event"),
        (("undo", "o99"), "not_found", "There is no operation"),
        (("redo",), "not_found", "There is nothing to redo"),
        (("block", "first"), "bad_id", "'first' is no id"),
        (("events", "--order", "luck"), "usage", "luck"),
        (("fly",), "usage", "fly"),
    ],
)
def test_what_cannot_be_done_is_said_and_ends_with_2(
    filled: Call, arguments: tuple[str, ...], code: str, words: str
) -> None:
    said = filled(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("stratagate: ")
    assert words in said.err
    as_json = filled(*arguments, "--json")
    assert (as_json.code, as_json.err) == (2, "")
    assert as_json.data["error"]["code"] == code
    assert words in as_json.data["error"]["message"]


def test_a_mistyped_file_name_leaves_no_file_behind(call: Call, tmp_path: Path) -> None:
    for command in (("sessions",), ("events",), ("check",), ("history",), ("jobs",), ("undo",)):
        said = call(*command, "--json")
        assert (said.code, said.data["error"]["code"]) == (2, "no_memory")
    assert list(tmp_path.iterdir()) == []


def test_looking_at_an_empty_file_leaves_it_empty(call: Call, tmp_path: Path) -> None:
    empty = tmp_path / "memory.db"
    empty.touch()
    for command in (("sessions",), ("events",), ("check",), ("history",), ("jobs",), ("undo",)):
        said = call(*command, "--json")
        assert (said.code, said.data["error"]["code"]) == (2, "no_memory")
    assert [(path.name, path.stat().st_size) for path in tmp_path.iterdir()] == [("memory.db", 0)]
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(2))
    assert call("import", str(chat)).code == 0
    assert empty.stat().st_mode & 0o777 == 0o600


def test_a_database_of_another_program_is_refused_and_left_alone(
    call: Call, tmp_path: Path
) -> None:
    db = tmp_path / "memory.db"
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA application_id = 1234")
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    before = db.read_bytes()
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(2))
    for command in (("sessions",), ("import", str(chat))):
        said = call(*command, "--json")
        assert (said.code, said.data["error"]["code"]) == (2, "memory_foreign")
        assert str(db) in said.data["error"]["message"]
    assert db.read_bytes() == before


def foreign(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "letter":
        path.write_text("Dear all, the meeting is on Monday.", "utf-8")
    elif kind == "beginning":
        path.write_bytes(b"SQLite")
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA application_id = {1234 if kind == 'marked' else 0}")
            connection.execute("CREATE TABLE recipes (name TEXT)")
            connection.commit()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
@pytest.mark.parametrize("kind", ["folder", "pipe", "letter", "beginning", "marked", "unmarked"])
@pytest.mark.parametrize("command", ["sessions", "sample"])
def test_what_is_not_ours_is_refused_and_nothing_is_left_beside_it(
    call: Call, tmp_path: Path, kind: str, command: str
) -> None:
    path = tmp_path / "memory.db"
    foreign(path, kind)
    before = path.read_bytes() if path.is_file() else None
    said = call(command, "--json")
    assert said.code == 2
    assert said.data["error"]["code"] == ("usage" if kind == "folder" else "memory_foreign")
    assert [item.name for item in tmp_path.iterdir()] == ["memory.db"]
    assert before is None or path.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is where nothing fits")
def test_a_device_is_no_memory_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["sample", "--db", "/dev/full"]) == 2
    assert "is not a StrataGate file" in capsys.readouterr().err
    assert not Path("/dev/full.lock").exists()


@pytest.mark.parametrize("named", [("--db", ""), ("--db=",)])
def test_an_empty_name_is_no_memory_file(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    named: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["sample", *named]) == 2
    assert "--db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_newer_program_is_refused_with_its_version(
    filled: Call, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        connection.execute("PRAGMA user_version = 9999")
    said = filled("sessions")
    assert said.code == 2
    assert "9999" in said.err
    assert "Update" in said.err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc is where nothing can be written")
def test_a_folder_that_cannot_be_written_to_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(2))
    assert cli.run(["import", str(chat), "--db", "/proc/nowhere/memory.db"]) == 2
    assert "/proc/nowhere" in capsys.readouterr().err


def test_text_from_outside_does_not_reach_the_terminal_as_it_is(call: Call, tmp_path: Path) -> None:
    messages = [
        {"role": role, "content": HOSTILE, "timestamp": "2026-03-04T10:00:00Z"}
        for _ in range(7)
        for role in ("user", "assistant")
    ]
    chat = tmp_path / f"chat{HOSTILE.replace('/', '')}.json"
    chat.write_text(json.dumps({"title": HOSTILE, "messages": messages}), "utf-8")
    outputs = [call("inspect", str(chat)), call("import", str(chat))]
    outputs += [
        call(*command)
        for command in (
            ("sessions",),
            ("blocks", "s1"),
            ("block", "b1", "--level", "5"),
            ("events",),
            ("history",),
            ("search", "red"),
        )
    ]
    outputs += [call("blocks", "s1", "--json"), call("block", "b1", "--json")]
    for said in outputs:
        assert said.code == 0
        assert not set("\x1b\x07\r\u202e\u2066\x9b") & set(said.out + said.err)
    # As JSON it is all there, escaped.
    assert HOSTILE in call("block", "b1", "--json").data["source"][0]["text"]


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("plain", 8, "plain   "),
        ("面试准备", 8, "面试准备"),
        ("面试准备", 7, "面试准…"),
        ("面试准备", 6, "面试… "),
        ("two\nlines", 10, "two lines "),
    ],
)
def test_a_cell_is_as_wide_as_its_column(text: str, columns: int, shown: str) -> None:
    assert fitted(text, columns) == shown
    assert width_of(fitted(text, columns)) == columns


def test_breaks_stay_and_everything_that_steers_goes() -> None:
    assert printable("a\tb\nc") == "a\tb\nc"
    assert printable(HOSTILE) == "[31mred]0;titleovergnp2J"


def test_a_terminal_of_another_encoding_gets_question_marks_and_whole_json(tmp_path: Path) -> None:
    chat = tmp_path / "chat.json"
    chat.write_text(
        json.dumps({"title": "面试准备", "messages": [{"role": "user", "content": "开始"}]}),
        "utf-8",
    )
    db = str(tmp_path / "memory.db")
    assert run("import", str(chat), "--db", db, encoding="ascii").code == 0
    text = run("sessions", "--db", db, encoding="ascii")
    assert text.code == 0
    assert "????" in text.out
    sessions = run("sessions", "--json", "--db", db, encoding="ascii").data["sessions"]
    assert sessions[0]["title"] == "面试准备"


@pytest.mark.skipif(os.name == "nt", reason="pipes end differently there")
def test_nobody_is_told_that_the_reader_went_away(tmp_path: Path) -> None:
    chat = write_conversations(
        tmp_path / "chat.jsonl", *[conversation(1, f"topic {number}") for number in range(2000)]
    )
    db = tmp_path / "memory.db"
    assert run("import", str(chat), "--db", str(db), "--no-derive").code == 0
    command = [sys.executable, "-m", "stratagate_app", "sessions", "--json", "--limit", "2000"]
    with subprocess.Popen(
        [*command, "--db", str(db)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"{\n"
        process.stdout.close()
        assert process.stderr.read() == b""


def test_ctrl_c_stops_between_conversations_and_a_second_one_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Ticker("{done} read") as ticker:
        ticker.report(1, 0)
        signal.raise_signal(signal.SIGINT)
        assert ticker.stopped
        with pytest.raises(OperationCancelled):
            ticker.report(2, 0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


_EVERY_COMMAND_UNHEARD = """
import sys
from stratagate_app import cli
from stratagate_app.cli.program import program

for name in sorted(program.commands):
    for more in ([], ["--help"], ["--json"]):
        for closed in (["stdout"], ["stderr"], ["stdin", "stdout", "stderr"]):
            if name != "gui" or "--help" in more:
                for stream in closed:
                    setattr(sys, stream, None)
                cli.run([name, *more, "--db", sys.argv[1]])
                sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
sys.exit(7)
"""


def test_no_command_minds_closed_streams(filled_file: Path, tmp_path: Path) -> None:
    shutil.copyfile(filled_file, tmp_path / "memory.db")
    done = subprocess.run(
        [sys.executable, "-c", _EVERY_COMMAND_UNHEARD, str(tmp_path / "memory.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (7, False), done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell closes streams otherwise there")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("session", "code"), [("s1", 0), ("s99", 2)])
def test_a_closed_stream_changes_no_exit_code(
    filled_file: Path, tmp_path: Path, closed: str, session: str, code: int
) -> None:
    shutil.copyfile(filled_file, tmp_path / "memory.db")
    command = [sys.executable, "-m", "stratagate_app", "blocks", session, "--json"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *command, "--db", str(tmp_path / "memory.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("{" in done.stdout) is (closed == "2>&-")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is where nothing fits")
@pytest.mark.parametrize(
    ("streams", "arguments", "code"),
    [
        ("2>/dev/full", "blocks s1", 0),
        ("2>/dev/full", "blocks s99", 2),
        ("2>/dev/full", "nothing", 2),
        (">/dev/full 2>&1", "blocks s1", 2),
        (">/dev/full 2>&1", "blocks s99 --json", 2),
        (">&- 2>/dev/full", "blocks s99", 2),
    ],
)
def test_words_that_cannot_be_written_change_no_exit_code(
    filled_file: Path, tmp_path: Path, streams: str, arguments: str, code: int
) -> None:
    shutil.copyfile(filled_file, tmp_path / "memory.db")
    command = [sys.executable, "-m", "stratagate_app", "--db", str(tmp_path / "memory.db")]
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {streams}', "sh", *command, *arguments.split()],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code


def refuse_jobs(monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
    """Let the file refuse what background jobs write, and nothing before."""
    run_some = jobs_module.JobService.run_some

    def refused(service: jobs_module.JobService, limit: int = 50) -> ChangeSet | None:
        def set_pragma(connection: Connection) -> None:
            raw: Any = connection.connection.dbapi_connection
            raw.execute(f"PRAGMA {pragma}").fetchall()

        service._database.on_writer(set_pragma)
        return run_some(service, limit)

    monkeypatch.setattr(jobs_module.JobService, "run_some", refused)


REFUSALS = pytest.mark.parametrize(
    ("pragma", "code"), [("max_page_count = 1", "disk_full"), ("query_only = ON", "read_only")]
)


@REFUSALS
def test_what_was_saved_is_told_when_the_disk_refuses_the_rest(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, code: str
) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(400))
    refuse_jobs(monkeypatch, pragma)
    said = call("import", str(chat), "--json")
    assert (said.code, said.data["problem"]["code"]) == (1, code)
    (file,) = said.data["files"]
    assert (file["new"], file["messages"], file["problems"]) == (1, 800, [])
    monkeypatch.undo()
    assert call("sessions", "--json").data["total"] == 1


@REFUSALS
def test_what_the_disk_refuses_of_old_jobs_is_told_with_the_jobs(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, code: str
) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(400))
    with Memory.open(tmp_path / "memory.db") as memory:
        memory.imports.import_file(chat)
    refuse_jobs(monkeypatch, pragma)
    said = call("jobs", "--retry", "--json")
    assert (said.code, said.data["problem"]["code"]) == (1, code)
    assert said.data["waiting"] + said.data["running"] > 0
    words = call("jobs", "--retry")
    assert (words.code, "Background jobs were left: " in words.out) == (1, True)


def test_what_is_waited_for_is_said(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(20))
    monkeypatch.setattr(jobs_module, "LEASE_S", 2.0)
    with Memory.open(tmp_path / "memory.db") as died:
        died.imports.import_file(chat)
        died._database.write(lambda c: died.jobs._claim(c, 50))
    said = call("jobs", "--retry")
    assert (said.code, said.lines[0]) == (0, "0 waiting, 0 running, 0 failed")
    assert said.err.count("Another process works on 3 jobs, or died over them; waiting up to") == 1
    assert call("jobs", "--retry").err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is where nothing fits")
def test_output_that_cannot_be_written_is_said_without_a_traceback(filled_file: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "stratagate_app", "sessions", "--db", str(filled_file)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("stratagate: The output cannot be written")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
@pytest.mark.parametrize("command", ["inspect", "import"])
def test_a_pipe_or_a_device_is_refused_and_not_waited_for(
    call: Call, tmp_path: Path, command: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        said = call(command, str(path))
        assert said.code == 2
        assert "not a regular file" in (said.out + said.err).lower()


def test_a_line_break_in_a_name_begins_no_line_of_its_own(call: Call, tmp_path: Path) -> None:
    feigned = "plan\ns9  feigned"
    chat = tmp_path / f"{feigned}.json"
    messages = [{"role": "user", "content": "hello"}]
    chat.write_text(json.dumps({"title": feigned, "messages": messages}), "utf-8")
    outputs = [call("inspect", str(chat)), call("import", str(chat)), call("sessions")]
    outputs += [call("blocks", "s1"), call("history"), call("undo"), call("redo")]
    for said in outputs:
        assert said.code == 0
        assert not [line for line in said.lines if line.startswith("s9")]
    assert "feigned" in outputs[-1].out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 200_000, "damaged ([0] at character 1): too many brackets within each other"),
        (b'[{"messages": ' + b"1" * 5000 + b"}]", "a number in it has too many digits"),
        (b"\x00\x01", "no format that StrataGate knows: it is neither JSON nor JSONL"),
        (b'{"a": 1}', "it is JSON, and of no shape that StrataGate knows"),
        (b'[{"messages": [{"role": "user", "content": "a', "in the middle"),
        (b"[]", "empty: there is an empty list in it and nothing else"),
        (b"", "empty: there is nothing in it"),
        (b'{"role": "user", "content": "caf\xe9"}\n', "bytes that are not UTF-8; they became"),
        (b'{"role": "user", "content": "a"}\n{\n', "warning: a line that cannot be read"),
    ],
)
def test_why_a_file_was_not_read_is_said_in_words(
    call: Call, tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    for command in ("inspect", "import"):
        said = call(command, str(path))
        assert said.code in (1, 2)
        assert words in said.out


def test_an_archive_that_is_refused_is_explained(call: Call, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "export.zip", {"letter.txt": "Dear all"})
    assert "the archive holds no conversations.json" in call("inspect", str(path)).out
    path = write_zip(tmp_path / "export.zip", {"../conversations.json": "[]"})
    assert "leads out of the folder" in call("import", str(path)).out


def test_a_full_disk_is_said_once(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = write_conversations(tmp_path / "chat.jsonl", conversation(400))
    assert call("import", str(write_conversations(tmp_path / "a.jsonl", conversation(1)))).code == 0
    submit = Database.submit

    def refused(database: Database, work: Any) -> Any:
        def limited(connection: Connection) -> Any:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            return work(connection)

        return submit(database, limited)

    monkeypatch.setattr(Database, "submit", refused)
    said = call("import", str(chat))
    assert said.code == 2
    assert said.lines == [f"  {chat} is not imported to the end: the disk is full"]
