"""Tool results and tool JSON in words; engine-rules.md, "Result summary" and "Tool JSON"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import orjson

from stratagate_app.engine.domain.conversation import JsonValue

SUMMARY_CHARS = 160
ERROR_CHARS = 140
STRUCTURED = "structured result"
_NOT_COUNTED = frozenset({"arguments", "params", "input", "request"})

_FENCED = re.compile(r"^```(?:json)?\s*\n?([\s\S]*?)\n?\s*```$")
_NAME = re.compile(r'"name"\s*:\s*"([^"]+)"')
_MENTIONS = ("tool_calls", "tool_call", '"function"', '"arguments"')


def result_summary(value: JsonValue) -> str:
    """Return what a tool gave back, in at most 160 characters; "" for nothing."""
    if value is None:
        return ""
    if isinstance(value, str):
        parsed = _parse(value)
        if parsed is None:
            return _folded(value)[:SUMMARY_CHARS]
        return _folded(value)[:SUMMARY_CHARS] if isinstance(parsed, str) else result_summary(parsed)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return orjson.dumps(value).decode()
    if isinstance(value, Mapping):
        return _object_summary(value)[:SUMMARY_CHARS]
    return STRUCTURED


def _object_summary(value: Mapping[str, JsonValue]) -> str:
    if value.get("error"):
        return "failed: " + _words(value["error"])[:ERROR_CHARS]
    for key in ("summary", "message"):
        if value.get(key):
            return _words(value[key])
    counts = [
        f"{key}: {len(item)}"
        for key, item in value.items()
        if isinstance(item, list) and key not in _NOT_COUNTED
    ]
    if counts:
        return ", ".join(counts)
    ok = value.get("ok")
    if isinstance(ok, bool):
        return "completed" if ok else "not completed"
    return STRUCTURED


def _words(value: JsonValue) -> str:
    return _folded(value if isinstance(value, str) else orjson.dumps(value).decode())


def _folded(text: str) -> str:
    return " ".join(text.split())


def _parse(text: str) -> JsonValue:
    stripped = text.strip()
    # Only what can be JSON is given to the parser.
    if not stripped or stripped[0] not in '{["-0123456789tfn':
        return None
    try:
        value: JsonValue = orjson.loads(stripped)
    except orjson.JSONDecodeError:
        return None
    return value


def tool_record(content: str) -> str | None:
    """Return the entry for a content that is tool JSON; None if it is none.

    Rule:
        engine-rules.md, "Tool JSON in a content".
    """
    if '"' not in content and "tool_call" not in content:
        return None
    text = content.strip()
    fenced = _FENCED.match(text)
    if fenced:
        text = fenced.group(1).strip()
    if text[:1] in ("{", "["):
        value = _parse(text)
        if value is not None:
            names = list(dict.fromkeys(_names(value)))
            if not names:
                return None
            top = value if isinstance(value, Mapping) else {}
            given = top.get("result") if top.get("result") is not None else top.get("content")
            summary = result_summary(given)
            listed = ", ".join(names)
            return f"Tool call: {listed} ({summary})" if summary else f"Tool call: {listed}"
    elif _parse(text) is not None:
        return None
    if not any(mention in text for mention in _MENTIONS):
        return None
    found = ", ".join(dict.fromkeys(_NAME.findall(text)))
    return f"Tool call: {found} (arguments omitted)" if found else "Tool call (arguments omitted)"


def _names(value: JsonValue) -> Iterator[str]:
    """Yield the names of the calls in a value, at any depth, in order of appearance."""
    stack: list[JsonValue] = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, list):
            stack.extend(reversed(current))
        elif isinstance(current, Mapping):
            name = current.get("name")
            if isinstance(name, str) and ("arguments" in current or "parameters" in current):
                yield name
            tool = current.get("tool")
            if isinstance(tool, str):
                yield tool
            function = current.get("function")
            if isinstance(function, Mapping):
                named = function.get("name")
                if isinstance(named, str):
                    yield named
            stack.extend(reversed(list(current.values())))
