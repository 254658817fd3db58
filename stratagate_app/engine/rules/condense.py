"""L3, L4 and L5 of a block; engine-rules.md, "Levels"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.conversation import JsonValue, Role, Spoken, ToolCall
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.rules.toolrecords import as_json, result_summary, tool_record

FILLERS = frozenset(
    {
        *("ok", "okay", "got it", "thanks", "thank you", "yes", "correct", "sure"),
        *("好", "好的", "嗯", "嗯嗯", "明白", "收到", "谢谢", "感谢", "辛苦了"),
        *("是", "是的", "对", "对的", "没错", "可以", "行", "同意", "就这样"),
    }
)
_LONGEST_FILLER = max(map(len, FILLERS))
_TRAILING = "。！？，、,.!?～~"
REPEAT_CHARS = 80
REPEAT_NOTE = "[repeat omitted, see L5]"

_FENCE = re.compile(r"(```[\s\S]*?```)")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"[。！？!?\n]")
_SENTENCES = re.compile(r"[^。！？!?\n]*[。！？!?\n]|[^。！？!?\n]+")
_CODE_LINE = re.compile(
    r"^\s*(?:const|let|var|function|class|import|export|def|SELECT|INSERT|UPDATE)\b", re.MULTILINE
)
_CODE_SIGN = re.compile(r"=>|[{};]")

_NAMES = {role: f"{role.value}: " for role in Role}
_LABELS = {
    Role.USER: "User: ",
    Role.ASSISTANT: "Assistant: ",
    Role.TOOL: "Tool: ",
    Role.SYSTEM: "System: ",
}


@dataclass(frozen=True, slots=True)
class BlockTexts:
    """The fixed-rule texts of a block with their token estimates; l3 <= l4 <= l5 in tokens."""

    l3: str
    l4: str
    l5: str
    t3: int
    t4: int
    t5: int


def render_block(messages: Sequence[Spoken]) -> BlockTexts:
    """Return L3, L4 and L5 of a block.

    Rule:
        engine-rules.md, "Levels", with the length guard: a level that came out longer than the
        next one is the next one's text.
    """
    full: list[str] = []
    near: list[str] = []
    short: list[str] = []
    seen: set[str] = set()
    same = True
    for message in messages:
        role, content, calls = message.role, message.content, message.tool_calls
        full.append(_NAMES[role] + content)
        full += [f"Tool call (raw): {_raw_json(call)}" for call in calls]
        if role is Role.SYSTEM:
            same = False
            continue
        text = content.strip()
        same = same and not calls and len(text) == len(content) and text != ""
        if text:
            label, record = _LABELS[role], tool_record(text)
            if record is not None and role is Role.TOOL:
                same = False
                near.append(label + record)
            else:
                near.append(label + text)
            condensed = _condense(text, seen) if record is None else record
            if condensed:
                short.append(label + condensed)
        if calls:
            entries = [_call_entry(call) for call in calls]
            near += entries
            short += entries
    l3, l4, l5 = "\n\n".join(short), "\n\n".join(near), "\n\n".join(full)
    t5 = estimate_tokens(l5)
    # Texts that differ in the labels alone, which are equally long, have equally many.
    t4 = t5 if same else estimate_tokens(l4)
    if t4 > t5:
        l4, t4 = l5, t5
    t3 = t4 if l3 == l4 else estimate_tokens(l3)
    if t3 > t4:
        l3, t3 = l4, t4
    return BlockTexts(l3, l4, l5, t3, t4, t5)


def render_l0(title: str, tags: Sequence[str]) -> str:
    """Return L0 as text: the title, and a line of tags."""
    return f"{title}\nTags: {', '.join(tags)}"


def render_l2(key_facts: Sequence[str], summary: str) -> str:
    """Return L2 as text: a line a fact; without facts, L1."""
    return "\n".join([f"- {fact}" for fact in key_facts]) or summary


def _raw_json(call: ToolCall) -> str:
    record: dict[str, JsonValue] = {"name": call.name}
    if call.arguments is not None:
        record["arguments"] = call.arguments
    if call.result is not None:
        record["result"] = call.result
    return as_json(record)


def _call_entry(call: ToolCall) -> str:
    summary = result_summary(call.result)
    return f"Tool call: {call.name} ({summary})" if summary else f"Tool call: {call.name}"


def _condense(content: str, seen: set[str]) -> str:
    """Return a content without fillers, and with what stood before in the block left out."""
    if "\n" not in content and "```" not in content:
        text = _without_fillers(content)
        return _once(text, seen) if len(text) >= REPEAT_CHARS else text
    parts: list[str] = []
    pieces = _FENCE.split(content) if "```" in content else [content]
    for index, piece in enumerate(pieces):
        if index % 2:
            parts.append(_once(piece, seen))
            continue
        paragraphs = _PARAGRAPHS.split(piece) if "\n" in piece else [piece]
        for paragraph in paragraphs:
            text = _without_fillers(paragraph.strip())
            if not text:
                continue
            candidate = len(text) >= REPEAT_CHARS or _looks_like_code(text)
            parts.append(_once(text, seen) if candidate else text)
    return "\n\n".join(parts)


def _once(text: str, seen: set[str]) -> str:
    key = " ".join(text.split()).lower()
    if key in seen:
        return REPEAT_NOTE
    seen.add(key)
    return text


def _without_fillers(paragraph: str) -> str:
    # Without a sentence end inside, a paragraph is one sentence, and only a short one can be a
    # filler: most paragraphs are done here.
    if not _SENTENCE_END.search(paragraph):
        return "" if _is_filler(paragraph) else paragraph
    sentences = _SENTENCES.findall(paragraph)
    if not any(map(_is_filler, sentences)):
        return paragraph
    trimmed = (sentence.strip() for sentence in sentences if not _is_filler(sentence))
    return "\n".join([sentence for sentence in trimmed if sentence])


def _is_filler(sentence: str) -> bool:
    bare = sentence.strip()
    # A filler that goes on has no letter where the longest ends: most are seen by that.
    if len(bare) > _LONGEST_FILLER and bare[_LONGEST_FILLER].isalnum():
        return False
    return bare.rstrip(_TRAILING).strip().lower() in FILLERS


def _looks_like_code(text: str) -> bool:
    return "\n" in text and bool(_CODE_LINE.search(text) or _CODE_SIGN.search(text))
