"""Tool results and tool JSON in words; engine-rules.md, "Result summary" and "Tool JSON"."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from enum import Enum

import orjson

from stratagate_app.engine.domain.conversation import JsonValue


class _NoJson(Enum):
    """Says that a text is no JSON, as null is."""

    NO_JSON = "no json"


_NO_JSON = _NoJson.NO_JSON

SUMMARY_CHARS = 160
ERROR_CHARS = 140
STRUCTURED = "structured result"
_NOT_COUNTED = frozenset({"arguments", "params", "input", "request"})

_FENCE = "```"
_NAME = re.compile(r'"name"\s*:\s*"([^"]+)"')
_MENTIONS = ("tool_calls", "tool_call", '"function"', '"arguments"')


def result_summary(value: JsonValue) -> str:
    """Return what a tool gave back, in at most 160 characters; "" for nothing."""
    if value is None:
        return ""
    if isinstance(value, str):
        return _text_summary(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return _object_summary(value)[:SUMMARY_CHARS]
    return STRUCTURED


def _text_summary(text: str) -> str:
    parsed = _parse(text)
    # A number stays as it is written: 1.0, or more digits than a float holds.
    if parsed is _NO_JSON or isinstance(parsed, int | float):
        return _folded(text)[:SUMMARY_CHARS]
    return result_summary(parsed)


def _object_summary(value: Mapping[str, JsonValue]) -> str:
    error = _words(value.get("error"))
    if error:
        return "failed: " + error[:ERROR_CHARS]
    for key in ("summary", "message"):
        words = _words(value.get(key))
        if words:
            return words
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
    if not value:
        return ""
    return _folded(value if isinstance(value, str) else as_json(value))


def _folded(text: str) -> str:
    return " ".join(text.split())


def as_json(value: JsonValue) -> str:
    """Return a value as compact JSON; also what is too great or too deep for the fast encoder."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parse(text: str) -> JsonValue | _NoJson:
    stripped = text.strip()
    # Only what can be JSON is given to the parser.
    if not stripped or stripped[0] not in '{["-0123456789tfn':
        return _NO_JSON
    try:
        value: JsonValue = orjson.loads(stripped)
    except orjson.JSONDecodeError:
        return _NO_JSON
    return value


def _unfenced(text: str) -> str:
    """Return a text without the fence around it, if there is one."""
    if len(text) < 2 * len(_FENCE) or not (text.startswith(_FENCE) and text.endswith(_FENCE)):
        return text
    return text[len(_FENCE) : -len(_FENCE)].removeprefix("json").strip()


def tool_record(content: str) -> str | None:
    """Return the entry for a content that is tool JSON; None if it is none.

    Rule:
        engine-rules.md, "Tool JSON in a content".
    """
    if '"' not in content and "tool_call" not in content:
        return None
    text = _unfenced(content.strip())
    value = _parse(text)
    if not isinstance(value, _NoJson):
        names = ", ".join(dict.fromkeys(_names(value)))
        if not names:
            return None
        top = value if isinstance(value, Mapping) else {}
        given = top.get("result")
        summary = result_summary(top.get("content") if given is None else given)
        return f"Tool call: {names} ({summary})" if summary else f"Tool call: {names}"
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
