"""The model that the settings name: its ports, what a test of it finds, what work would cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from stratagate_app.adapters.model_book import MemoryBook, cost_of
from stratagate_app.adapters.model_ports import model_ports
from stratagate_app.adapters.model_wire import Mode, address_problem
from stratagate_app.adapters.openai_client import ModelClient, ModelConfig
from stratagate_app.adapters.secrets import KeyReader
from stratagate_app.engine import (
    BlockInput,
    BlockSummary,
    JsonValue,
    Judgement,
    KnownNode,
    Memory,
    ModelFailedError,
    ModelUnavailableError,
    Ports,
    ProjectedEvent,
    Projection,
    ProposedEvent,
    ReplySchemaError,
    TimelineEvent,
    WaitingWork,
)
from stratagate_app.settings import (
    MODEL_AT_ONCE,
    MODEL_LIMIT,
    MODEL_MASK,
    MODEL_NAME,
    MODEL_PRESET,
    MODEL_PRICES,
    MODEL_TIMEOUT,
    MODEL_URL,
    NO_MODEL,
    PRESET_URLS,
    read_settings,
)

__all__ = [
    "Estimate",
    "ProviderReport",
    "address_problem",
    "apply_settings",
    "base_url_of",
    "check_provider",
    "cost_of",
    "estimate",
    "is_model_chosen",
    "known_mode",
]


@dataclass(frozen=True, slots=True)
class ProviderReport:
    """What a test of a model found.

    Attributes:
        code: What is wrong; "" if nothing is.
        detail: What the server said.
        modes: Each way of asking for structured replies, and whether it works.
        mode: The way that is used from now on; "" if none works.
    """

    code: str
    detail: str
    modes: Mapping[str, bool]
    mode: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the work that waits would take.

    Attributes:
        cost: None where the model has no price.
    """

    blocks: int
    input_tokens: int
    output_tokens: int
    cost: float | None


def is_model_chosen(values: Mapping[str, JsonValue]) -> bool:
    """Return whether the settings name a model, rather than the built-in rules."""
    return values[MODEL_PRESET.key] != NO_MODEL


def base_url_of(values: Mapping[str, JsonValue]) -> str:
    """Return the address that the settings name: their own, else the preset's."""
    own = str(values[MODEL_URL.key]).strip().rstrip("/")
    return own or PRESET_URLS.get(str(values[MODEL_PRESET.key]), "")


def apply_settings(memory: Memory, values: Mapping[str, JsonValue] | None = None) -> None:
    """Let a memory work with what its settings name, from the next call on.

    Args:
        memory: Any.
        values: Every setting by key; None for those that are stored.

    Thread:
        Any worker.
    """
    values = read_settings(memory.settings.all()) if values is None else values
    memory.use_ports(_ports_for(memory, values) if is_model_chosen(values) else None)


def _ports_for(memory: Memory, values: Mapping[str, JsonValue]) -> Ports:
    book = _book(memory, values)
    try:
        client = _client(values, KeyReader(base_url_of(values)), book, memory)
    except ModelFailedError as error:
        # Work waits until the settings are right: the rules would do it otherwise than wanted.
        nobody, code = _Nobody(error), error.code
        return Ports(nobody, nobody, nobody, None, nobody, at_once=1, paused=lambda: code)
    return model_ports(client, mask=bool(values[MODEL_MASK.key]), paused=book.paused)


def _book(memory: Memory, values: Mapping[str, JsonValue]) -> MemoryBook:
    limit = values[MODEL_LIMIT.key]
    prices = values[MODEL_PRICES.key]
    return MemoryBook(memory, prices, limit if isinstance(limit, float) else 0.0)


def _client(
    values: Mapping[str, JsonValue], key: Callable[[], str], book: MemoryBook, memory: Memory
) -> ModelClient:
    timeout_s, at_once = values[MODEL_TIMEOUT.key], values[MODEL_AT_ONCE.key]
    config = ModelConfig(
        base_url_of(values),
        str(values[MODEL_NAME.key]).strip(),
        timeout_s=timeout_s if isinstance(timeout_s, int) else MODEL_TIMEOUT.minimum or 5,
        at_once=at_once if isinstance(at_once, int) else 1,
    )
    return ModelClient(config, key, book, memory.clock)


class _Nobody:
    """Stands where the settings name no model that can be asked."""

    answers_at_once = False

    def __init__(self, error: ModelFailedError) -> None:
        self._error = error

    def summarise(self, block: BlockInput) -> BlockSummary:  # noqa: ARG002
        """Say why not."""
        self._raise()

    def extract(
        self,
        block: BlockInput,  # noqa: ARG002
        timeline: Sequence[TimelineEvent],  # noqa: ARG002
    ) -> tuple[ProposedEvent, ...]:
        """Say why not."""
        self._raise()

    def judge(
        self,
        memory: ProposedEvent,  # noqa: ARG002
        matches: Sequence[TimelineEvent],  # noqa: ARG002
    ) -> Judgement:
        """Say why not."""
        self._raise()

    def project(
        self,
        events: Sequence[ProjectedEvent],  # noqa: ARG002
        known: Sequence[KnownNode],  # noqa: ARG002
    ) -> Projection:
        """Say why not."""
        self._raise()

    def _raise(self) -> NoReturn:
        raise ModelFailedError(self._error.code, **self._error.fields)


def check_provider(
    memory: Memory, values: Mapping[str, JsonValue], key: str | None = None
) -> ProviderReport:
    """Ask a model a few small questions, and return what works.

    What is found out about structured replies is remembered.

    Args:
        memory: Counts the requests, and remembers.
        values: Every setting by key; they need not be stored.
        key: To be tried; None for the one that is kept.

    Thread:
        Any worker; may take minutes.
    """
    modes: dict[str, bool] = {}
    try:
        reader: Callable[[], str] = KeyReader(base_url_of(values)) if key is None else lambda: key
        book = _book(memory, values)
        client = _client(values, reader, book, memory)
        try:
            for mode in Mode:
                modes[mode.value] = client.try_mode(mode)
        finally:
            client.close()
    except (ModelUnavailableError, ReplySchemaError) as error:
        return ProviderReport(error.code, str(error.fields.get("detail", "")), modes, "")
    found = next((mode for mode, works in modes.items() if works), "")
    book.keep_mode(client.config.base_url, client.config.model, found)
    return ProviderReport("" if found else "no_json", "", modes, found)


def known_mode(memory: Memory, values: Mapping[str, JsonValue]) -> str:
    """Return how structured replies are asked for; "" where that is not known yet."""
    name = str(values[MODEL_NAME.key]).strip()
    return _book(memory, values).mode(base_url_of(values), name)


def estimate(memory: Memory, values: Mapping[str, JsonValue]) -> Estimate | None:
    """Return about what the work that waits would take; None where no model does it."""
    return priced(memory.jobs.estimate(), values)


def priced(work: WaitingWork, values: Mapping[str, JsonValue]) -> Estimate | None:
    """Return about what some work would take; None where no model does it."""
    if not is_model_chosen(values):
        return None
    model = str(values[MODEL_NAME.key]).strip()
    prices = values[MODEL_PRICES.key]
    cost = cost_of(prices, model, work.input_tokens, work.output_tokens)
    return Estimate(work.blocks, work.input_tokens, work.output_tokens, cost)
