"""Exports: what is remembered, written to files that can be read back."""

from __future__ import annotations

import errno
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, select

from stratagate_app.engine.domain.exports import (
    FORMATS,
    ExportChoice,
    ExportedEvent,
    ExportedSession,
    ExportFormat,
    ExportResult,
    ExportWhat,
)
from stratagate_app.engine.domain.graph import NodeDetail
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.errors import InputRejected, StorageError
from stratagate_app.engine.exporting import events as event_files
from stratagate_app.engine.exporting import files
from stratagate_app.engine.exporting import graph as graph_files
from stratagate_app.engine.exporting import sessions as session_files
from stratagate_app.engine.exporting.values import Mask, mask_of
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services.export_rows import (
    CONVERSATIONS,
    load_exported_events,
    load_exported_session,
)
from stratagate_app.engine.services.graph import GraphService
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import events, sessions

_EVENTS_AT_ONCE = 200
EVENTS_NAME, SESSIONS_NAME, GRAPH_NAME = "events.json", "sessions.json", "graph.json"


class ExportService:
    """Writes files; the memory stays as it is."""

    def __init__(self, database: Database, clock: Clock, graph: GraphService) -> None:
        self._database = database
        self._clock = clock
        self._graph = graph

    def write(
        self, choice: ExportChoice, target: Path, progress: Progress | None = None
    ) -> ExportResult:
        """Write what was chosen to a file, which appears only when it is whole.

        Nothing is kept in memory but a few events, or one session.

        Args:
            choice: What, how, and which.
            target: The file; one that is there is replaced.
            progress: Told how many events and sessions are done; it may stop the export.
        Raises:
            InputRejected: Code `export_format`: it cannot be written in this format.
            StorageError: Code `disk_full` or `read_only`: the file cannot be written; one that was
                there is as it was.
            OperationCancelled: Somebody asked to stop; nothing was written.
        """
        if choice.format not in FORMATS[choice.what]:
            raise InputRejected("export_format", what=choice.what.value, format=choice.format.value)
        run = _Run(self._database, self._graph, choice, progress)
        try:
            with files.appearing(target) as partial:
                if choice.what is ExportWhat.ALL:
                    about = {
                        "exportedAt": to_text(self._clock.now()),
                        "masked": choice.masked,
                        "counts": run.counts,
                    }
                    files.write_archive(partial, run.all_files(), about)
                else:
                    files.write_text(partial, run.parts(choice.what, choice.format))
                size = partial.stat().st_size
        except OSError as error:
            code = "disk_full" if error.errno == errno.ENOSPC else "read_only"
            detail = error.strerror or str(error)
            raise StorageError(code, path=str(target), detail=detail) from error
        return ExportResult(target, size, dict(run.counts))


class _Run:
    """One export: reads page by page, and counts."""

    def __init__(
        self,
        database: Database,
        graph: GraphService,
        choice: ExportChoice,
        progress: Progress | None,
    ) -> None:
        self._database = database
        self._graph = graph
        self._choice = choice
        self._progress = progress
        self._mask: Mask = mask_of(masked=choice.masked)
        self._done = 0
        self._event_ids = database.read(self._find_events)
        self._session_ids = database.read(self._find_sessions)
        self.counts: dict[str, int] = {}

    def parts(self, what: ExportWhat, written: ExportFormat) -> Iterator[str]:
        """Yield a file bit by bit."""
        if what is ExportWhat.GRAPH:
            return self._graph_parts(written)
        return _WRITERS[what, written](self, self._mask)

    def all_files(self) -> Mapping[str, Iterable[str]]:
        """Return everything by the names of its files."""
        return {
            SESSIONS_NAME: self.parts(ExportWhat.SESSIONS, ExportFormat.JSON),
            EVENTS_NAME: self.parts(ExportWhat.EVENTS, ExportFormat.JSON),
            GRAPH_NAME: self.parts(ExportWhat.GRAPH, ExportFormat.JSON),
        }

    def events(self) -> Iterator[ExportedEvent]:
        """Yield the events, the oldest first."""
        for start in range(0, len(self._event_ids), _EVENTS_AT_ONCE):
            ids = self._event_ids[start : start + _EVENTS_AT_ONCE]
            yield from self._database.read(partial(load_exported_events, ids=ids))
            self._told("events", len(ids))

    def sessions(self) -> Iterator[ExportedSession]:
        """Yield the sessions, the oldest first."""
        for key in self._session_ids:
            found = self._database.read(partial(load_exported_session, session_id=key))
            if found is not None:
                yield found
            self._told("sessions", 1)

    def _graph_parts(self, written: ExportFormat) -> Iterator[str]:
        view = self._graph.view(self._choice.workspace_id)

        def nodes() -> Iterator[NodeDetail]:
            for row in view.nodes:
                yield self._graph.node(row.id)
                self.counts["nodes"] = self.counts.get("nodes", 0) + 1

        self.counts["edges"] = len(view.edges)
        write = graph_files.as_graphml if written is ExportFormat.GRAPHML else graph_files.as_json
        return write(view, nodes(), self._mask)

    def _told(self, name: str, count: int) -> None:
        self._done += count
        self.counts[name] = self.counts.get(name, 0) + count
        if self._progress is not None:
            self._progress.report(self._done, len(self._event_ids) + len(self._session_ids))

    def _find_events(self, connection: Connection) -> array[int]:
        choice = self._choice
        if choice.what not in (ExportWhat.EVENTS, ExportWhat.ALL):
            return array("q")
        if choice.events is not None:
            return array("q", choice.events)
        statement = select(events.c.id).order_by(events.c.id)
        if choice.workspace_id is not None:
            statement = statement.where(events.c.workspace_id == choice.workspace_id)
        return load_ids(connection, statement)

    def _find_sessions(self, connection: Connection) -> array[int]:
        choice = self._choice
        if choice.what not in (ExportWhat.SESSIONS, ExportWhat.ALL):
            return array("q")
        if choice.sessions is not None:
            return array("q", choice.sessions)
        statement = select(sessions.c.id).where(CONVERSATIONS).order_by(sessions.c.id)
        if choice.workspace_id is not None:
            statement = statement.where(sessions.c.workspace_id == choice.workspace_id)
        return load_ids(connection, statement)


_WRITERS: Mapping[tuple[ExportWhat, ExportFormat], Callable[[_Run, Mask], Iterator[str]]] = {
    (ExportWhat.EVENTS, ExportFormat.JSON): lambda run, m: event_files.as_json(run.events(), m),
    (ExportWhat.EVENTS, ExportFormat.CSV): lambda run, m: event_files.as_table(run.events(), m),
    (ExportWhat.EVENTS, ExportFormat.MARKDOWN): lambda run, m: event_files.as_notes(
        run.events(), m
    ),
    (ExportWhat.SESSIONS, ExportFormat.JSON): lambda run, m: session_files.as_json(
        run.sessions(), m
    ),
    (ExportWhat.SESSIONS, ExportFormat.MARKDOWN): lambda run, m: session_files.as_notes(
        run.sessions(), m
    ),
}
