"""The client of any OpenAI-compatible server: one structured reply at a time.

Jobs try again by themselves, so nothing is retried here. The key is handed over with each request
and kept nowhere; where a server repeats it, it is masked before anything else sees the words.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import orjson

from stratagate_app.adapters import model_errors
from stratagate_app.adapters.model_wire import (
    PROBE,
    PROBE_CONTENT,
    Mode,
    address_problem,
    error_words,
    is_local,
    probe_form,
    reply_words,
    request_body,
    token_count,
    without_key,
)
from stratagate_app.engine import (
    Clock,
    ModelFailedError,
    ModelUnavailableError,
    OperationCancelled,
    ReplySchemaError,
    SystemClock,
    estimate_tokens,
    read_reply,
)

if TYPE_CHECKING:
    from openai import OpenAI
    from pydantic import BaseModel

# A reply is a few pages at most.
REPLY_BYTES = 1 << 20
# Nobody there, or too busy to say for how long: asked again after these.
FIRST_WAIT_S = 5.0
SHORTEST_WAIT_S = 1.0
LONGEST_UNTOLD_WAIT_S = 60.0
CONNECT_S = 10.0
_TICK_S = 0.1
# Refusals that can mean "not in this form", rather than "not at all".
_FORM_REFUSED = frozenset({"model_rejected", "model_failed"})

F = TypeVar("F", bound="BaseModel")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Which model, and how it is used.

    Attributes:
        base_url: Up to and without /chat/completions.
        timeout_s: The longest a whole reply may take.
        at_once: Requests at the same time.
    """

    base_url: str
    model: str
    timeout_s: float = 120.0
    at_once: int = 2

    def __post_init__(self) -> None:
        """Refuse an address that is none, or that holds a password.

        Raises:
            ModelFailedError: Code `model_address`.
        """
        problem = address_problem(self.base_url)
        if problem:
            raise ModelFailedError("model_address", detail=problem)
        if not self.model.strip():
            raise ModelFailedError("model_not_found", detail="no model is named")


@dataclass(frozen=True, slots=True)
class Reply(Generic[F]):
    """A reply of the wanted form, and what it took; estimated where the server does not say."""

    value: F
    input_tokens: int
    output_tokens: int

    @property
    def tokens(self) -> int:
        """Of request and reply together."""
        return self.input_tokens + self.output_tokens


