"""Conversations through the real window: from the dropped file over the choice and back again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stratagate_app.engine import Memory
from stratagate_app.models.conversation_plans import Column
from stratagate_app.ui.imports.conversation_table import box_rect
from stratagate_app.ui.imports.conversations_dialog import ConversationsDialog
from stratagate_app.ui.main_window import MainWindow
from tests.engine.support import conversation, write_conversations
from tests.whole.window_support import press_import, preview

WAIT_MS = 20_000
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def states(dialog: ConversationsDialog) -> list[str]:
    rows = range(dialog.model.rowCount())
    return [str(dialog.model.index(row, Column.STATE).data()) for row in rows]


def checks(dialog: ConversationsDialog) -> list[bool]:
    return [dialog.model.is_checked(row) for row in range(dialog.model.rowCount())]


def idle(qtbot: QtBot, memory: Memory) -> None:
    qtbot.waitUntil(lambda: memory.jobs.next_due_s() is None, timeout=WAIT_MS)


def test_conversations_from_drop_over_a_choice_to_undo(
    qtbot: QtBot, window: MainWindow, memory: Memory, tmp_path: Path
) -> None:
    file = write_conversations(tmp_path / "chats.jsonl", conversation(7), conversation(3, "tea"))
    press_import(preview(qtbot, window, file))
    qtbot.waitUntil(lambda: memory.workspaces.counts(None).sessions == 2, timeout=WAIT_MS)
    idle(qtbot, memory)
    qtbot.waitUntil(lambda: window.findChild(ConversationsDialog) is None)
    start = memory.maintenance.content_digest()

    write_conversations(
        file,
        conversation(14),
        conversation(3, "tea"),
        *(conversation(6, topic) for topic in ("<b>soap</b>", "wool")),
    )
    dialog = preview(qtbot, window, file)
    assert states(dialog) == ["Longer", "There", "New", "New"]
    assert checks(dialog) == [True, False, True, True]
    assert dialog.model.index(0, Column.MESSAGES).data() == "+14 of 28"
    # Not the last one, by the mouse; and the one before it by the keyboard.
    place = box_rect(dialog.table.visualRect(dialog.model.index(3, Column.CONVERSATION))).center()
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert checks(dialog) == [True, False, True, False]
    assert "wool" in dialog.model.index(dialog.table.currentIndex().row(), 0).data()
    QTest.keyClick(dialog.table, Qt.Key.Key_K)
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    assert checks(dialog) == [True, False, False, False]
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    assert checks(dialog) == [True, False, True, False]
    for words in ("Would import 1 new", "1 longer one", "26 message", "1 not chosen."):
        assert words in dialog.plan.text()
    assert dialog.commit_button.text().startswith("Import 2 conversation")
    assert memory.maintenance.content_digest() == start
    press_import(dialog)
    qtbot.waitUntil(lambda: memory.workspaces.counts(None).sessions == 3, timeout=WAIT_MS)
    idle(qtbot, memory)

    operation = memory.history.next_undo()
    assert operation is not None
    assert (operation.kind, operation.fields["not_chosen"]) == ("import", 2)
    window.show_page("imports")
    batches = window.imports_page.batches
    batches.show_operation(operation.id)
    qtbot.waitUntil(
        lambda: batches.detail.operation is not None and batches.detail.undo_button.isVisible()
    )
    QTest.mouseClick(batches.detail.undo_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: memory.maintenance.content_digest() == start, timeout=WAIT_MS)
    assert QApplication.activeModalWidget() is None


def test_filters_keys_and_a_workspace_of_ones_own(
    qtbot: QtBot, window: MainWindow, memory: Memory, tmp_path: Path
) -> None:
    garden, _ = memory.workspaces.create("Garden")
    file = write_conversations(
        tmp_path / "chats.jsonl", *(conversation(2, topic) for topic in ("tea", "soap", "wool"))
    )
    dialog = preview(qtbot, window, file)
    QTest.keyClick(dialog.table, Qt.Key.Key_N)
    assert not dialog.commit_button.isEnabled()
    assert dialog.plan.text() == "Nothing would be imported."
    press_import(dialog)
    assert dialog.isVisible()
    dialog.filters.set_current(3)
    dialog.filters.selected.emit(3)
    assert dialog.model.rowCount() == 0
    dialog.filters.set_current(0)
    dialog.filters.selected.emit(0)
    QTest.keyClick(dialog.table, Qt.Key.Key_J)
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.workspace.findData(int(garden)) > 0, timeout=WAIT_MS)
    dialog.workspace.setFocus()
    QTest.keyClicks(dialog.workspace, "Gard")
    dialog.workspace.activated.emit(dialog.workspace.currentIndex())
    qtbot.waitUntil(
        lambda: (
            dialog.model.index(1, Column.WORKSPACE).data() == "Garden"
            and dialog.commit_button.isEnabled()
        ),
        timeout=WAIT_MS,
    )
    assert checks(dialog) == [False, True, False]
    press_import(dialog)
    qtbot.waitUntil(lambda: memory.workspaces.counts(garden).sessions == 1, timeout=WAIT_MS)
    assert memory.workspaces.counts(None).sessions == 1


def test_escape_leaves_everything_as_it_was_and_damage_is_told(
    qtbot: QtBot, window: MainWindow, memory: Memory, tmp_path: Path
) -> None:
    start = memory.maintenance.content_digest()
    file = tmp_path / "claude.json"
    whole = '{"uuid": "a", "name": "A", "chat_messages": [{"uuid": "m", "sender": "human"'
    file.write_text(f'[{whole}, "text": "Hello"}}]}}, {{"uuid": "b", "na', "utf-8")
    dialog = preview(qtbot, window, file)
    assert dialog.notice.isVisible()
    assert "claude.json" in dialog.notice.text()
    assert states(dialog) == ["New"]
    QTest.keyClick(dialog.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(ConversationsDialog) is None)
    assert memory.maintenance.content_digest() == start
