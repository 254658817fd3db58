"""What a command did: change sets, operations and what an undo would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.ids import JobId, OperationId, PreviewId, WorkspaceId


class Actor(StrEnum):
    """By whom a change was made."""

    USER = "user"
    AGENT = "agent"
    IMPORT = "import"
    JOB = "job"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Which kinds of things a command changed; ids only when they are few.

    Attributes:
        operation_id: The operation that recorded it; None when nothing changed.
    """

    operation_id: OperationId | None = None
    workspaces: bool = False
    sessions: bool = False
    blocks: bool = False
    events: bool = False
    jobs: bool = False
    settings: bool = False
    history: bool = False
    previews: bool = False
    graph: bool = False
    review: bool = False
    session_ids: frozenset[int] = frozenset()
    block_ids: frozenset[int] = frozenset()
    event_ids: frozenset[int] = frozenset()

    def __or__(self, other: ChangeSet) -> ChangeSet:
        """Return both together."""
        return ChangeSet(
            operation_id=other.operation_id or self.operation_id,
            workspaces=self.workspaces or other.workspaces,
            sessions=self.sessions or other.sessions,
            blocks=self.blocks or other.blocks,
            events=self.events or other.events,
            jobs=self.jobs or other.jobs,
            settings=self.settings or other.settings,
            history=self.history or other.history,
            previews=self.previews or other.previews,
            graph=self.graph or other.graph,
            review=self.review or other.review,
            session_ids=self.session_ids | other.session_ids,
            block_ids=self.block_ids | other.block_ids,
            event_ids=self.event_ids | other.event_ids,
        )


@dataclass(frozen=True, slots=True)
class Operation:
    """One recorded change.

    Attributes:
        kind: Code: import, pin_event, unpin_event, expand_block, record_use, derive,
            configure_workspace, create_workspace, add_rule, remove_rule, move_sessions, undo,
            redo, and what is done to events.
        fields: What a sentence about it needs (title, file, counts, level ...).
        undone: It was undone and that undo stands.
        undoable: Undo can be asked for (undo itself and derived work cannot).
        target: The operation an undo or redo acted on.
    """

    id: OperationId
    kind: str
    actor: Actor
    at: datetime
    workspace_id: WorkspaceId | None
    fields: Mapping[str, JsonValue]
    undone: bool
    undoable: bool
    target: OperationId | None = None


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What undoing an operation would touch.

    Attributes:
        dependents: Later operations that touched the same rows, newest first: they go too, or
            the undo is refused.
    """

    operation: Operation
    dependents: tuple[Operation, ...]


class JobKind(StrEnum):
    """What a durable job does."""

    SUMMARISE = "summarise"
    EXTRACT = "extract"
    PROJECT = "project"


class JobStatus(StrEnum):
    """Where a job stands; finished jobs are removed. OFF: its kind is switched off."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as Activity shows it.

    Attributes:
        session_id: 0, like block_id and block_number, of work on the graph.
        session_title: Of work on the graph the name of the workspace.
        events: How many events are taken into the graph.
    """

    id: JobId
    kind: JobKind
    status: JobStatus
    session_id: int
    session_title: str
    block_id: int
    block_number: int
    attempts: int
    not_before: datetime | None
    error: str
    error_detail: str
    updated_at: datetime
    events: int = 0


@dataclass(frozen=True, slots=True)
class JobCounts:
    """How many jobs stand where.

    Attributes:
        paused: Why none of those that wait is begun, as a code; "" if they are.
        off: Of a kind that is switched off: they do not wait.
    """

    waiting: int
    running: int
    failed: int
    paused: str = ""
    off: int = 0


class Oddity(StrEnum):
    """What may be odd in a file and does not stop it."""

    BAD_LINE = "bad_line"
    BROKEN_PATH = "broken_path"
    CUT = "cut"
    EMPTY_CONVERSATION = "empty_conversation"
    LONE_SURROGATE = "lone_surrogate"
    NOT_A_CONVERSATION = "not_a_conversation"
    NOT_UTF8 = "not_utf8"
    TRUNCATED_LAST_LINE = "truncated_last_line"


class Unread(StrEnum):
    """Why a file, or the rest of it, was not read, where that is not what a library says."""

    ABSOLUTE_PATH = "absolute_path"
    BAD_NUMBER = "bad_number"
    CLIMBING_PATH = "climbing_path"
    CUT_OFF = "cut_off"
    LINK = "link"
    NESTED_ARCHIVE = "nested_archive"
    NO_CONTENT = "no_content"
    NO_CONVERSATIONS = "no_conversations"
    NO_ELEMENTS = "no_elements"
    NO_JSON = "no_json"
    NO_KNOWN_NAME = "no_known_name"
    NO_MEMORIES = "no_memories"
    NO_SENTENCES = "no_sentences"
    NO_TEXT = "no_text"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    UNKNOWN_SHAPE = "unknown_shape"
    UNPACKS_TOO_FAR = "unpacks_too_far"


@dataclass(frozen=True, slots=True)
class SourceWarning:
    """Something odd in a file that did not stop it: code and place."""

    code: Oddity
    where: str


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Why a file (or the rest of it) was not imported. reason is a code; see ImportFormatError."""

    path: str
    code: str
    where: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did.

    Attributes:
        new: Conversations that were not there before.
        longer: Conversations that grew.
        unchanged: Conversations that were already there in full.
        not_chosen: Conversations that were left out by choice.
        cancelled: Somebody asked to stop; what was saved until then stays.
        dropped: Reason to count, of messages left out on purpose.
        preview_id: Of a file of memories: what is judged and decided before it is written.
    """

    changes: ChangeSet
    new: int = 0
    longer: int = 0
    unchanged: int = 0
    messages: int = 0
    not_chosen: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[SourceWarning, ...] = ()
    problems: tuple[FileProblem, ...] = ()
    session_ids: tuple[int, ...] = ()
    cancelled: bool = False
    preview_id: PreviewId | None = None
