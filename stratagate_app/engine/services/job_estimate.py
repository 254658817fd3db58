"""About how many tokens the work that waits would take, if a model does it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from stratagate_app.engine.domain.changes import JobKind
from stratagate_app.engine.domain.usage import WaitingWork
from stratagate_app.engine.pipeline.payloads import BLOCK_TOKENS, EXTRACT, SUMMARISE
from stratagate_app.engine.pipeline.projection_text import PROJECT
from stratagate_app.engine.rules.tokens import estimate_tokens
from stratagate_app.engine.services import job_kinds
from stratagate_app.engine.services.graph_queue import EVENTS_A_JOB
from stratagate_app.engine.store.schema import blocks, jobs

# What a reply of the wanted form comes to: a title, a few sentences and facts; two events.
SUMMARY_REPLY_TOKENS = 250
EVENTS_REPLY_TOKENS = 500
EVENTS_A_BLOCK = 2
# An event with its times and the nodes that it may mean; two nodes, a fact, an edge of it.
EVENT_TOKENS = 90
EVENT_REPLY_TOKENS = 160
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
_PROJECTED = select(
    func.count(), func.coalesce(func.sum(func.json_array_length(jobs.c.event_ids)), 0)
).where(jobs.c.kind == JobKind.PROJECT.value, jobs.c.status.in_(("waiting", "running")))


def estimate(connection: Connection) -> WaitingWork:
    """Return the blocks that wait and the tokens of all that waits.

    Each block that is summarised is extracted from, and what is found goes into the graph.
    """
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
    waiting, events = connection.execute(_PROJECTED).one()
    return _work(summarised, extracted, tokens + more, int(waiting), int(events))


def work_of(blocks: Sequence[int], *, looks_for_events: bool) -> WaitingWork:
    """Return what blocks that are not there yet would take.

    Args:
        blocks: The tokens of each, word for word.
        looks_for_events: Whether events are looked for in them as well.
    """
    tokens = sum(min(each, BLOCK_TOKENS) for each in blocks)
    extracted = len(blocks) if looks_for_events else 0
    return _work(len(blocks), extracted, 2 * tokens if looks_for_events else tokens)


def _work(
    summarised: int, extracted: int, tokens: int, projections: int = 0, events: int = 0
) -> WaitingWork:
    """Return what calls come to.

    Args:
        summarised: Blocks.
        extracted: Blocks.
        tokens: Of the blocks, as often as each is read.
        projections: Jobs that wait to take events into the graph.
        events: How many they hold.
    """
    found = extracted * EVENTS_A_BLOCK
    projections += math.ceil(found / EVENTS_A_JOB)
    events += found
    asked = (
        summarised * estimate_tokens(SUMMARISE)
        + extracted * estimate_tokens(EXTRACT)
        + projections * estimate_tokens(PROJECT)
    )
    replied = (
        summarised * SUMMARY_REPLY_TOKENS
        + extracted * EVENTS_REPLY_TOKENS
        + events * EVENT_REPLY_TOKENS
    )
    return WaitingWork(max(summarised, extracted), tokens + asked + events * EVENT_TOKENS, replied)
