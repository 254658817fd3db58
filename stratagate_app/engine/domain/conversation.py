"""Conversations: messages, turns, blocks and their levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Protocol, TypeAlias

from stratagate_app.engine.domain.ids import BatchId, BlockId, MessageId, SessionId, WorkspaceId

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)

MAX_LEVEL = 5


class LeftOut(StrEnum):
    """Why a reader leaves something of a conversation out on purpose; formats.md."""

    BRANCH = "branch"
    COMMAND = "command"
    COMPACT_SUMMARY = "compact_summary"
    CONTEXT = "context"
    EMPTY = "empty"
    EMPTY_SYSTEM = "empty_system"
    HIDDEN = "hidden"
    INTERRUPT = "interrupt"
    META = "meta"
    OTHER = "other"
    REASONING = "reasoning"
    REPEATED = "repeated"
    ROOT = "root"
    SIDECHAIN = "sidechain"
    SNAPSHOT = "snapshot"
    SYSTEM = "system"
    THINKING = "thinking"
    THOUGHTS = "thoughts"
    UNKNOWN_ROLE = "unknown_role"
    WEIGHT = "weight"


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Level(IntEnum):
    """How much of a block is shown; engine-rules.md, "Levels"."""

    L0 = 0
    L1 = 1
    L2 = 2
    L3 = 3
    L4 = 4
    L5 = 5


class BlockStatus(StrEnum):
    """A block is pending until summary and extraction are valid; failed when attempts ran out."""

    PENDING = "pending"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool record: what was called, with what, and what came back.

    Attributes:
        name: Tool name as the source gives it; "" if it gives none.
        arguments: The arguments as JSON, or the text where they are no JSON; None if absent.
        result: The result as JSON or text; None if there is none.
    """

    name: str
    arguments: JsonValue = None
    result: JsonValue = None


class Spoken(Protocol):
    """What the rendering rules need of a message, stored or not."""

    @property
    def role(self) -> Role:
        """Who speaks."""
        ...

    @property
    def content(self) -> str:
        """The words, as they were."""
        ...

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool records that sit on the message."""
        ...


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """A message as a reader yields it.

    Attributes:
        created_at: Aware, in the offset of its source; None if unknown.
        external_id: Stable in its source; None if the source has none.
    """

    role: Role
    content: str
    created_at: datetime | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class SourceConversation:
    """A conversation as a reader yields it; messages in the order the user saw them.

    Attributes:
        external_id: Stable in its source; None if the source has none.
        title: As the source gives it; None or "" if it gives none.
        dropped: How many of what was left out on purpose.
        workspace_hint: A project folder or name the conversation belongs to, if it says.
        where: Place in the file, for errors: "conversations.json[3]", "line 1".
        source: Format that it first came from, where that is another one than the file's.
    """

    external_id: str | None
    title: str | None
    started_at: datetime | None
    updated_at: datetime | None
    messages: tuple[SourceMessage, ...]
    dropped: Mapping[LeftOut, int] = field(default_factory=dict)
    workspace_hint: str | None = None
    where: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        """What a choice among the conversations of a file names it by."""
        return self.external_id or self.where


@dataclass(frozen=True, slots=True)
class Message:
    """A stored message.

    Attributes:
        position: Order in the session, from 1.
        turn: Turn it belongs to, from 1; 0 before the first user message.
        created_at: Aware, in the offset of its source; None if unknown.
    """

    id: MessageId
    session_id: SessionId
    position: int
    turn: int
    role: Role
    content: str
    created_at: datetime | None
    external_id: str
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace and its settings.

    Attributes:
        block_turns: Turns a block, 1 to 200.
        decay_lambda: Decay a ready block, 0 to 1.
        turns: Complete turns ever added; event weights count with it.
    """

    id: WorkspaceId
    name: str
    block_turns: int
    decay_lambda: float
    turns: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as a list shows it."""

    id: SessionId
    workspace_id: WorkspaceId
    source: str
    title: str
    started_at: datetime | None
    updated_at: datetime | None
    turns: int
    blocks: int
    messages: int


@dataclass(frozen=True, slots=True)
class Block:
    """A sealed block without its texts.

    Attributes:
        number: Position in the session by block order, from 1.
        title: L0 title; "" while pending.
        tokens: Estimated tokens of L0 to L5; L0-L2 are 0 while pending.
        ready_position: 1, 2, ... among the ready blocks of the session; None while not ready.
        level: The level an assistant sees now; pending and failed blocks show L5.
        weight: exp(-lambda * age) behind the level; 1.0 while not ready.
        age: Ready blocks since the anchor; 0 while not ready.
        lifted_by: "user" or "agent" when somebody expanded it, else None.
        attempts: Attempts made by the job the block waits for.
        error: Code of the last failure, "" if none.
    """

    id: BlockId
    session_id: SessionId
    number: int
    first_turn: int
    last_turn: int
    status: BlockStatus
    title: str
    tags: tuple[str, ...]
    tokens: tuple[int, int, int, int, int, int]
    messages: int
    tool_calls: int
    started_at: datetime | None
    ended_at: datetime | None
    sealed_at: datetime
    ready_position: int | None
    level: Level
    weight: float
    age: int
    anchor_level: Level
    anchor_position: int | None
    lifted_by: str | None
    lifted_at: datetime | None
    attempts: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class OpenTail:
    """What is in no block yet. turns counts complete ones, of block_turns that seal."""

    turns: int
    block_turns: int
    messages: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Strata:
    """A session as strata.

    Attributes:
        tokens_shown: Estimated tokens of every block at its level, and the tail.
        tokens_total: The same with everything at L5.
    """

    session: SessionRow
    workspace: Workspace
    blocks: tuple[Block, ...]
    tail: OpenTail
    tokens_shown: int
    tokens_total: int


@dataclass(frozen=True, slots=True)
class SessionSource:
    """Where a session came from: format, file, batch and when."""

    format: str
    file_name: str
    batch_id: BatchId | None
    imported_at: datetime | None


@dataclass(frozen=True, slots=True)
class ForecastStep:
    """From `after_blocks` more ready blocks on, the block shows `level`."""

    after_blocks: int
    level: Level
