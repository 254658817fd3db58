"""The Activity page: everything that changed the memory, and the work in the background."""

from __future__ import annotations

from stratagate_app.ui.activity.page import ActivityPage

__all__ = ["ActivityPage"]
