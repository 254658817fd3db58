"""A public conversation through the real window: strata, every level, a pin, undo and redo.

Read in place from the folder STRATAGATE_DATASETS (default: beside the checkout); skipped without.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from stratagate_app.engine import EventFilter, Level, Memory
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.sessions.card import BlockCard
from tests.whole.window_support import press_import, preview

FOLDER = Path(
    os.environ.get("STRATAGATE_DATASETS")
    or Path(__file__).parents[3] / "shared" / "datasets" / "locomo"
)
FILE = FOLDER / "conv-30.json"
WAIT_MS = 60_000
pytestmark = [
    pytest.mark.skipif(not FILE.exists(), reason="the public conversations are not here"),
    pytest.mark.qt_log_ignore("propagateSizeHints"),
]


def level_button(card: BlockCard | None, level: int) -> QToolButton:
    assert card is not None
    return card.switch.findChildren(QToolButton)[level]


def test_a_public_conversation_from_drop_to_redo(
    qtbot: QtBot, window: MainWindow, memory: Memory
) -> None:
    press_import(preview(qtbot, window, FILE))
    qtbot.waitUntil(lambda: memory.workspaces.counts(None).sessions == 19, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: memory.jobs.next_due_s() is None, timeout=WAIT_MS)
    assert memory.jobs.counts().failed == 0
    assert memory.maintenance.check().ok

    longest = memory.sessions.find_ids(None, order="longest")[0]
    page = window.sessions_page
    window.open_session(longest)
    strata = memory.sessions.strata(longest)  # type: ignore[arg-type]
    labels = [f"L{int(block.level)}" for block in strata.blocks]
    qtbot.waitUntil(
        lambda: page.view.strata_view.level_labels()[: len(labels)] == labels, timeout=WAIT_MS
    )

    # A block at each of its six levels, each with its own words.
    first = strata.blocks[0]
    key = int(first.id)

    def card() -> BlockCard | None:
        # Looked up each time: a card that scrolls out of view is used again for another block.
        return page.view.cards.card(key)

    def shown() -> str:
        found = card()
        return found.body.toPlainText() if found is not None else ""

    page.show_block(key)
    qtbot.waitUntil(lambda: page.view.cards.current() == key and shown() != "", timeout=WAIT_MS)
    for level in range(6):
        # Who speaks and the bullets are drawn by the card in its own way.
        line = memory.blocks.text(first.id, Level(level)).splitlines()[0]
        words = re.sub(r"^(- |\w+: )", "", line)[:20]
        QTest.mouseClick(level_button(card(), level), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(
            lambda level=level, words=words: (  # type: ignore[misc]
                page.view.cards.level_of(key) == level and words in shown()
            ),
            timeout=WAIT_MS,
        )
    assert memory.blocks.messages(first.id)[0].content[:20] in shown()

    # An event pinned, undone, redone.
    (event_id, *_) = memory.events.find_ids(EventFilter())
    digest = memory.maintenance.content_digest()
    window.open_event(event_id)
    events = window.events_page
    qtbot.waitUntil(
        lambda: events.detail.detail is not None and events.detail.detail.row.id == event_id,
        timeout=WAIT_MS,
    )
    QTest.mouseClick(events.detail.pin_button, Qt.MouseButton.LeftButton)

    def pinned() -> list[int]:
        return list(memory.events.find_ids(EventFilter(pinned=True)))

    qtbot.waitUntil(lambda: pinned() == [event_id], timeout=WAIT_MS)
    after = memory.maintenance.content_digest()
    undo_button = window.top_bar.undo_button
    qtbot.waitUntil(lambda: "pin event" in undo_button.accessibleName(), timeout=WAIT_MS)
    QTest.mouseClick(undo_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pinned() == [], timeout=WAIT_MS)
    assert memory.maintenance.content_digest() == digest
    qtbot.waitUntil(lambda: "pin event" not in undo_button.accessibleName(), timeout=WAIT_MS)
    window.undo.redo()
    qtbot.waitUntil(lambda: pinned() == [event_id], timeout=WAIT_MS)
    assert memory.maintenance.content_digest() == after
