"""What tests of model servers share: a memory whose ports a server serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from stratagate_app.adapters.model_book import MemoryBook
from stratagate_app.adapters.model_ports import model_ports
from stratagate_app.adapters.model_wire import Mode
from stratagate_app.adapters.openai_client import ModelClient, ModelConfig
from stratagate_app.engine import Clock, JobRow, JsonValue, Memory, ModelUnavailableError
from tests.engine.support import FakeClock, conversation, write_conversations
from tests.model_server import ModelServer

KEY = "sk-test-0123456789abcdef"
PRICES: Mapping[str, JsonValue] = {"test-model": {"input": 2.0, "output": 8.0}}

# Those of the running test, for the fixture that closes them.
CLIENTS: list[ModelClient] = []


@dataclass
class Book:
    """A book in memory."""

    modes: dict[tuple[str, str], str] = field(default_factory=dict)
    uses: list[tuple[str, int, int]] = field(default_factory=list)
    full: bool = False

    def mode(self, server: str, model: str) -> str:
        return self.modes.get((server, model), "")

    def keep_mode(self, server: str, model: str, mode: str) -> None:
        self.modes[server, model] = mode

    def check_limit(self) -> None:
        if self.full:
            raise ModelUnavailableError("model_limit")

    def record(
        self, purpose: str, server: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        self.uses.append((purpose, input_tokens, output_tokens))


def client_of(
    server: ModelServer,
    book: Book | None = None,
    *,
    key: str = KEY,
    mode: Mode | None = None,
    timeout_s: float = 20.0,
    clock: Clock | None = None,
) -> ModelClient:
    """Return a client; with a mode that is known nothing is found out."""
    book = book or Book()
    if mode is not None:
        book.keep_mode(server.url, server.model, mode.value)
    config = ModelConfig(server.url, server.model, timeout_s=timeout_s)
    client = ModelClient(config, lambda: key, book, clock)
    CLIENTS.append(client)
    return client


class ServedMemory:
    """A memory of one block whose summary and events a server makes, on a clock to turn.

    graph: It takes the events into the graph as well.
    """

    def __init__(
        self,
        folder: Path,
        server: ModelServer,
        *,
        turns: int = 6,
        timeout_s: float = 20.0,
        monthly_limit: float = 0.0,
        at_once: int = 1,
        graph: bool = False,
    ) -> None:
        self.clock = FakeClock()
        self.server = server
        self.memory = Memory.open(folder / "memory.db", clock=self.clock)
        book = MemoryBook(self.memory, PRICES, monthly_limit)
        config = ModelConfig(server.url, server.model, timeout_s=timeout_s, at_once=at_once)
        self.client = ModelClient(config, lambda: KEY, book, self.clock)
        ports = model_ports(self.client, paused=book.paused)
        # Most tests are of what is made of blocks: what comes after it is let be.
        self.memory.use_ports(ports if graph else replace(ports, projector=None))
        self.memory.imports.import_file(
            write_conversations(folder / "talk.jsonl", conversation(turns))
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.memory.close()

    def find_out(self) -> None:
        """Let the client find out how replies are had, so that misdeeds meet real requests."""
        self.client.find_mode()

    def attempt(self) -> JobRow:
        """Make one attempt and return the job as it stands then."""
        assert self.memory.jobs.run_some() is not None
        return self.memory.jobs.load()[0]

    def finish(self) -> None:
        """Do everything that is left, however long it waits."""
        for _ in range(40):
            while self.memory.jobs.run_some() is not None:
                pass
            due = self.memory.jobs.next_due_s()
            if due is None:
                return
            self.clock.forward(due + 0.001)
        raise AssertionError(self.memory.jobs.load())
