"""What is left in the graph of events that an undo took away."""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, select

from stratagate_app.engine.domain.ids import OperationId
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.graph_schema import SOURCES
from stratagate_app.engine.store.schema import events, operation_changes


def sweep(connection: Connection, undo_id: OperationId) -> None:
    """Take away what events that an undo took said of the graph, so that its redo brings it back.

    Mostly it went with the work that wrote it; what a later rebuild wrote is of another operation.
    """
    changes = connection.execute(
        select(operation_changes.c.first_id, operation_changes.c.last_id).where(
            operation_changes.c.operation_id == undo_id,
            operation_changes.c.table_name == events.name,
            operation_changes.c.action == journal.DELETE,
        )
    ).all()
    for first, last in changes:
        for table in SOURCES.values():
            left = (
                connection.execute(
                    select(table.c.id)
                    .where(
                        table.c.event_id.between(first, last),
                        ~exists().where(events.c.id == table.c.event_id),
                    )
                    .order_by(table.c.id)
                )
                .scalars()
                .all()
            )
            if left:
                journal.record_delete(connection, undo_id, table.name, left)
                for run in journal.runs(left):
                    connection.execute(delete(table).where(table.c.id.between(run[0], run[-1])))
