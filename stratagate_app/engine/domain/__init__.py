"""Frozen dataclasses and ids: conversation, events, jobs, changes, imports."""
