"""The settings of the model: chosen, tested and kept by mouse and keyboard, over a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from stratagate_app import app
from stratagate_app.adapters import secrets
from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner
from stratagate_app.engine import JobCounts, JsonValue, Memory
from stratagate_app.settings import read_settings
from stratagate_app.ui.failure import describe
from stratagate_app.ui.frame.status_strip import StatusStrip
from stratagate_app.ui.main_window import MainWindow
from stratagate_app.ui.model_settings import ModelSettings
from stratagate_app.ui.settings_dialog import SettingsDialog
from stratagate_app.ui.theme import LIGHT
from tests.engine.support import conversation, open_plain, write_conversations
from tests.keys import FakeKeyring, LockedKeyring
from tests.model_server import Manner, ModelServer
from tests.ui.frame_support import plain_pages

KEY = "sk-test-0123456789abcdef"
WAIT_MS = 20_000


@pytest.fixture(autouse=True)
def keys() -> Iterator[FakeKeyring]:
    before = keyring.get_keyring()
    kept = FakeKeyring()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(before)


@pytest.fixture
def client(tmp_path: Path, qapp: QApplication) -> Iterator[MemoryClient]:
    del qapp
    runner = JobRunner()
    with open_plain(tmp_path / "memory.db") as memory:
        yield MemoryClient(memory, runner)
        runner.shutdown()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(Manner.DEEPSEEK, key=KEY) as running:
        yield running


def settings_of(server: ModelServer) -> dict[str, JsonValue]:
    chosen = {"model.preset": "other", "model.url": server.url, "model.name": server.model}
    return read_settings(chosen)


def opened(qtbot: QtBot, client: MemoryClient, values: dict[str, JsonValue]) -> ModelSettings:
    assert app.PAGES.provider is not None
    made = ModelSettings(values, client, app.PAGES.provider)
    qtbot.addWidget(made)
    made.show()
    return made


def said(qtbot: QtBot, made: ModelSettings) -> str:
    QTest.mouseClick(made.test_button, Qt.MouseButton.LeftButton)
    assert made.result.text() == "Asking the model…"
    qtbot.waitUntil(made.test_button.isEnabled, timeout=WAIT_MS)
    return made.result.text()


def test_the_test_says_what_is_wrong_until_nothing_is(
    qtbot: QtBot, client: MemoryClient, server: ModelServer
) -> None:
    made = opened(qtbot, client, settings_of(server))
    assert said(qtbot, made).startswith("The server refused the key.")
    QTest.keyClicks(made.key, KEY)
    assert KEY not in made.key.displayText()
    assert said(qtbot, made) == "It works. Replies are asked for by tool call."
    made.name.setText("another")
    assert said(qtbot, made).startswith("The server does not know this model.")
    made.url.setText("http://127.0.0.1:9/v1")
    assert said(qtbot, made).startswith("Nobody answers at the address.")
    made.url.setText("127.0.0.1")
    assert said(qtbot, made).startswith("There is no model server at the address.")


def test_rules_need_nothing_and_a_preset_brings_its_address(
    qtbot: QtBot, client: MemoryClient
) -> None:
    made = opened(qtbot, client, read_settings({}))
    assert not made.url.isVisible()
    QTest.keyClick(made.preset, Qt.Key.Key_Down)
    assert made.url.isVisible()
    assert made.url.placeholderText() == "https://api.openai.com/v1"
    assert (made.values()["model.preset"], made.values()["model.url"]) == ("openai", "")
    qtbot.waitUntil(lambda: made.key.placeholderText() == "none", timeout=WAIT_MS)


def test_each_model_keeps_its_price(qtbot: QtBot, client: MemoryClient) -> None:
    made = opened(qtbot, client, read_settings({"model.preset": "openai", "model.name": "small"}))
    made.sent.setValue(2.5)
    made.received.setValue(10)
    made.name.setText("large")
    made.name.editingFinished.emit()
    assert made.sent.value() == 0
    made.sent.setValue(5)
    assert made.values()["model.prices"] == {
        "small": {"input": 2.5, "output": 10.0},
        "large": {"input": 5.0, "output": 0.0},
    }
    again = opened(qtbot, client, read_settings(made.values()))
    assert (again.name.text(), again.sent.value()) == ("large", 5)
    assert again.values() == made.values()
    again.sent.setValue(0)
    assert "large" not in again.values()["model.prices"]  # type: ignore[operator]


def test_what_waits_is_estimated_and_priced(
    qtbot: QtBot, client: MemoryClient, server: ModelServer, tmp_path: Path
) -> None:
    made = opened(qtbot, client, settings_of(server))
    qtbot.waitUntil(lambda: made.waiting.text() == "Nothing waits for the model.", timeout=WAIT_MS)
    file = write_conversations(tmp_path / "talk.jsonl", conversation(12))
    with open_plain(client.path) as memory:
        memory.imports.import_file(file)
        waits = memory.jobs.estimate()
    assert waits.blocks == 2
    made = opened(qtbot, client, settings_of(server))
    qtbot.waitUntil(lambda: made.waiting.text().startswith("2 block(s) wait"), timeout=WAIT_MS)
    assert "They cost" not in made.waiting.text()
    made.sent.lineEdit().setText("1000")
    made.sent.lineEdit().editingFinished.emit()
    cost = waits.input_tokens / 1000
    qtbot.waitUntil(
        lambda: made.waiting.text().endswith(f"They cost about {cost:,.2f}."), timeout=WAIT_MS
    )
    made.preset.setCurrentIndex(made.preset.findData("none"))
    assert not made.waiting.isVisible()


def test_the_dialog_grows_with_what_the_test_says(
    qtbot: QtBot, client: MemoryClient, server: ModelServer
) -> None:
    pages = plain_pages()._replace(provider=app.PAGES.provider)
    window = MainWindow(client, LIGHT, pages, settings_of(server))
    qtbot.addWidget(window)
    window.show()
    window.dialogs.settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    assert dialog.model is not None
    dialog.switch.step(1)
    model = dialog.model
    qtbot.waitUntil(lambda: bool(model.waiting.text()), timeout=WAIT_MS)
    model.url.setText("http://127.0.0.1:9/v1")
    said(qtbot, model)
    labels = [label for label in model.findChildren(QLabel) if label.isVisible()]
    assert model.result in labels

    def cut_off() -> list[str]:
        return [x.text() for x in labels if x.height() < x.heightForWidth(x.width())]

    qtbot.waitUntil(lambda: not cut_off(), timeout=WAIT_MS)


def test_saving_keeps_the_key_in_the_keyring_and_nowhere_else(
    qtbot: QtBot, client: MemoryClient, server: ModelServer, keys: FakeKeyring
) -> None:
    pages = plain_pages()._replace(provider=app.PAGES.provider)
    window = MainWindow(client, LIGHT, pages, settings_of(server))
    qtbot.addWidget(window)
    window.show()
    for typed, kept in ((KEY, [KEY]), ("", [])):
        window.dialogs.settings()
        dialog = window.findChildren(SettingsDialog)[-1]
        assert dialog.model is not None
        model = dialog.model
        dialog.switch.step(1)
        if typed:
            QTest.keyClicks(model.key, typed)
        else:
            qtbot.waitUntil(model.remove_button.isVisible, timeout=WAIT_MS)
            QTest.mouseClick(model.remove_button, Qt.MouseButton.LeftButton)
        save = dialog.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Save)
        with qtbot.waitSignal(window.settings_changed, timeout=WAIT_MS) as caught:
            QTest.mouseClick(save, Qt.MouseButton.LeftButton)
        assert caught.args is not None
        assert KEY not in str(caught.args)
        assert list(keys.keys.values()) == kept
    assert all(KEY.encode() not in path.read_bytes() for path in client.path.parent.iterdir())


def test_a_keyring_that_refuses_is_told_in_words(server: ModelServer) -> None:
    keyring.set_keyring(LockedKeyring())
    with pytest.raises(Exception, match="no_keyring") as caught:
        secrets.store_key(server.url, KEY)
    told = describe(caught.value)
    assert told.title == "The system's keyring cannot be used"
    assert "STRATAGATE_API_KEY" in told.todo


def test_the_strip_shows_the_model_and_why_work_is_paused(qtbot: QtBot, tmp_path: Path) -> None:
    strip = StatusStrip(LIGHT, tmp_path / "memory.db")
    qtbot.addWidget(strip)
    strip.set_model(read_settings({}))
    assert strip._who.text() == "Local rules"
    strip.set_model(read_settings({"model.preset": "deepseek", "model.name": "deepseek-chat"}))
    assert (strip._who.text(), strip._where.text()) == ("deepseek-chat", "DeepSeek")
    strip.set_jobs(JobCounts(3, 0, 0, "model_limit"))
    assert strip._work.text() == "3 block(s) wait: The monthly limit is reached."
    assert strip._bar.isHidden()
    strip.set_jobs(JobCounts(3, 0, 0))
    assert strip._work.text() == "Summarising 0 of 3 blocks"


def test_a_model_is_used_from_the_moment_it_is_chosen(
    client: MemoryClient, server: ModelServer
) -> None:
    memory: Memory = client._memory
    secrets.store_key(server.url, KEY)
    assert memory.asks.model == ""
    app.provider_changed(memory, settings_of(server))
    assert memory.asks.model == server.model
    app.provider_changed(memory, read_settings({"model.preset": "other", "model.url": "nonsense"}))
    assert memory.asks.model == ""
    app.provider_changed(memory, read_settings({}))
    assert memory.asks.model == ""
