"""When something is true: from what events say to intervals; engine-rules.md, "Graph"."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from stratagate_app.engine.domain.events import EventState, HappeningStatus
from stratagate_app.engine.domain.graph import FactState

# Records of which there are many are not frozen: that doubles what it costs to make them.

# Where more claims than these are about one key, the time alone orders them.
_REORDERED = 500
# Before every day that is known: what has no time is the oldest.
_UNDATED = ""


@dataclass(slots=True)
class EventMark:
    """What the graph needs to know of an event.

    Attributes:
        said: Day on which it was said; None if nobody knows.
        day: First day of its happening; None if nobody knows.
    """

    id: int
    state: EventState
    status: HappeningStatus
    said: str | None
    day: str | None

    @property
    def counts(self) -> bool:
        """Whether anything can rest on it: not if it is forgotten, archived or was cancelled."""
        return (
            self.state in (EventState.ACTIVE, EventState.SUPERSEDED)
            and self.status is not HappeningStatus.CANCELLED
        )


@dataclass(slots=True)
class Claim:
    """A fact or an edge as one projection gave it.

    Attributes:
        owner: The name it is about; of an edge the source.
        key: What it tells; of an edge the relation.
        value: As it was said; of an edge "".
        target: Of an edge the name it leads to; 0 of a fact.
        grows: It stands beside the others of its key.
        start: First day, if it was given.
        end: Day from which it no longer holds, if it was given.
    """

    id: int
    owner: int
    key: str
    value: str
    target: int
    grows: bool
    planned: bool
    start: str | None
    end: str | None
    confidence: float
    events: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Statement:
    """What claims that say the same come to: something that holds for a while.

    Attributes:
        id: Of its first claim.
        claims: The oldest first.
        same: What claims of the same value have in common.
        closed: It ended, and nobody knows when.
        until: Of a plan: the day on which it came true or was given up.
        rivals: What it conflicts with.
        active: At least one of its events is active.
    """

    id: int
    owner: int
    key: str
    value: str
    same: str
    target: int
    grows: bool
    planned: bool
    start: str | None
    end: str | None
    said: str | None
    confidence: float
    claims: list[int] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    tellings: list[tuple[str, str]] = field(default_factory=list)
    closed: bool = False
    by_hand: bool = False
    until: str | None = None
    rivals: list[Statement] = field(default_factory=list)
    active: bool = False

    def is_open(self, day: str | None) -> bool:
        """Return whether it still held, as far as is known, when something began on a day."""
        return not self.closed and (self.end is None or day is None or day < self.end)

    def holds_on(self, day: str) -> bool:
        """Return whether it holds on a day."""
        return (
            not self.closed
            and (self.start is None or self.start <= day)
            and (self.end is None or day < self.end)
        )


def state_on(item: Statement, day: str) -> FactState | None:
    """Return how it stands on a day; None if nothing is to be said of it then."""
    if item.planned:
        told = item.said is None or item.said <= day
        open_ = not item.closed and (item.until is None or day < item.until)
        return FactState.PLANNED if told and open_ else None
    if item.start is not None and day < item.start:
        return FactState.PLANNED if item.said is not None and item.said <= day else None
    if not item.holds_on(day):
        return FactState.PAST
    if item.rivals and any(rival.holds_on(day) for rival in item.rivals):
        return FactState.DISPUTED
    return FactState.CURRENT


@dataclass(slots=True)
class Told:
    """A claim with what its events make of it."""

    claim: Claim
    same: str
    target: int
    planned: bool
    start: str | None
    said: str | None
    active: bool
    events: tuple[int, ...]

    @property
    def place(self) -> tuple[str, str, int, int]:
        """Return what claims are ordered by: the older first."""
        return (self.start or _UNDATED, self.said or _UNDATED, self.events[-1], self.claim.id)


def tell(claim: Claim, marks: Mapping[int, EventMark], same: str, target: int) -> Told | None:
    """Return a claim with its times; None if no event that counts supports it.

    Rule:
        engine-rules.md, "Graph": valid from given, else the latest time of its sources. A plan
        supports a planned fact, never a done one.
    """
    if len(claim.events) == 1:
        only = marks.get(claim.events[0])
        if only is None:
            return None
        if not claim.planned and only.status is not HappeningStatus.PLANNED:
            start = claim.start or only.day or only.said
            active = only.state is EventState.ACTIVE
            return Told(claim, same, target, False, start, only.said, active, claim.events)
    support = [marks[key] for key in claim.events if key in marks]
    if not support:
        return None
    planned = claim.planned
    if not planned:
        done = [mark for mark in support if mark.status is not HappeningStatus.PLANNED]
        planned = not done
        support = done or support
    start = claim.start
    if start is None:
        days = (
            [m.day for m in support if m.status is HappeningStatus.PLANNED]
            if planned
            else [m.day or m.said for m in support]
        )
        start = max((day for day in days if day is not None), default=None)
    return Told(
        claim,
        same,
        target,
        planned,
        start,
        max((mark.said for mark in support if mark.said is not None), default=None),
        any(mark.state is EventState.ACTIVE for mark in support),
        tuple(mark.id for mark in support),
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """What decides between claims.

    Attributes:
        conflicts: Active events to those active ones that they conflict with.
        supersedes: Events to those that they take the place of.
        closes: Claim to the day on which a person ended it; None: it holds again.
    """

    conflicts: Mapping[int, Collection[int]]
    supersedes: Mapping[int, Collection[int]]
    closes: Mapping[int, str | None]


def timeline(told: Sequence[Told], owner: int, rules: Rules, today: str) -> list[Statement]:
    """Return what the claims of one owner about one key come to, the oldest first.

    Nothing is returned of what is hidden: what would hold today and rests on no active event.
    """
    if len(told) == 1 and not told[0].planned:
        # Most keys have one value.
        own = _statement(told[0], owner)
        if rules.closes:
            _close_by_hand(own, told[0], rules)
        return [own] if own.active or (own.end is not None and own.end <= today) else []
    done = [item for item in told if not item.planned]
    found = _done(done, owner, rules)
    if len(done) < len(told):
        found += _plans([item for item in told if item.planned], found, owner, rules)
    shown = [
        item
        for item in found
        if item.active or item.closed or (item.end is not None and item.end <= today)
    ]
    if len(shown) < len(found):
        for item in shown:
            item.rivals = [rival for rival in item.rivals if rival in shown]
    return shown


def _done(told: Sequence[Told], owner: int, rules: Rules) -> list[Statement]:
    found: list[Statement] = []
    newest: dict[str, Statement] = {}
    # Those that a new value may close.
    single: list[Statement] = []
    for item in _in_order(told, rules.supersedes):
        own = newest.get(item.same)
        if own is None or not own.is_open(item.start):
            own = newest[item.same] = _statement(item, owner)
            found.append(own)
            if not own.grows:
                single.append(own)
        else:
            _support(own, item)
        _close_by_hand(own, item, rules)
        if item.claim.grows:
            continue
        single = [other for other in single if other is own or other.is_open(item.start)]
        for other in single:
            if other.same == own.same:
                continue
            if _conflict(other, item, rules.conflicts):
                if other not in own.rivals:
                    own.rivals.append(other)
                    other.rivals.append(own)
            elif item.start is None:
                other.closed = other.end is None
            else:
                other.end = max(item.start, other.start or item.start)
    return found


def _plans(
    told: Sequence[Told], done: Sequence[Statement], owner: int, rules: Rules
) -> list[Statement]:
    found: list[Statement] = []
    newest: dict[str, Statement] = {}
    single: list[Statement] = []
    for item in sorted(told, key=lambda item: (item.said or _UNDATED, *item.place)):
        own = newest.get(item.same)
        if own is None or own.until is not None:
            own = newest[item.same] = _statement(item, owner)
            found.append(own)
        else:
            _support(own, item)
            own.start = item.start or own.start
        _close_by_hand(own, item, rules)
        if own.by_hand and own.end is not None:
            own.until, own.end = own.end, None
        if not item.claim.grows:
            for other in single:
                if other.same != own.same and other.until is None:
                    other.closed = item.said is None
                    other.until = item.said
            single = [own]
    came_true: dict[str, list[Statement]] = {}
    for statement in done:
        came_true.setdefault(statement.same, []).append(statement)
    for plan in found:
        came = [
            max(start, said)
            for other in came_true.get(plan.same, ())
            for start, said in other.tellings
            if said >= (plan.said or _UNDATED)
        ]
        if came:
            day = min(came)
            plan.closed = plan.closed or not day
            plan.until = min(day, plan.until) if plan.until else day
    return found


def _statement(item: Told, owner: int) -> Statement:
    claim = item.claim
    end = claim.end if not item.planned else None
    return Statement(
        claim.id,
        owner,
        claim.key,
        claim.value,
        item.same,
        item.target,
        claim.grows,
        item.planned,
        item.start,
        end if end is None or item.start is None else max(end, item.start),
        item.said,
        claim.confidence,
        [claim.id],
        list(item.events),
        [(item.start or _UNDATED, item.said or _UNDATED)],
        active=item.active,
    )


def _support(own: Statement, item: Told) -> None:
    """Let a claim that says the same support a statement."""
    claim = item.claim
    own.claims.append(claim.id)
    own.events += [key for key in item.events if key not in own.events]
    own.tellings.append((item.start or _UNDATED, item.said or _UNDATED))
    own.key, own.value = claim.key, claim.value
    own.grows = own.grows and claim.grows
    own.active = own.active or item.active
    own.confidence = max(own.confidence, claim.confidence)
    if item.said is not None and (own.said is None or item.said < own.said):
        own.said = item.said
    if own.start is None:
        own.start = item.start
    if claim.end is not None and not own.by_hand and not own.planned:
        own.end = max(claim.end, own.start or claim.end)


def _close_by_hand(own: Statement, item: Told, rules: Rules) -> None:
    if not rules.closes or item.claim.id not in rules.closes:
        return
    on = rules.closes[item.claim.id]
    own.by_hand = on is not None
    if on is not None:
        own.end = max(on, own.start or on)
    elif item.claim.end is None:
        own.end = None


def _conflict(own: Statement, item: Told, conflicts: Mapping[int, Collection[int]]) -> bool:
    if not conflicts:
        return False
    return any(other in own.events for key in item.events for other in conflicts.get(key, ()))


def _in_order(told: Sequence[Told], supersedes: Mapping[int, Collection[int]]) -> Iterable[Told]:
    """Return claims by time, but what takes the place of another after it.

    Where that goes round in a circle, the time decides.
    """
    ordered = sorted(told, key=lambda item: item.place)
    if not supersedes or not 1 < len(ordered) <= _REORDERED:
        return ordered
    homes: dict[int, list[int]] = {}
    for place, item in enumerate(ordered):
        for key in item.events:
            homes.setdefault(key, []).append(place)
    before: list[set[int]] = [
        {
            place
            for key in item.events
            for old in supersedes.get(key, ())
            for place in homes.get(old, ())
            if place != own
        }
        for own, item in enumerate(ordered)
    ]
    if all(place < own for own, places in enumerate(before) for place in places):
        return ordered
    return [ordered[place] for place in _sorted(before)]


def _sorted(before: Sequence[set[int]]) -> list[int]:
    """Return places so that each comes after those it waits for; lowest first of equals."""
    waiting = {own: set(places) for own, places in enumerate(before)}
    ready = [own for own, places in waiting.items() if not places]
    heapq.heapify(ready)
    found: list[int] = []
    while waiting:
        own = heapq.heappop(ready) if ready else min(waiting)
        if own not in waiting:
            continue
        del waiting[own]
        found.append(own)
        for other, places in waiting.items():
            if own in places:
                places.discard(own)
                if not places:
                    heapq.heappush(ready, other)
    return found
