"""Before and after of an operation in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from stratagate_app.models import event_operations, wording

if TYPE_CHECKING:
    from stratagate_app.engine import JsonValue, RowChange

translate = QCoreApplication.translate

Rows = tuple[tuple[str, str, str], ...]
"""Name of a field, its value before, its value after; "" where there is none."""


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def of(self, kind: str, count: int) -> str:
        """Return so many things of a kind; "" of a kind that is not told."""
        return {
            "workspace": self.tr("%n workspace(s)", "", count),
            "session": self.tr("%n session(s)", "", count),
            "message": self.tr("%n message(s)", "", count),
            "block": self.tr("%n block(s)", "", count),
            "event": self.tr("%n event(s)", "", count),
            "relation": self.tr("%n relation(s)", "", count),
            "use": self.tr("%n use(s)", "", count),
            "rule": self.tr("%n rule(s)", "", count),
            "correction": self.tr("%n correction(s) of the graph", "", count),
            "answer": self.tr("%n answer(s) in Review", "", count),
        }.get(kind, "")


_COUNTED = _Counted()


def counts(numbers: Mapping[str, int]) -> str:
    """Return how many things of each kind, in one line."""
    told = [_COUNTED.of(kind, count) for kind, count in numbers.items()]
    return " · ".join(words for words in told if words)


def heading(change: RowChange) -> str:
    """Return what became another, and what it was called."""
    names = {
        "event": translate("Comparison", "Event"),
        "session": translate("Comparison", "Session"),
        "workspace": translate("Comparison", "Workspace"),
        "block": translate("Comparison", "Block"),
    }
    name = names.get(change.kind, change.kind)
    if not change.title:
        return name
    return translate("Comparison", "{kind} {title}").format(
        kind=name, title=wording.quoted(change.title)
    )


def rows(change: RowChange) -> Rows:
    """Return the fields that became others, before and after."""
    old, new = change.before, change.after
    if change.kind == "event":
        found = [*event_operations.compared(old, new), *_state(old, new)]
    else:
        found = [
            (words, _value(key, old[key]), _value(key, new[key]))
            for key, words in _names().items()
            if key in new and key in old
        ]
    if "workspace" in new:
        found.append(
            (
                translate("Comparison", "workspace"),
                str(old.get("workspace") or ""),
                str(new["workspace"] or ""),
            )
        )
    if "uses" in new:
        found.append((translate("Comparison", "uses"), "", f"+{new['uses']}"))
    return tuple(found)


def _names() -> dict[str, str]:
    return {
        "name": translate("Operations", "name"),
        "title": translate("Operations", "title"),
        "summary": translate("Operations", "summary"),
        "block_turns": translate("Operations", "turns a block"),
        "decay_lambda": translate("Operations", "decay"),
        "turns": translate("Comparison", "turns"),
        "messages": translate("Comparison", "messages"),
        "blocks": translate("Comparison", "blocks"),
        "status": translate("Comparison", "state"),
        "anchor_level": translate("Comparison", "level it fades from"),
    }


def _state(old: Mapping[str, JsonValue], new: Mapping[str, JsonValue]) -> Rows:
    """Return what became of an event as a whole."""
    yes, no = translate("Comparison", "yes"), translate("Comparison", "no")
    none = translate("Comparison", "none")
    found: list[tuple[str, str, str]] = []
    if "state" in new:
        before, after = (event_operations.state(str(values["state"])) for values in (old, new))
        found.append((translate("Comparison", "state"), before, after))
    if "pinned" in new:
        before, after = (yes if values["pinned"] else no for values in (old, new))
        found.append((translate("Comparison", "pinned"), before, after))
    if "cap" in new:
        before, after = (
            none if values["cap"] is None else _value("cap", values["cap"]) for values in (old, new)
        )
        found.append((translate("Comparison", "cap of its weight"), before, after))
    return tuple(found)


def _value(key: str, value: JsonValue) -> str:
    if key == "anchor_level":
        return f"L{value}"
    if key == "status":
        names = {
            "pending": translate("Comparison", "waits for its summary"),
            "ready": translate("Comparison", "ready"),
            "failed": translate("Comparison", "failed"),
        }
        return names.get(str(value), str(value))
    if isinstance(value, float):
        return QLocale().toString(value, "g", 4)
    if isinstance(value, int):
        return QLocale().toString(value)
    return "" if value is None else str(value)
