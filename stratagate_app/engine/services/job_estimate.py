"""About how many tokens the work that waits would take, if a model does it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from stratagate_app.engine.domain.changes import JobKind
from stratagate_app.engine.domain.usage import WaitingWork
from stratagate_app.engine.pipeline.payloads import BLOCK_TOKENS, EXTRACT, SUMMARISE
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services import job_kinds
from stratagate_app.engine.store.schema import blocks, jobs

# What a reply of the wanted form comes to: a title, a few sentences and facts; two events.
SUMMARY_REPLY_TOKENS = 250
EVENTS_REPLY_TOKENS = 500
_WAITING = (
    select(
        jobs.c.kind,
        func.count().label("blocks"),
        func.sum(func.min(blocks.c.tokens_5, BLOCK_TOKENS)).label("tokens"),
    )
    .join(blocks, blocks.c.id == jobs.c.block_id)
    .where(jobs.c.status.in_(("waiting", "running")))
    .group_by(jobs.c.kind)
)


def estimate(connection: Connection) -> WaitingWork:
    """Return the blocks that wait and their tokens; each that is summarised is extracted from."""
    on = job_kinds.that_are_on(connection)
    found = {
        row.kind: (int(row.blocks), int(row.tokens))
        for row in connection.execute(_WAITING.where(on))
    }
    summarised, tokens = found.get(JobKind.SUMMARISE.value, (0, 0))
    extracted, more = found.get(JobKind.EXTRACT.value, (0, 0))
    if job_kinds.is_extraction_on(connection):
        extracted += summarised
        more += tokens
    return _work(summarised, extracted, tokens + more)


def work_of(blocks: Sequence[int], *, looks_for_events: bool) -> WaitingWork:
    """Return what blocks that are not there yet would take.

    Args:
        blocks: The tokens of each, word for word.
        looks_for_events: Whether events are looked for in them as well.
    """
    tokens = sum(min(each, BLOCK_TOKENS) for each in blocks)
    extracted = len(blocks) if looks_for_events else 0
    return _work(len(blocks), extracted, 2 * tokens if looks_for_events else tokens)


def _work(summarised: int, extracted: int, tokens: int) -> WaitingWork:
    return WaitingWork(
        max(summarised, extracted),
        tokens + summarised * estimate_tokens(SUMMARISE) + extracted * estimate_tokens(EXTRACT),
        summarised * SUMMARY_REPLY_TOKENS + extracted * EVENTS_REPLY_TOKENS,
    )
