"""Codex rollouts: JSONL of response items, in an envelope or (older ones) without."""

from __future__ import annotations

from collections.abc import Iterator

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.readers.common import (
    Call,
    Collector,
    Draft,
    blocks_text,
    parse_arguments,
)
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.values import Object, as_id, as_object, as_text, as_time

_CONTEXT = ("<environment_context>", "<user_instructions>", "# AGENTS.md")
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
_REPEATED = frozenset({"event_msg", "turn_context", "compacted"})


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the one conversation of a rollout, warnings first."""
    rollout = _Rollout()
    with entry.open() as stream:
        for line in streams.lines(stream):
            yield from line.oddities()
            if line.ok and isinstance(line.value, dict):
                rollout.take(line.value, line.number)
            elif line.ok:
                yield SourceWarning(Oddity.BAD_LINE, line.where)
    yield rollout.conversation()


class _Rollout:
    def __init__(self) -> None:
        self._collector = Collector()
        self._external_id: str | None = None
        self._hint: str | None = None
        self._started: object = None

    def conversation(self) -> SourceConversation:
        return self._collector.conversation(
            external_id=self._external_id,
            title=None,
            started_at=as_time(self._started),
            workspace_hint=self._hint,
            where="line 1",
        )

    def take(self, value: Object, number: int) -> None:
        kind = as_text(value.get("type"))
        payload = as_object(value.get("payload")) if "payload" in value else value
        if kind in _REPEATED:
            self._collector.dropped[
                LeftOut.REPEATED if kind == "event_msg" else LeftOut.CONTEXT
            ] += 1
        elif kind == "session_meta" or (self._external_id is None and "instructions" in value):
            self._external_id = as_id(payload.get("id"))
            self._hint = as_text(payload.get("cwd")) or self._hint
            self._started = payload.get("timestamp") or value.get("timestamp")
        else:
            self._item(payload, value.get("timestamp"), number)

    def _item(self, item: Object, at: object, number: int) -> None:
        kind = as_text(item.get("type"))
        key = as_id(item.get("id")) or f"line {number}"
        if kind == "message":
            self._message(item, at, key)
        elif kind in ("function_call", "custom_tool_call"):
            # What a custom tool is given is free text.
            is_function = kind == "function_call"
            given = parse_arguments(item.get("arguments")) if is_function else item.get("input")
            draft = Draft(Role.ASSISTANT, [], as_time(at), key)
            call = Call(as_text(item.get("name")), given)
            self._collector.call(self._collector.add(draft), call, as_text(item.get("call_id")))
        elif kind == "local_shell_call":
            draft = Draft(Role.ASSISTANT, [], as_time(at), key)
            call = Call("local_shell", item.get("action"))
            self._collector.call(self._collector.add(draft), call, as_text(item.get("call_id")))
        elif kind in _OUTPUTS:
            text = _output(item.get("output"))
            if not self._collector.answer(as_text(item.get("call_id")), text):
                self._collector.add(Draft(Role.TOOL, [text], as_time(at), key))
        else:
            self._collector.dropped[
                LeftOut.REASONING if kind == "reasoning" else LeftOut.OTHER
            ] += 1

    def _message(self, item: Object, at: object, key: str) -> None:
        role = {"user": Role.USER, "assistant": Role.ASSISTANT}.get(as_text(item.get("role")))
        text = blocks_text(item.get("content"))
        if role is None:
            role = Role.SYSTEM
        if role is Role.USER and text.lstrip().startswith(_CONTEXT):
            self._collector.dropped[LeftOut.CONTEXT] += 1
        elif not text.strip():
            self._collector.dropped[LeftOut.EMPTY] += 1
        else:
            self._collector.add(Draft(role, [text], as_time(at), key))


def _output(value: object) -> str:
    """Return what a tool said: a text, blocks, or the `output` of an object or of its JSON."""
    if isinstance(value, list):
        return blocks_text(value)
    said = as_object(parse_arguments(value)).get("output")
    if isinstance(said, str):
        return said
    if isinstance(value, dict):
        return as_text(value.get("content")) or as_text(value.get("text"))
    return as_text(value)
