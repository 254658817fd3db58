"""The Events page: the table, its filters, and everything about one event."""

from __future__ import annotations

from stratagate_app.ui.events.page import EventsPage

__all__ = ["EventsPage"]
