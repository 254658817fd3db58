"""The engine as a whole: one open file and the services over it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from stratagate_app.engine.domain.changes import ChangeSet, FileProblem, ImportResult
from stratagate_app.engine.domain.ids import WorkspaceId
from stratagate_app.engine.domain.import_plans import ImportChoice
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.errors import ImportFormatError
from stratagate_app.engine.importing import is_export
from stratagate_app.engine.pipeline.local import LocalExtractor, LocalSummariser
from stratagate_app.engine.pipeline.local_judge import LocalJudge
from stratagate_app.engine.pipeline.ports import (
    Answerer,
    Clock,
    EventExtractor,
    Judge,
    PortHolder,
    Ports,
    Projector,
    Summariser,
)
from stratagate_app.engine.services.ask import AskService
from stratagate_app.engine.services.blocks import BlockService
from stratagate_app.engine.services.events import EventService
from stratagate_app.engine.services.exports import ExportService
from stratagate_app.engine.services.graph import GraphService
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.history import HistoryService
from stratagate_app.engine.services.imports import ImportService
from stratagate_app.engine.services.jobs import JobService
from stratagate_app.engine.services.maintenance import MaintenanceService
from stratagate_app.engine.services.previews import PreviewService
from stratagate_app.engine.services.recall import RecallService
from stratagate_app.engine.services.retrieval import RetrievalService
from stratagate_app.engine.services.review import ReviewService
from stratagate_app.engine.services.search import SearchService
from stratagate_app.engine.services.sessions import SessionService
from stratagate_app.engine.services.settings import SettingsService
from stratagate_app.engine.services.usage import UsageService
from stratagate_app.engine.services.workspaces import WorkspaceService
from stratagate_app.engine.store.database import Database


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """Return the current instant in UTC."""
        return datetime.now(UTC)


class Memory:
    """One memory file, open. All methods may be called from any worker thread.

    Attributes:
        path: The file.
        workspaces: Workspaces and their settings.
        sessions: Conversations and their strata.
        blocks: What blocks hold at each level; expand.
        events: What is remembered; pin.
        graph: Who and what the events speak of, and what is true of them when.
        history: Operations; undo and redo.
        jobs: Work that derives memory from blocks.
        imports: Bringing conversations in.
        previews: Memories of other assistants, judged before anything is written.
        exports: What is remembered, written to files.
        review: What a person has to decide.
        search: One question to everything.
        retrieval: What searches found, how it was judged, and what was used of it.
        recall: What a next message gets to see of the past.
        asks: Questions to the memory, answered step by step.
        usage: What models were asked, and what it cost.
        settings: Stored settings and view state.
        clock: What tells the time.
        maintenance: The file as a file.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        ports: Ports,
    ) -> None:
        self._holder = PortHolder(ports)
        self._built_in = ports
        intake = GraphQueue(clock, self._holder)
        self.clock = clock
        self.path = database.path
        self._database = database
        self.settings = SettingsService(database)
        self.workspaces = WorkspaceService(database, clock, intake)
        self.sessions = SessionService(database)
        self.blocks = BlockService(database, clock)
        self.events = EventService(database, clock, intake)
        self.graph = GraphService(database, clock, intake)
        self.history = HistoryService(database, clock)
        self.jobs = JobService(database, clock, self._holder, intake)
        self.imports = ImportService(database, clock)
        self.previews = PreviewService(database, clock, self._holder, intake)
        self.exports = ExportService(database, clock, self.graph)
        self.review = ReviewService(database, clock, self.previews, intake)
        self.search = SearchService(database, self.sessions, self.graph)
        self.retrieval = RetrievalService(database, clock)
        self.recall = RecallService(database, self.sessions, self.blocks, self.graph)
        self.asks = AskService(database, clock, self.retrieval, self._holder)
        self.usage = UsageService(database, clock)
        self.maintenance = MaintenanceService(database)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Clock | None = None,
        summariser: Summariser | None = None,
        extractor: EventExtractor | None = None,
        judge: Judge | None = None,
        answerer: Answerer | None = None,
        projector: Projector | None = None,
    ) -> Self:
        """Open a memory file, creating or migrating it.

        Args:
            path: The file; its folder must exist.
            clock: None for the machine's.
            summariser: None for the built-in rules.
            extractor: None for the built-in rules.
            judge: None for the built-in rules.
            answerer: Who answers questions; None for by hand only.
            projector: Who takes events into the graph; None for nobody.
        Raises:
            MemoryForeignError: A database of another program, or no database.
            MemoryTooNewError: Written by a newer program.
            MemoryDamagedError: SQLite finds it damaged.
            MemoryLockedError: Another process holds it for too long.
            StorageError: The disk refuses (full, read-only, missing folder).
        """
        return cls(
            Database(path),
            clock or SystemClock(),
            Ports(
                summariser or LocalSummariser(),
                extractor or LocalExtractor(),
                judge or LocalJudge(),
                answerer,
                projector,
            ),
        )

    def import_file(
        self,
        path: Path,
        *,
        workspace_id: WorkspaceId | None = None,
        progress: Progress | None = None,
        derive: bool = True,
        choice: ImportChoice | None = None,
    ) -> ImportResult:
        """Import the conversations of a file, or keep its memories to be decided.

        See ImportService.import_file; where a file holds no conversations but what another
        assistant remembers, the result names the preview, and nothing was written. Of an archive
        that an export of everything wrote, both.
        """
        result = self.imports.import_file(
            path, workspace_id=workspace_id, progress=progress, derive=derive, choice=choice
        )
        if is_export(path):
            return self._with_memories(result, path, workspace_id)
        if [problem.code for problem in result.problems] != ["unknown_format"]:
            return result
        try:
            preview = self.previews.open_file(path, workspace_id)
        except ImportFormatError as error:
            if error.code == "unknown_format":
                return result
            where, reason = (str(error.fields.get(name) or "") for name in ("where", "reason"))
            return replace(result, problems=(FileProblem(str(path), error.code, where, reason),))
        return ImportResult(ChangeSet(previews=True), preview_id=preview.id)

    def _with_memories(
        self, result: ImportResult, path: Path, workspace_id: WorkspaceId | None
    ) -> ImportResult:
        """Keep the memories of an archive to be decided, beside its conversations."""
        try:
            preview = self.previews.open_file(path, workspace_id)
        except ImportFormatError:
            # It was exported without events.
            return result
        # That it holds no conversation is no problem where it holds memories.
        problems = tuple(problem for problem in result.problems if problem.code != "empty")
        changes = result.changes | ChangeSet(previews=True)
        return replace(result, changes=changes, problems=problems, preview_id=preview.id)

    def close(self) -> None:
        """End calls that still wait, finish writing and close the file. Idempotent."""
        self._holder.current.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def use_ports(self, ports: Ports | None) -> None:
        """Derive by other ports from the next call on; None for those it was opened with.

        Calls of the ports before that still wait are ended; their jobs go on with the new ones.

        Thread:
            Any worker.
        """
        if ports is not None and ports.projector is None:
            # The graph is built by rules, whoever reads the words.
            ports = replace(ports, projector=self._built_in.projector)
        before, self._holder.current = self._holder.current, ports or self._built_in
        if before is not self._holder.current:
            before.close()

    def data_version(self) -> int:
        """Return a number that changes when another process has written to the file."""
        return self._database.data_version()
