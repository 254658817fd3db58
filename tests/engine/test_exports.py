"""What leaves the memory comes back as it was: exports, and their way in again."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stratagate_app.engine import (
    Basis,
    Criticality,
    Decision,
    EventFilter,
    EventId,
    EventState,
    EventType,
    ExportChoice,
    ExportFormat,
    ExportWhat,
    HappeningStatus,
    InputRejected,
    Memory,
    MemoryCandidate,
    MemoryFile,
    OperationCancelled,
    Precision,
    RelationKind,
    Scope,
    SessionId,
    StorageError,
    WorkspaceId,
)
from stratagate_app.engine.exporting.events import guarded
from tests.engine.preview_support import open_known
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

EVENTS_JSON = ExportChoice(ExportWhat.EVENTS, ExportFormat.JSON)
EVENTS_CSV = ExportChoice(ExportWhat.EVENTS, ExportFormat.CSV)
SESSIONS_JSON = ExportChoice(ExportWhat.SESSIONS, ExportFormat.JSON)
EVERYTHING = ExportChoice(ExportWhat.ALL, ExportFormat.ZIP)

# Any words: of other scripts, with quotes, tags, formulas and line breaks.
WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('\n\t"\\<&=+-@;,|'),
    min_size=1,
    max_size=40,
).filter(lambda text: bool(text.strip()))
LINE = WORDS.map(lambda text: " ".join(text.split())).filter(bool)
DAYS = st.dates(date(1990, 1, 1), date(2030, 12, 31)).map(str)


@st.composite
def memories(draw: st.DrawFn) -> list[MemoryCandidate]:
    """Draw memories of every field; no two say the same."""
    count = draw(st.integers(1, 5))
    found: list[MemoryCandidate] = []
    for number in range(count):
        day = draw(st.none() | DAYS)
        words = draw(WORDS)
        mentioned = draw(
            st.none()
            | st.datetimes().map(
                lambda at: at.replace(
                    year=2000 + at.year % 30,
                    day=at.day % 28 + 1,
                    microsecond=0,
                    tzinfo=timezone(timedelta(hours=2)),
                )
            )
        )
        others = [place for place in range(count) if place != number]
        relations = draw(
            st.lists(
                st.tuples(
                    st.sampled_from([RelationKind.RELATED, RelationKind.CONFLICTS]),
                    st.sampled_from(others).map(lambda place: f"r{place}"),
                ),
                max_size=2,
                unique=True,
            )
            if others
            else st.just([])
        )
        found.append(
            MemoryCandidate(
                title=f"{draw(LINE)} {number}",
                summary=f"{words.strip()} {number}",
                where="",
                original=f"{words} {number}",
                tags=tuple(draw(st.lists(LINE, max_size=3, unique=True))),
                quotes=(f"{' '.join(words.split())} {number}",),
                participants=tuple(draw(st.lists(LINE, max_size=2, unique=True))),
                mentioned_at=mentioned,
                happened_start=day,
                happened_end=day,
                original_text=draw(st.just("") | LINE),
                precision=Precision.DAY if day else Precision.UNKNOWN,
                basis=Basis.EXPLICIT if day else Basis.UNKNOWN,
                status=draw(st.sampled_from(HappeningStatus)),
                type=draw(st.sampled_from(EventType)),
                scope=draw(st.sampled_from([Scope.USER, Scope.PROJECT])),
                criticality=draw(st.sampled_from(Criticality)),
                ref=f"r{number}",
                state=draw(st.sampled_from(EventState)),
                pinned=draw(st.booleans()),
                relations=tuple(relations),
            )
        )
    return found


def take_in(memory: Memory, read: MemoryFile) -> None:
    """Write everything that a file of memories holds."""
    preview = memory.previews.open(read, "memories", home(memory))
    while memory.previews.judge_some() is not None:
        pass
    assert memory.previews.get(preview.id).decisions[Decision.ADD] == len(read.candidates)
    memory.previews.commit(preview.id)


def home(memory: Memory) -> WorkspaceId:
    known = memory.workspaces.list()
    return known[0].id if known else memory.workspaces.create("Home")[0]


def bring(memory: Memory, path: Path) -> None:
    """Import a file and write what it holds."""
    result = memory.import_file(path, derive=False)
    assert not result.problems
    for preview in memory.previews.load():
        if preview.operation_id is None:
            while memory.previews.judge_some() is not None:
                pass
            memory.previews.commit(preview.id)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(found=memories(), written=st.sampled_from([EVENTS_JSON, EVENTS_CSV, EVERYTHING]))
def test_events_leave_come_in_and_leave_the_same(
    tmp_path_factory: pytest.TempPathFactory,
    found: Sequence[MemoryCandidate],
    written: ExportChoice,
) -> None:
    folder = tmp_path_factory.mktemp("export")
    first, second = folder / "first", folder / "second"
    with open_plain(folder / "one.db") as memory:
        take_in(memory, MemoryFile("text", tuple(found)))
        memory.exports.write(written, first)
    with open_plain(folder / "two.db") as memory:
        bring(memory, first)
        assert len(memory.events.find_ids(EventFilter(states=frozenset(EventState)))) == len(found)
        memory.exports.write(written, second)
        assert memory.maintenance.check().ok
    assert contents(second) == contents(first)


def contents(path: Path) -> dict[str, bytes]:
    """Return a file, or of an archive everything but its manifest."""
    if not zipfile.is_zipfile(path):
        return {"": path.read_bytes()}
    with zipfile.ZipFile(path) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            # Numbers of nodes are of the file; when it was written is of the day.
            if name not in ("manifest.json", "graph.json")
        }


@st.composite
def talks(draw: st.DrawFn) -> list[dict[str, object]]:
    """Draw a conversation with tool records, odd words and times, or none."""
    turns = draw(st.integers(1, 4))
    items: list[dict[str, object]] = []
    for number in range(turns):
        at = draw(st.sampled_from(["2026-03-04T10:00:00+08:00", "2026-03-04T10:00:00Z", None]))
        items.append({"role": "user", "content": draw(WORDS), "timestamp": at})
        call = {
            "id": f"c{number}",
            "function": {
                "name": draw(LINE),
                "arguments": json.dumps({"path": draw(WORDS), "n": draw(st.integers(0, 9))}),
            },
        }
        calls = [call] if draw(st.booleans()) else []
        items.append({"role": "assistant", "content": draw(WORDS), "tool_calls": calls})
        if calls:
            items.append({"role": "tool", "tool_call_id": f"c{number}", "content": draw(WORDS)})
    return items


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(items=st.lists(talks(), min_size=1, max_size=3), named=st.booleans())
def test_sessions_leave_come_in_and_leave_the_same(
    tmp_path_factory: pytest.TempPathFactory, items: list[list[dict[str, object]]], named: bool
) -> None:
    folder = tmp_path_factory.mktemp("export")
    source = folder / "talks.json"
    told = [
        {"messages": talk, **({"id": f"t{n}", "title": f"Talk {n}"} if named else {})}
        for n, talk in enumerate(items)
    ]
    source.write_text(json.dumps(told), "utf-8")
    first, second = folder / "first.json", folder / "second.json"
    with open_plain(folder / "one.db") as memory:
        memory.imports.import_file(source, derive=False)
        memory.exports.write(SESSIONS_JSON, first)
        digest = memory.maintenance.content_digest()
        # It knows its own: nothing comes in twice.
        again = memory.import_file(first, derive=False)
        assert (again.new, again.longer) == (0, 0)
        assert memory.maintenance.content_digest() == digest
    with open_plain(folder / "two.db") as memory:
        assert not memory.import_file(first, derive=False).problems
        memory.exports.write(SESSIONS_JSON, second)
    assert second.read_bytes() == first.read_bytes()


@pytest.fixture
def known(tmp_path: Path) -> Memory:
    memory = open_known(tmp_path / "memory.db")
    memory.events.pin([EventId(1)])
    memory.events.relate(EventId(2), EventId(1), RelationKind.SUPERSEDES)
    memory.events.forget([EventId(3)])
    return memory


def test_an_archive_holds_everything_with_a_manifest(known: Memory, tmp_path: Path) -> None:
    with known as memory:
        result = memory.exports.write(EVERYTHING, tmp_path / "all.zip")
        assert result.counts == {"sessions": 1, "events": 6, "edges": 0}
        with zipfile.ZipFile(result.path) as archive:
            manifest = json.loads(archive.read("manifest.json"))
            assert manifest["schemaVersion"] == "stratagate.export.v1"
            assert manifest["counts"] == {"sessions": 1, "events": 6, "edges": 0}
            for entry in manifest["files"]:
                data = archive.read(entry["name"])
                assert (len(data), sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
        assert result.path.stat().st_mode & 0o077 == 0
    with open_plain(tmp_path / "other.db") as other:
        done = other.import_file(result.path, derive=False)
        assert (done.new, done.preview_id) == (1, 1)
        bring(other, result.path)
        states = [row.state for row in other.events.load_page(range(1, 6))]
        assert states[:3] == [EventState.SUPERSEDED, EventState.ACTIVE, EventState.FORGOTTEN]
        assert other.events.get(EventId(1)).row.pinned
        assert other.events.get(EventId(1)).cap == 0.1


def test_only_what_is_chosen_leaves(known: Memory, tmp_path: Path) -> None:
    with known as memory:
        target = tmp_path / "some.json"
        choice = ExportChoice(ExportWhat.EVENTS, ExportFormat.JSON, events=(EventId(2), EventId(4)))
        assert memory.exports.write(choice, target).counts == {"events": 2}
        titles = [item["title"] for item in json.loads(target.read_text())["candidates"]]
        assert titles == ["Maya leads the atlas project", "The package manager is npm"]
        sessions = ExportChoice(
            ExportWhat.SESSIONS, ExportFormat.MARKDOWN, sessions=(SessionId(1),)
        )
        memory.exports.write(sessions, tmp_path / "talk.md")
        assert "## User" in (tmp_path / "talk.md").read_text()
        with pytest.raises(InputRejected):
            memory.exports.write(ExportChoice(ExportWhat.GRAPH, ExportFormat.CSV), target)


def test_secrets_are_masked_on_wish(tmp_path: Path) -> None:
    with open_known(tmp_path / "memory.db", "The password: hunter2 opens it") as memory:
        for what, written in (
            (ExportWhat.EVENTS, ExportFormat.JSON),
            (ExportWhat.EVENTS, ExportFormat.CSV),
            (ExportWhat.EVENTS, ExportFormat.MARKDOWN),
            (ExportWhat.SESSIONS, ExportFormat.JSON),
            (ExportWhat.SESSIONS, ExportFormat.MARKDOWN),
        ):
            plain, masked = tmp_path / "plain", tmp_path / "masked"
            memory.exports.write(ExportChoice(what, written), plain)
            memory.exports.write(ExportChoice(what, written, masked=True), masked)
            assert "hunter2" in plain.read_text()
            assert "hunter2" not in masked.read_text()


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    evil = ("=HYPERLINK(1)", "+1", "-1+1", "@SUM(A1)", "'=1", "\t=1")
    for cell in evil:
        assert guarded(cell) == f"'{cell}"
    found = tuple(
        MemoryCandidate(
            title=f"{cell.strip()} is told", summary=cell + " told", where="", original=cell
        )
        for cell in evil[:4]
    )
    with open_plain(tmp_path / "memory.db") as memory:
        take_in(memory, MemoryFile("text", found))
        memory.exports.write(EVENTS_CSV, tmp_path / "events.csv")
    with (tmp_path / "events.csv").open(encoding="utf-8", newline="") as stream:
        for row in list(csv.reader(stream))[1:]:
            assert not any(cell[:1] in tuple("=+-@\t\r") for cell in row)


def test_what_cannot_be_written_leaves_the_file_as_it_was(known: Memory, tmp_path: Path) -> None:
    with known as memory:
        with pytest.raises(StorageError) as caught:
            memory.exports.write(EVENTS_JSON, tmp_path / "no" / "events.json")
        assert caught.value.code == "read_only"
        target = tmp_path / "events.json"
        target.write_text("mine")

        class Stop:
            def report(self, done: int, total: int) -> None:
                raise OperationCancelled

        with pytest.raises(OperationCancelled):
            memory.exports.write(EVENTS_JSON, target, Stop())
        assert target.read_text() == "mine"
        assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part"] == []


def test_the_graph_leaves_as_json_and_graphml(tmp_path: Path) -> None:
    with open_plain(tmp_path / "memory.db") as memory:
        memory.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(7)))
        run_jobs(memory)
        memory.exports.write(
            ExportChoice(ExportWhat.GRAPH, ExportFormat.JSON), tmp_path / "graph.json"
        )
        memory.exports.write(
            ExportChoice(ExportWhat.GRAPH, ExportFormat.GRAPHML), tmp_path / "graph.graphml"
        )
    assert set(json.loads((tmp_path / "graph.json").read_text())) == {
        "schemaVersion",
        "nodes",
        "edges",
    }
    assert ET.parse(tmp_path / "graph.graphml").getroot().tag.endswith("graphml")  # noqa: S314


def test_times_keep_the_offset_of_their_source(tmp_path: Path) -> None:
    at = datetime(2026, 3, 4, 10, 0, tzinfo=UTC).astimezone(timezone(timedelta(hours=8)))
    memory_candidate = MemoryCandidate(
        title="Rests the dough", summary="Rests the dough", where="", original="x", mentioned_at=at
    )
    with open_plain(tmp_path / "memory.db") as memory:
        take_in(memory, MemoryFile("text", (memory_candidate,)))
        memory.exports.write(EVENTS_JSON, tmp_path / "events.json")
    (item,) = json.loads((tmp_path / "events.json").read_text())["candidates"]
    assert item["temporal"]["mentionedAt"] == "2026-03-04T18:00:00+08:00"
