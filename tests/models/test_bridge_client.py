"""The client: what changed is told, once, and before the answer; the newest query wins."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import QObject

from stratagate_app.bridge.client import EVERYTHING, MemoryClient, changes_of, files_of
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import ChangeSet, ImportResult, JobCounts, Memory, WorkspaceId

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

PINNED = ChangeSet(events=True, history=True, event_ids=frozenset({3}))


class FakeMemory:
    """Answers as the engine would, from lists."""

    def __init__(self) -> None:
        self.path = Path("memory.db")
        self.version = 1
        self.runs: list[ChangeSet | None] = []
        self.imported: list[tuple[str, int | None]] = []
        self.jobs = SimpleNamespace(
            run_some=lambda _limit: self.runs.pop(0) if self.runs else None,
            counts=lambda: JobCounts(len(self.runs), 0, 0),
            next_due_s=lambda: None,
        )
        self.previews = SimpleNamespace(judge_some=lambda: None, next_due_s=lambda: None)
        self.review = SimpleNamespace(scan_some=lambda: None)

    def data_version(self) -> int:
        return self.version

    def import_file(
        self, path: Path, *, workspace_id: int | None, progress: Any, choice: object
    ) -> ImportResult:
        assert choice is None
        self.imported.append((path.name, workspace_id))
        progress.report(2, 0)
        return ImportResult(ChangeSet(sessions=True, jobs=True), new=2, messages=4)


@pytest.fixture
def memory() -> FakeMemory:
    return FakeMemory()


@pytest.fixture
def client(qapp: object, memory: FakeMemory) -> Iterator[MemoryClient]:
    del qapp
    runner = JobRunner()
    made = MemoryClient(cast("Memory", memory), runner)
    yield made
    made.stop_background()
    runner.shutdown()


def test_a_command_tells_what_changed_before_it_succeeds(
    client: MemoryClient, qtbot: QtBot
) -> None:
    order: list[object] = []
    initiator = object()
    client.changed.connect(lambda changes, by: order.append((changes, by)))
    job = client.command(lambda _memory: PINNED, initiator)
    job.succeeded.connect(lambda _changes: order.append("succeeded"))
    with qtbot.waitSignal(job.finished, timeout=5000):
        pass
    assert order == [(PINNED, initiator), "succeeded"]


def test_a_query_and_a_command_without_effect_tell_nothing(
    client: MemoryClient, qtbot: QtBot
) -> None:
    told: list[object] = []
    client.changed.connect(lambda *arguments: told.append(arguments))
    jobs = (client.query(lambda _memory: PINNED), client.command(lambda _memory: ChangeSet()))
    with qtbot.waitSignals([job.finished for job in jobs], timeout=5000):
        pass
    assert told == []


def test_changes_are_found_in_results_and_tuples() -> None:
    result = ImportResult(ChangeSet(sessions=True))
    assert changes_of((WorkspaceId(4), PINNED)) == PINNED
    assert changes_of((result, result)).sessions
    assert changes_of("nothing") == ChangeSet()


def test_files_are_imported_in_order_into_the_workspace(
    client: MemoryClient, memory: FakeMemory, qtbot: QtBot
) -> None:
    told: list[ChangeSet] = []
    results: list[ImportResult] = []
    client.changed.connect(lambda changes, _by: told.append(changes))
    job = client.import_files([Path("a.json"), Path("b.json")], WorkspaceId(7))
    job.succeeded.connect(results.extend)
    with qtbot.waitSignal(job.finished, timeout=5000):
        pass
    assert [result.new for result in results] == [2, 2]
    assert told == [ChangeSet(sessions=True, jobs=True)]
    assert memory.imported == [("a.json", 7), ("b.json", 7)]


def test_a_folder_stands_for_the_files_in_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.jsonl", "deep/a.json", "notes.txt", "c.ZIP"):
        (tmp_path / name).write_text("")
    named = tmp_path / "notes.txt"
    found = files_of([tmp_path, named])
    assert [path.name for path in found] == ["b.jsonl", "c.ZIP", "a.json", "notes.txt"]


def test_background_jobs_run_until_none_is_due(
    client: MemoryClient, memory: FakeMemory, qtbot: QtBot
) -> None:
    memory.runs = [ChangeSet(blocks=True), ChangeSet(events=True), None]
    changes: list[ChangeSet] = []
    counts: list[JobCounts] = []
    client.changed.connect(lambda what, _by: changes.append(what))
    client.jobs_changed.connect(counts.append)
    client.start_background()
    qtbot.waitUntil(lambda: len(counts) == 3, timeout=5000)
    assert changes == [ChangeSet(blocks=True), ChangeSet(events=True)]
    assert counts[-1] == JobCounts(0, 0, 0)


def test_writes_of_another_process_are_noticed(
    client: MemoryClient, memory: FakeMemory, qtbot: QtBot
) -> None:
    client.start_background()
    client._poll.setInterval(20)
    qtbot.wait(100)
    with qtbot.waitSignal(client.changed, timeout=5000) as caught:
        memory.version += 1
    assert caught.args == [EVERYTHING, None]


def test_only_the_newest_query_is_answered(client: MemoryClient, qtbot: QtBot) -> None:
    gate = threading.Event()
    answers: list[str] = []
    latest = Latest(client)

    def slow(_memory: Memory) -> str:
        gate.wait(5)
        return "old"

    latest.run(slow, answers.append)
    latest.run(lambda _memory: "new", answers.append)
    qtbot.waitUntil(lambda: answers == ["new"], timeout=5000)
    gate.set()
    qtbot.wait(50)
    assert answers == ["new"]


def test_an_answer_for_a_page_that_is_gone_is_dropped(client: MemoryClient, qtbot: QtBot) -> None:
    gate = threading.Event()
    answers: list[object] = []
    page = QObject()
    latest = Latest(client, page)

    def slow(_memory: Memory) -> bool:
        return gate.wait(5)

    latest.run(slow, answers.append)
    with qtbot.waitSignal(page.destroyed, timeout=5000):
        page.deleteLater()
    gate.set()
    qtbot.wait(50)
    assert answers == []


def test_a_failed_query_reaches_whoever_asked(client: MemoryClient, qtbot: QtBot) -> None:
    errors: list[Exception] = []
    latest = Latest(client, None, errors.append)

    def broken(_memory: Memory) -> None:
        raise ValueError

    latest.run(broken, _never)
    qtbot.waitUntil(lambda: len(errors) == 1, timeout=5000)


def _never(_result: object) -> None:
    raise AssertionError
