"""The Activity page over a real memory file, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    BlockInput,
    BlockSummary,
    EventEdit,
    EventId,
    JobCounts,
    Memory,
    Operation,
    OperationId,
    ReplySchemaError,
)
from stratagate_app.ui.activity import ActivityPage
from stratagate_app.ui.activity.operation_detail import OperationDetail
from stratagate_app.ui.theme import LIGHT
from stratagate_app.ui.widgets.marked_label import MarkedLabel
from tests.engine.support import (
    FakeClock,
    PlainExtractor,
    PlainSummariser,
    conversation,
    run_jobs,
    write_conversations,
)
from tests.ui.events_support import id_of, remember

LEFT = Qt.MouseButton.LeftButton
CASES = Path(__file__).parents[1] / "fixtures" / "cases"


class Refusing(PlainSummariser):
    """Refuses until it is told otherwise."""

    def __init__(self) -> None:
        self.refuses = True

    def summarise(self, block: BlockInput) -> BlockSummary:
        if self.refuses:
            raise ReplySchemaError("empty_field", where="title")
        return super().summarise(block)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A memory with ten events, one of which was pinned."""
    opened = remember(tmp_path)
    opened.events.pin([EventId(id_of(opened, "Package manager is pnpm"))])
    yield opened
    opened.close()


def make_page(qtbot: QtBot, memory: Memory, runner: JobRunner) -> ActivityPage:
    client = MemoryClient(memory, runner)
    made = ActivityPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    made.set_workspace(None)
    return made


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[ActivityPage]:
    del qapp
    runner = JobRunner()
    made = make_page(qtbot, memory, runner)
    qtbot.waitUntil(lambda: made.operations.detail.operation is not None)
    yield made
    runner.shutdown()


def lines(page: ActivityPage) -> list[str]:
    model = page.operations.model
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def row_of(page: ActivityPage, words: str) -> int:
    return next((at for at, line in enumerate(lines(page)) if line.startswith(words)), -1)


def struck(page: ActivityPage, words: str) -> bool | None:
    """Return whether a line is struck through, None while it is read."""
    row = page.operations.model.row_at(row_of(page, words))
    return row.undone if isinstance(row, Operation) else None


def pairs(detail: OperationDetail) -> list[tuple[str, str]]:
    """Return names and values as they are shown."""
    labels = [label.text() for label in detail._grid.findChildren(QLabel) if label.isVisible()]
    return list(zip(labels[::2], labels[1::2], strict=False))


def test_what_happened_stands_newest_first_in_words(qtbot: QtBot, page: ActivityPage) -> None:
    qtbot.waitUntil(lambda: "…" not in lines(page))
    assert lines(page) == [
        "Pinned “Package manager is pnpm”",
        "Summarised 10 block(s), found 10 event(s) (atlas.jsonl)",
        "Imported atlas.jsonl: 1 new",
    ]


def test_u_undoes_and_u_brings_back(qtbot: QtBot, page: ActivityPage, memory: Memory) -> None:
    event = EventId(id_of(memory, "Package manager is pnpm"))
    page.operations.view.setFocus()
    QTest.keyClick(page.operations.view, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: not memory.events.get(event).row.pinned)
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 4 and "…" not in lines(page))
    qtbot.waitUntil(lambda: struck(page, "Pinned"))
    page.operations.show_operation(memory.history.find_ids()[1])
    detail = page.operations.detail
    qtbot.waitUntil(lambda: not detail.redo_button.isHidden() and detail.undo_button.isHidden())
    QTest.keyClick(page.operations.view, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: memory.events.get(event).row.pinned)
    qtbot.waitUntil(lambda: struck(page, "Pinned") is False)


def compared(page: ActivityPage) -> list[str]:
    """Return what stands under before and after."""
    view = page.operations.detail.comparison
    shown = view.findChildren(MarkedLabel)
    return [label.accessibleName() for label in shown if label.isVisible()]


def test_before_and_after_of_a_change_stand_beside_each_other(
    qtbot: QtBot, page: ActivityPage, memory: Memory
) -> None:
    event = EventId(id_of(memory, "Package manager is pnpm"))
    qtbot.waitUntil(lambda: compared(page) == ["pinned before: no", "pinned after: yes"])
    title = "<b>Package</b> manager is yarn"
    memory.events.edit(event, EventEdit(title=title))
    page.show_operation(memory.history.find_ids()[0])
    wanted = ["title before: Package manager is pnpm", f"title after: {title}"]
    qtbot.waitUntil(lambda: compared(page) == wanted)
    (link,) = page.operations.detail.comparison.findChildren(QPushButton)
    with qtbot.waitSignal(page.open_event) as opened:
        QTest.mouseClick(link, LEFT)
    assert opened.args == [event]
    page.show_operation(memory.history.find_ids()[-1])
    view = page.operations.detail.comparison
    qtbot.waitUntil(lambda: any("1 session" in label.text() for label in view.findChildren(QLabel)))
    assert compared(page) == []


