"""What models were asked for, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelUse:
    """One request that was answered.

    Attributes:
        purpose: summarise, extract, judge, project, ask or probe.
        cost: By the price table of then; None where the model had no price.
    """

    purpose: str
    server: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class UsageLine:
    """What was spent on one purpose with one model.

    Attributes:
        cost: Of the requests that had a price.
        unpriced: How many had none.
    """

    purpose: str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float
    unpriced: int


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """What waits to be derived, and about how many tokens a model would take for it."""

    blocks: int
    input_tokens: int
    output_tokens: int
