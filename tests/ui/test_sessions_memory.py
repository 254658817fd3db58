"""The Sessions page over a real memory file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import Memory, SessionId
from stratagate_app.ui.sessions import SessionsPage
from stratagate_app.ui.sessions.strata_view import TAIL_KEY
from stratagate_app.ui.theme import LIGHT
from tests.engine.support import conversation, open_plain, run_jobs, write_conversations

BLOCKS = 12
TURNS = BLOCKS * 6 + 2


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A memory with one conversation of twelve blocks and an open tail of two turns."""
    opened = open_plain(tmp_path / "memory.db")
    path = write_conversations(tmp_path / "bread.jsonl", conversation(TURNS))
    assert opened.imports.import_file(path).new == 1
    run_jobs(opened)
    yield opened
    opened.close()


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, memory: Memory) -> Iterator[SessionsPage]:
    del qapp
    runner = JobRunner()
    client = MemoryClient(memory, runner)
    made = SessionsPage(client, LIGHT)
    client.setParent(made)
    qtbot.addWidget(made)
    client.changed.connect(made.on_changed)
    made.resize(1244, 824)
    made.show()
    made.set_workspace(None)
    qtbot.waitUntil(lambda: made.view.cards.current() is not None)
    yield made
    runner.shutdown()


def levels(memory: Memory) -> list[int]:
    (session_id,) = memory.sessions.find_ids(None)
    return [int(block.level) for block in memory.sessions.strata(SessionId(session_id)).blocks]


def test_the_strata_show_the_decay_table(page: SessionsPage) -> None:
    # engine-rules.md, "Decay of blocks": 0-1 later ready blocks L5; 2 L4; 3-4 L3; 5-6 L2;
    # 7-8 L1; 9 and more L0.
    assert page.view.strata_view.level_labels() == [
        "L0", "L0", "L0", "L1", "L1", "L2", "L2", "L3", "L3", "L4", "L5", "L5", "tail",
    ]  # fmt: skip


def test_looking_at_every_level_changes_nothing(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    before = (levels(memory), memory.history.find_ids())
    page.view.strata_view.setFocus()
    QTest.keyClick(page.view.strata_view, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: page.view.cards.card(page.view.cards.keys()[0]) is not None)
    card = page.view.cards.card(page.view.cards.keys()[0])
    assert card is not None
    seen = set()
    for level in range(6):
        button = card.switch.findChildren(QToolButton)[level]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: card._content is not None)
        seen.add(card.body.toPlainText())
    assert len(seen) >= 4
    assert (levels(memory), memory.history.find_ids()) == before


def test_expand_is_a_change_and_undo_takes_it_back(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    first = page.view.cards.keys()[0]
    page.show_block(first)
    qtbot.waitUntil(lambda: page.view.cards.current() == first)
    card = page.view.cards.card(first)
    assert card is not None
    assert card.switch.current() == 0
    QTest.mouseClick(card.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.button.text() == "Kept")
    assert levels(memory)[0] == 5
    assert card.switch.current() == 5
    assert page.view.strata_view.level_labels()[0] == "L5"
    page.client.command(lambda opened: opened.history.undo())
    qtbot.waitUntil(lambda: card.button.text() == "Expand")
    assert levels(memory)[0] == 0
    qtbot.waitUntil(lambda: page.view.strata_view.level_labels()[0] == "L0")


def test_a_message_is_found_in_its_block_and_in_the_tail(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    (session_id,) = memory.sessions.find_ids(None)
    third = memory.sessions.strata(SessionId(session_id)).blocks[2]
    message = memory.blocks.messages(third.id)[7]
    page.show_message(session_id, message.id)

    def pointed_out() -> bool:
        card = page.view.cards.card(int(third.id))
        return card is not None and card.body.top_of(message.id) is not None

    qtbot.waitUntil(pointed_out)
    assert page.view.strata_view.current() == third.id
    last = memory.sessions.tail_messages(SessionId(session_id))[-1]
    page.show_message(session_id, last.id)
    qtbot.waitUntil(lambda: page.view.cards.current() == TAIL_KEY)


def test_an_import_appears_while_the_page_is_open(
    qtbot: QtBot, page: SessionsPage, tmp_path: Path
) -> None:
    path = write_conversations(tmp_path / "tea.jsonl", conversation(3, "tea"))
    page.client.import_files([path], None)
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)
    page.client.command(lambda opened: opened.history.undo())
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 1)


