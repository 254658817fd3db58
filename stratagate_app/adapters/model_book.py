"""What is remembered of model servers: in the memory file, from one run to the next."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import isfinite

from stratagate_app.engine import JsonValue, Memory, ModelUnavailableError, ModelUse
from stratagate_app.settings import MODEL_MODES

PER_TOKENS = 1_000_000
# What was spent is looked at again after so long, or when this run has asked again.
FRESH_FOR = timedelta(seconds=20)


class MemoryBook:
    """Keeps the ways of structured replies, and counts what is spent.

    Args:
        memory: Where it is kept.
        prices: Model to its price of a million tokens, `input` and `output`.
        monthly_limit: What may be spent in a month of the calendar; 0 for no limit.
    """

    def __init__(
        self, memory: Memory, prices: JsonValue = None, monthly_limit: float = 0.0
    ) -> None:
        self._memory = memory
        self._prices = prices
        self._limit = monthly_limit
        self._seen: tuple[datetime, bool] | None = None

    def mode(self, server: str, model: str) -> str:
        """Return how structured replies are asked for; "" if that is not known yet."""
        modes = self._memory.settings.get(MODEL_MODES.key)
        found = modes.get(f"{server} {model}") if isinstance(modes, Mapping) else ""
        return found if isinstance(found, str) else ""

    def keep_mode(self, server: str, model: str, mode: str) -> None:
        """Remember how structured replies are asked for; "" to forget it."""
        stored = self._memory.settings.get(MODEL_MODES.key)
        modes = dict(stored) if isinstance(stored, Mapping) else {}
        modes[f"{server} {model}"] = mode
        self._memory.settings.set(
            MODEL_MODES.key, {key: kept for key, kept in modes.items() if kept}
        )

    def paused(self) -> str:
        """Return `model_limit` where the monthly limit is reached, else ""."""
        if self._limit <= 0:
            return ""
        now = self._memory.clock.now()
        if self._seen is None or not now - FRESH_FOR < self._seen[0] <= now:
            self._seen = (now, self._memory.usage.cost_this_month() >= self._limit)
        return "model_limit" if self._seen[1] else ""

    def check_limit(self) -> None:
        """Return if another request may be made.

        Raises:
            ModelUnavailableError: Code `model_limit`.
        """
        if self.paused():
            raise ModelUnavailableError("model_limit", limit=self._limit)

    def record(
        self, purpose: str, server: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        """Count a request at its price."""
        cost = cost_of(self._prices, model, input_tokens, output_tokens)
        self._memory.usage.record(
            ModelUse(purpose, server, model, input_tokens, output_tokens, cost)
        )
        self._seen = None


def cost_of(prices: JsonValue, model: str, input_tokens: int, output_tokens: int) -> float | None:
    """Return what tokens cost by a price table, in its currency; None without a price."""
    price = prices.get(model) if isinstance(prices, Mapping) else None
    if not isinstance(price, Mapping):
        return None
    each = [price.get("input"), price.get("output")]
    known = [float(x) for x in each if isinstance(x, int | float) and isfinite(x) and x >= 0]
    if len(known) < len(each):
        return None
    return (known[0] * input_tokens + known[1] * output_tokens) / PER_TOKENS
