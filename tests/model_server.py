"""A model server for tests: real HTTP on loopback, in the manner of several real ones.

    with ModelServer(Manner.OPENAI, key="sk-test") as server:
        config = ModelConfig(base_url=server.url, model=server.model)

It answers sensibly by itself: probes, summaries, events, judgements, and questions to the memory.
`say` queues what it is to answer instead; `misbehave` queues what it is to do instead of answering.
Every request to its chat endpoint is in `requests`.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

MODEL = "test-model"
_MESSAGE = re.compile(r"^(m\d+) \w+[^\n:]*(?::\d\d)?[^\n:]*: (.*)$", re.MULTILINE)
_FOUND = re.compile(r"^\[([emb]\d+(?:@\d)?)\] ", re.MULTILINE)
_QUESTION = re.compile(r"^Question: (.*)$", re.MULTILINE)


class Manner(Enum):
    """How a server takes requests for structured replies."""

    OPENAI = "json_schema, tools and json_object"
    DEEPSEEK = "tools and json_object, no json_schema"
    LLAMACPP = "json_object only; tools are ignored"
    OLLAMA = "none of them: all ignored, JSON in a fence with words around"
    WORDS = "none of them, and no JSON either"


_HEEDED = {
    Manner.OPENAI: ("json_schema", "tools"),
    Manner.DEEPSEEK: ("tools",),
    Manner.LLAMACPP: (),
    Manner.OLLAMA: (),
    Manner.WORDS: (),
}
_FORMS = ("Probe", "Summary", "Events", "Decision", "Answer", "Judgement", "Graph")


@dataclass(frozen=True)
class Request:
    """A request to the chat endpoint; names of headers in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    manner: Manner

    @property
    def text(self) -> str:
        """Everything that was said, one message after the other."""
        return "\n".join(str(item["content"]) for item in self.body["messages"])

    @property
    def content(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])

    @property
    def mode(self) -> str:
        """How a structured reply was asked for."""
        if "tools" in self.body:
            return "tools"
        return str(self.body.get("response_format", {}).get("type", "plain"))

    @property
    def is_probe(self) -> bool:
        """Whether it only finds out how structured replies can be had."""
        return "This is a test" in self.text

    @property
    def wants(self) -> str:
        """The name of the wanted form: Probe, Summary, Events, Decision or Answer."""
        heeded = _HEEDED[self.manner]
        schema = self.text
        for mode, part in (("tools", "tools"), ("json_schema", "response_format")):
            if mode in heeded:
                schema += json.dumps(self.body.get(part))
        return next((name for name in _FORMS if f'"title": "{name}"' in schema), "")


Misdeed = Callable[["_Handler"], None]
Answer = Callable[[Request], object]


@dataclass
class _Script:
    answers: list[object] = field(default_factory=list)
    misdeeds: list[Misdeed] = field(default_factory=list)


class ModelServer:
    """A server on a free port of loopback, for the length of a `with`.

    Args:
        manner: How it takes requests for structured replies.
        key: Asked for; "" where everybody may come.

    Attributes:
        answer: What it answers of itself; a test may put its own in place.
        requests: To the chat endpoint, without probes.
        probes: Requests that only find out how structured replies can be had.
        usage: Whether replies say how many tokens they took.
    """

    def __init__(
        self, manner: Manner = Manner.OPENAI, *, key: str = "", model: str = MODEL
    ) -> None:
        self.manner = manner
        self.key = key
        self.model = model
        self.usage = True
        self.answer: Answer = sensible
        self.requests: list[Request] = []
        self.probes: list[Request] = []
        self.ended = threading.Event()
        self._script = _Script()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.model = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def say(self, *answers: object) -> None:
        """Queue answers: a value is sent as JSON, a text as it is. Probes take none."""
        self._script.answers += answers

    def misbehave(self, *misdeeds: Misdeed) -> None:
        """Queue what happens to the next requests instead of an answer. Probes take none."""
        self._script.misdeeds += misdeeds

    def take(self, request: Request) -> tuple[Misdeed | None, object]:
        """Record a request and return what happens to it: a misdeed, or what is answered."""
        with self._lock:
            if request.is_probe:
                self.probes.append(request)
                # Who does not look at the schema cannot know what is wanted.
                seen = request.wants == "Probe"
                return None, {"ready": True, "word": "yes"} if seen else "Hello! How can I help?"
            self.requests.append(request)
            if self._script.misdeeds:
                return self._script.misdeeds.pop(0), None
            if self._script.answers:
                return None, self._script.answers.pop(0)
        return None, self.answer(request)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    model: ModelServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path == "/v1/models" and self._is_allowed():
            self.send({"object": "list", "data": [{"id": self.server.model.model}]})
        else:
            self.refuse(404, "not found")

    def do_POST(self) -> None:
        model = self.server.model
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions":
            self.refuse(404, "404 page not found")
            return
        if not self._is_allowed():
            return
        request = Request(
            self.path,
            {name.lower(): text for name, text in self.headers.items()},
            body,
            model.manner,
        )
        if body["model"] != model.model:
            self.refuse(404, f"The model '{body['model']}' does not exist", "model_not_found")
            return
        if refusal := _refusal(model.manner, request):
            self.refuse(400, refusal)
            return
        misdeed, answer = model.take(request)
        if misdeed is None:
            self.send(completion(model, request, answer))
        else:
            misdeed(self)

    def _is_allowed(self) -> bool:
        key = self.server.model.key
        given = self.headers.get("Authorization", "")
        if not key or given == f"Bearer {key}":
            return True
        # As real ones do: with what was given in it.
        self.refuse(401, f"Incorrect API key provided: {given.removeprefix('Bearer ')}.")
        return False

    def send(self, value: object, status: int = 200, **headers: str) -> None:
        """Send JSON; headers with _ for -."""
        self.send_bytes(json.dumps(value).encode(), status, **headers)

    def send_bytes(self, body: bytes, status: int = 200, **headers: str) -> None:
        """Send a body as it is."""
        self.send_response(status)
        self.send_header("Content-Type", headers.pop("content_type", "application/json"))
        self.send_header("Content-Length", headers.pop("content_length", str(len(body))))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def refuse(self, status: int, message: str, code: str | None = None, **headers: str) -> None:
        """Send an error as OpenAI does."""
        error = {"message": message, "type": "invalid_request_error", "code": code}
        self.send({"error": error}, status, **headers)


