"""Operations on events in words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject

from stratagate_app.engine import (
    Basis,
    Criticality,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    JsonValue,
    Precision,
    RelationKind,
    Scope,
)
from stratagate_app.models import wording
from stratagate_app.models.fields import integer, quoted, text

KINDS = (
    "pin_event",
    "unpin_event",
    "edit_event",
    "forget_event",
    "restore_event",
    "archive_event",
    "merge_event",
    "supersede_event",
    "conflict_event",
    "relate_event",
    "unrelate_event",
    "scope_event",
    "criticality_event",
    "withdraw_event",
)
"""Kinds of operations on events, in the order a filter offers them."""

translate = QCoreApplication.translate


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def of(self, kind: str, count: int) -> str:
        """Return what was done to several events."""
        return {
            "pin_event": self.tr("Pinned %n event(s)", "", count),
            "unpin_event": self.tr("Unpinned %n event(s)", "", count),
            "forget_event": self.tr("Forgot %n event(s)", "", count),
            "restore_event": self.tr("Restored %n event(s)", "", count),
            "archive_event": self.tr("Archived %n event(s)", "", count),
            "withdraw_event": self.tr("Took %n event(s) of {file} back", "", count),
            "scope_event": self.tr("Scope of %n event(s): {value}", "", count),
            "criticality_event": self.tr("Criticality of %n event(s): {value}", "", count),
            "merge_event": self.tr("Merged %n event(s) into {into}", "", count),
        }.get(kind, "")


_COUNTED = _Counted()


def names() -> dict[str, str]:
    """Return how operations of each kind are called in a filter."""
    return {
        "pin_event": translate("Operations", "Pinned events"),
        "unpin_event": translate("Operations", "Unpinned events"),
        "edit_event": translate("Operations", "Edited events"),
        "forget_event": translate("Operations", "Forgotten events"),
        "restore_event": translate("Operations", "Restored events"),
        "archive_event": translate("Operations", "Archived events"),
        "merge_event": translate("Operations", "Merged events"),
        "supersede_event": translate("Operations", "Superseded events"),
        "conflict_event": translate("Operations", "Conflicts of events"),
        "relate_event": translate("Operations", "Related events"),
        "unrelate_event": translate("Operations", "Relations taken away"),
        "scope_event": translate("Operations", "Scopes of events"),
        "criticality_event": translate("Operations", "Criticality of events"),
        "withdraw_event": translate("Operations", "Events taken back"),
    }


def sentence(kind: str, fields: Mapping[str, JsonValue]) -> str:
    """Return what an operation of a kind with these fields did."""
    count = integer(fields, "count")
    # A merge of two names both.
    several = _COUNTED.of(kind, count) if count > (kind == "merge_event") + 1 else ""
    # The values of the fields may hold braces: everything goes in at once.
    return (several or _templates()[kind]).format(
        title=quoted(fields, "title"),
        other=quoted(fields, "other"),
        into=quoted(fields, "into"),
        relation=_relation(fields),
        value=_value(kind, fields),
        file=text(fields, "file"),
    )


def _templates() -> dict[str, str]:
    return {
        "pin_event": translate("Operations", "Pinned {title}"),
        "unpin_event": translate("Operations", "Unpinned {title}"),
        "edit_event": translate("Operations", "Edited {title}"),
        "forget_event": translate("Operations", "Forgot {title}"),
        "restore_event": translate("Operations", "Restored {title}"),
        "archive_event": translate("Operations", "Archived {title}"),
        "merge_event": translate("Operations", "Merged {title} and {other} into {into}"),
        "supersede_event": translate("Operations", "{title} supersedes {other}"),
        "conflict_event": translate("Operations", "{title} conflicts with {other}"),
        "relate_event": translate("Operations", "Related: {title} {relation} {other}"),
        "unrelate_event": translate("Operations", "Took relations of {title} and {other} away"),
        "scope_event": translate("Operations", "Scope of {title}: {value}"),
        "criticality_event": translate("Operations", "Criticality of {title}: {value}"),
        "withdraw_event": translate("Operations", "Took {title} of {file} back"),
    }


def edited(fields: Mapping[str, JsonValue]) -> tuple[tuple[str, str, str], ...]:
    """Return what an edit changed: name of the field, before, after."""
    before, after = fields.get("before"), fields.get("after")
    return compared(
        before if isinstance(before, Mapping) else {}, after if isinstance(after, Mapping) else {}
    )


def compared(
    old: Mapping[str, JsonValue], new: Mapping[str, JsonValue]
) -> tuple[tuple[str, str, str], ...]:
    """Return the words of an event that became others: name of the field, before, after."""
    rows = {
        "title": translate("Operations", "title"),
        "summary": translate("Operations", "summary"),
        "tags": translate("Operations", "tags"),
        "participants": translate("Operations", "people and things"),
        "type": translate("Operations", "type"),
        "status": translate("Operations", "whether it happened"),
        "scope": translate("Operations", "scope"),
        "criticality": translate("Operations", "criticality"),
        "mentioned_at": translate("Operations", "mentioned"),
    }
    found = [
        (words, _shown(key, old), _shown(key, new)) for key, words in rows.items() if key in new
    ]
    times = [key for key in _TIMES if key in new]
    if times:
        found.append(
            (
                translate("Operations", "happened"),
                _happened({**new, **old}),
                _happened({**old, **new}),
            )
        )
    return tuple(found)


def state(value: str) -> str:
    """Return a state of events in words; one that is not known stays a code."""
    return wording.event_state(EventState(value)) if value in list(EventState) else value


_TIMES = ("happened_start", "happened_end", "happened_text", "precision", "basis")


def _shown(key: str, values: Mapping[str, JsonValue]) -> str:
    value = values.get(key)
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or wording.NO_TIME
    if key in ("type", "status", "scope", "criticality"):
        return _named(key, text(values, key))
    if key == "mentioned_at":
        return wording.said(wording.instant_of(text(values, key)))
    return text(values, key)


def _happened(values: Mapping[str, JsonValue]) -> str:
    start = text(values, "happened_start")
    words = text(values, "happened_text")
    if not start:
        return wording.quoted(words) if words else wording.NO_TIME
    known = text(values, "precision")
    precision = Precision(known) if known in list(Precision) else Precision.RANGE
    end = text(values, "happened_end") or start
    return wording.happened(Happening(start, end, words, precision, Basis.UNKNOWN))


def _relation(fields: Mapping[str, JsonValue]) -> str:
    kind = text(fields, "relation")
    if kind in list(RelationKind):
        return wording.relation(RelationKind(kind), outgoing=True)
    return kind


def _value(kind: str, fields: Mapping[str, JsonValue]) -> str:
    name = kind.removesuffix("_event")
    return _named(name, text(fields, name))


def _named(name: str, value: str) -> str:
    """Return a code in words; one that is not known stays a code."""
    if name == "scope" and value in list(Scope):
        return wording.scope(Scope(value))
    if name == "criticality" and value in list(Criticality):
        return wording.criticality(Criticality(value))
    if name == "type" and value in list(EventType):
        return wording.event_type(EventType(value))
    if name == "status" and value in list(HappeningStatus):
        return wording.happening_status(HappeningStatus(value))
    return value
