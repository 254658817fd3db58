"""Events and operations in words, in several locales."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

import stratagate_app
from stratagate_app.engine import (
    Actor,
    Basis,
    Criticality,
    EventState,
    EventType,
    Happening,
    HappeningStatus,
    JsonValue,
    Precision,
    RelationKind,
    Scope,
)
from stratagate_app.models import event_operations, operations, wording
from stratagate_app.models.operations import describe

DAY, MONTH, YEAR = Precision.DAY, Precision.MONTH, Precision.YEAR
RANGE, INSTANT, UNKNOWN = Precision.RANGE, Precision.INSTANT, Precision.UNKNOWN


@pytest.fixture(autouse=True)
def _locale() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("C"))
    yield
    QLocale.setDefault(before)


def happening(
    first: str | None, last: str | None, precision: Precision, words: str = ""
) -> Happening:
    return Happening(first, last, words, precision, Basis.EXPLICIT)


@pytest.mark.parametrize(
    ("first", "last", "precision", "english", "chinese"),
    [
        ("2026-09-18", "2026-09-18", DAY, "18 Sep 2026", "2026年9月18日"),
        ("2026-09-21", "2026-09-25", RANGE, "21–25 Sep 2026", "2026年9月21–25日"),
        ("2026-09-28", "2026-10-02", RANGE, "28 Sep – 2 Oct 2026", "2026年9月28日 – 10月2日"),
        (
            "2026-12-28",
            "2027-01-02",
            RANGE,
            "28 Dec 2026 – 2 Jan 2027",
            "2026年12月28日 – 2027年1月2日",
        ),
        ("2026-03-01", "2026-03-31", MONTH, "Mar 2026", "2026年3月"),
        ("2026-03-01", "2026-05-31", MONTH, "Mar 2026 – May 2026", "2026年3月 – 2026年5月"),
        ("2026-01-01", "2026-12-31", YEAR, "2026", "2026年"),
    ],
)
def test_a_time_is_said_at_its_precision_and_no_finer(
    first: str, last: str, precision: Precision, english: str, chinese: str
) -> None:
    value = happening(first, last, precision)
    assert wording.happened(value) == english
    QLocale.setDefault(QLocale("zh_CN"))
    assert wording.happened(value) == chinese


def test_american_order_of_days() -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert wording.happened(happening("2026-09-21", "2026-09-25", RANGE)) == "Sep 21–25, 2026"
    assert wording.happened(happening("2026-09-01", "2026-09-30", MONTH)) == "Sep 2026"


def test_an_instant_is_said_in_the_time_zone_of_this_computer() -> None:
    at = datetime(2026, 11, 25, 9, 10, tzinfo=UTC).astimezone()
    said = wording.happened(happening("2026-11-25T09:10:00Z", "2026-11-25T09:10:00Z", INSTANT))
    assert said == f"{at.day} {at:%b} 2026, {at:%H:%M}"
    span = wording.happened(happening("2026-11-25T09:10:00Z", "2026-11-25T09:40:00Z", INSTANT))
    assert span.endswith("–09:40") or span.count(",") == 2


def test_without_a_date_the_words_of_the_source_stand() -> None:
    assert wording.happened(happening(None, None, UNKNOWN, "some time soon")) == "“some time soon”"
    assert wording.happened(happening(None, None, UNKNOWN)) == "—"
    assert wording.happened(happening("no day", None, DAY, "then")) == "“then”"
    assert wording.exactness(happening(None, None, UNKNOWN)) == ""


def test_exactness_says_precision_and_basis() -> None:
    assert wording.exactness(happening("2026-09-18", "2026-09-18", DAY)) == "day · explicit"
    relative = Happening("2026-09-21", "2026-09-25", "next week", RANGE, Basis.RELATIVE)
    assert wording.exactness(relative) == "days · relative"


def test_when_it_was_said() -> None:
    now = datetime(2026, 10, 1, 12, tzinfo=UTC)
    assert wording.said(datetime(2026, 9, 18, 12, tzinfo=UTC), now) == "said 18 Sep"
    assert wording.said(datetime(2025, 9, 18, 12, tzinfo=UTC), now) == "said 18 Sep 2025"
    assert wording.said(now, now) == "said today"
    assert wording.said(None, now) == "said at an unknown time"


def test_from_when_to_when_a_fact_held() -> None:
    now = datetime(2026, 10, 1, 12, tzinfo=UTC)
    first, last = datetime(2026, 3, 4, 12, tzinfo=UTC), datetime(2026, 9, 18, 12, tzinfo=UTC)
    assert wording.held(first, last, now) == "4 Mar – 18 Sep"
    assert wording.held(first, None, now) == "since 4 Mar"
    assert wording.held(first, first, now) == "4 Mar"
    assert wording.held(first.replace(year=2025), last, now) == "4 Mar 2025 – 18 Sep"
    assert wording.held(None, last, now) == ""
    QLocale.setDefault(QLocale("zh_CN"))
    assert wording.held(first, last, now) == "3月4日 – 9月18日"


@given(st.dates(), st.integers(0, 900), st.sampled_from(list(Precision)))
def test_every_span_has_words(first: object, days: int, precision: Precision) -> None:
    from datetime import date, timedelta  # noqa: PLC0415

    assert isinstance(first, date)
    last = date.fromordinal(min(date.max.toordinal(), first.toordinal() + days))
    assert timedelta(0) <= last - first
    words = wording.happened(happening(first.isoformat(), last.isoformat(), precision))
    assert words.strip()
    assert "'" not in words


@given(st.text(max_size=20), st.text(max_size=20), st.sampled_from(list(Precision)))
def test_no_stored_text_breaks_the_words(first: str, last: str, precision: Precision) -> None:
    assert wording.happened(happening(first, last, precision))


def test_every_name_has_words() -> None:
    names = [
        *map(wording.event_type, EventType),
        *map(wording.event_state, EventState),
        *map(wording.happening_status, HappeningStatus),
        *map(wording.scope, Scope),
        *map(wording.criticality, Criticality),
        *map(wording.actor, Actor),
        *(wording.relation(kind, outgoing=way) for kind in RelationKind for way in (True, False)),
    ]
    assert all(name and "_" not in name for name in names)
    assert wording.relation(RelationKind.SUPERSEDES, outgoing=False) == "superseded by"
    assert wording.relation(RelationKind.BEFORE, outgoing=False) == "after"


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (
            "import",
            {"file": "a.json", "state": "done", "new": 3, "longer": 1, "unchanged": 0},
            "Imported a.json: 3 new, 1 longer",
        ),
        (
            "import",
            {"file": "a.json", "state": "cancelled", "new": 2},
            "Import of a.json was stopped: 2 new",
        ),
        ("import", {"file": "a.json", "state": "partial"}, "Imported a.json in part"),
        (
            "derive",
            {"file": "a.json", "blocks": 2, "events": 3},
            "Summarised 2 block(s), found 3 event(s) (a.json)",
        ),
        ("derive", {"blocks": 0, "events": 3}, "Found 3 event(s)"),
        ("derive", {"blocks": 0, "events": 0}, "Began with summaries and events"),
        ("pin_event", {"title": "Bread", "count": 1}, "Pinned “Bread”"),
        ("unpin_event", {"title": "Bread", "count": 4}, "Unpinned 4 event(s)"),
        ("forget_event", {"title": "Bread", "count": 1}, "Forgot “Bread”"),
        ("archive_event", {"title": "Bread", "count": 3}, "Archived 3 event(s)"),
        (
            "merge_event",
            {"title": "Bread", "other": "Tea {x}", "into": "Both"},
            "Merged “Bread” and “Tea {x}” into “Both”",
        ),
        ("supersede_event", {"title": "Rye", "other": "Bread"}, "“Rye” supersedes “Bread”"),
        (
            "relate_event",
            {"title": "Rye", "other": "Bread", "relation": "before"},
            "Related: “Rye” before “Bread”",
        ),
        ("scope_event", {"title": "Rye", "count": 1, "scope": "user"}, "Scope of “Rye”: user"),
        (
            "criticality_event",
            {"title": "Rye", "count": 2, "criticality": "safety"},
            "Criticality of 2 event(s): safety",
        ),
        (
            "expand_block",
            {"session": "Tea", "block": 9, "from": 2, "to": 5},
            "Expanded block 9 of “Tea” from L2 to L5",
        ),
        (
            "configure_workspace",
            {
                "workspace": "atlas",
                "block_turns": 8,
                "decay_lambda": 0.2,
                "before": {"block_turns": 6, "decay_lambda": 0.3},
            },
            "Changed “atlas”: turns a block 6 → 8, decay 0.3 → 0.2",
        ),
        (
            "configure_workspace",
            {"workspace": "atlas", "name": "Atlas", "before": {"name": "atlas"}},
            "Changed “atlas”: name atlas → Atlas",
        ),
        ("create_workspace", {"workspace": "thesis"}, "Created the workspace “thesis”"),
        (
            "add_rule",
            {"rule": "project", "pattern": "/home/maya", "workspace": "Work"},
            "Made the rule that “/home/maya” goes to “Work”",
        ),
        (
            "remove_rule",
            {"rule": "source", "pattern": "chatgpt", "workspace": "Work"},
            "Removed the rule that “chatgpt” goes to “Work”",
        ),
        (
            "move_sessions",
            {"title": "Rye", "count": 1, "workspace": "Work"},
            "Moved “Rye” to “Work”",
        ),
        (
            "move_sessions",
            {"title": "Rye", "count": 3, "workspace": "Work"},
            "Moved 3 session(s) to “Work”",
        ),
        ("retry_jobs", {"count": 2}, "Started 2 job(s) again"),
        (
            "undo",
            {"kind": "pin_event", "title": "Bread", "count": 1, "also": []},
            "Undone: Pinned “Bread”",
        ),
        (
            "undo",
            {"kind": "import", "file": "a.json", "state": "done", "new": 1, "also": [{}, {}]},
            "Undone: Imported a.json: 1 new and 2 later change(s)",
        ),
        (
            "redo",
            {"kind": "pin_event", "title": "Bread", "count": 1},
            "Done again: Pinned “Bread”",
        ),
        ("melt_nodes", {}, "melt nodes"),
        (
            "merge_nodes",
            {"title": "kubernetes", "other": "k8s"},
            "“k8s” is “kubernetes”: made them one node",
        ),
        (
            "close_fact",
            {"title": "atlas", "key": "state", "value": "{x}", "on": "2026-05-01"},
            "“atlas”, state: “{x}” held until 2026-05-01",
        ),
        (
            "project",
            {"facts": 2, "edges": 1, "refused": 1, "file": "a.json"},
            "Into the graph: 3 fact(s) and relation(s), 1 not taken (a.json)",
        ),
    ],
)
def test_operations_in_words(kind: str, fields: dict[str, JsonValue], words: str) -> None:
    assert describe(kind, fields) == words


@pytest.mark.parametrize("kind", operations.KINDS)
def test_an_operation_without_its_fields_still_has_words(kind: str) -> None:
    assert describe(kind, {}).strip()
    assert describe(kind, {"new": "x", "title": 3, "before": [], "also": 1}).strip()


def test_an_edit_tells_the_old_words_and_the_new() -> None:
    told: dict[str, JsonValue] = {
        "before": {"title": "Bread", "tags": [], "happened_start": None, "precision": "unknown"},
        "after": {
            "title": "Rye",
            "tags": ["rye"],
            "happened_start": "2026-03-01",
            "happened_end": "2026-03-31",
            "precision": "month",
        },
    }
    assert event_operations.edited(told) == (
        ("title", "Bread", "Rye"),
        ("tags", "—", "rye"),
        ("happened", "—", "Mar 2026"),
    )
    assert event_operations.edited({"before": 3, "after": {"scope": 7, "precision": []}})


def test_braces_in_titles_stay_as_they_are() -> None:
    assert describe("pin_event", {"title": "{x} %n {0}", "count": 1}) == "Pinned “{x} %n {0}”"


def _untranslatable(source: str) -> list[int]:
    """Return the lines where words to translate stand inside an f-string."""
    return [
        call.lineno
        for joined in ast.walk(ast.parse(source))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).split(".")[-1] in ("tr", "translate")
    ]


def test_no_words_are_hidden_from_the_translators_in_an_f_string() -> None:
    # lupdate takes an f-string for one string and does not look into it.
    assert _untranslatable("f\"{below} · {self.tr('undone')}\"") == [1]
    package = Path(stratagate_app.__file__).parent
    found = {
        str(path.relative_to(package)): lines
        for path in sorted(package.rglob("*.py"))
        if (lines := _untranslatable(path.read_text("utf-8")))
    }
    assert found == {}
