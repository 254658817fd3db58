"""The work that derives memory from sealed blocks: summaries, then events."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, select, update

from stratagate_app.engine.domain.changes import ChangeSet
from stratagate_app.engine.domain.ids import EventId, OperationId
from stratagate_app.engine.pipeline import checking
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockSummary,
    Clock,
    EventExtractor,
    ProposedEvent,
    Summariser,
)
from stratagate_app.engine.services import block_inputs, derive, event_store
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.services.job_queue import Claim, JobQueue
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import blocks

READ_LATELY = 100
# Extractions in one transaction, where the extractor answers at once: some 20 ms, no longer than
# anybody else's write may have to wait.
EXTRACTED_AT_ONCE = 8

_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_HOMES = select(blocks.c.session_id).where(blocks.c.id.in_(_IDS)).distinct()


class BlockWork:
    """Summarises blocks and extracts events from them."""

    def __init__(
        self, database: Database, clock: Clock, queue: JobQueue, intake: GraphQueue
    ) -> None:
        self._database = database
        self._clock = clock
        self._queue = queue
        self._intake = intake
        self._read_lately: dict[int, BlockInput] = {}

    def summarise(self, summariser: Summariser, claims: Sequence[Claim]) -> ChangeSet:
        """Summarise blocks; each that cannot be done keeps its error."""
        done: list[tuple[Claim, BlockSummary]] = []
        changes = ChangeSet()
        block_ids = [claim.block_id for claim in claims]
        try:
            read = self._database.read(lambda c: block_inputs.load_inputs(c, block_ids))
        except Exception as error:  # noqa: BLE001  (one block's harm is not the others')
            if len(claims) == 1:
                return self._fail(claims[0], error)
            for claim in claims:
                changes |= self.summarise(summariser, [claim])
            return changes
        for claim in claims:
            try:
                block = read.get(claim.block_id)
                if block is not None:
                    summary = checking.checked_summary(summariser.summarise(block))
                    done.append((claim, summary))
                    self._remember(block, summary)
            except Exception as error:  # noqa: BLE001  (whatever it was, the job keeps it)
                changes |= self._fail(claim, error)
        if done:
            changes |= self._database.write(lambda c: self._complete_summaries(c, done))
        return changes

    def _remember(self, block: BlockInput, summary: BlockSummary) -> None:
        """Keep a block that will be extracted from next, so that it is not read twice."""
        if len(self._read_lately) >= READ_LATELY:
            self._read_lately.clear()
        if summary.should_extract:
            self._read_lately[block.block_id] = block

    def _complete_summaries(
        self, connection: Connection, done: Sequence[tuple[Claim, BlockSummary]]
    ) -> ChangeSet:
        kept = self._queue.remove(connection, [claim for claim, _ in done])
        ours = [(claim, summary) for claim, summary in done if claim.job_id in kept]
        if not ours:
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, ours[0][0].operation_id, now)
        block_ids = [claim.block_id for claim, _ in ours]
        for claim, summary in ours:
            derive.store_summary(connection, claim.block_id, summary)
        derive.queue_extraction(
            connection,
            operation,
            [claim.block_id for claim, summary in ours if summary.should_extract],
            cause=ours[0][0].operation_id,
            at=now,
        )
        return self._settle(connection, operation, block_ids, [])

    def _settle(
        self,
        connection: Connection,
        operation: OperationId,
        block_ids: Sequence[int],
        event_ids: Sequence[int],
    ) -> ChangeSet:
        """Make ready what can be, and return everything that a transaction of work changed."""
        session_ids = list(connection.execute(_HOMES, {"ids": block_ids}).scalars())
        ready = derive.settle(connection, session_ids)
        derive.count(connection, operation, blocks_ready=len(ready), events_found=len(event_ids))
        return changes_of(
            operation,
            {
                "blocks": [*block_ids, *ready],
                "events": event_ids,
                "jobs": (),
                "sessions": session_ids,
            },
        )

    def extract(self, extractor: EventExtractor, claims: Sequence[Claim]) -> ChangeSet:
        """Extract from blocks in order, each knowing the events of those before it."""
        changes = ChangeSet()
        size = EXTRACTED_AT_ONCE if extractor.answers_at_once else 1
        for start in range(0, len(claims), size):
            changes |= self._extract_run(extractor, claims[start : start + size])
        return changes

    def _extract_run(self, extractor: EventExtractor, claims: Sequence[Claim]) -> ChangeSet:
        if len(claims) > 1:
            # Where one cannot be done nothing is kept, and one by one each has its own outcome.
            with suppress(Exception):
                return self._database.write(lambda c: self._extract_within(c, extractor, claims))
        changes = ChangeSet()
        for claim in claims:
            changes |= self._extract(extractor, claim)
        return changes

    def _extract_within(
        self, connection: Connection, extractor: EventExtractor, claims: Sequence[Claim]
    ) -> ChangeSet:
        """Do several extractions in one transaction, by who answers at once."""
        kept = self._queue.remove(connection, claims)
        ours = [claim for claim in claims if claim.job_id in kept]
        if not ours:
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, ours[0].operation_id, now)
        event_ids: list[EventId] = []
        for claim in ours:
            found = block_inputs.load_extraction_input(
                connection, claim.block_id, self._read_lately.pop(claim.block_id, None)
            )
            if found is not None:
                block, timeline = found
                proposed = extractor.extract(block, timeline)
                checked = checking.checked_events(block, timeline, proposed)
                event_ids += event_store.store_events(connection, operation, block, checked, now)
        self._intake.add(connection, operation, event_ids, cause=ours[0].operation_id)
        return self._settle(connection, operation, [claim.block_id for claim in ours], event_ids)

    def _extract(self, extractor: EventExtractor, claim: Claim) -> ChangeSet:
        try:
            read = self._read_lately.pop(claim.block_id, None)
            found = self._database.read(
                lambda c: block_inputs.load_extraction_input(c, claim.block_id, read)
            )
            if found is None:
                return ChangeSet()
            block, timeline = found
            proposed = extractor.extract(block, timeline)
            checked = checking.checked_events(block, timeline, proposed)
            return self._database.write(
                lambda c: self._complete_extraction(c, claim, block, checked)
            )
        except Exception as error:  # noqa: BLE001  (whatever it was, the job keeps it)
            return self._fail(claim, error)

    def _complete_extraction(
        self,
        connection: Connection,
        claim: Claim,
        block: BlockInput,
        checked: Sequence[tuple[ProposedEvent, tuple[str, ...]]],
    ) -> ChangeSet:
        if not self._queue.remove(connection, [claim]):
            return ChangeSet()
        now = self._clock.now()
        operation = derive.operation_for(connection, claim.operation_id, now)
        event_ids = event_store.store_events(connection, operation, block, checked, now)
        self._intake.add(connection, operation, event_ids, cause=claim.operation_id)
        return self._settle(connection, operation, [claim.block_id], event_ids)

    def _fail(self, claim: Claim, error: Exception) -> ChangeSet:
        """Record a failed attempt; after the last one nobody waits for the block."""

        def work(connection: Connection) -> ChangeSet:
            final = self._queue.fail(connection, claim, error)
            if final is None:
                return ChangeSet()
            if final:
                connection.execute(
                    update(blocks)
                    .where(blocks.c.id == claim.block_id, blocks.c.status == "pending")
                    .values(status="failed")
                )
                # Those behind it need not wait any longer.
                now = self._clock.now()
                operation = derive.operation_for(connection, claim.operation_id, now)
                self._settle(connection, operation, [claim.block_id], [])
            return ChangeSet(
                jobs=True, blocks=True, sessions=True, block_ids=frozenset({claim.block_id})
            )

        return self._database.write(work)
