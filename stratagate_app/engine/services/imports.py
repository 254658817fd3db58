"""Importing conversations: one operation a file, saved in batches, safe to stop anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, insert

from stratagate_app.engine import importing
from stratagate_app.engine.domain.changes import (
    Actor,
    ChangeSet,
    FileProblem,
    ImportResult,
    SourceWarning,
)
from stratagate_app.engine.domain.conversation import JsonValue, SourceConversation, Workspace
from stratagate_app.engine.domain.ids import BatchId, OperationId, SessionId, WorkspaceId
from stratagate_app.engine.domain.import_plans import ImportChoice, ImportPlan
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.errors import (
    EnvironmentFailure,
    ImportFormatError,
    OperationCancelled,
)
from stratagate_app.engine.importing import plan
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services import ingest, ingest_writer
from stratagate_app.engine.services.import_plans import Planner
from stratagate_app.engine.services.pace import undisturbed
from stratagate_app.engine.services.workspaces import (
    find_workspace_for,
    load_workspace,
    workspace_for_import,
)
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import import_batches

# A write of so many messages takes a few tenths of a second at most.
BATCH_MESSAGES = 2000
# ... and keeps no more text than this in memory.
BATCH_CHARS = 4_000_000
MAX_WARNINGS = 200

OnSaved = Callable[[Sequence[SessionId]], None]


class ImportService:
    """Commands that bring conversations in."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def import_file(
        self,
        path: Path,
        *,
        workspace_id: WorkspaceId | None = None,
        progress: Progress | None = None,
        on_saved: OnSaved | None = None,
        derive: bool = True,
        choice: ImportChoice | None = None,
    ) -> ImportResult:
        """Import every conversation of a file that is new or has grown.

        Each conversation is stored whole or not at all, several in one transaction. Whatever
        stops the import, what was saved until then stays, is one operation, and importing the
        file again adds only the rest.

        Args:
            path: A file of any format that the readers know.
            workspace_id: Where what is new goes; None: by the rules for workspaces, else by what
                each conversation says of its project.
            progress: Told how many conversations were read (total unknown: 0); may cancel.
            on_saved: Told the sessions after the transaction that saved them.
            derive: Whether sealed blocks queue their summaries.
            choice: Which conversations; None for all.
        Returns:
            What was stored, and every problem: a bad file never raises.
        Thread:
            Any worker.
        """
        with undisturbed():
            run = _Import(
                self._database,
                self._clock,
                path,
                workspace_id,
                on_saved=on_saved,
                choice=choice,
                derive=derive,
            )
            return self._import(run, path, progress)

    def plan_file(
        self,
        path: Path,
        *,
        workspace_id: WorkspaceId | None = None,
        progress: Progress | None = None,
    ) -> ImportPlan:
        """Return what importing a file would do, and write nothing.

        However large the file is, no more than a row a conversation is kept.

        Args:
            path: A file of any format that the readers know.
            workspace_id: As for import_file.
            progress: Told how many conversations were read (total unknown: 0); may cancel.
        Returns:
            Every conversation with what would become of it, and every problem: a bad file never
            raises.
        Raises:
            NotFoundError: There is no such workspace.
        Thread:
            Any worker.
        """
        with undisturbed():
            return Planner(self._database, path, workspace_id).run(progress)

    def _import(self, run: _Import, path: Path, progress: Progress | None) -> ImportResult:
        try:
            run.format, items = importing.read(path)
            for number, item in enumerate(items, start=1):
                if isinstance(item, SourceWarning):
                    run.warn(item)
                else:
                    run.add(item)
                if progress is not None:
                    progress.report(number, 0)
            run.flush()
            run.collect()
            run.finish("done")
        except OperationCancelled:
            run.cancelled = True
            run.finish("cancelled")
        except ImportFormatError as error:
            run.flush_safely()
            run.problem(error.code, error.fields)
            run.finish("partial")
        except EnvironmentFailure as error:
            run.problem(error.code, error.fields)
            run.finish("partial")
        except OSError as error:
            run.flush_safely()
            run.problem("unreadable", {"where": "", "reason": error.strerror or ""})
            run.finish("partial")
        return run.result()


