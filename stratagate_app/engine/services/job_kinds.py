"""Kinds of work that can be switched off: looking for events.

What is off is not done and does not wait: blocks are ready with their summaries, and their jobs
stay in the queue for the day when it is switched on again.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, or_, select, true

from stratagate_app.engine.domain.changes import ChangeSet, JobKind
from stratagate_app.engine.services import derive
from stratagate_app.engine.services.settings import read_setting, write_settings
from stratagate_app.engine.store.schema import blocks, jobs

_STANDING = (
    select(blocks.c.session_id)
    .join(jobs, jobs.c.block_id == blocks.c.id)
    .where(
        jobs.c.status == "waiting",
        jobs.c.kind == JobKind.EXTRACT.value,
        blocks.c.status == "pending",
    )
    .distinct()
)


def is_extraction_on(connection: Connection) -> bool:
    """Return whether events are looked for."""
    return bool(read_setting(connection, derive.EXTRACTION_KEY, default=True))


def that_are_on(connection: Connection) -> ColumnElement[bool]:
    """Return what holds of the jobs that may be begun."""
    if is_extraction_on(connection):
        return true()
    # What had begun may end, also where its process died.
    return or_(jobs.c.kind != JobKind.EXTRACT.value, jobs.c.status == "running")


def switch_extraction(connection: Connection, *, on: bool) -> ChangeSet:
    """Look for events, or no longer; blocks that only waited for that are ready then."""
    write_settings(connection, {derive.EXTRACTION_KEY: on})
    if on:
        return ChangeSet(jobs=True, settings=True)
    made = derive.settle(connection, connection.execute(_STANDING).scalars().all())
    return ChangeSet(
        jobs=True, settings=True, blocks=bool(made), sessions=bool(made), block_ids=frozenset(made)
    )
