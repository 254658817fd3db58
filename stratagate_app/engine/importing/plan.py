"""From new messages to turns and sealed blocks: what a write will do, worked out beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from stratagate_app.engine.domain.conversation import Role, SourceMessage, ToolCall
from stratagate_app.engine.rules.condense import BlockTexts, render_block

TITLE_CHARS = 80


@dataclass(frozen=True, slots=True)
class PlannedMessage:
    """A message with its place in the session. It can be rendered as it is."""

    position: int
    turn: int
    role: Role
    content: str
    created_at: datetime | None
    external_id: str
    tool_calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """A block to seal: its messages, its place, and its fixed-rule texts.

    Attributes:
        complete_turns: Complete turns of the session up to its end.
    """

    number: int
    first_turn: int
    last_turn: int
    messages: tuple[PlannedMessage, ...]
    texts: BlockTexts
    complete_turns: int


@dataclass(frozen=True, slots=True)
class SessionState:
    """What a plan needs to know of a session that is there already.

    Attributes:
        tail: The messages of the open tail.
        sealed_turn: Last turn that is in a block; what still comes for it starts the next block.
    """

    messages: int = 0
    turns: int = 0
    complete_turns: int = 0
    blocks: int = 0
    sealed_position: int = 0
    sealed_turn: int = 0
    tail: tuple[PlannedMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What adding messages to a session makes of it."""

    messages: tuple[PlannedMessage, ...]
    blocks: tuple[PlannedBlock, ...]
    after: SessionState


def plan_messages(
    state: SessionState,
    new: Sequence[SourceMessage],
    ids: Sequence[str],
    *,
    block_turns: int,
    imported: bool,
) -> SessionPlan:
    """Return the turns of new messages and the blocks that they seal.

    Rule:
        engine-rules.md, "Conversations": a turn is a user message with all that follows until the
        next one; it is complete when an assistant message is in it, and on import also when
        another user message follows. The first `block_turns` complete turns of the open tail,
        with all messages up to the end of the last of them, become one block.
    Args:
        state: The session as it is; the default one for a new session.
        new: In conversation order; those that the session has are already left out.
        ids: Their ids, as with_ids() gives them.
        block_turns: Turns a block, 1 to 200.
        imported: Whether the conversation is complete up to here.
    """
    added: list[PlannedMessage] = []
    position, turn = state.messages, state.turns
    for item, key in zip(new, ids, strict=True):
        position += 1
        if item.role is Role.USER:
            turn += 1
        added.append(
            PlannedMessage(
                position,
                turn,
                item.role,
                item.content,
                item.created_at,
                key,
                item.tool_calls,
            )
        )
    tail = [*state.tail, *added]
    ends = complete_turn_ends(tail, state.sealed_turn, imported=imported)
    known = complete_turn_ends(state.tail, state.sealed_turn, imported=imported)
    blocks: list[PlannedBlock] = []
    start, sealed_turn = 0, state.sealed_turn
    for last in ends[block_turns - 1 :: block_turns]:
        members = tuple(tail[start : last + 1])
        blocks.append(
            PlannedBlock(
                number=state.blocks + len(blocks) + 1,
                first_turn=min(sealed_turn + 1, members[-1].turn),
                last_turn=members[-1].turn,
                messages=members,
                texts=render_block(members),
                complete_turns=state.complete_turns
                + max(0, (len(blocks) + 1) * block_turns - len(known)),
            )
        )
        start, sealed_turn = last + 1, members[-1].turn
    after = SessionState(
        messages=position,
        turns=turn,
        complete_turns=state.complete_turns + len(ends) - len(known),
        blocks=state.blocks + len(blocks),
        sealed_position=blocks[-1].messages[-1].position if blocks else state.sealed_position,
        sealed_turn=sealed_turn,
        tail=tuple(tail[start:]),
    )
    return SessionPlan(tuple(added), tuple(blocks), after)


class InTurn(Protocol):
    """A message that knows its turn."""

    @property
    def turn(self) -> int:
        """Turn it belongs to."""
        ...

    @property
    def role(self) -> Role:
        """Who speaks."""
        ...


def complete_turn_ends(tail: Sequence[InTurn], sealed_turn: int, *, imported: bool) -> list[int]:
    """Return the index of the last message of each complete turn of the tail, in order.

    Turns up to sealed_turn are in a block already and do not count again.
    """
    ends: list[int] = []
    current, answered = sealed_turn, False
    for index, message in enumerate(tail):
        if message.turn != current:
            if current > sealed_turn and (answered or imported):
                ends.append(index - 1)
            current, answered = message.turn, False
        if message.role is Role.ASSISTANT:
            answered = True
    if answered and current > sealed_turn:
        ends.append(len(tail) - 1)
    return ends


def head_digest(messages: Sequence[SourceMessage]) -> str:
    """Return what finds a conversation without an id again: a digest of its first message."""
    first = messages[0]
    return _digest(first)


def with_ids(messages: Sequence[SourceMessage]) -> list[str]:
    """Return an id for each message that is stable when the conversation grows.

    Messages without one in their source are known by their place and a digest of their words.
    """
    seen: set[str] = set()
    found: list[str] = []
    for position, message in enumerate(messages, start=1):
        key = message.external_id or f"#{position}:{_digest(message)}"
        if key in seen:
            key = f"{key}#{position}"
        seen.add(key)
        found.append(key)
    return found


def _digest(message: SourceMessage) -> str:
    text = f"{message.role}\n{message.content}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def title_of(title: str | None, messages: Sequence[SourceMessage]) -> str:
    """Return a session's title: the source's, else the first words of the user, else of anybody."""
    if title and title.strip():
        return " ".join(title.split())[: 2 * TITLE_CHARS]
    for wanted in ((Role.USER,), (Role.ASSISTANT, Role.TOOL, Role.SYSTEM)):
        for message in messages:
            words = " ".join(message.content[: 4 * TITLE_CHARS].split())
            if message.role in wanted and words:
                return words if len(words) <= TITLE_CHARS else words[: TITLE_CHARS - 1] + "…"
    return ""
