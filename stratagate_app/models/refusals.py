"""Why a change of an event, or of the graph, was refused, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

if TYPE_CHECKING:
    from stratagate_app.engine import StrataGateError

translate = QCoreApplication.translate


def reason(error: StrataGateError) -> str:
    """Return what is wrong and what would be right; "" for an error of another kind."""
    template = _templates().get(str(error.fields.get("reason")), "")
    if error.code not in ("event_field", "events", "graph") or not template:
        return ""
    limit = error.fields.get("limit")
    return template.format(
        field=_field(str(error.fields.get("field", ""))),
        limit=QLocale().toString(limit) if isinstance(limit, int) else "",
        start=error.fields.get("start", ""),
    )


def _field(name: str) -> str:
    return {
        "title": translate("Refusals", "Title"),
        "summary": translate("Refusals", "Summary"),
        "tags": translate("Refusals", "Tags"),
        "participants": translate("Refusals", "People and things"),
        "happened": translate("Refusals", "Happened"),
        "mentioned_at": translate("Refusals", "Mentioned"),
    }.get(name, name)


def _templates() -> dict[str, str]:
    return {
        "empty": translate("Refusals", "{field} must not be empty."),
        "too_long": translate("Refusals", "{field} takes at most {limit} characters."),
        "too_many": translate("Refusals", "{field}: at most {limit}."),
        "no_offset": translate("Refusals", "{field}: give the time zone too, as in +01:00."),
        "not_a_date": translate(
            "Refusals", "{field}: write a date that there is, such as 2026-03-04."
        ),
        "incomplete": translate("Refusals", "{field}: give both ends."),
        "reversed": translate("Refusals", "{field}: it ends before it begins."),
        "too_exact": translate("Refusals", "{field}: the date is less exact than it says."),
        "unknown_precision": translate("Refusals", "{field}: it is not known how exact that is."),
        "not_of_batch": translate(
            "Refusals", "One of them is not of this batch, or was taken back meanwhile."
        ),
        "same_event": translate("Refusals", "Choose two different events."),
        "not_standing": translate("Refusals", "One of them is forgotten or archived."),
        "other_workspace": translate("Refusals", "They are of different workspaces."),
        "other_session": translate(
            "Refusals", "One of them is found from its own session only. Widen its scope first."
        ),
        "cycle": translate("Refusals", "It would supersede what supersedes it."),
        "contradiction": translate("Refusals", "The opposite was said before."),
        "bad_date": translate("Refusals", "There is no such day."),
        "before_start": translate("Refusals", "It began on {start}: it cannot have ended before."),
        "empty_name": translate("Refusals", "A name needs a letter or a digit."),
        "is_name": translate("Refusals", "That is its name. Rename it first."),
        "long_name": translate("Refusals", "A name has at most {limit} characters."),
        "name_taken": translate(
            "Refusals", "Another node is called that already: merge them, if they are the same."
        ),
        "no_alias": translate("Refusals", "It has no such alias."),
        "not_disputed": translate("Refusals", "It is not disputed."),
        "not_of_node": translate("Refusals", "That is no fact or relation of this node."),
        "nothing_moved": translate("Refusals", "Choose facts or relations for the new node."),
        "same_name": translate("Refusals", "The new node needs another name."),
        "same_node": translate("Refusals", "Choose two different nodes."),
        "too_many_aliases": translate("Refusals", "A node has at most {limit} aliases."),
    }
