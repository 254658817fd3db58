"""Claude Code sessions: JSONL, one file a session."""

from __future__ import annotations

from collections.abc import Iterator

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing import streams
from stratagate_app.engine.importing.readers.claude import result_of
from stratagate_app.engine.importing.readers.common import Call, Collector, Draft
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.values import (
    Object,
    as_id,
    as_list,
    as_object,
    as_text,
    as_time,
)

_COMMANDS = (
    "<command-name>",
    "<command-message>",
    "<command-args>",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<bash-input>",
    "<bash-stdout>",
)
_INTERRUPTED = "[Request interrupted by user"


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield the one conversation of a session file, warnings first."""
    session = _Session()
    with entry.open() as stream:
        for line in streams.lines(stream):
            where = f"line {line.number}"
            if line.ok and isinstance(line.value, dict):
                session.take(line.value)
            else:
                # A session that is still being written may end in the middle of a line.
                yield SourceWarning("truncated_last_line" if line.last else "bad_line", where)
    yield session.conversation()


class _Session:
    def __init__(self) -> None:
        self._collector = Collector()
        self._external_id: str | None = None
        self._hint: str | None = None
        self._summaries: list[tuple[str, str]] = []
        self._uuids: set[str] = set()
        # The assistant reply that is being spread over lines: its id and its draft.
        self._reply: tuple[str, Draft] | None = None

    def conversation(self) -> SourceConversation:
        titles = [title for leaf, title in self._summaries if leaf in self._uuids]
        return self._collector.conversation(
            external_id=self._external_id,
            title=titles[-1] if titles else None,
            workspace_hint=self._hint,
            where="line 1",
        )

    def take(self, value: Object) -> None:
        kind = value.get("type")
        if kind == "summary":
            self._summaries.append((as_text(value.get("leafUuid")), as_text(value.get("summary"))))
            return
        uuid = as_text(value.get("uuid"))
        self._uuids.add(uuid)
        self._external_id = self._external_id or as_id(value.get("sessionId"))
        self._hint = self._hint or (as_text(value.get("cwd")) or None)
        reason = _reason(value, kind)
        if reason:
            self._collector.dropped[reason] += 1
        elif kind == "assistant":
            self._assistant(value, uuid)
        else:
            self._user(value, uuid)

    def _assistant(self, value: Object, uuid: str) -> None:
        message = as_object(value.get("message"))
        key = as_text(message.get("id")) or uuid
        if self._reply is not None and self._reply[0] == key:
            draft = self._reply[1]
        else:
            draft = Draft(Role.ASSISTANT, [], as_time(value.get("timestamp")), uuid or None)
            self._reply = (key, draft)
        content = message.get("content")
        before = (len(draft.texts), len(draft.calls))
        if isinstance(content, str):
            draft.texts.append(content)
        for block in map(as_object, as_list(content)):
            self._assistant_block(draft, block)
        grew = before != (len(draft.texts), len(draft.calls))
        if grew and before == (0, 0):
            self._collector.add(draft)

    def _assistant_block(self, draft: Draft, block: Object) -> None:
        kind = block.get("type")
        if kind == "text":
            draft.texts.append(as_text(block.get("text")))
        elif kind == "tool_use":
            call = Call(as_text(block.get("name")), block.get("input"))
            self._collector.call(draft, call, as_text(block.get("id")))
        elif kind in ("thinking", "redacted_thinking"):
            self._collector.dropped["thinking"] += 1

    def _user(self, value: Object, uuid: str) -> None:
        content = as_object(value.get("message")).get("content")
        texts: list[str] = [content] if isinstance(content, str) else []
        only_results = isinstance(content, list) and bool(content)
        for block in map(as_object, as_list(content)):
            kind = block.get("type")
            if kind == "tool_result":
                result = result_of(block)
                if not self._collector.answer(as_text(block.get("tool_use_id")), result):
                    orphan = Draft(Role.TOOL, [as_text(result)], as_time(value.get("timestamp")))
                    orphan.external_id = f"{uuid}/result" if uuid else None
                    self._collector.add(orphan)
                continue
            only_results = False
            texts.append(as_text(block.get("text")) if kind == "text" else f"[{kind or 'file'}]")
        if only_results:
            return
        self._reply = None
        text = "\n".join(part for part in texts if part)
        reason = _noise(text)
        if reason:
            self._collector.dropped[reason] += 1
            return
        self._collector.add(Draft(Role.USER, [text], as_time(value.get("timestamp")), uuid or None))


def _reason(value: Object, kind: object) -> str:
    """Return why a line is left out; "" if it is not."""
    if kind == "file-history-snapshot":
        return "snapshot"
    if kind not in ("user", "assistant"):
        return "system" if kind == "system" else "other"
    if value.get("isSidechain") is True:
        return "sidechain"
    if value.get("isCompactSummary") is True:
        return "compact_summary"
    return "meta" if value.get("isMeta") is True else ""


def _noise(text: str) -> str:
    stripped = text.lstrip()
    if stripped.startswith(_COMMANDS):
        return "command"
    if stripped.startswith(_INTERRUPTED):
        return "interrupt"
    return "" if stripped else "empty"
