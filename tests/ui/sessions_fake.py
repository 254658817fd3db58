"""A memory made up for the Sessions page: one conversation in every state a block can be in."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from stratagate_app.engine import (
    NO_HAPPENING,
    BatchId,
    Block,
    BlockId,
    BlockStatus,
    ChangeSet,
    Criticality,
    EventId,
    EventRow,
    EventState,
    EventType,
    HappeningStatus,
    Level,
    Memory,
    Message,
    MessageId,
    NotFoundError,
    OpenTail,
    Role,
    Scope,
    SessionId,
    SessionRow,
    SessionSource,
    Strata,
    ToolCall,
    Workspace,
    WorkspaceId,
    level_at,
)

NOW = datetime(2026, 12, 1, 14, 2, tzinfo=UTC)
DECAY_LAMBDA = 0.3
WORKSPACE = Workspace(WorkspaceId(1), "atlas-app", 6, DECAY_LAMBDA, 400)
TAIL_MESSAGE = 990_001

_TITLES = (
    ("Package manager for atlas", "claude_code", 86),
    ("Release checklist 0.9", "chatgpt", 41),
    ("周末行程与预算", "deepseek", 23),
    ("Onboarding copy review", "claude", 17),
    ("Index rebuild incident", "codex", 64),
    ("Reading list: databases <b>bold</b>", "chatgpt", 12),
    ("Flaky test triage", "claude_code", 38),
    ("面试准备", "deepseek", 52),
    ("Telemetry opt-out wording", "claude", 9),
)


class FakeMemory:
    """Answers what the page asks, and counts what would have been a change."""

    def __init__(self, *, sessions: int = 9, blocks: int = 14) -> None:
        self.path = Path("memory.db")
        self.commands: list[tuple[object, ...]] = []
        self.pinned = {1}
        self.session_rows = {number: _session(number, blocks) for number in range(1, sessions + 1)}
        self.block_rows = {b.id: b for b in (_block(n, blocks) for n in range(1, blocks + 1))}
        self.workspaces = self.sessions = self.blocks = self.events = self

    def as_memory(self) -> Memory:
        """Return itself under the type the client asks for."""
        return cast("Memory", self)

    def data_version(self) -> int:
        return 1

    def find_ids(
        self, workspace_id: WorkspaceId | None, text: str = "", order: str = "newest"
    ) -> array[int]:
        del workspace_id
        rows = [r for r in self.session_rows.values() if text.lower() in r.title.lower()]
        keys = {
            "newest": lambda r: r.id,
            "oldest": lambda r: -r.id,
            "title": lambda r: r.title,
            "longest": lambda r: -r.turns,
        }
        return array("q", [row.id for row in sorted(rows, key=keys[order])])

    def load_page(self, ids: Sequence[int]) -> tuple[SessionRow, ...]:
        return tuple(self.session_rows[key] for key in ids)

    def strata(self, session_id: SessionId) -> Strata:
        if session_id not in self.session_rows:
            raise NotFoundError(kind="session", id=session_id)
        blocks = tuple(self.block_rows.values()) if session_id == 1 else ()
        shown = sum(block.tokens[block.level] for block in blocks) + 120
        total = sum(block.tokens[5] for block in blocks) + 120
        tail = OpenTail(3, 6, 2, 120)
        return Strata(self.session_rows[session_id], WORKSPACE, blocks, tail, shown, total)

    def source(self, session_id: SessionId) -> SessionSource:
        del session_id
        return SessionSource("claude_code", "session-8f2c.jsonl", BatchId(7), NOW)

    def get(self, block_id: BlockId) -> Block:
        return self.block_rows[block_id]

    def text(self, block_id: BlockId, level: Level) -> str:
        block = self.block_rows[block_id]
        return {
            Level.L0: f"{block.title}\nTags: tooling, ci",
            Level.L1: f"{block.title}: what was said, in short, and what was decided.",
            Level.L2: "- CI installs take four minutes\n- The lockfile changes",
            Level.L3: "User: The prototype needs sign-in, the map, and offline tiles.\n\n"
            "Assistant: Then I would cut the export screen and keep the tile cache.",
            Level.L4: "User: The prototype needs sign-in, the map, and offline tiles. Nothing "
            "else before the demo.\n\nAssistant: Then I would cut the export screen and keep "
            "the tile cache behind a flag, and everything else can wait for the release.",
        }[level]

    def messages(self, block_id: BlockId) -> tuple[Message, ...]:
        return _messages(int(block_id))

    def tail_messages(self, session_id: SessionId, limit: int = 200) -> tuple[Message, ...]:
        del limit
        return (
            _message(
                TAIL_MESSAGE,
                Role.USER,
                "And what about the other lockfile?",
                90,
                session_id=session_id,
            ),
            _message(TAIL_MESSAGE + 1, Role.ASSISTANT, "It can go.", 91, session_id=session_id),
        )

    def source_message_ids(self, block_id: BlockId) -> frozenset[int]:
        return frozenset({int(block_id) * 100 + 4})

    def locate(self, message_id: MessageId) -> BlockId | None:
        return None if message_id >= TAIL_MESSAGE else BlockId(message_id // 100)

    # events and commands

    def events_of(self, block_id: BlockId) -> tuple[EventRow, ...]:
        if block_id % 2 == 0:
            return ()
        return (
            _event(1, "Package manager is pnpm", EventType.DECISION, pinned=1 in self.pinned),
            replace(
                _event(
                    2,
                    "Prototype planned for the week of 21 Sep",
                    EventType.PLAN,
                    pinned=2 in self.pinned,
                ),
                status=HappeningStatus.PLANNED,
                summary="Said on 18 Sep as “next week”. A plan, not done.",
                adoptions=0,
            ),
        )

    def expand(self, block_id: BlockId, level: Level | None = None) -> ChangeSet:
        self.commands.append(("expand", block_id, level))
        block = self.block_rows[block_id]
        newest = max(b.ready_position or 0 for b in self.block_rows.values())
        self.block_rows[block_id] = replace(
            block,
            level=level or Level.L5,
            anchor_level=level or Level.L5,
            age=0,
            anchor_position=newest,
            lifted_by="user",
            lifted_at=NOW,
        )
        return ChangeSet(blocks=True, history=True, block_ids=frozenset({int(block_id)}))

    def retry(self, block_id: BlockId) -> ChangeSet:
        self.commands.append(("retry", block_id))
        return ChangeSet(jobs=True, blocks=True, block_ids=frozenset({int(block_id)}))

    def pin(self, ids: Sequence[EventId]) -> ChangeSet:
        self.commands.append(("pin", *ids))
        self.pinned |= set(map(int, ids))
        return ChangeSet(events=True, history=True, event_ids=frozenset(map(int, ids)))

    def unpin(self, ids: Sequence[EventId]) -> ChangeSet:
        self.commands.append(("unpin", *ids))
        self.pinned -= set(map(int, ids))
        return ChangeSet(events=True, history=True, event_ids=frozenset(map(int, ids)))


class _Blocks:
    """The block service: `events` means another thing there than on the memory."""

    def __init__(self, memory: FakeMemory) -> None:
        self._memory = memory

    def __getattr__(self, name: str) -> object:
        return getattr(self._memory, "events_of" if name == "events" else name)


def fake_memory(*, sessions: int = 9, blocks: int = 14) -> tuple[Memory, FakeMemory]:
    """Return a made-up memory, as what it stands for and as what it is."""
    fake = FakeMemory(sessions=sessions, blocks=blocks)
    fake.blocks = _Blocks(fake)  # type: ignore[assignment]
    return fake.as_memory(), fake


def _session(number: int, blocks: int) -> SessionRow:
    title, source, turns = _TITLES[(number - 1) % len(_TITLES)]
    return SessionRow(
        SessionId(number),
        WORKSPACE.id,
        source,
        title if number <= len(_TITLES) else f"{title} {number}",
        NOW - timedelta(days=80 + number),
        NOW - timedelta(days=(number - 1) * 2),
        turns,
        blocks if number == 1 else max(1, turns // 6),
        turns * 2,
    )


def _block(number: int, count: int) -> Block:
    last_ready = max(1, count - 2)
    start = NOW - timedelta(days=75 - number)
    age = max(0, last_ready - number)
    block = Block(
        id=BlockId(number),
        session_id=SessionId(1),
        number=number,
        first_turn=number * 6 - 5,
        last_turn=number * 6,
        status=BlockStatus.READY,
        title="npm to pnpm" if number == 9 else f"Prototype scope and owners, part {number}",
        tags=("tooling", "ci"),
        tokens=(14, 40, 90, 400, 700, 1200),
        messages=5,
        tool_calls=2,
        started_at=start,
        ended_at=start + timedelta(minutes=95),
        sealed_at=start + timedelta(minutes=95),
        ready_position=number,
        level=level_at(Level.L5, age, DECAY_LAMBDA),
        weight=1.0,
        age=age,
        anchor_level=Level.L5,
        anchor_position=number,
        lifted_by=None,
        lifted_at=None,
    )
    if number == 9 and count >= 12:
        return replace(
            block,
            level=Level.L5,
            age=0,
            anchor_position=last_ready,
            lifted_by="user",
            lifted_at=NOW,
        )
    if number == count and count > 3:
        return replace(
            block,
            status=BlockStatus.PENDING,
            title="",
            tags=(),
            level=Level.L5,
            ready_position=None,
            anchor_position=None,
            attempts=1,
            age=0,
            tokens=(0, 0, 0, 400, 700, 1200),
        )
    if number == count - 1 and count > 3:
        return replace(
            block,
            status=BlockStatus.FAILED,
            title="",
            tags=(),
            level=Level.L5,
            ready_position=None,
            anchor_position=None,
            attempts=3,
            age=0,
            error="reply_schema",
            tokens=(0, 0, 0, 400, 700, 1200),
        )
    return block


def _message(
    message_id: int,
    role: Role,
    content: str,
    minute: int,
    *,
    session_id: int = 1,
    calls: tuple[ToolCall, ...] = (),
) -> Message:
    at = NOW - timedelta(days=66) + timedelta(minutes=minute)
    return Message(
        MessageId(message_id),
        SessionId(session_id),
        minute,
        minute,
        role,
        content,
        at,
        f"x{message_id}",
        calls,
    )


def _messages(block: int) -> tuple[Message, ...]:
    base = block * 100
    code = "\n".join(f"    line {number} of the pasted code" for number in range(1, 41))
    return (
        _message(
            base, Role.USER, "CI installs take four minutes. Would pnpm help, and what breaks?", 0
        ),
        _message(
            base + 1,
            Role.ASSISTANT,
            "Two things change: the lockfile and hoisting. Your scripts/link.js relies on hoisted "
            "packages, so it would need an explicit dependency\0 <b>really</b>.",
            1,
            calls=(
                ToolCall(
                    "run_command",
                    {"command": "pnpm import && pnpm install --frozen-lockfile"},
                    "exit 0 · 47 s · 1,204 packages",
                ),
            ),
        ),
        _message(base + 2, Role.USER, f"Here is the script:\n```js\n{code}\n```\nIs it fine?", 3),
        _message(base + 3, Role.TOOL, "\n".join(f"row {n}" for n in range(30)), 4),
        _message(
            base + 4,
            Role.USER,
            "OK, we switch to pnpm because CI is five times faster. Keep the npm lockfile until "
            "the prototype ships next week.",
            9,
        ),
    )


def _event(number: int, title: str, kind: EventType, *, pinned: bool) -> EventRow:
    return EventRow(
        id=EventId(number),
        workspace_id=WORKSPACE.id,
        session_id=SessionId(1),
        block_id=BlockId(9),
        title=title,
        summary="Switched from npm because CI installs are five times faster.",
        type=kind,
        status=HappeningStatus.OCCURRED,
        state=EventState.ACTIVE,
        scope=Scope.PROJECT,
        criticality=Criticality.ROUTINE,
        tags=(),
        participants=(),
        mentioned_at=NOW,
        happening=NO_HAPPENING,
        pinned=pinned,
        weight=1.0,
        adoptions=4,
        conflicts=0,
    )
