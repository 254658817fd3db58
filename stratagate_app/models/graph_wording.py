"""The graph in words: kinds of nodes, how things stand, relations in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QLocale

from stratagate_app.engine import FactState, NodeType, Validity
from stratagate_app.models.graph_states import EdgeState

_CONTEXT = "Graph"
_TYPES = {
    NodeType.PERSON: QT_TRANSLATE_NOOP("Graph", "person"),
    NodeType.PROJECT: QT_TRANSLATE_NOOP("Graph", "project"),
    NodeType.ORGANIZATION: QT_TRANSLATE_NOOP("Graph", "organization"),
    NodeType.TOOL: QT_TRANSLATE_NOOP("Graph", "tool"),
    NodeType.PLACE: QT_TRANSLATE_NOOP("Graph", "place"),
}
_STATES = {
    EdgeState.CURRENT: QT_TRANSLATE_NOOP("Graph", "true"),
    EdgeState.DISPUTED: QT_TRANSLATE_NOOP("Graph", "disputed"),
    EdgeState.PLANNED: QT_TRANSLATE_NOOP("Graph", "planned"),
    EdgeState.PAST: QT_TRANSLATE_NOOP("Graph", "past"),
}
_FACT_STATES = {
    FactState.CURRENT: EdgeState.CURRENT,
    FactState.DISPUTED: EdgeState.DISPUTED,
    FactState.PLANNED: EdgeState.PLANNED,
    FactState.PAST: EdgeState.PAST,
}
# What the built-in rules call relations and facts; what a model calls otherwise stays as it is.
_RELATIONS = {
    words: words
    for words in (
        QT_TRANSLATE_NOOP("Graph", "uses"),
        QT_TRANSLATE_NOOP("Graph", "works on"),
        QT_TRANSLATE_NOOP("Graph", "works at"),
        QT_TRANSLATE_NOOP("Graph", "works in"),
        QT_TRANSLATE_NOOP("Graph", "works with"),
        QT_TRANSLATE_NOOP("Graph", "lives in"),
        QT_TRANSLATE_NOOP("Graph", "owns"),
        QT_TRANSLATE_NOOP("Graph", "leads"),
        QT_TRANSLATE_NOOP("Graph", "depends on"),
        QT_TRANSLATE_NOOP("Graph", "part of"),
        QT_TRANSLATE_NOOP("Graph", "knows"),
        QT_TRANSLATE_NOOP("Graph", "located in"),
        QT_TRANSLATE_NOOP("Graph", "package manager"),
        QT_TRANSLATE_NOOP("Graph", "launch date"),
        QT_TRANSLATE_NOOP("Graph", "role"),
        QT_TRANSLATE_NOOP("Graph", "status"),
        QT_TRANSLATE_NOOP("Graph", "version"),
    )
}


def node_type(kind: NodeType) -> str:
    """Return what a kind of node is called."""
    return QCoreApplication.translate(_CONTEXT, str(_TYPES[kind]))


def state(value: EdgeState | FactState) -> str:
    """Return how an edge or a fact stands, in a word; "" for one that had not begun."""
    code = _FACT_STATES[value] if isinstance(value, FactState) else value
    return QCoreApplication.translate(_CONTEXT, str(_STATES[code])) if code in _STATES else ""


def relation_text(relation: str) -> str:
    """Return a relation or the key of a fact in the user's language, where it is a known one."""
    known = _RELATIONS.get(relation)
    return relation if known is None else QCoreApplication.translate(_CONTEXT, str(known))


def day(text: str) -> str:
    """Return a day `YYYY-MM-DD` as the locale writes it; anything else as it is."""
    parsed = QDate.fromString(text, "yyyy-MM-dd")
    if not parsed.isValid():
        return text
    pattern = QLocale().dateFormat(QLocale.FormatType.LongFormat)
    for weekday in ("dddd, ", "dddd,", "dddd ", "dddd", " dddd"):
        pattern = pattern.replace(weekday, "")
    return QLocale().toString(parsed, pattern.replace("MMMM", "MMM").strip())


def validity(value: Validity) -> str:
    """Return from when to when something holds; "" if nobody knows."""
    start, end = value.start, value.end
    if start is not None and end is not None:
        return f"{day(start)} – {day(end)}"
    if start is not None:
        return QCoreApplication.translate(_CONTEXT, "since {day}").format(day=day(start))
    if end is not None:
        return QCoreApplication.translate(_CONTEXT, "until {day}").format(day=day(end))
    return ""
