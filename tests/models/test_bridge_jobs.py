"""Jobs: everything settles, on the GUI thread, as what it was."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import pytest

from stratagate_app.bridge.jobs import JobRunner, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

JOBS = 3000


@pytest.fixture
def runner(qapp: object) -> Iterator[JobRunner]:
    del qapp
    made = JobRunner()
    yield made
    made.shutdown()


def test_five_thousand_emits_leave_the_process_alive() -> None:
    # PYSIDE-3474: some releases abort after about 580 emits.
    program = (
        "from PySide6.QtCore import QCoreApplication, QObject, Signal\n"
        "class Sender(QObject):\n"
        "    sent = Signal(object)\n"
        "application = QCoreApplication([])\n"
        "seen = []\n"
        "sender = Sender()\n"
        "sender.sent.connect(seen.append)\n"
        "for number in range(5000):\n"
        "    sender.sent.emit(number)\n"
        "assert len(seen) == 5000\n"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    finished = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=False, timeout=60
    )
    assert finished.returncode == 0


def test_every_job_settles_once_on_the_gui_thread(runner: JobRunner, qtbot: QtBot) -> None:
    settled: Counter[str] = Counter()
    finished: list[int] = []
    threads: set[int] = set()

    def note(kind: str) -> None:
        settled[kind] += 1
        threads.add(threading.get_ident())

    def work(number: int, _progress: Progress) -> int:
        if number % 10 == 0:
            raise ValueError(number)
        return number

    for number in range(JOBS):
        job = runner.submit(partial(work, number))
        job.succeeded.connect(lambda _result: note("succeeded"))
        job.failed.connect(lambda _error: note("failed"))
        job.cancelled.connect(lambda: note("cancelled"))
        job.finished.connect(lambda: finished.append(1))
        if number % 7 == 0:
            job.cancel()
    qtbot.waitUntil(lambda: len(finished) == JOBS, timeout=20_000)
    assert sum(settled.values()) == JOBS
    assert threads == {threading.get_ident()}
    assert settled["failed"] > 0
    assert settled["succeeded"] > 0


def test_cancel_reports_cancelled_not_failed(runner: JobRunner, qtbot: QtBot) -> None:
    started = threading.Event()

    def work(progress: Progress) -> None:
        started.set()
        while True:
            progress.report(1, 0)
            time.sleep(0.005)

    job = runner.submit(work)
    failures: list[Exception] = []
    job.failed.connect(failures.append)
    assert started.wait(5)
    with qtbot.waitSignal(job.cancelled, timeout=5000):
        job.cancel()
    assert failures == []


def test_work_that_was_cancelled_before_it_began_never_runs(
    runner: JobRunner, qtbot: QtBot
) -> None:
    gate = threading.Event()
    ran: list[str] = []
    busy = [runner.submit(lambda _progress: gate.wait(5)) for _ in range(3)]
    waiting = runner.submit(lambda _progress: ran.append("ran"))
    with qtbot.waitSignal(waiting.cancelled, timeout=5000):
        waiting.cancel()
    with qtbot.waitSignals([job.finished for job in busy], timeout=5000):
        gate.set()
    assert ran == []


def test_a_failure_arrives_as_it_was_raised(runner: JobRunner, qtbot: QtBot) -> None:
    error = KeyError("missing")

    def work(_progress: Progress) -> None:
        raise error

    job = runner.submit(work)
    with qtbot.waitSignal(job.failed, timeout=5000) as caught:
        pass
    assert caught.args is not None
    assert caught.args[0] is error


def test_progress_is_delivered_at_most_every_tenth_of_a_second(
    runner: JobRunner, qtbot: QtBot
) -> None:
    seen: list[tuple[int, int]] = []

    def work(progress: Progress) -> None:
        for done in range(1, 20_001):
            progress.report(done, 20_000)

    job = runner.submit(work)
    job.progressed.connect(lambda done, total: seen.append((done, total)))
    with qtbot.waitSignal(job.finished, timeout=10_000):
        pass
    assert seen[-1] == (20_000, 20_000)
    assert len(seen) < 100


def test_what_is_told_arrives_however_short_after_a_report(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []

    def work(progress: Progress) -> None:
        progress.report(0, 8)
        progress.tell(1, 8)
        progress.tell(2, 8)
        progress.cancel()
        progress.tell(3, 8)

    job = runner.submit(work)
    job.progressed.connect(lambda done, total: seen.append((done, total)))
    with qtbot.waitSignal(job.succeeded):
        pass
    assert seen == [(0, 8), (1, 8), (2, 8), (3, 8)]


def test_shutdown_with_jobs_running_is_quick(qtbot: QtBot) -> None:
    runner = JobRunner()

    def work(progress: Progress) -> None:
        while True:
            progress.report(0, 0)
            time.sleep(0.002)

    for _ in range(20):
        runner.submit(work)
    qtbot.wait(20)
    began = time.monotonic()
    assert runner.shutdown()
    assert time.monotonic() - began < 1.0
    assert not [t for t in threading.enumerate() if t.name.startswith("sg-job")]


def test_a_job_after_shutdown_reports_cancelled(qtbot: QtBot) -> None:
    runner = JobRunner()
    runner.shutdown()
    job = runner.submit(lambda _progress: 1)
    with qtbot.waitSignal(job.cancelled, timeout=5000):
        pass
