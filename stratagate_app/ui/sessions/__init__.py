"""The Sessions page: the list, the strata of a session, the cards of its blocks."""

from __future__ import annotations

from stratagate_app.ui.sessions.page import SessionsPage

__all__ = ["SessionsPage"]
