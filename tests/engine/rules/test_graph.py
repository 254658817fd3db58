"""What events and corrections come to: states, intervals, names; engine-rules.md, "Graph"."""

from __future__ import annotations

from collections.abc import Sequence

from stratagate_app.engine import EventState, FactState, HappeningStatus, NodeType
from stratagate_app.engine.rules.graph import Graph, GraphSource, Mention, Name, build
from stratagate_app.engine.rules.graph_names import Correction, CorrectionKind, fold_name
from stratagate_app.engine.rules.graph_time import Claim, EventMark, state_on

TODAY = "2026-06-01"
ACTIVE, SUPERSEDED = EventState.ACTIVE, EventState.SUPERSEDED
FORGOTTEN = EventState.FORGOTTEN


def mark(
    key: int,
    said: str | None,
    state: EventState = ACTIVE,
    status: HappeningStatus = HappeningStatus.OCCURRED,
    day: str | None = None,
) -> EventMark:
    return EventMark(key, state, status, said, day)


def fact(
    key: int,
    value: str,
    event: int,
    *,
    what: str = "package manager",
    grows: bool = False,
    planned: bool = False,
    start: str | None = None,
    end: str | None = None,
) -> Claim:
    return Claim(key, 1, what, value, 0, grows, planned, start, end, 1.0, (event,))


def graph(
    facts: Sequence[Claim],
    marks: Sequence[EventMark],
    *,
    conflicts: Sequence[tuple[int, int]] = (),
    supersedes: Sequence[tuple[int, int]] = (),
    corrections: Sequence[Correction] = (),
) -> Graph:
    return build(
        GraphSource(
            "Default",
            {1: Name(1, NodeType.PROJECT, "atlas", "atlas")},
            [Mention(1, item.id, 0, "atlas", ()) for item in marks],
            facts,
            (),
            {item.id: item for item in marks},
            conflicts,
            supersedes,
            corrections,
        ),
        TODAY,
    )


def told(found: Graph, day: str = TODAY) -> list[tuple[str, str | None, str | None, FactState]]:
    return [
        (item.value, item.start, item.end, state)
        for item in found.facts
        if (state := state_on(item, day)) is not None
    ]


NPM, PNPM = fact(1, "npm", 1), fact(2, "pnpm", 2)
MARCH, APRIL = mark(1, "2026-03-02"), mark(2, "2026-04-10")


def test_a_new_value_closes_the_old_one() -> None:
    found = graph([NPM, PNPM], [MARCH, APRIL])
    assert told(found) == [
        ("npm", "2026-03-02", "2026-04-10", FactState.PAST),
        ("pnpm", "2026-04-10", None, FactState.CURRENT),
    ]
    assert told(found, "2026-04-09") == [("npm", "2026-03-02", "2026-04-10", FactState.CURRENT)]
    assert told(found, "2026-03-01") == []


def test_the_old_value_is_back_where_the_change_is_forgotten() -> None:
    found = graph([NPM, PNPM], [MARCH, mark(2, "2026-04-10", FORGOTTEN)])
    assert told(found) == [("npm", "2026-03-02", None, FactState.CURRENT)]


def test_a_superseded_event_keeps_what_was_but_not_what_is() -> None:
    old = mark(1, "2026-03-02", SUPERSEDED)
    assert told(graph([NPM, PNPM], [old, APRIL]))[0][3] is FactState.PAST
    assert told(graph([NPM], [old])) == []


def test_a_value_of_a_set_closes_nothing() -> None:
    one, two = (fact(key, value, key, grows=True) for key, value in ((1, "tea"), (2, "coffee")))
    assert [row[3] for row in told(graph([one, two], [MARCH, APRIL]))] == [FactState.CURRENT] * 2


def test_a_value_that_comes_back_has_two_intervals() -> None:
    again = fact(3, "NPM", 3)
    found = graph([NPM, PNPM, again], [MARCH, APRIL, mark(3, "2026-05-05")])
    assert [(row[1], row[2]) for row in told(found)] == [
        ("2026-03-02", "2026-04-10"),
        ("2026-04-10", "2026-05-05"),
        ("2026-05-05", None),
    ]


def test_what_conflicts_is_disputed_and_not_replaced() -> None:
    found = graph([NPM, PNPM], [MARCH, APRIL], conflicts=[(1, 2)])
    assert [row[2:] for row in told(found)] == [(None, FactState.DISPUTED)] * 2
    assert told(found, "2026-03-20") == [("npm", "2026-03-02", None, FactState.CURRENT)]
    third = fact(3, "bun", 3)
    later = graph([NPM, PNPM, third], [MARCH, APRIL, mark(3, "2026-05-05")], conflicts=[(1, 2)])
    assert [row[3] for row in told(later)] == [FactState.PAST, FactState.PAST, FactState.CURRENT]


def test_a_plan_supports_a_planned_fact_until_it_came_true() -> None:
    plan = mark(2, "2026-04-10", status=HappeningStatus.PLANNED, day="2026-04-17")
    found = graph([NPM, PNPM], [MARCH, plan])
    assert told(found) == [
        ("npm", "2026-03-02", None, FactState.CURRENT),
        ("pnpm", "2026-04-17", None, FactState.PLANNED),
    ]
    done = graph([NPM, PNPM, fact(3, "pnpm", 3)], [MARCH, plan, mark(3, "2026-04-20")])
    assert told(done) == [
        ("npm", "2026-03-02", "2026-04-20", FactState.PAST),
        ("pnpm", "2026-04-20", None, FactState.CURRENT),
    ]
    assert ("pnpm", "2026-04-17", None, FactState.PLANNED) in told(done, "2026-04-15")


def test_what_begins_later_is_planned_until_then() -> None:
    found = graph([fact(1, "npm", 1, start="2026-07-01")], [MARCH])
    assert told(found)[0][3] is FactState.PLANNED
    assert told(found, "2026-07-01")[0][3] is FactState.CURRENT


def test_given_days_hold_and_never_end_before_they_begin() -> None:
    found = graph([fact(1, "npm", 1, start="2025-01-01", end="2025-02-01"), PNPM], [MARCH, APRIL])
    assert told(found)[0] == ("npm", "2025-01-01", "2025-02-01", FactState.PAST)
    # The later event was said to have been before.
    odd = graph([NPM, fact(2, "pnpm", 2, start="2026-01-01")], [MARCH, APRIL], supersedes=[(2, 1)])
    assert told(odd)[0] == ("npm", "2026-03-02", "2026-03-02", FactState.PAST)


def test_supersession_in_a_circle_ends() -> None:
    found = graph([NPM, PNPM], [MARCH, APRIL], supersedes=[(1, 2), (2, 1)])
    assert [row[3] for row in told(found)] == [FactState.PAST, FactState.CURRENT]


def test_a_person_ends_a_fact_and_what_is_said_later_holds_again() -> None:
    closed = Correction(CorrectionKind.CLOSE_FACTS, facts=(1,), on="2026-03-20")
    found = graph([NPM], [MARCH], corrections=[closed])
    assert told(found) == [("npm", "2026-03-02", "2026-03-20", FactState.PAST)]
    assert found.facts[0].by_hand
    again = graph([NPM, fact(3, "npm", 3)], [MARCH, mark(3, "2026-05-05")], corrections=[closed])
    assert told(again)[1] == ("npm", "2026-05-05", None, FactState.CURRENT)


def test_names_fold() -> None:
    assert fold_name("Open-AI _x") == fold_name("open ai x") == "openaix"
    assert fold_name("ＡＴＬＡＳ 项目") == "atlas项目"
    assert fold_name(" _-\n\u200b") == ""
