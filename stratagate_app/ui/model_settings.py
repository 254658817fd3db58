"""The settings of the model: who it is, its key, what it may cost, and a test of all that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.bridge.latest import Latest
from stratagate_app.models.model_errors import model_error
from stratagate_app.settings import (
    MODEL_AT_ONCE,
    MODEL_LIMIT,
    MODEL_MASK,
    MODEL_NAME,
    MODEL_PRESET,
    MODEL_PRICES,
    MODEL_TIMEOUT,
    MODEL_URL,
    NO_MODEL,
    PRESET_URLS,
    Setting,
)
from stratagate_app.ui.widgets import link_button, pad_number, plain_label, set_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import JsonValue, Memory, WaitingWork

CONTROL_WIDTH_PX = 250
MOST_EXPENSIVE = 100_000.0
KEYRING, VARIABLE = "keyring", "variable"


class Checked(Protocol):
    """What a test of a model found."""

    @property
    def code(self) -> str:
        """What is wrong; "" if nothing is."""
        ...

    @property
    def detail(self) -> str:
        """What the server said."""
        ...

    @property
    def modes(self) -> Mapping[str, bool]:
        """Each way of asking for structured replies, and whether it works."""
        ...

    @property
    def mode(self) -> str:
        """The way that is used."""
        ...


class Estimated(Protocol):
    """About what the work that waits would take."""

    @property
    def blocks(self) -> int:
        """How many blocks wait."""
        ...

    @property
    def input_tokens(self) -> int:
        """Tokens to send."""
        ...

    @property
    def output_tokens(self) -> int:
        """Tokens to receive."""
        ...

    @property
    def cost(self) -> float | None:
        """What they cost; None where the model has no price."""
        ...


class ProviderDoor(NamedTuple):
    """How the window reaches model servers and the keyring; each on a worker.

    Attributes:
        check: Asks a model a few small questions; the key None is the one that is kept.
        key_source: Returns where the key of a server is: keyring, variable or "".
        store_key: Keeps the key of a server, "" takes it away.
        estimate: Returns what the work that waits would take; None where no model does it.
        price: Returns what some other work would take, at once.
    """

    check: Callable[[Memory, Mapping[str, JsonValue], str | None], Checked]
    key_source: Callable[[Mapping[str, JsonValue]], str]
    store_key: Callable[[Memory, Mapping[str, JsonValue], str], object]
    estimate: Callable[[Memory, Mapping[str, JsonValue]], Estimated | None]
    price: Callable[[WaitingWork, Mapping[str, JsonValue]], Estimated | None]


class ModelSettings(QWidget):
    """Controls of everything about the model.

    Args:
        values: Every setting by key.
        client: Runs the test.
        door: Reaches the server and the keyring.
        parent: Owns it.
    """

    def __init__(
        self,
        values: Mapping[str, JsonValue],
        client: MemoryClient,
        door: ProviderDoor,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._values = dict(values)
        self._door = door
        self._check = Latest(client, self, self._on_check_failed)
        self._source = Latest(client, self)
        self._estimate = Latest(client, self)
        prices = values[MODEL_PRICES.key]
        self._prices = dict(prices) if isinstance(prices, Mapping) else {}
        self._priced = ""
        self._removed = False
        self._rows: list[QWidget] = []
        self._make_controls()
        self._lay_out()
        self._show_values()
        self.preset.currentIndexChanged.connect(self._on_preset_chosen)
        self.url.editingFinished.connect(self._ask_source)
        self.name.editingFinished.connect(self._show_price)
        self.test_button.clicked.connect(self.test)
        for field in (self.name, self.sent.lineEdit(), self.received.lineEdit()):
            field.editingFinished.connect(self._ask_estimate)
        self._on_preset_changed()

    # What was chosen.

    def values(self) -> dict[str, JsonValue]:
        """Return the chosen values by key."""
        self._keep_price()
        return {
            MODEL_PRESET.key: str(self.preset.currentData()),
            MODEL_URL.key: self.url.text().strip(),
            MODEL_NAME.key: self.name.text().strip(),
            MODEL_TIMEOUT.key: self.timeout.value(),
            MODEL_AT_ONCE.key: self.at_once.value(),
            MODEL_MASK.key: self.masking.isChecked(),
            MODEL_PRICES.key: self._prices,
            MODEL_LIMIT.key: round(self.limit.value(), 2),
        }

    def new_key(self) -> str | None:
        """Return the key that was typed, "" if the kept one is to go, None if it stays."""
        typed = self.key.text().strip()
        return typed or ("" if self._removed else None)

    def test(self) -> None:
        """Ask the model a few small questions, and say what is wrong."""
        values = {**self._values, **self.values()}
        key = self.key.text().strip() or None
        self.test_button.setEnabled(False)
        self._say(self.tr("Asking the model…"), "faint")
        self._check.run(lambda memory: self._door.check(memory, values, key), self._on_checked)

    # Building.

    def _make_controls(self) -> None:
        self.preset = QComboBox()
        for choice, label in MODEL_PRESET.choices:
            self.preset.addItem(_translated(label), choice)
        self.url = QLineEdit()
        self.name = QLineEdit()
        self.key = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self.remove_button = link_button(self.tr("Remove key"), self._remove_key, small=True)
        self.timeout = _number(MODEL_TIMEOUT)
        self.at_once = _number(MODEL_AT_ONCE)
        self.masking = QCheckBox()
        self.sent, self.received = _price(), _price()
        self.sent.setAccessibleName(self.tr("Price of a million tokens sent"))
        self.received.setAccessibleName(self.tr("Price of a million tokens received"))
        self.limit = _price(MODEL_LIMIT.maximum or MOST_EXPENSIVE)
        self.test_button = QPushButton(self.tr("Test"))
        self.test_button.setToolTip(self.tr("Ask the model a few small questions"))
        self.result = plain_label("", "faint", wrap=True, selectable=True)
        self.waiting = plain_label("", "faint", wrap=True)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        self._add(grid, MODEL_PRESET, self.preset)
        self._add(grid, MODEL_URL, self.url)
        self._add(grid, MODEL_NAME, self.name)
        self._add_row(grid, self.tr("Key"), self._key_help(), self._key_box())
        self._add(grid, MODEL_TIMEOUT, self.timeout)
        self._add(grid, MODEL_AT_ONCE, self.at_once)
        self._add(grid, MODEL_MASK, self.masking)
        self._add_row(
            grid,
            _translated(MODEL_PRICES.label),
            _translated(MODEL_PRICES.help),
            _beside(self.sent, self.received),
        )
        self._add(grid, MODEL_LIMIT, self.limit)
        grid.addWidget(self.waiting, grid.rowCount(), 0, 1, 2)
        self._rows.append(self.waiting)
        tested = QWidget()
        row = QHBoxLayout(tested)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.test_button, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.result, 1)
        grid.addWidget(tested, grid.rowCount(), 0, 1, 2)
        self._rows.append(tested)
        grid.setRowStretch(grid.rowCount(), 1)

    def _key_help(self) -> str:
        return self.tr("Kept in the system's keyring, never in a file.")

    def _key_box(self) -> QWidget:
        self.key.setAccessibleName(self.tr("Key"))
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.key)
        column.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignRight)
        self.remove_button.hide()
        return box

    def _add(self, grid: QGridLayout, setting: Setting, control: QWidget) -> None:
        control.setAccessibleName(_translated(setting.label))
        self._add_row(grid, _translated(setting.label), _translated(setting.help), control)

    def _add_row(self, grid: QGridLayout, label: str, words: str, control: QWidget) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(plain_label(label))
        column.addWidget(plain_label(words, "faint", wrap=True))
        control.setToolTip(words)
        control.setFixedWidth(CONTROL_WIDTH_PX)
        row = grid.rowCount()
        grid.addWidget(left, row, 0)
        grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if control is not self.preset:
            self._rows += [left, control]

    # Showing.

    def _show_values(self) -> None:
        values = self._values
        self.preset.setCurrentIndex(max(0, self.preset.findData(values[MODEL_PRESET.key])))
        self.url.setText(str(values[MODEL_URL.key]))
        self.name.setText(str(values[MODEL_NAME.key]))
        for control, setting in ((self.timeout, MODEL_TIMEOUT), (self.at_once, MODEL_AT_ONCE)):
            value = values[setting.key]
            control.setValue(value if isinstance(value, int) else 0)
        self.masking.setChecked(bool(values[MODEL_MASK.key]))
        limit = values[MODEL_LIMIT.key]
        self.limit.setValue(limit if isinstance(limit, int | float) else 0.0)
        self._show_price()

    def _on_preset_chosen(self) -> None:
        # The address of one provider is none of another's.
        self.url.clear()
        self._on_preset_changed()

    def _on_preset_changed(self) -> None:
        preset = str(self.preset.currentData())
        for part in self._rows:
            part.setVisible(preset != NO_MODEL)
        self.url.setPlaceholderText(PRESET_URLS[preset] or "http://localhost:8000/v1")
        self._say("", "faint")
        self._ask_source()
        self._ask_estimate()

    def _ask_source(self) -> None:
        if self.preset.currentData() == NO_MODEL:
            return
        values = {**self._values, **self.values()}
        self._source.run(lambda _memory: self._door.key_source(values), self._show_source)

    def _show_source(self, source: str) -> None:
        self._removed = False
        self.remove_button.setVisible(source == KEYRING)
        self.key.setPlaceholderText(
            {
                KEYRING: self.tr("kept in the keyring"),
                VARIABLE: self.tr("from STRATAGATE_API_KEY"),
            }.get(source, self.tr("none"))
        )

    def _ask_estimate(self) -> None:
        values = {**self._values, **self.values()}
        self._estimate.run(lambda memory: self._door.estimate(memory, values), self._show_estimate)

    def _show_estimate(self, found: Estimated | None) -> None:
        self.waiting.setText("" if found is None else self._estimate_words(found))

    def _estimate_words(self, found: Estimated) -> str:
        if not found.input_tokens:
            return self.tr("Nothing waits for the model.")
        number = QLocale().toString
        said = (
            self.tr(
                "%n block(s) wait for it: about {sent} tokens to send and {received} to receive.",
                "",
                found.blocks,
            )
            if found.blocks
            else self.tr(
                "Events of the graph wait for it: about {sent} tokens to send and {received} to "
                "receive."
            )
        )
        words = said.format(sent=number(found.input_tokens), received=number(found.output_tokens))
        if found.cost is not None:
            cost = self.tr("They cost about {cost}.").format(cost=number(found.cost, "f", 2))
            words = f"{words} {cost}"
        return words

    def _remove_key(self) -> None:
        self._removed = True
        self.key.clear()
        self.key.setPlaceholderText(self.tr("removed when you save"))
        self.remove_button.hide()

    def _show_price(self) -> None:
        self._keep_price()
        self._priced = self.name.text().strip()
        price = self._prices.get(self._priced)
        for name, control in (("input", self.sent), ("output", self.received)):
            value = price.get(name) if isinstance(price, Mapping) else None
            control.setValue(value if isinstance(value, int | float) else 0.0)

    def _keep_price(self) -> None:
        """Keep the price of the model that is shown; none is no price."""
        price = {"input": round(self.sent.value(), 4), "output": round(self.received.value(), 4)}
        priced = self._priced or self.name.text().strip()
        if priced and any(price.values()):
            self._prices[priced] = price
        elif self._priced:
            self._prices.pop(self._priced, None)

    # The test.

    def _on_checked(self, found: Checked) -> None:
        self.test_button.setEnabled(True)
        if found.code:
            words = model_error(found.code)
            if found.detail:
                words = self.tr("{what} The server says: {detail}").format(
                    what=words, detail=found.detail
                )
            self._say(words, "error")
            return
        ways = {
            "json_schema": self.tr("by schema"),
            "tools": self.tr("by tool call"),
            "json_object": self.tr("as a JSON object"),
            "plain": self.tr("in the text"),
        }
        words = self.tr("It works. Replies are asked for {way}.").format(
            way=ways.get(found.mode, found.mode)
        )
        if not found.modes.get("tools", False):
            without = self.tr("It makes no tool calls; none are needed.")
            words = f"{words} {without}"
        self._say(words, "")

    def _on_check_failed(self, error: Exception) -> None:
        self.test_button.setEnabled(True)
        self._say(model_error(str(getattr(error, "code", type(error).__name__))), "error")

    def _say(self, words: str, role: str) -> None:
        self.result.setText(words)
        set_property(self.result, "role", role)


def _number(setting: Setting) -> QSpinBox:
    number = QSpinBox()
    pad_number(number)
    number.setRange(int(setting.minimum or 0), int(setting.maximum or 0))
    return number


def _price(most: float = MOST_EXPENSIVE) -> QDoubleSpinBox:
    number = QDoubleSpinBox()
    pad_number(number)
    number.setDecimals(2)
    number.setRange(0.0, most)
    number.setSpecialValueText("–")
    return number


def _beside(*controls: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for control in controls:
        row.addWidget(control, 1)
    return box


def _translated(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
