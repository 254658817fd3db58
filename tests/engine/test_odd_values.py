"""Values in the file that make no sense: set aside with a note, and nothing stumbles over them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from stratagate_app.cli import run
from stratagate_app.engine import (
    NO_HAPPENING,
    Criticality,
    EventEdit,
    EventFilter,
    EventId,
    EventState,
    EventType,
    HappeningStatus,
    Memory,
    Scope,
    SearchFilters,
    public_id,
)
from stratagate_app.models.events import load_page, load_shown
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

KEY = EventId(1)
ODD: dict[str, tuple[object, ...]] = {
    "type": ("party", ""),
    "status": ("maybe", "[]"),
    "state": ("lost", ""),
    "scope": ("galaxy",),
    "criticality": ("vital",),
    "precision": ("century",),
    "basis": ("hearsay",),
    "mentioned_at": ('["2026-03-04T10:00:00.000Z"]', "soon", "2026-03-04", "9999-99-99T00:00:00Z"),
    "mentioned_offset": (10**9,),
    "happened_start": ('["2026-03-04"]', "2026-13-45", "x" * 5000),
    "happened_end": ("null", "1000-01-01"),
    "created_at": ("then", "[]"),
    "last_found_at": ("{}",),
    "tags": ("[null]", '["bread", null, 3, ["x"]]', "{}", "7", "null", '"bread"'),
    "participants": ("[null, 1]", '{"name": "Maya"}', "null"),
    "notes": ("[null]", "{}"),
    "cap": (-5.0, 1e300),
    "adoptions": (-3,),
    "last_adoption_turn": (10**12, -(10**12)),
    "pinned": (7,),
}
CASES = [(name, value) for name, values in ODD.items() for value in values]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with two events of a conversation, each with a date."""
    folder = tmp_path_factory.mktemp("odd")
    with open_plain(folder / "memory.db") as opened:
        opened.imports.import_file(write_conversations(folder / "a.jsonl", conversation(14)))
        run_jobs(opened)
        opened.events.conflict(KEY, EventId(2))
        opened.maintenance.backup(folder / "whole.db")
    return folder / "whole.db"


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    target = tmp_path / "memory.db"
    target.write_bytes(whole.read_bytes())
    return target


def write(file: Path, column: str, value: object, table: str = "events") -> None:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute(f"UPDATE {table} SET {column} = ? WHERE id = 1", (value,))  # noqa: S608


def use_every_query(memory: Memory) -> None:
    """Read events in every way there is; none may fail."""
    events = memory.events
    for order, falling in product(("weight", "happened", "mentioned", "title", "used"), (0, 1)):
        ids = events.find_ids(EventFilter(order=order, descending=bool(falling)))
        assert set(ids) == {1, 2}
        assert len(events.load_page(ids)) == len(load_page(memory, ids)) == 2
    for wanted in (
        EventFilter(text="bread"),
        EventFilter(participant="may"),
        EventFilter(happened_from="2026-01-01", happened_to="2026-12-31"),
        EventFilter(types=frozenset(EventType), statuses=frozenset(HappeningStatus)),
        EventFilter(states=frozenset(EventState), conflicts_only=True),
    ):
        events.load_page(events.find_ids(wanted))
    assert all(isinstance(name, str) and name != "None" for name in events.participants())
    for key in (1, 2):
        detail = load_shown(memory, EventId(key)).detail
        assert 0.0 <= detail.row.weight <= 1.0
        events.history(EventId(key))
        memory.retrieval.adoptions_of(EventId(key))
    memory.search.find("bread")
    memory.search.find_events(
        "when did Maya first ask about bread",
        SearchFilters(participants=("Maya",), happened_from="2026-01-01"),
    )
    memory.search.find_messages("bread")
    memory.recall.recall("bread")


@pytest.mark.parametrize(("column", "value"), CASES, ids=lambda value: str(value)[:24])
def test_no_query_stumbles_over_what_is_stored(file: Path, column: str, value: object) -> None:
    write(file, column, value)
    with open_plain(file) as memory:
        use_every_query(memory)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        case
        for case in CASES
        if case[0] not in ("created_at", "last_found_at", "notes", "pinned")
        and not isinstance(case[1], int | float)
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_set_aside_is_named(file: Path, column: str, value: object) -> None:
    if column in ("precision", "basis", "happened_start", "happened_end"):
        for name, right in (
            ("happened_start", "2026-03-04"),
            ("happened_end", "2026-03-04"),
            ("precision", "day"),
            ("basis", "explicit"),
        ):
            write(file, name, right)
    write(file, column, value)
    with open_plain(file) as memory:
        detail = memory.events.get(KEY)
        assert column in detail.row.odd
        assert f"odd_{column}" in detail.notes
        (row,) = memory.events.load_page([1])
        assert row == detail.row
        assert memory.events.get(EventId(2)).row.odd == ()


def test_what_nobody_knows_counts_least(file: Path) -> None:
    for column in ("state", "scope", "criticality", "type", "status"):
        write(file, column, "odd")
    write(file, "happened_start", "[]")
    with open_plain(file) as memory:
        row = memory.events.get(KEY).row
        assert (row.state, row.weight) == (EventState.ARCHIVED, 0.0)
        assert (row.scope, row.criticality) == (Scope.SESSION, Criticality.ROUTINE)
        assert (row.type, row.status) == (EventType.OTHER, HappeningStatus.UNKNOWN)
        assert row.happening == NO_HAPPENING
        assert memory.events.find_ids(EventFilter(order="weight"))[-1] == KEY


@pytest.mark.parametrize(("column", "value"), CASES, ids=lambda value: str(value)[:24])
def test_an_odd_event_can_be_corrected_and_the_way_back_is_exact(
    file: Path, column: str, value: object
) -> None:
    write(file, column, value)
    with open_plain(file) as memory:
        digest = memory.maintenance.content_digest()
        memory.events.edit(KEY, EventEdit(title="Rye", tags=("rye",), scope=Scope.PROJECT))
        memory.events.forget([KEY])
        memory.events.restore([KEY])
        assert memory.events.get(KEY).row.title == "Rye"
        assert list(memory.events.find_ids(EventFilter(text="rye"))) == [KEY]
        assert memory.maintenance.check().ok
        for _ in range(3):
            if memory.maintenance.content_digest() != digest:
                memory.history.undo()
        assert memory.maintenance.content_digest() == digest


@pytest.mark.parametrize(("column", "value"), [(name, values[0]) for name, values in ODD.items()])
def test_the_command_line_shows_what_makes_sense(
    file: Path, column: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    write(file, column, value)
    for arguments in (["events"], ["event", public_id("event", KEY)], ["search", "bread"]):
        for form in ([], ["--json"]):
            assert run([*arguments, *form, "--db", str(file)]) == 0, capsys.readouterr()
            said = capsys.readouterr().out
            if form:
                json.loads(said)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("event_relations", "kind", "likes"),
        ("messages", "role", "oracle"),
        ("messages", "created_at", '["2026"]'),
        ("operations", "actor", "ghost"),
        ("operations", "at", "then"),
        ("operations", "fields", "[]"),
        ("sessions", "started_at", "[]"),
    ],
)
def test_what_stands_around_an_event_may_be_odd_too(
    file: Path, table: str, column: str, value: str
) -> None:
    write(file, column, value, table)
    with open_plain(file) as memory:
        use_every_query(memory)
        memory.history.load_page(memory.history.find_ids())
        for key in memory.sessions.find_ids(None):
            memory.sessions.strata(key)  # type: ignore[arg-type]
