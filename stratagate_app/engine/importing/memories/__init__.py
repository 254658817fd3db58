"""Readers of what other assistants remember: one module a format; no database."""