def test_undoing_the_import_that_is_shown_leaves_the_empty_page(
    qtbot: QtBot, page: SessionsPage
) -> None:
    page.client.command(lambda opened: opened.history.undo())
    qtbot.waitUntil(page._empty.isVisible)


def test_copying_the_context_takes_what_an_assistant_sees(
    qtbot: QtBot, page: SessionsPage, memory: Memory
) -> None:
    clipboard = QApplication.clipboard()
    clipboard.clear()
    digest = memory.maintenance.content_digest()
    QTest.mouseClick(page.view.copy_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.view.copy_button.text() == "Copied")
    (session_id,) = memory.sessions.find_ids(None)
    assert clipboard.text() == memory.recall.context(SessionId(session_id))
    assert "Question 73 about bread" in clipboard.text()
    assert memory.maintenance.content_digest() == digest
    qtbot.waitUntil(lambda: page.view.copy_button.text() == "Copy context")


@pytest.fixture
def empty_page(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[SessionsPage]:
    """A page over a memory without sessions, with the keyboard on it as the window leaves it."""
    del qapp
    runner = JobRunner()
    with open_plain(tmp_path / "empty.db") as opened:
        client = MemoryClient(opened, runner)
        made = SessionsPage(client, LIGHT)
        client.setParent(made)
        qtbot.addWidget(made)
        client.changed.connect(made.on_changed)
        made.resize(1244, 824)
        with qtbot.waitExposed(made):
            made.show()
        made.activateWindow()
        with qtbot.waitSignal(made.list.counted):
            made.set_workspace(None)
        made.setFocus()
        yield made
        runner.shutdown()


def import_into(page: SessionsPage, path: Path) -> None:
    job = page.client.command(lambda memory: memory.imports.import_file(path).changes, None)
    job.failed.connect(lambda error: pytest.fail(str(error)))


@pytest.mark.parametrize("clicked", [True, False])
def test_the_session_that_is_shown_is_marked_in_the_list(
    qtbot: QtBot, empty_page: SessionsPage, tmp_path: Path, clicked: bool
) -> None:
    page = empty_page
    (button,) = [
        found for found in page.findChildren(QPushButton) if found.text() == "Open the sample"
    ]
    if clicked:
        with qtbot.waitSignal(page.sample_requested):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    import_into(page, write_conversations(tmp_path / "a.jsonl", conversation(7)))
    qtbot.waitUntil(lambda: page.view.strata is not None)
    shown = page.save_state()["session"]
    assert page.list.chosen_ids() == [page.list.current] == [shown]
    import_into(page, write_conversations(tmp_path / "b.jsonl", conversation(8, "tea")))
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 2)
    assert page.list.chosen_ids() == [page.list.current] == [shown]
    page.hide()
    page.show()
    page.setFocus()
    assert page.list.chosen_ids() == [shown]


def test_the_session_that_is_shown_is_marked_again_after_a_filter(
    qtbot: QtBot, empty_page: SessionsPage, tmp_path: Path
) -> None:
    page = empty_page
    import_into(
        page,
        write_conversations(tmp_path / "a.jsonl", conversation(7), conversation(8, "tea")),
    )
    qtbot.waitUntil(lambda: page.view.strata is not None)
    shown = page.save_state()["session"]
    for words, rows in (("no such words", 0), ("", 2)):
        page.list.filter.setText(words)
        qtbot.waitUntil(lambda rows=rows: page.list.model.rowCount() == rows)  # type: ignore[misc]
    assert page.save_state()["session"] == shown
    assert page.list.chosen_ids() == [shown]
