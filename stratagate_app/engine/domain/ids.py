"""Typed row ids, and their public text form (`e12` is event 12)."""

from __future__ import annotations

from typing import NewType

WorkspaceId = NewType("WorkspaceId", int)
SessionId = NewType("SessionId", int)
MessageId = NewType("MessageId", int)
BlockId = NewType("BlockId", int)
EventId = NewType("EventId", int)
JobId = NewType("JobId", int)
OperationId = NewType("OperationId", int)
BatchId = NewType("BatchId", int)
RetrievalId = NewType("RetrievalId", int)
AskId = NewType("AskId", int)
RuleId = NewType("RuleId", int)
PreviewId = NewType("PreviewId", int)
CandidateId = NewType("CandidateId", int)
NodeId = NewType("NodeId", int)
FactId = NewType("FactId", int)
EdgeId = NewType("EdgeId", int)

PREFIXES = {
    "workspace": "w",
    "session": "s",
    "message": "m",
    "block": "b",
    "event": "e",
    "job": "j",
    "operation": "o",
    "batch": "i",
    "retrieval": "r",
    "ask": "q",
    "rule": "u",
    "preview": "p",
    "candidate": "c",
    "node": "n",
    "fact": "f",
    "edge": "g",
}

# SQLite row ids are signed 64-bit: more digits than these name nothing.
_MAX_DIGITS = 18


def public_id(kind: str, number: int) -> str:
    """Return the text form that people and agents use: a letter and the number."""
    return f"{PREFIXES[kind]}{number}"


def parse_public_id(kind: str, text: str) -> int | None:
    """Return the number of a public id, with or without its letter; None if it is none."""
    digits = text.strip().removeprefix(PREFIXES[kind])
    usable = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
    return int(digits) if usable else None
