"""What comes back from whoever derives it: within the limits, and nothing that is not there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from stratagate_app.engine import (
    NO_HAPPENING,
    Basis,
    Criticality,
    EventType,
    Happening,
    HappeningStatus,
    MessageId,
    Precision,
    ProposedEvent,
    RelationKind,
    ReplySchemaError,
    Scope,
)
from stratagate_app.engine.domain.ids import EventId
from stratagate_app.engine.pipeline.checking import checked_events, checked_summary
from stratagate_app.engine.pipeline.ports import BlockSummary, ProposedRelation
from tests.engine.pipeline.support import block, events_of, remembered

SAID = block("We ship the beta in May.", "Maya agrees.")
FIRST = SAID.messages[0].id
PLAIN = ProposedEvent("Beta", "The beta ships in May.", (FIRST,))
KNOWN = remembered(replace(PLAIN, title="Alpha"), key=7)


def checked(**fields: Any) -> tuple[ProposedEvent, tuple[str, ...]]:
    ((event, notes),) = checked_events(SAID, [KNOWN], [replace(PLAIN, **fields)])
    return event, notes


def test_what_is_right_is_taken_as_it_is() -> None:
    assert checked() == (PLAIN, ())


@pytest.mark.parametrize(
    ("fields", "right", "notes"),
    [
        ({"title": " a \n b "}, {"title": "a b"}, ()),
        ({"title": "x" * 161}, {"title": "x" * 160}, ("cut",)),
        ({"summary": "x" * 2001}, {"summary": "x" * 2000}, ("cut",)),
        ({"title": "a\ud800\0b"}, {"title": "a? b"}, ()),
        ({"tags": ("a", "a ", "", *map(str, range(11)))}, None, ()),
        ({"tags": tuple(map(str, range(13)))}, {"tags": tuple(map(str, range(12)))}, ("too_many",)),
        ({"tags": ("x" * 10_000, "a")}, {"tags": ("a",)}, ("too_many",)),
        ({"tags": (None, ["a"], "a")}, {"tags": ("a",)}, ()),
        ({"participants": tuple(map(str, range(25)))}, None, ("too_many",)),
        ({"quotes": ("ship  the\nbeta", "never said")}, None, ("quote_not_in_source",)),
        ({"quotes": ("x" * 501, None)}, {"quotes": ()}, ("quote_not_in_source",)),
        ({"quotes": ("Maya agrees.",)}, {"quotes": ()}, ("quote_not_in_source",)),
        ({"type": "party"}, {"type": EventType.OTHER}, ("unknown_value",)),
        ({"status": None}, {"status": HappeningStatus.UNKNOWN}, ("unknown_value",)),
        ({"scope": ["user"]}, {"scope": Scope.PROJECT}, ("unknown_value",)),
        ({"criticality": "vital"}, {"criticality": Criticality.ROUTINE}, ("unknown_value",)),
        ({"criticality": "safety"}, {"criticality": Criticality.SAFETY}, ()),
        ({"mentioned_at": datetime(2026, 5, 1)}, {"mentioned_at": None}, ("bad_time",)),  # noqa: DTZ001
        ({"source_ids": (MessageId(99), FIRST)}, {"source_ids": (FIRST,)}, ("unknown_source",)),
        ({"source_ids": ()}, {"source_ids": (FIRST, MessageId(2))}, ("no_source",)),
    ],
)
def test_what_is_not_right_is_dropped_with_a_note(
    fields: dict[str, Any], right: dict[str, Any] | None, notes: tuple[str, ...]
) -> None:
    event, said = checked(**fields)
    assert said == notes
    if right is not None:
        assert event == replace(PLAIN, **right)
    assert len(event.tags) <= 12
    assert len(event.participants) <= 24


def happening(start: str | None, precision: Precision, basis: Basis = Basis.EXPLICIT) -> Happening:
    return Happening(start, start, "in May", precision, basis)


@pytest.mark.parametrize(
    ("given", "right", "notes"),
    [
        (happening("2026-05-01", Precision.UNKNOWN), None, ()),
        (happening("2026-05-01", Precision.DAY, Basis.UNKNOWN), None, ()),
        (happening("yesterday", Precision.DAY), None, ("bad_time",)),
        (
            happening("2026", Precision.DAY),
            Happening("2026-01-01", "2026-12-31", "in May", Precision.YEAR, Basis.EXPLICIT),
            ("too_exact",),
        ),
    ],
)
def test_times_keep_their_words_and_are_never_more_exact(
    given: Happening, right: Happening | None, notes: tuple[str, ...]
) -> None:
    event, said = checked(happening=given)
    assert event.happening == (right or replace(NO_HAPPENING, text="in May"))
    assert said == notes


def test_relations_are_to_what_was_shown_and_said_once() -> None:
    shown = ProposedRelation(RelationKind.SUPERSEDES, EventId(7))
    other = ProposedRelation(RelationKind.SAME, EventId(8))
    event, notes = checked(relations=(shown, shown, other, ProposedRelation("likes", EventId(7))))  # type: ignore[arg-type]
    assert (event.relations, notes) == ((shown,), ("unknown_relation",))


def test_events_without_title_or_summary_are_none() -> None:
    bad = [replace(PLAIN, title=" \0"), replace(PLAIN, summary=None)]  # type: ignore[arg-type]
    assert checked_events(SAID, [], [*bad, PLAIN]) == [(PLAIN, ())]
    for proposed in (bad, []):
        with pytest.raises(ReplySchemaError):
            checked_events(SAID, [], proposed)


def test_a_summary_without_a_title_is_none() -> None:
    whole = BlockSummary("Beta", ("a", "a"), "In May", ("fact",), should_extract=True)
    assert checked_summary(whole).tags == ("a",)
    for bad in (replace(whole, title=" "), replace(whole, summary="\n")):
        with pytest.raises(ReplySchemaError):
            checked_summary(bad)


def test_the_built_in_rules_need_no_note() -> None:
    said = block("We decided to ship the beta on 4 May 2026.", "Fine.")
    for _, notes in checked_events(said, [], events_of(said)):
        assert notes == ()
