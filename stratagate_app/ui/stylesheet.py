"""The style sheet: rules by dynamic property `role`, so that no widget carries colours.

Roles:
    QLabel: title (15 bold), heading (13 bold), muted, faint, small, section, chip (+ tone),
        kbd, link.
    QFrame, QWidget: card (+ selected), panel, panel2, ground, topbar, nav, status, line, quote.
    QPushButton, QToolButton: primary, ghost, danger, nav, link (an underlined word), segment.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_RULES = Template("""
* { outline: 0; }
QWidget { color: $text; }
QMainWindow, QWidget[role="ground"] { background: $bg; }
QDialog { background: $panel; }
QToolTip { color: $text; background: $panel; border: 1px solid $line; padding: 4px 6px; }

QWidget[role="panel"], QFrame[role="panel"] { background: $panel; }
QWidget[role="panel2"], QFrame[role="panel2"] { background: $panel2; }
QFrame[role="card"] { background: $panel; border: 1px solid $line; border-radius: 8px; }
QFrame[role="card"][selected="true"] { border-color: $text; }
QFrame[role="card"]:focus { border: 2px solid $accent; }
QFrame[role="quote"] { background: $panel2; border: 0; border-left: 3px solid $l3;
  border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QFrame[role="line"] { background: $line; border: 0; }
QWidget[role="topbar"] { background: $panel; border: 0; border-bottom: 1px solid $line; }
QWidget[role="header"] { background: $panel; border: 0; border-bottom: 1px solid $line; }
QWidget[role="nav"] { background: $panel2; border: 0; border-right: 1px solid $line; }
QWidget[role="status"] { background: $panel; border: 0; border-top: 1px solid $line; }
QWidget[role="popup"] { background: $panel; border: 1px solid $line; border-radius: 8px; }
QFrame[role="toast"] { background: $panel; border: 1px solid $line; border-radius: 8px; }
QFrame[role="toast"][tone="danger"] { border-color: $danger; }
QFrame[role="toast"][tone="warn"] { border-color: $warn; }
QFrame[role="toast"][tone="accent"] { border-color: $accent; }

QLabel { background: transparent; border: 0; }
QLabel[role="logo"] { font-size: 14px; font-weight: 700; }
QLabel[role="title"] { font-size: 15px; font-weight: 600; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="small"] { color: $muted; font-size: 12px; }
QLabel[role="faint"] { color: $faint; font-size: 12px; }
QLabel[role="section"] { color: $faint; font-size: 11px; }
QLabel[role="error"] { color: $danger; }
QLabel[role="warn"] { color: $warn; font-size: 12px; }
QLabel[role="kbd"] { color: $faint; font-size: 11px; border: 1px solid $line;
  border-radius: 4px; padding: 0 5px; }
QLabel[role="chip"] { font-size: 11px; font-weight: 600; border-radius: 4px; padding: 1px 6px;
  background: $line; color: $muted; }
QLabel[role="chip"][tone="accent"] { background: $accent_soft; color: $accent; }
QLabel[role="chip"][tone="warn"] { background: $warn_soft; color: $warn; }
QLabel[role="chip"][tone="danger"] { background: $danger_soft; color: $danger; }
QLabel[role="chip"][tone="info"] { background: $info_soft; color: $info; }
QLabel[role="badge"] { font-size: 11px; font-weight: 600; border-radius: 8px; padding: 0 7px;
  background: $line; color: $muted; }
QLabel[role="badge"][selected="true"] { background: $accent; color: $accent_text; }

QPushButton, QToolButton { background: $panel; color: $text; border: 1px solid $line;
  border-radius: 6px; padding: 0 12px; min-height: 28px; font-weight: 500; }
QToolButton { padding: 0 8px; }
QPushButton:hover, QToolButton:hover { background: $panel2; border-color: $faint; }
QPushButton:pressed, QToolButton:pressed { background: $line; }
QPushButton:disabled, QToolButton:disabled { color: $faint; background: $panel2; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 0 11px; }
QToolButton:focus { padding: 0 7px; }
QPushButton:default { border-color: $accent; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[scale="small"], QToolButton[scale="small"] { min-height: 22px; padding: 0 9px;
  font-size: 12px; }
QPushButton[role="primary"] { background: $accent; border-color: $accent; color: $accent_text; }
QPushButton[role="primary"]:hover { background: $l5; border-color: $l5; }
QPushButton[role="primary"]:focus { border: 2px solid $text; }
QPushButton[role="primary"]:disabled { background: $line; border-color: $line; color: $faint; }
QPushButton[role="ghost"], QToolButton[role="ghost"] { background: transparent;
  border: 1px solid transparent; color: $muted; }
QPushButton[role="ghost"]:hover, QToolButton[role="ghost"]:hover { background: $line; }
QPushButton[role="ghost"]:focus, QToolButton[role="ghost"]:focus { border: 2px solid $accent; }
QPushButton[role="select"] { background: $panel2; }
QPushButton[role="danger"] { color: $danger; }
QPushButton[role="link"], QToolButton[role="link"] { background: transparent; border: 0;
  padding: 0; min-height: 18px; color: $text; text-decoration: underline; font-weight: 400;
  text-align: left; border-radius: 3px; }
QPushButton[role="link"]:hover, QToolButton[role="link"]:hover { color: $accent; }
QPushButton[role="link"]:focus, QToolButton[role="link"]:focus { border: 1px solid $accent; }
QPushButton[role="link"][scale="small"] { font-size: 12px; min-height: 16px; }
QToolButton[role="nav"] { background: transparent; border: 1px solid transparent;
  color: $muted; text-align: left; padding: 0 9px; min-height: 30px; }
QToolButton[role="nav"]:hover { background: $line; }
QToolButton[role="nav"]:checked { background: $accent_soft; color: $accent; }
QToolButton[role="nav"][quiet="true"]:checked { background: transparent; color: $accent; }
QToolButton[role="nav"]:focus { border: 1px solid $accent; }

QToolButton[role="segment"] { background: $panel; color: $muted; border: 1px solid $line;
  border-left: 0; border-radius: 0; padding: 0 10px; min-height: 22px; font-size: 12px;
  font-weight: 400; }
QToolButton[role="segment"][place="first"] { border-left: 1px solid $line;
  border-top-left-radius: 6px; border-bottom-left-radius: 6px; }
QToolButton[role="segment"][place="last"] { border-top-right-radius: 6px;
  border-bottom-right-radius: 6px; }
QToolButton[role="segment"][place="only"] { border-left: 1px solid $line; border-radius: 6px; }
QToolButton[role="segment"]:hover { background: $line; }
QToolButton[role="segment"]:checked { background: $accent; color: $accent_text;
  border-color: $accent; font-weight: 600; }
QToolButton[role="segment"]:disabled { color: $faint; background: $panel2; }
QToolButton[role="segment"]:focus { text-decoration: underline; border: 2px solid $text;
  padding: 0 9px; min-height: 20px; }

QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QDateEdit, QComboBox { background: $panel2;
  color: $text; border: 1px solid $line; border-radius: 6px; padding: 0 8px; min-height: 28px;
  selection-background-color: $accent; selection-color: $accent_text;
  placeholder-text-color: $muted; }
QPlainTextEdit { padding: 4px 6px; }
QLineEdit:hover, QComboBox:hover { border-color: $faint; }
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateEdit:focus,
QComboBox:focus { border: 2px solid $accent; padding: 0 7px; }
QPlainTextEdit:focus { padding: 3px 5px; }
QLineEdit:disabled, QComboBox:disabled { color: $faint; }
QLineEdit QToolButton { background: transparent; border: 0; padding: 0; min-height: 0; }
QSpinBox, QDoubleSpinBox { padding: 0 2px 0 7px; }
QSpinBox:focus, QDoubleSpinBox:focus { padding: 0 1px 0 6px; }
QComboBox::drop-down, QDateEdit::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow, QDateEdit::down-arrow { image: url("$icons/chevron-down-$name.svg");
  width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $line; padding: 4px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button,
QDoubleSpinBox::down-button { border: 0; width: 18px; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url("$icons/chevron-up-$name.svg");
  width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
  image: url("$icons/chevron-down-$name.svg"); width: 10px; height: 10px; }
QCheckBox, QRadioButton { background: transparent; spacing: 8px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $faint; border-radius: 4px;
  background: $panel2; }
QCheckBox::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent;
  image: url("$icons/check-$name.svg"); }
QCheckBox::indicator:focus { border: 2px solid $accent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; text-decoration: underline; }

QAbstractItemView { background: $panel; color: $text; border: 0;
  selection-background-color: $accent_soft; selection-color: $text;
  alternate-background-color: $panel2; gridline-color: $line; }
QListView::item:hover, QTableView::item:hover { background: $panel2; }
QListView::item:selected, QTableView::item:selected { background: $accent_soft; color: $text; }
QTableView { border: 0; }
QTableView::indicator { width: 14px; height: 14px; border: 1px solid $faint; border-radius: 4px;
  background: $panel2; }
QTableView::indicator:hover { border-color: $accent; }
QTableView::indicator:checked { background: $accent; border-color: $accent;
  image: url("$icons/check-$name.svg"); }
QHeaderView { background: $panel; border: 0; }
QHeaderView::section { background: $panel; color: $muted; font-size: 12px; border: 0;
  border-bottom: 1px solid $line; padding: 5px 6px; }
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow { image: url("$icons/chevron-up-$name.svg"); width: 10px; }
QHeaderView::down-arrow { image: url("$icons/chevron-down-$name.svg"); width: 10px; }
QTableCornerButton::section { background: $panel; border: 0; }

QScrollArea { border: 0; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 4px; border: 2px solid transparent;
  min-height: 28px; min-width: 28px; margin: 2px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }

QProgressBar { background: $line; border: 0; border-radius: 3px; max-height: 6px;
  min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QMenu { background: $panel; border: 1px solid $line; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QTabWidget::pane { border: 0; border-top: 1px solid $line; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: $muted; padding: 7px 12px; border: 0;
  border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $accent; border-bottom-color: $accent; font-weight: 600; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { text-decoration: underline; }
""")


def build_stylesheet(tokens: Mapping[str, str]) -> str:
    """Return the style sheet with every token filled in; `icons` is the folder of the icons."""
    return _RULES.substitute(tokens)
