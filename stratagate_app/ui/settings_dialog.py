"""Settings, made from their declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from stratagate_app.settings import MODEL_KEYS, SETTINGS, Setting
from stratagate_app.ui.widgets import (
    ElidedLabel,
    SectionLabel,
    SegmentedSwitch,
    fit_height,
    line,
    pad_number,
    plain_label,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from stratagate_app.engine import JsonValue
    from stratagate_app.ui.model_settings import ModelSettings

Control: TypeAlias = QComboBox | QCheckBox | QSpinBox | QDoubleSpinBox

WIDTH_PX = 660
CONTROL_WIDTH_PX = 190


class SettingsDialog(QDialog):
    """Shows every declared setting; `values()` has what was chosen once it is accepted.

    Args:
        values: Every setting by key.
        path: The memory file.
        parent: Owns it.
        model: The settings of the model; None where no model can be reached.
    """

    def __init__(
        self,
        values: Mapping[str, JsonValue],
        path: Path,
        parent: QWidget | None = None,
        *,
        model: ModelSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumWidth(WIDTH_PX)
        self._path = path
        self.model = model
        self._controls: dict[str, Control] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        self.switch = SegmentedSwitch((self.tr("General"), self.tr("Model")))
        self.switch.setAccessibleName(self.tr("Settings"))
        stack = QStackedWidget()
        self.switch.selected.connect(stack.setCurrentIndex)
        self.switch.setVisible(model is not None)
        column.addWidget(self.switch)
        column.addWidget(stack, 1)
        general = QWidget()
        stack.addWidget(general)
        if model is not None:
            stack.addWidget(model)
        sheet = QVBoxLayout(general)
        sheet.setContentsMargins(0, 0, 0, 0)
        sheet.addLayout(self._general(values))
        sheet.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addSpacing(8)
        column.addWidget(buttons)
        fit_height(self, WIDTH_PX)

    def event(self, event: QEvent) -> bool:
        """Make room for words that came; what the user made larger stays so."""
        asked = event.type() == QEvent.Type.LayoutRequest
        done = super().event(event)
        # Of any other event the dialog may be deleted by now.
        layout = self.layout() if asked else None
        if layout is not None and layout.totalHeightForWidth(self.width()) > self.height():
            fit_height(self, self.width())
        return done

    def _general(self, values: Mapping[str, JsonValue]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(0, 1)
        group = ""
        row = 0
        for setting in SETTINGS:
            if not setting.group or setting.key in MODEL_KEYS:
                continue
            if setting.group != group:
                group = setting.group
                if row:
                    grid.addWidget(line(), row, 0, 1, 2)
                    row += 1
                grid.addWidget(SectionLabel(_translated(group)), row, 0, 1, 2)
                row += 1
            self._add(grid, row, setting, values.get(setting.key, setting.default))
            row += 1
        grid.addWidget(line(), row, 0, 1, 2)
        grid.addWidget(SectionLabel(self.tr("Data")), row + 1, 0, 1, 2)
        grid.addLayout(self._data_row(), row + 2, 0, 1, 2)
        return grid

    def values(self) -> dict[str, JsonValue]:
        """Return the chosen values by key."""
        chosen: dict[str, JsonValue] = {}
        for key, control in self._controls.items():
            if isinstance(control, QComboBox):
                chosen[key] = str(control.currentData())
            elif isinstance(control, QCheckBox):
                chosen[key] = control.isChecked()
            elif isinstance(control, QDoubleSpinBox):
                chosen[key] = round(control.value(), 4)
            else:
                chosen[key] = control.value()
        return chosen if self.model is None else chosen | self.model.values()

    def control(self, key: str) -> Control:
        """Return the control of a setting."""
        return self._controls[key]

    def _add(self, grid: QGridLayout, row: int, setting: Setting, value: JsonValue) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        label = plain_label(_translated(setting.label))
        words.addWidget(label)
        if setting.help:
            words.addWidget(plain_label(_translated(setting.help), "faint", wrap=True))
        grid.addLayout(words, row, 0)
        control = _control_for(setting, value)
        control.setFixedWidth(CONTROL_WIDTH_PX)
        control.setAccessibleName(_translated(setting.label))
        control.setToolTip(_translated(setting.help))
        label.setBuddy(control)
        self._controls[setting.key] = control
        grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _data_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(plain_label(self.tr("Memory file")))
        path = ElidedLabel(str(self._path), "faint", mode=Qt.TextElideMode.ElideMiddle)
        path.setAccessibleName(str(self._path))
        words.addWidget(path)
        row.addLayout(words, 1)
        copy = QPushButton(self.tr("Copy path"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(self._path)))
        row.addWidget(copy)
        folder = QPushButton(self.tr("Open folder"))
        folder.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path.parent)))
        )
        row.addWidget(folder)
        return row


def _control_for(setting: Setting, value: JsonValue) -> Control:
    if setting.choices:
        box = QComboBox()
        for choice, label in setting.choices:
            box.addItem(_translated(label), choice)
        box.setCurrentIndex(max(0, box.findData(value)))
        return box
    if isinstance(setting.default, bool):
        check = QCheckBox()
        check.setChecked(bool(value))
        return check
    if isinstance(setting.default, float):
        decimal = QDoubleSpinBox()
        pad_number(decimal)
        decimal.setDecimals(2)
        decimal.setRange(setting.minimum or 0.0, setting.maximum or 1.0)
        decimal.setSingleStep(setting.step or 0.1)
        decimal.setValue(float(value) if isinstance(value, int | float) else setting.default)
        return decimal
    number = QSpinBox()
    pad_number(number)
    number.setRange(int(setting.minimum or 0), int(setting.maximum or 0))
    number.setValue(int(value) if isinstance(value, int) else 0)
    return number


def _translated(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
