"""What a newer file adds to messages that were stored while they were still being written.

Messages are never changed. What came later is a message of its own, right behind what was there:
the rest of the words, and each tool call whose result was not known yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratagate_app.engine.domain.conversation import Message, SourceMessage, ToolCall

# A message is still being written only at the end of its conversation.
LAST_MESSAGES = 12
_MARK = "~"


def grown_messages(
    stored: Sequence[Message], incoming: Mapping[str, SourceMessage]
) -> list[tuple[str, SourceMessage]]:
    """Return ids and messages for what has grown since.

    Args:
        stored: The last messages of a session, earlier additions among them, in order.
        incoming: The conversation's messages by id.
    """
    covered = {
        message.external_id: (len(message.content), _answered(message.tool_calls))
        for message in stored
    }
    for message in stored:
        base, mark, state = message.external_id.rpartition(_MARK)
        if mark and base in covered and state.count("/") == 1:
            seen, answered = state.split("/")
            covered[base] = (int(seen), int(answered))
    found: list[tuple[str, SourceMessage]] = []
    for message in stored:
        newer = incoming.get(message.external_id)
        if newer is None:
            continue
        chars, answers = covered[message.external_id]
        more = newer.content[chars:] if newer.content.startswith(message.content) else ""
        calls = _later(newer.tool_calls, answers)
        if not more.strip() and not calls:
            continue
        state = f"{len(newer.content)}/{_answered(newer.tool_calls)}"
        addition = SourceMessage(message.role, more.strip("\n"), newer.created_at, calls)
        found.append((f"{message.external_id}{_MARK}{state}", addition))
    return found


def _answered(calls: Sequence[ToolCall]) -> int:
    """Return how many of the first calls have their result: results come in order."""
    count = 0
    for call in calls:
        if call.result is None:
            break
        count += 1
    return count


def _later(calls: Sequence[ToolCall], answers: int) -> tuple[ToolCall, ...]:
    return tuple(call for call in calls[answers:] if call.result is not None)
