"""Operations on the graph in words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject

from stratagate_app.engine import JsonValue
from stratagate_app.models.fields import integer, quoted, text

KINDS = (
    "project",
    "merge_nodes",
    "split_node",
    "rename_node",
    "add_alias",
    "remove_alias",
    "retype_node",
    "close_fact",
    "close_edge",
    "decide_fact",
    "decide_edge",
    "rebuild_graph",
)
"""Kinds of operations on the graph, in the order a filter offers them."""

translate = QCoreApplication.translate


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def said(self, count: int) -> str:
        """Return `12 facts and relations`."""
        return self.tr("%n fact(s) and relation(s)", "", count)

    def refused(self, count: int) -> str:
        """Return `2 not taken`."""
        return self.tr("%n not taken", "", count)

    def events(self, count: int) -> str:
        """Return that a graph is read anew from so many events."""
        return self.tr("Reads the graph of {workspace} anew from %n event(s)", "", count)


_COUNTED = _Counted()


def names() -> dict[str, str]:
    """Return how operations of each kind are called in a filter."""
    return {
        "project": translate("Operations", "Taken into the graph"),
        "merge_nodes": translate("Operations", "Merged nodes"),
        "split_node": translate("Operations", "Split nodes"),
        "rename_node": translate("Operations", "Renamed nodes"),
        "add_alias": translate("Operations", "Added aliases"),
        "remove_alias": translate("Operations", "Removed aliases"),
        "retype_node": translate("Operations", "Types of nodes"),
        "close_fact": translate("Operations", "Closed facts"),
        "close_edge": translate("Operations", "Closed relations"),
        "decide_fact": translate("Operations", "Decided facts"),
        "decide_edge": translate("Operations", "Decided relations"),
        "rebuild_graph": translate("Operations", "Graphs read anew"),
    }


def sentence(kind: str, fields: Mapping[str, JsonValue]) -> str:
    """Return what an operation of a kind with these fields did."""
    if kind == "project":
        return _projected(fields)
    # The values of the fields may hold braces: everything goes in at once.
    words = (
        _COUNTED.events(integer(fields, "count")) if kind == "rebuild_graph" else _templates()[kind]
    )
    return words.format(
        title=quoted(fields, "title"),
        other=quoted(fields, "other"),
        name=quoted(fields, "name"),
        alias=quoted(fields, "alias"),
        type=text(fields, "type"),
        what=quoted(fields, "value"),
        key=text(fields, "key"),
        day=text(fields, "on"),
        workspace=text(fields, "workspace"),
    )


def _templates() -> dict[str, str]:
    return {
        "merge_nodes": translate("Operations", "{other} is {title}: made them one node"),
        "split_node": translate("Operations", "Made {other} a node of its own, apart from {title}"),
        "rename_node": translate("Operations", "Renamed {title} to {name}"),
        "add_alias": translate("Operations", "{title} is also called {alias}"),
        "remove_alias": translate("Operations", "{title} is not called {alias}"),
        "retype_node": translate("Operations", "{title} is of the type {type}"),
        "close_fact": translate("Operations", "{title}, {key}: {what} held until {day}"),
        "close_edge": translate("Operations", "{title} {key} {what}: held until {day}"),
        "decide_fact": translate("Operations", "{title}, {key}: {what} is what holds"),
        "decide_edge": translate("Operations", "{title} {key} {what}: this is what holds"),
    }


def _projected(fields: Mapping[str, JsonValue]) -> str:
    said = integer(fields, "facts") + integer(fields, "edges")
    parts = [_COUNTED.said(said)]
    if integer(fields, "refused"):
        parts.append(_COUNTED.refused(integer(fields, "refused")))
    words = translate("Operations", "Into the graph: {what}").format(what=", ".join(parts))
    file = text(fields, "file")
    return (
        translate("Operations", "{what} ({file})").format(what=words, file=file) if file else words
    )


def refusals(fields: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return what was not taken into the graph, each with its reason."""
    found = fields.get("refusals")
    lines: list[str] = []
    for item in found if isinstance(found, list) else []:
        if isinstance(item, list):
            parts = [" ".join(str(part).split()) for part in item]
            what, name, reason = (*parts, "", "", "")[:3]
            told = f"{what} “{name}”" if name else what
            lines.append(f"{told}: {_reasons().get(reason, reason)}")
    return tuple(lines)


def _reasons() -> dict[str, str]:
    return {
        "dropped": translate("GraphRefusals", "the reply did not fit"),
        "unknown_event": translate("GraphRefusals", "names an event that was not read"),
        "no_event": translate("GraphRefusals", "names no event"),
        "unknown_type": translate("GraphRefusals", "of an unknown type"),
        "empty_name": translate("GraphRefusals", "without a name"),
        "long_name": translate("GraphRefusals", "the name is too long"),
        "empty_key": translate("GraphRefusals", "says not what it tells"),
        "long_key": translate("GraphRefusals", "too long"),
        "empty_value": translate("GraphRefusals", "says nothing"),
        "long_value": translate("GraphRefusals", "too long"),
        "empty_relation": translate("GraphRefusals", "without a relation"),
        "long_relation": translate("GraphRefusals", "the relation is too long"),
        "self_edge": translate("GraphRefusals", "leads from a node to itself"),
        "bad_date": translate("GraphRefusals", "there is no such date"),
        "ends_before_start": translate("GraphRefusals", "ends before it begins"),
        "bad_confidence": translate("GraphRefusals", "its confidence is no number from 0 to 1"),
        "unknown_shape": translate("GraphRefusals", "of an unknown form"),
        "limit_exceeded": translate("GraphRefusals", "more than there may be"),
    }