def test_changes_are_filtered_by_when_they_were(
    qtbot: QtBot, page: ActivityPage, memory: Memory
) -> None:
    operations, model = page.operations, page.operations.model
    at = memory.history.get(OperationId(memory.history.find_ids()[0])).at.astimezone()
    day, before = at.date().isoformat(), (at - timedelta(days=1)).date().isoformat()
    operations.days.set_span(day, day)
    operations.reload()
    qtbot.waitUntil(lambda: model.rowCount() == len(memory.history.find_ids()))
    operations.days.set_span(None, before)
    operations.reload()
    qtbot.waitUntil(operations._none.isVisible)
    assert page.save_state()["days"] == [None, before]
    (clear,) = [b for b in operations._none.findChildren(QPushButton) if "Clear" in b.text()]
    QTest.mouseClick(clear, LEFT)
    qtbot.waitUntil(lambda: model.rowCount() == len(memory.history.find_ids()))
    assert operations.days.span() == (None, None)
    # By keyboard: the second of the choices is today.
    operations.days.choices.actions()[1].trigger()
    today = date.today().isoformat()  # noqa: DTZ011 - the day of this computer is meant
    assert operations.days.span() == (today, today)


def test_the_button_in_a_row_undoes_it(qtbot: QtBot, page: ActivityPage, memory: Memory) -> None:
    event = EventId(id_of(memory, "Package manager is pnpm"))
    view = page.operations.view
    qtbot.waitUntil(lambda: not view.button_place(0).isEmpty())
    place = view.button_place(0)
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place.center())
    qtbot.waitUntil(lambda: not memory.events.get(event).row.pinned)
    # What a background job derived has no button: it goes with its import.
    qtbot.waitUntil(lambda: "…" not in lines(page))
    assert view.button_place(row_of(page, "Summarised")).isEmpty()
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 4)


def test_undo_with_dependents_names_them_and_asks(
    qtbot: QtBot, page: ActivityPage, memory: Memory
) -> None:
    imported = memory.history.find_ids()[-1]
    detail = page.operations.detail
    page.show_operation(imported)
    qtbot.waitUntil(lambda: detail.operation is not None and detail.operation.id == imported)
    QTest.mouseClick(detail.undo_button, LEFT)
    qtbot.waitUntil(detail.question.isVisible)
    assert detail.question.names.startswith("• Pinned “Package manager is pnpm”")
    assert detail.question.yes.text() == "Undo all 2"
    QTest.mouseClick(detail.question.no, LEFT)
    assert not detail.question.isVisible()
    assert len(memory.sessions.find_ids(None)) == 1
    QTest.mouseClick(detail.undo_button, LEFT)
    qtbot.waitUntil(detail.question.isVisible)
    QTest.mouseClick(detail.question.yes, LEFT)
    qtbot.waitUntil(lambda: len(memory.sessions.find_ids(None)) == 0)
    qtbot.waitUntil(lambda: not detail.redo_button.isHidden())
    QTest.mouseClick(detail.redo_button, LEFT)
    qtbot.waitUntil(lambda: len(memory.sessions.find_ids(None)) == 1)
    qtbot.waitUntil(lambda: not detail.undo_button.isHidden())


def test_filters_by_kind_and_empty_result(qtbot: QtBot, page: ActivityPage) -> None:
    menu = page.operations.kinds.choices
    action = next(a for a in menu.actions() if a.text() == "Imports")
    action.trigger()
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 1)
    qtbot.waitUntil(lambda: lines(page) == ["Imported atlas.jsonl: 1 new"])
    other = next(a for a in page.operations.actors.choices.actions() if a.text() == "Assistant")
    other.trigger()
    qtbot.waitUntil(page.operations._none.isVisible)
    QTest.mouseClick(page.operations._none.buttons[0], LEFT)
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 3)


def test_show_operation_takes_away_filters_that_hide_it(
    qtbot: QtBot, page: ActivityPage, memory: Memory
) -> None:
    next(a for a in page.operations.kinds.choices.actions() if a.text() == "Imports").trigger()
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 1)
    pinned = memory.history.find_ids()[0]
    page.show_operation(pinned)
    qtbot.waitUntil(lambda: page.operations.model.rowCount() == 3)
    detail = page.operations.detail
    qtbot.waitUntil(lambda: detail.operation is not None and detail.operation.id == pinned)
    assert page.operations.view.currentIndex().row() == 0