class ModelBook(Protocol):
    """What is remembered of servers from one run to the next."""

    def mode(self, server: str, model: str) -> str:
        """Return how structured replies are asked for; "" if that is not known yet."""
        ...

    def keep_mode(self, server: str, model: str, mode: str) -> None:
        """Remember how structured replies are asked for; "" to forget it."""
        ...

    def check_limit(self) -> None:
        """Return if another request may be made.

        Raises:
            ModelUnavailableError: Code `model_limit`.
        """
        ...

    def record(
        self, purpose: str, server: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        """Count a request."""
        ...


def _wait_on() -> None:
    """Stop for nobody."""


class ModelClient:
    """Asks one model on one server.

    Args:
        config: Which.
        key: Returns the key; "" where the server wants none.
        book: Remembers what was found out and what was spent.
        clock: For waits that a server asks for.

    Thread:
        Any worker; `close` from any thread ends what waits.
    """

    def __init__(
        self,
        config: ModelConfig,
        key: Callable[[], str],
        book: ModelBook,
        clock: Clock | None = None,
    ) -> None:
        self.config = config
        self._key = key
        self._book = book
        self._clock = clock or SystemClock()
        self._slots = threading.BoundedSemaphore(config.at_once)
        self._lock = threading.Lock()
        self._probing = threading.Lock()
        self._closed = threading.Event()
        self._held: tuple[datetime, ModelUnavailableError] | None = None
        self._untold_wait_s = FIRST_WAIT_S
        self._openai: OpenAI | None = None

    def __repr__(self) -> str:
        """Return which server and model."""
        return f"ModelClient({self.config.base_url!r}, {self.config.model!r})"

    @property
    def name(self) -> str:
        """The model's name."""
        return self.config.model

    def close(self) -> None:
        """End what waits for a reply, close the connections, and ask nothing more. Idempotent."""
        self._closed.set()
        with self._lock:
            client, self._openai = self._openai, None
        if client is not None:
            client.close()

    def reply(
        self,
        purpose: str,
        instructions: str,
        content: str,
        form: type[F],
        check_stop: Callable[[], None] = _wait_on,
    ) -> Reply[F]:
        """Return a reply of a form.

        Args:
            purpose: What the request is counted under.
            instructions: What to do.
            content: What to do it with.
            form: What the reply must be.
            check_stop: Called again and again while a reply is awaited; what it raises ends that.
        Raises:
            ModelUnavailableError: Nobody there now; field retry_after_s says when to ask again.
            ModelFailedError: Somebody there who did not do it.
            ReplySchemaError: A reply of another form; field reason says what is wrong.
            OperationCancelled: The client was closed.
        """
        mode = self.find_mode(check_stop)
        try:
            return self._ask(mode, purpose, instructions, content, form, check_stop=check_stop)
        except ModelFailedError as error:
            if error.code == "model_rejected" and mode is not Mode.PLAIN:
                # A server that was updated may take another form now: found out the next time.
                self._book.keep_mode(self.config.base_url, self.config.model, "")
            raise

    def find_mode(self, check_stop: Callable[[], None] = _wait_on) -> Mode:
        """Return how structured replies are asked for; found out by small requests, once.

        Raises:
            ReplySchemaError: Code `no_json`: none of the ways gives JSON of the wanted form.
            ModelUnavailableError: As `reply`.
        """
        server, model = self.config.base_url, self.config.model
        with self._probing:
            known = self._book.mode(server, model)
            if known in list(Mode):
                return Mode(known)
            refusal: Exception | None = None
            answered = False
            for mode in Mode:
                try:
                    works = self._heeds(mode, check_stop)
                except ModelFailedError as error:
                    if error.code not in _FORM_REFUSED:
                        raise
                    refusal = error
                    continue
                if works:
                    self._book.keep_mode(server, model, mode.value)
                    return mode
                answered = True
        if refusal is not None and not answered:
            raise refusal
        raise ReplySchemaError("no_json", where="reply", reason="not_json")

    def try_mode(self, mode: Mode) -> bool:
        """Return whether the server gives structured replies in a certain way.

        Raises:
            ModelUnavailableError: As `reply`, where it is not the way that is refused.
        """
        try:
            return self._heeds(mode, _wait_on)
        except ModelFailedError as error:
            if error.code in _FORM_REFUSED:
                return False
            raise

    def _heeds(self, mode: Mode, check_stop: Callable[[], None]) -> bool:
        try:
            self._ask(mode, "probe", PROBE, PROBE_CONTENT, probe_form(), check_stop=check_stop)
        except ReplySchemaError:
            return False
        return True

    # One request.

    def _ask(
        self,
        mode: Mode,
        purpose: str,
        instructions: str,
        content: str,
        form: type[F],
        *,
        check_stop: Callable[[], None],
    ) -> Reply[F]:
        body = request_body(self.config.model, mode, instructions, content, form)
        with self._slot(check_stop):
            self._check_hold()
            self._book.check_limit()
            key = self._key().strip()
            if not (key.isascii() and key.isprintable()):
                raise ModelFailedError("model_key", detail="it holds characters that no key has")
            try:
                raw = self._in_time(lambda: self._send(body, key), check_stop)
            except ModelFailedError:
                raise
            except ModelUnavailableError as error:
                raise self._hold(error) from None
        self._untold_wait_s = FIRST_WAIT_S
        return self._read(
            purpose, mode, body, without_key(raw.decode("utf-8", "replace"), key), form
        )

    def _read(
        self, purpose: str, mode: Mode, body: dict[str, Any], text: str, form: type[F]
    ) -> Reply[F]:
        answer = _answer_in(text)
        choice = answer["choices"][0]
        message = choice["message"]
        words = reply_words(message, mode)
        usage = answer.get("usage")
        taken, given = token_count(usage, "prompt_tokens"), token_count(usage, "completion_tokens")
        if taken is None or given is None:
            taken = estimate_tokens(str(body["messages"]))
            given = estimate_tokens(words)
        self._book.record(purpose, self.config.base_url, self.config.model, taken, given)
        if choice.get("finish_reason") == "length":
            raise ReplySchemaError(where="reply", reason="cut_off")
        if not words and (
            message.get("refusal") or choice.get("finish_reason") == "content_filter"
        ):
            raise ReplySchemaError(where="reply", reason="refused")
        return Reply(read_reply(words, form), taken, given)

    def _send(self, body: dict[str, Any], key: str) -> bytes:
        """Return the body of the answer.

        Raises:
            ModelUnavailableError: Whatever went wrong.
            ReplySchemaError: The reply is too long.
        """
        import openai  # noqa: PLC0415 - half a second that only who uses a model waits for

        client = self._client(openai)
        try:
            request = client.with_options(api_key=key or "none").chat.completions
            with request.with_streaming_response.create(**body) as answer:
                return _bounded(answer.iter_bytes(1 << 16))
        except openai.APIStatusError as error:
            said = without_key(error_words(error.body) or error.message, key)
            headers = {name.lower(): text for name, text in error.response.headers.items()}
            now = self._clock.now()
            raise model_errors.error_of_status(error.status_code, said, headers, now) from None
        except ReplySchemaError:
            raise
        except Exception as error:  # noqa: BLE001 - the HTTP library beneath has its own
            raise model_errors.error_of_connection(error) from None

    def _client(self, library: Any) -> OpenAI:
        with self._lock:
            if self._closed.is_set():
                raise OperationCancelled
            if self._openai is None:
                # No redirects: what was said goes to the server that was named, and to no other.
                # No proxy to this machine's own servers.
                local = is_local(self.config.base_url)
                http = library.DefaultHttpxClient(follow_redirects=False, trust_env=not local)
                self._openai = library.OpenAI(
                    api_key="none",
                    base_url=self.config.base_url,
                    timeout=library.Timeout(self.config.timeout_s, connect=CONNECT_S),
                    max_retries=0,
                    http_client=http,
                )
            return self._openai

    def _in_time(self, work: Callable[[], T], check_stop: Callable[[], None]) -> T:
        """Return what work returns; not later than the timeout, nor after a stop or `close`.

        A server that sends a byte now and then never lets a single read time out, and a program
        that ends cannot wait for one: so the request has a thread of its own that can be left.
        """
        done = threading.Event()
        outcome: list[T] = []
        failure: list[BaseException] = []

        def run() -> None:
            try:
                outcome.append(work())
            except BaseException as error:  # noqa: BLE001 - handed on to whoever waits
                failure.append(error)
            done.set()

        threading.Thread(target=run, name="model-request", daemon=True).start()
        left = self.config.timeout_s
        while not done.wait(min(_TICK_S, left)):
            left -= _TICK_S
            if self._closed.is_set():
                raise OperationCancelled
            check_stop()
            if left <= 0:
                raise ModelFailedError("model_timeout")
        if failure:
            if self._closed.is_set():
                raise OperationCancelled
            raise failure[0]
        return outcome[0]

    @contextmanager
    def _slot(self, check_stop: Callable[[], None]) -> Iterator[None]:
        while not self._slots.acquire(timeout=_TICK_S):
            if self._closed.is_set():
                raise OperationCancelled
            check_stop()
        try:
            if self._closed.is_set():
                raise OperationCancelled
            yield
        finally:
            self._slots.release()

    def _check_hold(self) -> None:
        """Raise what a server said last, as long as it asked to be left alone."""
        with self._lock:
            if self._held is None:
                return
            until, error = self._held
            left = (until - self._clock.now()).total_seconds()
            if left <= 0:
                self._held = None
                return
        raise type(error)(error.code, **{**error.fields, "retry_after_s": round(left, 3)})

    def _hold(self, error: ModelUnavailableError) -> ModelUnavailableError:
        """Leave the server alone for as long as it asks, or longer each time if it does not say."""
        wait = error.fields.get("retry_after_s")
        with self._lock:
            if isinstance(wait, int | float):
                # "At once" from a server that has too much to do is not meant.
                wait = max(SHORTEST_WAIT_S, wait)
            else:
                wait = self._untold_wait_s
                self._untold_wait_s = min(LONGEST_UNTOLD_WAIT_S, 2 * wait)
            told = type(error)(error.code, **{**error.fields, "retry_after_s": wait})
            self._held = (self._clock.now() + timedelta(seconds=wait), told)
        return told


def _bounded(chunks: Iterable[bytes]) -> bytes:
    """Return a body.

    Raises:
        ReplySchemaError: It is too long.
    """
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > REPLY_BYTES:
            raise ReplySchemaError(where="reply", reason="too_large")
    return bytes(body)


def _answer_in(text: str) -> dict[str, Any]:
    """Return an answer that holds a message.

    Raises:
        ModelFailedError: It was cut off, or no model server sent it.
        ReplySchemaError: There is no message in it.
    """
    try:
        answer = orjson.loads(text)
    except orjson.JSONDecodeError:
        if text.lstrip().startswith("{"):
            raise ModelFailedError("model_broken_off") from None
        raise ModelFailedError("model_address", detail=model_errors.tidy(text)) from None
    try:
        found = isinstance(answer["choices"][0]["message"], dict)
    except (KeyError, IndexError, TypeError):
        found = False
    if not found:
        raise ReplySchemaError(where="choices", reason="no_message")
    return dict(answer)
