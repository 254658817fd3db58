"""How requests and replies look on the wire, and what an address may be."""

from __future__ import annotations

import contextlib
import ipaddress
import json
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from stratagate_app.engine import reply_schema

if TYPE_CHECKING:
    from pydantic import BaseModel

# It names no key: only a server that heeds the schema can answer it.
PROBE = "This is a test of how replies can be had. Fill in the form that was given to you."
PROBE_CONTENT = "Go ahead."
_SHORTEST_KEY = 6
_MASK = "[masked]"


class Mode(StrEnum):
    """How a structured reply is asked for; the first that works is taken."""

    JSON_SCHEMA = "json_schema"
    TOOLS = "tools"
    JSON_OBJECT = "json_object"
    PLAIN = "plain"


def address_problem(base_url: str) -> str:
    """Return what is wrong with an address; "" if it can be one."""
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError:
        return "not an address"
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        return "not an address: it begins with http:// or https:// and a name"
    if parts.username or parts.password:
        return "a password in an address would be stored with it: give the key by itself"
    return ""


def is_local(base_url: str) -> bool:
    """Return whether an address is on this machine."""
    host = urlsplit(base_url).hostname or ""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


# What is sent.


def probe_form() -> type[BaseModel]:
    """Return the form that a test of the server asks for."""
    from pydantic import BaseModel, ConfigDict  # noqa: PLC0415 - only who uses a model waits

    class Probe(BaseModel):
        """The smallest form."""

        model_config = ConfigDict(strict=True)

        ready: bool
        word: str

    return Probe


def request_body(
    model: str, mode: Mode, instructions: str, content: str, form: type[BaseModel]
) -> dict[str, Any]:
    """Return a request for a reply of a form, asked for in a certain way."""
    schema = reply_schema(form)
    name = str(schema["title"]).lower()
    asked = "Reply in JSON of the given schema."
    extra: dict[str, Any] = {}
    match mode:
        case Mode.JSON_SCHEMA:
            wanted = {"name": name, "strict": True, "schema": schema}
            extra = {"response_format": {"type": "json_schema", "json_schema": wanted}}
        case Mode.TOOLS:
            asked = f"Reply by calling {name}."
            function = {"name": name, "description": "Your reply.", "parameters": schema}
            extra = {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": name}},
            }
        case _:
            asked = (
                "Reply with one JSON object and nothing else, no words around it. Its JSON schema: "
                + json.dumps(schema, ensure_ascii=False)
            )
            if mode is Mode.JSON_OBJECT:
                extra = {"response_format": {"type": "json_object"}}
    return {
        "model": model,
        "messages": [
            {"role": "system", "content": f"{instructions}\n{asked}"},
            {"role": "user", "content": content},
        ],
        **extra,
    }


# What came.


def reply_words(message: dict[str, Any], mode: Mode) -> str:
    """Return the text of a reply: of the tool call where one was asked for and made."""
    if mode is Mode.TOOLS:
        try:
            arguments = message["tool_calls"][0]["function"]["arguments"]
        except (KeyError, IndexError, TypeError):
            arguments = None
        if isinstance(arguments, str):
            return arguments
    content = message.get("content")
    return content if isinstance(content, str) else ""


def token_count(usage: object, name: str) -> int | None:
    """Return a number of tokens that a server tells; None if it tells none that can be."""
    value = usage.get(name) if isinstance(usage, dict) else None
    usable = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31
    return value if usable else None


def error_words(body: object) -> str:
    """Return the message of an error body, whichever shape it has."""
    if isinstance(body, dict):
        inner = body.get("error")
        for value in (
            body.get("message"),
            inner.get("message") if isinstance(inner, dict) else inner,
        ):
            if isinstance(value, str):
                return value
        return ""
    return body if isinstance(body, str) else ""


def without_key(text: str, key: str) -> str:
    """Return a server's words without our key, which some repeat."""
    return text.replace(key, _MASK) if len(key) >= _SHORTEST_KEY else text
