"""What can be done to events: pin, forget, restore, archive, edit, link and merge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, update

from stratagate_app.engine.domain.changes import Actor, ChangeSet
from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.domain.events import (
    NO_EDIT,
    Criticality,
    EventEdit,
    EventState,
    MergePlan,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.services import event_edit, event_links, event_merge
from stratagate_app.engine.services.commands import changes_of
from stratagate_app.engine.services.event_rows import (
    STANDING,
    SUPERSEDED_CAP,
    listed,
    load_rows,
    mark_superseded,
    successors,
    superseded_by,
)
from stratagate_app.engine.services.graph_queue import GraphQueue
from stratagate_app.engine.store import journal
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.schema import events


class EventCommands:
    """The commands. Each is one operation, whatever the size of its selection.

    What is so already is left alone; where nothing is left to do the change set is empty. An id
    that names nothing is a NotFoundError, and then nothing was changed.
    """

    def __init__(self, database: Database, clock: Clock, intake: GraphQueue) -> None:
        self._database = database
        self._clock = clock
        self._intake = intake

    def pin(self, ids: Sequence[EventId]) -> ChangeSet:
        """Pin events: they keep weight 1 until they are unpinned."""
        return self._set("pin_event", ids, {"pinned": 1})

    def unpin(self, ids: Sequence[EventId]) -> ChangeSet:
        """Unpin events."""
        return self._set("unpin_event", ids, {"pinned": 0})

    def set_scope(self, ids: Sequence[EventId], scope: Scope) -> ChangeSet:
        """Set where events may be found from."""
        return self._set("scope_event", ids, {"scope": scope.value}, {"scope": scope.value})

    def set_criticality(self, ids: Sequence[EventId], criticality: Criticality) -> ChangeSet:
        """Set how much events are kept: the floor of their weight."""
        told = {"criticality": criticality.value}
        return self._set("criticality_event", ids, told, told)

    def forget(self, ids: Sequence[EventId]) -> ChangeSet:
        """Forget events: their weight is 0 and nothing finds them; words and sources stay."""
        return self._set("forget_event", ids, {"state": EventState.FORGOTTEN.value})

    def archive(self, ids: Sequence[EventId]) -> ChangeSet:
        """Put events away: their weight is 0 and only lists of archived events show them."""
        return self._set("archive_event", ids, {"state": EventState.ARCHIVED.value})

    def restore(self, ids: Sequence[EventId]) -> ChangeSet:
        """Let forgotten, archived or superseded events count again.

        Rule:
            engine-rules.md, "Events": restoring a superseded event while a successor stands keeps
            it superseded. What a restored event supersedes is superseded again.
        """
        return self._database.write(lambda c: self._restore(c, ids))

    def edit(self, event_id: EventId, edit: EventEdit) -> ChangeSet:
        """Correct the fields of an event; the journal keeps the old words.

        Raises:
            InputRejected: A field is beyond its limits; see rules.event_fields.checked_edit.
        """
        now = self._clock.now()

        def work(connection: Connection) -> ChangeSet:
            changes = event_edit.edit(connection, now, event_id, edit)
            # It may say something else now.
            return self._intake.add(connection, changes.operation_id, [event_id]) | changes

        return self._database.write(work)

    def plan_merge(self, ids: Sequence[EventId], text: EventEdit = NO_EDIT) -> MergePlan:
        """Return what the event would be that some are merged into. See merge."""
        return self._database.read(lambda c: event_merge.plan(c, ids, text))

    def merge(self, ids: Sequence[EventId], text: EventEdit = NO_EDIT) -> tuple[EventId, ChangeSet]:
        """Merge events into a new one with the sources and quotes of all.

        Rule:
            engine-rules.md, "Events": the new event supersedes them. It forms in the workspace's
            current turn and was not used yet. It keeps every quote, also beyond the number that an
            extractor may give.
        Args:
            ids: Two or more events that stand, each once, of the same workspace, and of the same
                session if one is of that scope.
            text: What should be different from the plan.
        Returns:
            The new event, and the changes.
        Raises:
            InputRejected: Code `event_field` as of edit; code `events` with reason same_event,
                not_standing, other_workspace or other_session.
        """
        now = self._clock.now()

        def work(connection: Connection) -> tuple[EventId, ChangeSet]:
            made, changes = event_merge.merge(connection, now, ids, text)
            return made, self._intake.add(connection, changes.operation_id, [made]) | changes

        return self._database.write(work)

    def supersede(self, old: EventId, new: EventId) -> ChangeSet:
        """Let one event take the place of another.

        Raises:
            InputRejected: Code `events` with reason same_event, not_standing (the new one) or
                cycle.
        """
        return self.relate(new, old, RelationKind.SUPERSEDES)

    def conflict(self, one: EventId, other: EventId) -> ChangeSet:
        """Say that two events contradict each other; both stay active.

        Raises:
            InputRejected: Code `events` with reason same_event.
        """
        return self.relate(one, other, RelationKind.CONFLICTS)

    def relate(self, one: EventId, other: EventId, kind: RelationKind) -> ChangeSet:
        """Say how one event stands to another, with the effects of it.

        Raises:
            InputRejected: Code `events` with reason same_event, contradiction (it stands the other
                way round), or as of supersede.
        """
        now = self._clock.now()
        return self._database.write(lambda c: event_links.relate(c, now, one, other, kind))

    def unrelate(self, one: EventId, other: EventId, kind: RelationKind | None = None) -> ChangeSet:
        """Take relations between two events away, whoever of them relates.

        What was superseded by nothing else counts again.

        Args:
            one: An event.
            other: Another.
            kind: Only of this kind; None for all.
        """
        now = self._clock.now()
        return self._database.write(lambda c: event_links.unrelate(c, now, one, other, kind))

    def _set(
        self,
        kind: str,
        ids: Sequence[EventId],
        values: Mapping[str, object],
        fields: Mapping[str, JsonValue] | None = None,
    ) -> ChangeSet:
        def work(connection: Connection) -> ChangeSet:
            rows = load_rows(connection, ids)
            changing = {
                key: row
                for key, row in rows.items()
                if any(getattr(row, name) != value for name, value in values.items())
            }
            return self._change(
                connection,
                kind,
                changing,
                lambda: connection.execute(
                    update(events).where(listed(events.c.id, changing)).values(values)
                ),
                fields=fields,
            )

        return self._database.write(work)

    def _restore(self, connection: Connection, ids: Sequence[EventId]) -> ChangeSet:
        rows = load_rows(connection, ids)
        after = successors(connection, rows)
        states = {
            key: EventState.SUPERSEDED
            if any(state in STANDING or new in rows for new, state in after.get(key, {}).items())
            else EventState.ACTIVE
            for key in rows
        }
        changing = {key: row for key, row in rows.items() if row.state != states[key]}
        # Those that count again supersede again what was restored in the meantime.
        again = superseded_by(connection, changing) - set(changing)
        # It rests on what became of the successors: bringing one back names this operation.
        gone = {
            new
            for key in changing
            for new, state in after.get(key, {}).items()
            if state not in STANDING
        }

        def act() -> None:
            for state, cap in ((EventState.ACTIVE, None), (EventState.SUPERSEDED, SUPERSEDED_CAP)):
                keys = [key for key in changing if states[key] is state]
                connection.execute(
                    update(events)
                    .where(listed(events.c.id, keys))
                    .values(state=state.value, cap=cap)
                )
            mark_superseded(connection, again)

        kept = sum(1 for key in changing if states[key] is EventState.SUPERSEDED)
        return self._change(
            connection,
            "restore_event",
            changing,
            act,
            beside=again | gone,
            fields={"superseded": kept} if kept else None,
        )

    def _change(
        self,
        connection: Connection,
        kind: str,
        changing: Mapping[int, Row[Any]],
        act: Callable[[], object],
        *,
        beside: set[int] | None = None,
        fields: Mapping[str, JsonValue] | None = None,
    ) -> ChangeSet:
        """Record an operation on events and do it; beside: others that it touches."""
        if not changing:
            return ChangeSet()
        first = next(iter(changing.values()))
        operation = journal.begin_operation(
            connection,
            kind,
            Actor.USER,
            self._clock.now(),
            workspace_id=first.workspace_id,
            fields={
                "title": first.title,
                "count": len(changing),
                "event_id": first.id,
                **(fields or {}),
            },
        )
        touched = set(changing) | (beside or set())
        journal.record_update(connection, operation, events.name, touched)
        act()
        return changes_of(operation, {events.name: touched})
