"""The pages of the window in their order, as navigation, keys and lists name them."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


class PageEntry(NamedTuple):
    """A page: its key, its name, its icon, and what it is for."""

    key: str
    title: str
    icon: str
    about: str


def page_entries() -> tuple[PageEntry, ...]:
    """Return every page; the first is opened by Ctrl+1, and so on."""
    return (
        PageEntry(
            "review",
            translate("Pages", "Review"),
            "flag",
            translate("Pages", "What needs your decision"),
        ),
        PageEntry(
            "sessions",
            translate("Pages", "Sessions"),
            "sessions",
            translate("Pages", "Conversations as strata"),
        ),
        PageEntry(
            "events",
            translate("Pages", "Events"),
            "events",
            translate("Pages", "What is remembered"),
        ),
        PageEntry(
            "graph",
            translate("Pages", "Graph"),
            "graph",
            translate("Pages", "What is true of whom and what, now and on any earlier day"),
        ),
        PageEntry(
            "imports",
            translate("Pages", "Imports"),
            "import",
            translate("Pages", "What came in, and what waits to be decided"),
        ),
        PageEntry(
            "ask",
            translate("Pages", "Ask"),
            "help",
            translate("Pages", "Put a question to the memory"),
        ),
        PageEntry(
            "activity",
            translate("Pages", "Activity"),
            "activity",
            translate("Pages", "Everything that changed, and jobs"),
        ),
    )


def key_of(place: int) -> str:
    """Return the keys that open the page at a place, from 0."""
    return f"Ctrl+{place + 1}"
