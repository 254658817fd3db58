"""What is written to files, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from stratagate_app.engine.domain.conversation import Message
from stratagate_app.engine.domain.events import EventRow, RelationKind
from stratagate_app.engine.domain.ids import EventId, SessionId, WorkspaceId


class ExportWhat(StrEnum):
    """What is exported."""

    EVENTS = "events"
    SESSIONS = "sessions"
    GRAPH = "graph"
    ALL = "all"


class ExportFormat(StrEnum):
    """How it is written."""

    JSON = "json"
    MARKDOWN = "markdown"
    CSV = "csv"
    GRAPHML = "graphml"
    ZIP = "zip"


FORMATS: Mapping[ExportWhat, tuple[ExportFormat, ...]] = {
    ExportWhat.EVENTS: (ExportFormat.JSON, ExportFormat.MARKDOWN, ExportFormat.CSV),
    ExportWhat.SESSIONS: (ExportFormat.JSON, ExportFormat.MARKDOWN),
    ExportWhat.GRAPH: (ExportFormat.JSON, ExportFormat.GRAPHML),
    ExportWhat.ALL: (ExportFormat.ZIP,),
}
"""In which formats each can be written; the first one is what the import reads back in full."""

SUFFIXES: Mapping[ExportFormat, str] = {
    ExportFormat.JSON: ".json",
    ExportFormat.MARKDOWN: ".md",
    ExportFormat.CSV: ".csv",
    ExportFormat.GRAPHML: ".graphml",
    ExportFormat.ZIP: ".zip",
}


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What to export.

    Attributes:
        workspace_id: Only of this one; None for all.
        events: Only these; None for all.
        sessions: Only these; None for all.
        masked: Secrets are masked.
    """

    what: ExportWhat
    format: ExportFormat
    workspace_id: WorkspaceId | None = None
    events: tuple[EventId, ...] | None = None
    sessions: tuple[SessionId, ...] | None = None
    masked: bool = False


@dataclass(frozen=True, slots=True)
class ExportedEvent:
    """An event as it leaves.

    Attributes:
        quotes: Verbatim, in order.
        relations: Kind and other event, of those that it relates itself.
        source_text: The words that it rests on.
    """

    row: EventRow
    quotes: tuple[str, ...]
    relations: tuple[tuple[RelationKind, EventId], ...]
    source_text: str


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """A session as it leaves, with every message.

    Attributes:
        source: Format that it came from.
        title: As the source gave it; "" if it gave none.
        shown_title: As the program shows it.
        project: The folder it belongs to; None if to none.
    """

    source: str
    external_id: str | None
    title: str
    shown_title: str
    started_at: datetime | None
    updated_at: datetime | None
    project: str | None
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What was written.

    Attributes:
        counts: How many of each were written, by what they are.
    """

    path: Path
    size_bytes: int
    counts: Mapping[str, int] = field(default_factory=dict)