class _Import:
    """One file on its way in."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        path: Path,
        workspace_id: WorkspaceId | None,
        *,
        on_saved: OnSaved | None,
        choice: ImportChoice | None,
        derive: bool,
    ) -> None:
        self.format = ""
        self.cancelled = False
        self._database = database
        self._clock = clock
        self._path = path
        # A name that is no text in any encoding can still be shown and stored.
        self._name = path.name.encode("utf-8", "replace").decode()
        self._workspace_id = workspace_id
        self._on_saved = on_saved
        self._choice = choice
        self._derive = derive
        self._operation: OperationId | None = None
        self._batch: BatchId | None = None
        self._waiting: list[SourceConversation] = []
        self._waiting_messages = 0
        self._waiting_chars = 0
        self._writing: Future[ingest_writer.Stored] | None = None
        self._counts: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._warnings: list[SourceWarning] = []
        self._problems: list[FileProblem] = []
        self._session_ids: list[int] = []

    def warn(self, warning: SourceWarning) -> None:
        """Keep a warning; a file with very many is told by the first of them."""
        self._counts["warnings"] += 1
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings.append(warning)

    def problem(self, code: str, fields: dict[str, object]) -> None:
        """Keep why the file, or the rest of it, was not imported."""
        self._problems.append(
            FileProblem(
                str(self._path),
                code,
                str(fields.get("where") or ""),
                str(fields.get("reason") or fields.get("detail") or ""),
            )
        )

    def add(self, conversation: SourceConversation) -> None:
        """Take a conversation if it is chosen, and write when enough have come together."""
        if self._choice is not None and not self._choice.takes(conversation.key):
            self._counts["not_chosen"] += 1
            return
        self._dropped.update(
            {reason.value: count for reason, count in conversation.dropped.items()}
        )
        if not conversation.messages:
            return
        self._waiting.append(conversation)
        self._waiting_messages += len(conversation.messages)
        self._waiting_chars += sum(len(m.content) for m in conversation.messages)
        if self._waiting_messages >= BATCH_MESSAGES or self._waiting_chars >= BATCH_CHARS:
            self.flush()

    def flush_safely(self) -> None:
        """Write what was read before the file broke off; a failing disk is told as well."""
        try:
            self.flush()
            self.collect()
        except EnvironmentFailure as error:
            self.problem(error.code, error.fields)

    def flush(self) -> None:
        """Hand what has come together to the writer; the batch before is done by then.

        While one batch is being written, the next is read and worked out.
        """
        waiting, self._waiting = self._waiting, []
        self._waiting_messages = self._waiting_chars = 0
        if not waiting:
            return
        # Worked out before the transaction, which then only writes.
        prepared = self._database.read(lambda c: self._prepare(c, waiting))
        self.collect()
        so_far = self._told()
        self._writing = self._database.submit(lambda c: self._store(c, waiting, prepared, so_far))

    def collect(self) -> None:
        """Wait for the batch that is being written, and tell what it saved."""
        if self._writing is None:
            return
        writing, self._writing = self._writing, None
        stored = writing.result()
        self._counts.update(
            new=stored.new,
            longer=stored.longer,
            unchanged=stored.unchanged,
            messages=stored.messages,
        )
        self._session_ids += stored.session_ids
        if self._on_saved is not None and stored.session_ids:
            self._on_saved(stored.session_ids)

    def _prepare(
        self, connection: Connection, waiting: Sequence[SourceConversation]
    ) -> list[ingest.Prepared | None]:
        """Return a plan for each; None where its workspace is not there yet."""
        finder = ingest.Finder(connection, self.format, waiting)
        found: list[ingest.Prepared | None] = []
        homes: dict[str | None, Workspace | None] = {}
        for conversation in waiting:
            hint = conversation.workspace_hint
            if hint not in homes:
                homes[hint] = (
                    find_workspace_for(connection, self.format, hint)
                    if self._workspace_id is None
                    else load_workspace(connection, self._workspace_id)
                )
            home = homes[hint]
            found.append(
                None if home is None else ingest.prepare(connection, finder, conversation, home)
            )
        return found

    def _store(
        self,
        connection: Connection,
        waiting: Sequence[SourceConversation],
        prepared: Sequence[ingest.Prepared | None],
        so_far: dict[str, JsonValue],
    ) -> ingest_writer.Stored:
        now = self._clock.now()
        counts: Counter[str] = Counter()
        session_ids: list[SessionId] = []
        writer: ingest_writer.Writer | None = None
        written: set[object] = set()
        changed: set[object] = set()
        finder = ingest.Finder(connection, self.format, waiting)
        for conversation, made in zip(waiting, prepared, strict=True):
            key = conversation.external_id or plan.head_digest(conversation.messages)
            if writer is not None and key in written:
                # Twice in one file: the second time it continues the first.
                writer.flush()
                changed |= written
                writer, written = None, set()
            current = made
            if current is None or key in changed or finder.is_stale(current):
                current = self._prepare_now(connection, conversation, to_text(now))
            if current.plan is None:
                counts["unchanged"] += 1
                continue
            operation, batch = self._begin(connection)
            if writer is None:
                writer = ingest_writer.Writer(connection, operation, now, derive=self._derive)
            session_ids.append(writer.add(self.format, current, batch))
            written.add(key)
            counts["new" if current.session_id is None else "longer"] += 1
            counts["messages"] += len(current.plan.messages)
        if writer is not None:
            writer.flush()
            if self._operation is not None:
                told = {
                    key: count + int(str(so_far.get(key) or 0)) for key, count in counts.items()
                }
                journal.set_fields(connection, self._operation, {**so_far, **told})
        return ingest_writer.Stored(
            counts["new"],
            counts["longer"],
            counts["unchanged"],
            counts["messages"],
            tuple(dict.fromkeys(session_ids)),
        )

    def _prepare_now(
        self, connection: Connection, conversation: SourceConversation, at: str
    ) -> ingest.Prepared:
        workspace = (
            load_workspace(connection, self._workspace_id)
            if self._workspace_id is not None
            else workspace_for_import(connection, self.format, conversation.workspace_hint, at)
        )
        finder = ingest.Finder(connection, self.format, [conversation])
        return ingest.prepare(connection, finder, conversation, workspace)

    def _begin(self, connection: Connection) -> tuple[OperationId, BatchId]:
        """Return the operation and batch of this import, made with its first write."""
        if self._operation is None or self._batch is None:
            now = self._clock.now()
            self._operation = journal.begin_operation(
                connection, "import", Actor.IMPORT, now, workspace_id=self._workspace_id
            )
            with suppress(OSError):
                self._counts["size"] = self._path.stat().st_size
            result = connection.execute(
                insert(import_batches).values(
                    operation_id=self._operation,
                    format=self.format,
                    file_name=self._name,
                    size_bytes=self._counts["size"],
                    at=to_text(now),
                )
            )
            self._batch = BatchId(int(result.inserted_primary_key[0]))  # type: ignore[index]
        return self._operation, self._batch

    def _told(self, state: str = "partial") -> dict[str, JsonValue]:
        """Return what Activity shows of this import so far."""
        return {
            "file": self._name,
            "format": self.format,
            "state": state,
            **{
                key: self._counts[key]
                for key in ("new", "longer", "unchanged", "messages", "warnings")
            },
            "not_chosen": self._counts["not_chosen"],
            "dropped": dict(self._dropped),
            "problems": [
                {"code": problem.code, "where": problem.where} for problem in self._problems
            ],
        }

    def finish(self, state: str) -> None:
        """Record how it ended, if there is a disk to record it on."""
        try:
            self.collect()
        except EnvironmentFailure as error:
            state = "partial"
            self.problem(error.code, error.fields)
        operation = self._operation
        if operation is not None:
            with suppress(EnvironmentFailure):
                told = self._told(state)
                self._database.write(lambda c: journal.set_fields(c, operation, told))

    def result(self) -> ImportResult:
        """Return what came of it."""
        changed = self._operation is not None
        return ImportResult(
            changes=ChangeSet(
                operation_id=self._operation,
                workspaces=changed,
                sessions=changed,
                blocks=changed,
                jobs=changed,
                history=changed,
            ),
            new=self._counts["new"],
            longer=self._counts["longer"],
            unchanged=self._counts["unchanged"],
            messages=self._counts["messages"],
            not_chosen=self._counts["not_chosen"],
            dropped=dict(self._dropped),
            warnings=tuple(self._warnings),
            problems=tuple(self._problems),
            session_ids=tuple(dict.fromkeys(self._session_ids)),
            cancelled=self.cancelled,
        )
