"""Widgets, delegates, dialogs and style."""
