"""Small widgets that pages share; all their text is plain text."""

from __future__ import annotations

from stratagate_app.ui.widgets.chip import Chip
from stratagate_app.ui.widgets.empty_state import EmptyState
from stratagate_app.ui.widgets.flow_layout import FlowLayout
from stratagate_app.ui.widgets.key_value_grid import KeyValueGrid
from stratagate_app.ui.widgets.labels import (
    ElidedLabel,
    SectionLabel,
    fit_height,
    line,
    link_button,
    pad_number,
    plain_label,
    set_property,
)
from stratagate_app.ui.widgets.search_field import SearchField
from stratagate_app.ui.widgets.segmented_switch import SegmentedSwitch
from stratagate_app.ui.widgets.toast import Toast

__all__ = [
    "Chip",
    "ElidedLabel",
    "EmptyState",
    "FlowLayout",
    "KeyValueGrid",
    "SearchField",
    "SectionLabel",
    "SegmentedSwitch",
    "Toast",
    "fit_height",
    "line",
    "link_button",
    "pad_number",
    "plain_label",
    "set_property",
]
