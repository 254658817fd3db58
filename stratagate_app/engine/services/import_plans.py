"""Planning an import: a file is read once, compared with what is there, and nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection

from stratagate_app.engine import importing
from stratagate_app.engine.domain.changes import FileProblem, Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation, Workspace
from stratagate_app.engine.domain.ids import WorkspaceId
from stratagate_app.engine.domain.import_plans import ImportPlan, PlannedConversation, PlanState
from stratagate_app.engine.domain.queries import Progress
from stratagate_app.engine.errors import ImportFormatError, OperationCancelled
from stratagate_app.engine.importing import plan
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services import ingest, job_estimate, job_kinds
from stratagate_app.engine.services.workspaces import load_workspace, workspace_to_be
from stratagate_app.engine.store.database import Database

# So much of a file is compared at once, and no more of it is in memory.
_AT_ONCE_MESSAGES = 2000
_AT_ONCE_CHARS = 4_000_000
_MAX_WARNINGS = 200
_FIRST_WORDS_CHARS = 280
# These say of a place in the file that there is no conversation which could be imported.
_SKIPPED = frozenset({Oddity.EMPTY_CONVERSATION, Oddity.NOT_A_CONVERSATION})


def problem_of(path: Path, error: ImportFormatError | OSError) -> FileProblem:
    """Return why a file, or the rest of it, cannot be read."""
    if isinstance(error, OSError):
        return FileProblem(str(path), "unreadable", "", error.strerror or "")
    where, reason = (str(error.fields.get(name) or "") for name in ("where", "reason"))
    return FileProblem(str(path), error.code, where, reason or str(error.fields.get("detail", "")))


class Planner:
    """One file on its way into a plan; of each conversation only its row is kept."""

    def __init__(self, database: Database, path: Path, workspace_id: WorkspaceId | None) -> None:
        self._database = database
        self._path = path
        self._workspace_id = workspace_id
        self._format = ""
        self._rows: dict[str, PlannedConversation] = {}
        self._waiting: list[SourceConversation] = []
        self._messages = self._chars = 0
        self._dropped: Counter[str] = Counter()
        self._warnings: list[SourceWarning] = []
        self._problems: list[FileProblem] = []
        self._homes: dict[str | None, Workspace] = {}

    def run(self, progress: Progress | None) -> ImportPlan:
        """Read the file to its end, or until somebody asks to stop; a bad file never raises."""
        cancelled = False
        try:
            self._format, items = importing.read(self._path)
            for number, item in enumerate(items, start=1):
                if isinstance(item, SourceWarning):
                    self._warn(item)
                else:
                    self._add(item)
                if progress is not None:
                    progress.report(number, 0)
        except OperationCancelled:
            cancelled = True
        except (ImportFormatError, OSError) as error:
            self._problems.append(problem_of(self._path, error))
        self._compare()
        size = 0
        with suppress(OSError):
            size = self._path.stat().st_size
        return ImportPlan(
            str(self._path),
            self._format,
            size,
            tuple(self._rows.values()),
            dict(self._dropped),
            tuple(self._warnings),
            tuple(self._problems),
            cancelled,
        )

    def _warn(self, warning: SourceWarning) -> None:
        if warning.code in _SKIPPED:
            # In step with the conversations before it, so that the rows keep the file's order.
            self._compare()
            self._rows[warning.where] = PlannedConversation(
                warning.where, PlanState.SKIPPED, warning.where, reason=warning.code
            )
        elif len(self._warnings) < _MAX_WARNINGS:
            self._warnings.append(warning)

    def _add(self, conversation: SourceConversation) -> None:
        self._dropped.update(
            {reason.value: count for reason, count in conversation.dropped.items()}
        )
        self._waiting.append(conversation)
        self._messages += len(conversation.messages)
        self._chars += sum(len(m.content) for m in conversation.messages)
        if self._messages >= _AT_ONCE_MESSAGES or self._chars >= _AT_ONCE_CHARS:
            self._compare()

    def _compare(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._messages = self._chars = 0
        if not waiting:
            return
        for row in self._database.read(lambda c: self._rows_of(c, waiting)):
            known = self._rows.get(row.key)
            # Twice in one file: the longer of them is what will have come in at the end.
            if known is None or known.messages < row.messages:
                self._rows[row.key] = row

    def _rows_of(
        self, connection: Connection, waiting: Sequence[SourceConversation]
    ) -> list[PlannedConversation]:
        finder = ingest.Finder(connection, self._format, waiting)
        looks_for_events = job_kinds.is_extraction_on(connection)
        return [
            _row(
                ingest.prepare(connection, finder, item, self._home(connection, item)),
                looks_for_events=looks_for_events,
            )
            for item in waiting
        ]

    def _home(self, connection: Connection, conversation: SourceConversation) -> Workspace:
        hint = conversation.workspace_hint
        if hint not in self._homes:
            self._homes[hint] = (
                workspace_to_be(connection, self._format, hint, self._homes.values())
                if self._workspace_id is None
                else load_workspace(connection, self._workspace_id)
            )
        return self._homes[hint]


def _row(prepared: ingest.Prepared, *, looks_for_events: bool) -> PlannedConversation:
    conversation, made = prepared.conversation, prepared.plan
    times = [m.created_at for m in conversation.messages if m.created_at is not None]
    state = PlanState.NEW if prepared.session_id is None else PlanState.LONGER
    added = () if made is None else made.messages
    blocks = () if made is None else made.blocks
    work = job_estimate.work_of(
        [block.texts.t5 for block in blocks], looks_for_events=looks_for_events
    )
    return PlannedConversation(
        key=conversation.key,
        state=PlanState.THERE if made is None else state,
        where=conversation.where,
        title=plan.title_of(conversation.title, conversation.messages),
        workspace=prepared.workspace.name,
        project=conversation.workspace_hint or "",
        messages=len(conversation.messages),
        added=len(added),
        dropped=sum(conversation.dropped.values()),
        tokens=sum(estimate_tokens(message.content) for message in added),
        blocks=work.blocks,
        input_tokens=work.input_tokens,
        output_tokens=work.output_tokens,
        started_at=conversation.started_at or min(times, default=None),
        ended_at=max(times, default=conversation.updated_at),
        first_words=_first_words(conversation),
    )


def _first_words(conversation: SourceConversation) -> str:
    said = [m for m in conversation.messages if m.role is Role.USER] or conversation.messages
    words = next((m.content.strip() for m in said if m.content.strip()), "")
    return words if len(words) <= _FIRST_WORDS_CHARS else words[: _FIRST_WORDS_CHARS - 1] + "…"
