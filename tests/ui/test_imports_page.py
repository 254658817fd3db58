"""Memories from preview to commit and back, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import (
    Criticality,
    Decision,
    EventFilter,
    EventId,
    Memory,
    MemoryFile,
    PreviewId,
    PreviewState,
    WorkspaceId,
)
from stratagate_app.models.candidates import Column
from stratagate_app.ui.activity.take_back_dialog import TakeBackDialog
from stratagate_app.ui.imports.assistant_dialog import AssistantDialog
from stratagate_app.ui.imports.candidate_edit import CandidateEdit
from stratagate_app.ui.imports.page import ImportsPage
from stratagate_app.ui.imports.preview_dialog import PreviewDialog
from stratagate_app.ui.theme import LIGHT
from tests.engine.preview_support import candidate, open_known

NPM = EventId(4)
INCOMING = (
    "Prefers short answers",
    "Uses a standing desk",
    "The package manager is pnpm",
    "<b>The tile cache has 40 entries</b>",
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_known(tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[ImportsPage]:
    """The page, with background work, and a preview that nobody judged yet."""
    del qapp
    read = MemoryFile("text", tuple(map(candidate, INCOMING)))
    memory.previews.open(read, "memories.txt", WorkspaceId(1))
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    made = ImportsPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    made.set_workspace(None)
    client.start_background()
    qtbot.waitUntil(lambda: memory.previews.get(PreviewId(1)).waiting == 0)
    qtbot.waitUntil(lambda: made.previews.rowCount() == 1)
    yield made
    client.stop_background()
    runner.shutdown()


@pytest.fixture
def dialog(qtbot: QtBot, page: ImportsPage) -> PreviewDialog:
    """The preview, opened by Enter in the list of those that wait."""
    page.waiting.go_to(0)
    QTest.keyClick(page.waiting, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.findChild(PreviewDialog) is not None)
    found = page.findChild(PreviewDialog)
    assert isinstance(found, PreviewDialog)
    qtbot.waitUntil(lambda: found.commit_button.isEnabled() and "…" not in titles(found))
    return found


def titles(dialog: PreviewDialog) -> list[str]:
    return [
        str(dialog.model.index(row, Column.MEMORY).data()) for row in range(dialog.model.rowCount())
    ]


def decisions(dialog: PreviewDialog) -> list[str]:
    return [
        str(dialog.model.index(row, Column.DECISION).data())
        for row in range(dialog.model.rowCount())
    ]


def test_a_preview_is_decided_by_keys_written_and_taken_back(
    qtbot: QtBot, page: ImportsPage, dialog: PreviewDialog, memory: Memory
) -> None:
    before = memory.maintenance.content_digest()
    assert titles(dialog) == list(INCOMING)
    assert decisions(dialog) == ["Ignore", "Add", "Merge", "Conflict"]
    QTest.keyClick(dialog.table, Qt.Key.Key_J)
    QTest.keyClick(dialog.table, Qt.Key.Key_J)
    # Supersede; then the next one is chosen.
    QTest.keyClick(dialog.table, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: decisions(dialog)[2] == "Supersede")
    qtbot.waitUntil(lambda: dialog.table.currentIndex().row() == 3)
    assert memory.maintenance.content_digest() == before
    qtbot.waitUntil(
        lambda: dialog.plan.text().startswith("Will add 1, supersede 1, mark 1 conflict")
    )
    with qtbot.waitSignal(dialog.committed):
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert memory.events.get(NPM).cap == 0.1
    qtbot.waitUntil(lambda: page.previews.rowCount() == 0)
    lines = page.batches.model
    qtbot.waitUntil(lambda: str(lines.index(0, 0).data()).startswith("Wrote 3 memories"))
    back = take_back(qtbot, page)
    QTest.mouseClick(back.go_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: memory.maintenance.content_digest() == before)
    assert memory.previews.get(PreviewId(1)).undone


def take_back(qtbot: QtBot, page: ImportsPage) -> TakeBackDialog:
    """Return the question what to take back of the chosen batch, asked by U."""
    page.batches.view.go_to(0)
    qtbot.waitUntil(
        lambda: (
            (shown := page.batches.detail.operation) is not None
            and shown.kind == "import_memories"
            and shown.undoable
        )
    )
    QTest.keyClick(page, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: page.findChild(TakeBackDialog) is not None)
    found = page.findChild(TakeBackDialog)
    assert isinstance(found, TakeBackDialog)
    qtbot.waitUntil(lambda: "…" not in rows(found)[0])
    return found


def rows(dialog: TakeBackDialog) -> list[list[str]]:
    model = dialog.model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ] or [["…"]]


def test_some_of_a_batch_is_taken_back_and_the_rest_is_kept(
    qtbot: QtBot, page: ImportsPage, dialog: PreviewDialog, memory: Memory
) -> None:
    start = memory.maintenance.content_digest()
    with qtbot.waitSignal(dialog.committed):
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    operation = memory.previews.get(PreviewId(1)).operation_id
    assert operation is not None
    desk, merged, cache = map(EventId, memory.previews.find_made(operation))
    memory.events.pin([merged])
    before = memory.maintenance.content_digest()
    page.reload()
    lines = page.batches.model
    qtbot.waitUntil(lambda: str(lines.index(0, 0).data()).startswith("Wrote 3 memories"))
    back = take_back(qtbot, page)
    assert rows(back) == [
        ["Uses a standing desk", "Add", "", ""],
        [
            "The package manager is pnpm",
            "Merge",
            "Counts again: “The package manager is npm”",
            "Pinned “The package manager is pnpm”",
        ],
        [
            "<b>The tile cache has 40 entries</b>",
            "Conflict",
            "No longer contradicted: “The tile cache has 12 entries”",
            "",
        ],
    ]
    assert back.go_button.text() == "Undo the whole batch"
    # Keep what was pinned since: the second by key, the first by its box.
    QTest.keyClick(back.table, Qt.Key.Key_J)
    QTest.keyClick(back.table, Qt.Key.Key_Space)
    assert back.model.kept() == {merged}
    box = back.table.visualRect(back.model.index(0, 0))
    QTest.mouseClick(
        back.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(box.left() + 12, box.center().y()),
    )
    assert back.model.kept() == {desk, merged}
    QTest.mouseClick(back.filters.findChildren(QToolButton)[2], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(back)) == 1 and rows(back)[0][1] == "Merge")
    QTest.keyClick(back, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: list(memory.previews.find_made(operation)) == [desk, merged])
    assert memory.events.get(EventId(3)).row.conflicts == 0
    assert memory.events.get(merged).row.pinned
    memory.history.undo()
    assert memory.maintenance.content_digest() == before
    assert int(cache) in memory.previews.find_made(operation)
    # Checked by mouse, everything goes, with the pin that came after it.
    qtbot.waitUntil(lambda: page.findChild(TakeBackDialog) is None)
    back = take_back(qtbot, page)
    QTest.mouseClick(back.none_button, Qt.MouseButton.LeftButton)
    assert not back.go_button.isEnabled()
    QTest.mouseClick(back.all_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(back.go_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: memory.maintenance.content_digest() == start)


@pytest.mark.qt_log_ignore("grabbing the keyboard", "raise", extend=True)
def test_decisions_are_set_by_mouse_for_many_at_once(
    qtbot: QtBot, dialog: PreviewDialog, memory: Memory
) -> None:
    dialog.table.selectAll()
    (ignore,) = [a for a in dialog.set_button.menu().actions() if a.text().startswith("Ignore")]
    ignore.trigger()
    qtbot.waitUntil(lambda: decisions(dialog) == ["Ignore"] * 4)
    place = dialog.table.visualRect(dialog.model.index(1, Column.DECISION)).center()
    asked: list[int] = []
    dialog.table.menu_asked.connect(asked.append)
    QTest.mouseClick(
        dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y())
    )
    assert asked == [1]
    popup = QApplication.activePopupWidget()
    assert popup is not None
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(dialog)[1] == "Add")
    chosen = memory.previews.load_page(memory.previews.find_ids(PreviewId(1)))
    assert [item.decision for item in chosen].count(Decision.IGNORE) == 3


def test_filters_show_what_needs_a_person(qtbot: QtBot, dialog: PreviewDialog) -> None:
    dialog.filters.step(1)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    dialog.filters.step(1)
    qtbot.waitUntil(lambda: titles(dialog) == ["Uses a standing desk"])


def test_the_words_are_edited_before_they_are_written(
    qtbot: QtBot, dialog: PreviewDialog, memory: Memory
) -> None:
    dialog.table.go_to(1)
    QTest.keyClick(dialog.table, Qt.Key.Key_E)
    edit = dialog.findChild(CandidateEdit)
    assert isinstance(edit, CandidateEdit)
    edit.title.clear()
    (save,) = [b for b in edit.findChildren(QPushButton) if b.property("role") == "primary"]
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    assert edit.problem.isVisible()
    QTest.keyClicks(edit.title, "Has a standing desk")
    QTest.keyClicks(edit.happened, "2026-03")
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(dialog)[1] == "Has a standing desk")
    (found,) = memory.previews.load_page(memory.previews.find_ids(PreviewId(1))[1:2])
    assert (found.memory.happened_start, found.memory.happened_end) == ("2026-03-01", "2026-03-31")
    assert found.memory.precision == "month"


def test_another_match_can_be_compared_with(
    qtbot: QtBot, dialog: PreviewDialog, memory: Memory
) -> None:
    dialog.table.go_to(2)
    dialog.detail.target_chosen.emit(int(NPM))
    qtbot.waitUntil(
        lambda: (
            memory.previews.load_page(memory.previews.find_ids(PreviewId(1))[2:3])[0].chosen_by
            == "user"
        )
    )


def test_saved_for_later_it_waits_and_thrown_away_it_is_gone(
    qtbot: QtBot, page: ImportsPage, dialog: PreviewDialog, memory: Memory
) -> None:
    before = memory.maintenance.content_digest()
    QTest.mouseClick(dialog.later_button, Qt.MouseButton.LeftButton)
    assert memory.previews.get(PreviewId(1)).state is PreviewState.OPEN
    page.show_preview(1)
    qtbot.waitUntil(lambda: any(found.isVisible() for found in page.findChildren(PreviewDialog)))
    (again,) = [found for found in page.findChildren(PreviewDialog) if found.isVisible()]
    QTest.mouseClick(again.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: memory.previews.load() == ())
    qtbot.waitUntil(lambda: page.previews.rowCount() == 0)
    assert memory.maintenance.content_digest() == before
    assert len(memory.events.find_ids(EventFilter())) == 6


def test_what_changed_in_the_meantime_is_judged_again(
    qtbot: QtBot, page: ImportsPage, dialog: PreviewDialog, memory: Memory
) -> None:
    memory.events.set_criticality([NPM], Criticality.SAFETY)
    memory.events.forget([NPM])
    with qtbot.waitSignal(dialog.failed):
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: decisions(dialog)[2] == "Add")
    del page


def test_the_answer_of_another_assistant_is_pasted_and_previewed(
    qtbot: QtBot, page: ImportsPage, memory: Memory
) -> None:
    QTest.keyClick(page, Qt.Key.Key_A)
    dialog = page.findChild(AssistantDialog)
    assert isinstance(dialog, AssistantDialog)
    assert "stratagate.external-memory.v2" in dialog.prompt.toPlainText()
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.prompt.toPlainText()
    dialog.language.step(1)
    assert "请把你记得的" in dialog.prompt.toPlainText()
    dialog.answer.setPlainText('{"hello": "world"}')
    QTest.mouseClick(dialog.continue_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.problem.isVisible)
    dialog.answer.setPlainText("Uses a standing desk\nHas a grey cat")
    with qtbot.waitSignal(dialog.previewed):
        QTest.mouseClick(dialog.continue_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.findChild(PreviewDialog) is not None)
    assert memory.previews.load()[0].candidates == 2
    qtbot.waitUntil(lambda: memory.previews.load()[0].waiting == 0)
    shown = page.findChild(PreviewDialog)
    assert isinstance(shown, PreviewDialog)
    QTest.mouseClick(shown.later_button, Qt.MouseButton.LeftButton)
