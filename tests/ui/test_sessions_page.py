"""The Sessions page, by mouse and keyboard, over a made-up memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import EventId, Level
from stratagate_app.ui.sessions import SessionsPage
from stratagate_app.ui.sessions.card import BlockCard
from stratagate_app.ui.sessions.strata_view import TAIL_KEY
from stratagate_app.ui.theme import LIGHT
from stratagate_app.ui.widgets import SegmentedSwitch
from tests.ui.sessions_fake import TAIL_MESSAGE, FakeMemory, fake_memory

OpenPage = Callable[..., tuple[SessionsPage, FakeMemory]]


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[JobRunner]:
    del qapp
    made = JobRunner()
    yield made
    made.shutdown()


@pytest.fixture
def opened(qtbot: QtBot, runner: JobRunner) -> Callable[..., tuple[SessionsPage, FakeMemory]]:
    """Return what opens the page at a size over so many sessions and blocks."""

    def open_page(
        *, sessions: int = 9, blocks: int = 14, width: int = 1244, height: int = 824
    ) -> tuple[SessionsPage, FakeMemory]:
        memory, fake = fake_memory(sessions=sessions, blocks=blocks)
        client = MemoryClient(memory, runner)
        page = SessionsPage(client, LIGHT)
        client.setParent(page)
        qtbot.addWidget(page)
        client.changed.connect(page.on_changed)
        page.resize(width, height)
        page.show()
        page.set_workspace(None)
        if sessions:
            qtbot.waitUntil(lambda: page.view.strata is not None)
            qtbot.waitUntil(lambda: page.view.cards.current() is not None)
        return page, fake

    return open_page


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Click with the left button, in the middle unless a place is given."""
    QTest.mouseClick(
        widget,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        widget.rect().center() if place is None else place,
    )


def card_of(qtbot: QtBot, page: SessionsPage, key: int) -> BlockCard:
    """Return the card of a block with its text, scrolled to."""
    page.show_block(key) if key != TAIL_KEY else page.view.select(TAIL_KEY)
    qtbot.waitUntil(lambda: page.view.cards.current() == key)
    qtbot.waitUntil(lambda: page.view.cards.card(key) is not None)
    card = page.view.cards.card(key)
    assert card is not None
    return card


def text_of(card: BlockCard) -> str:
    return card.body.toPlainText()


def wait_for_text(qtbot: QtBot, card: BlockCard, words: str) -> None:
    qtbot.waitUntil(lambda: words in text_of(card))


def segment(switch: SegmentedSwitch, level: int) -> QToolButton:
    return switch.findChildren(QToolButton)[level]


def test_strata_show_a_bar_for_every_block_and_the_tail(opened: OpenPage) -> None:
    page, _fake = opened()
    assert page.view.strata_view.level_labels() == [
        "L0", "L0", "L0", "L1", "L1", "L2", "L2", "L3", "L5", "L4", "L5", "L5",
        "failed", "wait", "tail",
    ]  # fmt: skip


