"""Themes, widgets, settings and error words."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

import stratagate_app
from stratagate_app import settings
from stratagate_app.cli.import_words import left_out_text, problem_sentence, warning_sentence
from stratagate_app.engine import (
    ConflictError,
    FileProblem,
    ImportFormatError,
    InputRejected,
    LeftOut,
    MemoryDamagedError,
    MemoryForeignError,
    MemoryLockedError,
    MemoryTooNewError,
    ModelUnavailableError,
    NotFoundError,
    Oddity,
    StorageError,
    Unread,
)
from stratagate_app.settings import (
    MODEL_KEYS,
    SETTINGS,
    read_settings,
    resources_folder,
    valid_value,
)
from stratagate_app.ui.failure import FailureDialog, describe, details_of, problem_line
from stratagate_app.ui.import_report import dropped_words, warning_words
from stratagate_app.ui.settings_dialog import SettingsDialog
from stratagate_app.ui.theme import DARK, LIGHT, Theme, contrast
from stratagate_app.ui.widgets import (
    ElidedLabel,
    EmptyState,
    FlowLayout,
    KeyValueGrid,
    SearchField,
    SegmentedSwitch,
    Toast,
    plain_label,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

# The offscreen platform says so of every window with a least size.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
PACKAGE = Path(stratagate_app.__file__).parent
THEMES = (LIGHT, DARK)
TEXT_PAIRS = [
    *product(("text", "muted", "faint"), ("bg", "panel", "panel2", "accent_soft")),
    *product(("accent", "warn", "danger", "info"), ("bg", "panel", "panel2", "accent_soft")),
    *((tone, f"{tone}_soft") for tone in ("accent", "warn", "danger", "info")),
    ("muted", "line"),
    ("text", "warn_soft"),
    ("faint", "warn_soft"),
    ("accent_text", "accent"),
]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(("words", "ground"), TEXT_PAIRS)
def test_words_are_readable_on_every_ground(theme: Theme, words: str, ground: str) -> None:
    assert contrast(theme.color(words), theme.color(ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_levels_carry_readable_words_and_stars_are_seen(theme: Theme) -> None:
    for level in range(6):
        assert contrast(theme.level_text(level), theme.color(f"l{level}")) >= 4.5
    assert contrast(theme.color("gold"), theme.color("panel")) >= 3.0


def test_every_icon_that_is_named_in_code_is_there(qapp: QApplication) -> None:
    del qapp
    named: set[str] = set()
    for file in (PACKAGE / "ui").rglob("*.py"):
        named |= set(re.findall(r'\.(?:icon|pixmap)\(\s*"([a-z-]+)"', file.read_text("utf-8")))
    named |= set(re.findall(r"icons/([a-z-]+)-\$name", (PACKAGE / "ui/stylesheet.py").read_text()))
    folder = resources_folder() / "icons"
    known = {path.stem for path in folder.glob("*.svg")}
    missing = {name for name in named if name not in known and f"{name}-light" not in known}
    assert not missing
    for path in folder.glob("*.svg"):
        assert not LIGHT.pixmap(path.stem, "text", 20).toImage().isNull()


def test_a_style_sheet_has_every_token_filled_in() -> None:
    for theme in THEMES:
        assert "$" not in theme.stylesheet()


def test_text_from_outside_stays_plain(qtbot: QtBot) -> None:
    markup = "<b>bold</b> <img src='file:///etc/passwd'>"
    labels = [plain_label(markup), ElidedLabel(markup)]
    state = EmptyState(markup, markup)
    grid = KeyValueGrid()
    grid.set_rows([(markup, markup)])
    for widget in (*labels, state, grid):
        qtbot.addWidget(widget)
    found = [*labels, *state.findChildren(QLabel), *grid.findChildren(QLabel)]
    assert {label.textFormat() for label in found} == {Qt.TextFormat.PlainText}


def test_a_switch_is_moved_by_arrow_keys_and_tells_it(qtbot: QtBot) -> None:
    switch = SegmentedSwitch(["L0", "L1", "L2", "L3"])
    qtbot.addWidget(switch)
    switch.set_current(1)
    switch.set_enabled(2, False, "Not there yet")
    told: list[int] = []
    switch.selected.connect(told.append)
    button = switch._group.button(1)
    QTest.keyClick(button, Qt.Key.Key_Right)
    assert switch.current() == 3
    QTest.keyClick(switch._group.button(3), Qt.Key.Key_Right)
    assert told == [3]
    switch.set_current(0)
    assert told == [3]


def test_a_search_field_tells_once_after_a_pause(qtbot: QtBot) -> None:
    field = SearchField("Filter", LIGHT)
    qtbot.addWidget(field)
    told: list[str] = []
    field.searched.connect(told.append)
    QTest.keyClicks(field, "pnpm ")
    qtbot.waitUntil(lambda: told == ["pnpm"], timeout=2000)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert told == ["pnpm", ""]


def test_chips_flow_into_the_next_line(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder)
    for number in range(6):
        label = plain_label(f"word {number}")
        label.setFixedSize(80, 20)
        flow.addWidget(label)
    assert flow.heightForWidth(600) == 20
    assert flow.heightForWidth(200) == 3 * 20 + 2 * 6
    flow.clear()
    assert flow.count() == 0


def test_a_new_toast_takes_the_place_of_the_old_one(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(800, 600)
    qtbot.addWidget(window)
    window.show()
    pressed: list[str] = []
    first = Toast("First", "", LIGHT, window, stays=True)
    first.present()
    second = Toast(
        "Second", "x" * 400, LIGHT, window, actions=[("Go", lambda: pressed.append("go"))]
    )
    second.present()
    assert not first.isVisible()
    assert second.isVisible()
    assert window.rect().contains(second.geometry())
    QTest.mouseClick(second.buttons[0], Qt.MouseButton.LeftButton)
    assert pressed == ["go"]
    assert not second.isVisible()


ERRORS = [
    MemoryLockedError(path="/x/memory.db"),
    MemoryTooNewError(path="/x/memory.db", found=9, supported=1),
    MemoryForeignError(path="/x/memory.db", application_id=1),
    MemoryDamagedError(path="/x/memory.db", detail="page 3"),
    StorageError("disk_full", path="/x", detail=""),
    StorageError("read_only", path="/x", detail=""),
    StorageError("unreadable", path="/x", detail=""),
    ModelUnavailableError(),
    ImportFormatError("unknown_format", path="/x/a.bin", where="", reason=""),
    ConflictError("workspace_exists", name="atlas"),
    ConflictError(),
    InputRejected("block_turns", value=0),
    NotFoundError(kind="event", id=3),
    RuntimeError("boom"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}")
def test_every_error_is_told_in_words(error: Exception, qapp: QApplication) -> None:
    del qapp
    described = describe(error)
    assert described.title
    assert described.kept or described.todo
    for sentence in described:
        assert not re.search(r"[{}]|Error|Exception|_", sentence)
    path = getattr(error, "fields", {}).get("path")
    if path:
        assert str(path) in described.kept or isinstance(error, MemoryLockedError)


def test_two_kinds_of_error_have_two_titles(qapp: QApplication) -> None:
    del qapp
    titles = [describe(error).title for error in ERRORS]
    assert len(set(titles)) == len(titles)


def test_a_problem_names_file_place_and_reason(qapp: QApplication) -> None:
    del qapp
    problem = FileProblem("/home/ada/chat.json", "damaged", "line 12", "json")
    assert problem_line(problem) == (
        "/home/ada/chat.json (line 12): The file is damaged or cut off [json]"
    )
    assert problem_line(problem, full=False) == (
        "chat.json (line 12): The file is damaged or cut off"
    )


def test_details_are_hidden_until_asked_for_and_can_be_copied(qtbot: QtBot) -> None:
    error = RuntimeError("boom")
    dialog = FailureDialog(describe(error), details_of(error), LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog._details.isVisible()
    QTest.mouseClick(dialog.details_button, Qt.MouseButton.LeftButton)
    assert dialog._details.isVisible()
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert "RuntimeError: boom" in QApplication.clipboard().text()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([s.key for s in SETTINGS]) | st.text(), JSON_VALUES))
def test_whatever_is_stored_settings_are_valid(stored: dict[str, object]) -> None:
    values = read_settings(stored)  # type: ignore[arg-type]
    assert set(values) == {setting.key for setting in SETTINGS}
    for setting in SETTINGS:
        value = values[setting.key]
        assert valid_value(setting, value) == value
        if setting.choices:
            assert value in [choice for choice, _label in setting.choices]
        if setting.minimum is not None:
            assert isinstance(value, int | float)
            assert setting.minimum <= value <= (setting.maximum or value)


def test_every_declared_setting_is_read_somewhere() -> None:
    code = "".join(
        path.read_text("utf-8")
        for path in PACKAGE.rglob("*.py")
        if path.name != "settings.py" or path.parent != PACKAGE
    )
    names = {id(value): name for name, value in vars(settings).items() if name.isupper()}
    for setting in SETTINGS:
        assert setting.key in code or re.search(rf"\b{names[id(setting)]}\.key\b", code)


def test_the_dialog_shows_each_setting_and_gives_back_what_was_chosen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = SettingsDialog(read_settings({"ui.theme": "dark"}), tmp_path / "memory.db")
    qtbot.addWidget(dialog)
    shown = {s.key for s in SETTINGS if s.group} - MODEL_KEYS
    assert set(dialog.values()) == shown
    assert dialog.values()["ui.theme"] == "dark"
    QTest.keyClick(dialog.control("ui.theme"), Qt.Key.Key_Up)
    assert dialog.values()["ui.theme"] == "light"
    assert dialog.values()["new_workspace.decay_lambda"] == 0.30


def test_the_frame_does_no_work_on_the_gui_thread() -> None:
    # ui/ruff.toml lifts one ban for widgets; these hold there all the same.
    banned = re.compile(r"processEvents|QRunnable|QThread\b|QThreadPool|time\.sleep|waitForDone")
    for path in (*(PACKAGE / "ui").rglob("*.py"), PACKAGE / "app.py"):
        assert not banned.search(path.read_text("utf-8")), path


def test_every_reason_to_leave_something_out_has_words() -> None:
    for reason in LeftOut:
        assert dropped_words(reason) != reason.replace("_", " ")
        assert left_out_text({reason: 2}).startswith("2 ")


def test_everything_odd_in_a_file_has_words() -> None:
    for oddity in Oddity:
        for said in (warning_words(oddity), warning_sentence(oddity, "line 3")):
            assert oddity.replace("_", " ") not in (said, said.split(": ")[-1].split(" (")[0])
            assert "_" not in said


def test_every_reason_not_to_read_a_file_has_words() -> None:
    for reason in Unread:
        said = problem_sentence("a.json", "damaged", "line 3", reason)
        assert said.startswith("a.json is damaged (line 3): ")
        assert said.split(": ")[1] not in (reason, reason.replace("_", " "))
