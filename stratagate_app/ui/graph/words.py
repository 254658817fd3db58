"""What the page of the graph says of what it shows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from stratagate_app.models import graph_wording
from stratagate_app.models.graph import GraphData, day_text
from stratagate_app.models.graph_picture import Picture
from stratagate_app.models.graph_states import EdgeState


class GraphWords(QObject):
    """Sentences; methods, so that they are found for translation."""

    def summary(self, data: GraphData, picture: Picture, day: int) -> str:
        """Return how much there is on a day, and what of it there was no room for."""
        states = data.states_on(day)
        holding = int(np.isin(states, (EdgeState.CURRENT, EdgeState.DISPUTED)).sum())
        disputed = (
            data.view.disputed if day == data.today else int((states == EdgeState.DISPUTED).sum())
        )
        parts = [
            self.tr("%n thing(s)", "", int(data.known_on(day).sum())),
            self.tr("%n relation(s)", "", holding),
        ]
        if disputed:
            parts.append(self.tr("%n disputed", "", disputed))
        if picture.left_out:
            parts.append(self.tr("the %n smallest not drawn", "", picture.left_out))
        elif picture.lines_left_out:
            parts.append(self.tr("%n relation(s) not drawn", "", picture.lines_left_out))
        if data.view.unfinished:
            parts.append(self.tr("%n event(s) still to be taken in", "", data.view.unfinished))
        return " · ".join(parts)

    def about_day(self, data: GraphData, picture: Picture, day: int, since: int | None) -> str:
        """Return what there is to say of the day that is shown."""
        if since is not None and since != day:
            first, last = sorted((since, day))
            count = int(data.changed_between(first, last).sum())
            return self.tr("%n relation(s) began or ended since {day}", "", count).format(
                day=graph_wording.day(day_text(first))
            )
        if since is not None:
            return self.tr("move to another day to see what changes until then")
        if day == data.today:
            return self.tr("drag to see what was true then")
        past = int((picture.states == EdgeState.PAST).sum())
        return self.tr("%n relation(s) had ended by then", "", past)

    def nothing(self) -> str:
        """Return what to say where filters leave nothing."""
        return self.tr("Nothing that fits was known on this day. Take a filter away.")

    def selected(self, count: int) -> str:
        """Return what to say beside several nodes; "" for none."""
        if not count:
            return ""
        words = self.tr("%n node(s) selected", "", count)
        if count == 2:  # noqa: PLR2004 - a pair
            return "\n".join((words, self.tr("M merges them: the first one keeps its name.")))
        return words

    def keys(self) -> tuple[tuple[str, str], ...]:
        """Return words and keys of what is no action."""
        return (
            (self.tr("Go to the next node in a direction"), "← ↑ → ↓"),
            (self.tr("Only its neighbours"), "Enter"),
            (self.tr("Zoom"), "+, -"),
            (self.tr("Select several"), self.tr("Ctrl+click, Shift+drag")),
            (self.tr("Find a node"), "/"),
        )
