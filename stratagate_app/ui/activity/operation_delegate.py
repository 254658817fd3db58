"""How a row of the list of changes looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratagate_app.engine import Actor, Operation
from stratagate_app.models import operations, wording
from stratagate_app.models.paged import PagedTableModel
from stratagate_app.ui.activity import operation_words
from stratagate_app.ui.activity.operation_detail import can_redo
from stratagate_app.ui.activity.rows_view import Looks, ModelIndex, RowDelegate

if TYPE_CHECKING:
    from stratagate_app.ui.widgets.chip import Tone


class OperationDelegate(RowDelegate):
    """Sentence, actor, time; Undo where it can be undone, Redo where it was."""

    def looks(self, index: ModelIndex) -> Looks | None:
        """Return what an operation shows."""
        row = index.data(PagedTableModel.RowRole)
        if not isinstance(row, Operation):
            return None
        tones: dict[Actor, Tone] = {Actor.USER: "accent", Actor.AGENT: "info"}
        below = operation_words.below(row)
        button = self.tr("Undo") if row.undoable else ""
        if row.undone:
            # Outside of the f-string, where the words would not be found for translation.
            undone = self.tr("undone")
            below = f"{below} · {undone}"
        if can_redo(row):
            button = self.tr("Redo")
        return Looks(
            operations.sentence(row),
            below,
            wording.actor(row.actor),
            tones.get(row.actor, "neutral"),
            struck=row.undone,
            button=button,
            tooltip=operation_words.tooltip(row),
        )
