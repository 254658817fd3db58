"""How a question looks in the list."""

from __future__ import annotations

from collections.abc import Mapping

from stratagate_app.engine import ReviewItem, ReviewKind
from stratagate_app.models import review
from stratagate_app.models.review import ReviewModel
from stratagate_app.ui.activity.rows_view import Looks, ModelIndex, RowDelegate
from stratagate_app.ui.widgets.chip import Tone

TONES: Mapping[ReviewKind, Tone] = {
    ReviewKind.CONFLICT: "warn",
    ReviewKind.UNSURE: "neutral",
    ReviewKind.FAILED: "danger",
    ReviewKind.PLAN_DUE: "info",
    ReviewKind.DUPLICATE: "neutral",
}


class QuestionDelegate(RowDelegate):
    """What it is about, its kind, and the question in short."""

    def looks(self, index: ModelIndex) -> Looks | None:
        """Return what a question shows."""
        row = index.data(ReviewModel.RowRole)
        if not isinstance(row, ReviewItem):
            return None
        title, below = review.headline(row), " ".join(review.below(row).split())
        return Looks(
            title, below, review.kind_name(row.kind), TONES[row.kind], tooltip=f"{title}\n{below}"
        )