def test_looking_at_a_level_by_mouse_changes_nothing(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card = card_of(qtbot, page, 8)
    assert card.switch.current() == 3
    for level, words in ((0, "Tags: tooling, ci"), (2, "CI installs"), (5, "Would pnpm help")):
        click(segment(card.switch, level))
        wait_for_text(qtbot, card, words)
    assert fake.commands == []
    assert fake.block_rows[8].level == Level.L3  # type: ignore[index]


def test_digits_look_at_levels(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card = card_of(qtbot, page, 8)
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: "in short" in text_of(card))
    assert card.switch.current() == 1
    assert fake.commands == []


def test_expand_keeps_the_block_at_l5(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card = card_of(qtbot, page, 8)
    click(card.button)
    qtbot.waitUntil(lambda: card.button.text() == "Kept")
    assert fake.commands == [("expand", 8, Level.L5)]
    assert page.view.strata_view.level_labels()[7] == "L5"
    assert not card.button.isEnabled()


def test_expand_by_key_leads_to_the_level_looked_at(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card = card_of(qtbot, page, 2)
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_3)
    QTest.keyClick(card, Qt.Key.Key_E)
    qtbot.waitUntil(lambda: fake.commands == [("expand", 2, Level.L3)])


def test_a_waiting_block_can_be_retried_and_read(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card = card_of(qtbot, page, 14)
    assert card.button.text() == "Retry now"
    assert not card.body.isVisible()
    click(card.messages_button)
    qtbot.waitUntil(lambda: "Would pnpm help" in text_of(card))
    assert card.body.isVisible()
    click(card.button)
    qtbot.waitUntil(lambda: fake.commands == [("retry", 14)])


def test_a_failed_block_says_what_failed_and_what_is_kept(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    card = card_of(qtbot, page, 13)
    assert card.button.text() == "Retry"
    assert "The reply did not have the expected form." in card.accessibleDescription()
    assert "Every message is kept" in card.accessibleDescription()


def test_a_message_is_found_shown_at_l5_and_pointed_out(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    page.show_message(1, 304)
    cards = page.view.cards

    def in_view() -> bool:
        card = cards.card(3)
        if card is None or card.body.top_of(304) is None:
            return False
        y = card.y() + card.body.y() + (card.body.top_of(304) or 0)
        return 0 <= y < cards.viewport().height()

    qtbot.waitUntil(in_view)
    card = cards.card(3)
    assert card is not None
    assert card.switch.current() == 5
    assert page.view.strata_view.current() == 3
    assert fake.commands == []


def test_a_message_of_the_open_tail_is_found_too(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    page.show_message(1, TAIL_MESSAGE)
    qtbot.waitUntil(lambda: page.view.cards.current() == TAIL_KEY)
    card = page.view.cards.card(TAIL_KEY)
    assert card is not None
    qtbot.waitUntil(lambda: card.body.top_of(TAIL_MESSAGE) is not None)


def test_bars_are_chosen_by_mouse_and_moved_among_by_keys(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    strata = page.view.strata_view
    place = strata.bar_rect(4).center() - QPoint(0, 20)
    click(strata.viewport(), place)
    assert page.view.cards.current() == 5
    page.activateWindow()
    strata.setFocus()
    QTest.keyClick(strata, Qt.Key.Key_Right)
    assert page.view.cards.current() == 6
    QTest.keyClick(strata, Qt.Key.Key_Home)
    assert page.view.cards.current() == 1
    assert "Block 1" in strata.accessibleDescription()
    QTest.keyClick(strata, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.view.cards.card(1) is not None)
    card = page.view.cards.card(1)
    assert card is not None
    qtbot.waitUntil(card.hasFocus)


def test_hovering_a_bar_says_why(opened: OpenPage) -> None:
    page, _fake = opened()
    strata = page.view.strata_view
    text = strata.tooltip_at(strata.bar_rect(8).center().x())
    assert text.splitlines()[0] == "Block 9 · npm to pnpm"
    assert "Kept at L5 because you expanded it" in text


def test_the_list_is_filtered_and_says_when_nothing_matches(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    QTest.keyClicks(page.list.filter, "release")
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 1)
    assert page.view.strata is not None
    QTest.keyClicks(page.list.filter, " zzz")
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 0)
    assert page.list._empty.isVisible()
    click(page.list._empty.buttons[0])
    qtbot.waitUntil(lambda: page.list.model.rowCount() == 9)


def test_the_order_is_chosen_from_the_menu_and_the_selection_stays(
    qtbot: QtBot, opened: OpenPage
) -> None:
    page, _fake = opened()
    assert page.list.current == 1
    page.list._order_actions["oldest"].trigger()
    qtbot.waitUntil(lambda: page.list.first_id() == 9)
    assert page.list.current == 1
    assert page.list.order_button.text() == "Oldest"


def test_enter_in_the_list_goes_to_the_card_and_into_its_text(
    qtbot: QtBot, opened: OpenPage
) -> None:
    page, _fake = opened()
    page.activateWindow()
    page.list.view.setFocus()
    QTest.keyClick(page.list.view, Qt.Key.Key_Return)
    key = page.view.cards.current()
    assert key is not None
    card = page.view.cards.card(key)
    assert card is not None
    qtbot.waitUntil(card.hasFocus)
    QTest.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(card.body.hasFocus)
    QTest.keyClick(card.body, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: "Tags: tooling, ci" in text_of(card))


def test_j_and_k_move_in_the_list(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    view = page.list.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: page.view.strata is not None and page.view.strata.session.id == 2)
    QTest.keyClick(view, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: page.view.strata is not None and page.view.strata.session.id == 1)


def test_events_of_the_block_are_pinned_by_space_and_opened(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    card_of(qtbot, page, 9)
    qtbot.waitUntil(lambda: len(page.side.event_cards) == 2)
    page.activateWindow()
    second = page.side.event_cards[1]
    second.setFocus()
    qtbot.waitUntil(second.hasFocus)
    QTest.keyClick(second, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: fake.commands == [("pin", EventId(2))])
    qtbot.waitUntil(lambda: page.side.event_cards[1].event_row.pinned)
    assert page.side.event_cards[1].hasFocus()
    QTest.keyClick(page.side.event_cards[1], Qt.Key.Key_K)
    assert page.side.event_cards[0].hasFocus()
    with qtbot.waitSignal(page.open_event) as seen:
        QTest.keyClick(page.side.event_cards[0], Qt.Key.Key_Return)
    assert seen.args == [1]
    with qtbot.waitSignal(page.open_event) as seen:
        click(page.side.event_cards[0])
    assert seen.args == [1]


def test_the_batch_leads_to_its_operation(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    card_of(qtbot, page, 9)
    source = page.side._source
    assert source is not None
    link = page.side._batch(source)
    qtbot.addWidget(link)
    with qtbot.waitSignal(page.open_operation) as seen:
        click(link)
    assert seen.args == [7]


def test_the_decay_leads_to_the_settings_of_the_workspace(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    assert page.view.decay_button.text() == "λ 0.30"
    with qtbot.waitSignal(page.workspace_settings_requested) as seen:
        click(page.view.decay_button)
    assert seen.args == [1]


def test_an_empty_memory_offers_import_and_the_sample(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened(sessions=0)
    qtbot.waitUntil(page._empty.isVisible)
    with qtbot.waitSignal(page.import_requested):
        click(page._empty.buttons[0])
    with qtbot.waitSignal(page.sample_requested):
        click(page._empty.buttons[1])


def test_a_session_that_went_away_gives_way_to_the_next(qtbot: QtBot, opened: OpenPage) -> None:
    page, fake = opened()
    del fake.session_rows[1]
    page.show_session(1)
    qtbot.waitUntil(lambda: page.view.strata is not None and page.view.strata.session.id == 2)


def test_a_narrow_window_shows_the_details_in_place_of_the_list(opened: OpenPage) -> None:
    page, _fake = opened(width=828, height=624)
    assert not page.side.isVisible()
    assert page.list.isVisible()
    QTest.keyClick(page, Qt.Key.Key_D)
    assert page.side.isVisible()
    assert not page.list.isVisible()
    click(page.view.details_button)
    assert not page.side.isVisible()
    assert page.minimumSizeHint().width() <= 828


def test_text_from_outside_stays_text(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    card = card_of(qtbot, page, 9)
    qtbot.waitUntil(lambda: "<b>really</b>" in text_of(card))
    assert "\0" not in text_of(card)
    card.body.selectAll()
    data = card.body.createMimeDataFromSelection()
    assert data.formats() == ["text/plain"]
    assert "<b>really</b>" in data.text()


def test_long_code_shows_in_part_until_asked_for(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    card = card_of(qtbot, page, 9)
    qtbot.waitUntil(lambda: "Show all 42 line(s)" in text_of(card))
    assert "line 40 of the pasted code" not in text_of(card)
    height = card.height()
    position = text_of(card).index("Show all 42")
    cursor = card.body.textCursor()
    cursor.setPosition(position + 3)
    place = card.body.cursorRect(cursor).center()
    click(card.body.viewport(), place)
    qtbot.waitUntil(lambda: "line 40 of the pasted code" in text_of(card))
    qtbot.waitUntil(lambda: card.height() > height + 300)


def test_state_comes_back(qtbot: QtBot, opened: OpenPage) -> None:
    page, _fake = opened()
    page.list.set_order("title")
    page.show_session(4)
    qtbot.waitUntil(lambda: page.view.strata is not None and page.view.strata.session.id == 4)
    state = page.save_state()
    other, _ = opened(sessions=0)
    other.restore_state(state)
    assert other.list.order == "title"
    assert other.save_state()["order"] == "title"
    again, _ = opened()
    again._session_id = None
    again.restore_state(state)
    again.list.reload()
    qtbot.waitUntil(lambda: again.view.strata is not None and again.view.strata.session.id == 4)
    again.restore_state({"order": 3, "sizes": "x", "session": None, "details": []})
    assert again.list.order == "title"


def test_500_blocks_are_painted_within_100_ms_and_only_cards_in_view_exist(
    qtbot: QtBot, opened: OpenPage
) -> None:
    page, _fake = opened(blocks=500)
    strata = page.view.strata
    assert strata is not None
    best = 1.0
    for _ in range(3):
        begin = time.perf_counter()
        page.view.strata_view.set_strata(strata)
        page.view.strata_view.viewport().repaint()
        best = min(best, time.perf_counter() - begin)
    assert best < 0.1
    bar = page.view.cards.verticalScrollBar()
    for value in range(0, bar.maximum(), max(1, bar.maximum() // 40)):
        bar.setValue(value)
    qtbot.wait(20)
    assert page.view.cards.card_count() < 24
    page.show_block(250)
    qtbot.waitUntil(lambda: page.view.cards.card(250) is not None)
