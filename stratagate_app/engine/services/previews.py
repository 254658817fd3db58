"""Previews of memories: read a file, look, choose, and have it written or dropped.

Nothing of a preview counts before its commit: no search finds it and no weight changes by it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from stratagate_app.engine import importing
from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.events import EventEdit
from stratagate_app.engine.domain.ids import (
    CandidateId,
    EventId,
    OperationId,
    PreviewId,
    WorkspaceId,
)
from stratagate_app.engine.domain.judging import Decision
from stratagate_app.engine.domain.memories import MemoryFile
from stratagate_app.engine.domain.previews import (
    Candidate,
    CandidateFilter,
    CandidateStatus,
    ChosenBy,
    MadeEvent,
    Preview,
    PreviewState,
)
from stratagate_app.engine.errors import ConflictError, InputRejected
from stratagate_app.engine.pipeline.memories import edited, folded_digest
from stratagate_app.engine.pipeline.ports import Clock, PortHolder
from stratagate_app.engine.services import preview_commit, preview_judging, preview_undo
from stratagate_app.engine.services.event_rows import listed
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.listing import load_ids
from stratagate_app.engine.services.preview_rows import (
    load_candidates,
    load_preview,
    load_previews,
    memory_text,
)
from stratagate_app.engine.services.workspaces import load_workspace, workspace_for_import
from stratagate_app.engine.store import bulk
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_json, to_text
from stratagate_app.engine.store.schema import candidates, previews

_CHANGED = ChangeSet(previews=True)
ANY_CANDIDATE = CandidateFilter()
_COLUMNS = ("preview_id", "number", "status", "not_before", "folded", "memory")


class PreviewService:
    """Queries over previews, and what a person does with them."""

    def __init__(
        self, database: Database, clock: Clock, holder: PortHolder, intake: GraphQueue
    ) -> None:
        self._database = database
        self._clock = clock
        self._intake = intake
        self._judging = preview_judging.Judging(database, clock, holder)

    def open_file(self, path: Path, workspace_id: WorkspaceId | None = None) -> Preview:
        """Read the memories of a file and keep them for judging; see open.

        Raises:
            ImportFormatError: It holds no memories, or cannot be read; nothing was kept.
            OSError: The file cannot be read.
        """
        return self.open(importing.read_memories(path), path.name, workspace_id)

    def open_text(self, text: str, name: str, workspace_id: WorkspaceId | None = None) -> Preview:
        """Read what another assistant answered, and keep it for judging; see open.

        Raises:
            ImportFormatError: There are no memories in it.
        """
        return self.open(importing.read_memory_text(text), name, workspace_id)

    def open(self, read: MemoryFile, name: str, workspace_id: WorkspaceId | None = None) -> Preview:
        """Keep the memories of a file for judging.

        Args:
            read: What was read of it.
            name: Of the file, or what stands for it.
            workspace_id: Where the events go, and where they are compared with others; None: by
                the rules for workspaces, else the general one.
        Raises:
            NotFoundError: There is no such workspace.
        """
        now = to_text(self._clock.now())
        # Worked out before the transaction, which then only writes.
        rows = [
            (
                number,
                CandidateStatus.WAITING.value,
                now,
                folded_digest(memory.title, memory.summary),
                memory_text(memory),
            )
            for number, memory in enumerate(read.candidates, start=1)
        ]

        def work(connection: Connection) -> PreviewId:
            home = (
                workspace_for_import(connection, read.format, None, now)
                if workspace_id is None
                else load_workspace(connection, workspace_id)
            )
            result = connection.execute(
                insert(previews).values(
                    workspace_id=home.id,
                    format=read.format,
                    # A name that is no text in any encoding can still be shown and stored.
                    file_name=name.encode("utf-8", "replace").decode(),
                    size_bytes=read.size_bytes,
                    repaired=int(read.repaired),
                    at=now,
                    rejected=to_json(
                        [{"where": r.where, "reason": r.reason} for r in read.rejected]
                    ),
                    warnings=to_json([warning.code for warning in read.warnings]),
                )
            )
            key = PreviewId(int(result.inserted_primary_key[0]))  # type: ignore[index]
            bulk.insert_rows(
                connection, candidates.name, _COLUMNS, [(key, *values) for values in rows]
            )
            return key

        return self.get(self._database.write(work))

    # -- looking

    def load(self) -> tuple[Preview, ...]:
        """Return all previews, the newest first."""
        return tuple(self._database.read(load_previews))

    def get(self, preview_id: PreviewId) -> Preview:
        """Return one preview.

        Raises:
            NotFoundError: There is none of that id.
        """
        return self._database.read(lambda c: load_preview(c, preview_id))

    def find_ids(
        self, preview_id: PreviewId, wanted: CandidateFilter = ANY_CANDIDATE
    ) -> array[int]:
        """Return the ids of the candidates that pass a filter, in the order of the file."""
        statement = select(candidates.c.id).where(candidates.c.preview_id == preview_id)
        if wanted.decision is not None:
            statement = statement.where(candidates.c.decision == wanted.decision.value)
        if wanted.needs_user is not None:
            statement = statement.where(candidates.c.needs_user == int(wanted.needs_user))
        statement = statement.order_by(candidates.c.number)
        return self._database.read(lambda c: load_ids(c, statement))

    def load_page(self, ids: Sequence[int]) -> tuple[Candidate, ...]:
        """Return candidates in the order of ids; those that are gone are left out."""
        return tuple(self._database.read(lambda c: load_candidates(c, ids)))

    # -- judging

    def judge_some(self, limit: int = preview_judging.JUDGED_AT_ONCE) -> ChangeSet | None:
        """Judge up to `limit` candidates that wait; return what changed, None if none waits.

        Thread:
            Any worker; several may run at once, in several processes.
        """
        return _CHANGED if self._judging.run_some(limit) else None

    def next_due_s(self) -> float | None:
        """Return in how many seconds a candidate can be judged; None if none waits."""
        return self._judging.next_due_s()

    def refresh(self, preview_id: PreviewId) -> int:
        """Let those be judged again whose matches are no longer what they were.

        Returns:
            How many wait again. What the user chose stays chosen, but asks to be looked at.
        """
        return self._judging.refresh(preview_id)

    def retry(self, ids: Sequence[CandidateId]) -> ChangeSet:
        """Let candidates be judged anew, with all their attempts."""
        values = {
            "status": CandidateStatus.WAITING.value,
            "attempts": 0,
            "not_before": to_text(self._clock.now()),
            "error": "",
            "error_detail": "",
            "chosen_by": ChosenBy.NOBODY.value,
        }
        return self._change(ids, lambda c, key: c.execute(_set(key, values)))

    # -- choosing

    def decide(
        self,
        ids: Sequence[CandidateId],
        decision: Decision,
        targets: Sequence[EventId] | None = None,
    ) -> ChangeSet:
        """Set what becomes of candidates.

        Args:
            ids: Candidates of open previews.
            decision: For all of them.
            targets: Out of the matches of each; None: those it has, else its nearest match.
        Raises:
            InputRejected: Code `no_target`: a candidate that is to merge, supersede or conflict
                has no match, or not this one. Nothing was changed.
        """

        def work(connection: Connection, key: CandidateId) -> None:
            (candidate,) = load_candidates(connection, [key])
            chosen = _targets(candidate, decision, targets)
            values = {
                "decision": decision.value,
                "targets": to_json(chosen),
                "chosen_by": ChosenBy.USER.value,
                "needs_user": 0,
                "status": CandidateStatus.JUDGED.value,
            }
            connection.execute(_set(key, values))

        return self._change(ids, work)

    def edit(self, candidate_id: CandidateId, edit: EventEdit) -> ChangeSet:
        """Change title, summary or times of a memory before it is written.

        Raises:
            InputRejected: Code `event_field`, as of events.
        """

        def work(connection: Connection, key: CandidateId) -> None:
            (candidate,) = load_candidates(connection, [key])
            changed = memory_text(edited(candidate.memory, edit))
            connection.execute(_set(key, {"edited": changed}))

        return self._change([candidate_id], work)

    def drop(self, preview_id: PreviewId) -> ChangeSet:
        """Throw an open preview away; nothing of it was ever written.

        Raises:
            ConflictError: Code `committed`: it was written.
        """

        def work(connection: Connection) -> None:
            _check_open(load_preview(connection, preview_id))
            connection.execute(delete(candidates).where(candidates.c.preview_id == preview_id))
            connection.execute(delete(previews).where(previews.c.id == preview_id))

        self._database.write(work)
        return _CHANGED

    def commit(self, preview_id: PreviewId) -> ChangeSet:
        """Write what was decided, as one operation; see preview_commit.commit."""
        now = self._clock.now()

        def work(connection: Connection) -> ChangeSet:
            changes, made = preview_commit.commit(connection, now, preview_id)
            return self._intake.add(connection, changes.operation_id, made) | changes

        return self._database.write(work) | _CHANGED

    # -- taking back a part; HistoryService.undo takes back the whole

    def find_made(
        self, operation_id: OperationId, *, changed: bool = False, releasing: bool = False
    ) -> array[int]:
        """Return the ids of the events that a commit made and that are still there.

        Args:
            operation_id: The commit.
            changed: Only those that later operations rest on.
            releasing: Only those that superseded or contradict an event.
        """
        return self._database.read(
            lambda c: preview_undo.find_made(c, operation_id, changed=changed, releasing=releasing)
        )

    def load_made(self, operation_id: OperationId, ids: Sequence[int]) -> tuple[MadeEvent, ...]:
        """Return events that a commit made, with what taking each back would mean."""
        return self._database.read(lambda c: preview_undo.load_made(c, operation_id, ids))

    def withdraw(self, operation_id: OperationId, event_ids: Sequence[EventId]) -> ChangeSet:
        """Take some events of a commit back, as one operation; see preview_undo.withdraw."""
        now = self._clock.now()
        return self._database.write(
            lambda c: preview_undo.withdraw(c, now, operation_id, event_ids)
        )

    def _change(
        self, ids: Sequence[CandidateId], act: Callable[[Connection, CandidateId], object]
    ) -> ChangeSet:
        def work(connection: Connection) -> None:
            statement = (
                select(candidates.c.preview_id).where(listed(candidates.c.id, ids)).distinct()
            )
            for preview_id in connection.execute(statement).scalars().all():
                _check_open(load_preview(connection, preview_id))
            for key in ids:
                act(connection, key)

        self._database.write(work)
        return _CHANGED


def _set(key: CandidateId, values: dict[str, Any]) -> Any:
    return update(candidates).where(candidates.c.id == key).values(values)


def _check_open(preview: Preview) -> None:
    if preview.state is not PreviewState.OPEN:
        raise ConflictError("committed", preview=preview.id)


def _targets(
    candidate: Candidate, decision: Decision, wanted: Sequence[EventId] | None
) -> list[EventId]:
    if decision is Decision.ADD:
        return []
    offered = [match.event_id for match in candidate.matches]
    if wanted is None:
        chosen = list(candidate.targets) or offered[:1]
    else:
        chosen = [key for key in wanted if key in offered]
    if decision is not Decision.IGNORE and not chosen:
        raise InputRejected("no_target", candidate=candidate.id, decision=decision.value)
    return chosen