def test_an_import_shows_its_counts_and_what_was_left_out(
    qtbot: QtBot, page: ActivityPage, memory: Memory
) -> None:
    noisy = CASES / "claude-code" / "03-noise.jsonl"
    changes = memory.imports.import_file(noisy).changes
    assert changes.operation_id is not None
    page.show_operation(changes.operation_id)
    detail = page.operations.detail
    qtbot.waitUntil(lambda: ("File", "03-noise.jsonl") in pairs(detail))
    rows = dict(pairs(detail))
    assert rows["Format"] == "Claude Code"
    assert rows["New"] == "1 conversation(s)"
    assert rows["Added"] == "2 message(s)"
    # Two codes of the format (snapshot, meta) are the same to people.
    assert rows["Left out on purpose"].splitlines() == [
        "2 × lines of the program itself",
        "2 × commands to the program",
        "1 × side conversations of agents",
        "1 × notices of interruption",
    ]


def test_a_pin_leads_to_its_event(qtbot: QtBot, page: ActivityPage, memory: Memory) -> None:
    page.operations.view.setFocus()
    with qtbot.waitSignal(page.open_event) as opened:
        QTest.keyClick(page.operations.view, Qt.Key.Key_Return)
    assert opened.args == [id_of(memory, "Package manager is pnpm")]


def test_state_survives(qtbot: QtBot, page: ActivityPage) -> None:
    page.operations.kinds.set_keys(("import",))
    page.jobs.restore_sizes([600, 643])
    page.select_tab(1)
    state = page.save_state()
    page.operations.kinds.set_keys(())
    page.jobs.restore_sizes([700, 543])
    page.select_tab(0)
    page.restore_state(state)
    assert page.operations.kinds.keys() == {"import"}
    assert page.switch.current() == 1
    assert page.save_state() == state
    page.restore_state({"tab": "x", "kinds": 3, "sizes": [1, "a"]})
    assert page.switch.current() == 1
    with qtbot.waitSignal(page.operations.model.modelReset):
        page.operations.reload()


@pytest.fixture
def failing(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> Iterator[tuple[ActivityPage, Memory, Refusing]]:
    """A page over a memory whose two blocks could not be summarised."""
    del qapp
    clock, refusing = FakeClock(), Refusing()
    opened = Memory.open(
        tmp_path / "memory.db", clock=clock, summariser=refusing, extractor=PlainExtractor()
    )
    opened.imports.import_file(write_conversations(tmp_path / "a.jsonl", conversation(12)))
    for _attempt in range(3):
        run_jobs(opened)
        clock.forward(60)
    runner = JobRunner()
    made = make_page(qtbot, opened, runner)
    qtbot.waitUntil(lambda: len(made.jobs.model.rows) == 2)
    made.select_tab(1)
    yield made, opened, refusing
    runner.shutdown()
    opened.close()


def test_failed_jobs_say_why_and_are_retried(
    qtbot: QtBot, failing: tuple[ActivityPage, Memory, Refusing]
) -> None:
    page, memory, refusing = failing
    assert page.jobs.counts.text() == "0 waiting · 0 running · 2 failed"
    assert page.switch.findChildren(QToolButton)[1].text() == "Background jobs 2"
    detail = page.jobs.detail
    assert detail._error.text() == "The reply had no title or no summary."
    assert not detail._details.isVisible()
    QTest.mouseClick(detail.details_button, LEFT)
    assert "ReplySchemaError" in detail._details.toPlainText()
    QTest.mouseClick(detail.copy_button, LEFT)
    assert "ReplySchemaError" in QGuiApplication.clipboard().text()
    refusing.refuses = False
    QTest.mouseClick(detail.retry_button, LEFT)
    qtbot.waitUntil(lambda: memory.jobs.counts() == JobCounts(1, 0, 1))
    qtbot.waitUntil(lambda: page.jobs.counts.text() == "1 waiting · 0 running · 1 failed")
    page.jobs.view.setFocus()
    QTest.keyClick(page.jobs.view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: memory.jobs.counts() == JobCounts(2, 0, 0))
    run_jobs(memory)
    page.jobs.reload()
    qtbot.waitUntil(page.jobs._empty.isVisible)


def test_show_operation_leaves_the_jobs_tab(
    qtbot: QtBot, failing: tuple[ActivityPage, Memory, Refusing]
) -> None:
    page, memory, _refusing = failing
    first = OperationId(memory.history.find_ids()[-1])
    page.show_operation(first)
    assert page.switch.current() == 0
    qtbot.waitUntil(
        lambda: (
            page.operations.detail.operation is not None
            and page.operations.detail.operation.id == first
        )
    )