def _refusal(manner: Manner, request: Request) -> str:
    mode = request.mode
    if manner in (Manner.DEEPSEEK, Manner.LLAMACPP) and mode == "json_schema":
        return "This response_format type is unavailable now"
    if manner in (Manner.OPENAI, Manner.DEEPSEEK):
        if mode == "json_object" and "json" not in request.text.lower():
            return "'messages' must contain the word 'json' in some form"
        if mode == "json_schema":
            return _not_strict(request.body["response_format"]["json_schema"]["schema"])
    return ""


def _not_strict(schema: object) -> str:
    """Return what OpenAI refuses of a strict schema: objects that leave anything open."""
    if isinstance(schema, list):
        return next(filter(None, map(_not_strict, schema)), "")
    if not isinstance(schema, dict):
        return ""
    if "properties" in schema:
        if schema.get("additionalProperties") is not False:
            return "Invalid schema: 'additionalProperties' is required to be false"
        if set(schema.get("required", [])) != set(schema["properties"]):
            return "Invalid schema: 'required' is required to hold every key in properties"
    if "default" in schema:
        return "Invalid schema: 'default' is not permitted"
    return next(filter(None, map(_not_strict, schema.values())), "")


def completion(model: ModelServer, request: Request, answer: object) -> dict[str, Any]:
    """Return a whole reply in the manner of a server; a text is sent as it is."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    message: dict[str, Any] = {"role": "assistant", "content": text}
    finish = "stop"
    tools = request.body.get("tools")
    if tools and model.manner in (Manner.OPENAI, Manner.DEEPSEEK):
        call = {"name": tools[0]["function"]["name"], "arguments": text}
        message["content"] = None
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
        finish = "tool_calls"
    elif not isinstance(answer, str) and (
        model.manner is Manner.OLLAMA
        or (model.manner is Manner.LLAMACPP and request.mode != "json_object")
    ):
        message["content"] = f"Sure, here it is:\n```json\n{text}\n```\nAnything else?"
    if model.manner is Manner.WORDS:
        message["content"] = "I am only here to chat."
    reply: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": model.model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if model.usage:
        reply["usage"] = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}
    return reply


# What it answers of itself.


def sensible(request: Request) -> object:
    """Return an answer that keeps to the form and to what the request holds."""
    said = _MESSAGE.findall(request.content)
    words = next((text for _, text in said if text), "Nothing was said")
    match request.wants:
        case "Summary":
            return {
                "title": words[:60],
                "tags": ["model"],
                "summary": words,
                "key_facts": [words],
                "should_extract": True,
            }
        case "Events":
            return {"events": [event(said[0][0], words)]}
        case "Decision":
            return _decision(request)
        case "Judgement":
            known = re.findall(r"^(e\d+) ", request.content, re.MULTILINE)
            return {
                "decision": "supersede" if known else "add",
                "target_ids": known[:1],
                "reason": "it is newer" if known else "nothing known says it",
                "confidence": 0.9,
            }
        case "Graph":
            return graph_of(request)
        case "Answer":
            return {"answer": "That is what was said [1].", "used_refs": ["1"]}
        case _:
            return {}


def graph_of(request: Request) -> dict[str, object]:
    """Return a project that every event speaks of, and its package manager of the last one."""
    keys = re.findall(r"^(e\d+) \(", request.content, re.MULTILINE)
    return {
        "nodes": [graph_node("Atlas", "project", *keys), graph_node("pnpm", "tool", *keys[-1:])],
        "facts": [graph_fact("Atlas", "project", "package manager", "pnpm", *keys[-1:])],
        "edges": [graph_edge(("Atlas", "project"), "uses", ("pnpm", "tool"), *keys[-1:])],
    }


def graph_node(name: str, kind: str, *event_ids: str, **other: object) -> dict[str, object]:
    """Return a node in the wanted form."""
    made = {"type": kind, "name": name, "aliases": [], "tags": [], "event_ids": list(event_ids)}
    return {**made, **other}


_HOLDS = {
    "planned": False,
    "grows": False,
    "valid_from": None,
    "valid_to": None,
    "confidence": 0.9,
}


def graph_fact(
    name: str, kind: str, key: str, value: str, *event_ids: str, **other: object
) -> dict[str, object]:
    """Return a fact in the wanted form."""
    made = {"node": name, "node_type": kind, "key": key, "value": value}
    return {**made, "event_ids": list(event_ids), **_HOLDS, **other}


def graph_edge(
    source: tuple[str, str],
    relation: str,
    target: tuple[str, str],
    *event_ids: str,
    **other: object,
) -> dict[str, object]:
    """Return an edge in the wanted form, between nodes of a name and a type."""
    ends = {
        "source": source[0],
        "source_type": source[1],
        "target": target[0],
        "target_type": target[1],
    }
    return {**ends, "relation": relation, "event_ids": list(event_ids), **_HOLDS, **other}


def event(source: str, words: str, **other: object) -> dict[str, object]:
    """Return an event in the wanted form, from one message."""
    return {
        "title": words[:60],
        "summary": words,
        "source_ids": [source],
        "quotes": [words[:200]],
        "tags": ["model"],
        "participants": [],
        "type": "other",
        "status": "occurred",
        "scope": "project",
        "criticality": "routine",
        "happened_start": None,
        "happened_end": None,
        "happened_text": "",
        "precision": "unknown",
        "basis": "unknown",
        "relations": [],
        **other,
    }


def _decision(request: Request) -> object:
    """Search first; then the first thing found is the evidence."""
    found = _FOUND.findall(request.content)
    asked = _QUESTION.search(request.content)
    move: dict[str, object] = {
        "step": "search_events",
        "query": asked[1] if asked else "",
        "ref": "",
        "level": None,
        "participants": [],
        "types": [],
        "states": [],
        "happened_from": None,
        "happened_to": None,
    }
    searched = re.findall(r"^Step \d+: (\w+)", request.content, re.MULTILINE)
    if searched:
        move["step"] = "search_raw_memory"
    return {
        "verdict": "sufficient" if found else "wrong",
        "evidence_refs": found[:1],
        "fit": "it says so" if found else "",
        "missing": "" if found else "everything",
        "next_strategy": "answer" if found else move["step"],
        "move": None if found else move,
    }


# What it may do instead.


def refuse(status: int, message: str = "no", **headers: str) -> Misdeed:
    """Answer with an error status."""
    return lambda handler: handler.refuse(status, message, **headers)


def send(body: bytes, content_type: str = "application/json") -> Misdeed:
    """Answer with a body as it is."""
    return lambda handler: handler.send_bytes(body, content_type=content_type)


def hang(handler: _Handler) -> None:
    """Say nothing until the client has enough, or the server ends."""
    handler.server.model.ended.wait(30)
    handler.close_connection = True


def close(handler: _Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def reset(handler: _Handler) -> None:
    """Break the connection off."""
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def half_a_body(handler: _Handler) -> None:
    """Promise a long body and close in the middle of it."""
    handler.send_bytes(b'{"choices": [{"message": {"content": "{', content_length="5000")
    close(handler)


def half_a_stream(handler: _Handler) -> None:
    """Begin a chunked stream and never end it."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    line = b'data: {"choices": [{"delta": {"content": "{"}}]}\n\n'
    handler.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
    handler.wfile.flush()
    close(handler)


def drip(handler: _Handler) -> None:
    """Send a byte now and then, so that no single wait is long."""
    handler.send_bytes(b"", content_length="100000")
    while not handler.server.model.ended.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def megabytes(count: int) -> Misdeed:
    """Answer in the right form, with so many megabytes in it."""

    def work(handler: _Handler) -> None:
        text = json.dumps({"title": "x", "summary": "y" * (count << 20)})
        handler.send({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})

    return work


def redirect(url: str) -> Misdeed:
    """Send the client elsewhere."""
    return lambda handler: handler.send({}, 307, Location=url)
